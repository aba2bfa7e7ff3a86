//! Compares positions: is one at least as good for the winning side as one that has been proved?
//!
//! The rules only compare cards of different hands: they never ask for the ranks themselves. So a position is decided by
//! three things: the groups of equal cards in each hand, which neighbouring ranks can be in one chain, and how the groups of
//! one hand compare with those of the other. The first two are the *structure*. If it is the same, groups are matched by
//! number, and a position in which every comparison is at least as good for the winner is won as well: the winner plays
//! there what it plays here. The format's page has the whole argument.
//!
//! With three hands each pair of hands is compared, the farmers with each other too: between partners who win, the one
//! must still be able to take the trick from the other wherever it could; between partners who lose, nowhere else.
//!
//! In a question about points what is still needed is a part of the structure, too. Groups that are matched hold as many cards, so
//! a bomb is matched to a bomb, and both games double equally often.
//!
//! This is written for the checker, from the rules alone; the search has its own code for the same idea (`strength.rs`), and
//! nothing of that is used here.

use crate::rules::{Hand, Kind, Rank, RankMask, Ruleset, Side, State, Trick};

/// A position as the memory compares it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relative {
    /// What must be the same. The first is not 0, as no hand is empty.
    pub(super) structure: [u64; 4],
    /// By number: the ranks of the groups of each hand, four bits each. With two hands the winner's comes first, with three
    /// the landlord's.
    ranks: [u64; 3],
    /// The groups from which the trick can be beaten, a bit for each number: first those of winners, then those of losers. The
    /// lowest sixteen bits are for the mover's groups, the others for those of the player after it.
    high: [u32; 2],
}

/// Words of a [`Relative`].
pub(super) const WORDS: usize = 8;

/// Where two hands stand to each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    /// A winner's and a loser's.
    Opponents,
    /// Those of two winners.
    Winners,
    /// Those of two losers.
    Losers,
}

impl Pair {
    /// Compares a group with all groups of the other hand, `now` and in the position that is proved. Returns a bit for each
    /// of these with which it has become worse for the winner.
    fn worse(self, now: Compared, then: Compared) -> u64 {
        match self {
            Pair::Opponents => then.higher & !now.higher | then.not_lower & !now.not_lower,
            Pair::Winners => then.higher & !now.higher | now.not_lower & !then.not_lower,
            Pair::Losers => now.higher & !then.higher | then.not_lower & !now.not_lower,
        }
    }
}

/// How a rank compares with sixteen others, a bit for each of them, four bits apart.
#[derive(Clone, Copy)]
struct Compared {
    higher: u64,
    not_lower: u64,
}

impl Compared {
    /// The others have four bits each.
    fn of(rank: u64, others: u64) -> Compared {
        const BYTES: u64 = 0x0101_0101_0101_0101;
        // Each in a byte of its own, so that no difference borrows from the next.
        let (even, odd) = (others & (0x0f * BYTES), (others >> 4) & (0x0f * BYTES));
        // The highest bit of a byte stays where nothing had to be borrowed from it.
        let not_below = |from: u64| ((from - even) >> 7) & BYTES | ((from - odd) >> 3) & (0x10 * BYTES);
        Compared { higher: not_below((0x7f + rank) * BYTES), not_lower: not_below((0x80 + rank) * BYTES) }
    }
}

impl Relative {
    /// A settled position that is not won yet.
    pub fn of<const SEATS: usize>(position: &State<SEATS>, winner: Side, rules: &Ruleset) -> Relative {
        let (hands, mover) = (position.hands(), position.to_move());
        let groups = hands.map(|hand| Groups::of(hand, rules));
        // Two hands in the order winner, loser; three in the order of the seats.
        let first = if SEATS == 2 && winner == Side::Second { 1 } else { 0 };
        let order: [usize; SEATS] = std::array::from_fn(|place| (first + place) % SEATS);
        let (mut structure, mut ranks, mut high) = ([0; 4], [0; 3], [0; 2]);
        for (place, &seat) in order.iter().enumerate() {
            (structure[place], ranks[place]) = (groups[seat].form, groups[seat].ranks);
        }
        let rockets = order.iter().enumerate().map(|(place, &seat)| (hands[seat].has_rocket() as u64) << (place + 1));
        let mut rest = rockets.sum::<u64>();
        if SEATS == 2 {
            rest |= (mover != first) as u64;
        } else {
            rest |= (mover as u64) << 4;
        }
        if let Some(trick) = position.trick() {
            let mut in_kind = false;
            let (mut seat, mut shift) = (mover, 0);
            while seat != trick.owner() {
                let these = starts(hands[seat], trick).above(trick.shape.rank);
                let loses = (State::<SEATS>::side(seat) != winner) as usize;
                high[loses] |= groups[seat].numbers(these) << shift;
                in_kind |= !these.is_empty();
                (seat, shift) = ((seat + 1) % SEATS, shift + 16);
            }
            let (kind, len) = match trick.shape.kind {
                // Any bomb beats it, and nothing else does.
                kind if !in_kind && kind != Kind::Bomb => (Kind::Bomb, 0),
                kind => (kind, trick.shape.len),
            };
            rest |= (1 + kind.low_bits() as u64) << 8 | (len as u64) << 12;
            if SEATS > 2 {
                rest |= (1 + trick.owner() as u64) << 6;
            }
        }
        rest |= (position.goal().code() as u64) << 16;
        structure[if SEATS == 2 { 2 } else { 3 }] = rest;
        Relative { structure, ranks, high }
    }

    /// Is this position at least as good as `proved`, which `winner` wins?
    pub fn is_at_least(&self, proved: &Relative, winner: Side) -> bool {
        self.structure == proved.structure
            && proved.high[0] & !self.high[0] == 0
            && self.high[1] & !proved.high[1] == 0
            && match (self.len(2), winner) {
                // The winner's hand is the first of two.
                (0, _) => self.compares_well(proved, 0, 1, Pair::Opponents),
                (_, Side::First) => {
                    self.compares_well(proved, 0, 1, Pair::Opponents)
                        && self.compares_well(proved, 0, 2, Pair::Opponents)
                        && self.compares_well(proved, 1, 2, Pair::Losers)
                }
                (_, Side::Second) => {
                    self.compares_well(proved, 1, 0, Pair::Opponents)
                        && self.compares_well(proved, 2, 0, Pair::Opponents)
                        && self.compares_well(proved, 1, 2, Pair::Winners)
                }
            }
    }

    /// The number of groups of a hand.
    fn len(&self, place: usize) -> usize {
        // Two hands have flags in the place of a third form, which leave these bits free.
        (self.structure[place] >> 60) as usize
    }

    /// Does every group of one hand compare with every group of the other one as the pair asks?
    fn compares_well(&self, proved: &Relative, one: usize, other: usize, pair: Pair) -> bool {
        let held = (1 << (4 * self.len(other))) - 1;
        (0..self.len(one)).all(|mine| {
            let compared = |of: &Relative| Compared::of(of.ranks[one] >> (4 * mine) & 15, of.ranks[other]);
            pair.worse(compared(self), compared(proved)) & held == 0
        })
    }

    pub(super) fn words(&self) -> [u64; WORDS] {
        let ([a, b, c, d], [x, y, z]) = (self.structure, self.ranks);
        [a, b, c, d, x, y, z, self.high[0] as u64 | (self.high[1] as u64) << 32]
    }

    pub(super) fn from_words([a, b, c, d, x, y, z, high]: [u64; WORDS]) -> Relative {
        Relative { structure: [a, b, c, d], ranks: [x, y, z], high: [high as u32, (high >> 32) as u32] }
    }
}

/// The ranks at which a hand has a body of the kind and length of a trick.
fn starts(hand: Hand, Trick { shape, .. }: Trick) -> RankMask {
    match shape.kind {
        Kind::Rocket => RankMask::EMPTY,
        Kind::Bomb => hand.at_least(shape.len),
        kind if kind.is_chain() => hand.at_least(kind.body_copies()).run_starts(shape.len),
        kind => hand.at_least(kind.body_copies()),
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
    fn numbers(&self, ranks: RankMask) -> u32 {
        if ranks.is_empty() {
            return 0;
        }
        let held = (self.form >> 60) as usize;
        (0..held).fold(0, |numbers, number| {
            let rank = self.ranks >> (4 * number) & 15;
            numbers | (ranks.0 as u32 >> rank & 1) << number
        })
    }
}

/// The ranks of a hand that are linked to the next one: both are in a run as long as a chain must be, of a kind that the
/// rules allow; or they are the jokers.
fn links(hand: Hand, rules: &Ruleset) -> u16 {
    let has = |kind: Kind| rules.kinds.has(kind);
    let trios = has(Kind::TrioChain) || has(Kind::TrioSoloChain) || has(Kind::TrioPairChain);
    let quads = has(Kind::QuadChain) || has(Kind::QuadSoloChain) || has(Kind::QuadPairChain);
    let mut links = (hand.has_rocket() as u16) << Rank::SMALL_JOKER.index();
    let chains = [
        (has(Kind::SoloChain), rules.min_solo_chain),
        (has(Kind::PairChain), rules.min_pair_chain),
        (trios, rules.min_trio_chain),
        (quads, 2),
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
    use crate::rules::{Goal, Setup, Turn, parse_cards, parse_cards_from, parse_move};

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
    /// by `scripts/check/verify.py`.
    #[test]
    fn the_form_of_a_hand() {
        for (cards, rules, groups, form, ranks) in [
            // Single ranks come before a chain, few cards before many.
            ("34567K", "huanle", 6, 0x11110, 0x43210a),
            ("44899", "huanle", 3, 0x220, 0x615),
            // Chains of one length are ordered by the number of cards of their lowest rank, then by that rank.
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
        let first = [trio, with_rocket, 4, 0, trio_ranks, rocket_ranks, 0, 0];
        assert_eq!(relative(hands, 1, None, huanle, Side::First), first);
        let second = [with_rocket, trio, 2 | 1, 0, rocket_ranks, trio_ranks, 0, 0];
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
                let words = relative([hand, "8"], 1, Some((last, 2)), "huanle", winner);
                // A loser's are in the upper half.
                assert_eq!((words[2], words[7]), (trick | loser_moves, high << (32 * loser_moves)), "{hand} on {last}");
            }
        }
    }

    /// 8 for the rocket of the third hand, 16 × the mover, 64 × (1 + the trick's owner), then the trick; and the groups that
    /// are high: those of the next player 16 bits above the mover's, those of losers 32 bits above those of winners.
    #[test]
    fn the_structure_of_three_hands() {
        let hands = ["368", "5599T", "2XD"];
        let (forms, ranks) = ([3 << 60, 3 << 60 | 0x220, 3 << 60 | 0x10], [0x530, 0x627, 0xedc]);
        for (turn, last, rest, winners, losers) in [
            (1, None, 8, 0, 0),
            (2, None, 8 | 16, 0, 0),
            (3, None, 8 | 32, 0, 0),
            // A farmer answers the landlord, then the other one may.
            (2, Some(("7", 1)), 8 | 16 | 64 | 0x1100, 0, 0b111 << 16 | 0b101),
            (3, Some(("7", 1)), 8 | 32 | 64 | 0x1100, 0, 0b111),
            // A farmer answers its partner, then the landlord may.
            (3, Some(("7", 2)), 8 | 32 | 128 | 0x1100, 0b100 << 16, 0b111),
            (2, Some(("7", 3)), 8 | 16 | 192 | 0x1100, 0, 0b101),
            // Nobody has a higher pair: only a bomb would beat it.
            (1, Some(("TT", 2)), 8 | 128 | 0xd00, 0, 0),
        ] {
            let [x, y, z] = ranks;
            for (winner, high) in [(Side::First, winners | losers << 32), (Side::Second, losers | winners << 32)] {
                let expected = [forms[0], forms[1], forms[2], rest, x, y, z, high];
                assert_eq!(relative(hands, turn, last, "huanle", winner), expected, "{turn} {last:?} {winner:?}");
            }
        }
    }

    /// 65536 × (the doublings + 32 × how spring stands + 128 for the second side), with two hands and with three.
    #[test]
    fn the_goal_of_a_question() {
        let rules = Ruleset::default();
        let two = State::<2>::parse(["3333", "4"], None, &rules).expect("a position");
        let three = State::<3>::parse(["3333", "4", "5"], None, &rules).expect("a position");
        let rest = |goal| {
            let words = [
                Relative::of(&two.with_goal(goal), Side::First, &rules).structure,
                Relative::of(&three.with_goal(goal), Side::Second, &rules).structure,
            ];
            assert_eq!(words[0][3], 0);
            [words[0][2], words[1][3]]
        };
        for (goal, code) in [
            (Goal::WIN, 0),
            (Goal::new(Side::First, 1, 0), 1),
            (Goal::new(Side::First, 15, 1), 0x2f),
            (Goal::new(Side::Second, 27, 0), 0x9b),
            (Goal::new(Side::Second, 3, 2), 0xc3),
        ] {
            assert_eq!(rest(goal), [code << 16; 2], "{goal:?}");
        }
    }

    /// A settled position has none to answer.
    #[test]
    fn no_group_is_high_enough_for_a_rocket() {
        let rocket = parse_move("XD", &Ruleset::default()).expect("a move").combo();
        let setup = Setup::<2>::new(["3333", "4"].map(|cards| parse_cards(cards).expect("cards")), rocket);
        let position = setup.validate(&Ruleset::default()).expect("a position");
        assert_eq!(starts(position.hand(), position.trick().expect("the rocket")), RankMask::EMPTY);
        let relative = Relative::of(&position, Side::First, &Ruleset::default());
        assert_eq!((relative.structure[2], relative.high), (0xd00, [0; 2]));
    }

    #[test]
    fn a_rank_is_compared_with_sixteen_others_at_once() {
        for (others, ranks) in [(0, 0..16), (0xfedc_ba98_7654_3210, 0..16), (0x0123_4567_89ab_cdef, 0..16)] {
            for rank in ranks {
                let Compared { higher, not_lower } = Compared::of(rank, others);
                let bits = |holds: fn(&u64, &u64) -> bool| {
                    (0..16).filter(|n| holds(&rank, &(others >> (4 * n) & 15))).fold(0, |bits, n| bits | 1 << (4 * n))
                };
                assert_eq!([higher, not_lower], [bits(u64::gt), bits(u64::ge)], "{rank} {others:x}");
            }
        }
    }

    /// What of two groups may change, by who wins: from lower to equal and from equal to higher among opponents; from equal to
    /// unequal among winners, and the other way round among losers.
    #[test]
    fn pairs_of_groups() {
        let [lower, equal, higher] = [5, 6, 7].map(|rank| Compared::of(rank, 6));
        let allowed = |pair: Pair| {
            let all = [lower, equal, higher];
            all.map(|then| all.map(|now| pair.worse(now, then) & 1 == 0).map(u8::from))
        };
        assert_eq!(allowed(Pair::Opponents), [[1, 1, 1], [0, 1, 1], [0, 0, 1]]);
        assert_eq!(allowed(Pair::Winners), [[1, 0, 0], [1, 1, 1], [0, 0, 1]]);
        assert_eq!(allowed(Pair::Losers), [[1, 1, 0], [0, 1, 0], [0, 1, 1]]);
    }
}
