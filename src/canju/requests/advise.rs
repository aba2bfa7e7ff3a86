//! Advice for a player who does not see the other hands: the record `canju.advice/1`.

use crate::advice::{AdviceRecord, Effort, Known, Question, Seat, advise};
use crate::requests::asked::{BOOLEAN, Taken};
use crate::requests::bounds::MOST_MOVES;
use crate::requests::refusal::Refusal;
use canju_engine::rules::Ruleset;
use canju_engine::search::StopFlag;
use canju_engine::solver::Options;
use std::time::Duration;

/// The most worlds of a request.
const MOST_WORLDS: u64 = 1_000;

/// What a player knows, and how many worlds to solve. The player is to move.
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Advise, example = json!({"hand": "34455667789TJQKA2", "seat": "farmer1", "history": "3"})))]
#[allow(dead_code, reason = "it only describes what `AskedAdvice::read` reads")]
pub struct AdviseBody {
    /// The cards that the player holds.
    hand: String,
    /// `landlord`, `farmer1` (plays after the landlord) or `farmer2` (plays before).
    seat: String,
    /// How many cards the two others hold, in playing order; with a history that began with 20, 17 and 17 cards not needed.
    left: Option<[u32; 2]>,
    /// All cards played so far, those of `last` included. Not together with a history.
    played: Option<String>,
    /// Those of the landlord's three open cards that are still in the landlord's hand; with a history all three may be given.
    landlord_cards: Option<String>,
    /// All moves from the landlord's first lead on, separated by spaces.
    history: Option<String>,
    /// The move to answer. Not together with a history.
    last: Option<String>,
    /// The seat that played it, by default the one before the player's.
    by: Option<String>,
    /// A preset and what differs from it.
    #[cfg_attr(test, schema(default = "huanle"))]
    rules: Option<String>,
    /// The most worlds to solve.
    #[cfg_attr(test, schema(minimum = 1, maximum = 1000, default = 64))]
    worlds: Option<u32>,
    /// What the worlds are drawn with.
    #[cfg_attr(test, schema(default = 0))]
    seed: Option<u64>,
    /// Decide every move in every world, also those that can no longer be the best.
    #[cfg_attr(test, schema(default = false))]
    every_move: Option<bool>,
    /// How points are counted: `douzero`, `botzone`, `pagat` or `huanle`; then the best move is the one that may be expected to bring most.
    #[cfg_attr(test, schema(default = "win"))]
    scoring: Option<String>,
    /// The stake: with a history when the game began, else now.
    #[cfg_attr(test, schema(minimum = 1, default = 1))]
    stake: Option<u64>,
    /// How often each seat has played, for spring; 2 stands for more. Not together with a history.
    moves_made: Option<Vec<u8>>,
    /// Leave open what is not decided within the limits, instead of estimating how likely it is won.
    #[cfg_attr(test, schema(default = false))]
    exact_only: Option<bool>,
    /// The most search nodes for a world; 6000 by default, with `time_limit_ms` only where one move is left, and none with `exact_only`.
    #[cfg_attr(test, schema(minimum = 1))]
    world_nodes: Option<u64>,
    /// Stop after so many milliseconds; at most, and by default, the server's limit.
    time_limit_ms: Option<u64>,
}

/// A request, read.
#[derive(Clone, Debug)]
pub struct AskedAdvice {
    known: Known,
    effort: Effort,
}

impl AskedAdvice {
    /// Reads a body. `most` is the longest that the answer may take.
    ///
    /// # Errors
    /// What is wrong with it, and too many moves to look at.
    pub fn read(body: &[u8], most: Duration) -> Result<AskedAdvice, Refusal> {
        const TEXT: &str = "a string";
        let mut taken = Taken::read(body)?;
        let mut text = |field: &str| taken.value::<String>(field, TEXT);
        let (hand, own_seat, by) = (text("hand")?, text("seat")?, text("by")?);
        let (played, landlord_cards) = (text("played")?, text("landlord_cards")?);
        let (history, last, rules) = (text("history")?, text("last")?, text("rules")?);
        let scoring = text("scoring")?;
        let (stake, world_nodes) =
            (taken.value("stake", "a number")?, taken.value("world_nodes", "a number of nodes")?);
        let moves_made = taken.value("moves_made", "a list of three numbers of moves")?;
        let left = taken.value("left", "a list of two numbers of cards")?;
        let worlds: u64 = taken.value("worlds", "a number of worlds")?.unwrap_or(64);
        let seed = taken.value("seed", "a number")?.unwrap_or(0);
        let mut switch = |field: &str| taken.value(field, BOOLEAN).map(|given| given.unwrap_or(false));
        let (every_move, exact_only) = (switch("every_move")?, switch("exact_only")?);
        let milliseconds: Option<u64> = taken.value("time_limit_ms", "a number of milliseconds")?;
        taken.end()?;
        let missing = |field: &str, what: &str| Refusal::json(format!("`{field}` is missing: {what}")).of(field);
        let hand = hand.ok_or_else(|| missing("hand", "the cards that the player holds"))?;
        let own_seat = own_seat.ok_or_else(|| missing("seat", "landlord, farmer1 or farmer2"))?;
        if !(1..=MOST_WORLDS).contains(&worlds) {
            let detail = format!("worlds: {worlds} is not 1 to {MOST_WORLDS}");
            return Err(Refusal::request(detail).of("worlds"));
        }
        let seat = |field: &str, name: &str| {
            let read = name.parse::<Seat>();
            read.map_err(|error| Refusal::puzzle(format!("{field}: {}", error.problem())).of(field))
        };
        let mut question = Question::new(hand, seat("seat", &own_seat)?);
        question.left = left;
        question.played = played.unwrap_or_default();
        question.landlord_cards = landlord_cards.unwrap_or_default();
        question.history = history;
        question.last = last;
        question.by = by.map(|name| seat("by", &name)).transpose()?;
        question.rules = rules;
        (question.scoring, question.stake, question.moves_made) = (scoring, stake, moves_made);
        let known = question.known(&Ruleset::default())?;
        if known.has_more_moves_than(MOST_MOVES) {
            return Err(Refusal::puzzle(format!("hand: more than {MOST_MOVES} moves: too many for advice")).of("hand"));
        }
        let limits = Effort::within(milliseconds.map(Duration::from_millis), world_nodes, exact_only);
        let time = Some(limits.time.map_or(most, |time| time.min(most)));
        let effort = Effort { worlds: worlds as usize, seed, time, every_move, ..limits };
        Ok(AskedAdvice { known, effort })
    }

    /// Advises with so many threads and bytes, until the flag is raised, and says how many nodes it took.
    pub fn advise(&self, &Options { threads, memory, .. }: &Options, stop: &StopFlag) -> (AdviceRecord, u64) {
        let effort = Effort { threads, memory, stop: stop.clone(), ..self.effort.clone() };
        let advice = advise(&self.known, &effort);
        (AdviceRecord::of(&advice), advice.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const PLAYED: &str = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD";

    fn end() -> Value {
        json!({"hand": "3AA2", "seat": "landlord", "left": [2, 1], "played": PLAYED})
    }

    /// The body with one field changed.
    fn with(field: &str, value: Value) -> Value {
        let mut body = end();
        body[field] = value;
        body
    }

    #[test]
    fn the_record_is_that_of_the_library_with_other_threads_and_memory() {
        let options = Options { threads: 1, memory: 64 << 20, ..Options::default() };
        let asked = |body: Value| AskedAdvice::read(body.to_string().as_bytes(), Duration::MAX).expect("a question");
        let whole = json!({"hand": "345566789TTJJQQKKA2X", "seat": "landlord", "left": [17, 17], "worlds": 9, "world_nodes": 2_000});
        for (body, is_estimated) in [
            (end(), false),
            (with("hand", json!("3AA2")), false),
            (with("worlds", json!(2)), false),
            (with("every_move", json!(true)), false),
            (whole, true),
        ] {
            let asked = asked(body);
            let (mut found, nodes) = asked.advise(&options, &StopFlag::default());
            let effort = Effort { threads: 2, ..asked.effort.clone() };
            let mut expected = AdviceRecord::of(&crate::advice::advise(&asked.known, &effort));
            (found.elapsed_ms, expected.elapsed_ms) = (0.0, 0.0);
            assert_eq!(found, expected);
            assert_eq!(found.moves.iter().any(|advised| advised.estimated > 0), is_estimated);
            assert!(nodes > 0);
        }
        let stopped = StopFlag::default();
        stopped.stop();
        let (record, nodes) = asked(end()).advise(&options, &stopped);
        assert_eq!((record.limit, nodes), (Some("interrupted"), 0));
        assert!(record.moves.iter().all(|advised| advised.share.is_none() && advised.open > 0));
        let late = asked(with("time_limit_ms", json!(0))).advise(&options, &StopFlag::default());
        assert_eq!((late.0.limit, late.1), (Some("time"), 0));
    }

    #[test]
    fn what_is_wrong_has_its_field_its_column_and_its_cure() {
        let deal = "34455667789TJQKA2";
        let mut by_itself = with("last", json!("A"));
        by_itself["by"] = json!("landlord");
        let history = |hand: &str, moves: &str| json!({"hand": hand, "seat": "farmer1", "history": moves});
        for (body, code, field, column, text) in [
            (with("hand", json!("3A?")), "bad_puzzle", "hand", Some(3), "hand: column 3: unknown card `?`"),
            (with("hand", json!("")), "bad_puzzle", "hand", None, "hand: no cards: name at least one"),
            (with("played", json!("33333")), "bad_puzzle", "played", Some(4), "played: column 4: "),
            (with("left", json!([2, 2])), "bad_puzzle", "left", None, "left: farmer1 and farmer2 hold 2 + 2 cards"),
            (with("left", json!([3, 0])), "bad_puzzle", "left", None, "left: farmer2 has no cards left"),
            (with("left", Value::Null), "bad_puzzle", "left", None, "left: missing: how many cards do farmer1"),
            (with("seat", json!("north")), "bad_puzzle", "seat", None, "seat: there is no `north`: expected landlord"),
            (with("by", json!("west")), "bad_puzzle", "by", None, "by: there is no `west`: expected landlord"),
            (with("by", json!("farmer1")), "bad_puzzle", "by", None, "by: there is no move to answer"),
            (with("last", json!("34")), "bad_puzzle", "last", Some(1), "last: "),
            (by_itself, "bad_puzzle", "by", None, "by: landlord is to move"),
            (with("landlord_cards", json!("K")), "bad_puzzle", "landlord_cards", None, "landlord_cards: they are in"),
            (with("rules", json!("chess")), "bad_puzzle", "rules", None, "rules: "),
            (with("worlds", json!(0)), "bad_request", "worlds", None, "worlds: 0 is not 1 to 1000"),
            (with("worlds", json!(1001)), "bad_request", "worlds", None, "worlds: 1001 is not 1 to 1000"),
            (history(deal, "5 4"), "bad_puzzle", "history", None, "history: move 2, farmer1: `4` does not beat"),
            (history(deal, "pass"), "bad_puzzle", "history", None, "history: move 1, landlord: who leads can't pass"),
            (history(deal, "3 6"), "bad_puzzle", "history", None, "history: after it it is farmer2's turn"),
            (history("345", "3"), "bad_puzzle", "hand", None, "hand: farmer1 has 3 cards"),
        ] {
            let fault = AskedAdvice::read(body.to_string().as_bytes(), Duration::MAX).expect_err(text).0;
            assert!(fault.detail.starts_with(text), "{}", fault.detail);
            assert_eq!((fault.code, fault.field.as_deref(), fault.column), (code, Some(field), column), "{body}");
        }
        for (body, line, field) in [
            ("", Some(1), None),
            ("[]", Some(1), None),
            (r#"{"hand":"3"}"#, None, Some("seat")),
            (r#"{"seat":"landlord","hand":null}"#, None, Some("hand")),
            (r#"{"hand":"3","seat":"landlord","hands":[]}"#, None, Some("hands")),
            (r#"{"hand":"3","seat":"landlord","seat":"landlord"}"#, None, Some("seat")),
            (r#"{"seat":1}"#, None, Some("seat")),
            (r#"{"left":[1]}"#, None, Some("left")),
        ] {
            let fault = AskedAdvice::read(body.as_bytes(), Duration::MAX).expect_err(body).0;
            assert_eq!((fault.code, fault.line, fault.field.as_deref()), ("bad_json", line, field), "{body}");
        }
    }
}
