//! `Position`: the library's, with Python's names.

use crate::answers;
use crate::arguments::{hand_text, number, text};
use crate::faults::Fault;
use crate::ruleset::{PyRuleset, rules};
use crate::stakes::PlayedFor;
use canju::puzzle::read;
use canju::rules::{Hand, Move, Rank, Ruleset, Side};
use canju::{Canonical, Position};
use canju_engine::rules::AnyState;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PySequence, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A legal position with its rules. Immutable.
///
/// Positions are equal, and have one hash, if their canonical keys are: they then differ only in ways that can't matter,
/// such as which of two neighbouring ranks only one player holds. So equal positions have the same value, but not always
/// the same cards.
///
/// Args:
///     rules: their text or a `Ruleset`; by default ``huanle``.
///     turn: the hand to move, from 1; by default the first.
///     last: the move that it must answer, if any.
///     by: the hand that played it, from 1; by default the one before the hand to move.
///     scoring: ``"win"``, which is the default and has no points, ``"douzero"``, ``"botzone"``, ``"pagat"`` or ``"huanle"``.
///     stake: the stake so far, where there are points; 1 by default.
///     moves_made: for each of three hands how often it has played, for spring; 2 stands for more.
///
/// Raises:
///     InputError: what is not a card or not a legal position, with the hand and the column.
///
/// >>> import canju
/// >>> position = canju.Position("K5", "44Q", last="J")
/// >>> position.moves()
/// ['K', 'pass']
/// >>> position.play("K")
/// Position.parse("5 | 44Q | rules=huanle turn=2 last=K")
/// >>> canju.Position("3466", "5") == canju.Position("3499", "7")
/// True
#[pyclass(frozen, module = "canju", name = "Position")]
pub struct PyPosition(pub Position);

/// What makes two positions equal.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Running(Canonical),
    /// The rules, the number of hands, the winner and the side whose turn it would be.
    Over(Ruleset, usize, Side, Side),
}

/// The position of typed hands.
fn typed(
    hands: &[Bound<'_, PyAny>],
    turn: Option<&Bound<'_, PyAny>>,
    last: Option<&Bound<'_, PyAny>>,
    by: Option<&Bound<'_, PyAny>>,
    rules: Ruleset,
) -> PyResult<Position> {
    let number = |what, given: Option<&Bound<'_, PyAny>>| {
        let number = given.map(|given| number(what, given, 1, hands.len() as u64)).transpose()?;
        Ok::<_, PyErr>(number.map(|number| number as usize))
    };
    let (turn, by) = (number("turn", turn)?, number("by", by)?);
    let last = last.map(|last| text("last", last)).transpose()?;
    let named = hands.iter().enumerate();
    let texts = named.map(|(seat, hand)| hand_text(seat + 1, hand)).collect::<PyResult<Vec<_>>>()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    Ok(Position::of_hands(&texts, turn, last.as_deref(), by, rules).map_err(Fault::from)?)
}

/// The position of a line of a pack, or of a JSON object.
fn of_line(line: &str, rules: Ruleset) -> Result<Position, Fault> {
    // Not `Position::parse`: that reads no JSON and skips what else a line says, even if it is wrong.
    let mut puzzles = read(line.as_bytes(), "", rules);
    match (puzzles.next(), puzzles.next()) {
        (Some(Ok(puzzle)), None) => Ok(puzzle.position),
        (Some(Err(error)), None) => Err(Fault::of_line(line, &error)),
        _ => Err(Fault::new("expected one puzzle on one line, such as `346999Q2 | 34JAAD`")),
    }
}

/// What Python may give where a position is expected: a `Position`, a line of a pack, or a sequence of hands.
pub fn given(given: &Bound<'_, PyAny>, rules: Ruleset) -> PyResult<Position> {
    if let Ok(position) = given.cast::<PyPosition>() {
        return Ok(position.get().0);
    }
    if given.is_instance_of::<PyString>() {
        return Ok(of_line(&text("position", given)?, rules)?);
    }
    let Ok(hands) = given.cast::<PySequence>() else {
        let name = given.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a Position, a str or a tuple of hands, not {name}")));
    };
    let count = hands.len()?;
    if count != 2 && count != 3 {
        return Err(Fault::new(format!("expected two or three hands, not {count}")).into());
    }
    let hands = (0..count).map(|at| hands.get_item(at)).collect::<PyResult<Vec<_>>>()?;
    typed(&hands, None, None, None, rules)
}

/// The position of the first arguments of `solve` and `prove`: a position as [`given`] has it, or typed hands.
pub fn of_arguments(
    first: &Bound<'_, PyAny>,
    second: Option<&Bound<'_, PyAny>>,
    third: Option<&Bound<'_, PyAny>>,
    rules: Option<&Bound<'_, PyAny>>,
    last: Option<&Bound<'_, PyAny>>,
) -> PyResult<Position> {
    if let Some(second) = second {
        let hands: Vec<_> = [Some(first), Some(second), third].into_iter().flatten().cloned().collect();
        return typed(&hands, None, last, None, self::rules(rules)?);
    }
    if third.is_some() || last.is_some() || rules.is_some() && first.is_instance_of::<PyPosition>() {
        return Err(Fault::new("a position has its own hands, rules and turn: leave the others out").into());
    }
    given(first, self::rules(rules)?)
}

impl PyPosition {
    fn identity(&self) -> Identity {
        let position = &self.0;
        match position.winner() {
            Some(winner) => Identity::Over(*position.rules(), position.hands().len(), winner, position.side_to_move()),
            None => Identity::Running(position.canonical()),
        }
    }

    /// The line of a pack that describes it; of a finished game there is none.
    fn line(&self) -> Option<String> {
        self.0.winner().is_none().then(|| self.0.to_string())
    }
}

#[pymethods]
impl PyPosition {
    /// The position of hands in playing order.
    #[new]
    #[pyo3(signature = (first, second, third = None, *, rules = None, turn = None, last = None, by = None, scoring = None,
        stake = None, moves_made = None))]
    #[expect(clippy::too_many_arguments, reason = "Python's keywords")]
    fn new(
        first: Bound<'_, PyAny>,
        second: Bound<'_, PyAny>,
        third: Option<Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        turn: Option<&Bound<'_, PyAny>>,
        last: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
        scoring: Option<&Bound<'_, PyAny>>,
        stake: Option<&Bound<'_, PyAny>>,
        moves_made: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        let hands: Vec<_> = [Some(first), Some(second), third].into_iter().flatten().collect();
        let position = typed(&hands, turn, last, by, self::rules(rules)?)?;
        PlayedFor { scoring, stake, moves_made }.of(position).map(PyPosition)
    }

    /// The position of a line of a pack, which `str` writes: ``K5 | 44Q | last=J``.
    ///
    /// Args:
    ///     rules: the rules of a line that does not name its own.
    ///
    /// Raises:
    ///     InputError: with the hand, and the column of the line.
    #[staticmethod]
    #[pyo3(signature = (line, *, rules = None))]
    fn parse(line: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        Ok(PyPosition(of_line(&text("line", line)?, self::rules(rules)?)?))
    }

    /// The hands in playing order, their lowest cards first.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.hands().iter().map(|hand| hand.to_string()).collect::<Vec<_>>())
    }

    /// For each hand how many cards of each rank it has: 3 4 5 6 7 8 9 T J Q K A 2, small joker, big joker.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let counts = |hand: &Hand| PyTuple::new(py, Rank::all().map(|rank| hand.count(rank)).collect::<Vec<_>>());
        PyTuple::new(py, self.0.hands().iter().map(counts).collect::<PyResult<Vec<_>>>()?)
    }

    /// The hand to move, from 1.
    #[getter]
    fn turn(&self) -> usize {
        self.0.to_move() + 1
    }

    /// What must be answered; None on the lead.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.last().map(|last| answers::trick(py, last)).transpose()
    }

    /// The move that must be answered; None on the lead.
    #[getter]
    fn last(&self) -> Option<String> {
        self.0.last().map(|last| self.0.notation(Move::Play(last.combo)))
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(*self.0.rules())
    }

    /// How it is scored: ``"win"`` without points.
    #[getter]
    fn scoring(&self) -> &'static str {
        self.0.stakes().scoring.name()
    }

    /// The stake so far: 1 without points, and twice as much after each bomb.
    #[getter]
    fn stake(&self) -> u64 {
        self.0.stakes().stake
    }

    /// For each of three hands how often it has played, where spring counts; 2 stands for more. None where it does not.
    #[getter]
    fn moves_made(&self) -> Option<(u8, u8, u8)> {
        let counts = self.0.stakes().scoring.counts_spring() && self.0.hands().len() == 3;
        let [landlord, first, second] = self.0.stakes().moves_made;
        counts.then_some((landlord, first, second))
    }

    /// The side that has won: 1 the first hand or the landlord, 2 the second hand or the farmers; None while the game
    /// runs.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(|side| if side == Side::First { 1 } else { 2 })
    }

    /// All legal moves: combinations by kind, length, rank and kickers, then ``pass`` except on the lead. None if the
    /// game is over.
    fn moves(&self) -> Vec<String> {
        self.0.moves().into_iter().map(|played| self.0.notation(played)).collect()
    }

    /// The position after a move. Raises `InputError` if it is not a legal one.
    fn play(&self, played: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let played = self.0.parse_move(&text("move", played)?).map_err(Fault::from)?;
        Ok(PyPosition(self.0.play(played).map_err(Fault::from)?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.line().unwrap_or_else(|| match self.0.state() {
            AnyState::Two(state) => state.to_string(),
            AnyState::Three(state) => state.to_string(),
        })
    }

    fn __repr__(&self) -> String {
        match self.line() {
            Some(line) => format!("Position.parse({line:?})"),
            None => format!("<Position, game over: {}>", self.__str__()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let line = slf.get().line().ok_or_else(|| Fault::new("the game is over: such a position can't be pickled"))?;
        Ok((slf.get_type().getattr("parse")?, (line,)))
    }
}
