//! What people read, in each language. What programs read is in no language: JSON, CSV and packs are the same everywhere.
//!
//! | file | contents |
//! |---|---|
//! | `en.ftl`, `zh.ftl` | the texts of reports and of the program, with the same names in both |
//! | `zh_help.ftl` | the help and what is wrong with a command line, in Chinese; the English help stands beside the arguments, in `src/cli` |
//! | `zh_names.ftl` | what the libraries call things, in Chinese; the English names are their own |
//!
//! The files are [Fluent](https://projectfluent.org)'s: a name, a text, and `{ $value }` where a value goes. Names of values
//! are the same in both languages; tests compare them. Errors say their own text in each language: `canju::InChinese`.

mod error_text;

pub use error_text::ErrorText;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::sync::OnceLock;

const ENGLISH: &[&str] = &[include_str!("en.ftl")];
const CHINESE: &[&str] = &[include_str!("zh.ftl"), include_str!("zh_names.ftl"), include_str!("zh_help.ftl")];

/// A language that people read.
///
/// ```
/// use canju::report::{Language, Palette};
/// let palette = Palette::PLAIN.in_language(Language::of_locale("zh_CN.UTF-8"));
/// assert_eq!(palette.language(), Language::Chinese);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Language {
    /// English, in which errors and data are for programs.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// The code of ISO 639.
    ///
    /// ```
    /// use canju::report::Language;
    /// assert_eq!(Language::ALL.map(|language| language.code()), ["en", "zh"]);
    /// ```
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// The language of a locale, as environment variables name it. Any that is not Chinese has English texts.
    ///
    /// ```
    /// use canju::report::Language;
    /// assert_eq!(Language::of_locale("zh_CN.UTF-8"), Language::Chinese);
    /// assert_eq!(["C", "de_DE", "zhuang"].map(Language::of_locale), [Language::English; 3]);
    /// ```
    pub fn of_locale(locale: &str) -> Language {
        let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if code.eq_ignore_ascii_case("zh") { Language::Chinese } else { Language::English }
    }

    /// The text of this name, if this language has it.
    #[doc(hidden)]
    pub fn find(self, name: &str, values: &[(&'static str, Value)]) -> Option<String> {
        let bundle = self.bundle();
        let pattern = bundle.get_message(name)?.value()?;
        let mut given = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            given.set(*name, value.0.clone());
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&given), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{name}: {errors:?}");
        Some(text)
    }

    /// The text of this name. Use [`say!`].
    #[doc(hidden)]
    pub fn said(self, name: &str, values: &[(&'static str, Value)]) -> String {
        self.find(name, values).unwrap_or_else(|| {
            debug_assert!(false, "no text `{name}`");
            name.to_owned()
        })
    }

    /// What a library calls `english`, which is a thing of this sort.
    ///
    /// ```
    /// use canju::words::Language;
    /// assert_eq!(Language::English.named("poker", "full house"), "full house");
    /// assert_eq!(Language::Chinese.named("poker", "full house"), "葫芦");
    /// ```
    #[doc(hidden)]
    pub fn named(self, sort: &str, english: &str) -> String {
        match self {
            Language::English => english.to_owned(),
            Language::Chinese => self.said(&format!("{sort}-{}", english.replace(' ', "-")), &[]),
        }
    }

    /// The names of all texts that may have to be looked for: those of the Chinese help.
    #[doc(hidden)]
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let lines = self.sources().iter().flat_map(|source| source.lines());
        lines.filter_map(|line| line.split_once(" =").map(|(name, _)| name)).filter(|name| is_name(name))
    }

    fn sources(self) -> &'static [&'static str] {
        match self {
            Language::English => ENGLISH,
            Language::Chinese => CHINESE,
        }
    }

    fn bundle(self) -> &'static FluentBundle<FluentResource> {
        static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 2] = [const { OnceLock::new() }; 2];
        BUNDLES[self as usize].get_or_init(|| {
            let mut bundle = FluentBundle::new_concurrent(vec![self.code().parse().unwrap_or_default()]);
            // Marks for text that runs the other way, which a terminal may show as boxes.
            bundle.set_use_isolating(false);
            bundle.set_formatter(Some(|value, _| match value {
                FluentValue::Number(number) if number.value >= 0.0 && number.value.fract() == 0.0 => {
                    Some(thousands(number.value as u64))
                }
                _ => None,
            }));
            for source in self.sources() {
                // A test reads them: each is whole, and no name is there twice.
                let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
                let _ = bundle.add_resource(resource);
            }
            bundle
        })
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}

/// A value within a text: a count, which decides between one and many and gets its commas, or a text.
#[derive(Clone, Debug)]
pub struct Value(FluentValue<'static>);

macro_rules! from_number {
    ($($Number:ty),*) => { $(
        impl From<$Number> for Value {
            fn from(number: $Number) -> Value {
                Value(FluentValue::from(number))
            }
        }
    )* };
}
from_number!(u8, u16, u32, u64, usize);

macro_rules! from_text {
    ($($Text:ty),*) => { $(
        impl From<$Text> for Value {
            fn from(text: $Text) -> Value {
                Value(FluentValue::String(Cow::Owned(text.into())))
            }
        }
    )* };
}
from_text!(&str, String, &String, Cow<'_, str>);

impl From<&Cow<'_, str>> for Value {
    fn from(text: &Cow<'_, str>) -> Value {
        Value::from(&**text)
    }
}

/// A text of the catalogue with its values: `say!(language, "done", count = 3)`.
///
/// ```
/// use canju::words::{Language, say};
/// assert_eq!(say!(Language::English, "puzzles", count = 1u64), "1 puzzle");
/// assert_eq!(say!(Language::English, "puzzles", count = 2_500u64), "2,500 puzzles");
/// assert_eq!(say!(Language::Chinese, "puzzles", count = 1u64), "1 题");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! say {
    ($language:expr, $name:expr $(, $value:ident = $content:expr)* $(,)?) => {
        $crate::words::Language::said($language, $name, &[$((stringify!($value), $crate::words::Value::from($content))),*])
    };
}

pub use crate::say;

/// A count with a comma before every three digits, in both languages.
///
/// ```
/// assert_eq!([999, 1234567].map(canju::words::thousands), ["999", "1,234,567"]);
/// ```
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
    use std::collections::{BTreeMap, BTreeSet};

    type Names = BTreeSet<String>;

    /// The values that a text has.
    fn values(pattern: &Pattern<&str>, found: &mut Names) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let inline = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    variants.iter().for_each(|variant| values(&variant.value, found));
                    selector
                }
            };
            if let InlineExpression::VariableReference { id } = inline {
                found.insert(id.name.to_owned());
            }
        }
    }

    /// The texts of a file, each with its values.
    fn texts(source: &str) -> BTreeMap<String, Names> {
        let mut texts = BTreeMap::new();
        let read = fluent_syntax::parser::parse(source);
        let resource = read.unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut found = Names::new();
                values(&message.value.expect("a text"), &mut found);
                let name = message.id.name.to_owned();
                assert_eq!(texts.insert(name.clone(), found), None, "`{name}` is there twice");
            }
        }
        texts
    }

    #[test]
    fn no_text_is_missing_in_a_language() {
        let (english, chinese) = (texts(include_str!("en.ftl")), texts(include_str!("zh.ftl")));
        assert!(english.len() > 50, "{}", english.len());
        let missing = |of: &BTreeMap<String, Names>, there: &BTreeMap<String, Names>| -> Vec<String> {
            there.keys().filter(|name| !of.contains_key(*name)).cloned().collect()
        };
        assert_eq!((missing(&chinese, &english), missing(&english, &chinese)), (Vec::new(), Vec::new()));
        for (name, values) in &english {
            assert_eq!(&chinese[name], values, "{name}");
        }
    }

    /// Each file is whole, and `names` sees every text of it.
    #[test]
    fn all_files_are_read() {
        for language in Language::ALL {
            let mut all = Names::new();
            for source in language.sources() {
                for name in texts(source).into_keys() {
                    assert!(all.insert(name.clone()), "`{name}` is in two files");
                }
            }
            assert_eq!(language.names().map(str::to_owned).collect::<Names>(), all);
            for name in &all {
                assert!(language.bundle().get_message(name).is_some(), "{name}");
            }
        }
    }

    /// Chinese texts are in Chinese: no Latin comma or full stop after a Chinese character.
    #[test]
    fn chinese_signs() {
        for source in CHINESE {
            for (number, line) in source.lines().enumerate() {
                let signs: Vec<char> = line.chars().collect();
                for pair in signs.windows(2) {
                    let is_chinese = ('\u{4e00}'..='\u{9fff}').contains(&pair[0]);
                    assert!(!(is_chinese && [',', ';', '?', '!'].contains(&pair[1])), "line {}: {line}", number + 1);
                }
            }
        }
    }
}
