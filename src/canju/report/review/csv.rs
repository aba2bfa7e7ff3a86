//! Comma-separated values with a header, a row for each move: the form for spreadsheets. Lists are joined by spaces.

use crate::report::Exporter;
use crate::report::csv::row;
use crate::review::ReviewRecord;
use std::io::{self, Write};

/// The columns, named as the fields of a move. New ones go to the end.
const COLUMNS: [&str; 14] = [
    "id",
    "ply",
    "player",
    "move",
    "cards",
    "before",
    "after",
    "mark",
    "keeping",
    "keeping_is_complete",
    "only_move",
    "refutation",
    "plies",
    "error",
];

/// Writes the moves of reviews as rows. What is no game has a row with its error.
///
/// ```
/// use canju::{report::{Exporter, ReviewCsv}, review::ReviewRecord};
/// let mut output = Vec::new();
/// ReviewCsv::new(&mut output)?.record(&ReviewRecord::failed("my.ddz:3", "no game"))?;
/// assert_eq!(output.iter().filter(|&&byte| byte == b'\n').count(), 2); // the header and a row
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ReviewCsv<W> {
    output: W,
}

impl<W: Write> ReviewCsv<W> {
    /// A writer on this output; the header is written at once.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(mut output: W) -> io::Result<ReviewCsv<W>> {
        output.write_all(&row(COLUMNS)?)?;
        output.flush()?;
        Ok(ReviewCsv { output })
    }
}

impl<W: Write> Exporter<ReviewRecord> for ReviewCsv<W> {
    fn record(&mut self, record: &ReviewRecord) -> io::Result<()> {
        let id = record.id().unwrap_or_default().to_owned();
        match record {
            ReviewRecord::Failed(failed) => {
                let mut cells = [const { String::new() }; COLUMNS.len()];
                (cells[0], cells[COLUMNS.len() - 1]) = (id, failed.error.to_string());
                self.output.write_all(&row(cells)?)?;
            }
            ReviewRecord::Reviewed(game) => {
                for played in &game.moves {
                    let cells: [String; COLUMNS.len()] = [
                        id.clone(),
                        played.ply.to_string(),
                        played.player.to_string(),
                        played.played.clone(),
                        played.cards.to_string(),
                        played.before.to_string(),
                        played.after.to_string(),
                        played.mark.to_string(),
                        played.keeping.join(" "),
                        played.keeping_is_complete.to_string(),
                        played.only_move.map(|only| only.to_string()).unwrap_or_default(),
                        played.refutation.join(" "),
                        played.plies.map(|plies| plies.to_string()).unwrap_or_default(),
                        String::new(),
                    ];
                    self.output.write_all(&row(cells)?)?;
                }
            }
        }
        self.output.flush()
    }
}
