//! Games reviewed: the record `canju.review/1`.
//!
//! Here the limit of time is that of the whole game, because somebody waits for the answer.

use crate::puzzle::SavedGame;
use crate::requests::asked::Asked;
use crate::requests::bounds::is_giant;
use crate::requests::refusal::Refusal;
use crate::review::{GameRecord, ReviewOptions, review};
use canju_engine::search::Limits;
use canju_engine::solver::{Solver, Task};
use std::time::Duration;

/// A game to be reviewed.
#[derive(Clone, Debug)]
pub struct AskedGame {
    /// How, and the position at the start.
    pub asked: Asked,
    /// The game.
    pub game: SavedGame,
}

impl AskedGame {
    /// Reads a body: the fields of a position and `moves`. `most` is the longest that the answer may take.
    ///
    /// # Errors
    /// What is wrong with it, and too many moves to look at.
    pub fn read(body: &[u8], most: Duration) -> Result<AskedGame, Refusal> {
        let (asked, game) = Asked::read_game(body, most)?;
        if is_giant(&asked.puzzle) {
            return Err(Refusal::puzzle("too many moves to review it").of("hands"));
        }
        Ok(AskedGame { asked, game })
    }

    /// Reviews it with this solver.
    ///
    /// # Errors
    /// None: its moves have been played.
    pub fn review(&self, solver: &mut Solver) -> Result<GameRecord, Refusal> {
        let Task { all_moves, limits, ref stop, .. } = self.asked.task;
        let of_position = Limits { time: None, ..limits };
        let options = ReviewOptions { all_moves, limits: of_position, time: limits.time, stop: stop.clone() };
        let start = &self.game.start;
        match review(solver, &start.position, &self.game.moves, &options) {
            Ok(review) => Ok(GameRecord::new(start, &review)),
            Err(error) => Err(Refusal::puzzle(error.to_string()).of("moves")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::solver::Options;

    const LIMIT: Duration = Duration::MAX;

    #[test]
    fn moves_are_a_list_or_a_text() {
        let mut solver = Solver::new(Options { threads: 1, memory: 4 << 20, ..Options::default() });
        for moves in [r#"["3","4"]"#, r#""3 4""#, r#"[" 3","4 "]"#] {
            let body = format!(r#"{{"hands":["335","4A"],"id":"a","moves":{moves},"all_moves":true}}"#);
            let asked = AskedGame::read(body.as_bytes(), LIMIT).expect(&body);
            let record = asked.review(&mut solver).expect("a game");
            assert_eq!((record.id.as_deref(), &record.turning_points[..]), (Some("a"), &[1][..]));
            assert_eq!(
                (&record.moves[0].keeping[..], record.moves[0].keeping_is_complete),
                (&["33".to_owned()][..], true)
            );
        }
        let body = br#"{"position":"335 | 4A | turn=2","moves":["A"],"time_limit_ms":0}"#;
        let late = AskedGame::read(body, LIMIT).expect("a game").review(&mut solver).expect("a record");
        assert_eq!((late.reason.as_deref(), late.winners), (Some("time"), vec![None, None]));
    }

    #[test]
    fn a_move_that_is_wrong_has_its_number_and_its_player() {
        for (moves, code, column, text) in [
            (r#"["3","5"]"#, "bad_puzzle", Some(1), "move 2 (second): `5` is not in the hand"),
            (r#"["3","4?"]"#, "bad_puzzle", Some(2), "move 2 (second): unknown card `?`"),
            (r#""pass""#, "bad_puzzle", Some(1), "move 1 (first): "),
            ("7", "bad_json", None, "`moves`: expected a list of moves"),
            ("[7]", "bad_json", None, "`moves`: expected a list of moves"),
        ] {
            let body = format!(r#"{{"hands":["335","4A"],"moves":{moves}}}"#);
            let fault = AskedGame::read(body.as_bytes(), LIMIT).expect_err(&body).0;
            assert_eq!((fault.code, fault.column, fault.field.as_deref()), (code, column, Some("moves")), "{body}");
            assert!(fault.detail.starts_with(text), "{}", fault.detail);
        }
    }
}
