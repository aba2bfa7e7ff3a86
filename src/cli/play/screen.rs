//! What a session prints: the hands and the trick, the winner, moves with their verdicts.

use super::command::WORDS;
use crate::play::{Game, Humans, Slip};
use crate::report::{Palette, counted, line_table, padded, seat_names, thousands, undecided};
use crate::rules::{IllegalMove, Move, Side};
use crate::search::Verdict;

/// What a seat is called.
pub(super) fn seat_name(game: &Game, seat: usize) -> &'static str {
    seat_names(game.position().hands().len())[seat]
}

/// A side with its verb in the right form: `The farmers win`, `The first hand wins`.
fn side_does(game: &Game, side: Side, verbs: [&str; 2]) -> String {
    let three = game.position().hands().len() == 3;
    let (name, verb) = match (side, three) {
        (Side::First, false) => ("The first hand", verbs[0]),
        (Side::Second, false) => ("The second hand", verbs[0]),
        (Side::First, true) => ("The landlord", verbs[0]),
        (Side::Second, true) => ("The farmers", verbs[1]),
    };
    format!("{name} {verb}")
}

/// The winner when everyone plays their best, and which side each plays.
pub(super) fn introduction(game: &Game, verdict: Verdict) -> String {
    let mover = game.position().side_to_move();
    let outcome = match verdict {
        Verdict::Win => side_does(game, mover, ["wins", "win"]),
        Verdict::Loss => side_does(game, mover, ["loses", "lose"]),
        Verdict::Unknown(reason) => undecided(Some(reason.name())),
    };
    let three = game.position().hands().len() == 3;
    let seats = match (game.humans(), three) {
        (Humans::First, false) => "You play the first hand, the solver plays the second",
        (Humans::Second, false) => "You play the second hand, the solver plays the first",
        (Humans::First, true) => "You play the landlord, the solver plays the farmers",
        (Humans::Second, true) => "You play the farmers, the solver plays the landlord",
        (Humans::Both, _) => "You play every hand",
        (Humans::None, _) => "The solver plays every hand",
    };
    match verdict {
        Verdict::Unknown(_) => format!("{outcome}.\n{seats}; `help` lists the commands."),
        _ => format!("{outcome} when everyone plays their best.\n{seats}; `help` lists the commands."),
    }
}

/// The hands, whose turn it is, and what is to be beaten; who has won if the game is over.
pub(super) fn board(game: &Game, palette: &Palette) -> String {
    if let Some(winner) = game.winner() {
        let won = format!("{}.", side_does(game, winner, ["has won", "have won"]));
        return format!("\n{}\n", palette.notable(&won));
    }
    let mut board = "\n".to_owned();
    for (seat, hand) in game.position().hands().iter().enumerate() {
        let name = padded(seat_name(game, seat), 9);
        board += &match seat == game.to_move() {
            true => format!("{}\n", palette.notable(&format!("> {name} {hand}"))),
            false => format!("  {name} {hand}\n"),
        };
    }
    if let Some((combo, owner)) = game.to_beat() {
        let played = game.rules().notation(Move::Play(combo));
        board += &format!("  {} {played}, played by {}\n", padded("to beat", 9), seat_name(game, owner));
    }
    board
}

/// Announces a seat's move.
pub(super) fn moved(game: &Game, seat: usize, played: Move) -> String {
    let name = seat_name(game, seat);
    match played {
        Move::Pass => format!("{name} passes"),
        Move::Play(_) => format!("{name} plays {}", game.rules().notation(played)),
    }
}

/// Announces that a move gave the win away.
pub(super) fn slip(game: &Game, slip: Slip) -> String {
    let notation = |played| game.rules().notation(played);
    format!("{} gives the win away: {} would have won", notation(slip.played), notation(slip.winning))
}

/// The winner from here, and what to play: `played` wins, or resists best.
pub(super) fn hint(game: &Game, verdict: Verdict, played: Option<Move>, palette: &Palette) -> String {
    let played = played.map(|played| game.rules().notation(played)).unwrap_or_default();
    let side = game.position().side_to_move();
    let text = match verdict {
        Verdict::Win => format!("{}: {played}", side_does(game, side, ["wins", "win"])),
        Verdict::Loss if played.is_empty() => {
            side_does(game, side, ["loses, whatever it plays", "lose, whatever they play"])
        }
        Verdict::Loss => {
            let loses = side_does(game, side, ["loses, whatever it plays", "lose, whatever they play"]);
            format!("{loses}; {played} resists best")
        }
        Verdict::Unknown(reason) => undecided(Some(reason.name())),
    };
    palette.answer(verdict.into(), &text)
}

/// Every move with its verdict.
pub(super) fn moves(game: &Game, moves: &[(Move, Verdict)], palette: &Palette) -> String {
    let winning = moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).count();
    let all = counted(moves.len() as u64, "move", "moves");
    let mut text = format!("{all}, {} winning:\n", thousands(winning as u64));
    for &(played, verdict) in moves {
        let answer = palette.answer(verdict.into(), &padded(verdict.name(), 7));
        text += &format!("  {answer} {}\n", game.rules().notation(played));
    }
    text
}

/// A line from here as a table, wrapped at this width.
pub(super) fn line(game: &Game, line: &[Move], width: Option<usize>) -> String {
    let line: Vec<String> = line.iter().map(|&played| game.rules().notation(played)).collect();
    line_table(seat_names(game.position().hands().len()), game.to_move(), &line, width)
}

/// Why a move can't be played, and what can be played instead.
pub(super) fn illegal(game: &Game, error: &IllegalMove) -> String {
    let cure = match error {
        IllegalMove::GameOver => "`undo` takes a move back, `load` goes on with another game".to_owned(),
        IllegalMove::PassOnLead => "play something, `moves` lists what".to_owned(),
        IllegalMove::NotHeld(_) => {
            let hand = game.position().hands()[game.to_move()];
            format!("{} holds {hand}", seat_name(game, game.to_move()))
        }
        IllegalMove::NoCombo(_) => "`moves` lists what can be played".to_owned(),
        IllegalMove::DoesNotBeat(_) => {
            let trick = game.to_beat().map(|(combo, _)| game.rules().notation(Move::Play(combo)));
            format!("beat {} or pass", trick.unwrap_or_default())
        }
    };
    format!("{error}: {cure}")
}

/// The commands.
pub(super) fn help() -> String {
    let mut text = format!("  {:<10} a move: its cards, or pass\n", "3999, pass");
    for (word, argument, what) in WORDS {
        text += &format!("  {:<10} {what}\n", format!("{word}{argument}"));
    }
    text
}
