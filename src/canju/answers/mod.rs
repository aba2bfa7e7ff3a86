//! Answers that several workers remember together.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Answers`]: reports by position |
//! | `cache.rs` | [`Cache`]: a bounded map that many threads ask at the same time |
//!
//! A batch does without: its reader knows which puzzle is the first of its position, and an answer passed on at once depends
//! neither on threads nor on what a full memory has forgotten (`batch/repeats.rs`).

mod cache;

pub use cache::{Cache, CacheCounts};

use canju_engine::rules::Position;
use canju_engine::solver::{Experiment, Report, Solver, Task, TaskKey};
use canju_engine::tables::Canonical;

/// What was asked. All that a decided answer depends on is in it: the position up to renaming ranks, its rules, what was to be
/// found, and the most nodes. A limit of time is not, for an answer is only kept if no limit has cut it short.
type Question = (Canonical, TaskKey);

/// Reports of positions that were solved, for whoever asks the same again, be it with other ranks.
///
/// ```
/// use canju::{Options, Position, Solver, Task};
/// use canju::answers::Answers;
/// let task = Task::default();
/// let (answers, mut solver) = (Answers::new(1 << 20), Solver::new(Options { threads: 1, ..Options::default() }));
/// let (first, second): (Position, Position) = ("3466 | 5".parse()?, "3499 | 7".parse()?);
/// let (report, repeat) = (answers.solve(&mut solver, &first, &task), answers.solve(&mut solver, &second, &task));
/// assert_eq!((repeat.verdict(), repeat.position()), (report.verdict(), &second));
/// assert_eq!((repeat.nodes(), answers.counts().hits), (0, 1));
/// # Ok::<(), canju::TextError>(())
/// ```
pub struct Answers(Cache<Question, Report>);

impl Answers {
    /// A memory of at most so many bytes.
    pub fn new(most_bytes: usize) -> Answers {
        Answers(Cache::new(most_bytes))
    }

    /// The report of a position, remembered or found by this solver. A remembered one took no search and has no nodes.
    ///
    /// Two workers that ask the same at the same time both search: neither waits for the other.
    pub fn solve(&self, solver: &mut Solver, position: &Position, task: &Task) -> Report {
        // An experiment's line of play may be another one.
        if *solver.experiment() != Experiment::default() {
            return solver.solve(position, task);
        }
        let asked = (position.canonical(), task.key());
        if let Some(report) = self.0.get_as(&asked, |found| found.for_equal(position)) {
            return report;
        }
        let report = solver.solve(position, task);
        if is_whole(&report, task) {
            self.0.insert(asked, report.clone(), report.heap_bytes());
        }
        report
    }

    /// How often it was asked, and what it holds.
    pub fn counts(&self) -> CacheCounts {
        self.0.counts()
    }
}

/// Has a report all that was asked for? Otherwise a limit cut it short, and another search may get further.
pub(crate) fn is_whole(report: &Report, task: &Task) -> bool {
    let is_over = report.position().winner().is_some();
    report.verdict().is_decided()
        && report.moves().iter().all(|(_, verdict)| verdict.is_decided())
        && report.worth().into_iter().chain(report.worths().iter().copied()).all(|worth| worth.value().is_some())
        && (is_over || !task.line || !report.line().is_empty())
        && (is_over || !task.shortest || report.plies().is_some() || report.worth().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::search::{Limits, Reason, StopFlag, Verdict};
    use canju_engine::solver::{Options, Resistance, Restored};

    fn position(text: &str) -> Position {
        text.parse().expect("a position")
    }

    fn solver() -> Solver {
        Solver::new(Options { threads: 1, memory: 16 << 20, ..Options::default() })
    }

    /// Plays a report's line by the rules: does it end with the side that the verdict says?
    fn plays_out(report: &Report) -> bool {
        let start = report.position();
        let end = report.line().iter().fold(*start, |here, &played| here.play(played).expect("a legal move"));
        let mover_wins = report.verdict() == Verdict::Win;
        end.winner().is_some_and(|winner| (winner == start.side_to_move()) == mover_wins)
    }

    #[test]
    fn an_equal_position_is_a_hit_with_a_line_of_its_own() {
        let task = Task { all_moves: true, ..Task::default() };
        let (answers, mut solver) = (Answers::new(1 << 20), solver());
        let first = answers.solve(&mut solver, &position("346999Q2 | 34JAAD"), &task);
        for text in ["346999Q2 | 34JAAD", "456TTTQ2 | 45JAAD"] {
            let report = answers.solve(&mut solver, &position(text), &task);
            assert_eq!((report.nodes(), report.verdict(), report.position()), (0, first.verdict(), &position(text)));
            assert!(plays_out(&report) && report.line().len() == first.line().len());
            let alone = Solver::new(solver.options().clone()).solve(&position(text), &task);
            assert_eq!((report.moves(), report.winning_moves()), (alone.moves(), alone.winning_moves()));
        }
        assert_eq!((answers.counts().hits, answers.counts().misses, answers.counts().entries), (2, 1, 1));
    }

    #[test]
    fn what_was_asked_is_part_of_the_question() {
        let answers = Answers::new(1 << 20);
        let texts = ["3344 | 55", "3344 | 55 | rules=pagat", "3344 | 55 | turn=2", "3344 | 56", "3344 | 55 | 6"];
        let tasks = [
            Task::default(),
            Task { all_moves: true, ..Task::default() },
            Task { line: false, ..Task::default() },
            Task { shortest: true, ..Task::default() },
            Task { resistance: Resistance::Quick, ..Task::default() },
            Task::default().within(Limits { nodes: Some(1_000_000), time: None }),
        ];
        for task in tasks {
            let mut solver = solver();
            for text in texts {
                let report = answers.solve(&mut solver, &position(text), &task);
                assert_eq!(report.position(), &position(text));
                assert_eq!(report.moves().is_empty(), !task.all_moves);
                assert_eq!(report.line().is_empty(), !task.line);
                assert_eq!(report.plies().is_some(), task.shortest);
            }
        }
        assert_eq!((answers.counts().hits, answers.counts().entries), (0, 30));
    }

    #[test]
    fn an_answer_that_a_limit_cut_short_is_not_kept() {
        let hard = position("3455569TTTJJJQQKA22D | 334446667788TJQK2 | 357788999QKKAAA2X");
        let (answers, stop) = (Answers::new(1 << 20), StopFlag::default());
        stop.stop();
        // Without a line nothing but the verdict is missing.
        for (misses, line) in [(1, true), (2, true), (3, false), (4, false)] {
            let task = Task { stop: stop.clone(), line, ..Task::default() };
            assert_eq!(answers.solve(&mut solver(), &hard, &task).verdict(), Verdict::Unknown(Reason::Interrupted));
            assert_eq!((answers.counts().misses, answers.counts().entries), (misses, 0));
        }
        // A verdict without the line, the length or all of the moves that were asked for.
        let first = position("335 | 4A");
        let task = Task { shortest: true, all_moves: true, ..Task::default() };
        let found = Solver::default().solve(&first, &task);
        let whole = || Restored {
            best: found.best(),
            winning_moves: found.winning_moves().to_vec(),
            moves: found.moves().to_vec(),
            worth: found.worth(),
            worths: found.worths().to_vec(),
            line: found.line().to_vec(),
            plies: found.plies(),
            plies_limit: None,
        };
        let is_whole = |restored: Restored| {
            let report = Report::restored(first, Verdict::Win, restored);
            super::is_whole(&report, &task)
        };
        assert!(is_whole(whole()));
        assert!(!is_whole(Restored { line: Vec::new(), ..whole() }));
        assert!(!is_whole(Restored { plies: None, ..whole() }));
        let mut moves = found.moves().to_vec();
        moves[0].1 = Verdict::Unknown(Reason::Time);
        assert!(!is_whole(Restored { moves, ..whole() }));
    }

    #[test]
    fn workers_that_ask_at_the_same_time_get_right_answers() {
        let answers = Answers::new(64 << 10);
        let texts = ["346999Q2 | 34JAAD", "456TTTQ2 | 45JAAD", "K5 | 44Q", "345 | 678", "335 | 4A", "345 | 678 | 9TJ"];
        let verdicts: Vec<Verdict> =
            texts.iter().map(|text| solver().solve(&position(text), &Task::default()).verdict()).collect();
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (answers, verdicts) = (&answers, &verdicts);
                scope.spawn(move || {
                    let (mut solver, task) = (solver(), Task::default());
                    for n in 0..60 {
                        let n = (n * (thread + 1)) % texts.len();
                        let report = answers.solve(&mut solver, &position(texts[n]), &task);
                        assert_eq!((report.verdict(), plays_out(&report)), (verdicts[n], true), "{}", texts[n]);
                    }
                });
            }
        });
        let counts = answers.counts();
        assert!(counts.hits + counts.misses == 180 && counts.hits >= 160, "{counts:?}");
    }
}
