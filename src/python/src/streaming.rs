//! `solve_many`: positions are read as they are needed, solved in parallel, and answered in order. The first half is also that of
//! `review_many`.

use crate::arguments::threads;
use crate::faults::Fault;
use crate::position::given;
use crate::result;
use crate::ruleset::rules;
use crate::task::task;
use crate::waiting::{PATIENCE, as_exception};
use canju::rules::Ruleset;
use canju::{NotYet, Options, Position, SolvedInOrder, Solver};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Reads items from Python. Ends at the first error, which is raised after the answers before it.
pub struct Source<T> {
    /// `None` after the end.
    items: Option<Py<PyIterator>>,
    /// What an item is called in errors.
    name: &'static str,
    of: fn(&Bound<'_, PyAny>, Ruleset) -> PyResult<T>,
    /// Of items that do not have their own.
    rules: Ruleset,
    read: usize,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl<T> Source<T> {
    pub fn new(
        items: &Bound<'_, PyAny>,
        name: &'static str,
        of: fn(&Bound<'_, PyAny>, Ruleset) -> PyResult<T>,
        rules: Ruleset,
    ) -> PyResult<Source<T>> {
        let items = Some(items.try_iter()?.unbind());
        Ok(Source { items, name, of, rules, read: 0, error: Arc::default() })
    }
}

impl<T> Iterator for Source<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let items = self.items.take()?;
        let item = Python::attach(|py| match items.bind(py).clone().next() {
            None => Ok(None),
            Some(item) => {
                let place = format!("{} {}", self.name, self.read);
                (self.of)(&item?, self.rules).map(Some).map_err(|error| within(py, error, &place))
            }
        });
        match item {
            Ok(None) => None,
            Ok(Some(item)) => {
                self.read += 1;
                self.items = Some(items);
                Some(item)
            }
            Err(error) => {
                *locked(&self.error) = Some(error);
                None
            }
        }
    }
}

/// An `InputError` says in which item it is.
fn within(py: Python<'_>, error: PyErr, place: &str) -> PyErr {
    let value = error.value(py);
    let part = |name| value.getattr(name).and_then(|part| part.extract::<Option<usize>>());
    match (part("hand"), part("column"), part("move")) {
        (Ok(hand), Ok(column), Ok(played)) => {
            Fault { message: value.to_string(), hand, column, played }.within(place).into()
        }
        _ => error,
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers in the order of what was read from Python.
pub struct Answers<W> {
    /// Who gives them; `None` after the end.
    work: Mutex<Option<W>>,
    /// Why reading ended, if by an error.
    error: Arc<Mutex<Option<PyErr>>>,
}

impl<W: Send> Answers<W> {
    /// The answers to what this source reads, as soon as `work` has begun on it.
    pub fn new<T>(source: Source<T>, work: impl FnOnce(Source<T>) -> W) -> Answers<W> {
        let error = source.error.clone();
        Answers { work: Mutex::new(Some(work(source))), error }
    }

    /// The next answer, for which `within` waits a little.
    pub fn next<R: Send>(
        &self,
        py: Python<'_>,
        within: impl Fn(&mut W) -> Result<Option<R>, NotYet> + Sync,
    ) -> PyResult<Option<R>> {
        // Two threads may not wait for each other, since only one of them has the interpreter's lock.
        let Ok(mut work) = self.work.try_lock() else {
            return Err(PyValueError::new_err("another thread is taking a result of this iterator"));
        };
        let Some(working) = &mut *work else { return Ok(None) };
        let answer = next_answer(py, || within(working), || self.urgent(py));
        if let Ok(Some(_)) = answer {
            return answer;
        }
        *work = None;
        let error = locked(&self.error).take();
        answer.and_then(|_| error.map_or(Ok(None), Err))
    }

    /// Ctrl-C while the input is read is not held back until its turn.
    fn urgent(&self, py: Python<'_>) -> PyResult<()> {
        match locked(&self.error).take_if(|error| !error.is_instance_of::<PyException>(py)) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

/// The next answer. Other Python threads run meanwhile, and signals are looked for.
///
/// # Errors
/// What a signal raises, what `urgent` does, and `RuntimeError` if the work panicked.
pub fn next_answer<R: Send>(
    py: Python<'_>,
    mut within: impl FnMut() -> Result<Option<R>, NotYet> + Send,
    urgent: impl Fn() -> PyResult<()>,
) -> PyResult<Option<R>> {
    loop {
        let wait = || catch_unwind(AssertUnwindSafe(&mut within));
        let found = py.detach(wait).map_err(|panic| as_exception(&*panic))?;
        urgent()?;
        match found {
            Ok(answer) => return Ok(answer),
            Err(NotYet) => py.check_signals()?,
        }
    }
}

/// The iterator of `solve_many`.
#[pyclass(frozen, module = "canju")]
pub struct Results(Answers<SolvedInOrder<Source<Position>>>);

#[pymethods]
impl Results {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let report = self.0.next(py, |solved| solved.next_within(PATIENCE))?;
        report.map(|report| result::result(py, &report)).transpose()
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
///     threads: 0 for one per core.
///     task: as for `solve`, for each position.
///
/// Raises:
///     InputError: for what is not a position, with its number from 0, after the results of those before it.
///
/// >>> import canju
/// >>> [result.verdict for result in canju.solve_many(["K5 | 44Q", ("345", "678"), canju.Position("345", "678", "9TJ")])]
/// ['win', 'loss', 'loss']
#[pyfunction]
#[pyo3(signature = (positions, *, rules = None, threads = None, **task),
    text_signature = "(positions, *, rules=None, threads=0, **task)")]
pub fn solve_many(
    positions: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    task: Option<&Bound<'_, PyDict>>,
) -> PyResult<Results> {
    let rules = self::rules(rules)?;
    let task = self::task("solve_many", task)?;
    let threads = threads.map_or(Ok(0), self::threads)?;
    let source = Source::new(positions, "position", given, rules)?;
    let solver = Solver::new(Options { threads, ..Options::default() });
    Ok(Results(Answers::new(source, |source| solver.solve_many(source, &task))))
}
