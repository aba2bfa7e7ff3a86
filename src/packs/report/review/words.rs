//! What the forms for people say of moves, turning points and players.

use crate::puzzle::seat_names;
use crate::report::detail::limit_in_words;
use crate::report::style::few;
use crate::review::{GameRecord, Mark, MoveRecord, Tally};

/// The player of a seat.
pub fn player(game: &GameRecord, seat: usize) -> &'static str {
    seat_names(game.hands.len()).get(seat).copied().unwrap_or("?")
}

/// A side: 1 or 2, or nothing where a limit left it open.
pub fn side(game: &GameRecord, number: Option<usize>) -> &'static str {
    match (number, game.hands.len()) {
        (Some(1), 3) => "landlord",
        (Some(2), 3) => "farmers",
        (Some(1), _) => "first",
        (Some(2), _) => "second",
        _ => "unknown",
    }
}

/// What a move did.
pub fn mark(played: &MoveRecord) -> &'static str {
    match (Mark::from_name(&played.mark), played.only_move) {
        (Some(Mark::Kept), Some(true)) => "kept the win by the only move",
        (Some(Mark::Kept), _) => "kept the win",
        (Some(Mark::GaveAway), _) => "gave the win away",
        (Some(Mark::LostAnyway), _) => "was lost anyway",
        (Some(Mark::Forced), _) => "no choice",
        _ => "unknown",
    }
}

/// A turning point in sentences.
pub struct TurningPoint {
    /// Who played what, and whose win is gone.
    pub heading: String,
    /// How the player could have kept it, what refutes the move, and how long the win would have taken; what is known of it.
    pub details: Vec<String>,
}

/// The turning points of a game. A mistake is the player's, and the win that it gives away its side's.
pub fn turning_points<'a>(
    game: &'a GameRecord,
    marked: &'a dyn Fn(&str) -> String,
) -> impl Iterator<Item = TurningPoint> + 'a {
    let is_one = |played: &&MoveRecord| Mark::from_name(&played.mark) == Some(Mark::GaveAway);
    game.moves.iter().filter(is_one).map(move |played| {
        let (who, move_) = (player(game, played.player), marked(&played.played));
        let whose = match (game.hands.len(), played.player) {
            (3, 0) => "the landlord's win",
            (3, _) => "the farmers' win",
            _ => "its win",
        };
        let moves = |moves: &[String]| moves.iter().map(|played| marked(played)).collect::<Vec<_>>();
        let mut details = Vec::new();
        if !played.keeping.is_empty() {
            let keeping = few(&moves(&played.keeping), ", ");
            let others = match (played.keeping_is_complete, played.only_move) {
                (_, Some(true)) => " alone",
                (true, _) => "",
                _ => ", and perhaps by others",
            };
            details.push(format!("{who} could still keep it by {keeping}{others}"));
        }
        if !played.refutation.is_empty() {
            details.push(format!("refuted by {}", moves(&played.refutation).join(" ")));
        }
        if let Some(plies) = played.plies {
            details.push(format!("the win needed {plies} more {}", if plies == 1 { "ply" } else { "plies" }));
        }
        let heading = format!("ply {}: {who} plays {move_}, and {whose} is gone", played.ply);
        TurningPoint { heading, details }
    })
}

/// What a limit left open.
pub fn undecided(game: &GameRecord) -> Option<String> {
    let reason = limit_in_words(game.reason.as_deref()?);
    let open = game.winners.iter().filter(|winner| winner.is_none()).count();
    Some(match open {
        0 => format!("Not all was found: {reason}"),
        1 => format!("1 position is undecided: {reason}"),
        open => format!("{open} positions are undecided: {reason}"),
    })
}

/// The head of the table of players, its first column empty.
pub const TALLY_HEAD: [&str; 4] = ["wins in hand", "given away", "only moves", "kept"];

/// The rows of that table: each player, and with three hands the farmers together. Players with wins in hand at various numbers of cards
/// have a row for each band.
pub fn tally_rows(game: &GameRecord) -> Vec<[String; 5]> {
    let row = |name: String, (won, given_away, only_moves): (u32, u32, u32)| {
        let kept = match won {
            0 => "-".to_owned(),
            _ => format!("{} %", (f64::from(won - given_away.min(won)) * 100.0 / f64::from(won)).round()),
        };
        [name, won.to_string(), given_away.to_string(), only_moves.to_string(), kept]
    };
    let rows = |name: &str, tally: &Tally| {
        let whole = row(name.to_owned(), (tally.won, tally.given_away, tally.only_moves));
        let bands = tally.by_cards.iter().rev().map(|band| {
            row(format!("  {} to {} cards", band.from, band.to), (band.won, band.given_away, band.only_moves))
        });
        let bands: Vec<_> = bands.collect();
        [vec![whole], if bands.len() > 1 { bands } else { Vec::new() }].concat()
    };
    let players = game.players.iter().map(|tally| (player(game, tally.player.unwrap_or(usize::MAX)), tally));
    let farmers =
        game.sides.iter().filter(|side| game.hands.len() == 3 && side.side == 2).map(|side| ("farmers", side));
    players.chain(farmers).flat_map(|(name, tally)| rows(name, tally)).collect()
}
