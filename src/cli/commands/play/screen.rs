//! What a session prints: the hands and the trick, the winner, hints, moves with their verdicts.

use super::hints::{self, Hint};
use crate::cli::plan;
use canju_engine::rules::{IllegalMove, LastMove, Move, Side};
use canju_engine::search::Verdict;
use canju_packs::report::{self, Palette, counted, line_table, padded, seat_names, thousands, undecided};
use canju_puzzles::play::{Game, Humans, Slip};

/// What a seat is called.
pub(super) fn seat_name(game: &Game, seat: usize) -> &'static str {
    seat_names(game.position().hands().len())[seat]
}

/// A side with its verb in the right form: `The farmers win`, `The first hand wins`.
fn side_does(game: &Game, side: Side, verbs: [&str; 2]) -> String {
    report::side_does(game.position().hands().len(), side, verbs)
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
    if let Some(LastMove { combo, by: owner }) = game.position().last() {
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

/// Announces that a move gave the win away, but not what would have kept it.
pub(super) fn slip(game: &Game, slip: Slip) -> String {
    format!("{} gives the win away: `undo` takes it back", game.rules().notation(slip.played))
}

/// What a person can do after a lost game.
pub(super) fn after_loss(is_level: bool) -> String {
    let levels = if is_level { ", `next` and `level N` go to other levels" } else { "" };
    format!("`undo` takes your last move back, `restart` begins again{levels}\n")
}

/// Who wins from here.
fn outlook(game: &Game, verdict: Verdict) -> String {
    let side = game.position().side_to_move();
    match verdict {
        Verdict::Win => side_does(game, side, ["wins", "win"]),
        Verdict::Loss => side_does(game, side, ["loses, whatever it plays", "lose, whatever they play"]),
        Verdict::Unknown(reason) => undecided(Some(reason.name())),
    }
}

/// The winner from here, and the hint of this step. Without a verdict there is no hint.
pub(super) fn hint(game: &Game, verdict: Verdict, step: usize, hint: Option<&Hint>, palette: &Palette) -> String {
    let outlook = outlook(game, verdict);
    let text = match (verdict, hint) {
        (Verdict::Unknown(_), _) | (_, None) => outlook,
        (Verdict::Win, Some(hint)) => format!("{outlook}; hint {step} of {}: {}", hints::STEPS, hint.text),
        (Verdict::Loss, Some(hint)) => format!("{outlook}; to resist, hint {step} of {}: {}", hints::STEPS, hint.text),
    };
    palette.verdict(verdict, &text)
}

/// The winner from here, what to play, and a full game: `played` wins, or resists best.
pub(super) fn solution(
    game: &Game,
    verdict: Verdict,
    played: Option<Move>,
    line: &[Move],
    palette: &Palette,
) -> String {
    let outlook = outlook(game, verdict);
    let played = played.map(|played| game.rules().notation(played));
    let text = match (verdict, played) {
        (Verdict::Unknown(_), _) | (_, None) => outlook,
        (Verdict::Win, Some(played)) => format!("{outlook}: {played}"),
        (Verdict::Loss, Some(played)) => format!("{outlook}; {played} resists best"),
    };
    let answer = format!("{}\n", palette.verdict(verdict, &text));
    if line.is_empty() { answer } else { answer + &table(game, game.to_move(), line) }
}

/// Every move with its verdict.
pub(super) fn verdicts(game: &Game, moves: &[(Move, Verdict)], palette: &Palette) -> String {
    let winning = moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).count();
    let all = counted(moves.len() as u64, "move", "moves");
    let mut text = format!("{all}, {} winning:\n", thousands(winning as u64));
    for &(played, verdict) in moves {
        let answer = palette.verdict(verdict, &padded(verdict.name(), 7));
        text += &format!("  {answer} {}\n", game.rules().notation(played));
    }
    text
}

/// The moves so far as a table.
pub(super) fn log(game: &Game) -> String {
    match game.moves() {
        [] => "no moves yet\n".to_owned(),
        moves => table(game, game.start().to_move(), moves),
    }
}

/// Moves as a table, the first of them by seat `to_move`.
fn table(game: &Game, to_move: usize, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&played| game.rules().notation(played)).collect();
    line_table(seat_names(game.position().hands().len()), to_move, &moves, plan::terminal_width())
}

/// Why a move can't be played, and what can be played instead.
pub(super) fn illegal(game: &Game, error: &IllegalMove) -> String {
    let cure = match error {
        IllegalMove::GameOver => "`undo` takes a move back, `load` goes on with another game".to_owned(),
        IllegalMove::PassOnLead => "play some of your cards".to_owned(),
        IllegalMove::NotHeld(_) => {
            let hand = game.position().hands()[game.to_move()];
            format!("{} holds {hand}", seat_name(game, game.to_move()))
        }
        IllegalMove::NoCombo(_) => format!("they are {}", game.rules()),
        IllegalMove::DoesNotBeat(_) => {
            let trick = game.position().last().map(|last| game.rules().notation(Move::Play(last.combo)));
            format!("beat {} or pass", trick.unwrap_or_default())
        }
    };
    format!("{error}: {cure}")
}
