//! Relative strength: when a solved position also decides another one. Two hands only.
//!
//! Positions with one canonical key (`key.rs`) are the same position. This file compares positions that differ. One can
//! be *better* for the player to move: both have the same groups of cards, and in the better one some groups beat more.
//! A win in the worse position is then a win in the better one. A position is split into two parts for this:
//!
//! - The [`Structure`] says which positions can be compared at all. It holds the groups of equal cards of each hand:
//!   first the unlinked groups by size, then the blocks of linked ranks (step 2 of `key.rs`, each hand with its own
//!   links). For an answer it also holds the kind and the length of the lowest body that beats the trick. And it says which
//!   hand holds the rocket.
//! - The [`Strength`] is a set of facts in the mover's favour, one bit each. For each group of the mover and each group
//!   of the other hand there are two facts: the mover's group beats the other one; the other one does not beat the
//!   mover's. For an answer there is one more fact for each group of the mover: it is high enough for the trick.
//!
//! Groups are numbered in the order of the structure, groups of one form by rank. So the facts of two positions with the
//! same structure can be compared bit by bit. A position is at least as good as another one if it has all its bits.
//!
//! **Why this is sound.** Take two positions of one structure, the second at least as good as the first, and match the
//! groups by number. A comparison in the game is always one between the two hands, and it compares groups, or the lowest
//! ranks of chains, which are matched groups too. So the mover can play in the second position every move of the first. Each
//! move beats there what it beats in the first position, and the other side has no answer that it does not have in the
//! first. After a move the structures are equal again: chains lie within matched blocks, and counts stay equal. So the
//! mover can play the second position as it plays the first. If it wins the first, it wins the second. If it loses the
//! second, it loses the first.
//!
//! **Needs.** A proof seldom uses all facts. A [`Need`] holds the facts that it does use, and every position of the
//! structure with these facts has the same verdict. The search builds needs from the end of the game backwards, one move
//! at a time. This is Ginsberg's partition search (AAAI 1996).
//!
//! **An example.** The loser leads from `67Q` against the winner's `5K`. Take the loser's move 6 and the winner's
//! answer K.
//!
//! 1. After the K the loser holds 7 and Q and must pass. The winner leads its last card, the 5. That needs no fact.
//! 2. Back over the winner's K ([`Need::before_winner`]): the loser must not be able to beat it. So K is not below 7 and not
//!    below Q. The K is also the winner's answer to the trick ([`Need::answer`]), so it must be high enough for the trick.
//! 3. Back over the loser's 6 ([`Need::before_loser`]): the trick is this 6, so "high enough for the trick" becomes "K is
//!    above 6".
//!
//! The winner answers the 7 and the Q in the same way. A loss needs an answer to every move, so the needs of the three
//! moves are joined ([`Need::join`]): K is above 6, 7 and Q. No fact is about the 5. So a leader with three loose single
//! cards loses to two loose single cards if one of these is above all three: `89J` loses to `3Q`, too.

use super::key::ToBeat;
use crate::rules::{Hand, Kind, Rank, RankMask, Shape};

/// The groups of one hand, numbered in the order of the structure.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Four bits for each group, the first group lowest: one for a link to the next rank, three for the count less one. The
    /// highest four bits are the number of groups.
    form: u64,
    /// The rank of each group, by its number.
    ranks: [u8; Rank::COUNT],
    /// The number of each group, by its rank.
    numbers: [u8; Rank::COUNT],
    /// For each rank: the groups below it, a bit for each number.
    below: [u16; 16],
    rocket: bool,
}

impl Layout {
    /// The groups of `hand`. `links` are the links of this hand alone.
    pub fn new(hand: Hand, links: u16) -> Layout {
        let held = hand.ranks().0;
        let linked = links | links << 1;
        let mut layout = Layout {
            form: 0,
            ranks: [0; Rank::COUNT],
            numbers: [0; Rank::COUNT],
            below: [0; 16],
            rocket: links >> Rank::SMALL_JOKER.index() & 1 != 0,
        };
        let mut len = 0;
        let mut push = |rank: u32, code: u64| {
            layout.form |= code << (4 * len);
            layout.ranks[len] = rank as u8;
            layout.numbers[rank as usize] = len as u8;
            len += 1;
        };
        let code = |rank: u32| ((hand.bits() >> (4 * rank) & 15) - 1) << 1 | (links >> rank & 1) as u64;
        let mut loose = held & !linked;
        for count in 1..=Hand::MAX_COUNT {
            if loose == 0 {
                break;
            }
            let more = if count == Hand::MAX_COUNT { RankMask::EMPTY } else { hand.at_least(count + 1) };
            let these = loose & !more.0;
            loose &= !these;
            RankMask(these).iter().for_each(|rank| push(rank.index() as u32, code(rank.index() as u32)));
        }
        // Blocks by length, form and rank. There are at most seven, mostly one or none.
        let (mut blocks, mut count) = ([(0u64, 0u32, 0u32); 7], 0);
        let mut left = held & linked;
        while left != 0 {
            let first = left.trailing_zeros();
            let mut last = first;
            while links >> last & 1 != 0 {
                last += 1;
            }
            left &= !(((2u32 << last) - (1 << first)) as u16);
            blocks[count] = ((first..=last).fold(0, |form, rank| form << 4 | code(rank)), first, last);
            count += 1;
        }
        blocks[..count].sort_unstable_by_key(|&(form, first, last)| (last - first, form, first));
        for &(_, first, last) in &blocks[..count] {
            (first..=last).for_each(|rank| push(rank, code(rank)));
        }
        layout.form |= (len as u64) << 60;
        for rank in 0..Rank::COUNT {
            let this = ((held >> rank & 1) as u32) << layout.numbers[rank];
            layout.below[rank + 1] = layout.below[rank] | this as u16;
        }
        layout
    }

    fn len(&self) -> usize {
        (self.form >> 60) as usize
    }

    /// The groups at these ranks, a bit for each number.
    fn numbers_of(&self, ranks: u16) -> u64 {
        RankMask(ranks).iter().fold(0, |bits, rank| bits | 1 << self.numbers[rank.index()])
    }

    /// The ranks of these groups; the inverse of [`Layout::numbers_of`].
    fn ranks_of(&self, mut numbers: u64) -> u16 {
        let mut ranks = 0;
        while numbers != 0 {
            ranks |= 1 << self.ranks[numbers.trailing_zeros() as usize];
            numbers &= numbers - 1;
        }
        ranks
    }
}

/// What two positions must have in common so that their strengths can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    /// The form of the mover's groups.
    pub mover: u64,
    /// The form of the other side's groups.
    pub other: u64,
    /// Kind and length of the lowest body that beats the trick, 0 on the lead. Two bits above them say who holds the rocket.
    pub trick: u32,
}

impl Structure {
    /// How many words a strength of this structure takes.
    pub fn words(&self) -> usize {
        let (mine, theirs) = ((self.mover >> 60) as usize, (self.other >> 60) as usize);
        (2 * mine * theirs + mine).div_ceil(64)
    }
}

/// The most words of a strength: fifteen groups against fifteen.
pub const MOST_WORDS: usize = 8;

/// The facts in the mover's favour, one bit each.
///
/// There is a row for each group of the mover. The first half of a row says which groups of the other hand it beats, the
/// second half which groups do not beat it. After the rows there is one bit for each group of the mover: it is high enough
/// for the trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// The bits; the words beyond [`Structure::words`] are 0.
    pub words: [u64; MOST_WORDS],
}

impl Strength {
    const NONE: Strength = Strength { words: [0; MOST_WORDS] };

    /// Adds `bits`, shifted up to position `at`.
    fn or(&mut self, at: usize, bits: u64) {
        let (word, shift) = (at / 64, at % 64);
        self.words[word] |= bits << shift;
        // In two steps: a shift by 64 is not allowed.
        let rest = bits >> 1 >> (63 - shift);
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    /// The `count` bits from position `at` on.
    fn get(&self, at: usize, count: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let above = if word + 1 < MOST_WORDS { self.words[word + 1] << 1 << (63 - shift) } else { 0 };
        (self.words[word] >> shift | above) & ((1 << count) - 1)
    }
}

/// Builds a strength from its first bit to its last.
struct Bits {
    strength: Strength,
    word: usize,
    /// The bits that are not written yet, and their number.
    last: u64,
    fill: usize,
}

impl Bits {
    /// Appends `count` bits, at most 32.
    fn push(&mut self, bits: u64, count: usize) {
        self.last |= bits << self.fill;
        self.fill += count;
        if self.fill >= 64 {
            self.strength.words[self.word % MOST_WORDS] = self.last;
            self.word += 1;
            self.fill -= 64;
            self.last = bits >> (count - self.fill);
        }
    }

    fn finish(mut self) -> Strength {
        if self.fill > 0 {
            self.strength.words[self.word % MOST_WORDS] = self.last;
        }
        self.strength
    }
}

/// The structure and the strength of a position with `mine` to move against `theirs`. For an answer, `trick` is the lowest
/// body that beats the trick.
pub fn of(mine: &Layout, theirs: &Layout, trick: Option<ToBeat>) -> (Structure, Strength) {
    let width = theirs.len();
    let mut bits = Bits { strength: Strength::NONE, word: 0, last: 0, fill: 0 };
    for &rank in &mine.ranks[..mine.len()] {
        let rank = (rank & 15) as usize;
        let (beaten, not_above) = (theirs.below[rank], theirs.below[(rank + 1) & 15]);
        bits.push(beaten as u64 | (not_above as u64) << width, 2 * width);
    }
    let mut about = (mine.rocket as u32) << 16 | (theirs.rocket as u32) << 17;
    let mut high = 0;
    if let Some(ToBeat { kind, len, from }) = trick {
        about |= (1 + kind as u32) | (len as u32) << 8;
        high = mine.below[Rank::COUNT] & !mine.below[(from as usize).min(Rank::COUNT)];
    }
    bits.push(high as u64, mine.len());
    let strength = bits.finish();
    (Structure { mover: mine.form, other: theirs.form, trick: about }, strength)
}

/// The facts that a proof of a win rests on. They compare the winner's ranks with the loser's, whether the winner or the
/// loser is to move.
///
/// A need is about the ranks of one position. [`Need::of_win`] and [`Need::of_loss`] turn it into an entry of the partition
/// table, [`Need::from_win`] and [`Need::from_loss`] turn an entry back into a need. See the head of this file for an
/// example.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Need {
    /// For each of the winner's ranks: the loser's ranks that it must be above.
    above: [u16; 16],
    /// For each of the winner's ranks: the loser's ranks that it must not be below.
    not_below: [u16; 16],
    /// The winner's ranks that must be high enough for the trick. Empty unless the winner is to answer.
    answer: u16,
}

impl Need {
    /// Adds: none of the `winners` is below any of the `losers`.
    pub fn not_below(&mut self, winners: RankMask, losers: RankMask) {
        winners.iter().for_each(|rank| self.not_below[rank.index()] |= losers.0);
    }

    /// Adds: all of the `winners` are above all of the `losers`.
    pub fn above(&mut self, winners: RankMask, losers: RankMask) {
        winners.iter().for_each(|rank| self.above[rank.index()] |= losers.0);
    }

    /// Adds: a body that starts at this rank is high enough for the trick.
    pub fn answer(&mut self, rank: Rank) {
        self.answer |= 1 << rank.index();
    }

    /// Adds the other's comparisons; leaves `answer` unchanged.
    pub fn join(&mut self, other: &Need) {
        for (mine, theirs) in self.above.iter_mut().zip(&other.above) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.not_below.iter_mut().zip(&other.not_below) {
            *mine |= theirs;
        }
    }

    /// Carries the need back over the winner's move: the loser must not gain an answer.
    ///
    /// `at_least` are the loser's ranks with at least 1, 2, 3 and 4 cards. Some of the loser's bodies of the same kind and
    /// length do not beat the move here; none of these may beat it elsewhere. Bodies that beat the move here are part of
    /// the proof already.
    pub fn before_winner(&mut self, played: Option<Shape>, at_least: &[RankMask; 4]) {
        self.answer = 0;
        let Some(shape) = played else { return };
        let bodies = match shape.kind {
            Kind::Rocket => RankMask::EMPTY,
            Kind::Bomb => at_least[3],
            kind if kind.is_chain() => at_least[kind.body_copies() as usize - 1].run_starts(shape.len),
            kind => at_least[kind.body_copies() as usize - 1],
        };
        self.not_below[shape.rank.index()] |= bodies.0 & !bodies.above(shape.rank).0;
    }

    /// Carries the need back over the loser's move: the winner's answer must beat that move.
    ///
    /// `to_beat` is the winner's lowest body that beats the trick. If it has the kind and length of the move, "high enough
    /// for the trick" becomes "above the rank that the loser played". Otherwise it is a bomb or the rocket, which beats the
    /// move at any rank.
    pub fn before_loser(&mut self, played: Option<Shape>, to_beat: Option<ToBeat>) {
        let answers = std::mem::take(&mut self.answer);
        if let (Some(shape), Some(to_beat)) = (played, to_beat)
            && (shape.kind, shape.len) == (to_beat.kind, to_beat.len)
        {
            self.above(RankMask(answers), RankMask(1 << shape.rank.index()));
        }
    }

    /// The entry for a win of the mover, which holds `mine`: exactly the bits of this need. Every strength that has them
    /// wins.
    pub fn of_win(&self, mine: &Layout, theirs: &Layout) -> Strength {
        let mut least = Strength::NONE;
        let width = theirs.len();
        let mut at = 0;
        for &rank in &mine.ranks[..mine.len()] {
            let (above, not_below) = (self.above[rank as usize], self.not_below[rank as usize]);
            if above | not_below != 0 {
                least.or(at, theirs.numbers_of(above));
                least.or(at + width, theirs.numbers_of(above | not_below));
            }
            at += 2 * width;
        }
        least.or(at, mine.numbers_of(self.answer));
        least
    }

    /// The entry for a loss of the mover, which holds `mine`: all bits except those that contradict this need. Every
    /// strength without further bits loses. `strength` is that of the position solved.
    pub fn of_loss(&self, mine: &Layout, theirs: &Layout, strength: &Strength) -> Strength {
        let (height, width) = (mine.len(), theirs.len());
        let mut most = Strength { words: [u64::MAX; MOST_WORDS] };
        let mut clear = |at: usize| most.words[at / 64] &= !(1 << (at % 64));
        for (number, &rank) in theirs.ranks[..width].iter().enumerate() {
            let (above, not_below) = (self.above[rank as usize], self.not_below[rank as usize]);
            RankMask(above | not_below).iter().for_each(|mine_at| {
                clear(2 * width * mine.numbers[mine_at.index()] as usize + number);
            });
            RankMask(above).iter().for_each(|mine_at| {
                clear(2 * width * mine.numbers[mine_at.index()] as usize + width + number);
            });
        }
        // The proof refutes the answers that the mover has. So no further group may be high enough for the trick.
        let at = 2 * width * height;
        (0..height).filter(|&number| strength.get(at + number, 1) == 0).for_each(|number| clear(at + number));
        let words = Structure { mover: mine.form, other: theirs.form, trick: 0 }.words();
        most.words[words..].fill(0);
        most
    }

    /// The need behind an entry for a win of the mover, in terms of this position's ranks.
    pub fn from_win(least: &Strength, mine: &Layout, theirs: &Layout) -> Need {
        let mut need = Need::default();
        let width = theirs.len();
        let mut at = 0;
        for &rank in &mine.ranks[..mine.len()] {
            let bits = least.get(at, 2 * width);
            if bits != 0 {
                need.above[rank as usize] = theirs.ranks_of(bits & ((1 << width) - 1));
                need.not_below[rank as usize] = theirs.ranks_of(bits >> width);
            }
            at += 2 * width;
        }
        need.answer = mine.ranks_of(least.get(at, mine.len()));
        need
    }

    /// The need behind an entry for a loss of the mover, in terms of this position's ranks.
    pub fn from_loss(most: &Strength, mine: &Layout, theirs: &Layout) -> Need {
        let mut need = Need::default();
        let width = theirs.len();
        let all = (1 << (2 * width)) - 1;
        for (number, &rank) in mine.ranks[..mine.len()].iter().enumerate() {
            let bits = !most.get(2 * width * number, 2 * width) & all;
            if bits != 0 {
                let (not_below, above) = (bits & ((1 << width) - 1), bits >> width);
                let this = RankMask(1 << rank);
                need.not_below(RankMask(theirs.ranks_of(not_below)), this);
                need.above(RankMask(theirs.ranks_of(above)), this);
            }
        }
        need
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards;

    fn ranks(cards: &str) -> RankMask {
        parse_cards(cards).expect("cards").ranks()
    }

    fn solo(card: &str) -> Shape {
        Shape { kind: Kind::Solo, len: 1, rank: ranks(card).lowest().expect("a card") }
    }

    /// The example of the module's head: the loser leads a card of `67Q`, the winner answers with the K of `5K`.
    fn after_lead(played: &str, left: &str) -> Need {
        let mut need = Need::default();
        let king = solo("K");
        need.before_winner(Some(king), &[ranks(left), RankMask::EMPTY, RankMask::EMPTY, RankMask::EMPTY]);
        need.answer(king.rank);
        need.before_loser(Some(solo(played)), Some(ToBeat { kind: Kind::Solo, len: 1, from: 0 }));
        need
    }

    #[test]
    fn a_need_steps_back_over_an_answer_and_a_lead() {
        let mut expected = Need::default();
        expected.not_below(ranks("K"), ranks("7Q"));
        expected.above(ranks("K"), ranks("6"));
        assert_eq!(after_lead("6", "7Q"), expected);
    }

    #[test]
    fn a_loss_needs_an_answer_to_every_move() {
        let mut lost = after_lead("6", "7Q");
        lost.join(&after_lead("7", "6Q"));
        lost.join(&after_lead("Q", "67"));
        let layout = |cards: &str| Layout::new(parse_cards(cards).expect("cards"), 0);
        let (loser, winner) = (layout("67Q"), layout("5K"));
        let (_, strength) = of(&loser, &winner, None);
        let most = lost.of_loss(&loser, &winner, &strength);
        let loses = |loser: &str, winner: &str| {
            let (_, strength) = of(&layout(loser), &layout(winner), None);
            strength.words.iter().zip(&most.words).all(|(bits, most)| bits & !most == 0)
        };
        assert!(loses("67Q", "5K") && loses("89J", "3Q"));
        assert!(!loses("89J", "TJ") && !loses("8JK", "3Q"));
    }
}
