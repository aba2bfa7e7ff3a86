//! Fills the data classes of `_types.py` for Python. They are Python's, so that they print, compare and are pickled as such
//! classes do.

use canju::rules::{LastMove, Move, Ruleset};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The `Move` of a move.
pub fn played<'py>(py: Python<'py>, played: Move, rules: &Ruleset) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let text = rules.notation(played);
    let class = class(py, &CLASS, "Move")?;
    let Some(combo) = played.combo() else { return class.call1((text, "pass", "", 0, None::<String>, "")) };
    let (shape, cards) = (combo.shape, combo.cards.to_string());
    class.call1((text, shape.kind.name(), cards, shape.len, shape.rank.symbol(), combo.kickers().to_string()))
}

/// The `Trick` that a position has to answer.
pub fn trick<'py>(py: Python<'py>, last: LastMove) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let shape = last.combo.shape;
    class(py, &CLASS, "Trick")?.call1((shape.kind.name(), shape.len, shape.rank.symbol(), last.by + 1))
}

/// A class of `_types.py`.
pub fn class<'py>(py: Python<'py>, cache: &'static PyOnceLock<Py<PyAny>>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let class = cache.get_or_try_init(py, || Ok::<_, PyErr>(py.import("canju._types")?.getattr(name)?.unbind()))?;
    Ok(class.bind(py).clone())
}
