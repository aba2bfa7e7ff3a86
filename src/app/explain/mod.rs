//! A page that shows why an answer is right: the winner's strategy, to be clicked through by a person.
//!
//! It is one HTML file that loads nothing, so it works without a network and will still work in ten years. What it shows is
//! the app of `canju serve` with the views of one position, the answer and the game: the same words, cards and styles.
//! Where the app asks the server, a page follows a table. The rules and the solver decide here what is legal and what wins,
//! and the page says nothing that its table does not hold. So anyone who can read the table can check a page against the
//! rules, and a test does so.
//!
//! The app takes some 110 KiB of a page, and a position some four bytes. The table is bounded (`--strategy-size`, 3 MiB); a larger
//! strategy is cut where a loser that plays at random comes least often, and there the page shows the command that continues
//! from that position. All 35 shipped puzzles fit whole, most in a few KiB, the largest, `35699TJQKA2 | 3446678TQKA2X`, in
//! 2.1 MB; of large deals a page holds the likelier 700,000 positions or so. It matters most that the winner plays moves that
//! leave the loser few replies: with whatever move the search found first, the largest took 14.6 MB.
//! `scripts/browser/pages_test.sh` goes through strategies and plays whole games on such pages in Chromium.
//!
//! | file | contents |
//! |---|---|
//! | `strategy.rs` | which positions a page holds, and what is played in them |
//! | `trial.rs` | the same for a reader who plays the winner's side: which moves give the win away |
//! | `numbers.rs` | moves and lists of moves by number |
//! | `encode.rs` | all of it as numbers, written as short text |
//! | `page.rs` | the page around them: the app, of which a page is one position with its answers inside (`src/app`) |
//! | `script.rs` | the app's modules as one script |

mod encode;
mod numbers;
mod page;
mod script;
mod strategy;
mod trial;

use canju_engine::search::{Clock, Limits, Reason, Verdict};
use canju_engine::solver::Solver;
use canju_packs::puzzle::Puzzle;
use encode::Content;
use numbers::Numbers;
use strategy::Unfolding;
use trial::Trial;

pub use encode::SCHEMA;
pub use strategy::MOST_MOVES;

/// The part for *try it first*, where the reader plays the winner, may take a quarter of the budget on top of it.
const TRIAL_SHARE: usize = 4;

/// A finished page.
///
/// ```
/// use canju::{Solver, explain::explain};
/// let page = explain(&mut Solver::default(), &"K5 | 44Q".parse()?, 1 << 20)?;
/// assert!(page.positions > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Page {
    /// The file's text.
    pub html: String,
    /// Positions whose moves the page holds.
    pub positions: usize,
    /// Does it hold all that follow from the first moves, whatever the loser does?
    pub complete: bool,
    /// The number of first moves of which it says nothing, because a limit was reached.
    pub unjudged: usize,
    /// The limit that ended its table early.
    pub limit: Option<Reason>,
}

/// Why there is no page.
///
/// ```
/// use canju::{Options, Reason, Solver, StopFlag, explain::{ExplainError, explain}};
/// let puzzle = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// let stop = StopFlag::default();
/// stop.stop();
/// let error = explain(&mut Solver::new(Options { stop, ..Options::default() }), &puzzle, 1 << 20);
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
    /// More first moves than a page can show.
    #[error("more than {MOST_MOVES} first moves: too many for a page")]
    TooManyMoves,
}

/// Solves a puzzle and makes its page, with about `budget` bytes of strategy at most.
///
/// The time limit is that of verdict and page together. If a limit is reached after the verdict, the page holds what is known by then. It says which first moves it does not
/// judge and where its strategies end.
///
/// # Errors
/// See [`ExplainError`].
///
/// ```
/// use canju::{Solver, explain::explain};
/// let page = explain(&mut Solver::default(), &"K5 | 44Q".parse()?, 1 << 20)?;
/// assert!(page.complete && page.html.starts_with("<!DOCTYPE html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(solver: &mut Solver, puzzle: &Puzzle, budget: usize) -> Result<Page, ExplainError> {
    explain_and_watch(solver, puzzle, budget, &|_| {})
}

/// As [`explain`], and tells `watch` now and then how many positions the page holds so far.
///
/// # Errors
/// As [`explain`].
///
/// ```
/// use canju::{Solver, explain::explain_and_watch};
/// let held = std::cell::Cell::new(0);
/// let watch = |positions| held.set(positions); // show it to whoever waits
/// let page = explain_and_watch(&mut Solver::default(), &"K5 | 44Q".parse()?, 1 << 20, &watch)?;
/// assert!(held.get() <= page.positions);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_and_watch(
    solver: &mut Solver,
    puzzle: &Puzzle,
    budget: usize,
    watch: &dyn Fn(usize),
) -> Result<Page, ExplainError> {
    let position = &puzzle.position;
    if position.winner().is_some() {
        return Err(ExplainError::GameOver);
    }
    let first = strategy::moves_of(position).ok_or(ExplainError::TooManyMoves)?;
    let clock = Clock::start(solver.options().limits);
    let report = solver.solve(position);
    let wins = match report.verdict() {
        Verdict::Win => true,
        Verdict::Loss => false,
        Verdict::Unknown(reason) => return Err(ExplainError::Undecided(reason)),
    };
    // The search takes any winning move, but a reader would wonder why it does not end the game at once.
    let ends = first.iter().copied().find(|&played| position.after(played).winner().is_some());
    let best = ends.or(report.best());
    let mut numbers = Numbers::default();
    let mut unfolding = Unfolding::new(&mut numbers);
    // With a limit of time half of what is left is for the first moves, an equal part for each of them: one that is hard to
    // judge must not take the time of all others. Most of the other half is for the strategy, the rest for trying.
    let end_of_first = clock.left().time.map(|left| clock.elapsed() + left / 2);
    solver.set_limits(clock.left());
    match end_of_first {
        None => solver.consult(position, |asked| {
            (0..first.len()).for_each(|number| unfolding.begin(asked, position, &first, number, best));
        }),
        Some(end) => {
            for number in 0..first.len() {
                let left = end.saturating_sub(clock.elapsed()) / (first.len() - number) as u32;
                solver.set_limits(Limits { time: Some(left), ..clock.left() });
                solver.consult(position, |asked| unfolding.begin(asked, position, &first, number, best));
            }
        }
    }
    let left = clock.left();
    solver.set_limits(Limits { time: left.time.map(|left| left / 4 * 3), ..left });
    let mut limit = solver.consult(position, |asked| {
        unfolding.go_on(asked, budget, watch);
        asked.limit()
    });
    let strategy = unfolding.found;
    solver.set_limits(clock.left());
    // A side that can't win has nothing to try.
    let trial = wins.then(|| {
        let room = numbers.bytes + budget / TRIAL_SHARE;
        solver.consult(position, |asked| {
            let trial = Trial::unfold(position, &strategy.first, room, &mut numbers, asked);
            limit = limit.or(asked.limit());
            trial
        })
    });
    solver.set_limits(clock.limits());
    let unjudged = strategy.unjudged();
    let page = page::page(puzzle, &Content { numbers, strategy, trial });
    Ok(Page { unjudged, limit: limit.filter(|_| !page.complete), ..page })
}
