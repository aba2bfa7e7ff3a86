//! The sets of positions. They are a part of the program, so its figures compare with everyone's.

use super::args::{BenchArgs, BenchSet};
use crate::cli::language::text;
use crate::cli::one_of_file;
use anyhow::{Context, ensure};
use canju::puzzle::{self, Puzzle, PuzzleError};
use canju::shipped::PACKS;
use canju_engine::rules::Ruleset;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A name and its positions.
pub(super) type Set = (String, Vec<Puzzle>);

/// A name and the packs it stands for.
type Packs = (&'static str, &'static [(&'static str, &'static str)]);

/// The packs of published puzzles, which stand first among those that ship.
const COMPOSED: Packs = ("composed", PACKS.split_at(4).0);

const SMALL: Packs = ("small", &[("small", include_str!("data/small.ddz"))]);

const DEALS: Packs = ("deals", &[("full", include_str!("data/full.ddz"))]);

const THREE: Packs = ("three", &[("three", include_str!("data/three.ddz"))]);

const LONG: Packs = ("long", &[("long", include_str!("data/long.ddz"))]);

/// The packs that are named, or what `--set` stands for.
pub(super) fn chosen(args: &BenchArgs) -> anyhow::Result<Vec<Set>> {
    if !args.packs.is_empty() {
        return args.packs.iter().map(|path| of_file(path)).collect();
    }
    let sets: &[Packs] = match args.set {
        BenchSet::Composed => &[COMPOSED],
        BenchSet::Small => &[SMALL],
        BenchSet::Deals => &[DEALS],
        BenchSet::Three => &[THREE],
        BenchSet::Long => &[LONG],
        BenchSet::All => &[COMPOSED, DEALS, THREE],
    };
    sets.iter().map(|&set| shipped(set)).collect()
}

/// A pack as a set of its name.
fn of_file(path: &Path) -> anyhow::Result<Set> {
    let shown = path.display();
    let file = File::open(path).with_context(|| text!("cant-read", path = path.to_string_lossy()))?;
    let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let read = puzzle::read(BufReader::new(file), name.clone(), Ruleset::default());
    let puzzles = read.collect::<Result<Vec<_>, PuzzleError>>().with_context(|| shown.to_string())?;
    ensure!(!puzzles.is_empty(), one_of_file::no_puzzle(&shown.to_string()));
    Ok((name, puzzles))
}

/// A set that ships with the program.
fn shipped((name, packs): Packs) -> anyhow::Result<Set> {
    let read = |&(pack, text): &(&str, &'static str)| {
        let origin = pack.trim_start_matches("published/").trim_end_matches(".ddz");
        let puzzles = puzzle::read(text.as_bytes(), origin, Ruleset::default());
        puzzles.collect::<Result<Vec<_>, _>>().with_context(|| text!("the-set", set = name))
    };
    Ok((name.to_owned(), packs.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?.concat()))
}
