//! `canju picture`: a position as SVG.

use crate::cli::args::{OutputArgs, PositionArgs, RulesArgs, cards};
use crate::cli::exit::ExitCode;
use crate::cli::language::language;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use anyhow::Context;
use canju::report::position_svg;
use clap::Args;
use std::io::Write;

const ABOUT: &str = "Draw a position: the hands as cards, one below the other, as SVG. The hand to move is marked, and above the hands is what \
    it must answer. The names are in the language of --lang. Nothing is solved.";

fn after() -> String {
    format!(
        "Examples:
  canju picture 346999Q2 34JAAD --output position.svg
  canju picture K5 44 6Q --turn 3 --last J --by 1 > position.svg
  canju picture puzzles/published/game-levels.ddz:6 --lang zh > level.svg

{}

Exit codes: 0 drawn; 2 bad input or usage.",
        cards()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct PictureArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &PictureArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    places::check(&[("--output", args.output.output.as_deref())], plan::file(&args.position))?;
    let mut file = OutputPlan::new(&args.output).open()?;
    let svg = position_svg(&puzzle.position, language());
    file.write_all(svg.as_bytes())
        .and_then(|()| file.flush())
        .and_then(|()| file.commit())
        .with_context(plan::cant_write_results)?;
    Ok(ExitCode::Success)
}
