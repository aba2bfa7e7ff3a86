//! Splits any bytes into lines of bounded length.
//!
//! `BufRead::lines` would hold a line of any length in memory, end at the first byte that is not UTF-8, and take lines that
//! end with CR alone for one line. Here all of these are lines, and reading goes on after a line that is refused.

use super::error::{LineFault, PuzzleErrorKind};
use std::io::{self, BufRead, BufReader, Read};

/// The lines of an input, without their ends.
pub(super) struct Lines<R> {
    input: R,
    longest: usize,
    ends: LineEnds,
    buffer: Vec<u8>,
    /// The number of the line read last.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `longest` bytes; longer ones are reported and skipped without being stored.
    pub fn new(input: R, longest: usize) -> Lines<R> {
        Lines { input, longest, ends: LineEnds::default(), buffer: Vec::new(), number: 0 }
    }

    /// The next line and its number, or what is wrong with it. `None` at the end.
    pub fn next(&mut self) -> Option<(u64, Result<&str, LineFault>)> {
        self.number += 1;
        let line = match self.ends.read_line(&mut self.input, self.longest, &mut self.buffer) {
            Ok(Line::End) => return None,
            Ok(Line::Whole) => self.decode(),
            Ok(Line::TooLong) => Err(LineFault::new(self.longest + 1, PuzzleErrorKind::TooLong(self.longest))),
            Err(error) => Err(LineFault::new(1, PuzzleErrorKind::Read(error.into()))),
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
}

impl<R: Read> Lines<BufReader<R>> {
    /// Has some of the next line been read from the sender already?
    pub fn has_begun_the_next(&self) -> bool {
        !self.ends.without_rest(self.input.buffer()).is_empty()
    }
}

/// Reads lines that end as on any system: with LF, with CR LF, or with CR.
///
/// A CR ends its line at once, because the sender may wait for the answer before it sends more. An LF behind it is passed
/// over when the next line is read.
#[derive(Default)]
#[doc(hidden)]
pub struct LineEnds {
    /// Has the last line ended with a CR, whose LF has not been read yet?
    after_cr: bool,
}

/// What [`LineEnds::read_line`] has read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub enum Line {
    /// A line.
    Whole,
    /// A line that was skipped because it is too long.
    TooLong,
    /// The end of the input.
    End,
}

impl LineEnds {
    /// Reads the next line into `line`, without its end. A line of more than `longest` bytes is skipped without being stored.
    ///
    /// # Errors
    /// The input's.
    pub fn read_line(&mut self, input: &mut impl BufRead, longest: usize, line: &mut Vec<u8>) -> io::Result<Line> {
        line.clear();
        let mut found = Line::End;
        loop {
            let bytes = match input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                bytes => bytes?,
            };
            if bytes.is_empty() {
                return Ok(found);
            }
            let rest = self.without_rest(bytes);
            self.after_cr = false;
            let skipped = bytes.len() - rest.len();
            if rest.is_empty() {
                input.consume(skipped);
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &rest[..end.unwrap_or(rest.len())];
            if found != Line::TooLong {
                found = if part.len() <= longest - line.len() { Line::Whole } else { Line::TooLong };
            }
            match found {
                Line::Whole => line.extend(part),
                _ => line.clear(),
            }
            let read = skipped + part.len();
            let Some(end) = end else {
                input.consume(read);
                continue;
            };
            self.after_cr = rest[end] == b'\r';
            input.consume(read + 1);
            return Ok(found);
        }
    }

    /// The bytes that follow, without what is left of the last line's end.
    fn without_rest<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        if self.after_cr { bytes.strip_prefix(b"\n").unwrap_or(bytes) } else { bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found = Vec<Result<String, (usize, PuzzleErrorKind)>>;

    fn lines(input: impl BufRead) -> Found {
        let mut lines = Lines::new(input, 5);
        let owned = |line: Result<&str, LineFault>| line.map(str::to_owned).map_err(|fault| (fault.column, fault.kind));
        std::iter::from_fn(|| lines.next().map(|(_, line)| owned(line))).collect()
    }

    /// The lines, which are the same in whatever pieces the bytes come.
    fn lines_in_pieces(bytes: &[u8]) -> Found {
        let found = lines(bytes);
        for piece in 1..=bytes.len() {
            assert_eq!(lines(BufReader::with_capacity(piece, bytes)), found, "in pieces of {piece}");
        }
        found
    }

    fn too_long() -> Result<String, (usize, PuzzleErrorKind)> {
        Err((6, PuzzleErrorKind::TooLong(5)))
    }

    fn text(text: &str) -> Result<String, (usize, PuzzleErrorKind)> {
        Ok(text.to_owned())
    }

    #[test]
    fn odd_lines_are_items_and_the_others_go_on() {
        let found = lines_in_pieces(b"\xEF\xBB\xBFab\r\n12345\r\n123456\n1234567890\n\n\xE7\x8E\x8B\xFF\nend");
        let not_utf8 = Err((2, PuzzleErrorKind::NotUtf8(0xFF)));
        assert_eq!(found, [text("ab"), text("12345"), too_long(), too_long(), text(""), not_utf8, text("end")]);
    }

    #[test]
    fn lines_end_with_lf_with_cr_lf_and_with_cr() {
        for end in ["\n", "\r\n", "\r"] {
            let joined = ["a", "", "12345", "123456", "", "", "b"].join(end);
            let mut expected = vec![text("a"), text(""), text("12345"), too_long(), text(""), text(""), text("b")];
            assert_eq!(lines_in_pieces(joined.as_bytes()), expected, "{end:?}");
            // An end behind the last line begins no other line.
            assert_eq!(lines_in_pieces((joined.clone() + end).as_bytes()), expected, "{end:?}");
            expected.push(text(""));
            assert_eq!(lines_in_pieces((joined + end + end).as_bytes()), expected, "{end:?}");
        }
        let mixed = lines_in_pieces(b"a\rb\nc\r\nd\n\re\r\r\n\nf\r");
        let expected = ["a", "b", "c", "d", "", "e", "", "", "f"];
        assert_eq!(mixed, expected.map(text));
        let lengths = lines_in_pieces(b"123456\r12345\r123456\r\n12345\r\n123456\n12345");
        assert_eq!(lengths, [too_long(), text("12345"), too_long(), text("12345"), too_long(), text("12345")]);
    }
}
