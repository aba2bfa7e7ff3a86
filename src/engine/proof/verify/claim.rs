//! The header of a certificate: its claim.

use super::exact::POSITION_BYTES;
use super::memory::ROW_BYTES;
use super::{HeaderError, VerifyError};
use crate::rules::{Goal, Hand, Move, Position, Ruleset, Scoring, Side, StakesError, parse_moves_made};
use std::fmt;

/// What the first line of every certificate begins with; the version follows.
pub const MAGIC: &str = "canju certificate";

/// The longest header, in bytes.
pub const MAX_HEADER: usize = 1024;

/// The least and the greatest binary logarithm of the rows of a memory: 8 KiB and 8 GiB.
pub const LOG2_ROWS: std::ops::RangeInclusive<u32> = 4..=24;

/// The most positions of a plain certificate, which take 2 GiB.
pub const MOST_POSITIONS: u32 = 1 << 24;

/// How the checker of a certificate remembers proved positions.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Form, verify}};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task { plain: true, ..Task::default() });
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// assert_eq!(verify(&certificate[..])?.claim.form, Form::Plain { positions: 2 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A table of them. A position at least as good for the winner as one in it is proved as well. This makes certificates
    /// small, and takes a theorem to believe.
    Compared {
        /// The binary logarithm of the rows of the table.
        log2_rows: u32,
    },
    /// All of them, and they prove nothing but themselves: the rules alone are enough to check this.
    Plain {
        /// How many they are.
        positions: u32,
    },
}

/// The most doublings of a claim: in two packs, all bombs of four cards and the rocket.
const MOST_DOUBLINGS: u8 = 27;

/// What is claimed for the player to move: who wins, or what the position is worth to it where it is played for points.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Claimed, verify}};
/// let position: Position = "3333K | 44Q | scoring=douzero".parse()?;
/// let certificate = Solver::default().solve(&position, &Task::default()).certify()?;
/// assert_eq!(verify(&certificate[..])?.claim.claimed, Claimed::Exactly(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// Its side wins.
    Win,
    /// Its side loses.
    Loss,
    /// It gets so many points if all play their best.
    Exactly(i64),
    /// It can force as many.
    AtLeast(i64),
    /// Its opponents can force that it gets no more.
    AtMost(i64),
}

impl Claimed {
    /// Does its side win the game? `None` if the points don't say it.
    pub fn wins(self) -> Option<bool> {
        match self {
            Claimed::Win => Some(true),
            Claimed::Loss => Some(false),
            Claimed::Exactly(points) => Some(points > 0),
            Claimed::AtLeast(points) => (points > 0).then_some(true),
            Claimed::AtMost(points) => (points < 0).then_some(false),
        }
    }

    /// The points that it gets at least, and at most, as far as they are claimed.
    pub fn bounds(self) -> [Option<i64>; 2] {
        match self {
            Claimed::Win | Claimed::Loss => [None, None],
            Claimed::Exactly(points) => [Some(points); 2],
            Claimed::AtLeast(points) => [Some(points), None],
            Claimed::AtMost(points) => [None, Some(points)],
        }
    }

    /// As a line of the header.
    fn line(self) -> String {
        match self {
            Claimed::Win => "verdict win".to_owned(),
            Claimed::Loss => "verdict loss".to_owned(),
            Claimed::Exactly(points) => format!("value exactly {points}"),
            Claimed::AtLeast(points) => format!("value at_least {points}"),
            Claimed::AtMost(points) => format!("value at_most {points}"),
        }
    }

    /// From the line `value`.
    fn parse_value(text: &str) -> Option<Claimed> {
        let (how, points) = text.split_once(' ')?;
        let points = points.parse().ok()?;
        match how {
            "exactly" => Some(Claimed::Exactly(points)),
            "at_least" => Some(Claimed::AtLeast(points)),
            "at_most" => Some(Claimed::AtMost(points)),
            _ => None,
        }
    }
}

/// A game of win and loss that a walk goes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// What it asks of the game.
    pub goal: Goal,
    /// Who is to win it.
    pub winner: Side,
}

/// What a certificate claims, and how much its checker must remember.
///
/// ```
/// use canju::{proof::{Claim, Claimed, Form}, rules::Side};
/// let form = Form::Compared { log2_rows: 4 };
/// let claim = Claim { position: "K5 | 44Q".parse()?, claimed: Claimed::Win, form };
/// assert_eq!((claim.winner(), claim.memory_bytes()), (Some(Side::First), 8 << 10));
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The position, with its rules and what it is played for.
    pub position: Position,
    /// What is claimed of it.
    pub claimed: Claimed,
    /// What its checker remembers.
    pub form: Form,
}

impl Form {
    /// Bytes of the memory a checker keeps.
    pub fn memory_bytes(self) -> u64 {
        match self {
            Form::Compared { log2_rows } => ROW_BYTES << log2_rows,
            Form::Plain { positions } => POSITION_BYTES * positions as u64,
        }
    }

    /// The greatest table within a budget in bytes.
    pub fn log2_rows_within(budget: u64) -> u32 {
        (budget / ROW_BYTES).max(1).ilog2().clamp(*LOG2_ROWS.start(), *LOG2_ROWS.end())
    }

    /// The most positions of a plain certificate within a budget in bytes.
    pub fn positions_within(budget: u64) -> u32 {
        (budget / POSITION_BYTES).min(MOST_POSITIONS as u64) as u32
    }
}

impl Claim {
    /// Bytes of the memory its checker keeps.
    pub fn memory_bytes(&self) -> u64 {
        self.form.memory_bytes()
    }

    /// Does the side to move win? `None` if the points that are claimed don't say it.
    pub fn wins(&self) -> Option<bool> {
        self.claimed.wins()
    }

    /// The side that wins. `None` if the points that are claimed don't say it.
    pub fn winner(&self) -> Option<Side> {
        let mover = self.position.side_to_move();
        self.wins().map(|wins| if wins { mover } else { mover.opponent() })
    }

    /// The questions whose answers are the claim, in the order of their walks. `None` if no game of this scoring and this stake ends so.
    pub(crate) fn questions(&self) -> Option<Vec<Question>> {
        let mover = self.position.side_to_move();
        let other = mover.opponent();
        let is_verdict = matches!(self.claimed, Claimed::Win | Claimed::Loss);
        if is_verdict == self.position.stakes().scoring.has_points() {
            return None;
        }
        let at_least = |points: i64| {
            let doublings = self.doublings(points)?;
            Some(match points > 0 {
                true => self.question(mover, doublings, mover),
                false => self.question(other, doublings + 1, mover),
            })
        };
        let at_most = |points: i64| {
            let doublings = self.doublings(points)?;
            Some(match points > 0 {
                true => self.question(mover, doublings + 1, other),
                false => self.question(other, doublings, other),
            })
        };
        Some(match self.claimed {
            Claimed::Win => vec![Question { goal: Goal::WIN, winner: mover }],
            Claimed::Loss => vec![Question { goal: Goal::WIN, winner: other }],
            Claimed::Exactly(points) => vec![at_least(points)?, at_most(points)?],
            Claimed::AtLeast(points) => vec![at_least(points)?],
            Claimed::AtMost(points) => vec![at_most(points)?],
        })
    }

    /// Whether this side wins with so many doublings, which `winner` is to win.
    fn question(&self, side: Side, doublings: u8, winner: Side) -> Question {
        Question { goal: self.position.stakes().goal(side, doublings), winner }
    }

    /// With how many doublings the game is won or lost for so many points.
    fn doublings(&self, points: i64) -> Option<u8> {
        let (position, stakes) = (&self.position, self.position.stakes());
        let doublings = stakes.doublings(position.side_to_move(), position.hands().len(), points)?;
        (doublings <= MOST_DOUBLINGS).then_some(doublings)
    }

    /// Can a header say what the position is played for?
    ///
    /// # Errors
    /// If it can't. After many bombs a stake may be greater than any that is read.
    pub(crate) fn check_stakes(&self) -> Result<(), StakesError> {
        let stakes = self.position.stakes();
        if !stakes.scoring.has_points() {
            return Ok(());
        }
        let read =
            staked(self.position, stakes.scoring, stakes.stake, self.moves_made().as_ref().map(|made| &made[..]));
        debug_assert!(read.as_ref().is_ok_and(|read| *read == self.position) || read.is_err());
        read.map(|_| ())
    }

    /// The numbers of moves made, where spring counts.
    fn moves_made(&self) -> Option<[u8; 3]> {
        let stakes = self.position.stakes();
        (stakes.scoring.counts_spring() && self.position.hands().len() == 3).then_some(stakes.moves_made)
    }

    /// The claim of a header, its closing empty line included.
    pub(super) fn parse(header: &str) -> Result<Claim, VerifyError> {
        let mut lines = header.lines();
        let mut field = |name: &'static str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).ok_or(HeaderError::Missing(name))
        };
        let version = field(MAGIC).map_err(|_| VerifyError::NoCertificate)?;
        let version = Version::ALL.into_iter().find(|known| known.name() == version);
        let version = version.ok_or(HeaderError::UnknownVersion)?;
        let rules: Ruleset = field("rules")?.parse().map_err(HeaderError::Rules)?;
        let hands: Vec<&str> = field("hands")?.split(' ').collect();
        let turn = match version {
            Version::Two => "1",
            _ => field("turn")?,
        };
        let last = match (version, field("last")?) {
            (_, "-") => None,
            (Version::Two, last) => Some((last, None)),
            (_, last) => {
                let (last, by) = last.split_once(" by ").ok_or(HeaderError::Last)?;
                Some((last, Some(by)))
            }
        };
        let played_for = match version.has_points() {
            true => Some([field("scoring")?, field("stake")?, field("moves_made")?]),
            false => None,
        };
        let claimed = if version.has_points() {
            let value = field("value")?;
            Claimed::parse_value(value).ok_or_else(|| HeaderError::Value(value.to_owned()))?
        } else {
            match field("verdict")? {
                "win" => Claimed::Win,
                "loss" => Claimed::Loss,
                other => return Err(HeaderError::Verdict(other.to_owned()).into()),
            }
        };
        let form = if version.is_plain() {
            let positions = field("plain")?.parse().ok().filter(|&positions| positions <= MOST_POSITIONS);
            Form::Plain { positions: positions.ok_or(HeaderError::Plain)? }
        } else {
            let log2_rows = field("memory")?.parse().ok().filter(|rows| LOG2_ROWS.contains(rows));
            Form::Compared { log2_rows: log2_rows.ok_or(HeaderError::Memory)? }
        };
        if !(2..=3).contains(&hands.len()) {
            return Err(HeaderError::HandCount.into());
        }
        if hands.len() == 3 && matches!(version, Version::Two | Version::Three) {
            return Err(HeaderError::OldVersion.into());
        }
        let number = |text: &str| text.parse().map_err(|_| HeaderError::NoNumber);
        let (last, by) = last.map_or((None, None), |(last, by)| (Some(last), by));
        let (turn, by) = (number(turn)?, by.map(number).transpose()?);
        let mut position = Position::of_hands(&hands, Some(turn), last, by, rules).map_err(HeaderError::Position)?;
        if let Some(played_for) = played_for {
            position = parse_stakes(position, played_for).map_err(HeaderError::Stakes)?;
            if !position.stakes().scoring.has_points() {
                return Err(HeaderError::NoPoints.into());
            }
        }
        let claim = Claim { position, claimed, form };
        if claim.questions().is_none() {
            return Err(HeaderError::Points.into());
        }
        // One spelling only, so that a claim is its header.
        if claim.header(version) != header {
            return Err(HeaderError::Spelling.into());
        }
        Ok(claim)
    }

    /// The header in a version.
    fn header(&self, version: Version) -> String {
        let (hands, asked) = (self.position.hands().iter().map(Hand::to_string), self.position.turn());
        let hands: Vec<String> = hands.collect();
        let mut last = asked.combo().map_or("-".to_owned(), |combo| self.position.notation(Move::Play(combo)));
        let mut turn = String::new();
        if version != Version::Two {
            turn = format!("turn {}\n", asked.to_move + 1);
            last += &asked.last.map_or_else(String::new, |last| format!(" by {}", last.by + 1));
        }
        let (rules, hands, claimed) = (self.position.rules(), hands.join(" "), self.claimed.line());
        let mut played_for = String::new();
        if version.has_points() {
            let stakes = self.position.stakes();
            let moves_made = self.moves_made().map_or("-".to_owned(), |[a, b, c]| format!("{a} {b} {c}"));
            played_for = format!("scoring {}\nstake {}\nmoves_made {moves_made}\n", stakes.scoring, stakes.stake);
        }
        let form = match self.form {
            Form::Compared { log2_rows } => format!("memory {log2_rows}"),
            Form::Plain { positions } => format!("plain {positions}"),
        };
        let version = version.name();
        format!("{MAGIC} {version}\nrules {rules}\nhands {hands}\n{turn}last {last}\n{played_for}{claimed}\n{form}\n\n")
    }
}

/// The versions that are read. In version 2 it is always the first hand's turn, and the last hand has played `last`. Version 3
/// is version 4 for two hands; for three it compared positions in another way, and is not read. Version 5 is plain. Versions 6 and
/// 7, which is plain, are for points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
}

/// A position with what it is played for: its scoring, the stake, and how often each hand has played.
fn parse_stakes(position: Position, [scoring, stake, moves_made]: [&str; 3]) -> Result<Position, StakesError> {
    let scoring = Scoring::from_name(scoring).ok_or_else(|| StakesError::UnknownScoring(scoring.to_owned()))?;
    let stake = stake.parse().map_err(|_| StakesError::Stake(stake.to_owned()))?;
    let moves_made = match moves_made {
        "-" => None,
        given => Some(parse_moves_made(&given.replace(' ', ","))?),
    };
    staked(position, scoring, stake, moves_made.as_deref())
}

/// The position played for points. The usual numbers of moves made are those of any position, for they say that there is no spring.
fn staked(
    position: Position,
    scoring: Scoring,
    stake: u64,
    moves_made: Option<&[u8]>,
) -> Result<Position, StakesError> {
    let usual = position.with_stakes(scoring, scoring.has_points().then_some(stake), None)?;
    match moves_made.filter(|made| usual.stakes().moves_made[..] != **made) {
        None => Ok(usual),
        given => position.with_stakes(scoring, Some(stake), given),
    }
}

impl Version {
    const ALL: [Version; 6] =
        [Version::Two, Version::Three, Version::Four, Version::Five, Version::Six, Version::Seven];

    /// The version in which a claim is written now.
    fn of(claim: &Claim) -> Version {
        match (claim.form, claim.position.stakes().scoring.has_points()) {
            (Form::Compared { .. }, false) => Version::Four,
            (Form::Plain { .. }, false) => Version::Five,
            (Form::Compared { .. }, true) => Version::Six,
            (Form::Plain { .. }, true) => Version::Seven,
        }
    }

    const fn has_points(self) -> bool {
        matches!(self, Version::Six | Version::Seven)
    }

    const fn is_plain(self) -> bool {
        matches!(self, Version::Five | Version::Seven)
    }

    const fn name(self) -> &'static str {
        match self {
            Version::Two => "2",
            Version::Three => "3",
            Version::Four => "4",
            Version::Five => "5",
            Version::Six => "6",
            Version::Seven => "7",
        }
    }
}

impl fmt::Display for Claim {
    /// The header as it is written now.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.header(Version::of(self)))
    }
}
