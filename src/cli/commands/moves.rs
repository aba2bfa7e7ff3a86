//! `canju moves`: the legal moves of a hand, listed, or counted by kind.
//!
//! Counting stores only counts, because the whole pack has millions of combinations. A set of cards can have several
//! readings; card sets are counted once by counting only the first reading that `classify` gives.

use crate::cli::args::{OutputArgs, RulesArgs, SingleFormat, cards, number, rules};
use crate::cli::exit::ExitCode;
use crate::cli::language::{self, text};
use crate::cli::plan::{self, OutputPlan};
use anyhow::{Context, bail};
use canju::report::{padded, thousands};
use canju_engine::rules::{
    Combo, Hand, Kind, Move, Ruleset, Shape, classify, parse_cards_from, parse_move, visit_combos,
};
use clap::Args;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow;

fn after() -> String {
    format!(
        "Examples:
  canju moves 3334445678
  canju moves 5556667788 --after 333444
  canju moves --deck 1 --max-cards 20 --count --rules rlcard

{}

{}",
        cards(),
        rules()
    )
}

#[derive(Args, Debug)]
#[command(after_long_help = after())]
pub struct MovesArgs {
    /// The hand
    #[arg(required_unless_present = "deck")]
    pub hand: Option<String>,
    /// Only what beats this move, and pass
    #[arg(long, value_name = "MOVE")]
    pub after: Option<String>,
    /// Count by kind instead of listing
    #[arg(long)]
    pub count: bool,
    /// All cards of N packs, 1 or 2, instead of a hand
    #[arg(long, value_name = "N", conflicts_with = "hand", value_parser = number::<u8>(1..=2))]
    pub deck: Option<u8>,
    /// Only moves of at most N cards
    #[arg(long, value_name = "N")]
    pub max_cards: Option<u32>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The name and version of the answers' form.
const SCHEMA: &str = "canju.moves/1";

/// Whose moves, and which of them.
struct Question {
    hand: Hand,
    after: Option<Combo>,
    max_cards: u32,
    rules: Ruleset,
}

pub(super) fn run(args: &MovesArgs) -> anyhow::Result<ExitCode> {
    let question = Question::new(args)?;
    let mut output = OutputPlan::new(&args.output).open()?;
    let written = match (args.count, args.format) {
        (false, SingleFormat::Text) => question.list(&mut output),
        (false, SingleFormat::Json) => question.list_json(&mut output),
        (true, SingleFormat::Text) => question.count().write(&question.listed(), &mut output),
        (true, SingleFormat::Json) => question.count_json(&mut output),
    };
    written.and_then(|()| output.commit()).with_context(plan::cant_write_results)?;
    Ok(ExitCode::Success)
}

impl Question {
    fn new(args: &MovesArgs) -> anyhow::Result<Question> {
        let mut rules = args.rules.rules;
        if let Some(packs) = args.deck.filter(|&packs| packs > rules.packs()) {
            rules = rules.with(&format!("packs={packs}"))?;
        }
        let mut pool = Hand::deck(rules.packs());
        let hand = match (args.deck, &args.hand) {
            (Some(packs), _) => Hand::deck(packs),
            (None, hand) => {
                let text = hand.as_deref().unwrap_or_default();
                parse_cards_from(text, &mut pool, rules.packs()).with_context(|| text!("hand"))?
            }
        };
        if hand.is_empty() {
            bail!(text!("hand-is-empty"));
        }
        let after = match args.after.as_deref().map(|text| parse_move(text, &rules)).transpose().context("--after")? {
            None => None,
            Some(Move::Play(combo)) => Some(combo),
            Some(Move::Pass) => {
                bail!(text!("after-pass"))
            }
        };
        // With --deck the whole pack answers, so no cards need to be left for the move.
        if args.deck.is_none()
            && let Some(combo) = after
        {
            parse_cards_from(&combo.cards.to_string(), &mut pool, rules.packs()).map_err(|error| {
                let why = language::said(&error.kind);
                anyhow::anyhow!(text!("after-not-played", cards = combo.to_string(), why = why))
            })?;
        }
        Ok(Question { hand, after, max_cards: args.max_cards.unwrap_or(u32::MAX), rules })
    }

    /// What must be beaten.
    fn beaten(&self) -> Option<Shape> {
        self.after.map(|combo| combo.shape)
    }

    /// Calls `listener` with every combination, until it breaks.
    fn for_each<B>(&self, mut listener: impl FnMut(Combo) -> ControlFlow<B>) -> ControlFlow<B> {
        let short = |combo: Combo| match combo.cards.len() <= self.max_cards {
            true => listener(combo),
            false => ControlFlow::Continue(()),
        };
        visit_combos(self.hand, self.beaten(), &self.rules, short)
    }

    /// A line for each kind, then `pass`.
    fn list(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut kind = None;
        let flow = self.for_each(|combo| {
            let notation = self.rules.notation(Move::Play(combo));
            let written = if kind == Some(combo.shape.kind) {
                write!(output, " {notation}")
            } else {
                let end = if kind.is_some() { "\n" } else { "" };
                kind = Some(combo.shape.kind);
                write!(output, "{end}{} {notation}", padded(&kind_name(combo.shape.kind), 16))
            };
            stop_at_error(written)
        });
        finished(flow)?;
        if kind.is_some() {
            writeln!(output)?;
        }
        if self.after.is_some() {
            writeln!(output, "{}", Move::Pass)?;
        }
        Ok(())
    }

    fn list_json(&self, output: &mut dyn Write) -> io::Result<()> {
        let total = Cell::new(0);
        let list = MoveList {
            schema: SCHEMA,
            hand: self.hand.to_string(),
            after: self.after.map(|combo| self.rules.notation(Move::Play(combo))),
            rules: self.rules.to_string(),
            moves: Moves { question: self, found: &total },
            total: &total,
        };
        serde_json::to_writer(&mut *output, &list)?;
        writeln!(output)
    }

    fn count_json(&self, output: &mut dyn Write) -> io::Result<()> {
        let (counts, listed) = (self.count(), self.listed());
        let kinds = Entries(listed.iter().map(|&kind| (kind.name(), counts.of_kind(kind))).collect());
        let lengths = |kind: &Kind| (kind.name(), Entries(counts.by_length(*kind).collect()));
        let chains = Entries(listed.iter().filter(|kind| kind.is_chain()).map(lengths).collect());
        let sets = |&kind: &Kind| (kind.name(), counts.card_sets[kind.index()]);
        let total_sets = std::iter::once(("total", counts.total_card_sets));
        let sets = Entries(total_sets.chain(listed.iter().map(sets)).collect());
        let (rules, total) = (self.rules.to_string(), counts.total());
        let record = MoveCounts { schema: SCHEMA, rules, total, kinds, by_length: chains, card_sets: sets };
        serde_json::to_writer(&mut *output, &record)?;
        writeln!(output)
    }

    /// The kinds of the usual rules, and those that these rules have beside them.
    fn listed(&self) -> Vec<Kind> {
        let usual = Ruleset::default().kinds();
        Kind::ALL.into_iter().filter(|&kind| usual.has(kind) || self.rules.kinds().has(kind)).collect()
    }

    fn count(&self) -> Counts {
        let mut counts = Counts::default();
        let _ = self.for_each(|combo| {
            let kind = combo.shape.kind.index();
            counts.by_length[kind][usize::from(combo.shape.len)] += 1;
            let (first, first_of_kind) = self.is_first_reading(&combo);
            counts.card_sets[kind] += u64::from(first_of_kind);
            counts.total_card_sets += u64::from(first);
            ControlFlow::<()>::Continue(())
        });
        counts
    }

    /// Is this the first of the readings of its cards that count here, and the first of its kind?
    fn is_first_reading(&self, combo: &Combo) -> (bool, bool) {
        let kind = combo.shape.kind;
        // Cards of one of these kinds have no other reading.
        if kind.kicker_copies() == 0 && !matches!(kind, Kind::TrioChain | Kind::QuadChain) {
            return (true, true);
        }
        let counts = |reading: &&Combo| self.beaten().is_none_or(|shape| reading.shape.beats(shape));
        let readings = classify(combo.cards, &self.rules);
        let mut readings = readings.iter().filter(counts);
        let same_kind = readings.clone().find(|reading| reading.shape.kind == kind);
        (readings.next() == Some(combo), same_kind == Some(combo))
    }
}

/// How many combinations and card sets there are.
#[derive(Default)]
struct Counts {
    /// By kind and length of the body.
    by_length: [[u64; 13]; Kind::ALL.len()],
    /// Distinct card sets by kind.
    card_sets: [u64; Kind::ALL.len()],
    /// Distinct card sets over all kinds.
    total_card_sets: u64,
}

impl Counts {
    fn of_kind(&self, kind: Kind) -> u64 {
        self.by_length[kind.index()].iter().sum()
    }

    fn total(&self) -> u64 {
        Kind::ALL.into_iter().map(|kind| self.of_kind(kind)).sum()
    }

    /// The lengths of this kind that occur, with their counts.
    fn by_length(&self, kind: Kind) -> impl Iterator<Item = (usize, u64)> {
        self.by_length[kind.index()].into_iter().enumerate().filter(|&(_, count)| count > 0)
    }

    /// A row for each of these kinds.
    fn write(&self, kinds: &[Kind], output: &mut dyn Write) -> io::Result<()> {
        for &kind in kinds {
            write!(output, "{} {:>12}", padded(&kind_name(kind), 16), thousands(self.of_kind(kind)))?;
            let lengths: Vec<String> =
                self.by_length(kind).map(|(len, n)| format!("{len}: {}", thousands(n))).collect();
            if kind.is_chain() && !lengths.is_empty() {
                write!(output, "   {}", lengths.join(", "))?;
            }
            writeln!(output)?;
        }
        writeln!(output, "{} {:>12}", padded(&text!("total"), 16), thousands(self.total()))?;
        writeln!(output, "{} {:>12}", padded(&text!("card-sets"), 16), thousands(self.total_card_sets))
    }
}

/// A kind as players call it: in English as rules name it.
fn kind_name(kind: Kind) -> String {
    text!(&format!("kind-{kind}"))
}

/// The moves as a JSON object.
#[derive(Serialize)]
struct MoveList<'a> {
    schema: &'static str,
    hand: String,
    after: Option<String>,
    rules: String,
    moves: Moves<'a>,
    /// Known only when the moves have been written, and therefore last. A pass does not count.
    total: &'a Cell<u64>,
}

/// A JSON array of moves, written as they are found: the list may be long.
struct Moves<'a> {
    question: &'a Question,
    /// How many combinations there were.
    found: &'a Cell<u64>,
}

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut moves = serializer.serialize_seq(None)?;
        finished(self.question.for_each(|combo| {
            self.found.update(|found| found + 1);
            stop_at_error(moves.serialize_element(&self.question.rules.notation(Move::Play(combo))))
        }))?;
        if self.question.after.is_some() {
            moves.serialize_element(&Move::Pass.to_string())?;
        }
        moves.end()
    }
}

/// The counts as a JSON object.
#[derive(Serialize)]
struct MoveCounts {
    schema: &'static str,
    rules: String,
    total: u64,
    kinds: Entries<&'static str, u64>,
    by_length: Entries<&'static str, Entries<usize, u64>>,
    card_sets: Entries<&'static str, u64>,
}

/// A JSON object with its entries in this order.
struct Entries<K, V>(Vec<(K, V)>);

impl<K: ToString, V: Serialize> Serialize for Entries<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(&key.to_string(), value)?;
        }
        map.end()
    }
}

fn stop_at_error<E>(written: Result<(), E>) -> ControlFlow<E> {
    match written {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    }
}

fn finished<E>(flow: ControlFlow<E>) -> Result<(), E> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}
