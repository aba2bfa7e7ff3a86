//! Where a page goes: to a pipe that waits for it, else to a file, since a page in a terminal can't be used.
//!
//! A run without a verdict neither leaves an empty page nor harms an older one: see [`canju::files`].

use super::language::text;
use super::plan;
use super::proofs::file_stem;
use anyhow::Context;
use canju::files::OutputFile;
use canju::puzzle::Puzzle;
use std::io::Write;
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
            // For a puzzle from a file the name of the file and the line are enough.
            None if !puzzle.id.is_empty() => {
                Destination::Fresh(file_stem(puzzle.id.rsplit(['/', '\\']).next().unwrap_or(&puzzle.id)))
            }
            None => {
                let hands = puzzle.position.fields().hands;
                Destination::Fresh(file_stem(&hands.join("-")))
            }
        }
    }

    /// Opens it before the work: it must not turn out after an hour that the page can't be written.
    pub fn open(self, directory: &Path) -> anyhow::Result<PageFile> {
        let path = match &self {
            Destination::Stdout => return Ok(PageFile { file: OutputFile::stdout(), free: None }),
            Destination::File(path) => path.clone(),
            Destination::Fresh(stem) => directory.join(format!("{stem}.html")),
        };
        let file = plan::create(&path)?;
        Ok(PageFile { file, free: matches!(self, Destination::Fresh(_)).then_some(path) })
    }
}

/// A page to be written.
pub(super) struct PageFile {
    file: OutputFile,
    /// The name for a new file; if it is taken, the next one with a number.
    free: Option<PathBuf>,
}

impl PageFile {
    /// Writes the page. Returns the name of the file if the program chose it.
    pub fn finish(mut self, html: &str) -> anyhow::Result<Option<PathBuf>> {
        let written = self.file.write_all(html.as_bytes()).and_then(|()| match self.free {
            None => self.file.commit().map(|()| None),
            Some(path) => {
                let stem = path.with_extension("");
                let numbered = (2u64..).map(|number| PathBuf::from(format!("{}-{number}.html", stem.display())));
                self.file.commit_to_free(std::iter::once(path).chain(numbered))
            }
        });
        written.with_context(|| text!("cant-write-page"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn puzzle(id: &str) -> Puzzle {
        let puzzle: Puzzle = "K5 | 44Q".parse().unwrap();
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
}
