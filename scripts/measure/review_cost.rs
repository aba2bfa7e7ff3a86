//! What the review of whole deals costs, beside deciding their starts: `cargo run --release --example review_cost -- COUNT SEED SECONDS`.
//!
//! Three players with simple rules play random deals of 20 + 17 + 17 cards: who leads plays the combination with the most cards, who
//! answers the lowest that is no bomb, and a farmer leaves its partner's tricks alone. Each start is then decided, and each game
//! reviewed, with one thread and SECONDS for each position. The starts that are undecided count with the time that they took.
//!
//! `games` in place of SECONDS prints the games as JSON lines for `canju review -`.

use canju::generate::Deals;
use canju::review::{Mark, ReviewOptions, review};
use canju::rules::{Kind, Move, Ruleset, Turn};
use canju::{Limits, Options, Position, Solver, Task};
use std::time::{Duration, Instant};

const USAGE: &str = "expected COUNT SEED SECONDS|games";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, what] = arguments.as_slice() else { panic!("{USAGE}") };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let games = Deals::new("20+17+17".parse()?, 1, seed)?.take(count).map(|hands| {
        let start = Position::new(&hands, Turn::default(), Ruleset::default()).expect("a deal");
        (start, played_by_rule(start))
    });
    if what == "games" {
        for (number, (start, moves)) in games.enumerate() {
            let text = |played: &Move| format!("\"{}\"", start.notation(*played));
            let hands: Vec<String> = start.hands().iter().map(|hand| format!("\"{hand}\"")).collect();
            let moves: Vec<String> = moves.iter().map(text).collect();
            println!("{{\"id\":\"{seed}:{number}\",\"hands\":[{}],\"moves\":[{}]}}", hands.join(","), moves.join(","));
        }
        return Ok(());
    }
    let limits = Limits { time: Some(Duration::from_secs_f64(what.parse()?)), ..Limits::default() };
    let mut solver = Solver::new(Options { threads: 1, ..Options::default() });
    let task = Task { limits, line: false, ..Task::default() };
    let mut total = [Duration::ZERO; 2];
    let (mut undecided, mut open, mut positions, mut searched, mut mistakes) = (0, 0, 0, 0, 0);
    for (number, (start, moves)) in games.enumerate() {
        let begin = Instant::now();
        let report = solver.solve(&start, &task);
        let alone = begin.elapsed();
        let reviewed = review(&mut solver, &start, &moves, &ReviewOptions { limits, ..ReviewOptions::default() })?;
        let unknown = reviewed.winners.iter().filter(|winner| winner.is_err()).count();
        println!(
            "{number:>3}  start {:<7} {:>9} nodes {:>9.3} s   review of {:>2} moves {:>9} nodes {:>9.3} s, {} mistakes, {unknown} unknown",
            report.verdict(),
            report.nodes(),
            alone.as_secs_f64(),
            moves.len(),
            reviewed.nodes,
            reviewed.elapsed.as_secs_f64(),
            reviewed.turning_points().count(),
        );
        total[0] += alone;
        total[1] += reviewed.elapsed;
        undecided += !report.verdict().is_decided() as usize;
        open += unknown;
        positions += reviewed.winners.len();
        searched += reviewed.searched;
        mistakes += reviewed.moves.iter().filter(|found| found.mark == Mark::GaveAway).count();
    }
    let [alone, reviewed] = total.map(|time| time.as_secs_f64());
    println!(
        "{count} starts in {alone:.1} s, {undecided} undecided; their reviews in {reviewed:.1} s, {:.2} times that: {positions} positions, \
         {searched} searched, {open} undecided, {mistakes} wins given away",
        reviewed / alone
    );
    Ok(())
}

/// A game of players with simple rules.
fn played_by_rule(start: Position) -> Vec<Move> {
    let (mut here, mut moves) = (start, Vec::new());
    while here.winner().is_none() {
        let played = by_rule(&here);
        here = here.play(played).expect("a legal move");
        moves.push(played);
    }
    moves
}

fn by_rule(here: &Position) -> Move {
    let moves = here.moves();
    let size = |played: &Move| played.combo().map_or(0, |combo| combo.cards.len());
    let rank = |played: &Move| played.combo().map(|combo| combo.shape.rank);
    let is_bomb =
        |played: &Move| played.combo().is_some_and(|combo| matches!(combo.shape.kind, Kind::Bomb | Kind::Rocket));
    match here.last() {
        None => {
            let key = |played: &&Move| (is_bomb(played), std::cmp::Reverse(size(played)), rank(played));
            *moves.iter().min_by_key(key).expect("a lead")
        }
        Some(last) if (last.by == 0) == (here.to_move() == 0) => Move::Pass,
        Some(_) => {
            let answers = moves
                .iter()
                .filter(|played| **played != Move::Pass && (!is_bomb(played) || size(played) == here.hand().len()));
            answers.min_by_key(|played| rank(played)).copied().unwrap_or(Move::Pass)
        }
    }
}
