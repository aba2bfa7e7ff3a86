//! `advise`: shares of worlds for a player who does not see the other hands.

use crate::answers::class;
use crate::arguments::{limits, number, threads};
use crate::faults::Fault;
use crate::ruleset;
use crate::waiting::interruptibly;
use canju::StopFlag;
use canju::advice::{AdviceRecord, AdvisedRecord, Effort, Question, QuestionError, Seat};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

impl From<QuestionError> for Fault {
    fn from(error: QuestionError) -> Fault {
        Fault::new(error.to_string())
    }
}

/// Advises a player who does not see the other hands: an estimate, never a verdict.
///
/// Deals that fit what the player knows are drawn, each as likely as any other, and solved exactly with all hands open; each legal
/// move gets the share of these worlds in which it wins. The opponents never err there, and a plan may count on what the player
/// can't know. What is not decided within the limits is estimated, and `Advised.estimated` says in how many worlds. Without a time limit
/// a seed always gives the same advice.
///
/// Args:
///     hand: the player's cards.
///     seat: ``"landlord"``, ``"farmer1"`` (plays after the landlord) or ``"farmer2"``.
///     left: how many cards the two others hold, in playing order; not needed with a history of a whole deal.
///     played: all cards played so far, those of `last` included.
///     landlord_cards: the landlord's open cards that the landlord still holds; with a history all three may be given.
///     history: all moves from the landlord's first lead on, separated by spaces; instead of `played`, `last` and `by`.
///     last: the move to answer.
///     by: the seat that played it, by default the one before the player's.
///     rules: their text or a `Ruleset`; by default ``huanle``.
///     worlds: the most worlds; if no more fit, all are solved.
///     seed: what they are drawn with.
///     every_move: decide all moves in all worlds, also those that can no longer be the best.
///     exact_only: leave open what is not decided within the limits, instead of estimating how likely it is won.
///     world_nodes: the most search nodes for a world; by default 6,000, with `time_limit` only where one move is left, and none
///         with `exact_only`.
///     time_limit: seconds for everything, which are used up if need be.
///     scoring, stake, moves_made: what it is played for, as in `Position`, but the stake is that of the game's beginning with a history,
///         which says itself how often each seat has played. Then the best move is the one that may be expected to bring most points.
///     threads: 0 for one per core.
///
/// Raises:
///     InputError: what is not a card or not a legal move, and numbers that don't fit.
///
/// >>> import canju
/// >>> played = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD"
/// >>> advice = canju.advise("3AA2", "landlord", left=(2, 1), played=played)
/// >>> advice.basis, advice.worlds, [(advised.move, advised.share) for advised in advice.moves]
/// ('all worlds', 3, [('2', 1.0), ('A', 1.0), ('AA', 1.0), ('3', 0.0)])
#[pyfunction]
#[pyo3(signature = (hand, seat, *, left = None, played = String::new(), landlord_cards = String::new(), history = None,
    last = None, by = None, rules = None, worlds = None, seed = None, every_move = false, exact_only = false,
    world_nodes = None, time_limit = None, scoring = None, stake = None, moves_made = None, threads = None),
    text_signature = "(hand, seat, *, left=None, played='', landlord_cards='', history=None, last=None, by=None, \
    rules=None, worlds=64, seed=0, every_move=False, exact_only=False, world_nodes=None, time_limit=None, scoring=None, stake=None, \
    moves_made=None, threads=1)")]
#[expect(clippy::too_many_arguments, reason = "Python's keywords")]
pub fn advise<'py>(
    py: Python<'py>,
    hand: &Bound<'py, PyAny>,
    seat: &str,
    left: Option<[u32; 2]>,
    played: String,
    landlord_cards: String,
    history: Option<String>,
    last: Option<String>,
    by: Option<&str>,
    rules: Option<&Bound<'py, PyAny>>,
    worlds: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    every_move: bool,
    exact_only: bool,
    world_nodes: Option<&Bound<'py, PyAny>>,
    time_limit: Option<f64>,
    scoring: Option<String>,
    stake: Option<&Bound<'py, PyAny>>,
    moves_made: Option<Vec<u8>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let seat_of = |name: &str| name.parse::<Seat>().map_err(Fault::from);
    let mut question = Question::new(crate::arguments::text("hand", hand)?, seat_of(seat)?);
    question.left = left;
    question.played = played;
    question.landlord_cards = landlord_cards;
    question.history = history;
    question.last = last;
    question.by = by.map(seat_of).transpose()?;
    question.scoring = scoring;
    question.stake = stake.map(|given| number("stake", given, 1, u64::MAX)).transpose()?;
    question.moves_made = moves_made;
    let known = question.known(&ruleset::rules(rules)?).map_err(Fault::from)?;
    let stop = StopFlag::default();
    let nodes = world_nodes.map(|given| number("world_nodes", given, 1, u64::MAX)).transpose()?;
    let effort = Effort {
        worlds: worlds.map_or(Ok(64), |given| number("worlds", given, 1, 1_000_000))? as usize,
        seed: seed.map_or(Ok(0), |given| number("seed", given, 0, u64::MAX))?,
        threads: threads.map_or(Ok(1), self::threads)?,
        every_move,
        stop: stop.clone(),
        ..Effort::within(limits(time_limit, None)?.time, nodes, exact_only)
    };
    let advice = interruptibly(py, &stop, || canju::advice::advise(&known, &effort))?;
    answer(py, AdviceRecord::of(&advice))
}

/// The `Advice` of a record.
fn answer(py: Python<'_>, record: AdviceRecord) -> PyResult<Bound<'_, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static MOVE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let moves = record.moves.into_iter().map(|advised| {
        let AdvisedRecord { played, equal, share, low, high, worlds, won, open, dropped, estimated, expected, .. } =
            advised;
        let AdvisedRecord { points, points_low, points_high, points_exact, .. } = advised;
        let equal = PyTuple::new(py, equal)?;
        let shown = (played, equal, share, low, high, worlds, won, open, dropped, estimated, expected);
        let shown = shown.into_pyobject(py)?.add((points, points_low, points_high, points_exact))?;
        class(py, &MOVE, "Advised")?.call1(shown.cast_into::<PyTuple>()?)
    });
    let moves = PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
    let elapsed = record.elapsed_ms / 1000.0;
    class(py, &CLASS, "Advice")?.call1((record.best, moves, record.basis, record.worlds, elapsed, record.limit))
}
