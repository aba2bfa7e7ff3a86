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

    /// The fewest nodes of this work.
    pub fn nodes(self) -> u64 {
        ((8 | (self.0 & 7) as u64) << (self.0 >> 3) >> 3) - 1
    }

    /// The logarithm, 0 to 255.
    pub fn level(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(children: &[(u32, u32)]) -> Children {
        ProofNumbers::of_children(children.iter().map(|&(pn, dn)| ProofNumbers { pn, dn }))
    }

    #[test]
    fn a_node_has_the_least_proof_number_and_the_sum_of_the_disproof_numbers() {
        let node = |pn, dn, best, second| Children { numbers: ProofNumbers { pn, dn }, best, second };
        assert_eq!(of(&[(5, 2), (3, 4), (4, 1)]), node(3, 7, 1, 4));
        assert_eq!(of(&[(3, 1), (9, 1), (6, 1), (7, 1)]), node(3, 4, 0, 6));
        assert_eq!(of(&[(3, 1), (3, 2)]), node(3, 3, 0, 3), "the first of equal ones");
        assert_eq!(of(&[]), node(INFINITE, 0, 0, INFINITE), "nobody to move is lost");
        assert_eq!(of(&[(INFINITE, 0), (INFINITE, 0)]).numbers, ProofNumbers::LOSS);
        assert_eq!(of(&[(5, 2), (0, INFINITE)]).numbers, ProofNumbers::WIN);
        assert_eq!(of(&[(1, INFINITE - 1), (2, INFINITE - 1)]), node(1, INFINITE - 1, 0, 2), "not yet a proof");
    }

    #[test]
    fn work_has_eight_steps_for_each_doubling() {
        let level = |nodes| Work::of(nodes).level();
        assert_eq!([0, 1, 2, 3, 7, 8, 9, 11, 15].map(level), [0, 8, 12, 16, 24, 25, 26, 28, 32]);
        assert_eq!(level((1 << 31) - 1), 248);
        assert_eq!([1 << 33, 1 << 50].map(level), [255, 255]);
        for nodes in [0, 1, 2, 3, 7, 8, 9, 200, 12_345, 1 << 30] {
            let work = Work::of(nodes);
            assert!(work.nodes() <= nodes && nodes <= work.nodes() + work.nodes() / 8, "{nodes} {work:?}");
            assert_eq!(Work::of(work.nodes()), work);
        }
    }
}
