//! `canju generate`: what it makes is what was asked for, by other means than its own, and the same every time.

use crate::commands::program::{canju, directory, program, run};
use canju::grade::{Grader, structure};
use canju::puzzle::{Difficulty, Expectation, Puzzle, read};
use canju::rules::Ruleset;
use canju::{Limits, StopFlag, Verdict};
use canju_engine::rules::AnyState;
use canju_testing::budget::{full, share};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The pack that this command line makes, words separated by spaces.
fn pack(line: &str) -> String {
    let found = canju(["generate"].into_iter().chain(line.split(' ')));
    assert_eq!(found.code, Some(0), "{line}: {}", found.stderr);
    found.stdout
}

fn puzzles(pack: &str) -> Vec<Puzzle> {
    read(pack.as_bytes(), "pack", Ruleset::default()).map(|puzzle| puzzle.expect("a puzzle")).collect()
}

/// How many sets of cards win at first, according to `canju batch --all-moves`.
fn winning_sets(puzzle: &Puzzle) -> usize {
    let solve = ["batch", "-", "--all-moves", "--format", "jsonl", "-q"];
    let found = run(program().args(solve).write_stdin(format!("{}\n", puzzle.position)));
    let record: Value = serde_json::from_str(&found.stdout).expect("JSON");
    let cards = |played: &Value| played.as_str().expect("a move").split(':').next().unwrap_or_default().to_owned();
    record["winning_moves"].as_array().expect("a list").iter().map(cards).collect::<BTreeSet<_>>().len()
}

#[test]
fn unique_means_one_set_of_cards_by_solve_all_moves() {
    for line in [
        &*format!("--cards 10+10 --unique --count {} --seed 1 -q", share(12, 4)),
        &*format!("--cards 7..9+6 --unique --count {} --seed 3 --rules rlcard -q", share(6, 2)),
        "--cards 6+5+5 --unique --count 3 --seed 2 -q",
        "--cards 7+7 --unique --count 3 --seed 2 --rules huanle,packs=2 -q",
        "--cards 6+5+5 --turn 2 --unique --count 3 --seed 2 -q",
        "--cards 6+5+5 --turn 3 --by 1 --unique --count 3 --seed 2 -q",
        "--cards 7+7 --by 2 --unique --count 3 --seed 2 -q",
    ] {
        let made = puzzles(&pack(line));
        assert!(made.len() >= 3);
        for puzzle in made {
            assert_eq!(winning_sets(&puzzle), 1, "{puzzle}");
            let best = puzzle.expected.and_then(Expectation::best).expect("a best move");
            assert_eq!(puzzle.position.last().is_some(), line.contains("--by"));
            assert!(best.combo().is_some() || puzzle.position.last().is_some());
        }
    }
}

/// Several sets of cards win, and one wins so many times the stake.
#[test]
fn points_are_won_by_one_set_of_several_that_win() {
    for (line, least) in [
        ("--cards 9..11+8 --scoring huanle --times 4 --unique --count 4 --seed 1 -q", 4),
        ("--cards 9..11+6+6 --scoring douzero --times 2 --unique --count 2 --seed 1 -q", 4),
        ("--cards 7+8..9+6 --turn 2 --scoring botzone --times 4 --unique --count 2 --seed 1 -q", 4),
    ] {
        let made = puzzles(&pack(line));
        assert!(made.len() >= 2);
        for puzzle in made {
            let value = puzzle.expected.and_then(Expectation::value).expect("a value");
            assert!(value >= least && value % least == 0, "{puzzle}");
            assert!(winning_sets(&puzzle) > 1, "{puzzle}");
            let solve = ["batch", "-", "--all-moves", "--format", "jsonl", "-q"];
            let found = run(program().args(solve).write_stdin(format!("{puzzle}\n")));
            let record: Value = serde_json::from_str(&found.stdout).expect("JSON");
            assert_eq!((&record["ok"], &record["value"]), (&true.into(), &value.into()), "{record}");
            let cards =
                |played: &Value| played.as_str().expect("a move").split(':').next().unwrap_or_default().to_owned();
            let best: BTreeSet<String> = record["best_moves"].as_array().expect("a list").iter().map(cards).collect();
            assert_eq!(best.len(), 1, "{record}");
        }
    }
}

/// A farmer to move and win, and one that answers a trick: as often as asked for, the hand to move as asked for, by the naive solver.
#[test]
fn small_ones_of_three_hands_are_what_the_naive_solver_says() {
    let count = share(4, 2);
    for (turn, by) in [(1, None), (2, None), (3, None), (1, Some(3)), (2, Some(1)), (3, Some(2)), (2, Some(3))] {
        let by_words = by.map_or(String::new(), |by| format!(" --by {by}"));
        let made = puzzles(&pack(&format!(
            "--cards 4..5+4+4 --turn {turn}{by_words} --unique --count {count} --seed {turn} -q"
        )));
        for puzzle in made {
            assert_eq!(puzzle.position.to_move(), turn - 1, "{puzzle}");
            assert_eq!(puzzle.position.last().map(|last| last.by + 1), by, "{puzzle}");
            let AnyState::Three(position) = puzzle.position.state() else { panic!("three hands") };
            let mut oracle = Oracle::new(edge::rules("huanle"));
            let winning = oracle.winning_moves(&edge::state(position));
            let sets: BTreeSet<_> = winning.iter().map(|played| played.as_ref().map(|reading| reading.cards)).collect();
            let best = puzzle.expected.and_then(Expectation::best).expect("a best move");
            assert_eq!(sets, BTreeSet::from([edge::played(best).map(|reading| reading.cards)]), "{puzzle}");
        }
    }
    let lost = puzzles(&pack("--cards 4+4+4 --turn 2 --verdict loss --count 4 --seed 1 -q"));
    for puzzle in lost {
        let AnyState::Three(position) = puzzle.position.state() else { panic!("three hands") };
        assert!(!Oracle::new(edge::rules("huanle")).wins(&edge::state(position)), "{puzzle}");
    }
}

/// A theme that is asked for is there, and written on the line.
#[test]
fn themes_are_made_on_request() {
    for line in [
        "--cards 7+7 --unique --theme gives_up_lead",
        "--cards 7+7 --theme sacrifices_bomb",
        "--cards 7+7 --by 2 --unique --theme refuses_to_beat",
        "--cards 6+5+5 --turn 2 --unique --theme feeds_partner",
        "--cards 6+5+5 --turn 3 --by 2 --theme lets_partner_through",
    ] {
        let theme = line.split(' ').next_back().and_then(|name| name.parse().ok()).expect("a theme");
        for puzzle in puzzles(&pack(&format!("{line} --count {} --seed 1 -q", share(2, 2)))) {
            assert!(puzzle.themes.contains(&theme), "{puzzle}");
            let found = Grader::new(Limits::default(), StopFlag::default()).grade(&puzzle.position).expect("a grade");
            assert_eq!(found.themes, puzzle.themes, "{puzzle}");
        }
    }
}

#[test]
fn small_ones_are_what_the_naive_solver_says() {
    let unique = puzzles(&pack("--cards 5+5 --unique --count 12 --seed 4 -q"));
    let lost = puzzles(&pack("--cards 4..5+5 --verdict loss --count 6 --seed 4 -q"));
    let won = puzzles(&pack("--cards 5+4 --verdict win --count 6 --seed 4 -q"));
    for puzzle in unique.iter().chain(&lost).chain(&won) {
        let AnyState::Two(position) = puzzle.position.state() else { panic!("two hands") };
        let mut oracle = Oracle::new(edge::rules("huanle"));
        let winning = oracle.winning_moves(&edge::state(position));
        let sets: BTreeSet<_> = winning.iter().map(|played| played.as_ref().map(|reading| reading.cards)).collect();
        let expected = puzzle.expected.expect("an answer");
        assert_eq!(expected.verdict() == Verdict::Win, !sets.is_empty(), "{puzzle}");
        if unique.contains(puzzle) {
            assert_eq!(sets.len(), 1, "{puzzle}");
            assert_eq!(
                winning[0].as_ref().map(|reading| reading.cards),
                edge::played(expected.best().unwrap()).map(|r| r.cards)
            );
        }
    }
    assert!(lost.iter().all(|puzzle| puzzle.expected.is_some_and(|expected| expected.verdict() == Verdict::Loss)));
    assert!(won.iter().all(|puzzle| puzzle.expected.is_some_and(|expected| expected.verdict() == Verdict::Win)));
}

#[test]
fn the_same_seed_gives_the_same_pack_with_any_number_of_threads() {
    let line = "--cards 8..9+8 --unique --difficulty 2..3.5 --count 8 --seed 11 -q --threads";
    let one = pack(&format!("{line} 1"));
    assert_eq!(one, pack(&format!("{line} 2")));
    assert_eq!(one, pack(&format!("{line} 5")));
    insta::assert_snapshot!("generated_pack", one);
    // And the same as on any other machine; another seed gives another pack.
    assert_ne!(one.lines().nth(2), pack(&format!("{} 1", line.replace("11", "12"))).lines().nth(2));
    // A puzzle alone, by its seed.
    let last = one.lines().last().expect("a puzzle");
    let seed = last.split("seed=").nth(1).expect("a seed");
    let alone = pack(&format!("--cards 8..9+8 --unique --difficulty 2..3.5 --count 1 --seed {seed} -q"));
    assert_eq!(alone.lines().last(), Some(last));
    // The command at the head makes the pack again.
    let head = one.lines().next().and_then(|line| line.strip_prefix("# canju generate ")).expect("a command");
    assert_eq!(one, pack(&format!("{head} -q")));
}

#[test]
fn what_is_asked_for_is_what_comes() {
    let graded = |line: &str| -> Vec<Value> {
        let text = pack(&format!("{line} --format jsonl -q"));
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    for record in graded("--cards 7..9+8 --unique --difficulty 2.5..3 --count 5 --seed 1") {
        let difficulty = record["difficulty"].as_f64().expect("a number");
        assert!((2.5..=3.0).contains(&difficulty), "{record}");
        assert!(record["structure"].as_u64() >= Some(55), "{record}");
        let sizes: Vec<usize> =
            record["hands"].as_array().unwrap().iter().map(|hand| hand.as_str().unwrap().len()).collect();
        assert!((7..=9).contains(&sizes[0]) && sizes[1] == 8, "{record}");
    }
    for record in graded("--cards 5..7+5..7 --unique --minimal --count 3 --seed 1") {
        assert_eq!(record["idle_cards"], serde_json::json!(["", ""]), "{record}");
    }
    for record in graded("--cards 6+7 --verdict loss --count 3 --seed 5") {
        assert!(record["needed"][0].as_u64() < record["needed"][1].as_u64(), "it looks won: {record}");
    }
    // Its JSON lines are puzzles for the other commands.
    let lines = canju(["generate", "--cards", "5+5", "--count", "4", "--seed", "9", "--format", "jsonl", "-q"]).stdout;
    let solved = run(program().args(["batch", "-", "--format", "jsonl", "-q"]).write_stdin(lines));
    assert_eq!((solved.code, solved.stdout.matches("\"ok\":true").count()), (Some(0), 4), "{}", solved.transcript());
}

/// So few cards that positions come again and again: each only once, and none that ships.
#[test]
fn no_two_are_alike() {
    let made = pack("--cards 3+3 --count 30 --seed 1 -q");
    let root = directory(&[("made.ddz", made.as_bytes())]);
    let report = run(program().current_dir(root.path()).args(["batch", "made.ddz", "--dedupe-report"]));
    assert_eq!((report.stdout.as_str(), report.stderr.as_str()), ("", "30 puzzles, 30 positions, 0 repeats\n"));
    let seeds: Vec<u64> =
        puzzles(&made).iter().map(|puzzle| puzzle.seed.as_ref().unwrap()[2..].parse().unwrap()).collect();
    assert!(seeds.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(*seeds.last().unwrap() > 30, "no candidate was a repeat");
}

#[test]
fn refusals() {
    let lines = [
        "--cards 10",
        "--cards 2+10",
        "--cards 10+21",
        "--cards 20+20+20",
        "--cards 10..8+10",
        "--cards ten+10",
        "--cards 5+5+5+5",
        "--cards 5+5 --difficulty 4..3",
        "--cards 5+5 --difficulty 0..3",
        "--cards 5+5 --difficulty hard",
        "--cards 5+5 --rules nonsense",
        "--cards 5+5+5 --rules huanle,packs=2",
        "--cards 5+5 --verdict loss --unique",
        "--cards 5+5 --count 0",
        "--cards 5+5 --seed x",
        "--cards 5+5 --turn 3",
        "--cards 5+5 --turn 0",
        "--cards 5+5 --by 1",
        "--cards 20+17+17 --by 2",
        "--cards 5+5 --theme brilliant",
        "--cards 5+5 --theme only_pass",
        "--cards 5+5 --by 2 --theme gives_up_lead",
        "--cards 5+5+5 --theme feeds_partner",
        "--cards 5+5+5 --turn 2 --by 1 --theme lets_partner_through",
        "--cards 5+5+5 --turn 2 --by 3 --theme refuses_to_beat",
        "--cards 5+5 --verdict loss --theme long_way",
        "--cards 5+5 --times 3",
        "--cards 5+5 --times 2",
        "--cards 7+5 --scoring huanle --times 8",
        "--cards 5+3+3 --scoring huanle --times 2 --turn 2 --rules huanle,-rocket",
        "--cards 9+5 --scoring huanle --times 2 --verdict loss",
        "--cards 5+5 --scoring nonsense",
        "--cards 5+5 --output no-such-directory/pack.ddz",
        "",
    ];
    let said = lines.iter().map(|line| {
        let found = canju(["generate"].into_iter().chain(line.split(' ').filter(|word| !word.is_empty())));
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{line}");
        format!("{line}\n  {}", found.stderr.lines().next().unwrap_or_default())
    });
    insta::assert_snapshot!("generate_refusals", said.collect::<Vec<_>>().join("\n"));
}

/// Where there is no such puzzle, it ends at its limit, and what it found is still a pack.
#[test]
fn what_does_not_exist_is_not_found() {
    let words = "generate --cards 3+3 --difficulty 5 --count 2 --seed 1 --rules huanle,-pair,-trio,-bomb,-rocket --time-limit 300ms";
    let found = canju(words.split(' '));
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    assert_eq!(found.stderr, "canju: 0 puzzles: the time limit is reached\n");
    assert!(puzzles(&found.stdout).is_empty() && found.stdout.starts_with("# canju generate"));
    // There are few positions of three cards each: soon every candidate is a repeat.
    let all = canju(
        "generate --cards 3+3 --verdict loss --difficulty 2..5 --seed 1 --count 100000 --time-limit 2s".split(' '),
    );
    assert_eq!(all.code, Some(1), "{}", all.stderr);
    assert!(all.stderr.starts_with("canju: ") && puzzles(&all.stdout).len() < 100_000);
}

/// The command at the head of a pack, without its name.
fn head(pack: &str) -> String {
    pack.lines().find_map(|line| line.strip_prefix("# canju generate ")).expect("a command").to_owned()
}

/// The packs that ship: the sizes, the grades, and the commands that made them.
#[test]
fn the_graded_packs_are_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/graded");
    let bands =
        [("1-beginner", 10, 19), ("2-easy", 20, 29), ("3-medium", 30, 39), ("4-hard", 40, 44), ("5-master", 45, 50)];
    let text = |name: &str| std::fs::read_to_string(root.join(format!("{name}.ddz"))).expect("a pack");
    for (name, least, most) in bands {
        let made = puzzles(&text(name));
        let count = head(&text(name)).split("--count ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        assert_eq!(Some(made.len()), count, "{name}");
        assert_eq!(made.len(), 40, "{name}");
        for puzzle in &made {
            let expected = puzzle.expected.expect("an answer");
            let tenths = puzzle.difficulty.expect("a grade").tenths();
            assert!((least..=most).contains(&tenths), "{puzzle}");
            assert!(expected.verdict() == Verdict::Win && expected.best().is_some() && puzzle.seed.is_some());
            assert!(structure(puzzle.position.hands(), puzzle.position.rules()) >= 55, "{puzzle}");
        }
        // Some of each pack by `solve` itself.
        let every = if full() { 9 } else { 20 };
        assert!(made.iter().step_by(every).all(|puzzle| winning_sets(puzzle) == 1));
    }
    let lost = puzzles(&text("6-lost"));
    assert_eq!(lost.len(), 20);
    assert!(lost.iter().all(|puzzle| puzzle.expected.is_some_and(|expected| expected.verdict() == Verdict::Loss)));
    // The grades are those of this program, with `CANJU_TESTS=full` of the quick packs all.
    let mut grader = Grader::new(Limits::default(), StopFlag::default());
    for (name, every, every_if_full) in [
        ("1-beginner", 8, 1),
        ("2-easy", 8, 1),
        ("3-medium", 10, 2),
        ("4-hard", 40, 8),
        ("5-master", 40, 20),
        ("6-lost", 10, 5),
    ] {
        for puzzle in puzzles(&text(name)).iter().step_by(if full() { every_if_full } else { every }) {
            let found = grader.grade(&puzzle.position).expect("a grade");
            assert_eq!(Some(found.difficulty), puzzle.difficulty, "{puzzle}");
            assert!(found.difficulty >= Difficulty::LEAST && found.winning.len() <= 1);
            assert!(found.is_unique() || found.looks_won(0), "{puzzle}");
        }
    }
    // The commands at their heads make them; of the quick ones this is done here, of the quickest always.
    for name in ["1-beginner", "2-easy"].into_iter().take(if full() { 2 } else { 1 }) {
        let shipped = text(name);
        let head = head(&shipped);
        let lines =
            |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&shipped), lines(&pack(&format!("{head} -q"))), "{name}");
    }
}

/// No puzzle ships twice, but for those that were published twice.
#[test]
fn nothing_ships_twice() {
    let report = canju(["batch", "puzzles", "--dedupe-report"]);
    assert!(!report.stdout.contains("graded/"), "{}", report.stdout);
    assert_eq!(report.code, Some(0));
}
