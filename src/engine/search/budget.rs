//! Decides when a search must end without a verdict: at a deadline, after a number of nodes, or on request.
//!
//! A worker counts its nodes and checks the budget only now and then (`Tuning::nodes_between_looks`): often enough to end
//! within a millisecond, seldom enough to cost nothing.

use super::verdict::Reason;
use crate::clock::Instant;
use crossbeam_utils::CachePadded;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Limits of one solve. They decide whether there is a verdict, never which one.
///
/// ```
/// use canju::{Limits, Position, Reason, Solver, Task, Verdict};
/// let position: Position = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// let limits = Limits { nodes: Some(10), ..Limits::default() };
/// let report = Solver::default().solve(&position, &Task::default().within(limits));
/// assert_eq!(report.verdict(), Verdict::Unknown(Reason::Nodes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The limits that are left after this much is spent.
    pub fn less(self, time: Duration, nodes: u64) -> Limits {
        Limits {
            time: self.time.map(|most| most.saturating_sub(time)),
            nodes: self.nodes.map(|most| most.saturating_sub(nodes)),
        }
    }
}

/// The time of work in several steps: each step gets the time that the earlier ones have left, and all nodes of the limit.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    limits: Limits,
}

impl Clock {
    /// Starts the clock.
    pub fn start(limits: Limits) -> Clock {
        Clock { start: Instant::now(), limits }
    }

    /// The limits at the start.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The limits that are left.
    pub fn left(&self) -> Limits {
        self.limits.less(self.elapsed(), 0)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A flag that ends searches soon. Any thread may raise it. Clones share one flag.
///
/// ```
/// use canju::{Position, Reason, Solver, StopFlag, Task, Verdict};
/// let position: Position = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// let stop = StopFlag::default();
/// let task = Task::default().with_stop(&stop);
/// stop.stop(); // from another thread, say
/// assert_eq!(Solver::default().solve(&position, &task).verdict(), Verdict::Unknown(Reason::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    raised: Arc<AtomicBool>,
    /// Another flag: if it is raised, this one counts as raised, too.
    parent: Option<Arc<StopFlag>>,
    /// A moment and the time after it when this flag counts as raised.
    deadline: Option<(Instant, Duration)>,
    /// Shared by the flags that come from one. On a cache line of its own: all workers write it.
    nodes: Arc<CachePadded<AtomicU64>>,
}

impl StopFlag {
    /// Asks every search that has this flag to end.
    pub fn stop(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Is the flag raised?
    pub fn is_stopped(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_stopped())
            || self.deadline.is_some_and(|(start, time)| start.elapsed() >= time)
    }

    /// Nodes of all searches so far that have this flag or one made from it, those for lines of play and the like included: progress, for
    /// another thread to show. A search adds to it now and then.
    ///
    /// ```
    /// use canju::{Position, Solver, StopFlag, Task};
    /// let position: Position = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
    /// let stop = StopFlag::default();
    /// let report = Solver::default().solve(&position, &Task::default().with_stop(&stop));
    /// assert!(stop.nodes() >= report.nodes() && report.nodes() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// A flag that is raised with this one, or alone.
    ///
    /// ```
    /// use canju::StopFlag;
    /// let all = StopFlag::default();
    /// let (one, other) = (all.child(), all.child());
    /// one.stop();
    /// assert!(one.is_stopped() && !other.is_stopped());
    /// all.stop();
    /// assert!(other.is_stopped());
    /// ```
    pub fn child(&self) -> StopFlag {
        let nodes = self.nodes.clone();
        StopFlag { raised: Arc::default(), parent: Some(Arc::new(self.clone())), deadline: None, nodes }
    }

    /// A flag that is raised with this one, or alone, or after this time.
    ///
    /// ```
    /// use canju::StopFlag;
    /// use std::time::Duration;
    /// let all = StopFlag::default();
    /// assert!(all.child_for(Duration::ZERO).is_stopped() && !all.is_stopped());
    /// assert!(!all.child_for(Duration::MAX).is_stopped());
    /// ```
    #[doc(hidden)]
    pub fn child_for(&self, time: Duration) -> StopFlag {
        StopFlag { deadline: Some((Instant::now(), time)), ..self.child() }
    }
}

/// The limits of a running solve and what is spent of them, shared by its workers.
#[derive(Debug)]
pub struct Budget {
    start: Instant,
    limits: Limits,
    stop: StopFlag,
    /// On a cache line of its own: all workers write it, and read the fields above.
    nodes: CachePadded<AtomicU64>,
}

impl Budget {
    /// Starts the clock.
    pub fn start(limits: Limits, stop: StopFlag) -> Budget {
        Budget { start: Instant::now(), limits, stop, nodes: CachePadded::default() }
    }

    /// A separate budget of `nodes` nodes, with the same deadline and stop flag. Its nodes are not charged to this one.
    pub fn aside(&self, nodes: u64) -> Budget {
        let limits = Limits { nodes: Some(nodes), ..self.limits };
        Budget { start: self.start, limits, stop: self.stop.clone(), nodes: CachePadded::default() }
    }

    /// Counts nodes.
    pub fn count(&self, nodes: u64) {
        self.stop.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How many nodes a worker may visit before it must check the budget again, at most `wish`.
    pub fn allowance(&self, wish: u64) -> u64 {
        self.limits.nodes.map_or(wish, |most| wish.min(most.saturating_sub(self.nodes())))
    }

    /// The reason to end now, if there is one.
    pub fn expired(&self) -> Option<Reason> {
        if self.stop.is_stopped() {
            Some(Reason::Interrupted)
        } else if self.limits.nodes.is_some_and(|most| self.nodes() >= most) {
            Some(Reason::Nodes)
        } else if self.limits.time.is_some_and(|most| self.start.elapsed() >= most) {
            Some(Reason::Time)
        } else {
            None
        }
    }
}
