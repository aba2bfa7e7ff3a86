//! The atomics, threads and channel of the code that is model-checked: the standard library's, or those of `loom`.
//!
//! `loom` runs a test in every order of steps that the memory model allows. For that it must see each step. So the lock-free
//! buckets and the hand-over to the reaper import these names from here. In a normal build they are plain re-exports and
//! cost nothing. With `--cfg loom` (see `scripts/check/loom.sh`) they are `loom`'s, with two gaps filled:
//!
//! - `loom`'s atomics are not known to be valid when zeroed, so an array is filled with defaults.
//! - `loom` has no bounded channel, so there is a small one made of its lock and its condition variable. It does what
//!   `crossbeam-channel` promises. The models check how we use the channel; `crossbeam-channel` has tests of its own.

/// Does the system have threads? Not in WebAssembly without its extensions: there what only several threads need is left out of the
/// module, which saves a twentieth of what is sent to browsers.
pub const HAS_THREADS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

#[cfg(not(loom))]
mod real {
    pub use bytemuck::try_zeroed_slice_box as try_zeroed;
    pub use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering, fence};
    pub use std::thread;

    /// The index of the first word that begins a cache line of this many bytes.
    pub fn line_start(words: &[AtomicU64], bytes: usize) -> usize {
        words.as_ptr().align_offset(bytes)
    }

    /// Channels.
    pub mod channel {
        pub use crossbeam_channel::{Sender, TrySendError, bounded};
    }
}

#[cfg(not(loom))]
pub use real::*;

#[cfg(loom)]
mod model {
    pub use loom::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};
    pub use loom::thread;

    /// `loom`'s atomic word, made so that all orders of reads and writes are tried.
    ///
    /// To decide which orders to try, `loom` 0.7 remembers only the last access to a word. Let one thread read a word, and
    /// let another thread read it and then write it. The second read hides the first. So the order in which the write comes
    /// before the first read is never tried. Therefore each read is announced by a store to a second word that no thread
    /// reads. Stores don't hide each other, and a store that is never read orders nothing else.
    #[derive(Default)]
    pub struct AtomicU64 {
        value: loom::sync::atomic::AtomicU64,
        announced: AtomicU32,
    }

    impl AtomicU64 {
        /// As the standard library's.
        pub fn load(&self, order: Ordering) -> u64 {
            self.announced.store(0, Ordering::Relaxed);
            self.value.load(order)
        }

        /// As the standard library's.
        pub fn store(&self, value: u64, order: Ordering) {
            self.value.store(value, order);
        }

        /// As the standard library's.
        pub fn compare_exchange(&self, old: u64, new: u64, success: Ordering, failure: Ordering) -> Result<u64, u64> {
            self.value.compare_exchange(old, new, success, failure)
        }
    }

    /// An array of defaults.
    pub fn try_zeroed<T: Default>(count: usize) -> Result<Box<[T]>, ()> {
        Ok((0..count).map(|_| T::default()).collect())
    }

    /// Alignment does not matter here.
    pub fn line_start(_: &[AtomicU64], _: usize) -> usize {
        0
    }

    /// A bounded channel that `loom` sees into, as much of it as the reaper uses.
    pub mod channel {
        pub use crossbeam_channel::TrySendError;
        use loom::sync::{Arc, Condvar, Mutex};
        use std::collections::VecDeque;

        struct State<T> {
            waiting: VecDeque<T>,
            room: usize,
            has_sender: bool,
            has_receiver: bool,
        }

        struct Channel<T> {
            state: Mutex<State<T>>,
            changed: Condvar,
        }

        /// The sending end. There is only one.
        pub struct Sender<T>(Arc<Channel<T>>);

        /// The receiving end.
        pub struct Receiver<T>(Arc<Channel<T>>);

        /// A channel in which at most `room` values wait.
        pub fn bounded<T>(room: usize) -> (Sender<T>, Receiver<T>) {
            let state = State { waiting: VecDeque::new(), room, has_sender: true, has_receiver: true };
            let channel = Arc::new(Channel { state: Mutex::new(state), changed: Condvar::new() });
            (Sender(channel.clone()), Receiver(channel))
        }

        impl<T> Sender<T> {
            /// Sends a value, unless there is no room or no receiver.
            pub fn try_send(&self, value: T) -> Result<(), TrySendError<T>> {
                let mut state = self.0.state.lock().unwrap();
                if !state.has_receiver {
                    return Err(TrySendError::Disconnected(value));
                }
                if state.waiting.len() == state.room {
                    return Err(TrySendError::Full(value));
                }
                state.waiting.push_back(value);
                self.0.changed.notify_one();
                Ok(())
            }
        }

        impl<T> Drop for Sender<T> {
            fn drop(&mut self) {
                self.0.state.lock().unwrap().has_sender = false;
                self.0.changed.notify_one();
            }
        }

        impl<T> Iterator for Receiver<T> {
            type Item = T;

            fn next(&mut self) -> Option<T> {
                let mut state = self.0.state.lock().unwrap();
                loop {
                    match state.waiting.pop_front() {
                        Some(value) => return Some(value),
                        None if !state.has_sender => return None,
                        None => state = self.0.changed.wait(state).unwrap(),
                    }
                }
            }
        }

        impl<T> Drop for Receiver<T> {
            fn drop(&mut self) {
                self.0.state.lock().unwrap().has_receiver = false;
            }
        }
    }
}

#[cfg(loom)]
pub use model::*;
