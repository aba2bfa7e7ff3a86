//! A whole game with hidden hands: one seat is the person's, and the two others play by advice. At its end the hands are shown, and the
//! person's moves are judged twice: by what could be known, and with all hands open.

use super::super::advise;
use super::args::{HiddenArgs, PlayArgs};
use super::command::{self, PlayCommand};
use super::input::{Input, Typed};
use super::{screen, spinner};
use crate::cli::exit::ExitCode;
use crate::cli::language::{language, text};
use crate::cli::{interrupt, memory, plan};
use anyhow::Context;
use canju::advice::{Effort, Seat, Strength, WholeGame};
use canju::report::{mark, padded};
use canju::review::{GameRecord, ReviewOptions, review};
use canju_engine::rules::shown;
use canju_engine::search::StopFlag;
use canju_engine::solver::Solver;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Moves of an advice that are shown.
const SHOWN: usize = 5;

/// What a line did.
enum Done {
    Played,
    Told,
    /// The session is over.
    Left,
}

struct Table<W> {
    game: WholeGame,
    /// The person's.
    seat: Seat,
    /// How the others play, and what the person's moves are judged by.
    bots: Effort,
    judge: Effort,
    output: W,
}

pub(super) fn run(args: &PlayArgs, seed: u64) -> anyhow::Result<ExitCode> {
    let HiddenArgs { seat, strength, .. } = args.whole;
    let game = WholeGame::deal(seed, &args.rules.rules, args.played_for.stakes.scoring);
    let game = game.ok().with_context(|| text!("one-pack-only"))?;
    let (stop, idle) = (StopFlag::default(), Arc::new(AtomicBool::new(false)));
    interrupt::raise_unless_idle(&stop, &idle)?;
    let mut input = Input::open(&idle)?;
    let memory = memory::budget(args.solving.memory)?;
    let with = |effort: Effort| Effort { threads: args.solving.threads.into(), memory, stop: stop.clone(), ..effort };
    // A glance is too little to judge by.
    let [bots, judge] = [strength, strength.max(Strength::Medium)].map(|strength| with(strength.effort(seed)));
    let mut table = Table { game, seat, bots, judge, output: BufWriter::new(io::stdout()) };
    let open = table.game.open().to_string();
    writeln!(table.output, "{}", text!("hidden-game", seat = table.name(seat), open = open))?;
    loop {
        table.let_others_move()?;
        if stop.is_stopped() {
            return Ok(ExitCode::Interrupted);
        }
        if table.game.to_move().is_none() {
            break;
        }
        table.show()?;
        let prompt = format!("{}> ", table.name(seat));
        loop {
            let done = match input.read(&prompt, Vec::new, &mut table.output)? {
                Typed::Line(line) => table.obey(&line)?,
                Typed::End => Done::Left,
                Typed::Interrupted => return Ok(ExitCode::Interrupted),
            };
            match done {
                Done::Played => break,
                Done::Told => {}
                Done::Left => return end(table.output),
            }
        }
    }
    table.judge(args)?;
    let interrupted = stop.is_stopped();
    end(table.output).map(|ended| if interrupted { ExitCode::Interrupted } else { ended })
}

fn end(mut output: impl Write) -> anyhow::Result<ExitCode> {
    output.flush()?;
    Ok(ExitCode::Success)
}

impl<W: Write> Table<W> {
    fn name(&self, seat: Seat) -> String {
        screen::seat_name(self.game.game(), seat as usize)
    }

    fn let_others_move(&mut self) -> anyhow::Result<()> {
        while let Some(seat) = self.game.to_move().filter(|&seat| seat != self.seat) {
            let advice = spinner::during(|| self.game.advice(&self.bots));
            if self.bots.stop.is_stopped() {
                break;
            }
            let played = advice.moves[0].played;
            writeln!(self.output, "{}", screen::moved(self.game.game(), seat as usize, played))?;
            self.game.play(played).context("internal error: the advised move")?;
        }
        Ok(())
    }

    /// What the person sees.
    fn show(&mut self) -> anyhow::Result<()> {
        writeln!(self.output)?;
        for seat in Seat::ALL {
            let name = padded(&self.name(seat), 9);
            if seat == self.seat {
                writeln!(self.output, "> {name} {}", self.game.hand(seat))?;
            } else {
                writeln!(self.output, "  {name} {}", text!("cards-left", count = self.game.hand(seat).len()))?;
            }
        }
        write!(self.output, "{}", screen::to_beat(self.game.game()))?;
        Ok(())
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> anyhow::Result<Done> {
        let refused = match command::parse(line, self.game.game().rules()) {
            Ok(PlayCommand::Nothing) => return Ok(Done::Told),
            Ok(PlayCommand::Quit) => return Ok(Done::Left),
            Ok(PlayCommand::QuitOrQueen(played) | PlayCommand::Play(played)) => match self.game.play(played) {
                Ok(()) => return Ok(Done::Played),
                Err(error) => screen::illegal(self.game.game(), &error),
            },
            Ok(PlayCommand::Log) => {
                write!(self.output, "{}", screen::log(self.game.game()))?;
                return Ok(Done::Told);
            }
            Ok(PlayCommand::Hint) => {
                let advice = spinner::during(|| self.game.advice(&self.judge));
                for advised in advice.moves.iter().take(SHOWN) {
                    let name = advise::name(advised, self.game.game().rules());
                    writeln!(self.output, "  {name:<20}  {}", advise::shares(advised))?;
                }
                writeln!(self.output, "{}", text!("advice-estimate"))?;
                return Ok(Done::Told);
            }
            Ok(_) => text!("not-while-hidden"),
            Err(why) => why,
        };
        writeln!(self.output, "{}", text!("refused-because", why = text!("label-error"), cure = shown(&refused)))?;
        Ok(Done::Told)
    }

    /// Shows the hands, and what the person's moves cost.
    fn judge(&mut self, args: &PlayArgs) -> anyhow::Result<()> {
        let game = self.game.game().clone();
        write!(self.output, "{}", screen::board(&game, &plan::palette(args.color, false)))?;
        writeln!(self.output, "\n{}", text!("hands-were"))?;
        for (seat, hand) in Seat::ALL.into_iter().zip(game.start().hands()) {
            writeln!(self.output, "  {} {hand}", padded(&self.name(seat), 9))?;
        }
        write!(self.output, "\n{}\n", screen::log(&game))?;
        let options = ReviewOptions {
            time: Some(plan::task(&args.solving).limits.time.unwrap_or(super::args::REVIEW_TIME)),
            stop: self.bots.stop.clone(),
            ..ReviewOptions::default()
        };
        let mut solver = Solver::new(plan::options(&args.solving)?);
        let reviewed = spinner::during(|| review(&mut solver, game.start(), game.moves(), &options));
        let reviewed = reviewed.context("internal error: a move that was played")?;
        writeln!(self.output, "{}", text!("your-moves"))?;
        let record = GameRecord::new(game.puzzle(), &reviewed);
        let own =
            record.moves.iter().enumerate().filter(|(number, _)| reviewed.moves[*number].player == self.seat as usize);
        for (number, moved) in own {
            let Some(cost) = spinner::during(|| self.game.cost(number, &self.judge)) else { continue };
            if self.bots.stop.is_stopped() {
                break;
            }
            let notation = |played| game.rules().notation(played);
            let known = match cost.share {
                share if share < 0.005 => text!("cost-nothing"),
                share => text!("cost-worlds", percent = (100.0 * share).round() as u32, best = notation(cost.best)),
            };
            let (played, open) = (notation(game.moves()[number]), mark(language(), moved));
            let row = text!("judged-move", number = number + 1, played = played, known = known, open = open);
            writeln!(self.output, "  {row}")?;
        }
        writeln!(self.output, "\n{}", text!("judged-by"))?;
        Ok(())
    }
}
