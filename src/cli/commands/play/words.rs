//! The words of the commands at the prompt of `canju play`.
//!
//! One table serves the parser, the list that `help` prints, `canju play --help` and the completion, so they agree.

/// A command.
pub(super) struct Word {
    /// The name that is listed first and completed.
    pub name: &'static str,
    /// Other spellings, among them one in Chinese.
    pub others: &'static [&'static str],
    /// What follows it.
    pub argument: &'static str,
    /// What it does.
    pub help: &'static str,
}

/// The commands in the order of the list.
pub(super) const WORDS: [Word; 14] = [
    word("hint", &["提示"], "", "the kind of the best move; again: more of it; again: its cards"),
    word("solution", &["line", "答案"], "", "spoiler: who wins, the move, and a full game from here"),
    word("verdicts", &["胜负"], "", "spoiler: every legal move with its verdict"),
    word("log", &["moves", "history", "记录"], "", "the moves so far"),
    word("undo", &["悔棋"], "[N]", "take back your last move, or your last N, and the answers"),
    word("restart", &["重来"], "", "go back to the start of the game"),
    word("next", &["下一关"], "", "go to the next level of the pack"),
    word("previous", &["上一关"], "", "go to the level before"),
    word("level", &["levels", "score", "关卡"], "[N]", "go to level N; alone: which are solved"),
    word("swap", &["换边"], "", "change seats with the solver"),
    word("save", &["保存"], "FILE", "write the game to a file"),
    word("load", &["读取"], "FILE", "go on with a saved game"),
    word("help", &["?", "？", "帮助"], "", "this list"),
    word("quit", &["q", "exit", "退出"], "", "end the session, as the end of the input does"),
];

const fn word(name: &'static str, others: &'static [&'static str], argument: &'static str, help: &'static str) -> Word {
    Word { name, others, argument, help }
}

/// The command with this name or other spelling, in any case.
pub(super) fn find(typed: &str) -> Option<&'static Word> {
    let typed = typed.to_lowercase();
    WORDS.iter().find(|word| word.name == typed || word.others.contains(&typed.as_str()))
}

/// What may be typed, a line for each.
pub(super) fn list() -> String {
    let mut text = "  5556, pass  a move: its cards, or pass (过, 不要, 要不起); a queen is a capital Q\n".to_owned();
    for Word { name, others, argument, help } in &WORDS {
        let usage = format!("{name} {argument}");
        text += &format!("  {usage:<11} {help} ({})\n", others.join(", "));
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
