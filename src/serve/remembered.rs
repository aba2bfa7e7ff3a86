//! What all workers remember together: the same puzzle comes from many phones.
//!
//! Only whole answers are kept, never one that a limit has cut short. A verdict with its line is remembered for all positions
//! that are equal up to renaming ranks; the moves of a position and its grade for that very position. Certificates are not:
//! they are made from what the search has just left in its tables.

use canju::answers::{Answers, Memory, MemoryCounts};
use canju::grade::Grades;
use canju::requests::WrittenReplies;
use canju_engine::rules::Position;

/// Of the server's memory this part is for what is remembered, ...
const SHARE: usize = 32;

/// ... but at most so many bytes.
const MOST_BYTES: usize = 128 << 20;

/// See the module's head.
pub struct Remembered {
    /// Of `/api/solve` and `/api/batch`.
    pub answers: Answers,
    /// Of `/api/moves`: by position, with a line of play or without.
    pub replies: Memory<(Position, bool), WrittenReplies>,
    /// Of `/api/grade`.
    pub grades: Grades,
}

impl Remembered {
    /// How many of the server's bytes are for what is remembered.
    pub fn share(memory: usize) -> usize {
        (memory / SHARE).min(MOST_BYTES)
    }

    /// A memory of at most so many bytes.
    pub fn new(bytes: usize) -> Remembered {
        let each = bytes / 3;
        Remembered { answers: Answers::new(each), replies: Memory::new(each), grades: Grades::new(each) }
    }

    /// What each address has been asked, and what is kept for it.
    pub fn counts(&self) -> [(&'static str, MemoryCounts); 3] {
        [("solve", self.answers.counts()), ("moves", self.replies.counts()), ("grade", self.grades.counts())]
    }
}
