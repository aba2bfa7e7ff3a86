//! `Ruleset`, and moves as text: which moves a hand has, and what a text of cards is as a move.

use crate::answers;
use crate::arguments::text;
use crate::faults::Fault;
use canju::rules::{Hand, Kind, Move, Preset, Ruleset, combos};
use canju_engine::rules::parse_cards_from;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Which combinations there are, and what may go with them.
///
/// As text: the name of a preset, then any number of ``,-KIND``, ``,+KIND`` and other switches. Equal by all switches. The
/// constructor raises `InputError` with the words that are known.
///
/// >>> import canju
/// >>> rules = canju.Ruleset("huanle,-trio_pair")
/// >>> rules, "trio_pair" in rules.kinds
/// (Ruleset('huanle,-trio_pair'), False)
/// >>> canju.Ruleset.presets()
/// ('huanle', 'rlcard', 'douzero', 'openspiel', 'pagat', 'botzone')
#[pyclass(frozen, eq, hash, module = "canju", name = "Ruleset")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyRuleset(pub Ruleset);

#[pymethods]
impl PyRuleset {
    /// A rule set: a preset's name, then any switches, as ``huanle,-trio_pair``.
    #[new]
    #[pyo3(signature = (text = None))]
    fn new(text: Option<&Bound<'_, PyAny>>) -> PyResult<PyRuleset> {
        rules(text).map(PyRuleset)
    }

    /// The names of the presets.
    #[staticmethod]
    fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Preset::ALL.map(Preset::name))
    }

    /// The preset that the text starts with.
    #[getter]
    fn preset(&self) -> &'static str {
        self.0.preset().name()
    }

    /// How many packs of 54 cards are in play, 1 or 2.
    #[getter]
    fn packs(&self) -> u8 {
        self.0.packs()
    }

    /// The kinds of combinations that may be played, in the order in which moves are listed.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let kinds = Kind::ALL.into_iter().filter(|&kind| self.0.kinds().has(kind));
        PyTuple::new(py, kinds.map(Kind::name).collect::<Vec<_>>())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Ruleset('{}')", self.0)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        (slf.get_type().into_any().unbind(), (slf.get().0.to_string(),))
    }
}

/// The combinations that a hand can lead, or those that beat `last`, then ``pass``.
///
/// Raises:
///     InputError: what is not a card or a combination, with the column.
///
/// >>> import canju
/// >>> canju.legal_moves("3444")
/// ['3', '4', '44', '444', '3444']
/// >>> canju.legal_moves("3444", "3")
/// ['4', 'pass']
#[pyfunction]
#[pyo3(signature = (hand, last = None, *, rules = None))]
pub fn legal_moves(
    hand: &Bound<'_, PyAny>,
    last: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    let rules = self::rules(rules)?;
    let hand = text("hand", hand)?;
    let mut pool = Hand::deck(rules.packs());
    let hand = parse_cards_from(&hand, &mut pool, rules.packs()).map_err(|error| Fault::from(error).within("hand"))?;
    let beaten = match last.map(|last| text("last", last)).transpose()? {
        None => None,
        Some(last) => {
            match canju::rules::parse_move(&last, &rules).map_err(|error| Fault::from(error).within("last"))? {
                Move::Play(combo) => Some(combo),
                Move::Pass => return Err(Fault::new("last: `pass` leaves nothing to answer: leave it out").into()),
            }
        }
    };
    let mut moves: Vec<Move> =
        combos(hand, beaten.map(|combo| combo.shape), &rules).into_iter().map(Move::Play).collect();
    moves.extend(beaten.map(|_| Move::Pass));
    Ok(moves.into_iter().map(|played| rules.notation(played)).collect())
}

/// What a text of cards is as a move, or ``pass``.
///
/// Raises:
///     InputError: what is not a combination, with the column; cards with several readings, with what to add:
///         ``333444555666:trio_chain``.
///
/// >>> import canju
/// >>> canju.parse_move("334455").kind
/// 'pair_chain'
#[pyfunction]
#[pyo3(signature = (text, *, rules = None))]
pub fn parse_move<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = self::rules(rules)?;
    let text = self::text("move", text)?;
    answers::played(py, canju::rules::parse_move(&text, &rules).map_err(Fault::from)?, &rules)
}

/// Rules: a `Ruleset`, their text, or none for the default.
pub fn rules(given: Option<&Bound<'_, PyAny>>) -> PyResult<Ruleset> {
    let Some(given) = given else { return Ok(Ruleset::default()) };
    if let Ok(rules) = given.cast::<PyRuleset>() {
        return Ok(rules.get().0);
    }
    Ok(text("rules", given)?.parse().map_err(Fault::from)?)
}
