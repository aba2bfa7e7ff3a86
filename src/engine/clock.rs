//! The clock by which limits of time are kept.
//!
//! It is the system's. WebAssembly in a browser has no system: there the standard library panics when it is asked for the time. So
//! whoever embeds the engine there passes a clock in, once (`set_clock`). Without one time stands still, and no limit of time is
//! reached.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use passed_in::{Instant, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod passed_in {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Passes the clock in: it returns the time since any fixed moment. Only the first one counts.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, as the standard library's.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment; always the same without a clock.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// Time since this moment. Zero if the clock was set back.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::passed_in::{Instant, set_clock};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[test]
    fn time_stands_still_until_a_clock_is_passed_in_and_never_runs_backwards() {
        static SECONDS: AtomicU64 = AtomicU64::new(0);
        let start = Instant::now();
        SECONDS.store(7, Ordering::Relaxed);
        assert_eq!((start.elapsed(), Instant::now()), (Duration::ZERO, start));
        set_clock(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        assert_eq!(start.elapsed(), Duration::from_secs(7));
        let late = Instant::now();
        SECONDS.store(5, Ordering::Relaxed);
        assert_eq!((late.elapsed(), start.elapsed()), (Duration::ZERO, Duration::from_secs(5)));
        assert!(Instant::now() < late);
        // Another clock changes nothing.
        set_clock(|| Duration::from_secs(99));
        assert_eq!(start.elapsed(), Duration::from_secs(5));
    }
}
