//! The files of the app over HTTP. No path of a request is ever a path of the machine: it is looked up in the list of files.

use super::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The types of the files, by the ends of their names.
const TYPES: [(&str, &str); 5] = [
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".html", "text/html; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".webmanifest", "application/manifest+json"),
];

/// The file of an address, with its type.
fn found(path: &str) -> Option<(&'static str, &'static str)> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/').filter(|name| *name != "index.html")? };
    let (_, kind) = TYPES.iter().find(|(end, _)| name.ends_with(end))?;
    Some((canju_app::file(name)?, kind))
}

/// The file of an address.
///
/// # Errors
/// 404 if there is none.
pub fn file(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let (content, kind) = found(path).ok_or_else(Problem::nothing)?;
    Ok(kept(headers, kind, &tag(content.as_bytes()), Bytes::from_static(content.as_bytes())))
}

/// Is a file of the app at this address?
pub fn is_there(path: &str) -> bool {
    found(path).is_some()
}

/// What changes with the content.
pub fn tag(content: &[u8]) -> HeaderValue {
    let mut hasher = FxHasher::default();
    hasher.write(content);
    let tag = format!("\"{:016x}-{}\"", hasher.finish(), content.len());
    HeaderValue::try_from(tag).expect("hexadecimal digits")
}

/// Content that a client may keep, as long as it asks whether it is still the same.
pub fn kept(headers: &HeaderMap, kind: &'static str, tag: &HeaderValue, content: Bytes) -> Response {
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // A compressed answer has a weak tag.
    let is_known = known.split(',').any(|known| known.trim().trim_start_matches("W/").as_bytes() == tag.as_bytes());
    let mut response = Response::new(if is_known { Body::empty() } else { Body::from(content) });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, tag.clone());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_an_address_and_a_type() {
        for (name, content) in canju_app::FILES {
            let path = if *name == "index.html" { "/".to_owned() } else { format!("/{name}") };
            assert_eq!(found(&path).map(|(found, _)| found), Some(*content), "{path}");
        }
        for path in [
            "",
            "/index.html",
            "//",
            "/no.js",
            "app.js",
            "/../app.js",
            "//app.js",
            "/mod.rs",
            "/tabs",
            "/tabs/",
            "/solve.js",
            "tabs/solve.js",
            "/tabs//solve.js",
            "/tabs/./solve.js",
            "/tabs/../app.js",
            "/tabs%2Fsolve.js",
            "/tabs/solve.js/",
            "/tabs/app.js",
        ] {
            assert_eq!(found(path), None, "{path}");
        }
    }

    #[test]
    fn a_tag_changes_with_the_content() {
        assert_ne!(tag(b"a"), tag(b"b"));
        assert_eq!(tag(b"a"), tag(b"a"));
    }
}
