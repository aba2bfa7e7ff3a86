//! What is wrong with a command line, as clap found it, in the language of this run.

use super::{errors, language, text};
use crate::cli::complaint::label;
use canju::words::{Language, say};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;
use std::io::{self, Write};

macro_rules! zh {
    ($($arguments:tt)*) => { say!(Language::Chinese, $($arguments)*) };
}

/// Prints the help that was asked for, or what is wrong.
pub fn print(error: &Error) -> io::Result<()> {
    if language() == Language::English || !error.use_stderr() {
        return error.print();
    }
    match in_words(error) {
        Some(text) => write!(io::stderr(), "{text}"),
        None => error.print(),
    }
}

/// The error in words; nothing where it is the help, or of a kind that this program's arguments can't have.
fn in_words(error: &Error) -> Option<String> {
    let one = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(texts) => texts.first().map(ToString::to_string),
        ContextValue::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let all = |kind| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.join("  "),
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let argument = one(ContextKind::InvalidArg).unwrap_or_default();
    let value = one(ContextKind::InvalidValue).unwrap_or_default();
    let what = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => zh!("usage-no-value", argument = argument),
        ErrorKind::InvalidValue => zh!("usage-value", argument = argument, value = value),
        ErrorKind::ValueValidation => {
            let why = error.source().map(errors::in_words).unwrap_or_default();
            zh!("usage-value-why", argument = argument, value = value, why = why)
        }
        ErrorKind::UnknownArgument => zh!("usage-unknown-argument", argument = argument),
        ErrorKind::InvalidSubcommand => {
            zh!("usage-unknown-command", command = one(ContextKind::InvalidSubcommand).unwrap_or_default())
        }
        ErrorKind::ArgumentConflict => {
            zh!("usage-conflict", argument = argument, other = all(ContextKind::PriorArg))
        }
        ErrorKind::MissingRequiredArgument => zh!("usage-missing", arguments = all(ContextKind::InvalidArg)),
        ErrorKind::TooManyValues => zh!("usage-too-many-values", argument = argument, value = value),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            zh!("usage-wrong-number-of-values", argument = argument)
        }
        ErrorKind::InvalidUtf8 => zh!("usage-not-utf8"),
        _ => return None,
    };
    let mark = label();
    let mut message = format!("{mark}{what}\n");
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue) {
        message += &format!("  {}\n", zh!("usage-possible", values = values.join(", ")));
    }
    let similar = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(similar) = similar.into_iter().find_map(one) {
        message += &format!("\n  {}\n", zh!("usage-similar", word = similar));
    } else if error.get(ContextKind::Suggested).is_some() && error.get(ContextKind::TrailingArg).is_none() {
        // Only the program's own hint is in this language; clap's, about `--`, is the other one.
        if let Some(hint) = one(ContextKind::Suggested).filter(|hint| hint.starts_with(&text!("hint-quotes"))) {
            message += &format!("\n  {}\n", zh!("usage-hint", hint = hint));
        }
    }
    if let Some(usage) = one(ContextKind::Usage) {
        let usage = usage.trim_start_matches("Usage:").trim();
        message += &format!("\n{}\n", zh!("usage-usage", usage = usage));
    }
    Some(format!("{message}\n{}\n", zh!("usage-more")))
}
