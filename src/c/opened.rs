//! The solvers that are open, and what one of them does.

use crate::{CanjuCode, CanjuHandle};
use canju::requests::{Desk, Question, written};
use canju_engine::search::StopFlag;
use canju_engine::solver::{LEAST_MEMORY, Options};
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes for a search, if nobody says otherwise.
const MEMORY: u64 = 64 << 20;

/// The most threads.
const MOST_THREADS: u32 = 1024;

/// How often progress is told.
const EACH: Duration = Duration::from_millis(100);

/// Where something is, and how long it is.
pub type Place = (*const u8, usize);

/// All open solvers by their handles.
#[derive(Default)]
pub struct Handles(RwLock<(CanjuHandle, FxHashMap<CanjuHandle, Arc<Opened>>)>);

/// Those of this process.
pub fn handles() -> &'static Handles {
    static HANDLES: LazyLock<Handles> = LazyLock::new(Handles::default);
    &HANDLES
}

impl Handles {
    /// Adds one, with a handle that none has had.
    pub fn add(&self, opened: Opened) -> CanjuHandle {
        let (last, open) = &mut *self.0.write();
        *last += 1;
        open.insert(*last, Arc::new(opened));
        *last
    }

    /// The solver of a handle, if it is open.
    pub fn get(&self, handle: CanjuHandle) -> Option<Arc<Opened>> {
        self.0.read().1.get(&handle).cloned()
    }

    /// Frees one that is not answering.
    pub fn remove(&self, handle: CanjuHandle) -> CanjuCode {
        let (_, open) = &mut *self.0.write();
        match open.get(&handle).map(|opened| opened.desk.is_locked()) {
            None => CanjuCode::BadHandle,
            Some(true) => CanjuCode::Busy,
            Some(false) => {
                open.remove(&handle);
                CanjuCode::Ok
            }
        }
    }
}

/// A function that is told the progress.
#[derive(Clone, Copy)]
pub struct Callback {
    pub progress: unsafe extern "C" fn(*mut c_void, u64, u64),
    pub data: *mut c_void,
}

// SAFETY: whoever sets it promises that it may be called from another thread.
unsafe impl Send for Callback {}

/// An open solver.
pub struct Opened {
    /// Locked while a request is answered.
    desk: Mutex<Answering>,
    /// Ends the request that is being answered.
    running: Mutex<Option<StopFlag>>,
    callback: Mutex<Option<Callback>>,
}

/// What answers, and the last answer.
struct Answering {
    options: Options,
    /// `None` until the first request: its tables take longer to make than most positions to decide.
    desk: Option<Desk>,
    answer: Vec<u8>,
    message: String,
}

impl Opened {
    /// A solver with these threads and bytes, 0 for the default; `None` if they are out of range.
    pub fn new(threads: u32, memory: u64) -> Option<Opened> {
        let memory = usize::try_from(if memory == 0 { MEMORY } else { memory }).ok()?;
        if threads > MOST_THREADS || memory < LEAST_MEMORY {
            return None;
        }
        let options = Options { threads: threads as usize, memory, ..Options::default() };
        let answering = Answering { options, desk: None, answer: Vec::new(), message: String::new() };
        Some(Opened { desk: Mutex::new(answering), running: Mutex::default(), callback: Mutex::default() })
    }

    /// Answers a question; without one it checks a certificate.
    pub fn ask(&self, question: Option<Question>, request: &[u8]) -> (CanjuCode, Place) {
        let Some(mut answering) = self.desk.try_lock() else { return (CanjuCode::Busy, NOWHERE) };
        let Answering { options, desk, answer, message } = &mut *answering;
        let stop = StopFlag::default();
        *self.running.lock() = Some(stop.clone());
        let found = catch_unwind(AssertUnwindSafe(|| {
            let desk = desk.get_or_insert_with(|| Desk::with(options.clone()));
            self.while_told(&stop, || match question {
                // A request without a seed gets 0, so that the same request has the same answer.
                Some(question) => {
                    let request = question.read(request, Duration::MAX, 0)?;
                    Ok(desk.answer(request, &stop)?.bytes)
                }
                None => desk.verify(request, None, &stop),
            })
        }));
        *self.running.lock() = None;
        message.clear();
        let code = match found {
            Ok(Ok(bytes)) => {
                *answer = bytes;
                CanjuCode::Ok
            }
            Ok(Err(refusal)) => {
                message.clone_from(&refusal.0.detail);
                *answer = written(&refusal);
                CanjuCode::Refused
            }
            Err(panic) => {
                *desk = None;
                *message = format!("a fault of canju: {}", text_of(&*panic));
                answer.clear();
                return (CanjuCode::Fault, NOWHERE);
            }
        };
        (code, (answer.as_ptr(), answer.len()))
    }

    /// Ends the request that is being answered.
    pub fn cancel(&self) {
        if let Some(stop) = &*self.running.lock() {
            stop.stop();
        }
    }

    /// Whom to tell the progress of the requests to come.
    pub fn on_progress(&self, callback: Option<Callback>) {
        *self.callback.lock() = callback;
    }

    /// The sentence about the last request, unless another one is being answered.
    pub fn message(&self) -> Option<Place> {
        let answering = self.desk.try_lock()?;
        Some((answering.message.as_ptr(), answering.message.len()))
    }

    /// Does this and tells the progress meanwhile, if anybody wants to know.
    fn while_told<T>(&self, stop: &StopFlag, work: impl FnOnce() -> T) -> T {
        let Some(callback) = *self.callback.lock() else { return work() };
        let (start, (end, ended)) = (Instant::now(), channel::<()>());
        thread::scope(|scope| {
            let tell = move || {
                let callback = callback;
                while ended.recv_timeout(EACH) == Err(RecvTimeoutError::Timeout) {
                    let milliseconds = start.elapsed().as_millis() as u64;
                    // SAFETY: whoever set it promised that it may be called.
                    unsafe { (callback.progress)(callback.data, milliseconds, stop.nodes()) };
                }
            };
            // Where the system has no thread for it, there is no progress.
            let _ = thread::Builder::new().name("canju-progress".to_owned()).spawn_scoped(scope, tell);
            let done = work();
            drop(end);
            done
        })
    }
}

const NOWHERE: Place = (std::ptr::null(), 0);

/// What a panic says.
fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("unknown")
}
