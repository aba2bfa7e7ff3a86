//! The writer of certificates: it walks as the checker does and asks a guide for the winner's moves.
//!
//! It keeps the same memory as the checker. If a move of the winner leads to a remembered position, it takes that move
//! without asking: the position is proved already, and the move costs one byte.

use super::verify::{Checksum, Claim, Exact, Form, Memory, Miscounted, Proved, Question};
use crate::chinese::InChinese;
use crate::rules::{Move, Ruleset, Side, StakesError, State, finishing_move};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Knows the winner's moves.
///
/// ```
/// use canju_engine::Position;
/// use canju_engine::proof::{Claim, Claimed, Form, Guide, verify, write};
/// use canju_engine::rules::{AnyState, Move, Ruleset, State};
/// /// Plays the highest combination it has.
/// struct Bold(Ruleset);
/// impl Guide<2> for Bold {
///     type Error = ();
///     fn winning_move(&mut self, state: &State<2>) -> Result<Move, ()> {
///         let plays = state.moves(&self.0).into_iter().filter(|played| played.combo().is_some());
///         plays.max_by_key(|played| played.combo().map(|combo| combo.shape.rank)).ok_or(())
///     }
/// }
/// let position: Position = "K5 | 44Q".parse()?;
/// let AnyState::Two(state) = position.state() else { panic!("two hands") };
/// let claim = Claim { position, claimed: Claimed::Win, form: Form::Compared { log2_rows: 4 } };
/// let mut certificate = Vec::new();
/// write(&claim, state, &mut Bold(*position.rules()), &mut certificate).expect("boldness wins here");
/// assert_eq!(verify(&certificate[..])?.claim, claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Guide<const SEATS: usize> {
    /// The reason why no move is known.
    type Error;

    /// A move that wins for the side to move, in a position that this side can win. In a question about points the position has a
    /// [`Goal`](crate::rules::Goal).
    ///
    /// # Errors
    /// If none is known, for instance because a limit was reached.
    fn winning_move(&mut self, position: &State<SEATS>) -> Result<Move, Self::Error>;
}

/// Why no certificate was written.
///
/// ```
/// use canju::{Position, Reason, Solver, Task, proof::WriteError};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// task.stop.stop();
/// let mut certificate = Vec::new();
/// let error = solver.certify(&report, &task, &mut certificate).unwrap_err();
/// assert!(matches!(error, WriteError::Guide(Some(Reason::Interrupted))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError<E> {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game is over, or nobody can have played what must be answered: there is nothing to prove.
    #[error("the claim is not about a position in play")]
    NotInPlay,
    /// The points of the claim are none with which a game of its position ends.
    #[error("no game of this position ends with what is claimed")]
    NoSuchResult,
    /// A header can't say what the position is played for: after many bombs the stake may be too great.
    #[error(transparent)]
    Stakes(StakesError),
    /// The positions of a plain certificate are too many.
    #[error("the plain certificate has more than {most} positions{}", compared.map_or(String::new(), |compared| format!("; one that is not plain has {compared}")))]
    TooLarge {
        /// The most there may be.
        most: u32,
        /// The positions of an ordinary certificate, if their number is known.
        compared: Option<u64>,
    },
    /// The guide knew no move. From [`Solver::certify`](crate::Solver::certify): there is no verdict, because this limit was
    /// reached, here or in the solve.
    #[error("no winning move found")]
    Guide(E),
    /// The guide's strategy does not win: a bug in the guide, which is the solver in
    /// [`Solver::certify`](crate::Solver::certify).
    #[error("the strategy fails: {0}")]
    Fails(String),
}

impl<E> InChinese for WriteError<E> {
    fn in_chinese(&self) -> String {
        match self {
            WriteError::Io(error) => error.in_chinese(),
            WriteError::NotInPlay => "要证明的局面已经出完，或要压的一手不可能出过".to_owned(),
            WriteError::NoSuchResult => "这个局面没有一局会像所说的那样结束".to_owned(),
            WriteError::Stakes(error) => error.in_chinese(),
            WriteError::TooLarge { most, compared } => too_large_in_chinese(*most, *compared),
            WriteError::Guide(_) => "没有找到制胜的一手".to_owned(),
            WriteError::Fails(what) => format!("走法不能取胜：{what}"),
        }
    }
}

/// What is wrong with a plain certificate that would be too large.
#[doc(hidden)]
pub fn too_large_in_chinese(most: u32, compared: Option<u64>) -> String {
    let compared = compared.map_or(String::new(), |compared| format!("；不是朴素的有 {compared} 个"));
    format!("朴素的证书超过了 {most} 个局面{compared}")
}

/// The size of a written certificate.
///
/// ```
/// use canju::{Position, Solver, Task};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// let written = solver.certify(&report, &task, &mut certificate)?;
/// assert_eq!(written.bytes, certificate.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// Positions the checker will visit.
    pub positions: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
}

/// Writes the certificate of a claim. The positions in the claim of a plain one are the most there may be; its header gets
/// the right number. This is known only at the end, so the body is kept until then, up to four bytes for each position.
///
/// # Errors
/// Those of the output and of the guide; what was written before is not a certificate. A finished game, or a trick whose cards
/// are not known, is refused before anything is written, and so are points that no game ends with.
///
/// # Panics
/// If `state` is not that of the claim's position.
pub fn write<const SEATS: usize, G: Guide<SEATS>>(
    claim: &Claim,
    state: &State<SEATS>,
    guide: &mut G,
    mut output: impl Write,
) -> Result<Written, WriteError<G::Error>> {
    write_to(claim, state, guide, &mut output)
}

/// The same for any output: this code is large, and is compiled once.
fn write_to<const SEATS: usize, G: Guide<SEATS>>(
    claim: &Claim,
    state: &State<SEATS>,
    guide: &mut G,
    output: &mut dyn Write,
) -> Result<Written, WriteError<G::Error>> {
    let asked = &claim.position;
    assert!(*asked.state() == (*state).into(), "the state is of another position");
    if state.winner().is_some() || asked.has_trick() && asked.last().is_none() {
        return Err(WriteError::NotInPlay);
    }
    claim.check_stakes().map_err(WriteError::Stakes)?;
    let questions = claim.questions().ok_or(WriteError::NoSuchResult)?;
    match claim.form {
        Form::Compared { log2_rows } => {
            let mut output = Sink::new(output);
            output.put(claim.to_string().as_bytes())?;
            let memory = Memory::new(log2_rows, asked.side_to_move(), asked.rules());
            let (positions, _) = walk(&questions, claim, state, memory, &mut output, guide)?;
            output.end(positions)
        }
        Form::Plain { positions: most } => {
            let mut body = Vec::new();
            let (visited, exact) = walk(&questions, claim, state, Exact::new(most), &mut Sink::new(&mut body), guide)?;
            let claim = Claim { form: Form::Plain { positions: exact.count() }, ..claim.clone() };
            let mut output = Sink::new(output);
            output.put(claim.to_string().as_bytes())?;
            output.put(&body)?;
            output.end(visited)
        }
    }
}

/// Writes the body. Returns the number of positions visited, and those remembered.
fn walk<const SEATS: usize, G: Guide<SEATS>, P: Proved<SEATS>>(
    questions: &[Question],
    claim: &Claim,
    state: &State<SEATS>,
    proved: P,
    output: &mut Sink<'_>,
    guide: &mut G,
) -> Result<(u64, P), WriteError<G::Error>> {
    let rules = claim.position.rules();
    let winner = claim.position.side_to_move();
    let mut writer = Writer { rules, winner, proved, output, guide, positions: 0 };
    for &Question { goal, winner } in questions {
        writer.winner = winner;
        writer.proved.begin(winner);
        writer.prove(&state.with_goal(goal).settled(rules).0)?;
    }
    Ok((writer.positions, writer.proved))
}

struct Writer<'a, 'o, const SEATS: usize, G, P> {
    rules: &'a Ruleset,
    winner: Side,
    proved: P,
    output: &'a mut Sink<'o>,
    guide: &'a mut G,
    positions: u64,
}

impl<const SEATS: usize, G: Guide<SEATS>, P: Proved<SEATS>> Writer<'_, '_, SEATS, G, P> {
    fn prove(&mut self, position: &State<SEATS>) -> Result<(), WriteError<G::Error>> {
        if !position.is_goal_within_reach(self.rules) {
            return match position.goal().side() == self.winner {
                true => Err(WriteError::Fails(format!("{position}: out of reach"))),
                false => Ok(()),
            };
        }
        let mark = self.proved.mark(position);
        if self.proved.holds(&mark) {
            return Ok(());
        }
        self.positions += 1;
        if position.side_to_move() == self.winner {
            if finishing_move(position, self.rules).is_some() {
                return Ok(());
            }
            if let Some(index) = self.remembered(position) {
                self.output.number(index)?;
            } else {
                let played = self.guide.winning_move(position).map_err(WriteError::Guide)?;
                let index = self.index(position, played);
                let index = index.ok_or_else(|| WriteError::Fails(format!("{played:?} is not a move")))?;
                self.output.number(index)?;
                self.follow(position, played)?;
            }
        } else {
            let rules = self.rules;
            let stopped = position.for_each_move(rules, |played| match self.follow(position, played) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            });
            if let ControlFlow::Break(error) = stopped {
                return Err(error);
            }
        }
        let remembered = self.proved.remember(&mark);
        remembered.map_err(|Miscounted { counted: most, .. }| WriteError::TooLarge { most, compared: None })
    }

    fn follow(&mut self, position: &State<SEATS>, played: Move) -> Result<(), WriteError<G::Error>> {
        let next = position.play(played);
        match next.winner() {
            None => self.prove(&next.settled(self.rules).0),
            Some(winner) if winner == self.winner => Ok(()),
            // The winner's last move is never asked for: `finishing_move` finds it. So this is the loser's, or one that misses a goal.
            Some(_) => Err(WriteError::Fails(format!("{played:?} wins for the loser"))),
        }
    }

    /// The first move that leads to a position that is proved already, or without a walk.
    fn remembered(&mut self, position: &State<SEATS>) -> Option<u32> {
        let (rules, winner, proved) = (self.rules, self.winner, &mut self.proved);
        Self::find(position, rules, |played| {
            let next = position.play(played);
            if next.winner().is_some() {
                // The last card is shed, and the goal is missed.
                return false;
            }
            let (next, _) = next.settled(rules);
            if !next.is_goal_within_reach(rules) {
                return next.goal().side() != winner;
            }
            let mark = proved.mark(&next);
            proved.holds(&mark)
        })
    }

    fn index(&self, position: &State<SEATS>, wanted: Move) -> Option<u32> {
        Self::find(position, self.rules, |played| played == wanted)
    }

    fn find(position: &State<SEATS>, rules: &Ruleset, mut wanted: impl FnMut(Move) -> bool) -> Option<u32> {
        let mut index = 0;
        let found = position.for_each_move(rules, |played| {
            if wanted(played) {
                return ControlFlow::Break(());
            }
            index += 1;
            ControlFlow::Continue(())
        });
        found.is_break().then_some(index)
    }
}

/// The output with its checksum.
struct Sink<'a> {
    output: &'a mut dyn Write,
    checksum: Checksum,
    bytes: u64,
}

impl<'a> Sink<'a> {
    fn new(output: &'a mut dyn Write) -> Sink<'a> {
        Sink { output, checksum: Checksum::default(), bytes: 0 }
    }

    /// Writes the trailer.
    fn end<E>(mut self, positions: u64) -> Result<Written, WriteError<E>> {
        self.put(&positions.to_le_bytes())?;
        let checksum = self.checksum.value();
        self.put(&checksum.to_le_bytes())?;
        self.output.flush()?;
        Ok(Written { positions, bytes: self.bytes })
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.feed(bytes);
        self.bytes += bytes.len() as u64;
        self.output.write_all(bytes)
    }

    fn number(&mut self, mut number: u32) -> io::Result<()> {
        while number >= 128 {
            self.put(&[number as u8 & 127 | 128])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knows nothing.
    struct Nobody;

    impl Guide<2> for Nobody {
        type Error = ();

        fn winning_move(&mut self, _: &State<2>) -> Result<Move, ()> {
            Err(())
        }
    }

    #[test]
    fn a_move_to_a_remembered_position_is_taken_without_asking() {
        let rules = Ruleset::default();
        let (mut written, proved) = (Vec::new(), Memory::new(4, Side::First, &rules));
        let mut output = Sink::new(&mut written);
        let (winner, guide) = (Side::First, &mut Nobody);
        let mut writer = Writer { rules: &rules, winner, proved, output: &mut output, guide, positions: 0 };
        let position = State::<2>::parse(["5K", "44Q"], None, &rules).expect("a position");
        assert!(matches!(writer.prove(&position), Err(WriteError::Guide(()))));
        // Both moves win, but only the second one, the K, is known to win.
        let (next, _) = position.play(position.moves(&rules)[1]).settled(&rules);
        let mark = writer.proved.mark(&next);
        writer.proved.remember(&mark);
        assert_eq!(writer.remembered(&position), Some(1));
        assert!(writer.prove(&position).is_ok());
        assert_eq!(written, [1]);
    }

    #[test]
    fn numbers_are_written_in_groups_of_seven_bits_the_lowest_first() {
        let written = |number| {
            let mut written = Vec::new();
            let mut sink = Sink::new(&mut written);
            sink.number(number).expect("memory");
            let bytes = sink.bytes;
            assert_eq!(bytes, written.len() as u64);
            written
        };
        assert_eq!(written(0), [0]);
        assert_eq!(written(127), [127]);
        assert_eq!(written(128), [0x80, 1]);
        assert_eq!(written(0b11_0000001_1010101), [0b1_1010101, 0b1_0000001, 0b11]);
        assert_eq!(written(u32::MAX), [0xff, 0xff, 0xff, 0xff, 0x0f]);
    }
}
