//! [`Task`]: everything that can be asked of one solve, and the table of its fields.
//!
//! A field is written here and nowhere else: [`Task::FIELDS`] has a row for each, and from it are made the program's arguments
//! (`src/cli/args/task.rs`), the fields of requests with their schemas (`src/canju/requests/asked.rs`), the types of the npm package and of
//! the Python package, and the part of a remembered answer's key that says what was asked ([`Task::key`]).

use super::line::Resistance;
use crate::search::{Budget, Limits, StopFlag};
use std::time::Duration;

/// What is asked of one solve. No field changes a verdict; a limit may leave it unknown.
///
/// Use `..Task::default()` as below, so that a new field does not break your code. This is why the type is not `#[non_exhaustive]`,
/// which would forbid it. The same holds for [`Limits`] and [`Options`](super::Options).
///
/// ```
/// use canju::{Limits, Position, Solver, Task, Verdict};
/// use std::time::Duration;
/// let position: Position = "3344 | 5".parse()?;
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// let report = Solver::default().solve(&position, &Task { all_moves: true, limits, ..Task::default() });
/// assert_eq!((report.verdict(), report.winning_moves().len()), (Verdict::Win, 2)); // 33 and 44
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    /// Decide every first move. By default, `false`, the solve ends with the verdict. If a limit is reached, the verdict may be a win
    /// while other moves are undecided: [`Report::has_all_winning_moves`](super::Report::has_all_winning_moves).
    pub all_moves: bool,
    /// Also find a full line of play; `true` by default. Without it, and without `shortest`, nothing is done for the length of
    /// the game: [`Report::best`](super::Report::best) is then the winning move found, unless one sheds the last card.
    pub line: bool,
    /// Also find how many plies the game lasts if the winner ends it as soon and the loser as late as possible; `false` by
    /// default. `best` and the line are then those of such a game. This can take much longer than the verdict. A position that is
    /// played for points has a line of its own, and this is not looked for.
    pub shortest: bool,
    /// How much work may be spent on the losing side's moves of that line; [`Resistance::Best`] by default.
    pub resistance: Resistance,
    /// Write a plain certificate, which is larger and can be checked with the rules alone: see [`Form`](crate::proof::Form).
    /// `false` by default.
    pub plain: bool,
    /// Limits of the verdict, the length and the line of play together. By default there are none.
    pub limits: Limits,
    /// At most so many bytes of the solver's memory; by default all of [`Options::memory`](super::Options::memory).
    pub memory: Option<usize>,
    /// Raised by the caller to interrupt. The default is a flag of its own, which nobody raises.
    pub stop: StopFlag,
}

impl Default for Task {
    fn default() -> Task {
        Task {
            all_moves: false,
            line: true,
            shortest: false,
            resistance: Resistance::default(),
            plain: false,
            limits: Limits::default(),
            memory: None,
            stop: StopFlag::default(),
        }
    }
}

impl Task {
    /// The same within these limits.
    #[must_use]
    pub fn within(&self, limits: Limits) -> Task {
        Task { limits, ..self.clone() }
    }

    /// The same with another flag.
    #[must_use]
    pub fn with_stop(&self, stop: &StopFlag) -> Task {
        Task { stop: stop.clone(), ..self.clone() }
    }

    /// The budget of a solve that begins now.
    pub(crate) fn budget(&self) -> Budget {
        Budget::start(self.limits, self.stop.clone())
    }

    /// All fields that the answer depends on, as long as no limit of time ends the solve.
    #[doc(hidden)]
    pub fn key(&self) -> TaskKey {
        TaskKey(Task::FIELDS.iter().map(|field| if field.decides { field.get(self) } else { Value::Absent }).collect())
    }
}

/// What tasks with the same answer have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[doc(hidden)]
pub struct TaskKey(Box<[Value]>);

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub enum Kind {
    /// True or false.
    Switch,
    /// A number from 0, or none.
    Count,
    /// A number of bytes from 0, or none.
    Bytes,
    /// A time, or none.
    Time,
    /// One of these names.
    OneOf(&'static [&'static str]),
}

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(hidden)]
pub enum Value {
    /// None of a count, bytes or a time.
    Absent,
    /// Of a switch.
    Switch(bool),
    /// Of a count or of bytes.
    Count(u64),
    /// Of a time.
    Time(Duration),
    /// The number of one of the names.
    Name(usize),
}

/// A row of [`Task::FIELDS`].
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Field {
    /// Its name in JSON and in Python, but for the unit ([`Field::json_name`]).
    pub name: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Does the answer depend on it, if no limit of time ends the solve?
    pub decides: bool,
    get: fn(&Task) -> Value,
    set: fn(&mut Task, Value),
}

impl Field {
    /// Its value in a task.
    pub fn get(&self, task: &Task) -> Value {
        (self.get)(task)
    }

    /// Sets it. A value of another kind changes nothing.
    pub fn set(&self, task: &mut Task, value: Value) {
        (self.set)(task, value);
    }

    /// Its name in JSON: a time is a number of milliseconds.
    pub fn json_name(&self) -> String {
        match self.kind {
            Kind::Time => format!("{}_ms", self.name),
            _ => self.name.to_owned(),
        }
    }

    /// Its value where nothing is asked.
    pub fn default(&self) -> Value {
        self.get(&Task::default())
    }
}

/// The rows: name, line, kind, `decides` if the answer depends on it, and where it is in a task.
macro_rules! fields {
    (@decides decides) => { true };
    (@decides -) => { false };
    (@kind switch) => { Kind::Switch };
    (@kind count) => { Kind::Count };
    (@kind bytes) => { Kind::Bytes };
    (@kind time) => { Kind::Time };
    (@kind resistance) => { Kind::OneOf(&["quick", "best"]) };
    (@get switch, $value:expr) => { Value::Switch($value) };
    (@get count, $value:expr) => { $value.map_or(Value::Absent, Value::Count) };
    (@get bytes, $value:expr) => { $value.map_or(Value::Absent, |bytes| Value::Count(bytes as u64)) };
    (@get time, $value:expr) => { $value.map_or(Value::Absent, Value::Time) };
    (@get resistance, $value:expr) => { Value::Name($value as usize) };
    (@set switch, $place:expr, $value:expr) => { if let Value::Switch(value) = $value { $place = value } };
    (@set count, $place:expr, $value:expr) => { match $value {
        Value::Count(value) => $place = Some(value),
        Value::Absent => $place = None,
        _ => {}
    } };
    (@set bytes, $place:expr, $value:expr) => { match $value {
        Value::Count(value) => $place = Some(usize::try_from(value).unwrap_or(usize::MAX)),
        Value::Absent => $place = None,
        _ => {}
    } };
    (@set time, $place:expr, $value:expr) => { match $value {
        Value::Time(value) => $place = Some(value),
        Value::Absent => $place = None,
        _ => {}
    } };
    (@set resistance, $place:expr, $value:expr) => { match $value {
        Value::Name(0) => $place = Resistance::Quick,
        Value::Name(_) => $place = Resistance::Best,
        _ => {}
    } };
    ($($name:ident: $kind:tt $decides:tt $($place:ident).+, $about:literal;)*) => {
        impl Task {
            /// Its fields, but for the flag that interrupts it.
            #[doc(hidden)]
            pub const FIELDS: &[Field] = &[$(Field {
                name: stringify!($name),
                about: $about,
                kind: fields!(@kind $kind),
                decides: fields!(@decides $decides),
                get: |task| fields!(@get $kind, task.$($place).+),
                set: |task, value| fields!(@set $kind, task.$($place).+, value),
            }),*];
        }
    };
}

fields! {
    all_moves: switch decides all_moves, "Decide every first move, not only as many as the verdict needs";
    line: switch decides line, "Find a line of play";
    shortest: switch decides shortest, "Find the quickest win or the longest resistance, and how many plies the game lasts, a pass counting as one";
    resistance: resistance decides resistance, "How the losing side resists in the line of play: quick goes by a guess, best searches";
    plain: switch - plain, "Make the certificate plain: larger, but to check it takes the rules alone, and no theorem on which positions are better";
    time_limit: time - limits.time, "Give up on a position, its line of play and certificate included, after this time";
    node_limit: count decides limits.nodes, "Give up on a position after this many nodes";
    memory: bytes decides memory, "Use at most so many bytes of memory";
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Each field holds what it is given, and nothing else changes with it.
    #[test]
    fn fields_are_where_they_say() {
        for (number, field) in Task::FIELDS.iter().enumerate() {
            let value = match field.kind {
                Kind::Switch => Value::Switch(field.default() != Value::Switch(true)),
                Kind::Count | Kind::Bytes => Value::Count(7),
                Kind::Time => Value::Time(Duration::from_millis(7)),
                Kind::OneOf(names) => {
                    assert_eq!((names.len(), field.default()), (2, Value::Name(1)));
                    Value::Name(0)
                }
            };
            let mut task = Task::default();
            field.set(&mut task, value);
            for (other, changed) in Task::FIELDS.iter().enumerate() {
                let expected = if other == number { value } else { changed.default() };
                assert_eq!(changed.get(&task), expected, "{} after {}", changed.name, field.name);
            }
            assert_eq!(task.key() != Task::default().key(), field.decides, "{}", field.name);
            field.set(&mut task, field.default());
            assert_eq!(field.get(&task), field.default());
        }
    }

    /// A resistance has the name that the table says.
    #[test]
    fn names_are_those_of_the_values() {
        for (number, resistance) in [Resistance::Quick, Resistance::Best].into_iter().enumerate() {
            let field = Task::FIELDS.iter().find(|field| field.name == "resistance").expect("a field");
            let Kind::OneOf(names) = field.kind else { panic!("names") };
            assert_eq!(names[number], format!("{resistance:?}").to_lowercase());
            assert_eq!(field.get(&Task { resistance, ..Task::default() }), Value::Name(number));
        }
    }
}
