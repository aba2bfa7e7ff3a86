//! New puzzles, the same for a seed as those of `canju generate`.

use crate::generate::{Known, MOST_MISSES, Maker, Request, read_difficulties, read_seed, read_times};
use crate::grade::{GradeRecord, Grader};
use crate::requests::asked::{BOOLEAN, Taken};
use crate::requests::refusal::Refusal;
use canju_engine::rules::{Ruleset, Scoring, StakesError};
use canju_engine::search::{StopFlag, Verdict};
use serde::Serialize;
use std::fmt::Display;
use std::time::Duration;

/// The most puzzles of a request.
const MOST: u64 = 100;

/// What is wanted.
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Generate, example = json!({"cards": "8+8", "unique": true, "seed": "7"})))]
#[allow(dead_code, reason = "it only describes what `Wanted::read` reads")]
pub struct GenerateBody {
    /// Cards of each hand, 3 to 20, two or three hands, ranges as `8..12+10`.
    cards: String,
    /// How many puzzles, 1 to 100; 1 by default.
    #[cfg_attr(test, schema(minimum = 1, maximum = 100))]
    count: Option<u64>,
    /// The same puzzles as every time with this number; `S:N` begins with candidate N.
    seed: Option<String>,
    rules: Option<String>,
    /// The hand to move, from 1; by default the first.
    turn: Option<usize>,
    /// The hand that played the trick that the hand to move must answer; by default it leads.
    by: Option<usize>,
    /// `win` or `loss` of the side to move.
    verdict: Option<String>,
    /// Only wins by exactly one set of cards.
    #[cfg_attr(test, schema(default = false))]
    unique: Option<bool>,
    /// Only puzzles in which every card matters.
    #[cfg_attr(test, schema(default = false))]
    minimal: Option<bool>,
    /// `D` or `D..D`, from 1 to 5.
    difficulty: Option<String>,
    /// A theme that each must have, such as `splits_bomb`.
    theme: Option<String>,
    /// How points are counted, such as `huanle`; by default there are none.
    scoring: Option<String>,
    /// Only wins of at least so many times the stake, 2, 4, 8, 16 or 32.
    times: Option<u32>,
    /// Also puzzles that ship.
    #[cfg_attr(test, schema(default = false))]
    with_shipped: Option<bool>,
    time_limit_ms: Option<u64>,
}

/// New puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Generated {
    /// `canju.puzzles/1`.
    schema: &'static str,
    /// Their seed.
    seed: String,
    /// The seed that goes on where this answer ends.
    next: String,
    /// Why there are fewer than were asked for: `time` or `misses`.
    reason: Option<&'static str>,
    /// The puzzles with their grades, `canju.grade/1`.
    #[cfg_attr(test, schema(value_type = Vec<Object>))]
    pub puzzles: Vec<GradeRecord>,
}

/// A request, read.
pub struct Wanted {
    request: Request,
    first: u64,
    count: u64,
    with_shipped: bool,
    limit: Duration,
}

fn wrong(field: &str, error: impl Display) -> Refusal {
    Refusal::request(error.to_string()).of(field)
}

impl Wanted {
    /// Reads a request. `most` is the longest that the answer may take; `seed` is for a request without one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &[u8], most: Duration, seed: u64) -> Result<Wanted, Refusal> {
        let mut taken = Taken::read(text)?;
        // A number; in JSON it is exact only as text if it is large.
        let given: Option<String> = match taken.find("seed") {
            Some(raw) if !raw.get().starts_with('"') => {
                taken.value("seed", "a seed")?.map(|seed: u64| seed.to_string())
            }
            _ => taken.value("seed", "a seed")?,
        };
        let count = taken.value("count", "a number of puzzles")?.unwrap_or(1);
        let limit: Option<u64> = taken.value("time_limit_ms", "a number of milliseconds")?;
        let mut text = |field: &str| taken.value::<String>(field, "a string");
        let (cards, rules) = (text("cards")?, text("rules")?);
        let (verdict, difficulty, theme) = (text("verdict")?, text("difficulty")?, text("theme")?);
        let scoring = text("scoring")?;
        let times: Option<u32> = taken.value("times", "a number")?;
        let mut hand = |field: &str| taken.value::<usize>(field, "the number of a hand");
        let (turn, by) = (hand("turn")?, hand("by")?);
        let mut switch = |field: &str| taken.value(field, BOOLEAN).map(|given| given.unwrap_or(false));
        let (is_unique, is_minimal) = (switch("unique")?, switch("minimal")?);
        let with_shipped = switch("with_shipped")?;
        taken.end()?;
        let cards =
            cards.ok_or_else(|| Refusal::json("`cards` is missing: the cards of each hand, as 8+8").of("cards"))?;
        if !(1..=MOST).contains(&count) {
            return Err(wrong("count", format!("`count`: {count} is not 1 to {MOST}")));
        }
        let (seed, first) = match given {
            Some(text) => {
                read_seed(&text).ok_or_else(|| wrong("seed", format!("`{text}` is not a seed: expected S or S:N")))?
            }
            None => (seed, 0),
        };
        let rules: Ruleset = match &rules {
            Some(text) => text.parse().map_err(|error| wrong("rules", error))?,
            None => Ruleset::default(),
        };
        let read_verdict = |name: String| {
            Verdict::from_answer(&name).ok_or_else(|| wrong("verdict", crate::puzzle::PuzzleErrorKind::Expect(name)))
        };
        let read_difficulty = |text: String| read_difficulties(&text).map_err(|error| wrong("difficulty", error));
        let read_scoring =
            |name: String| Scoring::from_name(&name).ok_or_else(|| wrong("scoring", StakesError::UnknownScoring(name)));
        let read_theme = |name: String| name.parse().map_err(|error| wrong("theme", error));
        let seat = |field, number: usize| {
            number.checked_sub(1).ok_or_else(|| wrong(field, format!("`{field}`: the hands are counted from 1")))
        };
        let request = Request {
            rules,
            turn: turn.map_or(Ok(0), |number| seat("turn", number))?,
            by: by.map(|number| seat("by", number)).transpose()?,
            theme: theme.map(read_theme).transpose()?,
            verdict: verdict.map(read_verdict).transpose()?,
            is_unique,
            difficulty: difficulty.map(read_difficulty).transpose()?,
            is_minimal,
            scoring: scoring.map(read_scoring).transpose()?.unwrap_or_default(),
            times: times
                .map_or(Ok(1), |times| read_times(&times.to_string()).map_err(|error| wrong("times", error)))?,
            seed,
            ..Request::new(cards.parse().map_err(|error| wrong("cards", error))?)
        };
        request.check().map_err(|error| Refusal::request(error.to_string()))?;
        let limit = limit.map_or(most, |milliseconds| Duration::from_millis(milliseconds).min(most));
        Ok(Wanted { request, first, count, with_shipped, limit })
    }
}

/// Makes the puzzles, with this grader, and gives it back.
pub fn generate(wanted: &Wanted, grader: Grader, stop: &StopFlag) -> (Generated, Grader) {
    let Wanted { request, first, count, with_shipped, limit } = wanted;
    // A candidate has limits of nodes alone, so that it is the same everywhere. The flag ends it in time.
    let over = stop.child_for(*limit);
    let mut maker = Maker::with_grader(request.clone(), over.clone(), grader);
    let mut known = if *with_shipped { Known::default() } else { Known::shipped(request.rules) };
    let (mut candidate, mut misses, mut puzzles) = (*first, 0, Vec::new());
    let mut reason = None;
    while (puzzles.len() as u64) < *count {
        let found = maker.make(candidate);
        // An interrupted candidate does not count as one without a puzzle.
        if over.is_stopped() {
            reason = Some("time");
            break;
        }
        candidate = candidate.wrapping_add(1);
        match found.filter(|found| known.is_new(&found.puzzle.position)) {
            Some(found) => {
                misses = 0;
                puzzles.push(GradeRecord::new(&found.puzzle, &Ok(found.grade)));
            }
            None => misses += 1,
        }
        if misses == MOST_MISSES {
            reason = Some("misses");
            break;
        }
    }
    let seed = request.seed;
    let (next, seed) = (format!("{seed}:{candidate}"), seed.to_string());
    (Generated { schema: "canju.puzzles/1", seed, next, reason, puzzles }, maker.into_grader())
}
