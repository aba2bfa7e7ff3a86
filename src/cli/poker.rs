//! `canju poker`: hands ranked, dealt and counted. The work is that of [`canju_poker`]; this is what people and programs
//! read.

use super::args::{PokerArgs, PokerCommand, PokerDealArgs, PokerFrequenciesArgs, PokerRankArgs, SingleFormat};
use super::complaint::in_quotes;
use super::exit::ExitCode;
use super::plan::OutputPlan;
use anyhow::{Context, anyhow};
use canju_engine::search::Verdict;
use canju_engine::solver::{Options, thread_pool};
use canju_packs::batch::CANT_WRITE;
use canju_packs::files::OutputFile;
use canju_packs::report::thousands;
use canju_poker::{Card, Frequencies, Hand, HandError, Kind, Strength, deal};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn run(args: &PokerArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        PokerCommand::Rank(args) => run_rank(args),
        PokerCommand::Deal(args) => run_deal(args),
        PokerCommand::Frequencies(args) => run_frequencies(args),
    }
}

/// Writes an answer in the form asked for.
fn write<R: Serialize>(
    mut file: OutputFile,
    format: SingleFormat,
    record: &R,
    text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<ExitCode> {
    let written = match format {
        SingleFormat::Json => writeln!(file, "{}", serde_json::to_string(record)?),
        SingleFormat::Text => text(&mut file),
    };
    written.and_then(|()| file.flush()).and_then(|()| file.commit()).context(CANT_WRITE)?;
    Ok(ExitCode::Success)
}

/// A seed for which none was typed. It is short, because it is shown and may be typed again.
pub(super) fn new_seed() -> u64 {
    rand::random::<u32>().into()
}

/// Says which seed was taken if none was typed.
pub(super) fn note_seed(typed: Option<u64>, seed: u64, output: &OutputPlan) {
    if typed.is_none() && !output.quiet {
        let _ = writeln!(io::stderr(), "canju: --seed {seed} repeats this");
    }
}

/// The answer of `canju poker rank` for programs, `canju.poker.rank/1`.
#[derive(Serialize)]
struct RankRecord {
    schema: &'static str,
    hands: Vec<RankedHand>,
}

#[derive(Serialize)]
struct RankedHand {
    cards: Vec<String>,
    kind: Kind,
    /// In order of weight.
    ranks: Vec<String>,
    /// Is no other hand better?
    best: bool,
}

fn run_rank(args: &PokerRankArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let hands = read_hands(&args.hands)?;
    let file = output.open()?;
    let strengths: Vec<Strength> = hands.iter().map(Strength::of).collect();
    let best = strengths.iter().max().copied();
    let ranked = hands.iter().zip(&strengths).map(|(hand, strength)| RankedHand {
        cards: hand.cards().iter().map(Card::to_string).collect(),
        kind: strength.kind(),
        ranks: strength.ranks().map(|rank| rank.to_string()).collect(),
        best: best == Some(*strength),
    });
    let record = RankRecord { schema: "canju.poker.rank/1", hands: ranked.collect() };
    write(file, args.format, &record, |file| {
        let width = hands.iter().map(|hand| hand.to_string().len()).max().unwrap_or_default();
        for ranked in &record.hands {
            let (cards, kind, ranks) = (ranked.cards.join(" "), ranked.kind, ranked.ranks.join(" "));
            match ranked.best {
                false => writeln!(file, "{cards:width$}  {kind:<15}  {ranks}")?,
                true => {
                    let mark = output.palette.verdict(Verdict::Win, "best");
                    writeln!(file, "{cards:width$}  {kind:<15}  {ranks:<9}  {mark}")?;
                }
            }
        }
        Ok(())
    })
}

fn read_hands(typed: &[String]) -> anyhow::Result<Vec<Hand>> {
    let hands: Vec<Result<Hand, HandError>> = typed.iter().map(|text| text.parse()).collect();
    // One card each: the shell has taken a hand apart.
    let apart = typed.len() > 1 && hands.iter().all(|hand| matches!(hand, Err(HandError::Size(1))));
    hands
        .into_iter()
        .zip(1..)
        .map(|(hand, number)| {
            hand.map_err(|error| match error {
                HandError::Size(_) if apart => {
                    anyhow!("hand {number}: {error}: {}", in_quotes("poker rank", "'TC 9D TD JH 5C'"))
                }
                _ => anyhow!("hand {number}: {error}"),
            })
        })
        .collect()
}

/// The answer of `canju poker deal` for programs, `canju.poker.deal/1`.
#[derive(Serialize)]
struct DealRecord {
    schema: &'static str,
    seed: u64,
    hands: Vec<Vec<String>>,
}

fn run_deal(args: &PokerDealArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let seed = args.seed.unwrap_or_else(new_seed);
    let dealt = deal(args.hands.into(), args.cards.into(), seed)?;
    let file = output.open()?;
    note_seed(args.seed, seed, &output);
    let hands = dealt.iter().map(|hand| hand.iter().map(Card::to_string).collect());
    let record = DealRecord { schema: "canju.poker.deal/1", seed, hands: hands.collect() };
    write(file, args.format, &record, |file| {
        record.hands.iter().try_for_each(|hand| writeln!(file, "{}", hand.join(" ")))
    })
}

/// The answer of `canju poker frequencies` for programs, `canju.poker.frequencies/1`.
#[derive(Serialize)]
struct FrequenciesRecord {
    schema: &'static str,
    cards: u16,
    /// The hands counted: all, or those of the sample.
    total: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// The best first.
    kinds: Vec<KindRecord>,
}

#[derive(Serialize)]
struct KindRecord {
    kind: Kind,
    count: u64,
    percent: f64,
    /// Other hands for each of this kind; `null` if there is none of this kind.
    odds_against: Option<f64>,
    /// For a sample: where the percentage among all hands is, with a confidence of 95 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    percent_interval: Option<(f64, f64)>,
}

fn run_frequencies(args: &PokerFrequenciesArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let file = output.open()?;
    let threads = Options { threads: args.threads.into(), ..Options::default() }.thread_count();
    let pool = thread_pool(threads, "canju").context("the system gives no thread to count with")?;
    let cards = args.cards.into();
    let (found, seed) = match args.samples {
        None => (pool.install(|| Frequencies::exact(cards)), None),
        Some(samples) => {
            let seed = args.seed.unwrap_or_else(new_seed);
            note_seed(args.seed, seed, &output);
            (pool.install(|| Frequencies::sampled(cards, samples, seed)), Some(seed))
        }
    };
    // Five of a kind takes a joker.
    let kinds = Kind::ALL.into_iter().rev().filter(|&kind| kind != Kind::FiveOfAKind);
    let kinds = kinds.map(|kind| KindRecord {
        kind,
        count: found.count(kind),
        percent: found.share(kind) * 100.0,
        odds_against: found.odds_against(kind),
        percent_interval: seed.map(|_| found.interval(kind)).map(|(low, high)| (low * 100.0, high * 100.0)),
    });
    let total = found.total();
    let record = FrequenciesRecord {
        schema: "canju.poker.frequencies/1",
        cards: args.cards,
        total,
        seed,
        kinds: kinds.collect(),
    };
    write(file, args.format, &record, |file| {
        for kind in &record.kinds {
            let odds = kind.odds_against.map_or("-".to_owned(), |odds| format!("{} : 1", decimal(odds)));
            write!(file, "{:<15} {:>13} {:>9.4} %", kind.kind, thousands(kind.count), kind.percent)?;
            write!(file, " {odds:>17}")?;
            if let Some((low, high)) = kind.percent_interval {
                write!(file, "   {low:>7.4} to {high:>7.4} %")?;
            }
            writeln!(file)?;
        }
        writeln!(file, "{:<15} {:>13}", "total", thousands(total))
    })
}

/// A number with two decimals, and a comma before every three digits of its whole part.
fn decimal(number: f64) -> String {
    let hundredths = (number * 100.0).round() as u64;
    format!("{}.{:02}", thousands(hundredths / 100), hundredths % 100)
}
