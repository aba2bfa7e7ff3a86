//! What a question about points asks of a game: [`Goal`].
//!
//! Bombs and rockets double the stake, and so does spring under some scorings. So a position's worth follows from a few
//! questions with yes or no as an answer: *does this side win with at least so many doublings?* Each is a game of win and loss of
//! its own. Its state has, beside the position, what the side still needs. The side that the question is about wins it by shedding
//! its last card with no doubling missing; the other side wins it in every other way.
//!
//! A goal without doublings asks for the win alone. It is the game itself, whichever side it names.

use super::card::RankMask;
use super::combo::Kind;
use super::hand::Hand;
use super::ruleset::Ruleset;
use super::state::{Side, State};
use std::fmt;

/// What a side still needs, beside shedding its last card, or nothing.
///
/// ```
/// use canju_engine::rules::{Goal, Ruleset, Side, State, parse_move};
/// let rules = Ruleset::default();
/// let position = State::<2>::parse(["3333K", "44Q"], None, &rules)?.with_goal(Goal::new(Side::First, 1, 0));
/// let won = |moves: &[&str]| {
///     let play = |here: State<2>, text: &&str| here.play(parse_move(text, &rules).unwrap());
///     moves.iter().fold(position, play).winner()
/// };
/// assert_eq!(won(&["3333", "pass", "K"]), Some(Side::First));
/// assert_eq!(won(&["K", "pass", "3333"]), Some(Side::First));
/// assert_eq!(won(&["333K"]), None); // a 3 is left
/// assert_eq!(won(&["333K", "pass", "3"]), Some(Side::Second)); // no bomb was played
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In one byte, from the lowest bit: the doublings (5 bits), spring (2), the side (1); 0 without doublings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Goal(u8);

const SPRING_AT: u32 = 5;
const SIDE_AT: u32 = 7;
/// The most doublings of a goal: in two packs, all bombs of four cards and the rocket are 27.
const MOST_DOUBLINGS: u8 = (1 << SPRING_AT) - 1;

impl Goal {
    /// To win: the game itself.
    pub const WIN: Goal = Goal(0);

    /// `side` wins, and the stake is doubled `doublings` times more, by spring or by bombs. `spring` says whether spring may still
    /// come, 0 if not. The landlord's may (1) as long as no farmer has played. That of the farmers may as long as the landlord has
    /// not played (2) or has played once (1).
    ///
    /// # Panics
    /// For more doublings than two packs have, and a `spring` above 2.
    pub const fn new(side: Side, doublings: u8, spring: u8) -> Goal {
        assert!(doublings <= MOST_DOUBLINGS && spring <= 2);
        if doublings == 0 {
            return Goal::WIN;
        }
        Goal(doublings | spring << SPRING_AT | (side as u8) << SIDE_AT)
    }

    /// Is it to win, and no more?
    pub const fn is_win(self) -> bool {
        self.0 == 0
    }

    /// The side that the question is about. Without doublings it has no meaning.
    pub const fn side(self) -> Side {
        if self.0 >> SIDE_AT == 0 { Side::First } else { Side::Second }
    }

    /// The doublings still needed, spring among them.
    pub const fn doublings(self) -> u8 {
        self.0 & MOST_DOUBLINGS
    }

    /// Does spring count, and may it still come?
    pub const fn may_spring(self) -> bool {
        self.0 >> SPRING_AT & 3 != 0
    }

    /// All of it in eight bits; 0 is [`Goal::WIN`]. Of three hands the fifth bit is 0, for one pack has fewer than 16 doublings.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The code as the side to move sees it: its own goal and that of the other side have different ones, whichever seat it is. Keys of
    /// two hands don't tell the seats apart, so they have this.
    pub fn code_for(self, mover: Side) -> u8 {
        #[cold]
        fn turned(code: u8, mover: Side) -> u8 {
            code ^ (mover as u8) << SIDE_AT
        }
        if self.is_win() { 0 } else { turned(self.0, mover) }
    }

    /// What is still needed once this seat has played a combination of this kind.
    #[cold]
    pub fn after(self, seat: usize, kind: Kind) -> Goal {
        if self.is_win() {
            return self;
        }
        let doublings = self.doublings() - kind.doubles() as u8;
        let spring = self.0 >> SPRING_AT & 3;
        // A farmer's play ends the landlord's spring at once, one of the landlord's is one of two.
        let spring = match self.side() {
            Side::First if seat != 0 => 0,
            Side::Second if seat == 0 => spring.saturating_sub(1),
            _ => spring,
        };
        Goal::new(self.side(), doublings, spring)
    }

    /// Has this side, which has shed its last card, missed the goal?
    pub fn is_missed_by(self, side: Side) -> bool {
        !self.is_win() && self.side() == side && self.doublings() > self.may_spring() as u8
    }

    /// Are there bombs and spring enough for it?
    #[cold]
    fn has_bombs<const SEATS: usize>(self, hands: &[Hand; SEATS], rules: &Ruleset) -> bool {
        let own = (0..SEATS).filter(|&seat| State::<SEATS>::side(seat) == self.side());
        let bombs: u32 = own.map(|seat| most_doublings(hands[seat], rules)).sum();
        bombs + self.may_spring() as u32 >= self.doublings() as u32
    }
}

impl<const SEATS: usize> State<SEATS> {
    /// Can the side that the question is about still reach its [`Goal`]? At most it plays all bombs that its hands hold, and
    /// spring. The game itself is always within reach.
    ///
    /// The other side's bombs don't count, for it never has to play one: it may pass an answer, and lead a single card, which no
    /// rules forbid.
    pub fn is_goal_within_reach(&self, rules: &Ruleset) -> bool {
        self.goal().is_win() || self.goal().has_bombs(self.hands(), rules)
    }
}

/// The most bombs and rockets that a hand can play.
pub fn most_doublings(hand: Hand, rules: &Ruleset) -> u32 {
    let bombs = match rules.kinds.has(Kind::Bomb) {
        true => hand.at_least(4).len() + if rules.packs > 1 { hand.at_least(8).len() } else { 0 },
        false => 0,
    };
    let rocket = rules.kinds.has(Kind::Rocket) && hand.contains(Hand::of_each(RankMask::JOKERS, rules.packs));
    bombs + rocket as u32
}

impl fmt::Display for Goal {
    /// What is needed, for messages about a position: `hand 1 needs 2 doublings`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, count) =
            (if self.side() == Side::First { "hand 1 needs" } else { "hand 2's side needs" }, self.doublings());
        write!(f, "{side} {count} doubling{}", if count == 1 { "" } else { "s" })
    }
}
