//! Errors as `application/problem+json` (RFC 9457), with the text of the command line, the hand and the column.

use super::answer::written;
use super::workers::Refused;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use canju::requests::{Fault, Refusal};
use serde::Serialize;

/// A refusal with what HTTP says about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub refusal: Refusal,
    status: StatusCode,
    /// After how many seconds to try again.
    retry_after: Option<u64>,
    /// The methods that there are.
    allow: Option<&'static str>,
}

/// A problem as it is sent.
#[derive(Serialize)]
struct Sent<'a> {
    /// Always `about:blank`: the status says it.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    #[serde(flatten)]
    fault: &'a Fault,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem { refusal: Refusal::new(code, detail), status, retry_after: None, allow: None }
    }

    /// Its status, for tests.
    #[cfg(test)]
    pub fn into_status(self) -> u16 {
        self.status.as_u16()
    }

    /// A query or a request for something that does not exist.
    pub fn request(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad_request", detail)
    }

    /// Nothing is there.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not_found", detail)
    }

    /// No such address.
    pub fn nothing() -> Problem {
        Problem::not_found("there is nothing at this address")
    }

    /// The address takes other methods.
    pub fn method(allow: &'static str) -> Problem {
        let detail = format!("this method is not for this address: use {allow}");
        Problem { allow: Some(allow), ..Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail) }
    }

    /// The server has too much to do.
    pub fn busy(seconds: u64) -> Problem {
        let detail = format!("too much to do: try again in {seconds} s");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).later(seconds)
    }

    /// The server stops.
    pub fn stopping() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", "the server is being stopped").later(5)
    }

    /// To be tried again after this many seconds.
    fn later(self, seconds: u64) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// The field that is wrong.
    #[must_use]
    pub fn of(self, field: &str) -> Problem {
        Problem { refusal: self.refusal.of(field), ..self }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        match refused {
            Refused::Busy(seconds) => Problem::busy(seconds),
            Refused::Stopping => Problem::stopping(),
            Refused::TooMany(seconds) => {
                let detail = format!("most of what waits is yours: try again in {seconds} s");
                Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many", detail).later(seconds)
            }
            Refused::Failed => {
                let detail = "internal error: please report it with the request";
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
            }
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = match refusal.0.code {
            "undecided" | "proof_too_large" => StatusCode::UNPROCESSABLE_ENTITY,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        Problem { refusal, status, retry_after: None, allow: None }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status;
        let text = written(&Sent {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            fault: &self.refusal.0,
        });
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], text).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some(allow) = self.allow {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        response
    }
}
