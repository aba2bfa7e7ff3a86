//! One JSON object a line: the form for programs.

use super::{Exporter, Record};
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

impl<W: Write> Exporter for JsonLines<W> {
    fn record(&mut self, record: &Record) -> io::Result<()> {
        // A whole line at a time: the reader of a pipe, or of a file cut short, never sees half of one.
        self.line.clear();
        serde_json::to_writer(&mut self.line, record)?;
        self.line.push(b'\n');
        self.output.write_all(&self.line)?;
        self.output.flush()
    }
}
