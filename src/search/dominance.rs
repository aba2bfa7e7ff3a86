//! Kicker dominance: giving away a card while a lower equivalent one stays is never better.
//!
//! Let x < y be ranks of which the player holds exactly one card each, x in no chain of the hand and not half of a
//! rocket. A combination that takes y as a kicker is no better than the one that takes x instead: after the latter the
//! player holds y where after the former it holds x, and can copy any play with x by the same play with y. As a
//! solo y beats at least what x beats and is beaten by at most what beats x; as a kicker it is as good, for nothing
//! else of its rank is held; in a chain or rocket x never was. Only where both jokers may not be kickers together a
//! joker is no substitute as long as the other one is held. The same goes for two ranks of which exactly two cards are
//! held. Kickers of equal standing are thus taken from the bottom up, which removes most combinations of rich hands.

use crate::rules::{Hand, KickerOrder, Kind, RankMask, Ruleset};

/// Which kickers need not be tried in combinations of `hand`.
///
/// For a search that generalises its proofs (`strength.rs`) only [`Ranks::Loose`] will do: there a position stands for others
/// of its structure, in which loose ranks keep their order among themselves, but not towards those in chains.
pub fn kicker_order(hand: Hand, ranks: Ranks, rules: &Ruleset) -> KickerOrder {
    if hand.spread(3) == 0 {
        // Nothing takes kickers.
        return KickerOrder::default();
    }
    let (singles, pairs) = (hand.exactly(1), hand.exactly(2));
    let rocket = if hand.has_rocket() { RankMask::JOKERS } else { RankMask::EMPTY };
    let mut chained = rocket;
    if rules.kinds.has(Kind::SoloChain) {
        chained = chained | hand.at_least(1).in_runs(rules.min_solo_chain);
    }
    if rules.kinds.has(Kind::PairChain) {
        chained = chained | hand.at_least(2).in_runs(rules.min_pair_chain);
    }
    let (free_singles, free_pairs) = (singles & !chained, pairs & !chained);
    match ranks {
        Ranks::Loose => KickerOrder { free_singles, singles: free_singles, free_pairs, pairs: free_pairs },
        Ranks::All => KickerOrder { free_singles, singles: singles & !rocket, free_pairs, pairs: pairs & !rocket },
    }
}

/// Which ranks may be left out as kickers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranks {
    /// Those in no chain.
    Loose,
    /// All but rockets.
    All,
}
