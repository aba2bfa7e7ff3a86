//! Where certificates are written: to one file, or to a directory with a file for each puzzle.

use super::language::text;
use canju::batch::{CertificateStore, Record};
use canju::files::{OutputDirectory, SharedFile, is_same};
use canju::puzzle::Puzzle;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The longest name taken from a puzzle, in bytes.
const LONGEST_NAME: usize = 120;

/// A directory that gets a certificate for each decided puzzle.
///
/// Its name is the puzzle's id and, after a `~`, the puzzle's number in the input. So no two puzzles of a batch share a file,
/// whatever their ids are, and a batch that is resumed gives them the same names.
pub(super) struct ProofDir {
    path: PathBuf,
    directory: OutputDirectory,
    /// The certificates of the puzzles being solved, by their numbers.
    open: Mutex<HashMap<u64, SharedFile>>,
    /// What the batch writes as well: no certificate may take its place.
    others: Vec<PathBuf>,
}

impl ProofDir {
    pub fn create(path: &Path, others: Vec<PathBuf>) -> io::Result<ProofDir> {
        let directory = OutputDirectory::open(path)?;
        Ok(ProofDir { path: path.to_owned(), directory, open: Mutex::default(), others })
    }
}

impl CertificateStore for ProofDir {
    fn open(&self, index: u64, puzzle: &Puzzle) -> io::Result<Box<dyn Write>> {
        let name = format!("{}~{}.proof", file_stem(&puzzle.id), index + 1);
        let path = self.path.join(&name);
        if self.others.iter().any(|other| is_same(other, &path)) {
            return Err(io::Error::other(text!("other-output", path = path.to_string_lossy())));
        }
        let file = SharedFile::new(self.directory.create(&name)?);
        self.open.lock().insert(index, file.clone());
        Ok(Box::new(file))
    }

    fn settle(&self, index: u64, keep: bool) -> io::Result<()> {
        let file = self.open.lock().remove(&index);
        match file {
            Some(file) if keep => file.commit(),
            _ => Ok(()),
        }
    }
}

/// Does this record have a verdict?
pub(super) fn is_decided(record: &Record) -> bool {
    matches!(record, Record::Solved(record) if record.reason.is_none())
}

/// A plain certificate that is too large, with the cure.
pub(super) fn too_large(most: u32, compared: Option<u64>) -> String {
    match compared {
        None => text!("certificate-too-large", most = most),
        Some(compared) => text!("certificate-too-large-plain", most = most, compared = compared),
    }
}

/// A file name for a puzzle: letters and digits of any script and `.-_` of its id stay, everything else becomes `-`. It is
/// never hidden, never a path and never an option.
pub(super) fn file_stem(id: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let mut name: String = id.chars().map(safe).collect();
    if name.is_empty() || name.starts_with(['.', '-']) {
        name.insert(0, '_');
    }
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        assert_eq!(file_stem("published/circulated.ddz:2"), "published-circulated.ddz-2");
        assert_eq!(file_stem("../../etc/passwd"), "_..-..-etc-passwd");
        assert_eq!(file_stem("残局\\x\0"), "残局-x-");
        assert_eq!(file_stem("/root/a.ddz:1"), "_-root-a.ddz-1");
        assert_eq!(file_stem(&"残".repeat(1000)), "残".repeat(LONGEST_NAME / 3));
        assert_eq!(file_stem(""), "_");
        assert_eq!(file_stem(&"a".repeat(1000)).len(), LONGEST_NAME);
    }
}
