//! A strategy as the page holds it: a JSON object, in which the lists of moves and the graph are numbers in short text.
//!
//! A number is written as in source maps, five bits a character, the lowest first. The first 32 of the 64 characters end a
//! number; after one of the others more follow. Nearly every number is small, because a node is named by how long ago it
//! came up, and a new one is 0.
//!
//! `lists`: for each list how many moves, then their numbers.
//!
//! `graph`: for each first move its target; then the nodes in the order in which they come up as targets. A node is
//! twice a move's number, then that move's target, if the winner is to move; else twice a list's number counted from
//! 1, plus 1, then the target of each move of the list. A bare 1 is a node at which the page ends.
//!
//! `trial` is a graph of the same form for *try it first*. Winner and loser change places in it: the page plays the loser's
//! moves, the lists are the winner's, and "unknown" stands for a move that gives the win away.
//!
//! A target is 0 for the next node that has not come up yet, 1 for the end of the game, 2 for "unknown". Otherwise it is
//! 2 plus the distance back from the next new node.

use super::numbers::Numbers;
use super::strategy::{Leads, PageNode, Strategy};
use super::trial::Trial;
use canju_engine::rules::{Kind, Move};
use canju_engine::text::Fields;
use canju_packs::puzzle::Puzzle;
use serde::Serialize;

/// The name and version of the data in a page.
pub const SCHEMA: &str = "canju.explain/1";

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

/// What a page shows.
pub struct Content {
    /// The moves and lists that the tables name.
    pub numbers: Numbers,
    /// The winner's strategy.
    pub strategy: Strategy,
    /// The moves to try, if the side to move wins.
    pub trial: Option<Trial>,
}

/// What the script reads.
#[derive(Serialize)]
pub struct Data {
    schema: &'static str,
    hands: Vec<String>,
    /// The hand to move, from 0.
    turn: usize,
    /// What it must answer: its number among the moves.
    last: Option<usize>,
    /// The hand that played it.
    by: Option<usize>,
    rules: String,
    verdict: &'static str,
    /// The index of the first move that was found to win.
    best: Option<usize>,
    /// The first moves' numbers, and whether each wins for its player; null if that is not known.
    first: Vec<(u32, Option<bool>)>,
    /// Each as it is typed, and the number of its kind; null for a pass.
    moves: Vec<(String, Option<usize>)>,
    /// The kinds' names.
    kinds: Vec<&'static str>,
    lists: String,
    graph: String,
    /// The table for *try it first*: null if the side to move loses.
    trial: Option<String>,
    /// Nodes with their moves.
    pub positions: usize,
    pub complete: bool,
}

/// The data of a page.
pub fn data(puzzle: &Puzzle, content: &Content) -> Data {
    let Content { numbers, strategy, trial } = content;
    let mut moves: Vec<Move> = numbers.moves.clone();
    let asked = puzzle.position.turn();
    let Fields { hands, rules, .. } = puzzle.position.fields();
    let last = asked.combo().map(|combo| {
        moves.push(Move::Play(combo));
        moves.len() - 1
    });
    let kind = |played: Move| played.combo().map(|combo| combo.shape.kind as usize);
    let (graph, positions) = table(strategy.first.iter().map(|first| first.next), &strategy.nodes);
    let trial = trial.as_ref().map(|trial| table(trial.first.iter().copied(), &trial.nodes).0);
    Data {
        schema: SCHEMA,
        hands,
        turn: asked.to_move,
        last,
        by: asked.last.map(|last| last.by),
        rules,
        verdict: if trial.is_some() { "win" } else { "loss" },
        best: strategy.best,
        first: strategy.first.iter().map(|first| (first.played, first.wins)).collect(),
        moves: moves.into_iter().map(|played| (puzzle.position.notation(played), kind(played))).collect(),
        kinds: Kind::ALL.map(Kind::name).to_vec(),
        lists: lists(&numbers.lists),
        graph,
        trial,
        positions,
        complete: strategy.is_complete(),
    }
}

fn lists(lists: &[Vec<u32>]) -> String {
    let mut text = Digits::default();
    for list in lists {
        text.number(list.len() as u32);
        list.iter().for_each(|&played| text.number(played));
    }
    text.0
}

/// A graph, and how many of its nodes have their moves.
fn table(first: impl Iterator<Item = Leads>, nodes: &[PageNode]) -> (String, usize) {
    let mut text = Digits::default();
    let (mut names, mut order) = (vec![None; nodes.len()], Vec::new());
    let mut target = |next: Leads, order: &mut Vec<u32>| match next {
        Leads::Over => 1,
        Leads::Unknown => 2,
        Leads::To(id) => {
            let fresh = order.len() as u32;
            match names[id as usize] {
                Some(name) => 2 + fresh - name,
                None => {
                    names[id as usize] = Some(fresh);
                    order.push(id);
                    0
                }
            }
        }
    };
    for next in first {
        text.number(target(next, &mut order));
    }
    let (mut at, mut with_moves) = (0, 0);
    while let Some(&id) = order.get(at) {
        at += 1;
        with_moves += 1;
        match &nodes[id as usize] {
            PageNode::Answer(played, next) => {
                text.number(2 * played);
                text.number(target(*next, &mut order));
            }
            PageNode::Replies(list, next) => {
                text.number(2 * (list + 1) + 1);
                next.iter().for_each(|&next| text.number(target(next, &mut order)));
            }
            PageNode::Cut => {
                text.number(1);
                with_moves -= 1;
            }
        }
    }
    (text.0, with_moves)
}

/// Numbers as short text.
#[derive(Default)]
struct Digits(String);

impl Digits {
    fn number(&mut self, mut number: u32) {
        while number >= 32 {
            self.0.push(ALPHABET[32 + (number % 32) as usize] as char);
            number /= 32;
        }
        self.0.push(ALPHABET[number as usize] as char);
    }
}
