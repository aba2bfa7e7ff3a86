//! The order in which a depth-first node tries its moves: the move that wins with the least work comes first.
//!
//! That is not always the move that wins most probably. The score comes from a network that sees the position after the
//! move (`networks/order_2.txt`, `networks/order_3.txt`), and from the number of cards that the move sheds. The network was trained on choices. A choice
//! is a position in which this program solved every move, so it is known which moves win and how many nodes each takes. The
//! loss function rewards winning moves by the cube of how cheap they are (`scripts/train/train_network.py`).
//!
//! Nodes, and million instructions, on the hardest published puzzle, on all of them, on 17 deals of 14+14 to 20+20 and on
//! 3,000 of 8+8:
//!
//! | first the move | hardest | puzzles | deals | 8+8 |
//! |---|---|---|---|---|
//! | that sheds most cards | 18,266, 143 | 48,337, 370 | 315,735, 3,030 | 304,284, 1,950 |
//! | with the best log odds of winning (`evaluate.rs`) + 3 for a card shed | 13,517, 129 | 30,112, 291 | 89,299, 1,040 | 232,474, 1,970 |
//! | with the best score | 11,346, 111 | 28,503, 287 | 66,110, 796 | 199,262, 1,752 |
//!
//! Other ways to train, as nodes, before the search was tuned to this one. Each row is the best of a few runs. Runs that
//! differ only in their seed differ by up to 10 %:
//!
//! | trained on 200,000 choices, winning moves rewarded | hardest | puzzles | deals | 8+8 |
//! |---|---|---|---|---|
//! | by how cheap they are | 12,059 | 30,078 | 83,003 | 205,083 |
//! | by its square, hard positions weighing more | 11,909 | 30,137 | 75,101 | 197,086 |
//! | by its cube | 11,174 | 29,404 | 72,401 | 200,031 |
//! | by its eighth power | 13,361 | 30,600 | 72,574 | 205,357 |
//! | by its cube, 32 hidden units: more instructions | 11,267 | 27,334 | 70,153 | 197,630 |
//!
//! Three hands have networks of their own for the evaluation and for this order, one for each seat to move. Nodes, as
//! geometric means, on twelve random deals of 12 + 10 + 10 cards, all decided, none of them trained on. The first row is from
//! before proof-number nodes stored what their proofs need, the last from after a few small changes:
//!
//! | networks | nodes |
//! |---|---|
//! | those of two hands, against the opponent that needs fewer combinations | 1,367 |
//! | the evaluation trained on 80,000 states of three hands | 1,077 |
//! | and the order trained on 30,000 choices | 315 |
//! | 220,000 states and 128,000 choices, most of them solved with the networks before | 209 |
//!
//! With three hands this network sees the cards, too (card inputs, `features.rs`), like the evaluation. For each training: how often
//! the first move wins among the choices held back, and what it costs as a multiple of the cheapest one; and nodes in geometric mean
//! on 97 whole deals, as in `evaluate.rs`. Several figures are of several seeds:
//!
//! | choices | inputs | units | first wins | costs | nodes |
//! |---|---|---|---|---|---|
//! | 128,000, the network before | features | 16 | – | – | 222,502 |
//! | 208,000 | features | 16 | 96.6 % | 1.194 | – |
//! | 208,000 | features | 32 | 96.9 % | 1.187 | – |
//! | 208,000 | and cards | 16 | 96.9 % | 1.186 | 204,933 |
//! | 208,000 (kept) | and cards | 32 | 97.1 % | 1.180 | 195,263 |
//! | and 92,000 of up to 33 cards | and cards | 32 | 97.1 % | 1.175 | 210,390 · 208,358 |
//! | and 92,000 of up to 33 cards | and cards | 64 | 97.2 % | 1.168 | 205,784 |
//! | and 195,000 of up to 33 cards | and cards | 16 | 96.8 % | 1.184 | 211,104 · 202,577 · 211,092 |
//!
//! So cards save some 8 % of the nodes, and the rest is noise. A node takes more time, because fewer of them are depth-first: 3 % less
//! time in geometric mean, 10 % less in all for the 97 deals.

use super::facts::Facts;
use super::features::{self, CARD_GROUPS, CARD_INPUTS};
use super::network::{Network, OUTPUT_BITS, SparseNetwork};
use super::weights::Weights;
use crate::rules::State;

/// What the score of a move is computed from.
struct Scorer<N> {
    /// What a card that the move sheds adds, in units of 2^-20.
    for_a_card: i32,
    network: N,
}

/// For two hands.
static OF_TWO: Scorer<Network<24, 4, 1>> = {
    let mut weights = Weights::of(include_str!("networks/order_2.txt"));
    let scorer = Scorer { for_a_card: weights.next(), network: Network::read(&mut weights) };
    weights.end();
    scorer
};

/// For three hands, by the seat to move.
static OF_THREE: [Scorer<SparseNetwork<38, 8, 4, 1, CARD_INPUTS>>; 3] = {
    let mut weights = Weights::of(include_str!("networks/order_3.txt"));
    let first = Scorer { for_a_card: weights.next(), network: SparseNetwork::read(&mut weights, &CARD_GROUPS) };
    let second = Scorer { for_a_card: weights.next(), network: SparseNetwork::read(&mut weights, &CARD_GROUPS) };
    let third = Scorer { for_a_card: weights.next(), network: SparseNetwork::read(&mut weights, &CARD_GROUPS) };
    weights.end();
    [first, second, third]
};

/// How good a move that sheds `shed` cards looks to its player. After it `position` arises with these hands; `same_side` says
/// whether a player of the same side is to move there.
pub fn score<const SEATS: usize>(position: &State<SEATS>, hands: &[&Facts; SEATS], same_side: bool, shed: u32) -> i32 {
    let me = position.to_move();
    let ([output], for_a_card) = if SEATS == 2 {
        let features = features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape));
        (OF_TWO.network.outputs(&features), OF_TWO.for_a_card)
    } else {
        let Scorer { for_a_card, network } = &OF_THREE[me];
        (network.outputs(&features::of_three(position, hands), features::card_inputs(position)), *for_a_card)
    };
    in_hundredths(if same_side { output } else { -output }, shed as i64 * for_a_card as i64)
}

/// The score in hundredths. This is coarse enough for similar moves to get equal scores. For the integers see `network.rs`.
fn in_hundredths(output: i64, for_cards: i64) -> i32 {
    (100 * (output + for_cards) / (1 << OUTPUT_BITS)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(count: i64) -> i64 {
        count * OF_TWO.for_a_card as i64
    }

    /// What so many cards add, in hundredths.
    fn hundredths(count: i64) -> i32 {
        ((100 * cards(count)) >> OUTPUT_BITS) as i32
    }

    #[test]
    fn scores_count_output_and_cards() {
        const ONE: i64 = 1 << OUTPUT_BITS;
        assert_eq!(in_hundredths(0, 0), 0);
        assert_eq!(in_hundredths(3 * ONE / 2, 0), 150);
        assert_eq!(in_hundredths(-3 * ONE / 2, 0), -150);
        // Towards zero, on either side of it.
        assert_eq!(in_hundredths(ONE / 100 - 1, 0), 0);
        assert_eq!(in_hundredths(1 - ONE / 100, 0), 0);
        // A card counts as much as the trained multiple says.
        assert_eq!(in_hundredths(0, cards(10)), hundredths(10));
        assert_eq!(in_hundredths(-ONE, cards(20)), hundredths(20) - 100);
    }

    /// The greatest sum that the network's integers can hold, and every card of two packs.
    #[test]
    fn extremes_do_not_overflow() {
        let most = (i32::MAX as i64) << 8;
        assert_eq!(in_hundredths(most, cards(108)), 52_428_800 - 1 + hundredths(108) + 1);
        assert!(in_hundredths(-most, 0) < -52_000_000);
    }
}
