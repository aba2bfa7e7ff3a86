//! The command line's options and arguments, and their help.
//!
//! Only types and texts: nothing here opens a file or looks at the machine. `clap` derives the parser, the completions
//! and the manual pages from it.

use super::play::words;
use super::rules_args::{RulesArgs, RulesParser, rules};
use bytesize::ByteSize;
use canju_engine::rules::{CARDS_READ, Ruleset};
use canju_packs::puzzle::Difficulty;
use canju_packs::report::Format;
use canju_puzzles::generate::{DealtSizes, Sizes, read_difficulties, read_seed};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

// One line for each paragraph: the help wraps them to the terminal.
fn cards() -> String {
    format!(
        "Cards, in any order and either case, with or without spaces or commas: {CARDS_READ}. A hand with spaces needs \
         quotes. BJ and RJ are jokers; a joker and a jack are B J.\n\n\
         Moves: the cards, or pass. If the cards can be more than one combination, say which: 333444555666:trio_chain."
    )
}

const BEST_MOVE: &str = "\
Winning move: one that sheds the last card where there is one. Otherwise the one that wins soonest, where that takes no more \
nodes to find than the verdict did.

With --shortest the winner always plays the move that wins soonest, the loser the one that holds out longest, \
and the answer says how many plies the game lasts. Every move is a ply, a pass too. This can take far longer than the verdict, \
and much longer with each further card. If a limit ends it, the verdict stays, without a number of plies. The nodes and the \
time printed are those of the verdict.";

const RESISTANCE: &str = "\
Resistance: with at most 16 cards in all hands the losing side plays the move that keeps the game longest, and \
the winner ends it as soon as it can. With more cards, or if that takes more than 10,000 nodes, it plays the move that leaves \
the winner the fewest winning replies.";

const EXIT_CODES: &str = "\
Exit codes: 0 every puzzle is decided, and as expected where an answer is given; 1 some are undecided; 2 bad input or usage; \
3 an answer differs from the expected one; 130 interrupted. If several apply, the greatest is used. A closed pipe is a success.";

/// Exact solver for Dou Dizhu (斗地主) endgames with all hands open
#[derive(Parser, Debug)]
#[command(name = "canju", version, max_term_width = 100, after_long_help = format!("{}\n\n{}\n\n{EXIT_CODES}", cards(), rules()))]
#[command(long_about = "Exact solver for Dou Dizhu (斗地主) endgames (残局, canju) with all hands open.\n\n\
    It says who wins when everyone plays their best, and by which move. It never guesses: an answer is proved, or \
    it is `unknown` with the reason.")]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The parser. Its own commands are the values of `canju man`, and it knows them only now; `poker-rank` is `canju poker rank`.
pub(super) fn program() -> clap::Command {
    let program = Cli::command();
    let names = program.get_subcommands().flat_map(|command| {
        let name = command.get_name();
        let below = command.get_subcommands().map(move |below| format!("{name}-{}", below.get_name()));
        std::iter::once(name.to_owned()).chain(below)
    });
    let names: Vec<String> = names.collect();
    program.mut_subcommand("man", |man| man.mut_arg("command", |command| command.value_parser(names)))
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Decide one position
    #[command(long_about = SOLVE, after_long_help = after_solve())]
    Solve(SolveArgs),
    /// Make a page that shows who wins and why, to be clicked through
    #[command(long_about = EXPLAIN, after_long_help = after_explain())]
    Explain(ExplainArgs),
    /// Solve packs of puzzles: directories, files, or JSON lines on standard input
    #[command(long_about = BATCH, after_long_help = after_batch())]
    Batch(BatchArgs),
    /// Grade packs of puzzles: how hard each is, and what makes it so
    #[command(long_about = GRADE, after_long_help = after_grade())]
    Grade(GradeArgs),
    /// Generate puzzles: the same for a seed on every machine
    #[command(long_about = GENERATE, after_long_help = after_generate())]
    Generate(GenerateArgs),
    /// Deal random hands as JSON lines: the same for a seed on every machine
    #[command(long_about = DEALS, after_long_help = after_deals())]
    Deals(DealsArgs),
    /// Play a position out against the solver
    #[command(long_about = PLAY, after_long_help = after_play())]
    Play(PlayArgs),
    /// Serve the app and an HTTP API
    #[command(long_about = SERVE, after_long_help = AFTER_SERVE)]
    Serve(ServeArgs),
    /// Check certificates with the rules alone
    #[command(long_about = VERIFY, after_long_help = after_verify())]
    Verify(VerifyArgs),
    /// List or count the legal moves of a hand
    #[command(after_long_help = after_moves())]
    Moves(MovesArgs),
    /// Count the move sequences of a given number of plies
    #[command(long_about = PERFT, after_long_help = after_perft())]
    Perft(PerftArgs),
    /// Solve the fixed benchmark set: nodes, time, memory
    #[command(long_about = BENCH, after_long_help = AFTER_BENCH)]
    Bench(BenchArgs),
    /// Poker, another game: rank five-card hands, deal them, count how often each kind comes
    #[command(long_about = POKER, after_long_help = after_poker())]
    Poker(PokerArgs),
    /// Print a completion script for a shell
    #[command(
        after_long_help = "Example:\n  canju completions bash > ~/.local/share/bash-completion/completions/canju"
    )]
    Completions(CompletionsArgs),
    /// Print a manual page
    #[command(after_long_help = "Example:\n  canju man > canju.1; canju man solve > canju-solve.1")]
    Man(ManArgs),
}

const SOLVE: &str = "Decide one position: who wins when everyone plays their best, and by which move.\n\n\
    The first hand is to move unless --turn says otherwise. With three hands the first is the landlord's; the other two are the farmers', in \
    playing order; the farmers win together.";

fn after_solve() -> String {
    format!(
        "Examples:
  canju solve 346999Q2 34JAAD
  canju solve 346999Q2 34JAAD --all-moves --format json
  canju solve K5 44Q --last J                             # the first hand must answer a J
  canju solve K5 44 6Q --turn 3 --last J --by 1           # farmer 2 must answer the landlord's J; farmer 1 has passed
  canju solve puzzles/published/game-levels.ddz:6         # the puzzle on line 6 of a pack
  canju solve 4445678899KK2 345567TTTKKAA --rules huanle,-trio_pair
  canju solve 345 678 9TJ                                 # landlord against two farmers
  canju solve 346999Q2 34JAAD --shortest                  # in how many plies?

{}

{BEST_MOVE}

Line of play: the winner plays winning moves, and the other side resists. {RESISTANCE}

{}

Exit codes: 0 decided; 1 undecided; 2 bad input or usage; 130 interrupted.",
        cards(),
        rules()
    )
}

const EXPLAIN: &str = "Make a page that shows who wins and why: one file of HTML, which any browser shows without a network.\n\n\
    The page is the app of `canju serve` with one position and its strategy inside, and no server. \"Solve\" shows which \
    moves win and what refutes the others, and goes on from any place of what follows: choose the loser's replies, and \
    the winner answers. \"Play\" tells nothing: try it first yourself, with hints, and hear when a move gives the win away. \
    It is in English and Chinese, light and dark, for screens of any size.\n\n\
    On a terminal the page becomes a new file in the current directory, named after the position, and the name is \
    printed; nothing is overwritten. With `--output -`, or if standard output is not a terminal, it goes there.\n\n\
    The page contains no rules: what is legal and what wins is worked out when it is made, at about four bytes a \
    position. A page that can't hold the whole strategy holds the likelier positions; where it ends, it shows the command \
    that continues from there. Without --time-limit it is finished within a minute.";

fn after_explain() -> String {
    format!(
        "Examples:
  canju explain 346999Q2 34JAAD                           # writes 346999Q2-34JAAD.html
  canju explain K5 44Q --last J --output page.html        # the first hand must answer a J
  canju explain 345 678 9TJ --output - > page.html        # landlord against two farmers

{}

{}

Exit codes: 0 the page is made; 1 undecided, and no page is made; 2 bad input or usage; 130 interrupted.",
        cards(),
        rules()
    )
}

const BATCH: &str = "Solve packs of puzzles and print a record for each, in input order.\n\n\
    A directory is searched for *.ddz and *.jsonl files, recursively and in the order of their names; a file is read \
    whatever its name; `-` is standard input. Each line is a puzzle, typed or as a JSON object. A line that is not a \
    puzzle becomes an error record, and the other lines are solved.\n\n\
    Every core takes a puzzle of its own; one that turns out hard is solved by all of them. In lines of play the losing \
    side plays the move after which the win looks hardest, a cheaper choice than that of `canju solve`. A puzzle with the \
    position of an earlier one, up to renaming ranks, is not solved again: its record says `same_as`.\n\n\
    Each line of standard input is answered as it comes, without waiting for the next: a program in any language can \
    keep `canju batch - --format jsonl` running, write a line and read its record.\n\n\
    After the first Ctrl-C nothing new is begun, and what is running ends as `unknown` (`interrupted`) within a second; \
    the second Ctrl-C ends the program at once. With --resume the same command goes on where it stopped; the journal must \
    belong to the same paths, rules, filters and limits.";

fn after_batch() -> String {
    format!(
        "Packs:
  # a comment
  @rules huanle,-trio_pair          # for the lines below
  33334567TTAAAA | DXJJ999 | expect=loss name=\"WeChat classic\"
  346999Q2 | 34JAAD | expect=win best=3999 rules=huanle
  K5 | Q44 | last=J expect=win
  345 | 678 | 9TJ                   # landlord, then the two farmers in playing order

  A line's own `rules=` overrides `@rules`, and `@rules` overrides --rules.

JSON lines:
  {{\"id\":\"a1\",\"hands\":[\"KK5543\",\"225543\"],\"last\":null,\"rules\":\"huanle\",\"expected\":\"win\"}}

Examples:
  canju batch puzzles
  canju batch puzzles --format markdown --time-limit 10s
  generate | canju batch - --format jsonl --output results.jsonl
  canju batch puzzles -o results.jsonl --format jsonl --resume    # the first time, and again after a crash

{EXIT_CODES}"
    )
}

const GRADE: &str = "Grade packs of puzzles: one number from 1.0 to 5.0 for each, and the measures it is made of.\n\n\
    Paths are read as `canju batch` reads them. All measures are exact and the same with any number of threads: the sets of \
    cards that win at first; the traps, first moves that look good and lose, and how long each takes to be refuted; the \
    line under best resistance, and how often its winner has only one move; cards that don't matter, one of which can be taken away \
    without a change of the verdict or the winning moves; whether players with simple habits win (the longest combination first, \
    the lowest card first, never breaking anything); and the structure of the hands. A move looks good if the hand needs one \
    combination less after it.";

fn after_grade() -> String {
    format!(
        "The table: difficulty and, where the pack says one, the publisher's level; the verdict; sets of cards that win, of how many; \
traps, and the plies of the longest refutation (+ if it was not found, so it is long); plies of the line (~ if not the exact length), and the only \
moves among the winner's decisions; the structure in percent; which simple players win; the hands, and in brackets the cards that don't matter.

Examples:
  canju grade puzzles/published
  canju grade my.ddz --sort difficulty
  canju grade my.ddz --format jsonl --lookahead 8

{EXIT_CODES}"
    )
}

const GENERATE: &str = "Generate puzzles: a pack on standard output, each line with its answer and its difficulty.\n\n\
    The first hand leads. Random deals are improved by small changes until they are what you ask for: cards are swapped, \
    exchanged for others, taken up or laid down. Hands with structure are preferred: chains, trios, few loose cards. No two \
    puzzles are the same, up to renaming ranks, and none is one of those that ship.\n\n\
    The same command with the same seed gives the same puzzles with any number of threads and on every machine; `seed=7:12` \
    on a line is candidate 12 of seed 7, and `--seed 7:12 --count 1` makes it alone. It ends with what it found, and exit code 1, \
    at the time limit or after 1,000 candidates in a row without a puzzle. After Ctrl-C it keeps what it found.";

fn after_generate() -> String {
    format!(
        "Examples:
  canju generate --cards 10+10 --unique --count 20 --seed 7 > my.ddz
  canju generate --cards 8..12+8..12 --unique --difficulty 3..4 --rules huanle,-trio_pair
  canju generate --cards 8+8 --verdict loss --count 5 --format jsonl

{}

Exit codes: 0 as many as asked for; 1 fewer; 2 bad input or usage; 130 interrupted.",
        rules()
    )
}

const DEALS: &str = "Deal random hands as JSON lines, for `canju batch -`.\n\n\
    The same seed gives the same deals on every machine and in every version. The id of a deal is its seed and its number: \
    `--seed 7:12 --count 1` deals 7:12 alone. How it is done is written down in the library's documentation, so that other \
    programs can deal the same.";

fn after_deals() -> String {
    format!(
        "Examples:
  canju deals --cards 20+17+17 --count 100 --seed 7 > deals.jsonl
  canju deals --cards 8+8 --count 10000 --seed 1 | canju batch - --format jsonl --quiet

{}",
        rules()
    )
}

const PLAY: &str = "Play a position out, or the levels of a pack: the solver plays one side perfectly, you the other. If it \
    wins, it plays winning moves; if it loses, it resists as long as it can. It says at once when a move of yours gives a win \
    away, but never which move is right unless you ask.\n\n\
    Each puzzle of a pack is a level. It begins with the first level that is not solved, or with the one of FILE:LINE; when \
    you win a level, the next one that is not solved begins. Solved levels are remembered by their position, whatever the \
    pack is called. A level is solved without help if nothing named a move to you: no `solution`, no `verdicts`, no \
    third `hint`, and no `swap` after the first move.\n\n\
    At a terminal there are line editing, a history (Up) and completion of moves and commands (Tab). From a pipe, \
    commands are read one a line and printed after the prompt, so the output is a transcript. Ctrl-D ends the session, \
    and so does Ctrl-C, even during a search.\n\n\
    A saved game is a pack of one line, then `@human SIDE` and `@moves` with the moves so far; it can be written by hand.";

fn after_play() -> String {
    format!(
        "Commands:
{}
Examples:
  canju play puzzles/published/game-levels.ddz
  canju play puzzles/published/game-levels.ddz:5          # begin with the puzzle on line 5
  canju play 346999Q2 34JAAD
  canju play K5 44Q --last J --human both
  printf '4\\nundo\\nhint\\n' | canju play 346999Q2 34JAAD

{}

{RESISTANCE}

{}

Exit codes: 0 the session ended; from a pipe 1 if a limit left something undecided, 2 if a line was refused; 2 bad \
input or usage; 130 Ctrl-C.",
        words::list(),
        cards(),
        rules()
    )
}

const SERVE: &str = "Serve the app and an HTTP API: open the address that is printed in a browser, on this machine or, with --listen, on a phone.\n\n\
    Only this machine reaches it unless --listen says otherwise; there is no password, and the connection is not encrypted. \
    All searches share one memory and take turns: clients first, then the requests of each, so a long batch does not hold up a \
    single puzzle. A request whose turn does not come within the time limit is told to try again (503). A search ends when \
    its client goes away.\n\n\
    The log goes to standard error, one line a request, without cards and addresses. After Ctrl-C or SIGTERM running answers have five \
    seconds; a second signal ends the program at once.";

const AFTER_SERVE: &str = "\
Addresses:
  /                       the app
  POST /api/solve         a position to its record, as `canju solve --format json`
  POST /api/moves         every legal move with its verdict, where it leads and what refutes it
  POST /api/batch         JSON lines to records, of any length, as `canju batch -`
  POST /api/generate      new puzzles
  POST /api/grade         how hard a puzzle is
  POST /api/proof         the certificate of a verdict, for `canju verify`
  GET  /api/packs         the packs; /api/packs/NAME is one of them
  GET  /api/openapi.json  all of this in detail, for programs
  GET  /healthz, /metrics

Examples:
  canju serve
  canju serve --listen 0.0.0.0:8080 --packs my-puzzles --time-limit 30s
  curl -H 'content-type: application/json' -d '{\"hands\":[\"346999Q2\",\"34JAAD\"]}' http://127.0.0.1:8080/api/solve

Exit codes: 0 stopped by a signal; 2 bad usage, or an address that can't be listened on; 130 a second signal.";

const VERIFY: &str = "Check certificates, as --proof and --proof-dir write them, with the rules alone: nothing is searched, \
    and the solver is not trusted.\n\n\
    Each one that holds is printed as what it proves. One that fails is printed with its first offending position. A small \
    file can make the checker work for hours: give a --time-limit for files that come from others.";

fn after_verify() -> String {
    format!(
        "Examples:
  canju solve 346999Q2 34JAAD --proof a.proof
  canju verify a.proof
  canju verify a.proof --hands 346999Q2 34JAAD            # is it for this position?
  canju verify a.proof --dump | less                      # the strategy, position by position
  canju solve 346999Q2 34JAAD --proof b.proof --plain     # plain: no theorem needed, only the rules

{}

{}

Exit codes: 0 every certificate holds; 1 a certificate took more than --time-limit; 2 bad input or usage, or a file that is not a certificate or can't be read; 3 a \
certificate fails.",
        cards(),
        rules()
    )
}

fn after_moves() -> String {
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

const PERFT: &str = "Count the move sequences of 1, 2, … N plies, pass counting as a move.\n\n\
    A finished game has no further moves. The counts are the usual check of a move generator: they can be compared \
    with those of any other program.";

fn after_perft() -> String {
    format!(
        "Example:
  canju perft 346999Q2 34JAAD --depth 4

{}

{}",
        cards(),
        rules()
    )
}

const BENCH: &str = "Solve the fixed benchmark sets and print nodes, time, nodes a second and peak memory.\n\n\
    The positions are part of the program. With one thread and the same memory the number of nodes is a fingerprint of \
    the search: a change that does not alter the search leaves it the same. The time is that of the searches, and the \
    peak memory that of the whole program.\n\n\
    With several numbers of threads, or with --repeat, each is measured in a process of its own, all in turn, so that \
    other load on the machine affects all alike. The figures are medians; a spread is (greatest - least) / median, and peak \
    memory is the most of all repetitions. Speed-up and node inflation are those over the first number of threads. Where \
    a position stays undecided there is no ratio.";

const AFTER_BENCH: &str = "\
Examples:
  canju bench
  canju bench --set all --threads 0 --memory 1GiB --format json
  canju bench --set all --threads 1,2,4,8 --repeat 5 --save before.json
  canju bench --set all --threads 1,2,4,8 --repeat 5 --against before.json
  scripts/measure/scaling.py before.json > before.svg     # draws speed-up and node inflation

Exit codes: 0 every answer right; 1 some undecided; 2 bad input or usage; 3 an answer is wrong; 130 interrupted.";

const POKER: &str = "Poker: rank hands of five to seven cards, deal them, and count how often each kind of hand comes.\n\n\
    Six and seven cards count as their best five. The kinds, best first: five of a kind (with a joker), straight flush, four \
    of a kind, full house, flush, straight, three of a kind, two pair, one pair, high card. The ace is above the king, and below \
    the 2 in A 2 3 4 5.";

fn poker_cards() -> &'static str {
    "Cards: rank and suit, TC 9D TD JH 5C, in either case, with or without spaces or commas; 10 is T, and ♣ ♦ ♥ ♠ are C D H S. \
     The jokers ?B and ?R stand for any black card (clubs, spades) and any red one, also for one that the hand has already. A hand \
     needs quotes if it has spaces or jokers."
}

fn after_poker() -> String {
    format!(
        "Examples:
  canju poker rank 'TC 9D TD JH 5C' '6C 7C 8C 9C TC 5C ?B'
  canju poker deal --hands 6 --cards 5 --seed 1
  canju poker frequencies --cards 7

{}",
        poker_cards()
    )
}

const AFTER_POKER_FREQUENCIES: &str = "\
All 2,598,960 hands of five cards take some hundredths of a second, all 133,784,560 of seven about a second. Odds are against: 15 : 1 \
is one hand in sixteen. A sample also gets intervals with a confidence of 95 % (Wilson's score interval), and is the same for a \
seed on every machine and with any number of threads.

Examples:
  canju poker frequencies
  canju poker frequencies --cards 7 --format json
  canju poker frequencies --samples 1000000 --seed 1";

/// How to solve.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solving")]
pub(super) struct SolvingArgs {
    /// Worker threads, 0 for one per core; at most as many as the memory carries, 16 MiB each (32 MiB in a batch)
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: u16,
    /// Memory for the search and its threads, such as 512MiB or 8G [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// Give up on a puzzle after this time, such as 500ms, 10s or 5min; line of play and certificate included
    #[arg(long, value_name = "DUR", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// Give up on a puzzle after this many nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
}

fn parse_size(text: &str) -> Result<ByteSize, &'static str> {
    text.parse().map_err(|_| "expected a size such as 512MiB or 8G")
}

fn parse_time(text: &str) -> Result<Duration, &'static str> {
    humantime::parse_duration(text).map_err(|_| "expected a time with its unit, such as 500ms, 10s or 5min")
}

/// Where results go and what else is printed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Write the results to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// No progress bar, and only errors on standard error
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the resolved options to standard error, and with `solve` and `bench` what the search did
    #[arg(long, short)]
    pub verbose: bool,
    /// Colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

/// The forms of a single answer.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SingleFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
}

/// The forms of a batch's records.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BatchFormat {
    /// For people: a line for each puzzle and a closing summary
    Text,
    /// For programs: one JSON object on each line
    Jsonl,
    /// For spreadsheets
    Csv,
    /// For an issue or a post
    Markdown,
}

impl From<BatchFormat> for Format {
    fn from(format: BatchFormat) -> Format {
        match format {
            BatchFormat::Text => Format::Text,
            BatchFormat::Jsonl => Format::JsonLines,
            BatchFormat::Csv => Format::Csv,
            BatchFormat::Markdown => Format::Markdown,
        }
    }
}

/// Two or three hands, whose turn it is, and the move to be answered.
#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    /// The first player's or the landlord's hand; or, with no other hand, a file, or FILE:LINE for one puzzle of a pack
    #[arg(value_name = "HAND|FILE[:LINE]")]
    pub first: String,
    /// The other hand; with three hands the next farmer's
    #[arg(value_name = "HAND")]
    pub second: Option<String>,
    /// The last farmer's hand
    #[arg(value_name = "HAND")]
    pub third: Option<String>,
    #[command(flatten)]
    pub turn: TurnArgs,
}

/// Whose turn it is, and the move to be answered.
#[derive(Args, Debug)]
pub(super) struct TurnArgs {
    /// The hand to move, counted from 1 in playing order [default: 1]
    #[arg(long, value_name = "N")]
    pub turn: Option<usize>,
    /// What it must answer; the cards of this move are no longer in a hand
    #[arg(long, value_name = "MOVE")]
    pub last: Option<String>,
    /// The hand that played this move [default: the one before the hand to move]
    #[arg(long, value_name = "N", requires = "last")]
    pub by: Option<usize>,
}

impl TurnArgs {
    /// Was anything said about whose turn it is?
    pub fn is_given(&self) -> bool {
        self.turn.is_some() || self.last.is_some()
    }
}

#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Decide every first move, not only as many as the verdict needs
    #[arg(long, help_heading = "Solving")]
    pub all_moves: bool,
    /// Find the quickest win or the longest resistance, and how many plies the game lasts, a pass counting as one
    #[arg(long, help_heading = "Solving")]
    pub shortest: bool,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Write a certificate of the verdict, which `canju verify` checks
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub proof: Option<PathBuf>,
    /// Make the certificate plain: larger, but to check it takes the rules alone, and no theorem on which positions are better
    #[arg(long, requires = "proof", help_heading = "Output")]
    pub plain: bool,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Which sides people play.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Human {
    /// The first hand, or the landlord
    #[value(alias = "landlord")]
    First,
    /// The second hand, or both farmers
    #[value(aliases = ["farmers", "others"])]
    Second,
    /// The side that wins when everyone plays their best
    Winner,
    /// The side that loses
    Loser,
    /// Every hand
    Both,
    /// None: the solver plays against itself
    None,
}

#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Which side you play [default: what the saved game says, or first]
    #[arg(long, value_name = "SIDE")]
    pub human: Option<Human>,
    /// Remember solved levels in this file [default: canju/solved-levels.txt in your state directory]
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    /// Neither read nor write which levels are solved
    #[arg(long, conflicts_with = "progress")]
    pub no_progress: bool,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Colours: auto is on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: Color,
}

#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// About how many bytes of the strategy the page may hold
    #[arg(long, value_name = "SIZE", default_value = "3MiB", value_parser = parse_size, help_heading = "Output")]
    pub strategy_size: ByteSize,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct BatchArgs {
    /// Directories, files, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Only puzzles whose id (path:line) matches; that none does is an error
    #[arg(long, value_name = "GLOB", value_parser = |text: &str| glob::Pattern::new(text))]
    pub only: Option<glob::Pattern>,
    /// Only puzzles of at most this many cards, all hands together
    #[arg(long, value_name = "N")]
    pub max_cards: Option<u32>,
    /// Solve nothing: list the puzzles that are equal up to renaming ranks
    #[arg(long, conflicts_with_all = ["journal", "resume"])]
    pub dedupe_report: bool,
    /// Decide every first move, not only as many as the verdict needs
    #[arg(long, help_heading = "Solving")]
    pub all_moves: bool,
    /// Find the quickest win or the longest resistance, and how many plies the game lasts, a pass counting as one
    #[arg(long, help_heading = "Solving")]
    pub shortest: bool,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Write a certificate of each verdict into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub proof_dir: Option<PathBuf>,
    /// Make the certificates plain: larger, but to check them takes the rules alone, and no theorem on which positions are better
    #[arg(long, requires = "proof_dir", help_heading = "Output")]
    pub plain: bool,
    /// Stop after the first error or answer that differs from the expected one
    #[arg(long, help_heading = "Solving")]
    pub fail_fast: bool,
    /// Exit with 0 if every record is written, whatever the answers; not after Ctrl-C or bad usage
    #[arg(long, conflicts_with_all = ["fail_fast", "dedupe_report"], help_heading = "Output")]
    pub exit_zero: bool,
    /// Write records as they come instead of in input order
    #[arg(long, help_heading = "Output")]
    pub unordered: bool,
    /// Keep each finished record in this file, for --resume
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub journal: Option<PathBuf>,
    /// Solve only what the journal lacks; without --journal its name is the output's with `.journal`
    #[arg(long, help_heading = "Output")]
    pub resume: bool,
    /// Form of the records
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: BatchFormat,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The forms of grades.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GradeFormat {
    /// For people: a table
    Text,
    /// For programs: one JSON object on each line
    Jsonl,
}

/// What to sort by.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GradeOrder {
    /// The easiest first
    Difficulty,
}

#[derive(Args, Debug)]
pub(super) struct GradeArgs {
    /// Directories, files, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Sort the grades; by default they come in input order, each as soon as it is there
    #[arg(long, value_name = "BY")]
    pub sort: Option<GradeOrder>,
    /// Also find the least plies, up to N, that a careful player must look ahead to find the win and keep it; takes far longer
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(..=20), help_heading = "Solving")]
    pub lookahead: Option<u16>,
    /// Worker threads, 0 for one per core; each takes up to 64 MiB
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: u16,
    /// Give up on a puzzle after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time, help_heading = "Solving")]
    pub time_limit: Option<Duration>,
    /// Give up on a puzzle after this many nodes for one of its measures
    #[arg(long, value_name = "N", help_heading = "Solving")]
    pub node_limit: Option<u64>,
    /// Form of the grades
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: GradeFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The verdicts that can be asked for.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WantedVerdict {
    /// The first hand wins
    Win,
    /// It loses, whatever it plays
    Loss,
}

/// The forms of generated puzzles.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GenerateFormat {
    /// A pack
    Ddz,
    /// For programs: one JSON object on each line, as `canju grade` has it
    Jsonl,
}

#[derive(Args, Debug)]
pub(super) struct GenerateArgs {
    /// Cards of each hand, 3 to 20: two hands, or the landlord's and the two farmers'; ranges as 8..12+10
    #[arg(long, value_name = "A+B[+C]", value_parser = |text: &str| text.parse::<Sizes>())]
    pub cards: Sizes,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// The same puzzles as every time with this number; S:N begins with candidate N [default: a new number, which is printed]
    #[arg(long, value_name = "S[:N]", value_parser = parse_seed)]
    pub seed: Option<(u64, u64)>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Only wins, or only losses, of the first hand
    #[arg(long, value_name = "VERDICT")]
    pub verdict: Option<WantedVerdict>,
    /// Only wins by exactly one set of cards
    #[arg(long)]
    pub unique: bool,
    /// Only puzzles of this difficulty, from 1 to 5
    #[arg(long, value_name = "D[..D]", value_parser = read_difficulties)]
    pub difficulty: Option<(Difficulty, Difficulty)>,
    /// Only puzzles in which every card matters
    #[arg(long)]
    pub minimal: bool,
    /// Also puzzles that ship
    #[arg(long)]
    pub with_shipped: bool,
    /// Worker threads, 0 for one per core; each takes up to 64 MiB
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: u16,
    /// End after this time with what is found, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time, help_heading = "Solving")]
    pub time_limit: Option<Duration>,
    /// Form of the puzzles
    #[arg(long, value_name = "FORMAT", default_value = "ddz", help_heading = "Output")]
    pub format: GenerateFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct DealsArgs {
    /// Cards of each hand: two hands, or the landlord's and the two farmers'
    #[arg(long, value_name = "A+B[+C]", value_parser = |text: &str| text.parse::<DealtSizes>())]
    pub cards: DealtSizes,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// The same deals as every time with this number; S:N begins with deal N [default: a new number, which is printed]
    #[arg(long, value_name = "S[:N]", value_parser = parse_seed)]
    pub seed: Option<(u64, u64)>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

fn parse_seed(text: &str) -> Result<(u64, u64), &'static str> {
    read_seed(text).ok_or("expected a number such as 7, or with the number of a candidate 7:12")
}

#[derive(Args, Debug)]
pub(super) struct ServeArgs {
    /// Where to listen; port 0 takes a free one, and the first line says which
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Offer the packs in this directory instead of those that ship; may be given again
    #[arg(long, value_name = "DIR")]
    pub packs: Vec<PathBuf>,
    /// A name that the server answers to; may be given again [always: localhost and the address listened on]
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Pages of this origin may use the API, * for all; by default only the app may
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Option<String>,
    /// Workers, 0 for one per core; at most as many as the memory carries, 128 MiB each
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Limits", value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: u16,
    /// Memory for all searches together, such as 512MiB or 8G [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// The most time for a search, and for a request to wait its turn
    #[arg(long, value_name = "DUR", default_value = "10s", help_heading = "Limits", value_parser = parse_time)]
    pub time_limit: Duration,
    /// The most requests that wait
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    pub queue: usize,
    /// The largest request; a batch may be longer
    #[arg(long, value_name = "SIZE", default_value = "1MiB", help_heading = "Limits", value_parser = parse_size)]
    pub max_body: ByteSize,
    /// The most time for a client to send a request, or a line of a batch, and to take an answer
    #[arg(long, value_name = "DUR", default_value = "30s", help_heading = "Limits", value_parser = parse_time)]
    pub client_time_limit: Duration,
    /// Only faults on standard error
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Positions and addresses in the log, too
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
}

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// Certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Also require that they are for this position: two or three hands
    #[arg(long, value_name = "HAND", num_args = 2..=3)]
    pub hands: Vec<String>,
    #[command(flatten)]
    pub turn: TurnArgs,
    /// The rules of that position [default: huanle]
    #[arg(long, value_name = "PRESET[,±KIND…]", value_parser = RulesParser, hide_possible_values = true, requires = "hands")]
    pub rules: Option<Ruleset>,
    /// Print the strategy, one position a line: depth, hands, whose turn, what the winner plays
    #[arg(long)]
    pub dump: bool,
    /// Most memory for one certificate [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// Give up on a certificate after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct MovesArgs {
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
    #[arg(long, value_name = "N", conflicts_with = "hand", value_parser = clap::value_parser!(u8).range(1..=2))]
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

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The greatest number of plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: u32,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The parts of the benchmark.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BenchSet {
    /// Published puzzles
    Composed,
    /// Full-size deals of one pack, 14 to 20 cards a hand
    Deals,
    /// Deals of three hands, 12+10+10 to 20+17+17 cards
    Three,
    /// All of them
    All,
}

/// The forms of the benchmark's figures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BenchFormat {
    /// For people
    Text,
    /// For an issue or a post
    Markdown,
    /// For programs: one JSON object
    Json,
}

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// What to solve
    #[arg(long, value_name = "SET", default_value = "composed")]
    pub set: BenchSet,
    /// Worker threads, 0 for one per core; or several such numbers
    #[arg(long, value_name = "N,…", default_value = "1", value_delimiter = ',', value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: Vec<u16>,
    /// Measure everything N times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub repeat: u16,
    /// Memory for the search, such as 512MiB or 8G
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = parse_size)]
    pub memory: ByteSize,
    /// Give up on a position after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    /// Give up on a position after this many nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: BenchFormat,
    /// Also write the figures to a file, as JSON, for --against and for scripts/measure/scaling.py
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save: Option<PathBuf>,
    /// Compare with the figures of such a file: time and nodes, now / then
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub against: Option<PathBuf>,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    /// Stop when standard input ends: how a bench stops the processes that it starts
    #[arg(long, hide = true)]
    pub stop_with_input: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct PokerArgs {
    #[command(subcommand)]
    pub command: PokerCommand,
}

#[derive(Subcommand, Debug)]
pub(super) enum PokerCommand {
    /// Rank hands of five to seven cards, and mark the best one, or all that are equally good
    #[command(after_long_help = poker_cards())]
    Rank(PokerRankArgs),
    /// Shuffle the pack once and deal, a card to each hand in turn
    #[command(after_long_help = "Example:\n  canju poker deal --hands 4 --cards 13 --seed 1")]
    Deal(PokerDealArgs),
    /// Count how often each kind of hand comes, among all hands or in a sample
    #[command(after_long_help = AFTER_POKER_FREQUENCIES)]
    Frequencies(PokerFrequenciesArgs),
}

#[derive(Args, Debug)]
pub(super) struct PokerRankArgs {
    /// The hands; two may have the same card, as with a common board
    #[arg(required = true, value_name = "HAND")]
    pub hands: Vec<String>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct PokerDealArgs {
    /// How many hands
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub hands: u16,
    /// How many cards each
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
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

#[derive(Args, Debug)]
pub(super) struct PokerFrequenciesArgs {
    /// The cards of a hand: 5, 6 or 7
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(5..=7))]
    pub cards: u16,
    /// Draw this many random hands instead of counting all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub samples: Option<u64>,
    /// Draw the same hands as every time with this number [default: a new number, which is printed]
    #[arg(long, value_name = "S", requires = "samples")]
    pub seed: Option<u64>,
    /// Worker threads, 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=1024))]
    pub threads: u16,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// The command to print the page of, instead of the program's; `poker-rank` for `canju poker rank`
    pub command: Option<String>,
}
