//! `prove` and `verify`: a certificate of a verdict, and its check by the rules alone.

use crate::answers::class;
use crate::faults::Fault;
use crate::position::{PyPosition, of_arguments};
use crate::solving::with_solver;
use crate::task::task;
use crate::waiting::{bug, interruptibly};
use canju::proof::{DEFAULT_MEMORY, Visit, WriteError, verify_and_visit};
use canju::rules::PositionError;
use canju::{Position, Reason, Solver, StopFlag, Task};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyDict};
use std::io;

/// A certificate of a position's verdict: a strategy for the side that wins. Arguments as for `solve`. A `plain` one is larger, and
/// can be checked with the rules alone.
///
/// Raises:
///     InputError: as `solve`.
///     UndecidedError: a limit was reached. With the reason ``"memory"`` a plain certificate would be too large.
///
/// >>> import canju
/// >>> canju.verify(canju.prove("346999Q2", "34JAAD")).verdict
/// 'win'
#[pyfunction]
#[pyo3(signature = (first, second = None, third = None, *, rules = None, last = None, **task))]
pub fn prove<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: Option<&Bound<'py, PyAny>>,
    third: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
    last: Option<&Bound<'py, PyAny>>,
    task: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let position = of_arguments(first, second, third, rules, last)?;
    let task = self::task("prove", task)?;
    if let Some(seat) = position.hands().iter().position(|hand| hand.is_empty()) {
        return Err(Fault::from(PositionError::EmptyHand { seat }).into());
    }
    let reason = match with_solver(py, 1, &task.stop, |solver| written(solver, &position, &task))? {
        Ok(bytes) => return Ok(PyBytes::new(py, &bytes)),
        Err(WriteError::Guide(Some(reason))) => reason,
        Err(WriteError::TooLarge { .. }) => Reason::Memory,
        Err(error) => return Err(bug(&error.to_string())),
    };
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    Err(PyErr::from_value(class(py, &CLASS, "UndecidedError")?.call1((reason.name(),))?))
}

fn written(solver: &mut Solver, position: &Position, task: &Task) -> Result<Vec<u8>, WriteError<Option<Reason>>> {
    let report = solver.solve(position, task);
    let mut bytes = Vec::new();
    solver.certify(&report, task, &mut bytes)?;
    Ok(bytes)
}

/// Checks a certificate by the rules alone: no search, no table, no keys.
///
/// The certificate says itself what it is about: compare the answer's `position` with yours.
///
/// Raises:
///     InputError: with the first offending position, if it proves nothing.
///
/// >>> import canju
/// >>> canju.verify(b"anything else")
/// Traceback (most recent call last):
/// ...
/// canju._types.InputError: not a certificate: it does not start with `canju certificate`
#[pyfunction]
pub fn verify<'py>(py: Python<'py>, certificate: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bytes = match (certificate.cast::<PyBytes>(), certificate.cast::<PyByteArray>()) {
        (Ok(bytes), _) => bytes.as_bytes().to_vec(),
        (_, Ok(bytes)) => bytes.to_vec(),
        _ => return Err(PyTypeError::new_err(format!("expected bytes, not {}", certificate.get_type().name()?))),
    };
    let stop = StopFlag::default();
    let check = || {
        let mut visit = |_: Visit| if stop.is_stopped() { Err(io::Error::other("interrupted")) } else { Ok(()) };
        verify_and_visit(&bytes[..], DEFAULT_MEMORY, Some(&mut visit))
    };
    let verified = interruptibly(py, &stop, check)?.map_err(Fault::from)?;
    let position = PyPosition(verified.claim.position);
    let verdict = verified.claim.wins().map(|wins| if wins { "win" } else { "loss" });
    let [at_least, at_most] = verified.claim.claimed.bounds();
    let counts = (verified.positions, verified.moves, verified.bytes);
    class(py, &CLASS, "Proved")?.call1((verdict, position, counts.0, counts.1, counts.2, at_least, at_most))
}
