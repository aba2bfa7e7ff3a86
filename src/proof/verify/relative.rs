//! Which positions are at least as good for the winning side as one that has been proved.
//!
//! The rules only compare cards of different hands: they never ask for the ranks themselves. So a position is decided by
//! three things: the groups of equal cards in each hand, which neighbouring ranks can be in one chain, and how the groups of
//! one hand compare with those of the other. The first two are the *structure*. If it is the same, groups are matched by
//! number, and a position in which every comparison is at least as good for the winner is won as well: the winner plays
//! there what it plays here. The format's page has the whole argument.
//!
//! This is written for the checker, from the rules alone; the search has its own code for the same idea (`strength.rs`), and
//! nothing of that is used here. With three hands it would be more involved and not worth it: only equal positions count.

use crate::rules::{Hand, Kind, Position, Rank, RankMask, Ruleset, Side, Trick};

/// A position as the memory compares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relative {
    /// What must be the same. The first is not 0, as no hand is empty.
    pub(super) structure: [u64; 4],
    /// By number: the ranks of the winner's groups, four bits each.
    winner: u64,
    /// The same of the loser's.
    loser: u64,
    /// The mover's groups from which the trick can be beaten, a bit for each number.
    high: u64,
}

/// Words of a [`Relative`].
pub(super) const WORDS: usize = 7;

/// In [`Relative::structure`] of two hands: the loser is to move.
const LOSER_MOVES: u64 = 1;

impl Relative {
    /// A settled position that is not won yet.
    pub fn of<const SEATS: usize>(position: &Position<SEATS>, winner: Side, rules: &Ruleset) -> Relative {
        let hands = position.hands();
        if SEATS != 2 {
            return Relative::exactly(position);
        }
        let seat = if winner == Side::First { 0 } else { 1 };
        let (mine, theirs) = (Groups::of(hands[seat], rules), Groups::of(hands[1 - seat], rules));
        let (moves, mover) = if position.to_move() == seat { (0, &mine) } else { (LOSER_MOVES, &theirs) };
        let rockets = (hands[seat].has_rocket() as u64) << 1 | (hands[1 - seat].has_rocket() as u64) << 2;
        let (beating, high) = position.trick().map_or((0, RankMask::EMPTY), |trick| answers(position.hand(), trick));
        Relative {
            structure: [mine.form, theirs.form, moves | rockets | beating << 8, 0],
            winner: mine.ranks,
            loser: theirs.ranks,
            high: mover.numbers(high),
        }
    }

    /// A position that is only compared for equality.
    fn exactly<const SEATS: usize>(position: &Position<SEATS>) -> Relative {
        let mut structure = [0; 4];
        for (word, hand) in structure.iter_mut().zip(position.hands()) {
            *word = hand.bits();
        }
        let trick = position.trick().map_or(0, |trick| {
            let shape = trick.shape;
            (1 + trick.owner() as u64) << 4
                | (shape.kind as u64) << 8
                | (shape.len as u64) << 12
                | (shape.rank.index() as u64) << 16
        });
        structure[SEATS] = position.to_move() as u64 | trick;
        Relative { structure, winner: 0, loser: 0, high: 0 }
    }

    /// Is this position at least as good for the winner as `proved`?
    pub fn is_at_least(&self, proved: &Relative) -> bool {
        if self.structure != proved.structure {
            return false;
        }
        let (better, worse) = if self.structure[2] & LOSER_MOVES == 0 { (self, proved) } else { (proved, self) };
        if worse.high & !better.high != 0 {
            return false;
        }
        // With three hands the highest bits are 0, and there is nothing to compare.
        let nibble = |word: u64, number: usize| word >> (4 * number) & 15;
        let lens = [self.structure[0], self.structure[1]].map(|form| (form >> 60) as usize);
        (0..lens[0]).all(|mine| {
            let (now, then) = (nibble(self.winner, mine), nibble(proved.winner, mine));
            (0..lens[1]).all(|theirs| now.cmp(&nibble(self.loser, theirs)) >= then.cmp(&nibble(proved.loser, theirs)))
        })
    }

    pub(super) fn words(&self) -> [u64; WORDS] {
        let [a, b, c, d] = self.structure;
        [a, b, c, d, self.winner, self.loser, self.high]
    }

    pub(super) fn from_words([a, b, c, d, winner, loser, high]: [u64; WORDS]) -> Relative {
        Relative { structure: [a, b, c, d], winner, loser, high }
    }
}

/// What beats a trick, as a part of the structure, and the ranks from which `hand` beats it by a combination of its own
/// kind and length.
fn answers(hand: Hand, Trick { shape, .. }: Trick) -> (u64, RankMask) {
    let code = |kind: Kind, len: u8| (1 + kind as u64) | (len as u64) << 4;
    let starts = match shape.kind {
        Kind::Rocket => RankMask::EMPTY,
        Kind::Bomb => hand.at_least(shape.len),
        kind if kind.is_chain() => hand.at_least(kind.body_copies()).run_starts(shape.len),
        kind => hand.at_least(kind.body_copies()),
    };
    let high = starts.above(shape.rank);
    match shape.kind {
        // Any bomb beats it, and nothing else does.
        kind if high.is_empty() && kind != Kind::Bomb => (code(Kind::Bomb, 0), high),
        kind => (code(kind, shape.len), high),
    }
}

/// A hand's groups of equal cards, numbered: runs of linked ranks in the order of their length, then of their counts, then
/// of their ranks.
struct Groups {
    /// By number, four bits each: whether linked to the next, and twice the count less one; how many in the highest four.
    form: u64,
    /// By number, four bits each: the rank.
    ranks: u64,
}

impl Groups {
    fn of(hand: Hand, rules: &Ruleset) -> Groups {
        let links = links(hand, rules);
        let count = |rank: u32| hand.bits() >> (4 * rank) & 15;
        let (mut runs, mut len) = ([0u64; Rank::COUNT], 0);
        let mut left = hand.ranks().0 as u32;
        while left != 0 {
            let first = left.trailing_zeros();
            let (mut last, mut counts) = (first, count(first));
            while links >> last & 1 != 0 {
                last += 1;
                counts = counts << 4 | count(last);
            }
            left &= !((2 << last) - 1);
            // At most twelve ranks: all that is compared fits one word.
            runs[len] = ((last - first) as u64) << 52 | counts << 4 | first as u64;
            len += 1;
        }
        runs[..len].sort_unstable();
        let mut groups = Groups { form: 0, ranks: 0 };
        let mut number = 0;
        for run in &runs[..len] {
            let first = (run & 15) as u32;
            let last = first + (run >> 52) as u32;
            for rank in first..=last {
                groups.form |= ((count(rank) - 1) << 1 | (rank < last) as u64) << number;
                groups.ranks |= (rank as u64) << number;
                number += 4;
            }
        }
        groups.form |= (number as u64 / 4) << 60;
        groups
    }

    /// The numbers of the groups of these ranks, as bits.
    fn numbers(&self, ranks: RankMask) -> u64 {
        if ranks.is_empty() {
            return 0;
        }
        let held = (self.form >> 60) as usize;
        (0..held).fold(0, |numbers, number| {
            let rank = self.ranks >> (4 * number) & 15;
            numbers | (ranks.0 as u64 >> rank & 1) << number
        })
    }
}

/// The ranks of a hand that are linked to the next one: both are in a run as long as a chain must be, of a kind that the
/// rules allow; or they are the jokers.
fn links(hand: Hand, rules: &Ruleset) -> u16 {
    let has = |kind: Kind| rules.kinds.has(kind);
    let trios = has(Kind::TrioChain) || has(Kind::TrioSoloChain) || has(Kind::TrioPairChain);
    let mut links = (hand.has_rocket() as u16) << Rank::SMALL_JOKER.index();
    let chains = [
        (has(Kind::SoloChain), rules.min_solo_chain),
        (has(Kind::PairChain), rules.min_pair_chain),
        (trios, rules.min_trio_chain),
    ];
    for (copies, (_, least)) in (1..).zip(chains).filter(|(_, (allowed, _))| *allowed) {
        let ranks = hand.at_least(copies).in_runs(least).0;
        links |= ranks & ranks >> 1;
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Setup, Turn, parse_cards, parse_cards_from, parse_move};

    fn relative<const SEATS: usize>(
        hands: [&str; SEATS],
        turn: usize,
        last: Option<(&str, usize)>,
        rules: &str,
        winner: Side,
    ) -> [u64; WORDS] {
        let rules: Ruleset = rules.parse().expect("rules");
        let hands = hands.map(|cards| parse_cards_from(cards, &mut Hand::deck(2), 2).expect("cards"));
        let combo = last.and_then(|(last, _)| parse_move(last, &rules).expect("a move").combo());
        let turn = Turn::of(SEATS, Some(turn), combo, last.map(|(_, by)| by)).expect("a turn");
        let position = Setup { hands, turn }.validate(&rules).expect("a position");
        let relative = Relative::of(&position, winner, &rules);
        assert_eq!(Relative::from_words(relative.words()), relative);
        relative.words()
    }

    /// Each group's digit is twice its cards less two, and one more if it is linked to the next. These tables were computed
    /// by `scripts/verify.py`.
    #[test]
    fn the_form_of_a_hand() {
        for (cards, rules, groups, form, ranks) in [
            // Single ranks come before a chain, few cards before many.
            ("34567K", "huanle", 6, 0x11110, 0x43210a),
            ("44899", "huanle", 3, 0x220, 0x615),
            // Of two chains of one length that with fewer cards of its lowest rank comes first, then the lower one.
            ("334578899J", "huanle,min_solo_chain=3", 7, 0x132310, 0x2106548),
            ("345789", "huanle,min_solo_chain=3", 6, 0x11011, 0x654210),
            // Both jokers are linked.
            ("22XD", "huanle", 3, 0x12, 0xedc),
            ("3XD", "huanle,packs=2", 3, 0x10, 0xed0),
            // Pairs are linked, and trios if any kind of airplane is allowed.
            ("334455", "huanle", 3, 0x233, 0x210),
            ("QQQKKKA", "huanle", 3, 0x450, 0xa9b),
            ("333444", "huanle,-trio_solo,-trio_pair", 2, 0x45, 0x10),
            ("333444", "huanle,-trio_pair,-trio_chain", 2, 0x45, 0x10),
            ("333444", "huanle,-trio_solo,-trio_chain", 2, 0x45, 0x10),
            ("333444", "huanle,-trio_solo,-trio_pair,-trio_chain", 2, 0x44, 0x10),
        ] {
            let found = Groups::of(parse_cards(cards).expect("cards"), &rules.parse().expect("rules"));
            assert_eq!((found.form, found.ranks), (groups << 60 | form, ranks), "{cards} {rules}");
        }
    }

    /// The winner's hand comes first. The third word says who moves and who has a rocket.
    #[test]
    fn the_structure_of_two_hands() {
        let (huanle, two) = ("huanle", "huanle,packs=2");
        let ([trio, with_rocket], [trio_ranks, rocket_ranks]) = ([3 << 60 | 0x400, 3 << 60 | 0x12], [0x21, 0xedc]);
        let hands = ["33345", "22XD"];
        let first = [trio, with_rocket, 4, 0, trio_ranks, rocket_ranks, 0];
        assert_eq!(relative(hands, 1, None, huanle, Side::First), first);
        let second = [with_rocket, trio, 2 | 1, 0, rocket_ranks, trio_ranks, 0];
        assert_eq!(relative(hands, 1, None, huanle, Side::Second), second);
        assert_eq!(relative(hands, 2, None, huanle, Side::First)[2], 4 | 1);
        assert_eq!(relative(hands, 2, None, huanle, Side::Second)[2], 2);
        assert_eq!(relative(["3XD", "4XD"], 1, None, two, Side::First)[2], 4 | 2);
    }

    /// What must be answered: 256 × (1 + its kind) and 4096 × its length; and the groups that are high enough.
    #[test]
    fn the_trick_of_two_hands() {
        for (hand, last, trick, high) in [
            ("3467", "5", 0x1100, 0b1100),
            // Only a bomb could beat it.
            ("3467", "T", 0xd00, 0),
            // Kickers are not looked at. The groups are 7, 666, 333, 444.
            ("3334446667", "55599", 0x1500, 0b10),
            // The lowest ranks of the chains that are high enough.
            ("334455667788", "445566", 0x3700, 0b1100),
            // A bomb stays what it is, whether one of its length beats it or not.
            ("33336666", "5555", 0x4d00, 0b10),
            ("33334444", "5555", 0x4d00, 0),
        ] {
            for (winner, loser_moves) in [(Side::First, 0), (Side::Second, 1)] {
                let [_, _, word, _, _, _, found] = relative([hand, "8"], 1, Some((last, 2)), "huanle", winner);
                assert_eq!((word, found), (trick | loser_moves, high), "{hand} on {last}");
            }
        }
    }

    /// The mover, 16 × (1 + the trick's owner), 256 × its kind, 4096 × its length and 65536 × its rank.
    #[test]
    fn the_structure_of_three_hands() {
        let hands = ["345", "678", "9TJ"];
        for (turn, last, rest) in [
            (1, None, 0),
            (2, None, 1),
            (3, Some(("445566", 2)), 0x13622),
            (1, Some(("K", 3)), 0xa1030),
            (1, Some(("K", 2)), 0xa1020),
        ] {
            let expected = [0x111, 0x111_000, 0x111_000_000, rest, 0, 0, 0];
            assert_eq!(relative(hands, turn, last, "huanle", Side::First), expected, "{turn} {last:?}");
        }
    }

    /// A settled position has none to answer.
    #[test]
    fn no_group_is_high_enough_for_a_rocket() {
        let rocket = parse_move("XD", &Ruleset::default()).expect("a move").combo();
        let setup = Setup::<2>::new(["3333", "4"].map(|cards| parse_cards(cards).expect("cards")), rocket);
        let position = setup.validate(&Ruleset::default()).expect("a position");
        assert_eq!(answers(position.hand(), position.trick().expect("the rocket")), (0xd, RankMask::EMPTY));
    }
}
