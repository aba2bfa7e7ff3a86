//! Paths to puzzles: directories are searched for packs, files are taken by any name, `-` is standard input.
//!
//! Lazy throughout: a directory is walked and a file is read while its puzzles are being solved. A path that can't be read
//! becomes an error item with its name, and the next path is read. A file without a single puzzle is an error as well: its
//! owner hardly meant that.

use crate::files::is_same;
use crate::logs::{LogFault, stream};
use crate::puzzle::{InputFailure, Puzzle, PuzzleError, PuzzleErrorKind, SavedGame, read_games, read_games_live};
use crate::words::ErrorText;
use canju_engine::InChinese;
use canju_engine::rules::{Hand, parse_cards_from};
use canju_engine::text::Defaults;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::{DirEntry, WalkDir};

/// Extensions of the files that are taken for packs when a directory is searched.
const EXTENSIONS: [&str; 2] = ["ddz", "jsonl"];

/// The same where game logs are wanted, too.
const LOGS: [&str; 4] = ["ddz", "jsonl", "json", "txt"];

/// A line or a path that gives no puzzle.
///
/// ```
/// use canju::{batch::inputs, rules::Ruleset};
/// let error = inputs(vec!["no/such.ddz".into()], Vec::new(), Ruleset::default()).next().unwrap().unwrap_err();
/// assert_eq!(error.id(), "no/such.ddz");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// A line.
    #[error(transparent)]
    Line(#[from] PuzzleError),
    /// A game log.
    #[error(transparent)]
    Log(Box<LogFault>),
    /// A file or a directory.
    #[error("{problem}")]
    Path {
        /// Its id: the path, as the ids of its puzzles have it before the line.
        id: String,
        /// What is wrong with it.
        problem: PathProblem,
    },
}

impl From<LogFault> for InputError {
    /// What is wrong with a line of a pack is that, also among logs.
    fn from(fault: LogFault) -> InputError {
        match fault.of_pack() {
            Ok(error) => InputError::Line(error),
            Err(fault) => InputError::Log(Box::new(fault)),
        }
    }
}

impl InChinese for InputError {
    fn in_chinese(&self) -> String {
        match self {
            InputError::Line(error) => error.in_chinese(),
            InputError::Log(error) => error.in_chinese(),
            InputError::Path { problem, .. } => problem.in_chinese(),
        }
    }
}

/// What is wrong with a file or a directory.
///
/// ```
/// use canju::{batch::{InputError, PathProblem, inputs}, rules::Ruleset};
/// let error = inputs(vec!["345".into()], Vec::new(), Ruleset::default()).next().unwrap().unwrap_err();
/// assert!(matches!(error, InputError::Path { problem: PathProblem::Cards, .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathProblem {
    /// A directory without packs.
    #[error("no *.ddz or *.jsonl file in it")]
    NoPacks,
    /// A file without puzzles.
    #[error("no puzzle in it")]
    NoPuzzle,
    /// Somebody has given cards where a file belongs.
    #[error(
        "these are cards, and no file: write a position as a line `HAND | HAND` into a file, or to standard input (`-`)"
    )]
    Cards,
    /// A link to a directory above it.
    #[error("can't read it: a link to a directory it lies in")]
    LinkLoop,
    /// The system can't read it.
    #[error("can't read it: {0}")]
    Unreadable(InputFailure),
    /// Anything else that a program has found.
    #[error("{0}")]
    Other(ErrorText),
}

impl InChinese for PathProblem {
    fn in_chinese(&self) -> String {
        match self {
            PathProblem::NoPacks => "里面没有 *.ddz 或 *.jsonl 文件".to_owned(),
            PathProblem::NoPuzzle => "里面没有题".to_owned(),
            PathProblem::Cards => {
                "这是牌，没有这个文件：局面要写成 `一家 | 另一家` 这样的一行，放在文件里，或从标准输入读（`-`）"
                    .to_owned()
            }
            PathProblem::LinkLoop => "无法读：链接指向它所在的目录".to_owned(),
            PathProblem::Unreadable(error) => format!("无法读：{}", error.in_chinese()),
            PathProblem::Other(text) => text.in_chinese(),
        }
    }
}

impl InputError {
    /// The line or the path.
    pub fn id(&self) -> &str {
        match self {
            InputError::Line(error) => &error.id,
            InputError::Log(error) => &error.id,
            InputError::Path { id, .. } => id,
        }
    }

    /// Is it about a whole file or directory, or about what could not be read of one, rather than about a line?
    ///
    /// ```
    /// use canju::{batch::inputs, rules::Ruleset};
    /// let error = inputs(vec!["no/such.ddz".into()], Vec::new(), Ruleset::default()).next().unwrap().unwrap_err();
    /// assert!(error.is_of_path());
    /// ```
    pub fn is_of_path(&self) -> bool {
        match self {
            InputError::Line(error) => matches!(error.kind, PuzzleErrorKind::Read(_)),
            InputError::Log(_) => false,
            InputError::Path { .. } => true,
        }
    }

    fn path(id: impl Into<String>, problem: PathProblem) -> InputError {
        InputError::Path { id: id.into(), problem }
    }
}

/// The puzzles of these paths in order, those of a directory by file name. `defaults` apply where a pack says nothing else.
///
/// `except` are files that are passed over in directories, under whatever name they are found: what the batch itself writes
/// there must not be read.
///
/// The id of a puzzle is `path:line`, the path relative to the directory given, or as given if it is a file.
///
/// ```
/// use canju::{batch::inputs, rules::Ruleset};
/// # let directory = std::env::temp_dir().join(format!("canju-inputs-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// std::fs::write(directory.join("mine.ddz"), "K5 | 44Q\n345 | 678\n")?;
/// let puzzles: Vec<_> = inputs(vec![directory.clone()], Vec::new(), Ruleset::default()).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[1].id, "mine.ddz:2");
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inputs(
    paths: Vec<PathBuf>,
    except: Vec<PathBuf>,
    defaults: impl Into<Defaults>,
) -> impl Iterator<Item = Result<Puzzle, InputError>> + Send {
    let (except, defaults): (Arc<[PathBuf]>, Defaults) = (except.into(), defaults.into());
    let sources = paths.into_iter().flat_map(move |path| sources(path, &except, &EXTENSIONS));
    sources.flat_map(move |source| games_of(source, defaults, Form::Packs)).map(as_puzzle)
}

/// As [`inputs`], each puzzle with the moves that were played from there. A file may also be a [game log](crate::logs); in a directory logs
/// are searched as `*.json` and `*.txt`, too.
///
/// ```
/// use canju::{batch::games, rules::Ruleset};
/// # let directory = std::env::temp_dir().join(format!("canju-games-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// std::fs::write(directory.join("mine.ddz"), "K5 | 44Q\n@moves K pass 5\n")?;
/// let game = games(vec![directory.clone()], Vec::new(), Ruleset::default()).next().unwrap()?;
/// assert_eq!((game.start.id.as_str(), game.moves.len()), ("mine.ddz:1", 3));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn games(
    paths: Vec<PathBuf>,
    except: Vec<PathBuf>,
    defaults: impl Into<Defaults>,
) -> impl Iterator<Item = Result<SavedGame, InputError>> + Send {
    let (except, defaults): (Arc<[PathBuf]>, Defaults) = (except.into(), defaults.into());
    let sources = paths.into_iter().flat_map(move |path| sources(path, &except, &LOGS));
    sources.flat_map(move |source| games_of(source, defaults, Form::Logs))
}

/// The puzzle of the position after the moves of a game.
fn as_puzzle(item: Result<SavedGame, InputError>) -> Result<Puzzle, InputError> {
    Ok(item?.into_puzzle()?)
}

/// The packs of a path, each with its name and its puzzles. A path that can't be read has no name.
///
/// ```
/// use canju::{batch::packs, rules::Ruleset};
/// # let directory = std::env::temp_dir().join(format!("canju-discover-{}", std::process::id()));
/// # std::fs::create_dir_all(&directory)?;
/// std::fs::write(directory.join("mine.ddz"), "K5 | 44Q\n345 | 678\n")?;
/// let (name, puzzles) = packs(directory.clone(), Ruleset::default()).next().unwrap();
/// assert_eq!((name.as_deref(), puzzles.count()), (Some("mine.ddz"), 2));
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn packs(path: PathBuf, defaults: impl Into<Defaults>) -> impl Iterator<Item = (Option<String>, Items)> {
    let defaults = defaults.into();
    let named = move |source: PackFile| {
        let name = source.as_ref().ok().map(|(_, name)| name.clone());
        (name, Box::new(games_of(source, defaults, Form::Packs).map(as_puzzle)) as Items)
    };
    sources(path, &Vec::new().into(), &EXTENSIONS).map(named)
}

/// A file to read, or why there is none.
type PackFile = Result<(PathBuf, String), InputError>;
pub type Items = Box<dyn Iterator<Item = Result<Puzzle, InputError>> + Send>;
type Games = Box<dyn Iterator<Item = Result<SavedGame, InputError>> + Send>;

/// What a file may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Packs,
    /// Packs or logs.
    Logs,
}

fn sources(
    path: PathBuf,
    except: &Arc<[PathBuf]>,
    extensions: &'static [&'static str],
) -> Box<dyn Iterator<Item = PackFile> + Send> {
    if !path.is_dir() {
        let id = slashed(&path);
        return Box::new(std::iter::once(Ok((path, id))));
    }
    // Links are followed, because a collection may be made of them. A loop of links becomes an error item.
    let entries = WalkDir::new(&path).follow_links(true).sort_by_file_name().into_iter();
    let (root, except) = (path.clone(), except.clone());
    let is_own = move |path: &Path| except.iter().any(|own| is_same(own, path));
    let files = entries.filter_map(move |entry| source(&root, entry, extensions, &is_own));
    Box::new(or_else_one(files, move || Err(InputError::path(slashed(&path), PathProblem::NoPacks))))
}

fn source(
    root: &Path,
    entry: walkdir::Result<DirEntry>,
    extensions: &[&str],
    is_own: &impl Fn(&Path) -> bool,
) -> Option<PackFile> {
    let relative = |path: &Path| slashed(path.strip_prefix(root).unwrap_or(path));
    match entry {
        Ok(entry) if entry.file_type().is_dir() || !is_called(entry.path(), extensions) || is_own(entry.path()) => None,
        // Much else is called like this.
        Ok(entry) if !is_called(entry.path(), &EXTENSIONS) && !begins_a_log(entry.path()) => None,
        Ok(entry) => Some(Ok((entry.path().to_owned(), relative(entry.path())))),
        Err(error) => {
            let path = error.path().filter(|&path| path != root).map_or_else(|| slashed(root), relative);
            let problem = error.into_io_error().map_or(PathProblem::LinkLoop, unreadable);
            Some(Err(InputError::path(path, problem)))
        }
    }
}

/// Has somebody given cards where a file belongs?
fn is_hand(text: &str) -> bool {
    const PACKS: u8 = 2;
    parse_cards_from(text, &mut Hand::deck(PACKS), PACKS).is_ok_and(|hand| !hand.is_empty())
}

fn is_called(path: &Path, extensions: &[&str]) -> bool {
    path.extension().is_some_and(|found| extensions.iter().any(|name| found.eq_ignore_ascii_case(name)))
}

fn games_of(source: PackFile, defaults: Defaults, form: Form) -> Games {
    let (path, id) = match source {
        Ok(source) => source,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let lines = |input: Box<dyn BufRead + Send>| -> Games {
        match form {
            Form::Packs => Box::new(read_games(input, id.clone(), defaults).map(|item| item.map_err(Into::into))),
            Form::Logs => Box::new(stream::games(input, id.clone(), defaults).map(|item| item.map_err(Into::into))),
        }
    };
    // An empty stream is normal in a pipeline; an empty file is not.
    if path.as_os_str() == "-" {
        let mut input = BufReader::new(io::stdin());
        if form == Form::Logs && stream::begins(&mut input).unwrap_or(false) {
            return lines(Box::new(input));
        }
        return Box::new(read_games_live(input, id, defaults).map(|item| item.map_err(Into::into)));
    }
    match open(&path) {
        Ok(file) => {
            let games = lines(Box::new(BufReader::with_capacity(1 << 16, file)));
            Box::new(or_else_one(games, move || Err(InputError::path(id.clone(), PathProblem::NoPuzzle))))
        }
        Err(error) => {
            let is_mixed_up = error.kind() == io::ErrorKind::NotFound && is_hand(&id);
            let problem = if is_mixed_up { PathProblem::Cards } else { unreadable(error) };
            Box::new(std::iter::once(Err(InputError::path(id, problem))))
        }
    }
}

fn begins_a_log(path: &Path) -> bool {
    open(path).and_then(|file| stream::begins(&mut BufReader::new(file))).unwrap_or(false)
}

fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // A directory named like a pack can be opened, but not read.
    if file.metadata()?.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
}

fn unreadable(error: io::Error) -> PathProblem {
    PathProblem::Unreadable(error.into())
}

/// The path with `/` between its parts on every system.
fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// The items, or `one` if there are none.
fn or_else_one<T>(items: impl Iterator<Item = T>, one: impl FnOnce() -> T) -> impl Iterator<Item = T> {
    let (mut items, mut one) = (items, Some(one));
    std::iter::from_fn(move || match items.next() {
        Some(item) => {
            one = None;
            Some(item)
        }
        None => one.take().map(|one| one()),
    })
}
