//! Questions after a solve: verdicts and winning moves of later positions, for example for a page that explains the answer.

use super::Solver;
use super::workers::{Decision, Resources, decide};
use crate::rules::{Position, Ruleset};
use parking_lot::Mutex;

/// Answers questions about positions; see [`Solver::consult`].
///
/// ```
/// use canju::{Options, Solver, Verdict, rules::{Position, Ruleset}};
/// let rules = Ruleset::default();
/// let position = Position::<2>::parse(["K5", "44Q"], None, &rules)?;
/// let mut solver = Solver::new(Options::default());
/// let best = solver.solve(&position, &rules).best.unwrap();
/// let (verdict, answer) = solver.consult(&rules, |asked| asked.decide(&position.play(best)));
/// assert_eq!((verdict, answer), (Verdict::Loss, None)); // for the other side
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
pub struct Consultation<'a, const SEATS: usize>(Resources<'a, SEATS>);

impl<const SEATS: usize> Consultation<'_, SEATS> {
    /// The verdict of a position and, if it is a win, a winning move. A finished game has a verdict and no move. The
    /// verdict is unknown once a limit is reached.
    pub fn decide(&mut self, position: &Position<SEATS>) -> Decision {
        decide(position, &mut self.0)
    }
}

impl Solver {
    /// Lets `ask` put questions about positions that follow from the one solved last. Most answers are quick, since the
    /// tables still have what that solve found. The options' limits apply again, to all questions together.
    pub fn consult<const SEATS: usize, T>(
        &mut self,
        rules: &Ruleset,
        ask: impl FnOnce(&mut Consultation<'_, SEATS>) -> T,
    ) -> T {
        self.prepare::<SEATS>(rules);
        let (budget, statistics, arenas) = (self.budget(), Mutex::default(), self.options.memory / 2);
        ask(&mut Consultation(self.resources(rules, &budget, &statistics, arenas)))
    }
}
