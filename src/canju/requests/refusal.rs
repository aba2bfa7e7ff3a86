//! What is wrong with a request, with the text of the command line, the hand and the column.

use crate::advice::QuestionError;
use canju_engine::rules::{PositionError, RulesetError, TurnError};
use serde::Serialize;

/// Why there is no answer. It is rare, so it does not weigh on what is right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal(pub Box<Fault>);

/// What is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Problem, example = json!({"type": "about:blank", "title": "Bad Request", "status": 400, "code": "bad_puzzle",
    "detail": "hand 1: column 6: 5th card of rank 7: one pack holds four", "field": "hands", "hand": 1, "column": 6})))]
pub struct Fault {
    /// What kind of fault it is, for programs: `bad_json`, `bad_request`, `bad_puzzle`, `undecided`, `proof_too_large`, `bad_proof` or
    /// `internal`; the server has a few more, such as `busy`.
    pub code: &'static str,
    /// What is wrong and what to do about it, for people: the text of the command line.
    pub detail: String,
    /// The field of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The hand that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The column within that hand or move, in characters from 1; of a request that is not JSON within its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The line of a request that is not JSON, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl Refusal {
    /// A refusal of this kind.
    pub fn new(code: &'static str, detail: impl Into<String>) -> Refusal {
        let detail = detail.into();
        Refusal(Box::new(Fault { code, detail, field: None, hand: None, column: None, line: None }))
    }

    /// A request that is not JSON, or not such an object.
    pub fn json(detail: impl Into<String>) -> Refusal {
        Refusal::new("bad_json", detail)
    }

    /// A request for something that does not exist.
    pub fn request(detail: impl Into<String>) -> Refusal {
        Refusal::new("bad_request", detail)
    }

    /// The puzzle is not valid.
    pub fn puzzle(detail: impl Into<String>) -> Refusal {
        Refusal::new("bad_puzzle", detail)
    }

    /// The place where text is not JSON, or not the JSON that is wanted.
    #[must_use]
    pub fn at(mut self, error: &serde_json::Error) -> Refusal {
        (self.0.line, self.0.column) = (Some(error.line()), Some(error.column()));
        self
    }

    /// The field that is wrong.
    #[must_use]
    pub fn of(mut self, field: &str) -> Refusal {
        self.0.field = Some(field.to_owned());
        self
    }
}

impl From<RulesetError> for Refusal {
    fn from(error: RulesetError) -> Refusal {
        Refusal::puzzle(error.to_string()).of("rules")
    }
}

impl From<QuestionError> for Refusal {
    fn from(error: QuestionError) -> Refusal {
        let mut refusal = Refusal::puzzle(error.to_string()).of(error.field());
        refusal.0.column = error.column();
        refusal
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Refusal {
        let mut refusal = Refusal::puzzle(error.to_string());
        let field = match &error {
            PositionError::Cards { seat, error } => {
                (refusal.0.hand, refusal.0.column) = (Some(seat + 1), Some(error.column));
                "hands"
            }
            PositionError::EmptyHand { seat } => {
                refusal.0.hand = Some(seat + 1);
                "hands"
            }
            PositionError::Last(error) => {
                refusal.0.column = Some(error.column());
                "last"
            }
            PositionError::LastIsPass | PositionError::LastNotHeld { .. } => "last",
            PositionError::Turn(TurnError::NoSuchHand { field, .. }) => field,
            PositionError::Turn(_) => "by",
            _ => "hands",
        };
        refusal.of(field)
    }
}
