//! `solve`: one position.
//!
//! To make a solver takes longer than to solve most puzzles, so idle ones are kept for later calls.

use crate::arguments::threads;
use crate::position::of_arguments;
use crate::result;
use crate::stakes::PlayedFor;
use crate::task::task;
use crate::waiting::interruptibly;
use canju::{Options, Solver, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;

/// The most solvers that are kept. More than one is idle only after several Python threads have solved at the same time.
const MOST_IDLE: usize = 4;

/// A solver that waits, with the threads it was asked for. It is of no use in a process that was forked from its own, where
/// its threads are missing.
struct Idle {
    process: u32,
    threads: usize,
    solver: Solver,
}

static IDLE: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

/// Calls `work` with a solver of this many threads. Ctrl-C raises the flag.
pub fn with_solver<T: Send>(
    py: Python<'_>,
    threads: usize,
    stop: &StopFlag,
    work: impl FnOnce(&mut Solver) -> T + Send,
) -> PyResult<T> {
    let mut solver = take_idle(threads).unwrap_or_else(|| Solver::new(Options { threads, ..Options::default() }));
    let (answer, solver) = interruptibly(py, stop, move || (work(&mut solver), solver))?;
    keep_idle(threads, solver);
    Ok(answer)
}

// The lock is never waited for: it is only held while the interpreter's lock is held, too.

fn take_idle(threads: usize) -> Option<Solver> {
    let mut idle = IDLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let process = std::process::id();
    if idle.iter().any(|idle| idle.process != process) {
        // To drop one would be to wait for threads that are not there.
        std::mem::forget(std::mem::take(&mut *idle));
    }
    let at = idle.iter().position(|idle| idle.threads == threads)?;
    Some(idle.swap_remove(at).solver)
}

fn keep_idle(threads: usize, solver: Solver) {
    let mut idle = IDLE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if idle.len() < MOST_IDLE {
        idle.push(Idle { process: std::process::id(), threads, solver });
    }
}

/// Decides a position. The first hand is to move.
///
/// Args:
///     first: its hand, or instead of all hands a `Position`, a line of a pack, or a tuple of hands.
///     second: the second player's hand, or the next farmer's.
///     third: the last farmer's hand.
///     rules: their text or a `Ruleset`; by default ``huanle``.
///     last: the move that the first hand must answer, played by the last hand.
///     scoring, stake, moves_made: what it is played for, as in `Position`; by default as the position says.
///     threads: 0 for one per core.
///     task: what is asked beside the verdict, and limits: `all_moves`, `line`, `shortest`, `resistance` (``"best"`` or ``"quick"``),
///         `time_limit` in seconds, `node_limit`, `memory` in bytes. `plain` is for `prove`.
///
/// Raises:
///     InputError: what is not a card or not a legal position, with the hand and the column.
///
/// >>> import canju
/// >>> canju.solve("4445678899KK2", "345567TTTKKAA", rules="huanle,-trio_pair").verdict
/// 'loss'
/// >>> canju.solve("K5", "44", "6Q", last="J").best
/// 'K'
/// >>> canju.solve("3333K", "44Q", scoring="douzero").value
/// 2
#[pyfunction]
#[pyo3(signature = (first, second = None, third = None, *, rules = None, last = None, scoring = None, stake = None,
    moves_made = None, threads = None, **task),
    text_signature = "(first, second=None, third=None, *, rules=None, last=None, scoring=None, stake=None, moves_made=None, threads=1, **task)")]
#[expect(clippy::too_many_arguments, reason = "Python's keywords")]
pub fn solve<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    third: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    last: Option<&Bound<'py, PyAny>>,
    scoring: Option<&Bound<'py, PyAny>>,
    stake: Option<&Bound<'py, PyAny>>,
    moves_made: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    task: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = of_arguments(first, second, third, rules, last)?;
    let position = PlayedFor { scoring, stake, moves_made }.of(position)?;
    let (task, threads) = (self::task("solve", task)?, threads.map_or(Ok(1), self::threads)?);
    let report = with_solver(py, threads, &task.stop, |solver| solver.solve(&position, &task))?;
    result::result(py, &report)
}
