//! `canju play`: a game against the solver, at a terminal or from a pipe.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the session: reads a command, does it, lets the solver move |
//! | `command.rs` | what may be typed |
//! | `input.rs` | terminal and pipe |
//! | `screen.rs` | what is printed |
//!
//! [`crate::play`] keeps the state of the game and asks the solver. Refusals are printed among the answers, not on standard
//! error, because they are part of the conversation.

mod command;
mod input;
mod screen;

use super::args::{Human, PlayArgs};
use super::exit::ExitCode;
use super::progress::Progress;
use super::{interrupt, plan};
use crate::play::{Analyst, Game, Humans};
use crate::report::Palette;
use crate::rules::Move;
use crate::search::{StopFlag, Verdict};
use anyhow::Context;
use command::PlayCommand;
use input::{Input, Typed};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long the solver may think before a spinner is shown.
const PATIENCE: Duration = Duration::from_millis(300);

pub(super) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let options = plan::options(&args.solving)?;
    let (stop, idle) = (options.stop.clone(), Arc::new(AtomicBool::new(false)));
    interrupt::raise_unless_idle(&stop, &idle)?;
    let mut input = Input::open(&idle)?;
    let mut session = Session {
        game: Game::new(puzzle, Humans::Both)?,
        analyst: Analyst::new(options),
        stop,
        palette: plan::palette(args.color, io::stdout().is_terminal()),
        output: BufWriter::new(io::stdout()),
        undecided: false,
        refused: false,
    };
    session.sit_down(args.human);
    session.converse(&mut input)
}

/// What a command changed.
enum Effect {
    /// The position: it may be the solver's turn, and the hands are to be shown.
    Changed,
    /// Nothing.
    Same,
    /// The session is over.
    Quit,
}

struct Session<W> {
    game: Game,
    analyst: Analyst,
    stop: StopFlag,
    palette: Palette,
    output: W,
    /// Was a limit reached anywhere?
    undecided: bool,
    /// Was any line refused?
    refused: bool,
}

impl<W: Write> Session<W> {
    /// Seats the person as the option `--human` says.
    fn sit_down(&mut self, human: Human) {
        let mover = self.game.position().side_to_move();
        let humans = match human {
            Human::First => Humans::First,
            Human::Second => Humans::Second,
            Human::Both => Humans::Both,
            Human::None => Humans::None,
            Human::Loser | Human::Winner => match self.verdict() {
                Verdict::Unknown(_) => Humans::side(mover),
                verdict if (verdict == Verdict::Win) == (human == Human::Winner) => Humans::side(mover),
                _ => Humans::side(mover.opponent()),
            },
        };
        self.game.seat(humans);
    }

    /// Reads and obeys commands until the session ends.
    fn converse(&mut self, input: &mut Input) -> anyhow::Result<ExitCode> {
        self.introduce()?;
        let mut effect = Effect::Changed;
        loop {
            if matches!(effect, Effect::Changed) {
                self.let_solver_move()?;
                if !self.stop.is_stopped() {
                    write!(self.output, "{}", screen::board(&self.game, &self.palette))?;
                }
            }
            if self.stop.is_stopped() {
                self.output.flush()?;
                return Ok(ExitCode::Interrupted);
            }
            let line = match input.read(&self.prompt(), self.words(), &mut self.output)? {
                Typed::Line(line) => line,
                Typed::End => break,
                Typed::Interrupted => return Ok(ExitCode::Interrupted),
            };
            effect = match command::parse(&line, self.game.rules()) {
                Ok(command) => self.obey(command)?,
                Err(why) => self.refuse(&why)?,
            };
            if matches!(effect, Effect::Quit) {
                break;
            }
        }
        self.output.flush()?;
        // At a terminal the person has seen the refusal; a script needs an exit code.
        let told = |applies: bool| applies && !input.is_terminal();
        Ok(match (told(self.refused), told(self.undecided)) {
            (true, _) => ExitCode::BadInput,
            (false, true) => ExitCode::Undecided,
            (false, false) => ExitCode::Success,
        })
    }

    fn prompt(&self) -> String {
        match self.game.winner() {
            Some(_) => "over> ".to_owned(),
            None => format!("{}> ", screen::seat_name(&self.game, self.game.to_move())),
        }
    }

    /// What can be typed now.
    fn words(&self) -> Vec<String> {
        let moves = self.game.position().moves(self.game.rules()).into_iter();
        let moves = moves.map(|played| self.game.rules().notation(played));
        moves.chain(command::WORDS.iter().map(|(word, ..)| (*word).to_owned())).collect()
    }

    fn obey(&mut self, command: PlayCommand) -> anyhow::Result<Effect> {
        match command {
            PlayCommand::Nothing => return Ok(Effect::Same),
            PlayCommand::Quit => return Ok(Effect::Quit),
            PlayCommand::Help => write!(self.output, "{}", screen::help())?,
            PlayCommand::Play(played) => return self.play(played),
            PlayCommand::Undo => {
                return match self.game.take_back() {
                    0 => self.refuse("no move of yours to take back"),
                    _ => Ok(Effect::Changed),
                };
            }
            PlayCommand::Swap => {
                if !self.game.swap() {
                    return self.refuse("can't change seats: one side must be yours and one the solver's");
                }
                return Ok(Effect::Changed);
            }
            PlayCommand::Save(path) => return self.save(&path),
            PlayCommand::Load(path) => return self.load(&path),
            PlayCommand::Hint | PlayCommand::Moves | PlayCommand::Line if self.game.winner().is_some() => {
                return self.refuse("the game is over: `undo` takes a move back");
            }
            PlayCommand::Hint => {
                let verdict = self.verdict();
                let played = self.analyst.choose(&self.game);
                let hint = screen::hint(&self.game, verdict, played, &self.palette);
                writeln!(self.output, "{hint}")?;
            }
            PlayCommand::Moves => {
                let moves = self.thinking(|analyst, game| analyst.moves(game));
                self.undecided |= moves.iter().any(|(_, verdict)| !verdict.is_decided());
                write!(self.output, "{}", screen::moves(&self.game, &moves, &self.palette))?;
            }
            PlayCommand::Line => {
                let verdict = self.verdict();
                let line = self.analyst.assess(&self.game).line.clone();
                match line.is_empty() {
                    true => writeln!(self.output, "{}", screen::hint(&self.game, verdict, None, &self.palette))?,
                    false => write!(self.output, "{}", screen::line(&self.game, &line, plan::terminal_width()))?,
                }
            }
        }
        Ok(Effect::Same)
    }

    fn play(&mut self, played: Move) -> anyhow::Result<Effect> {
        if let Err(error) = self.game.play(played) {
            let why = screen::illegal(&self.game, &error);
            return self.refuse(&why);
        }
        if let Some(slip) = self.thinking(|analyst, game| analyst.slip(game)) {
            let text = screen::slip(&self.game, slip);
            writeln!(self.output, "{}", self.palette.notable(&text))?;
        }
        Ok(Effect::Changed)
    }

    /// The solver plays its sides up to a person's turn or the end.
    fn let_solver_move(&mut self) -> anyhow::Result<()> {
        while self.game.winner().is_none() && !self.game.awaits_human() && !self.stop.is_stopped() {
            let verdict = self.verdict();
            let Some(played) = self.thinking(|analyst, game| analyst.choose(game)) else { break };
            if self.stop.is_stopped() {
                break;
            }
            let moved = screen::moved(&self.game, self.game.to_move(), played);
            match verdict {
                Verdict::Unknown(_) => writeln!(self.output, "{moved}, a guess: a limit was reached")?,
                _ => writeln!(self.output, "{moved}")?,
            }
            self.game.play(played).context("internal error: the solver's move")?;
        }
        Ok(())
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<Effect> {
        if let Err(error) = fs::write(path, self.game.to_string()) {
            return self.refuse(&format!("can't write {}: {error}", path.display()));
        }
        writeln!(self.output, "saved to {}", path.display())?;
        Ok(Effect::Same)
    }

    fn load(&mut self, path: &Path) -> anyhow::Result<Effect> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => return self.refuse(&format!("can't read {}: {error}", path.display())),
        };
        match Game::read(&text) {
            Ok(game) => self.game = game,
            Err(error) => return self.refuse(&format!("{}: {error}", path.display())),
        }
        self.introduce()?;
        Ok(Effect::Changed)
    }

    /// Prints who wins and who plays which side; nothing if the game is over.
    fn introduce(&mut self) -> anyhow::Result<()> {
        if self.game.winner().is_none() {
            let verdict = self.verdict();
            if !self.stop.is_stopped() {
                writeln!(self.output, "{}", screen::introduction(&self.game, verdict))?;
            }
        }
        Ok(())
    }

    /// Prints what is wrong on one line; the session goes on.
    fn refuse(&mut self, why: &str) -> anyhow::Result<Effect> {
        self.refused = true;
        writeln!(self.output, "{}: {why}", self.palette.notable("error"))?;
        Ok(Effect::Same)
    }

    fn verdict(&mut self) -> Verdict {
        let verdict = self.thinking(|analyst, game| analyst.assess(game).verdict);
        self.undecided |= !verdict.is_decided();
        verdict
    }

    /// Runs something that may take time, with a spinner at a terminal if it does.
    fn thinking<T>(&mut self, think: impl FnOnce(&mut Analyst, &Game) -> T) -> T {
        if !io::stderr().is_terminal() {
            return think(&mut self.analyst, &self.game);
        }
        let (done, wait) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    let progress = Progress::shown(true, true, Some(1));
                    // Ends when the sender goes away.
                    let _ = wait.recv();
                    progress.finish();
                }
            });
            let found = think(&mut self.analyst, &self.game);
            drop(done);
            found
        })
    }
}
