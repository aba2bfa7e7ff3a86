//! `/api/openapi.json`: the interface, described from the types that are read and written.

use super::answer::written;
use super::files::{kept, tag};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::Bytes;
use std::sync::OnceLock;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "canju",
        description = "Exact solver for Dou Dizhu endgames with all hands open. Requests need `content-type: application/json`."
    ),
    paths(
        super::solve::solve,
        super::replies::moves,
        super::batch::batch,
        super::generate::generate,
        super::solve::grade,
        super::solve::proof,
        super::packs::list,
        super::packs::pack,
        super::routes::healthz,
        super::routes::metrics,
    )
)]
struct Description;

/// The description.
pub async fn openapi(headers: HeaderMap) -> Response {
    static TEXT: OnceLock<(Vec<u8>, HeaderValue)> = OnceLock::new();
    let (text, tag) = TEXT.get_or_init(|| {
        let text = written(&Description::openapi());
        let tag = tag(&text);
        (text, tag)
    });
    kept(&headers, "application/json", tag, Bytes::from_static(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_the_interface_is_described() {
        let description = serde_json::to_value(Description::openapi()).expect("JSON");
        for path in super::super::routes::ROUTES.iter().filter(|path| !matches!(**path, "/" | "/api/openapi.json")) {
            assert!(description["paths"][path].is_object(), "{path}");
        }
        for schema in ["SolvedRecord", "Replies", "Position", "Problem", "Generate", "Generated", "PackList", "Pack"] {
            assert!(description["components"]["schemas"][schema].is_object(), "{schema}");
        }
    }
}
