//! `canju play`: transcripts of the real program, and the games behind them.

use crate::commands::program::{HARD, Run, directory, program, run};
use canju::advice::{Strength, WholeGame};
use canju::play::{Analyst, Game, Humans};
use canju::puzzle::{self, Puzzle};
use canju::rules::{Move, Ruleset, Scoring, Side};
use canju::{Options, Position, Task, Verdict};
use canju_testing::deals;
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::path::Path;

/// A session in this directory with one thread, of these lines.
fn session_in(directory: &Path, arguments: &[&str], lines: &[&str]) -> Run {
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut command = program();
    run(command.args(["play", "--threads", "1"]).args(arguments).current_dir(directory).write_stdin(input))
}

fn session(arguments: &[&str], lines: &[&str]) -> Run {
    session_in(directory(&[]).path(), arguments, lines)
}

/// The moves of a game with hidden hands in which the landlord takes the same advice as the others.
fn hidden_game(seed: u64) -> WholeGame {
    let mut game = WholeGame::deal(seed, &Ruleset::default(), Scoring::Douzero).expect("one pack");
    while game.to_move().is_some() {
        let played = game.advice(&Strength::Easy.effort(seed)).moves[0].played;
        game.play(played).expect("advised moves are legal");
    }
    game
}

#[test]
fn a_whole_game_with_hidden_hands() {
    let game = hidden_game(7);
    let game = game.game();
    let own = game.moves().iter().step_by(3);
    let own: Vec<String> = own.map(|&played| game.rules().notation(played)).collect();
    let mut lines: Vec<&str> = vec!["hint", "undo", "swap", "log"];
    lines.extend(own.iter().map(String::as_str));
    let arguments = ["--deal", "7", "--hidden", "--strength", "easy", "--scoring", "douzero", "--time-limit", "1s"];
    let found = session(&arguments, &lines);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{}", found.stdout);
    let (before, after) = found.stdout.split_once("The hands were:").expect("an end");
    for (seat, hand) in game.start().hands().iter().enumerate() {
        assert!(after.contains(&hand.to_string()), "{after}");
        assert!(seat == 0 || !before.contains(&hand.to_string()), "{before}");
    }
    assert!(before.contains("farmer 1  17 cards") && before.contains("An estimate: the share of worlds"), "{before}");
    assert_eq!(before.matches("not in a game with hidden hands").count(), 2);
    // The moves of the others are those of their advice, and each own one with a choice is judged twice.
    let judged: Vec<&str> = after.lines().filter(|line| line.contains(": ") && line.contains("; ")).collect();
    assert!(judged.len() > 3 && judged.len() <= own.len(), "{after}");
    for line in judged {
        let (number, rest) = line.trim().split_once(". ").expect("a number");
        let number: usize = number.parse().expect("a number");
        assert!(rest.starts_with(&format!("{}: ", game.rules().notation(game.moves()[number - 1]))), "{line}");
    }
    let of_a_deal = ["--deal", "7", "--hidden"];
    let with = |more: &[&'static str]| [&of_a_deal, more].concat();
    for refused in [
        &["--deal", "7"][..],
        &["--hidden", "K5", "44Q"],
        &with(&["K5", "44Q"]),
        &with(&["--stake", "3"]),
        &with(&["--moves-made", "0,0,0"]),
        &with(&["--progress", "solved.txt"]),
    ] {
        assert_eq!(session(refused, &[]).code, Some(2), "{refused:?}");
    }
    let two_packs = session(&["--deal", "7", "--hidden", "--rules", "huanle,packs=2"], &[]);
    assert!(two_packs.code == Some(2) && two_packs.stderr.starts_with("error: "), "{}", two_packs.stderr);
}

#[test]
fn every_command() {
    let root = directory(&[]);
    let lines = [
        "help",
        "# a comment",
        "",
        "hint",
        "verdicts",
        "log",
        "3999",
        "solution",
        "save a.game",
        "pass",
        "undo",
        "4",
        "log",
        "swap",
        "hint",
        "J",
        "swap",
        "load a.game",
        "verdicts",
        "restart",
        "next",
        "level",
        "quit",
        "hint",
    ];
    let found = session_in(root.path(), &["346999Q2", "34JAAD"], &lines);
    insta::assert_snapshot!("play_every_command", found.transcript());
    let saved = std::fs::read_to_string(root.path().join("a.game")).expect("a saved game");
    assert_eq!(saved, "# a game of canju play\n346999Q2 | 34JAAD | rules=huanle\n@human first\n@moves 3999 pass\n");
}

#[test]
fn to_the_end() {
    let found =
        session(&["5K", "44Q", "--last", "J", "--human", "winner"], &["K", "5", "hint", "3", "swap", "undo", "quit"]);
    insta::assert_snapshot!("play_to_the_end", found.transcript());
    let found = session(&["346999Q2", "34JAAD", "--human", "none"], &["undo", "swap"]);
    insta::assert_snapshot!("play_itself", found.transcript());
}

/// A script whose lines end with CR has as many commands as one whose lines end with LF.
#[test]
fn commands_end_as_on_any_system() {
    let [lf, cr_lf, cr] = ["\n", "\r\n", "\r"].map(|end| {
        let input = ["K", "", "5", "undo", "quit", ""].join(end);
        run(program().args(["play", "5K", "44Q", "--last", "J", "--threads", "1"]).write_stdin(input)).transcript()
    });
    assert!(lf.contains("> undo\n") && lf.contains("> quit\n"), "{lf}");
    assert_eq!([cr_lf, cr], [lf.clone(), lf]);
}

#[test]
fn three_hands() {
    let found = session(&["3459", "6678", "9TJJ", "--human", "both"], &["verdicts", "3", "6", "line", "hint", "moves"]);
    insta::assert_snapshot!("play_three_hands", found.transcript());
}

#[test]
fn the_win_given_away_is_said_at_once() {
    let found = session(&["346999Q2", "34JAAD", "--human", "both"], &["6", "J", "Q", "pass"]);
    insta::assert_snapshot!("play_slips", found.transcript());
    let coloured = session(&["346999Q2", "34JAAD", "--color", "always"], &["6", "hint", "verdicts", "sing"]);
    insta::assert_snapshot!("play_coloured", coloured.transcript());
}

/// What is refused is refused in one line, and the session goes on.
#[test]
fn refusals() {
    let large = [b' '; (1 << 20) + 1];
    let files: [(&str, &[u8]); 7] = [
        ("empty.game", b"# nothing\n"),
        ("moves.game", b"346999Q2 | 34JAAD\n@moves 3999 4\n"),
        ("human.game", b"346999Q2 | 34JAAD\n@human you\n"),
        ("word.game", b"346999Q2 | 34JAAD\n@moves 3999\n345 | 4\n"),
        ("cards.game", b"\n77777 | 3\n"),
        ("latin.game", b"\xff\n"),
        ("large.game", &large),
    ];
    let root = directory(&files);
    let lines = [
        "sing",
        "34?",
        "pass",
        "35",
        "77",
        "34",
        "9 9 9 6:pair",
        "444:trio@5",
        "undo",
        "undo x",
        "hint 2",
        "previous",
        "level 2",
        "save",
        "load",
        "load none.game",
        "save none/a.game",
        "load empty.game",
        "load moves.game",
        "load human.game",
        "load word.game",
        "load cards.game",
        "load latin.game",
        "load large.game",
        "3999",
        "4",
        "hint",
    ];
    let found = session_in(root.path(), &["346999Q2", "34JAAD", "--human", "both"], &lines);
    insta::assert_snapshot!("play_refusals", found.transcript());
    assert_eq!(found.code, Some(2));
    assert_eq!(session(&["346999Q2", "34J?"], &[]).code, Some(2));
    assert_eq!(session(&["346999Q2", "34JAAD", "--human", "me"], &[]).code, Some(2));
}

/// The move that wins is named by the third hint, and by nothing before it.
#[test]
fn hints_go_from_the_kind_to_the_cards() {
    let found = session(&["346999Q2", "34JAAD"], &["hint", "提示", "hint", "hint", "6", "hint", "undo", "hint"]);
    let of_hint = |line: &&str| line.contains("hint ");
    insta::assert_snapshot!(found.stdout.lines().filter(of_hint).collect::<Vec<_>>().join("\n"), @r"
    The first hand wins; hint 1 of 3: play a trio with a single card
    The first hand wins; hint 2 of 3: play a trio with a single card, the 9s
    The first hand wins; hint 3 of 3: play 3999
    The first hand wins; hint 3 of 3: play 3999
    The first hand loses, whatever it plays; to resist, hint 1 of 3: play a single card
    The first hand wins; hint 1 of 3: play a trio with a single card
    ");
    let found = session(&["5K", "44Q", "--last", "A"], &["hint", "hint", "不要"]);
    insta::assert_snapshot!(found.transcript(), @r"
    exit code 0
    ----- stdout
    The first hand loses when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     5K
      second    44Q
      to beat   A, played by second
    first> hint
    The first hand loses, whatever it plays; to resist, hint 3 of 3: pass
    first> hint
    The first hand loses, whatever it plays; to resist, hint 3 of 3: pass
    first> 不要
    second plays 44

    > first     5K
      second    Q
      to beat   44, played by second
    first> 
    ----- stderr
    ");
}

/// Neither the introduction, nor a slip, nor a refusal, nor the log names the winning move.
#[test]
fn nothing_names_the_move_unasked() {
    let lines =
        ["pass", "35", "4", "log", "moves", "undo", "9", "undo", "999", "restart", "hint", "hint", "level", "?"];
    let found = session(&["346999Q2", "34JAAD"], &lines);
    assert!(!found.stdout.contains("3999"), "{}", found.stdout);
    assert_eq!(found.stdout.matches("gives the win away: `undo` takes it back").count(), 3, "{}", found.stdout);
}

#[test]
fn several_moves_are_taken_back() {
    let lines = ["3999", "4", "undo 2", "3999", "4", "Q", "悔棋 9", "undo 3", "重来"];
    insta::assert_snapshot!(session(&["346999Q2", "34JAAD"], &lines).transcript(), @r"
    exit code 2
    ----- stdout
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     346999Q2
      second    34JAAD
    first> 3999
    second passes

    > first     46Q2
      second    34JAAD
    first> 4
    second plays J

    > first     6Q2
      second    34AAD
      to beat   J, played by second
    first> undo 2

    > first     346999Q2
      second    34JAAD
    first> 3999
    second passes

    > first     46Q2
      second    34JAAD
    first> 4
    second plays J

    > first     6Q2
      second    34AAD
      to beat   J, played by second
    first> Q
    second plays A

    > first     62
      second    34AD
      to beat   A, played by second
    first> 悔棋 9
    note: there were only 3 moves of yours to take back

    > first     346999Q2
      second    34JAAD
    first> undo 3
    error: no move of yours to take back
    first> 重来

    > first     346999Q2
      second    34JAAD
    first> 
    ----- stderr
    ");
}

/// `q` ends the session; where it can be a queen, only when it is typed again. So do the other words.
#[test]
fn ends_of_a_session() {
    for word in ["quit", "exit", "EXIT", "退出"] {
        let found = session(&["346999Q2", "34JAAD"], &[word, "hint"]);
        assert!(found.code == Some(0) && !found.stdout.contains("hint 1"), "{word}: {}", found.stdout);
    }
    let found = session(&["33", "4"], &["q", "hint"]);
    assert!(found.code == Some(0) && !found.stdout.contains("hint 1"), "no queen is held: {}", found.stdout);
    let found = session(&["346999Q2", "34JAAD"], &["q", "q", "hint"]);
    assert!(found.code == Some(0) && !found.stdout.contains("hint 1"), "asked twice: {}", found.stdout);
    let found = session(&["346999Q2", "34JAAD"], &["q", "log", "q", "hint"]);
    assert!(found.stdout.contains("hint 1"), "something else was asked in between: {}", found.stdout);
    let found = session(&["5Q", "44", "--last", "K"], &["q", "hint"]);
    assert!(found.code == Some(0) && !found.stdout.contains("hint 1"), "the queen is too low: {}", found.stdout);
    insta::assert_snapshot!(session(&["346999Q2", "34JAAD"], &["q", "Q", "q", "hint"]).transcript(), @r"
    exit code 0
    ----- stdout
    The first hand wins when everyone plays their best.
    You play the first hand, the solver plays the second; `help` lists the commands.

    > first     346999Q2
      second    34JAAD
    first> q
    note: `Q` plays the queen; `q` again ends the session
    first> Q
    Q gives the win away: `undo` takes it back
    second plays A

    > first     3469992
      second    34JAD
      to beat   A, played by second
    first> q
    ----- stderr
    ");
}

#[test]
fn a_limit_is_said_and_the_game_goes_on() {
    let limited = ["--rules", "huanle,packs=2", "--node-limit", "200", "--human", "second"];
    let found = session(&[&HARD[..], &limited].concat(), &["hint", "line"]);
    assert_eq!(found.code, Some(1), "{}", found.transcript());
    assert!(found.stdout.contains("a guess: a limit was reached\n"), "{}", found.stdout);
    assert!(found.stdout.contains("Undecided: the node limit was reached\n"), "{}", found.stdout);
}

/// Ctrl-C ends a search, and a wait for a line.
#[cfg(unix)]
#[test]
fn ctrl_c() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let hard = [&HARD[..], &["--rules", "huanle,packs=2"]].concat();
    let interrupted = |arguments: &[&str], pause: u64| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_canju"));
        let piped = command.env("LC_ALL", "C").arg("play").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(pause));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let start = Instant::now();
        while child.try_wait().expect("a child").is_none() && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = child.kill();
        child.wait().expect("a child").code()
    };
    for arguments in [&["33", "4"][..], &hard] {
        // The signal itself ends a program that does not listen to it yet: then a longer pause is tried.
        let code = [200, 1_000, 10_000].into_iter().find_map(|pause| interrupted(arguments, pause));
        assert_eq!(code, Some(130), "{arguments:?}");
    }
}

/// The shipped puzzles, but for those that take longest.
fn puzzles() -> Vec<Puzzle> {
    let packs = ["circulated", "game-levels", "solver-tables", "unanswered"].map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("puzzles/published/{name}.ddz"));
        let text = std::fs::read_to_string(path).expect("a pack");
        puzzle::read(text.as_bytes(), name, Ruleset::default()).collect::<Result<Vec<_>, _>>().expect("puzzles")
    });
    packs.concat().into_iter().filter(|puzzle| puzzle.position.cards() <= 22).collect()
}

fn analyst() -> Analyst {
    Analyst::new(Options { threads: 1, memory: 32 << 20, ..Options::default() }, Task::default())
}

/// Plays to the end: people move at random, the solver as it does. Returns the side that has won.
fn play_out(game: &mut Game, analyst: &mut Analyst, rng: &mut StdRng) -> Side {
    loop {
        if let Some(winner) = game.winner() {
            return winner;
        }
        let by_solver = !game.awaits_human();
        let played = match by_solver {
            true => analyst.choose(game),
            false => game.position().moves().choose(rng).copied(),
        };
        game.play(played.expect("a move")).expect("a legal one");
        if by_solver {
            assert_eq!(analyst.slip(game), None, "the solver gave a win away:\n{game}");
        }
    }
}

#[test]
fn the_solver_wins_what_is_won_against_random_play() {
    let (mut rng, mut analyst) = (deals::rng(7), analyst());
    let mut puzzles = puzzles();
    assert!(puzzles.len() >= 10);
    for _ in 0..10 {
        let deal = deals::deal::<3>(&mut rng, 2..=5, &Ruleset::default());
        puzzles.push(Position::of_state(deal, &Ruleset::default()).into());
    }
    for puzzle in puzzles {
        let mut game = Game::new(puzzle, Humans::Both);
        let side = game.position().side_to_move();
        let first_wins = (analyst.assess(&game).verdict() == Verdict::Win) == (side == Side::First);
        let (winner, humans) = if first_wins { (Side::First, Humans::Second) } else { (Side::Second, Humans::First) };
        game.seat(humans);
        for _ in 0..5 {
            let mut game = game.clone();
            assert_eq!(play_out(&mut game, &mut analyst, &mut rng), winner, "\n{game}");
        }
    }
}

/// A slip is what turns the verdict, by the mover, and the move named keeps it.
#[test]
fn slips_are_those_of_the_verdicts() {
    let (mut rng, mut analyst) = (deals::rng(8), analyst());
    let mut slips = 0;
    for _ in 0..60 {
        let position = deals::deal::<2>(&mut rng, 3..=6, &Ruleset::default());
        let position = Position::of_state(position, &Ruleset::default());
        let mut game = Game::new(position.into(), Humans::Both);
        while game.winner().is_none() {
            let moves = analyst.moves(&game);
            let wins = |played: Move| moves.contains(&(played, Verdict::Win));
            let (played, verdict) = *moves.choose(&mut rng).expect("a move");
            game.play(played).expect("a legal move");
            let slip = analyst.slip(&game);
            let was_won = moves.iter().any(|(_, verdict)| *verdict == Verdict::Win);
            assert_eq!(slip.is_some(), was_won && verdict == Verdict::Loss, "\n{game}");
            assert!(slip.is_none_or(|slip| slip.played == played && wins(slip.winning)), "\n{game}");
            slips += slip.is_some() as u32;
        }
    }
    assert!(slips > 20, "{slips}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Any state of any game is the same after it is saved and loaded, and goes on alike.
    #[test]
    fn a_saved_game_is_the_same(seed: u64, humans in 0..4usize, plies in 0..30usize) {
        let mut rng = deals::rng(seed);
        let text = ["huanle", "pagat", "huanle,-trio_pair", "huanle,packs=2"][rng.random_range(0..4)];
        let rules = deals::ruleset(text);
        let position = deals::deal::<2>(&mut rng, 3..=20, &rules);
        let humans = [Humans::First, Humans::Second, Humans::Both, Humans::None][humans];
        let mut game = Game::new(Position::of_state(position, &rules).into(), humans);
        for _ in 0..plies {
            let Some(&played) = game.position().moves().choose(&mut rng) else { break };
            game.play(played).expect("a legal move");
        }
        let mut read = Game::read(&game.to_string()).expect("a saved game");
        prop_assert_eq!(&read, &game);
        prop_assert_eq!(read.position().last(), game.position().last());
        prop_assert_eq!(read.take_back(), game.take_back());
        prop_assert_eq!(&read, &game);
    }

    /// Taking back leads to a turn of a person's that was there before, whatever was played in between.
    #[test]
    fn taking_back_leads_to_ones_own_turn(seed: u64, plies in 1..12usize) {
        let mut rng = deals::rng(seed);
        let mut game = Game::new("334567 | 5689TJ".parse().expect("a puzzle"), Humans::Second);
        for _ in 0..plies {
            let Some(&played) = game.position().moves().choose(&mut rng) else { break };
            game.play(played).expect("a legal move");
        }
        let before = game.clone();
        let taken = game.take_back();
        prop_assert_eq!(game.moves(), &before.moves()[..before.moves().len() - taken]);
        prop_assert!(taken == 0 && before.moves().len() < 2 || game.awaits_human());
    }
}

#[test]
fn a_game_starts_again() {
    let mut game = Game::new("334 | 56".parse().expect("a puzzle"), Humans::Second);
    let start = game.clone();
    for text in ["3", "5", "pass", "6"] {
        game.play(game.position().parse_move(text).expect("a move")).expect("a legal one");
    }
    assert!(game.winner().is_some() && game.start() == start.position());
    game.restart();
    assert_eq!(game, start);
}

/// Tab offers moves of hands that have more moves than fit in memory.
#[test]
fn some_moves_are_as_many_as_asked_for() {
    let rules = deals::ruleset("huanle,packs=2");
    let hand = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA";
    let rich = Position::of_hands(&[hand, "3"], None, None, None, rules).expect("a position");
    let (some, all) = rich.some_moves(500);
    assert_eq!((some.len(), all), (500, false));
    let poor: Position = "346999Q2 | 34JAAD | last=3".parse().expect("a position");
    assert_eq!(poor.some_moves(500), (poor.moves(), true));
    assert_eq!(poor.some_moves(2), (poor.moves()[..2].to_vec(), false));
}

#[test]
fn a_game_of_three_hands_is_saved_too() {
    let mut game = Game::new("3459 | 6678 | 9TJJ | last=8".parse().expect("a puzzle"), Humans::Second);
    for text in ["9", "pass", "J"] {
        game.play(game.position().parse_move(text).expect("a move")).expect("a legal one");
    }
    assert_eq!(Game::read(&game.to_string()), Ok(game));
}
