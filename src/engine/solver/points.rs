//! Points: what a position is worth, found by questions with yes or no as an answer.
//!
//! The first question is who wins. The next ones are about the winner: does it win with one doubling at least, with two, and so on,
//! up to the first no, or as long as its bombs reach ([`State::is_goal_within_reach`]). So a
//! position where the winner has no bomb takes no further search, and each question begins with what the ones before it have left in
//! the tables.

use super::line::{Resistance, next_moves};
use super::workers::{Decision, Resources, decide, decide_move};
use crate::rules::{Goal, Move, Side, Stakes, State};
use crate::search::Verdict;

/// The points that are proved for the player to move.
///
/// ```
/// use canju::{Limits, Position, Solver, Task};
/// let position: Position = "3333K | 44Q | scoring=douzero".parse()?;
/// let worth = Solver::default().solve(&position, &Task::default()).worth().unwrap();
/// assert_eq!((worth.at_least, worth.at_most, worth.value()), (2, 2, Some(2)));
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// It can force as many.
    pub at_least: i64,
    /// Its opponents can force that it gets no more.
    pub at_most: i64,
}

impl Worth {
    /// The value, if both bounds are equal.
    pub fn value(self) -> Option<i64> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The value of a position whose moves are worth that much.
    pub(super) fn of_moves(moves: &[Worth]) -> Option<Worth> {
        let most = |of: fn(&Worth) -> i64| moves.iter().map(of).max();
        Some(Worth { at_least: most(|worth| worth.at_least)?, at_most: most(|worth| worth.at_most)? })
    }
}

/// A position and what it is played for.
#[derive(Clone, Copy)]
pub struct Game<'a, const SEATS: usize> {
    pub position: &'a State<SEATS>,
    pub stakes: &'a Stakes,
}

/// What is proved about how a game ends.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Who wins, if that is known.
    winner: Option<Side>,
    /// With so many doublings at least and at most. If the winner is not known, the most of each side.
    doublings: [u8; 2],
}

/// What a position that is played for points is worth, and whose game is not over.
pub fn worth<const SEATS: usize>(position: &State<SEATS>, stakes: &Stakes, resources: &mut Resources<SEATS>) -> Worth {
    let game = Game { position, stakes };
    let decision = decide(position, resources);
    let (outcome, _) = game.doublings(decision, resources);
    game.worth(outcome)
}

impl<const SEATS: usize> Game<'_, SEATS> {
    /// The position under the question whether this side wins with so many doublings.
    fn asked(&self, side: Side, doublings: u8) -> State<SEATS> {
        self.position.with_goal(self.stakes.goal(side, doublings))
    }

    /// The position under the question whether a player of this side gets so many points at least, more than none.
    pub fn asked_for(&self, side: Side, points: i64) -> State<SEATS> {
        let of_a_win = self.stakes.for_a_win(side, SEATS);
        self.asked(side, (0..).find(|&doublings| of_a_win << doublings >= points).expect("a win has points"))
    }

    /// The most doublings with which this side might win after these moves, by what it holds then.
    fn most(&self, side: Side, moves: Option<Move>, resources: &Resources<SEATS>) -> u8 {
        let reaches = |&doublings: &u8| {
            let next = moves.iter().fold(self.asked(side, doublings), |here, &played| here.play_unchecked(played));
            next.is_goal_within_reach(resources.shared.rules)
        };
        (1..).take_while(reaches).last().unwrap_or(0)
    }

    /// Finds with how many doublings the game is won. `verdict` is that of the game, or of this move, for the side to move, and
    /// `ask` is the verdict of a question about it.
    fn outcome(
        &self,
        moves: Option<Move>,
        verdict: Verdict,
        resources: &mut Resources<SEATS>,
        mut ask: impl FnMut(&State<SEATS>, &mut Resources<SEATS>) -> Verdict,
    ) -> Outcome {
        let mover = self.position.side_to_move();
        let winner = match verdict {
            Verdict::Win => mover,
            Verdict::Loss => mover.opponent(),
            Verdict::Unknown(_) => {
                let doublings = [Side::First, Side::Second].map(|side| self.most(side, moves, resources));
                return Outcome { winner: None, doublings };
            }
        };
        let mut doublings = [0, self.most(winner, moves, resources)];
        for more in 1..=doublings[1] {
            let verdict = ask(&self.asked(winner, more), resources);
            if !verdict.is_decided() {
                break;
            }
            if (verdict == Verdict::Win) == (winner == mover) {
                doublings[0] = more;
            } else {
                doublings[1] = more - 1;
                break;
            }
        }
        Outcome { winner: Some(winner), doublings }
    }

    /// The doublings of a decided position, and the move to play. The mover's is one that wins as much as possible, or that
    /// loses no more than it must; `None` if it loses the same by all moves.
    pub fn doublings(&self, (verdict, found): Decision, resources: &mut Resources<SEATS>) -> (Outcome, Option<Move>) {
        let mut best = found;
        let outcome = self.outcome(None, verdict, resources, |asked, resources| {
            let (verdict, found) = decide(asked, resources);
            best = found.or(best);
            verdict
        });
        (outcome, best)
    }

    /// What a move with this verdict is worth.
    pub fn worth_of_move(&self, played: Move, verdict: Verdict, resources: &mut Resources<SEATS>) -> Worth {
        let ask = |asked: &State<SEATS>, resources: &mut Resources<SEATS>| decide_move(asked, played, resources);
        self.worth(self.outcome(Some(played), verdict, resources, ask))
    }

    /// The points that the player to move may expect of a move, and whether they are exact. `judge` answers a question about the move,
    /// for the side to move, and says how likely a yes is: 1 or 0 if it is decided.
    ///
    /// Who wins with n doublings gets 2^n times as much, which is 1 and then 2^(i-1) more for each i up to n. So a side may expect the
    /// sum of these, each times how likely it wins with i doublings at least.
    pub fn expected_of_move(
        &self,
        played: Move,
        resources: &mut Resources<SEATS>,
        mut judge: impl FnMut(&State<SEATS>, &mut Resources<SEATS>) -> (Verdict, f64),
    ) -> (f64, bool) {
        let mover = self.position.side_to_move();
        let (verdict, won) = judge(&self.asked(mover, 0), resources);
        let mut is_exact = verdict.is_decided();
        let mut expected = [won, 1.0 - won];
        for (sum, side) in expected.iter_mut().zip([mover, mover.opponent()]) {
            let mut likelihood = *sum;
            for doublings in 1..=self.most(side, Some(played), resources) {
                if likelihood == 0.0 {
                    break;
                }
                let (verdict, yes) = judge(&self.asked(side, doublings), resources);
                let as_often = if side == mover { yes } else { 1.0 - yes };
                is_exact &= verdict.is_decided();
                // To win with more is no likelier.
                likelihood = likelihood.min(as_often);
                *sum += likelihood * f64::from(1 << (doublings - 1));
            }
        }
        let [own, others] = expected;
        (self.for_a_win() as f64 * (own - others), is_exact)
    }

    /// The points of the player to move for a win without further doublings.
    pub fn for_a_win(&self) -> i64 {
        self.stakes.for_a_win(self.position.side_to_move(), SEATS)
    }

    /// An outcome in points of the player to move.
    pub fn worth(&self, outcome: Outcome) -> Worth {
        let mover = self.position.side_to_move();
        let unit = self.for_a_win();
        let points =
            |winner: Side, doublings: u8| if winner == mover { unit << doublings } else { -(unit << doublings) };
        let [least, most] = match outcome {
            Outcome { winner: Some(winner), doublings } => {
                let mut points = doublings.map(|doublings| points(winner, doublings));
                points.sort_unstable();
                points
            }
            Outcome { winner: None, doublings: [first, second] } => {
                let mut points = [points(Side::First, first), points(Side::Second, second)];
                points.sort_unstable();
                points
            }
        };
        Worth { at_least: least, at_most: most }
    }

    /// A full game in which both sides play for points, from a position that is worth this, with this first move. Empty if a limit is
    /// reached, or if the value is not known exactly.
    ///
    /// The winner's moves keep its doublings, and the loser's grant it no more.
    pub fn line(
        &self,
        worth: Worth,
        best: Option<Move>,
        resistance: Resistance,
        resources: &mut Resources<SEATS>,
    ) -> Vec<Move> {
        let mover = self.position.side_to_move();
        let doublings = |value| Some((value, self.stakes.doublings(mover, SEATS, value)?));
        let Some((value, doublings)) = worth.value().and_then(doublings) else { return Vec::new() };
        let winner = if value > 0 { mover } else { mover.opponent() };
        let mut line: Vec<Move> = best.into_iter().collect();
        let after = |here: State<SEATS>, moves: &[Move]| moves.iter().fold(here, |here, &played| here.play(played));
        let mut kept = after(self.asked(winner, doublings), &line);
        let mut denied = after(self.asked(winner, doublings + 1), &line);
        let rules = resources.shared.rules;
        while denied.winner().is_none() {
            let moves = kept.moves(rules);
            let played = match moves[..] {
                [only] => Some(only),
                _ if kept.side_to_move() == winner => decide(&kept, resources).1,
                _ if denied.is_goal_within_reach(rules) => decide(&denied, resources).1,
                // The winner gets no more, as long as the loser itself does not double the stake.
                _ => next_moves(&kept.with_goal(Goal::WIN), winner, resistance, resources).map(|resisting| {
                    let pass_or_lead = || if kept.can_pass() { Move::Pass } else { moves[0] };
                    resisting.first().copied().filter(|played| !played.doubles()).unwrap_or_else(pass_or_lead)
                }),
            };
            let Some(played) = played else { return Vec::new() };
            line.push(played);
            (kept, denied) = (kept.play(played), denied.play(played));
        }
        line
    }
}
