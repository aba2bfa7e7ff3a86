//! What a certificate claims: its header.

use super::VerifyError;
use super::memory::ROW_BYTES;
use crate::rules::{Combo, Hand, Move, Position, PositionError, Ruleset, Side, parse_move};
use std::fmt;

/// The first line of every certificate of this version.
pub const MAGIC: &str = "canju certificate 2";

/// The longest header, in bytes.
pub const MAX_HEADER: usize = 1024;

/// The least and the greatest binary logarithm of the rows of a memory: 7 KiB and 7 GiB.
pub const LOG2_ROWS: std::ops::RangeInclusive<u32> = 4..=24;

/// What a certificate claims, and how much its checker must remember.
///
/// ```
/// use canju::{proof::Claim, rules::{Ruleset, Side, parse_cards}};
/// let hands = vec![parse_cards("K5")?, parse_cards("44Q")?];
/// let claim = Claim { rules: Ruleset::default(), hands, last: None, wins: true, log2_rows: 4 };
/// assert_eq!((claim.winner(), claim.memory_bytes()), (Side::First, 7 << 10));
/// # Ok::<(), canju::rules::CardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The rules.
    pub rules: Ruleset,
    /// Two or three hands; the first is to move.
    pub hands: Vec<Hand>,
    /// What the first hand must answer.
    pub last: Option<Combo>,
    /// Does the side to move win?
    pub wins: bool,
    /// The binary logarithm of the rows of the memory.
    pub log2_rows: u32,
}

impl Claim {
    /// Bytes of the memory its checker keeps.
    pub fn memory_bytes(&self) -> u64 {
        ROW_BYTES << self.log2_rows
    }

    /// The greatest memory within a budget in bytes.
    pub fn log2_rows_within(budget: u64) -> u32 {
        (budget / ROW_BYTES).max(1).ilog2().clamp(*LOG2_ROWS.start(), *LOG2_ROWS.end())
    }

    /// The side that wins.
    pub fn winner(&self) -> Side {
        if self.wins { Side::First } else { Side::Second }
    }

    /// The claim of a header, its closing empty line included.
    pub(super) fn parse(header: &str) -> Result<Claim, VerifyError> {
        let bad = |what: String| VerifyError::Header(what);
        let mut lines = header.lines();
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(|| bad(format!("no `{name}`")))
        };
        let version = field("canju certificate").map_err(|_| VerifyError::NoCertificate)?;
        if version != "2" {
            return Err(bad(format!("version `{}` is not known, only 2 is", version.escape_debug())));
        }
        let rules: Ruleset = field("rules")?.parse().map_err(|error| bad(format!("rules: {error}")))?;
        let hands: Vec<&str> = field("hands")?.split(' ').collect();
        let last = Some(field("last")?).filter(|&last| last != "-");
        let wins = match field("verdict")? {
            "win" => true,
            "loss" => false,
            other => return Err(bad(format!("verdict `{}` is neither win nor loss", other.escape_debug()))),
        };
        let log2_rows = field("memory")?.parse().ok().filter(|rows| LOG2_ROWS.contains(rows));
        let log2_rows = log2_rows.ok_or_else(|| bad("memory: expected a number from 4 to 24".to_owned()))?;
        let position = |error: PositionError| bad(error.to_string());
        let hands = match hands[..] {
            [a, b] => Position::<2>::parse([a, b], last, &rules).map_err(position)?.hands().to_vec(),
            [a, b, c] => Position::<3>::parse([a, b, c], last, &rules).map_err(position)?.hands().to_vec(),
            _ => return Err(bad("expected two or three hands".to_owned())),
        };
        let last = last.and_then(|text| parse_move(text, &rules).ok()).and_then(Move::combo);
        let claim = Claim { rules, hands, last, wins, log2_rows };
        // One spelling only, so that a claim is its header.
        if claim.to_string() != header {
            return Err(bad("not spelled as this program spells it".to_owned()));
        }
        Ok(claim)
    }
}

impl fmt::Display for Claim {
    /// The header.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands: Vec<String> = self.hands.iter().map(Hand::to_string).collect();
        let last = self.last.map_or_else(|| "-".to_owned(), |last| self.rules.notation(Move::Play(last)));
        writeln!(f, "{MAGIC}\nrules {}\nhands {}\nlast {last}", self.rules, hands.join(" "))?;
        writeln!(f, "verdict {}\nmemory {}\n", if self.wins { "win" } else { "loss" }, self.log2_rows)
    }
}
