//! Conversions between the library's types and the oracle's, so that the oracle need not know the library's.

use crate::oracle::{self, Cards, Kind, Reading, Rules, Shape, State};
use canju_engine::rules::{self, AnyState, Combo, Hand, Move, Position, Rank};
use std::any::Any;

pub fn cards(hand: Hand) -> Cards {
    let mut cards = [0; Rank::COUNT];
    for rank in Rank::all() {
        cards[rank.index()] = hand.count(rank);
    }
    cards
}

pub fn hand(cards: &Cards) -> Hand {
    Rank::all().map(|rank| Hand::of(rank, cards[rank.index()])).fold(Hand::EMPTY, Hand::plus)
}

pub fn kind(kind: rules::Kind) -> Kind {
    match kind {
        rules::Kind::Solo => Kind::Solo,
        rules::Kind::Pair => Kind::Pair,
        rules::Kind::Trio => Kind::Trio,
        rules::Kind::TrioSolo => Kind::TrioSolo,
        rules::Kind::TrioPair => Kind::TrioPair,
        rules::Kind::SoloChain => Kind::SoloChain,
        rules::Kind::PairChain => Kind::PairChain,
        rules::Kind::TrioChain => Kind::TrioChain,
        rules::Kind::TrioSoloChain => Kind::TrioSoloChain,
        rules::Kind::TrioPairChain => Kind::TrioPairChain,
        rules::Kind::FourTwoSolo => Kind::FourTwoSolo,
        rules::Kind::FourTwoPair => Kind::FourTwoPair,
        rules::Kind::QuadChain => Kind::QuadChain,
        rules::Kind::QuadSoloChain => Kind::QuadSoloChain,
        rules::Kind::QuadPairChain => Kind::QuadPairChain,
        rules::Kind::Bomb => Kind::Bomb,
        rules::Kind::Rocket => Kind::Rocket,
    }
}

pub fn shape(shape: rules::Shape) -> Shape {
    Shape { kind: kind(shape.kind), len: shape.len as usize, rank: shape.rank }
}

pub fn reading(combo: Combo) -> Reading {
    Reading { cards: cards(combo.cards), shape: shape(combo.shape) }
}

/// The combinations as the oracle would say them, sorted.
pub fn readings(combos: impl IntoIterator<Item = Combo>) -> Vec<Reading> {
    let mut readings: Vec<Reading> = combos.into_iter().map(reading).collect();
    readings.sort();
    readings
}

pub fn played(played: Move) -> oracle::Move {
    played.combo().map(reading)
}

/// The moves as the oracle would say them, sorted.
pub fn moves<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<oracle::Move> {
    let mut moves: Vec<oracle::Move> = moves.into_iter().map(|&m| played(m)).collect();
    moves.sort();
    moves
}

/// The state of a position with so many hands.
///
/// # Panics
/// If it has another number of hands.
pub fn state_of<const SEATS: usize>(position: &Position) -> State<SEATS> {
    let found: &dyn Any = match position.state() {
        AnyState::Two(found) => found,
        AnyState::Three(found) => found,
    };
    state(found.downcast_ref().expect("this number of hands"))
}

pub fn state<const SEATS: usize>(position: &rules::State<SEATS>) -> State<SEATS> {
    State {
        hands: position.hands().map(cards),
        to_move: position.to_move(),
        last: position.trick().map(|trick| (shape(trick.shape), trick.owner())),
    }
}

/// The rules of a rule string: the table of presets as the text of the rules has it, then the switches one by one. This
/// is the only reading of rule strings that the oracle relies on, so it is not the library's.
pub fn rules(text: &str) -> Rules {
    let mut words = text.split(',');
    let plain = Rules::plain();
    let mut rules = match words.next().unwrap() {
        "huanle" => plain,
        "rlcard" => Rules { adjacent_trio_as_wings: false, ..plain },
        "douzero" => Rules { max_per_rank: 4, both_jokers_as_kickers: true, ..plain },
        "openspiel" => {
            Rules { banned: [plain.banned, vec![Kind::FourTwoSolo, Kind::FourTwoPair]].concat(), ..Rules::plain() }
        }
        "pagat" => Rules { max_per_rank: 1, ..plain },
        "botzone" => Rules { banned: Vec::new(), max_per_rank: 1, both_jokers_as_kickers: true, ..plain },
        unknown => panic!("no preset `{unknown}`"),
    };
    for word in words {
        if let Some((name, number)) = word.split_once('=') {
            let number: u8 = number.parse().unwrap();
            match name {
                "packs" => rules.packs = number,
                "max_wings_per_rank" => rules.max_per_rank = number,
                "min_solo_chain" => rules.min_solo_chain = number as usize,
                "min_pair_chain" => rules.min_pair_chain = number as usize,
                "min_trio_chain" => rules.min_trio_chain = number as usize,
                unknown => panic!("no number `{unknown}`"),
            }
            continue;
        }
        let (on, name) = (word.starts_with('+'), &word[1..]);
        match rules.switch(name) {
            Some(switch) => *switch = on,
            None => {
                let kinds: &[Kind] = match name {
                    "pair" => &[Kind::Pair],
                    "trio" => &[Kind::Trio],
                    "trio_solo" => &[Kind::TrioSolo, Kind::TrioSoloChain],
                    "trio_pair" => &[Kind::TrioPair, Kind::TrioPairChain],
                    "solo_chain" => &[Kind::SoloChain],
                    "pair_chain" => &[Kind::PairChain],
                    "trio_chain" => &[Kind::TrioChain],
                    "trio_solo_chain" => &[Kind::TrioSoloChain],
                    "trio_pair_chain" => &[Kind::TrioPairChain],
                    "four_two_solo" => &[Kind::FourTwoSolo],
                    "four_two_pair" => &[Kind::FourTwoPair],
                    "quad_chain" => &[Kind::QuadChain],
                    "quad_solo_chain" => &[Kind::QuadSoloChain],
                    "quad_pair_chain" => &[Kind::QuadPairChain],
                    "bomb" => &[Kind::Bomb],
                    "rocket" => &[Kind::Rocket],
                    unknown => panic!("no kind or switch `{unknown}`"),
                };
                rules.banned.retain(|kind| !kinds.contains(kind));
                if !on {
                    rules.banned.extend(kinds);
                }
            }
        }
    }
    rules
}
