//! Puzzles: a position to decide, its rules, and what is known about it, as people and programs write it down.
//!
//! ```
//! use canju::{Solver, Task, puzzle, rules::Ruleset};
//! let pack = "@rules rlcard\n346999Q2 | 34JAAD | name=\"a level of a phone game\" best=3999\n34 | 5?\n";
//! let mut solver = Solver::default();
//! for item in puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()) {
//!     match item {
//!         Ok(puzzle) => {
//!             let report = solver.solve(&puzzle.position, &Task::default());
//!             assert_eq!(Some(report.verdict()), puzzle.expected.map(|it| it.verdict()));
//!         }
//!         Err(error) => assert_eq!((error.id.as_str(), error.line, error.column), ("my.ddz:3", 3, 7)),
//!     }
//! }
//! ```
//!
//! There are two ways to write a puzzle, each with one puzzle on a line, and [`read`] reads both: the pack format (`*.ddz`),
//! made to be typed by a person, and JSON objects with the input fields of a result record. Reading is lazy, so an endless
//! stream is fine. A line that is not a puzzle becomes an error with its place and the cure, and the other lines are read.
//! [`read_games`] keeps the moves of saved games, [`read_live`] reads a pipe whose sender waits for answers, and
//! `batch::inputs` finds and reads the packs of directories.
//!
#![doc = include_str!("FORMAT.md")]

// | file | contents |
// |---|---|
// | `mod.rs` | `Puzzle` and what it is made of |
// | `game.rs` | `SavedGame`: a puzzle and the moves played from there |
// | `humans.rs` | `Humans`: which sides people play |
// | `seats.rs` | what hands and sides are called |
// | `difficulty.rs` | `Difficulty`: how hard a puzzle is, as it is written |
// | `theme.rs` | `Theme`: what a win needs, as it is written |
// | `draft.rs` | the parts of a line with their columns; from these to a puzzle |
// | `pack.rs` | a line of a pack to its parts; a puzzle to a line |
// | `inputs.rs`, `json.rs` | the fields of a JSON object; such an object to its parts |
// | `lines.rs` | lines of bounded length out of any bytes |
// | `reader.rs` | `read`: lines to puzzles; `read_games`: to games |
// | `text.rs` | a puzzle from its text |
// | `error.rs` | `PuzzleError` |

mod difficulty;
mod draft;
mod error;
mod game;
mod humans;
mod inputs;
mod json;
mod lines;
mod pack;
mod reader;
mod seats;
mod text;
mod theme;

pub use difficulty::{Difficulty, DifficultyError};
pub use error::{InputFailure, JsonError, PuzzleError, PuzzleErrorKind, Wanted};
pub use game::SavedGame;
pub use humans::Humans;
#[doc(hidden)]
pub use json::Fields;
pub(crate) use json::card as card_of_integer;
#[doc(hidden)]
pub use lines::{Line, LineEnds};
pub use reader::{Games, MAX_LINE, Puzzles, read, read_games, read_games_live, read_live};
pub(crate) use seats::{seat_in_chinese, seat_names};
pub use theme::{Theme, ThemeError};

use canju_engine::rules::{Move, Position};
use canju_engine::search::Verdict;

/// A puzzle: a position and what is said about it. As text a line of a pack: see the [module's](self) documentation and
/// `Display`.
///
/// ```
/// use canju::{Verdict, puzzle::read, rules::Ruleset};
/// let pack = "K5 | 44Q | last=J expect=win name=\"my first\"";
/// let puzzle = read(pack.as_bytes(), "my.ddz", Ruleset::default()).next().unwrap()?;
/// assert_eq!((puzzle.id.as_str(), puzzle.name.as_deref()), ("my.ddz:1", Some("my first")));
/// assert_eq!(puzzle.expected.map(|expected| expected.verdict()), Some(Verdict::Win));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Where it is from, `huanle/expert.ddz:12`, or the line's own id.
    pub id: String,
    /// The position to decide, with its rules.
    pub position: Position,
    /// The known answer.
    pub expected: Option<Expectation>,
    /// Its name.
    pub name: Option<String>,
    /// Its author and where it was published.
    pub source: Option<String>,
    /// How hard it is, if it has been graded.
    pub difficulty: Option<Difficulty>,
    /// What its win needs, if it has been graded.
    pub themes: Vec<Theme>,
    /// What its publisher calls its level, in the publisher's words.
    pub level: Option<String>,
    /// What it was generated from: the seed, a colon, the number of the candidate.
    pub seed: Option<String>,
    /// A program's own data, which the record repeats: the `"meta"` of a JSON object.
    pub meta: Option<serde_json::Value>,
}

/// What a puzzle's author says the answer is: a win or a loss, never unknown.
///
/// ```
/// use canju::{Verdict, puzzle::{Expectation, Puzzle}};
/// let puzzle: Puzzle = "K5 | 44Q | best=K".parse()?;
/// let expected = puzzle.expected.unwrap();
/// assert_eq!((expected.verdict(), expected.best().unwrap().to_string()), (Verdict::Win, "K".to_owned()));
/// assert_eq!(Expectation::of(Verdict::Loss, None).map(|expected| expected.verdict()), Some(Verdict::Loss));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    verdict: Verdict,
    best: Option<Move>,
    value: Option<i64>,
}

impl Expectation {
    /// A verdict and, if it is a win, a first move that wins. `None` for an unknown verdict and for a best move of a loss.
    pub fn of(verdict: Verdict, best: Option<Move>) -> Option<Expectation> {
        let is_answer = verdict == Verdict::Win || verdict == Verdict::Loss && best.is_none();
        is_answer.then_some(Expectation { verdict, best, value: None })
    }

    /// The verdict for the side to move: a win or a loss.
    pub fn verdict(self) -> Verdict {
        self.verdict
    }

    /// With these points for the player to move, whose verdict they are. `None` for 0 points, and for a best move of a loss.
    pub fn of_value(value: i64, best: Option<Move>) -> Option<Expectation> {
        let verdict = if value > 0 { Verdict::Win } else { Verdict::Loss };
        let expected = Expectation::of(verdict, best).filter(|_| value != 0)?;
        Some(Expectation { value: Some(value), ..expected })
    }

    /// What the position is worth in points for the player to move, if that is said.
    pub fn value(self) -> Option<i64> {
        self.value
    }

    /// A first move that wins; one that wins most, where points are expected.
    pub fn best(self) -> Option<Move> {
        self.best
    }
}

impl From<Position> for Puzzle {
    /// A puzzle of which nothing but the position is known.
    fn from(position: Position) -> Puzzle {
        Puzzle {
            id: String::new(),
            position,
            expected: None,
            name: None,
            source: None,
            difficulty: None,
            themes: Vec::new(),
            level: None,
            seed: None,
            meta: None,
        }
    }
}
