//! A spinner at a terminal while the solver thinks.

use crate::cli::progress::Progress;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long the solver may think before the spinner is shown.
const PATIENCE: Duration = Duration::from_millis(300);

/// Runs something that may take time, with a spinner if it does.
pub(super) fn during<T>(think: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return think();
    }
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        // Without a thread there is no spinner.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let progress = Progress::shown(true, true, Some(1));
                // Ends when the sender goes away.
                let _ = wait.recv();
                progress.finish();
            }
        });
        let found = think();
        drop(done);
        found
    })
}
