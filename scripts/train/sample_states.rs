//! What the search's networks are trained on: `cargo run --release --example sample_states -- states|choices HANDS COUNT SEED`,
//! with 2 or 3 for HANDS. `scripts/train/train_network.py` reads it.
//!
//! Random deals are played on, most of the time sensibly (the move after which the fewest combinations are needed, with some
//! noise), else at random. Some of the states met are solved. Those with a static win are left out: the search never asks
//! for a guess there.
//!
//! `states` prints a line a state: 1 if the side to move wins else 0, seat to move (0 for two hands), cards, nodes, features.
//!
//! `choices` solves what follows on each move of a state that is won, but for moves that give the other side a static win; it
//! takes states with two moves or more, none of which leads to one's own. A line a move: number of the state, 1 if the move
//! wins else 0, seat to move after it (0 for two hands), cards before it, nodes of solving what it leads to, cards played, 1 if
//! a player of the same side is to move there else 0, features there.
//!
//! With three hands a semicolon and the numbers of the card inputs that are 1 follow on the features.

use canju::rules::{Hand, Move, Rank, Ruleset};
use canju::{Limits, Options, Position, Solver, Task, Verdict};
use canju_engine::Tuning;
use canju_engine::rules::{KickerOrder, Setup, State, for_each_combo};
use canju_engine::search::{
    DroppedKickers, FactsMemo, Successor, features, holds_for_mover, kicker_order, static_win, successor,
};
use rand::prelude::*;
use rand::rngs::SmallRng;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

/// States that take more are left out.
const MOST_NODES: u64 = 100_000;
/// The fewest cards of a state of three hands. Most smaller ones are searched depth-first, which asks for no guess.
const LEAST_CARDS_OF_THREE: u32 = 22;
/// The most cards of a choice: as many as are ever ordered depth-first.
const MOST_CARDS_OF_CHOICE: u32 = 26;
/// And the fewest, for among fewer any order will do.
const LEAST_CARDS_OF_CHOICE: u32 = 10;

const USAGE: &str = "expected states|choices HANDS COUNT SEED";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, hands, count, seed] = arguments.as_slice() else { panic!("{USAGE}") };
    let [hands, count, seed] = [hands, count, seed].map(|number| number.parse::<u64>().expect(USAGE));
    match hands {
        2 => sample::<2>(what, count, seed),
        3 => sample::<3>(what, count, seed),
        _ => panic!("{USAGE}"),
    }
}

fn sample<const SEATS: usize>(what: &str, count: u64, seed: u64) {
    let mut sampler = Sampler::new(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut printed = 0;
    while printed < count {
        let mut position = sampler.deal::<SEATS>(what != "choices");
        while printed < count
            && let Some(next) = sampler.play_on(&position)
        {
            position = next;
            let is_small = SEATS == 3 && what == "states" && position.cards() < LEAST_CARDS_OF_THREE;
            if is_small || !sampler.rng.random_ratio(1, 3) {
                continue;
            }
            let lines = match what {
                "states" => sampler.state(&position).map(|line| vec![line]),
                "choices" => sampler.choices(&position, printed),
                _ => panic!("{USAGE}"),
            };
            for line in lines.iter().flatten() {
                writeln!(out, "{line}").expect("standard output takes it");
            }
            printed += lines.is_some() as u64;
        }
    }
}

struct Sampler {
    rng: SmallRng,
    rules: Ruleset,
    memo: FactsMemo,
    solver: Solver,
    task: Task,
}

impl Sampler {
    fn new(seed: u64) -> Sampler {
        let limits = Limits { nodes: Some(MOST_NODES), time: None };
        let rules = Ruleset::default();
        Sampler {
            rng: SmallRng::seed_from_u64(seed),
            rules,
            memo: FactsMemo::new(&rules, &Tuning::DEFAULT),
            solver: Solver::new(Options { threads: 1, ..Options::default() }),
            task: Task { line: false, limits, ..Task::default() },
        }
    }

    /// A deal; with `large`, every other one is large.
    fn deal<const SEATS: usize>(&mut self, large: bool) -> State<SEATS> {
        let mut deck: Vec<Rank> = Hand::deck(1).cards().collect();
        deck.shuffle(&mut self.rng);
        let cards = match (SEATS, large, large && self.rng.random_ratio(1, 2)) {
            (2, false, _) => 8..=17,
            (2, true, false) => 8..=27,
            (2, true, true) => 20..=27,
            (_, _, false) => 8..=20,
            (_, _, true) => 17..=20,
        };
        let first = self.rng.random_range(cards);
        let (less, most) = if SEATS == 2 { (0, 54 - first) } else { (3, 17) };
        let hands = std::array::from_fn(|seat| {
            let cards = match seat {
                0 => first,
                _ => (first - less + self.rng.random_range(-2..=2)).clamp(5, most),
            };
            deck.split_off(deck.len() - cards as usize).into_iter().collect()
        });
        Setup::new(hands, None).validate(&self.rules).expect("a deal is legal")
    }

    /// The position after one more move, unless the game is over.
    fn play_on<const SEATS: usize>(&mut self, position: &State<SEATS>) -> Option<State<SEATS>> {
        let moves = position.moves(&self.rules);
        let hand = position.hand();
        let badness = |played: &Move| {
            let rest = played.combo().map_or(hand, |combo| hand.minus(combo.cards));
            let reluctance = if *played == Move::Pass { self.rng.random_range(-3..4) } else { 0 };
            4 * self.memo.of(rest).needed as i32 + self.rng.random_range(0..6) + reluctance
        };
        let sensible = moves.iter().copied().min_by_key(badness);
        let played = if self.rng.random_ratio(1, 3) { moves.choose(&mut self.rng).copied() } else { sensible };
        match successor(position, played?, &self.rules) {
            Successor::State(next, _) => Some(next),
            Successor::Won | Successor::Missed => None,
        }
    }

    /// The features of a position, and with three hands the card inputs that are 1; nothing if it is a static win.
    fn features<const SEATS: usize>(&mut self, position: &State<SEATS>) -> Option<String> {
        let facts = position.hands().map(|hand| self.memo.of(hand));
        let (hands, me) = (facts.each_ref(), position.to_move());
        if static_win(position, &hands, &self.rules).is_some() {
            return None;
        }
        fn text<T: ToString>(numbers: &[T]) -> String {
            numbers.iter().map(T::to_string).collect::<Vec<_>>().join(",")
        }
        if SEATS == 2 {
            return Some(text(&features::of_two(hands[me], hands[1 - me], position.trick().map(|trick| trick.shape))));
        }
        let inputs: Vec<u8> = features::numbers(features::card_inputs(position)).collect();
        Some(format!("{};{}", text(&features::of_three(position, &hands)), text(&inputs)))
    }

    /// The seat to move of three hands. The features of two hands are in the view of the mover.
    fn seat<const SEATS: usize>(position: &State<SEATS>) -> usize {
        if SEATS == 2 { 0 } else { position.to_move() }
    }

    /// Does the side to move win, and in how many nodes is it known?
    fn solve<const SEATS: usize>(&mut self, position: &State<SEATS>) -> Option<(bool, u64)> {
        let report = self.solver.solve(&Position::of_state(*position, &self.rules), &self.task);
        report.verdict().is_decided().then_some((report.verdict() == Verdict::Win, report.nodes()))
    }

    fn state<const SEATS: usize>(&mut self, position: &State<SEATS>) -> Option<String> {
        let features = self.features(position)?;
        let (wins, nodes) = self.solve(position)?;
        Some(format!("{},{},{},{nodes},{features}", wins as u8, Self::seat(position), position.cards()))
    }

    fn choices<const SEATS: usize>(&mut self, position: &State<SEATS>, number: u64) -> Option<Vec<String>> {
        if !(LEAST_CARDS_OF_CHOICE..=MOST_CARDS_OF_CHOICE).contains(&position.cards())
            || self.features(position).is_none()
        {
            return None;
        }
        let mut open = Vec::new();
        for played in self.moves(position) {
            let Successor::State(next, _) = successor(position, played, &self.rules) else { return None };
            let same_side = next.side_to_move() == position.side_to_move();
            match self.features(&next) {
                Some(features) => open.push((next, same_side, played, features)),
                None if same_side => return None,
                None => {}
            }
        }
        if open.len() < 2 {
            return None;
        }
        let (mut lines, mut is_won) = (Vec::new(), false);
        for (next, same_side, played, features) in open {
            let (wins, nodes) = self.solve(&next)?;
            let good = wins == same_side;
            is_won |= good;
            let (cards, shed) = (position.cards(), played.combo().map_or(0, |combo| combo.cards.len()));
            let (good, seat, same_side) = (good as u8, Self::seat(&next), same_side as u8);
            lines.push(format!("{number},{good},{seat},{cards},{nodes},{shed},{same_side},{features}"));
        }
        is_won.then_some(lines)
    }

    /// The moves that a depth-first node tries.
    fn moves<const SEATS: usize>(&self, position: &State<SEATS>) -> Vec<Move> {
        let order = match holds_for_mover(position) {
            true => kicker_order(position.hand(), DroppedKickers::Loose, &self.rules),
            false => KickerOrder::default(),
        };
        let mut moves: Vec<Move> = position.can_pass().then_some(Move::Pass).into_iter().collect();
        let push = |combo| {
            moves.push(Move::Play(combo));
            ControlFlow::<()>::Continue(())
        };
        let beating = position.trick().map(|trick| trick.shape);
        let _ = for_each_combo(position.hand(), beating, &self.rules, order, push);
        moves
    }
}
