//! Files that a test keeps: what the program would write is compared with what is in the tree.

use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Demands that the file has this text. With `INSTA_UPDATE=always`, as snapshots have it, writes the file instead.
///
/// # Panics
/// If the texts differ, with the place of the first difference.
pub fn assert_kept(path: impl AsRef<Path>, text: &str) {
    let path = path.as_ref();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if kept == text {
        return;
    }
    let equal = kept.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
    panic!(
        "{}, line {}, is\n  {}\nand would now be\n  {}\nIf that is meant: INSTA_UPDATE=always cargo test",
        path.display(),
        equal + 1,
        kept.lines().nth(equal).unwrap_or("(the end)"),
        text.lines().nth(equal).unwrap_or("(the end)")
    );
}

/// Demands that the file has these schemas by name, as JSON with sorted keys.
///
/// # Panics
/// As [`assert_kept`].
pub fn assert_schemas_kept<N: AsRef<str>, S: Serialize>(
    path: impl AsRef<Path>,
    schemas: impl IntoIterator<Item = (N, S)>,
) {
    let value = |schema| serde_json::to_value(schema).expect("a schema is JSON");
    let schemas: BTreeMap<_, _> =
        schemas.into_iter().map(|(name, schema)| (name.as_ref().to_owned(), value(schema))).collect();
    let text = serde_json::to_string_pretty(&schemas).expect("a schema is JSON");
    assert_kept(path, &(text + "\n"));
}
