//! Reviews of games.

mod commands;
mod cost;
mod oracle;
mod points;
mod stream;
