//! How much the tests draw. `cargo test` takes a part of what there is, so that it ends within minutes; with `CANJU_TESTS=full` in the
//! environment each test takes all of it.

/// Is everything to be tested?
pub fn full() -> bool {
    std::env::var_os("CANJU_TESTS").is_some_and(|value| value == "full")
}

/// How many of `whole` cases are tested: all, or one part in `parts`, but at least one.
pub fn share(whole: usize, parts: usize) -> usize {
    if full() { whole } else { whole.div_ceil(parts) }
}
