//! Fills `Result` of `_types.py`, which holds a position.

use crate::answers::class;
use crate::position::PyPosition;
use canju::Report;
use canju::rules::Move;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

/// The `Result` of a report.
pub fn result<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let position = report.position();
    let text = |&played: &Move| position.notation(played);
    let texts = |moves: &[Move]| PyTuple::new(py, moves.iter().map(text).collect::<Vec<_>>());
    let moves: Vec<_> = report.moves().iter().map(|(played, verdict)| (text(played), verdict.name())).collect();
    let fields = (
        report.verdict().name(),
        report.verdict().reason().map(|reason| reason.name()),
        report.best().as_ref().map(text),
        texts(report.winning_moves())?,
        PyTuple::new(py, moves)?,
        texts(report.line())?,
        report.nodes(),
        report.elapsed().as_secs_f64(),
        PyPosition(*position),
        report.plies(),
    );
    class(py, &CLASS, "Result")?.call(fields, points(py, report)?.as_ref())
}

/// The fields of a position that is played for points.
fn points<'py>(py: Python<'py>, report: &Report) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(worth) = report.worth() else { return Ok(None) };
    let text = |played: Move| report.position().notation(played);
    let values = report.moves().iter().zip(report.worths()).map(|(&(played, _), worth)| (text(played), worth.value()));
    let fields = PyDict::new(py);
    fields.set_item("value", worth.value())?;
    fields.set_item("value_at_least", worth.at_least)?;
    fields.set_item("value_at_most", worth.at_most)?;
    fields.set_item("best_moves", PyTuple::new(py, report.best_moves().into_iter().map(text).collect::<Vec<_>>())?)?;
    fields.set_item("values", PyTuple::new(py, values.collect::<Vec<_>>())?)?;
    Ok(Some(fields))
}
