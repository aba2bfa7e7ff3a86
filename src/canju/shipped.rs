//! The packs that ship, as text: an installed program has no directory of puzzles.

macro_rules! packs {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("packs/", $name)))),*] };
}

/// Each pack's name below `puzzles/` and its text, in the order in which they are shown.
pub const PACKS: [(&str, &str); 36] = packs![
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
    "bank/two-beginner.ddz",
    "bank/two-easy.ddz",
    "bank/two-medium.ddz",
    "bank/two-hard.ddz",
    "bank/two-master.ddz",
    "bank/two-lost.ddz",
    "bank/two-gives-up-lead.ddz",
    "bank/two-splits-chain.ddz",
    "bank/two-long-way.ddz",
    "bank/two-only-pass.ddz",
    "bank/two-refuses-to-beat.ddz",
    "bank/two-splits-bomb.ddz",
    "bank/two-sacrifices-bomb.ddz",
    "bank/two-times-four.ddz",
    "bank/three-landlord-easy.ddz",
    "bank/three-landlord-medium.ddz",
    "bank/three-landlord-hard.ddz",
    "bank/three-landlord-only-pass.ddz",
    "bank/three-farmers-easy.ddz",
    "bank/three-farmers-medium.ddz",
    "bank/three-farmers-hard.ddz",
    "bank/three-feeds-partner.ddz",
    "bank/three-blocks-landlord.ddz",
    "bank/three-lets-partner-through.ddz",
    "bank/three-landlord-times-four.ddz",
    "bank/three-farmers-times-four.ddz",
];
