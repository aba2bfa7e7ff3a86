//! What a player says about a game, as text, and what can be wrong with it.

use crate::advice::history::History;
use crate::advice::known::Known;
use crate::words::Language;
use canju_engine::InChinese;
use canju_engine::rules::{
    CardError, Combo, Hand, Move, MoveError, PositionError, Ruleset, RulesetError, Unplayable, parse_cards_from,
    parse_move,
};
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

impl InChinese for Seat {
    fn in_chinese(&self) -> String {
        Language::Chinese.named("seat-name", self.name())
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
        found.ok_or_else(|| QuestionError::new("seat", QuestionProblem::NoSeat(text.to_owned())))
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
    problem: Box<QuestionProblem>,
    column: Option<usize>,
}

impl QuestionError {
    pub(crate) fn new(field: &'static str, problem: impl Into<QuestionProblem>) -> QuestionError {
        QuestionError { field, problem: Box::new(problem.into()), column: None }
    }

    /// Cards that can't be read.
    fn of_cards(field: &'static str, error: CardError) -> QuestionError {
        let column = error.column;
        QuestionError::new(field, error).at(column)
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
    pub fn problem(&self) -> &QuestionProblem {
        &self.problem
    }

    /// Where in cards or in the move to answer it is, in characters from 1.
    pub fn column(&self) -> Option<usize> {
        self.column
    }
}

impl InChinese for QuestionError {
    fn in_chinese(&self) -> String {
        format!("{}：{}", self.field, self.problem.in_chinese())
    }
}

/// What is wrong with a part of a question.
///
/// ```
/// use canju::advice::{Question, QuestionProblem, Seat};
/// use canju::rules::Ruleset;
/// let error = Question::new("", Seat::Landlord).known(&Ruleset::default()).unwrap_err();
/// assert_eq!(error.problem(), &QuestionProblem::NoCards);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionProblem {
    /// No seat has this name.
    #[error("there is no `{0}`: expected landlord, farmer1 or farmer2")]
    NoSeat(String),
    /// The rules can't be read.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The cards can't be read.
    #[error(transparent)]
    Cards(#[from] CardError),
    /// The move can't be read.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The hands and the move to answer are not a legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A hand without cards.
    #[error("no cards: name at least one")]
    NoCards,
    /// Passes should count, and there is no history that has them.
    #[error("only a history says who passed on what: add it, or leave this out")]
    InferWithoutHistory,
    /// Nothing says how many cards these two hold.
    #[error("missing: how many cards do {} and {} hold?", .0[0], .0[1])]
    LeftMissing([Seat; 2]),
    /// The history says it, too.
    #[error("the history says so already: leave one of them out")]
    SaidByHistory,
    /// A player of the move to answer is given, but there is no such move.
    #[error("there is no move to answer: add it with `last`, or leave `by` out")]
    ByWithoutLast,
    /// A pass leaves nothing to answer.
    #[error("after a `pass` it is what was played before it")]
    LastIsPass,
    /// The move to answer is not among the cards played.
    #[error("it must have all cards played, those of `last` too: {0}")]
    LastNotPlayed(Combo),
    /// The player to move has played the move to answer.
    #[error("{0} is to move, so another seat has played the move to answer")]
    OwnMove(Seat),
    /// The landlord shows more cards than there are.
    #[error("the landlord shows {OPEN} cards, not {count}: {cards}", count = .0.len(), cards = .0)]
    TooManyShown(Hand),
    /// The landlord's own cards or played ones are given as those that the landlord has shown.
    #[error("they are in the landlord's own hand or played: leave them out")]
    OwnCardsShown,
    /// The landlord has fewer cards than those that it has shown and still holds.
    #[error("the landlord holds {held} cards, so not all of {shown}: leave out what was played")]
    ShownNotHeld {
        /// How many the landlord has.
        held: u32,
        /// Those that it has shown.
        shown: Hand,
    },
    /// The others hold another number of cards than are unseen.
    #[error(
        "{} and {} hold {} + {} cards, but {} cards are unseen: {deck} less {hand} in the hand and {played} played",
        others[0], others[1], left[0], left[1], deck - hand - played
    )]
    LeftUnseen {
        /// The others.
        others: [Seat; 2],
        /// How many cards they hold.
        left: [u32; 2],
        /// How many cards there are.
        deck: u32,
        /// How many of them are in the player's hand.
        hand: u32,
        /// How many were played.
        played: u32,
    },
    /// A player without cards: the game is over.
    #[error("{0} has no cards left: the game is over")]
    NoCardsLeft(Seat),
    /// A move of the history that can't be read or played.
    #[error("move {number}, {seat}: {problem}")]
    Played {
        /// Its number, from 1.
        number: usize,
        /// Who made it.
        seat: Seat,
        /// What is wrong with it.
        problem: PlayedProblem,
    },
    /// After the history it is another player's turn.
    #[error("after it it is {to_move}'s turn, not {seat}'s")]
    NotToMove {
        /// Whose turn it is.
        to_move: Seat,
        /// The player.
        seat: Seat,
    },
    /// The hand and what the player has played are not a whole deal.
    #[error(
        "{seat} has {cards} cards, what it has played included, and gets {dealt} in a whole deal: complete the hand or the history, \
         or say with `left` how many the others hold"
    )]
    NotDealt {
        /// The player.
        seat: Seat,
        /// How many cards it has or had.
        cards: u32,
        /// How many it gets.
        dealt: u32,
    },
    /// Somebody has played more cards than it gets.
    #[error("{seat} has played {cards} cards, and gets {dealt}")]
    PlayedTooMany {
        /// Who.
        seat: Seat,
        /// How many.
        cards: u32,
        /// How many it gets.
        dealt: u32,
    },
}

impl InChinese for QuestionProblem {
    fn in_chinese(&self) -> String {
        let name = |seat: &Seat| seat.in_chinese();
        match self {
            QuestionProblem::NoSeat(text) => format!("没有 `{text}` 这个座位：应是 landlord、farmer1 或 farmer2"),
            QuestionProblem::Rules(error) => error.in_chinese(),
            QuestionProblem::Cards(error) => error.in_chinese(),
            QuestionProblem::Move(error) => error.in_chinese(),
            QuestionProblem::Position(error) => error.in_chinese(),
            QuestionProblem::NoCards => "没有牌：至少写一张".to_owned(),
            QuestionProblem::InferWithoutHistory => {
                "只有从各手才知道谁没要什么：请加上 history，或不写这一项".to_owned()
            }
            QuestionProblem::LeftMissing([one, other]) => {
                format!("没有写：{}和{}各有几张？", name(one), name(other))
            }
            QuestionProblem::SaidByHistory => "history 里已经有了：两个去掉一个".to_owned(),
            QuestionProblem::ByWithoutLast => "没有要压的一手：请加上 `last`，或去掉 `by`".to_owned(),
            QuestionProblem::LastIsPass => "`pass` 之后，要压的是它前面的一手".to_owned(),
            QuestionProblem::LastNotPlayed(combo) => format!("应有出过的所有牌，`last` 的也要写：{combo}"),
            QuestionProblem::OwnMove(seat) => format!("轮到{}，要压的一手应是别家出的", name(seat)),
            QuestionProblem::TooManyShown(cards) => {
                format!("地主亮的底牌是 {OPEN} 张，不是 {} 张：{cards}", cards.len())
            }
            QuestionProblem::OwnCardsShown => "它们在地主自己手里，或已出过：请不要写".to_owned(),
            QuestionProblem::ShownNotHeld { held, shown } => {
                format!("地主有 {held} 张，不可能还有全部的 {shown}：请去掉出过的")
            }
            QuestionProblem::LeftUnseen { others: [one, other], left, deck, hand, played } => format!(
                "写的是{}和{}有 {} + {} 张，而看不到的牌有 {} 张：{deck} 张减去手里 {hand} 张和出过的 {played} 张",
                name(one),
                name(other),
                left[0],
                left[1],
                deck - hand - played
            ),
            QuestionProblem::NoCardsLeft(seat) => format!("{}没有牌了：已经出完了", name(seat)),
            QuestionProblem::Played { number, seat, problem } => {
                format!("第 {number} 手（{}）：{}", name(seat), problem.in_chinese())
            }
            QuestionProblem::NotToMove { to_move, seat } => {
                format!("这以后轮到{}，不是{}", name(to_move), name(seat))
            }
            QuestionProblem::NotDealt { seat, cards, dealt } => format!(
                "{}连出过的共 {cards} 张，而整副牌发给它 {dealt} 张：请补全手里的牌或各手，或用 `left` 写明另外两家的张数",
                name(seat)
            ),
            QuestionProblem::PlayedTooMany { seat, cards, dealt } => {
                format!("{}出过 {cards} 张，而发给它的是 {dealt} 张", name(seat))
            }
        }
    }
}

/// What is wrong with a move of a history.
///
/// ```
/// use canju::advice::PlayedProblem;
/// assert_eq!(PlayedProblem::PassOnLead.to_string(), "who leads can't pass");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayedProblem {
    /// It can't be read.
    #[error("{0}")]
    Unread(Unplayable),
    /// A leader must play.
    #[error("who leads can't pass")]
    PassOnLead,
    /// It does not beat what was played.
    #[error("`{word}` does not beat {seat}'s {beaten}")]
    DoesNotBeat {
        /// The move as it was typed.
        word: String,
        /// Who played what it should beat.
        seat: Seat,
        /// What it should beat.
        beaten: Combo,
    },
    /// Its cards are in the player's own hand or were played before.
    #[error("`{0}`: not all of these cards are left, beside the own hand and what was played")]
    CardsGone(String),
}

impl InChinese for PlayedProblem {
    fn in_chinese(&self) -> String {
        match self {
            PlayedProblem::Unread(error) => error.in_chinese(),
            PlayedProblem::PassOnLead => "有牌权时必须出牌".to_owned(),
            PlayedProblem::DoesNotBeat { word, seat, beaten } => {
                format!("`{word}` 压不过{}的 {beaten}", seat.in_chinese())
            }
            PlayedProblem::CardsGone(word) => format!("`{word}`：除去自己手里的和出过的，没有这么多"),
        }
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
            parse_cards_from(text, &mut pool, rules.packs()).map_err(|error| QuestionError::of_cards(field, error))
        };
        let hand = cards("hand", &self.hand)?;
        if hand.is_empty() {
            return Err(QuestionError::new("hand", QuestionProblem::NoCards));
        }
        let Some(history) = &self.history else {
            if self.infer {
                return Err(QuestionError::new("infer", QuestionProblem::InferWithoutHistory));
            }
            let played = cards("played", &self.played)?;
            let open = cards("landlord_cards", &self.landlord_cards)?;
            check_open(open, &rules)?;
            let last = self.last(&rules, played)?;
            let missing = || QuestionError::new("left", QuestionProblem::LeftMissing(self.seat.others()));
            let left = self.left.ok_or_else(missing)?;
            return Known::new(self.seat, hand, left, played, open, last, rules);
        };
        for (field, is_given) in
            [("played", !self.played.is_empty()), ("last", self.last.is_some()), ("by", self.by.is_some())]
        {
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
        if self.infer { known.inferred_from(history.passes().to_vec()) } else { Ok(known) }
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
