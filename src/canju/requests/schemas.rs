//! The description of the server's interface takes the schemas of requests and answers from a file, so that only this crate's
//! tests need the library that makes them.

use crate::requests::{AdviseBody, GenerateBody, Generated, LeadsTo, PositionBody, Replies, Reply};
use canju_testing::kept::assert_schemas_kept;
use utoipa::{PartialSchema, ToSchema};

#[test]
fn the_schemas_are_what_the_types_say() {
    let schemas = [
        (AdviseBody::name(), AdviseBody::schema()),
        (GenerateBody::name(), GenerateBody::schema()),
        (Generated::name(), Generated::schema()),
        (LeadsTo::name(), LeadsTo::schema()),
        (PositionBody::name(), PositionBody::schema()),
        (<Replies>::name(), <Replies>::schema()),
        (Reply::name(), Reply::schema()),
    ];
    assert_schemas_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/requests/requests.schemas.json"), schemas);
}
