//! [`review()`]: one game.

use super::keeping::{Keeping, keeping, refutation};
use super::mark::Mark;
use super::options::ReviewOptions;
use super::reviewed_move::ReviewedMove;
use super::tally::Tally;
use super::winners::{Asking, Known, has_choice, verdict_for};
use crate::puzzle::{seat_in_chinese, seat_names};
use canju_engine::InChinese;
use canju_engine::rules::{IllegalMove, Move, Position, Side};
use canju_engine::search::Reason;
use canju_engine::solver::Solver;
use std::time::Duration;

/// A game with what each of its moves did.
///
/// ```
/// use canju::{Position, Solver, review::{ReviewOptions, review}, rules::Side};
/// let start: Position = "335 | 4A".parse()?;
/// let moves = [start.parse_move("3")?, start.parse_move("4")?];
/// let review = review(&mut Solver::default(), &start, &moves, &ReviewOptions::default())?;
/// assert_eq!(review.winners, [Ok(Side::First), Ok(Side::Second), Ok(Side::Second)]);
/// assert_eq!(review.turning_points().collect::<Vec<_>>(), [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Review {
    /// Where the game started, with its rules.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
    /// The side that wins at each position, one more than there are moves, or the limit that left it open.
    pub winners: Vec<Result<Side, Reason>>,
    /// Where it is played for points: what the first hand, or the landlord, gets with best play from each position on, or nothing where a
    /// limit left that open. Else empty.
    pub values: Vec<Option<i64>>,
    /// Is the game over after its last move?
    pub is_over: bool,
    /// The first limit that left anything open: a winner, a refutation, whether a move was the only one, or with
    /// [`ReviewOptions::all_moves`] the other moves that keep the win.
    pub limit: Option<Reason>,
    /// At how many positions a search was needed to find the winner.
    pub searched: usize,
    /// Nodes visited by all threads, for all of it but [`ReviewedMove::plies`].
    pub nodes: u64,
    /// Wall-clock time of all of it.
    pub elapsed: Duration,
    /// Worker threads.
    pub threads: usize,
}

/// A move that can't be played.
///
/// ```
/// use canju::{Position, Solver, review::{ReviewOptions, review}};
/// let start: Position = "335 | 4A | 66".parse()?;
/// let moves = [start.parse_move("5")?, start.parse_move("6")?];
/// let error = review(&mut Solver::default(), &start, &moves, &ReviewOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "move 2 (farmer 1): `6` is not in the hand");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number} ({player}): {why}")]
pub struct WrongMove {
    /// Which move of the game, from 1.
    pub number: usize,
    /// Whose move it is: `first`, `second`, `landlord`, `farmer 1` or `farmer 2`.
    pub player: &'static str,
    /// Why it can't be played.
    pub why: IllegalMove,
}

impl InChinese for WrongMove {
    fn in_chinese(&self) -> String {
        format!("第 {} 手（{}）：{}", self.number, seat_in_chinese(self.player), self.why.in_chinese())
    }
}

/// The most nodes for the number of plies that a win still needed.
const PLIES_NODES: u64 = 10_000;

/// Reviews a game: decides who wins before and after each move, and what the moves did that gave a win away.
///
/// It starts with empty tables and keeps them to the end, so with one thread and without a limit of time it finds the same with the
/// same nodes each time.
///
/// # Errors
/// The first move that is not legal.
///
/// ```
/// use canju::{Position, Solver, review::{ReviewOptions, review}};
/// let start: Position = "K5 | 44Q".parse()?;
/// let moves: Vec<_> = ["K", "pass", "5"].iter().map(|text| start.parse_move(text)).collect::<Result<_, _>>()?;
/// let review = review(&mut Solver::default(), &start, &moves, &ReviewOptions::default())?;
/// assert!(review.is_over && review.turning_points().count() == 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    solver: &mut Solver,
    start: &Position,
    moves: &[Move],
    options: &ReviewOptions,
) -> Result<Review, WrongMove> {
    let positions = played_out(start, moves)?;
    let mut asking = Asking::new(solver, options, positions, moves);
    let mut known = asking.winners();
    let mut reviewed: Vec<ReviewedMove> =
        (0..moves.len()).rev().map(|at| reviewed_move(&mut asking, &mut known, at, options.all_moves)).collect();
    reviewed.reverse();
    let values = asking.values();
    for (at, reviewed) in reviewed.iter_mut().enumerate() {
        let of_player = |at: usize| Some(start.points_between(0, reviewed.player, (*values.get(at)?)?));
        reviewed.points = of_player(at).zip(of_player(at + 1)).map(|(before, after)| [before, after]);
    }
    let Asking { ref positions, nodes, searched, limit, .. } = asking;
    let is_over = positions.last().is_some_and(|last| last.winner().is_some());
    let elapsed = asking.elapsed();
    Ok(Review {
        start: *start,
        moves: reviewed,
        winners: known.iter().map(|known| known.winner).collect(),
        values,
        is_over,
        limit,
        searched,
        nodes,
        elapsed,
        threads: solver.threads(),
    })
}

/// The positions of a game, one more than it has moves.
fn played_out(start: &Position, moves: &[Move]) -> Result<Vec<Position>, WrongMove> {
    let mut positions = vec![*start];
    for (index, &played) in moves.iter().enumerate() {
        let here = &positions[index];
        let player = seat_names(here.hands().len())[here.to_move()];
        let next = here.play(played).map_err(|why| WrongMove { number: index + 1, player, why })?;
        positions.push(next);
    }
    Ok(positions)
}

/// What the move of this number did. A winning move that is searched for is noted.
fn reviewed_move(asking: &mut Asking<'_>, known: &mut [Known], at: usize, all: bool) -> ReviewedMove {
    let here = asking.positions[at];
    let side = here.side_to_move();
    let [before, after] = [at, at + 1].map(|at| verdict_for(side, known[at].winner));
    let mark = Mark::of(has_choice(&here), before, after);
    let mut kept = Keeping::default();
    if matches!(mark, Mark::Kept | Mark::GaveAway) {
        if known[at].winning.is_none() {
            // Its winner follows from the one before it.
            known[at].winning = asking.search(at).winning;
        }
        if let Some(winning) = known[at].winning {
            kept = asking.ask(at, |asked| keeping(asked, &here, winning, all)).unwrap_or_default();
            if let Some(reason) = kept.limit {
                asking.note(reason);
            }
        }
    }
    let is_mistake = mark == Mark::GaveAway;
    ReviewedMove {
        player: here.to_move(),
        played: asking.moves[at],
        cards: here.cards(),
        before,
        after,
        mark,
        points: None,
        keeping: kept.moves,
        keeping_is_complete: kept.are_all,
        only: kept.only,
        refutation: if is_mistake { refutation(asking, known, at) } else { Vec::new() },
        plies: if is_mistake { asking.ask(at, |asked| asked.plies(&here, PLIES_NODES)).ok().flatten() } else { None },
    }
}

impl Review {
    /// The moves that gave a win away, counted from 0.
    pub fn turning_points(&self) -> impl Iterator<Item = usize> {
        let is_one = |(_, reviewed): &(usize, &ReviewedMove)| reviewed.mark == Mark::GaveAway;
        self.moves.iter().enumerate().filter(is_one).map(|(at, _)| at)
    }

    /// The wins that each player had and kept, in seat order.
    pub fn players(&self) -> Vec<Tally> {
        let seats = 0..self.start.hands().len();
        seats.map(|seat| self.tally(|reviewed| reviewed.player == seat).of_player(seat)).collect()
    }

    fn tally(&self, is_its: impl Fn(&ReviewedMove) -> bool) -> Tally {
        Tally::of(self.moves.iter().filter(|reviewed| is_its(reviewed)), !self.values.is_empty())
    }

    /// The same for the two sides; with two hands these are the players.
    pub fn sides(&self) -> Vec<Tally> {
        let of_side = |side| self.tally(|reviewed| (reviewed.player == 0) == (side == 1)).of_side(side);
        vec![of_side(1), of_side(2)]
    }
}
