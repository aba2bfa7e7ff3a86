//! `canju poker`: hands ranked, dealt and counted. The work is that of [`canju::poker`]; this is what people and programs
//! read.

use crate::cli::args::{OutputArgs, SingleFormat, number};
use crate::cli::complaint::in_quotes;
use crate::cli::exit::ExitCode;
use crate::cli::language::{self, text};
use crate::cli::plan::{self, OutputPlan};
use crate::cli::seed::{new_seed, note_seed};
use anyhow::{Context, anyhow};
use canju::files::OutputFile;
use canju::poker::{Card, Frequencies, Hand, HandError, Kind, Strength, deal};
use canju::report::{padded, thousands};
use canju_engine::search::Verdict;
use canju_engine::solver::{Options, thread_pool};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::io::{self, Write};

const ABOUT: &str = "Poker: rank hands of five to seven cards, deal them, and count how often each kind of hand comes.\n\n\
    Six and seven cards count as their best five. The kinds, best first: five of a kind (with a joker), straight flush, four \
    of a kind, full house, flush, straight, three of a kind, two pair, one pair, high card. The ace is above the king, and below \
    the 2 in A 2 3 4 5.";

fn after() -> String {
    format!(
        "Examples:
  canju poker rank 'TC 9D TD JH 5C' '6C 7C 8C 9C TC 5C ?B'
  canju poker deal --hands 6 --cards 5 --seed 1
  canju poker frequencies --cards 7

{}",
        cards()
    )
}

fn cards() -> &'static str {
    "Cards: rank and suit, TC 9D TD JH 5C, in either case, with or without spaces or commas; 10 is T, and ♣ ♦ ♥ ♠ are C D H S. \
     The jokers ?B and ?R stand for any black card (clubs, spades) and any red one, also for one that the hand has already. A hand \
     needs quotes if it has spaces or jokers."
}

const AFTER_FREQUENCIES: &str = "\
All 2,598,960 hands of five cards take some hundredths of a second, all 133,784,560 of seven about a second. Odds are against: 15 : 1 \
is one hand in sixteen. A sample also gets intervals with a confidence of 95 % (Wilson's score interval), and is the same for a \
seed on every machine and with any number of threads.

Examples:
  canju poker frequencies
  canju poker frequencies --cards 7 --format json
  canju poker frequencies --samples 1000000 --seed 1";

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct PokerArgs {
    #[command(subcommand)]
    pub command: PokerCommand,
}

#[derive(Subcommand, Debug)]
pub enum PokerCommand {
    Rank(PokerRankArgs),
    Deal(PokerDealArgs),
    Frequencies(PokerFrequenciesArgs),
}

/// Rank hands of five to seven cards, and mark the best one, or all that are equally good
#[derive(Args, Debug)]
#[command(after_long_help = cards())]
pub struct PokerRankArgs {
    /// The hands; two may have the same card, as with a common board
    #[arg(required = true, value_name = "HAND")]
    pub hands: Vec<String>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Shuffle the pack once and deal, a card to each hand in turn
#[derive(Args, Debug)]
#[command(after_long_help = "Example:\n  canju poker deal --hands 4 --cards 13 --seed 1")]
pub struct PokerDealArgs {
    /// How many hands
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=u16::MAX))]
    pub hands: u16,
    /// How many cards each
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u16>(1..=u16::MAX))]
    pub cards: u16,
    /// Deal the same cards as every time with this number [default: a new number, which is printed]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Count how often each kind of hand comes, among all hands or in a sample
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_FREQUENCIES)]
pub struct PokerFrequenciesArgs {
    /// The cards of a hand: 5, 6 or 7
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u16>(5..=7))]
    pub cards: u16,
    /// Draw this many random hands instead of counting all
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub samples: Option<u64>,
    /// Draw the same hands as every time with this number [default: a new number, which is printed]
    #[arg(long, value_name = "S", requires = "samples")]
    pub seed: Option<u64>,
    /// Worker threads, 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

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
    written.and_then(|()| file.flush()).and_then(|()| file.commit()).with_context(plan::cant_write_results)?;
    Ok(ExitCode::Success)
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
            let (cards, kind, ranks) = (ranked.cards.join(" "), kind_name(ranked.kind), ranked.ranks.join(" "));
            match ranked.best {
                false => writeln!(file, "{cards:width$}  {kind}  {ranks}")?,
                true => {
                    let mark = output.palette.verdict(Verdict::Win, &text!("best"));
                    writeln!(file, "{cards:width$}  {kind}  {ranks:<9}  {mark}")?;
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
        .zip(1u64..)
        .map(|(hand, number)| {
            hand.map_err(|error| match error {
                HandError::Size(_) if apart => {
                    let hint = in_quotes("poker rank", "'TC 9D TD JH 5C'");
                    let problem = text!("refused-because", why = language::in_words(&error), cure = hint);
                    anyhow!(text!("hand-number", number = number, problem = problem))
                }
                _ => anyhow!(text!("hand-number", number = number, problem = language::in_words(&error))),
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
    let pool = thread_pool(threads, "canju").with_context(|| text!("no-thread"))?;
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
            write!(file, "{} {:>13} {:>9.4} %", kind_name(kind.kind), thousands(kind.count), kind.percent)?;
            write!(file, " {odds:>17}")?;
            if let Some((low, high)) = kind.percent_interval {
                let [low, high] = [low, high].map(|percent| format!("{percent:>7.4}"));
                write!(file, "   {}", text!("interval", low = low, high = high))?;
            }
            writeln!(file)?;
        }
        writeln!(file, "{} {:>13}", padded(&text!("total"), 15), thousands(total))
    })
}

/// A kind in the language of this run, as a column.
fn kind_name(kind: Kind) -> String {
    padded(&language::language().named("poker", &kind.to_string()), 15)
}

/// A number with two decimals, and a comma before every three digits of its whole part.
fn decimal(number: f64) -> String {
    let hundredths = (number * 100.0).round() as u64;
    format!("{}.{:02}", thousands(hundredths / 100), hundredths % 100)
}
