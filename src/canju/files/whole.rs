//! Files that appear, or are replaced, as a whole.
//!
//! Output goes to a new file in the same directory, which replaces the old one when it is finished: a run that is killed,
//! refused or undecided leaves the old file as it was, and nobody ever reads half of a new one. The file is on the disk
//! before it is renamed. A symbolic link stays, and its target is replaced. Permissions stay, too. Devices and pipes are
//! written directly, because they can't be replaced. Files that killed runs left beside it are removed.

use super::FileError;
use super::drafts::{self, Drafts};
use super::identity::{directory_of, target};
use parking_lot::Mutex;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;

/// An output that is finished by [`OutputFile::commit`]; without it a file is left as it was.
pub enum OutputFile {
    Stdout(BufWriter<Stdout>),
    /// A device or a pipe.
    Direct(BufWriter<File>),
    Whole(WholeFile),
}

/// A file that takes its place when it is finished.
pub struct WholeFile {
    /// Removed when it is dropped, unless it was renamed.
    draft: BufWriter<NamedTempFile>,
    place: PathBuf,
    /// Those of the file that is replaced.
    permissions: Option<Permissions>,
}

impl OutputFile {
    /// Standard output.
    pub fn stdout() -> OutputFile {
        OutputFile::Stdout(BufWriter::new(io::stdout()))
    }

    /// The output of this name: `-` is standard output.
    ///
    /// # Errors
    /// As [`OutputFile::create`].
    pub fn named(path: &Path) -> io::Result<OutputFile> {
        if path == Path::new("-") { Ok(OutputFile::stdout()) } else { OutputFile::create(path) }
    }

    /// Is another run writing the same file? Its own draft is there already, so of two runs that begin at the same time and ask this one at
    /// least sees the other.
    pub fn is_written_by_another(&self) -> bool {
        match self {
            OutputFile::Whole(file) => drafts::others_at_work(&file.place, file.draft.get_ref().path()),
            OutputFile::Stdout(_) | OutputFile::Direct(_) => false,
        }
    }

    /// Opens a file for writing, or finds out why it can't be written. An existing file is not touched.
    ///
    /// # Errors
    /// If it is a directory, or if it or its directory can't be written.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        OutputFile::create_after(path, drafts::remove_abandoned)
    }

    /// As [`OutputFile::create`]; `remove_abandoned` removes what killed runs left of the file at this place.
    fn create_after(path: &Path, remove_abandoned: impl FnOnce(&Path)) -> io::Result<OutputFile> {
        let old = match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(found) if !found.is_file() => {
                return Ok(OutputFile::Direct(BufWriter::new(OpenOptions::new().write(true).open(path)?)));
            }
            Ok(found) => {
                // A file that must not be written must not be replaced either.
                OpenOptions::new().write(true).open(path)?;
                Some(found.permissions())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let place = target(path)?;
        remove_abandoned(&place);
        let draft = BufWriter::new(drafts::beside(&place)?);
        Ok(OutputFile::Whole(WholeFile { draft, place, permissions: old }))
    }

    /// Finishes the output: a file takes its place.
    ///
    /// # Errors
    /// The system's; then the old file is as it was.
    pub fn commit(self) -> io::Result<()> {
        match self {
            OutputFile::Stdout(mut output) => output.flush(),
            OutputFile::Direct(mut output) => output.flush(),
            OutputFile::Whole(file) => file.commit(),
        }
    }

    /// Finishes a file that takes the first of these places that is free. Returns the place; `None` if this is no file.
    ///
    /// # Errors
    /// The system's.
    pub fn commit_to_free(self, places: impl IntoIterator<Item = PathBuf>) -> io::Result<Option<PathBuf>> {
        match self {
            OutputFile::Whole(file) => file.commit_to_free(places).map(Some),
            other => other.commit().map(|()| None),
        }
    }
}

impl WholeFile {
    fn commit(self) -> io::Result<()> {
        let place = self.place.clone();
        self.finished()?.persist(&place)?;
        sync_directory_of(&place);
        Ok(())
    }

    fn commit_to_free(self, places: impl IntoIterator<Item = PathBuf>) -> io::Result<PathBuf> {
        let mut draft = self.finished()?;
        for place in places {
            match draft.persist_noclobber(&place) {
                Ok(_) => {
                    sync_directory_of(&place);
                    return Ok(place);
                }
                Err(taken) if taken.error.kind() == io::ErrorKind::AlreadyExists => draft = taken.file,
                Err(other) => return Err(other.error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The draft with all its bytes on the disk.
    fn finished(self) -> io::Result<NamedTempFile> {
        let draft = self.draft.into_inner().map_err(|error| error.into_error())?;
        if let Some(permissions) = self.permissions {
            draft.as_file().set_permissions(permissions)?;
        }
        draft.as_file().sync_all()?;
        Ok(draft)
    }
}

/// So that a new name is on the disk as well. Not every system can do this.
fn sync_directory_of(place: &Path) {
    if let Ok(directory) = File::open(directory_of(place)) {
        let _ = directory.sync_all();
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputFile::Stdout(output) => output.write(bytes),
            OutputFile::Direct(output) => output.write(bytes),
            OutputFile::Whole(output) => output.draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputFile::Stdout(output) => output.flush(),
            OutputFile::Direct(output) => output.flush(),
            // It is read when it is finished, not before.
            OutputFile::Whole(_) => Ok(()),
        }
    }
}

/// A directory for many files. It is searched only once for what killed runs have left of them.
pub struct OutputDirectory {
    path: PathBuf,
    drafts: Drafts,
}

impl OutputDirectory {
    /// Opens a directory, or makes it if there is none.
    ///
    /// # Errors
    /// The system's.
    pub fn open(path: &Path) -> io::Result<OutputDirectory> {
        fs::create_dir_all(path)?;
        let path = fs::canonicalize(path)?;
        Ok(OutputDirectory { drafts: Drafts::find(&path), path })
    }

    /// Opens a file of it for writing, as [`OutputFile::create`] does.
    ///
    /// # Errors
    /// As [`OutputFile::create`].
    pub fn create(&self, name: &str) -> io::Result<OutputFile> {
        OutputFile::create_after(&self.path.join(name), |place| match place.file_name() {
            Some(name) if place.parent() == Some(&self.path) => self.drafts.remove_abandoned(name),
            // A symbolic link to another directory.
            _ => drafts::remove_abandoned(place),
        })
    }
}

/// An output whose writer is given away; the owner of this handle finishes or drops it.
#[derive(Clone)]
pub struct SharedFile(Arc<Mutex<OutputFile>>);

impl SharedFile {
    /// Shares an output.
    pub fn new(output: OutputFile) -> SharedFile {
        SharedFile(Arc::new(Mutex::new(output)))
    }

    /// Finishes the output, once all other handles are gone.
    ///
    /// # Errors
    /// The system's.
    pub fn commit(self) -> io::Result<()> {
        let output = Arc::into_inner(self.0).ok_or_else(|| io::Error::other(FileError::StillWritten))?;
        output.into_inner().commit()
    }
}

impl Write for SharedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::drafts::tests::names;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let mut file = OutputFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        file.commit()
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_finished() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("out");
        write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"half of the ne").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(root.path()), ["out"], "nothing else is left");
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(root.path()), ["out"]);
    }

    #[test]
    fn a_free_place_is_found() {
        let root = tempfile::tempdir().unwrap();
        let place = |number: u32| root.path().join(format!("a-{number}"));
        for number in 1..=3 {
            let file = OutputFile::create(&place(1)).unwrap();
            assert_eq!(file.commit_to_free((1..).map(place)).unwrap(), Some(place(number)));
        }
    }

    #[test]
    fn what_can_not_be_written_is_refused_at_once() {
        let root = tempfile::tempdir().unwrap();
        assert!(OutputFile::create(root.path()).is_err(), "a directory");
        assert!(OutputFile::create(&root.path().join("missing/out")).is_err());
        assert!(names(root.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_devices_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let root = tempfile::tempdir().unwrap();
        let (link, target, open) = (root.path().join("link"), root.path().join("target"), root.path().join("open"));
        symlink("target", &link).unwrap();
        // First of a link to nothing, then to a file.
        for text in ["one", "two"] {
            write(&link, text).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
        fs::write(&open, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&target), mode(&open), "as any new file has");
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        write(&link, "three").unwrap();
        assert_eq!(mode(&target), 0o640);
        symlink("loop", root.path().join("loop")).unwrap();
        assert!(OutputFile::create(&root.path().join("loop")).is_err());
        assert!(matches!(OutputFile::create(Path::new("/dev/null")), Ok(OutputFile::Direct(_))));
    }
}
