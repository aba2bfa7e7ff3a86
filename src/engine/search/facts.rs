//! Facts about one hand, computed once and remembered.
//!
//! A search meets few different hands, each in many positions. So each worker keeps masks, links and hands needed in a
//! direct-mapped memo. A look-up replaces some hundred instructions.
//!
//! The facts lie side by side in the order in which the hands were met, and the memo holds their numbers: so a small search touches
//! little memory.

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
    /// By a hash of a hand, the number of facts in `known`; 0 if there are none, for those are about no cards.
    memo: Box<[u16]>,
    /// A hash shifted right by this is an index of the memo.
    shift: u32,
    known: Vec<Facts>,
}

impl FactsMemo {
    /// An empty memo.
    pub fn new(rules: &Ruleset, tuning: &Tuning) -> FactsMemo {
        let mut needed = HandsNeeded::new(rules, tuning);
        let keys = Keys::new(rules);
        let entries = 1 << tuning.log2_facts;
        let mut known = Vec::with_capacity(1 + entries);
        known.push(compute(Hand::EMPTY, &keys, rules, &mut needed));
        let memo = vec![0; entries].into();
        FactsMemo { keys, rules: *rules, needed, memo, shift: 64 - tuning.log2_facts, known }
    }

    /// Forgets everything, for other rules.
    pub fn set_rules(&mut self, rules: &Ruleset) {
        self.needed.set_rules(rules);
        (self.keys, self.rules) = (Keys::new(rules), *rules);
        self.memo.fill(0);
        self.known.clear();
        self.known.push(compute(Hand::EMPTY, &self.keys, rules, &mut self.needed));
    }

    /// The most bytes that a memo takes.
    pub fn bytes(tuning: &Tuning) -> usize {
        let entries = 1 << tuning.log2_facts;
        (size_of::<Facts>() * (1 + entries)) + size_of::<u16>() * entries + HandsNeeded::bytes(tuning)
    }

    /// The facts about `hand`.
    pub fn of(&mut self, hand: Hand) -> Facts {
        let number = self.number(hand);
        self.known[number]
    }

    /// The number of the facts about `hand`. It is valid until the next call with another hand.
    #[inline]
    fn number(&mut self, hand: Hand) -> usize {
        let slot = (hand.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        let number = self.memo[slot] as usize;
        if self.known[number].hand == hand { number } else { self.learn(hand, slot) }
    }

    /// Computes the facts about `hand`, and returns their number. Most look-ups don't come here, and are smaller without it.
    #[cold]
    #[inline(never)]
    fn learn(&mut self, hand: Hand, slot: usize) -> usize {
        let facts = compute(hand, &self.keys, &self.rules, &mut self.needed);
        match self.memo[slot] as usize {
            0 => {
                self.memo[slot] = self.known.len() as u16;
                self.known.push(facts);
                self.known.len() - 1
            }
            number => {
                self.known[number] = facts;
                number
            }
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
        let number = self.number(hand);
        let mut hands = *hands;
        hands[seat] = &self.known[number];
        hands
    }
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

    /// All hands of three cards: fewer than the largest of these memos has room for, more than the others have.
    #[test]
    fn a_memo_holds_as_many_hands_as_it_has_room_for() {
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
            assert_eq!(memo.known.len(), 1);
            for _ in 0..3 {
                hands.iter().for_each(|&hand| assert_eq!(memo.of(hand).hand, hand));
                assert_eq!(memo.of(Hand::EMPTY).cards, 0);
            }
            let (known, room) = (memo.known.len() - 1, 1 << log2_facts);
            assert!(known <= room.min(hands.len()) && known > room.min(hands.len()) / 8, "{known} of {room}");
            assert!(memo.known.capacity() * size_of::<Facts>() <= FactsMemo::bytes(&tuning), "it never grows");
            let mut other = FactsMemo::new(&rules, &Tuning { log2_facts: 1, ..Tuning::DEFAULT });
            hands.iter().for_each(|&hand| assert_eq!(format!("{:?}", memo.of(hand)), format!("{:?}", other.of(hand))));
        }
    }

    #[test]
    fn other_rules_leave_nothing_behind() {
        // With room for all hands, so that what was known is found, and with less.
        for log2 in [2, 8] {
            nothing_is_left_behind(&Tuning { log2_facts: log2, log2_needed: log2, ..Tuning::DEFAULT });
        }
    }

    fn nothing_is_left_behind(tuning: &Tuning) {
        let hands = ["", "34567", "334455", "333444", "3", "3333XD", "56789TJQKA"].map(|cards| match cards {
            "" => Hand::EMPTY,
            cards => parse_cards(cards).expect("cards"),
        });
        let rules = ["huanle", "huanle,min_solo_chain=6", "huanle,-pair_chain,-rocket", "huanle"];
        let rules = rules.map(|text| text.parse::<Ruleset>().expect("rules"));
        let mut used = FactsMemo::new(&rules[0], tuning);
        for rules in &rules {
            used.set_rules(rules);
            let mut new = FactsMemo::new(rules, tuning);
            for hand in hands.into_iter().chain(hands) {
                assert_eq!(format!("{:?}", used.of(hand)), format!("{:?}", new.of(hand)), "{hand} {rules}");
            }
        }
    }
}
