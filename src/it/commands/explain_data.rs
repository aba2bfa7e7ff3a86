//! A second reader of the data in a page of `canju explain`. It compares them with the rules: every legal move of the loser is
//! there, every move is legal, and the player said to win does win.

use canju::Position;
use canju::rules::{Move, Ruleset, Side, parse_move};
use canju_engine::rules::AnyState;
use serde_json::Value;
use std::collections::HashMap;

/// Where a move leads: see `src/app/explain/encode.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Over,
    Unknown,
    Node(usize),
}

pub enum Node {
    Answer(usize, Target),
    Replies(Vec<(usize, Target)>),
    Cut,
}

/// The data of a page, read back.
pub struct Data {
    pub json: Value,
    pub moves: Vec<Move>,
    pub first: Vec<(usize, Option<bool>, Target)>,
    nodes: Vec<Node>,
    /// The table for *try it first*: where the first moves lead, and the nodes.
    trial: Option<(Vec<Target>, Vec<Node>)>,
}

/// The numbers of a text.
struct Numbers<'a>(std::slice::Iter<'a, u8>);

impl Numbers<'_> {
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
    pub fn of(page: &str) -> Data {
        let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("data");
        let (text, _) = rest.split_once("</script>").expect("their end");
        let json: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(json["schema"], "canju.explain/1");
        let rules: Ruleset = string(&json["rules"]).parse().expect("rules");
        let moves = json["moves"].as_array().expect("moves").iter();
        let moves = moves.map(|entry| parse_move(string(&entry[0]), &rules).expect("a move")).collect();
        let mut numbers = Numbers(string(&json["lists"]).as_bytes().iter());
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
        let mut numbers = Numbers(text.as_bytes().iter());
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

    pub fn position(&self) -> Position {
        let hands: Vec<&str> = self.json["hands"].as_array().expect("hands").iter().map(string).collect();
        let last = self.json["last"].as_u64().map(|last| string(&self.json["moves"][last as usize][0]));
        let rules = string(&self.json["rules"]).parse().expect("rules");
        let number = |field: &str| self.json[field].as_u64().map(|seat| seat as usize + 1);
        Position::of_hands(&hands, number("turn"), last, number("by"), rules).expect("a position")
    }

    /// Walks through all that the page holds and fails at the first thing that is not so. Returns how many nodes are cut.
    pub fn check(&self) -> usize {
        let start = self.position();
        let mover = start.side_to_move();
        let first: Vec<Move> = self.first.iter().map(|&(played, ..)| self.moves[played]).collect();
        assert_eq!(first, start.moves(), "every first move");
        let wins = self.json["verdict"] == "win";
        assert_eq!(self.first.iter().any(|&(_, wins, _)| wins == Some(true)), wins);
        assert_eq!(self.json["best"].as_u64().map(|best| self.first[best as usize].1), wins.then_some(Some(true)));
        let mut walk = Walk { data: self, reached: HashMap::new(), cut: 0 };
        let mut open: Vec<(Position, Target, Side)> = Vec::new();
        for &(played, wins, target) in &self.first {
            let winner = if wins == Some(true) { mover } else { mover.opponent() };
            match wins {
                None => assert_eq!(target, Target::Unknown),
                Some(_) => open.push((start.play(self.moves[played]).expect("legal"), target, winner)),
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
    pub fn try_first(&self, mut judge: impl FnMut(&Position, bool)) -> Option<usize> {
        let start = self.position();
        let reader = start.side_to_move();
        let Some((first, nodes)) = &self.trial else {
            assert_eq!(self.json["verdict"], "loss");
            return None;
        };
        let mut walk = Walk { data: self, reached: HashMap::new(), cut: 0 };
        let mut open = Vec::new();
        for (&(played, wins, _), &target) in self.first.iter().zip(first) {
            assert_eq!(wins == Some(true), target != Target::Unknown);
            if target != Target::Unknown {
                open.push((start.play(self.moves[played]).expect("legal"), target));
            }
        }
        while let Some((position, target)) = open.pop() {
            let Target::Node(id) = target else {
                assert_eq!((target, position.winner()), (Target::Over, Some(reader)));
                continue;
            };
            assert_eq!(position.winner(), None);
            if let Some(before) = walk.reached.insert(id, (*position.state(), reader)) {
                assert_eq!(before.0, *position.state(), "a node is one position");
                continue;
            }
            let after = |played: usize| position.play(self.moves[played]).expect("legal");
            match &nodes[id] {
                Node::Cut => walk.cut += 1,
                Node::Answer(played, target) => {
                    assert!(position.side_to_move() != reader);
                    open.push((after(*played), *target));
                }
                Node::Replies(replies) => {
                    assert!(position.side_to_move() == reader);
                    let moves: Vec<Move> = replies.iter().map(|&(played, _)| self.moves[played]).collect();
                    assert_eq!(moves, position.moves(), "every move: {position:?}");
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
    /// What is not seen of a position here are the kickers of the move to answer: they make no difference.
    reached: HashMap<usize, (AnyState, Side)>,
    cut: usize,
}

impl Walk<'_> {
    /// Checks one position, which `winner` is said to win; what follows is to be checked next.
    fn visit(&mut self, position: Position, target: Target, winner: Side) -> Vec<(Position, Target, Side)> {
        let id = match target {
            Target::Over => {
                assert_eq!(position.winner(), Some(winner), "{position:?}");
                return Vec::new();
            }
            Target::Unknown => panic!("only a first move may lead nowhere"),
            Target::Node(id) => id,
        };
        assert_eq!(position.winner(), None, "{position:?}");
        if let Some(before) = self.reached.insert(id, (*position.state(), winner)) {
            assert_eq!(before, (*position.state(), winner), "a node is one position");
            return Vec::new();
        }
        let turn = position.side_to_move() == winner;
        let next = |played: usize| position.play(self.data.moves[played]).expect("legal");
        match &self.data.nodes[id] {
            Node::Answer(played, target) => {
                assert!(turn, "{position:?}");
                vec![(next(*played), *target, winner)]
            }
            Node::Replies(replies) => {
                assert!(!turn, "{position:?}");
                let moves: Vec<Move> = replies.iter().map(|&(played, _)| self.data.moves[played]).collect();
                assert_eq!(moves, position.moves(), "every reply: {position:?}");
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
