//! Ctrl-C: the first ends what is running soon and in order, the second ends the program at once.

use super::exit::ExitCode;
use crate::search::StopFlag;
use anyhow::Context;

/// Raises the flag at the first Ctrl-C from now on and ends the program at the second.
pub(super) fn raise_on_ctrl_c(stop: &StopFlag) -> anyhow::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if stop.is_stopped() {
            std::process::exit(ExitCode::Interrupted as i32);
        }
        stop.stop();
    })
    .context("can't listen to Ctrl-C")
}
