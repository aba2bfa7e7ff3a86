//! What can be wrong with what a player says about a game.

use crate::advice::seat::Seat;
use canju_engine::InChinese;
use canju_engine::rules::{CardError, Combo, Hand, MoveError, PositionError, RulesetError, StakesError, Unplayable};
use std::str::FromStr;

/// The cards that the landlord shows in the game with one pack.
pub(super) const OPEN: u32 = 3;

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
#[error("{}{problem}", if problem.names_field() { String::new() } else { format!("{field}: ") })]
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
    pub(super) fn of_cards(field: &'static str, error: CardError) -> QuestionError {
        let column = error.column;
        QuestionError::new(field, error).at(column)
    }

    /// The same with a column, in characters from 1.
    pub(super) fn at(self, column: usize) -> QuestionError {
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

impl From<StakesError> for QuestionError {
    fn from(error: StakesError) -> QuestionError {
        QuestionError::new(error.field(), error)
    }
}

impl InChinese for QuestionError {
    fn in_chinese(&self) -> String {
        let problem = self.problem.in_chinese();
        if self.problem.names_field() { problem } else { format!("{}：{problem}", self.field) }
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
    /// What it is played for is none, or contradicts the hands.
    #[error(transparent)]
    Stakes(#[from] StakesError),
    /// A hand without cards.
    #[error("no cards: name at least one")]
    NoCards,
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

impl QuestionProblem {
    /// Does its text begin with the field?
    #[doc(hidden)]
    pub fn names_field(&self) -> bool {
        matches!(self, QuestionProblem::Stakes(_))
    }
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
            QuestionProblem::Stakes(error) => error.in_chinese(),
            QuestionProblem::NoCards => "没有牌：至少写一张".to_owned(),
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

impl FromStr for Seat {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Seat, QuestionError> {
        let found = Seat::ALL.into_iter().find(|seat| seat.name() == text);
        found.ok_or_else(|| QuestionError::new("seat", QuestionProblem::NoSeat(text.to_owned())))
    }
}
