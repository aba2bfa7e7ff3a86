//! `Position`: a legal position with its rules.
//!
//! The library's position knows the shape to answer but not the cards that made it. These are kept here, so that a position in
//! the middle of a game can be written down and read again.

use crate::answers;
use crate::arguments::{hand_text, number, rules, text};
use crate::faults::Fault;
use crate::ruleset::PyRuleset;
use canju::puzzle::{AnyPosition, Hands, Puzzle, read};
use canju::rules::{Hand, LastMove, Move, Rank, Ruleset, Side, Turn, parse_move};
use canju_engine::tables::{Key, Keys};
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
#[pyclass(frozen, module = "canju")]
#[derive(Clone)]
pub struct Position {
    pub state: AnyPosition,
    pub turn: Turn,
    pub rules: Ruleset,
}

/// What makes two positions equal.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    /// The rules, the number of hands and the canonical key.
    Running(Ruleset, usize, Key),
    /// The rules, the number of hands, the winner and whose turn it would be.
    Over(Ruleset, usize, bool, bool),
}

impl Position {
    /// A puzzle's position.
    fn of(puzzle: &Puzzle) -> Result<Position, Fault> {
        Ok(Position { state: puzzle.position()?, turn: puzzle.turn, rules: puzzle.rules })
    }

    /// A position made by a program from hands and a turn.
    pub fn new(hands: &[Hand], turn: Turn, rules: Ruleset) -> Result<Position, Fault> {
        let hands = Hands::new(hands).ok_or_else(|| Fault::of_hand_count(hands.len()))?;
        Position::of(&Puzzle { turn, ..Puzzle::new(hands, rules) })
    }

    /// The position of typed hands.
    pub fn typed(
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
        let puzzle = Puzzle::parse_turn(&texts, turn, last.as_deref(), by, rules).map_err(Fault::from)?;
        Ok(Position::of(&puzzle)?)
    }

    /// The position of a line of a pack.
    pub fn of_line(line: &str, rules: Ruleset) -> Result<Position, Fault> {
        let mut puzzles = read(line.as_bytes(), "", rules);
        match (puzzles.next(), puzzles.next()) {
            (Some(Ok(puzzle)), None) => Position::of(&puzzle),
            (Some(Err(error)), None) => Err(Fault::of_line(line, &error)),
            _ => Err(Fault::new("expected one puzzle on one line, such as `346999Q2 | 34JAAD`")),
        }
    }

    /// What Python may give where a position is expected: a `Position`, a line of a pack, or a sequence of hands.
    pub fn given(given: &Bound<'_, PyAny>, rules: Ruleset) -> PyResult<Position> {
        if let Ok(position) = given.cast::<Position>() {
            return Ok(position.get().clone());
        }
        if given.is_instance_of::<PyString>() {
            return Ok(Position::of_line(&text("position", given)?, rules)?);
        }
        let Ok(hands) = given.cast::<PySequence>() else {
            let name = given.get_type().name()?;
            return Err(PyTypeError::new_err(format!("expected a Position, a str or a tuple of hands, not {name}")));
        };
        let count = hands.len()?;
        if count != 2 && count != 3 {
            return Err(Fault::of_hand_count(count).into());
        }
        let hands = (0..count).map(|at| hands.get_item(at)).collect::<PyResult<Vec<_>>>()?;
        Position::typed(&hands, None, None, None, rules)
    }

    /// The position of the first arguments of `solve` and `prove`: a position as [`Position::given`] has it, or typed hands.
    pub fn of_arguments(
        first: &Bound<'_, PyAny>,
        second: Option<&Bound<'_, PyAny>>,
        third: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        last: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        if let Some(second) = second {
            let hands: Vec<_> = [Some(first), Some(second), third].into_iter().flatten().cloned().collect();
            return Position::typed(&hands, None, last, None, self::rules(rules)?);
        }
        if third.is_some() || last.is_some() || rules.is_some() && first.is_instance_of::<Position>() {
            return Err(Fault::new("a position has its own hands, rules and turn: leave the others out").into());
        }
        Position::given(first, self::rules(rules)?)
    }

    fn identity(&self) -> Identity {
        let seats = self.state.hands().len();
        if let Some(winner) = self.state.winner() {
            return Identity::Over(self.rules, seats, winner == Side::First, self.state.side_to_move() == Side::First);
        }
        let keys = Keys::new(&self.rules);
        let key = match &self.state {
            AnyPosition::Two(position) => keys.key(position),
            AnyPosition::Three(position) => keys.key(position),
        };
        Identity::Running(self.rules, seats, key)
    }

    /// The line of a pack that describes it; of a finished game there is none.
    fn line(&self) -> Option<String> {
        let hands = Hands::new(self.state.hands()).filter(|_| self.state.winner().is_none())?;
        Some(Puzzle { turn: self.turn, ..Puzzle::new(hands, self.rules) }.to_string())
    }

    fn last_text(&self) -> Option<String> {
        self.turn.combo().map(|combo| self.rules.notation(Move::Play(combo)))
    }
}

#[pymethods]
impl Position {
    /// The position of hands in playing order.
    #[new]
    #[pyo3(signature = (first, second, third = None, *, rules = None, turn = None, last = None, by = None))]
    fn py_new(
        first: Bound<'_, PyAny>,
        second: Bound<'_, PyAny>,
        third: Option<Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        turn: Option<&Bound<'_, PyAny>>,
        last: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let hands: Vec<_> = [Some(first), Some(second), third].into_iter().flatten().collect();
        Position::typed(&hands, turn, last, by, self::rules(rules)?)
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
    fn parse(line: &Bound<'_, PyAny>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        Ok(Position::of_line(&text("line", line)?, self::rules(rules)?)?)
    }

    /// The hands in playing order, their lowest cards first.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.state.hands().iter().map(|hand| hand.to_string()).collect::<Vec<_>>())
    }

    /// For each hand how many cards of each rank it has: 3 4 5 6 7 8 9 T J Q K A 2, small joker, big joker.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let counts = |hand: &Hand| PyTuple::new(py, Rank::all().map(|rank| hand.count(rank)).collect::<Vec<_>>());
        PyTuple::new(py, self.state.hands().iter().map(counts).collect::<PyResult<Vec<_>>>()?)
    }

    /// The hand to move, from 1.
    #[getter]
    fn turn(&self) -> usize {
        self.state.to_move() + 1
    }

    /// What must be answered; None on the lead.
    #[getter]
    fn trick<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.state.trick().map(|trick| answers::trick(py, trick)).transpose()
    }

    /// The move that must be answered; None on the lead.
    #[getter]
    fn last(&self) -> Option<String> {
        self.last_text()
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRuleset {
        PyRuleset(self.rules)
    }

    /// The side that has won: 1 the first hand or the landlord, 2 the second hand or the farmers; None while the game
    /// runs.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.state.winner().map(|side| if side == Side::First { 1 } else { 2 })
    }

    /// All legal moves: combinations by kind, length, rank and kickers, then ``pass`` except on the lead. None if the
    /// game is over.
    fn moves(&self) -> Vec<String> {
        self.state.moves(&self.rules).into_iter().map(|played| self.rules.notation(played)).collect()
    }

    /// The position after a move. Raises `InputError` if it is not a legal one.
    #[pyo3(name = "play")]
    fn py_play(&self, played: &Bound<'_, PyAny>) -> PyResult<Position> {
        let played = parse_move(&text("move", played)?, &self.rules).map_err(Fault::from)?;
        let state = self.state.try_play(played, &self.rules).map_err(Fault::from)?;
        let last = match played {
            Move::Play(combo) => Some(LastMove { combo, by: self.state.to_move() }),
            Move::Pass => self.turn.last.filter(|_| state.trick().is_some()),
        };
        Ok(Position { state, turn: Turn { to_move: state.to_move(), last }, rules: self.rules })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.line().unwrap_or_else(|| match &self.state {
            AnyPosition::Two(position) => position.to_string(),
            AnyPosition::Three(position) => position.to_string(),
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
