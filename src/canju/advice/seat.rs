//! Who sits where.

use crate::words::Language;
use canju_engine::InChinese;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A seat: the landlord, the farmer who plays after the landlord, and the one who plays before.
///
/// ```
/// use canju::advice::Seat;
/// assert_eq!("farmer1".parse::<Seat>()?.next(), Seat::Farmer2);
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// 地主.
    Landlord,
    /// 下家: plays after the landlord.
    Farmer1,
    /// 上家: plays before the landlord.
    Farmer2,
}

impl Seat {
    /// All seats, in playing order.
    pub const ALL: [Seat; 3] = [Seat::Landlord, Seat::Farmer1, Seat::Farmer2];

    /// As the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Landlord => "landlord",
            Seat::Farmer1 => "farmer1",
            Seat::Farmer2 => "farmer2",
        }
    }

    /// Who plays after it.
    pub const fn next(self) -> Seat {
        Seat::ALL[(self as usize + 1) % 3]
    }

    /// The other two, in playing order.
    pub fn others(self) -> [Seat; 2] {
        match self {
            Seat::Landlord => [Seat::Farmer1, Seat::Farmer2],
            Seat::Farmer1 => [Seat::Landlord, Seat::Farmer2],
            Seat::Farmer2 => [Seat::Landlord, Seat::Farmer1],
        }
    }
}

impl InChinese for Seat {
    fn in_chinese(&self) -> String {
        Language::Chinese.named("seat-name", self.name())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
