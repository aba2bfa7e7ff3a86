//! The checker of certificates. It uses the rules, the clock and the standard library, and nothing else of this crate.
//!
//! It walks the strategy depth-first and asks the rules for everything: which moves there are, whose turn it is, and
//! whether the game is won. The certificate only says which move the winner plays, so it can't express a cycle or a dangling
//! reference. A position counts as proved only if this walk has proved it, or one that is no better for the winner; in a plain
//! certificate only if it has proved this very position.
//!
//! | file | contents |
//! |---|---|
//! | `claim.rs` | [`Claim`]: the header |
//! | `allowance.rs` | [`Allowance`]: the memory and the time that a check may take |
//! | `source.rs` | bytes, numbers, the trailer |
//! | `proved.rs` | [`Proved`]: the positions remembered as proved |
//! | `memory.rs` | [`Memory`]: a table of them, and what is at least as good counts as proved, too |
//! | `exact.rs` | [`Exact`]: all of them, for plain certificates |
//! | `relative.rs` | [`Relative`]: which positions are at least as good as one of these |
//! | `checksum.rs` | [`Checksum`]: CRC-32 |

mod allowance;
mod checksum;
mod claim;
mod exact;
mod memory;
mod proved;
mod relative;
mod source;

pub use allowance::{Allowance, DEFAULT_MEMORY};
pub use checksum::Checksum;
#[doc(hidden)]
pub use checksum::crc32;
pub use claim::{Claim, Claimed, Form, LOG2_ROWS, MAGIC, MAX_HEADER, MOST_POSITIONS, Question};
pub use exact::{Exact, POSITION_BYTES};
pub use memory::{Memory, ROW_BYTES};
pub use proved::{Miscounted, Proved};
pub use relative::Relative;

use crate::chinese::InChinese;
use crate::rules::{
    AnyState, Hand, Move, PositionError, Ruleset, RulesetError, Side, StakesError, State, Trick, finishing_move, shown,
};
use allowance::Clock;
use source::{Source, Stop};
use std::fmt;
use std::io::{self, Read};
use std::ops::ControlFlow;

/// What was checked.
///
/// ```
/// use canju::{Position, Solver, Task, proof::verify};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// let verified = verify(&certificate[..])?;
/// assert_eq!(verified.claim.wins(), Some(true));
/// assert_eq!(verified.bytes, certificate.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// What has been proved.
    pub claim: Claim,
    /// Positions visited, those found in the memory not counted.
    pub positions: u64,
    /// Moves followed, the forced passes not counted.
    pub moves: u64,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// Comparisons of two positions by which is better for the winner: none for a plain certificate.
    pub comparisons: u64,
}

/// Why a certificate is not accepted.
///
/// ```
/// use canju::proof::{VerifyError, verify};
/// let error = verify(&b"anything else"[..]).unwrap_err();
/// assert!(matches!(error, VerifyError::NoCertificate) && !error.is_failure());
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not a certificate at all.
    #[error("not a certificate: it does not start with `{MAGIC}`")]
    NoCertificate,
    /// The memory it asks for is more than allowed.
    #[error("checking takes {needed} bytes of memory, {allowed} are allowed")]
    Memory {
        /// Bytes its memory takes.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// Checking takes more time than allowed. Nothing is known about the proof.
    #[error("the time limit was reached after {positions} positions")]
    Time {
        /// Positions visited until then.
        positions: u64,
    },
    /// The header is not a claim.
    #[error("header: {}", shown(&.0.to_string()))]
    Header(HeaderError),
    /// The proof fails.
    #[error("byte {byte}, position {number}: {position}: {fault}")]
    Fails {
        /// Bytes read when it failed.
        byte: u64,
        /// How many positions had been visited, this one included.
        number: u64,
        /// The offending position.
        position: String,
        /// What is wrong there.
        fault: Fault,
    },
}

impl VerifyError {
    /// Is this a certificate that fails, rather than a file that could not be checked?
    pub fn is_failure(&self) -> bool {
        matches!(self, VerifyError::Header(_) | VerifyError::Fails { .. })
    }
}

impl InChinese for VerifyError {
    fn in_chinese(&self) -> String {
        match self {
            VerifyError::Io(error) => error.in_chinese(),
            VerifyError::NoCertificate => "不是证书：开头不对".to_owned(),
            VerifyError::Memory { needed, allowed } => {
                format!("检验需要 {needed} 字节的内存，只允许 {allowed} 字节")
            }
            VerifyError::Time { positions } => format!("检验了 {positions} 个局面，时间到了"),
            VerifyError::Header(error) => format!("证书开头：{}", shown(&error.in_chinese())),
            VerifyError::Fails { byte, number, position, fault } => {
                format!("第 {byte} 个字节、第 {number} 个局面 {position}：{}", fault.in_chinese())
            }
        }
    }
}

/// By hand: thiserror would make it the source, too, and the message already has its text.
impl From<HeaderError> for VerifyError {
    fn from(error: HeaderError) -> VerifyError {
        VerifyError::Header(error)
    }
}

/// What is wrong with the header of a certificate.
///
/// ```
/// use canju::proof::{HeaderError, VerifyError, verify};
/// let error = verify(&b"canju certificate 9\n\n"[..]).unwrap_err();
/// assert!(matches!(error, VerifyError::Header(HeaderError::UnknownVersion)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// It is too long for one.
    #[error("it does not end within {MAX_HEADER} bytes")]
    TooLong,
    /// Its bytes are not text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// A line is missing.
    #[error("no `{0}`")]
    Missing(&'static str),
    /// A version that this checker does not read.
    #[error("this version is not known, only 2 to 7 are")]
    UnknownVersion,
    /// The rules can't be read.
    #[error("rules: {0}")]
    Rules(RulesetError),
    /// The move to answer does not say who played it.
    #[error("last: expected `MOVE by N`")]
    Last,
    /// Neither a win nor a loss.
    #[error("verdict `{0}` is neither win nor loss")]
    Verdict(String),
    /// No points in the words of a header.
    #[error("value `{0}` is none such as `at_least 2`: exactly, at_least or at_most, and points")]
    Value(String),
    /// With this scoring and this stake no game ends with so many points.
    #[error("value: no game of this scoring and this stake ends so")]
    Points,
    /// What the position is played for can't be read, or contradicts it.
    #[error("{0}")]
    Stakes(StakesError),
    /// A version for points, and a scoring without.
    #[error("scoring: there are no points, so this is for version 4 or 5")]
    NoPoints,
    /// The positions of a plain certificate are no number, or too many.
    #[error("plain: expected a number up to {MOST_POSITIONS}")]
    Plain,
    /// The size of the checker's memory is no number, or out of its range.
    #[error("memory: expected a number from {} to {}", LOG2_ROWS.start(), LOG2_ROWS.end())]
    Memory,
    /// Neither two nor three hands.
    #[error("expected two or three hands")]
    HandCount,
    /// Three hands in a version that compared positions in another way.
    #[error("three hands need version 4: write this certificate anew")]
    OldVersion,
    /// Whose turn it is, or who played the move to answer, is no number.
    #[error("expected the number of a hand")]
    NoNumber,
    /// The hands and the move to answer are not a legal position.
    #[error("{0}")]
    Position(PositionError),
    /// The same claim is written in another way.
    #[error("not spelled as this program spells it")]
    Spelling,
}

impl InChinese for HeaderError {
    fn in_chinese(&self) -> String {
        match self {
            HeaderError::TooLong => format!("{MAX_HEADER} 个字节之内没有结束"),
            HeaderError::NotUtf8 => "不是 UTF-8".to_owned(),
            HeaderError::Missing(field) => format!("没有 `{field}`"),
            HeaderError::UnknownVersion => "不认识的版本，只认 2 到 7".to_owned(),
            HeaderError::Rules(error) => format!("rules：{}", error.in_chinese()),
            HeaderError::Last => "last：应是 `牌 by 第几家`".to_owned(),
            HeaderError::Verdict(word) => format!("verdict 是 `{word}`，应是 win 或 loss"),
            HeaderError::Value(text) => {
                format!("value 是 `{text}`，应是 exactly、at_least 或 at_most，再加分数，如 `at_least 2`")
            }
            HeaderError::Points => "value：这样计分、这样的底分，没有一局会这样结束".to_owned(),
            HeaderError::Stakes(error) => error.in_chinese(),
            HeaderError::NoPoints => "scoring：不计分，应是版本 4 或 5".to_owned(),
            HeaderError::Plain => format!("plain：应是不超过 {MOST_POSITIONS} 的数"),
            HeaderError::Memory => format!("memory：应是 {} 到 {} 的数", LOG2_ROWS.start(), LOG2_ROWS.end()),
            HeaderError::HandCount => "应是两家或三家的牌".to_owned(),
            HeaderError::OldVersion => "三家要用版本 4：请重写这份证书".to_owned(),
            HeaderError::NoNumber => "应是第几家".to_owned(),
            HeaderError::Position(error) => error.in_chinese(),
            HeaderError::Spelling => "写法与本程序的不同".to_owned(),
        }
    }
}

/// What is wrong with a proof.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Fault, VerifyError, verify}};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// let error = verify(&certificate[..certificate.len() - 1]).unwrap_err();
/// assert!(matches!(error, VerifyError::Fails { fault: Fault::Truncated, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file ends too soon: a move or a reply is missing.
    #[error("the certificate ends here")]
    Truncated,
    /// More than four bytes, or more than needed.
    #[error("a malformed number")]
    BadNumber,
    /// The winner's move is not legal.
    #[error("move number {index} of {moves} legal ones")]
    NoSuchMove {
        /// The number read, from 0.
        index: u32,
        /// How many there are.
        moves: u32,
    },
    /// The side that should lose sheds its last card, or the other side does without the doublings that it needs.
    #[error("the side that should lose wins by {0}")]
    LoserWins(String),
    /// The side that should win has no bombs left for the doublings that it needs.
    #[error("the side that should win can't double the stake often enough")]
    OutOfReach,
    /// A plain certificate does not prove as many positions as its header says.
    #[error("the header counts {counted} positions to remember, the proof has {}", found.map_or("more".to_owned(), |found| found.to_string()))]
    Miscounted {
        /// The header's number.
        counted: u32,
        /// The right one; `None` if there are more, however many.
        found: Option<u32>,
    },
    /// The trailer's count is wrong.
    #[error("the trailer counts {counted} positions, the proof has {positions}")]
    Count {
        /// The trailer's number.
        counted: u64,
        /// The right one.
        positions: u64,
    },
    /// The checksum does not match the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// Bytes after the end.
    #[error("bytes after the end")]
    Trailing,
}

impl InChinese for Fault {
    fn in_chinese(&self) -> String {
        match self {
            Fault::Truncated => "证书到这里就断了".to_owned(),
            Fault::BadNumber => "数的写法不对".to_owned(),
            Fault::NoSuchMove { index, moves } => format!("第 {index} 种出法，而合法的只有 {moves} 种"),
            Fault::LoserWins(cards) => format!("该输的一方出 {cards} 就赢了"),
            Fault::OutOfReach => "该赢的一方翻不到那么多倍".to_owned(),
            Fault::Miscounted { counted, found: Some(found) } => {
                format!("开头说要记住 {counted} 个局面，实际有 {found} 个")
            }
            Fault::Miscounted { counted, found: None } => format!("开头说要记住 {counted} 个局面，实际更多"),
            Fault::Count { counted, positions } => format!("末尾说有 {counted} 个局面，实际有 {positions} 个"),
            Fault::Checksum => "校验和不对".to_owned(),
            Fault::Trailing => "结尾之后还有字节".to_owned(),
        }
    }
}

impl From<Miscounted> for Fault {
    fn from(Miscounted { counted, found }: Miscounted) -> Fault {
        Fault::Miscounted { counted, found }
    }
}

/// A position visited by the walk.
///
/// ```
/// use canju::{Position, Solver, Task, proof::verify_and_visit};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// let mut dump = String::new();
/// verify_and_visit(&certificate[..], 1 << 30, Some(&mut |visit| {
///     dump += &format!("{visit}\n");
///     Ok(())
/// }))?;
/// assert_eq!(dump.lines().next(), Some("0 5K | 44Q, hand 1 to lead: 5:solo@5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Visit<'a> {
    /// Moves from the first position.
    pub depth: u32,
    /// The position as text, of however many hands.
    pub position: &'a dyn fmt::Display,
    /// The hands in seat order.
    pub hands: &'a [Hand],
    /// Whose turn it is.
    pub to_move: usize,
    /// What must be answered.
    pub trick: Option<Trick>,
    /// What the certificate says about it.
    pub step: Step,
}

/// What a certificate says about a position.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Step, verify_and_visit}};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// let mut steps = Vec::new();
/// verify_and_visit(&certificate[..], 1 << 30, Some(&mut |visit| {
///     steps.push(visit.step);
///     Ok(())
/// }))?;
/// assert_eq!(steps.last(), Some(&Step::Finishes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The winner plays this move.
    Plays(Move),
    /// The winner sheds its last cards.
    Finishes,
    /// Every move of the loser follows.
    Every,
}

/// Called with every position visited.
///
/// ```
/// use canju::proof::{Visit, Visitor, verify_and_visit};
/// let mut visits = 0;
/// let mut count = |_: Visit| {
///     visits += 1;
///     Ok(())
/// };
/// let visitor: Visitor = &mut count;
/// assert!(verify_and_visit(&b"anything else"[..], 1 << 30, Some(visitor)).is_err());
/// assert_eq!(visits, 0);
/// ```
pub type Visitor<'a> = &'a mut dyn FnMut(Visit) -> io::Result<()>;

/// Checks a certificate. Trusts nothing but the rules.
///
/// # Errors
/// Why it is not accepted, with the first offending position; and if it needs more than [`DEFAULT_MEMORY`].
///
/// The time is not limited: a small file can take very long. For files from others see [`verify_within`].
///
/// ```
/// use canju::{Position, Solver, Task, Verdict, proof::verify};
/// let position: Position = "K5 | 44Q".parse()?;
/// let report = Solver::default().solve(&position, &Task::default());
/// let verified = verify(&report.certify()?[..])?;
/// assert_eq!((verified.claim.position, verified.claim.wins()), (position, Some(report.verdict() == Verdict::Win)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(input: impl Read) -> Result<Verified, VerifyError> {
    verify_within(input, Allowance::default())
}

/// As [`verify`], within the memory and the time that are allowed. A number alone is the bytes of memory.
///
/// # Errors
/// As [`verify`].
///
/// ```
/// use canju::{Position, Solver, Task, proof::{VerifyError, verify, verify_within}};
/// let position: Position = "K5 | 44Q".parse()?;
/// let (mut solver, task) = (Solver::default(), Task::default());
/// let report = solver.solve(&position, &task);
/// let mut certificate = Vec::new();
/// solver.certify(&report, &task, &mut certificate)?;
/// assert!(verify(&certificate[..]).is_ok());
/// assert!(matches!(verify_within(&certificate[..], 100), Err(VerifyError::Memory { allowed: 100, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_within(input: impl Read, allowed: impl Into<Allowance>) -> Result<Verified, VerifyError> {
    verify_and_visit(input, allowed, None)
}

/// As [`verify_within`], and calls the visitor with every position on the way.
///
/// # Errors
/// As [`verify`], and the visitor's.
///
/// ```
/// use canju::{Position, Solver, Task, proof::{Allowance, verify_and_visit}};
/// let position: Position = "K5 | 44Q".parse()?;
/// let certificate = Solver::default().solve(&position, &Task::default()).certify()?;
/// let mut deepest = 0;
/// verify_and_visit(&certificate[..], Allowance::default(), Some(&mut |visit| {
///     deepest = deepest.max(visit.depth);
///     Ok(())
/// }))?;
/// assert!(deepest > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_and_visit(
    mut input: impl Read,
    allowed: impl Into<Allowance>,
    visitor: Option<Visitor>,
) -> Result<Verified, VerifyError> {
    verify_all(&mut input, allowed.into(), visitor)
}

// Not generic, so that the checker is compiled here and not in the crate that asks.
fn verify_all(input: &mut dyn Read, allowed: Allowance, visitor: Option<Visitor>) -> Result<Verified, VerifyError> {
    let Allowance { memory: allowed, time } = allowed;
    let clock = Clock::start(time);
    let mut source = Source::new(input);
    let claim = Claim::parse(&source.header()?)?;
    match *claim.position.state() {
        AnyState::Two(state) => check_form(state, claim, allowed, source, clock, visitor),
        AnyState::Three(state) => check_form(state, claim, allowed, source, clock, visitor),
    }
}

fn check_form<const SEATS: usize>(
    root: State<SEATS>,
    claim: Claim,
    allowed: u64,
    source: Source<'_>,
    clock: Clock,
    visitor: Option<Visitor>,
) -> Result<Verified, VerifyError> {
    // Only now: a claim that is wrong fails with any memory.
    let needed = claim.memory_bytes();
    if needed > allowed {
        return Err(VerifyError::Memory { needed, allowed });
    }
    match claim.form {
        Form::Compared { log2_rows } => {
            let memory = Memory::new(log2_rows, claim.position.side_to_move(), claim.position.rules());
            check(root, claim, memory, source, clock, visitor)
        }
        Form::Plain { positions } => check(root, claim, Exact::new(positions), source, clock, visitor),
    }
}

fn check<const SEATS: usize, P: Proved<SEATS>>(
    root: State<SEATS>,
    claim: Claim,
    proved: P,
    source: Source<'_>,
    clock: Clock,
    visitor: Option<Visitor>,
) -> Result<Verified, VerifyError> {
    let rules = *claim.position.rules();
    let questions = claim.questions().ok_or(HeaderError::Points)?;
    let mut checker = Checker {
        rules,
        winner: claim.position.side_to_move(),
        proved,
        source,
        clock,
        visitor,
        positions: 0,
        moves: 0,
        offending: root,
    };
    let walks = questions.into_iter().try_for_each(|Question { goal, winner }| {
        checker.winner = winner;
        checker.proved.begin(winner);
        checker.prove(&root.with_goal(goal).settled(&rules).0, 0)
    });
    let result = walks.and_then(|()| {
        checker.offending = root;
        checker.proved.is_all().map_err(Fault::from)?;
        checker.source.trailer(checker.positions)
    });
    let (positions, moves, bytes) = (checker.positions, checker.moves, checker.source.bytes);
    match result {
        Ok(()) => Ok(Verified { positions, moves, bytes, claim, comparisons: checker.proved.comparisons() }),
        Err(Stop::Io(error)) => Err(error.into()),
        Err(Stop::Time) => Err(VerifyError::Time { positions }),
        Err(Stop::Fault(fault)) => {
            let position = checker.offending.to_string();
            Err(VerifyError::Fails { byte: bytes, number: positions, position, fault })
        }
    }
}

struct Checker<'i, 'v, const SEATS: usize, P> {
    rules: Ruleset,
    winner: Side,
    proved: P,
    source: Source<'i>,
    clock: Clock,
    visitor: Option<Visitor<'v>>,
    positions: u64,
    moves: u64,
    /// The position in hand, for messages.
    offending: State<SEATS>,
}

impl<const SEATS: usize, P: Proved<SEATS>> Checker<'_, '_, SEATS, P> {
    /// Proves that the winner wins a settled position.
    ///
    /// The depth is bounded by the game: cards only leave hands, and two passes at most lie between two plays.
    fn prove(&mut self, position: &State<SEATS>, depth: u32) -> Result<(), Stop> {
        if self.clock.is_up() {
            return Err(Stop::Time);
        }
        if !position.is_goal_within_reach(&self.rules) {
            if position.goal().side() != self.winner {
                return Ok(());
            }
            self.offending = *position;
            return Err(Fault::OutOfReach.into());
        }
        let mark = self.proved.mark(position);
        if self.proved.holds(&mark) {
            return Ok(());
        }
        self.positions += 1;
        self.offending = *position;
        if position.side_to_move() == self.winner {
            if finishing_move(position, &self.rules).is_some() {
                self.moves += 1;
                return self.visit(position, depth, Step::Finishes);
            }
            let played = self.chosen(position)?;
            self.visit(position, depth, Step::Plays(played))?;
            self.follow(position, played, depth)?;
        } else {
            self.visit(position, depth, Step::Every)?;
            let rules = self.rules;
            let stopped = position.for_each_move(&rules, |played| match self.follow(position, played, depth) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            });
            if let ControlFlow::Break(stop) = stopped {
                return Err(stop);
            }
        }
        Ok(self.proved.remember(&mark).map_err(Fault::from)?)
    }

    /// Proves what a move leads to.
    fn follow(&mut self, position: &State<SEATS>, played: Move, depth: u32) -> Result<(), Stop> {
        self.moves += 1;
        let next = position.play(played);
        match next.winner() {
            None => self.prove(&next.settled(&self.rules).0, depth + 1),
            // The loser has shed its last card, and has missed its goal.
            Some(winner) if winner == self.winner => Ok(()),
            // The winner's last move is not in the certificate: `finishing_move` finds it. So this is the loser's, or one with which
            // the winner misses its goal.
            Some(_) => {
                self.offending = *position;
                Err(Fault::LoserWins(self.rules.notation(played)).into())
            }
        }
    }

    /// The winner's move, read from the certificate.
    fn chosen(&mut self, position: &State<SEATS>) -> Result<Move, Stop> {
        let index = self.source.number()?;
        let mut moves = 0;
        let found = position.for_each_move(&self.rules, |played| {
            if moves == index {
                return ControlFlow::Break(played);
            }
            moves += 1;
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(played) => Ok(played),
            ControlFlow::Continue(()) => Err(Fault::NoSuchMove { index, moves }.into()),
        }
    }

    fn visit(&mut self, position: &State<SEATS>, depth: u32, step: Step) -> Result<(), Stop> {
        let Some(visitor) = &mut self.visitor else { return Ok(()) };
        let (hands, to_move, trick) = (position.hands(), position.to_move(), position.trick());
        visitor(Visit { depth, position, hands, to_move, trick, step }).map_err(Stop::Io)
    }
}

impl fmt::Debug for Visit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Visit<'_> {
    /// A line of the dump: depth, position, what the certificate says of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: ", self.depth, self.position)?;
        match self.step {
            Step::Plays(Move::Pass) => f.write_str("pass"),
            Step::Plays(Move::Play(combo)) => write!(f, "{}:{}@{}", combo.cards, combo.shape.kind, combo.shape.rank),
            Step::Finishes => f.write_str("finishes"),
            Step::Every => f.write_str("every move"),
        }
    }
}
