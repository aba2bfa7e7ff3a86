//! `canju explain`: the page is one file, and its data are right. A separate reader reads the data here and compares them
//! with the rules: every legal move of the loser is there, every move is legal, and the player said to win does win.

use crate::cli_program::{HARD, Run, canju, directory};
use canju::puzzle::{AnyPosition, Puzzle};
use canju::rules::{Move, Ruleset, Side, parse_move};
use canju::{Options, Solver, Verdict};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// Where a move leads: see `src/explain/encode.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Over,
    Unknown,
    Node(usize),
}

enum Node {
    Answer(usize, Target),
    Replies(Vec<(usize, Target)>),
    Cut,
}

/// The data of a page, read back.
struct Data {
    json: Value,
    moves: Vec<Move>,
    first: Vec<(usize, Option<bool>, Target)>,
    nodes: Vec<Node>,
    /// The table for *try it first*: where the first moves lead, and the nodes.
    trial: Option<(Vec<Target>, Vec<Node>)>,
}

/// The numbers of a text.
struct ProofNumbers<'a>(std::slice::Iter<'a, u8>);

impl ProofNumbers<'_> {
    fn next(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let value = match self.0.next()? {
                c @ b'A'..=b'Z' => c - b'A',
                c @ b'a'..=b'z' => c - b'a' + 26,
                c @ b'0'..=b'9' => c - b'0' + 52,
                b'+' => 62,
                b'-' => 63,
                c => panic!("no digit: {c}"),
            };
            number |= (value as usize & 31) << shift;
            shift += 5;
            if value < 32 {
                return Some(number);
            }
        }
    }

    fn target(&mut self, fresh: &mut usize) -> Target {
        match self.next().expect("a target") {
            0 => {
                *fresh += 1;
                Target::Node(*fresh - 1)
            }
            1 => Target::Over,
            2 => Target::Unknown,
            code => Target::Node(*fresh - (code - 2)),
        }
    }
}

impl Data {
    fn of(page: &str) -> Data {
        let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
        let (text, _) = rest.split_once("</script>").expect("their end");
        let json: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(json["schema"], "canju.explain/1");
        let rules: Ruleset = string(&json["rules"]).parse().expect("rules");
        let moves = json["moves"].as_array().expect("moves").iter();
        let moves = moves.map(|entry| parse_move(string(&entry[0]), &rules).expect("a move")).collect();
        let mut numbers = ProofNumbers(string(&json["lists"]).as_bytes().iter());
        let mut lists = Vec::new();
        while let Some(length) = numbers.next() {
            lists.push((0..length).map(|_| numbers.next().expect("a move")).collect::<Vec<_>>());
        }
        let first = json["first"].as_array().expect("first moves");
        let (targets, nodes) = Data::graph(string(&json["graph"]), first.len(), &lists);
        let trial = json["trial"].as_str().map(|text| Data::graph(text, first.len(), &lists));
        let number = |entry: &Value| entry.as_u64().expect("a number") as usize;
        let first = first.iter().zip(targets).map(|(entry, to)| (number(&entry[0]), entry[1].as_bool(), to)).collect();
        Data { json, moves, first, nodes, trial }
    }

    /// Where the first moves lead, and the nodes.
    fn graph(text: &str, first: usize, lists: &[Vec<usize>]) -> (Vec<Target>, Vec<Node>) {
        let mut numbers = ProofNumbers(text.as_bytes().iter());
        let (mut fresh, mut nodes) = (0, Vec::new());
        let first = (0..first).map(|_| numbers.target(&mut fresh)).collect();
        while nodes.len() < fresh {
            nodes.push(match numbers.next().expect("a node") {
                1 => Node::Cut,
                head if head % 2 == 0 => Node::Answer(head / 2, numbers.target(&mut fresh)),
                head => {
                    let replies = lists[(head - 1) / 2 - 1].iter();
                    Node::Replies(replies.map(|&played| (played, numbers.target(&mut fresh))).collect())
                }
            });
        }
        assert_eq!(numbers.next(), None, "nothing is left over");
        (first, nodes)
    }

    fn puzzle(&self) -> Puzzle {
        let hands: Vec<&str> = self.json["hands"].as_array().expect("hands").iter().map(string).collect();
        let last = self.json["last"].as_u64().map(|last| string(&self.json["moves"][last as usize][0]));
        let rules = string(&self.json["rules"]).parse().expect("rules");
        let number = |field: &str| self.json[field].as_u64().map(|seat| seat as usize + 1);
        Puzzle::parse_turn(&hands, number("turn"), last, number("by"), rules).expect("a position")
    }

    /// Walks through all that the page holds and fails at the first thing that is not so. Returns how many nodes are cut.
    fn check(&self) -> usize {
        let puzzle = self.puzzle();
        let (rules, start) = (puzzle.rules, puzzle.position().expect("a position"));
        let mover = start.side_to_move();
        let first: Vec<Move> = self.first.iter().map(|&(played, ..)| self.moves[played]).collect();
        assert_eq!(first, legal(&start, &rules), "every first move");
        let wins = self.json["verdict"] == "win";
        assert_eq!(self.first.iter().any(|&(_, wins, _)| wins == Some(true)), wins);
        assert_eq!(self.json["best"].as_u64().map(|best| self.first[best as usize].1), wins.then_some(Some(true)));
        let mut walk = Walk { data: self, rules, reached: HashMap::new(), cut: 0 };
        let mut open: Vec<(AnyPosition, Target, Side)> = Vec::new();
        for &(played, wins, target) in &self.first {
            let winner = if wins == Some(true) { mover } else { mover.opponent() };
            match wins {
                None => assert_eq!(target, Target::Unknown),
                Some(_) => open.push((start.try_play(self.moves[played], &rules).expect("legal"), target, winner)),
            }
        }
        while let Some((position, target, winner)) = open.pop() {
            open.extend(walk.visit(position, target, winner));
        }
        assert_eq!(walk.reached.len(), self.nodes.len(), "no node for nothing");
        let (cut, unknown) = (walk.cut, self.first.iter().any(|&(_, _, target)| target == Target::Unknown));
        assert_eq!(self.json["complete"], cut == 0 && !unknown);
        assert_eq!(self.json["positions"], self.nodes.len() - cut);
        cut
    }

    /// Walks through what can be tried: the reader has every legal move, the page one, and every game that the table calls
    /// won ends with a win. `judge` is asked about each move. Returns how many nodes are cut, `None` if nobody can win.
    fn try_first(&self, mut judge: impl FnMut(&AnyPosition, bool)) -> Option<usize> {
        let puzzle = self.puzzle();
        let (rules, start) = (puzzle.rules, puzzle.position().expect("a position"));
        let reader = start.side_to_move();
        let Some((first, nodes)) = &self.trial else {
            assert_eq!(self.json["verdict"], "loss");
            return None;
        };
        let mut walk = Walk { data: self, rules, reached: HashMap::new(), cut: 0 };
        let mut open = Vec::new();
        for (&(played, wins, _), &target) in self.first.iter().zip(first) {
            assert_eq!(wins == Some(true), target != Target::Unknown);
            if target != Target::Unknown {
                open.push((start.try_play(self.moves[played], &rules).expect("legal"), target));
            }
        }
        while let Some((position, target)) = open.pop() {
            let Target::Node(id) = target else {
                assert_eq!((target, position.winner()), (Target::Over, Some(reader)));
                continue;
            };
            assert_eq!(position.winner(), None);
            if let Some(before) = walk.reached.insert(id, (position, reader)) {
                assert_eq!(before.0, position, "a node is one position");
                continue;
            }
            let after = |played: usize| position.try_play(self.moves[played], &rules).expect("legal");
            match &nodes[id] {
                Node::Cut => walk.cut += 1,
                Node::Answer(played, target) => {
                    assert!(position.side_to_move() != reader);
                    open.push((after(*played), *target));
                }
                Node::Replies(replies) => {
                    assert!(position.side_to_move() == reader);
                    let moves: Vec<Move> = replies.iter().map(|&(played, _)| self.moves[played]).collect();
                    assert_eq!(moves, legal(&position, &rules), "every move: {position:?}");
                    assert!(replies.iter().any(|&(_, target)| target != Target::Unknown), "one wins: {position:?}");
                    for &(played, target) in replies {
                        judge(&after(played), target != Target::Unknown);
                        if target != Target::Unknown {
                            open.push((after(played), target));
                        }
                    }
                }
            }
        }
        assert_eq!(walk.reached.len(), nodes.len(), "no node for nothing");
        Some(walk.cut)
    }
}

struct Walk<'a> {
    data: &'a Data,
    rules: Ruleset,
    reached: HashMap<usize, (AnyPosition, Side)>,
    cut: usize,
}

impl Walk<'_> {
    /// Checks one position, which `winner` is said to win; what follows is to be checked next.
    fn visit(&mut self, position: AnyPosition, target: Target, winner: Side) -> Vec<(AnyPosition, Target, Side)> {
        let id = match target {
            Target::Over => {
                assert_eq!(position.winner(), Some(winner), "{position:?}");
                return Vec::new();
            }
            Target::Unknown => panic!("only a first move may lead nowhere"),
            Target::Node(id) => id,
        };
        assert_eq!(position.winner(), None, "{position:?}");
        if let Some(before) = self.reached.insert(id, (position, winner)) {
            assert_eq!(before, (position, winner), "a node is one position");
            return Vec::new();
        }
        let turn = position.side_to_move() == winner;
        let next = |played: usize| position.try_play(self.data.moves[played], &self.rules).expect("legal");
        match &self.data.nodes[id] {
            Node::Answer(played, target) => {
                assert!(turn, "{position:?}");
                vec![(next(*played), *target, winner)]
            }
            Node::Replies(replies) => {
                assert!(!turn, "{position:?}");
                let moves: Vec<Move> = replies.iter().map(|&(played, _)| self.data.moves[played]).collect();
                assert_eq!(moves, legal(&position, &self.rules), "every reply: {position:?}");
                replies.iter().map(|&(played, target)| (next(played), target, winner)).collect()
            }
            Node::Cut => {
                assert!(!turn, "{position:?}");
                self.cut += 1;
                Vec::new()
            }
        }
    }
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn legal(position: &AnyPosition, rules: &Ruleset) -> Vec<Move> {
    match position {
        AnyPosition::Two(position) => position.moves(rules),
        AnyPosition::Three(position) => position.moves(rules),
    }
}

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
    let (mut pages, mut bytes) = (0, 0);
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/published")).expect("puzzles") {
        let path = file.expect("a file").path();
        let file = std::fs::File::open(&path).expect("a pack");
        for puzzle in canju::puzzle::read(std::io::BufReader::new(file), "", Ruleset::default()) {
            let puzzle = puzzle.expect("a puzzle");
            let hands: Vec<String> = puzzle.hands.as_slice().iter().map(|hand| hand.to_string()).collect();
            let page = page(&format!("{} --rules {}", hands.join(" "), puzzle.rules));
            assert!(page.len() < 2_500_000, "{} bytes", page.len());
            bytes += page.len();
            let data = Data::of(&page);
            let expected = puzzle.expected.map(|expected| expected.outcome.name());
            assert_eq!(data.json["verdict"].as_str(), expected.or(data.json["verdict"].as_str()), "{hands:?}");
            assert_eq!(data.check(), 0, "{hands:?}");
            let wins = data.json["verdict"] == "win";
            assert_eq!(data.try_first(|_, _| ()), wins.then_some(0), "{hands:?}");
            pages += 1;
        }
    }
    assert_eq!(pages, 35);
    assert!(bytes < 8_000_000, "{bytes} bytes of pages");
}

/// *Try it first*: what the page says of every move is what the solver says.
#[test]
fn every_slip_is_one() {
    let mut judged = 0;
    for arguments in ["346999Q2 34JAAD", "3455KK 345522", "K5 44Q --last J", "2233XD 345 678", "3345AA2D 678KK 9TJQQ"] {
        let data = Data::of(&page(arguments));
        let rules = data.puzzle().rules;
        let mut solver = Solver::new(Options { threads: 1, line: false, ..Options::default() });
        let mover = data.puzzle().position().expect("a position").side_to_move();
        let cut = data.try_first(|position, wins| {
            let winner = position.winner().unwrap_or_else(|| {
                let verdict = match position {
                    AnyPosition::Two(position) => solver.solve(position, &rules).verdict,
                    AnyPosition::Three(position) => solver.solve(position, &rules).verdict,
                };
                let side = position.side_to_move();
                if verdict == Verdict::Win { side } else { side.opponent() }
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
    let page = page("346999Q2 34JAAD");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for part in
        ["http:", "https:", "//www", " src=", " href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("]
    {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    for mark in ["/* STYLE */", "/* SCRIPT */", "/* DATA */"] {
        assert!(!page.contains(mark), "{mark}");
    }
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
