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
        kind if high.is_empty() && !matches!(kind, Kind::Bomb | Kind::Rocket) => (code(Kind::Bomb, 0), high),
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
