//! The desk at which questions are answered, one after another: the page, the npm package and the server are doors to it.
//!
//! Solver and grader are kept. What their tables hold is forgotten before each search, and advice has solvers of its own: a question has
//! always the same nodes, unless the desk remembers answers ([`Desk::remembering`]).

use crate::batch::{self, Record};
use crate::grade::{GradeRecord, Grader};
use crate::puzzle::Puzzle;
use crate::requests::{
    Asked, AskedAdvice, AskedDeal, AskedGame, Recall, Refusal, Wanted, check, generate, prove, replies, written,
};
use canju_engine::proof::Allowance;
use canju_engine::search::{Limits, StopFlag};
use canju_engine::solver::{Options, Solver, Task};
use std::sync::Arc;
use std::time::Duration;

/// What is asked.
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
    /// The whole deal of a seed: `canju.deal/1`.
    Deal,
    /// The certificate of a verdict, as bytes.
    Prove,
}

/// A question that has been read.
pub enum Request {
    /// See [`Question::Solve`], and so on.
    Solve(Asked),
    Moves(Asked),
    Review(Box<AskedGame>),
    Advise(Box<AskedAdvice>),
    Grade(Asked),
    Generate(Box<Wanted>),
    Deal(AskedDeal),
    Prove(Asked),
}

impl Question {
    /// Reads a request, a JSON object. `most` is the longest that the answer may take; `seed` is for new puzzles and
    /// deals without one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(self, body: &[u8], most: Duration, seed: u64) -> Result<Request, Refusal> {
        let asked = || Asked::read(body, most);
        Ok(match self {
            Question::Solve => {
                let asked = asked()?;
                asked.check_solvable()?;
                Request::Solve(asked.without_giant_line())
            }
            Question::Moves => Request::Moves(asked()?.without_giant_line()),
            Question::Review => Request::Review(Box::new(AskedGame::read(body, most)?)),
            Question::Advise => Request::Advise(Box::new(AskedAdvice::read(body, most)?)),
            Question::Grade => {
                let asked = asked()?;
                asked.check_gradable()?;
                Request::Grade(asked)
            }
            Question::Generate => Request::Generate(Box::new(Wanted::read(body, most, seed)?)),
            Question::Deal => Request::Deal(AskedDeal::read(body, seed)?),
            Question::Prove => Request::Prove(asked()?.verdict_alone()),
        })
    }
}

impl Request {
    /// The position that is asked about, if it is one with all hands open.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Request::Solve(asked) | Request::Moves(asked) | Request::Grade(asked) | Request::Prove(asked) => {
                Some(&asked.puzzle)
            }
            Request::Review(game) => Some(&game.asked.puzzle),
            Request::Advise(_) | Request::Generate(_) | Request::Deal(_) => None,
        }
    }
}

/// An answer.
pub struct Answer {
    /// JSON, but for a certificate.
    pub bytes: Vec<u8>,
    /// Positions that were answered, and their nodes.
    pub positions: u64,
    pub nodes: u64,
}

impl Answer {
    fn new(bytes: Vec<u8>, nodes: u64) -> Answer {
        Answer { bytes, positions: 1, nodes }
    }
}

/// Solver and grader.
pub struct Desk {
    solver: Solver,
    /// `None` until the first question that needs it, and while one is answered.
    grader: Option<Grader>,
    remembered: Option<Arc<dyn Recall>>,
}

impl Desk {
    /// A desk whose searches take `memory` bytes at most, on one thread. Grading and making puzzles takes
    /// [`GRADER_BYTES`](crate::grade::GRADER_BYTES) more.
    pub fn new(memory: usize) -> Desk {
        Desk::with(Options { threads: 1, memory, ..Options::default() })
    }

    /// A desk whose searches have these threads and bytes.
    pub fn with(options: Options) -> Desk {
        Desk { solver: Solver::new(options), grader: None, remembered: None }
    }

    /// The same with answers that it remembers together with other desks.
    #[must_use]
    pub fn remembering(self, remembered: Arc<dyn Recall>) -> Desk {
        Desk { remembered: Some(remembered), ..self }
    }

    /// A desk like this one, as it was at the start.
    #[must_use]
    pub fn anew(&self) -> Desk {
        Desk { remembered: self.remembered.clone(), ..Desk::with(self.solver.options().clone()) }
    }

    /// The answer to a question, until the flag is raised.
    ///
    /// # Errors
    /// That a limit was reached where half an answer is none.
    pub fn answer(&mut self, request: Request, stop: &StopFlag) -> Result<Answer, Refusal> {
        Ok(match request {
            Request::Solve(asked) => {
                let record = self.record(&asked.puzzle, &asked.task.with_stop(stop));
                Answer::new(written(&record), nodes(&record))
            }
            Request::Moves(asked) => {
                let task = Task { all_moves: false, ..asked.task.with_stop(stop) };
                let (solver, position) = (&mut self.solver, &asked.puzzle.position);
                let (bytes, nodes) = match &self.remembered {
                    Some(remembered) => remembered.replies(solver, position, &task),
                    None => {
                        let replies = replies(solver, position, &task).0;
                        (written(&replies), replies.nodes)
                    }
                };
                Answer::new(bytes, nodes)
            }
            Request::Review(mut asked) => {
                asked.asked.task.stop = stop.clone();
                let record = asked.review(&mut self.solver)?;
                Answer::new(written(&record), record.nodes)
            }
            Request::Advise(asked) => {
                // The worlds have solvers of their own, and the memory of this one.
                self.solver = Solver::new(self.solver.options().clone());
                let (record, nodes) = asked.advise(self.solver.options(), stop);
                Answer::new(written(&record), nodes)
            }
            Request::Grade(asked) => {
                let mut grader = self.take_grader();
                grader.set_task(asked.task.limits, stop, asked.lookahead);
                let position = &asked.puzzle.position;
                let grade = match &self.remembered {
                    Some(remembered) => remembered.grade(&mut grader, position),
                    None => grader.grade(position),
                };
                self.grader = Some(grader);
                Answer::new(written(&GradeRecord::new(&asked.puzzle, &grade)), 0)
            }
            Request::Generate(wanted) => {
                let (generated, grader) = generate(&wanted, self.take_grader(), stop);
                self.grader = Some(grader);
                Answer { bytes: written(&generated), positions: generated.puzzles.len() as u64, nodes: 0 }
            }
            Request::Deal(asked) => Answer { bytes: written(&asked.deal()), positions: 0, nodes: 0 },
            Request::Prove(asked) => {
                let (proof, nodes) = prove(&mut self.solver, &asked.puzzle, &asked.task.with_stop(stop));
                Answer::new(proof?, nodes)
            }
        })
    }

    /// Whether a certificate holds, within a time or until it is stopped: `canju.checked/1`.
    ///
    /// # Errors
    /// `bad_proof` with the first offending position; `undecided` if it takes more than is allowed, or was stopped.
    pub fn verify(&self, certificate: &[u8], time: Option<Duration>, stop: &StopFlag) -> Result<Vec<u8>, Refusal> {
        let allowed = Allowance { memory: self.solver.options().memory as u64, time };
        Ok(written(&check(&mut &*certificate, allowed, stop)?))
    }

    /// The record of a position, without what the search did.
    pub fn record(&mut self, puzzle: &Puzzle, task: &Task) -> Record {
        let mut record = match &self.remembered {
            Some(remembered) => remembered.record(&mut self.solver, puzzle, task),
            None => batch::solve(&mut self.solver, puzzle, task),
        };
        if let Record::Solved(solved) = &mut record {
            solved.statistics = None;
        }
        record
    }

    /// The grader, to be put back.
    fn take_grader(&mut self) -> Grader {
        self.grader.take().unwrap_or_else(|| Grader::new(Limits::default(), StopFlag::default()))
    }
}

/// The nodes of a record.
fn nodes(record: &Record) -> u64 {
    if let Record::Solved(solved) = record { solved.nodes } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answer(desk: &mut Desk, question: Question, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        let request = question.read(request, Duration::MAX, 0)?;
        Ok(desk.answer(request, &StopFlag::default())?.bytes)
    }

    fn ask(desk: &mut Desk, question: Question, request: &str) -> Value {
        let answer = answer(desk, question, request.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        serde_json::from_slice(&answer).expect("JSON")
    }

    const EXPERT: &str = r#"{"position":"346999Q2 | 34JAAD"}"#;
    const WHOLE: &str =
        r#"{"hand":"345566789TTJJQQKKA2X","seat":"landlord","left":[17,17],"worlds":9,"world_nodes":2000}"#;
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
        let dealt = ask(desk, Question::Deal, r#"{"seed":7}"#);
        assert_eq!((&dealt["schema"], &dealt["seed"]), (&"canju.deal/1".into(), &7.into()));
        let proof = answer(desk, Question::Prove, EXPERT.as_bytes()).expect("a certificate");
        let checked = desk.verify(&proof, None, &StopFlag::default()).expect("it holds");
        let checked: Value = serde_json::from_slice(&checked).expect("JSON");
        assert_eq!((&checked["verdict"], &checked["bytes"]), (&"win".into(), &proof.len().into()));
        let late = desk.verify(&proof, Some(Duration::ZERO), &StopFlag::default()).expect_err("no time");
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
        // What a budget leaves to estimates depends on the nodes.
        let advice: Vec<Value> = (0..2).map(|_| ask(desk, Question::Advise, WHOLE)["moves"].take()).collect();
        assert!(advice[0][0]["estimated"].as_u64() > Some(0));
        assert_eq!(advice[0], advice[1]);
    }

    #[test]
    fn what_is_refused_has_hand_and_column_and_the_desk_goes_on() {
        let desk = &mut Desk::new(8 << 20);
        let refusal = answer(desk, Question::Solve, br#"{"hands":["K5","4 4?"]}"#).expect_err("a card is unknown");
        assert_eq!((refusal.0.code, refusal.0.hand, refusal.0.column), ("bad_puzzle", Some(2), Some(4)));
        let refusal =
            answer(desk, Question::Advise, br#"{"hand":"3?","seat":"landlord"}"#).expect_err("a card is unknown");
        assert_eq!((refusal.0.field.as_deref(), refusal.0.column), (Some("hand"), Some(2)));
        for question in [
            Question::Solve,
            Question::Moves,
            Question::Review,
            Question::Advise,
            Question::Grade,
            Question::Generate,
            Question::Deal,
            Question::Prove,
        ] {
            assert_eq!(answer(desk, question, b"\xff").expect_err("no text").0.code, "bad_json");
        }
        assert_eq!(desk.verify(b"\xff", None, &StopFlag::default()).expect_err("no proof").0.code, "bad_proof");
        let limited = ask(desk, Question::Solve, r#"{"position":"346999Q2 | 34JAAD","time_limit_ms":0}"#);
        assert_eq!((&limited["verdict"], &limited["reason"]), (&"unknown".into(), &"time".into()));
        assert_eq!(ask(desk, Question::Solve, EXPERT)["verdict"], "win");
    }
}
