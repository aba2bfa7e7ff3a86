//! The two checkers of certificates, `canju verify` and `scripts/check/verify.py`: the same exit code for every file.
//!
//! The table of `src/engine/proof/FORMAT.md` says which faults there are and what code each has. Here is a file for each line.

use crate::commands::program::{Run, canju, directory, program, run};
use crate::packs::fuzz_corpora::properties::crc32;
use canju::proof::{Claimed, WriteError, verify_within};
use canju::{Options, Position, Solver, Task, Worth};
use canju_engine::rules::{KindSet, Scoring};
use canju_testing::budget::{full, share};
use canju_testing::deals::{self, PRESETS, TWO_PACKS, WITH_QUAD_CHAINS, ruleset};
use canju_testing::drawn::{QUADS_IN_A_ROW, SEVERAL_BOMBS};
use rand::RngExt;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// What both checkers may use: all of these certificates ask for less, but for the one that asks for too much.
const MEMORY: &str = "4MiB";

/// One checker on these files of a directory, then the other.
fn checked(root: &Path, names: &[&str]) -> [Run; 2] {
    [by_program(root, names), by_script(root, names)]
}

fn by_program(root: &Path, names: &[&str]) -> Run {
    run(program().current_dir(root).args(["verify", "--memory", MEMORY]).args(names))
}

fn by_script(root: &Path, names: &[&str]) -> Run {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check/verify.py");
    python(Command::new("python3").arg(script).args(["--memory", MEMORY]).args(names).current_dir(root))
}

/// What the script says of each of these files alone. One process calls it for one after the other, since Python takes longer to
/// start than to check; with `CANJU_TESTS=full` each file has a process of its own.
fn each_by_script(root: &Path, names: &[String]) -> Vec<Run> {
    if full() {
        return names.iter().map(|name| by_script(root, &[name])).collect();
    }
    const CODE: &str = "\
import contextlib, io, json, sys
sys.dont_write_bytecode = True
import verify
options, names, found = sys.argv[1:3], sys.argv[3:], []
for name in names:
    sys.argv = ['verify.py', *options, name]
    outputs = [io.TextIOWrapper(io.BytesIO(), 'utf-8') for _ in range(2)]
    with contextlib.redirect_stdout(outputs[0]), contextlib.redirect_stderr(outputs[1]):
        code = verify.main()
    texts = []
    for output in outputs:
        output.flush()
        texts.append(output.buffer.getvalue().decode())
    found.append([code, *texts])
print(json.dumps(found))
";
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check");
    let mut command = Command::new("python3");
    let all = command.args(["-c", CODE, "--memory", MEMORY]).args(names).env("PYTHONPATH", scripts).current_dir(root);
    let all = python(all);
    let found: Vec<(Option<i32>, String, String)> =
        serde_json::from_str(&all.stdout).unwrap_or_else(|error| panic!("{error}: {}", all.transcript()));
    assert_eq!(found.len(), names.len());
    found.into_iter().map(|(code, stdout, stderr)| Run { code, stdout, stderr }).collect()
}

fn python(command: &mut Command) -> Run {
    let found = command.output().expect("Python");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: found.status.code(), stdout: text(found.stdout), stderr: text(found.stderr) }
}

/// A certificate that holds.
fn certificate(hands: &[&str], more: &[&str]) -> Vec<u8> {
    let root = directory(&[]);
    let path = root.path().join("a.proof");
    let file = path.to_str().expect("UTF-8");
    let made = canju([&["solve"], hands, &["--memory", "16MiB", "--proof", file], more].concat());
    assert_eq!(made.code, Some(0), "{}", made.transcript());
    std::fs::read(path).expect("a certificate")
}

/// The certificate with a part of its header replaced.
fn replaced(bytes: &[u8], from: &str, to: &[u8]) -> Vec<u8> {
    let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).expect("a part of the header");
    [&bytes[..at], to, &bytes[at + from.len()..]].concat()
}

/// The certificate with other bytes from this place on, up to its checksum, which is made right.
fn resealed(bytes: &[u8], at: usize, part: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.splice(at..at + part.len(), part.iter().copied());
    let end = bytes.len() - 4;
    let checksum = crc32(&bytes[..end]);
    bytes.splice(end.., checksum.to_le_bytes());
    bytes
}

/// Each line of the table with files that have this fault.
fn faults() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let good = certificate(&["346999Q2", "34JAAD"], &[]);
    let plain = certificate(&["346999Q2", "34JAAD"], &["--plain"]);
    let number = |to: &str| replaced(&plain, &format!("plain {}", positions(&plain)), format!("plain {to}").as_bytes());
    let points = certificate(&["3333K", "44Q"], &["--scoring", "douzero", "--stake", "3"]);
    let spring = ["--scoring", "botzone", "--moves-made", "0,0,0"];
    let spring = certificate(&["3333K", "45", "78Q"], &spring);
    let of_points = |from, to: &str| replaced(&points, from, to.as_bytes());
    let of_spring = |to: &str| replaced(&spring, "moves_made 0 0 0", to.as_bytes());
    let answers = certificate(&["K5", "44Q"], &["--last", "J"]);
    let header = |from, to: &str| replaced(&good, from, to.as_bytes());
    let start = good.windows(2).position(|pair| pair == b"\n\n").expect("the end of the header") + 2;
    let end = good.len();
    let padded = |length: usize| header("huanle", &format!("huanle{}", "x".repeat(length - start)));
    vec![
        ("The file can't be opened", vec![]),
        (
            "It does not start with",
            vec![
                b"".to_vec(),
                b"hello\n\n".to_vec(),
                b"canju certificate".to_vec(),
                b"canju certificates\n\n".to_vec(),
                [b"\xff\xfe", &good[..]].concat(),
                vec![b'a'; 5_000],
            ],
        ),
        (
            "All of its header is right, and",
            vec![header("memory 12", "memory 14"), header("memory 12", "memory 24"), number("32769")],
        ),
        (
            "The header does not end",
            vec![
                b"canju certificate ".to_vec(),
                b"canju certificate 4\nrules huanle\n".to_vec(),
                padded(1_025),
                padded(5_000),
            ],
        ),
        ("The header is not UTF-8", vec![replaced(&good, "huanle", b"huanl\xff"), replaced(&good, "3", b"\xc3")]),
        (
            "A version other",
            vec![
                header("certificate 4", "certificate 1"),
                header("certificate 4", "certificate 8"),
                header("certificate 4", "certificate "),
                of_points("certificate 6", "certificate 8"),
                header("certificate 4\n", "certificate 4\r\n"),
                // Two hands are compared as they always were, three are not.
                replaced(&certificate(&["345", "678", "9TJ"], &[]), "certificate 4", b"certificate 3"),
            ],
        ),
        (
            "A line of the header",
            vec![
                header("turn 1\n", ""),
                header("turn 1\n", "turn 1\nturn 1\n"),
                header("turn 1\nlast -\n", "last -\nturn 1\n"),
                header("memory 12\n", "memory 12\nmore -\n"),
                // Version 2 has no line `turn`.
                header("certificate 4", "certificate 2"),
                // Version 5 has no line `memory`, and only it has `plain`.
                header("certificate 4", "certificate 5"),
                header("memory 12", "plain 12"),
                // Versions 6 and 7 are for points, and the others are not.
                header("certificate 4", "certificate 6"),
                of_points("certificate 6", "certificate 4"),
                of_points("certificate 6", "certificate 7"),
                of_points("moves_made -\n", ""),
                of_points("value exactly 6", "verdict win"),
            ],
        ),
        (
            "Rules, hands, turn,",
            vec![
                header("huanle", "chess"),
                header("huanle", "huanle,+trio"),
                header("346999Q2", "346999Q2 "),
                header("346999Q2", "643999Q2"),
                header("346999Q2 34JAAD", "346999Q2"),
                header("turn 1", "turn 3"),
                header("last -", "last K"),
                header("last -", "last pass by 2"),
                header("verdict win", "verdict unknown"),
                header("memory 12", "memory 012"),
                header("memory 12", "memory 25"),
                number("012"),
                number("16777217"),
                // The first fault counts, not the memory.
                replaced(&header("memory 12", "memory 24"), "huanle", b"chess"),
                padded(1_024),
                of_points("douzero", "win"),
                of_points("douzero", "chess"),
                of_points("stake 3", "stake 03"),
                of_points("stake 3", "stake 1000001"),
                of_points("moves_made -", "moves_made 2 2 2"),
                of_points("exactly 6", "exactly +6"),
                of_points("exactly 6", "exactly 06"),
                of_points("exactly 6", "exactly"),
                of_points("exactly 6", "about 6"),
                of_spring("moves_made -"),
                of_spring("moves_made 0 0 3"),
                of_spring("moves_made 0 0"),
            ],
        ),
        (
            "No game of this scoring",
            vec![
                of_points("exactly 6", "exactly 2"),
                of_points("exactly 6", "exactly 0"),
                of_points("exactly 6", "at_least 9"),
                of_points("exactly 6", "at_most -805306368"),
                of_points("stake 3", "stake 4"),
            ],
        ),
        (
            "Hands and last",
            vec![
                header("346999Q2", "346999992"),
                header("last -", "last DX by 2"),
                replaced(&header("last -", "last D by 2"), "memory 12", b"memory 24"),
                header("huanle\nhands 346999Q2 34JAAD", "huanle,packs=2\nhands 3 4 5"),
                // A farmer has played, and the landlord has not.
                of_spring("moves_made 0 1 0"),
            ],
        ),
        ("A number has", vec![resealed(&good, start, &[0x81, 0]), resealed(&good, start, &[0xff, 0xff, 0xff, 0xff])]),
        ("The winner has no move", vec![resealed(&good, start, &[120])]),
        (
            "The side that should lose",
            vec![header("verdict win", "verdict loss"), {
                // It passes instead of playing its king.
                let body = answers.windows(2).position(|pair| pair == b"\n\n").expect("the end of the header") + 2;
                resealed(&replaced(&answers, "hands 5K 44Q", b"hands 5K Q"), body - 2, &[1])
            }],
        ),
        (
            "The goal of the side",
            vec![
                of_points("exactly 6", "at_least 12"),
                of_points("exactly 6", "at_most -6"),
                replaced(&spring, "exactly 8", b"at_least 16"),
            ],
        ),
        (
            "A plain certificate remembers",
            vec![
                number(&(positions(&plain) - 1).to_string()),
                number(&(positions(&plain) + 1).to_string()),
                number("0"),
                // It leaves out what a plain one needs.
                replaced(&header("certificate 4", "certificate 5"), "memory 12", b"plain 30"),
            ],
        ),
        ("The trailer counts", vec![resealed(&good, end - 12, &[200])]),
        (
            "The checksum is wrong",
            vec![{
                let mut bytes = good.clone();
                bytes[end - 1] ^= 1;
                bytes
            }],
        ),
        ("Bytes follow", vec![[&good[..], b"\0"].concat(), [&good[..], &good[..]].concat()]),
        ("The file ends too soon", vec![good[..start].to_vec(), good[..end - 1].to_vec(), good[..end - 13].to_vec()]),
    ]
}

/// The number in the header of a plain certificate.
fn positions(plain: &[u8]) -> u32 {
    let number = String::from_utf8_lossy(plain).lines().find_map(|line| line.strip_prefix("plain ")?.parse().ok());
    number.expect("the line `plain`")
}

/// The lines of the table: how each starts, and its code.
fn table() -> Vec<(String, i32)> {
    let page = include_str!("../../engine/proof/FORMAT.md");
    let rows = page.split("| fault | exit code |").nth(1).expect("the table").lines().skip(2);
    let rows = rows.map_while(|row| row.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | "));
    rows.map(|(fault, code)| (fault.to_owned(), code.parse().expect("a code"))).collect()
}

#[test]
fn every_fault_has_its_exit_code_in_both() {
    let (table, faults) = (table(), faults());
    assert_eq!(table.len(), faults.len());
    let root = TempDir::new().expect("a directory");
    // Each file with its fault and its code.
    let (mut names, mut expected) = (Vec::new(), Vec::new());
    for (row, ((fault, code), (start, files))) in table.iter().zip(&faults).enumerate() {
        assert!(fault.starts_with(start), "{fault}: {start}");
        let mut with_fault = Vec::new();
        for (number, bytes) in files.iter().enumerate() {
            with_fault.push(format!("{row}-{number}.proof"));
            std::fs::write(root.path().join(&with_fault[number]), bytes).expect("a file");
        }
        if files.is_empty() {
            with_fault = vec!["missing.proof".to_owned(), ".".to_owned()];
        }
        expected.extend(with_fault.iter().map(|_| (fault, *code)));
        names.extend(with_fault);
    }
    let others = each_by_script(root.path(), &names);
    for ((name, (fault, code)), other) in names.iter().zip(expected).zip(others) {
        let one = by_program(root.path(), &[name]);
        let said = format!("{fault} ({name}):\n{}\n{}", one.transcript(), other.transcript());
        assert_eq!((one.code, other.code), (Some(code), Some(code)), "{said}");
        // What is not checked is an error; what fails is a result.
        assert_eq!((one.stdout.is_empty(), other.stdout.is_empty()), (code == 2, code == 2), "{said}");
    }
}

/// Of several files the greatest code; and a good one has none.
#[test]
fn several_files() {
    let good = certificate(&["346999Q2", "34JAAD"], &[]);
    let root = directory(&[("good", &good), ("none", b"hello"), ("short", &good[..good.len() - 1])]);
    for (names, code) in [
        (&["good", "good"][..], 0),
        (&["good", "none"], 2),
        (&["short", "none", "good"], 3),
        (&["missing", "short"], 3),
        // Standard input, which is empty here.
        (&["-", "-"], 2),
    ] {
        let codes = checked(root.path(), names).map(|run| run.code);
        assert_eq!(codes, [Some(code); 2], "{names:?}");
    }
}

/// What compares positions in `verify.py` is taken away: plain certificates are checked all the same, and others can't be. With
/// `--plain` others are not even tried.
#[test]
fn plain_certificates_need_the_rules_alone() {
    let root = TempDir::new().expect("a directory");
    let positions: [(&str, &[&str], &[&str]); 4] = [
        ("win", &["346999Q2", "34JAAD"], &[]),
        ("loss", &["35577TTQQ2", "9AA"], &[]),
        ("three", &["3479", "66Q", "58J"], &["--last", "7"]),
        ("farmers", &["3KA", "45", "6Q"], &["--turn", "3", "--last", "J", "--by", "1"]),
    ];
    for (name, hands, more) in positions {
        std::fs::write(root.path().join(name), certificate(hands, &[more, &["--plain"]].concat())).expect("a file");
    }
    std::fs::write(root.path().join("ordinary"), certificate(&["346999Q2", "34JAAD"], &[])).expect("a file");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check");
    let verify = |code: &str, arguments: &[&str]| {
        let code =
            format!("import sys\nsys.dont_write_bytecode = True\nimport verify\n{code}\nsys.exit(verify.main())");
        let mut command = Command::new("python3");
        python(command.args(["-c", &code]).args(arguments).env("PYTHONPATH", &scripts).current_dir(root.path()))
    };
    let all = ["win", "loss", "three", "farmers"];
    let without = verify("del verify.Comparing, verify.Game.links", &all);
    assert_eq!((without.code, without.stdout.lines().count()), (Some(0), 4), "{}", without.transcript());
    let ordinary = verify("del verify.Comparing", &["ordinary"]);
    assert!(ordinary.code == Some(1) && ordinary.stderr.contains("Comparing"), "{}", ordinary.transcript());
    assert_eq!(verify("", &["ordinary"]).code, Some(0));
    let refused = verify("", &["--plain", "win", "ordinary"]);
    assert_eq!((refused.code, refused.stdout.lines().count()), (Some(2), 1), "{}", refused.transcript());
    assert!(refused.stderr.contains("ordinary: not checked: it is not plain"), "{}", refused.stderr);
}

/// Certificates of points of drawn positions: both checkers accept them, and say the same of them.
#[test]
fn certificates_of_points_hold_in_both() {
    let (mut rng, root) = (deals::rng(1301), TempDir::new().expect("a directory"));
    let mut solver = Solver::new(Options { threads: 1, memory: 16 << 20, ..Options::default() });
    let (count, mut names, mut values) = (share(1_000, 20), Vec::new(), BTreeSet::new());
    while names.len() < count {
        let number = names.len();
        let text = match number % 10 {
            9 => TWO_PACKS[number / 10 % TWO_PACKS.len()],
            4 => WITH_QUAD_CHAINS[number / 10 % WITH_QUAD_CHAINS.len()],
            _ => PRESETS[number % PRESETS.len()],
        };
        let rules = ruleset(text);
        let recipe = if rules.kinds().has_any(KindSet::QUAD_CHAINS) { &QUADS_IN_A_ROW } else { &SEVERAL_BOMBS };
        let position = match rules.packs() == 1 && number % 2 == 0 {
            true => Position::of_state(recipe.draw::<3>(&mut rng, &rules), &rules),
            false => Position::of_state(recipe.draw::<2>(&mut rng, &rules), &rules),
        };
        if position.has_trick() && position.last().is_none() {
            continue;
        }
        let scoring = Scoring::ALL[1 + number % (Scoring::ALL.len() - 1)];
        let made = [0; 3].map(|_: u8| rng.random_range(0..=2));
        let made = (position.hands().len() == 3).then_some(&made[..]);
        let Ok(position) = position.with_stakes(scoring, Some(rng.random_range(1..=6)), made) else { continue };
        let task = Task { line: false, plain: number % 3 == 0, ..Task::default() };
        let report = solver.solve(&position, &task);
        let mut bytes = Vec::new();
        match solver.certify(&report, &task, &mut bytes) {
            // Python has no compiler.
            Ok(written) if written.positions < 20_000 => {}
            Ok(_) | Err(WriteError::TooLarge { .. }) => continue,
            Err(error) => panic!("{position}: {error}"),
        }
        let verified = verify_within(&bytes[..], 4 << 20).unwrap_or_else(|error| panic!("{position}: {error}"));
        let value = report.worth().and_then(Worth::value).expect("no limit");
        assert_eq!(
            (verified.claim.position, verified.claim.claimed),
            (position, Claimed::Exactly(value)),
            "{position}"
        );
        values.insert(value);
        names.push(format!("{number}.proof"));
        std::fs::write(root.path().join(&names[number]), bytes).expect("a file");
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let [program, script] = checked(root.path(), &names);
    assert_eq!((program.code, script.code), (Some(0), Some(0)), "{}\n{}", program.transcript(), script.transcript());
    // What is proved, and by how many positions and moves; then each says in its own way how long that took.
    let said = |run: &Run| -> Vec<String> {
        let without_end = |line: &str| line.split(" moves, ").next().unwrap_or_default().replace(',', "");
        run.stdout.lines().map(without_end).collect()
    };
    assert_eq!(said(&program), said(&script));
    assert_eq!(said(&script).len(), count);
    assert!(values.len() > 10, "{values:?}");
}

/// Where a row of the memory is full the oldest position is forgotten, so both checkers must put the same positions in a row.
#[test]
fn both_forget_the_same_positions() {
    let root = TempDir::new().expect("a directory");
    let certificates: [(&[&str], &[&str]); 4] = [
        (&["466789TQQ22", "4556778JAA22D"], &[]),
        (&["34569999TTTTJ2", "346678QKKKKAAAA"], &["--rules", "botzone"]),
        (&["3777788889TJA2", "5669TTQQQQKKKK2"], &["--rules", "botzone"]),
        (&["6689999TTTTAA2", "34578JJJJQQQQKA"], &["--rules", "botzone"]),
    ];
    let names = ["a", "b", "c", "d"];
    for (name, (hands, more)) in names.iter().zip(certificates) {
        std::fs::write(root.path().join(name), certificate(hands, more)).expect("a file");
    }
    for run in checked(root.path(), &names) {
        assert_eq!((run.code, run.stdout.lines().count()), (Some(0), names.len()), "{}", run.transcript());
    }
    // Where all are forgotten, or where each kind has another row, they fail.
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check");
    for other in ["verify.ROW = 1", "verify.NUMBER_OF = [2 * n for n in verify.NUMBER_OF]"] {
        let code =
            format!("import sys\nsys.dont_write_bytecode = True\nimport verify\n{other}\nsys.exit(verify.main())");
        let mut command = Command::new("python3");
        let run = python(command.args(["-c", &code]).args(names).env("PYTHONPATH", &scripts).current_dir(root.path()));
        assert!(run.code == Some(3) && run.stdout.contains("FAILS"), "{other}: {}", run.transcript());
    }
}

/// A small part of what `scripts/check/fuzz_checkers.py` does in the long run.
#[test]
fn the_checkers_agree_on_mutated_certificates() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check/fuzz_checkers.py");
    let count = share(400, 4).to_string();
    let found = Command::new("python3")
        .arg(script)
        .args(["--count", &count, "--seed", "3", "--canju", env!("CARGO_BIN_EXE_canju")])
        .output()
        .expect("Python");
    let said = String::from_utf8_lossy(&found.stdout);
    assert_eq!(found.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&found.stderr));
    let counts = regex::Regex::new(&format!(
        r"^{count} mutations: \d+ FAILS, \d+ FAILS: header, \d+ accepted, \d+ not checked; 0 differ$"
    ));
    assert!(counts.expect("a pattern").is_match(said.trim_end()), "every class occurs: {said}");
}
