//! Canonical keys: positions that differ only in ways that cannot matter share one key. Positions of different value never
//! share one.
//!
//! A key is not a hash. It is an injective code of the canonical form. So a table that compares whole keys never takes one
//! position for another. The canonical form is made in these steps, each of which keeps the value of the position:
//!
//! 1. **Ranks that no hand holds are left out.** Only two things about ranks matter: their order, and which of them are
//!    consecutive. The order of the other ranks is kept here, consecutiveness in step 2.
//! 2. **Links.** Two neighbouring ranks are linked if a chain of some hand can hold both. That is so if they lie in a run of
//!    one hand that is long enough for a 顺子, 连对, 飞机 or 航天飞机 under the rules. Hands only shrink: where no chain is possible
//!    now, none will ever be. So nothing is lost if other ranks are no longer known to be consecutive. Every chain of a
//!    hand lies in such a run, and every run of links with enough cards is a run of consecutive chain ranks. So the links
//!    and the counts give exactly the chains, now and after any moves. A trio next to a 飞机 (`adjacent_trio_as_wings`)
//!    lies in one run of trios with it. Both jokers in one hand are linked too: they are the rocket, and they may not both
//!    be kickers.
//! 3. **Order among the ranks of one player.** Only cards of different hands are ever compared. A combination is compared
//!    with the one that it is played on, and a player never answers its own combination: when all others pass, it leads. So
//!    a player's ranks may be permuted between two neighbouring ranks of *all other* hands. Linked ranks must stay in
//!    order and together. With three hands a farmer also plays on its partner's cards, and it can matter to both whether an
//!    8 of one beats a 7 of the other. So the partner's ranks are boundaries like the landlord's, and no comparison
//!    between two hands changes. Within such a group of ranks the unlinked ones are sorted by count. The blocks of linked
//!    ranks follow in a fixed order. A block that reaches beyond the group stays at its edge.
//! 4. **The trick.** All that matters about the combination to be answered is which bodies beat it. Its code is the kind,
//!    the length and the rank of the lowest body that beats it, among the hands that may still answer. With three hands
//!    these can be two hands, opponents or partners, and the bodies of both count. That rank is a barrier in step 3: ranks
//!    below it stay apart from the others, and its own code is the number of slots below it. If no body of the trick's kind
//!    beats it, the lowest bomb that does takes its place, or the rocket. All tricks with the same such body are one.
//! 5. **The seats.** Hands are listed from the player to move on. With three hands the key also holds the landlord's seat
//!    and the owner of the trick. They decide whether a partner or an opponent is next after a pass, and whether it answers
//!    or leads.
//!
//! 6. **The goal**, if there is one: a question about points (`goal.rs`).
//!
//! **Size.** A rank takes a slot of 7 bits: 6 bits for its counts (44 pairs of counts with a sum up to 8, or 34 triples
//! with a sum up to 4) and a link bit. 15 slots, the trick (12 bits), the seats (3 bits, of three hands) and the goal (8 bits,
//! of three hands 7) take at most 127 bits.

use super::to_beat::ToBeat;
use crate::rules::{Hand, Kind, KindSet, Rank, RankMask, Ruleset, State};

/// The exact key of a position under the rules of its [`Keys`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// Slots 0 to 8, seven bits each.
    pub low: u64,
    /// Slots 9 to 14, then trick, seats and goal.
    pub high: u64,
}

/// Makes keys under one rule set.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    rules: Ruleset,
}

const BITS_PER_SLOT: u32 = 7;
/// Slots in the lower word.
const LOW_SLOTS: u32 = 9;
/// Where the trick starts in the upper word.
const TRICK_AT: u32 = BITS_PER_SLOT * (Rank::COUNT as u32 - LOW_SLOTS);
/// Where the seats start there; with two hands the goal.
const SEATS_AT: u32 = TRICK_AT + 12;

/// Codes of counts: smaller sums first, 0 for none. The index has four bits for each count.
const PAIRS: [u8; 1 << 8] = {
    let (mut codes, mut next, mut sum) = ([0; 1 << 8], 1, 1);
    while sum <= 8 {
        let mut a = 0;
        while a <= sum {
            codes[a | (sum - a) << 4] = next;
            next += 1;
            a += 1;
        }
        sum += 1;
    }
    assert!(next <= 64);
    codes
};

/// The codes for three hands. The index has three bits for each count.
const TRIPLES: [u8; 1 << 9] = {
    let (mut codes, mut next, mut sum) = ([0; 1 << 9], 1, 1);
    while sum <= 4 {
        let mut a = 0;
        while a <= sum {
            let mut b = 0;
            while a + b <= sum {
                codes[a | b << 3 | (sum - a - b) << 6] = next;
                next += 1;
                b += 1;
            }
            a += 1;
        }
        sum += 1;
    }
    assert!(next <= 64);
    codes
};

impl Keys {
    /// Keys under these rules.
    pub fn new(rules: &Ruleset) -> Keys {
        Keys { rules: *rules }
    }

    /// The key of a position whose game is not over.
    ///
    /// ```
    /// use canju_engine::{tables::Keys, rules::{State, Ruleset}};
    /// let rules = Ruleset::default();
    /// let key = |first, second| Keys::new(&rules).key(&State::<2>::parse([first, second], None, &rules).unwrap());
    /// assert_eq!(key("3466", "5"), key("3499", "7")); // the same ranks, moved
    /// assert_eq!(key("3466", "9"), key("3346", "A")); // one's own ranks change places
    /// assert_ne!(key("34567", "9"), key("34568", "9")); // a chain in one, none in the other
    /// ```
    pub fn key<const SEATS: usize>(&self, position: &State<SEATS>) -> Key {
        let links = position.hands().iter().fold(0, |links, &hand| links | self.links(hand));
        self.key_with(position, links, self.to_beat(position))
    }

    /// As [`Keys::key`], for a caller that has the [`Keys::links`] of all hands and [`Keys::to_beat`] already.
    pub fn key_with<const SEATS: usize>(&self, position: &State<SEATS>, links: u16, to_beat: Option<ToBeat>) -> Key {
        let hands: [Hand; SEATS] = std::array::from_fn(|i| position.hands()[(position.to_move() + i) % SEATS]);
        let held: [u16; SEATS] = std::array::from_fn(|i| hands[i].ranks().0);
        let others: [u16; SEATS] =
            std::array::from_fn(|i| (0..SEATS).filter(|&j| j != i).fold(0, |all, j| all | held[j]));
        let all = held[0] | others[0];
        let barrier = to_beat.map_or(0, |to_beat| 1u16 << to_beat.from);
        let mut slots = Slots { hands: &hands, links, low: 0, high: 0, count: 0 };
        let mut left = all;
        while left != 0 {
            let first = left & left.wrapping_neg();
            let Some(owner) = (0..SEATS).find(|&i| others[i] & first == 0) else {
                slots.push(slots.slot(first.trailing_zeros()));
                left &= left - 1;
                continue;
            };
            // Only one player holds the ranks from here up to the next rank of another hand, or up to the barrier.
            let wall = if first < barrier { barrier } else { 0 };
            let end = others[owner] & left | wall;
            let group = left & (end & end.wrapping_neg()).wrapping_sub(1);
            slots.put_group(group, hands[owner]);
            left &= !group;
        }
        let Slots { low, mut high, .. } = slots;
        if let Some(to_beat) = to_beat {
            // Each rank has a slot, and no group reaches beyond the barrier.
            let below = (all & barrier.wrapping_sub(1)).count_ones() as u64;
            high |= (to_beat.code() as u64 | below << 8) << TRICK_AT;
        }
        if SEATS == 3 {
            let landlord = (SEATS - position.to_move()) % SEATS;
            let owner = position.trick().map_or(0, |trick| (trick.owner() + SEATS - position.to_move()) % SEATS);
            high |= ((landlord | (owner / 2) << 2) as u64) << SEATS_AT;
        }
        if !position.goal().is_win() {
            let goal = position.goal().code_for(position.side_to_move()) as u64;
            high |= match SEATS {
                2 => goal << SEATS_AT,
                // Its fifth bit is 0.
                _ => (goal & 15 | goal >> 1 & 0x70) << (SEATS_AT + 3),
            };
        }
        Key { low, high }
    }
}

impl Keys {
    /// The links that this hand makes (step 2): bit `r` if rank `r` is linked to `r + 1`.
    pub fn links(&self, hand: Hand) -> u16 {
        let kinds = self.rules.kinds;
        let trios = kinds.has(Kind::TrioChain) || kinds.has(Kind::TrioSoloChain) || kinds.has(Kind::TrioPairChain);
        let mut links = (hand.has_rocket() as u16) << Rank::SMALL_JOKER.index();
        if kinds.has(Kind::SoloChain) {
            links |= links_of_runs(hand.at_least(1), self.rules.min_solo_chain);
        }
        if kinds.has(Kind::PairChain) {
            links |= links_of_runs(hand.at_least(2), self.rules.min_pair_chain);
        }
        if trios {
            links |= links_of_runs(hand.at_least(3), self.rules.min_trio_chain);
        }
        if kinds.has_any(KindSet::QUAD_CHAINS) {
            links |= links_of_runs(hand.at_least(4), self.rules.min_len(Kind::QuadChain));
        }
        links
    }

    /// The lowest body that beats the trick, over all hands that may still answer it (step 4); `None` on the lead.
    pub fn to_beat<const SEATS: usize>(&self, position: &State<SEATS>) -> Option<ToBeat> {
        self.to_beat_with(position, |seat, n| position.hands()[seat].at_least(n))
    }

    /// As [`Keys::to_beat`], for a caller that knows the ranks of which a seat holds at least `n` cards.
    pub fn to_beat_with<const SEATS: usize>(
        &self,
        position: &State<SEATS>,
        at_least: impl Fn(usize, u8) -> RankMask,
    ) -> Option<ToBeat> {
        ToBeat::of(position, &self.rules, at_least)
    }
}

/// The links within runs of at least `len` ranks.
fn links_of_runs(held: RankMask, len: u8) -> u16 {
    if held.len() < len.into() {
        return 0;
    }
    let ranks = held.in_runs(len).0;
    ranks & ranks >> 1
}

/// Builds the slots of a key.
struct Slots<'a, const SEATS: usize> {
    hands: &'a [Hand; SEATS],
    links: u16,
    low: u64,
    high: u64,
    count: u32,
}

impl<const SEATS: usize> Slots<'_, SEATS> {
    /// The slot of a rank: its counts and whether it is linked to the next.
    fn slot(&self, rank: u32) -> u64 {
        let count = |i: usize, most: usize| (self.hands[i].bits() >> (4 * rank)) as usize & most;
        let code = match SEATS {
            2 => PAIRS[count(0, 15) | count(1, 15) << 4],
            _ => TRIPLES[count(0, 7) | count(1, 7) << 3 | count(SEATS - 1, 7) << 6],
        };
        (code << 1) as u64 | (self.links >> rank & 1) as u64
    }

    fn push(&mut self, slot: u64) {
        if self.count < LOW_SLOTS {
            self.low |= slot << (BITS_PER_SLOT * self.count);
        } else {
            self.high |= slot << (BITS_PER_SLOT * (self.count - LOW_SLOTS));
        }
        self.count += 1;
    }

    /// Ranks of one player with no foreign rank and no barrier between them, in canonical order. `hand` is the player's.
    fn put_group(&mut self, group: u16, hand: Hand) {
        if group & (group - 1) == 0 {
            return self.push(self.slot(group.trailing_zeros()));
        }
        if (self.links | self.links << 1) & group == 0 {
            return self.put_loose(group, hand);
        }
        // At most seven blocks: fifteen ranks, and a block has two or more.
        let mut loose = 0;
        let (mut blocks, mut block_count) = ([0u16; 7], 0);
        let mut open_above = 0;
        let mut left = group;
        while left != 0 {
            let first = left.trailing_zeros();
            // The ranks that links inside the group connect with this one.
            let mut last = first;
            while self.links >> last & 1 != 0 && group >> (last + 1) & 1 != 0 {
                last += 1;
            }
            let piece = ((2u32 << last) - (1 << first)) as u16;
            left &= !piece;
            if self.links << 1 >> first & 1 != 0 {
                // Linked to the rank below, which is not in the group.
                self.put_block(piece);
            } else if self.links >> last & 1 != 0 {
                open_above = piece;
            } else if first == last {
                loose |= piece;
            } else {
                blocks[block_count] = piece;
                block_count += 1;
            }
        }
        self.put_loose(loose, hand);
        blocks[..block_count].sort_unstable_by_key(|&block| {
            RankMask(block)
                .iter()
                .fold(0, |code: u128, rank| code << BITS_PER_SLOT | self.slot(rank.index() as u32) as u128)
        });
        for &block in &blocks[..block_count] {
            self.put_block(block);
        }
        self.put_block(open_above);
    }

    /// Unlinked ranks of one player's hand, fewer cards first: a code grows with the count.
    fn put_loose(&mut self, mut group: u16, hand: Hand) {
        for count in 1..=Hand::MAX_COUNT {
            if group == 0 {
                break;
            }
            let more = if count == Hand::MAX_COUNT { 0 } else { hand.at_least(count + 1).0 };
            self.put_block(group & !more);
            group &= more;
        }
    }

    fn put_block(&mut self, block: u16) {
        for rank in RankMask(block) {
            self.push(self.slot(rank.index() as u32));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::rules::{Goal, Setup, Side, Turn, parse_cards_from, parse_move};

    /// Cards of two packs.
    fn cards(text: &str) -> Hand {
        parse_cards_from(text, &mut Hand::deck(2), 2).expect("cards")
    }

    /// A position whose player to move, counted from 1, must answer this move of that hand.
    pub fn at<const SEATS: usize>(
        hands: [&str; SEATS],
        turn: usize,
        last: Option<(&str, usize)>,
        rules: &Ruleset,
    ) -> State<SEATS> {
        let combo = last.and_then(|(last, _)| parse_move(last, rules).expect("a move").combo());
        let turn = Turn::of(SEATS, Some(turn), combo, last.map(|(_, by)| by)).expect("a turn");
        Setup { hands: hands.map(cards), turn }.validate(rules).expect("a position")
    }

    /// The codes of all counts with a sum of at most `most`.
    fn codes(hands: usize, most: usize) -> Vec<(usize, usize)> {
        let counts = (0..=most).flat_map(|a| (0..=most).flat_map(move |b| (0..=most).map(move |c| [a, b, c])));
        let code = |[a, b, c]: [usize; 3]| if hands == 2 { PAIRS[a | b << 4] } else { TRIPLES[a | b << 3 | c << 6] };
        let held = counts.filter(|&[a, b, c]| a + b + c <= most && (hands == 3 || c == 0));
        let mut codes: Vec<_> = held.map(|counts| (code(counts) as usize, counts.iter().sum())).collect();
        codes.sort_unstable();
        codes
    }

    #[test]
    fn counts_are_numbered_without_gaps_smaller_sums_first() {
        for (hands, most, last) in [(2, 8, 44), (3, 4, 34)] {
            let codes = codes(hands, most);
            assert!(codes.iter().map(|&(code, _)| code).eq(0..=last), "{codes:?}");
            assert!(codes.iter().map(|&(_, sum)| sum).is_sorted(), "{codes:?}");
            assert_eq!(codes[0], (0, 0));
        }
    }

    /// A key in words: each slot's counts from the player to move on, with `-` if it is linked to the next; the kind and
    /// length of the trick and the slots below its body; with three hands the places of the landlord and of the trick's
    /// owner, counted from the player to move, 1 and 0 alike.
    fn read<const SEATS: usize>(Key { low, high }: Key) -> String {
        let slots = (0..15).map(|slot| if slot < 9 { low >> (7 * slot) } else { high >> (7 * (slot - 9)) } & 127);
        let slot = |slot: u64| {
            let is = |code: u8| code as u64 == slot >> 1;
            let counts = match SEATS {
                2 => PAIRS.into_iter().position(is).map(|counts| format!("{}{}", counts & 15, counts >> 4)),
                _ => TRIPLES
                    .into_iter()
                    .position(is)
                    .map(|counts| format!("{}{}{}", counts & 7, counts >> 3 & 7, counts >> 6)),
            };
            counts.expect("a code") + if slot & 1 == 1 { "-" } else { "" }
        };
        let mut words: Vec<String> = slots.take_while(|&bits| bits != 0).map(slot).collect();
        let trick = high >> 42;
        if trick & 15 > 0 {
            let low_bits = (trick & 15) as u8 - 1;
            let kind = Kind::ALL.into_iter().find(|kind| kind.low_bits() == low_bits).expect("a kind");
            words.push(format!("{kind} {} {}", trick >> 4 & 15, trick >> 8 & 15));
        }
        if SEATS == 3 {
            words.push(format!("landlord {} owner {}", trick >> 12 & 3, trick >> 14 & 1));
        }
        assert_eq!(trick >> 15, 0, "nothing above the seats");
        words.join(" ")
    }

    #[test]
    fn the_canonical_form_of_two_hands() {
        type Case<'a> = ([&'a str; 2], Option<&'a str>, &'a str);
        let cases: [Case; 12] = [
            // One's own ranks are sorted by their counts, up to the next rank of the other hand.
            (["3466", "5"], None, "10 10 01 20"),
            (["3346", "A"], None, "10 10 20 01"),
            // Links of both hands. They are not sorted.
            (["3345677", "34567"], None, "21- 11- 11- 11- 21"),
            // All fifteen slots.
            (["3579JK2D", "468TQAX"], None, "10 01 10 01 10 01 10 01 10 01 10 01 10 01 10"),
            // The rocket is linked; nothing else of these is.
            (["22XD", "456"], None, "01 01 01 20 10- 10"),
            // A run of links goes on above the group: it stays the last of it.
            (["446789T", "7"], None, "20 10- 11- 10- 10- 10"),
            // A run goes on below the group: it stays the first of it. The run ends where the group does.
            (["345677889J", "6K"], None, "10- 10- 10- 11- 20- 20- 10 10 01"),
            (["3456779", "6K"], None, "10- 10- 10- 11- 20 10 01"),
            // Single ranks, then runs of links by their codes.
            (["3345679TJQKK22", "A"], None, "10- 10- 10- 10- 20 20- 10- 10- 10- 10 01 20"),
            (["3345679TJQK22", "D"], None, "20 10- 10- 10- 10- 10 20- 10- 10- 10- 10 01"),
            // Ranks below the trick are kept apart from those above it.
            (["3357", "K"], Some("4"), "20 10 10 01 solo 1 1"),
            (["3357", "5K"], Some("4"), "20 11 10 01 solo 1 1"),
        ];
        let rules = Ruleset::default();
        for (hands, last, expected) in cases {
            let position = at(hands, 1, last.map(|last| (last, 2)), &rules);
            assert_eq!(read::<2>(Keys::new(&rules).key(&position)), expected, "{position}");
        }
    }

    #[test]
    fn the_trick_and_the_seats_of_three_hands() {
        let rules = Ruleset::default();
        let read = |turn, last| read::<3>(Keys::new(&rules).key(&at(["35", "4", "6"], turn, last, &rules)));
        let leads = ["100 010 100 001", "001 100 001 010", "010 001 010 100"];
        for (turn, slots) in (1..).zip(leads) {
            assert_eq!(read(turn, None), format!("{slots} landlord {} owner 0", (4 - turn) % 3));
        }
        for turn in 1..=3 {
            let [next, previous] = [turn % 3 + 1, (turn + 1) % 3 + 1];
            let [by_next, by_previous] = [next, previous].map(|by| read(turn, Some(("7", by))));
            // Nobody beats a 7.
            let end = |owner| format!("rocket 0 0 landlord {} owner {owner}", (4 - turn) % 3);
            assert!(by_next.ends_with(&end(0)), "{by_next}");
            assert!(by_previous.ends_with(&end(1)), "{by_previous}");
        }
    }

    #[test]
    fn links_are_within_chains_that_the_rules_allow() {
        let no_chains = "huanle,-solo_chain,-pair_chain,-trio_chain,-trio_solo_chain,-trio_pair_chain";
        let with = |kind: &str| format!("{no_chains},+{kind}");
        let trios = 0b1;
        for (rules, cards, links) in [
            ("huanle".to_owned(), "34567", 0b1111),
            ("huanle".to_owned(), "3456", 0),
            ("huanle".to_owned(), "334455", 0b11),
            ("huanle".to_owned(), "333444", trios),
            ("huanle".to_owned(), "334456789XXDD", 0b11_1111 | 1 << 13),
            ("huanle".to_owned(), "TJQKA2X", 0b1111 << 7),
            (no_chains.to_owned(), "333444555666777", 0),
            (with("solo_chain"), "333444555666777", 0b1111),
            (with("solo_chain"), "333444", 0),
            (with("pair_chain"), "333444", 0),
            (with("pair_chain"), "333444555", 0b11),
            (with("trio_chain"), "333444", trios),
            (with("trio_solo_chain"), "333444", trios),
            (with("trio_pair_chain"), "333444", trios),
        ] {
            let keys = Keys::new(&rules.parse().expect("rules"));
            assert_eq!(keys.links(self::cards(cards)), links, "{cards} {rules}");
        }
    }

    /// With two hands a key doesn't tell the seats apart, and a goal is the mover's or the other side's.
    #[test]
    fn a_goal_is_that_of_the_mover_or_of_the_other_side() {
        let rules = Ruleset::default();
        let [first, second] = ["3333K", "44Q"].map(cards);
        let of =
            |hands, to_move| Setup::<2> { hands, turn: Turn { to_move, last: None } }.validate(&rules).expect("legal");
        let (one, other) = (of([first, second], 0), of([second, first], 1));
        let key = |position: State<2>, side| Keys::new(&rules).key(&position.with_goal(Goal::new(side, 1, 0)));
        assert_eq!(key(one, Side::First), key(other, Side::Second), "the mover's");
        assert_eq!(key(one, Side::Second), key(other, Side::First), "the other side's");
        assert_ne!(key(one, Side::First), key(one, Side::Second));
        assert_ne!(key(one, Side::First), key(other, Side::First));
    }
}
