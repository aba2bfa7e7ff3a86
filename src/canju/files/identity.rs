//! Finds the file that a path stands for. One file may have many names: other spellings of its path, hard links and
//! symbolic ones. The system tells them apart by device and number, not by text.

use super::FileError;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;

/// Are these one file that exists, whatever they are called?
pub fn is_same(first: &Path, second: &Path) -> bool {
    same_file::is_same_file(first, second).unwrap_or(false)
}

/// The file that a path stands for: symbolic links are followed, also to a file that does not exist yet.
///
/// # Errors
/// If there are too many links, or its directory does not exist.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(next) => path = directory_of(&path).join(next),
            // Not a link.
            Err(_) => {
                let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
                return Ok(fs::canonicalize(directory_of(&path))?.join(name));
            }
        }
    }
    Err(io::Error::other(FileError::TooManyLinks))
}

/// The directory of a path; the current one if it names none.
pub(super) fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
