//! Bytes of requests and answers that are held at a time: bounded, whatever clients do.
//!
//! This is a little memory on top of that of the searches. A client that sends slowly or does not read makes the server
//! hold its request or its answer. So each byte is taken from a common stock, and given back when it is no longer held. If
//! nothing is left, the request is refused.

use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes that a permit stands for.
const UNIT: usize = 1 << 10;

/// The stock.
#[derive(Clone)]
pub struct Stock {
    free: Arc<Semaphore>,
    units: usize,
}

/// Bytes taken from the stock.
pub struct Reservation(Option<OwnedSemaphorePermit>);

impl Stock {
    /// A stock of about `bytes` bytes.
    pub fn new(bytes: usize) -> Stock {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS);
        Stock { free: Arc::new(Semaphore::new(units)), units }
    }

    /// An empty reservation.
    pub fn reservation(&self) -> Reservation {
        Reservation(None)
    }

    /// Extends the reservation to `bytes` bytes. False if there are not enough left.
    pub fn take(&self, reservation: &mut Reservation, bytes: usize) -> bool {
        let have = reservation.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let need = bytes.div_ceil(UNIT).saturating_sub(have);
        if need == 0 {
            return true;
        }
        let Ok(need) = u32::try_from(need) else { return false };
        match (self.free.clone().try_acquire_many_owned(need), &mut reservation.0) {
            (Err(_), _) => return false,
            (Ok(more), Some(own)) => own.merge(more),
            (Ok(more), own) => *own = Some(more),
        }
        true
    }

    /// Bytes that are held, about.
    pub fn held(&self) -> u64 {
        ((self.units - self.free.available_permits().min(self.units)) * UNIT) as u64
    }

    /// An answer that gives its reservation back when it is sent. `None` if there is no room for it.
    pub fn answer(&self, text: Vec<u8>) -> Option<Bytes> {
        struct Held(Vec<u8>, #[allow(dead_code, reason = "it is given back when it is dropped")] Reservation);
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
        // Most answers are small, and there are no more of them than connections.
        if text.len() <= 16 * UNIT {
            return Some(text.into());
        }
        let mut reservation = self.reservation();
        self.take(&mut reservation, text.len()).then(|| Bytes::from_owner(Held(text, reservation)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_comes_back() {
        let stock = Stock::new(100 << 10);
        let mut reservation = stock.reservation();
        assert!(
            stock.take(&mut reservation, 1)
                && stock.take(&mut reservation, 1024)
                && stock.take(&mut reservation, 60 << 10)
        );
        assert_eq!(stock.held(), 60 << 10);
        assert!(!stock.take(&mut reservation, 101 << 10), "there is no more than that");
        assert!(stock.answer(vec![0; 50 << 10]).is_none());
        let answer = stock.answer(vec![0; 40 << 10]).expect("there is room");
        assert_eq!(stock.held(), 100 << 10);
        drop((reservation, answer));
        assert_eq!(stock.held(), 0);
    }
}
