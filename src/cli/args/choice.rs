//! An argument that is one of a few words, where each stands for a value of another crate.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A parser of these words, which knows the help of each and what it stands for.
pub fn one_of<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let known = words.iter().map(|(word, help, _)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(known).try_map(|typed| {
        let found = words.iter().find(|(word, _, _)| *word == typed);
        found.map(|(_, _, value)| *value).ok_or("no such word")
    })
}
