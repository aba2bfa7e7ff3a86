//! The fair queue of jobs that wait for a worker.
//!
//! Clients are served in turn, and so are the requests of one client. A batch is one request with many jobs. So however
//! long it is, another client's puzzle waits for at most one job of it. Behind a proxy all clients look the same; then
//! requests are still served in turn.
//!
//! Nothing here knows of threads or of time; `workers.rs` adds both.

use std::collections::VecDeque;
use std::net::IpAddr;

/// Which request a job belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestId {
    /// The client's address.
    pub client: IpAddr,
    /// A number that no other request has.
    pub number: u64,
    /// Does it count among those that wait? A batch does not: it holds its own jobs back.
    pub counts: bool,
}

/// The jobs of one request, in their order.
struct Flow<J> {
    id: RequestId,
    jobs: VecDeque<J>,
}

/// The waiting jobs.
pub struct FairQueue<J> {
    /// Clients in the order of their turns, each with its requests in the order of theirs.
    clients: VecDeque<(IpAddr, VecDeque<Flow<J>>)>,
    jobs: usize,
}

impl<J> FairQueue<J> {
    /// An empty queue.
    pub fn new() -> FairQueue<J> {
        FairQueue { clients: VecDeque::new(), jobs: 0 }
    }

    /// How many jobs wait.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// How many requests wait, of all clients and of this one. Batches are not counted.
    pub fn waiting(&self, client: IpAddr) -> (usize, usize) {
        let count = |flows: &VecDeque<Flow<J>>| flows.iter().filter(|flow| flow.id.counts).count();
        let all = self.clients.iter().map(|(_, flows)| count(flows)).sum();
        let own = self.clients.iter().find(|(address, _)| *address == client).map_or(0, |(_, flows)| count(flows));
        (all, own)
    }

    /// A job waits behind those of its request.
    pub fn push(&mut self, id: RequestId, job: J) {
        self.jobs += 1;
        let place = self.clients.iter().position(|(client, _)| *client == id.client);
        let flows = match place {
            Some(place) => &mut self.clients[place].1,
            None => {
                self.clients.push_back((id.client, VecDeque::new()));
                &mut self.clients.back_mut().expect("it was just put there").1
            }
        };
        match flows.iter_mut().find(|flow| flow.id == id) {
            Some(flow) => flow.jobs.push_back(job),
            None => flows.push_back(Flow { id, jobs: VecDeque::from([job]) }),
        }
    }

    /// The job whose turn it is.
    pub fn pop(&mut self) -> Option<J> {
        let (client, mut flows) = self.clients.pop_front()?;
        // Neither list is ever kept empty.
        let mut flow = flows.pop_front()?;
        let job = flow.jobs.pop_front()?;
        self.jobs -= 1;
        if !flow.jobs.is_empty() {
            flows.push_back(flow);
        }
        if !flows.is_empty() {
            self.clients.push_back((client, flows));
        }
        Some(job)
    }

    /// Withdraws the waiting jobs of a request; returns their number.
    pub fn withdraw(&mut self, id: RequestId) -> usize {
        let Some(place) = self.clients.iter().position(|(client, _)| *client == id.client) else { return 0 };
        let flows = &mut self.clients[place].1;
        let Some(flow) = flows.iter().position(|flow| flow.id == id) else { return 0 };
        let taken = flows.remove(flow).map_or(0, |flow| flow.jobs.len());
        if flows.is_empty() {
            self.clients.remove(place);
        }
        self.jobs -= taken;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(client: u8, number: u64, counts: bool) -> RequestId {
        RequestId { client: IpAddr::from([127, 0, 0, client]), number, counts }
    }

    fn all(queue: &mut FairQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn clients_take_turns_and_so_do_their_requests() {
        let mut queue = FairQueue::new();
        for job in ["a1", "a2", "a3"] {
            queue.push(id(1, 1, false), job);
        }
        queue.push(id(1, 2, true), "b");
        queue.push(id(2, 3, true), "c");
        queue.push(id(2, 4, true), "d");
        assert_eq!((queue.jobs(), queue.waiting(id(1, 0, true).client)), (6, (3, 1)));
        assert_eq!(all(&mut queue), ["a1", "c", "b", "d", "a2", "a3"]);
        assert_eq!((queue.jobs(), queue.pop()), (0, None));
    }

    #[test]
    fn what_is_withdrawn_leaves_nothing_behind() {
        let mut queue = FairQueue::new();
        for (number, job) in [(1, "a"), (1, "b"), (2, "c")] {
            queue.push(id(1, number, true), job);
        }
        assert_eq!(queue.withdraw(id(1, 1, true)), 2);
        assert_eq!(queue.withdraw(id(1, 1, true)), 0);
        assert_eq!(queue.withdraw(id(3, 1, true)), 0);
        assert_eq!(queue.waiting(id(1, 0, true).client), (1, 1));
        assert_eq!(all(&mut queue), ["c"]);
        assert!(queue.clients.is_empty());
    }
}
