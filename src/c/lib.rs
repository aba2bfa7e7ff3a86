//! The C interface, `canju.h`: a solver is opened, answers requests as JSON, and is freed. See `docs/embedding.md`.
//!
//! A handle is a number that is never used twice. So a handle that was freed, or that never was one, is known, and a call with it returns a
//! code. Which handles are open is the only global state. No panic leaves a function: it becomes a code, too.

mod opened;

use canju::requests::Question;
use opened::{Opened, handles};
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The version of this interface. It grows when something is added, and a library of another major version has another name.
pub const CANJU_ABI: u32 = 1;

/// A solver that was opened; 0 is none.
pub type CanjuHandle = u64;

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CanjuCode {
    /// It was answered.
    Ok = 0,
    /// The request is wrong, or a limit ended it where half an answer is none. The answer is a JSON object that says why.
    Refused = 1,
    /// There is no such handle, or it was freed.
    BadHandle = 2,
    /// A pointer is null, a length is impossible, or a question or an option is unknown.
    BadArgument = 3,
    /// The handle is answering another request.
    Busy = 4,
    /// A fault of the library. The handle goes on with a new solver.
    Fault = 5,
}

/// An item, and its text for cbindgen, which looks into no macro.
macro_rules! shown {
    ($item:item) => {
        $item
        #[cfg(test)]
        const SHOWN: &str = stringify!($item);
    };
}

/// The questions with their numbers, and what each is to the desk; the check of a certificate is `None`.
macro_rules! questions {
    ($($(#[$about:meta])* $name:ident = $number:literal: $asked:expr;)*) => {
        shown! {
            /// What is asked.
            #[repr(C)]
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub enum CanjuQuestion {
                $($(#[$about])* $name = $number,)*
            }
        }

        /// What a number asks, if it is one of a question.
        fn asked(number: u32) -> Option<Option<Question>> {
            match number {
                $($number => Some($asked),)*
                _ => None,
            }
        }
    };
}

questions! {
    /// Who wins: `canju.result/1`.
    Solve = 0: Some(Question::Solve);
    /// Every legal move with its verdict: `canju.replies/1`.
    Moves = 1: Some(Question::Moves);
    /// What each move of a game did: `canju.review/1`.
    Review = 2: Some(Question::Review);
    /// What to play if the other hands are hidden: `canju.advice/1`.
    Advise = 3: Some(Question::Advise);
    /// How hard a puzzle is: `canju.grade/1`.
    Grade = 4: Some(Question::Grade);
    /// New puzzles: `canju.puzzles/1`.
    Generate = 5: Some(Question::Generate);
    /// The certificate of an answer: bytes, no JSON.
    Prove = 6: Some(Question::Prove);
    /// Whether the request, a certificate, holds: `canju.checked/1`.
    Verify = 7: None;
    /// The whole deal of a seed: `canju.deal/1`.
    Deal = 8: Some(Question::Deal);
}

/// Called ten times a second while a request is answered, from a thread of the library: the milliseconds since it began, and the nodes that
/// its searches have visited.
pub type CanjuProgress = Option<unsafe extern "C" fn(data: *mut c_void, milliseconds: u64, nodes: u64)>;

/// The version of the interface: `CANJU_ABI` of the library that was loaded.
#[unsafe(no_mangle)]
pub extern "C" fn canju_abi() -> u32 {
    CANJU_ABI
}

/// The version of the program, as text that ends with 0. It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn canju_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Opens a solver with this many threads, 0 for one per core, and the most bytes that a search may take, 0 for 64 MiB.
///
/// # Safety
/// `handle` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canju_new(threads: u32, memory: u64, handle: *mut CanjuHandle) -> CanjuCode {
    guarded(|| {
        // SAFETY: the caller's promise.
        let Some(handle) = (unsafe { handle.as_mut() }) else { return CanjuCode::BadArgument };
        *handle = 0;
        let Some(opened) = Opened::new(threads, memory) else { return CanjuCode::BadArgument };
        *handle = handles().add(opened);
        CanjuCode::Ok
    })
}

/// Frees a solver. One that is answering a request is busy, and stays.
#[unsafe(no_mangle)]
pub extern "C" fn canju_free(handle: CanjuHandle) -> CanjuCode {
    guarded(|| handles().remove(handle))
}

/// Asks a question. The request is UTF-8 JSON of `length` bytes, for `CANJU_QUESTION_VERIFY` a certificate. The answer stays where it is
/// until the handle is asked again or freed; after another code than `CANJU_CODE_OK` and `CANJU_CODE_REFUSED` there is none.
///
/// # Safety
/// `request` points at `length` bytes, or is null with a length of 0. `answer` and `answer_length` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canju_ask(
    handle: CanjuHandle,
    question: u32,
    request: *const u8,
    length: usize,
    answer: *mut *const u8,
    answer_length: *mut usize,
) -> CanjuCode {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (answer, answer_length) = unsafe { (answer.as_mut(), answer_length.as_mut()) };
        let (Some(answer), Some(answer_length)) = (answer, answer_length) else { return CanjuCode::BadArgument };
        (*answer, *answer_length) = (std::ptr::null(), 0);
        if request.is_null() && length > 0 || length > isize::MAX as usize {
            return CanjuCode::BadArgument;
        }
        let request = match length {
            0 => &[],
            // SAFETY: the caller's promise; it is neither null nor too long.
            _ => unsafe { std::slice::from_raw_parts(request, length) },
        };
        let Some(question) = asked(question) else { return CanjuCode::BadArgument };
        let Some(opened) = handles().get(handle) else { return CanjuCode::BadHandle };
        let (code, place) = opened.ask(question, request);
        (*answer, *answer_length) = place;
        code
    })
}

/// Ends the request that the handle is answering, from another thread: it is answered as far as it was decided. Without one nothing
/// happens.
#[unsafe(no_mangle)]
pub extern "C" fn canju_cancel(handle: CanjuHandle) -> CanjuCode {
    guarded(|| match handles().get(handle) {
        Some(opened) => {
            opened.cancel();
            CanjuCode::Ok
        }
        None => CanjuCode::BadHandle,
    })
}

/// From now on calls `progress` with `data` while a request is answered; with null no longer. It must not free the handle.
///
/// # Safety
/// `progress` may be called with `data` from another thread until it is replaced or the handle is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canju_on_progress(
    handle: CanjuHandle,
    progress: CanjuProgress,
    data: *mut c_void,
) -> CanjuCode {
    guarded(|| match handles().get(handle) {
        Some(opened) => {
            opened.on_progress(progress.map(|progress| opened::Callback { progress, data }));
            CanjuCode::Ok
        }
        None => CanjuCode::BadHandle,
    })
}

/// A sentence about the last request of this handle that was refused or met a fault, in UTF-8. It stays where it is until the handle is
/// asked again or freed. Empty if there is none.
///
/// # Safety
/// `text` and `length` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn canju_message(handle: CanjuHandle, text: *mut *const u8, length: *mut usize) -> CanjuCode {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (Some(text), Some(length)) = (unsafe { (text.as_mut(), length.as_mut()) }) else {
            return CanjuCode::BadArgument;
        };
        (*text, *length) = (std::ptr::null(), 0);
        let Some(opened) = handles().get(handle) else { return CanjuCode::BadHandle };
        let Some(place) = opened.message() else { return CanjuCode::Busy };
        (*text, *length) = place;
        CanjuCode::Ok
    })
}

/// What a function returns; a panic is a fault.
fn guarded(call: impl FnOnce() -> CanjuCode) -> CanjuCode {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or(CanjuCode::Fault)
}

#[cfg(test)]
mod tests;
