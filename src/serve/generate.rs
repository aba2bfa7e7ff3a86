//! `/api/generate`: new puzzles, the same for a seed as those of `canju generate`.

use super::metrics::Metrics;
use super::problem::Problem;
use super::workers::WorkerTools;
use super::{Client, Server, body, turn};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use canju::requests::Wanted;
use canju_engine::search::StopFlag;
use std::sync::Arc;

/// Make new puzzles.
#[cfg_attr(test, utoipa::path(post, path = "/api/generate", request_body = ref("#/components/schemas/Generate"), responses(
    (status = 200, description = "The puzzles; fewer at a limit", body = ref("#/components/schemas/Generated")),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn generate(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (bytes, reservation) = body::read(&server, &headers, body).await?;
    let wanted = Wanted::read(&bytes, server.config.time_limit, rand::random())?;
    drop((bytes, reservation));
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let (generated, grader) = canju::requests::generate(&wanted, tools.take_grader(), stop);
        tools.put_back(grader);
        for _ in &generated.puzzles {
            metrics.record(0);
        }
        Ok(generated)
    };
    turn::answer(&server, client, None, find).await
}
