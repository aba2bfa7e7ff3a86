//! What a player says about a game, as text, and what can be wrong with it.

use crate::advice::history::History;
use crate::advice::known::Known;
use canju_engine::rules::{Combo, Hand, Move, Ruleset, parse_cards_from, parse_move};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The cards that the landlord shows in the game with one pack.
const OPEN: u32 = 3;

/// A seat: the landlord, the farmer who plays after the landlord, and the one who plays before.
///
/// ```
/// use canju::advice::Seat;
/// assert_eq!("farmer1".parse::<Seat>()?.next(), Seat::Farmer2);
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// 地主.
    Landlord,
    /// 下家: plays after the landlord.
    Farmer1,
    /// 上家: plays before the landlord.
    Farmer2,
}

impl Seat {
    /// All seats, in playing order.
    pub const ALL: [Seat; 3] = [Seat::Landlord, Seat::Farmer1, Seat::Farmer2];

    /// As the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Landlord => "landlord",
            Seat::Farmer1 => "farmer1",
            Seat::Farmer2 => "farmer2",
        }
    }

    /// Who plays after it.
    pub const fn next(self) -> Seat {
        Seat::ALL[(self as usize + 1) % 3]
    }

    /// The other two, in playing order.
    pub fn others(self) -> [Seat; 2] {
        match self {
            Seat::Landlord => [Seat::Farmer1, Seat::Farmer2],
            Seat::Farmer1 => [Seat::Landlord, Seat::Farmer2],
            Seat::Farmer2 => [Seat::Landlord, Seat::Farmer1],
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Seat {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Seat, QuestionError> {
        let found = Seat::ALL.into_iter().find(|seat| seat.name() == text);
        found.ok_or_else(|| {
            QuestionError::new("seat", format!("there is no `{text}`: expected landlord, farmer1 or farmer2"))
        })
    }
}

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
    /// Make deals likelier in which the passes of the history are. Only with one.
    #[serde(default)]
    pub infer: bool,
    /// The move to answer. Not together with a history.
    #[serde(default)]
    pub last: Option<String>,
    /// Who played it, by default the seat before the player's.
    #[serde(default)]
    pub by: Option<Seat>,
    /// The rules as [`Ruleset`] reads them.
    #[serde(default)]
    pub rules: Option<String>,
}

/// What is wrong with a question: which part of it, where in it if it has places, and the cure.
///
/// ```
/// use canju::advice::{Question, Seat};
/// use canju::rules::Ruleset;
/// let mut question = Question::new("34455", Seat::Landlord);
/// question.played = "3334".to_owned();
/// question.left = Some([17, 17]);
/// let error = question.known(&Ruleset::default()).unwrap_err();
/// assert_eq!((error.field(), error.to_string().contains("45 cards are unseen")), ("left", true));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct QuestionError {
    field: &'static str,
    problem: String,
    column: Option<usize>,
}

impl QuestionError {
    pub(crate) fn new(field: &'static str, problem: impl fmt::Display) -> QuestionError {
        QuestionError { field, problem: problem.to_string(), column: None }
    }

    /// The same with a column, in characters from 1.
    fn at(self, column: usize) -> QuestionError {
        QuestionError { column: Some(column), ..self }
    }

    /// The name of the field.
    pub fn field(&self) -> &'static str {
        self.field
    }

    /// What is wrong with it, without its name.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Where in cards or in the move to answer it is, in characters from 1.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
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
            infer: false,
            last: None,
            by: None,
            rules: None,
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
            parse_cards_from(text, &mut pool, rules.packs())
                .map_err(|error| QuestionError::new(field, &error).at(error.column))
        };
        let hand = cards("hand", &self.hand)?;
        if hand.is_empty() {
            return Err(QuestionError::new("hand", "no cards: name at least one"));
        }
        let Some(history) = &self.history else {
            if self.infer {
                return Err(QuestionError::new(
                    "infer",
                    "only a history says who passed on what: add it, or leave this out",
                ));
            }
            let played = cards("played", &self.played)?;
            let open = cards("landlord_cards", &self.landlord_cards)?;
            check_open(open, &rules)?;
            let last = self.last(&rules, played)?;
            let left = self.left.ok_or_else(|| {
                let [one, other] = self.seat.others();
                QuestionError::new("left", format!("missing: how many cards do {one} and {other} hold?"))
            })?;
            return Known::new(self.seat, hand, left, played, open, last, rules);
        };
        for (field, is_given) in
            [("played", !self.played.is_empty()), ("last", self.last.is_some()), ("by", self.by.is_some())]
        {
            if is_given {
                return Err(QuestionError::new(field, "the history says so already: leave one of them out"));
            }
        }
        let history = History::read(history, &mut pool, &rules)?;
        let played = history.by(Seat::Landlord);
        let open = parse_cards_from(&self.landlord_cards, &mut pool.plus(played), rules.packs());
        let open = open.map_err(|error| QuestionError::new("landlord_cards", &error).at(error.column))?;
        check_open(open, &rules)?;
        let open = not_among(open, played);
        let known = history.known(self.seat, hand, self.left, open, rules)?;
        if self.infer { known.inferred_from(history.passes().to_vec()) } else { Ok(known) }
    }

    /// The move to answer, which is among the cards played.
    fn last(&self, rules: &Ruleset, played: Hand) -> Result<Option<(Combo, Seat)>, QuestionError> {
        let Some(text) = &self.last else {
            return match self.by {
                Some(_) => {
                    Err(QuestionError::new("by", "there is no move to answer: add it with `last`, or leave `by` out"))
                }
                None => Ok(None),
            };
        };
        let read = parse_move(text, rules).map_err(|error| QuestionError::new("last", &error).at(error.column()));
        let combo = match read? {
            Move::Play(combo) => combo,
            Move::Pass => return Err(QuestionError::new("last", "after a `pass` it is what was played before it")),
        };
        if !played.contains(combo.cards) {
            return Err(QuestionError::new(
                "played",
                format!("it must have all cards played, those of `last` too: {combo}"),
            ));
        }
        let by = self.by.unwrap_or(self.seat.next().next());
        if by == self.seat {
            return Err(QuestionError::new(
                "by",
                format!("{by} is to move, so another seat has played the move to answer"),
            ));
        }
        Ok(Some((combo, by)))
    }
}

/// Not more than are shown, those included that the landlord has played.
fn check_open(open: Hand, rules: &Ruleset) -> Result<(), QuestionError> {
    if rules.packs() == 1 && open.len() > OPEN {
        let problem = format!("the landlord shows {OPEN} cards, not {}: {open}", open.len());
        return Err(QuestionError::new("landlord_cards", problem));
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
