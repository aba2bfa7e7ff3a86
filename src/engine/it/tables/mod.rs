//! Keys and strengths: when positions are the same, and when one decides another.

mod key_properties;
pub mod key_siblings;
mod stored_entries;
mod strength_properties;
