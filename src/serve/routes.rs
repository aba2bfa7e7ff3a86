//! The addresses and their handlers.

use super::answer::written;
use super::metrics::Gauges;
use super::observe::observe;
use super::problem::Problem;
use super::{Server, batch, files, openapi, packs, questions};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Smaller answers are not compressed, in bytes: it would take longer than it saves.
const LEAST_COMPRESSED: u64 = 1 << 10;

type AppState = Arc<Server>;

/// All of it.
pub fn router(server: AppState) -> Router {
    let reads = |route: MethodRouter<AppState>| route.fallback(async || Problem::method("GET, HEAD"));
    let writes = |route: MethodRouter<AppState>| route.fallback(async || Problem::method("POST"));
    // A batch is answered line by line, and a compressor would hold lines back.
    let compressed = SizeAbove::new(LEAST_COMPRESSED)
        .and(NotForContentType::const_new("application/x-ndjson"))
        .and(NotForContentType::const_new("application/octet-stream"));
    Router::new()
        .route("/", reads(get(file)))
        .route("/files.json", reads(get(packs::files)))
        .route("/packs.json", reads(get(packs::list)))
        .route("/packs/{file}", reads(get(packs::pack_file)))
        .route("/api/solve", writes(post(questions::solve)))
        .route("/api/moves", writes(post(questions::moves)))
        .route("/api/review", writes(post(questions::review)))
        .route("/api/advise", writes(post(questions::advise)))
        .route("/api/batch", writes(post(batch::batch)))
        .route("/api/generate", writes(post(questions::generate)))
        .route("/api/deal", writes(post(questions::deal)))
        .route("/api/grade", writes(post(questions::grade)))
        .route("/api/proof", writes(post(questions::proof)))
        .route("/api/packs", reads(get(packs::list)))
        .route("/api/packs/{name}", reads(get(packs::pack)))
        .route("/api/openapi.json", reads(get(openapi::openapi)))
        .route("/healthz", reads(get(healthz)))
        .route("/metrics", reads(get(metrics)))
        .fallback(other)
        .layer(CompressionLayer::new().compress_when(compressed))
        .layer(from_fn_with_state(server.clone(), observe))
        .with_state(server)
}

async fn file(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    files::file(uri.path(), &headers)
}

/// A file of the app, or nothing.
async fn other(method: axum::http::Method, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    use axum::http::Method;
    match method {
        Method::GET | Method::HEAD => files::file(uri.path(), &headers),
        _ if files::is_there(uri.path()) => Err(Problem::method("GET, HEAD")),
        _ => Err(Problem::nothing()),
    }
}

/// Is the server well?
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Health {
    /// `ok` or `stopping`.
    status: &'static str,
    version: &'static str,
}

/// Is the server well?
#[cfg_attr(test, utoipa::path(get, path = "/healthz", responses(
    (status = 200, description = "It is", body = Health), (status = 503, description = "It is being stopped", body = Health))))]
pub async fn healthz(State(server): State<AppState>) -> Response {
    let stopping = server.stopping.load(Ordering::Relaxed);
    let (code, status) = if stopping { (StatusCode::SERVICE_UNAVAILABLE, "stopping") } else { (StatusCode::OK, "ok") };
    let health = Health { status, version: env!("CARGO_PKG_VERSION") };
    let text = written(&health);
    (code, [(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Counters and gauges.
#[cfg_attr(test, utoipa::path(get, path = "/metrics", responses(
    (status = 200, description = "In the text format of Prometheus", body = String, content_type = "text/plain"))))]
pub async fn metrics(State(server): State<AppState>) -> Response {
    let (queued, busy) = server.workers.load();
    let gauges = Gauges {
        queued,
        busy,
        workers: server.workers.threads(),
        budget: server.config.memory as u64,
        held: server.stock.held(),
        remembered: server.workers.remembered().counts(),
    };
    let text = server.metrics.page(&gauges);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
