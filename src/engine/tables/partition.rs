//! The partition table: for each structure, the weakest strengths that are known to win for the side to move and the
//! strongest that are known to lose. Shared by all threads.
//!
//! An entry of the transposition table decides one position. An entry here decides many positions of its structure
//! (`strength.rs`): a win decides all positions with at least its facts, a loss all positions with at most its facts. This
//! is Ginsberg's partition search (AAAI 1996). Only the border between wins and losses is kept: an entry that follows from
//! another one is dropped. Most structures have one or two entries, some have dozens.
//!
//! With entries that hold only the facts that a proof needs, the published puzzles take a quarter of the nodes that exact keys alone
//! take (`benches/history.md`, "Partition table").
//!
//! A bucket holds one structure and some of its entries (`partition_bucket.rs`). Four neighbouring buckets are a set, and the
//! hash of the structure selects the set. A structure with more entries than its set has room for goes on to another set, and
//! says so in its bucket. After [`Tuning::partition_sets`](crate::Tuning::partition_sets) sets, or
//! if a set has too many structures, older ones are replaced.
//!
//! With three hands there are many facts, and entries seldom follow from each other: with one set for a structure most
//! entries would replace another one, and twice the nodes would be visited.

use super::Stored;
use super::buckets::Buckets;
use super::partition_bucket::{BUCKET_WORDS, Bucket, Header, MIXER, MOST};
use super::reserve::Reserve;
use super::strength::{Strength, Structure};
use super::words::{self, Words};
use std::sync::Arc;

/// Buckets in a set.
const SET: usize = 4;

/// The hash for one of the sets of a structure.
fn link_of(hash: u64, link: usize) -> u64 {
    hash.wrapping_add((link as u64).wrapping_mul(MIXER))
}

/// What a search in the table is for, and what it has found.
struct Search<'a, F> {
    structure: &'a Structure,
    work_out: F,
    /// Only right if `is_known`.
    strength: Strength,
    is_known: bool,
    entry: &'a mut Strength,
}

impl<F: Fn(&mut Strength)> Search<'_, F> {
    /// The strength, which is worked out if it is asked for.
    fn strength(&mut self) -> &Strength {
        if !self.is_known {
            (self.work_out)(&mut self.strength);
            self.is_known = true;
        }
        &self.strength
    }
}

/// A bounded concurrent table of solved positions, each with all positions that its proof decides.
pub struct PartitionTable {
    buckets: Buckets<Bucket, BUCKET_WORDS, SET>,
    /// The most sets for one structure.
    sets: usize,
}

impl PartitionTable {
    /// A table of at most `bytes` bytes, but at least one set of buckets. At first `first` buckets are in use. A structure takes
    /// at most `sets` sets.
    pub fn new(bytes: usize, first: usize, sets: usize) -> PartitionTable {
        Self::new_in(&mut words::some(Self::first_words(bytes, first)), bytes, first, sets)
    }

    /// The same; the buckets that are in use at first are in `memory`.
    pub fn new_in(memory: &mut Words, bytes: usize, first: usize, sets: usize) -> PartitionTable {
        let first = first.next_multiple_of(SET);
        PartitionTable { buckets: Buckets::new_in(memory, bytes, first, 50), sets: sets.max(1) }
    }

    /// How many words it takes of this memory.
    pub fn first_words(bytes: usize, first: usize) -> usize {
        Buckets::<Bucket, BUCKET_WORDS, SET>::first_words(bytes, first.next_multiple_of(SET))
    }

    /// Memory beyond the table's own is taken from this reserve: see [`Buckets::share`].
    pub fn share(&mut self, reserve: &Arc<Reserve>) {
        self.buckets.share(reserve);
    }

    /// Has it memory of a reserve?
    pub fn has_borrowed(&self) -> bool {
        self.buckets.has_borrowed()
    }

    /// Has the processor load what [`PartitionTable::probe`] reads first.
    pub fn prefetch(&self, structure: &Structure) {
        if structure.fits() {
            self.buckets.prefetch(|| structure.hash());
        }
    }

    /// Whether the side to move wins, and in `entry` what decides it: a least strength that wins, or a greatest strength that
    /// loses; if nothing decides it, `entry` has no meaning. `strength` is called if there are entries of this structure.
    pub fn probe(&self, structure: &Structure, strength: impl Fn(&mut Strength), entry: &mut Strength) -> Option<bool> {
        if !structure.fits() {
            return None;
        }
        let hash = structure.hash();
        let mut search = Search { structure, work_out: strength, strength: Strength::NONE, is_known: false, entry };
        let found = self.probe_in(|hash| Some(self.buckets.set(hash)), hash, &mut search);
        found.or_else(|| self.probe_in(|hash| self.buckets.set_before(hash), hash, &mut search))
    }

    fn probe_in<'a>(
        &'a self,
        set_of: impl Fn(u64) -> Option<&'a [Bucket]>,
        hash: u64,
        search: &mut Search<'_, impl Fn(&mut Strength)>,
    ) -> Option<bool> {
        let words = search.structure.words();
        for link in 0..self.sets {
            let mut goes_on = false;
            // Sets fill up from their first bucket.
            for bucket in set_of(link_of(hash, link))?.iter().take_while(|bucket| self.buckets.is_fresh(bucket)) {
                let find = |bucket: &Bucket| {
                    if !bucket.is_for(search.structure) {
                        return None;
                    }
                    let mut header = bucket.header();
                    // Another thread may be writing. The count must not lead beyond the bucket.
                    header.count = header.count.min(MOST[words]);
                    goes_on |= header.goes_on;
                    let (wins, index) = bucket.decide(header, words, search.strength())?;
                    bucket.load(index, words, search.entry);
                    Some(wins)
                };
                let found = self.buckets.read(bucket, find);
                if found.is_some() {
                    return found;
                }
            }
            if !goes_on {
                break;
            }
        }
        None
    }

    /// Stores that the side to move wins with at least this strength, or that it loses with at most this strength.
    pub fn store(&self, structure: &Structure, strength: &Strength, wins: bool) -> Stored {
        if !structure.fits() {
            return Stored::Dropped;
        }
        let hash = structure.hash();
        let mut link = 0;
        loop {
            match self.store_in(link_of(hash, link), structure, strength, wins, link + 1 == self.sets) {
                Some(stored) => return stored,
                None => link += 1,
            }
        }
    }

    /// Stores an entry in one set. `None` if the structure must go on to the next one, which it can't after the `last`.
    fn store_in(
        &self,
        hash: u64,
        structure: &Structure,
        strength: &Strength,
        wins: bool,
        last: bool,
    ) -> Option<Stored> {
        let set = self.buckets.set(hash);
        let is_empty = |bucket: &Bucket| !self.buckets.is_fresh(bucket);
        let mut full = None;
        for bucket in set {
            if is_empty(bucket) {
                let written = self.buckets.write(bucket, |bucket| bucket.fill(structure, wins, strength));
                if written.is_some() {
                    self.buckets.count(hash);
                }
                return Some(if written == Some(true) { Stored::Kept } else { Stored::Dropped });
            }
            if bucket.is_for(structure) {
                let add = |bucket: &Bucket| {
                    let header = bucket.header();
                    if !bucket.is_for(structure) {
                        return None;
                    }
                    if bucket.decide(header, structure.words(), strength).is_some() {
                        return Some(Stored::Dropped);
                    }
                    if bucket.insert(header, structure, wins, strength, false) {
                        return Some(Stored::Kept);
                    }
                    if !last {
                        bucket.set_header(structure, Header { goes_on: true, ..bucket.header() });
                    }
                    None
                };
                match self.buckets.write(bucket, add) {
                    None => return Some(Stored::Dropped),
                    Some(Some(stored)) => return Some(stored),
                    Some(None) => full = Some(bucket),
                }
            }
        }
        if full.is_some() && !last {
            return None;
        }
        // No room: one of the structure's entries is replaced, or another structure.
        let replaced = full.unwrap_or(&set[(hash >> 7) as usize % SET]);
        let replace = |bucket: &Bucket| {
            let header = if bucket.is_for(structure) { bucket.header() } else { Header::EMPTY };
            bucket.insert(header, structure, wins, strength, true);
        };
        Some(self.buckets.write(replaced, replace).map_or(Stored::Dropped, |_| Stored::Replaced))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.clear();
    }

    /// Bytes in use since the last [`PartitionTable::clear`].
    pub fn bytes(&self) -> usize {
        self.buckets.bytes()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    //! Strengths of one word and of several. The verdicts are made up: a strength wins if it has enough bits, and the
    //! structure says how many. Further facts never turn such a win into a loss, as with real verdicts. So every answer can
    //! be checked, whatever was stored before.

    use super::super::partition_bucket::ROOM;
    use super::super::strength::MOST_WORDS;
    use super::*;

    /// The most sets for one structure.
    const SETS: usize = 16;

    /// A structure with `groups` groups a side; `number` makes it different from others.
    fn structure(groups: u64, number: u64) -> Structure {
        let forms = [groups << 60 | number, groups << 60 | number.wrapping_mul(7) & 0xffff];
        Structure::new(forms, 0, 0, (2 * groups * groups + groups).div_ceil(64) as usize)
    }

    fn of_words(number: u64, words: usize) -> Structure {
        Structure::new([3 << 60 | number, 3 << 60], 0, 0, words)
    }

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// A random strength of `words` words: ones from the lowest bit up, with one bit inverted. This way many strengths can
    /// be compared, but not all.
    fn strength(words: usize, state: &mut u64) -> Strength {
        let mut strength = Strength { words: [0; MOST_WORDS] };
        let ones = random(state) as usize % (64 * words);
        for bit in 0..ones {
            strength.words[bit / 64] |= 1 << (bit % 64);
        }
        let bit = random(state) as usize % (64 * words);
        strength.words[bit / 64] ^= 1 << (bit % 64);
        strength
    }

    fn bits(strength: &Strength) -> u32 {
        strength.words.iter().map(|word| word.count_ones()).sum()
    }

    fn wins(structure: &Structure, strength: &Strength) -> bool {
        bits(strength) >= 32 * structure.words() as u32 + (structure.forms[0] % 5) as u32
    }

    fn of_bits(bits: u64) -> Strength {
        let mut strength = Strength { words: [0; MOST_WORDS] };
        strength.words[0] = bits;
        strength
    }

    fn probe(table: &PartitionTable, structure: &Structure, strength: &Strength) -> Option<(bool, Strength)> {
        let mut entry = Strength::NONE;
        table.probe(structure, |known| *known = *strength, &mut entry).map(|wins| (wins, entry))
    }

    /// The answer must be right, and its entry must decide the strength.
    fn check(table: &PartitionTable, structure: &Structure, strength: &Strength) -> bool {
        let Some((won, entry)) = probe(table, structure, strength) else { return false };
        assert_eq!(won, wins(structure, strength), "{structure:?} {strength:?} by {entry:?}");
        assert_eq!(won, wins(structure, &entry), "{structure:?}: an entry never stored: {entry:?}");
        let (least, most) = if won { (&entry, strength) } else { (strength, &entry) };
        assert!(least.words.iter().zip(&most.words).all(|(least, most)| least & !most == 0), "{strength:?} {entry:?}");
        true
    }

    /// How many entries the structure has.
    fn entries(table: &PartitionTable, structure: &Structure) -> usize {
        let set = table.buckets.set(structure.hash());
        let ours = set.iter().filter(|bucket| table.buckets.is_fresh(bucket) && bucket.is_for(structure));
        ours.map(|bucket| bucket.header().count).sum()
    }

    #[test]
    fn decides_what_is_stronger_than_a_win_or_weaker_than_a_loss() {
        let (table, one) = (PartitionTable::new(1 << 16, 1 << 13, SETS), structure(3, 1));
        table.store(&one, &of_bits(0b0110), true);
        table.store(&one, &of_bits(0b1001), false);
        let by_bits = |bits| probe(&table, &one, &of_bits(bits));
        assert_eq!(by_bits(0b0110), Some((true, of_bits(0b0110))));
        assert_eq!(by_bits(0b1110), Some((true, of_bits(0b0110))));
        assert_eq!(by_bits(0b0001), Some((false, of_bits(0b1001))));
        assert_eq!(by_bits(0b0010), None);
        assert_eq!(by_bits(0b1011), None);
        for other in [
            structure(3, 2),
            Structure::new(one.forms, 1, 0, one.words()),
            Structure::new(one.forms, 0, 1, one.words()),
            Structure::new([one.forms[0], one.forms[1] + 1], 0, 0, one.words()),
        ] {
            assert_eq!(probe(&table, &other, &of_bits(0b0110)), None);
        }
    }

    /// The remains of longer entries of an older generation are not read.
    #[test]
    fn strengths_of_every_length() {
        let mut table = PartitionTable::new(0, SET, 1);
        for words in 1..MOST_WORDS {
            let long = of_words(1, MOST_WORDS);
            for bit in 0..SET {
                let mut win = Strength { words: [u64::MAX; MOST_WORDS] };
                win.words[0] = 1 << bit;
                table.store(&long, &win, true);
            }
            assert_eq!(entries(&table, &long), SET);
            let short = of_words(2, words);
            let mut strength = of_bits(0b10);
            strength.words[words - 1] |= 0b100;
            for wins in [true, false] {
                table.clear();
                table.store(&short, &strength, wins);
                assert_eq!(probe(&table, &short, &strength), Some((wins, strength)), "{words} words");
            }
            table.clear();
        }
    }

    /// Losses of one structure, none of which follows from another: three times as many as a set has room for.
    #[test]
    fn a_structure_goes_on_to_other_sets() {
        let (table, one, mut state) = (PartitionTable::new(1 << 20, 1 << 13, SETS), structure(3, 1), 5);
        let mut losses = Vec::new();
        while losses.len() < 3 * SET * ROOM {
            let bits = random(&mut state) & random(&mut state);
            if bits.count_ones() == 16 {
                losses.push(of_bits(bits));
            }
        }
        for (n, loss) in losses.iter().enumerate() {
            assert_eq!(table.store(&one, loss, false), Stored::Kept, "{n}");
        }
        assert_eq!(entries(&table, &one), SET * ROOM, "its first set is full");
        for loss in &losses {
            assert_eq!(probe(&table, &one, loss), Some((false, *loss)));
            assert_eq!(table.store(&one, loss, false), Stored::Dropped, "it is known already");
        }
        assert_eq!(probe(&table, &structure(3, 2), &losses[0]), None);
    }

    /// After the last set of a structure its own entries are replaced, and nothing else.
    #[test]
    fn the_sets_of_a_structure_are_bounded() {
        let (table, one) = (PartitionTable::new(1 << 20, 1 << 13, SETS), structure(15, 1));
        let most = SETS * SET * MOST[one.words()];
        let mut replaced = 0;
        for n in 0..2 * most {
            let mut loss = Strength { words: [0; MOST_WORDS] };
            loss.words[0] = n as u64 | (!n as u64) << 32;
            replaced += (table.store(&one, &loss, false) == Stored::Replaced) as usize;
            assert_eq!(probe(&table, &one, &loss), Some((false, loss)), "just stored");
        }
        assert_eq!(replaced, most);
    }

    #[test]
    fn keeps_no_entry_that_another_makes_superfluous() {
        let (table, one) = (PartitionTable::new(1 << 16, 1 << 13, SETS), structure(3, 1));
        for (bits, wins, count) in [
            (0b0111, true, 1),
            (0b1_0111, true, 1), // follows from the first
            (0b1101, true, 2),
            (0b0101, true, 1), // both follow from it
            (0b1000, false, 2),
            (0b1010, false, 2), // the one before follows from it
            (0b0010, false, 2),
        ] {
            table.store(&one, &of_bits(bits), wins);
            assert_eq!(entries(&table, &one), count, "after {bits:b}");
        }
        assert_eq!(probe(&table, &one, &of_bits(0b0111)), Some((true, of_bits(0b0101))));
        assert_eq!(probe(&table, &one, &of_bits(0b0010)), Some((false, of_bits(0b1010))));
    }

    #[test]
    fn sets_that_overflow_forget_but_never_lie() {
        // One set of buckets for everything, every number of words.
        let table = PartitionTable::new(1, 1 << 13, SETS);
        let mut state = 1;
        let mut known = 0;
        for n in 0..100_000 {
            let one = structure(1 + n % 15, random(&mut state) % 4);
            let strength = strength(one.words(), &mut state);
            if n % 8 < 3 {
                table.store(&one, &strength, wins(&one, &strength));
                assert!(check(&table, &one, &strength), "just stored");
            } else {
                known += check(&table, &one, &strength) as u32;
            }
        }
        assert!(known > 500, "{known}");
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let (mut table, mut state) = (PartitionTable::new(1 << 20, 1 << 13, SETS), 3);
        for round in 0..4 {
            let mut stored = Vec::new();
            for n in 0..1_000 {
                let one = structure(3 + round % 2, n);
                let strength = strength(one.words(), &mut state);
                assert_eq!(probe(&table, &one, &strength), None, "round {round}");
                stored.push((one, strength));
            }
            for (one, strength) in &stored {
                table.store(one, strength, wins(one, strength));
            }
            assert!(stored.iter().filter(|(one, strength)| check(&table, one, strength)).count() > 900);
            table.clear();
        }
    }

    #[test]
    fn growth_keeps_what_was_stored() {
        let table = PartitionTable::new(64 << 20, 1 << 13, SETS);
        let before = table.bytes();
        let entry = |n: u64| {
            let (one, mut state) = (structure(3, n), n + 1);
            (one, strength(one.words(), &mut state))
        };
        let mut n = 0;
        while table.bytes() == before {
            let (one, strength) = entry(n);
            table.store(&one, &strength, wins(&one, &strength));
            n += 1;
            assert!(n < 1_000_000, "it never grows");
        }
        let kept = (0..n).filter(|&n| check(&table, &entry(n).0, &entry(n).1)).count() as u64;
        assert!(kept > n * 95 / 100, "{kept} of {n}");
    }

    #[test]
    fn threads_at_once_get_no_wrong_answer() {
        let table = PartitionTable::new(2 << 10, 1 << 13, SETS);
        let found = std::thread::scope(|scope| {
            let run = |seed: u64| {
                let (table, mut state) = (&table, seed);
                move || {
                    let mut found = 0;
                    for n in 0..200_000 {
                        let one = structure(
                            if random(&mut state).is_multiple_of(2) { 3 } else { 9 },
                            random(&mut state) % 12,
                        );
                        let strength = strength(one.words(), &mut state);
                        if n % 4 == 0 {
                            table.store(&one, &strength, wins(&one, &strength));
                        } else {
                            found += check(table, &one, &strength) as u32;
                        }
                    }
                    found
                }
            };
            let threads: Vec<_> = (1..=4).map(|n| scope.spawn(run(n * 0x9e37_79b9))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no wrong answer")).sum::<u32>()
        });
        assert!(found > 10_000, "{found}");
    }
}
