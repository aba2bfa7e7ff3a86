//! A heading and tables for each game: the form to paste into an issue or a post.

use super::text::review_summary_line;
use super::words::{mark, player, points_given_away, side, tally_head, tally_rows, turning_points, undecided};
use crate::report::Exporter;
use crate::report::markdown::{code, escaped};
use crate::report::people::review_for_people;
use crate::review::{GameRecord, Mark, ReviewRecord, ReviewSummary};
use crate::words::{Language, say};
use std::io::{self, Write};
use std::time::Duration;

/// Writes reviews as Markdown.
///
/// ```
/// use canju::{report::{Exporter, Language, ReviewMarkdown}, review::ReviewRecord};
/// let mut output = Vec::new();
/// ReviewMarkdown::new(&mut output, Language::English).record(&ReviewRecord::failed("my.ddz:3", "no game"))?;
/// assert!(output.starts_with(b"### my.ddz:3"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ReviewMarkdown<W> {
    output: W,
    language: Language,
}

impl<W: Write> ReviewMarkdown<W> {
    /// A writer on this output.
    pub fn new(output: W, language: Language) -> ReviewMarkdown<W> {
        ReviewMarkdown { output, language }
    }

    fn game(&mut self, game: &GameRecord) -> io::Result<()> {
        let language = self.language;
        let name = game.name.iter().map(|name| format!("“{name}”"));
        let title: Vec<String> = game.id.iter().cloned().chain(name).collect();
        let title = if title.is_empty() { say!(language, "untitled-review") } else { title.join(" ") };
        let hands: Vec<String> = game.hands.iter().map(|hand| code(hand)).collect();
        let played_by = say!(language, "with-rules", hands = hands.join(" · "), rules = code(&game.rules));
        writeln!(self.output, "### {}\n\n{played_by}\n", escaped(&title))?;
        let head = [
            say!(language, "head-ply"),
            say!(language, "head-player"),
            say!(language, "head-cards"),
            say!(language, "head-move"),
            say!(language, "head-won-by"),
            say!(language, "head-mark"),
        ];
        writeln!(self.output, "| {} |\n|--:|---|--:|---|---|---|", head.join(" | "))?;
        for (played, winner) in game.moves.iter().zip(game.winners.iter().skip(1)) {
            let (player, winner) = (player(language, game, played.player), side(language, game, *winner));
            let mark = match Mark::from_name(&played.mark) {
                Some(Mark::GaveAway) => format!("**{}**", mark(language, played)),
                _ => mark(language, played),
            };
            let (ply, cards, text) = (played.ply, played.cards, code(&played.played));
            writeln!(self.output, "| {ply} | {player} | {cards} | {text} | {winner} | {mark} |")?;
        }
        writeln!(self.output)?;
        for point in turning_points(language, game, &code) {
            writeln!(self.output, "- {}: {}", point.heading, point.details.join("; "))?;
        }
        if let Some(undecided) = undecided(language, game) {
            writeln!(self.output, "- {undecided}")?;
        }
        writeln!(self.output, "\n| | {} |\n|---|--:|--:|--:|--:|", tally_head(language).join(" | "))?;
        tally_rows(language, game)
            .iter()
            .try_for_each(|row| writeln!(self.output, "| {} |", row.join(" | ").trim_start()))?;
        if let Some(points) = points_given_away(language, game) {
            writeln!(self.output, "\n{points}")?;
        }
        writeln!(self.output)
    }
}

impl<W: Write> Exporter<ReviewRecord> for ReviewMarkdown<W> {
    fn record(&mut self, record: &ReviewRecord) -> io::Result<()> {
        match &review_for_people(record, self.language) {
            ReviewRecord::Reviewed(game) => self.game(game)?,
            ReviewRecord::Failed(failed) => {
                let id = escaped(failed.id.as_deref().unwrap_or_default());
                let error = format!("**{}**", say!(self.language, "label-error"));
                let told = say!(self.language, "told-of", what = error, problem = escaped(&failed.error));
                writeln!(self.output, "### {id}\n\n{told}\n")?;
            }
        }
        self.output.flush()
    }

    fn finish(&mut self, summary: &ReviewSummary, elapsed: Duration) -> io::Result<()> {
        writeln!(self.output, "{}", review_summary_line(self.language, summary, elapsed))?;
        self.output.flush()
    }
}
