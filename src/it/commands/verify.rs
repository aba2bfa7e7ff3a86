//! `--proof`, `--proof-dir` and `canju verify`: files in, files out, exit codes.

use crate::commands::program::{HARD, canju, directory};
use std::fs;

#[test]
fn solve_and_verify() {
    let root = directory(&[]);
    let path = root.path().join("a.proof");
    let file = path.to_str().unwrap();
    let solved = canju(["solve", "346999Q2", "34JAAD", "--format", "json", "--proof", file]);
    assert_eq!(solved.code, Some(0), "{}", solved.transcript());
    let found = canju(["verify", file]);
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    let expected = format!("{file}: win  346999Q2 | 34JAAD | rules=huanle  (");
    assert!(found.stdout.starts_with(&expected), "{}", found.stdout);

    let dump = canju(["verify", file, "--dump"]);
    assert!(dump.stdout.starts_with("0 346999Q2 | 34JAAD, hand 1 to lead: 3999:trio_solo@9\n"), "{}", dump.stdout);
    assert!(dump.stdout.contains(": every move\n") && dump.stdout.contains(": finishes\n"));

    // The position asked for, in any spelling, and others.
    let same = canju(["verify", file, "--hands", "9 6 9 4 3 q 9 2", "大王 aaJ 4 3"]);
    assert_eq!(same.code, Some(0), "{}", same.transcript());
    for other in [
        &["--hands", "346999Q2", "34JAA"][..],
        &["--hands", "346999Q2", "34JAAD", "--last", "K"],
        &["--hands", "346999Q2", "34JAAD", "--rules", "pagat"],
    ] {
        let found = canju(["verify", file].iter().chain(other));
        assert_eq!(found.code, Some(3), "{}", found.transcript());
        assert!(found.stdout.contains("FAILS: a certificate for another position"), "{}", found.stdout);
    }
}

/// A certificate of points says which, and it is not one of who wins, nor one for another scoring or stake.
#[test]
fn certificates_of_points() {
    let root = directory(&[]);
    let name = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
    let (points, spring, verdict) = (name("points.proof"), name("spring.proof"), name("verdict.proof"));
    let hands = ["--hands", "3333K", "44Q"];
    let solve = |more: &[&str]| assert_eq!(canju([&["solve"], more].concat()).code, Some(0));
    solve(&["3333K", "44Q", "--scoring", "douzero", "--stake", "3", "--proof", &points]);
    solve(&["3333K", "45", "78Q", "--scoring", "botzone", "--moves-made", "0,0,0", "--proof", &spring, "--plain"]);
    solve(&["3333K", "44Q", "--proof", &verdict]);
    let found = canju(["verify", &points, &spring]);
    let [first, second] = [
        format!("{points}: value 6  3333K | 44Q | rules=huanle scoring=douzero stake=3  (2 positions, "),
        format!(
            "{spring}: value 8  3333K | 45 | 78Q | rules=huanle scoring=botzone stake=1 moves_made=0,0,0  plain  ("
        ),
    ];
    assert!(found.stdout.starts_with(&first) && found.stdout.contains(&second), "{}", found.transcript());
    let chinese = canju(["verify", &points, "--lang", "zh"]);
    assert!(chinese.stdout.contains("得分 6  3333K | 44Q"), "{}", chinese.transcript());
    let dump = canju(["verify", &points, "--dump"]);
    let first = "0 3333K | 44Q, hand 1 to lead, hand 1 needs 1 doubling: ";
    assert!(dump.stdout.starts_with(first), "{}", dump.stdout);

    let asked = |file: &str, more: &[&str]| canju([&["verify", file], &hands[..], more].concat());
    let douzero = ["--scoring", "douzero", "--stake", "3"];
    assert_eq!(asked(&points, &douzero).code, Some(0));
    assert_eq!(asked(&verdict, &[]).code, Some(0));
    for (file, more, what) in [
        (&points, &[][..], "it is played for scoring=douzero stake=3"),
        (&points, &["--scoring", "douzero"], "it is played for scoring=douzero stake=3"),
        (&points, &["--scoring", "pagat", "--stake", "3"], "it is played for scoring=douzero stake=3"),
        (&verdict, &douzero, "it is played for scoring=win"),
    ] {
        let found = asked(file, more);
        assert_eq!(found.code, Some(3), "{}", found.transcript());
        assert!(found.stdout.contains(&format!("another position: {what}\n")), "{}", found.transcript());
    }
    let three = ["verify", &spring, "--hands", "3333K", "45", "78Q", "--scoring", "botzone"];
    assert_eq!(canju([&three[..], &["--moves-made", "0,0,0"]].concat()).code, Some(0));
    assert_eq!(canju(three).code, Some(3));
    let alone = canju(["verify", &points, "--scoring", "douzero"]);
    assert!(alone.code == Some(2) && alone.stderr.contains("add --hands"), "{}", alone.transcript());
}

#[test]
fn counts_have_commas_and_hands_their_quotes() {
    let root = directory(&[]);
    let path = root.path().join("a.proof");
    let file = path.to_str().unwrap();
    let hands = ["335599TJQQKKX", "3446688TTKAA2"];
    assert_eq!(canju(["solve", hands[0], hands[1], "--proof", file]).code, Some(0));
    let found = canju(["verify", file]);
    let count = regex::Regex::new(r"  \(\d+,\d{3} positions, \d+,\d{3} moves, ").expect("a pattern");
    assert!(count.is_match(&found.stdout), "{}", found.stdout);

    let apart = canju(["verify", file, "--hands", "3", "4", "5", "6"]);
    assert_eq!(apart.code, Some(3), "the position is another one: {}", apart.transcript());
    assert!(apart.stderr.starts_with("error: 6: ") && apart.stderr.ends_with(": put a hand with spaces in quotes\n"));
    let missing = canju(["verify", file, "6", "--hands", hands[0], hands[1]]);
    assert!(!missing.stderr.contains("quotes"), "{}", missing.stderr);
}

#[test]
fn failures_and_unreadable_files() {
    let root = directory(&[("text.proof", b"hello"), ("empty.proof", b"")]);
    let name = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
    let file = name("a.proof");
    assert_eq!(canju(["solve", "346999Q2", "34JAAD", "--proof", &file]).code, Some(0));
    let bytes = fs::read(&file).unwrap();
    fs::write(name("short.proof"), &bytes[..bytes.len() - 20]).unwrap();
    let found = canju(["verify", &file, &name("short.proof"), &name("text.proof")]);
    assert_eq!(found.code, Some(3), "{}", found.transcript());
    assert!(found.stdout.contains("short.proof: FAILS: byte ") && found.stdout.contains(", hand "), "{}", found.stdout);
    assert!(found.stderr.contains("text.proof: not a certificate"), "{}", found.stderr);
    for bad in ["text.proof", "empty.proof", "missing.proof"] {
        assert_eq!(canju(["verify", &name(bad)]).code, Some(2), "{bad}");
    }
    let small = canju(["verify", &file, "--memory", "1KiB"]);
    assert_eq!(small.code, Some(2), "{}", small.transcript());
    assert_eq!(canju(["solve", "3", "4", "--proof", &name("no/such/a.proof")]).code, Some(2));
}

#[test]
fn no_verdict_no_certificate() {
    let root = directory(&[]);
    let path = root.path().join("a.proof");
    let file = path.to_str().unwrap();
    let found = canju(["solve", HARD[0], HARD[1], "--rules", "huanle,packs=2", "--node-limit", "200", "--proof", file]);
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    assert!(!path.exists() && found.stderr.contains("not written, because there is no verdict"), "{}", found.stderr);
}

#[test]
fn a_directory_of_certificates() {
    let hard = format!("{} | {} | rules=huanle,packs=2\n", HARD[0], HARD[1]);
    let jsonl = br#"{"id":"../../x/y:1","hands":["345","678","9TJ"]}
{"id":"..-..-X-y-1","hands":["K5","44Q"],"last":"J"}
{"id":"bad","hands":["K5"]}
"#;
    let root = directory(&[("pack/a.ddz", b"346999Q2 | 34JAAD\n35577TTQQ2 | 9AA\n"), ("pack/b.jsonl", jsonl)]);
    fs::write(root.path().join("pack/c.ddz"), hard).unwrap();
    let proofs = root.path().join("new/proofs");
    let pack = root.path().join("pack");
    let found = canju([
        "batch",
        pack.to_str().unwrap(),
        "--proof-dir",
        proofs.to_str().unwrap(),
        "--node-limit",
        "20000",
        "--format",
        "jsonl",
    ]);
    assert_eq!(found.code, Some(2), "{}", found.transcript());
    let mut names: Vec<String> =
        fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["_..-..-X-y-1~4.proof", "_..-..-x-y-1~3.proof", "a.ddz-1~1.proof", "a.ddz-2~2.proof"]);
    let files = names.iter().map(|name| proofs.join(name).to_str().unwrap().to_owned());
    let found = canju(["verify".to_owned()].into_iter().chain(files));
    assert_eq!((found.code, found.stdout.lines().count()), (Some(0), 4), "{}", found.transcript());
    assert!(found.stdout.contains("loss  35577TTQQ2 | 9AA") && found.stdout.contains("last=J"), "{}", found.stdout);
}

#[test]
fn plain_certificates() {
    let root = directory(&[]);
    let path = root.path().join("a.proof");
    let file = path.to_str().unwrap();
    let solved = canju(["solve", "346999Q2", "34JAAD", "--proof", file, "--plain"]);
    assert_eq!(solved.code, Some(0), "{}", solved.transcript());
    let found = canju(["verify", file]);
    let expected = format!("{file}: win  346999Q2 | 34JAAD | rules=huanle  plain  (");
    assert!(found.code == Some(0) && found.stdout.starts_with(&expected), "{}", found.transcript());
    assert_eq!(canju(["solve", "346999Q2", "34JAAD", "--plain"]).code, Some(2), "of no certificate");
}

/// Too large for the memory: solve says what to do, and a batch goes on.
#[test]
fn plain_certificates_that_do_not_fit() {
    let root =
        directory(&[("in.ddz", b"346999Q2 | 34JAAD\n4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair\n")]);
    let path = root.path().join("a.proof");
    let file = path.to_str().unwrap();
    let rules = "huanle,-trio_pair";
    let large =
        ["solve", "4445678899KK2", "345567TTTKKAA", "--rules", rules, "--memory", "1MiB", "--proof", file, "--plain"];
    let found = canju(large);
    let said = regex::Regex::new(
        r"^error: no certificate: the plain one has more than 1,024 positions; without --plain it has [\d,]+\n$",
    );
    assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{}", found.transcript());
    assert!(said.expect("a pattern").is_match(&found.stderr) && !path.exists(), "{}", found.stderr);

    let (packs, proofs) = (root.path().to_str().unwrap(), root.path().join("proofs"));
    let directory = proofs.to_str().unwrap();
    let found = canju([
        "batch",
        packs,
        "--proof-dir",
        directory,
        "--plain",
        "--memory",
        "1MiB",
        "--format",
        "jsonl",
        "--quiet",
    ]);
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    assert!(found.stderr.contains("in.ddz:2: no certificate: the plain one has more than 1,024"), "{}", found.stderr);
    let records: Vec<serde_json::Value> =
        found.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&records[0]["verdict"], &records[1]["reason"]), (&"win".into(), &"memory".into()));
    let names: Vec<_> = fs::read_dir(&proofs).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(names.len() == 1 && names[0].to_string_lossy().ends_with("in.ddz-1~1.proof"), "{names:?}");
}
