//! The files of the app over HTTP. No path of a request is ever a path of the machine: it is looked up in the list of files.
//!
//! The module of the solver is kept compressed, and sent so to those who say that they understand it. Browsers say so only of
//! connections that are encrypted or stay on the machine. For the others it is unpacked, and compressed with gzip as all is.

use super::answer::written;
use super::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use canju::app::{COMPRESSED_MODULE, MODULE};
use rustc_hash::FxHasher;
use serde::Serialize;
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
    Some((canju::app::file(name)?, kind))
}

/// The file of an address.
///
/// # Errors
/// 404 if there is none.
pub fn file(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    if is_module(path) {
        return Ok(module(headers));
    }
    let (content, kind) = found(path).ok_or_else(Problem::nothing)?;
    Ok(kept(headers, kind, &tag(content.as_bytes()), Bytes::from_static(content.as_bytes())))
}

/// Is a file of the app at this address?
pub fn is_there(path: &str) -> bool {
    found(path).is_some() || is_module(path)
}

fn is_module(path: &str) -> bool {
    path.strip_prefix('/') == Some(MODULE)
}

/// The module, with the compression that it is kept in or with none.
fn module(headers: &HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes_brotli = accepts(accepted, "br");
    let content = if takes_brotli { COMPRESSED_MODULE } else { canju::app::module() };
    let mut response = kept(headers, "application/wasm", &tag(content), Bytes::from_static(content));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if takes_brotli {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

/// Does a list of encodings have this one, and not with the weight 0, which refuses it?
fn accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|entry| {
        let (name, weight) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case(encoding) && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// The names of all files of the app and these packs, and what changes with any of them: by that a browser notices that what it
/// keeps is old. The page itself is `./`.
pub fn list(packs: &[(String, &[u8])]) -> Vec<u8> {
    #[derive(Serialize)]
    struct List<'a> {
        version: String,
        files: Vec<&'a str>,
    }
    let own = canju::app::files().map(|(name, content)| (name, content.as_bytes()));
    let packs = packs.iter().map(|(name, content)| (name.as_str(), *content));
    let all: Vec<(&str, &[u8])> = own.chain([(MODULE, COMPRESSED_MODULE)]).chain(packs).collect();
    let mut hasher = FxHasher::default();
    let mut files = Vec::new();
    for (name, content) in all {
        hasher.write(name.as_bytes());
        hasher.write(content);
        // The worker that keeps the files is kept by the browser itself.
        if name != "sw.js" {
            files.push(if name == "index.html" { "./" } else { name });
        }
    }
    written(&List { version: format!("{:016x}", hasher.finish()), files })
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
        for (name, content) in canju::app::files() {
            let path = if name == "index.html" { "/".to_owned() } else { format!("/{name}") };
            assert_eq!(found(&path).map(|(found, _)| found), Some(content), "{path}");
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
    fn the_module_is_sent_as_the_client_takes_it() {
        let answer = |accepted: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(accepted).expect("a list"));
            file("/npm/canju.wasm", &headers).expect("the module").headers().clone()
        };
        for accepted in ["br", "gzip, deflate, br", "BR;q=0.5", "gzip;q=1, br; q=1"] {
            let headers = answer(accepted);
            assert_eq!(headers[header::CONTENT_ENCODING], "br", "{accepted}");
            assert_eq!(headers[header::CONTENT_TYPE], "application/wasm");
        }
        for accepted in ["", "gzip, deflate", "br;q=0", "brx"] {
            assert_eq!(answer(accepted).get(header::CONTENT_ENCODING), None, "{accepted}");
        }
        assert_ne!(answer("br")[header::ETAG], answer("")[header::ETAG]);
        assert!(is_there("/npm/canju.wasm") && !is_there("npm/canju.wasm") && !is_there("/npm/README.md"));
    }

    #[test]
    fn the_list_of_files_names_all_and_changes_with_each() {
        let list = |content: &str| -> serde_json::Value {
            let pack = ("packs/a.json".to_owned(), content.as_bytes());
            serde_json::from_slice(&super::list(&[pack])).expect("JSON")
        };
        let found = list("1");
        let names: Vec<&str> =
            found["files"].as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
        assert_eq!(names.len(), canju::app::files().count() + 1);
        for name in ["./", "app.js", "npm/worker.js", "npm/canju.wasm", "packs/a.json"] {
            assert!(names.contains(&name), "{name}");
        }
        assert_eq!(list("1"), found);
        assert_ne!(list("2")["version"], found["version"]);
    }

    #[test]
    fn a_tag_changes_with_the_content() {
        assert_ne!(tag(b"a"), tag(b"b"));
        assert_eq!(tag(b"a"), tag(b"a"));
    }
}
