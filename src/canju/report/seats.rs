//! Players and sides as reports name them.

use crate::words::{Language, say};
use canju_engine::rules::Side;

/// The player of this seat, from 0, of two or three hands.
#[doc(hidden)]
pub fn seat(language: Language, hands: usize, seat: usize) -> String {
    match (hands, seat) {
        (3, 0) => say!(language, "seat-landlord"),
        (3, 1) => say!(language, "seat-farmer-1"),
        (3, 2) => say!(language, "seat-farmer-2"),
        (_, 0) => say!(language, "seat-first"),
        (_, 1) => say!(language, "seat-second"),
        _ => "?".to_owned(),
    }
}

/// All of them in order.
#[doc(hidden)]
pub fn seats(language: Language, hands: usize) -> Vec<String> {
    (0..if hands == 3 { 3 } else { 2 }).map(|index| seat(language, hands, index)).collect()
}

/// The side as texts ask for it.
#[doc(hidden)]
pub fn side_key(hands: usize, side: Side) -> &'static str {
    match (side, hands) {
        (Side::First, 3) => "landlord",
        (Side::Second, 3) => "farmers",
        (Side::First, _) => "first",
        (Side::Second, _) => "second",
    }
}

/// A verdict in a word, from its name in a record.
#[doc(hidden)]
pub fn verdict_name(language: Language, name: &str) -> String {
    match name {
        "win" => say!(language, "verdict-win"),
        "loss" => say!(language, "verdict-loss"),
        "unknown" => say!(language, "verdict-unknown"),
        other => other.to_owned(),
    }
}
