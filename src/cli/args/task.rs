//! What is asked of a solve: an argument for each field of [`Task::FIELDS`].
//!
//! A switch that is on by default becomes `--no-NAME`. The memory is no field here but [`SolvingArgs::memory`](super::SolvingArgs):
//! one process has one solver.

use super::{parse_size, parse_time};
use bytesize::ByteSize;
use canju_engine::Task;
use canju_engine::solver::{Field, Kind, Value};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use std::time::Duration;

/// The fields that are limits, or the others; each that was given, with its value.
#[derive(Clone, Debug)]
pub struct FieldArgs<const LIMITS: bool>(Vec<(&'static Field, Value)>);

/// What to find beside the verdict.
pub type WantedArgs = FieldArgs<false>;

/// When to give up.
pub type LimitArgs = FieldArgs<true>;

impl<const LIMITS: bool> FieldArgs<LIMITS> {
    /// Puts what was given into a task.
    pub fn set(&self, task: &mut Task) {
        self.0.iter().for_each(|(field, value)| field.set(task, *value));
    }

    fn fields() -> impl Iterator<Item = &'static Field> {
        Task::FIELDS.iter().filter(|field| match field.kind {
            Kind::Bytes => false,
            Kind::Time | Kind::Count => LIMITS,
            Kind::Switch | Kind::OneOf(_) => !LIMITS,
        })
    }
}

/// The argument of a field.
fn argument(field: &Field) -> Arg {
    let name = field.name.replace('_', "-");
    let argument = Arg::new(field.name).help_heading("Solving").help(field.about);
    match field.kind {
        Kind::Switch if field.default() == Value::Switch(true) => {
            let about = format!("Don't {}{}", field.about[..1].to_lowercase(), &field.about[1..]);
            argument.long(format!("no-{name}")).action(ArgAction::SetTrue).help(about)
        }
        Kind::Switch => argument.long(name).action(ArgAction::SetTrue),
        Kind::Count => argument.long(name).value_name("N").value_parser(value_parser!(u64)),
        Kind::Bytes => argument.long(name).value_name("SIZE").value_parser(parse_size),
        Kind::Time => {
            let about = format!("{}, such as 500ms, 10s or 5min", field.about);
            argument.long(name).value_name("DUR").value_parser(parse_time).help(about)
        }
        Kind::OneOf(names) => argument.long(name).value_name("HOW").value_parser(PossibleValuesParser::new(names)),
    }
}

/// The value of a field, if it was given.
fn given(field: &Field, matches: &ArgMatches) -> Option<Value> {
    let name = field.name;
    match field.kind {
        Kind::Switch => matches.get_flag(name).then(|| Value::Switch(field.default() == Value::Switch(false))),
        Kind::Count => matches.get_one(name).copied().map(Value::Count),
        Kind::Bytes => matches.get_one(name).map(|size: &ByteSize| Value::Count(size.as_u64())),
        Kind::Time => matches.get_one::<Duration>(name).copied().map(Value::Time),
        Kind::OneOf(names) => {
            let word = matches.get_one::<String>(name)?;
            names.iter().position(|known| known == word).map(Value::Name)
        }
    }
}

impl<const LIMITS: bool> Args for FieldArgs<LIMITS> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::fields().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const LIMITS: bool> FromArgMatches for FieldArgs<LIMITS> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let values = Self::fields().filter_map(|field| Some((field, given(field, matches)?)));
        Ok(FieldArgs(values.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
