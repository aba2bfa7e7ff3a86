//! [`games`]: the games of a file, which may be a log, hold a log in each line, or be a pack.

use super::fault::{LogFault, LogFaultKind};
use super::{is_log, read, read_by};
use crate::puzzle::{Line, LineEnds, PuzzleErrorKind, SavedGame, read_games};
use canju_engine::text::Defaults;
use std::io::{self, BufRead};

/// The longest log that is read, in bytes.
const MOST: usize = 16 << 20;

/// The games of a log or a pack.
pub type Games = Box<dyn Iterator<Item = Result<SavedGame, LogFault>> + Send>;

/// Does a log begin here? Looks at what the input has at hand, and takes nothing.
///
/// # Errors
/// The input's.
pub fn begins(input: &mut impl BufRead) -> io::Result<bool> {
    let bytes = input.fill_buf()?;
    Ok(is_log(&String::from_utf8_lossy(bytes)))
}

/// The games of an input: a pack is read line by line, and so are logs that have a line each. Any other log is read as a whole.
pub fn games(mut input: impl BufRead + Send + 'static, origin: String, defaults: Defaults) -> Games {
    // What can't be read is said by who reads it.
    if !begins(&mut input).unwrap_or(false) {
        return Box::new(read_games(input, origin, defaults).map(|game| Ok(game?)));
    }
    let mut lines = Lines { input, ends: LineEnds::default(), number: 0 };
    let mut whole = String::new();
    while let Some(line) = lines.next() {
        let line = match line {
            Ok(line) => line,
            Err(kind) => return Box::new(std::iter::once(Err(lines.fault(&origin, kind)))),
        };
        let is_first = whole.trim().is_empty();
        if is_first && serde_json::from_str::<serde::de::IgnoredAny>(&line).is_ok() {
            let first = read_by(&line, &origin, lines.number, &defaults);
            let next = move || {
                let line = lines.next()?;
                Some(match line {
                    Ok(line) => lines.games(&line, &origin, &defaults),
                    Err(kind) => vec![Err(lines.fault(&origin, kind))],
                })
            };
            return Box::new(first.into_iter().chain(std::iter::from_fn(next).flatten()));
        }
        if lines.number > 1 {
            whole.push('\n');
        }
        whole.push_str(&line);
        if whole.len() > MOST {
            return Box::new(std::iter::once(Err(lines.fault(&origin, LogFaultKind::TooLong(MOST)))));
        }
    }
    Box::new(read(&whole, &origin, defaults).into_iter())
}

/// Lines of bounded length.
struct Lines<R> {
    input: R,
    ends: LineEnds,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Option<Result<String, LogFaultKind>> {
        let mut bytes = Vec::new();
        self.number += 1;
        match self.ends.read_line(&mut self.input, MOST, &mut bytes) {
            Ok(Line::End) => None,
            Ok(Line::TooLong) => Some(Err(LogFaultKind::TooLong(MOST))),
            Ok(Line::Whole) => Some(String::from_utf8(bytes).map_err(|error| {
                let byte = error.as_bytes()[error.utf8_error().valid_up_to()];
                PuzzleErrorKind::NotUtf8(byte).into()
            })),
            Err(error) => Some(Err(PuzzleErrorKind::Read(error.into()).into())),
        }
    }

    /// The games of a line: a log, or a puzzle's object.
    fn games(&self, line: &str, origin: &str, defaults: &Defaults) -> Vec<Result<SavedGame, LogFault>> {
        let number = self.number;
        match line.trim() {
            "" => Vec::new(),
            line if is_log(line) => read_by(line, origin, number, defaults),
            line => read(&format!("@line {number}\n{line}"), origin, *defaults),
        }
    }

    /// A fault in the line that was read last.
    fn fault(&self, origin: &str, kind: LogFaultKind) -> LogFault {
        let number = self.number;
        LogFault { id: format!("{origin}:{number}"), ..LogFault::of_text(number, 1, kind) }
    }
}
