//! The fields of a puzzle in JSON.

/// What describes a puzzle, and in `moves` what has been played. `best` is not among it: in a record that is the answer found, and
/// `expected_best` is the published one.
pub(super) const INPUTS: [&str; 21] = [
    "id",
    "hands",
    "turn",
    "last",
    "last_by",
    "rules",
    "scoring",
    "stake",
    "moves_made",
    "expected",
    "expect",
    "expected_value",
    "expected_best",
    "name",
    "source",
    "difficulty",
    "themes",
    "level",
    "seed",
    "moves",
    "meta",
];
