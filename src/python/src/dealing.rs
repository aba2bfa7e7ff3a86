//! `deal`: whole deals.

use crate::answers::class;
use crate::arguments::number;
use crate::faults::Fault;
use crate::position::PyPosition;
use crate::ruleset;
use canju::advice::WholeGame;
use canju::rules::Scoring;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A whole deal of 20, 17 and 17 cards, the same for a seed everywhere: that of ``canju play --deal SEED --hidden``.
///
/// Args:
///     seed: which deal; by default one that Python's `random` draws.
///     rules: their text or a `Ruleset`, with one pack; by default ``huanle``.
///
/// Raises:
///     InputError: what is no seed, and rules with two packs.
///
/// >>> import canju
/// >>> dealt = canju.deal(7)
/// >>> [len(hand) for hand in dealt.position.hands], len(dealt.landlord_cards)
/// ([20, 17, 17], 3)
#[pyfunction]
#[pyo3(signature = (seed = None, *, rules = None))]
pub fn deal<'py>(
    py: Python<'py>,
    seed: Option<&Bound<'py, PyAny>>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let rules = ruleset::rules(rules)?;
    let seed = match seed {
        Some(seed) => number("seed", seed, 0, u64::MAX)?,
        // As many bits as the other languages can say.
        None => py.import("random")?.call_method1("getrandbits", (53,))?.extract()?,
    };
    let game = WholeGame::deal(seed, &rules, Scoring::Win).map_err(|error| Fault::from(error).within("rules"))?;
    let position = PyPosition(*game.game().start());
    class(py, &CLASS, "Dealt")?.call1((seed, position, game.open().to_string()))
}
