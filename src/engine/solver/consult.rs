//! Questions after a solve: verdicts and winning moves of later positions, for example for a page that explains the answer.

use super::Solver;
use super::line::Lengths;
use super::workers::{Decision, Resources, decide};
use crate::rules::{Position, Ruleset, Side};
use crate::search::{Reason, Verdict};
use crate::tables::Keys;
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

    /// Can this side end the game within `plies` plies? A game that it has won is over within none.
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// ```
    /// use canju::{Options, Solver, rules::{Position, Ruleset, Side}};
    /// let rules = Ruleset::default();
    /// let position = Position::<2>::parse(["335", "4A"], None, &rules)?;
    /// let within = |plies| Solver::new(Options::default())
    ///     .consult(&rules, |asked| asked.ends_within(&position, Side::First, plies));
    /// assert_eq!([2, 3].map(within), [Ok(false), Ok(true)]); // 33, pass, 5
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn ends_within(&mut self, position: &Position<SEATS>, side: Side, plies: u16) -> Result<bool, Reason> {
        if let Some(winner) = position.winner() {
            return Ok(winner == side);
        }
        let (start, passes) = position.settled(self.0.shared.rules);
        let Some(left) = plies.checked_sub(passes).filter(|&left| left > 0) else { return Ok(false) };
        match self.decide(&start).0 {
            Verdict::Unknown(reason) => return Err(reason),
            verdict if (verdict == Verdict::Win) != (start.side_to_move() == side) => return Ok(false),
            _ => {}
        }
        let (budget, key) = (self.0.shared.budget, Keys::new(self.0.shared.rules).key(&start));
        let found = Lengths::new(&mut self.0, budget, side).within(&start, key, left);
        found.map_err(|_| budget.expired().unwrap_or(Reason::Memory))
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
