//! The errors of the libraries in the language of this run. In English they are their own texts. In Chinese they are made from their
//! values, by type, or known by their texts; what the system says otherwise stays in English.

use super::{by_text, language};
use canju_app::explain::ExplainError;
use canju_engine::proof::{Fault, VerifyError};
use canju_engine::rules::{
    CardError, CardErrorKind, IllegalMove, Kind, MoveError, PositionError, Preset, Ruleset, RulesetError, TurnError,
};
use canju_engine::text::{TextError, TextErrorKind};
use canju_packs::batch::{CertificateError, InputError, JournalError, RunError};
use canju_packs::puzzle::{DifficultyError, PuzzleError, PuzzleErrorKind, Theme, ThemeError};
use canju_packs::report::undecided;
use canju_packs::review::WrongMove;
use canju_poker as poker;
use canju_puzzles::generate::{DealError, RequestError};
use canju_puzzles::play::SavedError;
use canju_words::{Language, say};
use std::error::Error;
use std::io;
use std::num::{IntErrorKind, ParseIntError};

/// An error with its causes on one line.
pub fn told(error: &anyhow::Error) -> String {
    match language() {
        Language::English => format!("{error:#}"),
        Language::Chinese => {
            let mut causes: Vec<String> = error.chain().map(in_words).collect();
            // Errors that stand for their cause say the same.
            causes.dedup();
            causes.join("：")
        }
    }
}

/// What an error says, without its causes.
pub fn in_words(error: &(dyn Error + 'static)) -> String {
    match language() {
        Language::English => error.to_string(),
        Language::Chinese => chinese(error).unwrap_or_else(|| text_in_words(&error.to_string())),
    }
}

/// An error that a library gave as a text.
pub fn text_in_words(text: &str) -> String {
    let known = if language() == Language::Chinese { by_text::chinese(text) } else { None };
    known.unwrap_or_else(|| text.to_owned())
}

macro_rules! zh {
    ($($arguments:tt)*) => { say!(Language::Chinese, $($arguments)*) };
}

fn chinese(error: &(dyn Error + 'static)) -> Option<String> {
    /// Tries one type after the other.
    macro_rules! try_each {
        ($($Type:ty => $say:expr),* $(,)?) => { $(
            if let Some(error) = error.downcast_ref::<$Type>() {
                let say: fn(&$Type) -> Option<String> = $say;
                return say(error);
            }
        )* };
    }
    try_each! {
        CardError => |error| Some(card_error(error)),
        MoveError => |error| Some(move_error(error)),
        TurnError => |error| Some(turn(error)),
        PositionError => |error| Some(position(error)),
        IllegalMove => |error| Some(illegal(error)),
        RulesetError => |error| Some(ruleset(error)),
        TextError => |error| text(&error.kind).map(|problem| at(error.column, &problem)),
        TextErrorKind => text,
        PuzzleError => puzzle,
        PuzzleErrorKind => puzzle_kind,
        InputError => |error| match error {
            InputError::Line(error) => puzzle(error),
            _ => by_text::chinese(&error.to_string()),
        },
        ThemeError => |error| Some(theme(error)),
        DifficultyError => |error| Some(difficulty(error)),
        SavedError => saved,
        WrongMove => |error| {
            let player = seat_word(error.player);
            Some(zh!("error-wrong-move", number = error.number, player = player, why = illegal(&error.why)))
        },
        DealError => |error| Some(deal(error)),
        RequestError => |error| Some(request(error)),
        JournalError => journal,
        CertificateError => certificate,
        RunError<io::Error> => |error| match error {
            RunError::Sink(_) => Some(zh!("error-cant-write")),
            RunError::Journal(error) => journal(error),
            RunError::Certificate(error) => certificate(error),
            RunError::Threads(_) => Some(zh!("error-no-threads")),
            _ => None,
        },
        VerifyError => verify,
        ExplainError => |error| match error {
            ExplainError::GameOver => Some(zh!("error-explain-over")),
            ExplainError::Undecided(reason) => {
                let why = undecided(Language::Chinese, Some(reason.name()));
                Some(zh!("error-explain-undecided", why = why))
            }
            _ => None,
        },
        poker::HandError => |error| match error {
            poker::HandError::Card(error) => poker_card(error),
            poker::HandError::Size(count) => Some(zh!("error-poker-size", count = *count)),
            _ => None,
        },
        poker::CardError => poker_card,
        poker::TooManyCards => |error| Some(zh!("error-poker-too-many", hands = error.hands, cards = error.cards)),
        io::Error => |error| system(error),
        ParseIntError => |error| Some(match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => zh!("error-number-too-large"),
            _ => zh!("error-not-a-number"),
        }),
    }
    None
}

/// A seat from its English name.
pub(super) fn seat_word(name: &str) -> String {
    match name {
        "first" => zh!("seat-first"),
        "second" => zh!("seat-second"),
        "landlord" => zh!("seat-landlord"),
        "farmer 1" => zh!("seat-farmer-1"),
        "farmer 2" => zh!("seat-farmer-2"),
        "farmer1" => zh!("seat-name-farmer1"),
        "farmer2" => zh!("seat-name-farmer2"),
        other => other.to_owned(),
    }
}

fn at(column: usize, problem: &str) -> String {
    zh!("error-column", column = column, problem = problem)
}

/// The word that the English text suggests.
fn similar(error: &impl ToString) -> String {
    let text = error.to_string();
    let word = text.split_once("did you mean `").and_then(|(_, rest)| rest.split_once('`'));
    word.map_or_else(String::new, |(word, _)| zh!("error-similar", word = word))
}

/// What is wrong with a card, in the language of this run.
pub fn card_kind(kind: &CardErrorKind) -> String {
    match language() {
        Language::English => kind.to_string(),
        Language::Chinese => card(kind),
    }
}

fn card(kind: &CardErrorKind) -> String {
    match kind {
        CardErrorKind::Unknown(card) => zh!("error-card-unknown", card = card.escape_debug().to_string()),
        CardErrorKind::TwoReadings { token, readings } => {
            let [one, other] = &**readings;
            zh!("error-card-two-readings", card = &**token, one = one, other = other)
        }
        CardErrorKind::TooMany { rank, packs } => {
            let held = rank.copies(*packs);
            zh!("error-card-too-many", nth = held + 1, rank = rank.to_string(), packs = *packs, held = held)
        }
        other => other.to_string(),
    }
}

fn card_error(error: &CardError) -> String {
    at(error.column, &card(&error.kind))
}

fn move_error(error: &MoveError) -> String {
    at(error.column(), &move_problem(error))
}

/// What is wrong with a move, without the column.
fn move_problem(error: &MoveError) -> String {
    match error {
        MoveError::Cards(error) => card(&error.kind),
        MoveError::Empty => zh!("error-move-empty"),
        MoveError::NoCombo { cards, rules } => {
            zh!("error-move-no-combination", cards = cards.to_string(), rules = rules)
        }
        MoveError::Ambiguous { cards, readings } => {
            zh!("error-move-ambiguous", cards = cards.to_string(), readings = readings.join("、"))
        }
        MoveError::NoSuchReading { cards, reading, readings, .. } => zh!(
            "error-move-no-such-reading",
            cards = cards.to_string(),
            reading = reading,
            readings = readings.join("、"),
        ),
        other => other.problem(),
    }
}

fn turn(error: &TurnError) -> String {
    match error {
        TurnError::NoSuchHand { field, number, seats } => {
            zh!("error-no-such-hand", field = *field, number = *number, seats = *seats)
        }
        TurnError::ByWithoutLast => zh!("error-by-without-last"),
        TurnError::OwnMove { seat } => zh!("error-own-move", hand = seat + 1),
        other => other.to_string(),
    }
}

fn position(error: &PositionError) -> String {
    match error {
        PositionError::Cards { seat, error } => zh!("error-hand", hand = seat + 1, problem = card_error(error)),
        PositionError::HandCount(count) => zh!("error-hand-count", count = *count),
        PositionError::EmptyHand { seat } => zh!("error-hand-empty", hand = seat + 1),
        PositionError::Last(error) => zh!("error-last", problem = move_error(error)),
        PositionError::LastIsPass => zh!("error-last-is-pass"),
        PositionError::LastNotHeld { cards, kind } => {
            zh!("error-last-not-held", cards = cards.to_string(), problem = card(kind))
        }
        PositionError::Turn(error) => turn(error),
        PositionError::TwoPacksOfThreeHands => zh!("error-two-packs-three-hands"),
        PositionError::TooMany(kind) => zh!("error-hands-together", problem = card(kind)),
        other => other.to_string(),
    }
}

fn illegal(error: &IllegalMove) -> String {
    match error {
        IllegalMove::GameOver => zh!("error-game-over"),
        IllegalMove::PassOnLead => zh!("error-pass-on-lead"),
        IllegalMove::NotHeld(cards) => zh!("error-not-held", cards = cards.to_string()),
        IllegalMove::NoCombo(cards) => zh!("error-no-combination", cards = cards.to_string()),
        IllegalMove::DoesNotBeat(cards) => zh!("error-does-not-beat", cards = cards.to_string()),
    }
}

fn ruleset(error: &RulesetError) -> String {
    let text = match error {
        RulesetError::UnknownPreset(word) => {
            zh!("error-unknown-preset", word = word, names = Preset::ALL.map(Preset::name).join("、"))
        }
        RulesetError::UnknownRule(word) => zh!(
            "error-unknown-rule",
            word = word,
            kinds = Kind::ALL.map(Kind::name).join(" "),
            switches = Ruleset::SWITCHES.iter().map(|switch| switch.name).collect::<Vec<_>>().join("、"),
            numbers = Ruleset::NUMBERS.iter().map(|number| number.name).collect::<Vec<_>>().join("、"),
        ),
        RulesetError::BadNumber { rule, least, most } => {
            zh!("error-rule-number", rule = rule, least = *least, most = *most)
        }
        RulesetError::NoSolo => zh!("error-no-solo"),
        other => return other.to_string(),
    };
    text + &similar(error)
}

fn text(kind: &TextErrorKind) -> Option<String> {
    Some(match kind {
        TextErrorKind::NotOne => zh!("error-not-one"),
        TextErrorKind::Cards(kind) => card(kind),
        TextErrorKind::Position(error) => position(error),
        TextErrorKind::Number { attribute, text } => {
            zh!("error-hand-number", attribute = *attribute, text = text)
        }
        TextErrorKind::Rules(error) => ruleset(error),
        TextErrorKind::HandCount(count) => zh!("error-hands-in-line", count = *count),
        TextErrorKind::AfterAttributes => zh!("error-after-attributes"),
        TextErrorKind::UnknownAttribute(word) => zh!("error-unknown-attribute", word = word),
        TextErrorKind::Duplicate(word) => zh!("error-duplicate", word = word),
        TextErrorKind::NoValue(word) => zh!("error-no-value", word = word),
        TextErrorKind::OpenQuote => zh!("error-open-quote"),
        TextErrorKind::NeedsQuotes(sign) => zh!("error-needs-quotes", sign = sign.to_string()),
        TextErrorKind::Escape(sign) => zh!("error-escape", sign = sign.to_string()),
        TextErrorKind::Move { attribute, problem } => {
            zh!("error-attribute", attribute = *attribute, problem = by_text::chinese(problem)?)
        }
        _ => return None,
    })
}

fn puzzle(error: &PuzzleError) -> Option<String> {
    let problem = puzzle_kind(&error.kind)?;
    Some(zh!("error-line-column", line = error.line, column = error.column, problem = problem))
}

fn puzzle_kind(kind: &PuzzleErrorKind) -> Option<String> {
    Some(match kind {
        PuzzleErrorKind::Text(kind) => text(kind)?,
        PuzzleErrorKind::NotOne => zh!("error-not-one-puzzle"),
        PuzzleErrorKind::Human(word) => zh!("error-human", word = word),
        PuzzleErrorKind::NoGame(word) => zh!("error-no-game", word = word),
        PuzzleErrorKind::GameOver(count) => zh!("error-puzzle-over", count = *count),
        PuzzleErrorKind::Difficulty(error) => difficulty(error),
        PuzzleErrorKind::NoDefaults { line } => zh!("error-no-defaults", line = *line),
        PuzzleErrorKind::Expect(word) => zh!("error-expect", word = word),
        PuzzleErrorKind::BestOfLoss => zh!("error-best-of-loss"),
        PuzzleErrorKind::Directive(word) => zh!("error-directive", word = word),
        PuzzleErrorKind::LineNumber(word) => zh!("error-line-number", word = word),
        PuzzleErrorKind::NotUtf8(byte) => zh!("error-not-utf8", byte = format!("{byte:02X}")),
        PuzzleErrorKind::TooLong(count) => zh!("error-too-long", count = *count),
        PuzzleErrorKind::TooLate(word) => zh!("error-too-late", word = word),
        PuzzleErrorKind::Theme(error) => theme(error),
        PuzzleErrorKind::Integer(integer) => zh!("error-integer", integer = integer),
        PuzzleErrorKind::Played { number, player, problem } => {
            zh!("error-wrong-move", number = *number, player = seat_word(player), why = by_text::chinese(problem)?)
        }
        PuzzleErrorKind::Json(problem) => {
            // All others are of the parser, and the column says where.
            let problem = by_text::chinese(problem).unwrap_or_else(|| zh!("error-json-syntax"));
            zh!("error-json", problem = problem, example = r#"{"hands":["KK5543","225543"]}"#)
        }
        PuzzleErrorKind::UnknownField { field, cure } => {
            zh!("error-unknown-field", field = field, cure = by_text::chinese(cure)?)
        }
        PuzzleErrorKind::Read(why) => {
            zh!("error-cant-read-on", why = by_text::chinese(why).unwrap_or_else(|| why.clone()))
        }
        _ => return None,
    })
}

fn difficulty(error: &DifficultyError) -> String {
    let text = error.to_string();
    zh!("error-difficulty", word = text.trim_start_matches('`').split('`').next().unwrap_or_default())
}

fn theme(error: &ThemeError) -> String {
    let text = error.to_string();
    let word = text.trim_start_matches('`').split('`').next().unwrap_or_default();
    zh!("error-theme", word = word, themes = Theme::ALL.map(Theme::name).join("、"))
}

fn saved(error: &SavedError) -> Option<String> {
    Some(match error {
        SavedError::Puzzle(error) => puzzle(error)?,
        SavedError::Move(error) => illegal(error),
        SavedError::NoPuzzle => zh!("error-saved-no-puzzle"),
        SavedError::Second { line } => zh!("error-saved-second", line = *line),
        _ => return None,
    })
}

fn deal(error: &DealError) -> String {
    match error {
        DealError::Sizes(word) => zh!("error-deal-sizes", word = word),
        DealError::TooMany { sizes, cards, held } => {
            zh!("error-deal-too-many", sizes = sizes.to_string(), cards = *cards, held = *held)
        }
        other => other.to_string(),
    }
}

fn request(error: &RequestError) -> String {
    match error {
        RequestError::Sizes(word) => zh!("error-request-sizes", word = word),
        RequestError::Size(word) => zh!("error-request-size", word = word),
        RequestError::Empty(word) => zh!("error-request-empty", word = word),
        RequestError::TooMany { sizes, cards, packs } => zh!(
            "error-request-too-many",
            sizes = sizes.to_string(),
            cards = *cards,
            packs = *packs,
            held = 54 * u32::from(*packs),
        ),
        RequestError::TwoPacksOfThreeHands => zh!("error-request-two-packs"),
        RequestError::UniqueLoss => zh!("error-request-unique-loss"),
        RequestError::NoSuchTheme { theme, why } => {
            let why = by_text::chinese(why).unwrap_or_else(|| (*why).to_owned());
            zh!("error-request-theme", theme = theme.name(), why = why)
        }
        RequestError::NoSuchHand(number) => zh!("error-request-hand", number = *number),
        RequestError::OwnMove(number) => zh!("error-request-own-move", number = *number),
        other => other.to_string(),
    }
}

fn journal(error: &JournalError) -> Option<String> {
    Some(match error {
        JournalError::Io { path, source } => {
            let why = system(source).unwrap_or_else(|| source.to_string());
            zh!("error-journal-io", path = path.to_string_lossy(), why = why)
        }
        JournalError::Exists(path) => zh!("error-journal-exists", path = path.to_string_lossy()),
        JournalError::NoJournal(path) => zh!("error-journal-none", path = path.to_string_lossy()),
        JournalError::Busy(path) => zh!("error-journal-busy", path = path.to_string_lossy()),
        JournalError::OtherBatch { path, field, theirs, ours } => {
            zh!("error-journal-other-batch", path = path.to_string_lossy(), field = field, theirs = theirs, ours = ours,)
        }
        JournalError::OtherVersion { path, theirs } => {
            zh!("error-journal-version", path = path.to_string_lossy(), theirs = theirs)
        }
        JournalError::OtherPuzzles { path, number, theirs, ours } => {
            let path = path.to_string_lossy();
            zh!("error-journal-puzzles", path = path, number = *number, theirs = theirs, ours = ours)
        }
        JournalError::Damaged { path, line, records: 0 } => {
            zh!("error-journal-damaged", path = path.to_string_lossy(), line = *line)
        }
        JournalError::Damaged { path, line, records } => {
            let (path, whole) = (path.to_string_lossy(), (line - 1).to_string());
            zh!("error-journal-damaged-below", path = path, line = *line, records = *records, whole = whole)
        }
        _ => return None,
    })
}

fn certificate(error: &CertificateError) -> Option<String> {
    match error {
        CertificateError::Io(_) => Some(zh!("error-cant-write-certificate")),
        // The program says that one itself; the others are faults of its own.
        _ => None,
    }
}

fn verify(error: &VerifyError) -> Option<String> {
    Some(match error {
        VerifyError::Io(error) => return system(error),
        VerifyError::NoCertificate => zh!("error-not-a-certificate"),
        VerifyError::Memory { needed, allowed } => zh!("error-verify-memory", needed = *needed, allowed = *allowed),
        VerifyError::Time { positions } => zh!("error-verify-time", positions = *positions),
        VerifyError::Header(why) => {
            zh!("error-verify-header", why = by_text::chinese(why).unwrap_or_else(|| why.clone()))
        }
        VerifyError::Fails { byte, number, position, fault } => {
            zh!("error-verify-fails", byte = *byte, number = *number, position = position, fault = self::fault(fault),)
        }
        _ => return None,
    })
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Truncated => zh!("error-fault-truncated"),
        Fault::BadNumber => zh!("error-fault-number"),
        Fault::NoSuchMove { index, moves } => zh!("error-fault-move", index = *index, moves = *moves),
        Fault::LoserWins(cards) => zh!("error-fault-loser-wins", cards = cards),
        Fault::Miscounted { counted, .. } => zh!("error-fault-miscounted", counted = *counted),
        Fault::Count { counted, positions } => zh!("error-fault-count", counted = *counted, positions = *positions),
        Fault::Checksum => zh!("error-fault-checksum"),
        Fault::Trailing => zh!("error-fault-trailing"),
        other => other.to_string(),
    }
}

fn poker_card(error: &poker::CardError) -> Option<String> {
    let problem = match &error.kind {
        poker::CardErrorKind::Unknown(card) => zh!("error-poker-card", card = card.escape_debug().to_string()),
        poker::CardErrorKind::Twice(card) => zh!("error-poker-twice", card = card.to_string()),
        _ => return None,
    };
    Some(at(error.column, &problem))
}

fn system(error: &io::Error) -> Option<String> {
    Some(match error.kind() {
        io::ErrorKind::NotFound => zh!("error-io-not-found"),
        io::ErrorKind::PermissionDenied => zh!("error-io-denied"),
        io::ErrorKind::IsADirectory => zh!("error-io-directory"),
        io::ErrorKind::StorageFull => zh!("error-io-full"),
        io::ErrorKind::AlreadyExists => zh!("error-io-exists"),
        io::ErrorKind::NotADirectory => zh!("error-io-not-a-directory"),
        io::ErrorKind::ReadOnlyFilesystem => zh!("error-io-read-only"),
        io::ErrorKind::AddrInUse => zh!("error-io-address-in-use"),
        io::ErrorKind::AddrNotAvailable => zh!("error-io-no-address"),
        _ => return by_text::chinese(&error.to_string()),
    })
}
