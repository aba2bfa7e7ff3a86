//! Certificates and their checker.

pub mod mutations;
mod points;
mod relative;
pub mod round_trips;
