//! No run destroys what it did not make: files are replaced as a whole or not at all, and none is read and written at once.
#![cfg(unix)]

use crate::commands::program::{HARD, Run, directory, program, run};
use canju::proof::verify;
use canju_testing::budget::share;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn canju(root: &Path, arguments: &str) -> Run {
    run(program().current_dir(root).args(arguments.split_whitespace()))
}

/// The files of a directory with their contents, those of its directories included.
fn contents(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(root).into_iter().map(Result::unwrap).filter(|entry| entry.file_type().is_file())
    {
        let name = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        found.insert(name, fs::read(entry.path()).unwrap());
    }
    found
}

#[test]
fn what_is_read_is_not_written() {
    let root = directory(&[("in.ddz", b"33 | 4\n"), ("a.proof", b"no certificate\n")]);
    let path = root.path();
    symlink("in.ddz", path.join("link")).unwrap();
    fs::hard_link(path.join("in.ddz"), path.join("hard")).unwrap();
    fs::create_dir(path.join("d")).unwrap();
    let before = contents(path);
    for output in ["in.ddz", "./in.ddz", "d/../in.ddz", "link", "hard"] {
        for command in [
            "batch in.ddz -o",
            "batch in.ddz --journal",
            "solve in.ddz -o",
            "solve in.ddz:1 --proof",
            "explain in.ddz -o",
            "perft in.ddz --depth 1 -o",
        ] {
            let refused = canju(path, &format!("{command} {output}"));
            assert_eq!(refused.code, Some(2), "{command} {output}: {}", refused.transcript());
            assert!(refused.stderr.contains("in.ddz is read, and --"), "{}", refused.stderr);
        }
    }
    assert_eq!(canju(path, "verify a.proof -o a.proof").code, Some(2));
    assert_eq!(contents(path), before);
}

#[test]
fn two_outputs_are_two_files() {
    let root = directory(&[("in.ddz", b"33 | 4\n"), ("old", b"old\n")]);
    let path = root.path();
    symlink("old", path.join("link")).unwrap();
    symlink("new", path.join("to-new")).unwrap();
    fs::hard_link(path.join("old"), path.join("hard")).unwrap();
    let before = contents(path);
    for (first, second) in [("o", "./o"), ("old", "link"), ("hard", "old"), ("to-new", "new")] {
        for command in
            [format!("batch in.ddz -o {first} --journal {second}"), format!("solve 3 4 --proof {first} -o {second}")]
        {
            let refused = canju(path, &command);
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.transcript());
            assert!(refused.stderr.contains("can't be one file"), "{}", refused.stderr);
        }
    }
    assert_eq!(contents(path), before);
}

/// An output among the packs of a directory is passed over: it would feed itself without end.
#[test]
fn an_output_inside_of_the_searched_directory() {
    let root = directory(&[("d/a.ddz", b"33 | 4\n3 | 44\n"), ("d/z.ddz", b"5 | 6\n")]);
    let path = root.path();
    for _ in 0..2 {
        let found = canju(path, "batch d --format jsonl -o d/results.jsonl --journal d/journal.jsonl -q");
        assert_eq!(found.code, Some(0), "{}", found.stderr);
        assert_eq!(fs::read_to_string(path.join("d/results.jsonl")).unwrap().lines().count(), 3);
        fs::remove_file(path.join("d/journal.jsonl")).unwrap();
    }
    // Under another name of it, too.
    symlink("d", path.join("e")).unwrap();
    assert_eq!(canju(path, "batch d --format jsonl -o e/results.jsonl -q").code, Some(0));
    assert_eq!(fs::read_to_string(path.join("d/results.jsonl")).unwrap().lines().count(), 3);
}

/// Each puzzle has a certificate of its own, whatever its id is, and the same one after a resume.
#[test]
fn certificates_of_equal_ids_do_not_collide() {
    let long = "x".repeat(300);
    let own = format!(
        "{{\"id\":\"same\",\"hands\":[\"33\",\"4\"]}}\n{{\"id\":\"same\",\"hands\":[\"44\",\"5\"]}}\n\
         {{\"id\":\"{long}1\",\"hands\":[\"55\",\"6\"]}}\n{{\"id\":\"{long}2\",\"hands\":[\"66\",\"7\"]}}\n\
         {{\"id\":\"a/b\",\"hands\":[\"77\",\"8\"]}}\n{{\"id\":\"a-b\",\"hands\":[\"88\",\"9\"]}}\n"
    );
    let packs: [(&str, &[u8]); 3] =
        [("残局一.ddz", b"99 | T\n"), ("残局二.ddz", b"TT | J\n"), ("ids.jsonl", own.as_bytes())];
    let root = directory(&packs);
    let path = root.path();
    let batch =
        "batch 残局一.ddz 残局二.ddz ids.jsonl --format jsonl -o out --journal journal --proof-dir proofs -q --resume";
    assert_eq!(canju(path, batch).code, Some(0));
    let first = contents(&path.join("proofs"));
    assert_eq!(first.len(), 8, "{:?}", first.keys());
    assert!(
        first.contains_key("残局一.ddz-1~1.proof") && first.contains_key("残局二.ddz-1~2.proof"),
        "{:?}",
        first.keys()
    );
    let mut claims: Vec<String> = first.values().map(|bytes| verify(&bytes[..]).unwrap().claim.to_string()).collect();
    claims.sort();
    claims.dedup();
    assert_eq!(claims.len(), 8, "eight positions are proved");

    // As if it had been killed after half of them: the others get their own names again.
    let journal = fs::read_to_string(path.join("journal")).unwrap();
    for kept in [0, 3, 5] {
        let lines: Vec<&str> = journal.lines().take(1 + kept).collect();
        fs::write(path.join("journal"), lines.join("\n") + "\n").unwrap();
        fs::remove_dir_all(path.join("proofs")).unwrap();
        assert_eq!(canju(path, batch).code, Some(0));
        let again = contents(&path.join("proofs"));
        assert_eq!(again.len(), 8 - kept);
        assert!(again.iter().all(|(name, bytes)| first[name] == *bytes), "{:?}", again.keys());
    }
}

/// What is refused or undecided leaves every file as it was, through a link as well.
#[test]
fn a_run_without_a_result_leaves_old_files() {
    let hard = format!("{} | {} | rules=huanle,packs=2\n", HARD[0], HARD[1]);
    let root = directory(&[
        ("old", b"old\n"),
        ("in.ddz", b"33 | 4\n"),
        ("hard.ddz", hard.as_bytes()),
        ("journal", b"no journal\n"),
    ]);
    let path = root.path();
    symlink("old", path.join("link")).unwrap();
    let before = contents(path);
    for name in ["old", "link"] {
        for (command, code) in [
            (format!("solve hard.ddz --time-limit 50ms -q --proof {name}"), 1),
            (format!("solve hard.ddz --node-limit 100 -q --proof {name}"), 1),
            (format!("explain hard.ddz --time-limit 50ms -o {name}"), 1),
            (format!("solve 3 ? -o {name}"), 2),
            (format!("batch in.ddz -o {name} --journal journal --resume"), 2),
            (format!("batch in.ddz -o {name} --proof-dir journal"), 2),
            (format!("batch in.ddz --only nothing -o {name}"), 2),
            (format!("moves 3 --after 45 -o {name}"), 2),
        ] {
            let found = canju(path, &command);
            assert_eq!(found.code, Some(code), "{command}: {}", found.transcript());
            assert_eq!(contents(path), before, "{command}");
        }
    }
    // And a new file does not come into being.
    canju(path, "solve hard.ddz --time-limit 50ms -q --proof new.proof");
    canju(path, "explain hard.ddz --time-limit 50ms -o new.html");
    assert_eq!(contents(path), before);
}

/// `-` is standard output everywhere, and no file.
#[test]
fn a_dash_is_standard_output() {
    let root = directory(&[("in.ddz", b"33 | 4\n")]);
    for command in ["solve 33 4 -o -", "batch in.ddz -o -", "moves 33 -o -", "perft 33 4 --depth 1 -o -"] {
        let found = canju(root.path(), command);
        assert!(found.code == Some(0) && !found.stdout.is_empty(), "{command}: {}", found.transcript());
    }
    assert_eq!(contents(root.path()).len(), 1);
}

/// A program with these arguments, without anything that it could read or print.
fn started(root: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.current_dir(root).args(arguments).spawn().expect("the program starts")
}

/// The moments at which runs are killed: later after a run that left the old file, earlier after one that left the new, so that
/// both ends are seen however fast the machine is and whatever else it does. Each differs by chance.
struct Moments {
    rng: StdRng,
    typical: Duration,
    old: usize,
    new: usize,
}

impl Moments {
    fn new(seed: u64) -> Moments {
        Moments { rng: StdRng::seed_from_u64(seed), typical: Duration::from_millis(20), old: 0, new: 0 }
    }

    /// Starts the program and kills it at such a moment.
    fn kill(&mut self, root: &Path, arguments: &[&str]) {
        let mut child = started(root, arguments);
        std::thread::sleep(self.typical.mul_f64(self.rng.random_range(0.25..1.75)));
        let _ = child.kill();
        child.wait().expect("a child");
    }

    /// What the run that was killed last has left.
    fn found(&mut self, is_old: bool) {
        if is_old {
            self.old += 1;
            self.typical *= 2;
        } else {
            self.new += 1;
            self.typical /= 2;
        }
    }

    /// Are there runs to be killed? Twenty, or a share of them if these have shown both ends.
    fn go_on(&self) -> bool {
        let killed = self.old + self.new;
        killed < share(KILLS, 4) || killed < KILLS && !(self.old > 0 && self.new > 0)
    }

    fn both_ends_were_seen(&self) {
        assert!(self.old > 0 && self.new > 0, "{} old, {} new", self.old, self.new);
    }
}

/// The most runs that are killed with one number of threads.
const KILLS: usize = 20;

const DEAL: [&str; 2] = ["33445566778899TTJJQK", "3456789TJQQKKA22"];

/// Kills a command many times with one and with two threads; `check` looks at the file, which was `old` before. Both ends must
/// have been seen: a file that is still old, and one that is new.
fn kill_many_times(name: &str, arguments: &[&str], check: impl Fn(&[u8])) {
    for threads in ["1", "2"] {
        let arguments = [arguments, &["--threads", threads]].concat();
        let mut moments = Moments::new(13);
        while moments.go_on() {
            let root = directory(&[(name, b"old\n")]);
            moments.kill(root.path(), &arguments);
            let found = fs::read(root.path().join(name)).expect("the file");
            moments.found(found == b"old\n");
            if found != b"old\n" {
                check(&found);
            }
        }
        moments.both_ends_were_seen();
    }
}

#[test]
fn a_certificate_after_a_kill_is_the_old_one_or_whole() {
    let arguments = ["solve", DEAL[0], DEAL[1], "--proof", "a.proof"];
    kill_many_times("a.proof", &arguments, |bytes| assert!(verify(bytes).is_ok(), "{} bytes", bytes.len()));
}

#[test]
fn a_page_after_a_kill_is_the_old_one_or_whole() {
    let arguments = ["explain", "346999Q2", "34JAAD", "-o", "page.html"];
    kill_many_times("page.html", &arguments, |bytes| assert!(bytes.ends_with(b"</html>\n"), "{} bytes", bytes.len()));
}

#[test]
fn a_batch_after_a_kill_has_whole_files_and_goes_on() {
    let mut rng = StdRng::seed_from_u64(14);
    let cards: Vec<char> = "3456789TJQKA2".chars().flat_map(|rank| [rank; 4]).collect();
    let mut pack = String::new();
    let count = share(150, 3);
    for _ in 0..count {
        let mut deck = cards.clone();
        let mut hand = |n: usize| (0..n).map(|_| deck.swap_remove(rng.random_range(0..deck.len()))).collect::<String>();
        pack += &format!("{} | {}\n", hand(10), hand(10));
    }
    for threads in ["1", "2"] {
        let root = directory(&[("pack.ddz", pack.as_bytes()), ("out", b"old\n")]);
        let path = root.path();
        let arguments = [
            "batch",
            "pack.ddz",
            "-o",
            "out",
            "--format",
            "jsonl",
            "-q",
            "--proof-dir",
            "proofs",
            "--resume",
            "--threads",
            threads,
        ];
        let mut moments = Moments::new(15);
        while moments.go_on() {
            // Most runs go on where the one before was killed; now and then one starts again.
            if (moments.old + moments.new) % 5 == 4 {
                fs::write(path.join("out"), "old\n").expect("written");
                let _ = fs::remove_file(path.join("out.journal"));
            }
            moments.kill(path, &arguments);
            let out = fs::read_to_string(path.join("out")).expect("the output");
            moments.found(out == "old\n");
            assert!(out == "old\n" || out.lines().count() == count, "{} lines", out.lines().count());
            let proofs = path.join("proofs");
            for (name, bytes) in if proofs.exists() { contents(&proofs) } else { BTreeMap::new() } {
                assert!(name.ends_with(".part") || verify(&bytes[..]).is_ok(), "{name}");
            }
        }
        moments.both_ends_were_seen();
        let last = run(program().current_dir(path).args(arguments));
        assert_eq!(last.code, Some(0), "{}", last.stderr);
        assert_eq!(fs::read_to_string(path.join("out")).unwrap().lines().count(), count);
        let proofs = contents(&path.join("proofs"));
        assert_eq!(proofs.len(), count, "what the killed runs left is removed");
        assert!(proofs.values().all(|bytes| verify(&bytes[..]).is_ok()));
        assert_eq!(drafts(path), [""; 0]);
    }
}

/// The files in which a run is writing, or was writing when it was killed.
fn drafts(root: &Path) -> Vec<String> {
    // A run that has just begun may remove what it finds, so no file is read.
    let files = walkdir::WalkDir::new(root).into_iter().filter_map(Result::ok);
    let names = files.filter_map(|entry| Some(entry.path().strip_prefix(root).ok()?.to_str()?.to_owned()));
    let mut drafts: Vec<String> = names.filter(|name| name.ends_with(".part")).collect();
    drafts.sort();
    drafts
}

/// Waits until a run has begun to write this many new files.
fn await_drafts(root: &Path, is_new: impl Fn(&String) -> bool, count: usize) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let found: Vec<String> = drafts(root).into_iter().filter(&is_new).collect();
        if found.len() == count {
            return found;
        }
        assert!(Instant::now() < deadline, "{found:?}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Each kill left a file, and nobody removed it.
#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let hard = format!("{} | {} | rules=huanle,packs=2\n", HARD[0], HARD[1]);
    for (command, outputs) in [
        ("solve hard.ddz -o out --proof a.proof", 2),
        ("explain hard.ddz -o page.html", 1),
        ("batch hard.ddz -o out --resume", 1),
        ("grade hard.ddz -o out", 1),
    ] {
        let root = directory(&[("hard.ddz", hard.as_bytes())]);
        let path = root.path();
        for _ in 0..3 {
            let before = drafts(path);
            let mut child = started(path, &command.split(' ').collect::<Vec<_>>());
            await_drafts(path, |name| !before.contains(name), outputs);
            child.kill().expect("a kill");
            child.wait().expect("a child");
            assert_eq!(drafts(path).len(), outputs, "{command}: those of the run before are gone");
        }
        canju(path, &format!("{command} --time-limit 10ms"));
        assert_eq!(drafts(path), [""; 0], "{command}");
    }
}

/// Two runs that write the same file at the same time leave each other's alone.
#[test]
fn what_a_living_run_writes_stays() {
    let hard = format!("{} | {} | rules=huanle,packs=2\n", HARD[0], HARD[1]);
    let root = directory(&[
        ("hard.ddz", hard.as_bytes()),
        ("out.killed.part", b"half of it"),
        ("out.backup-1.part", b"mine"),
        ("my.out.killed.part", b"mine"),
    ]);
    let path = root.path();
    let mine = ["my.out.killed.part", "out.backup-1.part"];
    let mut child = started(path, &["solve", "hard.ddz", "-o", "out"]);
    let is_own = |name: &String| !mine.contains(&name.as_str()) && name != "out.killed.part";
    let of_child = await_drafts(path, is_own, 1).remove(0);
    let found = canju(path, "solve 33 4 -o out");
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    let mut expected = vec![of_child.as_str(), mine[0], mine[1]];
    expected.sort();
    assert_eq!(drafts(path), expected);
    child.kill().expect("a kill");
    child.wait().expect("a child");
    assert_eq!(canju(path, "solve 33 4 -o out").code, Some(0));
    assert_eq!(drafts(path), mine);
}

/// The directory of certificates is searched once, when the batch begins.
#[test]
fn what_a_killed_batch_left_of_certificates_is_removed() {
    let root = directory(&[
        ("in.ddz", b"33 | 4\n3 | 44\n"),
        ("proofs/in.ddz-1~1.proof.killed.part", b"half of it"),
        ("proofs/in.ddz-1~1.proof.Killed.part", b"half of it"),
        ("proofs/in.ddz-2~2.proof.killed.part", b"half of it"),
        ("proofs/in.ddz-3~3.proof.killed.part", b"of another batch"),
        ("proofs/in.ddz-1~1.proof.killed-.part", b"mine"),
    ]);
    let found = canju(root.path(), "batch in.ddz --proof-dir proofs");
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    let names: Vec<String> = contents(&root.path().join("proofs")).into_keys().collect();
    assert_eq!(
        names,
        ["in.ddz-1~1.proof", "in.ddz-1~1.proof.killed-.part", "in.ddz-2~2.proof", "in.ddz-3~3.proof.killed.part"]
    );
}
