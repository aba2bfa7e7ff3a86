//! `canju explain`: the page is one file, and what it says is so; where the file goes.

use crate::commands::explain_data::{Data, Target};
use crate::commands::program::{HARD, Run, canju, directory};
use canju::rules::Ruleset;
use canju::{Options, Solver, Verdict};
use std::path::Path;

fn explain(arguments: &str) -> Run {
    canju("explain --threads 1".split_whitespace().chain(arguments.split_whitespace()))
}

/// The page made of a position that is decided.
fn page(arguments: &str) -> String {
    let found = explain(arguments);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{arguments}");
    found.stdout
}

/// Every puzzle that ships: the page holds all of the strategy, and all that it holds is so.
#[test]
fn every_page_is_right() {
    // The app is in every page, whatever the puzzle.
    let (frame, mut pages, mut bytes) = (page("3 4").len(), 0, 0);
    assert!(frame < 120_000, "{frame} bytes around a table");
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/published")).expect("puzzles") {
        let path = file.expect("a file").path();
        let file = std::fs::File::open(&path).expect("a pack");
        for puzzle in canju::puzzle::read(std::io::BufReader::new(file), "", Ruleset::default()) {
            let puzzle = puzzle.expect("a puzzle");
            let hands: Vec<String> = puzzle.position.hands().iter().map(|hand| hand.to_string()).collect();
            let page = page(&format!("{} --rules {}", hands.join(" "), puzzle.position.rules()));
            assert!(page.len() < 2_500_000, "{} bytes", page.len());
            bytes += page.len() - frame;
            let data = Data::of(&page);
            let expected = puzzle.expected.map(|expected| expected.verdict().name());
            assert_eq!(data.json["verdict"].as_str(), expected.or(data.json["verdict"].as_str()), "{hands:?}");
            assert_eq!(data.check(), 0, "{hands:?}");
            let wins = data.json["verdict"] == "win";
            assert_eq!(data.try_first(|_, _| ()), wins.then_some(0), "{hands:?}");
            pages += 1;
        }
    }
    assert_eq!(pages, 35);
    assert!(bytes < 5_800_000, "{bytes} bytes of tables");
}

/// *Try it first*: what the page says of every move is what the solver says.
#[test]
fn every_slip_is_one() {
    let mut judged = 0;
    for arguments in ["346999Q2 34JAAD", "3455KK 345522", "K5 44Q --last J", "2233XD 345 678", "3345AA2D 678KK 9TJQQ"] {
        let data = Data::of(&page(arguments));
        let mut solver = Solver::new(Options { threads: 1, line: false, ..Options::default() });
        let mover = data.position().side_to_move();
        let cut = data.try_first(|position, wins| {
            let winner = position.winner().unwrap_or_else(|| {
                let side = position.side_to_move();
                if solver.solve(position).verdict() == Verdict::Win { side } else { side.opponent() }
            });
            assert_eq!(winner == mover, wins, "{position:?}");
            judged += 1;
        });
        assert_eq!(cut, Some(0), "{arguments}");
    }
    assert!(judged > 300, "{judged}");
}

#[test]
fn tricks_and_three_hands() {
    for (arguments, verdict) in [
        ("K5 44Q --last J", "win"),
        ("5 44Q --last J", "loss"),
        ("345 678 9TJ", "loss"),
        ("2233XD 345 678", "win"),
        ("3456JJQ 678KK 9TJAA", "loss"),
        ("3 4", "win"),
        ("33344455 66778 --rules pagat", "win"),
    ] {
        let data = Data::of(&page(arguments));
        assert_eq!(data.json["verdict"], verdict, "{arguments}");
        assert_eq!(data.check(), 0, "{arguments}");
    }
}

/// Whoever can go out at once does, in the headline as in the game.
#[test]
fn the_last_cards_go_at_once() {
    let data = Data::of(&page("33445566778899TTJJQQ 4"));
    assert_eq!(data.check(), 0);
    let best = data.first[data.json["best"].as_u64().expect("a win") as usize];
    assert_eq!((data.moves[best.0].to_string().as_str(), best.2), ("33445566778899TTJJQQ", Target::Over));
}

#[test]
fn a_small_page_is_a_part_and_says_so() {
    let large = page("355899KA2X 359TJJQQD");
    let small = page("355899KA2X 359TJJQQD --strategy-size 20KiB");
    let least = page("355899KA2X 359TJJQQD --strategy-size 0");
    let frame = page("3 4").len();
    assert!(small.len() < frame + 25_000 && least.len() < frame + 6_000, "{} {}", small.len(), least.len());
    for (page, complete) in [(&large, true), (&small, false), (&least, false)] {
        let data = Data::of(page);
        assert_eq!(data.json["complete"], complete);
        assert_eq!(data.check() == 0, complete);
        assert_eq!(data.try_first(|_, _| ()) == Some(0), complete);
        // Even the least page says of every first move whether it wins, and what refutes it.
        assert!(data.first.iter().all(|&(_, wins, target)| wins.is_some() && target != Target::Unknown));
    }
}

/// Nothing is loaded: no address but in text, no attribute that loads, and the browser is told to refuse it.
#[test]
fn one_file_that_loads_nothing() {
    // The name of SVG looks like an address, but nothing is loaded from there.
    let page = page("346999Q2 34JAAD").replace("\"http://www.w3.org/2000/svg\"", "");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for part in
        ["http:", "https:", "//www", " src=", " href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("]
    {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("</style>").count(), 1);
}

#[test]
fn output_goes_to_a_file() {
    let root = directory(&[("page.html", b"an older page")]);
    let path = root.path().join("page.html");
    let path = path.to_str().expect("UTF-8");
    let found = canju(["explain", "346999Q2", "34JAAD", "--output", path]);
    assert_eq!((found.code, found.stdout.as_str()), (Some(0), ""));
    assert!(found.stderr.starts_with("canju: the whole strategy: "), "{}", found.stderr);
    assert_eq!(Data::of(&std::fs::read_to_string(path).expect("the page")).check(), 0);
    let quiet = canju(["explain", "346999Q2", "34JAAD", "--output", path, "--quiet"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_dir(root.path()).expect("the directory").count(), 1);
    let piped = canju(["explain", "346999Q2", "34JAAD", "--output", "-"]);
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""));
    assert_eq!(piped.stdout, page("346999Q2 34JAAD"));
}

/// Without a verdict there is nothing to show: no file is begun, and an older page stays.
#[test]
fn undecided() {
    let root = directory(&[("old.html", b"an older page")]);
    let (old, path) = (root.path().join("old.html"), root.path().join("page.html"));
    let hands = format!("{} {} --rules huanle,packs=2 --output", HARD[0], HARD[1]);
    for (limit, reason) in [("--time-limit 50ms", "time"), ("--node-limit 200", "nodes"), ("--memory 1KiB", "memory")] {
        let to = |path: &Path| explain(&format!("{hands} {} {limit}", path.display()));
        let found = to(&path);
        assert_eq!(to(&old).stderr, found.stderr);
        assert_eq!(std::fs::read(&old).expect("the page"), b"an older page");
        assert_eq!(found.code, Some(1), "{limit}: {}", found.transcript());
        assert_eq!(found.stderr, format!("error: undecided, there is nothing to explain: {reason}\n"));
        assert_eq!(std::fs::read_dir(root.path()).expect("the directory").count(), 1);
    }
}

/// A whole deal of three hands has more games than a page can judge: it says what it leaves out.
#[test]
fn a_page_says_what_it_leaves_out() {
    let root = directory(&[]);
    let path = root.path().join("page.html");
    let deal = "33455666789TJQKAAA2D 3444578999TQKK22X 3567788TTJJJQQKA2";
    let found = explain(&format!("{deal} --node-limit 2000 --output {}", path.display()));
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    let said =
        ["a part of the strategy: ", "it does not judge ", " first moves; its nodes were spent: see --node-limit"];
    assert!(said.iter().all(|said| found.stderr.contains(said)), "{}", found.stderr);
    assert!(std::fs::read_to_string(&path).expect("the page").starts_with("<!DOCTYPE html>"));
}

/// Pages of positions in which another hand than the first is to move, or answers another than the one before it.
#[test]
fn any_turn() {
    for (arguments, turn, by) in [
        ("346999Q2 34JAAD --turn 2", 1, None),
        ("346999Q2 34JAAD --turn 2 --last 7", 1, Some(0)),
        ("4K7 345 568 --last J --by 2", 0, Some(1)),
        ("4K7 345 568 --turn 2", 1, None),
        ("4K7 345 568Q --turn 3 --last J --by 1", 2, Some(0)),
        ("4K7 3459 568 --turn 2 --last 6 --by 3", 1, Some(2)),
    ] {
        let data = Data::of(&page(arguments));
        assert_eq!((data.json["turn"].as_u64(), data.json["by"].as_u64()), (Some(turn), by), "{arguments}");
        assert_eq!(data.check(), 0, "{arguments}");
    }
}

#[test]
fn bad_input() {
    for (arguments, message) in [
        ("777 5577", "hand 2: column 4: 5th card of rank 7: one pack holds four"),
        ("34", "`34` is one hand"),
        ("34 56 --rules chess", "chess"),
        ("34 56 --last 78", "`78` is no combination"),
        ("34 56 --strategy-size much", "expected a size such as 512MiB or 8G"),
        (
            "3334445556667778889999TTTTJJJJQQQQKKKKAAAA22 3 --rules huanle,packs=2",
            "more than 5000 first moves: too many for a page",
        ),
    ] {
        let found = explain(arguments);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(found.stderr.contains(message) && !found.stderr.contains("panicked"), "{}", found.stderr);
    }
}
