//! Relative strength: when a solved position also decides another one.
//!
//! Positions with one canonical key (`key.rs`) are the same position. This file compares positions that differ. One can
//! be *better* for the player to move: both have the same groups of cards, and in the better one some groups beat more.
//! A win in the worse position is then a win in the better one. A position is split into two parts for this:
//!
//! - The [`Structure`] says which positions can be compared at all. It holds the groups of equal cards of each hand:
//!   first the unlinked groups by size, then the blocks of linked ranks (step 2 of `key.rs`, each hand with its own
//!   links). For an answer it also holds the kind and the length of the lowest body that beats the trick. It says which
//!   hand holds the rocket, and with three hands where the landlord sits and who owns the trick.
//! - The [`Strength`] is a set of facts in favour of the mover's side, one bit each. For each group of one hand and each
//!   group of another hand there are two facts: whether the first beats the second, and whether the second beats the first.
//!   Each counts as a fact in favour or its opposite does, by the side of the hand that beats: to be able to beat
//!   a card is an option, never a duty, since who answers may always pass. So between two farmers both facts favour the
//!   farmers. For an answer there is one more fact for each group of each hand that may still answer: it is high enough for
//!   the trick.
//!
//! Groups are numbered in the order of the structure, groups of one form by rank (`layout.rs`). So the facts of two positions
//! with the same structure can be compared bit by bit. A position is at least as good as another one if it has all its bits.
//!
//! **Why this is sound.** Take two positions of one structure, the second at least as good for a side as the first, and match
//! the groups by number. Whenever cards are compared in the game, they are groups of different hands, or the lowest ranks of
//! chains, which are matched groups too: when all others have passed, the owner of a trick leads, so nobody plays on their
//! own cards. So in the second position each player of the side can play every move that it can play in the first, and
//! each opponent can only play moves that it can play in the first. All may pass whenever they answer, in both. After a move
//! that is matched the same is true again: the same players may still answer, what they can answer with follows from the
//! facts about the group that was played or from those about the trick, chains lie within matched blocks, and counts stay
//! equal. So the side can play the second position as it plays the first. If it wins the first, it wins the second.
//!
//! A player who must pass in one of the two positions has the choice in the other one. That changes nothing: if it is a
//! player of the side, the strategy says pass; if it is an opponent, it has the choice in the first position, and a pass there
//! is answered.
//!
//! Between the partners of the losing side the argument asks for the opposite of what it asks for between winners: a farmer
//! must not be able to take a trick from its partner that it could not take in the first position.
//!
//! The kind and the length of the lowest body that beats the trick are those of all hands that may still answer. After a pass
//! they can differ between the two positions, since one hand less counts. The argument does not mind: it compares what each
//! player can answer with. But what is found about the position after the pass must be carried back with care (`need.rs`).

use super::lanes::{LANES, Lanes};
use super::layout::Layout;
use super::need::{Answers, Need};
use super::partition_bucket::MIXER;
use super::to_beat::ToBeat;
use crate::rules::{Goal, Rank, State};

/// What two positions must have in common so that their strengths can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    /// The forms of the groups of the mover's hand and of the next one. With three hands a part of the third form is in the
    /// highest 15 bits of each.
    pub forms: [u64; 2],
    /// From the lowest bit:
    ///
    /// - Kind and length of the lowest body that beats the trick, 0 on the lead, and who holds the rocket. With three hands
    ///   also where the landlord sits, who owns the trick, and the last 19 bits of the third form. Together 32 bits.
    /// - What the position is asked for, 0 in the game itself ([`Goal::code_for`] the mover): 8 bits.
    /// - How many words a strength of this structure takes, which follows from the rest: 8 bits.
    about: u64,
    /// Follows from the rest.
    hash: u64,
}

const GOAL_AT: u32 = 32;
const WORDS_AT: u32 = GOAL_AT + 8;

impl Structure {
    /// With these parts.
    pub fn new(forms: [u64; 2], about: u32, goal: u8, words: usize) -> Structure {
        let about = about as u64 | (goal as u64) << GOAL_AT;
        let mixed = forms[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ forms[1].wrapping_mul(MIXER).rotate_left(29)
            ^ about.wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(47);
        let hash = (mixed ^ mixed >> 32).wrapping_mul(MIXER);
        Structure { forms, about: about | (words as u64) << WORDS_AT, hash }
    }

    /// All of it but the forms and the words, in 40 bits.
    pub fn about(&self) -> u64 {
        self.about & ((1 << WORDS_AT) - 1)
    }

    /// Is this the [`Structure::about`] in the lowest 40 bits of a word?
    pub fn is_about(&self, word: u64) -> bool {
        (word ^ self.about) << (u64::BITS - WORDS_AT) == 0
    }

    /// Where the partition table keeps it.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// How many words a strength of this structure takes.
    pub fn words(&self) -> usize {
        (self.about >> WORDS_AT) as usize
    }

    /// Does the partition table take strengths of this structure?
    pub fn fits(&self) -> bool {
        self.words() <= MOST_WORDS
    }
}

/// The most words of a strength that the partition table takes: as many as a bucket has room for. Fifteen groups against fifteen
/// need 8. With three hands a position of more groups has no entry; with 8 words too many had none (`benches/history.md`, "Partition
/// table").
pub const MOST_WORDS: usize = 12;

/// With three hands and this many cards or fewer, a strength has no more than [`MOST_WORDS`] words. Hands of a, b and c groups
/// have at most 2 (ab + bc + ca) + a + b facts. For 33 groups in all that is 748 if they are equal, and less if not.
pub const MOST_CARDS_OF_THREE: u32 = 33;

/// The facts in favour of the mover's side, one bit each.
///
/// For each pair of hands, counted from the mover's on, there is a row for each group of the first one. The first half of
/// a row says which groups of the second hand it beats, the second half which of these beat it; inverted where the opposite
/// is in the mover's favour. After the rows there is one bit for each group of the mover, and of the hand that answers next, if
/// there is one: it is high enough for the trick, or, for an opponent, it is not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Strength {
    /// The bits; the words beyond [`Structure::words`] are 0.
    pub words: [u64; MOST_WORDS],
}

impl Strength {
    /// No fact.
    pub const NONE: Strength = Strength { words: [0; MOST_WORDS] };

    /// The `count` bits from position `at` on.
    fn get(&self, at: usize, count: usize) -> u64 {
        let (word, shift) = (at / 64, at % 64);
        // In two steps: a shift by 64 is not allowed. From the last word itself come only bits beyond those asked for.
        let above = self.words[(word + 1).min(MOST_WORDS - 1)] << 1 << (63 - shift);
        (self.words[word] >> shift | above) & ((1 << count) - 1)
    }
}

/// Writes a strength from its first bit to its last. Bits beyond the most words are lost.
struct Bits<'a> {
    /// All 0 before.
    words: &'a mut [u64; MOST_WORDS],
    word: usize,
    /// The word that is not full yet, and how many bits it has.
    last: u64,
    fill: usize,
}

impl<'a> Bits<'a> {
    fn new(strength: &'a mut Strength) -> Self {
        *strength = Strength::NONE;
        Bits { words: &mut strength.words, word: 0, last: 0, fill: 0 }
    }

    /// Appends `count` bits, at most 60. Without a branch on how often a word gets full, which can't be guessed (`lanes.rs`).
    fn push(&mut self, bits: u64, count: usize) {
        let with = self.last | bits << self.fill;
        if let Some(word) = self.words.get_mut(self.word) {
            *word = with;
        }
        self.fill += count;
        let is_full = self.fill >= 64;
        self.fill &= 63;
        // Bits that did not fit into a full word begin the next.
        self.last = if is_full { bits >> (count.wrapping_sub(self.fill) & 63) } else { with };
        self.word += is_full as usize;
    }

    /// Writes what is left, and says how many words have a bit.
    fn finish(self) -> usize {
        if let Some(word) = self.words.get_mut(self.word) {
            *word = self.last;
        }
        self.word + (self.fill > 0) as usize
    }
}

/// A position as its strength sees it: by groups.
#[derive(Clone, Copy)]
pub struct Outline<'a, const SEATS: usize> {
    /// The groups of each hand, in seat order.
    pub layouts: [&'a Layout; SEATS],
    /// The seat to move.
    pub to_move: usize,
    /// Who owns the trick; `None` on the lead.
    pub owner: Option<usize>,
    /// For an answer, the lowest body that beats the trick.
    pub to_beat: Option<ToBeat>,
}

/// Two hands that are compared, as numbers of seats from the mover on.
#[derive(Clone, Copy)]
struct Pair {
    first: usize,
    second: usize,
}

impl<'a, const SEATS: usize> Outline<'a, SEATS> {
    /// The position with these groups and this lowest body that beats the trick.
    pub fn new(position: &State<SEATS>, layouts: [&'a Layout; SEATS], to_beat: Option<ToBeat>) -> Self {
        let (to_move, owner) = (position.to_move(), position.trick().map(|trick| trick.owner()));
        Outline { layouts, to_move, owner, to_beat }
    }

    /// The seat `place` places after the mover's.
    fn seat(&self, place: usize) -> usize {
        let seat = self.to_move + place;
        if seat < SEATS { seat } else { seat - SEATS }
    }

    fn layout(&self, place: usize) -> &'a Layout {
        self.layouts[self.seat(place)]
    }

    /// Does the player in this place win with the mover?
    fn is_friend(&self, place: usize) -> bool {
        place == 0 || SEATS > 2 && State::<SEATS>::side(self.seat(place)) == State::<SEATS>::side(self.to_move)
    }

    /// The places of the players that may still answer the trick, and the mover's.
    fn answering(&self) -> impl Iterator<Item = usize> {
        let owner = self.owner.unwrap_or(self.to_move);
        let waiting = SEATS > 2 && owner != self.to_move && owner != self.seat(1);
        0..1 + waiting as usize
    }

    /// The groups that are high enough for the trick.
    fn high(&self, layout: &Layout) -> u16 {
        self.to_beat.map_or(0, |to_beat| layout.all() & !layout.below[(to_beat.from as usize).min(Rank::COUNT)])
    }

    /// The structure of the position, which is asked for this.
    pub fn structure(&self, goal: Goal) -> Structure {
        let goal = goal.code_for(State::<SEATS>::side(self.to_move));
        let facts: usize =
            pairs::<SEATS>().map(|pair| 2 * self.layout(pair.first).len() * self.layout(pair.second).len()).sum();
        let answers: usize = self.answering().map(|place| self.layout(place).len()).sum();
        let words = (facts + answers).div_ceil(64);
        let mut about = 0;
        if let Some(to_beat) = self.to_beat {
            about = to_beat.code();
        }
        // With one pack only one hand can hold the rocket.
        about |= (0..SEATS).map(|place| self.layout(place).rocket as u32 * (place as u32 + 1)).sum::<u32>() << 8;
        if SEATS == 2 {
            let forms = [self.layout(0).form, self.layout(1).form];
            return Structure::new(forms, about, goal, words);
        }
        let forms = [0, 1, 2].map(|place| self.layout(place).narrow_form);
        let owner_is_last = self.answering().count() == 2;
        about |= (self.to_move as u32) << 10 | (owner_is_last as u32) << 12 | (forms[2] as u32) << 13;
        let (low, high) = (forms[2] >> 19 & 0x7fff, forms[2] >> 34);
        Structure::new([forms[0] | low << 49, forms[1] | high << 49], about, goal, words)
    }

    /// The strength of the position.
    pub fn strength(&self) -> Strength {
        let mut strength = Strength::NONE;
        self.write_strength(&mut strength);
        strength
    }

    /// Writes the strength of the position to its place: with twelve words, copies cost.
    pub fn write_strength(&self, strength: &mut Strength) {
        let mut bits = Bits::new(strength);
        for pair in pairs::<SEATS>() {
            let (first, second) = (self.layout(pair.first), self.layout(pair.second));
            let (width, masks) = (second.len(), self.orientation(pair));
            for &rank in first.ranks() {
                let rank = (rank & 15) as usize;
                let (beaten, not_above) = (second.below[rank], second.below[(rank + 1) & 15]);
                bits.push((beaten ^ masks[0]) as u64 | ((not_above ^ masks[1]) as u64) << width, 2 * width);
            }
        }
        for place in self.answering() {
            let layout = self.layout(place);
            let mask = if self.is_friend(place) { 0 } else { layout.all() };
            bits.push((self.high(layout) ^ mask) as u64, layout.len());
        }
        bits.finish();
    }

    /// Masks for exclusive or that orient "the first hand beats" and "the second hand does not beat" towards the mover. A mask
    /// is all bits if the opposite is in the mover's favour, and 0 if not.
    fn orientation(&self, pair: Pair) -> [u16; 2] {
        let all = self.layout(pair.second).all();
        [!self.is_friend(pair.first), self.is_friend(pair.second)].map(|opposite| if opposite { all } else { 0 })
    }

    /// The entry of the partition table for this position, which the mover's side wins (or does not) by a proof that rests on
    /// this need. A win has exactly the bits of the need, and every strength that has them wins. A loss has all bits but
    /// those that contradict the need, and every strength without further bits loses.
    ///
    /// `loser_answers` says whether the proof is about the answers that the losers have to the trick: if the mover loses,
    /// or wins by passing. Then it refutes those that they have, and no further group of theirs may be high enough.
    pub fn entry(&self, need: &Need<SEATS>, wins: bool, loser_answers: bool) -> Strength {
        let mut entry = Strength::NONE;
        let mut bits = Bits::new(&mut entry);
        for pair in pairs::<SEATS>() {
            let (first, second) = (self.layout(pair.first), self.layout(pair.second));
            let [x, y] = [pair.first, pair.second].map(|place| self.seat(place));
            let width = second.len();
            // If a winner's group beats a loser's, the loser's does not beat it. With both facts an entry is seen to follow
            // from one with the weaker fact alone.
            let [first_wins, second_wins] = self.winners(pair, wins);
            let theirs = second.lanes();
            let mut about_theirs = [0; LANES];
            for (about, &rank) in about_theirs.iter_mut().zip(second.ranks()) {
                *about = need.beaten[y][x][(rank & 15) as usize];
            }
            let about_theirs = Lanes::new(&about_theirs);
            for &rank in first.ranks() {
                let above = theirs.meeting(need.beaten[x][y][(rank & 15) as usize]);
                let beaten = about_theirs.meeting(1 << (rank & 15));
                let [beaten, above] = [beaten | above & second_wins, above | beaten & first_wins];
                bits.push(beaten as u64 | (above as u64) << width, 2 * width);
            }
        }
        for place in self.answering() {
            let layout = self.layout(place);
            let numbers = match self.is_friend(place) == wins {
                true => layout.numbers_of(need.high[self.seat(place)]),
                false if loser_answers => layout.all() & !self.high(layout),
                false => 0,
            };
            bits.push(numbers as u64, layout.len());
        }
        let words = bits.finish();
        debug_assert_eq!(words, self.structure(Goal::WIN).words(), "as many words as it takes");
        if !wins {
            entry.words[..words].iter_mut().for_each(|word| *word = !*word);
        }
        entry
    }

    /// The need behind an entry that decides this position, in terms of its ranks.
    pub fn need(&self, entry: &Strength, wins: bool) -> Need<SEATS> {
        let mut need = Need::default();
        need.high = self.add_need(entry, wins, &mut need);
        need
    }

    /// As [`Outline::need`], but adds the comparisons to a need and returns the winners' answers. The losers' missing
    /// answers are left out: [`Need::step_back`] finds them again.
    pub fn add_need(&self, entry: &Strength, wins: bool, need: &mut Need<SEATS>) -> Answers<SEATS> {
        let mut answers = [0; SEATS];
        let mut at = 0;
        let invert = if wins { 0 } else { u64::MAX };
        for pair in pairs::<SEATS>() {
            let (first, second) = (self.layout(pair.first), self.layout(pair.second));
            let [x, y] = [pair.first, pair.second].map(|place| self.seat(place));
            let width = second.len();
            let [first_wins, second_wins] = self.winners(pair, wins);
            let (theirs, mut about_theirs) = (second.lanes(), Lanes::default());
            for &rank in first.ranks() {
                let bits = entry.get(at, 2 * width) ^ invert;
                let (beaten, above) = (bits as u16 & second.all(), (bits >> width) as u16 & second.all());
                // Implied facts are left out: [`Outline::entry`] adds them.
                let [beaten, above] = [beaten & !(above & second_wins), above & !(beaten & first_wins)];
                about_theirs.add(beaten, 1 << (rank & 15));
                need.beaten[x][y][(rank & 15) as usize] |= theirs.union(above);
                at += 2 * width;
            }
            for (&rank, about) in second.ranks().iter().zip(about_theirs.words()) {
                need.beaten[y][x][(rank & 15) as usize] |= about;
            }
        }
        for place in self.answering() {
            let layout = self.layout(place);
            if self.is_friend(place) == wins {
                let bits = (entry.get(at, layout.len()) ^ invert) as u16 & layout.all();
                answers[self.seat(place)] = layout.ranks_of(bits);
            }
            at += layout.len();
        }
        answers
    }

    /// Masks that say which of two opponents wins: all bits for the first or for the second hand. 0 for partners.
    fn winners(&self, pair: Pair, mover_wins: bool) -> [u16; 2] {
        let [first, second] = [pair.first, pair.second].map(|place| self.is_friend(place) == mover_wins);
        [first && !second, second && !first].map(|wins| if wins { u16::MAX } else { 0 })
    }
}

/// The pairs of hands, by places.
fn pairs<const SEATS: usize>() -> impl Iterator<Item = Pair> {
    (0..SEATS).flat_map(|first| (first + 1..SEATS).map(move |second| Pair { first, second }))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::rules::{Kind, Side, parse_cards};

    const SOLOS: ToBeat = ToBeat { kind: Kind::Solo, len: 1, from: 6 };

    fn layouts<const SEATS: usize>(hands: [&str; SEATS]) -> [Layout; SEATS] {
        hands.map(|cards| Layout::new(parse_cards(cards).expect("cards"), 0))
    }

    #[test]
    fn bits_are_read_where_they_were_written() {
        let written = |at: usize, bits: u64, count: usize| {
            let mut strength = Strength::NONE;
            let mut all = Bits::new(&mut strength);
            (0..at / 60).for_each(|_| all.push(0, 60));
            all.push(0, at % 60);
            all.push(bits, count);
            all.finish();
            strength
        };
        for at in 0..=(64 * MOST_WORDS - 30) {
            let strength = written(at, 0x2aaa_aaab, 30);
            assert_eq!(strength.get(at, 30), 0x2aaa_aaab, "{at}");
            assert_eq!(strength.words.iter().map(|word| word.count_ones()).sum::<u32>(), 16, "{at}");
            let mut all = Strength { words: [u64::MAX; MOST_WORDS] };
            all.words[at / 64] = 0;
            assert_eq!(all.get(at, 30), if at % 64 > 34 { (1 << 30) - (1 << (64 - at % 64)) } else { 0 }, "{at}");
        }
        // The most bits at once.
        for at in 0..=(64 * MOST_WORDS - 60) {
            let strength = written(at, 0x0aaa_aaab_2aaa_aaab, 60);
            assert_eq!(strength.get(at, 60), 0x0aaa_aaab_2aaa_aaab, "{at}");
            assert_eq!(strength.words.iter().map(|word| word.count_ones()).sum::<u32>(), 31, "{at}");
        }
    }

    /// The groups of [`MOST_CARDS_OF_THREE`] cards fit, however they are dealt, and those of one card more need not.
    #[test]
    fn the_most_cards_of_three_hands_fit() {
        let words = |groups: [usize; 3]| {
            let hands = groups.map(|n| &"3456789TJQKA2XD"[..n]);
            let layouts = layouts(hands);
            let layouts = layouts.each_ref();
            let owners = [None, Some(0), Some(2)];
            let of = |owner| {
                Outline { layouts, to_move: 1, owner, to_beat: owner.map(|_| SOLOS) }.structure(Goal::WIN).words()
            };
            owners.map(of).into_iter().max().expect("three")
        };
        let most = |cards: usize| {
            let deals = (1..=15)
                .flat_map(|a| (1..=15).map(move |b| (a, b)))
                .filter(|(a, b)| (1..=15).contains(&(cards - a - b)));
            deals.map(|(a, b)| words([a, b, cards - a - b])).max().expect("a deal")
        };
        assert_eq!(most(MOST_CARDS_OF_THREE as usize), MOST_WORDS);
        assert_eq!(most(MOST_CARDS_OF_THREE as usize + 1), MOST_WORDS + 1);
    }

    /// Words are counted when they are full, and not before there is a bit for the next.
    #[test]
    fn words_of_a_strength() {
        for (pushed, words) in
            [(&[0u32; 0][..], 0), (&[1], 1), (&[32, 31], 1), (&[32, 32], 1), (&[60, 5], 2), (&[60, 60, 8], 2)]
        {
            let mut strength = Strength::NONE;
            let mut bits = Bits::new(&mut strength);
            pushed.iter().for_each(|&count| bits.push((1 << count) - 1, count as usize));
            assert_eq!(bits.finish(), words);
            let ones = strength.words.iter().map(|word| word.count_ones()).sum::<u32>();
            let used = strength.words.iter().take_while(|&&word| word != 0).count();
            assert_eq!((used, ones), (words, pushed.iter().sum()), "{pushed:?}");
        }
        let structure = |words| Structure::new([0; 2], 0, 0, words);
        assert!(structure(MOST_WORDS).fits() && !structure(MOST_WORDS + 1).fits());
    }

    /// Nothing of three hands is lost when they are packed into three words, however many groups they have.
    #[test]
    fn the_structure_of_three_hands_can_be_read_back() {
        for hands in [
            ["3579JKD", "44668", "TTQQAA"],
            ["3456789TJQKA2XD", "3456789TJQKA2", "3344"],
            ["33", "3456789TJQKA2", "4445556667778889"],
            // A third hand with a form in all its bits, wherever it sits.
            ["33445566778899TTJJQQKKAA22", "3456789TJQKA2XD", "3344"],
        ] {
            let layouts = layouts(hands);
            for (to_move, owner, to_beat) in
                [(0, None, None), (1, Some(0), Some(SOLOS)), (2, Some(0), Some(SOLOS)), (0, Some(1), Some(SOLOS))]
            {
                let goal = Goal::new(Side::Second, 15, 2);
                let structure = Outline { layouts: layouts.each_ref(), to_move, owner, to_beat }.structure(goal);
                assert_eq!(structure.about() >> 32, goal.code_for(State::<3>::side(to_move)) as u64);
                let (forms, about) = (structure.forms, structure.about() as u32);
                let narrow = |place: usize| layouts[(to_move + place) % 3].narrow_form;
                let third = (about >> 13) as u64 | forms[0] >> 49 << 19 | forms[1] >> 49 << 34;
                let low = |form: u64| form & ((1 << 49) - 1);
                assert_eq!([low(forms[0]), low(forms[1]), third], [0, 1, 2].map(narrow), "{hands:?}");
                assert_eq!(about >> 10 & 3, to_move as u32);
                // Does the player after the mover answer too?
                assert_eq!(about >> 12 & 1, (owner == Some((to_move + 2) % 3)) as u32);
                let trick = to_beat.map_or(0, ToBeat::code);
                assert_eq!(about & 0xff, trick);
            }
        }
    }

    /// A need that was stored comes back, but for what its other facts imply, and for the losers' answers.
    #[test]
    fn a_need_is_found_again_in_its_entry() {
        let hands = layouts(["4T2", "58K", "69Q"]);
        let ranks = |cards: &str| parse_cards(cards).expect("cards").ranks();
        // The first farmer answers the landlord, then its partner may. The second answers the first, then the landlord may.
        for (to_move, owner, wins, winners) in
            [(1, 0, true, [(1, "K"), (2, "9Q")]), (2, 1, false, [(0, "T2"), (0, "T2")])]
        {
            let outline = Outline { layouts: hands.each_ref(), to_move, owner: Some(owner), to_beat: Some(SOLOS) };
            let mut need = Need::<3>::default();
            if wins {
                need.compare((1, ranks("8K")), (0, ranks("4T")));
                need.compare((1, ranks("8")), (2, ranks("6")));
            } else {
                need.compare((0, ranks("T2")), (2, ranks("69")));
                need.compare((1, ranks("58")), (2, ranks("9")));
            }
            for (seat, cards) in winners {
                need.high[seat] |= ranks(cards).0;
            }
            let entry = outline.entry(&need, wins, false);
            let found = outline.need(&entry, wins);
            assert_eq!(found, need, "{wins}");
            assert_eq!(outline.entry(&found, wins, false), entry, "{wins}");
            assert_ne!(entry, outline.entry(&Need::default(), wins, false));
        }
    }
}
