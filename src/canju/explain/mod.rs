//! A page that shows why an answer is right: one HTML file with the app, a position, its answer, and the solver.
//!
//! It loads nothing, so it works without a network, from a disk or a stick, and will still work in ten years. What it shows is the
//! app with the tabs of one position, the answer and the game: the same words, cards and styles. The answer that the program found
//! stands in it, so it is there at once. All else, such as every move with its verdict and the answer of every later position, is
//! asked of the solver, which is in the page as WebAssembly, the same module that the app has. So a page of a whole deal of three
//! hands is made as quickly as its position is solved.
//!
//! | file | contents |
//! |---|---|
//! | `page.rs` | the page around an answer: the app's markup and style, the answer, the solver |
//! | `script.rs` | the app's modules as one script |

mod page;
mod script;

use crate::batch::Record;
use crate::puzzle::Puzzle;
use crate::report::{Language, undecided};
use canju_engine::InChinese;
use canju_engine::search::{Reason, Verdict};
use canju_engine::solver::{Solver, Task};

/// Why there is no page.
///
/// ```
/// use canju::{Reason, Solver, Task, explain::{ExplainError, explain}};
/// let puzzle = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// let task = Task::default();
/// task.stop.stop();
/// let error = explain(&mut Solver::default(), &puzzle, &task);
/// assert_eq!(error, Err(ExplainError::Undecided(Reason::Interrupted)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExplainError {
    /// The game is over.
    #[error("the game is over: there is nothing to explain")]
    GameOver,
    /// No verdict within the limits.
    #[error("undecided, there is nothing to explain: {}", .0.name())]
    Undecided(Reason),
}

impl InChinese for ExplainError {
    fn in_chinese(&self) -> String {
        match self {
            ExplainError::GameOver => "已经出完了：没有可说明的".to_owned(),
            ExplainError::Undecided(reason) => {
                let why = undecided(Language::Chinese, Some(reason.name()));
                format!("未能判定，没有可说明的：{why}")
            }
        }
    }
}

/// Solves a puzzle and makes its page: the text of an HTML file.
///
/// # Errors
/// See [`ExplainError`].
///
/// ```
/// use canju::{Solver, Task, explain::explain};
/// let page = explain(&mut Solver::default(), &"K5 | 44Q".parse()?, &Task::default())?;
/// assert!(page.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(solver: &mut Solver, puzzle: &Puzzle, task: &Task) -> Result<String, ExplainError> {
    if puzzle.position.winner().is_some() {
        return Err(ExplainError::GameOver);
    }
    let report = solver.solve(&puzzle.position, task);
    if let Verdict::Unknown(reason) = report.verdict() {
        return Err(ExplainError::Undecided(reason));
    }
    let mut record = Record::solved(puzzle, &report, None);
    if let Record::Solved(solved) = &mut record {
        solved.statistics = None;
    }
    Ok(page::page(&record))
}
