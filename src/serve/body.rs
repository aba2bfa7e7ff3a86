//! Bodies of requests: read whole, within a size, a time and the common stock.

use super::Server;
use super::problem::Problem;
use super::stock::Reservation;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use std::time::Duration;

/// A body that is too large is read and thrown away up to this multiple of the limit, so that the client reads the answer.
const DRAINED: usize = 8;

/// How long that may take.
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// The type of most bodies.
pub const JSON: &[&str] = &["application/json"];

/// Is the body said to be of one of these types?
///
/// # Errors
/// If it isn't. Pages of other sites can't send these types without being allowed to, so this keeps them out, too.
pub fn check_type(headers: &HeaderMap, types: &[&str]) -> Result<(), Problem> {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if types.iter().any(|wanted| essence.eq_ignore_ascii_case(wanted)) {
        return Ok(());
    }
    let detail = format!("send `content-type: {}`", types.join("` or `"));
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type", detail))
}

/// The whole body, with its reservation of the stock.
///
/// # Errors
/// 413, 408, 415, 503, or 400 if it breaks off.
pub async fn read(server: &Server, headers: &HeaderMap, body: Body) -> Result<(Vec<u8>, Reservation), Problem> {
    check_type(headers, JSON)?;
    match tokio::time::timeout(server.config.read_timeout, read_all(server, headers, body)).await {
        Ok(read) => read,
        Err(_) => Err(late(server)),
    }
}

/// The answer to a client that is too slow.
pub fn late(server: &Server) -> Problem {
    let seconds = server.config.read_timeout.as_secs_f64();
    Problem::new(StatusCode::REQUEST_TIMEOUT, "timeout", format!("the request did not come within {seconds} s"))
}

async fn read_all(server: &Server, headers: &HeaderMap, mut body: Body) -> Result<(Vec<u8>, Reservation), Problem> {
    let most = server.config.max_body;
    let said = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let (mut bytes, mut reservation) = (Vec::new(), server.stock.reservation());
    let mut fits = said.is_none_or(|said| said <= most as u64);
    while fits {
        let Some(frame) = body.frame().await else { return Ok((bytes, reservation)) };
        let frame = frame.map_err(|error| Problem::request(format!("the request breaks off: {error}")))?;
        let Ok(data) = frame.into_data() else { continue };
        fits = bytes.len() + data.len() <= most;
        if fits {
            if !server.stock.take(&mut reservation, bytes.len() + data.len()) {
                return Err(Problem::busy(1));
            }
            bytes.extend_from_slice(&data);
        }
    }
    drop((bytes, reservation));
    // A client that still writes does not read. Most then see only that the connection ends.
    let drained = async {
        let mut left = most.saturating_mul(DRAINED);
        while let Some(Ok(frame)) = body.frame().await {
            left = left.saturating_sub(frame.data_ref().map_or(0, |data| data.len()));
            if left == 0 {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(DRAIN_TIME, drained).await;
    let detail = format!("the request is larger than {most} bytes");
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", detail))
}
