//! The order in which a depth-first node tries its moves: the move that wins with the least work comes first.
//!
//! That is not always the move that wins most probably. The score comes from a network that sees the position after the
//! move (`networks/order_2.txt`, `networks/order_3.txt`), and from the number of cards that the move sheds. The network was
//! trained on choices. A choice is a position in which this program solved every move, so it is known which moves win and how
//! many nodes each takes. The loss function rewards winning moves by the cube of how cheap they are
//! (`scripts/train/train_network.py`).
//!
//! On all fixed sets this order takes fewer nodes and instructions than the number of cards shed, or the evaluation's odds. Three
//! hands have networks of their own, one for each seat to move, and these see the cards, too (card inputs, `features.rs`), which saves
//! some 8 % of the nodes. Figures: `benches/history.md`, "Order of moves".

use super::facts::Facts;
use super::features::{self, CARD_GROUPS, CARD_INPUTS};
use super::network::{Network, OUTPUT_BITS};
use super::sparse_network::{SparseNetwork, Sums};
use super::weights::Weights;
use crate::rules::State;

/// Computes the score of a move.
struct Scorer<N> {
    /// The score for each card that the move sheds, in units of 2^-20.
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

/// Scores moves, and remembers what the networks for three hands have summed up for the last position.
#[derive(Default)]
pub struct MoveScores {
    last: [Sums<{ features::OF_THREE }, 8, 4>; 3],
}

impl MoveScores {
    /// How good a move that sheds `shed` cards looks to its player. After it `position` arises with these hands; `same_side` says
    /// whether a player of the same side is to move there.
    pub fn of<const SEATS: usize>(
        &mut self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        same_side: bool,
        shed: u32,
    ) -> i32 {
        let me = position.to_move();
        let ([output], for_a_card) = if SEATS == 2 {
            let features = features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape));
            (OF_TWO.network.outputs(&features), OF_TWO.for_a_card)
        } else {
            let Scorer { for_a_card, network } = &OF_THREE[me];
            let features = features::of_three(position, hands);
            (network.outputs(&mut self.last[me], &features, features::card_inputs(position)), *for_a_card)
        };
        in_hundredths(if same_side { output } else { -output }, shed as i64 * for_a_card as i64)
    }
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

    /// The score for this many cards, in hundredths.
    fn hundredths(count: i64) -> i32 {
        ((100 * cards(count)) >> OUTPUT_BITS) as i32
    }

    #[test]
    fn a_score_does_not_depend_on_the_positions_before() {
        let mut scores = MoveScores::default();
        features::along_a_game(|position, hands| {
            let [kept, anew] =
                [&mut scores, &mut MoveScores::default()].map(|scores| scores.of(position, hands, true, 1));
            assert_eq!(kept, anew, "{position:?}");
        });
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
