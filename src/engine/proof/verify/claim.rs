//! The header of a certificate: its claim.

use super::exact::POSITION_BYTES;
use super::memory::ROW_BYTES;
use super::{HeaderError, VerifyError};
use crate::rules::{Hand, Move, Position, Ruleset, Side};
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

/// What a certificate claims, and how much its checker must remember.
///
/// ```
/// use canju::{proof::{Claim, Form}, rules::Side};
/// let form = Form::Compared { log2_rows: 4 };
/// let claim = Claim { position: "K5 | 44Q".parse()?, wins: true, form };
/// assert_eq!((claim.winner(), claim.memory_bytes()), (Side::First, 8 << 10));
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The position, with its rules.
    pub position: Position,
    /// Does the side to move win?
    pub wins: bool,
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

    /// The side that wins.
    pub fn winner(&self) -> Side {
        let mover = self.position.side_to_move();
        if self.wins { mover } else { mover.opponent() }
    }

    /// The claim of a header, its closing empty line included.
    pub(super) fn parse(header: &str) -> Result<Claim, VerifyError> {
        let mut lines = header.lines();
        let mut field = |name: &'static str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).ok_or(HeaderError::Missing(name))
        };
        let version = field(MAGIC).map_err(|_| VerifyError::NoCertificate)?;
        let known = [Version::Two, Version::Three, Version::Four, Version::Five];
        let version = known.into_iter().find(|known| known.name() == version);
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
        let wins = match field("verdict")? {
            "win" => true,
            "loss" => false,
            other => return Err(HeaderError::Verdict(other.to_owned()).into()),
        };
        let form = if version == Version::Five {
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
        let position = Position::of_hands(&hands, Some(turn), last, by, rules).map_err(HeaderError::Position)?;
        let claim = Claim { position, wins, form };
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
        let (rules, hands, verdict) = (self.position.rules(), hands.join(" "), if self.wins { "win" } else { "loss" });
        let form = match self.form {
            Form::Compared { log2_rows } => format!("memory {log2_rows}"),
            Form::Plain { positions } => format!("plain {positions}"),
        };
        let version = version.name();
        format!("{MAGIC} {version}\nrules {rules}\nhands {hands}\n{turn}last {last}\nverdict {verdict}\n{form}\n\n")
    }
}

/// The versions that are read. In version 2 it is always the first hand's turn, and the last hand has played `last`. Version 3
/// is version 4 for two hands; for three it compared positions in another way, and is not read. Version 5 is plain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Two,
    Three,
    Four,
    Five,
}

impl Version {
    const fn name(self) -> &'static str {
        match self {
            Version::Two => "2",
            Version::Three => "3",
            Version::Four => "4",
            Version::Five => "5",
        }
    }
}

impl fmt::Display for Claim {
    /// The header as it is written now.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.header(match self.form {
            Form::Compared { .. } => Version::Four,
            Form::Plain { .. } => Version::Five,
        }))
    }
}
