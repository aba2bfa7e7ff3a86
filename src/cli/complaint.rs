//! How the program says what is wrong: on standard error, as `error: what is wrong: what to do about it`.
//!
//! clap says what is wrong with a command line in this style, and everything else follows it.

use super::args::Color;
use super::language::{language, text};
use super::plan::palette;
use canju::words::Language;
use canju_engine::rules::shown;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Prints what is wrong on one line, whatever it quotes. If nobody can read it, that is no further error.
pub(super) fn complain(what: impl Display) {
    let error = label();
    let _ = writeln!(io::stderr(), "{error}{}", shown(&what.to_string()));
}

/// What stands before all that is wrong, with the space behind it that English has.
pub(super) fn label() -> String {
    let space = if language() == Language::English { " " } else { "" };
    palette(Color::Auto, io::stderr().is_terminal()).error(&text!("complaint")) + space
}

/// The error of a command line, with what it quotes as it may be shown. clap quotes arguments as they are, in texts of its
/// own and in those of the values' parsers. So where there is something to escape, the same command line is parsed once
/// more with its arguments escaped, and refused for the same reason.
pub(super) fn quoted<T>(
    error: clap::Error,
    arguments: &[OsString],
    parse: impl Fn(&[OsString]) -> Result<T, clap::Error>,
) -> clap::Error {
    let escaped = |argument: &OsString| OsString::from(shown(&argument.to_string_lossy()).as_ref());
    let safe: Vec<OsString> = arguments.iter().map(escaped).collect();
    if !error.use_stderr() || safe == arguments {
        return error;
    }
    match parse(&safe) {
        Err(same) if same.kind() == error.kind() => same,
        // This error quotes nothing, and the escaped arguments don't have it.
        _ if error.kind() == ErrorKind::InvalidUtf8 => error,
        _ => clap::Error::new(error.kind()),
    }
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
        let hint = in_quotes(command.get_name(), example);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// The advice for a hand that the shell split into words.
pub(super) fn in_quotes(command: &str, example: &str) -> String {
    text!("hint-quotes-example", command = command, example = example)
}
