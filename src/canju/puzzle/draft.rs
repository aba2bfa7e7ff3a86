//! The parts of a line, each with its column, and how they become a puzzle.
//!
//! The pack format and JSON differ in how the parts are found; what the parts mean is here, once.

use super::error::{LineFault, PuzzleErrorKind};
use super::{Difficulty, DifficultyError, Expectation, Puzzle, SavedGame, Theme};
use canju_engine::rules::Position;
use canju_engine::search::Verdict;
use canju_engine::text::{self, Defaults, Located, TextErrorKind, move_error};

/// The parts of a line.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub id: Option<String>,
    /// Hands, turn and rules.
    pub position: text::Draft<'a>,
    pub expect: Option<Located<'a>>,
    /// The points expected; in a pack they are in `expect`.
    pub value: Option<Located<'a>>,
    pub best: Option<Located<'a>>,
    pub name: Option<String>,
    pub source: Option<String>,
    pub difficulty: Option<Located<'a>>,
    pub themes: Option<Located<'a>>,
    pub level: Option<String>,
    pub seed: Option<String>,
    pub meta: Option<serde_json::Value>,
    /// What has been played from there, a move each.
    pub moves: Vec<Located<'a>>,
}

impl Draft<'_> {
    /// The puzzle, with what has been played. `id` and `defaults` are used if it has none of its own.
    pub fn build(self, id: String, defaults: &Defaults) -> Result<SavedGame, LineFault> {
        let position = self.position.build(defaults)?;
        let (difficulty, expected) = (self.parse_difficulty()?, self.parse_expectation(&position)?);
        let themes = self.parse_themes()?;
        let mut game = SavedGame::from(Puzzle {
            id: self.id.unwrap_or(id),
            position,
            expected,
            name: self.name,
            source: self.source,
            difficulty,
            themes,
            level: self.level,
            seed: self.seed,
            meta: self.meta,
        });
        game.play_all(&self.moves)?;
        Ok(game)
    }

    fn parse_difficulty(&self) -> Result<Option<Difficulty>, LineFault> {
        let Some(text) = &self.difficulty else { return Ok(None) };
        text.text.parse().map(Some).map_err(|error: DifficultyError| LineFault::new(text.column, error))
    }

    fn parse_themes(&self) -> Result<Vec<Theme>, LineFault> {
        let Some(text) = &self.themes else { return Ok(Vec::new()) };
        Theme::read_list(&text.text).map_err(|error| LineFault::new(text.column, error))
    }

    /// The verdict and the points that are expected, of which a pack gives one, and JSON both or one.
    fn parse_answer(&self, position: &Position) -> Result<(Option<Verdict>, Option<i64>), LineFault> {
        let wrong = |text: &Located<'_>, kind: fn(String) -> PuzzleErrorKind| {
            LineFault::new(text.column, kind(text.text.clone().into_owned()))
        };
        let verdict = self.expect.as_ref().and_then(|text| Verdict::from_answer(&text.text));
        // Points may stand where a verdict does.
        let text = match (self.expect.as_ref().filter(|_| verdict.is_none()), &self.value) {
            (Some(text), Some(_)) => return Err(wrong(text, PuzzleErrorKind::Expect)),
            (text, value) => text.or(value.as_ref()),
        };
        let Some(text) = text else { return Ok((verdict, None)) };
        let points = text.text.parse().ok().filter(|&points: &i64| points != 0);
        let points = points.ok_or_else(|| wrong(text, PuzzleErrorKind::Expect))?;
        if !position.stakes().scoring.has_points() {
            return Err(wrong(text, PuzzleErrorKind::ExpectWithoutPoints));
        }
        let of_points = if points > 0 { Verdict::Win } else { Verdict::Loss };
        if verdict.is_some_and(|verdict| verdict != of_points) {
            return Err(wrong(text, PuzzleErrorKind::Expect));
        }
        Ok((Some(of_points), Some(points)))
    }

    fn parse_expectation(&self, position: &Position) -> Result<Option<Expectation>, LineFault> {
        let (verdict, value) = self.parse_answer(position)?;
        let best = match &self.best {
            None => None,
            Some(text) => {
                let best = position.parse_move(&text.text).map_err(|error| move_error("best", text, error))?;
                position.play(best).map_err(|error| {
                    let problem = Box::new(error.into());
                    LineFault::new(text.column, TextErrorKind::Move { attribute: "best", problem })
                })?;
                if verdict == Some(Verdict::Loss) {
                    return Err(LineFault::new(text.column, PuzzleErrorKind::BestOfLoss));
                }
                Some(best)
            }
        };
        // A best move is a winning one: it says that the position is won even without `expect=`.
        let verdict = verdict.or(best.map(|_| Verdict::Win));
        Ok(match value {
            Some(points) => Expectation::of_value(points, best),
            None => verdict.and_then(|verdict| Expectation::of(verdict, best)),
        })
    }
}
