//! A request's turn at a worker: the steps between reading a request that needs a search and sending its answer. A batch
//! has many turns and keeps the ticket for all of them, so it does this itself.

use super::Server;
use super::answer::{Note, written};
use super::metrics::Metrics;
use super::problem::Problem;
use super::workers::WorkerTools;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use canju_engine::search::StopFlag;
use serde::Serialize;
use std::net::IpAddr;

/// Gets in line, waits, and lets a worker work; the work counts what it has done.
///
/// # Errors
/// What the work says, or that there is too much to do.
pub async fn work<T: Send + 'static>(
    server: &Server,
    client: IpAddr,
    work: impl FnOnce(&mut WorkerTools, &StopFlag, &Metrics) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let ticket = server.workers.admit(client, false)?;
    let metrics = server.metrics.clone();
    ticket.run(server.config.time_limit, move |tools, stop| work(tools, stop, &metrics)).await?
}

/// As [`work()`], with the result as the answer. The worker writes it as JSON, because it may be long.
///
/// # Errors
/// See [`work()`]; and where there is no room for the answer.
pub async fn answer<T: Serialize>(
    server: &Server,
    client: IpAddr,
    note: Option<Note>,
    find: impl FnOnce(&mut WorkerTools, &StopFlag, &Metrics) -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let text = work(server, client, |tools, stop, metrics| Ok(written(&find(tools, stop, metrics)?))).await?;
    bytes(server, text, HeaderValue::from_static("application/json"), note)
}

/// An answer of this type, within the common stock.
///
/// # Errors
/// Where there is no room for it.
pub fn bytes(server: &Server, text: Vec<u8>, kind: HeaderValue, note: Option<Note>) -> Result<Response, Problem> {
    let text = server.stock.answer(text).ok_or_else(|| Problem::busy(1))?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    if let Some(note) = note {
        response.extensions_mut().insert(note);
    }
    Ok(response)
}
