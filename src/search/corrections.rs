//! What searches of similar positions say about the evaluation's guess.
//!
//! The network (`evaluate.rs`) leaves a quarter of the variance of the work unexplained, and its error is much the same wherever
//! one side holds the same cards: the plan that turns out to be long is long against many hands that differ by a card. So each
//! visit of the proof-number search compares what it found with the guess, once for each side, under a key of what this side
//! has: its hands, the trick, the player to move. The guess for a new position is then corrected by what is known under its two
//! keys (`tables/corrections.rs`).
//!
//! What a visit finds for a side:
//!
//! - A win: the work that it took.
//! - A loss: the win that was hoped for would take more, by [`LOST`].
//! - Neither: the number has changed, and the work that would explain it. Without these the gain is a third smaller.
//!
//! Instructions in geometric mean, in millions, at 30,000 for a proof-number node and 11,500 for a depth-first one with three
//! hands and 6,000 and 2,200 with two, and how many deals were decided in 200,000 nodes. The others count twice:
//!
//! | | 17 + 15 + 15 | 20 + 17 + 17 | 24 + 24 |
//! |---|---|---|---|
//! | the network alone | 322 · 22 of 30 | 747 · 15 of 24 | 28.9 · 15 of 20 |
//! | corrected by wins | 277 · 24 | 628 · 16 | 27.5 · 15 |
//! | by all visits | 271 · 23 | 563 · 17 | 25.4 · 15 |
//! | and losses count as 2 | 271 · 23 | 556 · 18 | 23.8 · 16 |
//! | and keys of a side's hands alone, where its hands with the trick are new | 311 · 21 | 548 · 18 | 22.8 · 16 |
//! | and keys of the trick alone | 345 · 21 | 705 · 17 | 26.5 · 15 |

use super::evaluate::{Guess, error_of_work};
use super::exponential::LN_2;
use super::network::OUTPUT_BITS;
use crate::rules::{Position, Side};
use crate::tables::{Corrections, ERROR_BITS, ProofNumbers, Weight, Work};

/// The error of the work of a win that turned out to be a loss, in units of 2^-20.
const LOST: i64 = 2 << OUTPUT_BITS;

/// What to add to the logarithms of the nodes of a win of the side to move, and of one of the other side. In units of 2^-20.
pub fn of<const SEATS: usize>(position: &Position<SEATS>, known: &Corrections) -> [i64; 2] {
    sides(position).map(|side| known.of(key(position, side)) << (OUTPUT_BITS - ERROR_BITS))
}

/// Takes note of what a visit found: the numbers now, and the work of the longest visit so far.
pub fn learn<const SEATS: usize>(
    position: &Position<SEATS>,
    guess: &Guess,
    numbers: ProofNumbers,
    work: Work,
    known: &Corrections,
) {
    let weight = if numbers.is_solved() { Weight::Solved } else { Weight::Unfinished };
    for (side, error) in sides(position).into_iter().zip(errors(guess, numbers, work)) {
        known.learn(key(position, side), error >> (OUTPUT_BITS - ERROR_BITS), weight);
    }
}

/// The side to move, and the other one.
fn sides<const SEATS: usize>(position: &Position<SEATS>) -> [Side; 2] {
    [position.side_to_move(), position.side_to_move().opponent()]
}

/// By how much the guessed work of a win of the side to move was too small, and that of the other side.
fn errors(guess: &Guess, numbers: ProofNumbers, work: Work) -> [i64; 2] {
    let guessed = guess.numbers([0; 2]);
    let [win, loss] = guess.works();
    let nodes = work.level() as i64 * LN_2 / 8;
    match numbers {
        ProofNumbers { pn: 0, .. } => [nodes - win, LOST],
        ProofNumbers { dn: 0, .. } => [LOST, nodes - loss],
        _ => [error_of_work(numbers.pn, guessed.pn), error_of_work(numbers.dn, guessed.dn)],
    }
}

/// A key of what a side has: its hands, the trick and the player to move.
fn key<const SEATS: usize>(position: &Position<SEATS>, side: Side) -> u64 {
    let trick = position.trick().map_or(0, |trick| {
        let shape = trick.shape;
        1 | (shape.kind as u64) << 1
            | (shape.len as u64) << 8
            | (shape.rank.index() as u64) << 16
            | (trick.owner() as u64) << 24
    });
    let start = trick | (position.to_move() as u64) << 32 | (side as u64) << 40;
    let own = position.hands().iter().enumerate().filter(|&(seat, _)| Position::<SEATS>::side(seat) == side);
    own.fold(mixed(start), |key, (_, hand)| mixed(key ^ hand.bits()))
}

fn mixed(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 32
}
