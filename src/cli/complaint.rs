//! How the program says what is wrong: on standard error, as `error: what is wrong: what to do about it`.
//!
//! clap says what is wrong with a command line in this style, and everything else follows it.

use super::args::Color;
use super::plan::palette;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Prints what is wrong. If nobody can read it, that is no further error.
pub(super) fn complain(what: impl Display) {
    let error = palette(Color::Auto, io::stderr().is_terminal()).error("error:");
    let _ = writeln!(io::stderr(), "{error} {what}");
}

/// The error of a command line, with a hint where a hand was typed as several words: the shell takes it for several hands.
pub(super) fn hinted(mut error: clap::Error, program: &clap::Command, arguments: &[OsString]) -> clap::Error {
    let named = arguments.get(1).and_then(|name| program.find_subcommand(name));
    let takes =
        |id: &str| named.is_some_and(|command| command.get_positionals().any(|argument| argument.get_id() == id));
    let example = match (takes("first"), takes("hand")) {
        (true, _) => "'3 4 5' '6 7'",
        (_, true) => "'3 4 5'",
        _ => return error,
    };
    let is_word =
        matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(word)) if !word.starts_with('-'));
    if let Some(command) = named
        && error.kind() == ErrorKind::UnknownArgument
        && is_word
    {
        let hint = format!("put a hand with spaces in quotes: canju {} {example}", command.get_name());
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}
