//! A game as a table of its moves with their marks, the turning points below: the form for people.

use super::words::{TALLY_HEAD, mark, player, side, tally_rows, turning_points, undecided};
use crate::puzzle::seat_names;
use crate::report::people::review_for_people;
use crate::report::style::{counted, duration, padded, thousands};
use crate::report::{Exporter, Palette};
use crate::review::{GameRecord, Mark, ReviewRecord, ReviewSummary};
use canju_engine::search::{Reason, Verdict};
use std::io::{self, Write};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// Writes reviews for people.
///
/// ```
/// use canju::{report::{Exporter, Palette, ReviewText}, review::ReviewRecord};
/// let mut output = Vec::new();
/// ReviewText::new(&mut output, Palette::PLAIN).record(&ReviewRecord::failed("my.ddz:3", "no game"))?;
/// assert!(output.starts_with(b"game      my.ddz:3"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ReviewText<W> {
    output: W,
    palette: Palette,
    is_first: bool,
}

impl<W: Write> ReviewText<W> {
    /// A writer on this output.
    pub fn new(output: W, palette: Palette) -> ReviewText<W> {
        ReviewText { output, palette, is_first: true }
    }

    fn head(&mut self, game: &GameRecord) -> io::Result<()> {
        let mut row = |name: &str, text: &str| writeln!(self.output, "{name:<9} {text}");
        game.id.iter().try_for_each(|id| row("game", id))?;
        game.name.iter().try_for_each(|name| row("name", name))?;
        seat_names(game.hands.len()).iter().zip(&game.hands).try_for_each(|(seat, hand)| row(seat, hand))?;
        if game.turn != 1 {
            row("to move", player(game, game.turn.wrapping_sub(1)))?;
        }
        if let Some(last) = &game.last {
            let by = game.last_by.map_or_else(String::new, |by| format!(" by {}", player(game, by.wrapping_sub(1))));
            row("to answer", &format!("{last}{by}"))?;
        }
        row("rules", &game.rules)?;
        let bar: String = game.winners.iter().map(|winner| block(*winner)).collect();
        row(
            "winning",
            &format!("{bar}  {} {}, {} {}", block(Some(1)), side(game, Some(1)), block(Some(2)), side(game, Some(2))),
        )
    }

    fn moves(&mut self, game: &GameRecord) -> io::Result<()> {
        let widest = game.moves.iter().map(|played| played.played.width()).max().unwrap_or_default().max(4);
        writeln!(self.output, "\n ply  player     cards  {}  won by    mark", padded("move", widest))?;
        for (played, winner) in game.moves.iter().zip(game.winners.iter().skip(1)) {
            let (name, cards) = (padded(player(game, played.player), 9), played.cards);
            let (text, winner) = (padded(&played.played, widest), padded(side(game, *winner), 8));
            let mark = match Mark::from_name(&played.mark) {
                Some(Mark::GaveAway) => self.palette.verdict(Verdict::Loss, mark(played)),
                Some(Mark::Unknown) | None => self.palette.notable(mark(played)),
                _ => mark(played).to_owned(),
            };
            writeln!(self.output, "{:>4}  {name}  {cards:>5}  {text}  {winner}  {mark}", played.ply)?;
        }
        Ok(())
    }

    fn turning_points(&mut self, game: &GameRecord) -> io::Result<()> {
        writeln!(self.output)?;
        if game.turning_points.is_empty() {
            let none = if game.winners.contains(&None) {
                "No move is known to have given a win away."
            } else {
                "No move gave a win away."
            };
            writeln!(self.output, "{none}")?;
        } else {
            writeln!(self.output, "turning points:")?;
        }
        for point in turning_points(game, &str::to_owned) {
            writeln!(self.output, "  {}", self.palette.verdict(Verdict::Loss, &point.heading))?;
            point.details.iter().try_for_each(|detail| writeln!(self.output, "    {detail}"))?;
        }
        if let Some(undecided) = undecided(game) {
            writeln!(self.output, "{}", self.palette.verdict(Verdict::Unknown(Reason::Time), &undecided))?;
        }
        Ok(())
    }

    fn players(&mut self, game: &GameRecord) -> io::Result<()> {
        let rows = tally_rows(game);
        let widest = rows.iter().map(|row| row[0].width()).max().unwrap_or_default().max(9);
        writeln!(self.output, "\n  {}  {}", padded("", widest), TALLY_HEAD.join("  "))?;
        for [name, cells @ ..] in rows {
            let cells =
                cells.iter().zip(TALLY_HEAD).map(|(cell, head)| format!("{cell:>width$}", width = head.len().max(5)));
            writeln!(self.output, "  {}  {}", padded(&name, widest), cells.collect::<Vec<_>>().join("  "))?;
        }
        Ok(())
    }

    fn game(&mut self, game: &GameRecord) -> io::Result<()> {
        self.head(game)?;
        if game.moves.is_empty() {
            return Ok(());
        }
        self.moves(game)?;
        self.turning_points(game)?;
        self.players(game)
    }
}

/// The sign of a side in the bar.
fn block(winner: Option<usize>) -> char {
    match winner {
        Some(1) => '█',
        Some(_) => '░',
        None => '?',
    }
}

impl<W: Write> Exporter<ReviewRecord> for ReviewText<W> {
    fn record(&mut self, record: &ReviewRecord) -> io::Result<()> {
        if !std::mem::take(&mut self.is_first) {
            writeln!(self.output)?;
        }
        match &review_for_people(record) {
            ReviewRecord::Reviewed(game) => self.game(game)?,
            ReviewRecord::Failed(failed) => {
                let error = self.palette.notable("error");
                writeln!(
                    self.output,
                    "game      {}\n{error}     {}",
                    failed.id.as_deref().unwrap_or_default(),
                    failed.error
                )?;
            }
        }
        self.output.flush()
    }

    fn finish(&mut self, summary: &ReviewSummary, elapsed: Duration) -> io::Result<()> {
        writeln!(self.output, "\n{}", review_summary_line(summary, elapsed))?;
        self.output.flush()
    }
}

/// The results of many reviews in a sentence.
#[doc(hidden)]
pub fn review_summary_line(summary: &ReviewSummary, elapsed: Duration) -> String {
    format!(
        "{} in {}: {}, {} in hand, {} given away; {} undecided, {}",
        counted(summary.games, "game", "games"),
        duration(elapsed),
        counted(summary.moves, "move", "moves"),
        counted(summary.won, "win", "wins"),
        thousands(summary.turning_points),
        thousands(summary.undecided),
        counted(summary.errors, "error", "errors"),
    )
}
