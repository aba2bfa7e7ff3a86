//! What an answer is made of.

pub use canju::requests::written;

/// A note about a request, for a log that may name cards.
#[derive(Clone, Debug)]
pub struct Note(pub String);
