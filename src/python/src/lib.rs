//! The extension module `canju._canju`. What users see is in `python/canju/`; this is the half that must be Rust.
//!
//! Cards, rules and search are the library's. Here are only the ways between the two languages: arguments in, answers out,
//! and waiting so that other Python threads run and Ctrl-C works.
//!
//! The program's allocator, mimalloc, made no difference here, and a module that is loaded late should not bring one.
//!
//! | file | contents |
//! |---|---|
//! | `position.rs`, `ruleset.rs` | the classes `Position` and `Ruleset`; moves as text |
//! | `solving.rs` | `solve`: one position |
//! | `streaming.rs` | `solve_many`: an iterator in, an iterator out |
//! | `reviewing.rs` | `review` and `review_many`: games, move by move |
//! | `labelling.rs` | `values`: arrays of hands to arrays of values |
//! | `advising.rs` | `advise`: with hidden hands |
//! | `dealing.rs` | `deal`: whole deals |
//! | `proving.rs` | `prove` and `verify`: certificates |
//! | `waiting.rs` | long work: other Python threads go on, signals end it, a panic becomes an exception |
//! | `arguments.rs` | numbers, limits and texts from Python |
//! | `answers.rs`, `result.rs` | the data classes of `_types.py`, filled |
//! | `faults.rs` | `InputError` |
#![forbid(unsafe_code)]

mod advising;
mod answers;
mod arguments;
mod dealing;
mod faults;
mod labelling;
mod position;
mod proving;
mod result;
mod reviewing;
mod ruleset;
mod solving;
mod stakes;
mod streaming;
mod task;
mod waiting;

/// The names that `python/canju/__init__.py` takes.
#[pyo3::pymodule]
mod _canju {
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's name")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use super::advising::advise;
    #[pymodule_export]
    use super::dealing::deal;
    #[pymodule_export]
    use super::labelling::label;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::proving::{prove, verify};
    #[pymodule_export]
    use super::reviewing::{Reviews, game_of_log, review, review_many};
    #[pymodule_export]
    use super::ruleset::{PyRuleset, legal_moves, parse_move};
    #[pymodule_export]
    use super::solving::solve;
    #[pymodule_export]
    use super::streaming::{Results, solve_many};
}
