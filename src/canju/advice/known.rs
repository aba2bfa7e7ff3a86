//! What a player knows.

use crate::advice::question_error::{QuestionError, QuestionProblem};
use crate::advice::seat::Seat;
use canju_engine::rules::{Combo, Hand, LastMove, Position, Ruleset, Scoring, Stakes, Turn};

/// What the player to move knows: the own hand, how many cards the others have, which cards these are together, and which of them
/// the landlord has shown.
///
/// ```
/// use canju::advice::{Question, Seat};
/// use canju::rules::Ruleset;
/// let mut question = Question::new("2XD", Seat::Landlord);
/// question.played = "3333444455556666777788889999TTTTJJJJQQQQKKKKA".to_owned();
/// question.left = Some([4, 2]);
/// let known = question.known(&Ruleset::default())?;
/// assert_eq!(known.unseen().to_string(), "AAA222");
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    seat: Seat,
    hand: Hand,
    /// By seat; the own hand's, too.
    left: [u32; 3],
    unseen: Hand,
    open: Hand,
    last: Option<(Combo, Seat)>,
    rules: Ruleset,
    stakes: Stakes,
}

impl Known {
    pub(crate) fn new(
        seat: Seat,
        hand: Hand,
        left: [u32; 2],
        played: Hand,
        open: Hand,
        last: Option<(Combo, Seat)>,
        rules: Ruleset,
    ) -> Result<Known, QuestionError> {
        let [one, other] = seat.others();
        let deck = Hand::deck(rules.packs());
        let unseen = deck.minus(hand).minus(played);
        if left.map(u64::from).iter().sum::<u64>() != u64::from(unseen.len()) {
            let (others, deck, hand, played) = ([one, other], deck.len(), hand.len(), played.len());
            return Err(QuestionError::new("left", QuestionProblem::LeftUnseen { others, left, deck, hand, played }));
        }
        if let Some((_, empty)) = left.iter().zip([one, other]).find(|(left, _)| **left == 0) {
            return Err(QuestionError::new("left", QuestionProblem::NoCardsLeft(empty)));
        }
        if seat == Seat::Landlord && !open.is_empty() {
            return Err(QuestionError::new("landlord_cards", QuestionProblem::OwnCardsShown));
        }
        if seat != Seat::Landlord && open.len() > left[0] {
            let problem = QuestionProblem::ShownNotHeld { held: left[0], shown: open };
            return Err(QuestionError::new("landlord_cards", problem));
        }
        let mut cards = [hand.len(); 3];
        (cards[one as usize], cards[other as usize]) = (left[0], left[1]);
        let known = Known { seat, hand, left: cards, unseen, open, last, rules, stakes: Stakes::default() };
        // Whether a world is legal does not depend on who holds what: the packs are the same.
        known.try_position(known.any_world()).map_err(|error| QuestionError::new("hand", error))?;
        Ok(known)
    }

    /// The same if it is played for points.
    pub(crate) fn played_for(
        self,
        scoring: Scoring,
        stake: Option<u64>,
        moves_made: Option<&[u8]>,
    ) -> Result<Known, QuestionError> {
        let stakes = *self.some_position().with_stakes(scoring, stake, moves_made)?.stakes();
        Ok(Known { stakes, ..self })
    }

    /// What it is played for.
    pub fn stakes(&self) -> &Stakes {
        &self.stakes
    }

    /// Where the player sits.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The own hand.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// How many cards a seat holds.
    pub fn left(&self, seat: Seat) -> u32 {
        self.left[seat as usize]
    }

    /// The cards in the two other hands together.
    pub fn unseen(&self) -> Hand {
        self.unseen
    }

    /// Those of them that the landlord has shown, and still holds.
    pub fn landlord_cards(&self) -> Hand {
        self.open
    }

    /// The move to answer, and who played it.
    pub fn last(&self) -> Option<(Combo, Seat)> {
        self.last
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Has the player more legal moves than this? Two packs can have more than fit in memory.
    pub fn has_more_moves_than(&self, most: usize) -> bool {
        !self.some_position().some_moves(most).1
    }

    /// How many of the cards that nobody has shown the first of the two others holds.
    pub(crate) fn hidden(&self) -> (Hand, u32) {
        let [one, _] = self.seat.others();
        (self.unseen.minus(self.open), self.left[one as usize] - self.open.len())
    }

    /// The hands in seat order if the first of the two others holds these of the cards that nobody has shown.
    pub(crate) fn hands(&self, first: Hand) -> [Hand; 3] {
        let [one, other] = self.seat.others();
        let mut hands = [self.hand; 3];
        // The landlord, unless it is the player, who then has shown nothing to anybody but itself.
        hands[one as usize] = first.plus(self.open);
        hands[other as usize] = self.unseen.minus(first).minus(self.open);
        hands
    }

    fn any_world(&self) -> [Hand; 3] {
        let (cards, count) = self.hidden();
        self.hands(cards.cards().take(count as usize).collect())
    }

    /// The position of a world.
    pub(crate) fn position(&self, hands: [Hand; 3]) -> Position {
        self.try_position(hands).expect("as legal as any other world")
    }

    fn try_position(&self, hands: [Hand; 3]) -> Result<Position, canju_engine::rules::PositionError> {
        let last = self.last.map(|(combo, by)| LastMove { combo, by: by as usize });
        Position::new(&hands, Turn { to_move: self.seat as usize, last }, self.rules)
            .map(|position| position.with_stakes_of(self.stakes))
    }

    /// A position that has the player's legal moves.
    pub(crate) fn some_position(&self) -> Position {
        self.position(self.any_world())
    }
}
