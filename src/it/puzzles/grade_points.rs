//! Grades of positions that are played for points, against the naive minimax of points.

use crate::commands::program::{directory, program, run};
use canju::grade::{Grade, Grader};
use canju::rules::{Hand, Scoring};
use canju::{Limits, Position, StopFlag, Verdict};
use canju_engine::rules::{Move, Rank, State};
use canju_testing::budget::share;
use canju_testing::deals::{self, PRESETS, ruleset};
use canju_testing::drawn::SEVERAL_BOMBS;
use canju_testing::edge;
use canju_testing::oracle::{Points, Staked, multiplies};
use rand::RngExt;
use std::collections::BTreeSet;

/// What met the tests' conditions.
#[derive(Default, Debug)]
struct Met {
    /// Positions that are won.
    won: usize,
    /// Traps, and of these the ones that still win, for less.
    traps: usize,
    poorer: usize,
    /// Cards that don't matter, and that do.
    idle: [usize; 2],
    /// Only moves on lines of positions that are won, and that are lost.
    only: [usize; 2],
    /// Simple players that keep the points, and that begin wrong.
    players: [usize; 2],
}

/// A game that is played for points, by the oracle.
struct Game<const SEATS: usize> {
    points: Points<SEATS>,
    start: Position,
    moves_made: [u8; SEATS],
}

impl<const SEATS: usize> Game<SEATS> {
    /// What a position of this game is worth for the player to move first, without the bombs before it.
    fn worth(&mut self, position: &Position, moves_made: [u8; SEATS]) -> i64 {
        self.points.of(&Staked { state: edge::state_of(position), moves_made })
    }

    /// The points that it gets by each set of cards, none for a pass, if it plays the best move with these cards.
    fn sets(&mut self, here: &Position, moves_made: [u8; SEATS], stake: i64) -> Vec<(Hand, i64)> {
        let at = Staked { state: edge::state_of::<SEATS>(here), moves_made };
        let mut sets: Vec<(Hand, i64)> = Vec::new();
        for played in self.points.moves_of(&at) {
            let cards = played.as_ref().map_or(Hand::EMPTY, |reading| edge::hand(&reading.cards));
            let points = stake * multiplies(played) * self.points.of(&at.after(played));
            let points = of_player(here, points, SEATS);
            match sets.iter_mut().find(|(other, _)| *other == cards) {
                Some((_, most)) => *most = points.max(*most),
                None => sets.push((cards, points)),
            }
        }
        sets
    }
}

/// Points of seat 0 as those of the player to move.
fn of_player(here: &Position, points: i64, seats: usize) -> i64 {
    match here.to_move() {
        0 => points,
        _ => -points / if seats == 3 { 2 } else { 1 },
    }
}

fn cards(played: Move) -> Hand {
    played.combo().map_or(Hand::EMPTY, |combo| combo.cards)
}

/// The sets of cards that get so many points at least.
fn reaching(sets: &[(Hand, i64)], points: i64) -> BTreeSet<Hand> {
    sets.iter().filter(|(_, found)| *found >= points).map(|(cards, _)| *cards).collect()
}

fn check<const SEATS: usize>(count: usize, seed: u64) -> Met {
    let (mut rng, mut met) = (deals::rng(seed), Met::default());
    let mut grader = Grader::new(Limits::default(), StopFlag::default());
    for text in PRESETS.iter().cycle().take(count) {
        let rules = ruleset(text);
        let drawn: State<SEATS> = SEVERAL_BOMBS.draw(&mut rng, &rules);
        let made: [u8; 3] = if rng.random() { [2; 3] } else { [1, rng.random_range(0..2), rng.random_range(0..2)] };
        let stake: u64 = rng.random_range(1..4);
        let position = Position::of_state(drawn, &rules);
        let staked = position.with_stakes(Scoring::Huanle, Some(stake), (SEATS == 3).then_some(&made[..]));
        // These moves can't have been made.
        let Ok(start) = staked else { continue };
        // Two hands have no spring.
        let moves_made: [u8; SEATS] = std::array::from_fn(|seat| if SEATS == 3 { made[seat] } else { 2 });
        let mut game: Game<SEATS> = Game { points: Points::new(edge::rules(text), SEATS == 3), start, moves_made };
        let unit = stake as i64 * if SEATS == 3 { 2 } else { 1 };
        let value = of_player(&start, unit * game.worth(&start, moves_made), SEATS);
        let grade = grader.grade(&start).expect("a grade");
        assert_eq!(grade.value, Some(value), "{start}");
        assert_eq!(grade.verdict, if value > 0 { Verdict::Win } else { Verdict::Loss }, "{start}");
        assert_eq!(grade.lookahead, None);
        check_line(&mut game, &grade, unit, value, &mut met);
        if value > 0 {
            met.won += 1;
            check_won(&mut game, &grade, unit, value, &mut met);
        } else {
            assert!(grade.winning.is_empty() && grade.simple_players.is_empty() && grade.themes.is_empty());
        }
    }
    met
}

/// Compares the grade of a won position with what the oracle says of every set of cards.
fn check_won<const SEATS: usize>(game: &mut Game<SEATS>, grade: &Grade, unit: i64, value: i64, met: &mut Met) {
    let start = game.start;
    let sets = game.sets(&start, game.moves_made, unit);
    let best = reaching(&sets, value);
    assert_eq!(grade.choices, sets.len(), "{start}");
    assert_eq!(grade.winning.iter().map(|&played| cards(played)).collect::<BTreeSet<_>>(), best, "{start}");
    for trap in &grade.traps {
        assert!(!best.contains(&cards(trap.played)), "{start}: {trap:?}");
        met.traps += 1;
        met.poorer += reaching(&sets, 1).contains(&cards(trap.played)) as usize;
    }
    for player in &grade.simple_players {
        assert_eq!(player.starts_right, best.contains(&cards(player.first)), "{start}: {player:?}");
        assert!(player.starts_right || !player.wins, "{start}: {player:?}");
        met.players[0] += player.wins as usize;
        met.players[1] += !player.starts_right as usize;
    }
    for seat in 0..SEATS {
        for rank in start.hands()[seat].ranks() {
            let says = grade.idle.iter().any(|card| (card.seat, card.rank) == (seat, rank));
            assert_eq!(says, is_idle(game, seat, rank, unit, value, &best), "{start}: {rank} of hand {}", seat + 1);
            met.idle[!says as usize] += 1;
        }
    }
}

/// On the line nobody gives points away, and the winner's decisions are counted.
fn check_line<const SEATS: usize>(game: &mut Game<SEATS>, grade: &Grade, unit: i64, value: i64, met: &mut Met) {
    let (start, mut here, mut stake) = (game.start, game.start, unit);
    let (mut moves_made, mut decisions, mut only) = (game.moves_made, 0, 0);
    for &played in &grade.line.moves {
        let of_player = start.points_for(here.to_move(), value);
        if of_player > 0 {
            let sets = game.sets(&here, moves_made, stake);
            let keeping = reaching(&sets, of_player).len();
            decisions += (sets.len() > 1) as usize;
            only += (sets.len() > 1 && keeping == 1) as usize;
        }
        let at = Staked { state: edge::state_of::<SEATS>(&here), moves_made };
        moves_made = at.after(edge::played(played)).moves_made;
        stake *= multiplies(edge::played(played));
        here = here.play(played).expect("a legal move");
    }
    let end = here.points_at_the_end().expect("a whole game");
    assert_eq!(here.points_for(start.to_move(), end), value, "{start}: {:?}", grade.line.moves);
    assert_eq!((grade.line.decisions, grade.line.only_moves), (decisions, only), "{start}");
    met.only[(value < 0) as usize] += only;
}

/// Do the same sets of cards, and no others, get as many points without this card?
fn is_idle<const SEATS: usize>(
    game: &mut Game<SEATS>,
    seat: usize,
    rank: Rank,
    unit: i64,
    value: i64,
    best: &BTreeSet<Hand>,
) -> bool {
    let mut hands = game.start.hands().to_vec();
    hands[seat] = hands[seat].minus(Hand::of(rank, 1));
    let Ok(less) = Position::new(&hands, game.start.turn(), *game.start.rules()) else { return false };
    let sets = game.sets(&less, game.moves_made, unit);
    reaching(&sets, value) == *best
}

#[test]
fn values_moves_traps_lines_players_and_cards_are_those_of_the_naive_minimax() {
    let two = check::<2>(share(400, 10), 81);
    let three = check::<3>(share(400, 10), 82);
    for met in [&two, &three] {
        assert!(met.won > 5 && met.traps > met.poorer && met.poorer > 0, "{met:?}");
        assert!(met.idle.iter().chain(&met.players).chain(&met.only).all(|&count| count > 2), "{met:?}");
    }
}

#[test]
fn a_pack_is_graded_by_its_scoring() {
    let pack = "33334444K | 55Q67 | expect=+4 best=3333\n33334444K | 55Q67 | expect=+2\n3 | 4 | scoring=win\n";
    let root = directory(&[("pack.ddz", pack.as_bytes())]);
    let graded = |format: &str| {
        let words = ["grade", "pack.ddz", "--scoring", "douzero", "--format", format];
        run(program().current_dir(root.path()).args(words))
    };
    let records = graded("jsonl");
    assert_eq!(records.code, Some(3), "{}", records.transcript());
    let found: Vec<serde_json::Value> =
        records.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(found[0]["value"], 4, "{}", found[0]);
    assert_eq!((&found[0]["scoring"], &found[0]["expected_value"]), (&"douzero".into(), &4.into()));
    assert_eq!((&found[1]["ok"], &found[2]["value"]), (&false.into(), &serde_json::Value::Null));
    assert!(graded("text").stdout.lines().nth(1).is_some_and(|row| row.contains(" win +4 ")));
}
