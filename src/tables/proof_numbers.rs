//! Proof and disproof numbers: how much work a claim about a position seems to take.
//!
//! They come from Allis's proof-number search (1994): the proof number estimates the nodes still to be visited to show that the
//! side to move wins, the disproof number those to show that it does not. A position is solved when one of them is 0. This
//! is also where a node's numbers follow from its children's, for both trees that need it: the depth-first one of a
//! worker and the one that workers share.

/// A proof number that no amount of work reaches: the claim is refuted.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

pub(super) const NUMBER_BITS: u32 = 28;

/// Proof and disproof number of a position, for the side to move: how much work it seems to take to show that it wins
/// (`pn`) or that it does not (`dn`). `(0, INFINITE)` is a proven win, `(INFINITE, 0)` a proven loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// Work to show a win.
    pub pn: u32,
    /// Work to show a loss.
    pub dn: u32,
}

impl ProofNumbers {
    /// A proven win for the side to move.
    pub const WIN: ProofNumbers = ProofNumbers { pn: 0, dn: INFINITE };
    /// A proven loss for the side to move.
    pub const LOSS: ProofNumbers = ProofNumbers { pn: INFINITE, dn: 0 };

    /// Proven either way?
    pub const fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// A node's numbers from its children's, all in the view of the node's mover, and which child to search.
    ///
    /// One child that wins proves the node, so its proof number is the least; all must be refuted to disprove it, so
    /// its disproof number is the sum. Without children it is lost.
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

    /// From the parent's view, or the other way round: whoever wins together sees the same numbers.
    #[must_use]
    pub const fn seen_by_parent(self, same_side: bool) -> ProofNumbers {
        if same_side { self } else { self.flipped() }
    }

    /// From the other side's view.
    #[must_use]
    pub const fn flipped(self) -> ProofNumbers {
        ProofNumbers { pn: self.dn, dn: self.pn }
    }
}

/// What a node's children come to, see [`ProofNumbers::of_children`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Children {
    /// The node's numbers.
    pub numbers: ProofNumbers,
    /// The number of the child with the least proof number, from 0.
    pub best: usize,
    /// The least proof number among the others.
    pub second: u32,
}

/// An amount of work in eight bits: the logarithm of a number of nodes, in steps of an eighth of a doubling.
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
