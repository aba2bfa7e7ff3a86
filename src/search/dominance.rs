//! Kicker dominance: giving away a card while a lower equivalent one stays is never better, against opponents alone.
//!
//! Let x < y be ranks of which the player holds exactly one card each, x in no chain of the hand and not half of a
//! rocket. Compare two moves that differ in one kicker: *high* gives y away and keeps x, *low* gives x away and keeps y.
//! Then *low* is at least as good.
//!
//! **The argument.** After *low* the player plays as it would after *high*, with y wherever that plays x. This is always
//! possible: x was in no chain and not in a rocket, and nothing else of either rank is held, so x can only be played as a
//! solo or as a kicker. As a solo y beats all that x beats. As a kicker y is allowed wherever x is: it is of no body's rank and of
//! no other kicker's rank, and where both jokers may not be kickers together the other joker is not held. The other side
//! has fewer answers than after *high*: what beats y beats x as well. It is never forced to do anything it could not do
//! there, for an answer is always an option and pass is always another. The same goes for two ranks of which exactly two
//! cards are held, played as a pair, as solos, or as kickers.
//!
//! | mover | holds? | why |
//! |---|---|---|
//! | two hands, either side | yes | All who may answer y are opponents. |
//! | three hands, the landlord | yes | All who may answer y are farmers, so both answer less and no one else answers at all. |
//! | three hands, a farmer | **no** | The partner answers too. It may need to take the trick with a card between x and y. |
//!
//! The last row has an example: in `35556J 66679T 8` the landlord plays `5556`. The first farmer must answer `6669`, then
//! lead its 7, so that its partner can shed its last card, the 8. An 8 does not beat a 9.
//!
//! So kickers of equal standing are taken from the bottom up ([`kicker_order`]), which removes most combinations of rich
//! hands. Without it for farmers a search visits up to 6 % more nodes.

use crate::rules::{Hand, KickerOrder, Kind, Position, RankMask, Ruleset, Side};

/// Is a higher card never worse than a lower one for the player to move? Only then may kickers be left out.
pub fn holds_for_mover<const SEATS: usize>(position: &Position<SEATS>) -> bool {
    SEATS == 2 || position.side_to_move() == Side::First
}

/// Which kickers need not be tried in combinations of `hand`.
///
/// For a search that generalises its proofs (`strength.rs`) only [`DroppedKickers::Loose`] will do: there a position stands for others
/// of its structure, in which loose ranks keep their order among themselves, but not towards those in chains.
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

/// Which ranks may be left out as kickers if a lower one that costs nothing was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DroppedKickers {
    /// Those in no chain.
    Loose,
    /// All but rockets.
    All,
}
