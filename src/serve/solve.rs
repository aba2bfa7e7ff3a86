//! `/api/solve`, `/api/grade` and `/api/proof`: one position, one answer.

use super::answer::Note;
use super::asked::Asked;
use super::metrics::Metrics;
use super::problem::Problem;
use super::workers::WorkerTools;
use super::{Client, Server, body, turn};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use canju_engine::rules::{Hand, Ruleset, visit_combos};
use canju_engine::search::{Limits, StopFlag};
use canju_packs::batch::{self, CertificateError, Record};
use canju_packs::puzzle::Puzzle;
use canju_puzzles::grade::GradeRecord;
use parking_lot::Mutex;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The most first moves that are listed. Two packs can have more than fit in memory.
pub const MOST_MOVES: usize = 10_000;

/// The most moves of a hand with which a line of play is made: far more than any hand of a game has.
const MOST_LEADS: usize = 20_000;

/// The largest certificate that is sent, in bytes.
const MOST_PROOF: usize = 64 << 20;

/// Reads a position that is asked about, and what the log may say of it.
pub async fn asked(server: &Server, headers: &HeaderMap, body: Body) -> Result<(Asked, Note), Problem> {
    let (bytes, _share) = body::read(server, headers, body).await?;
    let asked = Asked::read(&bytes, server.config.time_limit)?;
    let note = Note(asked.puzzle.position.to_string());
    Ok((asked, note))
}

/// Decide one position.
#[cfg_attr(test, utoipa::path(post, path = "/api/solve", request_body = super::asked::PositionBody, responses(
    (status = 200, description = "The record; undecided at a limit", body = ref("#/components/schemas/SolvedRecord")),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"),
    (status = "5XX", description = "Too much to do: see `retry-after`", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn solve(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (asked, note) = asked(&server, &headers, body).await?;
    if asked.all_moves && has_too_many_moves(&asked.puzzle) {
        return Err(
            Problem::puzzle(format!("more than {MOST_MOVES} first moves: too many for `all_moves`")).of("all_moves")
        );
    }
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let record = record(tools, stop, asked);
        if let Record::Solved(solved) = &record {
            metrics.record(solved.nodes);
        }
        Ok(record)
    };
    turn::answer(&server, client, Some(note), find).await
}

/// The record of a position.
fn record(tools: &mut WorkerTools, stop: &StopFlag, asked: Asked) -> Record {
    let asked = Asked { line: asked.line && !is_giant(&asked.puzzle), ..asked };
    let remembered = tools.remembered.clone();
    let solver = tools.solver(asked.task(stop));
    let mut record = batch::recall_or_solve(&remembered.answers, solver, &asked.puzzle);
    if let Record::Solved(solved) = &mut record {
        solved.statistics = None;
    }
    record
}

/// Has the position more than [`MOST_MOVES`] first moves?
pub fn has_too_many_moves(puzzle: &Puzzle) -> bool {
    !puzzle.position.some_moves(MOST_MOVES).1
}

/// Has a hand more moves than a line of play can go through in time and memory?
pub fn is_giant(puzzle: &Puzzle) -> bool {
    puzzle.position.hands().iter().any(|&hand| has_many_leads(hand, puzzle.position.rules()))
}

fn has_many_leads(hand: Hand, rules: &Ruleset) -> bool {
    let mut count = 0;
    let counted = visit_combos(hand, None, rules, |_| {
        count += 1;
        if count > MOST_LEADS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    counted.is_break()
}

/// Grade a position: how hard it is.
#[cfg_attr(test, utoipa::path(post, path = "/api/grade", request_body = super::asked::PositionBody, responses(
    (status = 200, description = "The record `canju.grade/1`, as `canju grade --format jsonl` has it", body = Object),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn grade(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (asked, note) = asked(&server, &headers, body).await?;
    if has_too_many_moves(&asked.puzzle) || is_giant(&asked.puzzle) {
        return Err(Problem::puzzle("too many moves to grade it").of("hands"));
    }
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let limits = Limits { time: Some(asked.limit), nodes: None };
        let mut grader = tools.take_grader();
        grader.set_task(limits, stop, asked.lookahead);
        let grade = tools.remembered.grades.grade(&mut grader, &asked.puzzle.position);
        let record = GradeRecord::new(&asked.puzzle, &grade);
        tools.put_back(grader);
        metrics.record(0);
        Ok(record)
    };
    turn::answer(&server, client, Some(note), find).await
}

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

/// Prove the verdict of a position: the certificate that `canju verify` checks.
#[cfg_attr(test, utoipa::path(post, path = "/api/proof", request_body = super::asked::PositionBody, responses(
    (status = 200, description = "The certificate", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 422, description = "No verdict within the limit, or the certificate is too large", body = super::problem::Fault, content_type = "application/problem+json"),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn proof(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (asked, note) = asked(&server, &headers, body).await?;
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let asked = Asked { line: false, all_moves: false, shortest: false, ..asked };
        let sheet = Sheet::default();
        let mut open = |_: &Puzzle| Ok(Some(Box::new(sheet.clone()) as Box<dyn Write>));
        let found = batch::solve_and_certify(tools.solver(asked.task(stop)), &asked.puzzle, &mut Some(&mut open));
        metrics.record(if let Ok(Record::Solved(solved)) = &found { solved.nodes } else { 0 });
        let (text, is_full) = std::mem::take(&mut *sheet.0.lock());
        match found {
            Ok(Record::Solved(solved)) => match &solved.reason {
                None => Ok(text),
                Some(reason) => Err(unprocessable("undecided", format!("no certificate: limit of {reason} reached"))),
            },
            Ok(Record::Failed(failed)) => Err(Problem::puzzle(failed.error)),
            Err(CertificateError::Io(_)) if is_full => {
                Err(unprocessable("proof_too_large", format!("the certificate takes more than {MOST_PROOF} bytes")))
            }
            Err(error @ CertificateError::TooLarge { .. }) => Err(unprocessable("proof_too_large", error.to_string())),
            Err(error) => Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", error.to_string())),
        }
    };
    let text = turn::work(&server, client, find).await?;
    let mut response = turn::bytes(&server, text, HeaderValue::from_static("application/octet-stream"), Some(note))?;
    let name = HeaderValue::from_static("attachment; filename=\"canju.proof\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

fn unprocessable(code: &'static str, detail: String) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
}
