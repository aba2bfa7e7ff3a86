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
        write_line(record, &mut self.line)?;
        self.output.write_all(&self.line)?;
        self.output.flush()
    }
}

/// Apart from what is generic: so it is compiled with this crate, not with each that uses it, which may be optimised for
/// building quickly.
fn write_line(record: &Record, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    serde_json::to_writer(&mut *line, record)?;
    line.push(b'\n');
    Ok(())
}
