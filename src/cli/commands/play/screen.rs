//! What a session prints: the hands and the trick, the winner, hints, moves with their verdicts.

use super::hints::{self, Hint};
use crate::cli::language::{in_words, language, text};
use crate::cli::plan;
use canju::play::{Game, Humans, Slip};
use canju::report::{self, Palette, line_table, padded, side_key, undecided, verdict_name};
use canju_engine::rules::{IllegalMove, LastMove, Move, Side};
use canju_engine::search::Verdict;
use canju_engine::solver::{Report, Worth};

/// What a seat is called.
pub(super) fn seat_name(game: &Game, seat: usize) -> String {
    report::seat(language(), game.position().hands().len(), seat)
}

/// A side as texts ask for it.
fn key(game: &Game, side: Side) -> &'static str {
    side_key(game.position().hands().len(), side)
}

/// The winner when everyone plays their best, and which side each plays.
pub(super) fn introduction(game: &Game, verdict: Verdict) -> String {
    let mover = key(game, game.position().side_to_move());
    let outcome = match verdict {
        Verdict::Win => text!("introduction", outcome = text!("wins-side", side = mover)),
        Verdict::Loss => text!("introduction", outcome = text!("loses-side-plain", side = mover)),
        Verdict::Unknown(reason) => {
            text!("introduction-undecided", outcome = undecided(language(), Some(reason.name())))
        }
    };
    let humans = match game.humans() {
        Humans::First => key(game, Side::First),
        Humans::Second => key(game, Side::Second),
        Humans::Both => "both",
        Humans::None => "none",
    };
    format!("{outcome}\n{}", text!("you-play", humans = humans))
}

/// The hands, whose turn it is, and what is to be beaten; who has won if the game is over.
pub(super) fn board(game: &Game, palette: &Palette) -> String {
    if let Some(winner) = game.winner() {
        let won = text!("has-won", side = key(game, winner));
        let points = game.position().points_at_the_end().map_or(String::new(), |points| {
            let seats = 0..game.position().hands().len();
            let points = |seat| format!("{} {:+}", seat_name(game, seat), game.position().points_for(seat, points));
            format!("{}\n", seats.map(points).collect::<Vec<_>>().join("  "))
        });
        return format!("\n{}\n{points}", palette.notable(&won));
    }
    let mut board = "\n".to_owned();
    for (seat, hand) in game.position().hands().iter().enumerate() {
        let name = padded(&seat_name(game, seat), 9);
        board += &match seat == game.to_move() {
            true => format!("{}\n", palette.notable(&format!("> {name} {hand}"))),
            false => format!("  {name} {hand}\n"),
        };
    }
    board + &to_beat(game)
}

/// The move to answer, and who played it; nothing where a hand leads.
pub(super) fn to_beat(game: &Game) -> String {
    let Some(LastMove { combo, by: owner }) = game.position().last() else { return String::new() };
    let played = game.rules().notation(Move::Play(combo));
    let played = text!("played-by", played = played, seat = seat_name(game, owner));
    format!("  {} {played}\n", padded(&text!("label-to-beat"), 9))
}

/// Announces a seat's move.
pub(super) fn moved(game: &Game, seat: usize, played: Move) -> String {
    let name = seat_name(game, seat);
    match played {
        Move::Pass => text!("seat-passes", seat = name),
        Move::Play(_) => text!("seat-plays", seat = name, played = game.rules().notation(played)),
    }
}

/// Announces that a move gave the win away, or points, but not what would have kept them.
pub(super) fn slip(game: &Game, slip: Slip) -> String {
    let played = game.rules().notation(slip.played);
    match slip.points {
        None => text!("slip", played = played),
        Some([before, after]) => {
            text!("slip-of-points", played = played, before = format!("{before:+}"), after = format!("{after:+}"))
        }
    }
}

/// The points for the player to move, as far as they are known.
pub(super) fn worth(worth: Option<Worth>) -> String {
    worth.map_or(String::new(), |worth| format!("{}\n", report::worth_in_words(language(), worth)))
}

/// What a person can do after a lost game.
pub(super) fn after_loss(is_level: bool) -> String {
    format!("{}\n", if is_level { text!("after-loss-level") } else { text!("after-loss") })
}

/// Who wins from here.
fn outlook(game: &Game, verdict: Verdict) -> String {
    let side = key(game, game.position().side_to_move());
    match verdict {
        Verdict::Win => text!("wins-side", side = side),
        Verdict::Loss => text!("loses-side", side = side),
        Verdict::Unknown(reason) => undecided(language(), Some(reason.name())),
    }
}

/// The winner from here, and the hint of this step. Without a verdict there is no hint.
pub(super) fn hint(game: &Game, verdict: Verdict, step: usize, hint: Option<&Hint>, palette: &Palette) -> String {
    let outlook = outlook(game, verdict);
    let text = match (verdict, hint) {
        (Verdict::Unknown(_), _) | (_, None) => outlook,
        (Verdict::Win, Some(hint)) => {
            text!("hint-of", outlook = outlook, step = step, steps = hints::STEPS, hint = &hint.text)
        }
        (Verdict::Loss, Some(hint)) => {
            text!("hint-of-resisting", outlook = outlook, step = step, steps = hints::STEPS, hint = &hint.text)
        }
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
        (Verdict::Win, Some(played)) => text!("verdict-by", verdict = outlook, moves = played),
        (Verdict::Loss, Some(played)) => text!("resists-best", outlook = outlook, played = played),
    };
    let answer = format!("{}\n", palette.verdict(verdict, &text));
    if line.is_empty() { answer } else { answer + &table(game, game.to_move(), line) }
}

/// Every move with its verdict, and with its points if there are any.
pub(super) fn verdicts(game: &Game, report: &Report, palette: &Palette) -> String {
    let moves = report.moves();
    let winning = moves.iter().filter(|(_, verdict)| *verdict == Verdict::Win).count();
    let mut text = text!("moves-winning", count = moves.len(), winning = winning) + "\n";
    let worths = report.worths().iter().copied().map(Some).chain(std::iter::repeat(None));
    for (&(played, verdict), worth) in moves.iter().zip(worths) {
        let answer = palette.verdict(verdict, &padded(&verdict_name(language(), verdict.name()), 7));
        let points = worth.map_or(String::new(), |worth| format!("{:>5} ", report::points(worth)));
        text += &format!("  {answer} {points}{}\n", game.rules().notation(played));
    }
    text
}

/// The moves so far as a table.
pub(super) fn log(game: &Game) -> String {
    match game.moves() {
        [] => text!("no-moves-yet") + "\n",
        moves => table(game, game.start().to_move(), moves),
    }
}

/// Moves as a table, the first of them by seat `to_move`.
fn table(game: &Game, to_move: usize, moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&played| game.rules().notation(played)).collect();
    let seats = report::seats(language(), game.position().hands().len());
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    line_table(&seats, to_move, &moves, plan::terminal_width())
}

/// Why a move can't be played, and what can be played instead.
pub(super) fn illegal(game: &Game, error: &IllegalMove) -> String {
    let cure = match error {
        IllegalMove::GameOver => text!("cure-over"),
        IllegalMove::PassOnLead => text!("cure-lead"),
        IllegalMove::NotHeld(_) => {
            let hand = game.position().hands()[game.to_move()];
            text!("cure-not-held", seat = seat_name(game, game.to_move()), hand = hand.to_string())
        }
        IllegalMove::NoCombo(_) => text!("cure-rules", rules = game.rules().to_string()),
        IllegalMove::DoesNotBeat(_) => {
            let trick = game.position().last().map(|last| game.rules().notation(Move::Play(last.combo)));
            text!("cure-beat", trick = trick.unwrap_or_default())
        }
    };
    text!("refused-because", why = in_words(error), cure = cure)
}
