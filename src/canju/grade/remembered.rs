//! Grades that several graders remember together.
//!
//! A grade is remembered for its very position, not for all that are equal up to renaming ranks: how a hand looks depends on
//! the ranks. It is the same whoever finds it, so no answer depends on what is remembered.

use super::{Grade, Grader, Undecided};
use crate::answers::{Cache, CacheCounts};
use canju_engine::rules::Position;

/// What a grade depends on: the position with its rules, the plies that a player looks ahead at most, and the most nodes. A
/// limit of time ends a grade without one.
type Question = (Position, Option<u16>, Option<u64>);

/// Grades of positions that were graded, for whoever asks the same again.
///
/// ```
/// use canju::{Limits, StopFlag, grade::{Grader, Grades}};
/// let (grades, mut grader) = (Grades::new(1 << 20), Grader::new(Limits::default(), StopFlag::default()));
/// let grade = grades.grade(&mut grader, &"335 | 4A".parse()?)?;
/// assert_eq!((grades.grade(&mut grader, &"335 | 4A".parse()?)?, grades.counts().hits), (grade, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub struct Grades(Cache<Question, Grade>);

impl Grades {
    /// A memory of at most so many bytes.
    pub fn new(most_bytes: usize) -> Grades {
        Grades(Cache::new(most_bytes))
    }

    /// The grade of a position, remembered or found by this grader.
    ///
    /// # Errors
    /// If a limit is reached. That is not remembered.
    pub fn grade(&self, grader: &mut Grader, position: &Position) -> Result<Grade, Undecided> {
        let asked = (*position, grader.lookahead, grader.limits.nodes);
        if let Some(found) = self.0.get(&asked) {
            return Ok(Grade::clone(&found));
        }
        let grade = grader.grade(position)?;
        self.0.insert(asked, grade.clone(), grade.heap_bytes());
        Ok(grade)
    }

    /// How often it was asked, and what it holds.
    pub fn counts(&self) -> CacheCounts {
        self.0.counts()
    }
}
