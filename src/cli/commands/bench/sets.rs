//! The sets of positions. They are a part of the program, so its figures compare with everyone's.

use super::args::BenchSet;
use anyhow::Context;
use canju_engine::rules::Ruleset;
use canju_packs::puzzle::{self, Puzzle};
use canju_shipped::PACKS;

/// A name and its positions.
pub(super) type Set = (&'static str, Vec<Puzzle>);

/// A name and the packs it stands for.
type Packs = (&'static str, &'static [(&'static str, &'static str)]);

/// The packs of published puzzles, which stand first among those that ship.
const COMPOSED: Packs = ("composed", PACKS.split_at(4).0);

const DEALS: Packs = ("deals", &[("full", include_str!("../../../../benches/data/full.ddz"))]);

const THREE: Packs = ("three", &[("three", include_str!("../../../../benches/data/three.ddz"))]);

/// What `--set` stands for: the names of sets, each with its positions.
pub(super) fn chosen(set: BenchSet) -> anyhow::Result<Vec<Set>> {
    let sets: &[Packs] = match set {
        BenchSet::Composed => &[COMPOSED],
        BenchSet::Deals => &[DEALS],
        BenchSet::Three => &[THREE],
        BenchSet::All => &[COMPOSED, DEALS, THREE],
    };
    sets.iter().map(|&set| Ok((set.0, puzzles(set)?))).collect()
}

/// The positions of a set.
fn puzzles((name, packs): Packs) -> anyhow::Result<Vec<Puzzle>> {
    let read = |&(pack, text): &(&str, &'static str)| {
        let origin = pack.trim_start_matches("published/").trim_end_matches(".ddz");
        let puzzles = puzzle::read(text.as_bytes(), origin, Ruleset::default());
        puzzles.collect::<Result<Vec<_>, _>>().with_context(|| format!("benchmark set {name}"))
    };
    Ok(packs.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?.concat())
}
