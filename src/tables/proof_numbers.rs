//! Proof and disproof numbers: how much work a proof about a position seems to take.
//!
//! They come from Allis's proof-number search (1994). The proof number estimates how many nodes must still be visited to
//! show that the side to move wins. The disproof number estimates the same for showing that it does not win. A position is
//! solved when one of them is 0.
//!
//! This file also derives a node's numbers from its children's. Two trees use it: the one that a worker searches depth-first
//! (`search/dfpn.rs`) and the one that the workers share (`solver/workers/split_tree.rs`).

/// A number that no amount of work reaches: the other result is proven.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

pub(super) const NUMBER_BITS: u32 = 28;

/// Proof and disproof number of a position, for the side to move. `(0, INFINITE)` is a proven win, `(INFINITE, 0)` a proven
/// loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// The work that it seems to take to show a win.
    pub pn: u32,
    /// The work that it seems to take to show a loss.
    pub dn: u32,
}

impl ProofNumbers {
    /// A proven win for the side to move.
    pub const WIN: ProofNumbers = ProofNumbers { pn: 0, dn: INFINITE };
    /// A proven loss for the side to move.
    pub const LOSS: ProofNumbers = ProofNumbers { pn: INFINITE, dn: 0 };

    /// Is a win or a loss proven?
    pub const fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// A node's numbers from its children's, and which child to search. All numbers are in the view of the node's mover.
    ///
    /// One winning child proves the node. So its proof number is the least of its children's. All children must be refuted
    /// to disprove it. So its disproof number is the sum of theirs. A node without children is lost.
    pub fn of_children(children: impl Iterator<Item = ProofNumbers>) -> Children {
        let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u64);
        for (index, ProofNumbers { pn, dn }) in children.enumerate() {
            sum += dn as u64;
            if pn < least {
                (best, least, second) = (index, pn, least);
            } else if pn < second {
                second = pn;
            }
        }
        let dn = if least == 0 { INFINITE } else { sum.min(INFINITE as u64 - 1) as u32 };
        Children { numbers: ProofNumbers { pn: least, dn }, best, second }
    }

    /// These numbers in the view of the parent's mover, or back. Players of one side see the same numbers.
    #[must_use]
    pub const fn seen_by_parent(self, same_side: bool) -> ProofNumbers {
        if same_side { self } else { self.flipped() }
    }

    /// These numbers in the view of the other side.
    #[must_use]
    pub const fn flipped(self) -> ProofNumbers {
        ProofNumbers { pn: self.dn, dn: self.pn }
    }
}

/// The result of [`ProofNumbers::of_children`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Children {
    /// The node's numbers.
    pub numbers: ProofNumbers,
    /// The index of the child with the least proof number.
    pub best: usize,
    /// The least proof number among the others.
    pub second: u32,
}

/// An amount of work in eight bits: a rounded binary logarithm of a number of nodes, with eight steps for each doubling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Work(pub(super) u8);

impl Work {
    /// The work of visiting this many nodes.
    pub fn of(nodes: u64) -> Work {
        // Above the leading bit, three bits of mantissa.
        let exponent = (nodes + 1).ilog2();
        let mantissa = ((nodes + 1) << 3 >> exponent) & 7;
        Work((exponent << 3 | mantissa as u32).min(255) as u8)
    }

    /// The logarithm, 0 to 255.
    pub fn level(self) -> u8 {
        self.0
    }
}
