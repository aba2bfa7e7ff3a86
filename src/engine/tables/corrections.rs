//! The correction history: how far the evaluation was off about similar positions.
//!
//! Chess engines correct their evaluation by what searches of similar positions found (correction history, since 2023), under
//! keys of parts of the position. Here a position has several keys, such as the cards of one hand (`search/guess_errors.rs`), and
//! the error of a guess is taken to be the sum of a part for each key. The parts are learned during the search: what the sum
//! of the parts leaves unexplained is shared among them (the least-mean-squares rule of Widrow and Hoff 1960). So an error that one
//! key explains is not counted again under the others: with means of the whole errors under five keys, added up, whole deals of
//! three hands took up to twice the nodes that they took with one key.
//!
//! An entry has a part for each side's win, and a weight. The greater the weight, the less the parts change, until the weight
//! reaches [`MOST`]. Entries are guesses about guesses, so each is one word without a lock: a lost update or a wrong entry costs
//! nodes, never a verdict. Older entries are replaced.
//!
//! **Many workers.** Under some keys nearly every visit learns, and every child is guessed: the trick and the player to move, on the lead
//! always the same. If all workers had one entry for such a key, each would take its cache line from the others at every visit. So
//! each worker learns them in a table of its own ([`OwnCorrections`]). All other keys are in the table that the workers share.

use super::words::{self, Words};
use crate::sync::{AtomicU64, Ordering};
use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

/// Fraction bits of an error, which is a natural logarithm.
pub const ERROR_BITS: u32 = 10;

/// Errors, and each part of them, are kept between the negative of this and this.
const MOST_ERROR: i64 = 24 << ERROR_BITS;

/// The most weight of an entry: about that of the last twenty solves.
const MOST: i64 = 40;

/// An entry that gets this weight learns half as much as it would if this were 0.
const HALF: i64 = 3;

/// How much of the rest a part takes over at most, in tenths.
const TENTHS: i64 = 3;

/// How much a new error weighs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// From a search that is not finished.
    Unfinished = 1,
    /// From a finished search.
    Solved = 2,
}

/// A bounded table of parts of errors by key. It may forget entries, and takes one key for another once in some thousand look-ups.
pub struct Corrections {
    all: Words,
    generation: u16,
    /// Has anything been learned since the last [`Corrections::clear`]?
    used: AtomicBool,
}

/// What is known under a key. An entry is, from the lowest bit: the parts for both sides, the weight, the generation, and a part of
/// the key in the bits that are left.
#[derive(Clone, Copy)]
struct Known {
    parts: [i64; 2],
    weight: i64,
}

const PART_BITS: u32 = i16::BITS;
const WEIGHT_AT: u32 = 2 * PART_BITS;
const WEIGHT_BITS: u32 = 6;
const GENERATION_AT: u32 = WEIGHT_AT + WEIGHT_BITS;
const GENERATION_BITS: u32 = 13;
const TAG_AT: u32 = GENERATION_AT + GENERATION_BITS;

const _: () = assert!(MOST < 1 << WEIGHT_BITS && MOST_ERROR <= i16::MAX as i64, "an entry has room for them");

impl Known {
    const NOTHING: Known = Known { parts: [0; 2], weight: 0 };

    fn pack(self) -> u64 {
        let [first, second] = self.parts.map(|part| part as u16 as u64);
        first | second << PART_BITS | (self.weight as u64) << WEIGHT_AT
    }

    fn unpack(bits: u64) -> Known {
        let parts = [bits as i16, (bits >> PART_BITS) as i16].map(i64::from);
        Known { parts, weight: (bits >> WEIGHT_AT) as i64 & ((1 << WEIGHT_BITS) - 1) }
    }
}

/// A key's place in a table, and what is above the value in an entry of the key.
#[derive(Clone, Copy)]
struct Place<'a> {
    table: &'a Corrections,
    entry: &'a AtomicU64,
    tag: u64,
}

impl Place<'_> {
    fn known(&self) -> Known {
        // Relaxed, here and below: an entry is one word, and nothing else is published with it.
        let bits = self.entry.load(Ordering::Relaxed);
        if bits ^ self.tag < 1 << GENERATION_AT { Known::unpack(bits) } else { Known::NOTHING }
    }
}

impl Corrections {
    /// A table of at most `bytes` bytes, but at least one entry.
    ///
    /// # Panics
    /// If the system has no memory for it.
    pub fn new(bytes: usize) -> Corrections {
        Corrections::new_in(words::some(Corrections::words(bytes)))
    }

    /// A table of these words, as many as [`Corrections::words`] says.
    pub fn new_in(all: Words) -> Corrections {
        Corrections { all, generation: 1, used: AtomicBool::new(false) }
    }

    /// How many words a table of at most `bytes` bytes has.
    pub fn words(bytes: usize) -> usize {
        1 << (bytes / size_of::<u64>()).max(1).ilog2()
    }

    fn place(&self, key: u64) -> Place<'_> {
        let mixed = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = mixed ^ mixed >> 29;
        let entry = &self.all[mixed as usize & (self.all.len() - 1)];
        Place { table: self, entry, tag: mixed >> TAG_AT << TAG_AT | (self.generation as u64) << GENERATION_AT }
    }

    fn note_use(&self) {
        // Written once: every visit and every guess reads this cache line.
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // A search of a small position learns nothing, so that generations last.
        if !std::mem::take(self.used.get_mut()) {
            return;
        }
        self.generation = (self.generation + 1) % (1 << GENERATION_BITS);
        if self.generation == 0 {
            self.all.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
            self.generation = 1;
        }
    }

    /// The bytes that it may take.
    pub fn most_bytes(&self) -> usize {
        size_of_val(&*self.all)
    }

    /// Bytes in use since the last [`Corrections::clear`]: all or none.
    pub fn bytes(&self) -> usize {
        if self.used.load(Ordering::Relaxed) { self.most_bytes() } else { 0 }
    }
}

/// The bytes of a worker's own table.
const OWN_BYTES: usize = 4 << 10;

/// What one worker has learned under the keys that nearly all visits have in common; see the module's head. It takes memory once
/// something is learned: a line of play asks many small questions, each of a searcher of its own, and most learn nothing.
#[derive(Default)]
pub struct OwnCorrections(OnceCell<Corrections>);

/// The keys of a position: those in the table that all workers share, and the one in the worker's own.
#[derive(Clone)]
pub struct CorrectionKeys<I> {
    /// In the shared table.
    pub shared: I,
    /// In the worker's own.
    pub own: u64,
}

/// The corrections that one worker uses.
#[derive(Clone, Copy)]
pub struct Correcting<'a> {
    /// The table that all workers share.
    pub shared: &'a Corrections,
    /// Its own.
    pub own: &'a OwnCorrections,
}

impl<'a> Correcting<'a> {
    /// The places of these keys; the last one in this table of the worker's own, if it has one.
    fn places<I: Iterator<Item = u64> + Clone>(
        self,
        keys: CorrectionKeys<I>,
        own: Option<&'a Corrections>,
    ) -> impl Iterator<Item = Place<'a>> + Clone {
        keys.shared.map(move |key| self.shared.place(key)).chain(own.map(|own| own.place(keys.own)))
    }

    /// The corrections to add to the guesses about a position with these keys: one for each side's win, in units of
    /// 2^-[`ERROR_BITS`]. 0 if nothing is known.
    pub fn of(self, keys: CorrectionKeys<impl Iterator<Item = u64> + Clone>) -> [i64; 2] {
        sum(self.places(keys, self.own.0.get()))
    }

    /// Takes note of the errors of both guesses about a position with these keys.
    pub fn learn(self, keys: CorrectionKeys<impl Iterator<Item = u64> + Clone>, errors: [i64; 2], weight: Weight) {
        let own = self.own.0.get_or_init(|| Corrections::new(OWN_BYTES));
        learn(self.places(keys, Some(own)), errors, weight);
    }
}

fn sum<'a>(places: impl Iterator<Item = Place<'a>>) -> [i64; 2] {
    let sum = places.fold([0; 2], |[first, second], place| {
        let [of_first, of_second] = place.known().parts;
        [first + of_first, second + of_second]
    });
    sum.map(|error| error.clamp(-MOST_ERROR, MOST_ERROR))
}

fn learn<'a>(places: impl Iterator<Item = Place<'a>> + Clone, errors: [i64; 2], weight: Weight) {
    let explained = sum(places.clone());
    let rests = [0, 1].map(|side| errors[side].clamp(-MOST_ERROR, MOST_ERROR) - explained[side]);
    for place in places {
        let Known { parts, weight: before } = place.known();
        let sum = (before + weight as i64).min(MOST);
        let moved = |side: usize| {
            let step = TENTHS * rests[side] * weight as i64 / (10 * (sum + HALF));
            (parts[side] + step).clamp(-MOST_ERROR, MOST_ERROR)
        };
        let known = Known { parts: [moved(0), moved(1)], weight: sum };
        place.table.note_use();
        place.entry.store(place.tag | known.pack(), Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    const ONE: i64 = 1 << ERROR_BITS;

    fn learn(table: &Corrections, keys: &[u64], errors: [i64; 2], weight: Weight) {
        super::learn(keys.iter().map(|&key| table.place(key)), errors, weight);
    }

    fn of(table: &Corrections, keys: &[u64]) -> [i64; 2] {
        sum(keys.iter().map(|&key| table.place(key)))
    }

    #[test]
    fn a_worker_does_not_see_what_another_has_learned_for_itself() {
        let (shared, own, other) = (&Corrections::new(1 << 12), &OwnCorrections::default(), &OwnCorrections::default());
        let keys = |own| CorrectionKeys { shared: [7].into_iter(), own };
        let [one, two] = [own, other].map(|own| Correcting { shared, own });
        one.learn(keys(9), [10 * ONE, 0], Weight::Solved);
        let (all, part) = (one.of(keys(9))[0], two.of(keys(9))[0]);
        assert!(0 < part && all == 2 * part, "{all} {part}");
        assert_eq!(one.of(keys(8))[0], part);
    }

    #[test]
    fn a_part_of_the_rest_is_taken_over() {
        let table = Corrections::new(1 << 12);
        assert_eq!((table.most_bytes(), table.bytes()), (1 << 12, 0));
        assert_eq!(of(&table, &[7]), [0, 0]);
        learn(&table, &[7], [5 * ONE, -10 * ONE], Weight::Solved);
        // 3/10 of the error, times 2/(2 + 3): one solve is not sure.
        assert_eq!(of(&table, &[7]), [5 * ONE * 6 / 50, -10 * ONE * 6 / 50]);
        assert_eq!(table.bytes(), 1 << 12);
        // Of what is left, times 1/(3 + 3).
        let [first, second] = of(&table, &[7]);
        learn(&table, &[7], [2 * ONE, second], Weight::Unfinished);
        assert_eq!(of(&table, &[7]), [first + (2 * ONE - first) * 3 / 60, second]);
        assert_eq!(of(&table, &[8]), [0, 0]);
    }

    /// What one key explains is not learned under the others as well.
    #[test]
    fn errors_are_ascribed_to_the_keys_that_explain_them() {
        let table = Corrections::new(1 << 12);
        for _ in 0..200 {
            learn(&table, &[1, 2], [6 * ONE, 0], Weight::Solved);
            learn(&table, &[3, 2], [0, 0], Weight::Solved);
            learn(&table, &[1, 4], [6 * ONE, 0], Weight::Solved);
        }
        let parts = [1, 2, 3, 4].map(|key| of(&table, &[key])[0]);
        assert!(parts[0] > 4 * ONE && parts[1..].iter().all(|part| part.abs() < 2 * ONE), "{parts:?}");
        // Together they explain what was learned. A sum of means would make an error of the second out of that of the first.
        let sums = [[1, 2], [3, 2], [1, 4]].map(|keys| of(&table, &keys)[0]);
        assert!(sums[0] > 5 * ONE && sums[1].abs() < ONE && sums[2] > 5 * ONE, "{sums:?}");
    }

    #[test]
    fn later_errors_are_followed() {
        let table = Corrections::new(1 << 12);
        (0..1000).for_each(|_| learn(&table, &[1], [10 * ONE, ONE], Weight::Solved));
        assert!(of(&table, &[1])[0] > 9 * ONE, "{:?}", of(&table, &[1]));
        (0..300).for_each(|_| learn(&table, &[1], [-10 * ONE, ONE], Weight::Solved));
        let [first, second] = of(&table, &[1]);
        assert!(first < -9 * ONE && second > ONE / 2, "{first} {second}");
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        let table = Corrections::new(0);
        assert_eq!(table.most_bytes(), size_of::<u64>());
        for (errors, expected) in
            [([i64::MAX, i64::MIN], [24 * ONE, -24 * ONE]), ([i64::MIN, i64::MAX], [-24 * ONE, 24 * ONE])]
        {
            (0..3000).for_each(|_| learn(&table, &[u64::MAX], errors, Weight::Solved));
            let found = of(&table, &[u64::MAX]);
            assert!((0..2).all(|side| (found[side] - expected[side]).abs() < ONE), "{found:?}");
        }
        let table = Corrections::new(1 << 12);
        (0..3000).for_each(|key| learn(&table, &[key % 9], [i64::MAX, i64::MIN], Weight::Solved));
        let keys: Vec<u64> = (0..9).collect();
        assert_eq!(of(&table, &keys), [24 * ONE, -24 * ONE]);
    }

    #[test]
    fn nothing_of_an_old_generation_is_read() {
        let mut table = Corrections::new(1 << 10);
        // More often than a generation has numbers.
        for round in 0..20_000u64 {
            assert_eq!(of(&table, &[round % 9]), [0, 0], "{round}");
            learn(&table, &[round % 9], [ONE, ONE], Weight::Solved);
            assert_ne!(of(&table, &[round % 9]), [0, 0], "{round}");
            table.clear();
            assert_eq!(table.bytes(), 0);
        }
    }

    /// Forgetting is one step. Entries are wiped only when the generation numbers are used up.
    #[test]
    fn entries_stay_until_generations_begin_again() {
        let mut table = Corrections::new(1 << 10);
        let last = (1 << GENERATION_BITS) - 1;
        let words = |table: &Corrections| table.all.iter().filter(|entry| entry.load(Ordering::Relaxed) != 0).count();
        for (now, next, left) in [(1, 2, 1), (last - 1, last, 1), (last, 1, 0)] {
            table.generation = now;
            learn(&table, &[7], [ONE, ONE], Weight::Solved);
            assert_eq!(words(&table), 1);
            table.clear();
            assert_eq!((table.generation, words(&table)), (next, left));
        }
    }

    #[test]
    fn a_key_takes_the_place_of_another() {
        let table = Corrections::new(1 << 6);
        (0..100).for_each(|key| learn(&table, &[key], [10 * ONE, 0], Weight::Solved));
        let known = (0..100).filter(|&key| of(&table, &[key]) != [0, 0]).count();
        assert!((1..=8).contains(&known), "{known} in eight places");
    }
}
