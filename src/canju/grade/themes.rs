//! The themes of a puzzle. Each is a counterfactual that the solver decides: without first moves of one kind the win is gone.
//!
#![doc = include_str!("THEMES.md")]

use super::Undecided;
use super::aim::Aim;
use super::first_moves::FirstMove;
use super::looks::{Looks, is_bomb};
use crate::puzzle::Theme;
use canju_engine::rules::{Combo, Hand, Kind, Move, Position, Rank, RankMask, Shape, Side, can_answer};
use canju_engine::solver::Consultation;

/// The themes of a position that is not over, of which these are all first moves, each set of cards once.
///
/// # Errors
/// If a limit is reached.
pub fn themes(
    asked: &mut Consultation<'_>,
    position: &Position,
    aim: Aim,
    moves: &[FirstMove],
    looks: &mut Looks,
) -> Result<Vec<Theme>, Undecided> {
    let judge =
        Judge { position, breaks: moves.iter().map(|first| looks.breaks(position.hand(), first.played)).collect() };
    let winning: Vec<usize> = (0..moves.len()).filter(|&place| moves[place].wins).collect();
    let mut found = Vec::new();
    if winning.is_empty() {
        return Ok(found);
    }
    for theme in Theme::ALL {
        if theme == Theme::FeedsPartner {
            if winning.len() < moves.len() && feeds_partner(asked, position, aim, moves)? {
                found.push(theme);
            }
        } else if winning.iter().all(|&place| judge.is_of(theme, place, moves[place].played))
            && (0..moves.len()).any(|place| judge.is_instead(theme, place, moves[place].played))
        {
            found.push(theme);
        }
    }
    Ok(found)
}

/// Says of what kinds the moves of a position are.
struct Judge<'a> {
    position: &'a Position,
    /// How many combinations each of the moves adds.
    breaks: Vec<u8>,
}

impl Judge<'_> {
    /// Is this move of a theme's kind?
    fn is_of(&self, theme: Theme, place: usize, played: Move) -> bool {
        let position = self.position;
        let hand = position.hand();
        let Move::Play(combo) = played else {
            let by_partner =
                position.state().trick().is_some_and(|trick| side_of(trick.owner()) == position.side_to_move());
            return match theme {
                Theme::OnlyPass => true,
                Theme::RefusesToBeat => !by_partner,
                Theme::LetsPartnerThrough => by_partner,
                _ => false,
            };
        };
        let ends = combo.cards == hand;
        match theme {
            Theme::GivesUpLead => !position.has_trick() && !ends && self.is_beaten(combo.shape),
            Theme::SplitsBomb => splits_bomb(position, combo),
            Theme::SplitsChain => splits_chain(position, combo),
            Theme::SacrificesBomb => !ends && spends_bomb(combo.shape.kind),
            Theme::LongWay => self.breaks[place] > 0,
            Theme::BlocksLandlord => self.blocks_landlord(combo),
            // Kinds of passes, and the one that the solver must be asked for.
            _ => false,
        }
    }

    /// Could a player think of this move instead of one of the theme's kind?
    fn is_instead(&self, theme: Theme, place: usize, played: Move) -> bool {
        if self.is_of(theme, place, played) {
            return false;
        }
        let is_plain = played != Move::Pass && self.breaks[place] == 0;
        match theme {
            Theme::LongWay => is_plain,
            Theme::RefusesToBeat => is_plain && !is_bomb(played),
            Theme::SacrificesBomb => played.combo().is_some_and(|combo| !spends_bomb(combo.shape.kind)),
            _ => true,
        }
    }

    /// Can the other side beat this shape?
    fn is_beaten(&self, shape: Shape) -> bool {
        let side = self.position.side_to_move();
        let hands = self.position.hands().iter().enumerate().filter(|(seat, _)| side_of(*seat) != side);
        hands.into_iter().any(|(_, &hand)| can_answer(hand, shape, self.position.rules()))
    }

    /// Does a farmer play this, which the landlord can't beat, although it has a lower one of its kind that the landlord beats?
    fn blocks_landlord(&self, combo: Combo) -> bool {
        let position = self.position;
        let Shape { kind, len, rank } = combo.shape;
        if position.to_move() == 0
            || position.hands().len() < 3
            || is_bomb(Move::Play(combo))
            || self.is_beaten(combo.shape)
        {
            return false;
        }
        position.moves().into_iter().filter_map(Move::combo).any(|other| {
            (other.shape.kind, other.shape.len) == (kind, len) && other.shape.rank < rank && self.is_beaten(other.shape)
        })
    }
}

/// Must the partner take the trick over after every move that wins?
fn feeds_partner(
    asked: &mut Consultation<'_>,
    position: &Position,
    aim: Aim,
    moves: &[FirstMove],
) -> Result<bool, Undecided> {
    if aim.side == Side::First || position.hands().len() < 3 {
        return Ok(false);
    }
    let partner = 3 - position.to_move();
    for first in moves.iter().filter(|first| first.wins) {
        let mut next = position.after(first.played);
        if first.played == Move::Pass || next.winner().is_some() {
            return Ok(false);
        }
        if next.to_move() == 0 {
            next = next.after(Move::Pass);
        }
        debug_assert_eq!(next.to_move(), partner);
        if !next.can_pass() || aim.is_reached(asked, &next.after(Move::Pass))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The side of the player at this seat.
fn side_of(seat: usize) -> Side {
    if seat == 0 { Side::First } else { Side::Second }
}

/// Is it a bomb, the rocket, or quads with kickers or in a row?
fn spends_bomb(kind: Kind) -> bool {
    kind.doubles() || kind.body_copies() == 4
}

/// Does this take a part of a bomb or of the rocket, and leave a part?
fn splits_bomb(position: &Position, combo: Combo) -> bool {
    let (hand, kinds) = (position.hand(), position.rules().kinds());
    let rest = hand.minus(combo.cards);
    let of_bomb = |rank: Rank| {
        !rank.is_joker() && hand.count(rank) >= 4 && combo.cards.count(rank) > 0 && (1..4).contains(&rest.count(rank))
    };
    let of_rocket =
        kinds.has(Kind::Rocket) && hand.has_rocket() && !rest.has_rocket() && combo.shape.kind != Kind::Rocket;
    kinds.has(Kind::Bomb) && combo.shape.kind != Kind::Bomb && hand.ranks().iter().any(of_bomb)
        || of_rocket && rest.ranks().iter().any(Rank::is_joker)
}

/// Does this take a card out of a chain that the hand has, without playing a chain of that kind?
fn splits_chain(position: &Position, combo: Combo) -> bool {
    let (hand, rules) = (position.hand(), position.rules());
    let rest = hand.minus(combo.cards);
    let chains: [(u8, u8, &[Kind]); 3] = [
        (1, rules.min_solo_chain(), &[Kind::SoloChain]),
        (2, rules.min_pair_chain(), &[Kind::PairChain]),
        (3, 2, &[Kind::TrioChain, Kind::TrioSoloChain, Kind::TrioPairChain]),
    ];
    chains.into_iter().any(|(copies, least, kinds)| {
        let is_allowed = kinds.iter().any(|&kind| rules.kinds().has(kind));
        let run = |hand: Hand| if is_allowed { hand.at_least(copies).in_runs(least) } else { RankMask::EMPTY };
        !kinds.contains(&combo.shape.kind) && run(hand).iter().any(|rank| rest.count(rank) < copies)
    })
}
