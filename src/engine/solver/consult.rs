//! Questions after a solve: verdicts and winning moves of later positions, for example for a page that explains the answer.

use super::line::Lengths;
use super::points::Game;
use super::ranking::sort_greatest_first;
use super::workers::{Decision, Resources, decide, decide_move};
use super::{Solver, Task, Worth, points};
use crate::rules::{AnyState, Move, Position, Ruleset, Side, State};
use crate::search::{Reason, SolveContext, Successor, Verdict, estimate_of_guess, estimate_of_numbers, successor};
use crate::tables::Keys;
use parking_lot::Mutex;
use std::sync::Arc;

/// Answers questions about positions of one game; see [`Solver::consult`].
///
/// ```
/// use canju::{Position, Solver, Task, Verdict};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let next = position.play(solver.solve(&position, &task).best().unwrap())?;
/// let (verdict, answer) = solver.consult(&position, &task, |asked| asked.decide(&next));
/// assert_eq!((verdict, answer), (Verdict::Loss, None)); // for the other side
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Consultation<'a> {
    rules: Ruleset,
    resources: AnyResources<'a>,
}

enum AnyResources<'a> {
    Two(Resources<'a, 2>),
    Three(Resources<'a, 3>),
}

/// Runs the same code on the resources for two hands or for three.
macro_rules! with_resources {
    ($consultation:expr, $position:expr, |$state:ident, $resources:ident| $does:expr) => {{
        let (consultation, position): (&mut Consultation<'_>, &Position) = ($consultation, $position);
        match (position.state(), &mut consultation.resources) {
            (AnyState::Two($state), AnyResources::Two($resources)) if *position.rules() == consultation.rules => $does,
            (AnyState::Three($state), AnyResources::Three($resources)) if *position.rules() == consultation.rules => {
                $does
            }
            _ => panic!("{position} is of another game than the one that this consultation is about"),
        }
    }};
}

impl Consultation<'_> {
    /// The verdict of a position and, if it is a win, a winning move. A finished game has a verdict and no move. The
    /// verdict is unknown once a limit is reached.
    ///
    /// # Panics
    /// If the position has other rules or another number of hands than the one that the consultation is about.
    pub fn decide(&mut self, position: &Position) -> Decision {
        with_resources!(self, position, |state, resources| decide(state, resources))
    }

    /// What a position is worth for the player to move, in points. `None` if it is not played for points.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task};
    /// let position: Position = "3333K | 44Q | scoring=douzero".parse()?;
    /// let worth = Solver::default().consult(&position, &Task::default(), |asked| asked.worth(&position));
    /// assert_eq!(worth.unwrap().value(), Some(2));
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn worth(&mut self, position: &Position) -> Option<Worth> {
        let stakes = position.stakes();
        if !stakes.scoring.has_points() {
            return None;
        }
        if let Some(points) = position.points_at_the_end() {
            return Some(Worth { at_least: points, at_most: points });
        }
        Some(with_resources!(self, position, |state, resources| points::worth(state, stakes, resources)))
    }

    /// Does this side win, and so many points at least for one of its players, if points are asked for? They are more than none, and no
    /// more than its bombs could make them. The verdict is this side's.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task, Verdict, rules::Side};
    /// let position: Position = "3333K | 44Q | scoring=douzero".parse()?;
    /// let (mut solver, task) = (Solver::default(), Task::default());
    /// let wins = |points| solver.consult(&position, &task, |asked| asked.wins(&position, Side::First, points));
    /// assert_eq!([None, Some(1), Some(2), Some(3)].map(wins), [Verdict::Win, Verdict::Win, Verdict::Win, Verdict::Loss]);
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn wins(&mut self, position: &Position, side: Side, points: Option<i64>) -> Verdict {
        let for_side = |is_won| if is_won { Verdict::Win } else { Verdict::Loss };
        if let Some(winner) = position.winner() {
            let found = position.points_at_the_end().map(|found| position.points_for(side as usize, found));
            return for_side(winner == side && points.is_none_or(|points| found >= Some(points)));
        }
        let stakes = position.stakes();
        let (verdict, _) = with_resources!(self, position, |state, resources| match points {
            Some(points) => decide(&Game { position: state, stakes }.asked_for(side, points), resources),
            None => decide(state, resources),
        });
        match verdict {
            Verdict::Unknown(_) => verdict,
            _ => for_side((verdict == Verdict::Win) == (position.side_to_move() == side)),
        }
    }

    /// The limit that the questions so far have reached, if they have.
    pub fn limit(&self) -> Option<Reason> {
        match &self.resources {
            AnyResources::Two(resources) => resources.shared.budget.expired(),
            AnyResources::Three(resources) => resources.shared.budget.expired(),
        }
    }

    /// The verdict of a move, for the side that makes it, within this many nodes. They count against the limits.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    #[doc(hidden)]
    pub fn decide_move(&mut self, position: &Position, played: Move, nodes: u64) -> Verdict {
        self.judge_move(position, played, nodes).0
    }

    /// The verdict of a move, for the side that makes it, within this many nodes, which count against the limits. And how likely it is
    /// that it wins: 1 or 0 if the verdict is known, and else an estimate (`search/estimate.rs`), which proves nothing.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    #[doc(hidden)]
    pub fn judge_move(&mut self, position: &Position, played: Move, nodes: u64) -> (Verdict, f64) {
        with_resources!(self, position, |state, resources| judge_within(state, played, nodes, resources))
    }

    /// The points that the player to move may expect of a move, and whether they are exact: what is not decided within this many nodes for
    /// each question is estimated. `None` if the position is not played for points.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    #[doc(hidden)]
    pub fn expected_points(&mut self, position: &Position, played: Move, nodes: u64) -> Option<(f64, bool)> {
        let stakes = position.stakes();
        if !stakes.scoring.has_points() {
            return None;
        }
        let next = position.after(played);
        if let Some(points) = next.points_at_the_end() {
            return Some((next.points_for(position.to_move(), points) as f64, true));
        }
        Some(with_resources!(self, position, |state, resources| {
            let judge =
                |asked: &State<_>, resources: &mut Resources<'_, _>| judge_within(asked, played, nodes, resources);
            Game { position: state, stakes }.expected_of_move(played, resources, judge)
        }))
    }

    /// Sorts moves of a position: those first after which a win of the player's side looks easiest to the evaluation.
    ///
    /// # Panics
    /// As [`Consultation::decide`], and if one of the moves is not legal.
    #[doc(hidden)]
    pub fn sort_easiest_first(&mut self, position: &Position, moves: &mut [Move]) {
        with_resources!(self, position, |state, resources| {
            let mut searcher = resources.shared.searcher(&mut resources.memos[0]);
            let side = state.side_to_move();
            sort_greatest_first(moves, |played| searcher.hardness(&state.play(played), side));
            moves.reverse();
        });
    }

    /// Nodes that the questions so far have taken, without those of [`Consultation::plies`].
    #[doc(hidden)]
    pub fn nodes(&self) -> u64 {
        match &self.resources {
            AnyResources::Two(resources) => resources.shared.budget.nodes(),
            AnyResources::Three(resources) => resources.shared.budget.nodes(),
        }
    }

    /// How many plies the game lasts if the winner ends it as soon and the loser as late as possible. `None` if that is not found
    /// within `nodes` nodes, or a limit is reached.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    #[doc(hidden)]
    pub fn plies(&mut self, position: &Position, nodes: u64) -> Option<u16> {
        with_resources!(self, position, |state, resources| plies(state, nodes, resources))
    }

    /// Can this side end the game within `plies` plies? A game that it has won ends within 0 plies.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// As [`Consultation::decide`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task, rules::Side};
    /// let position: Position = "335 | 4A".parse()?;
    /// let (mut solver, task) = (Solver::default(), Task::default());
    /// let within = |plies| solver.consult(&position, &task, |asked| asked.ends_within(&position, Side::First, plies));
    /// assert_eq!([2, 3].map(within), [Ok(false), Ok(true)]); // 33, pass, 5
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn ends_within(&mut self, position: &Position, side: Side, plies: u16) -> Result<bool, Reason> {
        with_resources!(self, position, |state, resources| ends_within(state, side, plies, resources))
    }
}

fn ends_within<const SEATS: usize>(
    position: &State<SEATS>,
    side: Side,
    plies: u16,
    resources: &mut Resources<'_, SEATS>,
) -> Result<bool, Reason> {
    if let Some(winner) = position.winner() {
        return Ok(winner == side);
    }
    let (start, passes) = position.settled(resources.shared.rules);
    let Some(left) = plies.checked_sub(passes).filter(|&left| left > 0) else { return Ok(false) };
    match decide(&start, resources).0 {
        Verdict::Unknown(reason) => return Err(reason),
        verdict if (verdict == Verdict::Win) != (start.side_to_move() == side) => return Ok(false),
        _ => {}
    }
    let (budget, key) = (resources.shared.budget, Keys::new(resources.shared.rules).key(&start));
    let found = Lengths::new(resources, budget, side).within(&start, key, left);
    found.map_err(|_| budget.expired().unwrap_or(Reason::Memory))
}

fn judge_within<const SEATS: usize>(
    position: &State<SEATS>,
    played: Move,
    nodes: u64,
    resources: &mut Resources<'_, SEATS>,
) -> (Verdict, f64) {
    let budget = resources.shared.budget;
    let aside = budget.aside(budget.allowance(nodes));
    let shared = SolveContext { budget: &aside, ..resources.shared };
    let &mut Resources { ref pages, reaper, length_bytes, thread_pool, .. } = resources;
    let (pages, memos) = (pages.clone(), &mut *resources.memos);
    let mut within = Resources { shared, pages, reaper, memos, length_bytes, thread_pool, offer: None, left_at: None };
    let verdict = decide_move(position, played, &mut within);
    let left_at = within.left_at;
    budget.count(aside.nodes());
    let likelihood = match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        Verdict::Unknown(_) => {
            let Successor::State(next, _) = successor(position, played, shared.rules) else {
                unreachable!("a game that is over has a verdict")
            };
            let likelihood = left_at.map(estimate_of_numbers).unwrap_or_else(|| {
                let guess = resources.shared.searcher(&mut resources.memos[0]).guess(&next);
                guess.map_or(0.5, |guess| estimate_of_guess(&guess))
            });
            if next.side_to_move() == position.side_to_move() { likelihood } else { 1.0 - likelihood }
        }
    };
    (verdict, likelihood)
}

fn plies<const SEATS: usize>(position: &State<SEATS>, nodes: u64, resources: &mut Resources<'_, SEATS>) -> Option<u16> {
    let mover = position.side_to_move();
    let winner = match (position.winner(), decide(position, resources).0) {
        (Some(_), _) => return Some(0),
        (None, Verdict::Win) => mover,
        (None, Verdict::Loss) => mover.opponent(),
        (None, Verdict::Unknown(_)) => return None,
    };
    let (start, passes) = position.settled(resources.shared.rules);
    let budget = resources.shared.budget.aside(nodes);
    let length = Lengths::new(resources, &budget, winner).length(&start).ok()?;
    Some(passes + length)
}

impl Solver {
    /// Lets `ask` put questions about positions of this game, or about other hands of the same number of players under the
    /// same rules. Most answers are quick, since the tables still have what a solve found. The task's limits hold for
    /// all questions together.
    pub fn consult<T>(&mut self, about: &Position, task: &Task, ask: impl FnOnce(&mut Consultation<'_>) -> T) -> T {
        let rules = *about.rules();
        self.size_for(task);
        let arenas = self.plan.arenas(false);
        let (budget, statistics) = (Arc::new(task.budget()), Mutex::default());
        let resources = match about.state() {
            AnyState::Two(_) => {
                self.prepare::<2>(&rules);
                AnyResources::Two(self.resources(&rules, &budget, &statistics, arenas))
            }
            AnyState::Three(_) => {
                self.prepare::<3>(&rules);
                AnyResources::Three(self.resources(&rules, &budget, &statistics, arenas))
            }
        };
        ask(&mut Consultation { rules, resources })
    }
}
