//! `review` and `review_many`: games, move by move.

use crate::answers::class;
use crate::arguments::{limits, move_text, text, threads};
use crate::faults::Fault;
use crate::position::{PyPosition, given};
use crate::ruleset::rules;
use crate::solving::with_solver;
use crate::streaming::{Answers, Source};
use crate::waiting::{PATIENCE, bug};
use canju::batch::workers_that_fit;
use canju::puzzle::{Puzzle, SavedGame};
use canju::review::{CardBand, GameRecord, MoveRecord, ReviewOptions, ReviewRecord, Tally};
use canju::rules::Ruleset;
use canju::{NotYet, Options, Position, Solver, StopFlag};
use canju_engine::solver::{Crew, InOrder};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PySequence, PyString, PyTuple};

/// The most games for each thread that are read and whose reviews are not yet taken.
const AHEAD: usize = 8;

/// A game of Python's: where it starts, and its moves as one text or one by one.
fn game(start: &Bound<'_, PyAny>, moves: &Bound<'_, PyAny>, rules: Ruleset) -> PyResult<SavedGame> {
    let start = given(start, rules)?;
    let mut game = SavedGame::from(Puzzle::from(start));
    let mover = |game: &SavedGame| (start.to_move() + game.moves.len()) % start.hands().len() + 1;
    if moves.is_instance_of::<PyString>() {
        let played = game.play(&text("moves", moves)?);
        played.map_err(|error| Fault::of_game(mover(&game), &error, true))?;
        return Ok(game);
    }
    for played in moves.try_iter()? {
        let played = game.play_one(&move_text(game.moves.len() + 1, &played?)?);
        played.map_err(|error| Fault::of_game(mover(&game), &error, false))?;
    }
    Ok(game)
}

/// A game of `review_many`: a pair.
fn pair(item: &Bound<'_, PyAny>, rules: Ruleset) -> PyResult<SavedGame> {
    let is_text = item.is_instance_of::<PyString>();
    let Some(item) = item.cast::<PySequence>().ok().filter(|item| !is_text && item.len().is_ok_and(|len| len == 2))
    else {
        let name = item.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a game: expected a pair of a position and moves, not {name}")));
    };
    game(&item.get_item(0)?, &item.get_item(1)?, rules)
}

/// What a review found, with where it started.
type Reviewed = (Position, ReviewRecord);

fn reviewed(solver: &mut Solver, game: &SavedGame, options: &ReviewOptions) -> Reviewed {
    (game.start.position, ReviewRecord::of(solver, game, options))
}

/// The `Review` of a game.
fn filled<'py>(py: Python<'py>, (start, record): Reviewed) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let record: GameRecord = match record {
        ReviewRecord::Reviewed(record) => *record,
        ReviewRecord::Failed(failed) => return Err(bug(&failed.error)),
    };
    let tallies = |tallies: &[Tally]| {
        let tallies = tallies.iter().map(|tally| filled_tally(py, tally)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, tallies)
    };
    let moves = record.moves.iter().map(|played| filled_move(py, played)).collect::<PyResult<Vec<_>>>()?;
    let fields = (
        PyPosition(start),
        PyTuple::new(py, moves)?,
        PyTuple::new(py, record.winners)?,
        record.over,
        PyTuple::new(py, record.turning_points)?,
        tallies(&record.players)?,
        tallies(&record.sides)?,
        record.nodes,
        record.elapsed_ms / 1e3,
        record.threads,
        record.reason.as_deref(),
        PyTuple::new(py, record.values)?,
    );
    class(py, &CLASS, "Review")?.call1(fields)
}

fn filled_move<'py>(py: Python<'py>, played: &MoveRecord) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let fields = (
        played.ply,
        played.player,
        &played.played,
        played.cards,
        &*played.before,
        &*played.after,
        &*played.mark,
        PyTuple::new(py, &played.keeping)?,
        played.keeping_is_complete,
        played.only_move,
        PyTuple::new(py, &played.refutation)?,
        played.plies,
    );
    // A tuple of PyO3's has at most twelve.
    let points = [("value_before", played.value_before), ("value_after", played.value_after)].into_py_dict(py)?;
    class(py, &CLASS, "ReviewedMove")?.call(fields, Some(&points))
}

fn filled_tally<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bands = tally.by_cards.iter().map(|band| filled_band(py, band)).collect::<PyResult<Vec<_>>>()?;
    let Tally { player, side, won, given_away, only_moves, accuracy, points_given_away, .. } = *tally;
    let fields = (player, side, won, given_away, only_moves, accuracy, PyTuple::new(py, bands)?, points_given_away);
    class(py, &CLASS, "Tally")?.call1(fields)
}

fn filled_band<'py>(py: Python<'py>, band: &CardBand) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    class(py, &CLASS, "CardBand")?.call1((band.from, band.to, band.won, band.given_away, band.only_moves))
}

/// Reviews a game (复盘): who wins before and after each move, exactly, and which moves gave a win away.
///
/// Args:
///     start: where the game starts: a `Position`, a line of a pack, or a tuple of hands, of which the first is to move.
///     moves: the moves from there, each player's in turn with every ``pass``: a `str` with spaces between them, or an iterable of
///         `str`. A game that stops early is reviewed as far as it goes.
///     rules: the rules of a start that does not have its own: their text or a `Ruleset`; by default ``huanle``.
///     all_moves: find every move that keeps a win. By default two are enough, which tell whether there was a choice.
///     time_limit: seconds for each position.
///     node_limit: nodes for each position.
///     threads: 0 for one per core.
///
/// Returns:
///     A `Review`. What a limit left open is ``"unknown"``. A start that is played for points, such as a `Position` with a `scoring`,
///     gives the points of each position, too.
///
/// Raises:
///     InputError: what is not a position; a move that can't be read or is not legal, with its number as `move`, and the player and
///         the reason in its text.
///
/// >>> import canju
/// >>> review = canju.review(("346999Q2", "34JAAD"), "3999 pass 4 J 2 D pass A")
/// >>> _, _, _, _, fifth, *_ = review.moves
/// >>> review.turning_points, fifth.mark, fifth.keeping
/// ((5,), 'gave_away', ('Q',))
/// >>> [(tally.won, tally.given_away) for tally in review.players]
/// [(3, 1), (2, 0)]
/// >>> first, *_ = canju.review(canju.Position("3333K", "44Q", scoring="douzero"), "333K pass 3").moves
/// >>> first.mark, first.value_before, first.value_after
/// ('kept', 2, 1)
#[pyfunction]
#[pyo3(signature = (start, moves, *, rules = None, all_moves = false, time_limit = None, node_limit = None, threads = None),
    text_signature = "(start, moves, *, rules=None, all_moves=False, time_limit=None, node_limit=None, threads=1)")]
#[expect(clippy::too_many_arguments, reason = "Python's keywords")]
pub fn review<'py>(
    py: Python<'py>,
    start: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    rules: Option<&Bound<'py, PyAny>>,
    all_moves: bool,
    time_limit: Option<f64>,
    node_limit: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if rules.is_some() && start.is_instance_of::<PyPosition>() {
        return Err(Fault::new("a position has its own rules: leave `rules` out").into());
    }
    let game = game(start, moves, self::rules(rules)?)?;
    let (limits, threads) = (limits(time_limit, node_limit)?, threads.map_or(Ok(1), self::threads)?);
    let options = ReviewOptions { all_moves, limits, ..ReviewOptions::default() };
    let found = with_solver(py, threads, &options.stop, |solver| reviewed(solver, &game, &options))?;
    filled(py, found)
}

/// The one game of a log: where it starts, and its moves. For the adapters; what programs write is told from the text.
#[pyfunction]
pub fn game_of_log(log: &str) -> PyResult<(PyPosition, Vec<String>)> {
    let mut games = canju::logs::read(log, "", Ruleset::default());
    let (count, first) = (games.len(), games.pop());
    match first {
        Some(Ok(game)) if count == 1 => {
            let start = game.start.position;
            let moves = game.moves.iter().map(|&played| start.notation(played)).collect();
            Ok((PyPosition(start), moves))
        }
        Some(Err(fault)) if count == 1 => Err(Fault::new(fault.to_string()).into()),
        _ => Err(Fault::new(format!("expected one game, not {count}")).into()),
    }
}

/// The reviews of many games, of which each is made by one thread. To drop it is to end the work.
struct Reviewing {
    reviews: InOrder<Source<SavedGame>, Reviewed>,
    stop: StopFlag,
}

impl Reviewing {
    fn new(games: Source<SavedGame>, threads: usize, options: ReviewOptions) -> Reviewing {
        let all = Options { threads, ..Options::default() };
        let (threads, stop) = (workers_that_fit(&all), options.stop.clone());
        let own = Options { threads: 1, memory: all.memory / threads, ..all };
        let make = move || {
            let (mut solver, options) = (Solver::new(own.clone()), options.clone());
            move |game: SavedGame| reviewed(&mut solver, &game, &options)
        };
        Reviewing { reviews: InOrder::new(Crew { name: "canju-review", threads, ahead: AHEAD }, games, make), stop }
    }

    fn next_within(&mut self) -> Result<Option<Reviewed>, NotYet> {
        self.reviews.next_within(PATIENCE)
    }
}

impl Drop for Reviewing {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The iterator of `review_many`.
#[pyclass(frozen, module = "canju")]
pub struct Reviews(Answers<Reviewing>);

#[pymethods]
impl Reviews {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.next(py, Reviewing::next_within)?.map(|found| filled(py, found)).transpose()
    }
}

/// Reviews many games in parallel and gives their reviews in order.
///
/// It reads some games ahead, so the input may be endless. Each game is reviewed by one thread. To drop the iterator is to end the
/// work.
///
/// Args:
///     games: each a pair of a start and moves, as for `review`.
///     rules: the rules of those that do not have their own; by default ``huanle``.
///     all_moves, time_limit, node_limit: as for `review`; limits are those of each position.
///     threads: 0 for one per core.
///
/// Raises:
///     InputError: for what is not a game, with its number from 0, and what `review` says of it, after the reviews of those before it.
///
/// >>> import canju
/// >>> games = [(("335", "4A"), "3 4"), (canju.Position("335", "4A"), ["33", "pass", "5"])]
/// >>> [review.turning_points for review in canju.review_many(games)]
/// [(1,), ()]
#[pyfunction]
#[pyo3(signature = (games, *, rules = None, all_moves = false, time_limit = None, node_limit = None, threads = None),
    text_signature = "(games, *, rules=None, all_moves=False, time_limit=None, node_limit=None, threads=0)")]
pub fn review_many(
    games: &Bound<'_, PyAny>,
    rules: Option<&Bound<'_, PyAny>>,
    all_moves: bool,
    time_limit: Option<f64>,
    node_limit: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
) -> PyResult<Reviews> {
    let rules = self::rules(rules)?;
    let limits = limits(time_limit, node_limit)?;
    let threads = threads.map_or(Ok(0), self::threads)?;
    let source = Source::new(games, "game", pair, rules)?;
    let options = ReviewOptions { all_moves, limits, ..ReviewOptions::default() };
    Ok(Reviews(Answers::new(source, |source| Reviewing::new(source, threads, options))))
}
