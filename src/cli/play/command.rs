//! What may be typed at the prompt of `canju play`.
//!
//! A line is a command or a move. The words of the commands contain letters that are not cards, so the two are never
//! confused.

use crate::rules::{Move, Ruleset, parse_move};
use std::path::PathBuf;

/// The words, with what follows them and what they do, in the order in which `help` lists them.
pub(super) const WORDS: [(&str, &str, &str); 9] = [
    ("hint", "", "who wins, and by which move, or how to resist"),
    ("moves", "", "every legal move with its verdict"),
    ("line", "", "a full game from here"),
    ("undo", "", "take your last move back, and the answer to it"),
    ("swap", "", "change seats with the solver"),
    ("save", " FILE", "write the game to a file"),
    ("load", " FILE", "go on with a saved game"),
    ("help", "", "this list"),
    ("quit", "", "end the session, as the end of the input does"),
];

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayCommand {
    /// A blank line, or a comment of a script.
    Nothing,
    Play(Move),
    Hint,
    Moves,
    Line,
    Undo,
    Swap,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Quit,
}

/// The command or move of a line, or what is wrong with it and how to mend it.
pub(super) fn parse(line: &str, rules: &Ruleset) -> Result<PlayCommand, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(PlayCommand::Nothing);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_lowercase(), rest.trim());
    let file = |command: fn(PathBuf) -> PlayCommand| match rest {
        "" => Err(format!("`{word}` needs a file: {word} FILE")),
        name => Ok(command(PathBuf::from(name))),
    };
    let alone = |command| match rest {
        "" => Ok(command),
        more => Err(format!("`{more}` after `{word}`: {word} stands alone")),
    };
    match word.as_str() {
        "hint" => alone(PlayCommand::Hint),
        "moves" => alone(PlayCommand::Moves),
        "line" => alone(PlayCommand::Line),
        "undo" => alone(PlayCommand::Undo),
        "swap" => alone(PlayCommand::Swap),
        "save" => file(PlayCommand::Save),
        "load" => file(PlayCommand::Load),
        "help" => alone(PlayCommand::Help),
        "quit" => alone(PlayCommand::Quit),
        _ => parse_move(line, rules)
            .map(PlayCommand::Play)
            .map_err(|error| format!("{error}; `help` lists the commands")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves() {
        let rules = Ruleset::default();
        let parse = |line| parse(line, &rules);
        assert_eq!(parse("  "), Ok(PlayCommand::Nothing));
        assert_eq!(parse("# what a script says"), Ok(PlayCommand::Nothing));
        assert_eq!(parse(" HINT "), Ok(PlayCommand::Hint));
        assert_eq!(parse("save my game.txt"), Ok(PlayCommand::Save("my game.txt".into())));
        assert_eq!(parse("pass"), Ok(PlayCommand::Play(Move::Pass)));
        assert!(matches!(parse("9 3 9 9"), Ok(PlayCommand::Play(Move::Play(_)))));
        assert_eq!(parse("load"), Err("`load` needs a file: load FILE".to_owned()));
        assert_eq!(parse("undo 2"), Err("`2` after `undo`: undo stands alone".to_owned()));
        assert!(parse("q").is_ok_and(|command| command != PlayCommand::Quit), "a queen");
    }

    /// No command can be read as cards: typing it would play them.
    #[test]
    fn no_word_is_a_move() {
        for (word, ..) in WORDS {
            assert!(parse_move(word, &Ruleset::default()).is_err(), "{word}");
        }
    }
}
