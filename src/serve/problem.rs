//! Errors as `application/problem+json` (RFC 9457), with the text of the command line, the hand and the column.

use super::answer::written;
use super::workers::Refused;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use canju::requests::Refusal;
use serde::Serialize;

/// What is wrong. It is rare, so it does not weigh on what is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem(pub Box<Fault>);

/// What is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Problem, example = json!({"type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_puzzle",
    "detail": "hand 1: column 6: 5th card of rank 7: one pack holds four", "field": "hands", "hand": 1, "column": 6})))]
pub struct Fault {
    /// Always `about:blank`: the status says it.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    /// What kind of fault it is, for programs.
    pub code: &'static str,
    /// What is wrong and what to do about it, for people: the text of the command line.
    pub detail: String,
    /// The field of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The hand that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The column within that hand or move, in characters from 1; of a body that is not JSON within its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The line of a body that is not JSON, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// After how many seconds to try again.
    #[serde(skip)]
    retry_after: Option<u64>,
    /// The methods that there are.
    #[serde(skip)]
    allow: Option<&'static str>,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Problem {
        Problem(Box::new(Fault {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            code,
            detail: detail.into(),
            field: None,
            hand: None,
            column: None,
            line: None,
            retry_after: None,
            allow: None,
        }))
    }

    /// Its status, for tests.
    #[cfg(test)]
    pub fn into_status(self) -> u16 {
        self.0.status
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
        let mut problem = Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail);
        problem.0.allow = Some(allow);
        problem
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
    fn later(mut self, seconds: u64) -> Problem {
        self.0.retry_after = Some(seconds);
        self
    }

    /// The field that is wrong.
    #[must_use]
    pub fn of(mut self, field: &str) -> Problem {
        self.0.field = Some(field.to_owned());
        self
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
        let refused = *refusal.0;
        let status = match refused.code {
            "undecided" | "proof_too_large" => StatusCode::UNPROCESSABLE_ENTITY,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut problem = Problem::new(status, refused.code, refused.detail);
        (problem.0.field, problem.0.hand) = (refused.field, refused.hand);
        (problem.0.column, problem.0.line) = (refused.column, refused.line);
        problem
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let text = written(&self.0);
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], text).into_response();
        if let Some(seconds) = self.0.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some(allow) = self.0.allow {
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
        }
        response
    }
}
