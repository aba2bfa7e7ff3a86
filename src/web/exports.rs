//! The functions that JavaScript calls, and any other language that runs WebAssembly: `docs/embedding.md` promises them.
//!
//! A question takes three steps: [`canju_request`] makes room for the request, the function of the question answers it, and
//! [`canju_answer`] and [`canju_answer_bytes`] say where the answer is, until the next call. If a call traps, the module is lost; the
//! answer is then the text of the panic, if it was one, or empty.

use canju::requests::{Desk, Question, Refusal, written};
use canju_engine::search::StopFlag;
use std::cell::RefCell;
use std::time::Duration;

/// Bytes for a search, if nobody says otherwise.
const MEMORY: usize = 64 << 20;

/// The largest request, in bytes: a certificate.
const MOST_REQUEST: usize = 64 << 20;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new(MEMORY));
    /// Of all questions: nothing raises it, and it counts their nodes.
    static STOP: StopFlag = StopFlag::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The version of these functions. It changes when one of them is called otherwise.
#[unsafe(no_mangle)]
pub extern "C" fn canju_abi() -> u32 {
    1
}

/// Begins: `memory` is the most bytes of a search, 0 for 64 MiB. To be called first, and once.
#[unsafe(no_mangle)]
pub extern "C" fn canju_open(memory: usize) {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    clock::pass_in();
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        let _ = ANSWER.try_with(|answer| answer.try_borrow_mut().map(|mut answer| *answer = text.into_bytes()));
    }));
    DESK.set(Desk::new(if memory == 0 { MEMORY } else { memory }));
}

/// Makes room for a request of this many bytes, and says where. Null if it is too large.
#[unsafe(no_mangle)]
pub extern "C" fn canju_request(bytes: usize) -> *mut u8 {
    if bytes > MOST_REQUEST {
        return std::ptr::null_mut();
    }
    ANSWER.take();
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; bytes];
        request.as_mut_ptr()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn canju_answer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn canju_answer_bytes() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// Each of these answers the request that was written, and returns 1 for an answer, 0 for a refusal.
macro_rules! questions {
    ($($name:ident $question:ident),* $(,)?) => {$(
        /// See [`Question`].
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> u32 {
            answer(|desk, request| {
                // A question without a limit of its own has none. JavaScript says a seed, since there is no chance in here.
                let request = Question::$question.read(request, Duration::MAX, 0)?;
                Ok(desk.answer(request, &STOP.with(StopFlag::clone))?.bytes)
            })
        }
    )*};
}

questions! {
    canju_solve Solve,
    canju_moves Moves,
    canju_review Review,
    canju_advise Advise,
    canju_grade Grade,
    canju_generate Generate,
    canju_deal Deal,
    canju_prove Prove,
}

/// The nodes of all questions so far. The clock may ask for them, in the middle of a question: nothing else interrupts a search there.
#[unsafe(no_mangle)]
pub extern "C" fn canju_nodes() -> f64 {
    STOP.with(StopFlag::nodes) as f64
}

/// Checks the certificate that was written, for this many milliseconds at most.
#[unsafe(no_mangle)]
pub extern "C" fn canju_verify(milliseconds: f64) -> u32 {
    // What is no time, such as infinity, is no limit.
    let is_time = (0.0..1e15).contains(&milliseconds);
    let time = is_time.then(|| Duration::from_micros((milliseconds * 1e3) as u64));
    answer(|desk, certificate| desk.verify(certificate, time, &STOP.with(StopFlag::clone)))
}

fn answer(find: impl FnOnce(&mut Desk, &[u8]) -> Result<Vec<u8>, Refusal>) -> u32 {
    let request = REQUEST.take();
    let answer = DESK.with_borrow_mut(|desk| find(desk, &request));
    let (is_answer, text) = match answer {
        Ok(text) => (1, text),
        Err(refusal) => (0, written(&refusal)),
    };
    ANSWER.set(text);
    is_answer
}

/// The clock, the one thing that JavaScript passes in.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod clock {
    use std::time::Duration;

    #[link(wasm_import_module = "canju")]
    unsafe extern "C" {
        /// Milliseconds since any fixed moment.
        safe fn now() -> f64;
    }

    pub fn pass_in() {
        canju_engine::clock::set_clock(|| Duration::from_nanos((now() * 1e6) as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks as JavaScript does, and reads the answer.
    fn ask(ask: extern "C" fn() -> u32, text: &str) -> (u32, String) {
        assert!(!canju_request(text.len()).is_null());
        REQUEST.with_borrow_mut(|request| request.copy_from_slice(text.as_bytes()));
        let is_answer = ask();
        let answer = ANSWER.with_borrow(Vec::clone);
        assert_eq!((canju_answer_bytes(), canju_answer().is_null()), (answer.len(), false));
        (is_answer, String::from_utf8(answer).expect("text"))
    }

    #[test]
    fn a_call_returns_whether_it_is_an_answer() {
        DESK.set(Desk::new(1 << 20));
        let (is_answer, text) = ask(canju_solve, r#"{"hands":["K5","44Q"]}"#);
        assert!(is_answer == 1 && text.starts_with(r#"{"schema":"canju.result/1""#), "{text}");
        let (is_answer, text) = ask(canju_solve, r#"{"hands":["K5",""]}"#);
        assert!(
            is_answer == 0 && text.starts_with(r#"{"code":"bad_puzzle""#) && text.contains(r#""hand":2"#),
            "{text}"
        );
        assert!(canju_request(MOST_REQUEST + 1).is_null());
        assert!(!canju_request(0).is_null());
        assert_eq!((canju_answer_bytes(), canju_verify(f64::INFINITY)), (0, 0));
    }
}
