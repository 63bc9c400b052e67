//! Callers that wait for single titles, and whether a read for them is in progress.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::TitleId;
use tokio::sync::oneshot;

const MAX_TITLES_PER_STATEMENT: usize = 16;

/// Callers that wait for titles.
#[derive(Default)]
pub(crate) struct Coalescing(Mutex<CoalescingState>);

#[derive(Default)]
struct CoalescingState {
    waiting: Vec<WaitingCaller>,
    /// A caller is reading, and will read for those that wait.
    is_reading: bool,
}

pub(crate) type WaitingCaller = (TitleId, oneshot::Sender<Option<String>>);

impl Coalescing {
    fn lock_state(&self) -> MutexGuard<'_, CoalescingState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a title's document. True if the caller must start a read.
    pub(crate) fn join_or_lead(&self, id: TitleId) -> (oneshot::Receiver<Option<String>>, bool) {
        let (send, receive) = oneshot::channel();
        let mut state = self.lock_state();
        state.waiting.push((id, send));
        (receive, !std::mem::replace(&mut state.is_reading, true))
    }

    /// The callers that wait for the next read. `None` if there are none; then no read is running any more.
    pub(crate) fn take_next(&self) -> Option<Vec<WaitingCaller>> {
        let mut state = self.lock_state();
        state.is_reading = !state.waiting.is_empty();
        let most = state.waiting.len().min(MAX_TITLES_PER_STATEMENT);
        state.is_reading.then(|| state.waiting.drain(..most).collect())
    }

    /// Reports that the reading caller has failed, by closing the channels of the waiting ones.
    pub(crate) fn give_up(&self) {
        *self.lock_state() = CoalescingState::default();
    }
}

impl fmt::Debug for Coalescing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coalescing").finish_non_exhaustive()
    }
}
