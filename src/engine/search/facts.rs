//! Facts about one hand, computed once and remembered.
//!
//! A search meets few different hands, each in many positions. So each worker keeps masks, links and hands needed in a
//! direct-mapped memo. A look-up replaces some hundred instructions.
//!
//! The memo is small until a few hands have been met: to fill all of it with empty entries takes 0.1 ms, longer than to decide a small
//! position.

use super::hands_needed::HandsNeeded;
use crate::rules::{Hand, Kind, RankMask, Ruleset, Shape, classify};
use crate::tables::{Keys, Layout};
use crate::tuning::Tuning;

/// Facts about one hand.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The hand.
    pub hand: Hand,
    /// Its groups of equal cards.
    pub groups: RanksByCount,
    /// For `n` of 1, 2 and 3: all ranks up to the highest rank with at least `n` cards.
    pub up_to_highest: [RankMask; 3],
    /// At most two single or pair chains of a way to shed the hand with the fewest combinations.
    pub chains: [Option<Shape>; 2],
    /// The cards beside these chains.
    pub unchained: RanksByCount,
    /// See [`Keys::links`].
    pub links: u16,
    /// The ranks with exactly one card, and with exactly two, beside these chains. Each rank is a nibble with all bits set.
    pub unchained_exactly: [u64; 2],
    /// For cards held at least once, and at least twice: by rank, as nibbles, how many higher ranks are held so often. The
    /// nibble saturates at 4.
    pub held_above: [u64; 2],
    /// How many groups of four cards or more.
    pub quads: u8,
    /// How many single cards or pairs the trios and quads beside these chains can take along.
    pub kicker_slots: u8,
    /// How many of these chains there are, and how many of them are of pairs.
    pub chain_counts: [u8; 2],
    /// Hands needed (`hands_needed.rs`).
    pub needed: u8,
    /// How many cards.
    pub cards: u8,
    /// Is the whole hand one combination?
    pub one_combo: bool,
    /// Does it hold a bomb or the rocket?
    pub bomb: bool,
    /// Are both jokers here?
    pub rocket: bool,
    /// Its groups, numbered for comparisons of strength.
    pub layout: Layout,
}

/// The ranks of a set of cards, by how many cards of each are held.
#[derive(Clone, Copy, Debug)]
pub struct RanksByCount {
    /// The ranks with at least 1, 2, 3, 4 cards.
    pub at_least: [RankMask; 4],
}

impl RanksByCount {
    fn of(hand: Hand) -> RanksByCount {
        RanksByCount { at_least: [1, 2, 3, 4].map(|n| hand.at_least(n)) }
    }

    /// The ranks with exactly `n` cards, 1 to 3.
    pub fn exactly(&self, n: usize) -> RankMask {
        self.at_least[n - 1] & !self.at_least[n]
    }
}

/// Computes and remembers the facts about hands under one rule set.
pub struct FactsMemo {
    keys: Keys,
    rules: Ruleset,
    needed: HandsNeeded,
    memo: Box<[Facts]>,
    /// A hash shifted right by this is an index of the memo.
    shift: u32,
    /// The entries of the memo once it has its full size.
    most: usize,
    /// Hands computed while the memo was small.
    computed: usize,
}

/// The entries of a new memo. It gets its full size when half as many hands have been computed.
const FIRST: usize = 256;

impl FactsMemo {
    /// An empty memo.
    pub fn new(rules: &Ruleset, tuning: &Tuning) -> FactsMemo {
        let mut needed = HandsNeeded::new(rules, tuning);
        let keys = Keys::new(rules);
        let empty = compute(Hand::EMPTY, &keys, rules, &mut needed);
        let most = 1 << tuning.log2_facts;
        let memo: Box<[Facts]> = vec![empty; FIRST.min(most)].into();
        FactsMemo { keys, rules: *rules, needed, shift: shift_of(&memo), memo, most, computed: 0 }
    }

    /// Forgets everything, for other rules.
    pub fn set_rules(&mut self, rules: &Ruleset) {
        self.needed.set_rules(rules);
        (self.keys, self.rules) = (Keys::new(rules), *rules);
        // An entry for no cards counts as empty. Only the first entry can be asked for a hand without cards, so it must be
        // right.
        self.memo.iter_mut().for_each(|facts| facts.hand = Hand::EMPTY);
        self.memo[0] = compute(Hand::EMPTY, &self.keys, rules, &mut self.needed);
    }

    /// The most bytes that a memo takes.
    pub fn bytes(tuning: &Tuning) -> usize {
        (size_of::<Facts>() << tuning.log2_facts) + HandsNeeded::bytes(tuning)
    }

    /// The facts about `hand`.
    pub fn of(&mut self, hand: Hand) -> Facts {
        let slot = self.slot(hand);
        self.memo[slot]
    }

    /// The index of the facts about `hand`. It is valid until the next call with another hand.
    #[inline]
    fn slot(&mut self, hand: Hand) -> usize {
        let slot = self.place(hand);
        if self.memo[slot].hand == hand { slot } else { self.learn(hand) }
    }

    #[inline]
    fn place(&self, hand: Hand) -> usize {
        (hand.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Computes the facts about `hand`, and returns their index. Most look-ups don't come here, and are smaller without it.
    #[cold]
    #[inline(never)]
    fn learn(&mut self, hand: Hand) -> usize {
        if self.memo.len() < self.most {
            self.computed += 1;
            if self.computed > FIRST / 2 {
                self.grow();
            }
        }
        let slot = self.place(hand);
        self.memo[slot] = compute(hand, &self.keys, &self.rules, &mut self.needed);
        slot
    }

    fn grow(&mut self) {
        let empty = compute(Hand::EMPTY, &self.keys, &self.rules, &mut self.needed);
        let before = std::mem::replace(&mut self.memo, vec![empty; self.most].into());
        self.shift = shift_of(&self.memo);
        for facts in before.into_iter().filter(|facts| !facts.hand.is_empty()) {
            self.memo[self.place(facts.hand)] = facts;
        }
    }

    /// The facts about the hands of a position after a move of `seat`, which now holds `hand`; before it they were `hands`.
    #[inline]
    pub fn after_move<'a, const SEATS: usize>(
        &'a mut self,
        hands: &[&'a Facts; SEATS],
        seat: usize,
        hand: Hand,
    ) -> [&'a Facts; SEATS] {
        let slot = self.slot(hand);
        let mut hands = *hands;
        hands[seat] = &self.memo[slot];
        hands
    }
}

/// The shift that turns a 64-bit hash into an index of this memo.
fn shift_of(memo: &[Facts]) -> u32 {
    64 - memo.len().ilog2()
}

fn compute(hand: Hand, keys: &Keys, rules: &Ruleset, memo: &mut HandsNeeded) -> Facts {
    let (groups, links) = (RanksByCount::of(hand), keys.links(hand));
    let (mut unchained, mut chains, mut loose) = (hand, [None; 2], groups);
    let mut chain_counts = [0; 2];
    // Without links there are no chains.
    let needed = if links & RankMask::CHAIN.0 == 0 { memo.without_chains(hand) } else { memo.of(hand) };
    if links & RankMask::CHAIN.0 != 0 {
        chains = chains.map(|_: Option<Shape>| {
            let chain = memo.best_chain(unchained)?;
            unchained = unchained.minus_unchecked(chain.body_cards_unchecked());
            chain_counts[(chain.kind == Kind::PairChain) as usize] += 1;
            Some(chain)
        });
        loose = RanksByCount::of(unchained);
    }
    Facts {
        hand,
        groups,
        up_to_highest: [0, 1, 2].map(|n| groups.at_least[n].up_to_highest()),
        layout: Layout::new(hand, links),
        chains,
        unchained: loose,
        unchained_exactly: [1, 2].map(|n| 15 * (unchained.spread(n) & !unchained.spread(n + 1))),
        held_above: [1, 2].map(|n| counts_above(hand.spread(n))),
        links,
        quads: groups.at_least[3].len() as u8,
        kicker_slots: (loose.exactly(3).len() + 2 * loose.at_least[3].len()) as u8,
        chain_counts,
        needed,
        cards: hand.len() as u8,
        // A hand that needs more than two by this count is hardly ever one combination, and to overlook one does no harm.
        one_combo: !hand.is_empty() && needed <= 2 && !classify(hand, rules).is_empty(),
        bomb: !hand.at_least(4).is_empty() && rules.kinds.has(Kind::Bomb)
            || hand.contains(Hand::of_each(RankMask::JOKERS, rules.packs)) && rules.kinds.has(Kind::Rocket),
        rocket: hand.has_rocket(),
    }
}

/// Per nibble, the ones in higher nibbles, saturating at 4.
fn counts_above(ones: u64) -> u64 {
    const ONES: u64 = 0x1111_1111_1111_1111;
    // The product has in each nibble the sum of this nibble and all lower ones. The highest nibble has the sum of all.
    let upto = ones.wrapping_mul(ONES);
    let above = (upto >> 60) * ONES - upto;
    let many = (above >> 2 | above >> 3) & ONES;
    above & !(15 * many) | many << 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards;

    /// All hands of three cards, more than a new memo has room for.
    #[test]
    fn a_memo_grows_with_the_hands_it_meets() {
        let rules = Ruleset::default();
        let cards: Vec<Hand> =
            RankMask::CHAIN.iter().map(|rank| Hand::of_each(RankMask(1 << rank.index()), 1)).collect();
        let hands: Vec<Hand> = cards
            .iter()
            .flat_map(|&a| cards.iter().map(move |&b| a.plus(b)))
            .flat_map(|two| cards.iter().map(move |&c| two.plus(c)))
            .collect();
        for log2_facts in [1, 9, 13] {
            let tuning = Tuning { log2_facts, ..Tuning::DEFAULT };
            let mut memo = FactsMemo::new(&rules, &tuning);
            assert_eq!(memo.memo.len(), FIRST.min(1 << log2_facts));
            hands[..FIRST / 2].iter().for_each(|&hand| assert_eq!(memo.of(hand).hand, hand));
            assert_eq!(memo.memo.len(), FIRST.min(1 << log2_facts));
            for _ in 0..3 {
                hands.iter().for_each(|&hand| assert_eq!(memo.of(hand).hand, hand));
                assert_eq!(memo.of(Hand::EMPTY).cards, 0);
            }
            assert_eq!(memo.memo.len(), 1 << log2_facts);
            let mut other = FactsMemo::new(&rules, &Tuning { log2_facts: 1, ..Tuning::DEFAULT });
            hands.iter().for_each(|&hand| assert_eq!(format!("{:?}", memo.of(hand)), format!("{:?}", other.of(hand))));
        }
    }

    #[test]
    fn other_rules_leave_nothing_behind() {
        let tuning = Tuning { log2_facts: 2, log2_needed: 2, ..Tuning::DEFAULT };
        let hands = ["", "34567", "334455", "333444", "3", "3333XD", "56789TJQKA"].map(|cards| match cards {
            "" => Hand::EMPTY,
            cards => parse_cards(cards).expect("cards"),
        });
        let rules = ["huanle", "huanle,min_solo_chain=6", "huanle,-pair_chain,-rocket", "huanle"];
        let rules = rules.map(|text| text.parse::<Ruleset>().expect("rules"));
        let mut used = FactsMemo::new(&rules[0], &tuning);
        for rules in &rules {
            used.set_rules(rules);
            let mut new = FactsMemo::new(rules, &tuning);
            for hand in hands.into_iter().chain(hands) {
                assert_eq!(format!("{:?}", used.of(hand)), format!("{:?}", new.of(hand)), "{hand} {rules}");
            }
        }
    }
}
