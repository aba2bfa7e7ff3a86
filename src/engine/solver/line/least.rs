//! A lower bound on the plies of a game: no game from here ends sooner.
//!
//! The search for the length of a game (`length.rs`) asks "can it end within `n` plies?" for growing `n`. Most of these
//! questions are answered here, from the hands alone.
//!
//! **Combinations of one hand.** Let the hand hold cards of D ranks, and let some combinations shed it. Count each rank for
//! one combination that holds cards of it. A combination counts one rank, and further ones only in these ways:
//!
//! - It is a chain. The ranks of its body lie in runs of the hand that are long enough for a chain. No rank counts twice, so
//!   this gives at most S further ranks, where S is the number of ranks in such runs.
//! - It takes kickers. Three cards of a rank bring one kicker, four bring two. With one pack a rank has at most one such body,
//!   so this gives at most one further rank for each rank with three cards and two for each with four.
//! - It is the rocket, which gives one further rank.
//!
//! So D minus all of these is a lower bound. It also holds where kinds are banned. With two packs a rank can hold two
//! bodies, and only the trivial bound is used: two combinations if the hand is not one.
//!
//! **Plies.** A player that needs n combinations sheds the last one at its n-th turn at the earliest. Each round takes a ply
//! for each seat, passes included.

use crate::rules::{Hand, Kind, KindSet, RankMask, Ruleset, Side, State, classify};

/// A lower bound on the combinations that shed this hand; at least 1.
fn least_combos(hand: Hand, rules: &Ruleset) -> u16 {
    let mut least = 1;
    if rules.packs == 1 {
        let mut chained = RankMask::EMPTY;
        for kind in [Kind::SoloChain, Kind::PairChain, Kind::TrioChain] {
            chained = chained | hand.at_least(kind.body_copies()).in_runs(rules.min_len(kind));
        }
        if rules.kinds.has_any(KindSet::QUAD_CHAINS) {
            chained = chained | hand.at_least(4).in_runs(rules.min_len(Kind::QuadChain));
        }
        let further = chained.len() + hand.exactly(3).len() + 2 * hand.at_least(4).len() + hand.has_rocket() as u32;
        least = hand.ranks().len().saturating_sub(further) as u16;
    }
    if least > 1 { least } else { 1 + classify(hand, rules).is_empty() as u16 }
}

/// A lower bound on the plies until `winner` sheds a last card, in a game that is not over.
pub fn least_plies<const SEATS: usize>(position: &State<SEATS>, winner: Side, rules: &Ruleset) -> u16 {
    let plies = |seat: usize| {
        let first_turn = (seat + SEATS - position.to_move()) % SEATS + 1;
        (first_turn + SEATS * (least_combos(position.hands()[seat], rules) as usize - 1)) as u16
    };
    let seats = (0..SEATS).filter(|&seat| State::<SEATS>::side(seat) == winner);
    seats.map(plies).min().expect("each side has a seat")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::combos;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::SliceRandom;
    use std::collections::HashMap;

    /// The least number of combinations, by trying all.
    fn exact(hand: Hand, rules: &Ruleset, known: &mut HashMap<Hand, u16>) -> u16 {
        if hand.is_empty() {
            return 0;
        }
        if let Some(&least) = known.get(&hand) {
            return least;
        }
        let rests = combos(hand, None, rules).into_iter().map(|combo| hand.minus(combo.cards));
        let least = 1 + rests.map(|rest| exact(rest, rules, known)).min().expect("a solo");
        known.insert(hand, least);
        least
    }

    #[test]
    fn no_way_to_shed_a_hand_takes_fewer_combinations() {
        let (mut rng, mut reached) = (StdRng::seed_from_u64(1), 0);
        let chains = "huanle,+quad_as_two_pairs,min_solo_chain=3,min_pair_chain=2";
        let quads = "huanle,min_trio_chain=3,+quad_chain,+quad_solo_chain,+quad_pair_chain";
        for text in ["huanle", "douzero", chains, quads, "huanle,packs=2"] {
            let rules: Ruleset = text.parse().expect("rules");
            let (mut known, mut deck) = (HashMap::new(), Hand::deck(rules.packs).cards().collect::<Vec<_>>());
            for number in 0..2000 {
                // Every other hand is of few ranks, which have chains and groups.
                deck.shuffle(&mut rng);
                if number % 2 == 0 {
                    deck.sort_by_key(|rank| rank.index() > 5);
                    let few = deck.iter().take_while(|rank| rank.index() <= 5).count();
                    deck[..few].shuffle(&mut rng);
                }
                let mut size = 2 + number % 10;
                if text == quads && number % 2 == 0 {
                    // Two quads in a row, and up to four other cards of any ranks.
                    deck.shuffle(&mut rng);
                    deck.sort_by_key(|rank| rank.index() > 1);
                    size = 8 + number % 5;
                }
                let hand: Hand = deck[..size].iter().copied().collect();
                let (least, exact) = (least_combos(hand, &rules), exact(hand, &rules, &mut known));
                assert!(least <= exact, "{hand} {text}: {least} > {exact}");
                reached += (least == exact) as u32;
            }
        }
        assert!(reached > 4000, "the bound is seldom reached: {reached}");
    }
}
