//! Game logs (对局记录), as other programs and people write them, read as games.
//!
//! ```
//! use canju::{logs, rules::Ruleset};
//! let log = "地主手牌: 3 4 6 9 9 9 Q 2\n农民手牌: 3 4 J A A 大王\n地主: 3999, 农民: 不要, 地主: 4; 农民: J";
//! let game = logs::read(log, "my.txt", Ruleset::default()).remove(0)?;
//! assert_eq!(game.start.to_string(), "346999Q2 | 34JAAD | rules=huanle");
//! # Ok::<(), canju::logs::LogFault>(())
//! ```
#![doc = include_str!("LOGS.md")]

// | file | contents |
// |---|---|
// | `mod.rs` | `read`: tells the form from the text |
// | `stream.rs` | `games`: logs and packs, from a file that may be long |
// | `botzone.rs`, `douzero.rs`, `rlcard.rs` | the forms in JSON |
// | `plain.rs` | plain text: a line to its items; `seats.rs`: items to hands and moves |
// | `tree.rs` | a value of JSON that knows its place |
// | `draft.rs` | what a form has found; from this to a game |
// | `fault.rs` | `LogFault` |

mod botzone;
mod douzero;
mod draft;
mod fault;
mod plain;
mod rlcard;
mod seats;
#[doc(hidden)]
pub mod stream;
mod tree;

pub use fault::{LogFault, LogFaultKind, LogValue};

use crate::puzzle::{JsonError, SavedGame, read_games};
use canju_engine::text::Defaults;
use draft::Draft;
use serde_json::Value;
use tree::{At, Fault, field};

/// Fields by which a log in JSON is known.
const FIELDS: [&str; 8] = [
    "\"log\"",
    "\"output\"",
    "\"requests\"",
    "\"card_play_data\"",
    "\"card_play_action_seq\"",
    "\"trajectories\"",
    "\"trace\"",
    "\"raw_obs\"",
];

/// The games of a text: a log in any of the forms below, or games in canju's own notation, as
/// [`read_games`] reads them. `origin` names the text in ids, `origin:line`. The defaults are for those that do
/// not say by which rules they were played. What is not a game is a fault with its place and the cure, and the others are read.
///
/// ```
/// use canju::{logs, rules::Ruleset};
/// let log = r#"{"hands":["33R","4A","5"],"trace":[[0,"33"],[1,"pass"],[2,"pass"],[0,"R"]]}"#;
/// let game = logs::read(log, "rlcard.json", Ruleset::default()).remove(0)?;
/// assert_eq!((game.start.to_string().as_str(), game.moves.len()), ("33D | 4A | 5 | rules=rlcard", 4));
/// let error = logs::read(&log.replace("\"R\"]", "\"B\"]"), "", Ruleset::default()).remove(0).unwrap_err();
/// assert_eq!(error.to_string(), "at trace[3][1]: move 4 (landlord): `X` is not in the hand");
/// # Ok::<(), canju::logs::LogFault>(())
/// ```
pub fn read(text: &str, origin: &str, defaults: impl Into<Defaults>) -> Vec<Result<SavedGame, LogFault>> {
    read_by(text, origin, 1, &defaults.into())
}

/// The same, of a text that begins in this line of its file.
fn read_by(text: &str, origin: &str, line: u64, defaults: &Defaults) -> Vec<Result<SavedGame, LogFault>> {
    let mut games = Vec::new();
    let text = text.trim_start_matches('\u{FEFF}');
    if !is_log(text) {
        for game in read_games(text.as_bytes(), origin, *defaults) {
            games.push(game.map_err(LogFault::from));
        }
        if games.is_empty() {
            games.push(told(Err(At::Whole.fault(LogFaultKind::Empty)), &Value::Null, origin, line));
        }
    } else if text.trim_start().starts_with(['[', '{']) {
        let value = serde_json::from_str(text).map_err(|error| {
            let at = At::Text(error.line() as u64, error.column().max(1));
            at.fault(LogFaultKind::Json(JsonError::of(&error)))
        });
        match &value {
            Ok(value) => {
                for game in several(value) {
                    games.push(told(of_game(game), value, origin, line));
                }
            }
            Err(_) => games.extend(value.err().map(|fault| told(Err(fault), &Value::Null, origin, line))),
        }
    } else {
        games.push(told(plain::read(text, defaults), &Value::Null, origin, line));
    }
    games
}

/// The game, or the fault with its place, of a log that begins in this line of its file.
fn told(draft: Result<Draft<'_>, Fault<'_>>, root: &Value, origin: &str, line: u64) -> Result<SavedGame, LogFault> {
    let name = |line: u64| if origin.is_empty() { String::new() } else { format!("{origin}:{line}") };
    match draft.and_then(Draft::build) {
        Ok(mut game) => {
            (game.line, game.start.id) = (line, name(line));
            Ok(game)
        }
        Err(fault) => {
            let mut fault = fault.placed(root);
            // In JSON that is a line of its file, this is the line; a file that is one value needs none.
            if fault.line > 0 || line > 1 {
                fault.line = fault.line.max(1) + line - 1;
            }
            fault.id = name(fault.line.max(1));
            Err(fault)
        }
    }
}

/// Is this the start of a log, and not of a pack or of puzzles as JSON lines?
pub(crate) fn is_log(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim_start);
    let Some(line) = lines.find(|line| !line.is_empty() && !line.starts_with('#')) else { return false };
    match line.as_bytes()[0] {
        b'[' => true,
        b'{' => {
            // The fields of an object with a line of its own each are below.
            let whole = if line.trim_end() == "{" { text } else { line };
            FIELDS.into_iter().any(|name| whole.contains(name))
                && (!whole.contains("\"hands\"") || whole.contains("\"trace\""))
        }
        b'@' => false,
        _ => !line.contains('|') && plain::is_item(line),
    }
}

/// The games of a value: one, or those of a list.
fn several(value: &Value) -> &[Value] {
    let is_part = |part: &Value| {
        let state = part.as_array().and_then(|states| states.last()).unwrap_or(part);
        field(part, "output").or(field(state, "raw_obs")).or(field(state, "current_hand")).is_some()
    };
    match value {
        Value::Array(parts) if parts.first().is_some_and(|part| !is_part(part)) => parts,
        _ => std::slice::from_ref(value),
    }
}

/// A game in JSON.
fn of_game(game: &Value) -> Result<Draft<'_>, Fault<'_>> {
    let is = |name| field(game, name).is_some();
    if let Some(parts) = game.as_array() {
        if parts.is_empty() {
            return Err(At::Value(game).fault(LogFaultKind::Empty));
        }
        let is_match = parts.first().is_some_and(|part| field(part, "output").is_some());
        return if is_match { botzone::read(game, None) } else { rlcard::read_states(game) };
    }
    if let Some(log) = field(game, "log") {
        return botzone::read(log, field(game, "initdata"));
    }
    if let Some(states) = field(game, "trajectories") {
        return rlcard::read_states(states);
    }
    if is("trace") {
        return rlcard::read(game);
    }
    if is("card_play_action_seq") || is("card_play_data") {
        return douzero::read(game);
    }
    Err(At::Value(game).fault(if is("requests") { LogFaultKind::OneSeat } else { LogFaultKind::Form }))
}
