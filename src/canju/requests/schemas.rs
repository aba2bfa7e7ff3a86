//! The description of the server's interface takes the schemas of requests and answers from a file, so that only this crate's
//! tests need the library that makes them.

use crate::requests::{
    AdviseBody, DealBody, Dealt, Fault, GenerateBody, Generated, LeadsTo, PositionBody, Replies, Reply,
};
use canju_engine::solver::{Field, Kind, Task, Value};
use canju_testing::kept::assert_schemas_kept;
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

/// A type's schema as JSON.
fn schema<T: PartialSchema>() -> serde_json::Value {
    serde_json::to_value(T::schema()).expect("a schema is JSON")
}

/// The schema of a request about a position: that of the type, with what may be asked.
fn position() -> serde_json::Value {
    let mut schema = schema::<PositionBody>();
    let properties = schema["properties"].as_object_mut().expect("an object");
    for field in Task::FIELDS {
        let doubled = properties.insert(field.json_name(), property(field));
        assert_eq!(doubled, None, "{}", field.name);
    }
    schema
}

/// The schema of a field. Each may be `null`, which is as if it were missing.
fn property(field: &Field) -> serde_json::Value {
    let description = match field.name {
        "plain" => {
            "`/api/proof` only: a plain certificate, which is larger and can be checked with the rules alone".into()
        }
        "time_limit" => "Give up after so many milliseconds; at most, and by default, the server's limit".into(),
        _ => field.about.to_owned(),
    } + ".";
    let mut property = match field.kind {
        Kind::Switch => json!({"type": ["boolean", "null"]}),
        Kind::Count | Kind::Bytes | Kind::Time => {
            json!({"type": ["integer", "null"], "format": "int64", "minimum": 0})
        }
        Kind::OneOf(names) => {
            let values: Vec<Option<&str>> = names.iter().copied().map(Some).chain([None]).collect();
            json!({"type": ["string", "null"], "enum": values})
        }
    };
    property["description"] = json!(description);
    match (field.default(), field.kind) {
        (Value::Switch(default), _) => property["default"] = json!(default),
        (Value::Name(default), Kind::OneOf(names)) => property["default"] = json!(names[default]),
        _ => {}
    }
    property
}

/// The schema of what the server sends for a refusal (RFC 9457).
fn problem() -> serde_json::Value {
    let mut schema = schema::<Fault>();
    for (name, property) in [
        ("type", json!({"type": "string", "description": "Always `about:blank`: the status says it."})),
        ("title", json!({"type": "string"})),
        ("status", json!({"type": "integer", "format": "int32", "minimum": 0})),
    ] {
        schema["properties"][name] = property;
        schema["required"].as_array_mut().expect("a list").push(name.into());
    }
    schema
}

#[test]
fn the_schemas_are_what_the_types_say() {
    let schemas = [
        (AdviseBody::name(), schema::<AdviseBody>()),
        (DealBody::name(), schema::<DealBody>()),
        (Dealt::name(), schema::<Dealt>()),
        (GenerateBody::name(), schema::<GenerateBody>()),
        (Generated::name(), schema::<Generated>()),
        (LeadsTo::name(), schema::<LeadsTo>()),
        (PositionBody::name(), position()),
        (Fault::name(), problem()),
        (<Replies>::name(), schema::<Replies>()),
        (Reply::name(), schema::<Reply>()),
    ];
    assert_schemas_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/requests/requests.schemas.json"), schemas);
}
