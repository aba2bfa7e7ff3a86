//! provisional
use super::Grade;
use crate::puzzle::Difficulty;

/// How hard a position with these measures is.
pub fn difficulty(_grade: &Grade, _seat: usize) -> Difficulty {
    Difficulty::LEAST
}
