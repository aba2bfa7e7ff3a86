//! The writer of certificates: it walks as the checker does and asks a guide for the winner's moves.
//!
//! It keeps the same memory as the checker. If a move of the winner leads to a remembered position, it takes that move
//! without asking: the position is proved already, and the move costs one byte.

use super::verify::{Checksum, Claim, Memory};
use crate::rules::{Move, Ruleset, Side, State, finishing_move};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Knows the winner's moves.
///
/// ```
/// use canju_engine::Position;
/// use canju_engine::proof::{Claim, Guide, verify, write};
/// use canju_engine::rules::{AnyState, Move, Ruleset, State};
/// /// Plays the highest combination it has.
/// struct Bold(Ruleset);
/// impl Guide<2> for Bold {
///     type Error = ();
///     fn winning_move(&mut self, state: &State<2>) -> Result<Move, ()> {
///         state.moves(&self.0).into_iter().filter(|played| played.combo().is_some()).max_by_key(|played| played.combo().map(|combo| combo.shape.rank)).ok_or(())
///     }
/// }
/// let position: Position = "K5 | 44Q".parse()?;
/// let AnyState::Two(state) = position.state() else { panic!("two hands") };
/// let claim = Claim { position, wins: true, log2_rows: 4 };
/// let mut certificate = Vec::new();
/// write(&claim, state, &mut Bold(*position.rules()), &mut certificate).expect("boldness wins here");
/// assert_eq!(verify(&certificate[..])?.claim, claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Guide<const SEATS: usize> {
    /// The reason why no move is known.
    type Error;

    /// A move that wins for the side to move, in a position that this side can win.
    ///
    /// # Errors
    /// If none is known, for instance because a limit was reached.
    fn winning_move(&mut self, position: &State<SEATS>) -> Result<Move, Self::Error>;
}

/// Why no certificate was written.
///
/// ```
/// use canju::{Position, Solver, Reason, proof::WriteError};
/// let position: Position = "K5 | 44Q".parse()?;
/// let mut solver = Solver::default();
/// let report = solver.solve(&position);
/// let stop = canju::StopFlag::default();
/// stop.stop();
/// let mut solver = Solver::new(canju::Options { stop, ..canju::Options::default() });
/// let mut certificate = Vec::new();
/// let error = solver.certify(&report, &mut certificate).unwrap_err();
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
    /// The guide knew no move.
    #[error("no winning move found")]
    Guide(E),
    /// The guide's strategy does not win: a bug in the guide.
    #[error("the strategy fails: {0}")]
    Fails(String),
}

/// What was written.
///
/// ```
/// use canju::{Position, Solver};
/// let position: Position = "K5 | 44Q".parse()?;
/// let mut solver = Solver::default();
/// let report = solver.solve(&position);
/// let mut certificate = Vec::new();
/// let written = solver.certify(&report, &mut certificate)?;
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

/// Writes the certificate of a claim.
///
/// # Errors
/// Those of the output and of the guide; what was written before is not a certificate. A finished game, or a trick whose cards
/// are not known, is refused before anything is written.
///
/// # Panics
/// If `state` is not that of the claim's position.
pub fn write<const SEATS: usize, G: Guide<SEATS>>(
    claim: &Claim,
    state: &State<SEATS>,
    guide: &mut G,
    output: impl Write,
) -> Result<Written, WriteError<G::Error>> {
    let asked = &claim.position;
    assert!(*asked.state() == (*state).into(), "the state is of another position");
    if state.winner().is_some() || asked.has_trick() && asked.last().is_none() {
        return Err(WriteError::NotInPlay);
    }
    let (winner, rules) = (claim.winner(), asked.rules());
    let mut writer = Writer {
        rules,
        winner,
        memory: Memory::new(claim.log2_rows, winner, rules),
        output: Sink { output, checksum: Checksum::default(), bytes: 0 },
        guide,
        positions: 0,
    };
    writer.output.put(claim.to_string().as_bytes())?;
    writer.prove(&state.settled(rules).0)?;
    let positions = writer.positions;
    writer.output.put(&positions.to_le_bytes())?;
    let checksum = writer.output.checksum.value();
    writer.output.put(&checksum.to_le_bytes())?;
    writer.output.output.flush()?;
    Ok(Written { positions, bytes: writer.output.bytes })
}

struct Writer<'a, const SEATS: usize, G, W> {
    rules: &'a Ruleset,
    winner: Side,
    memory: Memory,
    output: Sink<W>,
    guide: &'a mut G,
    positions: u64,
}

impl<const SEATS: usize, G: Guide<SEATS>, W: Write> Writer<'_, SEATS, G, W> {
    fn prove(&mut self, position: &State<SEATS>) -> Result<(), WriteError<G::Error>> {
        let relative = self.memory.relative(position);
        if self.memory.holds(&relative) {
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
        self.memory.remember(&relative);
        Ok(())
    }

    fn follow(&mut self, position: &State<SEATS>, played: Move) -> Result<(), WriteError<G::Error>> {
        let next = position.play(played);
        match next.winner() {
            None => self.prove(&next.settled(self.rules).0),
            // The winner's last move is never asked for: `finishing_move` finds it. So this is the loser's.
            Some(_) => Err(WriteError::Fails(format!("{played:?} wins for the loser"))),
        }
    }

    /// The first move that leads to a remembered position.
    fn remembered(&self, position: &State<SEATS>) -> Option<u32> {
        self.find(position, |played| {
            let (next, _) = position.play(played).settled(self.rules);
            self.memory.holds(&self.memory.relative(&next))
        })
    }

    fn index(&self, position: &State<SEATS>, wanted: Move) -> Option<u32> {
        self.find(position, |played| played == wanted)
    }

    fn find(&self, position: &State<SEATS>, wanted: impl Fn(Move) -> bool) -> Option<u32> {
        let mut index = 0;
        let found = position.for_each_move(self.rules, |played| {
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
struct Sink<W> {
    output: W,
    checksum: Checksum,
    bytes: u64,
}

impl<W: Write> Sink<W> {
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
        let mut writer = Writer {
            rules: &rules,
            winner: Side::First,
            memory: Memory::new(4, Side::First, &rules),
            output: Sink { output: Vec::new(), checksum: Checksum::default(), bytes: 0 },
            guide: &mut Nobody,
            positions: 0,
        };
        let position = State::<2>::parse(["5K", "44Q"], None, &rules).expect("a position");
        assert!(matches!(writer.prove(&position), Err(WriteError::Guide(()))));
        // Both moves win, but only the second one, the K, is known to win.
        let (next, _) = position.play(position.moves(&rules)[1]).settled(&rules);
        writer.memory.remember(&writer.memory.relative(&next));
        assert_eq!(writer.remembered(&position), Some(1));
        assert!(writer.prove(&position).is_ok());
        assert_eq!(writer.output.output, [1]);
    }

    #[test]
    fn numbers_are_written_in_groups_of_seven_bits_the_lowest_first() {
        let written = |number| {
            let mut sink = Sink { output: Vec::new(), checksum: Checksum::default(), bytes: 0 };
            sink.number(number).expect("memory");
            assert_eq!(sink.bytes, sink.output.len() as u64);
            sink.output
        };
        assert_eq!(written(0), [0]);
        assert_eq!(written(127), [127]);
        assert_eq!(written(128), [0x80, 1]);
        assert_eq!(written(0b11_0000001_1010101), [0b1_1010101, 0b1_0000001, 0b11]);
        assert_eq!(written(u32::MAX), [0xff, 0xff, 0xff, 0xff, 0x0f]);
    }
}
