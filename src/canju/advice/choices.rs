//! The moves to choose from. Moves after which the positions are the same in every world, up to renaming ranks, are one choice.

use crate::advice::known::Known;
use crate::advice::worlds::World;
use canju_engine::rules::{Move, Position};
use canju_engine::tables::Canonical;
use rustc_hash::FxHashMap;

/// Classes of positions, numbered from 0 as they are met: the same up to renaming ranks, and of the same class before.
#[derive(Default)]
pub(crate) struct Classes {
    numbers: FxHashMap<(usize, Canonical), usize>,
}

impl Classes {
    /// The number of this position's class.
    pub fn number(&mut self, before: usize, position: &Position) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry((before, position.canonical())).or_insert(next)
    }
}

/// One of several equal moves, and the others.
pub(crate) struct Choice {
    pub played: Move,
    pub equal: Vec<Move>,
}

/// All legal moves, in the order of [`Position::moves`](canju_engine::Position::moves), equal ones as one. If it is over before all
/// worlds are compared, none are known to be equal.
pub(crate) fn choices(known: &Known, worlds: &[World], is_over: impl Fn() -> bool) -> Vec<Choice> {
    let moves = known.some_position().moves();
    // For each move the number of its class; moves that differ in a world get different ones.
    // Those that double the stake are no others' equals.
    let mut classes: Vec<usize> = moves.iter().map(|played| usize::from(played.doubles())).collect();
    for world in worlds {
        if is_over() {
            return moves.into_iter().map(|played| Choice { played, equal: Vec::new() }).collect();
        }
        let position = known.position(world.hands);
        let mut met = Classes::default();
        for (class, &played) in classes.iter_mut().zip(&moves) {
            *class = met.number(*class, &position.after(played));
        }
    }
    let mut choices: Vec<Choice> = Vec::new();
    // The choice of each class.
    let mut places: Vec<Option<usize>> = vec![None; moves.len()];
    for (class, played) in classes.into_iter().zip(moves) {
        match places[class] {
            Some(place) => choices[place].equal.push(played),
            None => {
                places[class] = Some(choices.len());
                choices.push(Choice { played, equal: Vec::new() });
            }
        }
    }
    choices
}
