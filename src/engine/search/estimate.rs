//! How likely a win is where nobody has decided it: an estimate for advice with hidden hands, which is never a verdict.
//!
//! The network was trained on positions that are soon solved, so what it says of hard ones is too sure. And a search that a limit ended
//! knows more: how much work seems to be left for either side. Both are fitted by logistic regression on positions of whole games that
//! were solved with more nodes. How well they hold on others is in `benches/advice/README.md`.

use super::evaluate::Guess;
use crate::tables::ProofNumbers;

/// How likely the side to move wins, by the network alone: the odds are those that it sees, to the power of 3/4.
pub fn estimate_of_guess(guess: &Guess) -> f64 {
    let likelihood = guess.probability();
    let root = (likelihood / (1.0 - likelihood)).sqrt();
    likelihood_of(root * root.sqrt())
}

/// How likely the side to move wins, by the numbers at which a limit ended the search: the odds are the root of their ratio.
pub fn estimate_of_numbers(ProofNumbers { pn, dn }: ProofNumbers) -> f64 {
    likelihood_of((f64::from(dn) / f64::from(pn)).sqrt())
}

fn likelihood_of(odds: f64) -> f64 {
    1.0 - 1.0 / (1.0 + odds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_work_left_for_one_side_makes_the_other_likelier() {
        let of = |pn, dn| estimate_of_numbers(ProofNumbers { pn, dn });
        assert_eq!(of(100, 100), 0.5);
        // Odds are the root of the ratio.
        assert!((of(100, 400) - 2.0 / 3.0).abs() < 1e-9 && (of(400, 100) - 1.0 / 3.0).abs() < 1e-9);
        assert!(of(1, 1 << 28) < 1.0 && of(1 << 28, 1) > 0.0);
    }
}
