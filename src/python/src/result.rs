//! Fills `Result` of `_types.py`, which holds a position.

use crate::answers::class;
use crate::position::PyPosition;
use canju::rules::Move;
use canju::{Report, Worth};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

/// The `Result` of a report.
pub fn result<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let position = report.position();
    let text = |&played: &Move| position.notation(played);
    let texts = |moves: &[Move]| PyTuple::new(py, moves.iter().map(text).collect::<Vec<_>>());
    let moves: Vec<_> = report.moves().iter().map(|(played, verdict)| (text(played), verdict.name())).collect();
    let worth = report.worth();
    let values = report.moves().iter().zip(report.worths());
    let values: Vec<_> = values.map(|((played, _), worth)| (text(played), worth.value())).collect();
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
        worth.and_then(Worth::value),
        worth.map(|worth| worth.at_least),
        worth.map(|worth| worth.at_most),
        texts(&report.best_moves())?,
        PyTuple::new(py, values)?,
    );
    class(py, &CLASS, "Result")?.call1(fields)
}
