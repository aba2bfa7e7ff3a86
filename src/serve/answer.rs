//! What an answer is made of.

use serde::Serialize;

/// A note about a request, for a log that may name cards.
#[derive(Clone, Debug)]
pub struct Note(pub String);

/// A value as JSON. All that is written here consists of text, numbers and lists, which always can be written.
pub fn written(value: &(impl Serialize + ?Sized)) -> Vec<u8> {
    serde_json::to_vec(value).expect("it can be written")
}
