//! Games written as other programs write them.

use canju::rules::{Hand, Move, Rank};
use canju_engine::rules::Position;
use serde_json::{Value, json};

const INTEGERS: [u64; 15] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30];

/// The rank of a card with a number of Botzone's.
fn rank(id: u64) -> Rank {
    Rank::from_index(if id < 52 { id as usize / 4 } else { id as usize - 39 })
}

/// Numbered cards as a hand.
pub fn in_order(ids: &[u64]) -> Hand {
    ids.iter().map(|&id| rank(id)).collect()
}

/// Takes the cards of a text out of numbered ones.
pub fn ids(hand: &mut Vec<u64>, cards: &str) -> Vec<u64> {
    let card = |symbol: char| {
        let place = hand.iter().position(|&id| rank(id).symbol() == symbol).expect("it is there");
        hand.remove(place)
    };
    cards.chars().map(card).collect()
}

/// Takes the cards of a move out of numbered ones.
pub fn taken(hand: &mut Vec<u64>, played: Move) -> Vec<u64> {
    ids(hand, &cards(played))
}

/// The cards of a move.
fn cards(played: Move) -> String {
    match played {
        Move::Pass => String::new(),
        Move::Play(combo) => combo.cards.to_string(),
    }
}

fn integers(cards: &str) -> Vec<u64> {
    cards
        .chars()
        .map(|symbol| INTEGERS[Rank::SYMBOLS.iter().position(|known| *known == symbol).expect("a card")])
        .collect()
}

/// The player of each move.
fn seats(start: &Position, moves: &[Move]) -> impl Iterator<Item = usize> {
    let (first, count) = (start.to_move(), start.hands().len());
    (0..moves.len()).map(move |number| (first + number) % count)
}

pub fn douzero(start: &Position, moves: &[Move]) -> Value {
    let hand = |seat: usize| integers(&start.hands()[seat].to_string());
    let sequence: Vec<Vec<u64>> = moves.iter().map(|&played| integers(&cards(played))).collect();
    json!({"card_play_data": {"landlord": hand(0), "landlord_down": hand(1), "landlord_up": hand(2), "three_landlord_cards": [3]},
        "card_play_action_seq": sequence})
}

fn of_rlcard(cards: &str) -> String {
    cards.replace('X', "B").replace('D', "R")
}

fn trace(start: &Position, moves: &[Move]) -> Value {
    let action = |(seat, &played): (usize, &Move)| match played {
        Move::Pass => json!([seat, "pass"]),
        Move::Play(_) => json!([seat, of_rlcard(&cards(played))]),
    };
    seats(start, moves).zip(moves).map(action).collect()
}

pub fn rlcard(start: &Position, moves: &[Move]) -> Value {
    let hands: Vec<String> = start.hands().iter().map(|hand| of_rlcard(&hand.to_string())).collect();
    json!({"hands": hands, "trace": trace(start, moves)})
}

/// The last states, as trajectories have them or alone.
pub fn rlcard_states(start: &Position, moves: &[Move], are_trajectories: bool) -> Value {
    let end = moves.iter().fold(*start, |here, &played| here.after(played));
    let state = |seat: usize| {
        let hand = end.hands()[seat];
        let hand = if hand.is_empty() { String::new() } else { of_rlcard(&hand.to_string()) };
        let state = json!({"self": seat, "current_hand": hand, "trace": trace(start, moves)});
        if are_trajectories { json!([{"raw_obs": {}}, "pass", {"raw_obs": state}]) } else { state }
    };
    Value::Array((0..3).map(state).collect())
}

/// Plain text in this style: names of the seats, of hands, of a pass, a colon, and what stands between items.
pub struct Style {
    pub seats: [&'static [&'static str]; 2],
    pub hand: &'static str,
    pub pass: &'static str,
    pub colon: &'static str,
    pub between: &'static str,
}

pub const STYLES: [Style; 4] = [
    Style {
        seats: [&["甲", "乙"], &["地主", "下家", "上家"]], hand: "手牌", pass: "不要", colon: "：", between: "，"
    },
    Style {
        seats: [&["1", "2"], &["landlord", "down", "up"]],
        hand: " hand",
        pass: "pass",
        colon: ": ",
        between: "\n",
    },
    Style {
        seats: [&["先手", "后手"], &["地主", "农民", "农民"]],
        hand: "的手牌",
        pass: "过",
        colon: ":",
        between: "; ",
    },
    Style {
        seats: [&["地主", "小明"], &["地主(小明)", "小红", "阿强"]],
        hand: "手牌",
        pass: "不出",
        colon: ": ",
        between: ", ",
    },
];

pub fn plain(start: &Position, moves: &[Move], style: &Style, spaced: bool) -> String {
    let names = style.seats[start.hands().len() - 2];
    let apart = |cards: String| match spaced && !cards.contains(':') {
        true => cards
            .chars()
            .map(|card| if card == 'T' { "10".to_owned() } else { card.to_string() })
            .collect::<Vec<_>>()
            .join(" "),
        false => cards,
    };
    let mut text = String::new();
    for (seat, hand) in start.hands().iter().enumerate() {
        text += &format!("{}{}{}{}\n", names[seat], style.hand, style.colon, apart(hand.to_string()));
    }
    let played = |(seat, &played): (usize, &Move)| {
        let cards = if played == Move::Pass { style.pass.to_owned() } else { apart(start.notation(played)) };
        format!("{}{}{cards}", names[seat], style.colon)
    };
    text + &seats(start, moves).zip(moves).map(played).collect::<Vec<_>>().join(style.between)
}

/// canju's own notation.
pub fn own(start: &Position, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&played| start.notation(played)).collect();
    format!("{start}\n@moves {}\n", moves.join(" "))
}
