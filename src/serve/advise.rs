//! `/api/advise`: advice for a player who does not see the other hands. An estimate, which never looks like a verdict.

use super::metrics::Metrics;
use super::problem::Problem;
use super::workers::WorkerTools;
use super::{Client, Server, body, turn};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use canju::requests::AskedAdvice;
use canju_engine::search::StopFlag;
use std::sync::Arc;

/// Advise a player who does not see the other hands: an estimate, and no verdict.
#[cfg_attr(test, utoipa::path(post, path = "/api/advise", request_body = ref("#/components/schemas/Advise"), responses(
    (status = 200, description = "The record; at a limit some moves are open in some worlds", body = ref("#/components/schemas/Advice")),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"),
    (status = "5XX", description = "Too much to do: see `retry-after`", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn advise(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (bytes, reservation) = body::read(&server, &headers, body).await?;
    let asked = AskedAdvice::read(&bytes, server.config.time_limit)?;
    drop((bytes, reservation));
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let (record, nodes) = asked.advise(tools.bare_solver(), stop);
        metrics.record(nodes);
        Ok(record)
    };
    turn::answer(&server, client, None, find).await
}
