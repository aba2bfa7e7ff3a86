//! The errors of the libraries in the language of this run. In English they are their own texts. In Chinese they are known by these
//! texts, and those of the system by their kind; what is not known stays in English.

use super::{by_text, language};
use canju::words::{Language, say};
use std::error::Error;
use std::io;

/// An error with its causes on one line.
pub fn told(error: &anyhow::Error) -> String {
    match language() {
        Language::English => format!("{error:#}"),
        Language::Chinese => {
            let mut causes: Vec<String> = error.chain().map(in_words).collect();
            // Errors that stand for their cause say the same.
            causes.dedup();
            causes.join("：")
        }
    }
}

/// What an error says, without its causes.
pub fn in_words(error: &(dyn Error + 'static)) -> String {
    let of_system = match language() {
        Language::English => None,
        Language::Chinese => error.downcast_ref().and_then(system),
    };
    of_system.unwrap_or_else(|| text_in_words(&error.to_string()))
}

/// An error whose English text this is.
pub fn text_in_words(text: &str) -> String {
    let known = match language() {
        Language::English => None,
        Language::Chinese => by_text::chinese(text),
    };
    known.unwrap_or_else(|| text.to_owned())
}

/// An error of the system in Chinese: its text is not the same on every system.
fn system(error: &io::Error) -> Option<String> {
    macro_rules! zh {
        ($name:literal) => {
            say!(Language::Chinese, $name)
        };
    }
    Some(match error.kind() {
        io::ErrorKind::NotFound => zh!("error-io-not-found"),
        io::ErrorKind::PermissionDenied => zh!("error-io-denied"),
        io::ErrorKind::IsADirectory => zh!("error-io-directory"),
        io::ErrorKind::NotADirectory => zh!("error-io-not-a-directory"),
        io::ErrorKind::StorageFull => zh!("error-io-full"),
        io::ErrorKind::ReadOnlyFilesystem => zh!("error-io-read-only"),
        io::ErrorKind::AlreadyExists => zh!("error-io-exists"),
        io::ErrorKind::AddrInUse => zh!("error-io-address-in-use"),
        io::ErrorKind::AddrNotAvailable => zh!("error-io-no-address"),
        _ => return None,
    })
}
