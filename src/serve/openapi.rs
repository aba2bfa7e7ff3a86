//! `/api/openapi.json`: the interface, described. The file is made by a test from the types that are read and
//! written, so that only tests need the library for it.

use super::files::{kept, tag};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bytes::Bytes;
use std::sync::OnceLock;

/// The description, as the test below keeps it.
static DESCRIPTION: &str = include_str!("openapi.json");

/// Sends the description.
pub async fn openapi(headers: HeaderMap) -> Response {
    static TAG: OnceLock<HeaderValue> = OnceLock::new();
    let tag = TAG.get_or_init(|| tag(DESCRIPTION.as_bytes()));
    kept(&headers, "application/json", tag, Bytes::from_static(DESCRIPTION.as_bytes()))
}

#[cfg(test)]
mod tests {
    use canju_engine::Task;
    use canju_testing::kept::assert_kept;
    use serde_json::json;
    use utoipa::OpenApi;

    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "canju",
            description = "Exact solver for Dou Dizhu endgames with all hands open. Requests need `content-type: application/json`."
        ),
        paths(
            crate::questions::solve,
            crate::questions::moves,
            crate::questions::review,
            crate::questions::advise,
            crate::batch::batch,
            crate::questions::generate,
            crate::questions::deal,
            crate::questions::grade,
            crate::questions::proof,
            crate::packs::list,
            crate::packs::pack,
            crate::routes::healthz,
            crate::routes::metrics,
        )
    )]
    struct Description;

    #[test]
    fn the_description_is_what_the_types_say() {
        let mut description = serde_json::to_value(Description::openapi()).expect("JSON");
        let schemas = description["components"]["schemas"].as_object_mut().expect("the schemas");
        for kept in [
            include_str!("../canju/batch/record.schemas.json"),
            include_str!("../canju/review/record.schemas.json"),
            include_str!("../canju/advice/record.schemas.json"),
            include_str!("../canju/requests/requests.schemas.json"),
        ] {
            let kept: serde_json::Map<String, serde_json::Value> = serde_json::from_str(kept).expect("JSON");
            schemas.extend(kept);
        }
        // The names of our modules, which mean nothing to readers.
        for path in description["paths"].as_object_mut().expect("the paths").values_mut() {
            for operation in path.as_object_mut().expect("the operations").values_mut() {
                operation.as_object_mut().expect("an operation").remove("tags");
                // Of a body that is described elsewhere it is not known that it must be there.
                if let Some(body) = operation.get_mut("requestBody") {
                    body["required"] = true.into();
                }
            }
        }
        // The query of a batch has the fields of a task, each as in a request about one position.
        let parameter =
            |name: String, schema| json!({"name": name, "in": "query", "required": false, "schema": schema});
        let asked = Task::FIELDS.iter().filter(|field| field.name != "plain").map(|field| {
            let place = format!("#/components/schemas/Position/properties/{}", field.json_name());
            let mut schema = json!({"$ref": place});
            if field.name == "resistance" {
                schema["default"] = json!("quick");
            }
            parameter(field.json_name(), schema)
        });
        let rules = parameter(
            "rules".to_owned(),
            json!({"type": "string", "description": "The rules of lines without their own."}),
        );
        description["paths"]["/api/batch"]["post"]["parameters"] = asked.chain([rules]).collect();
        let text = serde_json::to_string_pretty(&description).expect("JSON");
        assert_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json"), &(text + "\n"));
    }

    #[test]
    fn every_address_of_the_interface_is_described() {
        let description: serde_json::Value = serde_json::from_str(super::DESCRIPTION).expect("JSON");
        for path in crate::metrics::ROUTES.iter().filter(|path| !matches!(**path, "/" | "/api/openapi.json")) {
            assert!(description["paths"][path].is_object(), "{path}");
        }
        for schema in [
            "SolvedRecord",
            "Replies",
            "Position",
            "Problem",
            "Review",
            "Advise",
            "Advice",
            "Generate",
            "Generated",
            "Deal",
            "Dealt",
            "PackList",
            "Pack",
        ] {
            assert!(description["components"]["schemas"][schema].is_object(), "{schema}");
        }
    }
}
