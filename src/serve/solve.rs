//! `/api/solve`, `/api/review`, `/api/grade` and `/api/proof`: one position or game, one answer.

use super::answer::Note;
use super::metrics::Metrics;
use super::problem::Problem;
use super::workers::WorkerTools;
use super::{Client, Server, body, turn};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use canju::batch::{self, Record};
use canju::grade::GradeRecord;
use canju::requests::{Asked, AskedGame, prove};
use canju_engine::search::{Limits, StopFlag};
use std::sync::Arc;

/// Reads a position that is asked about, and what the log may say of it.
pub async fn asked(server: &Server, headers: &HeaderMap, body: Body) -> Result<(Asked, Note), Problem> {
    let (bytes, _share) = body::read(server, headers, body).await?;
    let asked = Asked::read(&bytes, server.config.time_limit)?;
    let note = Note(asked.puzzle.position.to_string());
    Ok((asked, note))
}

/// Decide one position.
#[cfg_attr(test, utoipa::path(post, path = "/api/solve", request_body = ref("#/components/schemas/Position"), responses(
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
    asked.check_solvable()?;
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
    let asked = asked.without_giant_line();
    let remembered = tools.remembered.clone();
    let solver = tools.solver(asked.task(stop));
    let mut record = batch::recall_or_solve(&remembered.answers, solver, &asked.puzzle);
    if let Record::Solved(solved) = &mut record {
        solved.statistics = None;
    }
    record
}

/// Review a game: which moves gave the win away. The limit of time is that of the whole game.
#[cfg_attr(test, utoipa::path(post, path = "/api/review", request_body = ref("#/components/schemas/Position"), responses(
    (status = 200, description = "The record; at a limit some positions are undecided", body = ref("#/components/schemas/Review")),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"),
    (status = "5XX", description = "Too much to do: see `retry-after`", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn review(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (bytes, _share) = body::read(&server, &headers, body).await?;
    let asked = AskedGame::read(&bytes, server.config.time_limit)?;
    let note = Note(asked.asked.puzzle.position.to_string());
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let record = asked.review(tools.solver(asked.asked.task(stop)))?;
        metrics.record(record.nodes);
        Ok(record)
    };
    turn::answer(&server, client, Some(note), find).await
}

/// Grade a position: how hard it is.
#[cfg_attr(test, utoipa::path(post, path = "/api/grade", request_body = ref("#/components/schemas/Position"), responses(
    (status = 200, description = "The record `canju.grade/1`, as `canju grade --format jsonl` has it", body = Object),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn grade(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (asked, note) = asked(&server, &headers, body).await?;
    asked.check_gradable()?;
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

/// Prove the verdict of a position: the certificate that `canju verify` checks.
#[cfg_attr(test, utoipa::path(post, path = "/api/proof", request_body = ref("#/components/schemas/Position"), responses(
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
    let asked = asked.verdict_alone();
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let (proof, nodes) = prove(tools.solver(asked.task(stop)), &asked.puzzle);
        metrics.record(nodes);
        Ok(proof?)
    };
    let text = turn::work(&server, client, find).await?;
    let mut response = turn::bytes(&server, text, HeaderValue::from_static("application/octet-stream"), Some(note))?;
    let name = HeaderValue::from_static("attachment; filename=\"canju.proof\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
