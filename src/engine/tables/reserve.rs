//! Memory that the tables of several solvers have in common.
//!
//! A batch gives each worker an equal share of the memory. Most puzzles need little of it, and a few would need far more: a deal of
//! three hands with thirty million nodes takes half as many again when its table of solved positions is full (`benches/history.md`,
//! "How a budget is divided"). So a table has only [`OWN_BYTES`] of its share to itself. What is left of all shares is the reserve:
//! a table takes from it as it grows, and gives it back when it is cleared.
//!
//! A table grows to its share while the reserve lasts, and beyond that, up to [`MOST_SHARES`] of them, only while half of the reserve is
//! left. So the first long searches leave something for those that come.
//!
//! What others take must not matter to a search of few nodes. With 50,000 of them twelve random whole deals of three hands took up to
//! 24 MiB, twelve of 27 + 27 cards 42 MiB and twelve of 20 + 20 cards with two packs 19 MiB, for both tables and the arenas together.

use crate::sync::{AtomicUsize, Ordering};

/// Bytes of its share that a table has to itself.
pub const OWN_BYTES: usize = 32 << 20;

/// How many shares a table may take at most.
pub const MOST_SHARES: usize = 4;

/// Bytes that tables may take, whichever need them.
pub struct Reserve {
    all: usize,
    left: AtomicUsize,
}

impl Reserve {
    /// So many bytes.
    pub fn new(bytes: usize) -> Reserve {
        Reserve { all: bytes, left: AtomicUsize::new(bytes) }
    }

    /// Takes bytes, beyond the table's share or not. False if there are too few.
    ///
    /// Relaxed, here and below: the number alone is shared. Nothing is published with it.
    pub fn take(&self, bytes: usize, is_beyond_share: bool) -> bool {
        let keep = if is_beyond_share { self.all / 2 } else { 0 };
        let take = |left: usize| left.checked_sub(bytes).filter(|&left| left >= keep);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    /// Gives bytes back that were taken.
    pub fn give_back(&self, bytes: usize) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The bytes that nobody has taken.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }
}
