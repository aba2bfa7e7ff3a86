//! The frontier: for each structure of positions the weakest that are known to be won for the side to move and the
//! strongest that are known to be lost. Shared by all threads.
//!
//! A position is decided if it is at least as strong as one known won or at most as strong as one known lost
//! (`strength.rs`). So only the frontier between the two is kept: what an entry decides, another one need not.
//! Most structures have one or two entries, some have dozens.
//!
//! What it saved, as nodes on 17 deals and on the published puzzles, before anything else was tuned to it:
//!
//! | | deals | puzzles |
//! |---|---|---|
//! | exact keys alone | 183,420 | 205,000 |
//! | solved positions with all facts that are true of them | 136,454 | 80,296 |
//! | with the facts that their proofs need, where the search is depth-first | 110,634 | 49,812 |
//!
//! A bucket (`buckets.rs`) is two cache lines: one structure and as many entries as fit, twelve of one word, six of two;
//! four neighbouring buckets are a set, which the structure's hash finds. Structures are compared whole, so nothing is ever
//! taken for another. Where a structure has more entries than fit, or a set has more structures, others make room.

use crate::buckets::{self, Buckets};
use crate::strength::{MOST_WORDS, Strength, Structure};
use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of a bucket for entries.
const ROOM: usize = 12;

/// By the words of an entry: how many a bucket holds.
const MOST: [usize; MOST_WORDS + 1] = {
    let (mut most, mut words) = ([ROOM; MOST_WORDS + 1], 1);
    while words <= MOST_WORDS {
        most[words] = ROOM / words;
        words += 1;
    }
    most
};

/// Buckets in a set.
const SET: usize = 4;

/// Buckets in use at first: 128 KiB.
const FIRST_BUCKETS: usize = 1 << 13;

#[derive(Zeroable)]
#[repr(C, align(64))]
struct Bucket {
    version: AtomicU64,
    mover: AtomicU64,
    other: AtomicU64,
    /// From the lowest bit: [`Structure::trick`], 32 bits; number of entries, 8; which of them are wins, 16.
    about: AtomicU64,
    words: [AtomicU64; ROOM],
}

const _: () = assert!(size_of::<Bucket>() == 128 && MOST_WORDS <= ROOM);

impl buckets::Bucket for Bucket {
    fn version(&self) -> &AtomicU64 {
        &self.version
    }

    fn wipe(&self) {
        self.about.store(0, Ordering::Relaxed);
    }
}

/// What a bucket holds, but for the entries' words.
#[derive(Clone, Copy)]
struct Header {
    structure: Structure,
    count: usize,
    wins: u16,
}

impl Bucket {
    fn header(&self) -> Header {
        let about = self.about.load(Ordering::Relaxed);
        let structure = Structure {
            mover: self.mover.load(Ordering::Relaxed),
            other: self.other.load(Ordering::Relaxed),
            trick: about as u32,
        };
        Header { structure, count: (about >> 32) as u8 as usize, wins: (about >> 40) as u16 }
    }

    /// Is this bucket for positions of this structure?
    fn is_for(&self, structure: &Structure) -> bool {
        self.mover.load(Ordering::Relaxed) == structure.mover
            && self.other.load(Ordering::Relaxed) == structure.other
            && self.about.load(Ordering::Relaxed) as u32 == structure.trick
    }

    fn set_header(&self, Header { structure, count, wins }: Header) {
        self.mover.store(structure.mover, Ordering::Relaxed);
        self.other.store(structure.other, Ordering::Relaxed);
        let about = structure.trick as u64 | (count as u64) << 32 | (wins as u64) << 40;
        self.about.store(about, Ordering::Relaxed);
    }

    /// The words of an entry.
    fn entry(&self, index: usize, words: usize) -> impl Iterator<Item = &AtomicU64> {
        self.words[index * words..(index + 1) * words].iter()
    }

    fn copy(&self, from: usize, to: usize, words: usize) {
        for (from, to) in self.entry(from, words).zip(self.entry(to, words)) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Has the entry no bit that `strength` has not?
    fn is_below(&self, index: usize, words: usize, strength: &Strength) -> bool {
        self.entry(index, words).zip(&strength.words).all(|(word, bits)| word.load(Ordering::Relaxed) & !bits == 0)
    }

    /// Has the entry all bits of `strength`?
    fn is_above(&self, index: usize, words: usize, strength: &Strength) -> bool {
        self.entry(index, words).zip(&strength.words).all(|(word, bits)| bits & !word.load(Ordering::Relaxed) == 0)
    }

    /// Whether `strength` wins or loses and the number of the entry that tells.
    fn decide(&self, header: Header, words: usize, strength: &Strength) -> Option<(bool, usize)> {
        let strength = &strength.words[..words];
        let entries = self.words[..header.count * words].chunks_exact(words);
        let mut wins = header.wins;
        for (index, entry) in entries.enumerate() {
            let mut against = 0;
            for (word, bits) in entry.iter().zip(strength) {
                let word = word.load(Ordering::Relaxed);
                against |= if wins & 1 != 0 { word & !bits } else { bits & !word };
            }
            if against == 0 {
                return Some((wins & 1 != 0, index));
            }
            wins >>= 1;
        }
        None
    }

    fn load(&self, index: usize, words: usize) -> Strength {
        let mut strength = Strength { words: [0; MOST_WORDS] };
        for (to, from) in strength.words.iter_mut().zip(self.entry(index, words)) {
            *to = from.load(Ordering::Relaxed);
        }
        strength
    }

    /// Puts in an entry, in place of those it makes superfluous; if there is no room, in place of any with `force`.
    fn insert(&self, mut header: Header, words: usize, wins: bool, strength: &Strength, force: bool) -> bool {
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
            // Any: which one, its own version tells.
            force.then(|| (self.version.load(Ordering::Relaxed) >> 1) as usize % header.count)
        };
        if let Some(place) = place {
            for (word, bits) in self.entry(place, words).zip(&strength.words) {
                word.store(*bits, Ordering::Relaxed);
            }
            header.wins = header.wins & !(1 << place) | (wins as u16) << place;
        }
        self.set_header(header);
        place.is_some()
    }
}

/// A bounded concurrent memory of solved positions, each with all that its proof proves.
pub struct Frontier(Buckets<Bucket, SET>);

impl Frontier {
    /// A frontier of at most `bytes` bytes, but at least one set of buckets.
    pub fn new(bytes: usize) -> Frontier {
        Frontier(Buckets::new(bytes, FIRST_BUCKETS, 50))
    }

    fn hash(structure: &Structure) -> u64 {
        let mixed = structure.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (structure.other.wrapping_mul(0xd6e8_feb8_6659_fd93)).rotate_left(29)
            ^ (structure.trick as u64).wrapping_mul(0xa076_1d64_78bd_642f).rotate_left(47);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// Whether the side to move wins, and the entry that tells: the least strength with which it does, or the most with
    /// which it does not.
    pub fn probe(&self, structure: &Structure, strength: &Strength) -> Option<(bool, Strength)> {
        let hash = Frontier::hash(structure);
        let found = self.probe_in(self.0.set(hash), structure, strength);
        found.or_else(|| self.probe_in(self.0.set_before(hash)?, structure, strength))
    }

    fn probe_in(&self, set: &[Bucket], structure: &Structure, strength: &Strength) -> Option<(bool, Strength)> {
        let words = structure.words();
        let find = |bucket: &Bucket| {
            if !bucket.is_for(structure) {
                return None;
            }
            let mut header = bucket.header();
            // Someone may be writing: the number must not lead outside.
            header.count = header.count.min(MOST[words]);
            let (wins, index) = bucket.decide(header, words, strength)?;
            Some((wins, bucket.load(index, words)))
        };
        // Sets fill up from their first bucket.
        set.iter().take_while(|bucket| self.0.is_fresh(bucket)).find_map(|bucket| self.0.read(bucket, find))
    }

    /// Remembers that the side to move wins with at least, or loses with at most this strength.
    pub fn store(&self, structure: &Structure, strength: &Strength, wins: bool) {
        let hash = Frontier::hash(structure);
        let words = structure.words();
        let set = self.0.set(hash);
        let is_empty = |bucket: &Bucket| !self.0.is_fresh(bucket);
        let is_ours = |bucket: &Bucket| bucket.is_for(structure);
        let mut last = None;
        for bucket in set {
            if is_empty(bucket) {
                let fill = |bucket: &Bucket| {
                    let header = bucket.header();
                    // Someone else may have been here first.
                    let header = match header.count {
                        0 => Header { structure: *structure, count: 0, wins: 0 },
                        _ if header.structure == *structure => header,
                        _ => return,
                    };
                    bucket.insert(header, words, wins, strength, true);
                };
                if self.0.write(bucket, fill).is_some() {
                    self.0.count(hash);
                }
                return;
            }
            if is_ours(bucket) {
                let add = |bucket: &Bucket| {
                    let header = bucket.header();
                    header.structure == *structure
                        && (bucket.decide(header, words, strength).is_some()
                            || bucket.insert(header, words, wins, strength, false))
                };
                if self.0.write(bucket, add) != Some(false) {
                    return;
                }
                last = Some(bucket);
            }
        }
        // No room: one of our own entries goes, or another structure.
        let replaced = last.unwrap_or(&set[(hash >> 7) as usize % SET]);
        let replace = |bucket: &Bucket| {
            let header = bucket.header();
            let ours = header.structure == *structure;
            let header = if ours { header } else { Header { structure: *structure, count: 0, wins: 0 } };
            bucket.insert(header, words, wins, strength, true);
        };
        self.0.write(replaced, replace);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Bytes in use since the last [`Frontier::clear`].
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}
