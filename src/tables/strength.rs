//! Relative strength: positions of one structure, ordered by how good they are for the side to move. Two hands only.
//!
//! A canonical key (`key.rs`) tells whether two positions are the same. Often one is not the same as another but *better*:
//! the same groups of cards, only that some of them beat more. Then what wins there wins here. So a position is taken
//! apart into
//!
//! - its [`Structure`]: for each hand its groups of equal cards, unlinked ones by size, then its blocks of linked ranks
//!   (step 2 of `key.rs`), each hand by its own links; and of the trick the kind and length of what beats it;
//! - its [`Strength`]: for each of the mover's groups which of the other's groups it beats, which it is not beaten by, and
//!   whether it is high enough for the trick. Groups are numbered along the structure, those of one form by rank.
//!
//! **Why the order is sound.** Let two positions have the same structure, and match group with group by number. Only cards
//! of different hands are ever compared, always as groups or as the lowest ranks of chains, which are matched as well. If
//! all that is true in the mover's favour in the one position is true in the other, the mover can play there what it
//! plays here, move by move: its moves are the same groups, they beat what they beat here, and the other side has no
//! answer there that it has not here. After any move the matched hands have the same structure again, for chains run
//! only within matched blocks and counts stay equal. So a win here is a win there; a loss there is a loss here.
//!
//! The same holds for a *part* of the facts: where a proof uses only some of them, every position in which these are true
//! is won ([`Need`]). Such sets of positions are what Ginsberg's partition search keeps (Partition Search, AAAI 1996).

use super::key::ToBeat;
use crate::rules::{Hand, Kind, Rank, RankMask, Shape};

/// One hand's groups, numbered.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The form of the groups: from the first, four bits each: whether linked to the next, and the count less one. The
    /// number of groups in the highest four bits.
    form: u64,
    /// By number: the rank of each group.
    ranks: [u8; Rank::COUNT],
    /// By rank: the number of its group.
    numbers: [u8; Rank::COUNT],
    /// By rank: the groups below it, a bit for each number.
    below: [u16; 16],
    rocket: bool,
}

impl Layout {
    /// The groups of `hand`, whose own links are these.
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
        // Blocks by form, then by rank: at most seven, mostly one or none.
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

    /// The numbers of these ranks' groups, as bits.
    fn numbers_of(&self, ranks: u16) -> u64 {
        RankMask(ranks).iter().fold(0, |bits, rank| bits | 1 << self.numbers[rank.index()])
    }

    /// The ranks of the groups with these numbers.
    fn ranks_of(&self, mut numbers: u64) -> u16 {
        let mut ranks = 0;
        while numbers != 0 {
            ranks |= 1 << self.ranks[numbers.trailing_zeros() as usize];
            numbers &= numbers - 1;
        }
        ranks
    }
}

/// What positions must have in common to be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    /// The form of the mover's groups.
    pub mover: u64,
    /// The form of the other side's groups.
    pub other: u64,
    /// Kind and length of what beats the trick, 0 on the lead; and who holds the rocket.
    pub trick: u32,
}

impl Structure {
    /// Words that the strength of such positions takes.
    pub fn words(&self) -> usize {
        let (mine, theirs) = ((self.mover >> 60) as usize, (self.other >> 60) as usize);
        (2 * mine * theirs + mine).div_ceil(64)
    }
}

/// The most words of a strength: fifteen groups against fifteen.
pub const MOST_WORDS: usize = 8;

/// What is true in the mover's favour, as bits: for each of its groups those of the other that it beats, then those that
/// don't beat it; at the end which of its groups are high enough for the trick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// The bits; the words beyond [`Structure::words`] are 0.
    pub words: [u64; MOST_WORDS],
}

impl Strength {
    const NONE: Strength = Strength { words: [0; MOST_WORDS] };

    /// Sets the bits of `bits` from position `at` on.
    fn or(&mut self, at: usize, bits: u64) {
        let (word, shift) = (at / 64, at % 64);
        self.words[word] |= bits << shift;
        // In two steps, for a shift by 64 is none.
        let rest = bits >> 1 >> (63 - shift);
        if rest != 0 {
            self.words[word + 1] |= rest;
        }
    }

    /// `count` bits from position `at` on.
    fn get(&self, at: usize, count: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        let above = if word + 1 < MOST_WORDS { self.words[word + 1] << 1 << (63 - shift) } else { 0 };
        (self.words[word] >> shift | above) & ((1 << count) - 1)
    }
}

/// A strength in the making.
struct Bits {
    strength: Strength,
    word: usize,
    /// The bits of the word not yet written, and how many.
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

/// The structure and the strength of a position with `mine` to move against `theirs`; for an answer with the lowest body
/// that beats the trick.
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

/// Facts on which a win rests: of the winner's groups against the loser's, by rank.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Need {
    /// By the winner's rank: the loser's ranks below which it must not be, nor equal.
    above: [u16; 16],
    /// By the winner's rank: the loser's ranks that must not be above it.
    not_below: [u16; 16],
    /// The winner's ranks of which one must be high enough for the trick: that of the body it answers with.
    answer: u16,
}

impl Need {
    /// That none of the `losers` is above any of the `winners`.
    pub fn not_below(&mut self, winners: RankMask, losers: RankMask) {
        winners.iter().for_each(|rank| self.not_below[rank.index()] |= losers.0);
    }

    /// That all of the `winners` are above all of the `losers`.
    pub fn above(&mut self, winners: RankMask, losers: RankMask) {
        winners.iter().for_each(|rank| self.above[rank.index()] |= losers.0);
    }

    /// That a body from this rank is high enough for the trick.
    pub fn answer(&mut self, rank: Rank) {
        self.answer |= 1 << rank.index();
    }

    /// Both together; the answers of neither.
    pub fn join(&mut self, other: &Need) {
        for (mine, theirs) in self.above.iter_mut().zip(&other.above) {
            *mine |= theirs;
        }
        for (mine, theirs) in self.not_below.iter_mut().zip(&other.not_below) {
            *mine |= theirs;
        }
    }

    /// What the winner's win after its move needs before it: the `loser`, whose groups these are, must have no answer
    /// that it has not.
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

    /// What the winner's win after the loser's move needs before it: where it answers with `to_beat`, what beats the
    /// trick, it must be above what the loser played.
    pub fn before_loser(&mut self, played: Option<Shape>, to_beat: Option<ToBeat>) {
        let answers = std::mem::take(&mut self.answer);
        if let (Some(shape), Some(to_beat)) = (played, to_beat)
            && (shape.kind, shape.len) == (to_beat.kind, to_beat.len)
        {
            self.above(RankMask(answers), RankMask(1 << shape.rank.index()));
        }
    }

    /// The least strength with which the mover wins for these reasons, `mine` being its groups; not more than `strength`,
    /// in which they hold.
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

    /// The greatest strength with which the mover loses for these reasons, `mine` being its groups and `strength` one with
    /// which it does: all bits but those that would make one of the reasons false.
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
        // What can answer the trick is not for this proof to say.
        let at = 2 * width * height;
        (0..height).filter(|&number| strength.get(at + number, 1) == 0).for_each(|number| clear(at + number));
        let words = Structure { mover: mine.form, other: theirs.form, trick: 0 }.words();
        most.words[words..].fill(0);
        most
    }

    /// The reasons behind a win for the mover with at least this strength.
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

    /// The reasons behind a loss for the mover with at most this strength.
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
