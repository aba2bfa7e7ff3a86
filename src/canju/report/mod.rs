//! Formats of result records and of reviews, for people and programs.
//!
//! The records themselves belong to [`crate::batch`] and [`crate::review`], which make them; here are their writers. Each is an
//! [`Exporter`] over any output and keeps at most one record in memory.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Exporter`], [`Format`] |
//! | `review/` | reviews of games, in the same forms and as a picture |
//! | `paper/` | puzzles for paper: a position as a picture, sheets to print |
//! | `jsonl.rs`, `csv.rs`, `markdown.rs` | one record a line or row |
//! | `text.rs` | a line for each puzzle and a closing summary, for people |
//! | `detail.rs` | one puzzle over several lines, for people |
//! | `seats.rs` | players, sides and verdicts, as reports name them |
//! | `line_table.rs` | a line of play as a table |
//! | `people.rs` | a record as people may see it: text from outside escaped |
//! | `closing.rs` | what closes a batch: its results in a sentence, by rules and by pack |
//! | `statistics.rs` | what a search did, for people |
//! | `style.rs` | colours, times, sizes, widths |

mod closing;
mod csv;
mod detail;
mod jsonl;
mod line_table;
mod markdown;
mod paper;
mod people;
mod review;
mod seats;
mod statistics;
mod style;
mod text;

use crate::batch::Record;
pub use crate::words::Language;
#[doc(hidden)]
pub use crate::words::thousands;
pub use closing::{breakdown_lines, summary_line};
pub use csv::Csv;
pub use detail::{Detail, undecided, worth_in_words};
pub use jsonl::JsonLines;
pub use line_table::line_table;
pub use markdown::Markdown;
#[doc(hidden)]
pub use paper::PUZZLES_OF_PAGE;
pub use paper::{SheetPuzzle, position_svg, sheet};
#[doc(hidden)]
pub use review::mark;
pub use review::{Picture, ReviewCsv, ReviewMarkdown, ReviewText, review_summary_line};
#[doc(hidden)]
pub use seats::{seat, seats, side_key, verdict_name};
pub use statistics::statistics_table;
#[doc(hidden)]
pub use statistics::statistics_table_in;
pub use style::{Palette, milliseconds, padded, padded_left, points, width};
pub use text::Text;

use crate::batch::Summary;
use crate::review::{ReviewRecord, ReviewSummary};
use std::io::{self, Write};
use std::time::Duration;

/// Writes the records of a batch, then the summary. Each record is flushed, so a reader of the output sees it at once.
///
/// ```
/// use canju::{batch::Record, report::Exporter};
/// /// Keeps the ids alone.
/// #[derive(Default)]
/// struct Ids(Vec<String>);
/// impl Exporter for Ids {
///     fn record(&mut self, record: &Record) -> std::io::Result<()> {
///         self.0.extend(record.id().map(str::to_owned));
///         Ok(())
///     }
/// }
/// let mut ids = Ids::default();
/// ids.record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert_eq!(ids.0, ["my.ddz:3"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Exporter<R: Reported = Record> {
    /// Writes one record.
    ///
    /// # Errors
    /// Those of the output.
    fn record(&mut self, record: &R) -> io::Result<()>;

    /// Writes what comes after the last record.
    ///
    /// # Errors
    /// Those of the output.
    fn finish(&mut self, _summary: &R::Summary, _elapsed: Duration) -> io::Result<()> {
        Ok(())
    }
}

/// A record that is reported, and what is counted over many of them.
///
/// ```
/// use canju::{batch::Record, report::Reported, review::ReviewRecord};
/// fn nothing_counted<R: Reported<Summary: Default>>() -> R::Summary {
///     Default::default()
/// }
/// assert_eq!(nothing_counted::<Record>().puzzles() + nothing_counted::<ReviewRecord>().games, 0);
/// ```
pub trait Reported {
    /// The counts.
    type Summary;
}

impl Reported for Record {
    type Summary = Summary;
}

impl Reported for ReviewRecord {
    type Summary = ReviewSummary;
}

/// The forms a record can be written in.
///
/// ```
/// use canju::{batch::Record, report::{Format, Palette}};
/// let mut output = Vec::new();
/// Format::Markdown.exporter(&mut output, Palette::PLAIN)?.record(&Record::failed("my.ddz:3", "no puzzle"))?;
/// assert!(output.starts_with(b"|"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Format {
    /// A line a puzzle, for people.
    Text,
    /// A JSON object a line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
    /// A Markdown table.
    Markdown,
}

impl Format {
    /// Is it read by people, in their language? The others are read by programs.
    #[doc(hidden)]
    pub fn is_for_people(self) -> bool {
        matches!(self, Format::Text | Format::Markdown)
    }

    /// The writer of this form. The palette is for people's eyes: only text uses its colours, and Markdown its language.
    ///
    /// # Errors
    /// Those of the output: tables start with a header.
    ///
    /// ```
    /// use canju::{batch::{Record, Summary}, report::{Format, Palette}};
    /// let mut output = Vec::new();
    /// let mut exporter = Format::JsonLines.exporter(&mut output, Palette::PLAIN)?;
    /// exporter.record(&Record::failed("my.ddz:3", "line 3, column 1: …"))?;
    /// drop(exporter);
    /// assert_eq!(
    ///     String::from_utf8(output).unwrap(),
    ///     "{\"schema\":\"canju.result/1\",\"id\":\"my.ddz:3\",\"error\":\"line 3, column 1: …\"}\n"
    /// );
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn exporter<'w, W: Write + 'w>(self, output: W, palette: Palette) -> io::Result<Box<dyn Exporter + 'w>> {
        Ok(match self {
            Format::Text => Box::new(Text::new(output, palette)),
            Format::JsonLines => Box::new(JsonLines::new(output)),
            Format::Csv => Box::new(Csv::new(output)?),
            Format::Markdown => Box::new(Markdown::new(output, palette.language())?),
        })
    }

    /// The writer of this form for reviews. Each game has as many rows as moves.
    ///
    /// # Errors
    /// Those of the output: tables start with a header.
    ///
    /// ```
    /// use canju::{report::{Format, Palette}, review::ReviewRecord};
    /// let mut output = Vec::new();
    /// let mut exporter = Format::Csv.review_exporter(&mut output, Palette::PLAIN)?;
    /// exporter.record(&ReviewRecord::failed("my.ddz:3", "no game"))?;
    /// drop(exporter);
    /// assert!(String::from_utf8(output).unwrap().starts_with("id,ply,player,move"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn review_exporter<'w, W: Write + 'w>(
        self,
        output: W,
        palette: Palette,
    ) -> io::Result<Box<dyn Exporter<ReviewRecord> + 'w>> {
        Ok(match self {
            Format::Text => Box::new(ReviewText::new(output, palette)),
            Format::JsonLines => Box::new(JsonLines::new(output)),
            Format::Csv => Box::new(ReviewCsv::new(output)?),
            Format::Markdown => Box::new(ReviewMarkdown::new(output, palette.language())),
        })
    }
}
