//! Values of JSON that must be something, and where a value stands.
//!
//! A fault knows the value that it is about. Its place is searched when it is told, so that nobody else needs to keep it.

use super::fault::{LogFault, LogFaultKind, LogValue};
use serde_json::Value;

/// A fault in this value, or in the whole; or in this line and column of text. It is rare, so it does not weigh on what is right.
pub(super) struct Fault<'a>(Box<(At<'a>, LogFaultKind)>);

/// A place.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
    Whole,
    Value(&'a Value),
    Text(u64, usize),
}

impl<'a> At<'a> {
    pub fn fault(self, kind: impl Into<LogFaultKind>) -> Fault<'a> {
        Fault(Box::new((self, kind.into())))
    }
}

impl Fault<'_> {
    /// With its place in the text, or in this value.
    pub fn placed(self, root: &Value) -> LogFault {
        let (at, kind) = *self.0;
        let (mut line, mut column, mut path) = (0, 0, String::new());
        match at {
            At::Whole => {}
            At::Value(value) => path = path_of(root, value).unwrap_or_default(),
            At::Text(number, from) => (line, column) = (number, from),
        }
        LogFault { id: String::new(), line, column, path: path.trim_start_matches('.').into(), kind }
    }
}

/// Where a value stands within another, such as `.log[4].output`.
fn path_of(root: &Value, value: &Value) -> Option<String> {
    if std::ptr::eq(root, value) {
        return Some(String::new());
    }
    match root {
        Value::Array(values) => {
            for (number, within) in values.iter().enumerate() {
                if let Some(path) = path_of(within, value) {
                    return Some(format!("[{number}]{path}"));
                }
            }
        }
        Value::Object(fields) => {
            for (name, within) in fields {
                if let Some(path) = path_of(within, value) {
                    return Some(format!(".{name}{path}"));
                }
            }
        }
        _ => {}
    }
    None
}

/// The value of a field, if this is an object that has it; `null` counts as missing.
pub(super) fn field<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.as_object()?.get(name).filter(|found| !found.is_null())
}

/// The same, where it must be there.
pub(super) fn needed<'a>(value: &'a Value, name: &'static str) -> Result<&'a Value, Fault<'a>> {
    field(value, name).ok_or_else(|| At::Value(value).fault(LogFaultKind::Missing(name)))
}

/// The elements of the list that this must be.
pub(super) fn list(value: &Value) -> Result<&[Value], Fault<'_>> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| not(value, LogValue::List))
}

/// The three elements of the list that this must be.
pub(super) fn three(value: &Value) -> Result<&[Value; 3], Fault<'_>> {
    list(value)?.try_into().map_err(|_| not(value, LogValue::Hands))
}

/// The number below `end` that this must be.
pub(super) fn number(value: &Value, end: u64, wanted: LogValue) -> Result<usize, Fault<'_>> {
    let number = value.as_u64().filter(|&number| number < end);
    number.map(|number| number as usize).ok_or_else(|| not(value, wanted))
}

/// The fault that this is something else.
pub(super) fn not(value: &Value, wanted: LogValue) -> Fault<'_> {
    At::Value(value).fault(LogFaultKind::Value { found: shown(value), wanted })
}

/// The start of a value, as JSON.
pub(super) fn shown(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default().chars().take(24).collect()
}
