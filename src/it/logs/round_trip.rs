//! Any game, written in each form, is read as the same game.

use crate::logs::written::{STYLES, douzero, own, plain, rlcard, rlcard_states};
use canju::Position;
use canju::logs::read;
use canju::puzzle::SavedGame;
use canju::rules::{Hand, Move, Rank, Ruleset, Turn};
use canju_testing::budget::share;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// A game of random moves from a random deal, which may stop early. Now and then few ranks are dealt, so that there are long chains.
fn game(rng: &mut StdRng, seats: usize, rules: &str) -> (Position, Vec<Move>) {
    let mut deck: Vec<Rank> = Hand::deck(1).cards().collect();
    if rng.random_bool(0.4) {
        deck.retain(|rank| rank.index() < 7);
    }
    deck.shuffle(rng);
    let is_narrow = deck.len() < 54;
    let is_whole = seats == 3 && !is_narrow && rng.random_bool(0.3);
    let most = (deck.len() / seats).min(16);
    let size = |seat: usize, rng: &mut StdRng| match seat {
        _ if is_whole => [20, 17, 17][seat],
        // A hand that may hold chains of trios.
        0 if is_narrow => 18,
        _ if is_narrow => 4,
        _ => rng.random_range(1..=most),
    };
    let sizes: Vec<usize> = (0..seats).map(|seat| size(seat, rng)).collect();
    let hands: Vec<Hand> = sizes.iter().map(|&size| deck.drain(..size).collect()).collect();
    let rules: Ruleset = rules.parse().expect("rules");
    let start = Position::new(&hands, Turn { to_move: 0, last: None }, rules).expect("a deal");
    let (mut here, mut moves) = (start, Vec::new());
    let length = rng.random_range(1..60);
    while here.winner().is_none() && moves.len() < length {
        let legal = here.moves();
        // Long ones are rare among all of them.
        let long = legal.iter().copied().filter(|played| matches!(played, Move::Play(combo) if combo.cards.len() > 9));
        let long: Vec<Move> = long.collect();
        let played =
            if rng.random_bool(0.5) { long.choose(rng) } else { None }.or(legal.choose(rng)).copied().expect("a move");
        here = here.play(played).expect("a legal move");
        moves.push(played);
    }
    (start, moves)
}

fn only(text: &str, defaults: Ruleset) -> SavedGame {
    let mut games = read(text, "", defaults);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn check(text: &str, start: Position, moves: &[Move]) {
    let found = only(text, *start.rules());
    assert_eq!((found.start.position, &found.moves[..]), (start, moves), "{text}");
}

/// Does a move say how its cards are meant? Other programs don't.
fn has_reading(start: &Position, moves: &[Move]) -> bool {
    moves.iter().any(|&played| start.notation(played).contains(':'))
}

#[test]
fn each_form_is_read_back() {
    let mut rng = StdRng::seed_from_u64(7);
    let mut readings = 0;
    for number in 0..share(4000, 8) {
        for (seats, rules) in [(2, "huanle"), (3, "huanle"), (3, "douzero"), (3, "rlcard"), (3, "botzone")] {
            let (start, moves) = game(&mut rng, seats, rules);
            check(&own(&start, &moves), start, &moves);
            check(&plain(&start, &moves, &STYLES[number % STYLES.len()], number % 3 == 0), start, &moves);
            if has_reading(&start, &moves) {
                readings += 1;
                continue;
            }
            if rules == "douzero" {
                check(&douzero(&start, &moves).to_string(), start, &moves);
            }
            if rules == "rlcard" {
                check(&rlcard(&start, &moves).to_string(), start, &moves);
                check(&rlcard_states(&start, &moves, false).to_string(), start, &moves);
                check(&rlcard_states(&start, &moves, true).to_string(), start, &moves);
                let inside =
                    serde_json::json!({"payoffs": [1, 0, 0], "trajectories": rlcard_states(&start, &moves, true)});
                check(&serde_json::to_string_pretty(&inside).expect("JSON"), start, &moves);
            }
        }
    }
    assert!(readings > 0);
}

/// Cards with several readings: programs mean one of them, people must say which.
#[test]
fn readings() {
    let deal = r#"{"card_play_data":{"landlord":[3,3,3,4,4,4,5,5,5,6,6,6],"landlord_down":[9],"landlord_up":[10]},"card_play_action_seq":[[3,3,3,4,4,4,5,5,5,6,6,6]]}"#;
    let found = only(deal, Ruleset::default());
    assert_eq!(found.start.position.notation(found.moves[0]), "333444555666:trio_chain");
    let text = "甲手牌: 333444555666\n乙手牌: 9\n甲: 333444555666";
    let error = read(text, "", Ruleset::default()).remove(0).expect_err("two readings").to_string();
    assert!(
        error.starts_with("line 3, column 4: move 1 (first): `333444555666` can be")
            && error.ends_with("say which one"),
        "{error}"
    );
    assert_eq!(only(&format!("{text}:trio_chain"), Ruleset::default()).moves, found.moves);
}

#[test]
fn hands_that_are_not_given() {
    let start = |text: &str| only(text, Ruleset::default()).start.to_string();
    // What was left is said.
    let text = "地主: 33, 下家: 44, 上家: 过, 地主: 过; 下家: 5\n地主剩余: 7 8\n下家剩牌: K\n上家余牌: 小王 2";
    assert_eq!(start(text), "3378 | 445K | 2X | rules=huanle");
    // Of a whole deal two hands tell the third, and the three cards are the landlord's.
    let lord = "34567889TJJQQKKA2";
    let down = "334455667789TTJQA";
    let rest = "789";
    let text = format!("地主手牌: {lord}\n底牌: {rest}\n下家手牌: {down}\n地主: 3");
    let left = canju::rules::parse_cards(&format!("{lord}{down}{rest}")).expect("cards");
    let third = Hand::deck(1).minus(left);
    let lord = canju::rules::parse_cards(&format!("{lord}{rest}")).expect("cards");
    assert_eq!(start(&text), format!("{lord} | {down} | {third} | rules=huanle"));
    // Hands are known by their many cards; the players sit as they move.
    let text = format!("小明: {lord}\n阿强: {down}\n小红: {third}\n小明: 3\n阿强: J\n小红: pass");
    assert_eq!(start(&text), format!("{lord} | {down} | {third} | rules=huanle"));
    for (text, name) in [
        ("地主: 33, 下家: 44", "地主"),
        ("地主手牌: 33\n地主: 33, 下家: 44", "下家"),
        ("地主手牌: 335\n下家手牌: 44\n地主: 3, 上家: 44", "上家"),
    ] {
        let error = read(text, "", Ruleset::default()).remove(0).expect_err(text).to_string();
        assert_eq!(
            error,
            format!(
                "the hand of {name} is not given, and not all of its cards come out: add a line `{name} hand: CARDS`"
            )
        );
    }
}

/// What people write around the moves.
#[test]
fn an_auction_and_a_result_are_passed_over() {
    let text = "# 2026-11-02, table 7\n小明: 叫地主\n小红: 不抢\n阿强: pass\n底分: 3\n地主: 小明\n小明手牌: 335\n小红手牌: 4A\n阿强手牌: 66\n\n\
                出牌:\n1. 小明出: 3\n2) 【小红】: A。过，过\n小红: 4 # the end\n结果: 农民胜";
    let found = only(text, Ruleset::default());
    assert_eq!(found.start.to_string(), "335 | 4A | 66 | rules=huanle");
    assert_eq!(found.moves.len(), 5);
}
