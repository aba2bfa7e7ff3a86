//! A batch on a workstation with any number of cores, simulated in virtual time.
//!
//! The agenda is the real one, and so are the searches: a long one is done by the split tree with its jobs and tables, whose
//! workers come and go as the agenda says (the engine's `simulate.rs`). Puzzles that a worker solves before others may help are solved
//! once, and take the time that their nodes cost. The window is that of a batch with its records in input order.
//!
//! Each long search runs on a thread of its own, which is a coroutine: at any time either one of them runs or the
//! simulation, and the others wait for its word. So the result is the same each time.
//!
//! What it can't show is what the simulation of a search can't show; and lines of play, certificates and the writer take no time
//! here.

use super::agenda::{Agenda, Next};
use super::settings::Pacing;
use super::worker::Division;
use crate::puzzle::Puzzle;
use canju_engine::Tuning;
use canju_engine::search::{Reason, Statistics, Verdict};
use canju_engine::solver::{
    Costs, Director, Experiment, Joining, Load, Options, Order, STACK_BYTES, Simulated, Solver, Task,
};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::thread::{self, Builder, Scope};

/// What the reader takes for a puzzle, in nanoseconds: to read a line and to find out whether its position came before.
const READ: u64 = 8_000;
/// What it takes in addition to ask the network.
const ESTIMATE: u64 = 10_000;
/// What a worker takes for a puzzle beside its nodes: the window's lock, the solver's preparation, the record.
const ITEM: u64 = 10_000;
/// How soon a helper without a job asks whether it stays.
const PATIENCE: u64 = 10_000_000;

/// What a simulated batch took. Times are virtual, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[doc(hidden)]
pub struct SimulatedBatch {
    /// Simulated workers.
    pub workers: usize,
    /// Puzzles that were decided, and those whose verdict is not the expected one.
    pub decided: usize,
    pub wrong: usize,
    /// Searches of hard puzzles.
    pub hard: usize,
    /// How often a worker has joined a search.
    pub joined: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// From the start to the last record.
    pub elapsed: u64,
    /// Without anything to do, of all workers together: without a puzzle or a search, or in a search without a job.
    pub idle: u64,
    /// Waiting for the lock of a tree, and holding it.
    pub locked: u64,
    /// How long fewer than half of the workers have a puzzle or a search at the end.
    pub tail: u64,
}

/// Simulates batches of the same puzzles with several numbers of workers. What is the same for all of them is found once.
#[doc(hidden)]
pub struct BatchSimulation<'a> {
    puzzles: &'a [Puzzle],
    options: Options,
    task: Task,
    pacing: Pacing,
    experiment: Experiment,
    /// What one of several workers finds alone.
    alone: Vec<Option<Attempt>>,
    /// What the owner of a hard puzzle finds before others may join.
    owned: Vec<Option<Simulated>>,
}

/// What a worker alone has found.
#[derive(Clone, Copy)]
struct Attempt {
    verdict: Verdict,
    nodes: u64,
    time: u64,
}

impl<'a> BatchSimulation<'a> {
    /// For these puzzles. The memory is that of the whole workstation.
    pub fn new(
        puzzles: &'a [Puzzle],
        options: Options,
        task: &Task,
        pacing: Pacing,
        experiment: Experiment,
    ) -> BatchSimulation<'a> {
        let (alone, owned) = (vec![None; puzzles.len()], vec![None; puzzles.len()]);
        BatchSimulation {
            puzzles,
            options,
            task: Task { line: false, ..task.clone() },
            pacing,
            experiment,
            alone,
            owned,
        }
    }

    /// A batch with so many threads, or with as many as the memory carries.
    pub fn run(&mut self, threads: usize) -> SimulatedBatch {
        let division =
            Division::new(&Options { threads, ..self.options.clone() }, &self.task, self.experiment, self.pacing);
        let mut estimate = division.estimator();
        let expected: Vec<Option<u64>> = self.puzzles.iter().map(&mut estimate).collect();
        // A single worker goes on with what others may help with.
        let is_limited = division.workers > 1;
        let mut task = division.task.clone();
        if is_limited {
            let most = division.pacing.nodes_alone;
            task.limits.nodes = Some(task.limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let mut solver = Solver::with_experiment(division.options.clone(), self.experiment);
        let (puzzles, alone) = (self.puzzles, &mut self.alone);
        let mut known: Vec<Option<Attempt>> =
            alone.iter().map(|attempt| attempt.filter(|attempt| is_limited || attempt.verdict.is_decided())).collect();
        let attempt = |item: usize| {
            *known[item].get_or_insert_with(|| {
                let position = &puzzles[item].position;
                let report = solver.solve(position, &task);
                let costs = Costs::of(position.hands().len());
                let time = costs.nodes(&report.statistics(), &Statistics::default()) + ITEM;
                let found = Attempt { verdict: report.verdict(), nodes: report.nodes(), time };
                if is_limited || found.nodes < division.pacing.nodes_alone {
                    alone[item] = Some(found);
                }
                found
            })
        };
        // Each worker of each search has a memo of hands. It is small, since many searches run; no node depends on that.
        let tuning = Tuning { log2_facts: 9, log2_needed: 10, ..self.experiment.tuning };
        let experiment = Experiment { tuning, ..self.experiment };
        let (setting, owned) = (Setting { puzzles, division: &division, experiment, expected }, &mut self.owned);
        thread::scope(|scope| Run::new(setting, scope, attempt, owned).run())
    }
}

/// What a simulation is about.
struct Setting<'b> {
    puzzles: &'b [Puzzle],
    division: &'b Division,
    /// Of long searches.
    experiment: Experiment,
    /// The nodes that are expected, of hard puzzles.
    expected: Vec<Option<u64>>,
}

/// What happens at a moment.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The reader has read the next puzzle.
    Read,
    /// A worker is free. It was at this item, if at any.
    Free { worker: usize, item: Option<usize> },
}

/// What the thread of a search says.
enum Message {
    Next(u64, Load),
    Stays(usize),
    Left(usize, u64),
    Done(Box<(Simulated, Solver)>),
}

/// What the thread of a search is told.
enum Answer {
    Order(Order),
    Stays(bool),
}

/// The director of a search at the other end.
struct Remote {
    messages: Sender<Message>,
    answers: Receiver<Answer>,
    /// When the search began.
    start: u64,
}

impl Remote {
    fn say(&self, message: Message) {
        self.messages.send(message).expect("the simulation listens");
    }
}

impl Director for Remote {
    fn next(&mut self, at: u64, load: Load) -> Order {
        self.say(Message::Next(self.start + at, load));
        match self.answers.recv().expect("the simulation answers") {
            Answer::Order(Order::Join(worker, at)) => Order::Join(worker, at - self.start),
            Answer::Order(order) => order,
            Answer::Stays(_) => unreachable!("nobody asked"),
        }
    }

    fn stays(&mut self, worker: usize, _at: u64) -> bool {
        self.say(Message::Stays(worker));
        matches!(self.answers.recv(), Ok(Answer::Stays(true)))
    }

    fn patience(&self) -> Option<u64> {
        Some(PATIENCE)
    }

    fn left(&mut self, worker: usize, at: u64) {
        self.say(Message::Left(worker, self.start + at));
    }
}

/// A search that runs.
struct Search {
    owner: usize,
    item: usize,
    messages: Receiver<Message>,
    answers: Sender<Answer>,
    /// When it acts next.
    at: u64,
    load: Load,
    /// Nodes before others may join.
    nodes_alone: u64,
    /// When the last of its workers leaves.
    ends: u64,
}

impl Search {
    fn is_open(&self) -> bool {
        self.load.visited >= self.nodes_alone.max(1)
    }
}

/// A running simulation.
struct Run<'s, 'e, 'b, A> {
    setting: Setting<'b>,
    scope: &'s Scope<'s, 'e>,
    attempt: A,
    owned: &'b mut [Option<Simulated>],
    agenda: Agenda<usize>,
    /// The earliest first, and of one moment the one that was noted first.
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    noted: u64,
    now: u64,
    searches: Vec<Search>,
    idle_solvers: Vec<Solver>,
    /// How each worker has joined the search that it helps with.
    joined: Vec<Joining>,
    /// Since when each worker waits; and which are about to be woken.
    waits: Vec<Option<u64>>,
    woken: Vec<bool>,
    busy: usize,
    /// Since when fewer than half of the workers are busy.
    few_since: Option<u64>,
    /// The next puzzle to be read, and whether the reader waits for room.
    unread: usize,
    reader_waits: bool,
    finished: Vec<bool>,
    written: usize,
    result: SimulatedBatch,
}

impl<'s, 'e, 'b, A: FnMut(usize) -> Attempt> Run<'s, 'e, 'b, A> {
    fn new(
        setting: Setting<'b>,
        scope: &'s Scope<'s, 'e>,
        attempt: A,
        owned: &'b mut [Option<Simulated>],
    ) -> Run<'s, 'e, 'b, A> {
        let (items, workers) = (setting.puzzles.len(), setting.division.workers);
        Run {
            agenda: Agenda::new(workers, setting.division.second_after()),
            setting,
            scope,
            attempt,
            owned,
            events: BinaryHeap::new(),
            noted: 0,
            now: 0,
            searches: Vec::new(),
            idle_solvers: Vec::new(),
            joined: vec![Joining::Any; workers],
            waits: vec![None; workers],
            woken: vec![false; workers],
            busy: workers,
            few_since: None,
            unread: 0,
            reader_waits: false,
            finished: vec![false; items],
            written: 0,
            result: SimulatedBatch { workers, ..SimulatedBatch::default() },
        }
    }

    fn run(mut self) -> SimulatedBatch {
        self.note(READ, Event::Read);
        (0..self.waits.len()).for_each(|worker| self.note(0, Event::Free { worker, item: None }));
        loop {
            let event = self.events.peek().map(|Reverse((at, ..))| *at);
            let next = (0..self.searches.len()).min_by_key(|&place| self.searches[place].at);
            let search = next.map(|place| (self.searches[place].at, place));
            match (event, search) {
                (None, None) => break,
                (Some(event), search) if search.is_none_or(|(at, _)| event <= at) => {
                    let Reverse((at, _, event)) = self.events.pop().expect("it is there");
                    self.now = at;
                    self.happen(event);
                }
                (_, Some((at, place))) => {
                    self.now = at;
                    self.tell(place, Order::Act);
                }
                (Some(_), None) => unreachable!("the first case"),
            }
        }
        assert_eq!(self.written, self.finished.len(), "every puzzle has its record");
        let end = self.result.elapsed;
        let waiting = self.waits.iter().flatten();
        self.result.idle += waiting.map(|&since| end.saturating_sub(since)).sum::<u64>();
        self.result.tail = end.saturating_sub(self.few_since.unwrap_or(end));
        self.result
    }

    fn note(&mut self, at: u64, event: Event) {
        self.events.push(Reverse((at, self.noted, event)));
        self.noted += 1;
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Read => self.read(),
            Event::Free { worker, item } => {
                if let Some(since) = self.waits[worker].take() {
                    self.result.idle += self.now.min(self.result_end()).saturating_sub(since);
                    self.busy += 1;
                }
                self.woken[worker] = false;
                if let Some(item) = item {
                    self.end_of(item);
                }
                if std::mem::replace(&mut self.joined[worker], Joining::Any) != Joining::Any {
                    self.agenda.release();
                }
                self.turn(worker);
                self.note_busy();
            }
        }
    }

    /// After the last record nobody is waiting for anything.
    fn result_end(&self) -> u64 {
        if self.written == self.finished.len() { self.result.elapsed } else { u64::MAX }
    }

    fn note_busy(&mut self) {
        let few = 2 * self.busy < self.waits.len();
        self.few_since = if few { self.few_since.or(Some(self.now)) } else { None };
    }

    fn read(&mut self) {
        if self.unread - self.written >= self.setting.division.window() {
            self.reader_waits = true;
            return self.expect();
        }
        let item = self.unread;
        self.unread += 1;
        match self.setting.expected[item] {
            Some(expected) => self.agenda.add_hard(item, expected, item as u64),
            None => self.agenda.add(item, item as u64),
        }
        if let Some(next) = self.setting.puzzles.get(self.unread) {
            let estimate = if next.position.cards() >= self.setting.division.pacing.cards_hard { ESTIMATE } else { 0 };
            self.note(self.now + READ + estimate, Event::Read);
        }
        self.expect();
        self.wake(1);
    }

    fn expect(&mut self) {
        let has_more = self.unread < self.finished.len();
        self.agenda.expect(has_more && self.unread - self.written < self.setting.division.window());
    }

    /// Wakes so many of the workers that wait.
    fn wake(&mut self, count: usize) {
        let waiting = (0..self.waits.len()).filter(|&worker| self.waits[worker].is_some() && !self.woken[worker]);
        for worker in waiting.take(count).collect::<Vec<_>>() {
            self.woken[worker] = true;
            self.note(self.now + Costs::of(2).wake, Event::Free { worker, item: None });
        }
    }

    /// A worker has finished an item.
    fn end_of(&mut self, item: usize) {
        if self.setting.expected[item].is_some() {
            self.agenda.release();
        }
        self.finished[item] = true;
        while self.finished.get(self.written) == Some(&true) {
            self.written += 1;
        }
        self.result.elapsed = self.now;
        if self.reader_waits && self.unread - self.written <= self.setting.division.window() / 4 * 3 {
            self.reader_waits = false;
            self.note(self.now, Event::Read);
        }
        self.expect();
    }

    fn count(&mut self, item: usize, verdict: Option<Verdict>) {
        let expected = self.setting.puzzles[item].expected.map(|expected| expected.verdict());
        self.result.decided += verdict.is_some() as usize;
        self.result.wrong += (verdict.is_some() && expected.is_some() && expected != verdict) as usize;
    }

    /// What a free worker does next.
    fn turn(&mut self, worker: usize) {
        let searches = &self.searches;
        let is_open = |joining| searches.iter().any(|search| search.is_open() && search.load.admits(joining));
        match self.agenda.next(is_open) {
            Next::Solve(item) if self.setting.expected[item].is_some() => self.begin(worker, item),
            Next::Solve(item) => {
                let Attempt { nodes, time, verdict } = (self.attempt)(item);
                if verdict == Verdict::Unknown(Reason::Nodes) && self.setting.division.may_be_long() {
                    return self.begin(worker, item);
                }
                self.result.nodes += nodes;
                self.count(item, verdict.is_decided().then_some(verdict));
                self.note(self.now + time, Event::Free { worker, item: Some(item) });
            }
            Next::Help(joining) => {
                let open = self.searches.iter().enumerate().filter(|(_, search)| search.is_open());
                let loads = open.map(|(place, search)| (place, search.load));
                let place = Load::choose(loads, joining).expect("one is open");
                self.result.joined += 1;
                self.joined[worker] = joining;
                self.tell(place, Order::Join(worker, self.now));
            }
            Next::Wait => {
                self.waits[worker] = Some(self.now);
                self.busy -= 1;
            }
        }
    }

    /// A worker begins a search that may be long.
    fn begin(&mut self, owner: usize, item: usize) {
        self.result.hard += 1;
        let start = self.now + ITEM;
        if let Some(known) = &self.owned[item] {
            let found = *known;
            return self.end_search(owner, item, &found, start + found.elapsed);
        }
        let Setting { puzzles, division, experiment, .. } = &self.setting;
        let solver = self.idle_solvers.pop();
        let new = || division.sharing(Solver::with_experiment(division.options.clone(), *experiment));
        let mut solver = solver.unwrap_or_else(new);
        let ((say, messages), (answers, hear)) = (bounded(1), bounded(1));
        let (position, workers, task) = (puzzles[item].position, self.waits.len(), division.task.clone());
        let mut remote = Remote { messages: say.clone(), answers: hear, start };
        let run = move || {
            let found = solver.simulate_open(&position, &task, workers, None, &mut remote);
            remote.say(Message::Done(Box::new((found, solver))));
        };
        let thread = Builder::new().name("canju-simulated".to_owned()).stack_size(STACK_BYTES);
        thread.spawn_scoped(self.scope, run).expect("the system gives a thread");
        let load = Load { workers: 1, most_workers: workers, visited: 0, expected: 0 };
        let nodes_alone = division.pacing.nodes_alone;
        let search = Search { owner, item, messages, answers, at: start, load, nodes_alone, ends: start };
        self.searches.push(search);
        self.hear(self.searches.len() - 1, start);
    }

    fn tell(&mut self, place: usize, order: Order) {
        let Search { answers, at, .. } = &self.searches[place];
        let at = *at;
        answers.send(Answer::Order(order)).expect("the search listens");
        self.hear(place, at);
    }

    /// Hears what a search says until it is to act again.
    fn hear(&mut self, place: usize, at: u64) {
        loop {
            let search = &mut self.searches[place];
            match search.messages.recv().expect("the search says when it ends") {
                Message::Next(at, load) => {
                    let was_open = search.is_open();
                    (search.at, search.load) = (at, load);
                    if !was_open && search.is_open() {
                        self.wake(usize::MAX);
                    }
                    return;
                }
                Message::Stays(worker) => {
                    let stays = self.agenda.stays(self.joined[worker]);
                    search.answers.send(Answer::Stays(stays)).expect("the search listens");
                }
                Message::Left(worker, at) => {
                    search.ends = search.ends.max(at);
                    self.note(at, Event::Free { worker, item: None });
                }
                Message::Done(done) => {
                    let (found, mut solver) = *done;
                    solver.give_back();
                    let ended = self.searches.swap_remove(place);
                    let Search { owner, item, ends, load, nodes_alone, .. } = ended;
                    self.idle_solvers.push(solver);
                    if load.visited < nodes_alone {
                        self.owned[item] = Some(found);
                    }
                    // A small one is searched at one go.
                    let ends = if load.visited == 0 { at + found.elapsed } else { ends.max(at) };
                    return self.end_search(owner, item, &found, ends);
                }
            }
        }
    }

    /// The owner of a search will be free.
    fn end_search(&mut self, worker: usize, item: usize, found: &Simulated, at: u64) {
        self.count(item, found.verdict);
        self.result.nodes += found.nodes;
        self.result.idle += found.idle;
        self.result.locked += found.blocked + found.locked;
        self.note(at, Event::Free { worker, item: Some(item) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle;
    use canju_engine::rules::Ruleset;
    use canju_testing::budget::share;

    /// Two puzzles that take some ten thousand nodes, one that takes a few hundred, easy ones, and one that is over.
    const PACK: &str = "335599TJQQKKX | 3446688TTKAA2 | expect=win\n446899TJQQKKK2 | 3555667TJJAAAA | expect=win\n\
                        346999Q2 | 34JAAD\n33 | 4\n345 | 678 | 9TJ\n4445678899KK2 | 345567TTTKKAA | expect=win\n";

    fn simulated(pack: &str, pacing: Pacing, threads: &[usize]) -> Vec<SimulatedBatch> {
        let read = puzzle::read(pack.as_bytes(), "a.ddz", Ruleset::default());
        let puzzles: Vec<Puzzle> = read.map(|puzzle| puzzle.expect("a puzzle")).collect();
        let tuning = Tuning { depth_first_cards: 8, job_nodes_alone: 100, ..Tuning::DEFAULT };
        let experiment = Experiment { tuning, ..Experiment::default() };
        let options = Options { memory: 1 << 30, ..Options::default() };
        let mut simulation = BatchSimulation::new(&puzzles, options, &Task::default(), pacing, experiment);
        threads.iter().map(|&threads| simulation.run(threads)).collect()
    }

    #[test]
    fn idle_workers_help_and_every_puzzle_has_its_record() {
        let soon = Pacing { nodes_alone: 200, cards_hard: 20, ..Pacing::default() };
        // Recognised by what the network expects, and by what they took; in a window that is full.
        let tried = Pacing { nodes_hard: u64::MAX, ..soon };
        let narrow = Pacing { window: 2, ..soon };
        for (number, pacing) in [soon, tried, narrow].into_iter().enumerate() {
            let found = simulated(PACK, pacing, &[1, 3, 8]);
            if number < share(3, 3) {
                assert_eq!(found, simulated(PACK, pacing, &[1, 3, 8]), "the same each time");
            }
            for (batch, workers) in found.iter().zip([1, 3, 8]) {
                let SimulatedBatch { decided, wrong, hard, joined, elapsed, idle, locked, tail, .. } = *batch;
                assert_eq!((batch.workers, decided, wrong), (workers, 6, 0));
                assert!((workers == 1) == (hard == 0) && (workers == 1) == (joined == 0), "{batch:?}");
                assert!(idle + locked < elapsed * workers as u64 && tail < elapsed, "{batch:?}");
            }
            assert!(found[1].elapsed < found[0].elapsed && found[2].elapsed < found[1].elapsed, "{found:?}");
        }
    }

    /// As many hard puzzles as would keep four workers busy for twice their time.
    #[test]
    fn a_second_worker_joins_a_long_search_while_puzzles_wait() {
        let hard = PACK.lines().filter(|line| line.len() > 30).collect::<Vec<_>>().join("\n");
        let pack = [&*hard; 4].join("\n");
        let alone = Pacing { nodes_alone: 200, nodes_hard: 1, cards_hard: 20, workers_second: 5, ..Pacing::default() };
        let second = Pacing { nodes_second: 1_000, workers_second: 4, ..alone };
        let [alone, second] = [alone, second].map(|pacing| simulated(&pack, pacing, &[4])[0]);
        assert_eq!([alone.decided, second.decided, alone.wrong, second.wrong], [12, 12, 0, 0]);
        assert!(second.joined > alone.joined, "{alone:?} {second:?}");
    }

    #[test]
    fn nobody_helps_with_what_one_worker_decides_soon() {
        let pacing = Pacing { nodes_hard: 1, cards_hard: 20, ..Pacing::default() };
        let [one, several] = simulated(PACK, pacing, &[1, 4])[..] else { panic!("two batches") };
        assert_eq!((several.joined, several.nodes), (0, one.nodes));
        assert!(several.hard > 0, "{several:?}");
    }
}
