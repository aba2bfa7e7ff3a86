//! The desk at which questions are answered, one after another.
//!
//! The solver is made at the start and kept, and so is the grader once there is one. What its tables hold is forgotten before each
//! search: a question has always the same nodes.

use canju::batch::{self, Record};
use canju::grade::{GradeRecord, Grader};
use canju::requests::{Asked, AskedAdvice, AskedGame, Refusal, Wanted, check, generate, prove, replies, written};
use canju_engine::proof::Allowance;
use canju_engine::search::{Limits, StopFlag};
use canju_engine::solver::{Options, Solver, Task};
use std::time::Duration;

/// Bytes for a search, if nobody says otherwise.
pub const MEMORY: usize = 64 << 20;

/// A question without a limit of its own has none.
const ENDLESS: Duration = Duration::MAX;

/// What is asked. All but [`Question::Verify`] are asked by a JSON object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Who wins: `canju.result/1`.
    Solve,
    /// Every legal move with its verdict: `canju.replies/1`.
    Moves,
    /// What each move of a game did: `canju.review/1`.
    Review,
    /// What to play if the other hands are hidden: `canju.advice/1`.
    Advise,
    /// How hard a puzzle is: `canju.grade/1`.
    Grade,
    /// New puzzles: `canju.puzzles/1`.
    Generate,
    /// The certificate of a verdict, as bytes.
    Prove,
    /// Whether a certificate holds, within a time: `canju.checked/1`. It is asked by the bytes of the certificate.
    Verify(Option<Duration>),
}

/// The solver and the grader that are kept.
pub struct Desk {
    /// Bytes for a search.
    memory: usize,
    solver: Solver,
    /// `None` until the first question that needs it, and while one is answered.
    grader: Option<Grader>,
}

impl Desk {
    /// A desk whose searches take `memory` bytes at most. Grading and making puzzles takes 64 MiB more.
    pub fn new(memory: usize) -> Desk {
        let solver = Solver::new(Options { threads: 1, memory, ..Options::default() });
        Desk { memory, solver, grader: None }
    }

    /// The answer to a question: JSON, but for a certificate.
    ///
    /// # Errors
    /// What is wrong with the request, or that a limit was reached where half an answer is none.
    pub fn answer(&mut self, question: Question, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        match question {
            Question::Solve => self.solve(request),
            Question::Moves => {
                let asked = Asked::read(request, ENDLESS)?.without_giant_line();
                let asked = Asked { all_moves: false, ..asked };
                Ok(written(&replies(self.solver(task(&asked)), &asked.puzzle.position).0))
            }
            Question::Review => {
                let asked = AskedGame::read(request, ENDLESS)?;
                Ok(written(&asked.review(self.solver(task(&asked.asked)))?))
            }
            Question::Advise => {
                let asked = AskedAdvice::read(request, ENDLESS)?;
                Ok(written(&asked.advise(&mut self.solver, &StopFlag::default()).0))
            }
            Question::Grade => {
                let asked = Asked::read(request, ENDLESS)?;
                asked.check_gradable()?;
                let mut grader = self.take_grader();
                let limits = Limits { time: Some(asked.limit), nodes: None };
                grader.set_task(limits, &StopFlag::default(), asked.lookahead);
                let record = GradeRecord::new(&asked.puzzle, &grader.grade(&asked.puzzle.position));
                self.grader = Some(grader);
                Ok(written(&record))
            }
            Question::Generate => {
                // JavaScript says a seed, since there is no chance in here.
                let wanted = Wanted::read(request, ENDLESS, 0)?;
                let (generated, grader) = generate(&wanted, self.take_grader(), &StopFlag::default());
                self.grader = Some(grader);
                Ok(written(&generated))
            }
            Question::Prove => {
                let asked = Asked::read(request, ENDLESS)?.verdict_alone();
                prove(self.solver(task(&asked)), &asked.puzzle).0
            }
            Question::Verify(time) => {
                let allowed = Allowance { memory: self.memory as u64, time };
                Ok(written(&check(&mut &*request, allowed)?))
            }
        }
    }

    fn solve(&mut self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        let asked = Asked::read(request, ENDLESS)?.without_giant_line();
        asked.check_solvable()?;
        let mut record = batch::solve(self.solver(task(&asked)), &asked.puzzle);
        if let Record::Solved(solved) = &mut record {
            solved.statistics = None;
        }
        Ok(written(&record))
    }

    /// The solver, prepared for a task.
    fn solver(&mut self, task: Task) -> &mut Solver {
        self.solver.set_task(task);
        &mut self.solver
    }

    /// The grader, to be put back.
    fn take_grader(&mut self) -> Grader {
        self.grader.take().unwrap_or_else(|| Grader::new(Limits::default(), StopFlag::default()))
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new(MEMORY)
    }
}

fn task(asked: &Asked) -> Task {
    asked.task(&StopFlag::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn ask(desk: &mut Desk, question: Question, request: &str) -> Value {
        let answer = desk.answer(question, request.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        serde_json::from_slice(&answer).expect("JSON")
    }

    const EXPERT: &str = r#"{"position":"346999Q2 | 34JAAD"}"#;
    const HIDDEN: &str =
        r#"{"hand":"3AA2","seat":"landlord","left":[2,1],"played":"33344445555666677778888999TTTTJJJJQQQKKKAA222XD"}"#;

    #[test]
    fn each_question_has_its_record() {
        let desk = &mut Desk::new(8 << 20);
        let solved = ask(desk, Question::Solve, EXPERT);
        assert_eq!(
            (&solved["schema"], &solved["verdict"], &solved["best"]),
            (&"canju.result/1".into(), &"win".into(), &"3999".into())
        );
        let moves = ask(desk, Question::Moves, EXPERT);
        let wins = moves["moves"].as_array().expect("moves").iter().filter(|reply| reply["verdict"] == "win");
        assert_eq!(wins.map(|reply| &reply["move"]).collect::<Vec<_>>(), ["3999"]);
        let game = r#"{"position":"346999Q2 | 34JAAD","moves":"3 4"}"#;
        let review = ask(desk, Question::Review, game);
        assert_eq!((&review["schema"], &review["moves"][0]["mark"]), (&"canju.review/1".into(), &"gave_away".into()));
        let advice = ask(desk, Question::Advise, HIDDEN);
        assert_eq!((&advice["schema"], &advice["moves"][0]["share"]), (&"canju.advice/1".into(), &1.0.into()));
        let grade = ask(desk, Question::Grade, EXPERT);
        assert_eq!((&grade["schema"], &grade["winning_moves"][0]), (&"canju.grade/1".into(), &"3999".into()));
        let made = ask(desk, Question::Generate, r#"{"cards":"5+5","unique":true,"seed":"7"}"#);
        assert_eq!((&made["seed"], made["puzzles"].as_array().map(Vec::len)), (&"7".into(), Some(1)));
        let proof = desk.answer(Question::Prove, EXPERT.as_bytes()).expect("a certificate");
        let checked = desk.answer(Question::Verify(None), &proof).expect("it holds");
        let checked: Value = serde_json::from_slice(&checked).expect("JSON");
        assert_eq!((&checked["verdict"], &checked["bytes"]), (&"win".into(), &proof.len().into()));
        let late = desk.answer(Question::Verify(Some(Duration::ZERO)), &proof).expect_err("no time");
        assert_eq!(late.0.code, "undecided");
    }

    #[test]
    fn the_same_question_takes_the_same_nodes_whatever_was_asked_before() {
        let desk = &mut Desk::new(8 << 20);
        let nodes: Vec<Value> = (0..3).map(|_| ask(desk, Question::Solve, EXPERT)["nodes"].take()).collect();
        assert!(nodes[0].as_u64() > Some(10));
        ask(desk, Question::Solve, r#"{"hands":["33445","667","89"],"all_moves":true}"#);
        ask(desk, Question::Grade, EXPERT);
        ask(desk, Question::Advise, HIDDEN);
        let later = ask(desk, Question::Solve, EXPERT)["nodes"].take();
        assert!(nodes.iter().all(|count| *count == later), "{nodes:?}, {later}");
    }

    #[test]
    fn what_is_refused_has_hand_and_column_and_the_desk_goes_on() {
        let desk = &mut Desk::new(8 << 20);
        let refusal = desk.answer(Question::Solve, br#"{"hands":["K5","4 4?"]}"#).expect_err("a card is unknown");
        assert_eq!((refusal.0.code, refusal.0.hand, refusal.0.column), ("bad_puzzle", Some(2), Some(4)));
        let refusal =
            desk.answer(Question::Advise, br#"{"hand":"3?","seat":"landlord"}"#).expect_err("a card is unknown");
        assert_eq!((refusal.0.field.as_deref(), refusal.0.column), (Some("hand"), Some(2)));
        for question in [
            Question::Solve,
            Question::Moves,
            Question::Review,
            Question::Advise,
            Question::Grade,
            Question::Generate,
            Question::Prove,
        ] {
            assert_eq!(desk.answer(question, b"\xff").expect_err("no text").0.code, "bad_json");
        }
        assert_eq!(desk.answer(Question::Verify(None), b"\xff").expect_err("no proof").0.code, "bad_proof");
        let limited = ask(desk, Question::Solve, r#"{"position":"346999Q2 | 34JAAD","time_limit_ms":0}"#);
        assert_eq!((&limited["verdict"], &limited["reason"]), (&"unknown".into(), &"time".into()));
        assert_eq!(ask(desk, Question::Solve, EXPERT)["verdict"], "win");
    }
}
