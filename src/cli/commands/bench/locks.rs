//! `canju bench -v`: how long the workers' locks are held, and what that would come to with many workers.

use super::tables::Table;
use crate::cli::language::text;
use canju::report::thousands;
use canju_engine::lock_times::{LockLog, LockTimes};

/// The number of workers for which it is said how much of the time a lock would be held.
const MANY: u64 = 64;

/// A table of the locks. Empty if no job was measured: small positions have none.
pub(super) fn table(log: &LockLog) -> String {
    let jobs = &log.jobs;
    if jobs.count() == 0 {
        return String::new();
    }
    let locks: [(String, &LockTimes); 2] =
        [(text!("lock-split-tree"), &log.tree), (text!("lock-page-pool"), &log.pages)];
    let woken = if log.wakes.count() > 0 { nanoseconds(log.wakes.mean()) } else { "-".to_owned() };
    let mut table =
        Table::new(text!("locks", jobs = thousands(jobs.count()), time = nanoseconds(jobs.mean()), woken = woken));
    table.column(text!("bench-lock"), locks.iter().map(|(name, _)| Some(name.clone())));
    let mut column = |name, cell: &dyn Fn(&LockTimes) -> String| {
        table.column(name, locks.iter().map(|(_, times)| Some(cell(times))));
    };
    column(text!("lock-taken"), &|times| thousands(times.held.count()));
    column(text!("lock-per-job"), &|times| format!("{:.2}", times.held.count() as f64 / jobs.count() as f64));
    column(text!("lock-held"), &|times| nanoseconds(times.held.mean()));
    column(text!("lock-longest"), &|times| nanoseconds(times.held.longest()));
    let per_job = |times: &LockTimes| times.held.mean() * times.held.count() / jobs.count();
    column(text!("lock-held-per-job"), &|times| nanoseconds(per_job(times)));
    column(text!("lock-not-free"), &|times| percent(times.waited.count() as f64 / times.held.count().max(1) as f64));
    column(text!("lock-waited"), &|times| nanoseconds(times.waited.mean()));
    column(text!("lock-held-by-many", count = MANY), &|times| {
        percent((MANY * per_job(times)) as f64 / jobs.mean().max(1) as f64)
    });
    table.text()
}

fn nanoseconds(time: u64) -> String {
    format!("{} ns", thousands(time))
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
