//! One number for how hard a puzzle is: 1.0, and some tenths for each of its measures. This is the whole formula.
//!
//! | measure | tenths | at most | why |
//! |---|---|---|---|
//! | plies of the line under best resistance | one for every two beyond 5 | 14 | that far one must see to be sure |
//! | traps, `n` of them | 3 log₂(1 + n) | 12 | each has to be refuted; the tenth is less new than the first |
//! | plies of the refutations, their median | one for every three beyond 5 | 6 | a long refutation is harder to see than a short one |
//! | the winner's only moves on that line | one each | 10 | each can be missed, even after a right start |
//! | no winning first move looks good | 3 | 3 | it breaks what players don't like to break |
//! | simple players whose first move loses | one each | 3 | the natural move is wrong |
//! | a lost position whose player needs fewer combinations than every opponent | 3 | 3 | it looks won |
//! | other winning moves than the first, by their share of all moves | − 10 × share | −10 | one may win without knowing why |
//!
//! The sum is cut off at 40 tenths, which makes 5.0. If a simple player wins, the sum is divided by three and cut off at 9 tenths:
//! 1.9 at most, since no thought is needed. A trap or a line whose exact length takes too many nodes counts as long: as the most
//! for a trap, and with the plies of the line that was found.
//!
//! For a lost position the traps are all moves that look good, and the line's winner is the other side: the number
//! says how hard it is to see that nothing helps.
//!
//! **Calibration.** The weights were not fitted to anything. They were chosen so that the parts are about equally large over
//! puzzles of 5 + 5 to 13 + 13 cards, and then compared with two outside measures
//! (`scripts/train/calibrate_difficulty.py`): the levels that publishers gave their puzzles, and the least number of plies
//! that a careful player must look ahead. `puzzles/graded/README.md` has the figures, and says where the number fails.
//!
//! **Three hands.** The formula is the same: for a sample of three hands it agrees with the depth of sight as well as for two, for
//! the landlord and for both farmers. So nothing was changed for them.

use super::Grade;
use crate::puzzle::Difficulty;
use canju_engine::search::Verdict;

/// 3 log₂(1 + n), rounded: from 15 traps on the most.
const OF_TRAPS: [u32; 16] = [0, 3, 5, 6, 7, 8, 8, 9, 10, 10, 10, 11, 11, 11, 12, 12];

/// Plies that count as nothing: nearly everyone sees that far.
const SEEN: u32 = 5;

/// The plies of a refutation that was not found within its nodes.
const LONG: u32 = 29;

/// How hard a position with these measures is for the player at `seat`.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"346999Q2 | 34JAAD".parse()?)?;
/// assert_eq!(grade.difficulty, canju::grade::difficulty(&grade, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn difficulty(grade: &Grade, seat: usize) -> Difficulty {
    let beyond = |plies: u32, per: u32, most: u32| (plies.saturating_sub(SEEN) / per).min(most);
    let is_win = grade.verdict == Verdict::Win;
    let line = beyond(grade.line.moves.len() as u32, 2, 14);
    let traps = OF_TRAPS[grade.traps.len().min(OF_TRAPS.len() - 1)];
    let refutations = beyond(median(grade), 3, 6);
    let only = (grade.line.only_moves as u32).min(10);
    let hidden = if is_win && !grade.best_looks_good { 3 } else { 0 };
    let wrong = grade.simple_players.iter().filter(|player| !player.starts_right).count() as u32;
    let looks_won = if !is_win && grade.looks_won(seat) { 3 } else { 0 };
    let others = 10 * grade.winning.len().saturating_sub(1) / grade.choices.max(1);
    let sum = (line + traps + refutations + only + hidden + wrong + looks_won).saturating_sub(others as u32);
    let sum = if grade.is_easy() { (sum / 3).min(9) } else { sum.min(40) };
    Difficulty::of_tenths(10 + sum)
}

/// The median of the refutations' plies, the lower of two; 0 without traps.
fn median(grade: &Grade) -> u32 {
    let plies: Vec<u32> = grade.traps.iter().map(|trap| trap.plies.map_or(LONG, u32::from)).collect();
    // Of those that no more than half of the others are below the greatest; to sort them would take more code than all else here.
    let below = |bound: u32| plies.iter().filter(|&&plies| plies < bound).count();
    let middle = plies.len().saturating_sub(1) / 2;
    plies.iter().copied().filter(|&plies| below(plies) <= middle).max().unwrap_or_default()
}
