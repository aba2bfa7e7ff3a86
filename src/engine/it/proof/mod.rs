//! Certificates and their checker.

mod mutations;
mod relative;
pub mod round_trips;
