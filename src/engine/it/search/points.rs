//! Points against the naive minimax of points in `oracle.rs`: the value, that of every first move, the best moves, and a line of play
//! that ends with just this value. The positions are drawn so that bombs are frequent.

use canju_engine::rules::{Move, Ruleset, Scoring, Side, State, Turn};
use canju_engine::{Experiment, Limits, Options, Position, Solver, Task, Techniques, Tuning, Verdict};
use canju_testing::budget::share;
use canju_testing::configurations;
use canju_testing::deals::{self, PRESETS, TWO_PACKS, WITH_QUAD_CHAINS, rule_strings, ruleset};
use canju_testing::drawn::{QUADS_IN_A_ROW, RECIPES, SEVERAL_BOMBS};
use canju_testing::edge;
use canju_testing::oracle::{Points, Staked, multiplies};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// What a run met.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    /// By the doublings with which the mover wins, and loses.
    won: [usize; 6],
    lost: [usize; 6],
    /// Positions where a move that wins does not win most, or one that loses loses more than it must.
    choices: usize,
    springs_possible: usize,
    answers: usize,
    /// Solves that a limit ended.
    limits: usize,
}

struct Checker {
    rng: StdRng,
    usual: Solver,
    drawn: Solver,
    met: Met,
}

/// Those with points.
pub const SCORINGS: [Scoring; 4] = [Scoring::Douzero, Scoring::Botzone, Scoring::Pagat, Scoring::Huanle];

impl Checker {
    fn new(seed: u64) -> Checker {
        let mut rng = deals::rng(seed);
        let options = Options { threads: 1, memory: 64 << 20, ..Options::default() };
        let usual = Solver::new(options);
        let drawn = Checker::another(&mut rng);
        Checker { rng, usual, drawn, met: Met::default() }
    }

    fn another(rng: &mut StdRng) -> Solver {
        let (options, experiment) = configurations::options(rng, Options { memory: 128 << 20, ..Options::default() });
        Solver::with_experiment(options, experiment)
    }

    fn check<const SEATS: usize>(&mut self, state: &State<SEATS>, text: &str, scoring: Scoring) {
        if self.met.positions.is_multiple_of(48) {
            self.drawn = Checker::another(&mut self.rng);
        }
        let rules = ruleset(text);
        let position = Position::of_state(*state, &rules);
        let (position, moves_made) = staked::<SEATS>(&mut self.rng, position, scoring);
        let stake = position.stakes().stake as i64;
        let unit = |seat: usize| stake * if SEATS == 3 && seat == 0 { 2 } else { 1 };
        let me = state.to_move();
        // From the points of seat 0 for a stake of 1.
        let for_mover = |points: i64| if me == 0 { unit(0) * points } else { -unit(me) * points };
        let has_spring = scoring.counts_spring() && SEATS == 3;
        // Where there is no spring, the same position is not looked at with other numbers of moves.
        let start = Staked { state: edge::state(state), moves_made: if has_spring { moves_made } else { [2; SEATS] } };
        let mut points = Points::new(edge::rules(text), has_spring);
        let value = for_mover(points.of(&start));
        let mut best: Vec<_> = points.best_moves(&start);
        best.sort();
        // Most of the time goes into the others.
        let is_fourth = self.met.positions.is_multiple_of(4);
        for all_moves in [true, false] {
            for (is_drawn, solver) in [(false, &mut self.usual), (true, &mut self.drawn)] {
                if !is_fourth && (is_drawn || !all_moves) {
                    continue;
                }
                let name = || format!("{position} made {moves_made:?}, drawn: {is_drawn}, all moves: {all_moves}");
                let task = match is_drawn {
                    false => Task { all_moves, ..Task::default() },
                    true => Task { all_moves, ..configurations::task() },
                };
                let report = solver.solve(&position, &task);
                let worth = report.worth().expect("points");
                assert!((worth.at_least..=worth.at_most).contains(&value), "{}: {value} {worth:?}", name());
                for (&(played, _), worth) in report.moves().iter().zip(report.worths()) {
                    let expected = for_mover(points.of_move(&start, edge::played(played)));
                    assert!((worth.at_least..=worth.at_most).contains(&expected), "{}: {played:?} {worth:?}", name());
                }
                if is_drawn && report.worths().iter().chain([&worth]).any(|worth| worth.value().is_none()) {
                    // A limit.
                    self.met.limits += 1;
                    continue;
                }
                assert_eq!(worth.value(), Some(value), "{} {worth:?}", name());
                assert_eq!(report.verdict() == Verdict::Win, value > 0, "{}", name());
                if all_moves {
                    for (&(played, verdict), worth) in report.moves().iter().zip(report.worths()) {
                        let expected = for_mover(points.of_move(&start, edge::played(played)));
                        assert_eq!(worth.value(), Some(expected), "{}: {played:?}", name());
                        assert_eq!(verdict == Verdict::Win, expected > 0, "{}: {played:?}", name());
                    }
                    assert_eq!(edge::moves(&report.best_moves()), best, "{}", name());
                    assert_eq!(report.moves().len(), report.worths().len());
                }
                let played = report.best().expect("a line has a first move");
                assert!(best.contains(&edge::played(played)), "{}: best {played:?}", name());
                check_line(&start, report.line(), &mut points, &name());
            }
        }
        self.note(&report_value(value, unit(me)), position, best.len() < points_moves(&mut points, &start));
    }

    fn note(&mut self, (wins, doublings): &(bool, usize), position: Position, has_choice: bool) {
        let met = &mut self.met;
        met.positions += 1;
        (if *wins { &mut met.won } else { &mut met.lost })[(*doublings).min(5)] += 1;
        met.choices += has_choice as usize;
        met.springs_possible += (position.stakes().moves_made != [2; 3]) as usize;
        met.answers += position.has_trick() as usize;
    }
}

/// The position with a scoring, a stake and moves made, and these moves.
pub fn staked<const SEATS: usize>(rng: &mut StdRng, position: Position, scoring: Scoring) -> (Position, [u8; SEATS]) {
    let stake = if rng.random() { None } else { Some(rng.random_range(1..5)) };
    loop {
        let made: [u8; 3] = std::array::from_fn(|_| *[0, 0, 1, 2].choose(rng).expect("some"));
        let given = (SEATS == 3).then_some(&made[..]);
        if let Ok(staked) = position.with_stakes(scoring, stake, given) {
            return (staked, std::array::from_fn(|seat| made[seat]));
        }
    }
}

fn report_value(value: i64, unit: i64) -> (bool, usize) {
    (value > 0, (value.abs() / unit).ilog2() as usize)
}

/// How many moves keep the winner.
fn points_moves<const SEATS: usize>(points: &mut Points<SEATS>, start: &Staked<SEATS>) -> usize {
    let value = points.of(start);
    points
        .moves_of(start)
        .into_iter()
        .filter(|&played| points.of_move(start, played).signum() == value.signum())
        .count()
}

/// The line is a game to its end in which no move gives points away.
fn check_line<const SEATS: usize>(start: &Staked<SEATS>, line: &[Move], points: &mut Points<SEATS>, name: &str) {
    let (mut here, mut stake) = (*start, 1);
    let value = points.of(start);
    for &played in line {
        let played = edge::played(played);
        assert!(points.moves_of(&here).contains(&played), "{name}: {line:?} is not a game");
        (here, stake) = (here.after(played), stake * multiplies(played));
        assert_eq!(stake * points.of(&here), value, "{name}: {line:?} gives points away by {played:?}");
    }
    assert!(here.state.finished().is_some(), "{name}: {line:?} does not end the game");
}

/// With few nodes some questions stay open: the bounds hold, and are not closed without an answer. Returns how many values stayed open
/// although the winner was known.
fn check_bounds<const SEATS: usize>(positions: usize, seed: u64) -> usize {
    let (mut rng, mut open) = (deals::rng(seed), 0);
    let experiment =
        Experiment { tuning: Tuning { nodes_between_looks: 1, ..Tuning::DEFAULT }, ..Experiment::default() };
    let mut solver =
        Solver::with_experiment(Options { threads: 1, memory: 32 << 20, ..Options::default() }, experiment);
    for text in PRESETS.iter().cycle().take(positions) {
        let rules = ruleset(text);
        let state: State<SEATS> = SEVERAL_BOMBS.draw(&mut rng, &rules);
        let position = Position::of_state(state, &rules).with_stakes(Scoring::Douzero, None, None).expect("stakes");
        let start = Staked { state: edge::state(&state), moves_made: [2; SEATS] };
        let points = Points::new(edge::rules(text), false).of(&start);
        let unit = if SEATS == 3 && state.to_move() == 0 { 2 } else { 1 };
        let value = if state.to_move() == 0 { unit * points } else { -points };
        for all_moves in [false, true] {
            for nodes in [1, 2, 3, 5, 8, 13, 21, 34] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let report = solver.solve(&position, &Task { all_moves, line: false, limits, ..Task::default() });
                let worth = report.worth().expect("points");
                assert!(
                    (worth.at_least..=worth.at_most).contains(&value),
                    "{position}, {nodes} nodes: {value} {worth:?}"
                );
                open += (report.verdict().is_decided() && worth.value().is_none()) as usize;
            }
        }
    }
    open
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let open = [check_bounds::<2>(share(300, 3), 821), check_bounds::<3>(share(300, 3), 822)];
    assert!(open.iter().all(|&open| open > 20), "{open:?}");
}

fn run<const SEATS: usize>(each: usize, texts: &[&str], seed: u64) {
    let mut checker = Checker::new(seed);
    for (n, text) in texts.iter().cycle().take(each).enumerate() {
        let state = with_bombs::<SEATS>(&mut checker.rng, n, &ruleset(text));
        checker.check(&state, text, SCORINGS[n / 3 % SCORINGS.len()]);
    }
    let met = &checker.met;
    println!("{SEATS} hands: {met:?}");
    let some = each / 200;
    assert!(met.won[..3].iter().chain(&met.lost[..3]).all(|&met| met > some), "{met:?}");
    assert!(met.choices > each / 20 && met.answers > each / 20, "{met:?}");
    assert!(SEATS == 2 || met.springs_possible > each / 10, "{met:?}");
}

/// One of so many parts of 5,000 positions, each with a seed of its own: that of the number in `CANJU_PART`, which the nightly script
/// takes from the day, so that another part has its turn every night; or all with `CANJU_PART=all`.
fn in_parts<const SEATS: usize>(parts: u64, texts: &[&str], seed: u64) {
    let wanted = std::env::var("CANJU_PART").unwrap_or_else(|_| "0".into());
    let chosen = match wanted.as_str() {
        "all" => 0..parts,
        number => {
            let part = number.parse::<u64>().expect("a number, or `all`") % parts;
            part..part + 1
        }
    };
    for part in chosen {
        run::<SEATS>(5_000, texts, seed + 1_000 * part);
        println!("part {part} of {parts}");
    }
}

/// A position with several bombs; every third time one of the usual drawn ones, in turn, if there is one pack.
pub fn with_bombs<const SEATS: usize>(rng: &mut StdRng, n: usize, rules: &Ruleset) -> State<SEATS> {
    match n % 3 {
        0 if rules.packs() == 1 => RECIPES[n / 3 % RECIPES.len()].draw(rng, rules),
        _ => SEVERAL_BOMBS.draw(rng, rules),
    }
}

/// The presets in turn, every fourth time a ban or a switch.
pub fn one_pack() -> Vec<&'static str> {
    let others = rule_strings().iter().enumerate();
    others.flat_map(|(n, other)| (0..3).map(move |k| PRESETS[(3 * n + k) % PRESETS.len()]).chain([*other])).collect()
}

/// Questions about both sides of positions that are alike but for whose turn it is: what the tables know of one game is kept for the
/// next, and nothing of it may be taken for the other side's goal.
fn kept<const SEATS: usize>(positions: usize, seed: u64) -> [usize; 2] {
    let (mut rng, mut met) = (deals::rng(seed), [0; 2]);
    for (n, text) in PRESETS.iter().cycle().take(positions).enumerate() {
        let rules = ruleset(text);
        let state: State<SEATS> = SEVERAL_BOMBS.draw(&mut rng, &rules);
        // With the partition table, and with the transposition table alone.
        let mut solvers = [Techniques::ALL, Techniques::NONE].map(|techniques| {
            let options = Options { threads: 1, memory: 32 << 20, keep: true };
            Solver::with_experiment(options, Experiment { techniques, ..Experiment::default() })
        });
        // The same hands, dealt to the seats in every order, each to lead.
        for (first, to_move) in (0..SEATS).flat_map(|first| (0..SEATS).map(move |to_move| (first, to_move))) {
            let hands: Vec<_> = (0..SEATS).map(|seat| state.hands()[(first + seat) % SEATS]).collect();
            let turn = Turn { to_move, last: None };
            let Ok(position) = Position::new(&hands, turn, rules) else { continue };
            let position = position.with_stakes(Scoring::Douzero, None, None).expect("stakes");
            let AnyStaked { start, unit } = AnyStaked::<SEATS>::of(&position);
            let mut points = Points::new(edge::rules(text), false);
            let for_mover = |points: i64| if to_move == 0 { unit * points } else { -points };
            let value = for_mover(points.of(&start));
            // The questions of all moves are about both sides.
            for solver in &mut solvers {
                for all_moves in [false, true] {
                    let report = solver.solve(&position, &Task { all_moves, line: false, ..Task::default() });
                    let techniques = solver.experiment().techniques;
                    let worth = report.worth().expect("points");
                    assert_eq!(worth.value(), Some(value), "{position}, number {n}: {techniques:?}");
                    for (&(played, _), worth) in report.moves().iter().zip(report.worths()) {
                        let expected = for_mover(points.of_move(&start, edge::played(played)));
                        assert_eq!(worth.value(), Some(expected), "{position}, number {n}: {played} {techniques:?}");
                    }
                }
            }
            met[(value > 0) as usize] += (value.abs() > unit) as usize;
        }
    }
    met
}

/// A position for the oracle, and the points of the player to move for a stake of 1.
struct AnyStaked<const SEATS: usize> {
    start: Staked<SEATS>,
    unit: i64,
}

impl<const SEATS: usize> AnyStaked<SEATS> {
    fn of(position: &Position) -> AnyStaked<SEATS> {
        let unit = if SEATS == 3 && position.to_move() == 0 { 2 } else { 1 };
        AnyStaked { start: Staked { state: edge::state_of(position), moves_made: [2; SEATS] }, unit }
    }
}

#[test]
fn a_goal_of_one_side_is_not_taken_for_that_of_the_other() {
    let met = [kept::<2>(share(600, 8), 831), kept::<3>(share(60, 8), 832)];
    assert!(met.iter().flatten().all(|&met| met > 5), "{met:?}");
    // Positions that were once taken for each other: the rocket is the first hand's and the bomb the other's, and the other way about.
    for [one, other] in [
        ["68XD | 32222 | turn=2 last=5 scoring=huanle stake=2", "72222 | 6TAXD | turn=2 scoring=huanle stake=2"],
        [
            "8JAAAA | 6TTXD | turn=2 last=7 scoring=huanle stake=2",
            "55AXD | 89999A2 | turn=2 last=6 scoring=huanle stake=2",
        ],
        ["TJKXD | 3J2222 | turn=2 last=Q scoring=huanle stake=2", "692222 | 589AXD | turn=2 scoring=huanle stake=2"],
    ] {
        let [one, other]: [Position; 2] = [one, other].map(|text| text.parse().expect("a position"));
        let mut solver = Solver::new(Options { threads: 1, memory: 32 << 20, keep: true });
        let wins = |solver: &mut Solver, position: &Position| {
            solver.consult(position, &Task::default(), |asked| asked.wins(position, Side::First, Some(4)))
        };
        let alone = wins(&mut Solver::new(Options { threads: 1, ..Options::default() }), &other);
        wins(&mut solver, &one);
        assert_eq!((wins(&mut solver, &other), alone), (Verdict::Loss, Verdict::Loss), "{other} after {one}");
    }
}

/// Quads in a row don't double, and take away what could have.
fn quad_chains<const SEATS: usize>(each: usize, seed: u64) {
    let mut checker = Checker::new(seed);
    for (n, text) in WITH_QUAD_CHAINS.iter().cycle().take(each).enumerate() {
        let state = QUADS_IN_A_ROW.draw::<SEATS>(&mut checker.rng, &ruleset(text));
        checker.check(&state, text, SCORINGS[n / 6 % SCORINGS.len()]);
    }
    let met = &checker.met;
    println!("{SEATS} hands, quads in a row: {met:?}");
    assert!(met.won[1..3].iter().chain(&met.lost[..2]).all(|&met| met > each / 100), "{met:?}");
}

#[test]
fn sample_of_points_with_quads_in_a_row() {
    quad_chains::<2>(share(600, 10), 805);
    quad_chains::<3>(share(300, 10), 806);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_points_with_quads_in_a_row() {
    quad_chains::<2>(10_000, 815);
    quad_chains::<3>(5_000, 816);
}

#[test]
fn sample_of_points_of_two_hands() {
    run::<2>(share(2_000, 10), &one_pack(), 801);
}

#[test]
fn sample_of_points_of_three_hands() {
    run::<3>(share(600, 12), &one_pack(), 802);
}

#[test]
fn sample_of_points_of_two_packs() {
    run::<2>(share(500, 5), &TWO_PACKS, 803);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_points_of_two_hands() {
    in_parts::<2>(30, &one_pack(), 811);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_points_of_three_hands() {
    in_parts::<3>(10, &one_pack(), 812);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_points_of_two_packs() {
    in_parts::<2>(4, &TWO_PACKS, 813);
}
