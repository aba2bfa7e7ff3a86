//! Errors in the language of this run. Those of our libraries say their own text in each language; of others, those that people often
//! see are known here, and the rest stays in English.

use super::language;
use canju::InChinese;
use canju::words::{Language, say};
use std::error::Error;
use std::fmt::Display;
use std::io;
use std::num::{IntErrorKind, ParseIntError};

/// An error with its causes on one line.
pub fn told(error: &anyhow::Error) -> String {
    match language() {
        Language::English => format!("{error:#}"),
        Language::Chinese => {
            let mut causes: Vec<String> = error.chain().map(in_chinese).collect();
            // Errors that stand for their cause say the same.
            causes.dedup();
            causes.join("：")
        }
    }
}

/// What an error says, without its causes.
pub fn in_words(error: &(dyn Error + 'static)) -> String {
    match language() {
        Language::English => error.to_string(),
        Language::Chinese => in_chinese(error),
    }
}

/// What an error of a known type says.
pub fn said(error: &(impl Display + InChinese)) -> String {
    match language() {
        Language::English => error.to_string(),
        Language::Chinese => error.in_chinese(),
    }
}

/// The text of an error that is of one of these types.
macro_rules! text_of {
    ($error:ident: $($Type:ty),* $(,)?) => {
        $(if let Some(error) = $error.downcast_ref::<$Type>() {
            return error.in_chinese();
        })*
    };
}

/// A test compares this list with the errors that there are.
fn in_chinese(error: &(dyn Error + 'static)) -> String {
    text_of!(error:
        canju::TextError,
        canju::TextErrorKind,
        canju::advice::PlayedProblem,
        canju::advice::QuestionError,
        canju::advice::QuestionProblem,
        canju::batch::CertificateError,
        canju::batch::InputError,
        canju::batch::JournalError,
        canju::batch::PathProblem,
        canju::batch::RunError<io::Error>,
        canju::explain::ExplainError,
        canju::files::FileError,
        canju::generate::DealError,
        canju::generate::NoTheme,
        canju::generate::RequestError,
        canju::grade::Undecided,
        canju::play::SavedError,
        canju::logs::LogFault,
        canju::logs::LogFaultKind,
        canju::logs::LogValue,
        canju::poker::CardError,
        canju::poker::CardErrorKind,
        canju::poker::HandError,
        canju::poker::TooManyCards,
        canju::proof::Fault,
        canju::proof::HeaderError,
        canju::proof::VerifyError,
        canju::proof::WriteError<Option<canju::Reason>>,
        canju::puzzle::DifficultyError,
        canju::puzzle::InputFailure,
        canju::puzzle::JsonError,
        canju::puzzle::PuzzleError,
        canju::puzzle::PuzzleErrorKind,
        canju::puzzle::ThemeError,
        canju::puzzle::Wanted,
        canju::review::WrongMove,
        canju::rules::CardError,
        canju::rules::IllegalMove,
        canju::rules::MoveError,
        canju::rules::PositionError,
        canju::rules::RulesetError,
        canju::rules::StakesError,
        canju::rules::TurnError,
        canju::rules::Unplayable,
    );
    if let Some(error) = error.downcast_ref::<io::Error>() {
        return match error.get_ref() {
            // The system says nothing about it, but what is within may be known.
            Some(within) if error.kind() == io::ErrorKind::Other => in_chinese(within),
            _ => error.in_chinese(),
        };
    }
    of_others(error).unwrap_or_else(|| error.to_string())
}

/// What errors of other libraries say in Chinese.
fn of_others(error: &(dyn Error + 'static)) -> Option<String> {
    macro_rules! zh {
        ($($arguments:tt)*) => { say!(Language::Chinese, $($arguments)*) };
    }
    if let Some(error) = error.downcast_ref::<ParseIntError>() {
        return Some(match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => zh!("other-number-too-large"),
            _ => zh!("other-no-number"),
        });
    }
    let error: &serde_json::Error = error.downcast_ref()?;
    Some(zh!("other-no-json", line = error.line().to_string(), column = error.column().to_string()))
}
