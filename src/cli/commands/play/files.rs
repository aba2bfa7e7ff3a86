//! Small files: saved games, and the levels that are solved.
//!
//! Only files are read, and only up to a bound: so a wrong name costs no memory, and nobody waits for a pipe. Files are
//! replaced as a whole: see [`canju::files`].

use crate::cli::language::text;
use bytesize::ByteSize;
use canju::files::OutputFile;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// Why it can't be read; a larger file is refused as such, and so is what is not a file.
pub(super) fn read(path: &Path, most: u64) -> io::Result<String> {
    let kind = fs::metadata(path)?.file_type();
    // What a directory is, the system says.
    if !kind.is_file() && !kind.is_dir() {
        return Err(io::Error::other(text!("no-file")));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(text!("file-too-large", size = ByteSize(most).to_string())));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other(text!("file-not-utf8")))
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
