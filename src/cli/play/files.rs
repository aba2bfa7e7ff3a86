//! Small files: saved games, and the levels that are solved.
//!
//! A file is read up to a bound, so naming the wrong one costs no memory. They are replaced as a whole: see
//! [`crate::files`].

use crate::files::OutputFile;
use bytesize::ByteSize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// Why it can't be read; a larger file is refused as such.
pub(super) fn read(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {}", ByteSize(most))));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Replaces a file as a whole.
///
/// # Errors
/// Why it can't be written; then the old file is unchanged.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.commit()
}
