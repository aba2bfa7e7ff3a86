//! Scorings: what a game is worth in points. Published ones differ in whether spring counts; a preset is a row of one table.
//! `POINTS.md` says how points are counted.

use super::any_state::AnyState;
use super::combo::Move;
use super::goal::Goal;
use super::state::Side;
use crate::chinese::InChinese;
use std::fmt;

/// The table: the value's name, the name that users type, whether spring counts, and a line about it.
macro_rules! scorings {
    ($($(#[$default:meta])? $scoring:ident $name:literal, spring: $spring:literal, $about:literal;)+) => {
        /// How a game is scored.
        ///
        /// ```
        /// use canju::rules::Scoring;
        /// assert_eq!(Scoring::from_name("botzone"), Some(Scoring::Botzone));
        /// assert!(Scoring::Botzone.counts_spring() && !Scoring::Douzero.counts_spring());
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        #[non_exhaustive]
        pub enum Scoring {
            $(#[doc = $about] $(#[$default])? $scoring,)+
        }

        impl Scoring {
            /// All scorings.
            pub const ALL: &[Scoring] = &[$(Scoring::$scoring),+];
            /// Their names.
            #[doc(hidden)]
            pub const NAMES: &[&str] = &[$($name),+];

            /// The name that users type.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Scoring::$scoring => $name,)+
                }
            }

            /// Does spring (春天, 反春) double the stake? With three hands only.
            pub const fn counts_spring(self) -> bool {
                match self {
                    $(Scoring::$scoring => $spring,)+
                }
            }

            /// A line about it.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Scoring::$scoring => $about,)+
                }
            }
        }
    };
}

scorings! {
    #[default]
    Win "win", spring: false, "To win or to lose, and no points";
    Douzero "douzero", spring: false, "DouZero's points: bombs and rockets double the stake";
    Botzone "botzone", spring: true, "Botzone's FightTheLandlord2: bombs, rockets, spring and anti-spring double the bid";
    Pagat "pagat", spring: false, "pagat.com: bombs and rockets double the bid";
    Huanle "huanle", spring: true, "欢乐斗地主: bombs, rockets, spring and anti-spring double; what else multiplies is in the stake";
}

impl Scoring {
    /// The scoring of this name.
    pub fn from_name(name: &str) -> Option<Scoring> {
        Scoring::ALL.iter().copied().find(|scoring| scoring.name() == name)
    }

    /// Are there points?
    pub fn has_points(self) -> bool {
        self != Scoring::Win
    }
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The greatest stake of a position that a user writes.
pub const MOST_STAKE: u64 = 1_000_000;

/// More moves of a seat than this are not told apart: what matters is none, one, or more.
pub const MANY_MOVES: u8 = 2;

/// What a position is played for: a part of a [`Position`](super::Position).
///
/// ```
/// use canju::{Position, rules::Scoring};
/// let position: Position = "3333K | 44Q | scoring=douzero stake=3".parse()?;
/// assert_eq!((position.stakes().scoring, position.stakes().stake), (Scoring::Douzero, 3));
/// // A bomb doubles the stake.
/// assert_eq!(position.play(position.parse_move("3333")?)?.stakes().stake, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Stakes {
    /// How the game is scored.
    pub scoring: Scoring,
    /// What it is played for so far: the bid times all doublings that have happened. 1 without points.
    pub stake: u64,
    /// How often each seat has played a combination, where spring counts; 2 stands for more. Else 2 for all.
    pub moves_made: [u8; 3],
}

impl Default for Stakes {
    /// To win, and no points.
    fn default() -> Stakes {
        Stakes { scoring: Scoring::Win, stake: 1, moves_made: [MANY_MOVES; 3] }
    }
}

/// What is wrong with the stakes of a position.
///
/// ```
/// use canju::Position;
/// let error = "3333K | 44Q | scoring=douzero stake=0".parse::<Position>().unwrap_err();
/// assert_eq!(error.to_string(), "column 37: stake: `0` is no number from 1 to 1000000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StakesError {
    /// No scoring has this name.
    #[error("scoring: there is no `{}`: expected one of {}", super::shown(.0), Scoring::NAMES.join(", "))]
    UnknownScoring(String),
    /// The stake is no number, or is out of its range.
    #[error("stake: `{}` is no number from 1 to {MOST_STAKE}", super::shown(.0))]
    Stake(String),
    /// Without points nothing is at stake.
    #[error("stake: there are no points: give a scoring, too")]
    StakeWithoutPoints,
    /// The moves made are no list of numbers.
    #[error("moves_made: `{}` is no list such as 0,1,2: how often each hand has played, where 2 stands for more", super::shown(.0))]
    MovesMade(String),
    /// There is not one number for each hand.
    #[error("moves_made: {found} numbers for {hands} hands")]
    Count {
        /// The numbers.
        found: usize,
        /// The hands.
        hands: usize,
    },
    /// Two hands have no spring.
    #[error("moves_made: two hands have no spring: leave it out")]
    TwoHands,
    /// This hand has played the move to answer.
    #[error("moves_made: hand {0} has played the move to answer, so it has played at least once")]
    HasPlayed(usize),
    /// This hand has all cards that it was dealt.
    #[error("moves_made: hand {hand} has all its {cards} cards, so it has not played")]
    HasNotPlayed {
        /// Its number, from 1.
        hand: usize,
        /// Its cards.
        cards: u32,
    },
    /// The landlord has not played, and it is not its turn to lead.
    #[error("moves_made: the landlord, who leads first, has not played: then it is its turn, and nobody has")]
    LandlordLeads,
}

impl StakesError {
    /// What is wrong: `scoring`, `stake` or `moves_made`.
    #[doc(hidden)]
    pub fn field(&self) -> &'static str {
        match self {
            StakesError::UnknownScoring(_) => "scoring",
            StakesError::Stake(_) | StakesError::StakeWithoutPoints => "stake",
            _ => "moves_made",
        }
    }
}

impl InChinese for StakesError {
    fn in_chinese(&self) -> String {
        match self {
            StakesError::UnknownScoring(name) => {
                format!("scoring：没有 `{}`：应是 {} 之一", super::shown(name), Scoring::NAMES.join("、"))
            }
            StakesError::Stake(text) => format!("stake：`{}` 不是 1 到 {MOST_STAKE} 的数", super::shown(text)),
            StakesError::StakeWithoutPoints => "stake：不计分就没有底分：请加上 scoring".to_owned(),
            StakesError::MovesMade(text) => {
                format!("moves_made：`{}` 不是 0,1,2 这样的数：每家出过几手，2 表示更多", super::shown(text))
            }
            StakesError::Count { found, hands } => format!("moves_made：写了 {found} 个数，而有 {hands} 家"),
            StakesError::TwoHands => "moves_made：两家没有春天：请去掉".to_owned(),
            StakesError::HasPlayed(hand) => format!("moves_made：要压的一手是第 {hand} 家出的，它至少出过一手"),
            StakesError::HasNotPlayed { hand, cards } => {
                format!("moves_made：第 {hand} 家的 {cards} 张牌都在，没有出过牌")
            }
            StakesError::LandlordLeads => "moves_made：地主先出，它还没出过：那就轮到它，别家也没出过".to_owned(),
        }
    }
}

/// The cards of the hands of a whole deal.
const WHOLE_DEAL: [u32; 3] = [20, 17, 17];

impl Stakes {
    /// The stakes of a position with this state. `moves_made` is by default nobody's where a whole deal begins, and else many, so
    /// that there is no spring. The stake is by default 1.
    pub(super) fn of(
        state: &AnyState,
        scoring: Scoring,
        stake: Option<u64>,
        moves_made: Option<&[u8]>,
    ) -> Result<Stakes, StakesError> {
        let hands = state.hands();
        let many = [MANY_MOVES; 3];
        let given = match moves_made {
            None => None,
            Some(_) if hands.len() == 2 => return Err(StakesError::TwoHands),
            Some(given) => {
                let three = given.first_chunk::<3>().filter(|_| given.len() == 3).copied();
                let three = three.ok_or(StakesError::Count { found: given.len(), hands: hands.len() })?;
                check_moves_made(state, three)?;
                Some(three)
            }
        };
        let stake = match stake {
            None => 1,
            Some(stake @ 1..=MOST_STAKE) if scoring.has_points() => stake,
            Some(1..=MOST_STAKE) => return Err(StakesError::StakeWithoutPoints),
            Some(stake) => return Err(StakesError::Stake(stake.to_string())),
        };
        let counts = scoring.counts_spring() && hands.len() == 3;
        let moves_made = if counts { given.unwrap_or_else(|| default_moves_made(state)) } else { many };
        Ok(Stakes { scoring, stake, moves_made })
    }

    /// The numbers of moves made, if they are not the default ones.
    #[doc(hidden)]
    pub fn given_moves_made(&self, state: &AnyState) -> Option<[u8; 3]> {
        let counts = self.scoring.counts_spring() && state.hands().len() == 3;
        Some(self.moves_made).filter(|&moves_made| counts && moves_made != default_moves_made(state))
    }

    /// What is not the default, as attributes of a pack's line with a space before each.
    pub(super) fn write_attributes(&self, state: &AnyState, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.scoring.has_points() {
            return Ok(());
        }
        write!(f, " scoring={}", self.scoring)?;
        if self.stake != 1 {
            write!(f, " stake={}", self.stake)?;
        }
        match self.given_moves_made(state) {
            Some([first, second, third]) => write!(f, " moves_made={first},{second},{third}"),
            None => Ok(()),
        }
    }

    /// The stakes after a move of this seat.
    pub(super) fn after(mut self, seat: usize, played: Move) -> Stakes {
        let Some(combo) = played.combo().filter(|_| self.scoring.has_points()) else { return self };
        if combo.shape.kind.doubles() {
            self.stake *= 2;
        }
        self.moves_made[seat] = (self.moves_made[seat] + 1).min(MANY_MOVES);
        self
    }

    /// The question whether this side wins with so many doublings from here on.
    #[doc(hidden)]
    pub fn goal(&self, side: Side, doublings: u8) -> Goal {
        let [landlord, first, second] = self.moves_made;
        let spring = match side {
            Side::First => (first == 0 && second == 0) as u8,
            Side::Second => MANY_MOVES - landlord,
        };
        Goal::new(side, doublings, spring)
    }

    /// The points of a player of this side for a stake of 1.
    #[doc(hidden)]
    pub fn unit(&self, side: Side, hands: usize) -> i64 {
        if hands == 3 && side == Side::First { 2 } else { 1 }
    }

    /// The points of a player of this side for a win without further doublings.
    #[doc(hidden)]
    pub fn for_a_win(&self, side: Side, hands: usize) -> i64 {
        self.unit(side, hands) * self.stake as i64
    }

    /// With how many further doublings a player of this side wins or loses so many points, if with any.
    #[doc(hidden)]
    pub fn doublings(&self, side: Side, hands: usize, points: i64) -> Option<u8> {
        let (points, unit) = (points.unsigned_abs(), self.for_a_win(side, hands) as u64);
        let times = points / unit;
        (points % unit == 0 && times.is_power_of_two()).then(|| times.ilog2() as u8)
    }
}

/// Nobody has played where a whole deal begins, and else all so often that there is no spring.
fn default_moves_made(state: &AnyState) -> [u8; 3] {
    let is_whole = state.hands().iter().map(|hand| hand.len()).eq(WHOLE_DEAL);
    if is_whole && state.to_move() == 0 && state.trick().is_none() { [0; 3] } else { [MANY_MOVES; 3] }
}

fn check_moves_made(state: &AnyState, moves_made: [u8; 3]) -> Result<(), StakesError> {
    if let Some(trick) = state.trick()
        && moves_made[trick.owner()] == 0
    {
        return Err(StakesError::HasPlayed(trick.owner() + 1));
    }
    for (seat, (hand, whole)) in state.hands().iter().zip(WHOLE_DEAL).enumerate() {
        if hand.len() >= whole && moves_made[seat] > 0 {
            return Err(StakesError::HasNotPlayed { hand: seat + 1, cards: hand.len() });
        }
    }
    let begins = state.to_move() == 0 && state.trick().is_none() && moves_made == [0; 3];
    if moves_made[0] == 0 && !begins { Err(StakesError::LandlordLeads) } else { Ok(()) }
}

/// The number of a list such as `0,1,2`.
///
/// # Errors
/// If it is none, or a number is above 2.
pub fn parse_moves_made(text: &str) -> Result<Vec<u8>, StakesError> {
    let number = |word: &str| word.trim().parse().ok().filter(|&number: &u8| number <= MANY_MOVES);
    let numbers: Option<Vec<u8>> = text.split(',').map(number).collect();
    numbers.ok_or_else(|| StakesError::MovesMade(text.to_owned()))
}
