//! The functions as C calls them.

use super::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const EXPERT: &str = r#"{"position":"346999Q2 | 34JAAD"}"#;
/// It takes minutes.
const HARD: &str = r#"{"hands":["33334455666788999TTTTJJJQQQQQKAAAAAA2222222X","33344444555566677788899999TJJJQQKKKKKKAA2XDD"],"packs":2}"#;

fn new() -> CanjuHandle {
    let mut handle = 0;
    // SAFETY: it may be written.
    assert_eq!(unsafe { canju_new(1, 8 << 20, &mut handle) }, CanjuCode::Ok);
    assert!(handle > 0);
    handle
}

fn ask(handle: CanjuHandle, question: u32, request: &[u8]) -> (CanjuCode, Vec<u8>) {
    let (mut answer, mut length) = (std::ptr::null(), 7);
    // SAFETY: the request is where it says, and the rest may be written.
    let code = unsafe { canju_ask(handle, question, request.as_ptr(), request.len(), &mut answer, &mut length) };
    // SAFETY: nobody asks this handle meanwhile.
    let bytes = if answer.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(answer, length) } };
    assert_eq!(answer.is_null(), length == 0);
    (code, bytes.to_vec())
}

fn text(handle: CanjuHandle, question: u32, request: &str) -> (CanjuCode, String) {
    let (code, bytes) = ask(handle, question, request.as_bytes());
    (code, String::from_utf8(bytes).expect("text"))
}

fn message(handle: CanjuHandle) -> String {
    let (mut place, mut length) = (std::ptr::null(), 0);
    // SAFETY: they may be written, and nobody asks meanwhile.
    unsafe {
        assert_eq!(canju_message(handle, &mut place, &mut length), CanjuCode::Ok);
        String::from_utf8(std::slice::from_raw_parts(place, length).to_vec()).expect("text")
    }
}

#[test]
fn questions_are_answered_and_refused() {
    let handle = new();
    let (code, answer) = text(handle, CanjuQuestion::Solve as u32, EXPERT);
    assert!(code == CanjuCode::Ok && answer.contains(r#""best":"3999""#), "{answer}");
    assert_eq!(message(handle), "");
    let (code, proof) = ask(handle, CanjuQuestion::Prove as u32, EXPERT.as_bytes());
    assert!(code == CanjuCode::Ok && proof.len() > 100);
    let (code, checked) = ask(handle, CanjuQuestion::Verify as u32, &proof);
    let checked = String::from_utf8(checked).expect("text");
    assert!(code == CanjuCode::Ok && checked.contains(r#""verdict":"win""#), "{checked}");
    let (code, answer) = text(handle, CanjuQuestion::Solve as u32, r#"{"hands":["K5","4?"]}"#);
    assert!(code == CanjuCode::Refused && answer.contains(r#""code":"bad_puzzle""#), "{answer}");
    assert!(message(handle).contains("unknown card `?`"), "{}", message(handle));
    let (code, dealt) = text(handle, CanjuQuestion::Deal as u32, r#"{"seed":7}"#);
    assert!(code == CanjuCode::Ok && dealt.starts_with(r#"{"schema":"canju.deal/1","seed":7,"#), "{dealt}");
    for question in 0..9 {
        assert_eq!(ask(handle, question, b"\xff").0, CanjuCode::Refused, "no UTF-8");
        assert_eq!(ask(handle, question, b"").0, CanjuCode::Refused, "nothing");
    }
    assert_eq!(ask(handle, 9, EXPERT.as_bytes()), (CanjuCode::BadArgument, Vec::new()));
    assert_eq!(canju_free(handle), CanjuCode::Ok);
}

#[test]
fn what_is_freed_or_never_was_is_known() {
    let (one, other) = (new(), new());
    assert_ne!(one, other);
    assert_eq!(canju_free(one), CanjuCode::Ok);
    for handle in [one, 0, u64::MAX] {
        assert_eq!(canju_free(handle), CanjuCode::BadHandle);
        assert_eq!(canju_cancel(handle), CanjuCode::BadHandle);
        assert_eq!(ask(handle, 0, EXPERT.as_bytes()).0, CanjuCode::BadHandle);
        // SAFETY: nothing is called, and both may be written.
        unsafe {
            assert_eq!(canju_on_progress(handle, None, std::ptr::null_mut()), CanjuCode::BadHandle);
            assert_eq!(canju_message(handle, &mut std::ptr::null(), &mut 0), CanjuCode::BadHandle);
        }
    }
    assert_eq!(text(other, 0, EXPERT).0, CanjuCode::Ok);
    assert_eq!(canju_free(other), CanjuCode::Ok);
}

#[test]
fn nulls_and_lengths_that_can_not_be() {
    let handle = new();
    let (mut answer, mut length) = (std::ptr::null(), 0);
    // SAFETY: what is null is not looked at.
    unsafe {
        assert_eq!(canju_new(1, 0, std::ptr::null_mut()), CanjuCode::BadArgument);
        for (threads, memory) in [(1 << 20, 0), (1, 5)] {
            let mut handle = 1;
            assert_eq!(canju_new(threads, memory, &mut handle), CanjuCode::BadArgument);
            assert_eq!(handle, 0);
        }
        let null = std::ptr::null();
        assert_eq!(canju_ask(handle, 0, null, 3, &mut answer, &mut length), CanjuCode::BadArgument);
        assert_eq!(canju_ask(handle, 0, null, 0, &mut answer, &mut length), CanjuCode::Refused);
        let request = EXPERT.as_ptr();
        assert_eq!(canju_ask(handle, 0, request, usize::MAX, &mut answer, &mut length), CanjuCode::BadArgument);
        assert_eq!(canju_ask(handle, 0, request, 3, std::ptr::null_mut(), &mut length), CanjuCode::BadArgument);
        assert_eq!(canju_ask(handle, 0, request, 3, &mut answer, std::ptr::null_mut()), CanjuCode::BadArgument);
        assert_eq!(canju_message(handle, std::ptr::null_mut(), &mut length), CanjuCode::BadArgument);
    }
    assert_eq!(canju_free(handle), CanjuCode::Ok);
}

/// Counts the calls that tell of more nodes than the one before.
unsafe extern "C" fn count(data: *mut c_void, _milliseconds: u64, nodes: u64) {
    // SAFETY: they are the counters of the test below.
    let (calls, last) = unsafe { &*data.cast::<(AtomicU64, AtomicU64)>() };
    if last.swap(nodes, Ordering::Relaxed) < nodes {
        calls.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_request_is_told_about_cancelled_and_busy() {
    let (handle, told) = (new(), (AtomicU64::new(0), AtomicU64::new(0)));
    let data = std::ptr::from_ref(&told).cast_mut().cast();
    // SAFETY: the counter outlives the handle.
    assert_eq!(unsafe { canju_on_progress(handle, Some(count), data) }, CanjuCode::Ok);
    thread::scope(|scope| {
        let hard = scope.spawn(|| text(handle, CanjuQuestion::Solve as u32, HARD));
        let start = Instant::now();
        while told.0.load(Ordering::Relaxed) < 2 && start.elapsed() < Duration::from_secs(60) {
            thread::yield_now();
        }
        assert_eq!(text(handle, 0, EXPERT).0, CanjuCode::Busy);
        assert_eq!(canju_free(handle), CanjuCode::Busy);
        assert_eq!(canju_cancel(handle), CanjuCode::Ok);
        let (code, answer) = hard.join().expect("an answer");
        assert!(code == CanjuCode::Ok && answer.contains(r#""reason":"interrupted""#), "{answer}");
    });
    assert!(told.0.load(Ordering::Relaxed) >= 2);
    assert_eq!(canju_cancel(handle), CanjuCode::Ok, "there is nothing to cancel");
    assert_eq!(text(handle, 0, EXPERT).0, CanjuCode::Ok);
    assert_eq!(canju_free(handle), CanjuCode::Ok);
}

/// `CANJU_HEADER=write cargo test --package canju-c` writes it.
#[test]
fn the_header_is_that_of_the_functions() {
    let here = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{here}/cbindgen.toml")).expect("its settings");
    let shown = std::env::temp_dir().join(format!("canju-{}.rs", std::process::id()));
    std::fs::write(&shown, SHOWN).expect("the text of the questions is written");
    let sources = cbindgen::Builder::new().with_src(format!("{here}/lib.rs")).with_src(&shown);
    let found = sources.with_config(config).generate();
    std::fs::remove_file(&shown).expect("it was there");
    let mut made = Vec::new();
    found.expect("a header").write(&mut made);
    let (made, path) = (String::from_utf8(made).expect("text"), format!("{here}/canju.h"));
    if std::env::var_os("CANJU_HEADER").is_some() {
        std::fs::write(&path, &made).expect("the header is written");
    }
    assert!(std::fs::read_to_string(&path).expect("the header") == made, "run with CANJU_HEADER=write");
}
