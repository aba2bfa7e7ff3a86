//! What is asked of a solve, from Python's keywords: those of [`Task::FIELDS`], a time in seconds.

use crate::arguments::{number, seconds, text};
use crate::faults::Fault;
use canju::Task;
use canju_engine::solver::{Field, Kind, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

/// The task that these keywords of a function ask for. None is as if it were not there.
pub fn task(function: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Task> {
    let mut task = Task::default();
    for (name, given) in keywords.into_iter().flatten() {
        let name: String = name.extract()?;
        let field = Task::FIELDS
            .iter()
            .find(|field| field.name == name)
            .ok_or_else(|| PyTypeError::new_err(format!("{function}() got an unexpected keyword argument '{name}'")))?;
        if !given.is_none() {
            field.set(&mut task, value(field, &given)?);
        }
    }
    Ok(task)
}

fn value(field: &Field, given: &Bound<'_, PyAny>) -> PyResult<Value> {
    let name = field.name;
    Ok(match field.kind {
        Kind::Switch => match given.cast::<PyBool>() {
            Ok(switch) => Value::Switch(switch.is_true()),
            Err(_) => {
                let found = given.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{name}: expected a bool, not {found}")));
            }
        },
        Kind::Count | Kind::Bytes => Value::Count(number(name, given, 0, u64::MAX)?),
        Kind::Time => match given.extract() {
            Ok(time) => seconds(name, time)?.map_or(Value::Absent, Value::Time),
            Err(_) => {
                let found = given.get_type().name()?;
                return Err(PyTypeError::new_err(format!("{name}: expected a number of seconds, not {found}")));
            }
        },
        Kind::OneOf(names) => {
            let found = text(name, given)?;
            let known = names.iter().position(|known| *known == found);
            let wrong = || Fault::new(format!("{name}: `{found}` is not one of {}", names.join(", ")));
            Value::Name(known.ok_or_else(wrong)?)
        }
    })
}
