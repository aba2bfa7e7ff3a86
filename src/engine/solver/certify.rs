//! Certificates: the solver as the guide of [`crate::proof`]'s writer.

use super::workers::{Resources, decide};
use super::{Report, Solver};
use crate::proof::{self, Claim, Guide, WriteError, Written};
use crate::rules::{Move, Position, Ruleset, Setup};
use crate::search::{Reason, Verdict};
use parking_lot::Mutex;
use std::io::Write;

/// The least and the most rows of a certificate's memory, as a binary logarithm: 2 MiB and 32 MiB. Between them there is
/// a row for each node of the search. More would not pay: to allocate the memory takes longer than to write a small
/// certificate.
const LOG2_ROWS: std::ops::RangeInclusive<u32> = 12..=16;

/// Plays the move that was reported in the position solved, and asks the search about all others.
struct Reported<'a, const SEATS: usize> {
    position: Position<SEATS>,
    best: Option<Move>,
    resources: Resources<'a, SEATS>,
}

impl<const SEATS: usize> Guide<SEATS> for Reported<'_, SEATS> {
    type Error = Option<Reason>;

    fn winning_move(&mut self, position: &Position<SEATS>) -> Result<Move, Option<Reason>> {
        // A position that the tables decide at once would not look at the clock.
        if let Some(reason @ (Reason::Time | Reason::Interrupted)) = self.resources.shared.budget.expired() {
            return Err(Some(reason));
        }
        if let Some(best) = self.best.filter(|_| *position == self.position) {
            return Ok(best);
        }
        match decide(position, &mut self.resources) {
            (Verdict::Win, Some(played)) => Ok(played),
            (verdict, _) => Err(verdict.reason()),
        }
    }
}

/// The most nodes of a solve that [`Options::certify_one_in`](super::Options::certify_one_in) checks: the certificate takes
/// about as many nodes again.
const CHECKED_NODES: u64 = 20_000;

/// The most memory that such a check may take, in bytes.
const CHECKED_MEMORY: u64 = 64 << 20;

impl Solver {
    /// Writes the certificate of `setup`, of which `report` is the [`Report`]. A win is proved by the move that it calls the
    /// best one.
    ///
    /// Right after the solve this is quick, since the tables still have what it found. The same limits apply again, and the
    /// same memory budget. At most an eighth of the budget is the memory with which the certificate is written and must be checked.
    ///
    /// # Errors
    /// An error of the output, or the reason why there is no verdict, here or in the report. A setup that is not a legal
    /// position is refused, and so is one that the report is not of.
    pub fn certify<const SEATS: usize>(
        &mut self,
        setup: &Setup<SEATS>,
        report: &Report,
        output: impl Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        let wins = match report.verdict {
            Verdict::Win => true,
            Verdict::Loss => false,
            Verdict::Unknown(reason) => return Err(WriteError::Guide(Some(reason))),
        };
        let rules = &report.rules;
        let position = setup.validate(rules)?;
        if report.position != position.into() {
            return Err(WriteError::OtherPosition);
        }
        let eighth = self.options.memory / 8;
        let wanted = report.nodes.max(1).ilog2().clamp(*LOG2_ROWS.start(), *LOG2_ROWS.end());
        let log2_rows = wanted.min(Claim::log2_rows_within(eighth as u64));
        let claim = Claim { rules: *rules, hands: setup.hands.to_vec(), turn: setup.turn, wins, log2_rows };
        self.prepare::<SEATS>(rules);
        let (budget, statistics) = (self.budget(), Mutex::default());
        let resources = self.resources::<SEATS>(rules, &budget, &statistics, 3 * eighth);
        // The table has most positions already. More workers would only wait for each other.
        let alone = Resources { memos: &mut resources.memos[..1], pool: None, ..resources };
        proof::write(&claim, &mut Reported { position, best: report.best, resources: alone }, output)
    }

    /// Writes and verifies the certificate of a verdict, if [`Options::certify_one_in`] selects the position.
    ///
    /// Most pruning rules need another argument for three hands than for two. A wrong one was once found by a certificate
    /// that could not be written. So builds for tests write certificates all the time. The position alone decides whether
    /// its verdict is checked, so that a failure can be repeated. Returns whether this one was.
    ///
    /// [`Options::certify_one_in`]: super::Options::certify_one_in
    ///
    /// # Panics
    /// If there is no certificate, or one that the checker refuses.
    pub(super) fn check_own_certificate<const SEATS: usize>(
        &mut self,
        position: &Position<SEATS>,
        rules: &Ruleset,
        report: &Report,
    ) -> bool {
        let Some(one_in) = self.options.certify_one_in.filter(|_| SEATS == 3) else { return false };
        let hash =
            position.hands().iter().fold(0, |hash: u64, hand| (hash ^ hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let chosen = (hash >> 32).is_multiple_of(one_in.max(1) as u64);
        if position.winner().is_some() || !chosen || !report.verdict.is_decided() || report.nodes > CHECKED_NODES {
            return false;
        }
        // A trick that nobody can have played, made up by a test, can't be stated in a certificate.
        let Some(setup) = position.setup(rules) else { return false };
        let mut bytes = Vec::new();
        match self.certify(&setup, report, &mut bytes) {
            Ok(_) => {}
            // A limit, not a fault.
            Err(WriteError::Guide(Some(_))) => return false,
            Err(error) => panic!("{position:?} {rules} is said to be a {}: {error}", report.verdict),
        }
        if let Err(error) = proof::verify_within(&bytes[..], CHECKED_MEMORY) {
            panic!("{position:?} {rules} is said to be a {}: the certificate fails: {error}", report.verdict);
        }
        true
    }
}
