//! A bucket of the partition table: one structure, and the entries that decide positions of it.
//!
//! A bucket (`buckets.rs`) is two cache lines long. It holds as many entries as fit: twelve of one word, six of two, one of
//! seven or more. Whole structures are compared, so no structure is ever taken for another.

use super::buckets;
use super::strength::{MOST_WORDS, Strength, Structure};
use crate::sync::{AtomicU64, Ordering};
use bytemuck::TransparentWrapper;

/// Words of a bucket: its version, two for [`Structure::forms`], one for what its header says, and the entries.
pub(super) const BUCKET_WORDS: usize = 4 + ROOM;

/// Words of a bucket for entries.
pub(super) const ROOM: usize = 12;

/// How many entries a bucket holds, by the words of an entry.
pub(super) const MOST: [usize; MOST_WORDS + 1] = {
    let (mut most, mut words) = ([ROOM; MOST_WORDS + 1], 1);
    while words <= MOST_WORDS {
        most[words] = ROOM / words;
        words += 1;
    }
    most
};

/// An odd multiplier for hashing.
pub(super) const MIXER: u64 = 0xd6e8_feb8_6659_fd93;

#[derive(TransparentWrapper)]
#[repr(transparent)]
pub(super) struct Bucket([AtomicU64; BUCKET_WORDS]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 128 && MOST_WORDS <= ROOM, "two cache lines");

impl buckets::Bucket<BUCKET_WORDS> for Bucket {
    fn wipe(&self) {
        self.about().store(0, Ordering::Relaxed);
    }
}

/// What a bucket says about its entries.
#[derive(Clone, Copy)]
pub(super) struct Header {
    pub count: usize,
    pub wins: u16,
    /// Has the structure gone on to another set?
    pub goes_on: bool,
}

impl Header {
    pub const EMPTY: Header = Header { count: 0, wins: 0, goes_on: false };
}

impl Bucket {
    /// [`Structure::forms`].
    fn forms(&self) -> &[AtomicU64] {
        &self.0[1..3]
    }

    /// From the lowest bit: [`Structure::about`] (40 bits), the number of entries (4), which of them are wins (16), whether
    /// the structure has gone on to another set (1).
    fn about(&self) -> &AtomicU64 {
        &self.0[3]
    }

    /// The words of all entries.
    fn entries(&self) -> &[AtomicU64] {
        &self.0[4..]
    }

    pub fn header(&self) -> Header {
        let about = self.about().load(Ordering::Relaxed);
        Header { count: (about >> 40) as usize & 15, wins: (about >> 44) as u16, goes_on: about >> 60 != 0 }
    }

    /// Is this bucket for positions of this structure?
    pub fn is_for(&self, structure: &Structure) -> bool {
        let [mover, next] = [0, 1].map(|place| self.forms()[place].load(Ordering::Relaxed) == structure.forms[place]);
        mover && next && structure.is_about(self.about().load(Ordering::Relaxed))
    }

    pub fn set_header(&self, structure: &Structure, Header { count, wins, goes_on }: Header) {
        for (to, from) in self.forms().iter().zip(structure.forms) {
            to.store(from, Ordering::Relaxed);
        }
        let entries = (count as u64) << 40 | (wins as u64) << 44 | (goes_on as u64) << 60;
        self.about().store(structure.about() | entries, Ordering::Relaxed);
    }

    /// The words of an entry.
    fn entry(&self, index: usize, words: usize) -> impl Iterator<Item = &AtomicU64> {
        self.entries()[index * words..(index + 1) * words].iter()
    }

    fn copy(&self, from: usize, to: usize, words: usize) {
        for (from, to) in self.entry(from, words).zip(self.entry(to, words)) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Is the entry a subset of `strength`?
    fn is_below(&self, index: usize, words: usize, strength: &Strength) -> bool {
        self.entry(index, words).zip(&strength.words).all(|(word, bits)| word.load(Ordering::Relaxed) & !bits == 0)
    }

    /// Is the entry a superset of `strength`?
    fn is_above(&self, index: usize, words: usize, strength: &Strength) -> bool {
        self.entry(index, words).zip(&strength.words).all(|(word, bits)| bits & !word.load(Ordering::Relaxed) == 0)
    }

    /// Whether `strength` wins, and the index of the entry that decides it.
    pub fn decide(&self, header: Header, words: usize, strength: &Strength) -> Option<(bool, usize)> {
        // Loops of a known length are faster. Most entries have one to three words.
        match words {
            1 => self.decide_of::<1>(header, strength),
            2 => self.decide_of::<2>(header, strength),
            3 => self.decide_of::<3>(header, strength),
            4 => self.decide_of::<4>(header, strength),
            5 => self.decide_of::<5>(header, strength),
            6 => self.decide_of::<6>(header, strength),
            7 => self.decide_of::<7>(header, strength),
            8 => self.decide_of::<8>(header, strength),
            9 => self.decide_of::<9>(header, strength),
            10 => self.decide_of::<10>(header, strength),
            11 => self.decide_of::<11>(header, strength),
            _ => self.decide_of::<12>(header, strength),
        }
    }

    fn decide_of<const WORDS: usize>(&self, header: Header, strength: &Strength) -> Option<(bool, usize)> {
        let strength: &[u64; WORDS] = strength.words.first_chunk()?;
        let (entries, _) = self.entries().as_chunks::<WORDS>();
        let mut wins = header.wins;
        for (index, entry) in entries.iter().take(header.count).enumerate() {
            // A win decides if it is a subset of `strength`, a loss if it is a superset. With all bits of both inverted a
            // superset is a subset, so that one test serves both.
            let invert = ((wins & 1) as u64).wrapping_sub(1);
            let against = entry
                .iter()
                .zip(strength)
                .fold(0, |against, (word, bits)| against | (word.load(Ordering::Relaxed) ^ invert) & !(bits ^ invert));
            if against == 0 {
                return Some((wins & 1 != 0, index));
            }
            wins >>= 1;
        }
        None
    }

    /// Writes an entry to `strength`.
    pub fn load(&self, index: usize, words: usize, strength: &mut Strength) {
        *strength = Strength::NONE;
        for (to, from) in strength.words.iter_mut().zip(self.entry(index, words)) {
            *to = from.load(Ordering::Relaxed);
        }
    }

    /// Stores an entry in a bucket that was empty. Another thread may have filled it meanwhile: `false` if it is another
    /// structure's now.
    pub fn fill(&self, structure: &Structure, wins: bool, strength: &Strength) -> bool {
        let header = self.header();
        if header.count > 0 && !self.is_for(structure) {
            return false;
        }
        self.insert(header, structure, wins, strength, true)
    }

    /// Stores an entry and drops those that follow from it. If there is no room, the entry replaces another one with
    /// `force`, and is not stored without. Returns whether it is stored.
    pub fn insert(
        &self,
        mut header: Header,
        structure: &Structure,
        wins: bool,
        strength: &Strength,
        force: bool,
    ) -> bool {
        let words = structure.words();
        let mut index = 0;
        while index < header.count {
            let same = (header.wins >> index & 1 != 0) == wins;
            let superfluous = same
                && match wins {
                    true => self.is_above(index, words, strength),
                    false => self.is_below(index, words, strength),
                };
            if superfluous {
                header.count -= 1;
                self.copy(header.count, index, words);
                header.wins = header.wins & !(1 << index) | (header.wins >> header.count & 1) << index;
            } else {
                index += 1;
            }
        }
        let place = if header.count < MOST[words] {
            header.count += 1;
            Some(header.count - 1)
        } else {
            // Which entry is replaced follows from the new entry alone, so that a run can be repeated.
            force.then(|| {
                let mixed = strength.words[..words].iter().fold(0u64, |mixed, word| (mixed ^ word).wrapping_mul(MIXER));
                (mixed >> 32) as usize % header.count
            })
        };
        if let Some(place) = place {
            for (word, bits) in self.entry(place, words).zip(&strength.words) {
                word.store(*bits, Ordering::Relaxed);
            }
            header.wins = header.wins & !(1 << place) | (wins as u16) << place;
        }
        self.set_header(structure, header);
        place.is_some()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_that_another_thread_has_filled() {
        let one = Structure::new([3, 1], 0, 0, 1);
        let other = Structure::new([3, 2], 0, 0, 1);
        let strength = |bits| {
            let mut words = [0; MOST_WORDS];
            words[0] = bits;
            Strength { words }
        };
        let bucket = Bucket(std::array::from_fn(|_| AtomicU64::new(0)));
        assert!(bucket.fill(&one, true, &strength(0b11)));
        assert!(!bucket.fill(&other, true, &strength(0b101)), "the bucket is of another structure now");
        assert!(bucket.is_for(&one) && bucket.header().count == 1);
        assert!(bucket.fill(&one, true, &strength(0b101)));
        assert_eq!(bucket.header().count, 2);
    }
}
