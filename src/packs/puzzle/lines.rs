//! Lines of bounded length out of any bytes.
//!
//! `BufRead::lines` would hold a line of any length in memory and end at the first byte that is not UTF-8. Here such
//! a line is an item like any other, and reading goes on with the next line.

use super::error::{LineFault, PuzzleErrorKind};
use std::io::{self, BufRead, Read};

/// The lines of an input, without their ends.
pub(super) struct Lines<R> {
    input: R,
    longest: usize,
    buffer: Vec<u8>,
    /// The number of the line read last.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes; longer ones are reported and skipped without being stored.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines { input, longest, buffer: Vec::new(), number: 0 }
    }

    /// What the lines are read from.
    pub fn input(&self) -> &R {
        &self.input
    }

    /// The next line and its number, or what is wrong with it. `None` at the end.
    pub fn next(&mut self) -> Option<(u64, Result<&str, LineFault>)> {
        self.number += 1;
        let line = match self.fill() {
            Ok(Line::End) => return None,
            Ok(Line::Whole) => self.decode(),
            Ok(Line::TooLong) => Err(LineFault::new(self.longest + 1, PuzzleErrorKind::TooLong(self.longest))),
            Err(error) => Err(LineFault::new(1, PuzzleErrorKind::Read(error.to_string()))),
        };
        Some((self.number, line))
    }

    /// The line in the buffer.
    fn decode(&self) -> Result<&str, LineFault> {
        // A byte order mark does not belong to the first line.
        let bytes = match self.number {
            1 => self.buffer.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.buffer),
            _ => &self.buffer,
        };
        str::from_utf8(bytes).map_err(|error| {
            let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
            LineFault::new(column, PuzzleErrorKind::NotUtf8(bytes[error.valid_up_to()]))
        })
    }

    /// Reads one line into the buffer.
    fn fill(&mut self) -> io::Result<Line> {
        self.buffer.clear();
        // Room for the line's end, so that a line of exactly the greatest length is accepted.
        let most = self.longest as u64 + 2;
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(Line::End);
        }
        let ended = self.buffer.pop_if(|byte| *byte == b'\n').is_some();
        self.buffer.pop_if(|byte| *byte == b'\r');
        if self.buffer.len() <= self.longest {
            return Ok(Line::Whole);
        }
        if !ended {
            self.input.skip_until(b'\n')?;
        }
        Ok(Line::TooLong)
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, (usize, PuzzleErrorKind)>> {
        let mut lines = Lines::new(bytes, 5);
        let owned = |line: Result<&str, LineFault>| line.map(str::to_owned).map_err(|fault| (fault.column, fault.kind));
        std::iter::from_fn(|| lines.next().map(|(_, line)| owned(line))).collect()
    }

    #[test]
    fn odd_lines_are_items_and_the_others_go_on() {
        let found = lines(b"\xEF\xBB\xBFab\r\n12345\r\n123456\n1234567890\n\n\xE7\x8E\x8B\xFF\nend");
        let too_long = || Err((6, PuzzleErrorKind::TooLong(5)));
        let not_utf8 = Err((2, PuzzleErrorKind::NotUtf8(0xFF)));
        let text = |text: &str| Ok(text.to_owned());
        assert_eq!(found, [text("ab"), text("12345"), too_long(), too_long(), text(""), not_utf8, text("end")]);
    }
}
