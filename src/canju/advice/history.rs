//! A game so far: who played what, and whose turn it is.

use crate::advice::known::Known;
use crate::advice::question_error::{PlayedProblem, QuestionError, QuestionProblem};
use crate::advice::seat::Seat;
use canju_engine::rules::{Combo, Hand, MANY_MOVES, Move, Ruleset, parse_move};

/// The cards that are dealt to each seat where nothing else is said.
const DEALT: [u32; 3] = [20, 17, 17];

/// What was played from the landlord's first lead on.
pub(crate) struct History {
    played: [Hand; 3],
    last: Option<(Combo, Seat)>,
    to_move: Seat,
    moves: usize,
    moves_made: [u8; 3],
    doublings: u64,
}

impl History {
    /// Reads the moves. Their cards are taken out of the pool.
    pub fn read(text: &str, pool: &mut Hand, rules: &Ruleset) -> Result<History, QuestionError> {
        let (played, to_move) = ([Hand::EMPTY; 3], Seat::Landlord);
        let (moves_made, doublings) = ([0; 3], 1);
        let mut history = History { played, last: None, to_move, moves: 0, moves_made, doublings };
        for word in text.split_whitespace() {
            history.moves += 1;
            let (number, seat) = (history.moves, history.to_move);
            let refused = |problem| QuestionError::new("history", QuestionProblem::Played { number, seat, problem });
            match parse_move(word, rules).map_err(|error| refused(PlayedProblem::Unread(error.into())))? {
                Move::Pass if history.last.is_none() => return Err(refused(PlayedProblem::PassOnLead)),
                Move::Pass => {}
                Move::Play(combo) => {
                    if let Some((beaten, by)) = history.last
                        && !combo.shape.beats(beaten.shape)
                    {
                        return Err(refused(PlayedProblem::DoesNotBeat { word: word.to_owned(), seat: by, beaten }));
                    }
                    let gone = || refused(PlayedProblem::CardsGone(word.to_owned()));
                    *pool = pool.checked_minus(combo.cards).ok_or_else(gone)?;
                    let played = &mut history.played[seat as usize];
                    *played = played.plus(combo.cards);
                    let made = &mut history.moves_made[seat as usize];
                    *made = (*made + 1).min(MANY_MOVES);
                    if combo.shape.kind.doubles() {
                        history.doublings = history.doublings.saturating_mul(2);
                    }
                    history.last = Some((combo, seat));
                }
            }
            history.to_move = seat.next();
            // All others have passed: who played the trick leads again.
            history.last = history.last.filter(|&(_, by)| by != history.to_move);
        }
        Ok(history)
    }

    /// What this seat has played.
    pub fn by(&self, seat: Seat) -> Hand {
        self.played[seat as usize]
    }

    /// How often each seat has played; 2 stands for more.
    pub fn moves_made(&self) -> [u8; 3] {
        self.moves_made
    }

    /// What bombs and rockets have multiplied the stake by.
    pub fn doublings(&self) -> u64 {
        self.doublings
    }

    /// What a player knows who holds these cards after it.
    pub fn known(
        &self,
        seat: Seat,
        hand: Hand,
        left: Option<[u32; 2]>,
        open: Hand,
        rules: Ruleset,
    ) -> Result<Known, QuestionError> {
        if self.to_move != seat {
            let to_move = self.to_move;
            return Err(QuestionError::new("history", QuestionProblem::NotToMove { to_move, seat }));
        }
        let left = match left {
            Some(left) => left,
            None => {
                let (cards, dealt) = (hand.len() + self.by(seat).len(), DEALT[seat as usize]);
                if cards != dealt {
                    return Err(QuestionError::new("hand", QuestionProblem::NotDealt { seat, cards, dealt }));
                }
                let mut left = [0; 2];
                for (left, other) in left.iter_mut().zip(seat.others()) {
                    let (cards, dealt) = (self.by(other).len(), DEALT[other as usize]);
                    let too_many = QuestionProblem::PlayedTooMany { seat: other, cards, dealt };
                    *left = dealt.checked_sub(cards).ok_or_else(|| QuestionError::new("history", too_many))?;
                }
                left
            }
        };
        let played = self.played.iter().fold(Hand::EMPTY, |all, &played| all.plus(played));
        Known::new(seat, hand, left, played, open, self.last, rules)
    }
}
