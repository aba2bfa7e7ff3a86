//! Reads texts, numbers and limits from Python. A value of the wrong type is a `TypeError`; one of the right type that
//! makes no sense is an `InputError`, never an `OverflowError`.

use crate::faults::Fault;
use canju::Limits;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use std::time::Duration;

/// The text of a `str`.
pub fn text(what: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    text_of(what, None, given)
}

/// The text of a hand, counted from 1.
pub fn hand_text(hand: usize, given: &Bound<'_, PyAny>) -> PyResult<String> {
    text_of(&format!("hand {hand}"), Some(hand), given)
}

/// The text of a move of a game, counted from 1.
pub fn move_text(number: usize, given: &Bound<'_, PyAny>) -> PyResult<String> {
    text_of(&format!("move {number}"), None, given)
}

fn text_of(what: &str, hand: Option<usize>, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(text) = given.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!("{what}: expected a str, not {}", given.get_type().name()?)));
    };
    // Python has strings that no other program has: with surrogates, which are half a character.
    let text = text.to_cow().map_err(|error| {
        let start = error.value(given.py()).getattr("start").and_then(|start| start.extract::<usize>());
        let column = start.map_or(1, |start| start + 1);
        let message = format!("{what}: column {column}: half a character (a lone surrogate)");
        Fault { hand, column: Some(column), ..Fault::new(message) }
    })?;
    Ok(text.into_owned())
}

/// A whole number from `least` to `most`.
pub fn number(what: &str, given: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    // What can be an index is a number: numpy's integers, too.
    let index = given.call_method0("__index__");
    let Ok(index) = index.as_ref().map_err(|_| ()).and_then(|index| index.cast::<PyInt>().map_err(|_| ())) else {
        return Err(PyTypeError::new_err(format!("{what}: expected an int, not {}", given.get_type().name()?)));
    };
    match index.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(Fault::new(format!("{what}: {index} is not a number from {least} to {most}")).into()),
    }
}

/// A number of threads, 0 for one per core.
pub fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(number("threads", given, 0, 65_536)? as usize)
}

/// The limits of a solve: seconds and nodes.
pub fn limits(seconds: Option<f64>, nodes: Option<&Bound<'_, PyAny>>) -> PyResult<Limits> {
    let nodes = nodes.map(|nodes| number("node_limit", nodes, 0, u64::MAX)).transpose()?;
    let time = seconds.map(|seconds| self::seconds("time_limit", seconds)).transpose()?.flatten();
    Ok(Limits { time, nodes })
}

/// A time in seconds. One that is as good as endless is none.
pub fn seconds(what: &str, seconds: f64) -> PyResult<Option<Duration>> {
    if seconds >= u64::MAX as f64 {
        return Ok(None);
    }
    let wrong = |_| Fault::new(format!("{what}: {seconds} is not a time in seconds: expected 0 or more, or None"));
    Ok(Some(Duration::try_from_secs_f64(seconds).map_err(wrong)?))
}
