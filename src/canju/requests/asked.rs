//! Reads a request about a position: the fields of a pack's JSON line, and how to solve it.
//!
//! The fields that say how are taken out, and the rest is read by the code that reads a line of a pack. Hands and turn are
//! also read as the command line reads its arguments, so that an error has its text, its hand and its column.

use crate::logs::{self, LogFault};
use crate::puzzle::{Fields, JsonError, Puzzle, PuzzleError, PuzzleErrorKind, SavedGame};
use crate::requests::refusal::Refusal;
use crate::requests::written;
use canju_engine::rules::{Position, Ruleset};
use canju_engine::solver::{Field, Kind, Task, Value};
use canju_engine::text::TextErrorKind;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::time::Duration;

/// A request, read.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The position, and what is to come back with the answer.
    pub puzzle: Puzzle,
    /// What is asked, with a limit of time.
    pub task: Task,
    /// The most plies that a careful player looks ahead, for a grade.
    pub lookahead: Option<u16>,
}

// `schemas.rs` adds the fields of `Task::FIELDS`.
/// The body of a request about one position, for the description of the interface.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Position, example = json!({"hands": ["346999Q2", "34JAAD"], "all_moves": true})))]
#[allow(dead_code, reason = "it only describes what `Asked::read` reads")]
pub struct PositionBody {
    /// Two or three hands in playing order, the landlord's first.
    #[cfg_attr(test, schema(min_items = 2, max_items = 3))]
    hands: Option<Vec<String>>,
    /// A line of a pack, in place of hands, turn, last, by and rules.
    position: Option<String>,
    /// The hand to move, from 1.
    #[cfg_attr(test, schema(default = 1))]
    turn: Option<usize>,
    /// The move that it must beat; without one it leads.
    last: Option<String>,
    /// The hand that played it, from 1; by default the one before the hand to move. `last_by` is the same.
    by: Option<usize>,
    /// A preset and what differs from it.
    #[cfg_attr(test, schema(default = "huanle"))]
    rules: Option<String>,
    /// 1 or 2: short for `,packs=2` at the end of the rules.
    packs: Option<u8>,
    /// How it is scored: `win`, `douzero`, `botzone`, `pagat` or `huanle`. With points the answer has a `value`.
    #[cfg_attr(test, schema(default = "win"))]
    scoring: Option<String>,
    /// The stake so far, where there are points.
    #[cfg_attr(test, schema(default = 1, minimum = 1, maximum = 1_000_000))]
    stake: Option<u64>,
    /// How often each of three hands has played, for spring; 2 stands for more. By default nobody has at the beginning of a whole deal,
    /// and else all have twice.
    moves_made: Option<Vec<u8>>,
    /// Comes back in the record, as `name`, `source` and `meta` do.
    id: Option<String>,
    /// The known answer, `win` or `loss`: the record says whether it is right.
    expected: Option<String>,
    /// The known points: the record says whether they are right.
    expected_value: Option<i64>,
    /// `/api/review` only: what was played from there, a list of moves or a text with spaces between them.
    #[cfg_attr(test, schema(value_type = Option<Vec<String>>))]
    moves: Option<Vec<String>>,
    /// `/api/review` only: a game log as text, in place of hands and moves: Botzone's, DouZero's, RLCard's, plain text, or a line of a pack
    /// with `@moves` below it. Beside it there may be `rules`, for a log that does not say them.
    log: Option<String>,
    /// `/api/grade` only: also find the plies that a careful player must look ahead, up to this many.
    #[cfg_attr(test, schema(maximum = 20))]
    lookahead: Option<u16>,
}

/// What a switch is.
pub(crate) const BOOLEAN: &str = "true or false";

/// The most of `lookahead`, as on the command line.
const MOST_LOOKAHEAD: u64 = 20;

impl Asked {
    /// Reads a body. `most` is the longest that the answer may take.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: &[u8], most: Duration) -> Result<Asked, Refusal> {
        let (mut taken, mut rules) = (Taken::read(body)?, None);
        let task = taken.task(Task::default(), most)?;
        let packs: Option<u64> = taken.value("packs", "1 or 2")?;
        let lookahead: Option<u64> = taken.value("lookahead", "a number of plies")?;
        if let Some(plies) = lookahead.filter(|&plies| plies > MOST_LOOKAHEAD) {
            return Err(Refusal::json(format!("`lookahead`: {plies} is more than {MOST_LOOKAHEAD}")).of("lookahead"));
        }
        let line_of_pack: Option<String> = taken.value("position", "a line of a pack")?;
        let puzzle = match line_of_pack {
            Some(line) => taken.puzzle_of_line(&line, packs)?,
            None => taken.puzzle(packs, &mut rules)?,
        };
        Ok(Asked { puzzle, task, lookahead: lookahead.map(|plies| plies as u16) })
    }

    /// The same for the verdict alone: neither a line of play nor every move nor the length of the game.
    #[must_use]
    pub fn verdict_alone(self) -> Asked {
        let task = Task { line: false, all_moves: false, shortest: false, ..self.task };
        Asked { task, ..self }
    }

    /// Reads a request about a game: that of a position, with the moves that were played from there.
    ///
    /// # Errors
    /// What is wrong with it; a move that can't be played is `bad_puzzle` with its number and its player.
    pub fn read_game(body: &[u8], most: Duration) -> Result<(Asked, SavedGame), Refusal> {
        let mut taken = Taken::read(body)?;
        if let Some(log) = taken.value("log", "a text")? {
            return taken.game_of_log(log, most);
        }
        let moves = taken.take("moves")?.map(moves).transpose()?.unwrap_or_default();
        let asked = Asked::read(&taken.written(), most)?;
        let mut game = SavedGame::from(asked.puzzle.clone());
        for played in moves {
            game.play_one(&played).map_err(|error| {
                let mut refusal = Refusal::puzzle(error.kind.to_string()).of("moves");
                refusal.0.column = Some(error.column);
                refusal
            })?;
        }
        Ok((asked, game))
    }
}

/// The task of a query's pairs of names and texts. What is not said is as in `base`; `most` is the longest that an answer may take.
///
/// # Errors
/// What is wrong with it.
pub fn task_of_query(pairs: &[(String, String)], base: Task, most: Duration) -> Result<Task, Refusal> {
    // A number or a truth is read as JSON, everything else is a text.
    let value = |text: &String| serde_json::from_str(text).unwrap_or_else(|_| serde_json::Value::from(text.as_str()));
    let fields: Vec<String> = pairs.iter().map(|(name, text)| format!("{}:{}", json_text(name), value(text))).collect();
    let body = format!("{{{}}}", fields.join(","));
    let mut taken = Taken::read(body.as_bytes())?;
    let task = taken.task(base, most)?;
    taken.end()?;
    Ok(task)
}

/// A body as text.
///
/// # Errors
/// If it is not UTF-8.
pub fn text(body: &[u8]) -> Result<&str, Refusal> {
    str::from_utf8(body).map_err(|error| {
        let byte = body.get(error.valid_up_to()).copied().unwrap_or_default();
        Refusal::json(PuzzleErrorKind::NotUtf8(byte).to_string())
    })
}

/// The fields of the object that a body is.
fn fields(text: &str) -> Result<Fields<'_>, Refusal> {
    serde_json::from_str(text)
        .map_err(|error| Refusal::json(PuzzleErrorKind::Json(JsonError::of(&error)).to_string()).at(&error))
}

/// The moves of a game: a list, or a text in which spaces separate them.
fn moves(raw: &RawValue) -> Result<Vec<String>, Refusal> {
    let one = || serde_json::from_str::<String>(raw.get());
    let moves = serde_json::from_str(raw.get());
    let moves = moves.or_else(|_| one().map(|text| text.split_whitespace().map(str::to_owned).collect()));
    moves
        .map_err(|_| Refusal::json("`moves`: expected a list of moves, or a text with spaces between them").of("moves"))
}

/// The fields that are left.
pub(crate) struct Taken<'a> {
    rest: Vec<(Cow<'a, str>, &'a RawValue)>,
}

impl<'a> Taken<'a> {
    /// Reads the object that a body is.
    pub fn read(body: &'a [u8]) -> Result<Taken<'a>, Refusal> {
        Ok(Taken { rest: fields(text(body)?)?.0 })
    }

    /// Refuses what nobody has taken.
    pub fn end(self) -> Result<(), Refusal> {
        match self.rest.first() {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::json(format!("unknown field `{name}`")).of(name)),
        }
    }

    pub fn find(&self, name: &str) -> Option<&'a RawValue> {
        self.rest.iter().find(|(found, _)| found == name).map(|(_, raw)| *raw)
    }

    /// Takes a field out; `null` counts as missing.
    fn take(&mut self, name: &str) -> Result<Option<&'a RawValue>, Refusal> {
        let Some(place) = self.rest.iter().position(|(found, _)| found == name) else { return Ok(None) };
        let (_, raw) = self.rest.remove(place);
        if self.find(name).is_some() {
            return Err(Refusal::json(TextErrorKind::Duplicate(name.to_owned()).to_string()).of(name));
        }
        Ok(Some(raw).filter(|raw| raw.get() != "null"))
    }

    /// Takes the value of a field out.
    pub fn value<T: DeserializeOwned>(&mut self, name: &str, wanted: &str) -> Result<Option<T>, Refusal> {
        let read = |raw: &RawValue| {
            let found: String = raw.get().chars().take(24).collect();
            serde_json::from_str(raw.get())
                .map_err(|_| Refusal::json(format!("`{name}`: {found} is not {wanted}")).of(name))
        };
        self.take(name)?.map(read).transpose()
    }

    /// Takes the fields of a task out. `most` is the longest that the answer may take.
    fn task(&mut self, mut task: Task, most: Duration) -> Result<Task, Refusal> {
        for field in Task::FIELDS {
            if let Some(value) = self.asked(field)? {
                field.set(&mut task, value);
            }
        }
        task.limits.time = Some(task.limits.time.map_or(most, |time| time.min(most)));
        Ok(task)
    }

    /// Takes the value of a task's field out.
    fn asked(&mut self, field: &Field) -> Result<Option<Value>, Refusal> {
        let name = field.json_name();
        // In a record, which may be fed back, it is the line that was found.
        if name == "line" && self.find(&name).is_some_and(|raw| raw.get().starts_with('[')) {
            return Ok(None);
        }
        match field.kind {
            Kind::Switch => Ok(self.value(&name, BOOLEAN)?.map(Value::Switch)),
            Kind::Count => Ok(self.value(&name, "a number")?.map(Value::Count)),
            Kind::Bytes => Ok(self.value(&name, "a number of bytes")?.map(Value::Count)),
            Kind::Time => {
                let milliseconds: Option<u64> = self.value(&name, "a number of milliseconds")?;
                Ok(milliseconds.map(|milliseconds| Value::Time(Duration::from_millis(milliseconds))))
            }
            Kind::OneOf(names) => {
                let Some(found) = self.value::<String>(&name, "a name")? else { return Ok(None) };
                let place = names.iter().position(|known| *known == found);
                let unknown =
                    || Refusal::json(format!("`{name}`: `{found}` is not one of {}", names.join(", "))).of(&name);
                place.map(Value::Name).map(Some).ok_or_else(unknown)
            }
        }
    }

    /// The fields as an object.
    fn written(&self) -> Vec<u8> {
        let field = |(name, raw): &(Cow<str>, &RawValue)| format!("{}:{}", json_text(name), raw.get());
        format!("{{{}}}", self.rest.iter().map(field).collect::<Vec<_>>().join(",")).into_bytes()
    }

    /// Parses the remaining fields as a puzzle, with this number of packs if there is one. `rules` keeps the rules with these packs.
    fn puzzle(mut self, packs: Option<u64>, rules: &'a mut Option<Box<RawValue>>) -> Result<Puzzle, Refusal> {
        let by = self.take("by")?;
        if let Some(by) = by {
            if self.find("last_by").is_some_and(|raw| raw.get() != "null") {
                return Err(Refusal::json(TextErrorKind::Duplicate("by".to_owned()).to_string()).of("by"));
            }
            self.rest.retain(|(name, _)| name != "last_by");
            self.rest.push((Cow::Borrowed("last_by"), by));
        }
        *rules = packs.map(|packs| self.with_packs(packs)).transpose()?;
        if let Some(rules) = rules {
            self.rest.push((Cow::Borrowed("rules"), rules));
        }
        self.as_typed()?;
        let field = |(name, raw): &(Cow<str>, &RawValue)| {
            let name = json_text(name);
            // No string of JSON has a line's end in it, so these stand between values.
            format!("{name}:{}", raw.get().replace(['\n', '\r'], " "))
        };
        let line: Vec<String> = self.rest.iter().map(field).collect();
        format!("{{{}}}", line.join(",")).parse().map_err(|error: PuzzleError| {
            use PuzzleErrorKind::{Integer, Json, Text, UnknownField};
            use TextErrorKind::{Cards, Duplicate, HandCount, Move, Number, Rules, Stakes};
            let is_json = matches!(error.kind, Json(_) | UnknownField { .. } | Text(Duplicate(_)));
            let field = match &error.kind {
                UnknownField { field, .. } | Text(Duplicate(field)) => Some(field.as_str()),
                Text(Move { attribute, .. } | Number { attribute, .. }) => Some(*attribute),
                Text(Rules(_)) => Some("rules"),
                Text(Stakes(error)) => Some(error.field()),
                Integer(_) | Text(HandCount(_) | Cards(_)) => Some("hands"),
                _ => None,
            };
            let field = field.map(str::to_owned);
            // Its column is that of a line which the client has not written.
            let text = error.kind.to_string();
            let mut refusal = if is_json { Refusal::json(text) } else { Refusal::puzzle(text) };
            refusal.0.field = field;
            refusal
        })
    }

    /// Parses a line of a pack as the puzzle. Beside it there may be an id and nothing else: all of the position is in the line.
    fn puzzle_of_line(mut self, line: &str, packs: Option<u64>) -> Result<Puzzle, Refusal> {
        let id: Option<String> = self.value("id", "a string")?;
        let other = self.rest.iter().find(|(_, raw)| raw.get() != "null").map(|(name, _)| name.as_ref());
        if let Some(other) = other.or(packs.map(|_| "packs")) {
            let cure = "does not go with `position`: write it into the line";
            return Err(Refusal::json(format!("`{other}` {cure}")).of(other));
        }
        let mut puzzle: Puzzle = line.parse().map_err(|error: PuzzleError| {
            let mut refusal = Refusal::puzzle(error.kind.to_string()).of("position");
            refusal.0.column = Some(error.column);
            refusal
        })?;
        puzzle.id = id.unwrap_or(puzzle.id);
        Ok(puzzle)
    }

    /// The one game of a log, with what is asked of it. Beside it there may be an id, and rules for a log that does not say them.
    fn game_of_log(mut self, log: String, most: Duration) -> Result<(Asked, SavedGame), Refusal> {
        let task = self.task(Task::default(), most)?;
        let id: Option<String> = self.value("id", "a string")?;
        let rules: Option<String> = self.value("rules", "a string")?;
        // Who asks about any game says that this one has no other moves.
        self.take("moves")?.map(moves).transpose()?;
        self.end()?;
        let rules: Ruleset = rules.map_or(Ok(Ruleset::default()), |rules| rules.parse())?;
        let mut games = logs::read(&log, "", rules);
        let several = LogFault::several(games.len());
        let game = games.pop().filter(|_| games.is_empty()).unwrap_or(Err(several));
        let mut game = game.map_err(|fault| {
            let mut refusal = Refusal::puzzle(fault.to_string()).of("log");
            let place = |number: usize| Some(number).filter(|&number| number > 0);
            (refusal.0.line, refusal.0.column) = (place(fault.line as usize), place(fault.column));
            refusal
        })?;
        game.start.id = id.unwrap_or_default();
        Ok((Asked { puzzle: game.start.clone(), task, lookahead: None }, game))
    }

    /// The rules with this number of packs, as JSON.
    fn with_packs(&mut self, packs: u64) -> Result<Box<RawValue>, Refusal> {
        if !(1..=2).contains(&packs) {
            return Err(Refusal::puzzle(format!("`packs`: {packs} is not 1 or 2")).of("packs"));
        }
        let text: String = self.value("rules", "a string")?.unwrap_or_default();
        let rules: Ruleset = if text.is_empty() { Ruleset::default() } else { text.parse()? };
        let rules = rules.with(&format!("packs={packs}"))?;
        Ok(RawValue::from_string(json_text(&rules.to_string())).expect("a string is a value"))
    }

    /// Reads hands and turn as the command line does, for its errors. Anything that can't be typed there is left to the
    /// reader of packs.
    fn as_typed(&self) -> Result<(), Refusal> {
        let Some(hands) = self.find("hands").and_then(|raw| serde_json::from_str::<Vec<String>>(raw.get()).ok()) else {
            return Ok(());
        };
        if !matches!(hands.len(), 2 | 3) {
            return Ok(());
        }
        let rules = match self.typed::<String>("rules") {
            Some(text) => text.parse()?,
            None => Ruleset::default(),
        };
        let hands: Vec<&str> = hands.iter().map(String::as_str).collect();
        let last: Option<String> = self.typed("last");
        Position::of_hands(&hands, self.typed("turn"), last.as_deref(), self.typed("last_by"), rules)?;
        Ok(())
    }

    /// The value of a field, if it is of the type that can be typed.
    fn typed<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_str::<Option<T>>(self.find(name)?.get()).ok()?
    }
}

/// Text as JSON.
fn json_text(text: &str) -> String {
    String::from_utf8(written(text)).expect("JSON is UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::solver::Resistance;

    const LIMIT: Duration = Duration::from_secs(10);

    fn read(body: &str) -> Result<Asked, Refusal> {
        Asked::read(body.as_bytes(), LIMIT)
    }

    #[test]
    fn what_is_asked_and_how() {
        let asked = read(
            "{\"hands\": [\"K5\",\n\"44\",\"6Q\"],\"turn\":3,\"last\":\"J\",\"by\":1,\"all_moves\":true,\"line\":false,\"time_limit_ms\":5,\"id\":\"a\",\"meta\":{\"x\":1}}",
        );
        let asked = asked.expect("a position");
        assert_eq!(asked.puzzle.to_string(), "5K | 44 | 6Q | rules=huanle turn=3 last=J by=1");
        assert_eq!((asked.puzzle.id.as_str(), asked.task.all_moves, asked.task.line), ("a", true, false));
        assert_eq!(asked.task.limits.time, Some(Duration::from_millis(5)));
        let asked =
            read(r#"{"hands":["33","4"],"rules":"rlcard,-bomb","packs":2,"time_limit_ms":99999,"line":["33"]}"#);
        let asked = asked.expect("a position");
        let Task { limits, line, .. } = asked.task;
        assert_eq!((asked.puzzle.position.rules().packs(), limits.time, line), (2, Some(LIMIT), true));
    }

    #[test]
    fn every_field_of_a_task_may_be_asked() {
        let asked = |more: &str| {
            let asked = read(&format!(r#"{{"hands":["33","4"]{more}}}"#)).expect(more);
            let Task { shortest, plain, resistance, limits, memory, .. } = asked.task;
            (shortest, plain, resistance, limits.nodes, memory)
        };
        assert_eq!(asked(""), (false, false, Resistance::Best, None, None));
        let all = r#","shortest":true,"plain":true,"resistance":"quick","node_limit":7,"memory":5000000"#;
        assert_eq!(asked(all), (true, true, Resistance::Quick, Some(7), Some(5_000_000)));
        assert_eq!(asked(r#","resistance":"best","node_limit":null"#), (false, false, Resistance::Best, None, None));
        // A value that is not the default changes its field, whatever kind it is.
        for field in Task::FIELDS {
            let (text, value) = match (field.kind, field.default()) {
                (Kind::Switch, default) => {
                    let value = default != Value::Switch(true);
                    (value.to_string(), Value::Switch(value))
                }
                (Kind::Count | Kind::Bytes, _) => ("7".to_owned(), Value::Count(7)),
                (Kind::Time, _) => ("7".to_owned(), Value::Time(Duration::from_millis(7))),
                (Kind::OneOf(names), _) => (format!("\"{}\"", names[0]), Value::Name(0)),
            };
            let name = field.json_name();
            let asked = read(&format!(r#"{{"hands":["33","4"],"{name}":{text}}}"#)).expect(&name);
            assert_eq!(field.get(&asked.task), value, "{name}");
        }
    }

    #[test]
    fn a_line_of_a_pack_is_a_position() {
        let asked =
            read(r#"{"position":"K5 | 44Q | last=J expect=win","all_moves":true,"id":"a"}"#).expect("a position");
        assert_eq!(asked.puzzle.to_string(), "5K | 44Q | rules=huanle last=J expect=win");
        assert_eq!((asked.puzzle.id.as_str(), asked.task.all_moves), ("a", true));
        for (body, code, field, column) in [
            (r#"{"position":"K5 | 4?"}"#, "bad_puzzle", "position", Some(7)),
            (r#"{"position":"K5 | 44\n3 | 4"}"#, "bad_puzzle", "position", Some(1)),
            (r#"{"position":7}"#, "bad_json", "position", None),
            (r#"{"position":"K5 | 44","hands":["3","4"]}"#, "bad_json", "hands", None),
            (r#"{"position":"K5 | 44","packs":2}"#, "bad_json", "packs", None),
        ] {
            let fault = *read(body).expect_err(body).0;
            assert_eq!((fault.code, fault.field.as_deref(), fault.column), (code, Some(field), column), "{body}");
        }
    }

    #[test]
    fn faults_have_the_command_lines_text_and_place() {
        let fault = |body: &str| {
            let refusal = read(body).expect_err(body);
            (refusal.0.code, refusal.0.field.unwrap_or_default(), refusal.0.hand, refusal.0.column, refusal.0.detail)
        };
        let (code, field, hand, column, detail) = fault(r#"{"hands":["K5","4 4?"]}"#);
        assert_eq!((code, field.as_str(), hand, column), ("bad_puzzle", "hands", Some(2), Some(4)));
        assert!(detail.starts_with("hand 2: column 4: unknown card `?`"), "{detail}");
        for (body, code, field) in [
            ("", "bad_json", ""),
            ("[]", "bad_json", ""),
            ("{}", "bad_json", ""),
            (r#"{"hands":["3","4"]"#, "bad_json", ""),
            (r#"{"hands":7}"#, "bad_json", ""),
            (r#"{"hands":["3"]}"#, "bad_puzzle", "hands"),
            (r#"{"hands":["3",""]}"#, "bad_puzzle", "hands"),
            (r#"{"hands":["3","4"],"last":"45"}"#, "bad_puzzle", "last"),
            (r#"{"hands":["3","4"],"last":"pass"}"#, "bad_puzzle", "last"),
            (r#"{"hands":["3","4"],"turn":3}"#, "bad_puzzle", "turn"),
            (r#"{"hands":["3","4"],"turn":-1}"#, "bad_json", ""),
            (r#"{"hands":["3","4"],"by":1}"#, "bad_puzzle", "by"),
            (r#"{"hands":["3","4"],"by":1,"last_by":1}"#, "bad_json", "by"),
            (r#"{"hands":["3","4"],"rules":"chess"}"#, "bad_puzzle", "rules"),
            (r#"{"hands":["3","4"],"packs":3}"#, "bad_puzzle", "packs"),
            (r#"{"hands":["3","4"],"packs":"two"}"#, "bad_json", "packs"),
            (r#"{"hands":["3","4"],"all_moves":1}"#, "bad_json", "all_moves"),
            (r#"{"hands":["3","4"],"time_limit_ms":1e99}"#, "bad_json", "time_limit_ms"),
            (r#"{"hands":["3","4"],"all_moves":[]}"#, "bad_json", "all_moves"),
            (r#"{"hands":["3","4"],"node_limit":-1}"#, "bad_json", "node_limit"),
            (r#"{"hands":["3","4"],"memory":"1MiB"}"#, "bad_json", "memory"),
            (r#"{"hands":["3","4"],"resistance":"slow"}"#, "bad_json", "resistance"),
            (r#"{"hands":["3","4"],"resistance":1}"#, "bad_json", "resistance"),
            (r#"{"hands":["3","4"],"hand":"3"}"#, "bad_json", "hand"),
            (r#"{"hands":["3","4"],"line":true,"line":true}"#, "bad_json", "line"),
            (r#"{"hands":["3","4"],"lookahead":21}"#, "bad_json", "lookahead"),
        ] {
            let found = fault(body);
            assert_eq!((found.0, found.1.as_str()), (code, field), "{body}: {}", found.4);
        }
        let (.., detail) = fault(r#"{"hands":["3","4"],"resistance":"slow"}"#);
        assert_eq!(detail, "`resistance`: `slow` is not one of quick, best");
        assert_eq!(Asked::read(b"{\"hands\":[\"\xff\"]}", LIMIT).expect_err("bytes").0.code, "bad_json");
    }
}
