//! Positions: a raw [`Setup`], as typed, is validated and becomes a [`State`]. So the search only sees legal positions.
//!
//! `SEATS` is 2 (the first player against the second) or 3 (the landlord, then the two farmers in playing order, who win
//! together). A position holds the hands in seat order, the seat to move, and the trick to be answered, if any. Cards only
//! leave hands, and a round of passes hands over the lead. So positions never repeat, and the game graph has no cycles.

use super::card::Rank;
use super::classify::classify;
use super::combo::{Combo, Move, Shape};
use super::goal::Goal;
use super::hand::Hand;
use super::movegen::{KickerOrder, can_answer, for_each_combo};
use super::notation::{MoveError, parse_move};
use super::ruleset::Ruleset;
use super::spelling::{CardError, CardErrorKind, parse_cards_from};
use super::turn::{Turn, TurnError};
use crate::chinese::InChinese;
use std::ops::ControlFlow;

/// One of the two sides. The players of a side win together.
///
/// ```
/// use canju::{Position, rules::Side};
/// let position: Position = "K5 | 44 | 6Q | turn=3".parse()?;
/// assert_eq!(position.side_to_move(), Side::Second); // the second farmer
/// assert_eq!(Side::Second.opponent(), Side::First);
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Seat 0: the first player, or the landlord.
    First,
    /// The second player, or both farmers.
    Second,
}

impl Side {
    /// The side against this one.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The shape on the table and the seat that played it.
///
/// ```
/// use canju_engine::rules::{Kind, State, Ruleset};
/// let position = State::<2>::parse(["K5", "44Q"], Some("J"), &Ruleset::default())?;
/// let trick = position.trick().unwrap();
/// assert_eq!((trick.shape.kind, trick.owner()), (Kind::Solo, 1));
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Trick {
    /// What must be beaten.
    pub shape: Shape,
    owner: u8,
}

impl Trick {
    /// The seat that played it.
    pub const fn owner(self) -> usize {
        self.owner as usize
    }
}

/// A description of a position, not yet checked.
///
/// ```
/// use canju_engine::rules::{Ruleset, Setup, parse_cards};
/// let setup = Setup::new([parse_cards("K5")?, parse_cards("44Q")?], None);
/// assert_eq!(setup.validate(&Ruleset::default())?.to_move(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup<const SEATS: usize> {
    /// The hands in seat order.
    pub hands: [Hand; SEATS],
    /// Who is to move, and what must be answered.
    pub turn: Turn,
}

/// A legal position. As text see `Display`.
///
/// It has no `FromStr`: cards and moves are read under rules, and a position has none. [`State::parse`] takes them. A
/// [`Ruleset`] can be read alone, and so can a `Puzzle` of the layer above, which comes with its rules.
///
/// ```
/// use canju_engine::rules::{State, Ruleset, Side, parse_move};
/// let rules = Ruleset::default();
/// let mut position = State::<2>::parse(["K5", "44Q"], None, &rules)?;
/// for text in ["K", "pass", "5"] {
///     position = position.try_play(parse_move(text, &rules)?, &rules)?;
/// }
/// assert_eq!(position.winner(), Some(Side::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const SEATS: usize> {
    hands: [Hand; SEATS],
    to_move: u8,
    trick: Option<Trick>,
    goal: Goal,
}

/// Why a description is not a position.
///
/// ```
/// use canju::{Position, rules::{PositionError, Ruleset}};
/// let error = Position::of_hands(&["K5", ""], None, None, None, Ruleset::default()).unwrap_err();
/// assert_eq!(error, PositionError::EmptyHand { seat: 1 });
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A token of a hand is not a card, or it is one card too many.
    #[error("hand {}: {error}", seat + 1)]
    Cards {
        /// Whose hand, from 0.
        seat: usize,
        /// What is wrong with it.
        error: CardError,
    },
    /// Neither two nor three hands.
    #[error("{0} hands: a game has two or three")]
    HandCount(usize),
    /// A hand has no cards: the game is over.
    #[error("hand {} is empty: every player needs at least one card", seat + 1)]
    EmptyHand {
        /// Whose hand, from 0.
        seat: usize,
    },
    /// The move to answer is not a combination.
    #[error("last: {0}")]
    Last(MoveError),
    /// A pass leaves nothing to answer.
    #[error("last: `pass` leaves nothing to answer: leave it out where a player leads")]
    LastIsPass,
    /// The move to answer can't have been played: together with the hands it has more cards than the packs.
    #[error("last: `{cards}` can't have been played: {kind}")]
    LastNotHeld {
        /// The cards of the move.
        cards: Hand,
        /// Which card is one too many.
        kind: CardErrorKind,
    },
    /// The turn is impossible: who is to move, or who played the move to answer.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// Three hands of two packs: their positions don't fit the solver's keys.
    #[error("three hands can be solved with one pack only")]
    TwoPacksOfThreeHands,
    /// A setup made by a program has more cards of a rank than the packs.
    #[error("the hands together: {0}")]
    TooMany(CardErrorKind),
}

impl InChinese for PositionError {
    fn in_chinese(&self) -> String {
        match self {
            PositionError::Cards { seat, error } => format!("第 {} 家：{}", seat + 1, error.in_chinese()),
            PositionError::HandCount(count) => format!("写了 {count} 家的牌：应是两家或三家"),
            PositionError::EmptyHand { seat } => format!("第 {} 家没有牌：每家至少要有一张", seat + 1),
            PositionError::Last(error) => format!("要压的一手：{}", error.in_chinese()),
            PositionError::LastIsPass => "要压的一手不能是 `pass`：有牌权时不要写".to_owned(),
            PositionError::LastNotHeld { cards, kind } => {
                format!("要压的一手 `{cards}` 不可能出过：{}", kind.in_chinese())
            }
            PositionError::Turn(error) => error.in_chinese(),
            PositionError::TwoPacksOfThreeHands => "三家只能用一副牌求解".to_owned(),
            PositionError::TooMany(kind) => format!("各家合在一起：{}", kind.in_chinese()),
        }
    }
}

/// By hand: thiserror would make it the source, too, and the message already has its text.
impl From<MoveError> for PositionError {
    fn from(error: MoveError) -> PositionError {
        PositionError::Last(error)
    }
}

/// Why a move can't be played.
///
/// ```
/// use canju::{Position, rules::{IllegalMove, Move}};
/// let position: Position = "K5 | 44Q".parse()?;
/// assert_eq!(position.play(Move::Pass), Err(IllegalMove::PassOnLead));
/// # Ok::<(), canju::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A leader must play.
    #[error("a leader can't pass")]
    PassOnLead,
    /// The player does not hold these cards.
    #[error("`{0}` is not in the hand")]
    NotHeld(Hand),
    /// The cards are not such a combination under the rules.
    #[error("`{0}` is no such combination under these rules")]
    NoCombo(Hand),
    /// It does not beat what is on the table.
    #[error("`{0}` does not beat what was played")]
    DoesNotBeat(Hand),
}

impl InChinese for IllegalMove {
    fn in_chinese(&self) -> String {
        match self {
            IllegalMove::GameOver => "已经出完了".to_owned(),
            IllegalMove::PassOnLead => "有牌权时必须出牌".to_owned(),
            IllegalMove::NotHeld(cards) => format!("手里没有 `{cards}`"),
            IllegalMove::NoCombo(cards) => format!("按这套规则，`{cards}` 不是这样的牌型"),
            IllegalMove::DoesNotBeat(cards) => format!("`{cards}` 压不过上一手"),
        }
    }
}

impl<const SEATS: usize> Setup<SEATS> {
    /// The first hand is to move: it must answer `last`, which the last hand has played, or leads.
    pub fn new(hands: [Hand; SEATS], last: Option<Combo>) -> Setup<SEATS> {
        Setup { hands, turn: Turn::of_first(last, SEATS) }
    }

    /// The position described.
    ///
    /// # Errors
    /// An empty hand, more cards than the packs have, a `last` that is not a combination or can't have been played, and a
    /// turn of no hand.
    pub fn validate(&self, rules: &Ruleset) -> Result<State<SEATS>, PositionError> {
        const { assert!(SEATS == 2 || SEATS == 3) };
        if SEATS == 3 && rules.packs > 1 {
            return Err(PositionError::TwoPacksOfThreeHands);
        }
        let mut pool = Hand::deck(rules.packs);
        for (seat, &hand) in self.hands.iter().enumerate() {
            if hand.is_empty() {
                return Err(PositionError::EmptyHand { seat });
            }
            pool = take(pool, hand, rules).map_err(PositionError::TooMany)?;
        }
        self.turn.check(SEATS)?;
        if let Some(combo) = self.turn.combo() {
            let cards = combo.cards;
            if !classify(cards, rules).contains(&combo) {
                return Err(MoveError::NoCombo { cards, rules: rules.to_string() }.into());
            }
            take(pool, cards, rules).map_err(|kind| PositionError::LastNotHeld { cards, kind })?;
        }
        let trick = self.turn.last.map(|last| Trick { shape: last.combo.shape, owner: last.by as u8 });
        Ok(State { hands: self.hands, to_move: self.turn.to_move as u8, trick, goal: Goal::WIN })
    }
}

/// Takes these cards from the pool. The error is the first rank of which there is one too many.
fn take(pool: Hand, cards: Hand, rules: &Ruleset) -> Result<Hand, CardErrorKind> {
    let missing = |&rank: &Rank| cards.count(rank) > pool.count(rank);
    match cards.ranks().iter().find(missing) {
        Some(rank) => Err(CardErrorKind::TooMany { rank, packs: rules.packs }),
        None => Ok(pool.minus(cards)),
    }
}

impl<const SEATS: usize> State<SEATS> {
    /// The position with these hands, typed as text, and seat 0 to move. `last` is the move that it must answer, if any.
    ///
    /// # Errors
    /// See [`PositionError`]; tokens come with their hand and column.
    ///
    /// ```
    /// use canju_engine::rules::{State, Ruleset};
    /// let rules = Ruleset::default();
    /// let position = State::<2>::parse(["K5", "44Q"], Some("J"), &rules)?;
    /// assert_eq!(position.moves(&rules).len(), 2); // K, pass
    /// let error = State::<2>::parse(["K5", "4?Q"], None, &rules).unwrap_err();
    /// assert!(error.to_string().starts_with("hand 2: column 2: unknown card `?`"));
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn parse(hands: [&str; SEATS], last: Option<&str>, rules: &Ruleset) -> Result<State<SEATS>, PositionError> {
        let mut pool = Hand::deck(rules.packs);
        let mut parsed = [Hand::EMPTY; SEATS];
        for (seat, (text, hand)) in hands.into_iter().zip(&mut parsed).enumerate() {
            *hand =
                parse_cards_from(text, &mut pool, rules.packs).map_err(|error| PositionError::Cards { seat, error })?;
        }
        let last = match last.map(|text| parse_move(text, rules)).transpose()? {
            None => None,
            Some(Move::Play(combo)) => Some(combo),
            Some(Move::Pass) => return Err(PositionError::LastIsPass),
        };
        Setup::new(parsed, last).validate(rules)
    }

    /// The hands in seat order.
    pub fn hands(&self) -> &[Hand; SEATS] {
        &self.hands
    }

    /// The number of cards in all hands together.
    pub fn cards(&self) -> u32 {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// The seat whose turn it is.
    pub fn to_move(&self) -> usize {
        self.to_move as usize
    }

    /// The hand of the player whose turn it is.
    pub fn hand(&self) -> Hand {
        self.hands[self.to_move()]
    }

    /// The trick to be answered; `None` on the lead.
    pub fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// What the side that a question is about still needs beside the win; [`Goal::WIN`] in the game itself.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The same position under this question.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> State<SEATS> {
        State { goal, ..self }
    }

    /// The side of a seat.
    pub fn side(seat: usize) -> Side {
        if seat == 0 { Side::First } else { Side::Second }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        Self::side(self.to_move())
    }

    /// The side that has won, if the game is over: the one that has shed a hand, unless that misses its goal.
    pub fn winner(&self) -> Option<Side> {
        let side = self.hands.iter().position(|hand| hand.is_empty()).map(Self::side)?;
        Some(if self.goal.is_missed_by(side) { side.opponent() } else { side })
    }

    /// All legal moves: combinations by kind, length, rank and kickers, then `pass` except on the lead. Empty if the game is
    /// over.
    pub fn moves(&self, rules: &Ruleset) -> Vec<Move> {
        let mut moves = Vec::new();
        let push = |played| {
            moves.push(played);
            ControlFlow::<()>::Continue(())
        };
        let _ = self.for_each_move(rules, push);
        moves
    }

    /// Calls `listener` with every legal move, in the order of [`State::moves`], until it breaks. Moves are not stored:
    /// rich hands of two packs can have more moves than fit in memory.
    ///
    /// ```
    /// use canju_engine::rules::{State, Ruleset};
    /// use std::ops::ControlFlow;
    /// let rules = Ruleset::default();
    /// let position = State::<2>::parse(["45K", "44Q"], Some("3"), &rules)?;
    /// let sheds_all = |played| match position.play(played).winner() {
    ///     Some(_) => ControlFlow::Break(played),
    ///     None => ControlFlow::Continue(()),
    /// };
    /// assert!(position.for_each_move(&rules, sheds_all).is_continue());
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn for_each_move<B>(
        &self,
        rules: &Ruleset,
        mut listener: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.winner().is_some() {
            return ControlFlow::Continue(());
        }
        self.for_each_combo(rules, KickerOrder::default(), |combo| listener(Move::Play(combo)))?;
        if self.trick.is_some() { listener(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    /// Calls `listener` with every combination that may be played, until it breaks. The game must not be over. `order` says
    /// which kickers may be left out. The caller adds `pass` where there is a trick: the search tries it first.
    pub fn for_each_combo<B>(
        &self,
        rules: &Ruleset,
        order: KickerOrder,
        listener: impl FnMut(Combo) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for_each_combo(self.hand(), self.trick.map(|trick| trick.shape), rules, order, listener)
    }

    /// May the player to move pass? Not on the lead, and not once the game is over.
    pub fn can_pass(&self) -> bool {
        self.trick.is_some() && self.winner().is_none()
    }

    /// Has the player to move a move other than `pass`? Not once the game is over.
    pub fn can_play(&self, rules: &Ruleset) -> bool {
        self.winner().is_none() && self.can_lead_or_answer(rules)
    }

    /// [`State::can_play`] for a game that is not over.
    fn can_lead_or_answer(&self, rules: &Ruleset) -> bool {
        self.trick.is_none_or(|trick| can_answer(self.hand(), trick.shape, rules))
    }

    /// The position after all forced passes, and their number. A pass is forced if the player to move can't beat the trick.
    /// A finished game is returned unchanged.
    ///
    /// ```
    /// use canju_engine::rules::{State, Ruleset};
    /// let rules = Ruleset::default();
    /// let position = State::<3>::parse(["34", "55", "66"], Some("2"), &rules)?;
    /// let (lead, passes) = position.settled(&rules);
    /// assert_eq!((lead.to_move(), lead.trick(), passes), (2, None, 2));
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    #[must_use]
    pub fn settled(&self, rules: &Ruleset) -> (State<SEATS>, u16) {
        if self.winner().is_some() { (*self, 0) } else { self.settled_unchecked(rules) }
    }

    /// [`State::settled`] for a game that is not over. The loop ends: after a round of passes the next player leads and can
    /// play.
    #[must_use]
    pub fn settled_unchecked(mut self, rules: &Ruleset) -> (State<SEATS>, u16) {
        let mut passes = 0;
        while !self.can_lead_or_answer(rules) {
            self.pass_on();
            passes += 1;
        }
        (self, passes)
    }

    /// A pass of the player to move: the next player's turn, who leads if the trick is its own.
    fn pass_on(&mut self) {
        self.to_move = (self.to_move + 1) % SEATS as u8;
        if self.trick.is_some_and(|trick| trick.owner == self.to_move) {
            self.trick = None;
        }
    }

    /// The position after a legal move. For moves from outside use [`State::try_play`], which returns an error.
    ///
    /// This does not check that the combination exists under the rules: that would need the rules, and more time than all
    /// the rest. So it accepts a combination that is legal only under other rules. It never accepts cards that are not held.
    ///
    /// # Panics
    /// If the game is over, for a pass on the lead, and for a combination that is not in the hand or that does not beat
    /// the trick.
    ///
    /// ```
    /// use canju_engine::rules::{State, Ruleset, Side, parse_move};
    /// let rules = Ruleset::default();
    /// let position = State::<2>::parse(["K", "44Q"], Some("J"), &rules)?;
    /// assert_eq!(position.play(parse_move("K", &rules)?).winner(), Some(Side::First));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn play(&self, played: Move) -> State<SEATS> {
        if let Err(error) = self.check_all_but_rules(played) {
            panic!("illegal move {played:?}: {error}");
        }
        self.play_unchecked(played)
    }

    /// The position after a move that is known to be legal.
    #[must_use]
    pub fn play_unchecked(&self, played: Move) -> State<SEATS> {
        debug_assert!(self.check_all_but_rules(played).is_ok());
        let mut next = *self;
        match played {
            Move::Play(combo) => {
                next.to_move = (self.to_move + 1) % SEATS as u8;
                next.hands[self.to_move()] = self.hand().minus_unchecked(combo.cards);
                next.trick = Some(Trick { shape: combo.shape, owner: self.to_move });
                if !self.goal.is_win() {
                    next.goal = self.goal.after(self.to_move(), combo.shape.kind);
                }
            }
            Move::Pass => next.pass_on(),
        }
        next
    }

    /// The position after a move, if the move is legal.
    ///
    /// # Errors
    /// The reason, if the move is not legal.
    pub fn try_play(&self, played: Move, rules: &Ruleset) -> Result<State<SEATS>, IllegalMove> {
        // The rules come first: if the cards are not a combination, "does not beat" would be the wrong message.
        if let Move::Play(combo) = played
            && self.winner().is_none()
            && self.hand().contains(combo.cards)
            && !classify(combo.cards, rules).contains(&combo)
        {
            return Err(IllegalMove::NoCombo(combo.cards));
        }
        self.check_all_but_rules(played)?;
        Ok(self.play_unchecked(played))
    }

    /// Checks a move as far as that is possible without the rules.
    fn check_all_but_rules(&self, played: Move) -> Result<(), IllegalMove> {
        if self.winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        match played {
            Move::Pass if self.trick.is_none() => Err(IllegalMove::PassOnLead),
            Move::Pass => Ok(()),
            Move::Play(Combo { cards, .. }) if !self.hand().contains(cards) => Err(IllegalMove::NotHeld(cards)),
            Move::Play(combo) if self.trick.is_some_and(|trick| !combo.shape.beats(trick.shape)) => {
                Err(IllegalMove::DoesNotBeat(combo.cards))
            }
            Move::Play(_) => Ok(()),
        }
    }
}

const _: () = assert!(size_of::<State<2>>() == 24);
