//! The words of the commands at the prompt of `canju play`.
//!
//! One table serves the parser, the list that `help` prints, `canju play --help` and the completion, so they agree.

use crate::cli::language::{language, text};
use canju::report::padded;
use canju::words::Language;

/// A command.
pub(super) struct Word {
    /// The name that is listed first and completed.
    pub name: &'static str,
    /// Other spellings, among them one in Chinese.
    pub others: &'static [&'static str],
    /// What follows it.
    pub argument: &'static str,
}

/// The commands in the order of the list.
pub(super) const WORDS: [Word; 14] = [
    word("hint", &["提示"], ""),
    word("solution", &["line", "答案"], ""),
    word("verdicts", &["胜负"], ""),
    word("log", &["moves", "history", "记录"], ""),
    word("undo", &["悔棋"], "[N]"),
    word("restart", &["重来"], ""),
    word("next", &["下一关"], ""),
    word("previous", &["上一关"], ""),
    word("level", &["levels", "score", "关卡"], "[N]"),
    word("swap", &["换边"], ""),
    word("save", &["保存"], "FILE"),
    word("load", &["读取"], "FILE"),
    word("help", &["?", "？", "帮助"], ""),
    word("quit", &["q", "exit", "退出"], ""),
];

const fn word(name: &'static str, others: &'static [&'static str], argument: &'static str) -> Word {
    Word { name, others, argument }
}

/// The command with this name or other spelling, in any case.
pub(super) fn find(typed: &str) -> Option<&'static Word> {
    let typed = typed.to_lowercase();
    WORDS.iter().find(|word| word.name == typed || word.others.contains(&typed.as_str()))
}

/// What may be typed, a line for each.
pub fn list() -> String {
    let chinese = language() == Language::Chinese;
    let mut text = format!("  {}\n", text!("words-move"));
    for Word { name, others, argument } in &WORDS {
        let help = text!(&format!("word-{name}"));
        let is_chinese = |other: &&&str| !other.is_ascii() && other.chars().count() > 1;
        // Each language has the word first that its readers would type.
        let first = others.iter().find(is_chinese).filter(|_| chinese).unwrap_or(name);
        let argument = if *argument == "FILE" { text!("a-file") } else { (*argument).to_owned() };
        let usage = padded(&format!("{first} {argument}"), 11);
        let spellings = std::iter::once(name).chain(*others).filter(|spelling| *spelling != first);
        text += &format!("  {usage} {help} ({})\n", spellings.copied().collect::<Vec<_>>().join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::rules::{Ruleset, parse_move};

    /// No command can be read as cards: typing it would play them. For `q` see the parser.
    #[test]
    fn no_word_is_a_move() {
        for word in &WORDS {
            for spelling in [word.name].iter().chain(word.others).filter(|spelling| **spelling != "q") {
                assert!(parse_move(spelling, &Ruleset::default()).is_err(), "{spelling}");
            }
        }
    }

    /// Each spelling leads to its own command.
    #[test]
    fn no_spelling_is_there_twice() {
        for word in &WORDS {
            for spelling in [word.name].iter().chain(word.others) {
                assert_eq!(find(&spelling.to_uppercase()).map(|found| found.name), Some(word.name), "{spelling}");
            }
        }
        assert!(find("sing").is_none());
    }
}
