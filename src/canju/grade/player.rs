//! A player of limited means: does it find the win, and keep it, whatever the other side plays?
//!
//! It has a habit (`habits.rs`) and looks N plies ahead, its own move being the first. It sees exactly what N plies show: a move
//! after which its side has won within them, and a move after which the other side has. It plays the first kind if there is
//! one. Otherwise it plays the first move in the order of its habit that is not of the second kind, and if all are, the first.
//! With N = 0 it is its habit alone.
//!
//! The other side answers in every possible way, and knows everything. As long as the player stays in won positions it
//! keeps the win; its first move that gives the win away ends the trial. So no model of the opponent is needed, which could
//! be wrong.

use super::Undecided;
use super::aim::Aim;
use super::habits::Habit;
use super::looks::Looks;
use canju_engine::rules::{Move, Position};
use canju_engine::solver::Consultation;
use rustc_hash::FxHashSet;

/// A player with a habit that looks some plies ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// What it prefers.
    pub habit: Habit,
    /// How many plies it looks ahead.
    pub plies: u16,
    /// What it is after.
    pub aim: Aim,
}

impl Player {
    /// Does it keep what it is after, from a position where its side, the one to move, reaches that? It counts as kept if it holds through
    /// `most` positions; after that nobody looks.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn keeps_win(
        self,
        asked: &mut Consultation<'_>,
        position: &Position,
        looks: &mut Looks,
        most: usize,
    ) -> Result<bool, Undecided> {
        let (mut seen, mut open) = (FxHashSet::default(), vec![*position]);
        while let Some(here) = open.pop() {
            if here.winner().is_some() || !seen.insert((*here.state(), *here.stakes())) {
                continue;
            }
            if seen.len() > most {
                break;
            }
            if here.side_to_move() == self.aim.side {
                let next = here.after(self.choice(asked, &here, looks)?);
                if !self.aim.is_reached(asked, &next)? {
                    return Ok(false);
                }
                open.push(next);
            } else {
                open.extend(here.moves().into_iter().map(|reply| here.after(reply)));
            }
        }
        Ok(true)
    }

    /// The move that it plays.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn choice(self, asked: &mut Consultation<'_>, here: &Position, looks: &mut Looks) -> Result<Move, Undecided> {
        let ranked = self.habit.ranked(here, looks);
        let first = ranked[0];
        let Some(left) = self.plies.checked_sub(1).filter(|_| ranked.len() > 1) else { return Ok(first) };
        let side = self.aim.side;
        let mut chosen = None;
        for played in ranked {
            let next = here.after(played);
            if self.aim.is_reached(asked, &next)? {
                if asked.ends_within(&next, side, left)? {
                    return Ok(played);
                }
                chosen = chosen.or(Some(played));
            } else if chosen.is_none() && !asked.ends_within(&next, side.opponent(), left)? {
                chosen = Some(played);
            }
        }
        Ok(chosen.unwrap_or(first))
    }
}
