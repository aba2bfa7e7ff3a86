//! Long work. It runs on another thread. The thread that called waits without the interpreter's lock, so that other Python
//! threads go on, and looks for signals now and then: Ctrl-C ends the work and raises `KeyboardInterrupt`.

use canju::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long nobody looks for signals.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// As much as the solver's own threads have.
const STACK_BYTES: usize = 4 << 20;

/// Does the work; `stop` ends it soon.
///
/// # Errors
/// `KeyboardInterrupt`, or what else a signal raises; `RuntimeError` if the work panics or there is no thread for it.
pub fn interruptibly<T: Send>(py: Python<'_>, stop: &StopFlag, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (done, answer) = channel();
    let work = move || {
        // Nobody waits for the answer if a signal has ended the work.
        let _ = done.send(catch_unwind(AssertUnwindSafe(work)));
    };
    py.detach(move || {
        thread::scope(move |scope| {
            let builder = thread::Builder::new().name("canju".to_owned()).stack_size(STACK_BYTES);
            builder.spawn_scoped(scope, work)?;
            loop {
                match answer.recv_timeout(PATIENCE) {
                    Ok(answer) => return answer.map_err(|panic| as_exception(&*panic)),
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals()).inspect_err(|_| stop.stop())?
                    }
                    Err(RecvTimeoutError::Disconnected) => unreachable!("a panic is caught and sent"),
                }
            }
        })
    })
}

/// A panic is a bug of this package. It must not end the interpreter, and it is not `PanicException`, which no `except
/// Exception` catches.
pub fn as_exception(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    bug(text.unwrap_or("no message"))
}

/// What must not happen has happened.
pub fn bug(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("a bug in canju, please report it: {what}"))
}
