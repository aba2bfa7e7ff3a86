//! An array of buckets that many threads read and write without locks, and that grows as it fills.
//!
//! Each bucket has a version word. A writer makes it odd while it writes, and gives up if it is odd already. A reader takes
//! nothing if the version changes while it reads. So everything that is read was written as a whole. A write can be lost,
//! so that must do no harm. To clear the array is one step: each bucket carries the generation in which it was written.
//!
//! This is a sequence lock for each bucket. All words of a bucket are atomics, so a torn read is not undefined behaviour: it
//! is noticed and thrown away. The comment at each step says why its memory ordering is enough. `scripts/check/loom.sh`
//! checks the steps in every order that the memory model allows (module `model` at the end).
//!
//! A small search should not touch a large memory: to page in and clear half a gigabyte takes longer than most puzzles. So
//! only a few buckets are in use at first. When enough of them are taken, four times as many come into use. An entry that
//! is not found at its new place may still be at its previous one ([`Buckets::set_before`]).
//!
//! The array is made of plain words (`words.rs`), and a bucket is a view of some of them: a type with the alignment of a cache line
//! would be simpler, but allocators zero memory for such a type by hand. So the buckets begin at the first word that is aligned to a
//! cache line, or to a bucket of two lines.
//!
//! The array has up to three parts. The first is as large as what is in use at first, and lies in one block with those of the other
//! tables, so that a small search touches one huge page. The others are made when they are wanted. So a small search takes up no
//! addresses either, and nor does an array that takes part of its memory from a reserve ([`Buckets::share`]) for what it may never
//! get. WebAssembly has no pages of zeros: memory is there or not, and V8 collects garbage for milliseconds once there are more than
//! 32 MiB.

use super::reserve::{MOST_SHARES, OWN_BYTES, Reserve};
use super::words::{self, Words};
use crate::sync::{AtomicU32, AtomicU64, AtomicUsize, HAS_THREADS, Ordering, fence, line_start};
use bytemuck::TransparentWrapper;
use crossbeam_utils::CachePadded;
use prefetch_index::prefetch_index;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

/// An element of the array: a view of its words, of which the first is its version. All words are 0 at first.
pub trait Bucket<const WORDS: usize>: TransparentWrapper<[AtomicU64; WORDS]> {
    /// The generation in the upper half, the version in the lower half. The version is odd while a thread writes.
    fn version(&self) -> &AtomicU64 {
        &Self::peel_ref(self)[0]
    }

    /// Empties it.
    fn wipe(&self);
}

/// Neighbouring buckets of `WORDS` words.
struct Part<B, const WORDS: usize> {
    words: Words,
    /// The first word of the first bucket.
    start: usize,
    /// How many buckets there are.
    count: usize,
    view: PhantomData<B>,
}

impl<B: Bucket<WORDS>, const WORDS: usize> Part<B, WORDS> {
    /// Extra words, so that no bucket lies on more lines than it must.
    const SPARE: usize = Self::LINE / size_of::<u64>();

    /// A bucket begins at a multiple of this many bytes.
    const LINE: usize = if LINE > size_of::<B>() { LINE } else { size_of::<B>() };

    /// How many words `count` buckets take.
    fn words(count: usize) -> usize {
        count * WORDS + Self::SPARE
    }

    /// `count` buckets in these words, which are as many as they take.
    fn within(words: Words, count: usize) -> Self {
        let start = line_start(&words, Self::LINE).min(Self::SPARE);
        Part { words, start, count, view: PhantomData }
    }

    /// `count` buckets, which are sets of `set`; half as many, or half of that, if the system has less memory. `None` if it has none
    /// for one set.
    fn new(count: usize, set: usize) -> Option<Self> {
        let mut sets = count / set;
        while sets > 0 {
            if let Some(words) = Words::zeroed(Self::words(sets * set)) {
                return Some(Part::within(words, sets * set));
            }
            sets /= 2;
        }
        None
    }

    fn buckets(&self) -> &[B] {
        let (buckets, _) = self.words[self.start..].as_chunks();
        B::wrap_slice(buckets)
    }
}

/// A bounded array of buckets of `WORDS` words, in sets of `SET` neighbours.
pub struct Buckets<B, const WORDS: usize, const SET: usize> {
    head: Part<B, WORDS>,
    /// The buckets behind those, in two parts, each made when it is wanted. `None` inside if the system had no memory for it then.
    more: [OnceLock<Option<Part<B, WORDS>>>; 2],
    /// How many buckets there are up to the end of the first part, of the second, and of the third.
    ends: [usize; 3],
    /// Where the memory beyond `own_bytes` is taken from. Without it all is the array's own.
    reserve: Option<Arc<Reserve>>,
    own_bytes: usize,
    generation: AtomicU32,
    first: usize,
    percent: usize,
    /// How many buckets are in use, and how many were before the last growth.
    used: AtomicUsize,
    used_before: AtomicUsize,
    /// New entries since the last growth, divided by [`SAMPLE`]. All threads write it, and every probe reads the fields above: so it
    /// has a cache line of its own.
    taken: CachePadded<AtomicUsize>,
}

/// A growth multiplies the number of buckets in use by this. A larger factor touches more memory, a smaller one costs nodes
/// (`benches/history.md`, "Arrays of buckets").
const GROWTH: usize = 4;

/// The most bytes of the first two parts of an array that does not take from a reserve.
const PART_BYTES: usize = if HAS_THREADS { usize::MAX } else { 4 << 20 };

/// An array of this many bytes is taken to be in the processor's cache.
const CACHED_BYTES: usize = 1 << 20;

/// Bytes of a cache line.
const LINE: usize = 64;

/// One in this many new entries is counted, to spare the counter.
const SAMPLE: usize = 16;

impl<B: Bucket<WORDS>, const WORDS: usize, const SET: usize> Buckets<B, WORDS, SET> {
    /// An array of at most `bytes` bytes, but at least one set. At first `first` buckets are in use, a multiple of `SET`.
    /// More come into use when there are `percent` new entries for every hundred buckets. The system provides the memory as
    /// it is touched. If it has less, the array is smaller.
    ///
    /// # Panics
    /// If the system has no memory for the buckets that are in use at first.
    pub fn new(bytes: usize, first: usize, percent: usize) -> Self {
        Self::new_in(&mut words::some(Self::first_words(bytes, first)), bytes, first, percent)
    }

    /// The same; the buckets that are in use at first are in `memory`, from which it takes [`Buckets::first_words`].
    pub fn new_in(memory: &mut Words, bytes: usize, first: usize, percent: usize) -> Self {
        Self::with_parts(memory, bytes, PART_BYTES, first, percent)
    }

    /// How many words such an array takes at first.
    pub fn first_words(bytes: usize, first: usize) -> usize {
        Part::<B, WORDS>::words(first.min(Self::fitting(bytes)))
    }

    /// How many buckets are in so many bytes: at least one set.
    fn fitting(bytes: usize) -> usize {
        (bytes / size_of::<B>() / SET).max(1) * SET
    }

    /// As [`Buckets::new_in`], with at most `part_bytes` bytes in the first two parts.
    fn with_parts(memory: &mut Words, bytes: usize, part_bytes: usize, first: usize, percent: usize) -> Self {
        let most = Self::fitting(bytes);
        let first = first.min(most);
        let second = Self::fitting(part_bytes).clamp(first, most);
        let head = Part::within(memory.take(Part::<B, WORDS>::words(first)), first);
        Buckets {
            ends: [first, second, most],
            head,
            more: Default::default(),
            reserve: None,
            own_bytes: usize::MAX,
            generation: AtomicU32::new(1),
            first,
            percent,
            used: AtomicUsize::new(first),
            used_before: AtomicUsize::new(first),
            taken: CachePadded::new(AtomicUsize::new(0)),
        }
    }

    /// From now on the memory beyond the first `OWN_BYTES` bytes is taken from this reserve, and the array may have up to `MOST_SHARES`
    /// times as many buckets. It must be empty.
    pub fn share(&mut self, reserve: &Arc<Reserve>) {
        let [head, _, share] = self.ends;
        self.ends = [head, share, MOST_SHARES * share];
        self.own_bytes = OWN_BYTES.min(share * size_of::<B>());
        self.reserve = Some(reserve.clone());
    }

    /// The set for this hash while `used` buckets are in use.
    fn set_among(&self, hash: u64, used: usize) -> &[B] {
        let start = self.start_among(hash, used);
        let [head, second, _] = self.ends;
        let (part, start) = match start {
            _ if start < head => (&self.head, start),
            _ if start < second => (self.made(0), start - head),
            _ => (self.made(1), start - second),
        };
        &part.buckets()[start..start + SET]
    }

    /// A part that is in use.
    fn made(&self, part: usize) -> &Part<B, WORDS> {
        self.more[part].get().and_then(Option::as_ref).expect("made before it is in use")
    }

    /// How many buckets can be in use, for whoever wants `wanted`.
    fn most(&self, wanted: usize) -> usize {
        let mut most = self.head.count;
        for (part, ends) in self.more.iter().zip(self.ends.windows(2)) {
            // A part with fewer buckets than asked for has none behind it.
            if wanted <= ends[0] || most < ends[0] || ends[0] == ends[1] {
                break;
            }
            let made = part.get_or_init(|| Part::new(ends[1] - ends[0], SET));
            most += made.as_ref().map_or(0, |part| part.count);
        }
        most
    }

    /// The index of the first bucket of this hash's set.
    fn start_among(&self, hash: u64, used: usize) -> usize {
        let sets = used / SET;
        // WebAssembly has no product of 128 bits: it takes a call.
        let scaled = match cfg!(target_pointer_width = "32") {
            true => scaled_by_halves(hash, sets as u32),
            false => ((hash as u128 * sets as u128) >> 64) as u64,
        };
        scaled as usize * SET
    }

    /// The numbers of buckets in use, now and before the last growth.
    ///
    /// Acquire, paired with the Release in `count`: the part that has so many buckets has been made. An old number leads to a valid
    /// bucket, though perhaps not to the one that has the entry.
    fn used(&self) -> (usize, usize) {
        (self.used.load(Ordering::Acquire), self.used_before.load(Ordering::Acquire))
    }

    /// The set for this hash.
    pub fn set(&self, hash: u64) -> &[B] {
        self.set_among(hash, self.used.load(Ordering::Acquire))
    }

    /// The set for this hash before the last growth, if the array has grown.
    pub fn set_before(&self, hash: u64) -> Option<&[B]> {
        let (used, before) = self.used();
        (used != before).then(|| self.set_among(hash, before))
    }

    /// Has the processor load the buckets for this hash, so that they are at hand when they are read. A large table is in no
    /// cache, and waiting for it takes a fifth of a long search. Both searches make the next move before they look the last
    /// one up. That takes more instructions, but up to 15 % less time (`benches/history.md`, "Arrays of buckets").
    ///
    /// While few buckets are in use they are in the cache anyway. Then this does nothing, and `hash` is not called.
    pub fn prefetch(&self, hash: impl FnOnce() -> u64) {
        let (used, before) = self.used();
        if used * size_of::<B>() <= CACHED_BYTES {
            return;
        }
        let hash = hash();
        self.prefetch_among(hash, used);
        if before != used {
            self.prefetch_among(hash, before);
        }
    }

    fn prefetch_among(&self, hash: u64, used: usize) {
        let set = self.set_among(hash, used);
        if cfg!(target_arch = "wasm32") {
            // WebAssembly can't ask for a line ahead. But to read a word of it before it is needed has it loaded while the processor works
            // on what does not depend on it. The first bucket alone: sets fill up from there, and a read that is under way holds up
            // all that comes some hundred instructions later.
            std::hint::black_box(set[0].version().load(Ordering::Relaxed));
        } else {
            (0..SET).for_each(|bucket| prefetch_index(set, bucket));
        }
    }

    /// Has the bucket anything of this generation?
    pub fn is_fresh(&self, bucket: &B) -> bool {
        // Relaxed: this is a hint. To use the bucket, the caller goes on to `read` or `write`, and these check again.
        let version = bucket.version().load(Ordering::Relaxed);
        (version >> 32) as u32 == self.generation.load(Ordering::Relaxed)
    }

    /// What `read` finds in a bucket. `None` if the bucket has nothing of this generation or is being written.
    pub fn read<R>(&self, bucket: &B, read: impl FnOnce(&B) -> Option<R>) -> Option<R> {
        // Acquire, paired with the Release at the end of `write`: the words read below are at least as new as this version.
        // With Relaxed they could be older: half of one entry and half of the next, under an unchanged version.
        let version = bucket.version().load(Ordering::Acquire);
        // The generation is Relaxed: only `clear` changes it. `clear` has the array for itself, and the hand-over of the
        // array to other threads makes the new number visible.
        if version & 1 != 0 || (version >> 32) as u32 != self.generation.load(Ordering::Relaxed) {
            return None;
        }
        let found = read(bucket)?;
        // Paired with the Release fence in `write`: if one of the words read above is from a later writer, the load below
        // sees that writer's odd version or a later one. Without the fence this load could happen before the words are
        // read. After the fence Relaxed is enough.
        fence(Ordering::Acquire);
        (bucket.version().load(Ordering::Relaxed) == version).then_some(found)
    }

    /// Lets `write` change a bucket. A bucket of another generation is wiped first. `None` if another thread is writing.
    pub fn write<R>(&self, bucket: &B, write: impl FnOnce(&B) -> R) -> Option<R> {
        // Relaxed: the exchange below fails if this version is not the latest.
        let version = bucket.version().load(Ordering::Relaxed);
        if version & 1 != 0 {
            return None;
        }
        let generation = (self.generation.load(Ordering::Relaxed) as u64) << 32;
        let writing = generation | (version as u32).wrapping_add(1) as u64;
        // Acquire on success, paired with the Release of the previous writer: `write` reads what that writer left, and an
        // entry that it moves within the bucket must be whole. On failure nothing is read.
        bucket.version().compare_exchange(version, writing, Ordering::Acquire, Ordering::Relaxed).ok()?;
        // Keeps the words written below behind the odd version: a reader that sees one of them and then executes the fence
        // in `read` sees that version too. A Release on the exchange would not do: it orders only what comes before it.
        fence(Ordering::Release);
        if version >> 32 != generation >> 32 {
            bucket.wipe();
        }
        let result = write(bucket);
        // Release: a thread that sees this version sees all words written above.
        bucket.version().store(generation | (version as u32).wrapping_add(2) as u64, Ordering::Release);
        Some(result)
    }

    /// Counts a new entry. When there are enough, more buckets come into use.
    ///
    /// The counts are Relaxed: they only decide when to grow. The exchange lets one of several threads grow. Another
    /// thread may see the new number together with the old count or the old previous number. Then it misses some entries.
    pub fn count(&self, hash: u64) {
        if !(hash as usize).is_multiple_of(SAMPLE) {
            return;
        }
        let taken = (self.taken.fetch_add(1, Ordering::Relaxed) + 1) * SAMPLE;
        let used = self.used.load(Ordering::Acquire);
        if taken * 100 <= used * self.percent {
            return;
        }
        let more = self.granted(used);
        if more == used {
            if self.reserve().is_some() {
                // Nobody asks again before as many entries have come.
                self.taken.store(0, Ordering::Relaxed);
            }
            return;
        }
        // Release: whoever sees the number finds the part that has the buckets.
        if self.used.compare_exchange(used, more, Ordering::Release, Ordering::Relaxed).is_ok() {
            self.used_before.store(used, Ordering::Release);
            self.taken.store(0, Ordering::Relaxed);
        } else {
            self.give_back(more, used);
        }
    }

    /// How many buckets may be in use next, after `used`. What that takes of the reserve has been taken.
    fn granted(&self, used: usize) -> usize {
        let [_, share, most] = self.ends;
        let beyond = (used * GROWTH).min(most);
        let within = beyond.min(share).max(used);
        for more in [beyond, within] {
            if self.take(used, more, more > share) {
                // The system may have had less.
                let there = self.most(more).max(used).min(more);
                self.give_back(more, there);
                return there;
            }
        }
        used
    }

    /// Takes what more buckets need of the reserve.
    fn take(&self, used: usize, more: usize, is_beyond_share: bool) -> bool {
        let bytes = self.borrowed(more) - self.borrowed(used);
        self.reserve().is_none_or(|reserve| reserve.take(bytes, is_beyond_share))
    }

    /// Forgets everything. Memory from the reserve goes back to it, and to the system.
    pub fn clear(&mut self) {
        if self.has_borrowed() {
            let used = self.used.load(Ordering::Relaxed);
            self.more = Default::default();
            self.give_back(used, self.first);
        }
        // Relaxed: no other thread has the array now.
        self.generation.store(self.generation.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        self.used.store(self.first, Ordering::Relaxed);
        self.used_before.store(self.first, Ordering::Relaxed);
        self.taken.store(0, Ordering::Relaxed);
    }

    /// Has it memory of a reserve?
    pub fn has_borrowed(&self) -> bool {
        let used = self.used.load(Ordering::Relaxed);
        self.reserve().is_some() && self.borrowed(used) > self.borrowed(self.first)
    }

    /// Bytes in use since the last [`Buckets::clear`].
    pub fn bytes(&self) -> usize {
        self.used.load(Ordering::Relaxed) * size_of::<B>()
    }
}

impl<B, const WORDS: usize, const SET: usize> Buckets<B, WORDS, SET> {
    /// The reserve, if there is one; never in the module for the web.
    fn reserve(&self) -> Option<&Reserve> {
        self.reserve.as_deref().filter(|_| HAS_THREADS)
    }

    /// How many of the bytes of `buckets` buckets are taken from the reserve, if there is one.
    fn borrowed(&self, buckets: usize) -> usize {
        (buckets * size_of::<B>()).saturating_sub(self.own_bytes)
    }

    /// Gives back what fewer buckets do not need.
    fn give_back(&self, buckets: usize, fewer: usize) {
        if let Some(reserve) = self.reserve() {
            reserve.give_back(self.borrowed(buckets) - self.borrowed(fewer));
        }
    }
}

impl<B, const WORDS: usize, const SET: usize> Drop for Buckets<B, WORDS, SET> {
    fn drop(&mut self) {
        // An array of a loom model has no reserve, and its numbers must not be read outside of the model.
        if self.reserve.is_some() {
            self.give_back(self.used.load(Ordering::Relaxed), self.first);
        }
    }
}

/// `hash * sets / 2^64`, worked out with products of 64 bits.
fn scaled_by_halves(hash: u64, sets: u32) -> u64 {
    let [high, low] = [hash >> 32, hash & u32::MAX as u64].map(|half| half * sets as u64);
    (high + (low >> 32)) >> 32
}

#[cfg(all(test, loom))]
mod model {
    //! The protocol in every order of steps. A bucket here is two words that every writer keeps equal. So a torn read is
    //! seen. `scripts/check/loom.sh` runs this.
    //!
    //! Each of these faults was tried, and the models fail with it, with two preemptions:
    //!
    //! - In `read`: the first load Relaxed; no check of the odd bit; no check of the generation; no fence; no second look
    //!   at the version.
    //! - In `write`: the exchange Relaxed; a store in its place; no check of the odd bit; no fence; the last store Relaxed;
    //!   no wiping; the old version at the end.
    //! - In the reaper (`solver/workers/reaper.rs`): the thread joined while there is a sender; not joined at all; garbage
    //!   leaked when the channel is full.

    use super::*;
    use loom::sync::Arc;
    use loom::thread;
    use std::sync::atomic::AtomicUsize as Tally;

    #[derive(TransparentWrapper)]
    #[repr(transparent)]
    struct Pair([AtomicU64; 3]);

    impl Bucket<3> for Pair {
        fn wipe(&self) {
            self.set(0);
        }
    }

    impl Pair {
        fn set(&self, value: u64) {
            self.0[1].store(value, Ordering::Relaxed);
            self.0[2].store(value, Ordering::Relaxed);
        }

        fn get(&self) -> (u64, u64) {
            (self.0[1].load(Ordering::Relaxed), self.0[2].load(Ordering::Relaxed))
        }
    }

    /// One bucket.
    fn one() -> Buckets<Pair, 3, 1> {
        Buckets::new(0, 1, 100)
    }

    /// Adds one to both words. Returns whether the write was done.
    fn increment(buckets: &Buckets<Pair, 3, 1>) -> bool {
        let add = |pair: &Pair| {
            let (first, second) = pair.get();
            assert_eq!(first, second, "a writer sees half of what another one wrote");
            pair.set(first + 1);
        };
        buckets.write(&buckets.set(0)[0], add).is_some()
    }

    fn value(buckets: &Buckets<Pair, 3, 1>) -> Option<u64> {
        let (first, second) = buckets.read(&buckets.set(0)[0], |pair| Some(pair.get()))?;
        assert_eq!(first, second, "a torn read");
        Some(first)
    }

    #[test]
    fn loom_what_is_read_was_written() {
        static FOUND: [Tally; 4] = [const { Tally::new(0) }; 4];
        loom::model(|| {
            let buckets = Arc::new(one());
            let ours = buckets.clone();
            let writer = thread::spawn(move || increment(&ours) as u64 + increment(&ours) as u64);
            // An empty bucket is not read at all, so 0 is never seen.
            let found = value(&buckets);
            assert_ne!(found, Some(0));
            FOUND[found.unwrap_or(0) as usize].fetch_add(1, Ordering::Relaxed);
            assert_eq!(writer.join().unwrap(), 2, "a writer alone is never refused");
            assert_eq!(value(&buckets), Some(2));
        });
        // Nothing, the first write and the second: each in some order of steps.
        assert!(FOUND[..3].iter().all(|found| found.load(Ordering::Relaxed) > 0), "{FOUND:?}");
    }

    #[test]
    fn loom_writers_keep_out_of_each_others_way() {
        static REFUSED: Tally = Tally::new(0);
        loom::model(|| {
            let buckets = Arc::new(one());
            let ours = buckets.clone();
            let other = thread::spawn(move || increment(&ours));
            let mine = increment(&buckets);
            let written = mine as u64 + other.join().unwrap() as u64;
            REFUSED.fetch_add(2 - written as usize, Ordering::Relaxed);
            assert_eq!(value(&buckets), Some(written), "a write that was said to be done is lost");
        });
        assert!(REFUSED.load(Ordering::Relaxed) > 0, "the writers never met");
    }

    #[test]
    fn loom_two_writers_and_a_reader() {
        loom::model(|| {
            let buckets = Arc::new(one());
            let writers = [buckets.clone(), buckets.clone()].map(|buckets| thread::spawn(move || increment(&buckets)));
            let found = value(&buckets);
            let written: u64 = writers.map(|writer| writer.join().unwrap() as u64).iter().sum();
            assert!(found.is_none_or(|found| (1..=written).contains(&found)), "{found:?} of {written}");
        });
    }

    #[test]
    fn loom_nothing_of_an_old_generation_is_read() {
        loom::model(|| {
            let mut buckets = one();
            (0..5).for_each(|_| assert!(increment(&buckets)));
            buckets.clear();
            let buckets = Arc::new(buckets);
            let ours = buckets.clone();
            let writer = thread::spawn(move || increment(&ours));
            assert!(matches!(value(&buckets), None | Some(1)), "an entry from before the clearing");
            assert!(writer.join().unwrap());
            assert_eq!(value(&buckets), Some(1));
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[derive(TransparentWrapper)]
    #[repr(transparent)]
    struct Word([AtomicU64; 1]);

    impl Bucket<1> for Word {
        fn wipe(&self) {}
    }

    #[derive(TransparentWrapper)]
    #[repr(transparent)]
    struct Line([AtomicU64; 8]);

    impl Bucket<8> for Line {
        fn wipe(&self) {}
    }

    /// As many buckets as take these bytes.
    fn buckets(bytes: usize) -> usize {
        bytes / size_of::<Word>()
    }

    #[test]
    fn a_hash_leads_to_the_same_set_without_products_of_128_bits() {
        let hashes = (0..64).flat_map(|bit| [1u64 << bit, u64::MAX >> bit, 0x9e37_79b9_7f4a_7c15u64.rotate_left(bit)]);
        for hash in hashes.chain([0]) {
            for sets in [1, 2, 3, 4032, 1 << 16, u32::MAX - 1, u32::MAX] {
                let whole = ((hash as u128 * sets as u128) >> 64) as u64;
                assert_eq!(scaled_by_halves(hash, sets), whole, "{hash} {sets}");
            }
        }
    }

    #[test]
    fn buckets_begin_at_a_cache_line() {
        for count in [1, 2, 64, 4096, 1 << 16] {
            let all = Buckets::<Line, 8, 2>::new(count * LINE, 2, 50);
            assert_eq!(all.most(usize::MAX), count.next_multiple_of(2));
            for part in [&all.head].into_iter().chain(all.more.iter().filter_map(|part| part.get()?.as_ref())) {
                let buckets = part.buckets();
                assert!(buckets.len() >= part.count && buckets.as_ptr().addr() % LINE == 0, "{count}");
            }
        }
    }

    #[test]
    fn more_buckets_come_into_use_as_entries_are_counted() {
        let all = Buckets::<Word, 1, 2>::new(4096 * size_of::<Word>(), 32, 50);
        assert_eq!(buckets(all.bytes()), 32);
        // One hash in sixteen is counted, for sixteen.
        (1..16).for_each(|hash| all.count(hash));
        all.count(0);
        assert_eq!(buckets(all.bytes()), 32, "sixteen entries are half of the buckets, not more");
        assert!(all.set_before(0).is_none());
        all.count(0);
        assert_eq!(buckets(all.bytes()), 128);
        (0..4).for_each(|_| all.count(0));
        assert_eq!(buckets(all.bytes()), 128);
        all.count(0);
        assert_eq!(buckets(all.bytes()), 512);
        // All that there are, fewer than four times as many. After that the previous place is kept.
        (0..10_000).for_each(|_| all.count(0));
        assert_eq!(buckets(all.bytes()), 4096);
        assert!(all.set_before(0).is_some());
    }

    #[test]
    fn parts_are_made_when_they_are_wanted() {
        let bytes = 4096 * size_of::<Word>();
        let of_parts = |part_bytes| {
            let mut memory = words::some(Buckets::<Word, 1, 2>::first_words(bytes, 256));
            Buckets::<Word, 1, 2>::with_parts(&mut memory, bytes, part_bytes, 256, 50)
        };
        let (three, two) = (of_parts(bytes / 4), of_parts(bytes));
        // A hash's bucket has its own number, the same wherever it is.
        let hashes: Vec<u64> = (0..1 << 12).map(|hash| hash << 52).collect();
        let number = |array: &Buckets<Word, 1, 2>, hash| {
            let of = &array.set(hash)[0] as *const Word;
            let parts = [
                Some(&array.head),
                array.more[0].get().and_then(Option::as_ref),
                array.more[1].get().and_then(Option::as_ref),
            ];
            let mut before = 0;
            for part in parts.into_iter().flatten() {
                let range = part.buckets()[..part.count].as_ptr_range();
                if range.contains(&of) {
                    return before + (of.addr() - range.start.addr()) / size_of::<Word>();
                }
                before += part.count;
            }
            panic!("{hash} is in no part")
        };
        let made = |array: &Buckets<Word, 1, 2>| array.more.each_ref().map(|part| part.get().is_some());
        for (grown, more) in [(256, [false, false]), (1024, [true, false]), (4096, [true, true])] {
            assert_eq!((buckets(three.bytes()), made(&three)), (grown, more));
            for &hash in &hashes {
                assert_eq!(number(&three, hash), number(&two, hash), "{hash} of {grown}");
            }
            let before = [&three, &two].map(|array| array.set_before(0).map(<[Word]>::len));
            assert_eq!(before[0], before[1]);
            while buckets(three.bytes()) == grown && grown < 4096 {
                [&three, &two].into_iter().for_each(|array| array.count(0));
            }
        }
        assert_eq!((three.ends, two.ends, made(&two)), ([256, 1024, 4096], [256, 4096, 4096], [true, false]));
    }

    /// As many bytes as a mebibyte has.
    const MIB: usize = 1 << 20;

    /// An array of 64 MiB that takes from this reserve. At first 1 MiB is in use.
    fn sharing(reserve: &Arc<Reserve>) -> Buckets<Word, 1, 2> {
        let mut all = Buckets::new(64 * MIB, buckets(MIB), 50);
        all.share(reserve);
        all
    }

    /// Counts as many new entries as make it grow once, if it can.
    fn fill(all: &Buckets<Word, 1, 2>) {
        (0..=all.bytes() / size_of::<Word>() / 2 / SAMPLE).for_each(|_| all.count(0));
    }

    #[test]
    fn what_is_beyond_its_own_is_taken_from_the_reserve_and_goes_back() {
        let reserve = Arc::new(Reserve::new(500 * MIB));
        let (mut long, other) = (sharing(&reserve), sharing(&reserve));
        let state = |all: &Buckets<Word, 1, 2>| (all.bytes() / MIB, reserve.left() / MIB, all.has_borrowed());
        // 16 MiB are its own. It may have its share, and four times as much while half of the reserve is left.
        let grown = [1, 4, 16, 64, 256, 256].map(|_| (state(&long), fill(&long)).0);
        let expected = [(1, 500, false), (4, 500, false), (16, 500, false), (64, 468, true), (256, 276, true)];
        assert_eq!(grown[..5], expected);
        assert_eq!(grown[5], expected[4], "more than four shares it never has");
        // The second finds less than half: its share, and no more.
        (0..5).for_each(|_| fill(&other));
        assert_eq!(state(&other), (64, 244, true));
        long.clear();
        assert_eq!(state(&long), (1, 468, false));
        fill(&other);
        assert_eq!(state(&other), (256, 276, true));
        drop(other);
        assert_eq!(reserve.left(), 500 * MIB);
    }

    #[test]
    fn a_reserve_that_is_used_up_leaves_an_array_what_it_has_to_itself() {
        let reserve = Arc::new(Reserve::new(32 * MIB));
        let (long, other) = (sharing(&reserve), sharing(&reserve));
        (0..5).for_each(|_| fill(&long));
        assert_eq!((long.bytes(), reserve.left()), (64 * MIB, 0));
        (0..5).for_each(|_| fill(&other));
        assert_eq!((other.bytes(), other.has_borrowed()), (16 * MIB, false));
        // It asks again, when as many entries have come.
        drop(long);
        fill(&other);
        assert_eq!((other.bytes(), reserve.left()), (64 * MIB, 0));
    }

    #[test]
    fn an_array_with_a_small_share_has_no_more_than_that_to_itself() {
        let reserve = Arc::new(Reserve::new(500 * MIB));
        let mut all = Buckets::<Word, 1, 2>::new(8 * MIB, buckets(MIB), 50);
        all.share(&reserve);
        let grown = [1, 4, 16, 32].map(|_| ((all.bytes() / MIB, reserve.left() / MIB), fill(&all)).0);
        assert_eq!(grown, [(1, 500), (4, 500), (16, 492), (32, 476)]);
    }

    #[test]
    fn a_part_that_was_borrowed_is_empty_when_it_comes_again() {
        let reserve = Arc::new(Reserve::new(500 * MIB));
        let mut all = sharing(&reserve);
        for _ in 0..2 {
            (0..5).for_each(|_| fill(&all));
            let far = &all.set(u64::MAX)[1];
            assert_eq!((all.bytes(), all.is_fresh(far)), (256 * MIB, false));
            assert_eq!(far.version().load(Ordering::Relaxed), 0, "its memory is new");
            assert!(all.write(far, |_| ()).is_some() && all.is_fresh(far));
            all.clear();
        }
    }

    /// Threads that look up sets while others make the array grow into its second part.
    #[test]
    fn many_threads_grow_an_array_and_find_their_sets() {
        let reserve = Arc::new(Reserve::new(500 * MIB));
        for _ in 0..8 {
            let all = sharing(&reserve);
            std::thread::scope(|scope| {
                for thread in 0..4u64 {
                    let all = &all;
                    scope.spawn(move || {
                        for step in 0..400_000u64 {
                            all.count(0);
                            let hash = (step * 4 + thread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                            assert_eq!(all.set(hash).len(), 2);
                            assert!(all.set_before(hash).is_none_or(|set| set.len() == 2));
                        }
                    });
                }
            });
            assert_eq!((all.bytes(), reserve.left()), (256 * MIB, 276 * MIB), "taken once for each growth");
        }
    }
}
