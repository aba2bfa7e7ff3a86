//! Where a page goes: to a file, for a page in a terminal is of no use to anyone, or to a pipe that waits for it.
//!
//! A file appears when its page is finished, and not before: it is written under another name beside its place and renamed.
//! So a run without a verdict neither leaves an empty page nor harms an older one.

use super::proofs::file_stem;
use crate::puzzle::Puzzle;
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where to write.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Destination {
    Stdout,
    /// The file that was asked for.
    File(PathBuf),
    /// A new file of this name in the current directory, or with `-2`, `-3` … behind the name.
    Fresh(String),
}

impl Destination {
    /// `-` and pipes get the page itself; without a name a new file is named after the puzzle.
    pub fn choose(output: Option<&Path>, terminal: bool, puzzle: &Puzzle) -> Destination {
        match output {
            Some(path) if path == Path::new("-") => Destination::Stdout,
            Some(path) => Destination::File(path.to_owned()),
            None if !terminal => Destination::Stdout,
            // Of a puzzle from a file the name of the file and the line are enough.
            None if !puzzle.id.is_empty() => {
                Destination::Fresh(file_stem(puzzle.id.rsplit(['/', '\\']).next().unwrap_or(&puzzle.id)))
            }
            None => {
                let hands: Vec<String> = puzzle.hands.as_slice().iter().map(|hand| hand.to_string()).collect();
                Destination::Fresh(file_stem(&hands.join("-")))
            }
        }
    }

    /// Opens it before the work: it must not turn out after an hour that the page can't be written.
    pub fn open(self, directory: &Path) -> anyhow::Result<PageFile> {
        let (place, beside) = match self {
            Destination::Stdout => return Ok(PageFile::Direct(Box::new(io::stdout()))),
            Destination::Fresh(stem) => (Place::Fresh(directory.to_owned(), stem), directory.to_owned()),
            Destination::File(path) => {
                let cant = || format!("can't write {}", path.display());
                match fs::metadata(&path) {
                    // A device or a pipe must not be replaced. A directory is refused here.
                    Ok(found) if !found.is_file() => {
                        return Ok(PageFile::Direct(Box::new(File::create(&path).with_context(cant)?)));
                    }
                    // A file that must not be written must not be replaced either. Of a link the target is meant.
                    Ok(_) => {
                        OpenOptions::new().write(true).open(&path).with_context(cant)?;
                        let path = fs::canonicalize(&path).with_context(cant)?;
                        let beside = path.parent().unwrap_or(Path::new(".")).to_owned();
                        (Place::Here(path), beside)
                    }
                    Err(_) => {
                        let parent = path.parent().filter(|parent| *parent != Path::new(""));
                        let beside = parent.unwrap_or(Path::new(".")).to_owned();
                        (Place::Here(path), beside)
                    }
                }
            }
        };
        let draft = Draft::create(&beside).with_context(|| format!("can't write {}", place.describe()))?;
        Ok(PageFile::Draft(draft, place))
    }
}

/// A page to be written.
pub(super) enum PageFile {
    /// Written as it comes.
    Direct(Box<dyn Write>),
    /// Renamed to its place when it is finished.
    Draft(Draft, Place),
}

impl PageFile {
    /// Writes the page. Returns the name of the file if the program chose it.
    pub fn finish(self, html: &str) -> anyhow::Result<Option<PathBuf>> {
        let written = match self {
            PageFile::Direct(mut output) => {
                output.write_all(html.as_bytes()).and_then(|()| output.flush()).map(|()| None)
            }
            PageFile::Draft(draft, place) => draft.finish(html, &place),
        };
        written.context("can't write the page")
    }
}

/// Where a finished page goes.
#[derive(Debug)]
pub(super) enum Place {
    Here(PathBuf),
    Fresh(PathBuf, String),
}

impl Place {
    fn describe(&self) -> String {
        match self {
            Place::Here(path) => path.display().to_string(),
            Place::Fresh(directory, stem) => directory.join(format!("{stem}.html")).display().to_string(),
        }
    }

    /// A new empty file whose name was free.
    fn reserve(directory: &Path, stem: &str) -> io::Result<PathBuf> {
        let mut number = 1u64;
        loop {
            let name = if number == 1 { format!("{stem}.html") } else { format!("{stem}-{number}.html") };
            let path = directory.join(name);
            match File::create_new(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// A file that is removed unless it is renamed.
pub(super) struct Draft {
    file: File,
    path: PathBuf,
}

impl Draft {
    fn create(directory: &Path) -> io::Result<Draft> {
        let path = directory.join(format!(".canju-{}.part", std::process::id()));
        Ok(Draft { file: File::create(&path)?, path })
    }

    fn finish(mut self, html: &str, place: &Place) -> io::Result<Option<PathBuf>> {
        self.file.write_all(html.as_bytes())?;
        match place {
            Place::Here(path) => fs::rename(&self.path, path).map(|()| None),
            Place::Fresh(directory, stem) => {
                let path = Place::reserve(directory, stem)?;
                fs::rename(&self.path, &path).map(|()| Some(path))
            }
        }
    }
}

impl Drop for Draft {
    /// After it was renamed there is nothing to remove.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;

    fn puzzle(id: &str) -> Puzzle {
        let puzzle = Puzzle::parse(&["K5", "44Q"], None, Ruleset::default()).unwrap();
        Puzzle { id: id.to_owned(), ..puzzle }
    }

    #[test]
    fn terminals_get_a_file_and_pipes_the_page() {
        let of = |output: Option<&str>, terminal, id| Destination::choose(output.map(Path::new), terminal, &puzzle(id));
        assert_eq!(of(None, true, ""), Destination::Fresh("5K-44Q".to_owned()));
        assert_eq!(of(None, true, "packs/a.ddz:2"), Destination::Fresh("a.ddz-2".to_owned()));
        assert_eq!(of(None, false, ""), Destination::Stdout);
        assert_eq!(of(Some("-"), true, ""), Destination::Stdout);
        assert_eq!(of(Some("x.html"), false, ""), Destination::File("x.html".into()));
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let root = tempfile::tempdir().unwrap();
        let write = |text: &str| {
            let file = Destination::Fresh("a".to_owned()).open(root.path()).unwrap();
            file.finish(text).unwrap().unwrap().file_name().unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!([write("one"), write("two"), write("three")], ["a.html", "a-2.html", "a-3.html"]);
        assert_eq!(fs::read_to_string(root.path().join("a-2.html")).unwrap(), "two");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3, "nothing else is left");
    }

    #[test]
    fn an_old_page_stays_until_the_new_one_is_finished() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("page.html");
        fs::write(&path, "old").unwrap();
        drop(Destination::File(path.clone()).open(root.path()).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        Destination::File(path.clone()).open(root.path()).unwrap().finish("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_links_stay_what_they_are() {
        let root = tempfile::tempdir().unwrap();
        let (link, target) = (root.path().join("link"), root.path().join("target"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        Destination::File(link.clone()).open(root.path()).unwrap().finish("new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert!(matches!(Destination::File("/dev/null".into()).open(root.path()), Ok(PageFile::Direct(_))));
        assert!(Destination::File(root.path().to_owned()).open(root.path()).is_err(), "a directory");
    }
}
