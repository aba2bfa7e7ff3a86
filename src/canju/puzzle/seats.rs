//! Names of hands in the texts of errors. Reports name them, too: `src/canju/report/seats.rs`.

use crate::words::Language;

/// The names of the seats of two or three hands.
pub(crate) fn seat_names(hands: usize) -> &'static [&'static str] {
    match hands {
        3 => &["landlord", "farmer 1", "farmer 2"],
        _ => &["first", "second"],
    }
}

/// One of these names in Chinese.
pub(crate) fn seat_in_chinese(name: &str) -> String {
    Language::Chinese.named("seat", name)
}
