//! The difficulty of a puzzle as it is written: one number from 1.0 to 5.0 with one decimal.
//!
//! It is kept in tenths, so it is the same on every machine and compares exactly. What it rests on is in `canju::grade`;
//! here it is only read and written.

use canju_engine::InChinese;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// How hard a puzzle is: from 1.0, which simple habits solve, to 5.0.
///
/// ```
/// use canju::puzzle::Difficulty;
/// let difficulty: Difficulty = "3.4".parse()?;
/// assert_eq!((difficulty.tenths(), difficulty.to_string()), (34, "3.4".to_owned()));
/// assert!("5.1".parse::<Difficulty>().is_err());
/// # Ok::<(), canju::puzzle::DifficultyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Difficulty(u8);

/// A text that is not a difficulty.
///
/// ```
/// use canju::puzzle::Difficulty;
/// let error = "hard".parse::<Difficulty>().unwrap_err();
/// assert_eq!(error.to_string(), "`hard` is not a difficulty: expected 1 to 5 with at most one decimal, such as 3.4");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a difficulty: expected 1 to 5 with at most one decimal, such as 3.4")]
pub struct DifficultyError(String);

impl InChinese for DifficultyError {
    fn in_chinese(&self) -> String {
        format!("`{}` 不是难度：应是 1 到 5，最多一位小数，例如 3.4", self.0)
    }
}

impl Difficulty {
    /// 1.0.
    pub const LEAST: Difficulty = Difficulty(10);
    /// 5.0.
    pub const MOST: Difficulty = Difficulty(50);

    /// This many tenths, or the nearest difficulty there is.
    ///
    /// ```
    /// use canju::puzzle::Difficulty;
    /// assert_eq!([3, 27, 99].map(|tenths| Difficulty::of_tenths(tenths).to_string()), ["1.0", "2.7", "5.0"]);
    /// ```
    pub fn of_tenths(tenths: u32) -> Difficulty {
        Difficulty(tenths.clamp(Difficulty::LEAST.0.into(), Difficulty::MOST.0.into()) as u8)
    }

    /// In tenths, from 10 to 50.
    pub fn tenths(self) -> u32 {
        self.0.into()
    }
}

impl FromStr for Difficulty {
    type Err = DifficultyError;

    fn from_str(text: &str) -> Result<Difficulty, DifficultyError> {
        let error = || DifficultyError(text.to_owned());
        let (whole, decimal) = text.split_once('.').unwrap_or((text, "0"));
        let digit = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() == 1).ok_or_else(error);
        let tenths = 10 * digit(whole)? + digit(decimal)?;
        let found = Difficulty::of_tenths(tenths);
        if found.tenths() == tenths { Ok(found) } else { Err(error()) }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

impl Serialize for Difficulty {
    /// A number with one decimal.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_difficulty_reads_back() {
        for tenths in 10..=50 {
            let difficulty = Difficulty::of_tenths(tenths);
            assert_eq!(difficulty.to_string().parse(), Ok(difficulty));
            assert_eq!(serde_json::to_string(&difficulty).unwrap(), difficulty.to_string());
        }
        assert_eq!("3".parse(), Ok(Difficulty::of_tenths(30)));
        for wrong in ["", ".", "3.", ".5", "0.9", "5.1", "3.45", "-1", "+1", "1.+", "３", "1e0"] {
            assert!(wrong.parse::<Difficulty>().is_err(), "{wrong}");
        }
    }
}
