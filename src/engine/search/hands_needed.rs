//! Hands needed, t(H): the least number of combinations that shed a hand. It is the classic measure of how good a hand is.
//!
//! Without single and pair chains there is a closed form. Every group of equal cards is a combination. Each trio takes one
//! solo or pair along, each quad two. A run of n trios is one combination instead of n. Single and pair chains are tried
//! recursively. With more than twenty cards, which takes two packs, there are too many ways to take chains. Then the chain
//! is taken first that leaves the least by the closed form.
//!
//! The value only guides the search. So some bans of kinds and some unusual kickers are not taken into account. The search
//! meets few different hands and needs the value of each very often. So each worker remembers them in a direct-mapped array.

use crate::rules::{Hand, Kind, RankMask, Ruleset, Shape};
use crate::tuning::Tuning;

/// The bits of a hand take 60 bits. A hand has at most fifteen groups, so it needs at most fifteen combinations.
const VALUE_AT: u32 = 60;
const HAND: u64 = (1 << VALUE_AT) - 1;

/// The shift that turns a 64-bit hash into an index of this memo.
fn shift_of(memo: &[u64]) -> u32 {
    64 - memo.len().ilog2()
}

/// Computes and remembers hands needed under one rule set.
pub struct HandsNeeded {
    rules: Ruleset,
    /// The bits of a hand, and above them its value; 0 for an empty entry.
    memo: Box<[u64]>,
    /// A hash shifted right by this is an index of the memo.
    shift: u32,
    /// The most entries of the memo.
    most: usize,
    /// Hands computed since the memo grew.
    computed: usize,
    /// See [`Tuning::all_chains_cards`].
    all_chains_cards: u32,
}

/// The most entries of a new memo: two pages of the system. A small search meets few hands, in places all over the memo.
const FIRST: usize = 1 << 10;

/// The memo grows by this factor when half as many hands have been computed as it has entries.
const GROWTH: usize = 4;

impl HandsNeeded {
    /// With an empty memo.
    pub fn new(rules: &Ruleset, tuning: &Tuning) -> HandsNeeded {
        let most = 1 << tuning.log2_needed;
        let memo: Box<[u64]> = vec![0; FIRST.min(most)].into();
        let shift = shift_of(&memo);
        HandsNeeded { rules: *rules, memo, shift, most, computed: 0, all_chains_cards: tuning.all_chains_cards }
    }

    fn slot(&self, hand: u64) -> usize {
        (hand.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Remembers a value.
    fn remember(&mut self, hand: Hand, value: u8) {
        self.computed += 1;
        if self.computed > self.memo.len() / 2 && self.memo.len() < self.most {
            self.grow();
        }
        let slot = self.slot(hand.bits());
        self.memo[slot] = hand.bits() | (value as u64) << VALUE_AT;
    }

    #[cold]
    fn grow(&mut self) {
        let entries = (self.memo.len() * GROWTH).min(self.most);
        let before = std::mem::replace(&mut self.memo, vec![0; entries].into());
        (self.shift, self.computed) = (shift_of(&self.memo), 0);
        for known in before.into_iter().filter(|&known| known != 0) {
            self.memo[self.slot(known & HAND)] = known;
        }
    }

    /// Forgets everything, for other rules.
    pub fn set_rules(&mut self, rules: &Ruleset) {
        self.rules = *rules;
        self.memo.fill(0);
    }

    /// The bytes of its memo.
    pub fn bytes(tuning: &Tuning) -> usize {
        size_of::<u64>() << tuning.log2_needed
    }

    /// The least number of combinations that shed `hand`; 0 for no cards.
    pub fn of(&mut self, hand: Hand) -> u8 {
        let known = self.memo[self.slot(hand.bits())];
        if known & HAND == hand.bits() {
            return (known >> VALUE_AT) as u8;
        }
        let mut least = self.without_chains(hand);
        if hand.len() > self.all_chains_cards {
            if let Some(chain) = self.likely_chain(hand) {
                least = least.min(1 + self.of(hand.minus_unchecked(chain.body_cards_unchecked())));
            }
        } else {
            for kind in [Kind::SoloChain, Kind::PairChain] {
                if self.rules.kinds.has(kind) {
                    least = least.min(self.after_chain(hand, kind));
                }
            }
        }
        debug_assert!(least < 16, "{hand}");
        self.remember(hand, least);
        least
    }

    /// A single or pair chain with which the fewest combinations can start. `None` if none of them needs such a chain.
    pub fn best_chain(&mut self, hand: Hand) -> Option<Shape> {
        let needed = self.of(hand);
        if self.without_chains(hand) == needed {
            return None;
        }
        if hand.len() > self.all_chains_cards {
            return self.likely_chain(hand);
        }
        chains(hand, &self.rules)
            .find(|chain| 1 + self.of(hand.minus_unchecked(chain.body_cards_unchecked())) == needed)
    }

    /// The chain after which the rest needs the least by the closed form.
    fn likely_chain(&self, hand: Hand) -> Option<Shape> {
        chains(hand, &self.rules)
            .min_by_key(|chain| self.without_chains(hand.minus_unchecked(chain.body_cards_unchecked())))
    }

    /// The least number if a chain of this kind comes first; 255 if there is no such chain.
    fn after_chain(&mut self, hand: Hand, kind: Kind) -> u8 {
        let held = hand.at_least(kind.body_copies());
        let mut least = u8::MAX;
        for len in self.rules.min_len(kind)..=12 {
            let starts = held.run_starts(len);
            if starts.is_empty() {
                break;
            }
            for start in starts {
                least =
                    least.min(1 + self.of(hand.minus_unchecked(Hand::run_unchecked(start, len, kind.body_copies()))));
            }
        }
        least
    }

    /// The closed form, for hands without single and pair chains.
    pub fn without_chains(&self, hand: Hand) -> u8 {
        let kinds = self.rules.kinds;
        let (mut solos, pairs) = (hand.exactly(1).len() as i32, hand.exactly(2).len() as i32);
        let (trios, quads) = (hand.exactly(3), hand.at_least(4).len() as i32);
        let mut combos = quads;
        if hand.has_rocket() && kinds.has(Kind::Rocket) {
            solos -= 2;
            combos += 1;
        }
        let trio_count = trios.len() as i32;
        combos += trio_count - saved_by_trio_chains(trios, &self.rules);
        // Trios take solos first, then pairs. Quads take the rest.
        let mut groups = [solos, pairs];
        let mut room = trio_count;
        for (group, kind) in groups.iter_mut().zip([Kind::TrioSolo, Kind::TrioPair]) {
            if kinds.has(kind) {
                let taken = room.min(*group);
                *group -= taken;
                room -= taken;
            }
        }
        let room = if kinds.has(Kind::FourTwoSolo) || kinds.has(Kind::FourTwoPair) { 2 * quads } else { 0 };
        (combos + (groups[0] + groups[1] - room).max(0)) as u8
    }
}

/// The single chains of a hand, then its pair chains, the longest first. `HandsNeeded::after_chain` has a loop of its own:
/// it is called far more often, and it starts with the shortest, so that it can end at the first length without a chain.
/// That takes 3 % fewer instructions in all.
fn chains(hand: Hand, rules: &Ruleset) -> impl Iterator<Item = Shape> + use<> {
    let rules = *rules;
    let kinds = [Kind::SoloChain, Kind::PairChain].into_iter().filter(move |&kind| rules.kinds.has(kind));
    kinds.flat_map(move |kind| {
        let held = hand.at_least(kind.body_copies());
        let lens = (rules.min_len(kind)..=12).rev();
        lens.flat_map(move |len| held.run_starts(len).iter().map(move |rank| Shape { kind, len, rank }))
    })
}

/// How many combinations are saved because neighbouring trios are played as one.
fn saved_by_trio_chains(trios: RankMask, rules: &Ruleset) -> i32 {
    if rules.min_trio_chain > 2 || !rules.kinds.has(Kind::TrioChain) {
        return 0;
    }
    let chained = trios.0 & RankMask::CHAIN.0;
    (chained & chained >> 1).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards;

    fn needed(cards: &str, rules: &str) -> u8 {
        HandsNeeded::new(&rules.parse().expect("rules"), &Tuning::DEFAULT).of(parse_cards(cards).expect("cards"))
    }

    #[test]
    fn chains_count_as_one() {
        assert_eq!(needed("34567", "huanle"), 1);
        // 3456789, and 6 and 7 beside it.
        assert_eq!(needed("345667789", "huanle"), 3);
        assert_eq!(needed("34567789TJ", "huanle"), 2);
        assert_eq!(needed("334455K", "huanle"), 2);
        assert_eq!(needed("334455K", "huanle,-pair_chain"), 4);
    }

    /// More cards than a hand of one pack has: a pair chain of twelve pairs, alone and with other cards beside it.
    #[test]
    fn large_hands_take_a_likely_chain_first() {
        let pairs = "33445566778899TTJJQQKKAA";
        assert_eq!(needed(pairs, "huanle,packs=2"), 1);
        assert_eq!(needed(&format!("{pairs}22"), "huanle,packs=2"), 2);
        assert_eq!(needed(&format!("{pairs}34567XD"), "huanle,packs=2"), 3);
    }
}
