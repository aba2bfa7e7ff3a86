//! How far to search below the most promising child before another one may look better.
//!
//! A node's thresholds are the proof and the disproof number at which its parent would turn to another child; the search
//! stays below the node until one is reached. This file derives a child's thresholds from its parent's, for the df-pn loop
//! of a worker (`dfpn.rs`) and for the tree that the workers share (`solver/workers/split_tree.rs`).

use crate::tables::{INFINITE, ProofNumbers};

/// No thresholds: search until the node is solved.
pub const NONE: ProofNumbers = ProofNumbers { pn: INFINITE, dn: INFINITE };

/// The thresholds of a child, in the view of its parent's mover.
///
/// - `parent`: the parent's own thresholds, `numbers`: the parent's numbers now.
/// - `child`: the child's numbers now.
/// - `rival`: the proof number of the best other child.
///
/// **Proof number.** The parent has the least proof number of its children. So the child stays the best one until its number
/// exceeds `rival`, and the parent is done when it reaches the parent's threshold. The first bound is loosened by a quarter
/// (the 1+ε trick, Pawlewicz and Lew 2007): two children of about equal numbers would otherwise take turns, and each turn
/// visits the whole path down again.
///
/// **Disproof number.** The parent has the sum of its children's. The others contribute `numbers.dn - child.dn`, so what is
/// left of the parent's threshold is the child's. Sums saturate below [`INFINITE`], hence the care with the subtraction.
///
/// Both are above the child's numbers, so that a search below it always does something.
pub fn of_child(parent: ProofNumbers, numbers: ProofNumbers, child: ProofNumbers, rival: u32) -> ProofNumbers {
    let loosened = (rival as u64 + rival as u64 / 4 + 1).min(INFINITE as u64) as u32;
    let pn = parent.pn.max(child.pn + 1).min(loosened);
    let dn = match parent.dn {
        INFINITE => INFINITE,
        dn => (dn + child.dn).saturating_sub(numbers.dn).max(child.dn + 1),
    };
    ProofNumbers { pn, dn }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(pn: u32, dn: u32) -> ProofNumbers {
        ProofNumbers { pn, dn }
    }

    #[test]
    fn the_best_child_is_searched_until_a_rival_is_better_by_a_quarter() {
        let child = of_child(NONE, numbers(10, 50), numbers(10, 20), 16);
        assert_eq!(child, numbers(21, INFINITE));
        // But not beyond what the parent wants.
        assert_eq!(of_child(numbers(15, INFINITE), numbers(10, 50), numbers(10, 20), 16).pn, 15);
        // An only child has no rival.
        assert_eq!(of_child(NONE, numbers(10, 20), numbers(10, 20), INFINITE), NONE);
    }

    #[test]
    fn the_siblings_share_of_the_disproof_number_is_taken_off() {
        assert_eq!(of_child(numbers(99, 60), numbers(10, 50), numbers(10, 20), 16).dn, 30);
    }

    #[test]
    fn there_is_always_something_to_do() {
        for numbers_now in [numbers(10, INFINITE - 1), numbers(10, 90)] {
            let child = numbers(10, 80);
            let found = of_child(numbers(5, 70), numbers_now, child, 10);
            assert!(found.pn > child.pn && found.dn > child.dn, "{found:?}");
        }
    }
}
