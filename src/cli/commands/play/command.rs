//! Commands at the prompt of `canju play`.
//!
//! A line is a command or a move. No word of a command can be read as cards, but for `q`. It ends the session, as in other
//! programs, and a queen is a capital `Q`. The session still asks back where `q` may have been meant as a queen.

use super::words::{self, Word};
use crate::cli::language::{in_words, text};
use canju_engine::rules::{Move, Ruleset, parse_move};
use std::path::PathBuf;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// A blank line, or a comment of a script.
    Nothing,
    Play(Move),
    Hint,
    Solution,
    Verdicts,
    Log,
    /// Take back this many moves of the person.
    Undo(usize),
    Restart,
    Next,
    Previous,
    /// The level of this number, from 1.
    Level(usize),
    Levels,
    Swap,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Quit,
    /// `q`: the end of the session, unless this queen can be played.
    QuitOrQueen(Move),
}

/// The command or move of a line, or what is wrong with it and how to mend it.
pub(super) fn parse(line: &str, rules: &Ruleset) -> Result<PlayCommand, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(PlayCommand::Nothing);
    }
    match parse_move(line, rules) {
        Ok(queen) if line == "q" => Ok(PlayCommand::QuitOrQueen(queen)),
        Ok(played) => Ok(PlayCommand::Play(played)),
        Err(error) => {
            let (typed, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match words::find(typed) {
                Some(word) => command(word, typed, rest.trim()),
                None => Err(text!("try-help", why = in_words(&error))),
            }
        }
    }
}

/// The command of a word and what follows it. `typed` is the spelling that messages repeat.
fn command(word: &Word, typed: &str, rest: &str) -> Result<PlayCommand, String> {
    let file = || match rest {
        "" => Err(text!("needs-file", word = typed)),
        name => Ok(PathBuf::from(name)),
    };
    let number = || match rest.parse::<usize>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(text!("needs-number", rest = rest, word = typed)),
    };
    let command = match word.name {
        "save" => return file().map(PlayCommand::Save),
        "load" => return file().map(PlayCommand::Load),
        "undo" if !rest.is_empty() => return number().map(PlayCommand::Undo),
        "level" if !rest.is_empty() => return number().map(PlayCommand::Level),
        "hint" => PlayCommand::Hint,
        "solution" => PlayCommand::Solution,
        "verdicts" => PlayCommand::Verdicts,
        "log" => PlayCommand::Log,
        "undo" => PlayCommand::Undo(1),
        "restart" => PlayCommand::Restart,
        "next" => PlayCommand::Next,
        "previous" => PlayCommand::Previous,
        "level" => PlayCommand::Levels,
        "swap" => PlayCommand::Swap,
        "help" => PlayCommand::Help,
        _ => PlayCommand::Quit,
    };
    match rest {
        "" => Ok(command),
        more => Err(text!("stands-alone", rest = more, word = typed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<PlayCommand, String> {
        parse(line, &Ruleset::default())
    }

    #[test]
    fn words_and_moves() {
        assert_eq!(parsed("  "), Ok(PlayCommand::Nothing));
        assert_eq!(parsed("# what a script says"), Ok(PlayCommand::Nothing));
        assert_eq!(parsed(" HINT "), Ok(PlayCommand::Hint));
        assert_eq!(parsed("save my game.txt"), Ok(PlayCommand::Save("my game.txt".into())));
        assert!(matches!(parsed("9 3 9 9"), Ok(PlayCommand::Play(Move::Play(_)))));
        assert_eq!(parsed("load"), Err("`load` needs a file: load FILE".to_owned()));
        assert_eq!(parsed("log 2"), Err("`2` after `log`: log stands alone".to_owned()));
    }

    /// Every word has a command of its own: the last arm is for `quit` alone.
    #[test]
    fn only_quit_quits() {
        for word in &words::WORDS {
            let line = format!("{} {}", word.name, if word.argument == "FILE" { "a.game" } else { "" });
            assert_eq!(parsed(&line) == Ok(PlayCommand::Quit), word.name == "quit", "{line}");
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(parsed("undo"), Ok(PlayCommand::Undo(1)));
        assert_eq!(parsed("悔棋 3"), Ok(PlayCommand::Undo(3)));
        assert_eq!(parsed("level 12"), Ok(PlayCommand::Level(12)));
        assert_eq!(parsed("score"), Ok(PlayCommand::Levels));
        for wrong in ["0", "-1", "x", "1 2", "99999999999999999999999"] {
            let error = format!("`{wrong}` after `undo`: expected a number from 1, such as undo 3");
            assert_eq!(parsed(&format!("undo {wrong}")), Err(error));
        }
    }

    #[test]
    fn q_is_no_queen_and_a_capital_is() {
        let queen = parse_move("Q", &Ruleset::default()).unwrap();
        assert_eq!(parsed(" q "), Ok(PlayCommand::QuitOrQueen(queen)));
        assert_eq!(parsed("Q"), Ok(PlayCommand::Play(queen)));
        assert!(matches!(parsed("qq"), Ok(PlayCommand::Play(_))));
        assert_eq!(parsed("exit"), Ok(PlayCommand::Quit));
    }

    #[test]
    fn chinese() {
        for pass in ["过", "不要", "要不起", "pass"] {
            assert_eq!(parsed(pass), Ok(PlayCommand::Play(Move::Pass)), "{pass}");
        }
        assert_eq!(parsed("提示"), Ok(PlayCommand::Hint));
        assert_eq!(parsed("答案"), Ok(PlayCommand::Solution));
        assert_eq!(parsed("重来"), Ok(PlayCommand::Restart));
        assert_eq!(parsed("帮助"), parsed("?"));
        assert_eq!(parsed("退出"), Ok(PlayCommand::Quit));
        assert_eq!(parsed("记录"), parsed("history"));
    }
}
