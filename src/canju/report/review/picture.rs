//! The bar of who was winning at each move, as a picture for a report: SVG, a strip for each game. The first side's wins stand above, the
//! second's below, so that nobody needs the colours.

use super::words::{mark, player, side};
use crate::report::people::review_for_people;
use crate::report::style::xml_escaped;
use crate::review::{GameRecord, Mark, ReviewRecord};
use crate::words::{Language, say};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The most games in one picture.
const MOST_GAMES: usize = 200;

/// Width of a position, height of a bar, and of a strip with its title and marks, in pixels.
const CELL: usize = 18;
const BAR: usize = 32;
const STRIP: usize = 94;
const MARGIN: usize = 12;
/// Where the bar begins in its strip.
const BAR_TOP: usize = 44;
/// The least width, for the legend.
const LEAST: usize = 700;
/// The most that a column of a title takes.
const COLUMN: usize = 9;

/// Those of the first and the second side, blue and orange, which nobody takes for each other; and grey where it is unknown.
const COLOURS: [&str; 3] = ["#3b76b8", "#e08a2e", "#c4c4c4"];

/// A picture of games.
///
/// ```
/// use canju::{Solver, puzzle::{Puzzle, SavedGame}, report::Picture, review::{ReviewOptions, ReviewRecord}};
/// let mut game = SavedGame::from("335 | 4A".parse::<Puzzle>()?);
/// game.play("3 4")?;
/// let mut picture = Picture::default();
/// assert!(picture.add(&ReviewRecord::of(&mut Solver::default(), &game, &ReviewOptions::default())));
/// let svg = picture.svg();
/// assert!(svg.starts_with("<svg") && svg.contains("gave the win away"));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Picture {
    strips: String,
    games: usize,
    width: usize,
    language: Language,
}

impl Picture {
    /// An empty picture with its words in this language.
    ///
    /// ```
    /// use canju::report::{Language, Picture};
    /// assert!(Picture::in_language(Language::Chinese).svg().contains("送掉了胜局"));
    /// ```
    pub fn in_language(language: Language) -> Picture {
        Picture { language, ..Picture::default() }
    }

    /// Adds a strip for a game. False if the picture is full; what is no game has no strip.
    pub fn add(&mut self, record: &ReviewRecord) -> bool {
        let ReviewRecord::Reviewed(game) = &review_for_people(record, self.language) else { return true };
        if self.games == MOST_GAMES {
            return false;
        }
        // Writing to a string does not fail.
        let _ = self.strip(game);
        self.games += 1;
        true
    }

    fn strip(&mut self, game: &GameRecord) -> std::fmt::Result {
        let language = self.language;
        let (top, text) = (MARGIN + self.games * STRIP, &mut self.strips);
        let title = game.id.clone().unwrap_or_else(|| game.hands.join(" | "));
        writeln!(text, "<g transform=\"translate({MARGIN},{top})\">\n<text y=\"12\">{}</text>", xml_escaped(&title))?;
        for (at, winner) in game.winners.iter().enumerate() {
            let (colour, y, height) = match winner {
                Some(1) => (COLOURS[0], BAR_TOP, BAR / 2),
                Some(_) => (COLOURS[1], BAR_TOP + BAR / 2, BAR / 2),
                None => (COLOURS[2], BAR_TOP + BAR * 3 / 8, BAR / 4),
            };
            let what = match at.checked_sub(1).and_then(|before| game.moves.get(before)) {
                None => say!(language, "picture-start"),
                Some(played) => say!(
                    language,
                    "picture-move",
                    ply = played.ply,
                    player = player(language, game, played.player),
                    played = &played.played,
                    mark = mark(language, played),
                ),
            };
            let what = say!(language, "picture-won-by", what = what, side = side(language, game, *winner));
            let x = at * CELL;
            writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{height}\" fill=\"{colour}\"><title>{}</title></rect>",
                xml_escaped(&what)
            )?;
        }
        let is_mistake = |mark: &str| Mark::from_name(mark) == Some(Mark::GaveAway);
        for played in game.moves.iter().filter(|played| is_mistake(&played.mark)) {
            // Between the position before the move and the one after it.
            let x = played.ply * CELL;
            writeln!(
                text,
                "<path d=\"M{x} {} l-5 -8 h10 z\" fill=\"#c01c28\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" class=\"ply\">{}</text>",
                BAR_TOP - 1,
                BAR_TOP - 12,
                played.ply
            )?;
        }
        let least = (game.winners.len() * CELL).max(title.width() * COLUMN);
        self.width = self.width.max(least + 2 * MARGIN);
        writeln!(text, "</g>")
    }

    /// The picture, with a legend.
    pub fn svg(&self) -> String {
        let (width, bottom) = (self.width.max(LEAST), MARGIN + self.games * STRIP);
        let height = bottom + 24 + MARGIN;
        let language = self.language;
        let what = [
            say!(language, "picture-first-wins"),
            say!(language, "picture-second-wins"),
            say!(language, "picture-unknown"),
        ];
        let (mistake, title) = (say!(language, "mark-gave-away"), say!(language, "picture-title"));
        let legend: String = what
            .iter()
            .zip(COLOURS)
            .enumerate()
            .map(|(place, (what, colour))| {
                let x = MARGIN + place * 185;
                let y = bottom + 4;
                format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\" class=\"ply\">{what}</text>\n",
                    x + 16,
                    y + 10
                )
            })
            .collect();
        let x = MARGIN + what.len() * 185;
        let mistake = format!(
            "<path d=\"M{x} {} l-5 -8 h10 z\" fill=\"#c01c28\"/><text x=\"{}\" y=\"{}\" class=\"ply\">{mistake}</text>\n",
            bottom + 14,
            x + 10,
            bottom + 14,
        );
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
             <style>.ply {{ font-size: 11px }}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}{legend}{mistake}</svg>\n",
            self.strips
        )
    }
}
