//! The module for the web: requests and answers as JSON, in the memory that WebAssembly shares with JavaScript.
//!
//! It is a thin door to [`canju::requests::Desk`], and needs nothing but a clock. `npm/module.js` calls it, in a page, in a
//! worker or in Node. The engine works on one thread, the one that calls. A call returns when the answer is there: whoever
//! wants to break off ends the worker and starts another one.
//!
//! | file | contents |
//! |---|---|
//! | `exports.rs` | the functions that JavaScript calls |
//! | `heap.rs` | the allocator: large tables begin as fresh memory, which is zero already |
#![deny(unsafe_code)]
#![warn(missing_docs)]

#[allow(unsafe_code, reason = "exported names, and the clock that JavaScript passes in")]
mod exports;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[allow(unsafe_code, reason = "an allocator")]
mod heap;
