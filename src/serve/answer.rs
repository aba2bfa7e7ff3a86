//! Answers: bytes with a type, within the common stock.

use super::Server;
use super::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Serialize;

/// A note about a request, for a log that may name cards.
#[derive(Clone, Debug)]
pub struct Note(pub String);

/// A value as JSON. All that is written here consists of text, numbers and lists, which always can be written.
pub fn written(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    serde_json::to_vec(value).expect("it can be written")
}

/// An answer of this type.
pub fn bytes(server: &Server, text: Vec<u8>, kind: HeaderValue, note: Option<Note>) -> Result<Response, Problem> {
    let text = server.stock.answer(text).ok_or_else(|| Problem::busy(1))?;
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    if let Some(note) = note {
        response.extensions_mut().insert(note);
    }
    Ok(response)
}
