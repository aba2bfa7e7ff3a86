//! Lines to puzzles, one at a time.

use super::draft::{Located, rules_fault};
use super::error::{LineFault, PuzzleError, PuzzleErrorKind};
use super::lines::Lines;
use super::{Puzzle, json, pack};
use crate::rules::Ruleset;
use std::borrow::Cow;
use std::io::BufRead;

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
pub struct Puzzles<R> {
    lines: Lines<R>,
    origin: String,
    directives: Directives,
    broken: bool,
}

/// The effect of the directives so far.
struct Directives {
    /// The rules of lines without their own, or the line of the `@rules` that can't be read.
    defaults: Result<Ruleset, u64>,
    /// What is added to the number of a line, modulo 2^64: `@line` may count backwards.
    shift: u64,
}

/// Reads puzzles lazily from a pack or from JSON lines: a line that starts with `{` is JSON, any other a line of a pack.
///
/// `origin` names the input in ids, `origin:line`. `rules` apply until an `@rules` line, and to lines without rules of their
/// own. A part of a larger input begins with an `@line` that gives its first line's number there, so that ids and messages
/// do not depend on how that input was cut.
///
/// ```
/// use canju::{puzzle, rules::Ruleset};
/// let pack = "# a comment\n@rules rlcard\n346999Q2 | 34JAAD | expect=win best=3999\n34 | 5?";
/// let mut puzzles = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default());
/// let first = puzzles.next().unwrap()?;
/// assert_eq!((first.id.as_str(), first.rules.to_string().as_str()), ("my.ddz:3", "rlcard"));
/// let error = puzzles.next().unwrap().unwrap_err();
/// assert!(error.to_string().starts_with("line 4, column 7: unknown card `?`"));
/// assert!(puzzles.next().is_none());
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
pub fn read<R: BufRead>(input: R, origin: impl Into<String>, rules: Ruleset) -> Puzzles<R> {
    let directives = Directives { defaults: Ok(rules), shift: 0 };
    Puzzles { lines: Lines::new(input, MAX_LINE), origin: origin.into(), directives, broken: false }
}

impl<R: BufRead> Iterator for Puzzles<R> {
    type Item = Result<Puzzle, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.broken {
            let (number, line) = self.lines.next()?;
            let number = number.wrapping_add(self.directives.shift);
            let found = line.and_then(|line| read_line(line, &self.origin, number, &mut self.directives));
            match found {
                Ok(None) => {}
                Ok(Some(puzzle)) => return Some(Ok(puzzle)),
                Err(LineFault { id, column, kind }) => {
                    self.broken = matches!(kind, PuzzleErrorKind::Read(_));
                    let id = id.unwrap_or_else(|| format!("{}:{number}", self.origin));
                    return Some(Err(PuzzleError { id, line: number, column, kind }));
                }
            }
        }
        None
    }
}

/// The puzzle of a line; `None` for a blank line, a comment or a directive.
fn read_line(line: &str, origin: &str, number: u64, directives: &mut Directives) -> Result<Option<Puzzle>, LineFault> {
    let start = line.trim_start();
    let draft = if start.starts_with('{') {
        json::parse(line)?
    } else if let Some(directive) = start.strip_prefix('@') {
        let column = line[..line.len() - directive.len()].chars().count() + 1;
        directives.obey(directive, column, number)?;
        return Ok(None);
    } else {
        match pack::parse(line)? {
            Some(draft) => draft,
            None => return Ok(None),
        }
    };
    let rules = match directives.defaults {
        Ok(rules) => rules,
        Err(_) if draft.rules.is_some() => Ruleset::default(),
        Err(line) => return Err(LineFault::new(1, PuzzleErrorKind::NoDefaults { line }).of(&draft.id)),
    };
    let own_id = draft.id.clone();
    draft.build(format!("{origin}:{number}"), &rules).map(Some).map_err(|fault| fault.of(&own_id))
}

impl Directives {
    /// Takes note of a directive without its `@`, which stands before `column` of line `number`.
    fn obey(&mut self, directive: &str, column: usize, number: u64) -> Result<(), LineFault> {
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
            "rules" => {
                self.defaults = Err(number);
                let text = Located { text: Cow::Borrowed(text), column: value_column, verbatim: true };
                self.defaults = Ok(text.text.parse().map_err(|error| rules_fault(&text, error))?);
            }
            _ => {
                // It may have been meant as `@rules`: the lines below must not be read under other rules.
                self.defaults = Err(number);
                return Err(LineFault::new(column, PuzzleErrorKind::Directive(word.to_owned())));
            }
        }
        Ok(())
    }
}
