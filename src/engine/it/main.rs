//! Tests of the engine, by subject.

mod proof;
mod rules;
mod search;
mod tables;
