//! The description of the server's interface takes the schemas of requests and answers from a file, so that only this crate's
//! tests need the library that makes them.

use crate::{AdviseBody, GenerateBody, Generated, LeadsTo, PositionBody, Replies, Reply};
use canju_testing::kept::assert_kept;
use utoipa::{PartialSchema, ToSchema};

#[test]
fn the_schemas_are_what_the_types_say() {
    let mut schemas = serde_json::Map::new();
    for (name, schema) in [
        (AdviseBody::name(), AdviseBody::schema()),
        (GenerateBody::name(), GenerateBody::schema()),
        (Generated::name(), Generated::schema()),
        (LeadsTo::name(), LeadsTo::schema()),
        (PositionBody::name(), PositionBody::schema()),
        (<Replies>::name(), <Replies>::schema()),
        (Reply::name(), Reply::schema()),
    ] {
        schemas.insert(name.into_owned(), serde_json::to_value(schema).expect("JSON"));
    }
    let text = serde_json::to_string_pretty(&schemas).expect("JSON");
    assert_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/requests.schemas.json"), &(text + "\n"));
}
