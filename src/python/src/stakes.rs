//! What a position is played for: `scoring`, `stake` and `moves_made`.

use crate::arguments::{number, text};
use crate::faults::Fault;
use canju::Position;
use canju::rules::{MANY_MOVES, MOST_STAKE, Scoring, StakesError};
use pyo3::prelude::*;

/// The arguments.
#[derive(Clone, Copy, Default)]
pub struct PlayedFor<'a, 'py> {
    pub scoring: Option<&'a Bound<'py, PyAny>>,
    pub stake: Option<&'a Bound<'py, PyAny>>,
    pub moves_made: Option<&'a Bound<'py, PyAny>>,
}

impl PlayedFor<'_, '_> {
    /// This position, played for what is given; as it is if nothing is.
    pub fn of(self, position: Position) -> PyResult<Position> {
        let Some(scoring) = self.scoring else {
            return match (self.stake, self.moves_made) {
                (None, None) => Ok(position),
                (Some(_), _) => Err(Fault::from(StakesError::StakeWithoutPoints).into()),
                (None, Some(_)) => Err(Fault::new("moves_made: there are no points: give a scoring, too").into()),
            };
        };
        let name = text("scoring", scoring)?;
        let scoring = Scoring::from_name(&name).ok_or(StakesError::UnknownScoring(name)).map_err(Fault::from)?;
        let stake = self.stake.map(|stake| number("stake", stake, 1, MOST_STAKE)).transpose()?;
        let made = |made: &Bound<'_, PyAny>| {
            made.try_iter()?
                .map(|made| Ok(number("moves_made", &made?, 0, MANY_MOVES as u64)? as u8))
                .collect::<PyResult<Vec<u8>>>()
        };
        let moves_made = self.moves_made.map(made).transpose()?;
        Ok(position.with_stakes(scoring, stake, moves_made.as_deref()).map_err(Fault::from)?)
    }
}
