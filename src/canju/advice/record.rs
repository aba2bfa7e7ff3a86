//! The record `canju.advice/1`.

use crate::advice::adviser::{Advice, Advised};
use crate::advice::seat::Seat;
use crate::advice::worlds::Drawn;
use canju_engine::rules::Move;
use serde::Serialize;

/// The name and version of the record's form.
pub const SCHEMA: &str = "canju.advice/1";

/// Advice as a JSON object. It has no `verdict`: shares are estimates.
///
/// | field | |
/// |---|---|
/// | `seat`, `hand`, `left`, `last`, `by`, `rules` | the question: the player, the cards, how many each seat holds, the move to answer |
/// | `basis`, `worlds`, `seed` | `sampled worlds` or `all worlds` that fit, how many, and what they were drawn with |
/// | `best` | the move that is advised |
/// | `moves` | the legal moves, the best one first |
/// | `share` | the share of worlds in which the move wins, of those in which it is decided or estimated; with `all worlds` they count as often as they are dealt, here and below |
/// | `low`, `high` | the interval of the share: with 95 % confidence for sampled worlds, for sure for all |
/// | `worlds`, `won` | in how many it is decided, and in how many of these it wins: these are exact |
/// | `estimated`, `expected` | in how many a limit was reached and it is estimated how likely the move wins, and in how many of these it is expected to win |
/// | `open` | in how many a limit left it open and nothing is estimated, as `exact_only` asks |
/// | `equal` | moves that come to the same in every world |
/// | `scoring`, `stake` | how points are counted, and the stake now, if it is played for points |
/// | `points`, `points_low`, `points_high` | then the points that the move may be expected to bring the player, with an interval of 95 % for sampled worlds; only the moves that win most often are asked, and the best one is the one that brings most |
/// | `points_exact` | in how many worlds they are exact; in the others some are estimated |
/// | `dropped` | it can no longer be the best, and was not asked about in all worlds |
/// | `elapsed_ms`, `limit` | the time, and the limit that left moves open |
///
/// ```
/// use canju::advice::{AdviceRecord, Effort, Question, Seat, advise};
/// use canju::rules::Ruleset;
/// let mut question = Question::new("2", Seat::Farmer1);
/// question.played = "333344445555666677778888999TTTTJJJJQQQQKKKKAAAA222".to_owned();
/// question.left = Some([1, 2]);
/// let record = AdviceRecord::of(&advise(&question.known(&Ruleset::default())?, &Effort::default()));
/// assert_eq!((record.schema, record.basis, record.moves[0].share), ("canju.advice/1", "all worlds", Some(1.0)));
/// # Ok::<(), canju::advice::QuestionError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Advice))]
#[allow(missing_docs)]
#[non_exhaustive]
pub struct AdviceRecord {
    pub schema: &'static str,
    pub seat: Seat,
    pub hand: String,
    pub left: [u32; 3],
    pub last: Option<String>,
    pub by: Option<Seat>,
    pub rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    pub basis: &'static str,
    pub worlds: usize,
    pub seed: Option<u64>,
    pub best: String,
    pub moves: Vec<AdvisedRecord>,
    pub elapsed_ms: f64,
    pub limit: Option<&'static str>,
}

/// A move of [`AdviceRecord`].
///
/// ```
/// use canju::advice::{AdviceRecord, AdvisedRecord};
/// fn best(record: &AdviceRecord) -> &AdvisedRecord {
///     &record.moves[0]
/// }
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Advised))]
#[allow(missing_docs)]
#[non_exhaustive]
pub struct AdvisedRecord {
    #[serde(rename = "move")]
    pub played: String,
    pub equal: Vec<String>,
    pub share: Option<f64>,
    pub low: f64,
    pub high: f64,
    pub worlds: u64,
    pub won: u64,
    pub open: u64,
    pub estimated: u64,
    pub expected: f64,
    pub dropped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_exact: Option<u64>,
}

/// To two decimals.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl AdviceRecord {
    /// The record of this advice.
    pub fn of(advice: &Advice) -> AdviceRecord {
        let known = &advice.known;
        let rules = known.rules();
        let moves = advice.moves.iter().map(|advised| {
            let Advised { played, equal, won, lost, open, estimated, expected, is_dropped, interval, points } = advised;
            let (low, high) = interval;
            let bounds = points.and_then(|points| points.interval);
            AdvisedRecord {
                played: rules.notation(*played),
                equal: equal.iter().map(|&played| rules.notation(played)).collect(),
                share: advised.share(),
                low: *low,
                high: *high,
                worlds: won + lost,
                won: *won,
                open: *open,
                estimated: *estimated,
                expected: rounded(*expected),
                dropped: *is_dropped,
                points: points.map(|points| rounded(points.mean)),
                points_low: bounds.map(|(low, _)| rounded(low)),
                points_high: bounds.map(|(_, high)| rounded(high)),
                points_exact: points.map(|points| points.exact),
            }
        });
        let stakes = Some(known.stakes()).filter(|stakes| stakes.scoring.has_points());
        let (basis, seed) = match advice.drawn {
            Drawn::All => ("all worlds", None),
            Drawn::Sample { seed } => ("sampled worlds", Some(seed)),
        };
        AdviceRecord {
            schema: SCHEMA,
            seat: known.seat(),
            hand: known.hand().to_string(),
            left: Seat::ALL.map(|seat| known.left(seat)),
            last: known.last().map(|(combo, _)| rules.notation(Move::Play(combo))),
            by: known.last().map(|(_, by)| by),
            rules: rules.to_string(),
            scoring: stakes.map(|stakes| stakes.scoring.name()),
            stake: stakes.map(|stakes| stakes.stake),
            basis,
            worlds: advice.worlds,
            seed,
            best: rules.notation(advice.moves[0].played),
            moves: moves.collect(),
            elapsed_ms: rounded(advice.elapsed.as_secs_f64() * 1e3),
            limit: advice.limit.map(|reason| reason.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_testing::kept::assert_schemas_kept;
    use utoipa::{PartialSchema, ToSchema};

    /// The server's description of its interface takes them from the file.
    #[test]
    fn the_schemas_are_what_the_records_say() {
        let schemas = [
            (AdviceRecord::name(), AdviceRecord::schema()),
            (AdvisedRecord::name(), AdvisedRecord::schema()),
            (<Seat as ToSchema>::name(), Seat::schema()),
        ];
        assert_schemas_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/advice/record.schemas.json"), schemas);
    }
}
