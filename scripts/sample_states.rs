//! What the search's networks are trained on: `cargo run --release --example sample_states -- states|choices COUNT SEED`.
//! `scripts/train_network.py` reads it.
//!
//! Random deals of 8 to 20 cards a hand are played on, most of the time sensibly (the move after which the fewest combinations are
//! needed, with some noise), else at random. Some of the states met are solved. Those that are won at sight are left
//! out: the search never asks for a guess there.
//!
//! `states` prints a line a state: 1 if the side to move wins else 0, cards, nodes, features.
//!
//! `choices` solves what follows on each move of a state that is won, but for moves that lose at sight; it takes states with two
//! moves or more, none of which wins at sight. A line a move: number of the state, 1 if the move wins else 0, cards before it, nodes
//! of solving what it leads to, cards played, 1 if its player is to move there else 0, features there.

use canju::Tuning;
use canju::rules::{Hand, Move, Position, Rank, Ruleset, Setup, for_each_combo};
use canju::search::{DroppedKickers, FactsMemo, Successor, after, features, kicker_order, static_win};
use canju::{Limits, Options, Report, Solver, Verdict};
use rand::prelude::*;
use rand::rngs::SmallRng;
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

/// States that take more are left out.
const MOST_NODES: u64 = 60_000;
/// Cards of both hands of a state at most: as many as are ever ordered depth-first.
const MOST_CARDS: u32 = 26;
/// And at least, for a choice: among fewer any will do.
const LEAST_CARDS_OF_CHOICE: u32 = 10;

fn main() {
    let usage = "expected states|choices COUNT SEED";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, count, seed] = arguments.as_slice() else { panic!("{usage}") };
    let [count, seed] = [count, seed].map(|number| number.parse::<u64>().expect(usage));
    let mut sampler = Sampler::new(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut printed = 0;
    while printed < count {
        let mut position = sampler.deal();
        while printed < count
            && let Some(next) = sampler.play_on(&position)
        {
            position = next;
            if position.cards() > MOST_CARDS || !sampler.rng.random_ratio(1, 3) {
                continue;
            }
            let lines = match what.as_str() {
                "states" => sampler.state(&position).map(|line| vec![line]),
                "choices" => sampler.choices(&position, printed),
                _ => panic!("{usage}"),
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
}

impl Sampler {
    fn new(seed: u64) -> Sampler {
        let limits = Limits { nodes: Some(MOST_NODES), time: None };
        let rules = Ruleset::default();
        Sampler {
            rng: SmallRng::seed_from_u64(seed),
            rules,
            memo: FactsMemo::new(&rules, &Tuning::DEFAULT),
            solver: Solver::new(Options { threads: 1, line: false, limits, ..Options::default() }),
        }
    }

    fn deal(&mut self) -> Position<2> {
        let mut deck: Vec<Rank> = Hand::deck(1).cards().collect();
        deck.shuffle(&mut self.rng);
        let first = self.rng.random_range(8..=17);
        let second = (first as i32 + self.rng.random_range(-2..=2)).clamp(6, 20) as usize;
        let hands = [&deck[..first], &deck[first..first + second]].map(|cards| cards.iter().copied().collect());
        Setup::new(hands, None).validate(&self.rules).expect("a deal is legal")
    }

    /// The position after one more move, unless the game is over.
    fn play_on(&mut self, position: &Position<2>) -> Option<Position<2>> {
        let moves = position.moves(&self.rules);
        let hand = position.hand();
        let badness = |played: &Move| {
            let rest = played.combo().map_or(hand, |combo| hand.minus(combo.cards));
            let reluctance = if *played == Move::Pass { self.rng.random_range(-3..4) } else { 0 };
            4 * self.memo.of(rest).needed as i32 + self.rng.random_range(0..6) + reluctance
        };
        let sensible = moves.iter().copied().min_by_key(badness);
        let played = if self.rng.random_ratio(1, 3) { moves.choose(&mut self.rng).copied() } else { sensible };
        match after(position, played?, &self.rules) {
            Successor::Position(next, _) => Some(next),
            Successor::Won => None,
        }
    }

    /// The features of a position; nothing if it is won at sight.
    fn features(&mut self, position: &Position<2>) -> Option<String> {
        let mine = self.memo.of(position.hand());
        let theirs = self.memo.of(position.hands()[1 - position.to_move()]);
        let trick = position.trick().map(|trick| trick.shape);
        if static_win(&mine, &theirs, trick, &self.rules).is_some() {
            return None;
        }
        Some(features::features(&mine, &theirs, trick).map(|feature| feature.to_string()).join(","))
    }

    /// Does the side to move win, and in how many nodes is it known?
    fn solve(&mut self, position: &Position<2>) -> Option<(bool, u64)> {
        let Report { verdict, nodes, .. } = self.solver.solve(position, &self.rules);
        verdict.is_decided().then_some((verdict == Verdict::Win, nodes))
    }

    fn state(&mut self, position: &Position<2>) -> Option<String> {
        let features = self.features(position)?;
        let (wins, nodes) = self.solve(position)?;
        Some(format!("{},{},{nodes},{features}", wins as u8, position.cards()))
    }

    fn choices(&mut self, position: &Position<2>, number: u64) -> Option<Vec<String>> {
        if position.cards() < LEAST_CARDS_OF_CHOICE || self.features(position).is_none() {
            return None;
        }
        let mut open = Vec::new();
        for played in self.moves(position) {
            let Successor::Position(next, _) = after(position, played, &self.rules) else { return None };
            let same_side = next.to_move() == position.to_move();
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
            lines.push(format!("{number},{},{cards},{nodes},{shed},{},{features}", good as u8, same_side as u8));
        }
        is_won.then_some(lines)
    }

    /// The moves that a depth-first node tries.
    fn moves(&self, position: &Position<2>) -> Vec<Move> {
        let order = kicker_order(position.hand(), DroppedKickers::Loose, &self.rules);
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
