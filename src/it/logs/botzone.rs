//! Matches of Botzone's two games, made by the published judges' rules: real ones were not to be had.

use crate::logs::written::{ids, in_order, taken};
use canju::logs::read;
use canju::puzzle::SavedGame;
use canju::rules::{Move, Ruleset};
use canju_engine::rules::{Hand, KindSet, Position, Turn};
use canju_testing::budget::share;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A match: its log, and the game that was played.
pub struct Match {
    pub log: Value,
    pub start: Position,
    pub moves: Vec<Move>,
}

/// How a match goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Story {
    /// To its end.
    Whole,
    /// To its end, and the first player has two quads in a row, which it plays as soon as it leads.
    Quads,
    /// A player fails; in the second game the judge plays on in its place, the first one ends.
    Failure,
    /// All three fail at once: the second game ends. The first one ends by a move that is not legal.
    End,
}

/// Is it 航天飞机?
fn is_quads(played: Move) -> bool {
    matches!(played, Move::Play(combo) if KindSet::QUAD_CHAINS.has(combo.shape.kind))
}

/// A match of game 1 or 2 in which everybody plays at random.
pub fn played(seed: u64, game: usize, story: Story) -> Match {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut deck: Vec<u64> = (0..54).collect();
    deck.shuffle(&mut rng);
    if story == Story::Quads {
        // The cards 0 to 7 are the threes and the fours.
        deck.sort_by_key(|&id| id > 7);
    }
    let sizes = if game == 1 { [20, 17, 17] } else { [17; 3] };
    let mut allocation: Vec<Vec<u64>> = sizes.iter().map(|&size| deck.drain(..size).collect()).collect();
    let public = if game == 1 { allocation[0][..3].to_vec() } else { deck };
    let deal = json!({"allocation": allocation, "publiccard": public});
    let mut log = Vec::new();
    let (mut landlord, mut bids) = (0, Vec::new());
    if game == 2 {
        for (player, own) in allocation.iter().enumerate() {
            let mut display = deal.clone();
            display["bid"] = json!(bids);
            let mut output = json!({"command": "request", "content": {player.to_string(): {"own": own, "bid": bids}}, "display": display});
            if player == 0 {
                output["initdata"] = deal.clone();
            }
            log.push(json!({"output": output}));
            let most = bids.iter().max().copied().unwrap_or(0);
            let bid = *[0, most + 1, 3].choose(&mut rng).expect("a bid");
            let bid = if bid > 3 { 0 } else { bid };
            if bid > most {
                landlord = player;
            }
            bids.push(bid);
            log.push(json!({player.to_string(): {"response": bid, "verdict": "OK"}}));
            if bid == 3 {
                break;
            }
        }
        allocation[landlord].extend(&public);
        log.push(json!({"output": {"command": "request", "content": {landlord.to_string(): {"own": [], "landlord": landlord}},
            "display": {"landlord": landlord, "bid": bids, "errored": [null, null, null]}}}));
    } else {
        log.push(json!({"output": {"command": "request", "content": {"0": {"own": allocation[0], "history": [[], []]}}, "display": deal, "initdata": deal}}));
    }
    let hands: Vec<Hand> = (0..3).map(|seat| in_order(&allocation[(landlord + seat) % 3])).collect();
    let rules: Ruleset = "botzone".parse().expect("a preset");
    let start = Position::new(&hands, Turn { to_move: 0, last: None }, rules).expect("a deal");
    let start = match game {
        1 => start,
        _ => {
            let stake = bids.iter().copied().max().unwrap_or(0).max(1);
            start.with_stakes(canju::rules::Scoring::Botzone, Some(stake), None).expect("stakes")
        }
    };
    let (mut here, mut moves, mut errored) = (start, Vec::new(), [Value::Null, Value::Null, Value::Null]);
    let failure = rng.random_range(3..9);
    loop {
        let player = (landlord + here.to_move()) % 3;
        let is_fault = matches!(story, Story::Failure | Story::End) && moves.len() == failure;
        if is_fault && story == Story::End && game == 2 {
            log.push(json!({player.to_string(): {"verdict": "RE"}}));
            log.push(json!({"output": {"command": "finish", "content": {"0": -1, "1": -1, "2": -1},
                "display": {"0": -1, "1": -1, "2": -1, "errored": ["RE", "RE", "RE"]}}}));
            break;
        }
        if is_fault && game == 1 {
            // A card that the player does not have, or no answer at all.
            let action = if story == Story::End { json!([allocation[(player + 1) % 3][0]]) } else { json!([]) };
            let verdict = if story == Story::End { "OK" } else { "TLE" };
            log.push(json!({player.to_string(): {"response": action, "verdict": verdict}}));
            log.push(json!({"output": {"command": "finish", "content": {"0": -1, "1": 2.5, "2": 2.5},
                "display": {"event": {"player": player, "action": action}, "errorInfo": "MISSING_CARD", "0": -1, "1": 2.5, "2": 2.5}}}));
            break;
        }
        if is_fault {
            errored[player] = json!("INVALID_CARDTYPE");
        }
        // The judge plays for who has failed: it passes, or plays its lowest card.
        let legal = here.moves();
        let played = match errored[player] {
            Value::Null => {
                let quads: Vec<Move> = legal.iter().copied().filter(|&played| is_quads(played)).collect();
                *quads.choose(&mut rng).or(legal.choose(&mut rng)).expect("a move")
            }
            _ if here.can_pass() => Move::Pass,
            _ => legal
                .iter()
                .copied()
                .find(|&played| matches!(played, Move::Play(combo) if combo.cards.len() == 1))
                .expect("a card"),
        };
        let action = taken(&mut allocation[player], played);
        here = here.play(played).expect("a legal move");
        moves.push(played);
        log.push(match errored[player] {
            Value::Null => json!({player.to_string(): {"response": action, "verdict": "OK"}}),
            _ if is_fault => json!({player.to_string(): {"response": [0, 53], "verdict": "OK"}}),
            _ => json!({}),
        });
        let event = json!({"player": player, "action": action});
        let display = match (here.winner().is_some(), game) {
            (true, _) => json!({"event": event, "0": 2, "1": 0, "2": 0, "landlord": landlord}),
            (false, 1) => json!({"event": event}),
            (false, _) => json!({"landlord": landlord, "bid": bids, "errored": errored, "event": event}),
        };
        let command = if here.winner().is_some() { "finish" } else { "request" };
        log.push(json!({"output": {"command": command, "content": {}, "display": display}}));
        if here.winner().is_some() {
            break;
        }
    }
    Match { log: Value::Array(log), start, moves }
}

fn only(text: &str) -> SavedGame {
    let mut games = read(text, "", Ruleset::default());
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_match_is_read_as_it_was_played() {
    let (mut replaced, mut ended, mut quads) = (0, 0, 0);
    for seed in 0..share(200, 4) as u64 {
        for game in [1, 2] {
            for story in [Story::Whole, Story::Quads, Story::Failure, Story::End] {
                let Match { log, start, moves } = played(seed, game, story);
                let text = match seed % 3 {
                    0 => log.to_string(),
                    1 => serde_json::to_string_pretty(&json!({"_id": "x", "players": [], "log": log})).expect("JSON"),
                    _ => json!({"initdata": log[0]["output"]["initdata"], "log": log}).to_string(),
                };
                let found = only(&text);
                assert_eq!((found.start.position, &found.moves), (start, &moves), "{seed} {game} {story:?}");
                quads += moves.iter().filter(|&&played| is_quads(played)).count();
                replaced += text.contains("INVALID_CARDTYPE") as u32;
                ended += (text.contains("errorInfo") || text.contains("\"RE\"")) as u32;
            }
        }
    }
    assert!(replaced >= 10 && ended >= 20 && quads >= 4, "{replaced} {ended} {quads}");
}

/// Where the judge shows nothing, the answers are all there is.
#[test]
fn answers_count_where_the_judge_shows_nothing() {
    let Match { mut log, start, moves } = played(1, 1, Story::Whole);
    for entry in log.as_array_mut().expect("a list").iter_mut().skip(1) {
        if let Some(output) = entry.get_mut("output") {
            output["display"] = Value::Null;
        }
    }
    let found = only(&log.to_string());
    assert_eq!((found.start.position, found.moves), (start, moves));
}

#[test]
fn the_points_are_those_of_the_second_game() {
    let of = |game| only(&played(5, game, Story::Whole).log.to_string()).start.to_string();
    assert!(of(1).ends_with("| rules=botzone"), "{}", of(1));
    assert!(of(2).contains("scoring=botzone"), "{}", of(2));
}

/// The test's own numbers.
#[test]
fn cards_have_numbers() {
    let mut hand = vec![0, 1, 52, 53, 51];
    assert_eq!(ids(&mut hand, "3XD"), [0, 52, 53]);
    assert_eq!(hand, [1, 51]);
}
