//! The scheduler solves every puzzle once and writes in order, whatever else is in the batch.

use crate::commands::program::{HARD, Run, directory, program, run};
use canju::batch::Pacing;
use canju::batch::{Batch, Journal, Record};
use canju::{Options, Task, puzzle, rules::Ruleset};
use canju_engine::{Experiment, Tuning};
use canju_testing::budget::{full, share};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::path::Path;

fn batch(root: &Path, arguments: &[&str]) -> Run {
    run(program().current_dir(root).args(["batch", "--format", "jsonl"]).args(arguments))
}

fn records(found: &Run) -> Vec<Value> {
    found.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// As a program may compare them: without what the clock and the threads have a part in.
fn answers(found: &Run) -> Vec<Value> {
    let mut records = records(found);
    for record in records.iter_mut().filter_map(Value::as_object_mut) {
        for field in ["elapsed_ms", "memory_bytes", "threads"] {
            record.remove(field);
        }
    }
    records
}

#[test]
fn the_order_and_the_answers_do_not_depend_on_threads() {
    // Of every ten lines of a pack one, or all.
    let only = if full() { "*" } else { "*0" };
    let batch = |more: &[&str]| {
        let options = ["--only", only, "--max-cards", "20", "--format", "jsonl", "-q"];
        run(program().args(["batch", "puzzles"]).args(options).args(more))
    };
    let single = batch(&["--threads", "1"]);
    assert!(records(&single).len() >= share(2_000, 10), "{}", single.stderr);
    let verdicts = |found: &Run| -> Vec<(Value, Value)> {
        records(found).iter().map(|record| (record["id"].clone(), record["verdict"].clone())).collect()
    };
    for more in [&["--threads", "2"][..], &["--threads", "5"], &["--threads", "2", "--memory", "40KiB"]] {
        let found = batch(more);
        assert_eq!(verdicts(&found), verdicts(&single), "{more:?}");
        // What one thread solves is the same to the last node.
        if !more.contains(&"--memory") {
            for (found, single) in answers(&found).iter().zip(answers(&single)) {
                if found["nodes"].as_u64() < Some(50_000) && single["nodes"].as_u64() < Some(50_000) {
                    assert_eq!(*found, single);
                }
            }
        }
    }
    let mut unordered = answers(&batch(&["--unordered"]));
    let mut ordered = answers(&batch(&[]));
    for records in [&mut unordered, &mut ordered] {
        records.retain(|record| record["nodes"].as_u64() < Some(50_000));
        records.sort_by_key(|record| record["id"].to_string());
    }
    assert_eq!(unordered, ordered);
}

/// A deal of one pack that takes minutes, of `src/cli/commands/bench/data/long.ddz`.
const HARD_DEAL: &str = "344566779JJQQKAAA2XD | 3345568899TTQKKA2 | 345677889TTJJQK22";

#[test]
fn a_hard_puzzle_is_solved_by_all_threads_and_ends_at_its_limit() {
    // Two packs take many times as long for as many nodes.
    let hard = if full() { format!("{} | rules=huanle,packs=2", HARD.join(" | ")) } else { HARD_DEAL.to_owned() };
    let pack = format!("{hard}\n33 | 4\n56 | 9\n");
    let root = directory(&[("pack.ddz", pack.as_bytes())]);
    let found = batch(root.path(), &["pack.ddz", "--threads", "3", "--node-limit", "100000"]);
    assert_eq!(found.code, Some(1));
    let all = records(&found);
    let of = |i: usize| (all[i]["verdict"].as_str(), all[i]["reason"].as_str(), all[i]["threads"].as_u64());
    assert_eq!(of(0), (Some("unknown"), Some("nodes"), Some(3)));
    assert_eq!(of(1), (Some("win"), None, Some(1)));
    assert_eq!(of(2), (Some("loss"), None, Some(1)));
    // A limit below the allowance is final.
    let found = batch(root.path(), &["pack.ddz", "--threads", "3", "--node-limit", "3000"]);
    assert_eq!(records(&found)[0]["threads"], 1);
    let found = batch(root.path(), &["pack.ddz", "--threads", "2", "--time-limit", "20ms"]);
    assert_eq!(records(&found)[0]["reason"], "time");
}

#[test]
fn repeats_are_solved_once_and_have_moves_of_their_own() {
    let root = directory(&[(
        "pack.ddz",
        // The same; ranks moved; the same under other rules; a loss, its ranks moved; the first once more, to be judged.
        b"346999Q2 | 34JAAD\n346999Q2 | 34JAAD\n456TTTQ2 | 45JAAD\n346999Q2 | 34JAAD | rules=pagat\n\
          34 | 5\n56 | 9\n346999Q2 | 34JAAD | best=3999\n346999Q2 | 34JAAD | best=3\n",
    )]);
    for more in [&[][..], &["--all-moves"]] {
        let found = batch(root.path(), &[&["pack.ddz", "--threads", "2"], more].concat());
        assert_eq!(found.code, Some(3), "{}", found.stderr);
        assert!(found.stderr.contains("; 5 repeats of an earlier puzzle"), "{}", found.stderr);
        let all = records(&found);
        let same_as: Vec<_> = all.iter().map(|record| record["same_as"].as_str().unwrap_or("-")).collect();
        let first = "pack.ddz:1";
        assert_eq!(same_as, ["-", first, first, "-", "-", "pack.ddz:5", first, first]);
        for record in all.iter().filter(|record| !record["same_as"].is_null()) {
            assert_eq!(record["nodes"], 0);
        }
        assert_eq!((&all[1]["best"], &all[1]["line"]), (&all[0]["best"], &all[0]["line"]));
        assert_eq!(all[0]["best"], "3999");
        assert_eq!(all[2]["best"], "4TTT");
        assert_eq!((all[5]["verdict"].as_str(), all[5]["line"][1].as_str()), (Some("loss"), Some("9")));
        assert_eq!((&all[6]["ok"], &all[7]["ok"]), (&Value::Bool(true), &Value::Bool(false)));
        // Alone the third comes to the same verdicts, and its line is a game.
        std::fs::write(root.path().join("alone.ddz"), "456TTTQ2 | 45JAAD").expect("written");
        let alone = &records(&batch(root.path(), &[&["alone.ddz"], more].concat()))[0];
        assert_eq!((&all[2]["verdict"], &all[2]["moves"]), (&alone["verdict"], &alone["moves"]));
        assert_eq!(all[2]["line"].as_array().map(Vec::len), all[0]["line"].as_array().map(Vec::len));
    }
    let report = run(program().current_dir(root.path()).args(["batch", "pack.ddz", "--dedupe-report"]));
    assert_eq!(report.stdout, "pack.ddz:1  pack.ddz:2  pack.ddz:3  pack.ddz:7  pack.ddz:8\npack.ddz:5  pack.ddz:6\n");
    assert_eq!((report.code, report.stderr.as_str()), (Some(0), "8 puzzles, 3 positions, 5 repeats\n"));
}

/// The records of a pack with these threads, from the library, in a window and with a memory so small that both are full all
/// the time.
fn narrow(pack: &str, threads: usize, unordered: bool, journal: &Path) -> Vec<Record> {
    let items = puzzle::read(std::io::Cursor::new(pack.to_owned()), "pack.ddz", Ruleset::default());
    let pacing = Pacing { window: 12, remembered: 9, ..Pacing::default() };
    let tuning = Tuning { least_thread_memory: 0, ..Tuning::default() };
    let options = Options { threads, memory: 64 << 20, ..Options::default() };
    let (journal, replay) = Journal::open(journal, serde_json::Map::new(), true).expect("a journal");
    let mut records = Vec::new();
    let sink = |record| {
        records.push(record);
        Ok::<(), std::convert::Infallible>(())
    };
    let items = items.map(|item| Ok(item?));
    let batch = Batch::new(options).unordered(unordered).journal(journal, replay);
    batch.experiment(pacing, Experiment { tuning, ..Experiment::default() }).run(items, sink).expect("a batch");
    for record in &mut records {
        if let Record::Solved(record) = record {
            (record.elapsed_ms, record.memory_bytes, record.threads) = (0.0, 0, 0);
        }
    }
    records.sort_by_key(|record| record.id().map(|id| (id.len(), id.to_owned())));
    records
}

/// Workers claim positions at the same time and the hardest first, and what a journal has need not be solved: the first
/// puzzle of a position is the one that stands first all the same, and is forgotten at the same place.
#[test]
fn repeats_do_not_depend_on_threads_order_or_journals() {
    // Hands of 3 to 6 cards against one, of 5 ranks, so that positions recur, and lines that are not puzzles.
    let mut rng = StdRng::seed_from_u64(11);
    let mut pack = String::new();
    for line in 0..400 {
        let mut deck: Vec<char> = "34567".chars().flat_map(|rank| [rank; 4]).collect();
        let mut hand = |cards: usize| (0..cards).map(|_| deck.swap_remove(rng.random_range(0..deck.len()))).collect();
        let cards = 3 + line % 4;
        let hands: [String; 2] = [hand(cards), hand(1)];
        pack += &if line % 40 == 39 { "no puzzle\n".to_owned() } else { format!("{} | {}\n", hands[0], hands[1]) };
    }
    let root = directory(&[]);
    let whole = root.path().join("whole");
    let expected = narrow(&pack, 1, false, &whole);
    let same_as = |record: &Record| matches!(record, Record::Solved(solved) if solved.same_as.is_some());
    let repeats = expected.iter().filter(|record| same_as(record)).count();
    let all = narrow(&pack, 1, false, &root.path().join("all"));
    assert_eq!(all, expected);
    assert!(repeats > 20, "{repeats} repeats");

    for (run, threads) in [2, 3, 5, 2, 3, 5].into_iter().take(share(6, 2)).enumerate() {
        let fresh = root.path().join(format!("fresh-{run}"));
        assert_eq!(narrow(&pack, threads, run % 2 == 1, &fresh), expected, "{threads} threads");
        // A journal from which any lines are missing, as a crash of several workers may leave it.
        let journal = std::fs::read_to_string(&whole).expect("the journal");
        let kept = journal.lines().enumerate().filter(|(line, _)| *line == 0 || rng.random_bool(0.5));
        let kept: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        let resumed = root.path().join(format!("resumed-{run}"));
        std::fs::write(&resumed, kept).expect("written");
        assert_eq!(narrow(&pack, threads, run % 2 == 1, &resumed), expected, "{threads} threads, resumed");
    }
}

#[test]
fn records_have_statistics_if_asked_for() {
    let root = directory(&[("pack.ddz", b"346999Q2 | 34JAAD\n346999Q2 | 34JAAD\n")]);
    for found in records(&batch(root.path(), &["pack.ddz"])) {
        assert!(found.get("statistics").is_none(), "{found}");
    }
    let found = records(&batch(root.path(), &["pack.ddz", "--statistics"]));
    let nodes = |record: &Value| record["statistics"]["depth_first_nodes"].as_u64();
    assert!(nodes(&found[0]) > Some(0) && nodes(&found[1]) == Some(0), "{found:?}");
}

#[test]
fn fail_fast_and_filters() {
    let root = directory(&[
        ("a/one.ddz", b"33 | 4\n3 | 44 | expect=loss\n5 | 66\n"),
        ("b.ddz", b"33 | 4\n3456789 | 3456789\n"),
    ]);
    let ids = |arguments: &[&str]| -> Vec<String> {
        let found = batch(root.path(), arguments);
        records(&found).iter().map(|record| record["id"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(ids(&[".", "--fail-fast"]), ["a/one.ddz:1", "a/one.ddz:2"]);
    assert_eq!(ids(&[".", "--only", "b*"]), ["b.ddz:1", "b.ddz:2"]);
    assert_eq!(ids(&[".", "--only", "*:1"]), ["a/one.ddz:1", "b.ddz:1"]);
    assert_eq!(ids(&[".", "--max-cards", "10"]).len(), 4);
    assert_eq!(batch(root.path(), &[".", "--fail-fast"]).code, Some(3));
}

/// Each is named, and everything else is solved.
#[test]
fn an_empty_file_bytes_that_are_no_text_an_unreadable_file_and_a_huge_line() {
    let mut huge = vec![b'3'; share(100, 10) << 20];
    huge.extend(b"\n33 | 4\n");
    let root = directory(&[
        ("packs/a.ddz", b"33 | 4"),
        ("packs/deep/er/b.ddz", b"33 | 4\n34 | 5\n"),
        ("packs/empty.ddz", b""),
        ("packs/bytes.ddz", b"33 | 4\n\xFF\xFE\x80\n34 | 5\n"),
        ("packs/huge.ddz", &huge),
        ("packs/secret.ddz", b"33 | 4"),
    ]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let secret = root.path().join("packs/secret.ddz");
        std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o0)).expect("permissions");
        // To a superuser nothing is unreadable: a link to nowhere is.
        if std::fs::read(&secret).is_ok() {
            std::fs::remove_file(&secret).expect("removed");
            std::os::unix::fs::symlink("nowhere", &secret).expect("a link");
        }
    }
    let found = batch(root.path(), &["packs", "--threads", "2"]);
    assert_eq!(found.code, Some(2));
    let what = |record: &Value| {
        let text = record["error"].as_str().or(record["verdict"].as_str()).unwrap_or_default();
        let text = text.split(':').next().unwrap_or_default();
        format!("{} {text}", record["id"].as_str().unwrap_or_default())
    };
    let all: Vec<_> = records(&found).iter().map(what).collect();
    assert_eq!(
        all,
        [
            "a.ddz:1 win",
            "bytes.ddz:1 win",
            "bytes.ddz:2 line 2, column 1",
            "bytes.ddz:3 loss",
            "deep/er/b.ddz:1 win",
            "deep/er/b.ddz:2 loss",
            "empty.ddz no puzzle in it",
            "huge.ddz:1 line 1, column 1048577",
            "huge.ddz:2 win",
            "secret.ddz can't read it",
        ]
    );
}

/// The verdict is found before the puzzle is long, the length of the game after that.
#[test]
fn a_length_is_found_however_long_it_takes() {
    let pack = "4445678899KK2 | 345567TTTKKAA\n";
    let (mut plies, task) = (Vec::new(), Task { shortest: true, ..Task::default() });
    for alone in [300, 200_000] {
        let pacing = Pacing { nodes_alone: alone, ..Pacing::default() };
        let options = Options { threads: 2, ..Options::default() };
        let items = puzzle::read(pack.as_bytes(), "my.ddz", Ruleset::default()).map(|item| Ok(item?));
        let sink = |record| {
            let Record::Solved(record) = record else { panic!("a puzzle") };
            plies.push((record.plies, record.plies_limit.clone()));
            Ok::<(), std::convert::Infallible>(())
        };
        Batch::new(options)
            .task(task.clone())
            .experiment(pacing, Experiment::default())
            .run(items, sink)
            .expect("a batch");
    }
    assert_eq!(plies, [(Some(17), None), (Some(17), None)]);
    assert!(!task.stop.is_stopped(), "the end of a batch stops nothing else");
}

/// Hard puzzles that one thread decides in a fraction of a second, with their winners.
const HARDER: &str = "335599TJQQKKX | 3446688TTKAA2 | expect=win\n4445678899KK2 | 345567TTTKKAA\n\
                      446899TJQQKKK2 | 3555667TJJAAAA | expect=win\n33 | 4\n345 | 678 | 9TJ\n\
                      4455678899TTJKD | 345668TTQKKAA2 | expect=win\n3445567789TTTJ | 334789JQKAA22D | expect=loss\n";

/// The verdicts of a pack with these threads, and how many puzzles several threads have solved. Others may help soon.
fn helped(pack: &str, threads: usize, nodes_hard: u64) -> (Vec<String>, usize) {
    let tuning = Tuning { depth_first_cards: 8, job_nodes_alone: 100, ..Tuning::default() };
    let second = Pacing { nodes_second: 100, workers_second: 3, ..Pacing::default() };
    let pacing = Pacing { nodes_alone: 50, nodes_hard, cards_hard: 20, ..second };
    let items = puzzle::read(std::io::Cursor::new(pack.to_owned()), "my.ddz", Ruleset::default());
    let (mut verdicts, mut helped) = (Vec::new(), 0);
    let sink = |record| {
        let Record::Solved(record) = record else { panic!("a puzzle") };
        assert_ne!(record.ok, Some(false), "{record:?}");
        helped += (record.threads > 1) as usize;
        assert!(record.threads <= threads);
        verdicts.push(record.verdict().to_string());
        Ok::<(), std::convert::Infallible>(())
    };
    let batch = Batch::new(Options { threads, memory: 1 << 30, ..Options::default() });
    let experiment = Experiment { tuning, ..Experiment::default() };
    batch.experiment(pacing, experiment).run(items.map(|item| Ok(item?)), sink).expect("a batch");
    (verdicts, helped)
}

/// Whether a thread is quick enough to join is a matter of luck; that it never is would be none.
#[test]
fn workers_with_nothing_to_do_help_with_hard_puzzles() {
    let (expected, alone) = helped(HARDER, 1, 1);
    assert_eq!((expected.len(), alone), (7, 0));
    // Recognised by what the network expects, and by what they took.
    for nodes_hard in [1, u64::MAX] {
        let (mut all, mut runs) = (0, 0);
        for threads in [2, 3, 5].into_iter().cycle() {
            let (verdicts, helped) = helped(HARDER, threads, nodes_hard);
            assert_eq!(verdicts, expected);
            (all, runs) = (all + helped, runs + 1);
            if runs == 9 || runs >= share(9, 3) && all > 0 {
                break;
            }
        }
        assert!(all > 0, "{nodes_hard}");
    }
}
