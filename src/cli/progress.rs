//! The progress bar: on standard error, on a terminal only.
//!
//! It counts what is finished, not what is written: records are written in input order, so one hard puzzle would hold the
//! bar while those after it are being solved. It is drawn a few times a second, however many records come. It is taken
//! away for a record only if both go to the same terminal: to redraw it for every record costs more than an easy puzzle.

use super::complaint::complain;
use super::language::text;
use super::plan::OutputPlan;
use super::proofs;
use canju::batch::Observer;
use canju::puzzle::Puzzle;
use canju::report::thousands;
use canju_engine::rules::shown;
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use parking_lot::Mutex;
use std::fmt::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The end of an id that is shown: where its line is.
const SHOWN: usize = 32;

/// Shows how far a batch has come. Without a terminal it does nothing.
pub(super) struct Progress {
    bar: ProgressBar,
    hidden: bool,
    /// Do records go to the bar's terminal?
    shared: bool,
    state: Arc<BarState>,
}

/// What the bar is drawn from.
struct BarState {
    start: Instant,
    /// Finished in this run, without what came from the journal: that says nothing about the time others take.
    solved: AtomicU64,
    /// What each worker is solving, and since when.
    running: Mutex<Vec<Option<(Instant, String)>>>,
}

impl Progress {
    /// A bar over `total` items, a count if their number is not known, or only the time for a single one.
    pub fn new(plan: &OutputPlan, total: Option<u64>) -> Progress {
        Progress::shown(plan.shows_progress(), plan.is_terminal(), total)
    }

    /// The same, shown or hidden. `shared`: records go to the terminal as well.
    pub fn shown(shown: bool, shared: bool, total: Option<u64>) -> Progress {
        let state = BarState { start: Instant::now(), solved: AtomicU64::new(0), running: Mutex::default() };
        let state = Arc::new(state);
        // The bar would panic if the system gave no thread to draw it.
        if !shown || thread::Builder::new().spawn(|| {}).is_err() {
            return Progress { bar: ProgressBar::hidden(), hidden: true, shared, state };
        }
        let (bar, template) = match total {
            Some(1) => (ProgressBar::new_spinner(), "{spinner} {elapsed}  {msg}"),
            Some(total) => {
                (ProgressBar::new(total), "{bar:20} {human_pos}/{human_len}  {rate}  {elapsed}{remaining}{slowest}")
            }
            None => (ProgressBar::new_spinner(), "{spinner} {human_pos}  {rate}  {elapsed}{slowest}"),
        };
        // The template is fixed; should it be wrong, the default style is used.
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(
            style
                .with_key("rate", key(&state, |state, _, text| write!(text, "{}", Rate(state.rate()))))
                .with_key("remaining", key(&state, BarState::write_remaining))
                .with_key("slowest", key(&state, |state, _, text| state.write_slowest(text))),
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, hidden: false, shared, state }
    }

    /// A worker begins with this.
    pub fn begin(&self, worker: usize, id: &str) {
        if !self.hidden {
            let mut running = self.state.running.lock();
            if running.len() <= worker {
                running.resize(worker + 1, None);
            }
            running[worker] = Some((Instant::now(), id.to_owned()));
        }
    }

    /// A worker is done with what it began.
    pub fn end(&self, worker: usize) {
        if !self.hidden {
            self.state.running.lock()[worker] = None;
        }
    }

    /// One more item has its record, from this run or from the journal.
    pub fn count(&self, replayed: bool) {
        self.state.solved.fetch_add(!replayed as u64, Ordering::Relaxed);
        self.bar.inc(1);
    }

    /// Writes a record, with the bar out of the way if that is needed.
    pub fn write<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.hidden || !self.shared { write() } else { self.bar.suspend(write) }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn begins(&self, worker: usize, puzzle: &Puzzle) {
        self.begin(worker, &puzzle.id);
    }

    fn ends(&self, worker: usize) {
        self.end(worker);
    }

    fn finished(&self, replayed: bool) {
        self.count(replayed);
    }

    fn too_large(&self, puzzle: &Puzzle, most: u32, compared: Option<u64>) {
        self.bar.suspend(|| complain(text!("told-of", what = &puzzle.id, problem = proofs::too_large(most, compared))));
    }
}

/// A key of the template and how its text is written.
fn key(
    state: &Arc<BarState>,
    write: impl Fn(&BarState, &ProgressState, &mut dyn Write) -> fmt::Result + Clone + Send + Sync + 'static,
) -> impl Fn(&ProgressState, &mut dyn Write) + Clone + Send + Sync + 'static {
    let state = state.clone();
    move |bar: &ProgressState, text: &mut dyn Write| {
        // Writing to a string does not fail.
        let _ = write(&state, bar, text);
    }
}

impl BarState {
    /// Finished a second, over the whole run.
    fn rate(&self) -> f64 {
        self.solved.load(Ordering::Relaxed) as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// What is running longest.
    fn slowest(&self) -> Option<(Duration, String)> {
        let running = self.running.lock();
        let (since, id) = running.iter().flatten().min_by_key(|(since, _)| *since)?;
        Some((since.elapsed(), id.clone()))
    }

    fn write_slowest(&self, text: &mut dyn Write) -> fmt::Result {
        let Some((elapsed, id)) = self.slowest() else { return Ok(()) };
        let id = shown(&id);
        let skipped = id.chars().count().saturating_sub(SHOWN);
        let cut = if skipped > 0 { "…" } else { "" };
        write!(text, "  {cut}{}", id.chars().skip(skipped).collect::<String>())?;
        // Short ones come and go too fast to be read.
        if elapsed >= Duration::from_secs(1) { write!(text, " ({:#})", HumanDuration(elapsed)) } else { Ok(()) }
    }

    fn write_remaining(&self, bar: &ProgressState, text: &mut dyn Write) -> fmt::Result {
        let left = bar.len().unwrap_or_default().saturating_sub(bar.pos());
        let running = self.slowest().map_or(Duration::ZERO, |(elapsed, _)| elapsed);
        match remaining(left, self.rate(), running) {
            Some(time) => {
                let time = format!("{:#}", HumanDuration(time));
                write!(text, "{}{}", text!("comma"), text!("about-more", time = time))
            }
            None if left > 0 => write!(text, "{}{}", text!("comma"), text!("time-left-unknown")),
            None => Ok(()),
        }
    }
}

/// How long `left` more may take at this rate, if that can be estimated. At least as long as the slowest has been running:
/// most puzzles take no time and a few take very long, and it is a fair guess that such a one is half done.
fn remaining(left: u64, rate: f64, slowest: Duration) -> Option<Duration> {
    let time = Duration::try_from_secs_f64(left as f64 / rate).ok()?;
    (left > 0).then(|| time.max(slowest))
}

/// Items a second, with a decimal if there are few.
struct Rate(f64);

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = if self.0 < 10.0 { format!("{:.1}", self.0) } else { thousands(self.0 as u64) };
        write!(f, "{}", text!("rate", rate = rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_is_honest() {
        let seconds = Duration::from_secs;
        assert_eq!(remaining(100, 10.0, seconds(2)), Some(seconds(10)));
        // The last one takes long.
        assert_eq!(remaining(1, 10.0, seconds(60)), Some(seconds(60)));
        // Nothing is finished yet.
        assert_eq!(remaining(100, 0.0, seconds(5)), None);
        assert_eq!(remaining(0, 0.0, seconds(0)), None);
        assert_eq!(remaining(0, 5.0, seconds(0)), None);
    }

    #[test]
    fn ids_do_not_reach_the_terminal_as_they_are() {
        let running = Mutex::new(vec![Some((Instant::now(), "a\u{1b}[2J\nb:1".to_owned()))]);
        let state = BarState { start: Instant::now(), solved: AtomicU64::new(0), running };
        let mut text = String::new();
        state.write_slowest(&mut text).unwrap();
        assert!(text.starts_with(r"  a\u{1b}[2J\u{a}b:1"), "{text}");
    }

    #[test]
    fn rates_are_short() {
        let text = |rate| Rate(rate).to_string();
        assert_eq!([text(0.0), text(2.25), text(4451.0179)], ["0.0/s", "2.2/s", "4,451/s"]);
    }
}
