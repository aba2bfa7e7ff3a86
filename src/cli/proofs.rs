//! Where certificates are written: to one file, or to a directory with a file for each puzzle.

use crate::batch::{CertificateStore, Record};
use crate::puzzle::Puzzle;
use parking_lot::Mutex;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The longest name taken from a puzzle, in bytes.
const LONGEST_NAME: usize = 120;

/// A directory that gets a certificate for each decided puzzle.
pub(super) struct ProofDir {
    path: PathBuf,
    files: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    /// Names given out, in lower case: some file systems ignore case.
    names: HashSet<String>,
    /// The files of the puzzles being solved, by their numbers.
    open: HashMap<u64, PathBuf>,
}

impl ProofDir {
    pub fn create(path: &Path) -> io::Result<ProofDir> {
        fs::create_dir_all(path)?;
        Ok(ProofDir { path: path.to_owned(), files: Mutex::default() })
    }
}

impl CertificateStore for ProofDir {
    fn open(&self, index: u64, puzzle: &Puzzle) -> io::Result<Box<dyn Write>> {
        let mut files = self.files.lock();
        let stem = file_stem(&puzzle.id);
        let numbered = (1u64..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") });
        let name = numbered.into_iter().find(|name| files.names.insert(name.to_lowercase())).unwrap_or(stem);
        let path = self.path.join(name + ".proof");
        let file = File::create(&path)?;
        files.open.insert(index, path);
        Ok(Box::new(BufWriter::new(file)))
    }

    fn settle(&self, index: u64, keep: bool) -> io::Result<()> {
        let mut files = self.files.lock();
        match files.open.remove(&index) {
            Some(path) if !keep => {
                let name = path.file_stem().map(|name| name.to_string_lossy().to_lowercase());
                files.names.remove(&name.unwrap_or_default());
                fs::remove_file(path)
            }
            _ => Ok(()),
        }
    }
}

impl Drop for ProofDir {
    /// A file that was begun when the run ended is not a certificate.
    fn drop(&mut self) {
        for path in self.files.get_mut().open.values() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Does this record have a verdict?
pub(super) fn is_decided(record: &Record) -> bool {
    matches!(record, Record::Solved(record) if record.reason.is_none())
}

/// A file name for a puzzle: letters, digits and `.-_` of its id stay, everything else becomes `-`. It is never hidden and never a path.
pub(super) fn file_stem(id: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let mut name: String = id.chars().map(safe).take(LONGEST_NAME).collect();
    if name.is_empty() || name.starts_with('.') {
        name.insert(0, '_');
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
        assert_eq!(file_stem("残局\\x\0"), "---x-");
        assert_eq!(file_stem(""), "_");
        assert_eq!(file_stem(&"a".repeat(1000)).len(), LONGEST_NAME);
    }
}
