//! Reading on a thread of its own, a bounded window ahead of solving.
//!
//! A reader blocked on a quiet stream can't be woken; one on its own thread can be left behind. And while a puzzle is
//! being solved the next ones are parsed.

use crate::search::StopFlag;
use crossbeam_channel::{RecvTimeoutError, bounded};
use std::time::Duration;

/// How many items may wait.
const WINDOW: usize = 256;

/// How soon a raised stop flag is seen while waiting for an item.
const PATIENCE: Duration = Duration::from_millis(50);

/// The same items, read ahead. Ends early once `stop` is raised.
pub fn read_ahead<T: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    stop: StopFlag,
) -> impl Iterator<Item = T> {
    let (sender, receiver) = bounded(WINDOW);
    // Ends with the items, or at its first item after the receiver is gone.
    std::thread::spawn(move || {
        for item in items {
            if sender.send(item).is_err() {
                break;
            }
        }
    });
    std::iter::from_fn(move || {
        while !stop.is_stopped() {
            match receiver.recv_timeout(PATIENCE) {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    })
}
