//! Small files: saved games, and the levels that are solved.
//!
//! Only what is a file is read, and up to a bound: naming the wrong one costs no memory, and nobody waits for a pipe. A file that matters is replaced as a whole: the
//! new text is written beside it and takes its name, so a crash leaves the old text or the new one.

use bytesize::ByteSize;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The text of a file of at most `most` bytes.
///
/// # Errors
/// Why it can't be read; a larger file is refused as such, and so is what is not a file.
pub(super) fn read(path: &Path, most: u64) -> io::Result<String> {
    let kind = fs::metadata(path)?.file_type();
    // What a directory is, the system says.
    if !kind.is_file() && !kind.is_dir() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {}", ByteSize(most))));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Replaces a file, and makes its directory if there is none. A link stays a link.
///
/// # Errors
/// Why it can't be written; then the old file is unchanged.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
