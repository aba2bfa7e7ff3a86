//! What proofs of whole deals look like, counted in certificates: `cargo run --release --example proof_shape -- COUNT SEED`.
//!
//! Two counts, each for an idea that was weighed before it was built (`src/engine/search/REJECTED.md`):
//!
//! - *Simulation* (Kawano 1996): below a position in which the loser moves, how many of its moves does the proof of one before it
//!   refute, too, when the winner's replies are replayed? The loser's moves that a certificate leaves to comparison are not asked
//!   about: they are refuted by the proof of another position already. A replay fails where a reply is not legal, or the loser has a
//!   move that the proof knows nothing of.
//! - *Order by leads* (lambda search): how often does the loser get the lead in a proof, at most, on any of its lines?
//!
//! For each deal that is decided within a million nodes: a line. Deals are numbered from 0 on, those of `canju deals --cards 20+17+17`.

use canju::generate::Deals;
use canju::proof::{Step, verify_and_visit};
use canju::rules::{Hand, Move, Ruleset, Side, Turn};
use canju::{Limits, Options, Position, Solver, Task, Verdict};
use canju_engine::rules::{AnyState, State, Trick, finishing_move};
use std::collections::HashMap;
use std::io;

const NODES: u64 = 1_000_000;
const CHECKER: u64 = 8 << 30;
/// Positions that a replay looks at before it counts as failed.
const REPLAY: u32 = 20_000;

/// A position as a certificate shows it.
type Key = ([Hand; 3], usize, Option<Trick>);
/// A position of a certificate with its step and its depth.
type Visited = (Key, Step, u32);

fn key(state: &State<3>) -> Key {
    (*state.hands(), state.to_move(), state.trick())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed] = arguments.as_slice() else { panic!("expected COUNT SEED") };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    for (number, hands) in Deals::new("20+17+17".parse()?, 1, seed)?.take(count).enumerate() {
        let position = Position::new(&hands, Turn::default(), Ruleset::default())?;
        let mut solver = Solver::new(Options { threads: 1, memory: 1 << 30, ..Options::default() });
        let task = Task { line: false, limits: Limits { nodes: Some(NODES), time: None }, ..Task::default() };
        let report = solver.solve(&position, &task);
        if matches!(report.verdict(), Verdict::Unknown(_)) {
            println!("{number} open");
            continue;
        }
        let certificate = |plain: bool, solver: &mut Solver| {
            let mut written = Vec::new();
            solver
                .certify(&report, &Task { plain, limits: Limits::default(), ..task.clone() }, &mut written)
                .map(|_| written)
        };
        let Ok(plain) = certificate(true, &mut solver) else {
            println!("{number} too large");
            continue;
        };
        let compared = certificate(false, &mut solver)?;
        let AnyState::Three(root) = position.state() else { unreachable!("three hands") };
        let winner =
            if report.verdict() == Verdict::Win { root.side_to_move() } else { root.side_to_move().opponent() };
        let mut proof = Proof::read(&plain, winner, *position.rules())?;
        let leads = proof.leads(&root.settled(position.rules()).0);
        let walk = walk(&compared)?;
        let within = [0, 100, 1_000].map(|least| proof.within(&walk, least)).join(" ");
        let all = proof.steps.len();
        // Where both forms play otherwise the shorter one goes first.
        proof.steps.extend(walk.iter().map(|&(key, step, _)| (key, step)));
        let simulated = proof.simulated(&root.settled(position.rules()).0, &walk);
        println!("{number} {} {} {all} leads {leads} {within} {simulated}", report.verdict(), walk.len());
    }
    Ok(())
}

/// The positions that a certificate walks through, each with its depth.
fn walk(certificate: &[u8]) -> Result<Vec<Visited>, Box<dyn std::error::Error>> {
    let mut found = Vec::new();
    verify_and_visit(
        certificate,
        CHECKER,
        Some(&mut |visit| {
            let hands = visit.hands.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
            found.push(((hands, visit.to_move, visit.trick), visit.step, visit.depth));
            Ok(())
        }),
    )?;
    Ok(found)
}

/// A proof in which every position of its own is written down.
struct Proof {
    winner: Side,
    rules: Ruleset,
    steps: HashMap<Key, Step>,
    /// The most leads of the loser on any line below a position.
    leads: HashMap<Key, u32>,
    /// Positions that the replay in hand has looked at.
    replayed: u32,
}

impl Proof {
    fn read(plain: &[u8], winner: Side, rules: Ruleset) -> Result<Proof, Box<dyn std::error::Error>> {
        let steps = walk(plain)?.into_iter().map(|(key, step, _)| (key, step)).collect();
        Ok(Proof { winner, rules, steps, leads: HashMap::new(), replayed: 0 })
    }

    fn after(&self, state: &State<3>, played: Move) -> State<3> {
        state.play(played).settled(&self.rules).0
    }

    /// The most leads of the loser on any line.
    fn leads(&mut self, state: &State<3>) -> u32 {
        if state.winner().is_some() {
            return 0;
        }
        let here = key(state);
        if let Some(&known) = self.leads.get(&here) {
            return known;
        }
        let found = match self.steps[&here] {
            Step::Finishes => 0,
            Step::Plays(played) => self.leads(&self.after(state, played)),
            Step::Every => {
                let most = state.moves(&self.rules).into_iter().map(|played| self.leads(&self.after(state, played)));
                most.max().unwrap_or(0) + u32::from(state.trick().is_none())
            }
        };
        self.leads.insert(here, found);
        found
    }

    /// In how many positions of a walk below which at least `least` others lie the loser gets the lead at most 0, 1, 2, 3, 4 times, in a
    /// hundred.
    fn within(&self, walk: &[Visited], least: usize) -> String {
        let is_large =
            |at: usize| at + least < walk.len() && walk[at + 1..=at + least].iter().all(|found| found.2 > walk[at].2);
        let large = (0..walk.len()).filter(|&at| is_large(at)).filter_map(|at| self.leads.get(&walk[at].0));
        let leads: Vec<u32> = large.copied().collect();
        let of = |most| 100 * leads.iter().filter(|&&leads| leads <= most).count() / leads.len().max(1);
        (0..5).map(|most| of(most).to_string()).collect::<Vec<_>>().join("/")
    }

    /// The positions of a walk.
    fn states(&self, root: &State<3>, walk: &[Visited]) -> Vec<State<3>> {
        let mut states = vec![*root];
        let mut path = vec![0];
        for (at, &(here, _, depth)) in walk.iter().enumerate().skip(1) {
            path.truncate(depth as usize);
            let (above, (_, step, _)) = (states[path[depth as usize - 1]], walk[path[depth as usize - 1]]);
            let state = match step {
                Step::Plays(played) => self.after(&above, played),
                _ => {
                    let mut below = above.moves(&self.rules).into_iter().map(|played| self.after(&above, played));
                    below.find(|state| key(state) == here).expect("a move of the loser")
                }
            };
            assert_eq!(key(&state), here);
            states.push(state);
            path.push(at);
        }
        states
    }

    /// Replays the proof of `model` from `other`, which has the same side to move.
    fn replays(&mut self, model: &State<3>, other: &State<3>, known: &mut HashMap<(Key, Key), bool>) -> bool {
        match other.winner() {
            Some(side) => return side == self.winner,
            None if model.winner().is_some() => return false,
            None => {}
        }
        let (of_model, of_other) = (key(model), key(other));
        if of_model == of_other {
            return true;
        }
        if let Some(&found) = known.get(&(of_model, of_other)) {
            return found;
        }
        self.replayed += 1;
        if self.replayed > REPLAY || model.to_move() != other.to_move() {
            return false;
        }
        let is_winners = other.side_to_move() == self.winner;
        let found = if is_winners && finishing_move(other, &self.rules).is_some() {
            true
        } else {
            match self.steps.get(&of_model) {
                None | Some(Step::Finishes) => false,
                Some(&Step::Plays(played)) => {
                    let is_legal = other.moves(&self.rules).contains(&played);
                    is_legal && self.replays(&self.after(model, played), &self.after(other, played), known)
                }
                Some(Step::Every) => {
                    let legal = model.moves(&self.rules);
                    other.moves(&self.rules).into_iter().all(|played| {
                        legal.contains(&played)
                            && self.replays(&self.after(model, played), &self.after(other, played), known)
                    })
                }
            }
        };
        known.insert((of_model, of_other), found);
        found
    }

    /// Of the loser's moves behind the first one below a position, how many a proof of one before refutes, too, and which share of the
    /// positions below them that is.
    fn simulated(&mut self, root: &State<3>, walk: &[Visited]) -> String {
        let states = self.states(root, walk);
        let end = |from: usize| {
            walk[from + 1..].iter().position(|found| found.2 <= walk[from].2).map_or(walk.len(), |more| from + 1 + more)
        };
        let (mut asked, mut replayed, mut covered, mut until) = (0u64, 0u64, 0, 0);
        // By how many positions lie below: all siblings, and those that are replayed.
        let mut sizes = [(0u64, 0u64); 5];
        for (at, &(_, step, depth)) in walk.iter().enumerate() {
            if step != Step::Every {
                continue;
            }
            let mut children = Vec::new();
            let mut next = at + 1;
            while next < end(at) {
                assert_eq!(walk[next].2, depth + 1);
                children.push((next, end(next) - next));
                next = end(next);
            }
            for (number, &(child, below)) in children.iter().enumerate().skip(1) {
                asked += 1;
                let size = &mut sizes[(below.ilog10() as usize).min(4)];
                size.0 += 1;
                let is_replayed = children[..number].iter().any(|&(model, _)| {
                    self.replayed = 0;
                    self.replays(&states[model], &states[child], &mut HashMap::new())
                });
                if is_replayed {
                    replayed += 1;
                    size.1 += 1;
                    // Those within another one are counted with it.
                    if child >= until {
                        covered += below;
                        until = child + below;
                    }
                }
            }
        }
        let sizes: Vec<String> = sizes.iter().map(|(all, some)| format!("{some}/{all}")).collect();
        format!("siblings {asked} replayed {replayed} by size {} covered {covered}", sizes.join(" "))
    }
}
