//! A game that is over gets the right answer or a clear refusal, never a win of the loser.

use crate::commands::program::{canju, program, run};
use canju::explain::explain;
use canju::play::{Analyst, Game, Humans};
use canju::proof::verify;
use canju::rules::{Ruleset, Side, Turn, parse_cards};
use canju::{Options, Position, Report, Solver, Task, Verdict};
use canju_engine::rules::AnyState;

/// The position after these moves.
fn after(hands: &[&str], moves: &[&str]) -> Position {
    let start = Position::of_hands(hands, None, None, None, Ruleset::default()).unwrap();
    moves.iter().fold(start, |position, text| position.play(position.parse_move(text).unwrap()).unwrap())
}

fn solver() -> Solver {
    Solver::new(Options { threads: 2, memory: 32 << 20, ..Options::default() })
}

/// Nothing but the verdict.
fn is_bare(report: &Report, verdict: Verdict) -> bool {
    report.verdict() == verdict
        && report.best().is_none()
        && report.winning_moves().is_empty()
        && report.moves().is_empty()
        && report.line().is_empty()
        && report.nodes() == 0
}

/// Everything a solver can be asked of a finished game.
fn answers_rightly(over: &Position, winner: Side) {
    assert_eq!(over.winner(), Some(winner));
    let verdict = if over.side_to_move() == winner { Verdict::Win } else { Verdict::Loss };
    for all_moves in [false, true] {
        let report = solver().solve(over, &Task { all_moves, ..Task::default() });
        assert!(is_bare(&report, verdict), "{over:?} {report:?}");
    }
    let task = Task::default();
    assert_eq!(solver().moves(over, &task), []);
    // Not even limits or a budget too small to search with leave it open.
    let poor = &mut Solver::new(Options { threads: 1, memory: 1, ..Options::default() });
    assert!(is_bare(&poor.solve(over, &task), verdict), "{over:?}");
    assert_eq!(solver().guess(over), None);
    assert_eq!(solver().consult(over, &task, |asked| asked.decide(over)), (verdict, None));

    assert_eq!(over.moves(), []);
    assert!(!over.can_play() && !over.can_pass());
    match over.state() {
        AnyState::Two(state) => assert_eq!(state.settled(over.rules()), (*state, 0)),
        AnyState::Three(state) => assert_eq!(state.settled(over.rules()), (*state, 0)),
    }
    assert_eq!([0, 1, 3].map(|depth| over.perft(depth)), [1, 0, 0]);
}

#[test]
fn two_hands() {
    answers_rightly(&after(&["3", "45"], &["3"]), Side::First);
    answers_rightly(&after(&["35", "4"], &["3", "4"]), Side::Second);
    // The one whose turn it would be could not even answer.
    answers_rightly(&after(&["2", "45"], &["2"]), Side::First);
}

#[test]
fn three_hands() {
    answers_rightly(&after(&["3", "45", "67"], &["3"]), Side::First);
    // The farmer to move has won with its partner.
    answers_rightly(&after(&["37", "4", "55"], &["3", "4"]), Side::Second);
    answers_rightly(&after(&["37", "48", "5"], &["3", "4", "5"]), Side::Second);
}

#[test]
fn no_certificate_is_written_for_a_finished_game() {
    let (mut solver, task, mut written) = (solver(), Task::default(), Vec::new());
    let over = after(&["3", "45"], &["3"]);
    let report = solver.solve(&over, &task);
    let error = solver.certify(&report, &task, &mut written).unwrap_err();
    assert_eq!(error.to_string(), "the claim is not about a position in play");
    assert!(std::error::Error::source(&error).is_none());
    assert!(written.is_empty());
}

#[test]
fn a_played_out_game_is_assessed_and_asks_for_no_move() {
    let mut game = Game::new("35 | 4".parse().unwrap(), Humans::Both);
    for text in ["3", "4"] {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    let mut analyst = Analyst::new(Options { threads: 1, memory: 1 << 20, ..Options::default() }, Task::default());
    assert!(is_bare(analyst.assess(&game), Verdict::Loss));
    assert!(analyst.moves(&game).is_empty());
    assert_eq!(analyst.choose(&game), None);
    let slip = analyst.slip(&game).map(|slip| slip.winning);
    assert_eq!(slip, None, "the second hand won");
}

/// A puzzle put together by a program need not be in play, and no hand can be made empty.
#[test]
fn no_page_explains_a_finished_game() {
    let hands = ["", "45"].map(|hand| parse_cards(hand).unwrap());
    let error = Position::new(&hands, Turn::default(), Ruleset::default()).unwrap_err();
    assert_eq!(error.to_string(), "hand 1 is empty: every player needs at least one card");
    let page = explain(&mut solver(), &after(&["3", "45"], &["3"]).into(), &Task::default());
    assert!(page.is_err(), "a page of {} bytes", page.unwrap().len());
}

/// Every command that takes hands refuses one without cards, in one line.
#[test]
fn commands_refuse_empty_hands_in_one_line() {
    for arguments in [
        vec!["solve", "", "45"],
        vec!["solve", "", "45", "67", "--all-moves"],
        vec!["play", "", "45"],
        vec!["explain", "", "45"],
        vec!["perft", "", "45", "--depth", "2"],
        vec!["verify", "no-such.proof", "--hands", "", "45"],
    ] {
        let run = canju(&arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.stderr, "error: hand 1 is empty: every player needs at least one card\n", "{arguments:?}");
    }
}

#[test]
fn a_certificate_of_a_finished_game_fails() {
    let header = "canju certificate 2\nrules huanle\nhands  45\nlast -\nverdict win\nmemory 4\n\n";
    let error = verify(header.as_bytes()).unwrap_err();
    assert!(error.is_failure());
    assert_eq!(error.to_string(), "header: hand 1 is empty: every player needs at least one card");
}

/// A game played to its end at the prompt: nothing more is said of it than who has won.
#[test]
fn a_session_ends_with_the_winner() {
    for (hands, moves, winner) in [
        (&["3", "45"][..], &["3"][..], "The first hand has won."),
        (&["35", "4"], &["3", "4"], "The second hand has won."),
        (&["37", "4", "55"], &["3", "4"], "The farmers have won."),
    ] {
        let input: String = moves.iter().map(|played| format!("{played}\n")).collect();
        for asked in ["hint", "solution", "verdicts"] {
            let mut command = program();
            command.arg("play").args(hands).args(["--human", "both"]);
            let run = run(command.write_stdin(format!("{input}{asked}\n")));
            let after = run.stdout.split_once(winner).unwrap_or_else(|| panic!("{hands:?}: {}", run.stdout)).1;
            assert!(after.contains("error: the game is over: `undo` takes a move back"), "{asked}: {after}");
            assert!(!after.contains("wins") && !after.contains("loses"), "{asked}: {after}");
        }
    }
}
