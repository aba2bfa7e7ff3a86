//! The positions after the moves of another one, as both searches go through them.
//!
//! A player that can't beat the trick must pass. Such a position is not a node. So a player leads again after a combination
//! that nobody can beat.
//!
//! What the tables know about a position is far away in memory. So a position is looked up one move late: the processor loads its places
//! in the tables while the next move is made.

use super::context::{Context, Lookup};
use super::dominance::DroppedKickers;
use super::facts::Facts;
use super::statics::StaticWin;
use crate::rules::{Move, Ruleset, State};
use std::ops::ControlFlow;

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub enum Successor<const SEATS: usize> {
    /// The mover has shed its last card, and its side has won.
    Won,
    /// The mover has shed its last card, and has missed its goal.
    Missed,
    /// The game goes on from this position, after this many forced passes. The player to move leads or can beat the trick.
    State(State<SEATS>, u8),
}

/// The position after a move and all passes that are forced after it.
pub fn successor<const SEATS: usize>(position: &State<SEATS>, played: Move, rules: &Ruleset) -> Successor<SEATS> {
    let next = position.play_unchecked(played);
    if next.hands()[position.to_move()].is_empty() {
        return match next.goal().is_missed_by(position.side_to_move()) {
            false => Successor::Won,
            true => Successor::Missed,
        };
    }
    let (next, passes) = next.settled_unchecked(rules);
    Successor::State(next, passes as u8)
}

/// What is seen of a move before anything is looked up.
pub(super) enum Made<P, const SEATS: usize> {
    /// The mover has shed its last card, or the other side can't reach its goal any more.
    Won,
    /// The mover has missed its goal, or can't reach it any more.
    Missed,
    /// The side to move wins in this position; is it the same side again?
    StaticWin(State<SEATS>, StaticWin, bool),
    /// Anything else.
    Open(Open<P, SEATS>),
}

/// A position after a move that is to be looked up.
pub(super) struct Open<P, const SEATS: usize> {
    pub position: State<SEATS>,
    /// Does the same side move again?
    pub same_side: bool,
    /// Its places in the tables.
    pub places: P,
}

/// Makes the moves of a position with these hands that must be searched, and calls `found` with each, in order, until that breaks.
/// `dropped` says which kickers dominance may leave out, and `places` where a position is looked up.
#[inline]
pub(super) fn for_each_successor<'c, P, B, const SEATS: usize>(
    context: &mut Context<'c>,
    position: &State<SEATS>,
    hands: &[&Facts; SEATS],
    dropped: DroppedKickers,
    places: impl Fn(&Lookup<'c>, &State<SEATS>, &[&Facts; SEATS]) -> P,
    mut found: impl FnMut(&mut Context<'c>, Move, Made<P, SEATS>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut last = None;
    context.for_each_move(position, dropped, |context, played| {
        let made = make(context, position, hands, played, &places);
        if let Some((played, open)) = last.take() {
            found(context, played, Made::Open(open))?;
        }
        match made {
            Made::Open(open) => last = Some((played, open)),
            known => found(context, played, known)?,
        }
        ControlFlow::Continue(())
    })?;
    last.map_or(ControlFlow::Continue(()), |(played, open)| found(context, played, Made::Open(open)))
}

/// Makes one move.
#[inline]
pub(super) fn make<'c, P, const SEATS: usize>(
    context: &mut Context<'c>,
    position: &State<SEATS>,
    hands: &[&Facts; SEATS],
    played: Move,
    places: impl Fn(&Lookup<'c>, &State<SEATS>, &[&Facts; SEATS]) -> P,
) -> Made<P, SEATS> {
    let (next, passes) = match successor(position, played, context.rules()) {
        Successor::Won => return Made::Won,
        Successor::Missed => return Made::Missed,
        Successor::State(next, passes) => (next, passes),
    };
    let Context { lookup, facts, .. } = context;
    lookup.counts.forced_passes += passes as u64;
    let me = position.to_move();
    let hands = facts.after_move(hands, me, next.hands()[me]);
    let same_side = next.side_to_move() == position.side_to_move();
    let win = match next.goal().is_win() {
        true => lookup.static_win(&next, &hands),
        false if next.is_goal_within_reach(lookup.shared.rules) => lookup.static_win_to_goal(&next, &hands),
        false if next.goal().side() == position.side_to_move() => return Made::Missed,
        false => return Made::Won,
    };
    match win {
        Some(win) => Made::StaticWin(next, win, same_side),
        None => Made::Open(Open { position: next, same_side, places: places(lookup, &next, &hands) }),
    }
}
