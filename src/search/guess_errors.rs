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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;
    use crate::search::FactsMemo;
    use crate::search::exponential::natural_log;
    use crate::tables::INFINITE;
    use crate::tuning::Tuning;

    const ONE: i64 = 1 << OUTPUT_BITS;

    fn position<const SEATS: usize>(hands: [&str; SEATS], last: Option<&str>) -> Position<SEATS> {
        Position::parse(hands, last, &Ruleset::default()).expect("a position")
    }

    fn guess<const SEATS: usize>(position: &Position<SEATS>) -> Guess {
        let mut memo = FactsMemo::new(&Ruleset::default(), &Tuning::DEFAULT);
        let facts = position.hands().map(|hand| memo.of(hand));
        Guess::of(position, &facts.each_ref())
    }

    #[test]
    fn a_key_is_what_one_side_has() {
        let base = position(["34569", "44778", "3TTJJ"], None);
        let [landlord, farmers] = [Side::First, Side::Second].map(|side| key(&base, side));
        assert_ne!(landlord, farmers);
        // The other side's cards don't matter, the own ones do: each farmer's, in order.
        let same =
            |hands| [Side::First, Side::Second].map(|side| key(&position(hands, None), side) == key(&base, side));
        assert_eq!(same(["34569", "44779", "3TTJJ"]), [true, false]);
        assert_eq!(same(["34569", "44778", "3TTJQ"]), [true, false]);
        assert_eq!(same(["3456T", "44778", "3TTJJ"]), [false, true]);
        assert_eq!(same(["34569", "3TTJJ", "44778"]), [true, false]);
        // Whose turn it is and what is to be beaten matter to both.
        let keys = [None, Some("3"), Some("4"), Some("33"), Some("345678")]
            .map(|last| key(&position(["34569", "44778"], last), Side::First));
        for (at, one) in keys.iter().enumerate() {
            assert!(keys[at + 1..].iter().all(|other| one != other), "{keys:x?}");
        }
    }

    #[test]
    fn errors_of_solved_positions() {
        let guess = guess(&position(["33455667TJQKA22D", "445668899TTJQKAX"], None));
        let [win, loss] = guess.works();
        let work = Work::of(1 << 20);
        // 1 + 2^20 nodes: the level is 160.
        let nodes = 20 * LN_2;
        assert_eq!(errors(&guess, ProofNumbers::WIN, work), [nodes - win, LOST]);
        assert_eq!(errors(&guess, ProofNumbers::LOSS, work), [LOST, nodes - loss]);
    }

    #[test]
    fn errors_of_unfinished_positions_follow_their_numbers() {
        let guess = guess(&position(["33455667TJQKA22D", "445668899TTJQKAX"], None));
        let ProofNumbers { pn, dn } = guess.numbers([0; 2]);
        let errors = |pn, dn| errors(&guess, ProofNumbers { pn, dn }, Work::default());
        assert_eq!(errors(pn, dn), [0, 0]);
        // Numbers are proportional to the work to the power of 4/5.
        let [more, less] = errors(4 * pn, dn / 2 + 1);
        assert!((more - 5 * LN_2 / 2).abs() < ONE / 10 && less < 0, "{more} {less}");
        assert_eq!(errors(INFINITE - 1, dn)[0], (natural_log(INFINITE - 1) - natural_log(pn)) * 5 / 4);
    }

    /// What was learned about a hand corrects the guess for it against another hand, on its own side only.
    #[test]
    fn what_is_learned_corrects_the_next_guess() {
        let known = Corrections::new(1 << 16);
        let [first, next] =
            ["445668899TTJQKAX", "445668899TTJJKAX"].map(|theirs| position(["33455667TJQKA22D", theirs], None));
        assert_eq!(of(&next, &known), [0, 0]);
        learn(&first, &guess(&first), ProofNumbers::WIN, Work::of(1 << 30), &known);
        let [win, loss] = of(&next, &known);
        assert!(win > 5 * ONE && loss == 0, "{win} {loss}");
        let (corrected, before) = (guess(&next).numbers([win, loss]), guess(&next).numbers([0; 2]));
        assert!(corrected.pn > 20 * before.pn && corrected.dn == before.dn, "{corrected:?} {before:?}");
        // The loser's hand is known to have lost.
        let other = position(["33455667TJQKA2KD", "445668899TTJQKAX"], None);
        assert!(of(&other, &known)[0] == 0 && of(&other, &known)[1] > 0);
        // An unfinished search counts half.
        let other = Corrections::new(1 << 16);
        learn(&first, &guess(&first), ProofNumbers { pn: 1 << 20, dn: 1 }, Work::of(1), &other);
        learn(&first, &guess(&first), ProofNumbers::WIN, Work::default(), &other);
        let errors =
            [errors(&guess(&first), ProofNumbers { pn: 1 << 20, dn: 1 }, Work::of(1))[0], -guess(&first).works()[0]];
        let mean = (errors[0] + 2 * errors[1]) / 3;
        assert!((of(&next, &other)[0] - mean * 4 / 5 * 3 / 4).abs() < ONE / 50, "{:?} {mean}", of(&next, &other));
    }
}
