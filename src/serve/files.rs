//! The files of the app. They are part of the program, so nothing is read while it runs and no path of a request is ever a path of
//! the machine.

use super::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use rustc_hash::FxHasher;
use std::hash::Hasher;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Every file: its address, its type, and what is in it.
const FILES: &[(&str, &str, &[u8])] = &[
    ("/", HTML, include_bytes!("app/index.html")),
    ("/address.js", SCRIPT, include_bytes!("app/address.js")),
    ("/api.js", SCRIPT, include_bytes!("app/api.js")),
    ("/app.css", STYLE, include_bytes!("app/app.css")),
    ("/app.js", SCRIPT, include_bytes!("app/app.js")),
    ("/deal.js", SCRIPT, include_bytes!("app/deal.js")),
    ("/game.js", SCRIPT, include_bytes!("app/game.js")),
    ("/icon.svg", "image/svg+xml", include_bytes!("app/icon.svg")),
    ("/language.js", SCRIPT, include_bytes!("app/language.js")),
    ("/manifest.webmanifest", "application/manifest+json", include_bytes!("app/manifest.webmanifest")),
    ("/parts.js", SCRIPT, include_bytes!("app/parts.js")),
    ("/picture.js", SCRIPT, include_bytes!("app/picture.js")),
    ("/play.js", SCRIPT, include_bytes!("app/play.js")),
    ("/play_panel.js", SCRIPT, include_bytes!("app/play_panel.js")),
    ("/problems.js", SCRIPT, include_bytes!("app/problems.js")),
    ("/puzzles.js", SCRIPT, include_bytes!("app/puzzles.js")),
    ("/replay.js", SCRIPT, include_bytes!("app/replay.js")),
    ("/rules.js", SCRIPT, include_bytes!("app/rules.js")),
    ("/share.js", SCRIPT, include_bytes!("app/share.js")),
    ("/shared/cards.js", SCRIPT, include_bytes!("app/shared/cards.js")),
    ("/shared/common.css", STYLE, include_bytes!("app/shared/common.css")),
    ("/shared/dom.js", SCRIPT, include_bytes!("app/shared/dom.js")),
    ("/shared/hints.js", SCRIPT, include_bytes!("app/shared/hints.js")),
    ("/shared/turns.js", SCRIPT, include_bytes!("app/shared/turns.js")),
    ("/shared/words.js", SCRIPT, include_bytes!("app/shared/words.js")),
    ("/solve.js", SCRIPT, include_bytes!("app/solve.js")),
    ("/state.js", SCRIPT, include_bytes!("app/state.js")),
    ("/store.js", SCRIPT, include_bytes!("app/store.js")),
    ("/sw.js", SCRIPT, include_bytes!("app/sw.js")),
    ("/table.js", SCRIPT, include_bytes!("app/table.js")),
    ("/types.js", SCRIPT, include_bytes!("app/types.js")),
    ("/words_en.js", SCRIPT, include_bytes!("app/words_en.js")),
    ("/words_zh.js", SCRIPT, include_bytes!("app/words_zh.js")),
];

/// The file of an address.
///
/// # Errors
/// 404 if there is none.
pub fn file(path: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let found = FILES.iter().find(|(address, ..)| *address == path);
    let (_, kind, content) = found.ok_or_else(Problem::nothing)?;
    Ok(kept(headers, kind, &tag(content), Bytes::from_static(content)))
}

/// Is a file of the app at this address?
pub fn is_there(path: &str) -> bool {
    FILES.iter().any(|(address, ..)| *address == path)
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
    use std::collections::BTreeSet;

    /// What the program has is what lies in the directory: no file is forgotten.
    #[test]
    fn every_file_is_listed() {
        fn below(directory: &std::path::Path, prefix: &str, found: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(directory).expect("a directory") {
                let entry = entry.expect("an entry");
                let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    below(&entry.path(), &path, found);
                } else {
                    found.insert(path);
                }
            }
        }
        let mut found = BTreeSet::new();
        below(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/app"), "", &mut found);
        assert!(found.remove("/index.html"));
        found.insert("/".to_owned());
        let listed: BTreeSet<String> = FILES.iter().map(|(address, ..)| (*address).to_owned()).collect();
        assert_eq!(listed, found);
    }

    #[test]
    fn a_tag_changes_with_the_content() {
        assert_ne!(tag(b"a"), tag(b"b"));
        assert_eq!(tag(b"a"), tag(b"a"));
    }
}
