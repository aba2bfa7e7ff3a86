//! Wraps every request: sets its headers, counts it, and writes its line in the log.
//!
//! A line of the log has no cards in it and nothing else that a client has written, unless the log is verbose.

use super::answer::Note;
use super::{Client, Server};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the page may load: nothing from elsewhere, and no script or style but those of the app's files. The solver is WebAssembly. Only
/// pages of this server may have it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The route of an unknown address.
pub const OTHER: &str = "other";

/// A request that is being answered. If it is dropped before there is an answer, the client has gone away.
struct Answering {
    server: Arc<Server>,
    method: Method,
    route: &'static str,
    client: IpAddr,
    start: Instant,
    is_answered: bool,
}

impl Answering {
    fn finish(mut self, response: &Response, path: &str) {
        self.is_answered = true;
        let (status, took) = (response.status(), self.start.elapsed());
        self.server.metrics.answered(self.route, status.as_u16(), took);
        let note = response.extensions().get::<Note>().map(|note| note.0.as_str());
        let verbose = self.server.config.verbose;
        let path = if verbose { canju_engine::rules::shown(path) } else { self.route.into() };
        let (method, client, ms) = (self.method.as_str(), self.client, milliseconds(took));
        match note.filter(|_| verbose) {
            Some(puzzle) => tracing::info!(method, %path, status = status.as_u16(), ms, %client, puzzle),
            None => tracing::info!(method, %path, status = status.as_u16(), ms, %client),
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.server.metrics.in_flight(-1);
        if !self.is_answered {
            self.server.metrics.client_gone();
            let (method, client, ms) = (self.method.as_str(), self.client, milliseconds(self.start.elapsed()));
            tracing::info!(method, path = self.route, status = "gone", ms, %client);
        }
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}

/// See the module's head.
pub async fn observe(
    State(server): State<Arc<Server>>,
    matched: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let client = request.extensions().get::<Client>().map_or(IpAddr::from([0, 0, 0, 0]), |client| client.0);
    let route = matched.and_then(|path| super::metrics::known(path.as_str())).unwrap_or(OTHER);
    let path = request.uri().path().to_owned();
    server.metrics.in_flight(1);
    let (method, start) = (request.method().clone(), Instant::now());
    let answering = Answering { server: server.clone(), method, route, client, start, is_answered: false };
    let is_api = path.starts_with("/api/");
    let mut response = match super::hosts::check(&server.config, &request) {
        Err(problem) => problem.into_response(),
        Ok(()) if server.config.allow_origin.is_some() && request.method() == Method::OPTIONS && is_api => preflight(),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(origin) = server.config.allow_origin.as_ref().filter(|_| is_api) {
        allow(headers, origin);
    }
    if matches!(response.status(), StatusCode::REQUEST_TIMEOUT | StatusCode::PAYLOAD_TOO_LARGE) {
        // The rest of the body may still come.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    answering.finish(&response, &path);
    response
}

/// Pages of this origin may read the answer.
fn allow(headers: &mut HeaderMap, origin: &HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}

/// Answers the question that a browser asks before it sends JSON from another origin.
fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
