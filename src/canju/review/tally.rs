//! [`Tally`]: how many wins a player or a side had in hand, and how many of them it kept.

use super::mark::Mark;
use super::reviewed_move::ReviewedMove;
use serde::{Deserialize, Serialize};

/// The cards of all hands in a band of [`Tally::by_cards`]: 1 to 10, 11 to 20 and so on.
const BAND: u32 = 10;

/// The wins that a player or a side had in hand: positions that its side won and in which it had a choice.
///
/// ```
/// use canju::{Position, Solver, review::{ReviewOptions, review}};
/// let start: Position = "335 | 4A".parse()?;
/// let review = review(&mut Solver::default(), &start, &[start.parse_move("3")?], &ReviewOptions::default())?;
/// let [first, second] = &review.players()[..] else { panic!("two players") };
/// assert_eq!((first.won, first.given_away, first.accuracy), (1, 1, Some(0.0)));
/// assert_eq!((second.won, second.accuracy), (0, None));
/// assert_eq!((first.by_cards[0].from, first.by_cards[0].given_away), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Tally {
    /// The player, from 0; left out of the tally of a side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    /// Its side: 1 is the first hand or the landlord, 2 the second hand or the farmers.
    pub side: usize,
    /// Positions with a win in hand.
    pub won: u32,
    /// At how many of them the win was given away.
    pub given_away: u32,
    /// At how many the win was kept by the only set of cards that keeps it.
    pub only_moves: u32,
    /// Where it is played for points: how many were given away, all moves together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_given_away: Option<i64>,
    /// The share of wins in hand that was kept, to four decimals; null without any.
    pub accuracy: Option<f64>,
    /// The same by the cards of all hands, bands without a win in hand left out.
    pub by_cards: Vec<CardBand>,
}

/// A part of a [`Tally`]: the positions with so many cards in all hands together.
///
/// ```
/// use canju::{Position, Solver, review::{CardBand, ReviewOptions, review}};
/// let start: Position = "335 | 4A".parse()?;
/// let review = review(&mut Solver::default(), &start, &[start.parse_move("33")?], &ReviewOptions::default())?;
/// let band: &CardBand = &review.players()[0].by_cards[0];
/// assert_eq!((band.from, band.to, band.won, band.given_away, band.only_moves), (1, 10, 1, 0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CardBand {
    /// The fewest cards.
    pub from: u32,
    /// The most cards.
    pub to: u32,
    /// Positions with a win in hand.
    pub won: u32,
    /// At how many of them the win was given away.
    pub given_away: u32,
    /// At how many the win was kept by the only set of cards that keeps it.
    pub only_moves: u32,
}

impl Tally {
    /// Counts these moves of a game, which is played for points or is not.
    pub(super) fn of<'a>(moves: impl Iterator<Item = &'a ReviewedMove>, has_points: bool) -> Tally {
        let (mut tally, mut points) = (Tally::default(), 0);
        let counted = moves.inspect(|reviewed| {
            if let Some([before, after]) = reviewed.points {
                points += before - after;
            }
        });
        for reviewed in counted.filter(|reviewed| matches!(reviewed.mark, Mark::Kept | Mark::GaveAway)) {
            let given_away = (reviewed.mark == Mark::GaveAway) as u32;
            let only = (given_away == 0 && reviewed.only == Some(true)) as u32;
            tally.won += 1;
            tally.given_away += given_away;
            tally.only_moves += only;
            let band = tally.band(reviewed.cards);
            band.won += 1;
            band.given_away += given_away;
            band.only_moves += only;
        }
        let kept = f64::from(tally.won - tally.given_away) / f64::from(tally.won);
        tally.points_given_away = has_points.then_some(points);
        tally.accuracy = (tally.won > 0).then(|| (kept * 1e4).round() / 1e4);
        tally
    }

    /// The band of so many cards, which is put in its place if it is not there.
    fn band(&mut self, cards: u32) -> &mut CardBand {
        let from = (cards - 1) / BAND * BAND + 1;
        let place = self.by_cards.partition_point(|band| band.from < from);
        if self.by_cards.get(place).is_none_or(|band| band.from != from) {
            let band = CardBand { from, to: from + BAND - 1, won: 0, given_away: 0, only_moves: 0 };
            self.by_cards.insert(place, band);
        }
        &mut self.by_cards[place]
    }

    pub(super) fn of_player(self, seat: usize) -> Tally {
        Tally { player: Some(seat), side: if seat == 0 { 1 } else { 2 }, ..self }
    }

    pub(super) fn of_side(self, side: usize) -> Tally {
        Tally { side, ..self }
    }
}
