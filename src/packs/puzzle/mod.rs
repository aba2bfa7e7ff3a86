//! Puzzles: a position to decide, its rules, and what is known about it, as people and programs write it down.
//!
//! There are two ways to write one, each with one puzzle on a line, and [`read`] reads both: the pack format (`*.ddz`),
//! made to be typed by a person, and JSON objects with the input fields of a result record. Reading is lazy, so an endless
//! stream is fine. A line that is not a puzzle becomes an error with its place and the cure, and the other lines are read.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Puzzle`] and what it is made of |
//! | `game.rs` | [`SavedGame`]: a puzzle and the moves played from there |
//! | `humans.rs` | [`Humans`]: which sides people play |
//! | `difficulty.rs` | [`Difficulty`]: how hard a puzzle is, as it is written |
//! | `draft.rs` | the parts of a line with their columns; from these to a puzzle |
//! | `pack.rs` | a line of a pack to its parts; a puzzle to a line |
//! | `json.rs` | a JSON object to its parts |
//! | `lines.rs` | lines of bounded length out of any bytes |
//! | `reader.rs` | [`read`]: lines to puzzles; [`read_games`]: to games |
//! | `text.rs` | a puzzle from its text |
//! | `error.rs` | [`PuzzleError`] |
//!
#![doc = include_str!("FORMAT.md")]

mod difficulty;
mod draft;
mod error;
mod game;
mod humans;
mod json;
mod lines;
mod pack;
mod reader;
mod text;

pub use canju_engine::rules::{AnyPosition, Hands};
pub use difficulty::{Difficulty, DifficultyError};
pub use error::{PuzzleError, PuzzleErrorKind};
pub use game::SavedGame;
pub use humans::Humans;
pub use json::Fields;
#[doc(hidden)]
pub use lines::{Line, LineEnds};
pub use pack::turn_attributes;
pub use reader::{Games, MAX_LINE, Puzzles, read, read_games, read_live};

use canju_engine::rules::{Combo, Move, Position, PositionError, Ruleset, Setup, Turn, parse_move};
use std::fmt;

/// A puzzle. As text a line of a pack: see the [module's](self) documentation and `Display`.
///
/// ```
/// use canju::{puzzle::{Outcome, read}, rules::Ruleset};
/// let pack = "K5 | 44Q | last=J expect=win name=\"my first\"";
/// let puzzle = read(pack.as_bytes(), "my.ddz", Ruleset::default()).next().unwrap()?;
/// assert_eq!((puzzle.id.as_str(), puzzle.name.as_deref()), ("my.ddz:1", Some("my first")));
/// assert_eq!(puzzle.expected.map(|expected| expected.outcome), Some(Outcome::Win));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Where it is from, `huanle/expert.ddz:12`, or the line's own id.
    pub id: String,
    /// The hands in seat order.
    pub hands: Hands,
    /// Who is to move, and what must be answered.
    pub turn: Turn,
    /// The rules.
    pub rules: Ruleset,
    /// The known answer.
    pub expected: Option<Expectation>,
    /// Its name.
    pub name: Option<String>,
    /// Its author and where it was published.
    pub source: Option<String>,
    /// How hard it is, if it has been graded.
    pub difficulty: Option<Difficulty>,
    /// What its publisher calls its level, in the publisher's words.
    pub level: Option<String>,
    /// What it was generated from: the seed, a colon, the number of the candidate.
    pub seed: Option<String>,
    /// What a program wants to find again in the record: the `"meta"` of a JSON object.
    pub meta: Option<serde_json::Value>,
}

/// How a game ends for the side to move, both sides playing their best.
///
/// ```
/// use canju::puzzle::Outcome;
/// assert_eq!(Outcome::from_name("loss"), Some(Outcome::Loss));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move can force a win.
    Win,
    /// It can't.
    Loss,
}

/// What a puzzle's author says the answer is.
///
/// ```
/// use canju::{puzzle::{Outcome, read}, rules::Ruleset};
/// let puzzle = read(&b"K5 | 44Q | best=K"[..], "my.ddz", Ruleset::default()).next().unwrap()?;
/// let expected = puzzle.expected.unwrap();
/// assert_eq!((expected.outcome, expected.best.unwrap().to_string()), (Outcome::Win, "K".to_owned()));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The expected result for the side to move.
    pub outcome: Outcome,
    /// A first move that wins; only with [`Outcome::Win`].
    pub best: Option<Move>,
}

impl Outcome {
    /// A win of the side to move, or a loss.
    pub const fn of(wins: bool) -> Outcome {
        if wins { Outcome::Win } else { Outcome::Loss }
    }

    /// `win` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        }
    }

    /// The outcome of this name.
    pub fn from_name(name: &str) -> Option<Outcome> {
        [Outcome::Win, Outcome::Loss].into_iter().find(|outcome| outcome.name() == name)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Puzzle {
    /// The puzzle of two or three hands typed as text, for instance on a command line.
    ///
    /// # Errors
    /// As [`Position::parse`]. A number of hands other than two or three counts as an empty hand.
    ///
    /// ```
    /// use canju::{puzzle::Puzzle, rules::Ruleset};
    /// let puzzle = Puzzle::parse(&["K5", "44Q"], Some("J"), Ruleset::default())?;
    /// assert_eq!(puzzle.to_string(), "5K | 44Q | rules=huanle last=J");
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn parse(hands: &[&str], last: Option<&str>, rules: Ruleset) -> Result<Puzzle, PositionError> {
        Puzzle::parse_turn(hands, None, last, None, rules)
    }

    /// As [`Puzzle::parse`], with any hand to move: the hand of number `turn`, from 1, answers `last`, which the hand of
    /// number `by` has played. By default these are the first hand and the one before the mover.
    ///
    /// # Errors
    /// As [`Puzzle::parse`], and if no such turn is possible.
    ///
    /// ```
    /// use canju::{puzzle::Puzzle, rules::Ruleset};
    /// // The next farmer has passed on the landlord's J: it is the last farmer's turn.
    /// let puzzle = Puzzle::parse_turn(&["K5", "44", "6Q"], Some(3), Some("J"), Some(1), Ruleset::default())?;
    /// assert_eq!(puzzle.to_string(), "5K | 44 | 6Q | rules=huanle turn=3 last=J by=1");
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn parse_turn(
        hands: &[&str],
        turn: Option<usize>,
        last: Option<&str>,
        by: Option<usize>,
        rules: Ruleset,
    ) -> Result<Puzzle, PositionError> {
        let hands = match *hands {
            [first, second] => Hands::Two(*Position::parse([first, second], None, &rules)?.hands()),
            [first, second, third] => Hands::Three(*Position::parse([first, second, third], None, &rules)?.hands()),
            _ => return Err(PositionError::EmptyHand { seat: hands.len().min(2) }),
        };
        let last = last.map(|text| parse_last(text, &rules)).transpose()?;
        let turn = Turn::of(hands.as_slice().len(), turn, last, by)?;
        let puzzle = Puzzle { turn, ..Puzzle::new(hands, rules) };
        puzzle.position()?;
        Ok(puzzle)
    }

    /// A puzzle of hands alone: the first leads.
    pub fn new(hands: Hands, rules: Ruleset) -> Puzzle {
        let (turn, id) = (Turn::default(), String::new());
        Puzzle {
            id,
            hands,
            turn,
            rules,
            expected: None,
            name: None,
            source: None,
            difficulty: None,
            level: None,
            seed: None,
            meta: None,
        }
    }

    /// The move to answer, as it is written.
    pub fn last(&self) -> Option<String> {
        self.turn.combo().map(|combo| self.rules.notation(Move::Play(combo)))
    }

    /// The puzzle without all that is only said about it: answer, name, source, grade.
    ///
    /// ```
    /// use canju::puzzle::Puzzle;
    /// let puzzle: Puzzle = "345 | 678 | expect=loss name=\"mine\" level=easy".parse()?;
    /// assert_eq!(puzzle.bare().to_string(), "345 | 678 | rules=huanle");
    /// # Ok::<(), canju::puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn bare(&self) -> Puzzle {
        Puzzle { turn: self.turn, ..Puzzle::new(self.hands, self.rules) }
    }

    /// The position to decide.
    ///
    /// # Errors
    /// Never for a puzzle that was read; one put together by a program may not be a legal position.
    pub fn position(&self) -> Result<AnyPosition, PositionError> {
        let turn = self.turn;
        Ok(match self.hands {
            Hands::Two(hands) => AnyPosition::Two(Setup { hands, turn }.validate(&self.rules)?),
            Hands::Three(hands) => AnyPosition::Three(Setup { hands, turn }.validate(&self.rules)?),
        })
    }
}

/// The move to answer, as text.
fn parse_last(text: &str, rules: &Ruleset) -> Result<Combo, PositionError> {
    match parse_move(text, rules)? {
        Move::Play(combo) => Ok(combo),
        Move::Pass => Err(PositionError::LastIsPass),
    }
}
