//! The rules: cards, moves, positions, move generation.

mod botzone_judge;
mod brute_force;
mod known_answers;
mod own_rules;
mod perft;
mod positions;
mod typed_cards;
