//! What all workers remember together: the same puzzle comes from many phones.
//!
//! Only whole answers are kept, never one that a limit has cut short. A verdict with its line is remembered for all positions
//! that are equal up to renaming ranks; the moves of a position and its grade for that very position. Certificates are not:
//! they are made from what the search has just left in its tables.

use crate::answers::{Answers, Cache, CacheCounts};
use crate::batch::{Record, judged};
use crate::grade::{Grade, Grader, Grades, Undecided};
use crate::puzzle::Puzzle;
use crate::requests::{Replies, WrittenReplies, replies, written};
use canju_engine::clock::Instant;
use canju_engine::rules::Position;
use canju_engine::search::Clock;
use canju_engine::solver::{Solver, Task, TaskKey};

/// Answers that a desk asks for before it searches. A trait, so that the module for the web, which remembers nothing, has no code for it.
pub trait Recall: Send + Sync {
    /// The record of a position.
    fn record(&self, solver: &mut Solver, puzzle: &Puzzle, task: &Task) -> Record;

    /// Every legal move of a position as JSON, and the nodes that it took.
    fn replies(&self, solver: &mut Solver, position: &Position, task: &Task) -> (Vec<u8>, u64);

    /// The grade of a position.
    ///
    /// # Errors
    /// If a limit is reached.
    fn grade(&self, grader: &mut Grader, position: &Position) -> Result<Grade, Undecided>;
}

/// Of the server's memory this part is for what is remembered, ...
const SHARE: usize = 32;

/// ... but at most so many bytes.
const MOST_BYTES: usize = 128 << 20;

/// See the module's head.
pub struct Remembered {
    /// Of `/api/solve` and `/api/batch`.
    answers: Answers,
    /// Of `/api/moves`: by position, with a line of play or without.
    replies: Cache<(Position, TaskKey), WrittenReplies>,
    /// Of `/api/grade`.
    grades: Grades,
}

impl Remembered {
    /// How many of the server's bytes are for what is remembered.
    pub fn share(memory: usize) -> usize {
        (memory / SHARE).min(MOST_BYTES)
    }

    /// A memory of at most so many bytes.
    pub fn new(bytes: usize) -> Remembered {
        let each = bytes / 3;
        Remembered { answers: Answers::new(each), replies: Cache::new(each), grades: Grades::new(each) }
    }

    /// What each address has been asked, and what is kept for it.
    pub fn counts(&self) -> [(&'static str, CacheCounts); 3] {
        [("solve", self.answers.counts()), ("moves", self.replies.counts()), ("grade", self.grades.counts())]
    }
}

impl Recall for Remembered {
    fn record(&self, solver: &mut Solver, puzzle: &Puzzle, task: &Task) -> Record {
        let clock = Clock::start(task.limits);
        let report = self.answers.solve(solver, &puzzle.position, task);
        judged(solver, puzzle, &report, &task.within(clock.left()))
    }

    fn replies(&self, solver: &mut Solver, position: &Position, task: &Task) -> (Vec<u8>, u64) {
        let (key, start) = ((*position, task.key()), Instant::now());
        if let Some(found) = self.replies.get(&key) {
            let elapsed_ms = start.elapsed().as_micros() as f64 / 1000.0;
            return (written(&Replies { nodes: 0, elapsed_ms, ..WrittenReplies::clone(&found) }), 0);
        }
        let (replies, is_whole) = replies(solver, position, task);
        let replies = replies.written().expect("texts and numbers");
        let answer = (written(&replies), replies.nodes);
        if is_whole {
            let bytes = replies.heap_bytes();
            self.replies.insert(key, replies, bytes);
        }
        answer
    }

    fn grade(&self, grader: &mut Grader, position: &Position) -> Result<Grade, Undecided> {
        self.grades.grade(grader, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_remembered_takes_no_search() {
        let (remembered, mut solver, task) = (Remembered::new(1 << 20), Solver::default(), Task::default());
        let mut answered = |line: &str| match remembered.record(&mut solver, &line.parse().expect("a puzzle"), &task) {
            Record::Solved(solved) => (solved.nodes > 0, solved.line.join(" ")),
            Record::Failed(_) => panic!("a puzzle"),
        };
        assert_eq!(answered("3466 | 5"), (true, "6 pass 6 pass 4 5".to_owned()));
        assert_eq!(answered("3499 | 7"), (false, "9 pass 9 pass 3 7".to_owned()));
    }
}
