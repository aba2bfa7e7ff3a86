//! Names of hands in the English texts of errors. Reports name them in each language: `src/canju/report/seats.rs`.

/// The names of the seats of two or three hands.
pub(crate) fn seat_names(hands: usize) -> &'static [&'static str] {
    match hands {
        3 => &["landlord", "farmer 1", "farmer 2"],
        _ => &["first", "second"],
    }
}
