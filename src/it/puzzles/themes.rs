//! Themes: on made positions with the reasons beside them, and on small random ones against the naive solver, with the kinds of moves
//! written a second time from `src/canju/grade/THEMES.md`.

use canju::grade::Grader;
use canju::puzzle::{Puzzle, Theme};
use canju::rules::{Combo, Hand, Rank, Ruleset, Turn};
use canju::{Limits, Position, StopFlag};
use canju_engine::rules::{Setup, State};
use canju_engine::search::HandsNeeded;
use canju_engine::tuning::Tuning;
use canju_testing::budget::share;
use canju_testing::oracle::{self, Cards, Kind, Oracle, Reading, Shape};
use canju_testing::{deals, edge};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use std::collections::BTreeMap;

fn grader() -> Grader {
    Grader::new(Limits::default(), StopFlag::default())
}

fn themes(line: &str) -> Vec<&'static str> {
    let puzzle: Puzzle = line.parse().expect("a puzzle");
    grader().grade(&puzzle.position).expect("a grade").themes.into_iter().map(Theme::name).collect()
}

/// A position with a theme, and one that differs little and has it not.
#[test]
fn made_positions() {
    let with_and_without = [
        // Whoever leads the queen has no card left that takes the lead back. Without an eight above the 4 it does not matter.
        ("45Q | 88", "gives_up_lead", "45Q | 33"),
        // The chain leaves 48888 and a 2. With three eights it is no bomb that is split.
        ("4788889TJ2 | 59TJJJAX", "splits_bomb", "478889TJ2 | 59TJJJAX"),
        // The nines must go first, out of 9TJQKA. Four cards in a row are no chain.
        ("599TJQQKA2 | 3378T22XD", "splits_chain", "45Q | 88"),
        // The threes take two loose cards along. Three of them are no bomb.
        ("33335TK | 88AA", "sacrifices_bomb", "333TK | 88AA"),
        // After the ten on the nine the eight remains, and 792 beats it. Against 79 alone the ten wins as well.
        ("8T | 792 | 3357 | last=9", "refuses_to_beat", "8T | 79 | last=9"),
        ("8T | 792 | 3357 | last=9", "only_pass", "8T | 79 | last=9"),
        // The jack is beaten and leaves a pair; an ace splits the pair. Without a pair nothing is longer.
        ("JAA | 6A | last=6", "long_way", "JA | 6A | last=6"),
        // The first farmer can't win the race for the lead: the partner's D must take it. With the D in its own hand it can.
        ("Q2 | 3Q | 35D | turn=2", "feeds_partner", "Q2 | 3D | 35Q | turn=2"),
        // The landlord's ace goes over the ten. A nine and a ten are over before.
        ("9A | TA | 7KK | turn=2", "blocks_landlord", "9T | TA | 7KK | turn=2"),
        // The landlord's hand does the same, but it has nobody to block.
        ("7A | QA | KA | turn=3", "blocks_landlord", "7A | QA | KA"),
        ("9QA | TJQ | 66T | turn=2 last=9 by=3", "lets_partner_through", "8T | 792 | 3357 | last=9"),
    ];
    for (with, theme, without) in with_and_without {
        assert!(themes(with).contains(&theme), "{with}: {:?}", themes(with));
        assert!(!themes(without).contains(&theme), "{without}: {:?}", themes(without));
    }
    // All there are, and none where there is nothing to choose or nothing to win.
    assert_eq!(themes("8T | 792 | 3357 | last=9"), ["refuses_to_beat", "only_pass"]);
    assert!(themes("3 | 4").is_empty() && themes("3 | 4 | last=5").is_empty());
}

/// The kinds of moves by the page, for hands of one pack.
struct Naive<'a, const SEATS: usize> {
    oracle: &'a mut Oracle<SEATS>,
    needed: &'a mut HandsNeeded,
    state: oracle::State<SEATS>,
}

impl<const SEATS: usize> Naive<'_, SEATS> {
    fn hand(&self) -> Cards {
        self.state.hands[self.state.to_move]
    }

    /// The combinations that a move adds.
    fn adds(&mut self, played: &Reading) -> i32 {
        let hand = self.hand();
        let before = self.needed.of(edge::hand(&hand)) as i32;
        1 + self.needed.of(edge::hand(&minus(&hand, &played.cards))) as i32 - before
    }

    /// Can this hand beat it?
    fn can_beat(&self, seat: usize, shape: Shape, rules: &oracle::Rules) -> bool {
        oracle::leads(&self.state.hands[seat], rules).iter().any(|reading| oracle::beats(reading.shape, shape))
    }

    fn others_can_beat(&self, shape: Shape, rules: &oracle::Rules) -> bool {
        let mover = self.state.to_move;
        (0..SEATS).any(|seat| !oracle::same_side(seat, mover) && self.can_beat(seat, shape, rules))
    }

    fn is_of(&mut self, theme: Theme, played: &oracle::Move, moves: &[oracle::Move], rules: &oracle::Rules) -> bool {
        let (state, mover) = (self.state, self.state.to_move);
        let owner = state.last.map(|(_, owner)| owner);
        let is_farmer = SEATS == 3 && mover > 0;
        let Some(reading) = played else {
            return match theme {
                Theme::OnlyPass => true,
                Theme::RefusesToBeat => !oracle::same_side(owner.unwrap(), mover),
                Theme::LetsPartnerThrough => oracle::same_side(owner.unwrap(), mover),
                _ => false,
            };
        };
        let (hand, rest) = (self.hand(), minus(&self.hand(), &reading.cards));
        let is_last = oracle::total(&rest) == 0;
        let is_bomb = matches!(reading.shape.kind, Kind::Bomb | Kind::Rocket);
        match theme {
            Theme::GivesUpLead => state.last.is_none() && !is_last && self.others_can_beat(reading.shape, rules),
            Theme::SplitsBomb => {
                let fours = (0..13).any(|rank| hand[rank] == 4 && (1..4).contains(&rest[rank]));
                let jokers = |cards: &Cards| cards[13] + cards[14];
                fours || jokers(&hand) == 2 && jokers(&rest) == 1
            }
            Theme::SacrificesBomb => {
                !is_last && (is_bomb || matches!(reading.shape.kind, Kind::FourTwoSolo | Kind::FourTwoPair))
            }
            Theme::SplitsChain => {
                use Kind::{PairChain, SoloChain, TrioChain, TrioPairChain, TrioSoloChain};
                let chains: [(u8, usize, &[Kind]); 3] =
                    [(1, 5, &[SoloChain]), (2, 3, &[PairChain]), (3, 2, &[TrioChain, TrioSoloChain, TrioPairChain])];
                chains.into_iter().any(|(copies, length, kinds)| {
                    // Every stretch of ranks from 3 to A of the least length is looked at.
                    !kinds.contains(&reading.shape.kind)
                        && (0..=12 - length).any(|start| {
                            let run = start..start + length;
                            run.clone().all(|rank| hand[rank] >= copies)
                                && run.into_iter().any(|rank| rest[rank] < copies)
                        })
                })
            }
            Theme::LongWay => self.adds(reading) > 0,
            Theme::FeedsPartner => {
                let mut next = state.after(*played);
                if !is_farmer || is_last {
                    return false;
                }
                if next.to_move == 0 {
                    next = next.after(None);
                }
                let passed = next.after(None);
                self.oracle.wins(&passed) != oracle::same_side(passed.to_move, mover)
            }
            Theme::BlocksLandlord => {
                let beaten = |shape: Shape| self.can_beat(0, shape, rules);
                let lower = |other: &oracle::Move| {
                    other.is_some_and(|other| {
                        let (a, b) = (other.shape, reading.shape);
                        (a.kind, a.len) == (b.kind, b.len) && a.rank < b.rank && beaten(a)
                    })
                };
                is_farmer && !is_bomb && !beaten(reading.shape) && moves.iter().any(lower)
            }
            _ => false,
        }
    }

    /// What a player could think of instead.
    fn is_instead(&mut self, theme: Theme, played: &oracle::Move) -> bool {
        match (theme, played) {
            (Theme::LongWay, played) => played.is_some_and(|reading| self.adds(&reading) == 0),
            (Theme::RefusesToBeat, played) => played.is_some_and(|reading| {
                !matches!(reading.shape.kind, Kind::Bomb | Kind::Rocket) && self.adds(&reading) == 0
            }),
            (Theme::SacrificesBomb, played) => played.is_some_and(|reading| {
                use Kind::{Bomb, FourTwoPair, FourTwoSolo, Rocket};
                !matches!(reading.shape.kind, Bomb | Rocket | FourTwoSolo | FourTwoPair)
            }),
            _ => true,
        }
    }

    fn themes(&mut self, rules: &oracle::Rules) -> Vec<Theme> {
        let state = self.state;
        let moves = self.oracle.moves(&state);
        let (won, lost): (Vec<oracle::Move>, Vec<oracle::Move>) =
            moves.iter().partition(|&&played| self.oracle.is_winning(&state, played));
        let cards = |played: &oracle::Move| played.map(|reading| reading.cards);
        // For a player cards that can be two combinations are one move, which wins if either does.
        let lost: Vec<oracle::Move> = lost.into_iter().filter(|it| won.iter().all(|w| cards(w) != cards(it))).collect();
        Theme::ALL
            .into_iter()
            .filter(|&theme| {
                let needs = !won.is_empty() && won.iter().all(|played| self.is_of(theme, played, &moves, rules));
                let is_feeding = theme == Theme::FeedsPartner;
                needs
                    && lost.iter().any(|played| {
                        (is_feeding || !self.is_of(theme, played, &moves, rules)) && self.is_instead(theme, played)
                    })
            })
            .collect()
    }
}

fn minus(hand: &Cards, cards: &Cards) -> Cards {
    let mut rest = *hand;
    (0..Rank::COUNT).for_each(|rank| rest[rank] -= cards[rank]);
    rest
}

/// Does a set of cards have two readings here? Then which of them is the move is a matter of taste, and the position is left out.
fn is_ambiguous(moves: &[oracle::Move]) -> bool {
    let mut cards: Vec<Cards> = moves.iter().flatten().map(|reading| reading.cards).collect();
    let all = cards.len();
    cards.sort_unstable();
    cards.dedup();
    cards.len() < all
}

fn compare<const SEATS: usize>(
    positions: impl Iterator<Item = (State<SEATS>, Position)>,
    met: &mut BTreeMap<Theme, usize>,
) {
    let rules = edge::rules("huanle");
    let mut grader = grader();
    let mut needed = HandsNeeded::new(&Ruleset::default(), &Tuning { log2_needed: 10, ..Tuning::DEFAULT });
    for (state, position) in positions {
        let mut oracle = Oracle::<SEATS>::new(rules.clone());
        let state = edge::state(&state);
        if is_ambiguous(&oracle.moves(&state)) {
            continue;
        }
        let expected = Naive { oracle: &mut oracle, needed: &mut needed, state }.themes(&rules);
        let found = grader.grade(&position).expect("a grade").themes;
        assert_eq!(found, expected, "{position}");
        for theme in found {
            *met.entry(theme).or_default() += 1;
        }
    }
}

/// A hand with a bomb or the rocket and some other cards against a few cards, of few ranks, with a card to answer or without.
fn with_bomb(rng: &mut StdRng, rocket: bool, rules: &Ruleset) -> Option<State<2>> {
    let low: Vec<Rank> = Rank::all().filter(|rank| !rank.is_joker()).collect();
    let ranks: Vec<Rank> = (0..rng.random_range(4..=7)).map(|_| low[rng.random_range(0..low.len())]).collect();
    let mut cards: Vec<Rank> = ranks.iter().flat_map(|&rank| [rank; 4]).collect();
    cards.sort_unstable();
    cards.dedup();
    let mut cards: Vec<Rank> = cards.into_iter().flat_map(|rank| [rank; 4]).collect();
    let bomb = match rocket {
        true => Hand::of(Rank::SMALL_JOKER, 1).plus(Hand::of(Rank::BIG_JOKER, 1)),
        false => {
            let rank = ranks[0];
            cards.retain(|&card| card != rank);
            Hand::of(rank, 4)
        }
    };
    cards.shuffle(rng);
    let mut cards = cards.into_iter();
    let mut some = |count: usize| -> Hand { cards.by_ref().take(count).collect() };
    let hands = [bomb.plus(some(rng.random_range(1..=3))), some(rng.random_range(2..=5))];
    let last = some(1)
        .cards()
        .next()
        .filter(|_| rng.random_bool(0.5))
        .map(|rank| Combo::new(canju::rules::Kind::Solo, 1, rank, Hand::EMPTY));
    Setup::new(hands, last).validate(rules).ok()
}

/// Two hands with a trio and three other cards each, of the mover's a joker, and a card to answer that the joker beats: there is much
/// to lose by beating it.
fn with_trios(rng: &mut StdRng, rules: &Ruleset) -> Option<State<2>> {
    let mut ranks: Vec<Rank> = Rank::all().filter(|rank| !rank.is_joker()).collect();
    ranks.shuffle(rng);
    let one = |rank: Rank| Hand::of(rank, 1);
    let trio = |rank: Rank| Hand::of(rank, 3);
    let mover = trio(ranks[0]).plus(one(ranks[2])).plus(one(ranks[3])).plus(one(Rank::BIG_JOKER));
    let other = trio(ranks[1]).plus(one(ranks[4])).plus(one(ranks[5])).plus(one(ranks[rng.random_range(2..6)]));
    let last = Combo::new(canju::rules::Kind::Solo, 1, ranks[6], Hand::EMPTY);
    Setup::new([mover, other], Some(last)).validate(rules).ok()
}

#[test]
fn small_positions_by_the_naive_solver() {
    let rules = Ruleset::default();
    let (mut rng, mut met) = (deals::rng(43), BTreeMap::new());
    let two: Vec<State<2>> = (0..share(500, 4))
        .map(|number| match number % 2 {
            0 => deals::deal(&mut rng, 2..=6, &rules),
            _ => deals::mid_trick(&mut rng, 3..=7, &rules),
        })
        .collect();
    compare(two.into_iter().map(|state| (state, Position::of_state(state, &rules))), &mut met);
    // By chance a hand this small has no bomb. A few ranks alone, and the other hand not much larger: there bombs matter.
    let bombs: Vec<State<2>> =
        (0..share(2_500, 4)).filter_map(|number| with_bomb(&mut rng, number % 3 == 0, &rules)).collect();
    compare(bombs.into_iter().map(|state| (state, Position::of_state(state, &rules))), &mut met);
    let trios: Vec<State<2>> = (0..share(600, 2)).filter_map(|_| with_trios(&mut rng, &rules)).collect();
    compare(trios.into_iter().map(|state| (state, Position::of_state(state, &rules))), &mut met);
    let three: Vec<(State<3>, Position)> = (0..share(700, 4))
        .map(|number| {
            if number % 2 == 0 {
                let state: State<3> = deals::mid_trick(&mut rng, 2..=4, &rules);
                return (state, Position::of_state(state, &rules));
            }
            // Any hand may lead.
            let state: State<3> = deals::deal(&mut rng, 2..=4, &rules);
            let turn = Turn { to_move: rng.random_range(0..3), last: None };
            let position = Position::new(state.hands(), turn, rules).expect("a position");
            let canju_engine::rules::AnyState::Three(state) = position.state() else { panic!("three hands") };
            (*state, position)
        })
        .collect();
    compare(three.into_iter(), &mut met);
    for theme in Theme::ALL {
        assert!(met.contains_key(&theme), "no {theme} among {met:?}");
    }
}
