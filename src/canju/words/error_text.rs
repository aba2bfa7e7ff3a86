//! What is wrong, in every language, once the error itself is gone: for records and messages that are printed later.

use super::Language;
use canju_engine::InChinese;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// What an error says, in English and in Chinese. Programs read the English text: as JSON, as `Display` and in comparisons it is that
/// text alone. Read back from JSON it is in English only.
///
/// ```
/// use canju::{Position, batch::ErrorText, report::Language};
/// let error = "K5".parse::<Position>().unwrap_err();
/// let text = ErrorText::of(&error);
/// assert_eq!((text.as_str(), text == error.to_string()), (&*error.to_string(), true));
/// assert!(text.in_language(Language::Chinese).starts_with("第 1 个字符：有 1 家的牌"));
/// assert_eq!(ErrorText::from("no puzzle").in_language(Language::Chinese), "no puzzle");
/// ```
#[derive(Clone, Debug)]
pub struct ErrorText {
    english: Box<str>,
    chinese: Option<Box<str>>,
}

impl ErrorText {
    /// These two texts.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> ErrorText {
        ErrorText { english: english.into().into(), chinese: Some(chinese.into().into()) }
    }

    /// What this error says.
    pub fn of(error: &(impl fmt::Display + InChinese)) -> ErrorText {
        ErrorText::new(error.to_string(), error.in_chinese())
    }

    /// The text for programs, in English.
    pub fn as_str(&self) -> &str {
        &self.english
    }

    /// The text for people who read this language; in English if there is no other.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::Chinese => self.chinese.as_deref().unwrap_or(&self.english),
        }
    }
}

impl From<&str> for ErrorText {
    /// In English only.
    fn from(english: &str) -> ErrorText {
        ErrorText { english: english.into(), chinese: None }
    }
}

impl From<String> for ErrorText {
    /// In English only.
    fn from(english: String) -> ErrorText {
        ErrorText { english: english.into(), chinese: None }
    }
}

impl InChinese for ErrorText {
    fn in_chinese(&self) -> String {
        self.in_language(Language::Chinese).to_owned()
    }
}

impl Deref for ErrorText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.english
    }
}

impl fmt::Display for ErrorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english)
    }
}

impl PartialEq for ErrorText {
    fn eq(&self, other: &ErrorText) -> bool {
        self.english == other.english
    }
}

impl Eq for ErrorText {}

impl PartialEq<str> for ErrorText {
    fn eq(&self, other: &str) -> bool {
        *self.english == *other
    }
}

impl PartialEq<&str> for ErrorText {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialEq<String> for ErrorText {
    fn eq(&self, other: &String) -> bool {
        *self == **other
    }
}

impl Serialize for ErrorText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.english)
    }
}

impl<'de> Deserialize<'de> for ErrorText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ErrorText, D::Error> {
        Ok(String::deserialize(deserializer)?.into())
    }
}
