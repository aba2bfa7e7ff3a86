//! `solve_many`: positions are read as they are needed, solved in parallel, and answered in order.

use crate::arguments::{limits, threads};
use crate::faults::Fault;
use crate::position::given;
use crate::result;
use crate::ruleset::rules;
use crate::waiting::{PATIENCE, as_exception};
use canju::rules::Ruleset;
use canju::{NotYet, Options, Position, Report, SolvedInOrder, Solver};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Reads positions from Python. Ends at the first error, which is raised after the answers before it.
struct Source {
    /// `None` after the end.
    positions: Option<Py<PyIterator>>,
    rules: Ruleset,
    read: usize,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Iterator for Source {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let positions = self.positions.take()?;
        let item = Python::attach(|py| match positions.bind(py).clone().next() {
            None => Ok(None),
            Some(item) => given(&item?, self.rules).map(Some).map_err(|error| numbered(py, error, self.read)),
        });
        match item {
            Ok(None) => None,
            Ok(Some(position)) => {
                self.read += 1;
                self.positions = Some(positions);
                Some(position)
            }
            Err(error) => {
                *locked(&self.error) = Some(error);
                None
            }
        }
    }
}

/// An `InputError` says at which position it is.
fn numbered(py: Python<'_>, error: PyErr, number: usize) -> PyErr {
    let value = error.value(py);
    let part = |name| value.getattr(name).and_then(|part| part.extract::<Option<usize>>());
    match (part("hand"), part("column")) {
        (Ok(hand), Ok(column)) => Fault { message: format!("position {number}: {value}"), hand, column }.into(),
        _ => error,
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The iterator of `solve_many`.
#[pyclass(frozen, module = "canju")]
pub struct Results {
    reports: Mutex<Option<SolvedInOrder<Source>>>,
    /// Why reading ended, if by an error.
    error: Arc<Mutex<Option<PyErr>>>,
}

#[pymethods]
impl Results {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Two threads may not wait for each other, since only one of them has the interpreter's lock.
        let Ok(mut reports) = self.reports.try_lock() else {
            return Err(PyValueError::new_err("another thread is taking a result of this iterator"));
        };
        let Some(solved) = &mut *reports else { return Ok(None) };
        let report = next_report(py, solved, || self.urgent(py));
        if let Ok(Some(report)) = report {
            return result::result(py, &report).map(Some);
        }
        *reports = None;
        let error = locked(&self.error).take();
        report.and_then(|_| error.map_or(Ok(None), Err))
    }
}

impl Results {
    /// Ctrl-C while the input is read is not held back until its turn.
    fn urgent(&self, py: Python<'_>) -> PyResult<()> {
        match locked(&self.error).take_if(|error| !error.is_instance_of::<PyException>(py)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The next report. Other Python threads run meanwhile, and signals are looked for.
///
/// # Errors
/// What a signal raises, what `urgent` does, and `RuntimeError` if a solve panicked.
pub fn next_report<I: Iterator<Item = Position> + Send>(
    py: Python<'_>,
    solved: &mut SolvedInOrder<I>,
    urgent: impl Fn() -> PyResult<()>,
) -> PyResult<Option<Report>> {
    loop {
        let wait = || catch_unwind(AssertUnwindSafe(|| solved.next_within(PATIENCE)));
        let found = py.detach(wait).map_err(|panic| as_exception(&*panic))?;
        urgent()?;
        match found {
            Ok(report) => return Ok(report),
            Err(NotYet) => py.check_signals()?,
        }
    }
}

/// Looks for signals where answers come so fast that nobody waits.
pub struct Watch(Instant);

impl Watch {
    pub fn start() -> Watch {
        Watch(Instant::now())
    }

    /// Looks if it is time to.
    pub fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        if self.0.elapsed() < PATIENCE {
            return Ok(());
        }
        self.0 = Instant::now();
        py.check_signals()
    }
}

/// Solves many positions in parallel and gives their results in order.
///
/// It reads some positions ahead, so the input may be endless and the results never fill the memory. To drop the iterator
/// is to end the work.
///
/// Args:
///     positions: each a `Position`, a line of a pack, or a tuple of hands.
///     rules: the rules of those that do not have their own; by default ``huanle``.
///     all_moves, time_limit, node_limit: as for `solve`, for each position.
///     threads: 0 for one per core.
///
/// Raises:
///     InputError: for what is not a position, with its number from 0, after the results of those before it.
///
/// >>> import canju
/// >>> [result.verdict for result in canju.solve_many(["K5 | 44Q", ("345", "678"), canju.Position("345", "678", "9TJ")])]
/// ['win', 'loss', 'loss']
#[pyfunction]
#[pyo3(signature = (positions, *, rules = None, all_moves = false, time_limit = None, node_limit = None, threads = None),
    text_signature = "(positions, *, rules=None, all_moves=False, time_limit=None, node_limit=None, threads=0)")]
pub fn solve_many(
    positions: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    all_moves: bool,
    time_limit: Option<f64>,
    node_limit: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Results> {
    let rules = self::rules(rules)?;
    let limits = limits(time_limit, node_limit)?;
    let threads = threads.map_or(Ok(0), self::threads)?;
    let error = Arc::<Mutex<Option<PyErr>>>::default();
    let positions = Some(positions.try_iter()?.unbind());
    let source = Source { positions, rules, read: 0, error: error.clone() };
    let solver = Solver::new(Options { threads, limits, all_moves, ..Options::default() });
    Ok(Results { reports: Mutex::new(Some(solver.solve_many(source))), error })
}
