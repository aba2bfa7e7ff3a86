//! The server.

mod answers;
#[cfg(unix)]
mod end;
mod hostile;
mod interface;
pub mod program;
mod remembered;
