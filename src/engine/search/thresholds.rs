//! The thresholds of df-pn: how far to search below a child before another one may look better.
//!
//! A node has two thresholds: a proof number and a disproof number. The search stays below the node until its numbers reach
//! one of them. Then another child of its parent, or of a node further up, looks better. This file derives a child's
//! thresholds from its parent's. The df-pn loop of a worker (`dfpn.rs`) uses it, and the tree that the workers share
//! (`solver/workers/split_tree.rs`).

use crate::tables::{INFINITE, ProofNumbers};

/// No thresholds: search until the node is solved.
pub const NONE: ProofNumbers = ProofNumbers { pn: INFINITE, dn: INFINITE };

/// Where the mover seems to lose: how many times its number a rival must be better.
const REFUTED: u64 = 40;

/// The thresholds of a child. All numbers are in the view of the parent's mover.
///
/// - `parent`: the parent's own thresholds, `numbers`: the parent's numbers now.
/// - `child`: the child's numbers now.
/// - `rival`: the proof number of the best other child.
///
/// **Proof number.** The parent's proof number is the least of its children's. So the child is the best one until its number
/// exceeds `rival`, and it reaches the parent's threshold together with the parent. The threshold is the smaller of both,
/// with `rival` raised by a part of itself. This is the 1+ε trick (Pawlewicz and Lew 2007). Without it two children with about
/// equal numbers would take turns, and each turn visits the whole path down again.
///
/// Where the parent's mover seems to win, the part is a quarter: if another move becomes the best one, it shall be searched
/// soon. Where it seems to lose, all moves must be refuted anyway, and the part is forty times the number. Then the search
/// stays below a move until that is refuted, and what it found decides parts of the other moves. Both were chosen by measurement
/// (`benches/history.md`, "Thresholds of df-pn").
///
/// **Disproof number.** The parent's disproof number is the sum of its children's. The other children contribute
/// `numbers.dn - child.dn`. The child's threshold is the parent's less this contribution. Sums saturate below
/// [`INFINITE`], hence the saturating subtraction.
///
/// Both thresholds are above the child's numbers, so that a search below the child always visits a node.
pub fn of_child(parent: ProofNumbers, numbers: ProofNumbers, child: ProofNumbers, rival: u32) -> ProofNumbers {
    let rival = rival as u64;
    let part = if numbers.pn < numbers.dn { rival / 4 } else { REFUTED * rival };
    let loosened = (rival + part + 1).min(INFINITE as u64) as u32;
    let pn = parent.pn.max(child.pn + 1).min(loosened);
    let dn = match parent.dn {
        INFINITE => INFINITE,
        dn => (dn + child.dn).saturating_sub(numbers.dn).max(child.dn + 1),
    };
    ProofNumbers { pn, dn }
}

/// The thresholds of a job when so many workers search: each `denominator` of further workers add as much again.
///
/// Who ends a job puts it back under a lock for which the others wait. Many workers search many branches, which look about equally
/// promising. So a job would end soon, because another branch looks a little better, and that one is often being searched already.
pub fn of_job(wanted: ProofNumbers, workers: u64, denominator: u64) -> ProofNumbers {
    let loosened = |number: u32| {
        let number = u64::from(number);
        (number + number * workers.saturating_sub(1) / denominator).min(INFINITE as u64) as u32
    };
    ProofNumbers { pn: loosened(wanted.pn), dn: loosened(wanted.dn) }
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
        // Where the mover seems to lose, the search stays far longer.
        assert_eq!(of_child(NONE, numbers(10, 10), numbers(10, 5), 16).pn, 16 + 40 * 16 + 1);
        assert_eq!(of_child(NONE, numbers(10, 11), numbers(10, 5), 16).pn, 21);
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

    #[test]
    fn many_workers_stay_at_their_jobs_for_longer() {
        assert_eq!(of_job(numbers(10, 64), 1, 32), numbers(10, 64));
        assert_eq!(of_job(numbers(10, 64), 2, 32), numbers(10, 66));
        assert_eq!(of_job(numbers(10, 64), 129, 32), numbers(50, 320));
        assert_eq!(of_job(NONE, 129, 32), NONE);
        assert_eq!(of_job(numbers(INFINITE / 2, 1), 129, 32), numbers(INFINITE, 5));
    }
}
