//! A session of `canju play`: reads a command, obeys it, and lets the solver move.

use super::args::Human;
use super::command::{self, PlayCommand};
use super::input::{Input, Typed};
use super::levels::Levels;
use super::words::{self, WORDS};
use super::{files, hints, screen, spinner};
use crate::cli::exit::ExitCode;
use crate::cli::language::{in_words, text};
use crate::cli::plan;
use anyhow::Context;
use canju::play::{Analyst, Game, Humans};
use canju::report::Palette;
use canju_engine::rules::{Move, shown};
use canju_engine::search::{StopFlag, Verdict};
use std::io::Write;
use std::path::Path;

/// The most moves that Tab completes to. More would not help, and two packs can have millions.
const COMPLETIONS: usize = 500;

/// The most bytes of a saved game: far more than any takes.
const SAVED: u64 = 1 << 20;

/// What a command changed.
enum Effect {
    /// The position: it may be the solver's turn, and the hands are to be shown.
    Changed,
    /// Nothing.
    Same,
    /// The session is over.
    Quit,
}

pub(super) struct Session<W> {
    pub game: Game,
    /// The pack, if one is played.
    pub levels: Option<Levels>,
    /// The option `--human`, which seats the person at each level.
    pub human: Option<Human>,
    /// Which side the file of the game says.
    pub saved_humans: Option<Humans>,
    pub analyst: Analyst,
    pub stop: StopFlag,
    pub palette: Palette,
    pub output: W,
    /// Was the last line a `q` that could have been a queen?
    pub asked_to_quit: bool,
    /// How many hints were given for the position.
    pub hints: usize,
    /// Was a limit reached anywhere?
    pub undecided: bool,
    /// Was any line refused?
    pub refused: bool,
}

impl<W: Write> Session<W> {
    /// Reads and obeys commands until the session ends.
    pub fn run(mut self, mut input: Input, notes: &[String]) -> anyhow::Result<ExitCode> {
        if let Some(levels) = &self.levels {
            writeln!(self.output, "{}", shown(&levels.score()))?;
        }
        for note in notes {
            self.note(note)?;
        }
        self.sit_down();
        self.introduce()?;
        let mut effect = Effect::Changed;
        loop {
            if matches!(effect, Effect::Changed) {
                self.go_on()?;
            }
            if self.stop.is_stopped() {
                self.output.flush()?;
                return Ok(ExitCode::Interrupted);
            }
            let words = || completions(&self.game);
            let line = match input.read(&prompt(&self.game), words, &mut self.output)? {
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

    /// Seats the person as the option `--human` says, else as the saved game does, else on the first seat.
    fn sit_down(&mut self) {
        let mover = self.game.position().side_to_move();
        let human = match (self.human, self.saved_humans) {
            (Some(human), _) => human,
            (None, Some(humans)) => return self.game.seat(humans),
            (None, None) => Human::First,
        };
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

    /// Prints the level, who wins and who plays which side; less if the game is over.
    fn introduce(&mut self) -> anyhow::Result<()> {
        if let Some(heading) = self.levels.as_ref().and_then(Levels::heading) {
            writeln!(self.output, "\n{}", shown(&heading))?;
        }
        if self.game.winner().is_none() {
            let verdict = self.verdict();
            if !self.stop.is_stopped() {
                let worth = self.analyst.assess(&self.game).worth();
                write!(self.output, "{}\n{}", screen::introduction(&self.game, verdict), screen::worth(worth))?;
            }
        }
        Ok(())
    }

    /// From a new position to the next one in which the person is to do something: perhaps on the next level.
    fn go_on(&mut self) -> anyhow::Result<()> {
        loop {
            self.hints = 0;
            self.let_solver_move()?;
            if self.stop.is_stopped() {
                return Ok(());
            }
            write!(self.output, "{}", screen::board(&self.game, &self.palette))?;
            if !self.finish()? {
                return Ok(());
            }
        }
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
                Verdict::Unknown(_) => writeln!(self.output, "{}", text!("a-guess", moved = moved))?,
                _ => writeln!(self.output, "{moved}")?,
            }
            self.game.play(played).context("internal error: the solver's move")?;
        }
        Ok(())
    }

    /// If a game against the solver is over: what can be done after a loss; after a win the next level, if there is one.
    /// Returns true if that has begun.
    fn finish(&mut self) -> anyhow::Result<bool> {
        let Some(winner) = self.game.winner() else { return Ok(false) };
        if matches!(self.game.humans(), Humans::Both | Humans::None) {
            return Ok(false);
        }
        if !self.game.humans().play(winner) {
            let is_level = self.levels.as_ref().is_some_and(|levels| levels.current().is_some());
            write!(self.output, "{}", screen::after_loss(is_level))?;
            return Ok(false);
        }
        let Some(levels) = &mut self.levels else { return Ok(false) };
        let Some((how, note)) = levels.solve() else { return Ok(false) };
        let score = levels.score();
        let how = self.palette.notable(&capitalized(&how.text()));
        writeln!(self.output, "{}", text!("solved-line", how = how, score = shown(&score)))?;
        let advances = levels.advance();
        if let Some(note) = note {
            self.note(&note)?;
        }
        match advances {
            true => self.begin_level()?,
            false => writeln!(self.output, "{}", text!("every-level-solved"))?,
        }
        Ok(advances)
    }

    /// A new game of the level that was gone to.
    fn begin_level(&mut self) -> anyhow::Result<()> {
        if let Some(level) = self.levels.as_ref().and_then(Levels::current) {
            self.game = Game::resume(level.clone())?;
            self.saved_humans = level.humans;
            self.sit_down();
        }
        self.introduce()
    }

    fn obey(&mut self, command: PlayCommand) -> anyhow::Result<Effect> {
        self.asked_to_quit &= matches!(command, PlayCommand::QuitOrQueen(_));
        match command {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return Ok(Effect::Quit),
            PlayCommand::QuitOrQueen(queen) => {
                let may_be_queen = self.game.position().play(queen).is_ok();
                if !may_be_queen || std::mem::replace(&mut self.asked_to_quit, true) {
                    return Ok(Effect::Quit);
                }
                self.note(&text!("q-or-queen"))?;
                return Ok(Effect::Same);
            }
            PlayCommand::Help => write!(self.output, "{}", words::list())?,
            PlayCommand::Log => write!(self.output, "{}", screen::log(&self.game))?,
            PlayCommand::Play(played) => return self.play(played),
            PlayCommand::Undo(turns) => return self.undo(turns),
            PlayCommand::Restart => {
                self.game.restart();
                return Ok(Effect::Changed);
            }
            PlayCommand::Next => return self.go_to(|levels| levels.neighbour(true)),
            PlayCommand::Previous => return self.go_to(|levels| levels.neighbour(false)),
            PlayCommand::Level(number) => return self.go_to(|_| number),
            PlayCommand::Levels => match &self.levels {
                Some(levels) => write!(self.output, "{}", levels.table())?,
                None => return self.refuse(&text!("no-pack")),
            },
            PlayCommand::Save(path) => return self.save(&path),
            PlayCommand::Load(path) => return self.load(&path),
            PlayCommand::Hint | PlayCommand::Solution | PlayCommand::Verdicts | PlayCommand::Swap
                if self.game.winner().is_some() =>
            {
                return self.refuse(&text!("over-undo"));
            }
            PlayCommand::Swap => return self.swap(),
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Solution => {
                let (verdict, played) = (self.verdict(), self.thinking(|analyst, game| analyst.choose(game)));
                self.note_help();
                let report = self.analyst.assess(&self.game);
                let solution = screen::solution(&self.game, verdict, played, report.line(), &self.palette);
                write!(self.output, "{}{solution}", screen::worth(report.worth()))?;
            }
            PlayCommand::Verdicts => {
                let report = self.thinking(|analyst, game| analyst.every_move(game));
                self.note_help();
                self.undecided |= report.moves().iter().any(|(_, verdict)| !verdict.is_decided());
                write!(self.output, "{}", screen::verdicts(&self.game, &report, &self.palette))?;
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

    /// Takes back this many moves of the person, or all if there are fewer.
    fn undo(&mut self, turns: usize) -> anyhow::Result<Effect> {
        let taken = (0..turns).take_while(|_| self.game.take_back() > 0).count();
        match taken {
            0 => return self.refuse(&text!("nothing-to-take-back")),
            taken if taken < turns => self.note(&text!("only-so-many-back", count = taken))?,
            _ => {}
        }
        Ok(Effect::Changed)
    }

    fn swap(&mut self) -> anyhow::Result<Effect> {
        if !self.game.swap() {
            return self.refuse(&text!("cant-swap"));
        }
        // The solver has shown how to play the side that is now the person's.
        if !self.game.moves().is_empty() {
            self.note_help();
        }
        Ok(Effect::Changed)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let (verdict, played) = (self.verdict(), self.thinking(|analyst, game| analyst.choose(game)));
        self.hints = (self.hints + 1).min(hints::STEPS);
        // A guess is no hint.
        let played = played.filter(|_| verdict.is_decided());
        let hint = played.map(|played| hints::hint(played, self.hints, self.game.rules()));
        if hint.as_ref().is_some_and(|hint| hint.tells_all) {
            self.hints = hints::STEPS;
            self.note_help();
        }
        let text = screen::hint(&self.game, verdict, self.hints, hint.as_ref(), &self.palette);
        let worth = screen::worth(self.analyst.assess(&self.game).worth());
        write!(self.output, "{text}\n{worth}")?;
        Ok(())
    }

    /// The program names a move: a level that is won now counts as solved with help.
    fn note_help(&mut self) {
        if let Some(levels) = &mut self.levels {
            levels.note_help();
        }
    }

    /// Goes to the level with this number.
    fn go_to(&mut self, number: impl FnOnce(&Levels) -> usize) -> anyhow::Result<Effect> {
        let Some(levels) = &mut self.levels else { return self.refuse(&text!("no-pack")) };
        let number = number(levels);
        if let Err(why) = levels.go_to(number) {
            return self.refuse(&why);
        }
        self.begin_level()?;
        Ok(Effect::Changed)
    }

    fn save(&mut self, path: &Path) -> anyhow::Result<Effect> {
        if let Err(error) = files::replace(path, &self.game.to_string()) {
            return self.refuse(&text!("refused-because", why = plan::cant_write(path), cure = in_words(&error)));
        }
        writeln!(self.output, "{}", text!("saved-to", path = shown(&path.to_string_lossy())))?;
        Ok(Effect::Same)
    }

    fn load(&mut self, path: &Path) -> anyhow::Result<Effect> {
        let text = match files::read(path, SAVED) {
            Ok(text) => text,
            Err(error) => {
                let why = text!("cant-read", path = path.to_string_lossy());
                return self.refuse(&text!("refused-because", why = why, cure = in_words(&error)));
            }
        };
        match Game::read(&text) {
            Ok(game) => self.game = game,
            Err(error) => {
                let path = path.to_string_lossy();
                return self.refuse(&text!("refused-because", why = path, cure = in_words(&error)));
            }
        }
        if let Some(levels) = &mut self.levels {
            levels.leave();
        }
        self.introduce()?;
        Ok(Effect::Changed)
    }

    /// Prints what the person should know; nothing was wrong with what was typed.
    fn note(&mut self, what: &str) -> anyhow::Result<()> {
        let note = self.palette.notable(&text!("note"));
        writeln!(self.output, "{}", text!("refused-because", why = note, cure = shown(what)))?;
        Ok(())
    }

    /// Prints what is wrong on one line; the session goes on.
    fn refuse(&mut self, why: &str) -> anyhow::Result<Effect> {
        self.refused = true;
        let error = self.palette.notable(&text!("label-error"));
        writeln!(self.output, "{}", text!("refused-because", why = error, cure = shown(why)))?;
        Ok(Effect::Same)
    }

    fn verdict(&mut self) -> Verdict {
        let verdict = self.thinking(|analyst, game| analyst.assess(game).verdict());
        self.undecided |= !verdict.is_decided();
        verdict
    }

    fn thinking<T>(&mut self, think: impl FnOnce(&mut Analyst, &Game) -> T) -> T {
        spinner::during(|| think(&mut self.analyst, &self.game))
    }
}

fn prompt(game: &Game) -> String {
    match game.winner() {
        Some(_) => text!("over-prompt") + " ",
        None => format!("{}> ", screen::seat_name(game, game.to_move())),
    }
}

/// What can be typed now.
fn completions(game: &Game) -> Vec<String> {
    let combos = game.position().some_moves(COMPLETIONS).0.into_iter().filter(|played| *played != Move::Pass);
    let pass = game.position().last().map(|_| Move::Pass);
    let moves = combos.chain(pass).map(|played| game.rules().notation(played));
    moves.chain(WORDS.iter().map(|word| word.name.to_owned())).collect()
}

/// The text with its first letter as at the start of a sentence.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
