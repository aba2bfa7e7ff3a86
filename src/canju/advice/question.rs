//! What a player says about a game, as text.

use crate::advice::history::History;
use crate::advice::known::Known;
use crate::advice::question_error::{OPEN, QuestionError, QuestionProblem};
use crate::advice::seat::Seat;
use canju_engine::rules::{Combo, Hand, Move, Ruleset, Scoring, StakesError, parse_cards_from, parse_move};
use serde::Deserialize;

/// What a player knows, as text. The player is to move.
///
/// ```
/// use canju::advice::{Question, Seat};
/// use canju::rules::Ruleset;
/// let mut question = Question::new("34455TTA", Seat::Farmer1);
/// question.history = Some("3 6 pass".to_owned()); // from the landlord's first lead on
/// let error = question.known(&Ruleset::default()).unwrap_err();
/// assert!(error.to_string().starts_with("history: after it it is landlord's turn, not farmer1's"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Question {
    /// The cards that the player holds.
    pub hand: String,
    /// Where the player sits.
    pub seat: Seat,
    /// How many cards the two others hold, in playing order (landlord, farmer1, farmer2, without the player). With a history
    /// it may be left out: then 20, 17 and 17 cards were dealt.
    #[serde(default)]
    pub left: Option<[u32; 2]>,
    /// All cards played so far, by whomever, those of `last` included. Not together with a history.
    #[serde(default)]
    pub played: String,
    /// The landlord's three open cards, or those that the landlord still has of them. With a history all three may be given: a card
    /// counts as played once the landlord has played one of its rank.
    #[serde(default)]
    pub landlord_cards: String,
    /// All moves so far from the landlord's first lead on, separated by spaces.
    #[serde(default)]
    pub history: Option<String>,
    /// The move to answer. Not together with a history.
    #[serde(default)]
    pub last: Option<String>,
    /// Who played it, by default the seat before the player's.
    #[serde(default)]
    pub by: Option<Seat>,
    /// The rules as [`Ruleset`] reads them.
    #[serde(default)]
    pub rules: Option<String>,
    /// How points are counted, as [`Scoring`] names it; by default to win, without points.
    #[serde(default)]
    pub scoring: Option<String>,
    /// The stake, 1 by default: with a history when the game began, else now.
    #[serde(default)]
    pub stake: Option<u64>,
    /// How often each seat has played, for spring; 2 stands for more. Not together with a history.
    #[serde(default)]
    pub moves_made: Option<Vec<u8>>,
}

impl Question {
    /// A question about a hand, with nothing played and nothing to answer.
    pub fn new(hand: impl Into<String>, seat: Seat) -> Question {
        Question {
            hand: hand.into(),
            seat,
            left: None,
            played: String::new(),
            landlord_cards: String::new(),
            history: None,
            last: None,
            by: None,
            rules: None,
            scoring: None,
            stake: None,
            moves_made: None,
        }
    }

    /// What the player knows. Where the question names no rules it is asked under `defaults`.
    ///
    /// # Errors
    /// The first part that can't be read, is against the rules or does not fit the others.
    pub fn known(&self, defaults: &Ruleset) -> Result<Known, QuestionError> {
        let rules = match &self.rules {
            Some(text) => text.parse().map_err(|error| QuestionError::new("rules", error))?,
            None => *defaults,
        };
        let mut pool = Hand::deck(rules.packs());
        let mut cards = |field, text: &str| {
            parse_cards_from(text, &mut pool, rules.packs()).map_err(|error| QuestionError::of_cards(field, error))
        };
        let hand = cards("hand", &self.hand)?;
        if hand.is_empty() {
            return Err(QuestionError::new("hand", QuestionProblem::NoCards));
        }
        let Some(history) = &self.history else {
            let played = cards("played", &self.played)?;
            let open = cards("landlord_cards", &self.landlord_cards)?;
            check_open(open, &rules)?;
            let last = self.last(&rules, played)?;
            let missing = || QuestionError::new("left", QuestionProblem::LeftMissing(self.seat.others()));
            let left = self.left.ok_or_else(missing)?;
            let known = Known::new(self.seat, hand, left, played, open, last, rules)?;
            return known.played_for(self.scoring()?, self.stake, self.moves_made.as_deref());
        };
        for (field, is_given) in [
            ("played", !self.played.is_empty()),
            ("last", self.last.is_some()),
            ("by", self.by.is_some()),
            ("moves_made", self.moves_made.is_some()),
        ] {
            if is_given {
                return Err(QuestionError::new(field, QuestionProblem::SaidByHistory));
            }
        }
        let history = History::read(history, &mut pool, &rules)?;
        let played = history.by(Seat::Landlord);
        let open = parse_cards_from(&self.landlord_cards, &mut pool.plus(played), rules.packs());
        let open = open.map_err(|error| QuestionError::of_cards("landlord_cards", error))?;
        check_open(open, &rules)?;
        let open = not_among(open, played);
        let known = history.known(self.seat, hand, self.left, open, rules)?;
        let scoring = self.scoring()?;
        // To win there is no stake; one that was given is refused.
        let begun = if scoring.has_points() { self.stake.or(Some(1)) } else { self.stake };
        let stake = begun.map(|stake| stake.saturating_mul(history.doublings()));
        known.played_for(scoring, stake, Some(&history.moves_made()))
    }

    fn scoring(&self) -> Result<Scoring, StakesError> {
        let Some(name) = &self.scoring else { return Ok(Scoring::default()) };
        Scoring::from_name(name).ok_or_else(|| StakesError::UnknownScoring(name.clone()))
    }

    /// The move to answer, which is among the cards played.
    fn last(&self, rules: &Ruleset, played: Hand) -> Result<Option<(Combo, Seat)>, QuestionError> {
        let Some(text) = &self.last else {
            return match self.by {
                Some(_) => Err(QuestionError::new("by", QuestionProblem::ByWithoutLast)),
                None => Ok(None),
            };
        };
        let read = parse_move(text, rules).map_err(|error| {
            let column = error.column();
            QuestionError::new("last", error).at(column)
        });
        let combo = match read? {
            Move::Play(combo) => combo,
            Move::Pass => return Err(QuestionError::new("last", QuestionProblem::LastIsPass)),
        };
        if !played.contains(combo.cards) {
            return Err(QuestionError::new("played", QuestionProblem::LastNotPlayed(combo)));
        }
        let by = self.by.unwrap_or(self.seat.next().next());
        if by == self.seat {
            return Err(QuestionError::new("by", QuestionProblem::OwnMove(by)));
        }
        Ok(Some((combo, by)))
    }
}

/// Not more than are shown, those included that the landlord has played.
fn check_open(open: Hand, rules: &Ruleset) -> Result<(), QuestionError> {
    if rules.packs() == 1 && open.len() > OPEN {
        return Err(QuestionError::new("landlord_cards", QuestionProblem::TooManyShown(open)));
    }
    Ok(())
}

/// These cards without those of the same rank among others, as many as there are.
fn not_among(cards: Hand, others: Hand) -> Hand {
    cards
        .cards()
        .fold((Hand::EMPTY, others), |(kept, others), rank| {
            let card = Hand::of(rank, 1);
            match others.checked_minus(card) {
                Some(rest) => (kept, rest),
                None => (kept.plus(card), others),
            }
        })
        .0
}
