//! `/api/moves`: every legal move of a position with its verdict, and where it leads, for stepping through a game.
//!
//! A losing move comes with its refutation. One search answers for all moves, with tables that last from move to move, so
//! this takes little more than the verdicts.

use super::metrics::Metrics;
use super::problem::Problem;
use super::solve::asked;
use super::workers::WorkerTools;
use super::{Client, Server, turn};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use canju::requests::{Asked, Replies, WrittenReplies, replies};
use canju_engine::search::StopFlag;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Every legal move with its verdict.
#[cfg_attr(test, utoipa::path(post, path = "/api/moves", request_body = ref("#/components/schemas/Position"), responses(
    (status = 200, description = "The moves; at a limit some are undecided", body = ref("#/components/schemas/Replies")),
    (status = "4XX", description = "A problem", body = super::problem::Fault, content_type = "application/problem+json"))))]
pub async fn moves(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (asked, note) = asked(&server, &headers, body).await?;
    let find = move |tools: &mut WorkerTools, stop: &StopFlag, metrics: &Metrics| {
        let asked = Asked { all_moves: false, ..asked }.without_giant_line();
        let (position, start) = (&asked.puzzle.position, Instant::now());
        let key = (*position, asked.line);
        let remembered = tools.remembered.clone();
        let replies = match remembered.replies.get(&key) {
            Some(found) => {
                Replies { nodes: 0, elapsed_ms: milliseconds(start.elapsed()), ..WrittenReplies::clone(&found) }
            }
            None => {
                let (replies, is_whole) = replies(tools.solver(asked.task(stop)), position);
                let replies = replies.written().expect("texts and numbers");
                if is_whole {
                    let bytes = replies.heap_bytes();
                    remembered.replies.insert(key, replies.clone(), bytes);
                }
                replies
            }
        };
        metrics.record(replies.nodes);
        Ok(replies)
    };
    turn::answer(&server, client, Some(note), find).await
}

fn milliseconds(elapsed: Duration) -> f64 {
    elapsed.as_micros() as f64 / 1000.0
}
