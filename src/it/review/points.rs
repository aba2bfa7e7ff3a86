//! Reviews of games that are played for points, against the naive minimax of points.

use canju::review::{ReviewOptions, review};
use canju::rules::Scoring;
use canju::{Options, Position, Solver};
use canju_engine::rules::{Move, State};
use canju_testing::budget::share;
use canju_testing::deals::{self, PRESETS, ruleset};
use canju_testing::drawn::SEVERAL_BOMBS;
use canju_testing::edge;
use canju_testing::oracle::{Points, Staked, multiplies};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Random games from positions with several bombs. Returns how many moves gave points away, and how many of these kept the win.
fn check<const SEATS: usize>(games: usize, seed: u64) -> [usize; 2] {
    let (mut rng, mut given_away, mut still_won) = (deals::rng(seed), 0, 0);
    let mut solver = Solver::new(Options { threads: 1, memory: 32 << 20, ..Options::default() });
    for text in PRESETS.iter().cycle().take(games) {
        let rules = ruleset(text);
        let state: State<SEATS> = SEVERAL_BOMBS.draw(&mut rng, &rules);
        let made: [u8; 3] = if rng.random() { [2; 3] } else { [1, rng.random_range(0..2), rng.random_range(0..2)] };
        let (position, stake) = (Position::of_state(state, &rules), rng.random_range(1..4));
        let staked = position.with_stakes(Scoring::Huanle, Some(stake), (SEATS == 3).then_some(&made[..]));
        // These moves can't have been made.
        let Ok(position) = staked else { continue };
        let (mut here, mut moves) = (position, Vec::<Move>::new());
        while here.winner().is_none() {
            moves.push(*here.moves().choose(&mut rng).expect("a move"));
            here = here.play(moves[moves.len() - 1]).expect("a legal move");
        }
        let found = review(&mut solver, &position, &moves, &ReviewOptions::default()).expect("legal moves");
        let mut points = Points::new(edge::rules(text), SEATS == 3);
        let mut at = Staked { state: edge::state(&state), moves_made: std::array::from_fn(|seat| made[seat]) };
        let mut stake = stake as i64 * if SEATS == 3 { 2 } else { 1 };
        let mut expected = vec![Some(stake * points.of(&at))];
        for &played in &moves {
            let played = edge::played(played);
            (at, stake) = (at.after(played), stake * multiplies(played));
            expected.push(Some(stake * points.of(&at)));
        }
        assert_eq!(found.values, expected, "{position}: {moves:?}");
        let mut by_seat = [0; SEATS];
        for (number, reviewed) in found.moves.iter().enumerate() {
            let unit = if SEATS == 3 && reviewed.player > 0 { 2 } else { 1 };
            let sign = if reviewed.player == 0 { 1 } else { -1 };
            let of_player = [number, number + 1].map(|at| sign * expected[at].expect("a value") / unit);
            assert_eq!(reviewed.points, Some(of_player), "{position}: {moves:?}");
            assert!(of_player[0] >= of_player[1], "no move is worth more than the best one");
            by_seat[reviewed.player] += of_player[0] - of_player[1];
            given_away += (of_player[0] > of_player[1]) as usize;
            still_won += (of_player[0] > of_player[1] && of_player[1] > 0) as usize;
        }
        let tallies = found.players();
        assert!(tallies.iter().zip(by_seat).all(|(tally, points)| tally.points_given_away == Some(points)));
    }
    [given_away, still_won]
}

#[test]
fn values_and_points_given_away() {
    let two = check::<2>(share(400, 12), 71);
    let three = check::<3>(share(400, 12), 72);
    assert!([two, three].iter().flatten().all(|&met| met > 10), "{two:?} {three:?}");
}

#[test]
fn without_points_there_are_none() {
    let start: Position = "3333K | 44Q".parse().expect("a position");
    let moves = [start.parse_move("3").expect("a move")];
    let found = review(&mut Solver::default(), &start, &moves, &ReviewOptions::default()).expect("legal moves");
    assert!(found.values.is_empty() && found.moves[0].points.is_none());
    assert_eq!(found.players()[0].points_given_away, None);
}
