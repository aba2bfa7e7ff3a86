//! The app for browsers, and pages that explain an answer.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod explain;
mod files;

pub use files::{COMPRESSED_MODULE, File, MODULE, file, files, module};
