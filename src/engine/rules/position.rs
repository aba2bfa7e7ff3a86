//! [`Position`]: hands, turn, trick and rules together, for users. The search gets the [`State`] in it.
//!
//! A position can only be made valid: [`Position::new`] and the readers of text check it, and [`Position::play`] refuses a
//! move that is not legal. Its rules are a part of it, so it can't be solved under others.

use super::any_state::{AnyState, with_state};
use super::combo::{Combo, Move};
use super::finish::finishing_move;
use super::hand::Hand;
use super::movegen::{Listener, combo_of_shape, without_value};
use super::notation::{MoveError, parse_move};
use super::perft::perft;
use super::ruleset::Ruleset;
use super::scoring::{Scoring, Stakes, StakesError};
use super::spelling::parse_cards_from;
use super::state::{IllegalMove, PositionError, Setup, Side, State};
use super::turn::{LastMove, Turn};
use std::fmt;
use std::ops::ControlFlow;

/// A legal position of two or three hands, with its rules.
///
/// Its text form is a line of a pack, which [`Position::parse`] and `FromStr` read:
///
/// ```text
/// 346999Q2 | 34JAAD
/// 5K | 44 | 6Q | turn=3 last=J by=1 rules=huanle,-trio_pair
/// ```
///
/// - First two or three hands in playing order, separated by `|`; of three the landlord's is the first, and the two farmers win
///   together. Cards are `3 4 5 6 7 8 9 T J Q K A 2`, `X` the small joker and `D` the big one, in any order.
/// - Then, after another `|` and in any order: `turn=` the hand to move, counted from 1 (default: the first); `last=` the move
///   it must answer (default: none, it leads); `by=` the hand that played that move (default: the one before the hand to move);
///   `rules=` the rules, as [`Ruleset`] reads them (default: `huanle`, or what [`Position::parse`] is given).
/// - All else, such as other spellings of cards, comments and the attributes of puzzles, is in the pack format: the page of the
///   module `puzzle` (feature `packs`).
///
/// ```
/// use canju::{Position, rules::Side};
/// let mut position: Position = "K5 | 44Q".parse()?;
/// for text in ["K", "pass", "5"] {
///     position = position.play(position.parse_move(text)?)?;
/// }
/// assert_eq!(position.winner(), Some(Side::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is solved under its own rules. There is no way to name others:
///
/// ```compile_fail
/// use canju::{Position, Solver, Task, rules::Ruleset};
/// let position: Position = "379J | 4444478 | rules=huanle,packs=2".parse().unwrap();
/// Solver::default().solve(&position, &Task::default(), &Ruleset::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    state: AnyState,
    /// The combination to be answered, with its cards. In a position that a test has made up from a state alone it may be
    /// missing although there is a trick.
    last: Option<Combo>,
    rules: Ruleset,
    stakes: Stakes,
}

impl Position {
    /// The position of these hands, in seat order, two or three.
    ///
    /// # Errors
    /// An empty hand, more cards than the packs have, a move to answer that is not a combination or can't have been played,
    /// a turn of no hand, and another number of hands than two, or three with one pack.
    ///
    /// ```
    /// use canju::{Position, rules::{Ruleset, Turn, parse_cards}};
    /// let hands = [parse_cards("K5")?, parse_cards("44Q")?];
    /// let position = Position::new(&hands, Turn::default(), Ruleset::default())?;
    /// assert_eq!(position.to_string(), "5K | 44Q | rules=huanle");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(hands: &[Hand], turn: Turn, rules: Ruleset) -> Result<Position, PositionError> {
        let state = match *hands {
            [first, second] => Setup { hands: [first, second], turn }.validate(&rules)?.into(),
            [first, second, third] => Setup { hands: [first, second, third], turn }.validate(&rules)?.into(),
            _ => return Err(PositionError::HandCount(hands.len())),
        };
        Ok(Position { state, last: turn.combo(), rules, stakes: Stakes::default() })
    }

    /// The position of hands that are typed one by one, for instance on a command line. The hand of number `turn`, from 1,
    /// is to move; it answers `last`, which the hand of number `by` has played. By default these are the first hand and the
    /// one before the mover.
    ///
    /// # Errors
    /// As [`Position::new`]; tokens come with their hand and column.
    ///
    /// ```
    /// use canju::{Position, rules::Ruleset};
    /// // The next farmer has passed on the landlord's J: it is the last farmer's turn.
    /// let position = Position::of_hands(&["K5", "44", "6Q"], Some(3), Some("J"), Some(1), Ruleset::default())?;
    /// assert_eq!(position.to_string(), "5K | 44 | 6Q | rules=huanle turn=3 last=J by=1");
    /// let error = Position::of_hands(&["K5", "4?Q"], None, None, None, Ruleset::default()).unwrap_err();
    /// assert!(error.to_string().starts_with("hand 2: column 2: unknown card `?`"));
    /// # Ok::<(), canju::rules::PositionError>(())
    /// ```
    pub fn of_hands(
        hands: &[&str],
        turn: Option<usize>,
        last: Option<&str>,
        by: Option<usize>,
        rules: Ruleset,
    ) -> Result<Position, PositionError> {
        let mut pool = Hand::deck(rules.packs());
        let parse = |(seat, text): (usize, &&str)| {
            parse_cards_from(text, &mut pool, rules.packs()).map_err(|error| PositionError::Cards { seat, error })
        };
        let parsed: Vec<Hand> = hands.iter().enumerate().map(parse).collect::<Result<_, _>>()?;
        // Errors of the hands come first.
        Position::new(&parsed, Turn::default(), rules)?;
        let last = match last.map(|text| parse_move(text, &rules)).transpose()? {
            None => None,
            Some(Move::Play(combo)) => Some(combo),
            Some(Move::Pass) => return Err(PositionError::LastIsPass),
        };
        Position::new(&parsed, Turn::of(parsed.len(), turn, last, by)?, rules)
    }

    /// For tests: the position of a state. A state knows the shape to answer but not its kickers, so cards that no hand
    /// holds are taken; if the packs have too few of them nobody can have played it, and no certificate can say so.
    #[doc(hidden)]
    pub fn of_state(state: impl Into<AnyState>, rules: &Ruleset) -> Position {
        let state = state.into();
        let held = state.hands().iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand));
        let last =
            state.trick().and_then(|trick| combo_of_shape(Hand::deck(rules.packs()).minus(held), trick.shape, rules));
        Position { state, last, rules: *rules, stakes: Stakes::default() }
    }

    /// The state of the game, without the rules.
    #[doc(hidden)]
    pub fn state(&self) -> &AnyState {
        &self.state
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// What it is played for.
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// The same position played for points. The stake so far is by default 1; a number for each hand says how often it has played a
    /// combination, where 2 stands for more. By default nobody has where a whole deal begins, and else all have played so often that
    /// there is no spring.
    ///
    /// # Errors
    /// A stake out of its range or without points, and numbers of moves that contradict the hands.
    ///
    /// ```
    /// use canju::{Position, rules::Scoring};
    /// let position: Position = "3333K | 44Q".parse()?;
    /// let position = position.with_stakes(Scoring::Douzero, Some(3), None)?;
    /// assert_eq!(position.to_string(), "3333K | 44Q | rules=huanle scoring=douzero stake=3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_stakes(
        self,
        scoring: Scoring,
        stake: Option<u64>,
        moves_made: Option<&[u8]>,
    ) -> Result<Position, StakesError> {
        Ok(Position { stakes: Stakes::of(&self.state, scoring, stake, moves_made)?, ..self })
    }

    /// The same played for the stakes of another position of the game.
    #[doc(hidden)]
    #[must_use]
    pub fn with_stakes_of(self, stakes: Stakes) -> Position {
        Position { stakes, ..self }
    }

    /// The same with other hands.
    ///
    /// # Errors
    /// As [`Position::new`].
    #[doc(hidden)]
    pub fn with_hands(&self, hands: &[Hand]) -> Result<Position, PositionError> {
        Ok(Position { stakes: self.stakes, ..Position::new(hands, self.turn(), self.rules)? })
    }

    /// What the player whose turn it would be gets, if the game is over and was played for points.
    ///
    /// ```
    /// use canju::Position;
    /// let position: Position = "3333 | 44Q | scoring=douzero stake=3".parse()?;
    /// let end = position.play(position.parse_move("3333")?)?;
    /// assert_eq!((position.points_at_the_end(), end.points_at_the_end()), (None, Some(-6)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points_at_the_end(&self) -> Option<i64> {
        let winner = self.winner().filter(|_| self.stakes.scoring.has_points())?;
        // One doubling more, and it is missed without spring.
        let is_spring = self.hands().len() == 3 && !self.stakes.goal(winner, 1).is_missed_by(winner);
        let mover = self.side_to_move();
        let points = self.stakes.for_a_win(mover, self.hands().len()) << is_spring as u32;
        Some(if winner == mover { points } else { -points })
    }

    /// The points of this seat, from those of the player to move.
    #[doc(hidden)]
    pub fn points_for(&self, seat: usize, points: i64) -> i64 {
        self.points_between(self.to_move(), seat, points)
    }

    /// The points of a seat, from those of another.
    #[doc(hidden)]
    pub fn points_between(&self, from: usize, to: usize, points: i64) -> i64 {
        let ([from, to], hands) = ([from, to].map(State::<3>::side), self.hands().len());
        let units = points / self.stakes.unit(from, hands) * self.stakes.unit(to, hands);
        if from == to { units } else { -units }
    }

    /// The hands in seat order: the first player's or the landlord's first.
    pub fn hands(&self) -> &[Hand] {
        self.state.hands()
    }

    /// The number of cards in all hands together.
    pub fn cards(&self) -> u32 {
        self.hands().iter().map(|hand| hand.len()).sum()
    }

    /// The seat whose turn it is, from 0.
    pub fn to_move(&self) -> usize {
        self.state.to_move()
    }

    /// The hand of the player whose turn it is.
    pub fn hand(&self) -> Hand {
        self.hands()[self.to_move()]
    }

    /// The side of the player whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.state.side_to_move()
    }

    /// The combination to be answered and the seat that played it; `None` on the lead.
    pub fn last(&self) -> Option<LastMove> {
        self.state.trick().zip(self.last).map(|(trick, combo)| LastMove { combo, by: trick.owner() })
    }

    /// Must a trick be answered, although its cards may not be known?
    #[doc(hidden)]
    pub fn has_trick(&self) -> bool {
        self.state.trick().is_some()
    }

    /// Whose turn it is, and what must be answered.
    pub fn turn(&self) -> Turn {
        Turn { to_move: self.to_move(), last: self.last() }
    }

    /// The side that has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.state.winner()
    }

    /// All legal moves: combinations by kind, length, rank and kickers, then `pass` except on the lead. Empty if the game is
    /// over.
    ///
    /// ```
    /// use canju::Position;
    /// let position: Position = "K5 | 44Q | last=J".parse()?;
    /// let moves: Vec<String> = position.moves().into_iter().map(|played| position.notation(played)).collect();
    /// assert_eq!(moves, ["K", "pass"]);
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn moves(&self) -> Vec<Move> {
        with_state!(&self.state, state => state.moves(&self.rules))
    }

    /// Calls `listener` with every legal move, in the order of [`Position::moves`], until it breaks. Moves are not stored:
    /// rich hands of two packs can have more moves than fit in memory.
    ///
    /// ```
    /// use canju::Position;
    /// use std::ops::ControlFlow;
    /// let position: Position = "45K | 44Q | last=3".parse()?;
    /// let sheds_all = |played| match position.play(played).is_ok_and(|next| next.winner().is_some()) {
    ///     true => ControlFlow::Break(played),
    ///     false => ControlFlow::Continue(()),
    /// };
    /// assert!(position.for_each_move(sheds_all).is_continue());
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn for_each_move<B>(&self, listener: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        without_value(listener, |listener| self.visit_moves(listener))
    }

    // Not generic, so that the generator is compiled here and not in the crate that asks.
    fn visit_moves(&self, listener: Listener<Move>) -> ControlFlow<()> {
        with_state!(&self.state, state => state.for_each_move(&self.rules, listener))
    }

    /// The first legal moves, at most `most` of them, and whether these are all.
    ///
    /// ```
    /// use canju::Position;
    /// let position: Position = "K5 | 44Q".parse()?;
    /// let (moves, all) = position.some_moves(1);
    /// assert_eq!((moves.len(), all), (1, false));
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn some_moves(&self, most: usize) -> (Vec<Move>, bool) {
        let mut moves = Vec::new();
        let push = |played| {
            if moves.len() == most {
                return ControlFlow::Break(());
            }
            moves.push(played);
            ControlFlow::Continue(())
        };
        let all = self.for_each_move(push).is_continue();
        (moves, all)
    }

    /// The move with which the player to move sheds its last card now, if there is one.
    ///
    /// ```
    /// use canju::Position;
    /// let finishing = |text: &str| text.parse::<Position>().unwrap().finishing_move().map(|played| played.to_string());
    /// assert_eq!(finishing("3999 | 44Q"), Some("3999".to_owned()));
    /// assert_eq!(finishing("K5 | 44Q"), None);
    /// ```
    pub fn finishing_move(&self) -> Option<Move> {
        with_state!(&self.state, state => finishing_move(state, &self.rules))
    }

    /// May the player to move pass? Not on the lead, and not once the game is over.
    pub fn can_pass(&self) -> bool {
        with_state!(&self.state, state => state.can_pass())
    }

    /// Has the player to move a move other than `pass`? Not once the game is over.
    pub fn can_play(&self) -> bool {
        with_state!(&self.state, state => state.can_play(&self.rules))
    }

    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal, and why.
    ///
    /// ```
    /// use canju::{Position, rules::{IllegalMove, Move}};
    /// let position: Position = "K5 | 44Q".parse()?;
    /// assert_eq!(position.play(Move::Pass), Err(IllegalMove::PassOnLead));
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn play(&self, played: Move) -> Result<Position, IllegalMove> {
        let state = match &self.state {
            AnyState::Two(state) => state.try_play(played, &self.rules)?.into(),
            AnyState::Three(state) => state.try_play(played, &self.rules)?.into(),
        };
        Ok(self.with(state, played))
    }

    /// The position after a move that this position has generated. It is not looked up in the rules again.
    ///
    /// # Panics
    /// As [`State::play`](super::State::play).
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub fn after(&self, played: Move) -> Position {
        let state = match &self.state {
            AnyState::Two(state) => state.play(played).into(),
            AnyState::Three(state) => state.play(played).into(),
        };
        self.with(state, played)
    }

    fn with(&self, state: AnyState, played: Move) -> Position {
        let last = state.trick().and(played.combo().or(self.last));
        Position { state, last, stakes: self.stakes.after(self.to_move(), played), ..*self }
    }

    /// A move of this game as it is typed.
    ///
    /// # Errors
    /// If it can't be read, with the column. [`Position::play`] checks whether it is legal here.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        parse_move(text, &self.rules)
    }

    /// A move as text that [`Position::parse_move`] reads back: see [`Ruleset::notation`].
    pub fn notation(&self, played: Move) -> String {
        self.rules.notation(played)
    }

    /// How many sequences of exactly `depth` moves there are. A pass is a move. A finished game has no further moves, so games
    /// that end earlier are not counted.
    ///
    /// ```
    /// use canju::Position;
    /// let position: Position = "34 | 5".parse()?;
    /// let counts: Vec<u64> = (0..4).map(|depth| position.perft(depth)).collect();
    /// assert_eq!(counts, [1, 2, 4, 2]); // 3 or 4; 5 or pass; the other card after a pass
    /// # Ok::<(), canju::TextError>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        with_state!(&self.state, state => perft(state, &self.rules, depth))
    }
}

/// Whose turn it is and what must be answered, as attributes of a pack's line with a space before each. `None` stands for
/// the default.
#[doc(hidden)]
pub fn turn_attributes(turn: Option<usize>, last: Option<&str>, by: Option<usize>) -> String {
    let turn = turn.map(|number| format!(" turn={number}"));
    let last = last.map(|played| format!(" last={played}"));
    let by = by.map(|number| format!(" by={number}"));
    [turn, last, by].into_iter().flatten().collect()
}

impl fmt::Display for Position {
    /// A line of a pack that reads back as the same position wherever it stands: the rules are always named.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hand in self.hands() {
            write!(f, "{hand} | ")?;
        }
        let turn = self.turn();
        let last = turn.combo().map(|combo| self.notation(Move::Play(combo)));
        let attributes = turn_attributes(turn.number(), last.as_deref(), turn.by_number(self.hands().len()));
        write!(f, "rules={}{attributes}", self.rules)?;
        self.stakes.write_attributes(&self.state, f)
    }
}
