//! The best move and the length of the game: wins at once, the quickest win and the longest resistance by brute force, and
//! certificates that begin with the move reported.

use crate::search::resistance::length;
use canju_engine::Experiment;
use canju_engine::Position;
use canju_engine::Techniques;
use canju_engine::proof::{Step, verify_and_visit};
use canju_engine::rules::{Hand, Move, Ruleset, Setup, State, classify, finishing_move};
use canju_engine::solver::Restored;
use canju_engine::{Limits, Options, Reason, Report, Resistance, Solver, Task, Verdict};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, rule_strings, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use std::collections::HashMap;
use std::ops::RangeInclusive;

fn solver() -> Solver {
    Solver::new(Options { threads: 1, memory: 16 << 20, ..Options::default() })
}

fn shortest() -> Task {
    Task { shortest: true, ..Task::default() }
}

fn quick() -> Task {
    Task { resistance: Resistance::Quick, ..Task::default() }
}

fn ends<const SEATS: usize>(position: &State<SEATS>, played: Move) -> bool {
    position.play(played).winner() == Some(position.side_to_move())
}

/// Deals whose first hand is often a combination: `best` sheds the last card whenever a move does, with and without a line,
/// with every first move decided, and for two and three hands.
fn check_wins_at_once<const SEATS: usize>(deals: usize, seed: u64) -> usize {
    let tasks =
        [Task { line: false, ..Task::default() }, quick(), Task { all_moves: true, line: false, ..Task::default() }];
    let mut solvers = tasks.map(|task| (solver(), task));
    let (mut rng, mut found) = (deals::rng(seed), 0);
    for number in 0..deals {
        let text = PRESETS[number % PRESETS.len()];
        let rules = ruleset(text);
        let draw = if number % 3 == 2 { deals::mid_trick::<SEATS> } else { deals::deal };
        let mut position = draw(&mut rng, 1..=7, &rules);
        if number % 2 == 0 && position.trick().is_none() {
            // A hand that is one combination: some move of a larger hand.
            let moves = position.moves(&rules);
            let cards = moves[rng.random_range(0..moves.len())].combo().expect("a leader plays").cards;
            let mut hands: [Hand; SEATS] = *position.hands();
            hands[0] = cards;
            position = Setup::new(hands, None).validate(&rules).expect("a position");
        }
        let finishing = position.moves(&rules).into_iter().find(|&played| ends(&position, played));
        assert_eq!(finishing_move(&position, &rules), finishing, "{position:?} {text}");
        if finishing.is_none() {
            continue;
        }
        found += 1;
        for (solver, task) in &mut solvers {
            let report = solver.solve(&Position::of_state(position, &rules), task);
            assert_eq!((report.verdict(), report.best()), (Verdict::Win, finishing), "{position:?} {text}");
            assert!(report.line().is_empty() || report.line() == [finishing.unwrap()], "{position:?} {text}");
            assert!(report.winning_moves().contains(&finishing.unwrap()));
        }
    }
    found
}

#[test]
fn a_win_at_once_is_played_at_once() {
    let found = check_wins_at_once::<2>(8_000, 1) + check_wins_at_once::<3>(2_000, 2);
    assert!(found > 4_000, "{found}");
}

#[test]
fn a_win_at_once_later_in_the_line_too() {
    let (mut rng, rules) = (deals::rng(3), Ruleset::default());
    let (mut solver, quick) = (solver(), quick());
    for _ in 0..300 {
        let position = deals::deal::<2>(&mut rng, 4..=8, &rules);
        let report = solver.solve(&Position::of_state(position, &rules), &quick);
        let mut here = position;
        for &played in report.line() {
            let wins = (here.to_move() == 0) == (report.verdict() == Verdict::Win);
            assert!(!wins || ends(&here, played) || finishing_move(&here, &rules).is_none(), "{:?}", report.line());
            here = here.play(played);
        }
    }
}

/// The number of plies is that of brute force; `best` and the line are of such a game, whatever threads and memory.
fn check_shortest<const SEATS: usize>(n: usize, cards: RangeInclusive<usize>, texts: &[&str], seed: u64) {
    let of = |threads, memory| Solver::new(Options { threads, memory, ..Options::default() });
    let mut solvers = [
        (solver(), shortest()),
        (of(1, 64 << 10), shortest()),
        (of(3, 64 << 20), Task { shortest: true, ..quick() }),
        (solver(), Task { all_moves: true, ..shortest() }),
    ];
    let mut rng = deals::rng(seed);
    for (number, text) in texts.iter().cycle().take(n).enumerate() {
        let rules = ruleset(text);
        let draw = if number % 3 == 2 { deals::mid_trick::<SEATS> } else { deals::deal };
        let position = draw(&mut rng, cards.clone(), &rules);
        let (mut oracle, state) = (Oracle::new(edge::rules(text)), edge::state(&position));
        let wins = !oracle.winning_moves(&state).is_empty();
        let plies = length(&state, &mut oracle, &mut HashMap::new());
        let reports =
            solvers.each_mut().map(|(solver, task)| solver.solve(&Position::of_state(position, &rules), task));
        for report in &reports {
            let name = format!("{:?} {:?} {text} {:?}", position.hands(), position.trick(), report.line());
            assert_eq!(report.verdict() == Verdict::Win, wins, "{name}");
            assert_eq!((report.plies(), report.plies_limit()), (Some(plies as u16), None), "{name}");
            assert_eq!(report.line().len(), plies, "{name}");
            assert_eq!(report.best(), report.line().first().copied().filter(|_| wins), "{name}");
            assert_eq!(report.line(), reports[0].line(), "{name}");
            let end =
                report.line().iter().fold(position, |here, &played| here.try_play(played, &rules).expect("legal"));
            assert_eq!(end.winner() == Some(position.side_to_move()), wins, "{name}");
        }
    }
}

#[test]
fn the_shortest_game_is_that_of_brute_force() {
    check_shortest::<2>(150, 2..=6, &PRESETS, 11);
    check_shortest::<2>(100, 2..=6, rule_strings(), 12);
}

#[test]
fn and_with_two_packs() {
    check_shortest::<2>(40, 2..=6, &TWO_PACKS, 13);
}

#[test]
fn and_with_three_hands() {
    check_shortest::<3>(100, 1..=4, &PRESETS, 14);
}

#[test]
#[ignore = "all: scripts/check/check_against_oracle.sh"]
fn full_shortest_games() {
    check_shortest::<2>(2_000, 2..=7, &PRESETS, 15);
    check_shortest::<2>(2_000, 2..=6, rule_strings(), 16);
    check_shortest::<3>(1_000, 1..=4, &PRESETS, 17);
}

/// Without `shortest` no move that wins sooner is known to cost less: small positions get the quickest.
#[test]
fn where_it_is_cheap_the_best_move_wins_soonest() {
    let (mut rng, mut usual) = (deals::rng(21), solver());
    for (number, text) in PRESETS.iter().cycle().take(120).enumerate() {
        let rules = ruleset(text);
        let draw = if number % 3 == 2 { deals::mid_trick::<2> } else { deals::deal };
        let position = draw(&mut rng, 2..=6, &rules);
        let report = usual.solve(&Position::of_state(position, &rules), &Task::default());
        let mut oracle = Oracle::new(edge::rules(text));
        let plies = length(&edge::state(&position), &mut oracle, &mut HashMap::new());
        assert_eq!((report.line().len(), report.plies()), (plies, None), "{:?} {text}", position.hands());
        assert_eq!(report.best().is_some(), report.verdict() == Verdict::Win);
    }
}

fn large() -> (State<2>, Ruleset) {
    let rules = Ruleset::default();
    (State::parse(["4445678899KK2", "345567TTTKKAA"], None, &rules).expect("a position"), rules)
}

#[test]
fn a_limit_leaves_the_verdict_without_plies() {
    let (position, rules) = large();
    let solve = |task: &Task| solver().solve(&Position::of_state(position, &rules), task);
    let found = solve(&Task { line: false, ..Task::default() });
    assert!(found.plies().is_none() && found.plies_limit().is_none(), "not asked for");
    let limits = Limits { nodes: Some(found.nodes() + 20), ..Limits::default() };
    let cut = solve(&shortest().within(limits));
    assert_eq!((cut.verdict(), cut.nodes()), (Verdict::Win, found.nodes()));
    assert_eq!((cut.plies(), cut.plies_limit()), (None, Some(Reason::Nodes)));
    assert_eq!(cut.best(), found.best());
    let whole = solve(&shortest());
    assert_eq!((whole.plies(), whole.nodes(), whole.line().len()), (Some(17), found.nodes(), 17));
    assert!(whole.statistics().length_nodes > 100 && found.statistics().length_nodes == 0);
}

/// The first move of a certificate.
fn first_move(solver: &mut Solver, report: &Report, task: &Task) -> Step {
    let (mut certificate, mut first) = (Vec::new(), None);
    solver.certify(report, task, &mut certificate).expect("a certificate");
    verify_and_visit(
        &certificate[..],
        1 << 30,
        Some(&mut |visit| {
            first.get_or_insert(visit.step);
            Ok(())
        }),
    )
    .expect("a certificate that holds");
    first.expect("a position")
}

#[test]
fn a_certificate_begins_with_the_best_move() {
    let (mut rng, rules) = (deals::rng(31), Ruleset::default());
    let mut wins = 0;
    for number in 0..200 {
        let task = if number % 2 == 0 { shortest() } else { Task { all_moves: true, ..Task::default() } };
        let position = deals::deal::<2>(&mut rng, 3..=7, &rules);
        let mut solver = solver();
        let report = solver.solve(&Position::of_state(position, &rules), &task);
        let Some(best) = report.best() else { continue };
        wins += 1;
        let expected = if classify(position.hand(), &rules).is_empty() { Step::Plays(best) } else { Step::Finishes };
        assert_eq!(first_move(&mut solver, &report, &task), expected, "{:?}", position.hands());
        // Any other winning move, if it is reported as the best, is proved as well.
        for &other in report.winning_moves() {
            let found = Restored { best: Some(other), ..Restored::default() };
            let report = Report::restored(*report.position(), Verdict::Win, found);
            let step = first_move(&mut solver, &report, &task);
            assert!(step == Step::Plays(other) || step == Step::Finishes, "{:?}", position.hands());
        }
    }
    assert!(wins > 50, "{wins}");
}

/// One key can stand for a position of two hands and for one of three. So questions and certificates about three hands must not
/// use what the tables hold about two.
#[test]
fn tables_of_two_hands_say_nothing_about_three() {
    let (mut rng, rules) = (deals::rng(41), Ruleset::default());
    let options = Options { threads: 1, memory: 16 << 20, keep: true };
    let task = Task { line: false, ..Task::default() };
    let experiment = Experiment { techniques: Techniques::NONE, ..Experiment::default() };
    let mut solver = Solver::with_experiment(options, experiment);
    for _ in 0..400 {
        for _ in 0..20 {
            solver.solve(&Position::of_state(deals::deal::<2>(&mut rng, 1..=5, &rules), &rules), &task);
        }
        let three = deals::deal::<3>(&mut rng, 1..=3, &rules);
        let wins = Oracle::new(edge::rules("huanle")).wins(&edge::state(&three));
        let asked_about = Position::of_state(three, &rules);
        let found = solver.consult(&asked_about, &task, |asked| asked.decide(&asked_about).0);
        assert_eq!(found, if wins { Verdict::Win } else { Verdict::Loss }, "{:?}", three.hands());
    }
}
