//! Ctrl-C: the first one stops the work soon and in order, the second one ends the program at once.

use super::exit::ExitCode;
use super::language::text;
use anyhow::Context;
use canju_engine::search::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long running work may go on after the first Ctrl-C.
const GRACE: Duration = Duration::from_secs(1);

/// From now on the first Ctrl-C raises the flag and the second ends the program.
pub(super) fn raise_on_ctrl_c(stop: &StopFlag) -> anyhow::Result<()> {
    let stop = stop.clone();
    at_ctrl_c(stop.clone(), move || stop.stop())
}

/// As [`raise_on_ctrl_c`], but `quit` is raised at once and `stop` a little later, so that work that is nearly done gets done.
pub(super) fn quit_on_ctrl_c(quit: &StopFlag, stop: &StopFlag) -> anyhow::Result<()> {
    let (raised, stop) = (quit.clone(), stop.clone());
    at_ctrl_c(quit.clone(), move || {
        raised.stop();
        let later = stop.clone();
        let waiting = std::thread::Builder::new().spawn(move || {
            std::thread::sleep(GRACE);
            later.stop();
        });
        // Without a thread to wait on there is no grace.
        if waiting.is_err() {
            stop.stop();
        }
    })
}

/// As [`raise_on_ctrl_c`], but while `idle` is raised the first Ctrl-C ends the program, because it is only waiting for input.
pub(super) fn raise_unless_idle(stop: &StopFlag, idle: &Arc<AtomicBool>) -> anyhow::Result<()> {
    let (stop, idle) = (stop.clone(), idle.clone());
    at_ctrl_c(stop.clone(), move || {
        if idle.load(Ordering::Relaxed) {
            std::process::exit(ExitCode::Interrupted as i32);
        }
        stop.stop();
    })
}

fn at_ctrl_c(raised: StopFlag, first: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if raised.is_stopped() {
            std::process::exit(ExitCode::Interrupted as i32);
        }
        first();
    })
    .with_context(|| text!("cant-listen-to-ctrl-c"))
}
