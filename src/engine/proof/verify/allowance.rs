//! Limits of a check. The memory is known from the header. The time is not: the loser's moves are not in the file, so a
//! file of some hundred bytes can ask for a walk of hours.

use crate::clock::Instant;
use std::time::Duration;

/// The most memory that [`verify`](super::verify) takes for a certificate: 256 MiB. Those that the solver writes need 32 MiB
/// at most.
pub const DEFAULT_MEMORY: u64 = 256 << 20;

/// The memory and the time that a check may take.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Allowance, VerifyError, verify_within}};
/// use std::time::Duration;
/// let position: Position = "K5 | 44Q".parse()?;
/// let certificate = Solver::default().solve(&position, &Task::default()).certify()?;
/// let within = |time| verify_within(&certificate[..], Allowance { time: Some(time), ..Allowance::default() });
/// assert!(within(Duration::from_secs(60)).is_ok());
/// assert!(matches!(within(Duration::ZERO), Err(VerifyError::Time { positions: 0 })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// Bytes for the memory of proved positions.
    pub memory: u64,
    /// Wall-clock time. The clock is looked at between positions, so input that does not come is waited for.
    pub time: Option<Duration>,
}

impl Default for Allowance {
    fn default() -> Allowance {
        DEFAULT_MEMORY.into()
    }
}

impl From<u64> for Allowance {
    /// This many bytes, and any time.
    fn from(memory: u64) -> Allowance {
        Allowance { memory, time: None }
    }
}

/// Questions for one look at the clock: they take about a tenth of a millisecond.
const BETWEEN_LOOKS: u32 = 64;

/// The time of a check.
pub(super) struct Clock {
    start: Instant,
    time: Option<Duration>,
    /// Questions before the next look.
    left: u32,
}

impl Clock {
    /// Starts the clock.
    pub fn start(time: Option<Duration>) -> Clock {
        Clock { start: Instant::now(), time, left: 0 }
    }

    /// Is the time up? Looks at the clock now and then.
    pub fn is_up(&mut self) -> bool {
        let Some(time) = self.time else { return false };
        let looks = self.left == 0;
        self.left = if looks { BETWEEN_LOOKS } else { self.left - 1 };
        looks && self.start.elapsed() >= time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_looked_at_first_and_then_now_and_then() {
        let mut clock = Clock::start(Some(Duration::ZERO));
        let looks: Vec<usize> = (0..200).filter(|_| clock.is_up()).collect();
        assert_eq!(looks, [0, 65, 130, 195]);
        let (mut early, mut endless) = (Clock::start(Some(Duration::MAX)), Clock::start(None));
        assert!((0..200).all(|_| !early.is_up() && !endless.is_up()));
    }
}
