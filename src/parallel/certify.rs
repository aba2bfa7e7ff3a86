//! Certificates: the solver as the guide of [`crate::proof`]'s writer.

use super::decide::{Crew, decide};
use super::{Report, Solver};
use crate::proof::{self, Claim, Guide, WriteError, Written};
use crate::rules::{Move, Position, Ruleset, Setup};
use crate::search::{Reason, Verdict};
use std::io::Write;

/// The rows of a certificate's memory, as a binary logarithm: at least 1.75 MiB, at most 28 MiB. Between them a row for each
/// node of the search, for to make room takes longer than a small certificate.
const LOG2_ROWS: std::ops::RangeInclusive<u32> = 12..=16;

impl<const SEATS: usize> Guide<SEATS> for Crew<'_, SEATS> {
    type Error = Option<Reason>;

    fn winning_move(&mut self, position: &Position<SEATS>) -> Result<Move, Option<Reason>> {
        match decide(position, self) {
            (Verdict::Win, Some(played)) => Ok(played),
            (verdict, _) => Err(verdict.reason()),
        }
    }
}

impl Report {
    /// Takes the verdict back, with all that rests on it.
    pub fn undecide(&mut self, reason: Reason) {
        self.verdict = Verdict::Unknown(reason);
        self.best = None;
        self.winning_moves.clear();
        self.moves.clear();
        self.line.clear();
    }
}

impl Solver {
    /// Writes the certificate of the position solved last, that of `setup`: `report` is what [`Solver::solve`] returned
    /// for it. What that left in the table makes this quick; the same limits hold once more, and the budget: an eighth of it at most is
    /// the memory the certificate is written with and must be checked with.
    ///
    /// # Errors
    /// Of the output; or the reason why there is no verdict, here or in the report. A setup that is not a legal position is
    /// refused: a finished game needs no certificate.
    pub fn certify<const SEATS: usize>(
        &mut self,
        setup: &Setup<SEATS>,
        rules: &Ruleset,
        report: &Report,
        output: impl Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        let wins = match report.verdict {
            Verdict::Win => true,
            Verdict::Loss => false,
            Verdict::Unknown(reason) => return Err(WriteError::Guide(Some(reason))),
        };
        let eighth = self.options.memory / 8;
        let wanted = report.nodes.max(1).ilog2().clamp(*LOG2_ROWS.start(), *LOG2_ROWS.end());
        let log2_rows = wanted.min(Claim::log2_rows_within(eighth as u64));
        let claim = Claim { rules: *rules, hands: setup.hands.to_vec(), last: setup.last, wins, log2_rows };
        self.take_rules(rules);
        let watch = self.watch();
        let crew = self.crew::<SEATS>(rules, &watch, 3 * eighth);
        // Most positions are a look into the table: more workers would only wait for each other.
        let mut alone = Crew { memos: &mut crew.memos[..1], pool: None, ..crew };
        proof::write(&claim, &mut alone, output)
    }
}
