//! Certificates: written for a position that is asked about, and checked by the rules alone.

use crate::batch::{self, CertificateError, Record};
use crate::puzzle::Puzzle;
use crate::requests::refusal::Refusal;
use canju_engine::clock::Instant;
use canju_engine::proof::{Allowance, Form, VerifyError, verify_within};
use canju_engine::rules::Position;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Solver, Task};
use canju_engine::text::Fields;
use parking_lot::Mutex;
use serde::Serialize;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// The largest certificate that is written, in bytes.
const MOST_PROOF: usize = 64 << 20;

/// A certificate that is being written, of bounded size. The solver keeps one end, and we keep the other.
#[derive(Clone, Default)]
struct Sheet(Arc<Mutex<(Vec<u8>, bool)>>);

impl Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (text, is_full) = &mut *self.0.lock();
        if text.len() + bytes.len() > MOST_PROOF {
            *is_full = true;
            return Err(io::ErrorKind::StorageFull.into());
        }
        text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The certificate of a position's verdict, within the task's limits, and the nodes that the verdict took.
///
/// # Errors
/// `undecided` at a limit, `proof_too_large`, or `bad_puzzle`.
pub fn prove(solver: &mut Solver, puzzle: &Puzzle, task: &Task) -> (Result<Vec<u8>, Refusal>, u64) {
    let sheet = Sheet::default();
    let mut open = |_: &Puzzle| Ok(Some(Box::new(sheet.clone()) as Box<dyn Write>));
    let found = batch::solve_and_certify(solver, puzzle, task, &mut Some(&mut open));
    let nodes = if let Ok(Record::Solved(solved)) = &found { solved.nodes } else { 0 };
    let (text, is_full) = std::mem::take(&mut *sheet.0.lock());
    let result = match found {
        Ok(Record::Solved(solved)) => match &solved.reason {
            None => Ok(text),
            Some(reason) => Err(Refusal::new("undecided", format!("no certificate: limit of {reason} reached"))),
        },
        Ok(Record::Failed(failed)) => Err(Refusal::puzzle(failed.error.as_str())),
        Err(CertificateError::Io(_)) if is_full => {
            Err(Refusal::new("proof_too_large", format!("the certificate takes more than {MOST_PROOF} bytes")))
        }
        Err(error @ CertificateError::TooLarge { .. }) => Err(Refusal::new("proof_too_large", error.to_string())),
        Err(error) => Err(Refusal::new("internal", error.to_string())),
    };
    (result, nodes)
}

/// What a certificate proves.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// `canju.checked/1`.
    pub schema: &'static str,
    /// The hands in playing order.
    pub hands: Vec<String>,
    /// The hand to move, from 1.
    pub turn: usize,
    /// What it must beat.
    pub last: Option<String>,
    /// The hand that played it, from 1.
    pub last_by: Option<usize>,
    /// The rules.
    pub rules: String,
    /// How it is scored, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    /// The stake so far, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    /// How often each of three hands has played, if spring counts; 2 stands for more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_made: Option<[u8; 3]>,
    /// For the side to move: `win` or `loss`; `null` if the points that are proved don't say it.
    pub verdict: Option<&'static str>,
    /// The points that the player to move gets at least, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_at_least: Option<i64>,
    /// The points that it gets at most, if that is proved. If both are proved and equal, this is what the position is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_at_most: Option<i64>,
    /// Is it plain, so that the rules alone were enough to check it?
    pub plain: bool,
    /// Positions visited.
    pub positions: u64,
    /// Moves followed, the forced passes not counted.
    pub moves: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// Milliseconds that the check took.
    pub elapsed_ms: f64,
}

/// A certificate that is read until somebody stops.
struct UntilStopped<'a> {
    certificate: &'a mut dyn Read,
    stop: &'a StopFlag,
}

impl Read for UntilStopped<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.stop.is_stopped() {
            return Err(io::Error::other("stopped"));
        }
        // So much is checked in milliseconds.
        let few = buffer.len().min(4 << 10);
        self.certificate.read(&mut buffer[..few])
    }
}

/// Checks a certificate with the rules alone. It says itself what it is about: compare that with what was asked.
///
/// # Errors
/// `bad_proof` with the first offending position; `undecided` if it takes more than is allowed, or was stopped.
pub fn check(certificate: &mut dyn Read, allowed: Allowance, stop: &StopFlag) -> Result<Checked, Refusal> {
    let start = Instant::now();
    let verified = verify_within(UntilStopped { certificate, stop }, allowed).map_err(|error| {
        let is_limit = matches!(error, VerifyError::Time { .. } | VerifyError::Memory { .. }) || stop.is_stopped();
        Refusal::new(if is_limit { "undecided" } else { "bad_proof" }, error.to_string())
    })?;
    let position: &Position = &verified.claim.position;
    let Fields { hands, turn, last, rules, scoring, stake, .. } = position.fields();
    let counts_spring = position.stakes().scoring.counts_spring() && position.hands().len() == 3;
    let [value_at_least, value_at_most] = verified.claim.claimed.bounds();
    Ok(Checked {
        schema: "canju.checked/1",
        hands,
        turn,
        last,
        last_by: position.last().map(|last| last.by + 1),
        rules,
        scoring,
        stake,
        moves_made: counts_spring.then_some(position.stakes().moves_made),
        verdict: verified.claim.wins().map(|wins| if wins { "win" } else { "loss" }),
        value_at_least,
        value_at_most,
        plain: matches!(verified.claim.form, Form::Plain { .. }),
        positions: verified.positions,
        moves: verified.moves,
        bytes: verified.bytes,
        elapsed_ms: start.elapsed().as_micros() as f64 / 1000.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::asked::Asked;
    use canju_engine::solver::Options;
    use std::time::Duration;

    fn check(certificate: &[u8]) -> Result<Checked, Refusal> {
        super::check(&mut &*certificate, Allowance::default(), &StopFlag::default())
    }

    fn proved(solver: &mut Solver, body: &str) -> (Result<Vec<u8>, Refusal>, u64) {
        let asked = Asked::read(body.as_bytes(), Duration::MAX).expect(body).verdict_alone();
        prove(solver, &asked.puzzle, &asked.task)
    }

    #[test]
    fn what_is_proved_is_checked() {
        let mut solver = Solver::new(Options { threads: 1, memory: 4 << 20, ..Options::default() });
        for (plain, form) in [("false", false), ("true", true)] {
            let body = format!(r#"{{"hands":["K5","44Q"],"turn":2,"last":"3","plain":{plain}}}"#);
            let (proof, nodes) = proved(&mut solver, &body);
            let proof = proof.expect("a certificate");
            let checked = check(&proof).expect("it holds");
            assert_eq!(
                (checked.hands, checked.turn, checked.last.as_deref()),
                (vec!["5K".to_owned(), "44Q".to_owned()], 2, Some("3"))
            );
            assert_eq!((checked.plain, checked.bytes, nodes > 0), (form, proof.len() as u64, true));
            let mut broken = proof.clone();
            *broken.last_mut().expect("bytes") ^= 1;
            assert_eq!(check(&broken).expect_err("it is broken").0.code, "bad_proof");
        }
        let body = r#"{"hands":["3333K","44Q"],"scoring":"douzero","stake":3}"#;
        let proof = proved(&mut solver, body).0.expect("a certificate");
        let checked = check(&proof).expect("it holds");
        assert_eq!((checked.scoring, checked.stake, checked.moves_made), (Some("douzero"), Some(3), None));
        let bounds = (checked.value_at_least, checked.value_at_most);
        assert_eq!((checked.verdict, bounds), (Some("win"), (Some(6), Some(6))));
        let stopped = StopFlag::default();
        stopped.stop();
        let refused = super::check(&mut &proof[..], Allowance::default(), &stopped).expect_err("stopped");
        assert_eq!(refused.0.code, "undecided");
        let late = proved(&mut solver, r#"{"hands":["346999Q2","34JAAD"],"time_limit_ms":0}"#);
        let refused = late.0.expect_err("no time");
        assert_eq!((refused.0.code, refused.0.detail.as_str()), ("undecided", "no certificate: limit of time reached"));
    }
}
