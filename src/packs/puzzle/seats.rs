//! Names of hands and sides in English text.

use canju_engine::rules::Side;

/// The names of the seats of two or three hands.
#[doc(hidden)]
pub fn seat_names(hands: usize) -> &'static [&'static str] {
    match hands {
        3 => &["landlord", "farmer 1", "farmer 2"],
        _ => &["first", "second"],
    }
}

/// A side with its verb: the first form for one player, the second for the two farmers.
///
/// ```
/// use canju::{report::side_does, rules::Side};
/// assert_eq!(side_does(2, Side::Second, ["wins", "win"]), "The second hand wins");
/// assert_eq!(side_does(3, Side::Second, ["wins", "win"]), "The farmers win");
/// ```
#[doc(hidden)]
pub fn side_does(hands: usize, side: Side, verbs: [&str; 2]) -> String {
    let (name, verb) = match (side, hands) {
        (Side::First, 3) => ("The landlord", verbs[0]),
        (Side::Second, 3) => ("The farmers", verbs[1]),
        (Side::First, _) => ("The first hand", verbs[0]),
        (Side::Second, _) => ("The second hand", verbs[0]),
    };
    format!("{name} {verb}")
}
