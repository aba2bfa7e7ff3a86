//! `canju advise`: what to play with hidden hands. An estimate, which never looks like a verdict.

use crate::cli::args::{
    OutputArgs, PlayedForArgs, RulesArgs, SingleFormat, cards, number, parse_size, parse_time, rules,
};
use crate::cli::exit::ExitCode;
use crate::cli::interrupt;
use crate::cli::language::{said, text};
use crate::cli::memory;
use crate::cli::plan::{self, OutputPlan};
use anyhow::{Context, anyhow, bail};
use bytesize::ByteSize;
use canju::advice::{Advice, AdviceRecord, Advised, Drawn, Effort, Known, Question, Seat, advise};
use canju::report::padded;
use canju_engine::rules::{Hand, Ruleset, parse_cards_from};
use canju_engine::search::{Reason, StopFlag};
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;

/// Time for all worlds together, if nobody says otherwise.
const MOST_TIME: Duration = Duration::from_secs(30);

const ABOUT: &str = "Advise a player who does not see the other hands: for study and for bots.\n\n\
    Deals that fit what the player knows are drawn, each as likely as any other, and solved exactly with all hands open. Each legal \
    move gets the share of these worlds in which it wins for the player's side, with an interval of 95 %. If no more worlds fit \
    than are asked for, all of them are solved. What is not decided within the limits is estimated; the answer says how much that is, and \
    with --exact-only it is left open. With a limit of nodes, as there is one unless --time-limit or --exact-only is given, the same seed \
    gives the same advice, whatever the number of threads, if that takes less than half of the time limit. With --scoring the best move \
    is the one that may be expected to bring most points. Bids and doubling before the first card are not advised on.\n\n\
    A share is an estimate and no probability of winning: in each world everybody plays as if all hands were open. The opponents \
    never err there, and a plan may count on what the player can't know.";

fn after() -> String {
    format!(
        "Examples:
  canju advise 3AA2 --seat landlord --left 2,1 --played 33344445555666677778888999TTTTJJJJQQQKKKAA222XD
  canju advise 34455667789TJQKA2 --seat farmer1 --history '3'
  canju advise 34455667789TJQKA2 --seat farmer1 --history '3' --landlord-cards 9JD --worlds 16 --format json

{}

{}

Exit codes: 0 every move that may be the best is decided in every world; 1 a limit left some open or estimated; 2 bad input or usage; 130 interrupted.",
        cards(),
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct AdviseArgs {
    /// The player's hand
    pub hand: String,
    /// Where the player sits: landlord, farmer1 (plays after the landlord) or farmer2 (plays before)
    #[arg(long, value_name = "SEAT", value_parser = parse_seat)]
    pub seat: Seat,
    /// How many cards the two others hold, in playing order; with a history that began with 20, 17 and 17 cards not needed
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1..=2, value_parser = parse_left)]
    pub left: Vec<u32>,
    /// All cards played so far, those of --last included
    #[arg(long, value_name = "CARDS", default_value = "", conflicts_with = "history", hide_default_value = true)]
    pub played: String,
    /// Those of the landlord's three open cards that are still in the landlord's hand; with a history all three may be given
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    pub landlord_cards: String,
    /// All moves from the landlord's first lead on, such as '3 pass 4'
    #[arg(long, value_name = "MOVES")]
    pub history: Option<String>,
    /// The move to answer
    #[arg(long, value_name = "MOVE", conflicts_with = "history")]
    pub last: Option<String>,
    /// Who played it [default: the seat before the player's]
    #[arg(long, value_name = "SEAT", requires = "last", value_parser = parse_seat)]
    pub by: Option<Seat>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    /// The most worlds to solve
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Solving", value_parser = number::<u32>(1..=100_000))]
    pub worlds: u32,
    /// What the worlds are drawn with
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Solving")]
    pub seed: u64,
    /// Decide every move in every world, also those that can no longer be the best
    #[arg(long, help_heading = "Solving")]
    pub every_move: bool,
    /// Worker threads, 0 for one per core; at most eight have work at a time
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving", value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Memory for the search and its threads, such as 512MiB or 8G [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", help_heading = "Solving", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// The most time for all worlds together, such as 10s or 5min [default: 30s]
    #[arg(long, value_name = "DUR", help_heading = "Solving", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// The most search nodes for a world [default: 6000; with --time-limit only where one move is left; none with --exact-only]
    #[arg(long, value_name = "N", help_heading = "Solving", value_parser = number::<u64>(1..=u64::MAX))]
    pub world_nodes: Option<u64>,
    /// Leave open what is not decided within the limits, instead of estimating how likely it is won
    #[arg(long, help_heading = "Solving")]
    pub exact_only: bool,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

fn parse_left(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| text!("expected-left"))
}

pub fn parse_seat(text: &str) -> Result<Seat, String> {
    text.parse().map_err(|_| text!("expected-seat"))
}

pub(super) fn run(args: &AdviseArgs) -> anyhow::Result<ExitCode> {
    let known = known(args)?;
    let stop = StopFlag::default();
    interrupt::raise_on_ctrl_c(&stop)?;
    let effort = Effort {
        worlds: args.worlds as usize,
        seed: args.seed,
        threads: args.threads.into(),
        memory: memory::budget(args.memory)?,
        every_move: args.every_move,
        exact_only: args.exact_only,
        stop: stop.clone(),
        ..Effort::within(args.time_limit, args.world_nodes, args.exact_only)
    };
    let effort = Effort { time: Some(effort.time.unwrap_or(MOST_TIME)), ..effort };
    let mut output = OutputPlan::new(&args.output).open()?;
    let advice = advise(&known, &effort);
    let written = match args.format {
        SingleFormat::Text => write_text(&advice, &mut output),
        SingleFormat::Json => {
            let record = serde_json::to_string(&AdviceRecord::of(&advice))?;
            writeln!(output, "{record}")
        }
    };
    written.and_then(|()| output.commit()).with_context(plan::cant_write_results)?;
    Ok(match advice.limit {
        _ if stop.is_stopped() => ExitCode::Interrupted,
        Some(_) => ExitCode::Undecided,
        None => ExitCode::Success,
    })
}

fn known(args: &AdviseArgs) -> anyhow::Result<Known> {
    let mut question = Question::new(&args.hand, args.seat);
    question.left = match *args.left {
        [] => None,
        [one, other] => Some([one, other]),
        _ => bail!("{}", two_hands(args)?),
    };
    question.played.clone_from(&args.played);
    question.landlord_cards.clone_from(&args.landlord_cards);
    question.history.clone_from(&args.history);
    question.last.clone_from(&args.last);
    question.by = args.by;
    let PlayedForArgs { stakes, moves_made } = &args.played_for;
    question.scoring = Some(stakes.scoring.name().to_owned());
    question.stake = stakes.stake;
    question.moves_made = moves_made.as_ref().map(|made| made.0.clone());
    question.known(&args.rules.rules).map_err(|error| {
        if error.problem().names_field() {
            return anyhow!(said(error.problem()));
        }
        let what = match error.field() {
            "hand" => text!("hand"),
            field => format!("--{}", field.replace('_', "-")),
        };
        anyhow!(text!("told-of", what = what, problem = said(error.problem())))
    })
}

/// Why there is no advice for two hands, and what to ask instead.
fn two_hands(args: &AdviseArgs) -> anyhow::Result<String> {
    let rules: Ruleset = args.rules.rules;
    let mut pool = Hand::deck(rules.packs());
    for (name, cards) in [(text!("hand"), &args.hand), ("--played".to_owned(), &args.played)] {
        parse_cards_from(cards, &mut pool, rules.packs()).with_context(|| name.clone())?;
    }
    let last = args.last.as_ref().map_or(String::new(), |last| format!(" --last {last}"));
    Ok(match args.left[..] {
        [left] if left == pool.len() => {
            text!("nothing-hidden", pool = pool.to_string(), hand = &args.hand, last = last)
        }
        _ => text!("told-of", what = "--left", problem = text!("expected-left")),
    })
}

fn write_text(advice: &Advice, output: &mut dyn Write) -> io::Result<()> {
    let known = &advice.known;
    let mut row = |name: String, text: &str| writeln!(output, "{} {text}", padded(&name, 9));
    row(seat_name(known.seat()), &known.hand().to_string())?;
    for seat in known.seat().others() {
        let left = known.left(seat);
        let cards = match seat {
            Seat::Landlord if !known.landlord_cards().is_empty() => {
                text!("cards-left-open", count = left, open = known.landlord_cards().to_string())
            }
            _ => text!("cards-left", count = left),
        };
        row(seat_name(seat), &cards)?;
    }
    if let Some((combo, by)) = known.last() {
        let played = known.rules().notation(canju_engine::rules::Move::Play(combo));
        row(text!("label-to-beat"), &text!("move-by", played = played, seat = seat_name(by)))?;
    }
    row(text!("label-rules"), &known.rules().to_string())?;
    let stakes = known.stakes();
    if stakes.scoring.has_points() {
        row(text!("label-scoring"), &format!("{}  ×{}", stakes.scoring, stakes.stake))?;
    }
    let advised = match advice.drawn {
        Drawn::All => text!("advice-all", count = advice.worlds),
        Drawn::Sample { seed } => text!("advice-drawn", count = advice.worlds, seed = seed.to_string()),
    };
    writeln!(output, "\n{advised}")?;
    let names: Vec<String> = advice.moves.iter().map(|advised| name(advised, known.rules())).collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0).min(40);
    for (advised, name) in advice.moves.iter().zip(names) {
        writeln!(output, "  {name:<width$}  {}", shares(advised))?;
    }
    if advice.moves.iter().any(|advised| advised.is_dropped) {
        writeln!(output, "\n{}", text!("advice-dropped"))?;
    }
    match advice.limit {
        None => {}
        Some(Reason::Interrupted) => writeln!(output, "\n{}", text!("advice-interrupted"))?,
        Some(_) if advice.moves.iter().all(|advised| advised.open == 0) => {
            writeln!(output, "\n{}", text!("advice-estimated"))?;
        }
        Some(_) => writeln!(output, "\n{}", text!("advice-limit"))?,
    }
    writeln!(output, "\n{}", text!("advice-estimate"))
}

/// What a seat is called.
fn seat_name(seat: Seat) -> String {
    text!(&format!("seat-name-{seat}"))
}

/// The move, and those that come to the same.
pub fn name(advised: &Advised, rules: &Ruleset) -> String {
    let all = std::iter::once(&advised.played).chain(&advised.equal);
    all.map(|&played| rules.notation(played)).collect::<Vec<_>>().join(" = ")
}

pub fn shares(advised: &Advised) -> String {
    let (low, high) = advised.interval;
    let percent = |share: f64| (share * 100.0).round() as u32;
    let share = advised.share().map_or("    ?".to_owned(), |share| format!("{:>3} %", percent(share)));
    let of = advised.won + advised.lost;
    let open = if advised.open > 0 { text!("open-worlds", count = advised.open) } else { String::new() };
    let estimated = match advised.estimated {
        0 => String::new(),
        count => text!("estimated-worlds", count = count),
    };
    let mark = if advised.is_dropped { "  *" } else { "" };
    let points = advised.points.map_or(String::new(), |points| {
        let (mean, all) = (format!("{:+.2}", points.mean), points.exact + points.estimated);
        text!("expected-points", mean = mean, exact = points.exact, all = all)
    });
    let range =
        if low == high { String::new() } else { text!("percent-range", low = percent(low), high = percent(high)) };
    let won = text!("won-of", won = advised.won, all = of);
    format!("{share}  {}  {won}{open}{estimated}{points}{mark}", padded(&range, 12))
}
