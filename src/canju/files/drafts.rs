//! Drafts: each file is written under another name beside its place, and takes that place when it is finished.
//!
//! The draft of `NAME` is `NAME.XXXXXX.part`, with six random letters and digits. A run that is killed leaves its drafts behind.
//! The next run that writes `NAME` removes them, but not those of a run that is still at work. Therefore each writer holds a
//! lock on its draft until it is finished. The system releases the lock when the process ends, however it ends.
//!
//! A new draft has no lock for a moment, in which another run may remove it. So the writer looks again once it has the lock,
//! and makes another draft if this one is gone. Nothing is removed on file systems without locks.

use super::FileError;
use super::identity::directory_of;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const SUFFIX: &str = ".part";

/// How many random letters and digits a draft's name has.
const RANDOM: usize = 6;

/// How often a draft may be removed by another run before its writer has locked it.
const ATTEMPTS: usize = 100;

/// A new draft beside this place, locked, with the permissions that new files get. It is removed when it is dropped.
pub(super) fn beside(place: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = place.file_name().map_or_else(OsString::new, OsString::from);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    for _ in 0..ATTEMPTS {
        let draft = builder.tempfile_in(directory_of(place))?;
        if lock(&draft) {
            return Ok(draft);
        }
    }
    Err(io::Error::other(FileError::DraftsRemoved))
}

/// Locks a new draft; false if another run has removed it, or is about to.
fn lock(draft: &NamedTempFile) -> bool {
    match draft.as_file().try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // Nobody can lock it if its writer can't.
        Ok(()) | Err(TryLockError::Error(_)) => is_at(draft.as_file(), draft.path()),
    }
}

/// Removes the abandoned drafts of this place.
pub(super) fn remove_abandoned(place: &Path) {
    let Some(name) = place.file_name() else { return };
    for (_, draft) in drafts_in(directory_of(place)).filter(|(file, _)| file == name.as_encoded_bytes()) {
        remove_if_abandoned(&draft);
    }
}

/// Does another run write a draft of this place, of which `own` is this run's?
pub(super) fn others_at_work(place: &Path, own: &Path) -> bool {
    let Some(name) = place.file_name() else { return false };
    let mut others = drafts_in(directory_of(place))
        .filter(|(file, draft)| file == name.as_encoded_bytes() && draft.file_name() != own.file_name());
    others.any(|(_, draft)| {
        let file = OpenOptions::new().write(true).open(&draft);
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    })
}

/// The drafts that a directory had when it was searched, by the names of their files.
pub(super) struct Drafts(HashMap<Vec<u8>, Vec<PathBuf>>);

impl Drafts {
    /// Searches a directory.
    pub fn find(directory: &Path) -> Drafts {
        let mut found: HashMap<Vec<u8>, Vec<PathBuf>> = HashMap::new();
        for (file, draft) in drafts_in(directory) {
            found.entry(file).or_default().push(draft);
        }
        Drafts(found)
    }

    /// Removes the abandoned drafts of the file of this name.
    pub fn remove_abandoned(&self, name: &OsStr) {
        self.0.get(name.as_encoded_bytes()).into_iter().flatten().for_each(|draft| remove_if_abandoned(draft));
    }
}

/// The drafts in a directory, with the names of their files.
fn drafts_in(directory: &Path) -> impl Iterator<Item = (Vec<u8>, PathBuf)> {
    // A directory that can't be searched can be written all the same.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let file = name_of_file(&entry.file_name())?.to_owned();
        entry.file_type().is_ok_and(|kind| kind.is_file()).then(|| (file, entry.path()))
    })
}

/// The name of the file that a draft of this name is for; `None` if this is not the name of a draft.
fn name_of_file(draft: &OsStr) -> Option<&[u8]> {
    let named = draft.as_encoded_bytes().strip_suffix(SUFFIX.as_bytes())?;
    let (named, random) = named.split_at_checked(named.len().checked_sub(RANDOM)?)?;
    let name = named.strip_suffix(b".")?;
    (!name.is_empty() && random.iter().all(u8::is_ascii_alphanumeric)).then_some(name)
}

/// Removes a draft, unless a living process holds it. A draft that can't be removed stays; it does no harm.
fn remove_if_abandoned(draft: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(draft) else { return };
    if file.try_lock().is_ok() && is_at(&file, draft) {
        let _ = fs::remove_file(draft);
    }
}

/// Is this file still at this path?
fn is_at(file: &File, path: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.metadata().is_ok_and(|own| (own.dev(), own.ino()) == (found.dev(), found.ino()))
    }
    // Elsewhere Rust can't tell two files apart. Another file would need the same six random characters.
    #[cfg(not(unix))]
    {
        let _ = file;
        found.is_file()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What is in a directory, sorted.
    pub fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn names_of_drafts_are_told_from_others() {
        for (draft, file) in [
            ("out.aZ09xy.part", "out"),
            ("a.proof.000000.part", "a.proof"),
            ("out.abcdef.part.ABCDEF.part", "out.abcdef.part"),
        ] {
            assert_eq!(name_of_file(OsStr::new(draft)), Some(file.as_bytes()), "{draft}");
        }
        for other in [
            "out",
            "out.part",
            "out.abcde.part",
            "out.abcdefg.part",
            "out.abc-ef.part",
            "out.abcdé.part",
            "out.abcdef.parts",
            "out.abcdef.PART",
            "outabcdef.part",
            ".abcdef.part",
            "abcdef.part",
            ".part",
            "",
        ] {
            assert_eq!(name_of_file(OsStr::new(other)), None, "{other}");
        }
        // A new draft is called as these are.
        let root = tempfile::tempdir().unwrap();
        let draft = beside(&root.path().join("a.proof")).unwrap();
        assert_eq!(name_of_file(draft.path().file_name().unwrap()), Some(&b"a.proof"[..]));
    }

    #[test]
    fn abandoned_drafts_of_the_file_are_removed_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        let held = "out.held00.part";
        let others = ["out.abcde.part", "out.part", "out.x.abcdef.part", "out2.abcdef.part", "xout.abcdef.part", held];
        for name in ["out.abcdef.part", "out.000000.part"].iter().chain(&others) {
            fs::write(path(name), "half of it").unwrap();
        }
        fs::create_dir(path("out.direct.part")).unwrap();
        let holder = File::open(path(held)).unwrap();
        holder.lock().unwrap();
        let mut expected: Vec<&str> = others.into_iter().chain(["out.direct.part"]).collect();
        expected.sort();

        let before = Drafts::find(root.path());
        remove_abandoned(&path("out"));
        assert_eq!(names(root.path()), expected);
        // A directory that was searched before has the same drafts.
        fs::write(path("out.abcdef.part"), "half of it").unwrap();
        before.remove_abandoned(OsStr::new("missing"));
        assert_eq!(names(root.path()).len(), expected.len() + 1);
        before.remove_abandoned(OsStr::new("out"));
        assert_eq!(names(root.path()), expected);

        drop(holder);
        remove_abandoned(&path("out"));
        assert!(!path(held).exists(), "its holder has gone");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_called_like_a_draft_but_is_no_file_stays() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("mine"), "").unwrap();
        std::os::unix::fs::symlink("mine", root.path().join("out.linked.part")).unwrap();
        remove_abandoned(&root.path().join("out"));
        assert_eq!(names(root.path()), ["mine", "out.linked.part"]);
    }

    #[test]
    fn a_draft_that_was_removed_before_it_was_locked_is_not_written() {
        let root = tempfile::tempdir().unwrap();
        let new = || NamedTempFile::new_in(root.path()).unwrap();
        assert!(lock(&new()));
        let (removed, being_removed) = (new(), new());
        remove_if_abandoned(removed.path());
        assert!(!lock(&removed));
        let remover = File::open(being_removed.path()).unwrap();
        remover.lock().unwrap();
        assert!(!lock(&being_removed));
    }

    /// Drafts are made and searched for at the same time: none is taken from its writer.
    #[test]
    fn a_draft_that_is_being_written_stays() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("out");
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for _ in 0..500 {
                    let draft = beside(&place).unwrap();
                    std::thread::yield_now();
                    assert!(is_at(draft.as_file(), draft.path()));
                }
            });
            while !writer.is_finished() {
                remove_abandoned(&place);
            }
        });
        assert!(names(root.path()).is_empty());
    }
}
