//! Finished records on disk, so that an interrupted batch goes on where it was.
//!
//! JSON lines: a header that says which batch it is, then `{"crc":"…","index":…,"record":…}` for every finished item in the
//! order they were finished. The checksum is the CRC-32 of what follows its comma, so a line that was altered or half
//! overwritten is found. A line is written in one piece and handed to the system before its record goes anywhere else,
//! so nothing is lost when the process dies. A thread has the system write the file to the disk every second.
//!
//! A resumed batch reads the same input again. [`Replay`] knows where each item's record is (eight bytes an item), reads
//! it when the item comes up, and checks that it belongs to this item. What a record is, [`Journaled`] says: results and reviews are
//! kept in the same way.

use canju_engine::InChinese;
use canju_engine::proof::crc32;
use crossbeam_channel::{Sender, bounded};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

/// The name and version of the journal's form.
const SCHEMA: &str = "canju.journal/2";

/// How its first line starts.
const START: &[u8] = b"{\"schema\":\"canju.journal/";

/// How often it is written to the disk.
const SYNC: Duration = Duration::from_secs(1);

/// Why a journal can't be used.
///
/// ```
/// use canju::batch::{Journal, JournalError};
/// let path = std::env::temp_dir().join(format!("canju-doc-{}.txt", std::process::id()));
/// std::fs::write(&path, "my diary\n")?;
/// let error = Journal::open(&path, serde_json::Map::new(), true).err().unwrap();
/// assert!(matches!(error, JournalError::NoJournal(_)));
/// std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system can't read or write it.
    #[error("journal {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// There is one already, and resuming was not asked for.
    #[error("journal {} is there already: --resume goes on with it; or remove it", .0.display())]
    Exists(PathBuf),
    /// The file is something else.
    #[error("{} is not a journal of this program", .0.display())]
    NoJournal(PathBuf),
    /// Another run is writing it.
    #[error("journal {} is in use by another run", .0.display())]
    Busy(PathBuf),
    /// It was made by another version of the program.
    #[error(
        "journal {} has the form {theirs}, this version goes on with {SCHEMA} only: finish it with the version that made it, or remove it", path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its form.
        theirs: String,
    },
    /// It was made with other options.
    #[error("journal {} is of another batch: there {field} is {theirs}, here it is {ours}", path.display())]
    OtherBatch {
        /// The file.
        path: PathBuf,
        /// The option.
        field: String,
        /// As the journal has it.
        theirs: String,
        /// As it is now.
        ours: String,
    },
    /// A line that is complete, but was altered, or is not a line of a journal.
    #[error("journal {}, line {line}: damaged. {}", path.display(), cure(path, *line, *records))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: u64,
        /// How many records stand above it.
        records: u64,
    },
    /// It was made for other puzzles.
    #[error("journal {} is of other puzzles: its item {number} is {theirs}, the input's is {ours}", path.display())]
    OtherPuzzles {
        /// The file.
        path: PathBuf,
        /// The item, from 1.
        number: u64,
        /// As the journal has it.
        theirs: String,
        /// As it is now.
        ours: String,
    },
}

/// How to go on after a damaged line.
fn cure(path: &Path, line: u64, records: u64) -> String {
    let whole = match records {
        0 => return "No record stands above it: delete the journal and run again".to_owned(),
        1 => "The record above it is whole. To keep it".to_owned(),
        _ => format!("The {records} records above it are whole. To keep them"),
    };
    let command = keep_above(path, line);
    format!(
        "{whole}, delete line {line} and all lines below it, and run again with --resume. This deletes them: {command}"
    )
}

/// The command that deletes this line and all below it.
fn keep_above(path: &Path, line: u64) -> String {
    format!("head -n {1} '{0}' > '{0}.whole' && mv '{0}.whole' '{0}'", path.display(), line - 1)
}

impl InChinese for JournalError {
    fn in_chinese(&self) -> String {
        match self {
            JournalError::Io { path, .. } => format!("日志 {}", path.display()),
            JournalError::Exists(path) => {
                format!("日志 {} 已经有了：加 --resume 接着算，或把它删掉", path.display())
            }
            JournalError::NoJournal(path) => format!("{} 不是本程序的日志", path.display()),
            JournalError::Busy(path) => format!("日志 {} 正由另一次运行使用", path.display()),
            JournalError::OtherVersion { path, theirs } => {
                format!("日志 {} 的格式是 {theirs}，这个版本接不下去：用写它的版本算完，或把它删掉", path.display())
            }
            JournalError::OtherBatch { path, field, theirs, ours } => {
                format!("日志 {} 是另一批的：那里 {field} 是 {theirs}，这里是 {ours}", path.display())
            }
            JournalError::Damaged { path, line, records: 0 } => {
                format!("日志 {} 第 {line} 行坏了。它上面没有记录：删掉日志，重新开始", path.display())
            }
            JournalError::Damaged { path, line, .. } => format!(
                "日志 {} 第 {line} 行坏了。它上面的各条记录完好。要留下它们，请删掉第 {line} 行和它下面的各行，\
                 再加 --resume 接着算。这样删：{}",
                path.display(),
                keep_above(path, *line)
            ),
            JournalError::OtherPuzzles { path, number, theirs, ours } => {
                format!("日志 {} 是别的题的：那里第 {number} 项是 {theirs}，这里是 {ours}", path.display())
            }
        }
    }
}

/// A journal to write to.
///
/// ```
/// use canju::batch::{Journal, Record};
/// let path = std::env::temp_dir().join(format!("canju-doc-{}.journal", std::process::id()));
/// let batch = serde_json::Map::new(); // what its records depend on
/// let (mut journal, _) = Journal::open(&path, batch.clone(), false)?;
/// journal.append(0, &Record::failed("my.ddz:3", "no puzzle"))?;
/// journal.finish()?;
/// let (_, replay) = Journal::open(&path, batch, true)?;
/// assert_eq!(replay.finished(), 1);
/// std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Journal {
    path: PathBuf,
    file: File,
    line: Vec<u8>,
    sync: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What a journal had when it was opened.
///
/// ```
/// use canju::batch::Journal;
/// let path = std::env::temp_dir().join(format!("canju-doc-{}.replay", std::process::id()));
/// let (_, replay) = Journal::open(&path, serde_json::Map::new(), false)?;
/// assert_eq!(replay.finished(), 0, "a new journal has nothing to go on with");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Replay {
    path: PathBuf,
    input: BufReader<File>,
    /// Where the lines of the items are; [`MISSING`] for an item without one.
    places: Vec<u64>,
    /// Where `input` is.
    position: u64,
    found: u64,
}

const MISSING: u64 = u64::MAX;

/// The longest line that may be a journal's, in bytes: far more than any record takes. A file that is not a journal may be
/// endless (`/dev/full`).
const LONGEST_LINE: u64 = 1 << 26;

/// The most a record's index may be ahead of the number of records before it: a batch reads only some thousand items ahead.
/// So the memory for places is bounded by the file's size, whatever indices it holds.
const MOST_AHEAD: u64 = 1 << 16;

/// How a record's line starts; eight hexadecimal digits follow, then [`AFTER_CRC`].
const BEFORE_CRC: &[u8] = b"{\"crc\":\"";
const AFTER_CRC: &[u8] = b"\",";

/// A record that is kept in a journal.
pub(crate) trait Journaled: Serialize + DeserializeOwned {
    /// What it is the record of.
    type Item;

    /// Could it be the record of this item, whatever was found?
    fn is_of(&self, item: &Self::Item) -> bool;

    /// The item that it is of, for a message.
    fn title(&self) -> String;

    /// An item, for a message.
    fn title_of(item: &Self::Item) -> String;
}

#[derive(Serialize)]
struct JournalLine<'a, R> {
    index: u64,
    record: &'a R,
}

/// What is read of a line at first; the record only when its item comes up.
#[derive(Deserialize)]
struct Index {
    index: u64,
}

#[derive(Deserialize)]
struct OwnedJournalLine<R> {
    record: R,
}

#[derive(Serialize, Deserialize)]
struct JournalHeader {
    schema: String,
    batch: serde_json::Map<String, serde_json::Value>,
}

impl Journal {
    /// Opens a journal, or makes it if there is none. `batch` says which batch it is for: everything that a record depends
    /// on. With `resume`, an existing journal is continued, after a torn last line has been cut off.
    ///
    /// # Errors
    /// If there is one and `resume` is false, if it belongs to another batch, if another run is writing it, or if it is damaged.
    /// Whatever the error, the file is left as it is.
    pub fn open(
        path: &Path,
        batch: serde_json::Map<String, serde_json::Value>,
        resume: bool,
    ) -> Result<(Journal, Replay), JournalError> {
        let io = |source| JournalError::Io { path: path.to_owned(), source };
        let mut file = open_alone(path)?;
        let old = file.metadata().map_err(io)?.len() > 0;
        if old && !resume {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let header = JournalHeader { schema: SCHEMA.to_owned(), batch };
        let mut input = BufReader::new(File::open(path).map_err(io)?);
        let mut places = Vec::new();
        let (mut end, mut found, mut number) = (0, 0, 0);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(io)? as u64;
            number += 1;
            let damaged = || JournalError::Damaged { path: path.to_owned(), line: number, records: found };
            if line.pop_if(|byte| *byte == b'\n').is_none() {
                // The end, or a torn line. A torn first line is overwritten only if it looks like a header.
                if number == 1 && !line.starts_with(START) && !START.starts_with(&line) {
                    return Err(JournalError::NoJournal(path.to_owned()));
                }
                if length == LONGEST_LINE {
                    return Err(damaged());
                }
                break;
            }
            if number == 1 {
                check_header(path, &line, &header)?;
            } else {
                let index = checked(&line).filter(|index| *index <= found + MOST_AHEAD).ok_or_else(damaged)?;
                let index = index as usize;
                if index >= places.len() {
                    places.resize(index + 1, MISSING);
                }
                found += (places[index] == MISSING) as u64;
                places[index] = end;
            }
            end += length;
        }
        file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0))).map_err(io)?;
        if end == 0 {
            let mut line = serde_json::to_vec(&header).map_err(|error| io(error.into()))?;
            line.push(b'\n');
            file.write_all(&line).map_err(io)?;
        }
        let position = input.stream_position().map_err(io)?;
        let replay = Replay { path: path.to_owned(), input, places, position, found };
        let sync = synced(file.try_clone().map_err(io)?);
        Ok((Journal { path: path.to_owned(), file, line: Vec::new(), sync }, replay))
    }

    /// Appends a record.
    ///
    /// # Errors
    /// The system's.
    pub fn append(&mut self, index: u64, record: &impl Serialize) -> Result<(), JournalError> {
        let written = self.fill_line(index, record);
        let written = written.and_then(|()| self.file.write_all(&self.line));
        written.map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }

    fn fill_line(&mut self, index: u64, record: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        self.line.extend([BEFORE_CRC, b"00000000", AFTER_CRC].concat());
        let content = self.line.len();
        serde_json::to_writer(&mut self.line, &JournalLine { index, record })?;
        // The object's own brace: the one before the checksum stands for it.
        self.line.remove(content);
        let crc = format!("{:08x}", crc32(&self.line[content..]));
        self.line[BEFORE_CRC.len()..content - AFTER_CRC.len()].copy_from_slice(crc.as_bytes());
        self.line.push(b'\n');
        Ok(())
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    /// The system's.
    pub fn finish(mut self) -> Result<(), JournalError> {
        self.end_sync();
        self.file.sync_data().map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }

    fn end_sync(&mut self) {
        if let Some((sender, thread)) = self.sync.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.end_sync();
    }
}

/// A thread that has the file written to the disk every second until the sender is dropped. Without one, if the system gives
/// none, the file is written to the disk at its end.
fn synced(file: File) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (sender, receiver) = bounded::<()>(0);
    let thread = std::thread::Builder::new().name("canju-journal".to_owned()).spawn(move || {
        while receiver.recv_timeout(SYNC).is_err_and(|error| error.is_timeout()) {
            // A failure here does not end the batch: the last sync, in `finish`, reports it.
            let _ = file.sync_data();
        }
    });
    Some((sender, thread.ok()?))
}

/// The index of a record's line, without its end; `None` if the line is not as it was written.
fn checked(line: &[u8]) -> Option<u64> {
    let (crc, content) = line.strip_prefix(BEFORE_CRC)?.split_at_checked(8)?;
    let content = content.strip_prefix(AFTER_CRC)?;
    if format!("{:08x}", crc32(content)).as_bytes() != crc {
        return None;
    }
    serde_json::from_slice::<Index>(line).ok().map(|found| found.index)
}

/// Opens a journal for this run alone. It is read by another handle of this process at the same time.
#[cfg(not(windows))]
fn open_alone(path: &Path) -> Result<File, JournalError> {
    let io = |source| JournalError::Io { path: path.to_owned(), source };
    let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::Busy(path.to_owned()),
        TryLockError::Error(error) => io(error),
    })?;
    Ok(file)
}

/// Windows would refuse to read what another handle has locked, and to cut a file that is open for appending. But it can open a file
/// so that nobody else may write it.
#[cfg(windows)]
fn open_alone(path: &Path) -> Result<File, JournalError> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(FILE_SHARE_READ);
    options.open(path).map_err(|source| match source.raw_os_error() {
        Some(ERROR_SHARING_VIOLATION) => JournalError::Busy(path.to_owned()),
        _ => JournalError::Io { path: path.to_owned(), source },
    })
}

fn check_header(path: &Path, line: &[u8], ours: &JournalHeader) -> Result<(), JournalError> {
    let theirs = serde_json::from_slice::<JournalHeader>(line).ok().filter(|_| line.starts_with(START));
    let theirs = theirs.ok_or_else(|| JournalError::NoJournal(path.to_owned()))?;
    if theirs.schema != SCHEMA {
        return Err(JournalError::OtherVersion { path: path.to_owned(), theirs: theirs.schema });
    }
    let text = |value: Option<&serde_json::Value>| value.map_or("not set".to_owned(), ToString::to_string);
    for field in ours.batch.keys().chain(theirs.batch.keys()) {
        let (there, here) = (theirs.batch.get(field), ours.batch.get(field));
        if there != here {
            return Err(JournalError::OtherBatch {
                path: path.to_owned(),
                field: format!("`{field}`"),
                theirs: text(there),
                ours: text(here),
            });
        }
    }
    Ok(())
}

impl Replay {
    /// How many items are finished.
    pub fn finished(&self) -> u64 {
        self.found
    }

    /// Checks that the journal has no items beyond the last of the input.
    pub(crate) fn end(&self, items: u64) -> Result<(), JournalError> {
        if self.places.len() as u64 <= items {
            return Ok(());
        }
        let theirs = "another".to_owned();
        Err(JournalError::OtherPuzzles { path: self.path.clone(), number: items + 1, theirs, ours: "none".to_owned() })
    }

    /// The record of this item, if it is finished.
    pub(crate) fn take<R: Journaled>(&mut self, index: u64, item: &R::Item) -> Result<Option<R>, JournalError> {
        let place = self.places.get(index as usize).copied().unwrap_or(MISSING);
        if place == MISSING {
            return Ok(None);
        }
        let record: R = self.record(place).map_err(|source| JournalError::Io { path: self.path.clone(), source })?;
        if record.is_of(item) {
            return Ok(Some(record));
        }
        let (theirs, ours) = (record.title(), R::title_of(item));
        Err(JournalError::OtherPuzzles { path: self.path.clone(), number: index + 1, theirs, ours })
    }

    fn record<R: DeserializeOwned>(&mut self, place: u64) -> io::Result<R> {
        if place != self.position {
            // Usually only a little ahead, within the buffer.
            match i64::try_from(place as i128 - self.position as i128) {
                Ok(step) => self.input.seek_relative(step)?,
                Err(_) => drop(self.input.seek(SeekFrom::Start(place))?),
            }
        }
        let mut line = Vec::new();
        self.position = place + self.input.read_until(b'\n', &mut line)? as u64;
        Ok(serde_json::from_slice::<OwnedJournalLine<R>>(&line)?.record)
    }
}
