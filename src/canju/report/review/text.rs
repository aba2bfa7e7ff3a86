//! A game as a table of its moves with their marks, the turning points below: the form for people.

use super::words::{mark, player, points_given_away, side, tally_head, tally_rows, turning_points, undecided};
use crate::report::people::review_for_people;
use crate::report::seats::seats;
use crate::report::style::{duration, padded, padded_left};
use crate::report::{Exporter, Palette};
use crate::review::{GameRecord, Mark, ReviewRecord, ReviewSummary};
use crate::words::{Language, say};
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
        let language = self.palette.language();
        let mut row = |name: &str, text: &str| writeln!(self.output, "{} {text}", padded(name, 9));
        game.id.iter().try_for_each(|id| row(&say!(language, "label-game"), id))?;
        game.name.iter().try_for_each(|name| row(&say!(language, "label-name"), name))?;
        seats(language, game.hands.len()).iter().zip(&game.hands).try_for_each(|(seat, hand)| row(seat, hand))?;
        if game.turn != 1 {
            row(&say!(language, "label-to-move"), &player(language, game, game.turn.wrapping_sub(1)))?;
        }
        if let Some(last) = &game.last {
            let by = game.last_by.map(|by| player(language, game, by.wrapping_sub(1)));
            let last = by.map_or_else(|| last.clone(), |by| say!(language, "move-by", played = last, seat = by));
            row(&say!(language, "label-to-answer"), &last)?;
        }
        row(&say!(language, "label-rules"), &game.rules)?;
        let bar: String = game.winners.iter().map(|winner| block(*winner)).collect();
        let [one, other] = [Some(1), Some(2)].map(|number| (block(number), side(language, game, number)));
        row(
            &say!(language, "label-winning"),
            &format!("{bar}  {} {}{}{} {}", one.0, one.1, say!(language, "comma"), other.0, other.1),
        )
    }

    fn moves(&mut self, game: &GameRecord) -> io::Result<()> {
        let language = self.palette.language();
        let widest = game.moves.iter().map(|played| played.played.width()).max().unwrap_or_default().max(4);
        writeln!(
            self.output,
            "\n{}  {}  {}  {}  {}  {}",
            padded_left(&say!(language, "head-ply"), 4),
            padded(&say!(language, "head-player"), 9),
            padded_left(&say!(language, "head-cards"), 5),
            padded(&say!(language, "head-move"), widest),
            padded(&say!(language, "head-won-by"), 8),
            say!(language, "head-mark"),
        )?;
        for (played, winner) in game.moves.iter().zip(game.winners.iter().skip(1)) {
            let (name, cards) = (padded(&player(language, game, played.player), 9), played.cards);
            let (text, winner) = (padded(&played.played, widest), padded(&side(language, game, *winner), 8));
            let mark = mark(language, played);
            let mark = match Mark::from_name(&played.mark) {
                Some(Mark::GaveAway) => self.palette.verdict(Verdict::Loss, &mark),
                Some(Mark::Unknown) | None => self.palette.notable(&mark),
                _ => mark,
            };
            writeln!(self.output, "{:>4}  {name}  {cards:>5}  {text}  {winner}  {mark}", played.ply)?;
        }
        Ok(())
    }

    fn turning_points(&mut self, game: &GameRecord) -> io::Result<()> {
        let language = self.palette.language();
        writeln!(self.output)?;
        let heading = match (game.turning_points.is_empty(), game.winners.contains(&None)) {
            (true, true) => say!(language, "nothing-known-given-away"),
            (true, false) => say!(language, "nothing-given-away"),
            (false, _) => say!(language, "turning-points"),
        };
        writeln!(self.output, "{heading}")?;
        for point in turning_points(language, game, &str::to_owned) {
            writeln!(self.output, "  {}", self.palette.verdict(Verdict::Loss, &point.heading))?;
            point.details.iter().try_for_each(|detail| writeln!(self.output, "    {detail}"))?;
        }
        if let Some(undecided) = undecided(language, game) {
            writeln!(self.output, "{}", self.palette.verdict(Verdict::Unknown(Reason::Time), &undecided))?;
        }
        Ok(())
    }

    fn players(&mut self, game: &GameRecord) -> io::Result<()> {
        let language = self.palette.language();
        let (rows, head) = (tally_rows(language, game), tally_head(language));
        let widest = rows.iter().map(|row| row[0].width()).max().unwrap_or_default().max(9);
        let widths = head.each_ref().map(|head| head.width().max(5));
        writeln!(self.output, "\n  {}  {}", padded("", widest), head.join("  "))?;
        for [name, cells @ ..] in rows {
            let cells = cells.iter().zip(widths).map(|(cell, width)| padded_left(cell, width));
            writeln!(self.output, "  {}  {}", padded(&name, widest), cells.collect::<Vec<_>>().join("  "))?;
        }
        points_given_away(language, game).map_or(Ok(()), |points| writeln!(self.output, "\n{points}"))
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
        match &review_for_people(record, self.palette.language()) {
            ReviewRecord::Reviewed(game) => self.game(game)?,
            ReviewRecord::Failed(failed) => {
                let language = self.palette.language();
                let game = padded(&say!(language, "label-game"), 9);
                let error = padded(&say!(language, "label-error"), 9);
                let id = failed.id.as_deref().unwrap_or_default();
                writeln!(self.output, "{game} {id}\n{} {}", self.palette.notable(&error), failed.error)?;
            }
        }
        self.output.flush()
    }

    fn finish(&mut self, summary: &ReviewSummary, elapsed: Duration) -> io::Result<()> {
        writeln!(self.output, "\n{}", review_summary_line(self.palette.language(), summary, elapsed))?;
        self.output.flush()
    }
}

/// The results of many reviews in a sentence.
#[doc(hidden)]
pub fn review_summary_line(language: Language, summary: &ReviewSummary, elapsed: Duration) -> String {
    let line = review_counts(language, summary, elapsed);
    if summary.games_for_points == 0 {
        return line;
    }
    let each = 100.0 * summary.points_given_away as f64 / summary.games_for_points as f64;
    let points = say!(language, "points-of-games", points = summary.points_given_away, each = format!("{each:.0}"));
    format!("{line}{points}")
}

fn review_counts(language: Language, summary: &ReviewSummary, elapsed: Duration) -> String {
    say!(
        language,
        "review-summary",
        games = say!(language, "games", count = summary.games),
        time = duration(elapsed),
        moves = say!(language, "moves", count = summary.moves),
        wins = say!(language, "won-positions", count = summary.won),
        lost = summary.turning_points,
        unknown = summary.undecided,
        errors = say!(language, "errors", count = summary.errors),
    )
}
