//! `canju play FILE`: the levels of a pack, and the file that remembers which are solved.

use crate::commands::program::{Run, directory, program, run};
use std::fs;
use std::path::Path;

/// Three levels that the first hand wins and one that it loses.
const PACK: &[u8] = b"# four levels
346999Q2 | 34JAAD | name=\"three nines\" expect=win
K5 | 44Q | last=J name=\"king first\"
34 | 5 | name=\"lost\" expect=loss
@rules rlcard
3 | 45
";

/// A session of these lines with one thread, in this directory, which is also the user's state directory.
fn session(root: &Path, arguments: &[&str], lines: &[&str]) -> Run {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut command = program();
    command.args(["play", "--threads", "1"]).args(arguments).current_dir(root).env("XDG_STATE_HOME", root);
    run(command.write_stdin(input))
}

/// What is remembered.
fn remembered(root: &Path) -> String {
    fs::read_to_string(root.join("canju/solved-levels.txt")).unwrap_or_default()
}

/// The second level as it is remembered.
const KING: &str = "5K | 44Q | rules=huanle last=J";

/// What wins the first level against the solver's resistance.
const NINES: [&str; 7] = ["3999", "4", "Q", "2", "pass", "pass", "6"];

/// A slip, hints, a level solved without help and one with help, and what is remembered of them in the next session.
#[test]
fn from_level_to_level() {
    let root = directory(&[("my.ddz", PACK)]);
    let lines = [&["4", "undo", "hint", "hint"], &NINES[..], &["hint", "K", "solution", "5", "level"]].concat();
    insta::assert_snapshot!("play_levels", session(root.path(), &["my.ddz"], &lines).transcript());
    insta::assert_snapshot!(remembered(root.path()), @r"
    # canju play: the levels that are solved
    alone 346999Q2 | 34JAAD | rules=huanle
    with-help 5K | 44Q | rules=huanle last=J
    ");
    // The third level is lost, so it can only be won from the other seat.
    let lines = ["3", "restart", "next", "3", "swap", "5", "level", "undo", "4", "level 5", "level 1", "previous"];
    insta::assert_snapshot!("play_levels_again", session(root.path(), &["my.ddz"], &lines).transcript());
    insta::assert_snapshot!(remembered(root.path()), @r"
    # canju play: the levels that are solved
    alone 3 | 45 | rules=rlcard
    alone 34 | 5 | rules=huanle
    alone 346999Q2 | 34JAAD | rules=huanle
    with-help 5K | 44Q | rules=huanle last=J
    ");
}

/// A level is known by its position: in another pack, in another order, typed otherwise, under another name.
#[test]
fn solved_levels_are_known_in_other_packs() {
    let other = b"345 | 6\n34JDAA | 346999Q2\n962 Q 4399 | j34aad | name=\"other\" source=\"other\"\n3 | 45\n";
    let root = directory(&[("my.ddz", PACK), ("other.ddz", other)]);
    session(root.path(), &["my.ddz"], &NINES);
    session(root.path(), &["my.ddz:6"], &["3"]);
    // The last one is of other rules.
    insta::assert_snapshot!(levels_of(&session(root.path(), &["other.ddz"], &["level"])), @r"
    other.ddz: 1 of 4 levels solved, 1 of them without help
    > 1                       345 | 6
      2                       34JAAD | 346999Q2
      3  solved without help  other
      4                       3 | 45
    first>
    ");
}

/// What `level` listed.
fn levels_of(run: &Run) -> String {
    let listed = run.stdout.rsplit_once("> level\n").expect("a list").1;
    listed.rsplit_once('\n').expect("a prompt").0.to_owned()
}

#[test]
fn what_counts_as_help() {
    let king: [(&[&str], &str); 8] = [
        (&["hint", "hint", "K", "5"], "alone"),
        (&["2", "5", "pass", "undo", "K", "log", "undo", "K", "restart", "K", "5"], "alone"),
        (&["hint", "hint", "hint", "K", "5"], "with-help"),
        (&["solution", "K", "5"], "with-help"),
        (&["verdicts", "next", "level 2", "K", "5"], "with-help"),
        (&["swap", "swap", "K", "5"], "with-help"),
        (&["K", "swap", "undo", "swap", "5"], "with-help"),
        (&["solution", "next", "previous", "K", "5"], "with-help"),
    ];
    for (lines, how) in king {
        let root = directory(&[("my.ddz", PACK)]);
        let found = session(root.path(), &["my.ddz:3"], lines);
        assert_eq!(remembered(root.path()).lines().nth(1), Some(&*format!("{how} {KING}")), "{}", found.transcript());
    }
}

/// A win over oneself is none over the solver, and a loaded game is no level.
#[test]
fn what_is_no_win() {
    let root = directory(&[("my.ddz", PACK), ("won.game", b"K5 | 44Q | last=J\n@human first\n@moves K pass\n")]);
    let found = session(root.path(), &["my.ddz:3", "--human", "both"], &["K", "pass", "5", "undo"]);
    assert!(found.stdout.contains("The first hand has won.\nover> undo\n"), "{}", found.stdout);
    let found = session(root.path(), &["my.ddz:3", "--human", "none"], &[]);
    assert!(found.stdout.ends_with("The first hand has won.\nover> \n"), "{}", found.stdout);
    let found = session(root.path(), &["my.ddz:3"], &["load won.game", "5", "next"]);
    let shown = found.stdout.split_once("load won.game\n").expect("a prompt").1;
    insta::assert_snapshot!(shown, @r"
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     5
      second    44Q
    first> 5

    The first hand has won.
    over> next

    Level 1 of 4: three nines
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     346999Q2
      second    34JAAD
    first>
    ");
    assert_eq!(remembered(root.path()), "");
}

#[test]
fn where_progress_is_kept() {
    let root = directory(&[("my.ddz", PACK)]);
    let solve = |arguments: &[&str]| {
        let mut command = program();
        command.args(["play", "my.ddz:3"]).args(arguments).current_dir(root.path()).env("HOME", root.path());
        // A path that is not absolute does not count.
        run(command.env("XDG_STATE_HOME", "state").write_stdin("K\n5\n"))
    };
    let kept = |path: &str| fs::read_to_string(root.path().join(path)).is_ok_and(|text| text.contains(KING));
    assert_eq!(solve(&["--no-progress"]).code, Some(0));
    assert_eq!(fs::read_dir(root.path()).expect("a directory").count(), 1);
    solve(&["--progress", "own/progress.txt"]);
    assert!(kept("own/progress.txt") && !kept(".local/state/canju/solved-levels.txt"));
    solve(&[]);
    assert!(kept(".local/state/canju/solved-levels.txt"));
    assert_eq!(solve(&["--no-progress", "--progress", "x"]).code, Some(2));
}

/// A progress file that can't be used is a note. The game goes on, and the file stays as it is.
#[test]
fn progress_that_can_not_be_kept() {
    let broken = b"# mine\nalone K5 | 44Q | rules=huanle last=J\nalone 77777 | 3\n";
    let files: [(&str, &[u8]); 5] = [
        ("my.ddz", PACK),
        ("broken.txt", broken),
        ("word.txt", b"solved K5 | 44Q\n"),
        ("latin.txt", b"\xff\n"),
        ("directory/file", b""),
    ];
    let root = directory(&files);
    let mut notes = String::new();
    for file in ["broken.txt", "word.txt", "latin.txt", "directory", "my.ddz/progress.txt"] {
        let found = session(root.path(), &["my.ddz:3", "--progress", file], &["K", "5"]);
        assert_eq!(found.code, Some(0), "{}", found.transcript());
        assert!(found.stdout.contains("Solved without help. my.ddz: 1 of 4 levels solved"), "{}", found.stdout);
        notes += found.stdout.lines().nth(1).expect("a note");
        notes.push('\n');
    }
    insta::assert_snapshot!(notes, @r"
    note: broken.txt, line 3: expected a line like `alone 346999Q2 | 34JAAD | rules=huanle`: what you solve is remembered for this session only
    note: word.txt, line 1: expected a line like `alone 346999Q2 | 34JAAD | rules=huanle`: what you solve is remembered for this session only
    note: can't read latin.txt: it is not UTF-8 text: what you solve is remembered for this session only
    note: can't read directory: Is a directory (os error 21): what you solve is remembered for this session only
    note: can't read my.ddz/progress.txt: Not a directory (os error 20): what you solve is remembered for this session only
    ");
    for (name, content) in files {
        assert_eq!(fs::read(root.path().join(name)).expect("a file"), content, "{name}");
    }
}

/// A directory that can't be made shows when the first level is solved, once.
#[cfg(target_os = "linux")]
#[test]
fn progress_that_can_not_be_written() {
    let root = directory(&[("my.ddz", PACK)]);
    let lines = ["K", "5", "level 1", "level 4", "3"];
    let found = session(root.path(), &["my.ddz:3", "--progress", "/proc/none/progress.txt"], &lines);
    assert_eq!(found.code, Some(0));
    insta::assert_snapshot!(found.stdout, @r"
    my.ddz: 0 of 4 levels solved

    Level 2 of 4: king first
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     5K
      second    44Q
      to beat   J, played by second
    first> K
    second passes

    > first     5
      second    44Q
    first> 5

    The first hand has won.
    Solved without help. my.ddz: 1 of 4 levels solved, 1 of them without help
    note: can't write /proc/none/progress.txt: No such file or directory (os error 2): what you solve is remembered for this session only

    Level 3 of 4: lost
    The first hand loses when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     34
      second    5
    first> level 1

    Level 1 of 4: three nines
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     346999Q2
      second    34JAAD
    first> level 4

    Level 4 of 4
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     3
      second    45
    first> 3

    The first hand has won.
    Solved without help. my.ddz: 2 of 4 levels solved, 2 of them without help

    Level 1 of 4: three nines
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     346999Q2
      second    34JAAD
    first>
    ");
}

#[test]
fn packs() {
    let files: [(&str, &[u8]); 4] = [
        ("my.ddz", PACK),
        ("empty.ddz", b"# nothing\n"),
        ("bad.ddz", b"77777 | 3\n34?\n"),
        ("some.jsonl", b"{\"id\":\"a1\",\"hands\":[\"K5\",\"44\"]}\n345 | 6\n77777 | 3\nsing\n"),
    ];
    let root = directory(&files);
    let play = |arguments: &[&str]| session(root.path(), &[arguments, &["--no-progress"]].concat(), &["level"]);
    let shown = |arguments: &[&str]| {
        let found = play(arguments);
        assert_eq!(found.code, Some(0), "{}", found.transcript());
        found.stdout
    };
    insta::assert_snapshot!(shown(&["some.jsonl"]), @r"
    some.jsonl: 0 of 2 levels solved
    note: 2 lines are left out: some.jsonl, line 3, column 5: 5th card of rank 7: one pack holds four

    Level 1 of 2
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     5K
      second    44
    first> level
    some.jsonl: 0 of 2 levels solved
    > 1                       5K | 44
      2                       345 | 6
    first>
    ");
    assert!(shown(&["some.jsonl:a1"]).contains("> 1 ") && shown(&["some.jsonl:2"]).contains("> 2 "));
    assert!(shown(&["my.ddz:6"]).contains("> 4 "));
    let refused = |arguments: &[&str]| {
        let found = play(arguments);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{}", found.transcript());
        format!("$ canju play {}\n{}", arguments.join(" "), found.stderr)
    };
    let lines: [&[&str]; 8] = [
        &["empty.ddz"],
        &["bad.ddz"],
        &["my.ddz:5"],
        &["my.ddz", "--last", "3"],
        &["."],
        &["none.ddz"],
        &["none.ddz:3"],
        &["346999Q2"],
    ];
    insta::assert_snapshot!(lines.map(refused).join(""), @r"
    $ canju play empty.ddz
    error: empty.ddz has no puzzle
    $ canju play bad.ddz
    error: bad.ddz, line 1, column 5: 5th card of rank 7: one pack holds four
    $ canju play my.ddz:5
    error: my.ddz has no puzzle on line 5 or with that id
    $ canju play my.ddz --last 3
    error: --turn, --last and --by belong to typed hands: a file says itself whose turn it is
    $ canju play .
    error: . is a directory: name a pack in it
    $ canju play none.ddz
    error: `none.ddz` is not a file: name a pack, or two or three hands
    $ canju play none.ddz:3
    error: `none.ddz:3` is not a file: name a pack, or two or three hands
    $ canju play 346999Q2
    error: `346999Q2` is not a file: name a pack, or two or three hands
    ");
}

/// The shipped levels: a slip, three hints and a mark.
#[test]
fn a_shipped_pack() {
    let root = directory(&[]);
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/published/game-levels.ddz");
    let pack = format!("{}:6", pack.display());
    let lines = [&["9", "undo", "hint", "hint", "hint"], &NINES[..], &["level"]].concat();
    insta::assert_snapshot!("play_shipped_levels", session(root.path(), &[&pack], &lines).transcript());
}
