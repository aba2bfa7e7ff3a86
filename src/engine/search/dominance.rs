//! Kicker dominance: to give away a higher kicker and keep a lower equivalent one is never better. This holds if only
//! opponents may answer the lower one.
//!
//! Let the player hold exactly one card of rank x and exactly one of a higher rank y. Let x be in no chain of the hand and
//! not half of a rocket. Compare two moves that differ in one kicker: *high* gives y away and keeps x, *low* gives x away
//! and keeps y. Then *low* is at least as good.
//!
//! **The argument.** After *low* the player plays as it would after *high*, with y in place of x. This is always possible.
//! The card x is in no chain and in no rocket, and the player holds no other card of either rank. So x can only be played
//! as a solo or as a kicker. As a solo, y beats all that x beats. As a kicker, y is allowed wherever x is: its rank is not
//! that of the body or of another kicker, and where both jokers may not be kickers together, the other joker is not held.
//! The other side has no answer that it does not have after *high*, since all that beats y beats x. It is not forced to
//! anything new either, since it may always pass. The same holds for two ranks with exactly two cards each, played as a
//! pair, as solos, or as kickers.
//!
//! | mover | holds? | why |
//! |---|---|---|
//! | two hands, either side | yes | Only the opponent may answer y. |
//! | three hands, the landlord | yes | Only the farmers may answer y, and both are opponents. |
//! | three hands, a farmer | **no** | The partner answers too. It may need to take the trick with a card between x and y. |
//!
//! The last row has an example: in `35556J 66679T 8` the landlord plays `5556`. The first farmer must answer `6669` or `666T`, then
//! lead its 7, so that its partner can shed its last card, the 8. An 8 does not beat a 9.
//!
//! So equivalent kickers are taken from the lowest up ([`kicker_order`]). This removes most combinations of rich hands.
//! Without it for farmers the search visits up to 6 % more nodes.

use crate::rules::{Hand, KickerOrder, Kind, RankMask, Ruleset, Side, State};

/// Does kicker dominance hold for the player to move? See the table in the module's head.
pub fn holds_for_mover<const SEATS: usize>(position: &State<SEATS>) -> bool {
    SEATS == 2 || position.side_to_move() == Side::First
}

/// Which kickers need not be tried in combinations of `hand`.
///
/// A search that stores needs (`strength.rs`) must use [`DroppedKickers::Loose`]. There a position stands for others of its
/// structure. In these, loose ranks keep their order among themselves, but not towards ranks in chains.
pub fn kicker_order(hand: Hand, dropped: DroppedKickers, rules: &Ruleset) -> KickerOrder {
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
    match dropped {
        DroppedKickers::Loose => KickerOrder { free_singles, singles: free_singles, free_pairs, pairs: free_pairs },
        DroppedKickers::All => {
            KickerOrder { free_singles, singles: singles & !rocket, free_pairs, pairs: pairs & !rocket }
        }
    }
}

/// Which ranks may be left out as kickers while a lower equivalent rank is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DroppedKickers {
    /// Ranks in no chain.
    Loose,
    /// All ranks but those of a rocket.
    All,
}

/// The kickers that a search may leave out if it stores the needs of its proofs (`depth_first.rs`). A proof then stands for
/// all positions of the structure, in which a rank of a chain can lie anywhere towards the loose ones.
pub const DROPPED_IN_STORED_PROOFS: DroppedKickers = DroppedKickers::Loose;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards_from;

    #[test]
    fn ranks_of_chains_are_not_free_and_those_of_a_rocket_stay() {
        let order = |cards, dropped, rules: &str| {
            let rules: Ruleset = rules.parse().expect("rules");
            let hand = parse_cards_from(cards, &mut Hand::deck(2), 2).expect("cards");
            let KickerOrder { free_singles, singles, free_pairs, pairs } = kicker_order(hand, dropped, &rules);
            [free_singles, singles, free_pairs, pairs].map(|ranks| format!("{ranks:?}"))
        };
        let (loose, all) = (DroppedKickers::Loose, DroppedKickers::All);
        let (huanle, two) = ("huanle", "huanle,packs=2");
        assert_eq!(order("345679JJKKK", loose, huanle), ["9", "9", "J", "J"]);
        assert_eq!(order("345679JJKKK", all, huanle), ["9", "345679", "J", "J"]);
        assert_eq!(order("345679JJKKK", all, "huanle,-solo_chain"), ["345679", "345679", "J", "J"]);
        assert_eq!(order("33445599KKK", loose, huanle), ["", "", "9", "9"]);
        assert_eq!(order("33445599KKK", all, huanle), ["", "", "9", "3459"]);
        assert_eq!(order("33445599KKK", all, "huanle,-pair_chain"), ["", "", "3459", "3459"]);
        // A rocket is kept whole, a joker alone is a card like any other.
        assert_eq!(order("9KKKXD", all, huanle), ["9", "9", "", ""]);
        assert_eq!(order("9KKKX", all, huanle), ["9X", "9X", "", ""]);
        assert_eq!(order("99KKKXXDD", all, two), ["", "", "9", "9"]);
        assert_eq!(order("99KKKXXD", all, two), ["", "", "9", "9"]);
        assert_eq!(order("99KKKXX", all, two), ["", "", "9X", "9X"]);
        // Without three equal cards nothing takes kickers.
        assert_eq!(order("99KKX", all, huanle), ["", "", "", ""]);
    }
}
