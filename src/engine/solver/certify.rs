//! Certificates: the solver as the guide of [`crate::proof`]'s writer.

use super::points::{Game, Worth};
use super::workers::{Resources, decide};
use super::{Report, Solver, Task};
use crate::proof::{self, Claim, Claimed, Form, Guide, WriteError, Written};
use crate::rules::{AnyState, Move, State};
use crate::search::{Reason, Verdict};
use parking_lot::Mutex;
use std::io::{self, Write};
use std::sync::Arc;

/// The least and the most rows of a certificate's memory, as a binary logarithm: 2 MiB and 32 MiB. Between them there is
/// a row for each node of the search. More would not pay: to allocate the memory takes longer than to write a small
/// certificate.
const LOG2_ROWS: std::ops::RangeInclusive<u32> = 12..=16;

/// The most positions of a plain certificate: a checker needs 128 MB for them.
const MOST_POSITIONS: u32 = 1_000_000;

/// Plays the move that was reported in the position solved, and asks the search about all others.
struct Reported<'a, const SEATS: usize> {
    position: State<SEATS>,
    best: Option<Move>,
    resources: Resources<'a, SEATS>,
}

impl<const SEATS: usize> Guide<SEATS> for Reported<'_, SEATS> {
    type Error = Option<Reason>;

    fn winning_move(&mut self, position: &State<SEATS>) -> Result<Move, Option<Reason>> {
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

/// The most nodes of a solve that [`Experiment::certify_one_in`](super::Experiment::certify_one_in) checks: the certificate takes
/// about as many nodes again.
const CHECKED_NODES: u64 = 20_000;

/// The most memory that such a check may take, in bytes.
const CHECKED_MEMORY: u64 = 64 << 20;

impl Report {
    /// What its certificate claims, or why it has none.
    fn claimed<const SEATS: usize>(&self, state: &State<SEATS>) -> Result<Claimed, Reason> {
        let wins = match self.verdict {
            Verdict::Win => true,
            Verdict::Loss => false,
            Verdict::Unknown(reason) => return Err(reason),
        };
        let stakes = self.position.stakes();
        if !stakes.scoring.has_points() {
            return Ok(if wins { Claimed::Win } else { Claimed::Loss });
        }
        let certain = Game { position: state, stakes }.for_a_win();
        Ok(match self.worth {
            Some(Worth { at_least, at_most }) if at_least == at_most => Claimed::Exactly(at_least),
            Some(Worth { at_least, .. }) if wins => Claimed::AtLeast(at_least),
            Some(Worth { at_most, .. }) => Claimed::AtMost(at_most),
            None if wins => Claimed::AtLeast(certain),
            None => Claimed::AtMost(-certain),
        })
    }

    /// Is it certain that no other move is better than the one that is called best? Among moves of which only bounds are known there may
    /// be one.
    fn best_is_certain(&self) -> bool {
        !self.position.stakes().scoring.has_points()
            || self.worth.is_some_and(|worth| worth.value().is_some())
                && (self.moves.is_empty() || self.best.is_some_and(|best| self.best_moves().contains(&best)))
    }

    /// The certificate of the verdict, made by a solver of its own. [`Solver::certify`] with the solver that found the verdict
    /// is quicker.
    ///
    /// # Errors
    /// As [`Solver::certify`].
    ///
    /// ```
    /// use canju::{Position, Solver, Task, proof::verify};
    /// let position: Position = "K5 | 44Q".parse()?;
    /// let certificate = Solver::default().solve(&position, &Task::default()).certify()?;
    /// assert_eq!(verify(&certificate[..])?.claim.position, position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certify(&self) -> Result<Vec<u8>, WriteError<Option<Reason>>> {
        let mut certificate = Vec::new();
        Solver::default().certify(self, &Task::default(), &mut certificate)?;
        Ok(certificate)
    }
}

impl Solver {
    /// Writes the certificate of a report's verdict. A win is proved by the move that the report calls the best one. Where the
    /// position is played for points its value is proved. If a limit has left the value open, the points of the winner that are
    /// certain are proved, or those of the loser.
    ///
    /// Right after the solve this is quick, since the tables still have what it found. The task's limits hold for the
    /// certificate alone. At most an eighth of the budget is the memory with which the certificate is written and must be checked.
    /// With [`Task::plain`] the certificate is plain.
    ///
    /// It is written in pieces of some bytes each, and the output is flushed at the end: give a file in a
    /// [`BufWriter`](std::io::BufWriter).
    ///
    /// ```
    /// use canju::{Position, Solver, Task, proof::verify};
    /// use std::{fs::File, io::BufWriter};
    /// let position: Position = "K5 | 44Q".parse()?;
    /// let (mut solver, task) = (Solver::default(), Task::default());
    /// let report = solver.solve(&position, &task);
    /// # let path = std::env::temp_dir().join(format!("canju-doc-certify-{}.proof", std::process::id()));
    /// solver.certify(&report, &task, BufWriter::new(File::create(&path)?))?;
    /// assert_eq!(verify(File::open(&path)?)?.claim.position, position);
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An error of the output, or the reason why there is no verdict, here or in the report. The report of a finished game is
    /// refused. A plain certificate may be too large: it has at most a million positions, and an eighth of the memory budget.
    ///
    /// After an error a part of a certificate may have been written, which checkers refuse: throw it away. Nothing has been if
    /// the report has no verdict or is of a finished game. Of a plain certificate nothing is written before all of it is known.
    pub fn certify(
        &mut self,
        report: &Report,
        task: &Task,
        mut output: impl Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        self.certify_to(report, task, &mut output)
    }

    // Not generic, so that the search is compiled here and not in the crate that asks.
    fn certify_to(
        &mut self,
        report: &Report,
        task: &Task,
        output: &mut dyn Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        self.size_for(task);
        let eighth = self.plan.eighth() as u64;
        let wanted = report.nodes.max(1).ilog2().clamp(*LOG2_ROWS.start(), *LOG2_ROWS.end());
        let compared = Form::Compared { log2_rows: wanted.min(Form::log2_rows_within(eighth)) };
        if !task.plain {
            return self.certify_as(compared, report, task, output);
        }
        let plain = Form::Plain { positions: Form::positions_within(eighth).min(MOST_POSITIONS) };
        match self.certify_as(plain, report, task, output) {
            Err(WriteError::TooLarge { most, .. }) => {
                let written = self.certify_as(compared, report, task, &mut io::sink());
                Err(WriteError::TooLarge { most, compared: written.ok().map(|written| written.positions) })
            }
            result => result,
        }
    }

    fn certify_as(
        &mut self,
        form: Form,
        report: &Report,
        task: &Task,
        output: &mut dyn Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        match report.position.state() {
            AnyState::Two(state) => self.certify_state(state, form, report, task, output),
            AnyState::Three(state) => self.certify_state(state, form, report, task, output),
        }
    }

    fn certify_state<const SEATS: usize>(
        &mut self,
        state: &State<SEATS>,
        form: Form,
        report: &Report,
        task: &Task,
        output: &mut dyn Write,
    ) -> Result<Written, WriteError<Option<Reason>>> {
        let claimed = report.claimed(state).map_err(|reason| WriteError::Guide(Some(reason)))?;
        let claim = Claim { position: report.position, claimed, form };
        let rules = report.position.rules();
        self.prepare::<SEATS>(rules);
        let (budget, statistics) = (Arc::new(task.budget()), Mutex::default());
        let arenas = self.plan.arenas(true);
        let resources = self.resources::<SEATS>(rules, &budget, &statistics, arenas);
        // The table has most positions already. More workers would only wait for each other.
        let alone = Resources { memos: &mut resources.memos[..1], thread_pool: None, offer: None, ..resources };
        // The first question about points is the one that the player to move wins, if it is about the exact ones.
        let goal = claim.questions().and_then(|questions| questions.first().map(|first| first.goal));
        let position = state.with_goal(goal.unwrap_or_default());
        let best = report.best.filter(|_| report.best_is_certain());
        let mut guide = Reported { position, best, resources: alone };
        proof::write(&claim, state, &mut guide, output)
    }

    /// Writes and verifies the certificate of a verdict, if [`Experiment::certify_one_in`] selects the position.
    ///
    /// Most pruning rules need another argument for three hands than for two. A wrong one was once found by a certificate
    /// that could not be written. So tests write certificates all the time. The position alone decides whether its verdict
    /// is checked, so that a failure can be repeated. Returns whether this one was.
    ///
    /// [`Experiment::certify_one_in`]: super::Experiment::certify_one_in
    ///
    /// # Panics
    /// If there is no certificate, or one that the checker refuses.
    pub(super) fn check_own_certificate(&mut self, report: &Report, task: &Task) -> bool {
        let position = report.position;
        let hands = position.hands();
        let is_checked = hands.len() == 3 || position.stakes().scoring.has_points();
        let Some(one_in) = self.experiment.certify_one_in.filter(|_| is_checked) else { return false };
        let hash = hands.iter().fold(0, |hash: u64, hand| (hash ^ hand.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let chosen = (hash >> 32).is_multiple_of(one_in.max(1) as u64);
        if position.winner().is_some() || !chosen || !report.verdict.is_decided() || report.nodes > CHECKED_NODES {
            return false;
        }
        let mut bytes = Vec::new();
        match self.certify(report, task, &mut bytes) {
            Ok(_) => {}
            // A limit, not a fault; or a trick that nobody can have played, made up by a test.
            Err(WriteError::Guide(Some(_)) | WriteError::NotInPlay | WriteError::TooLarge { .. }) => return false,
            // After many bombs.
            Err(WriteError::Stakes(_)) => return false,
            Err(error) => panic!("{position} is said to be a {}: {error}", report.verdict),
        }
        if let Err(error) = proof::verify_within(&bytes[..], CHECKED_MEMORY) {
            panic!("{position} is said to be a {}: the certificate fails: {error}", report.verdict);
        }
        true
    }
}
