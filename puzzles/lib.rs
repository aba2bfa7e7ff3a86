//! The packs that ship, as text: an installed program has no directory of puzzles.

macro_rules! packs {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!($name))),*] };
}

/// Each pack's name below `puzzles/` and its text, in the order in which they are shown.
pub const PACKS: [(&str, &str); 10] = packs![
    "published/circulated.ddz",
    "published/game-levels.ddz",
    "published/solver-tables.ddz",
    "published/unanswered.ddz",
    "graded/1-beginner.ddz",
    "graded/2-easy.ddz",
    "graded/3-medium.ddz",
    "graded/4-hard.ddz",
    "graded/5-master.ddz",
    "graded/6-lost.ddz",
];
