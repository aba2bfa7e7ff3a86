//! One JSON object a line: the form for programs.

use super::{Exporter, Record};
use crate::review::ReviewRecord;
use std::io::{self, Write};

/// Writes records as JSON lines.
///
/// ```
/// use canju::{batch::Record, report::{Exporter, JsonLines}};
/// let mut output = Vec::new();
/// JsonLines::new(&mut output).record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert!(output.starts_with(b"{\"schema\":\"canju.result/1\""));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct JsonLines<W> {
    output: W,
    line: Vec<u8>,
}

impl<W: Write> JsonLines<W> {
    /// A writer on this output.
    pub fn new(output: W) -> JsonLines<W> {
        JsonLines { output, line: Vec::new() }
    }
}

impl<W: Write> JsonLines<W> {
    // A whole line at a time: the reader of a pipe, or of a file cut short, never sees half of one.
    fn write(&mut self, write: impl Fn(&mut Vec<u8>) -> serde_json::Result<()>) -> io::Result<()> {
        self.line.clear();
        write(&mut self.line)?;
        self.line.push(b'\n');
        self.output.write_all(&self.line)?;
        self.output.flush()
    }
}

impl<W: Write> Exporter for JsonLines<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        self.write(|line| write_result(record, line))
    }
}

impl<W: Write> Exporter<ReviewRecord> for JsonLines<W> {
    fn record(&mut self, record: &ReviewRecord) -> io::Result<()> {
        self.write(|line| write_review(record, line))
    }
}

// Apart from what is generic: so these are compiled with this crate, not with each that uses them, which may be optimised for
// building quickly.

fn write_result(record: &Record, line: &mut Vec<u8>) -> serde_json::Result<()> {
    serde_json::to_writer(line, record)
}

fn write_review(record: &ReviewRecord, line: &mut Vec<u8>) -> serde_json::Result<()> {
    serde_json::to_writer(line, record)
}
