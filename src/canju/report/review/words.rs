//! What the forms for people say of moves, turning points and players.

use crate::report::detail::limit_in_words;
use crate::report::seats::seat;
use crate::report::style::few;
use crate::review::{GameRecord, Mark, MoveRecord, Tally};
use crate::words::{Language, say};

/// The player of a seat.
pub fn player(language: Language, game: &GameRecord, index: usize) -> String {
    seat(language, game.hands.len(), index)
}

/// A side: 1 or 2, or nothing where a limit left it open.
pub fn side(language: Language, game: &GameRecord, number: Option<usize>) -> String {
    match (number, game.hands.len()) {
        (Some(2), 3) => say!(language, "side-farmers"),
        (Some(number @ 1..=2), hands) => seat(language, hands, number - 1),
        _ => say!(language, "side-unknown"),
    }
}

/// What a move did, and the points that it gave away.
pub fn mark(language: Language, played: &MoveRecord) -> String {
    let mark = mark_alone(language, played);
    match (played.value_before, played.value_after) {
        (Some(before), Some(after)) if before != after => {
            say!(language, "mark-with-points", mark = mark, points = format!("{:+}", after - before))
        }
        _ => mark,
    }
}

/// The points that each player gave away, where there are any.
pub fn points_given_away(language: Language, game: &GameRecord) -> Option<String> {
    let of = |tally: &Tally| {
        let points = tally.points_given_away?;
        Some(format!("{} {points}", player(language, game, tally.player?)))
    };
    let players: Vec<String> = game.players.iter().filter_map(of).collect();
    (!players.is_empty()).then(|| say!(language, "points-given-away", players = players.join(&say!(language, "comma"))))
}

fn mark_alone(language: Language, played: &MoveRecord) -> String {
    match (Mark::from_name(&played.mark), played.only_move) {
        (Some(Mark::Kept), Some(true)) => say!(language, "mark-only-move"),
        (Some(Mark::Kept), _) => say!(language, "mark-kept"),
        (Some(Mark::GaveAway), _) => say!(language, "mark-gave-away"),
        (Some(Mark::LostAnyway), _) => say!(language, "mark-lost-anyway"),
        (Some(Mark::Forced), _) => say!(language, "mark-forced"),
        _ => say!(language, "mark-unknown"),
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
    language: Language,
    game: &'a GameRecord,
    marked: &'a dyn Fn(&str) -> String,
) -> impl Iterator<Item = TurningPoint> + 'a {
    let is_one = |played: &&MoveRecord| Mark::from_name(&played.mark) == Some(Mark::GaveAway);
    game.moves.iter().filter(is_one).map(move |played| {
        let (who, shown) = (player(language, game, played.player), marked(&played.played));
        let side = match (game.hands.len(), played.player) {
            (3, 0) => "landlord",
            (3, _) => "farmers",
            _ => "own",
        };
        let moves = |moves: &[String]| moves.iter().map(|played| marked(played)).collect::<Vec<_>>();
        let mut details = Vec::new();
        if !played.keeping.is_empty() {
            let keeping = few(language, &moves(&played.keeping), ", ");
            let (who, keeping) = (&who, keeping.as_str());
            details.push(match (played.keeping_is_complete, played.only_move) {
                (_, Some(true)) => say!(language, "kept-by-alone", player = who, moves = keeping),
                (true, _) => say!(language, "kept-by", player = who, moves = keeping),
                _ => say!(language, "kept-by-perhaps-others", player = who, moves = keeping),
            });
        }
        if !played.refutation.is_empty() {
            details.push(say!(language, "refuted-by", moves = moves(&played.refutation).join(" ")));
        }
        if let Some(plies) = played.plies {
            details.push(say!(language, "win-needed", count = plies));
        }
        let heading = say!(language, "turning-point", ply = played.ply, player = who, played = shown, side = side);
        TurningPoint { heading, details }
    })
}

/// What a limit left open.
pub fn undecided(language: Language, game: &GameRecord) -> Option<String> {
    let why = limit_in_words(language, game.reason.as_deref()?);
    let open = game.winners.iter().filter(|winner| winner.is_none()).count();
    Some(match open {
        0 => say!(language, "not-all-found", why = why),
        open => say!(language, "positions-undecided", count = open, why = why),
    })
}

/// The head of the table of players, its first column empty.
pub fn tally_head(language: Language) -> [String; 4] {
    [
        say!(language, "head-wins-in-hand"),
        say!(language, "head-given-away"),
        say!(language, "head-only-moves"),
        say!(language, "head-kept"),
    ]
}

/// The rows of that table: each player, and with three hands the farmers together. Players with wins in hand at various numbers of cards
/// have a row for each band.
pub fn tally_rows(language: Language, game: &GameRecord) -> Vec<[String; 5]> {
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
            row(
                format!("  {}", say!(language, "cards-from-to", from = band.from, to = band.to)),
                (band.won, band.given_away, band.only_moves),
            )
        });
        let bands: Vec<_> = bands.collect();
        [vec![whole], if bands.len() > 1 { bands } else { Vec::new() }].concat()
    };
    let players = game.players.iter().map(|tally| (player(language, game, tally.player.unwrap_or(usize::MAX)), tally));
    let farmers = game
        .sides
        .iter()
        .filter(|side| game.hands.len() == 3 && side.side == 2)
        .map(|side| (say!(language, "side-farmers"), side));
    players.chain(farmers).flat_map(|(name, tally)| rows(&name, tally)).collect()
}
