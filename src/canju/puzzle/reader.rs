//! Reads lines as puzzles, one at a time.

use super::error::{LineFault, PuzzleError, PuzzleErrorKind};
use super::game::words;
use super::lines::Lines;
use super::{Humans, Puzzle, SavedGame, json, pack};
use canju_engine::text::{Defaults, Draft, Located};
use std::borrow::Cow;
use std::io::{BufRead, BufReader, Read};

/// The longest line that is read, in bytes: far more than any puzzle or result record takes.
pub const MAX_LINE: usize = 1 << 20;

/// The puzzles of an input, in order; see [`read`].
///
/// ```
/// use canju::{puzzle::{read}, rules::Ruleset};
/// let pack = "# two puzzles\nK5 | 44Q\n345 | 678 | 9TJ\n";
/// let puzzles: Result<Vec<_>, _> = read(pack.as_bytes(), "my.ddz", Ruleset::default()).collect();
/// assert_eq!(puzzles?.len(), 2);
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub struct Puzzles<R>(Games<R>);

/// The games of an input, in order; see [`read_games`].
///
/// ```
/// use canju::{puzzle::read_games, rules::Ruleset};
/// let saved = "K5 | 44Q\n@human first\n@moves K pass\n";
/// let game = read_games(saved.as_bytes(), "my.game", Ruleset::default()).next().unwrap()?;
/// assert_eq!(game.moves.len(), 2);
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub struct Games<R> {
    lines: Lines<R>,
    origin: String,
    directives: Directives,
    /// The puzzle above the next line: `@moves` may follow.
    above: Above,
    /// A fault found when the game above it had yet to be handed out.
    fault: Option<PuzzleError>,
    broken: bool,
    /// May the next line be waited for before the game above it is handed out?
    waits: fn(&Lines<R>) -> bool,
}

/// What stands above the next line.
enum Above {
    Nothing,
    /// A game, not yet handed out.
    Game(Box<SavedGame>),
    /// A game that has been handed out.
    Answered,
    /// A line that can't be read, and was reported.
    Faulty,
}

/// The effect of the directives so far.
struct Directives {
    /// Rules, scoring and stake of lines without their own.
    defaults: Defaults,
    /// Which of these are not known, with the line of the directive that can't be read.
    unknown: Vec<(&'static str, u64)>,
    /// Added to the number of a line, modulo 2^64: `@line` may count backwards.
    shift: u64,
}

/// What a line holds.
enum Content<'a> {
    Nothing,
    Game(Box<SavedGame>),
    /// A directive of the game above: its word and its value with the column.
    OfGame(&'a str, &'a str, usize),
}

/// Reads puzzles lazily from a pack or from JSON lines: a line that starts with `{` is JSON, any other a line of a pack.
/// A saved game is the puzzle of the position after its moves.
///
/// `origin` names the input in ids, `origin:line`. The defaults, for instance rules alone, apply until a line with `@rules`,
/// `@scoring` or `@stake`, and to lines that name none of their own. A part of a larger input begins with an `@line` that gives
/// its first line's number there, so that ids and messages do not depend on how that input was cut.
///
/// ```
/// use canju::{puzzle, rules::Ruleset};
/// let pack = "# a comment\n@rules rlcard\n346999Q2 | 34JAAD | expect=win best=3999\n34 | 5?";
/// let mut puzzles = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default());
/// let first = puzzles.next().unwrap()?;
/// assert_eq!((first.id.as_str(), first.position.rules().to_string().as_str()), ("my.ddz:3", "rlcard"));
/// let error = puzzles.next().unwrap().unwrap_err();
/// assert!(error.to_string().starts_with("line 4, column 7: unknown card `?`"));
/// assert!(puzzles.next().is_none());
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn read<R: BufRead>(input: R, origin: impl Into<String>, defaults: impl Into<Defaults>) -> Puzzles<R> {
    Puzzles(read_games(input, origin, defaults))
}

/// As [`read`], for an input whose sender waits for the answer to a line before it writes the next. A puzzle is handed out
/// as soon as its line is there, so the `@` lines of a saved game must come together with it.
///
/// ```
/// use canju::{puzzle::read_live, rules::Ruleset};
/// use std::io::BufReader;
/// let saved = BufReader::new(&b"K5 | 44Q\n@moves K\n"[..]);
/// let puzzle = read_live(saved, "-", Ruleset::default()).next().unwrap()?;
/// assert_eq!(puzzle.to_string(), "5 | 44Q | rules=huanle turn=2 last=K");
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn read_live<R: Read>(
    input: BufReader<R>,
    origin: impl Into<String>,
    defaults: impl Into<Defaults>,
) -> Puzzles<BufReader<R>> {
    Puzzles(read_games_live(input, origin, defaults))
}

/// As [`read_live`], each puzzle with the moves of a saved game.
///
/// ```
/// use canju::{puzzle::read_games_live, rules::Ruleset};
/// use std::io::BufReader;
/// let line = BufReader::new(&br#"{"hands":["K5","44Q"],"moves":["K","pass"]}"#[..]);
/// assert_eq!(read_games_live(line, "-", Ruleset::default()).next().unwrap()?.moves.len(), 2);
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn read_games_live<R: Read>(
    input: BufReader<R>,
    origin: impl Into<String>,
    defaults: impl Into<Defaults>,
) -> Games<BufReader<R>> {
    Games { waits: Lines::has_begun_the_next, ..read_games(input, origin, defaults) }
}

/// As [`read`], each puzzle with the moves of a saved game that follow it.
///
/// ```
/// use canju::{puzzle::read_games, rules::Ruleset};
/// let saved = "K5 | 44Q\n@moves K pass\n";
/// let game = read_games(saved.as_bytes(), "my.ddz", Ruleset::default()).next().unwrap()?;
/// assert_eq!((game.start.to_string().as_str(), game.moves.len()), ("5K | 44Q | rules=huanle", 2));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn read_games<R: BufRead>(input: R, origin: impl Into<String>, defaults: impl Into<Defaults>) -> Games<R> {
    let (lines, directives) =
        (Lines::new(input, MAX_LINE), Directives { defaults: defaults.into(), unknown: Vec::new(), shift: 0 });
    let origin = origin.into();
    Games { lines, origin, directives, above: Above::Nothing, fault: None, broken: false, waits: |_| true }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = Result<Puzzle, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.and_then(SavedGame::into_puzzle))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<SavedGame, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(fault) = self.fault.take() {
            return Some(Err(fault));
        }
        loop {
            if !matches!(self.above, Above::Game(_)) && self.broken {
                return None;
            }
            if self.broken || matches!(self.above, Above::Game(_)) && !(self.waits)(&self.lines) {
                return self.hand_out(Above::Answered).map(Ok);
            }
            let Some((number, line)) = self.lines.next() else {
                self.broken = true;
                continue;
            };
            let number = number.wrapping_add(self.directives.shift);
            let content = line.and_then(|line| read_line(line, &self.origin, number, &mut self.directives));
            let read = match content {
                Ok(Content::Nothing) => continue,
                Ok(Content::OfGame(word, value, column)) => match self.above.obey(word, value, column) {
                    Ok(()) => continue,
                    Err(fault) => Err(fault),
                },
                Ok(Content::Game(game)) => Ok(SavedGame { line: number, ..*game }),
                Err(fault) => Err(fault),
            };
            match read {
                Ok(game) => {
                    if let Some(above) = self.hand_out(Above::Game(Box::new(game))) {
                        return Some(Ok(above));
                    }
                }
                Err(LineFault { id, column, kind }) => {
                    self.broken = matches!(kind, PuzzleErrorKind::Read(_));
                    let id = id.unwrap_or_else(|| format!("{}:{number}", self.origin));
                    let fault = PuzzleError { id, line: number, column, kind };
                    match self.hand_out(Above::Faulty) {
                        None => return Some(Err(fault)),
                        Some(above) => {
                            self.fault = Some(fault);
                            return Some(Ok(above));
                        }
                    }
                }
            }
        }
    }
}

impl<R> Games<R> {
    /// The game above, if it has yet to be handed out; `next` takes its place.
    fn hand_out(&mut self, next: Above) -> Option<SavedGame> {
        match std::mem::replace(&mut self.above, next) {
            Above::Game(game) => Some(*game),
            _ => None,
        }
    }
}

impl Above {
    /// A directive of the game above.
    fn obey(&mut self, word: &str, value: &str, column: usize) -> Result<(), LineFault> {
        let refuse = |kind: fn(String) -> PuzzleErrorKind| LineFault::new(1, kind(word.to_owned()));
        let result = match self {
            Above::Nothing => return Err(refuse(PuzzleErrorKind::NoGame)),
            Above::Answered => return Err(refuse(PuzzleErrorKind::TooLate)),
            // It belongs to a line that was reported.
            Above::Faulty => return Ok(()),
            Above::Game(game) if word == "moves" => game.play_all(&words(value, column)),
            Above::Game(game) => match Humans::from_name(value) {
                Some(humans) => {
                    game.humans = Some(humans);
                    Ok(())
                }
                None => Err(LineFault::new(column, PuzzleErrorKind::Human(value.to_owned()))),
            },
        };
        // A game whose moves can't be read is not the game meant.
        result.map_err(|fault| {
            let above = std::mem::replace(self, Above::Faulty);
            let Above::Game(game) = above else { return fault };
            fault.of(&Some(game.start.id))
        })
    }
}

/// What a line holds; nothing if it is blank, a comment, or a directive for the lines below.
fn read_line<'a>(
    line: &'a str,
    origin: &str,
    number: u64,
    directives: &mut Directives,
) -> Result<Content<'a>, LineFault> {
    let start = line.trim_start();
    let draft = if start.starts_with('{') {
        json::parse(line)?
    } else if let Some(directive) = start.strip_prefix('@') {
        let column = line[..line.len() - directive.len()].chars().count() + 1;
        return directives.obey(directive, column, number);
    } else {
        match pack::parse(line)? {
            Some(draft) => draft,
            None => return Ok(Content::Nothing),
        }
    };
    if let Some(&(word, line)) = directives.unknown.iter().find(|(word, _)| !draft.position.says(word)) {
        return Err(LineFault::new(1, PuzzleErrorKind::NoDefaults { line, word }).of(&draft.id));
    }
    let own_id = draft.id.clone();
    let game = draft.build(format!("{origin}:{number}"), &directives.defaults).map_err(|fault| fault.of(&own_id))?;
    Ok(Content::Game(Box::new(game)))
}

impl Directives {
    /// Takes note of a directive without its `@`, which stands before `column` of line `number`.
    fn obey<'a>(&mut self, directive: &'a str, column: usize, number: u64) -> Result<Content<'a>, LineFault> {
        let content = directive.split('#').next().unwrap_or_default();
        let (word, value) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
        let spaces = value.chars().take_while(|c| c.is_whitespace()).count();
        let text = value.trim();
        // Without a value this is where the line ends.
        let separator = (word.len() < content.len()) as usize;
        let value_column = column + word.chars().count() + separator + spaces;
        match word {
            "line" => {
                let next: u64 = text
                    .parse()
                    .map_err(|_| LineFault::new(value_column, PuzzleErrorKind::LineNumber(text.to_owned())))?;
                self.shift = self.shift.wrapping_add(next.wrapping_sub(number.wrapping_add(1)));
            }
            "rules" | "scoring" | "stake" => {
                let word = ["rules", "scoring", "stake"].into_iter().find(|known| *known == word).expect("one of them");
                self.unknown.retain(|(unknown, _)| *unknown != word);
                self.unknown.push((word, number));
                let text = Located { text: Cow::Borrowed(text), column: value_column, verbatim: true };
                let mut draft = Draft::default();
                *draft.slot(word).expect("an attribute of positions") = Some(text);
                self.defaults = draft.defaults(&self.defaults)?;
                self.unknown.pop();
            }
            "human" | "moves" => return Ok(Content::OfGame(word, text, value_column)),
            _ => {
                // It may have been meant as `@rules`: the lines below must not be read under other rules.
                self.unknown.push(("rules", number));
                return Err(LineFault::new(column, PuzzleErrorKind::Directive(word.to_owned())));
            }
        }
        Ok(Content::Nothing)
    }
}
