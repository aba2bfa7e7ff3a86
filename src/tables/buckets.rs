//! An array of buckets that many threads read and write without locks, and that grows as it fills.
//!
//! Each bucket has a version word. A writer makes it odd while it writes and gives up if another one is at it; a reader
//! that sees the version change takes nothing. So everything that is read is something that was written, and to lose a
//! write now and then must do no harm. Forgetting everything is one step: each bucket carries the generation it was
//! written in.
//!
//! A small search should not touch a large memory: to page in and clear half a gigabyte takes longer than most puzzles. So
//! only the first few buckets are in use at first, and when enough of them are taken eight times as many.
//! What is not found at its new place is to be looked for at its previous one.

use bytemuck::Zeroable;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};

/// What stands in the array.
pub trait Bucket: Zeroable {
    /// Generation in the upper half, version in the lower: odd while someone writes.
    fn version(&self) -> &AtomicU64;

    /// Makes it empty.
    fn wipe(&self);
}

/// A bounded array of buckets, in sets of `SET` neighbours.
pub struct Buckets<B, const SET: usize> {
    all: Box<[B]>,
    generation: AtomicU32,
    first: usize,
    percent: usize,
    /// How many buckets are in use, and how many were before that.
    used: AtomicUsize,
    used_before: AtomicUsize,
    /// Entries taken since the last growth, one in [`SAMPLE`] counted.
    taken: AtomicUsize,
}

/// How many times as many buckets come into use at a growth.
const GROWTH: usize = 8;

/// One in so many new entries is counted, to spare the counter.
const SAMPLE: usize = 16;

impl<B: Bucket, const SET: usize> Buckets<B, SET> {
    /// At most `bytes` bytes, but at least one set; `first` buckets, a multiple of `SET`, are in use at first, more
    /// when `percent` entries for every hundred buckets are taken. The memory is taken from the system as it is touched.
    pub fn new(bytes: usize, first: usize, percent: usize) -> Self {
        let count = (bytes / size_of::<B>() / SET).max(1) * SET;
        let first = first.min(count);
        Buckets {
            all: bytemuck::zeroed_slice_box(count),
            generation: AtomicU32::new(1),
            first,
            percent,
            used: AtomicUsize::new(first),
            used_before: AtomicUsize::new(first),
            taken: AtomicUsize::new(0),
        }
    }

    fn set_among(&self, hash: u64, used: usize) -> &[B] {
        let sets = (used / SET) as u128;
        let start = ((hash as u128 * sets) >> 64) as usize * SET;
        &self.all[start..start + SET]
    }

    /// The set for this hash.
    pub fn set(&self, hash: u64) -> &[B] {
        self.set_among(hash, self.used.load(Ordering::Relaxed))
    }

    /// The set that was for this hash before the last growth, if there was one.
    pub fn set_before(&self, hash: u64) -> Option<&[B]> {
        let (used, before) = (self.used.load(Ordering::Relaxed), self.used_before.load(Ordering::Relaxed));
        (used != before).then(|| self.set_among(hash, before))
    }

    /// Is there anything in a bucket?
    pub fn is_fresh(&self, bucket: &B) -> bool {
        let version = bucket.version().load(Ordering::Relaxed);
        (version >> 32) as u32 == self.generation.load(Ordering::Relaxed)
    }

    /// What `read` finds in a bucket; nothing if that has nothing of this generation or is being written.
    pub fn read<R>(&self, bucket: &B, read: impl FnOnce(&B) -> Option<R>) -> Option<R> {
        let version = bucket.version().load(Ordering::Acquire);
        if version & 1 != 0 || (version >> 32) as u32 != self.generation.load(Ordering::Relaxed) {
            return None;
        }
        let found = read(bucket)?;
        fence(Ordering::Acquire);
        (bucket.version().load(Ordering::Relaxed) == version).then_some(found)
    }

    /// Lets `write` change a bucket, wiped before if it was left from another generation; nothing if someone else is at it.
    pub fn write<R>(&self, bucket: &B, write: impl FnOnce(&B) -> R) -> Option<R> {
        let version = bucket.version().load(Ordering::Relaxed);
        if version & 1 != 0 {
            return None;
        }
        let generation = (self.generation.load(Ordering::Relaxed) as u64) << 32;
        let writing = generation | (version as u32).wrapping_add(1) as u64;
        bucket.version().compare_exchange(version, writing, Ordering::Acquire, Ordering::Relaxed).ok()?;
        fence(Ordering::Release);
        if version >> 32 != generation >> 32 {
            bucket.wipe();
        }
        let result = write(bucket);
        bucket.version().store(generation | (version as u32).wrapping_add(2) as u64, Ordering::Release);
        Some(result)
    }

    /// Counts a new entry; when enough are taken, more buckets come into use.
    pub fn count(&self, hash: u64) {
        if !(hash as usize).is_multiple_of(SAMPLE) {
            return;
        }
        let taken = (self.taken.fetch_add(1, Ordering::Relaxed) + 1) * SAMPLE;
        let used = self.used.load(Ordering::Relaxed);
        if taken * 100 > used * self.percent && used < self.all.len() {
            let more = (used * GROWTH).min(self.all.len());
            if self.used.compare_exchange(used, more, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                self.used_before.store(used, Ordering::Relaxed);
                self.taken.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.generation.get_mut() += 1;
        (*self.used.get_mut(), *self.used_before.get_mut(), *self.taken.get_mut()) = (self.first, self.first, 0);
    }

    /// Bytes in use since the last [`Buckets::clear`].
    pub fn bytes(&self) -> usize {
        self.used.load(Ordering::Relaxed) * size_of::<B>()
    }
}
