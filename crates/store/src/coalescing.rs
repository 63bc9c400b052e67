//! Callers that wait for one task, which serves all of them together.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::TitleId;
use tokio::sync::oneshot;

/// Callers that wait, each with its request.
pub(crate) struct WaitingQueue<W>(Mutex<QueueState<W>>);

struct QueueState<W> {
    waiting: Vec<W>,
    /// A task serves the callers.
    is_served: bool,
}

/// A caller that waits for the document of a title.
pub(crate) type TitleRequest = (TitleId, oneshot::Sender<Option<String>>);

pub(crate) type TitleQueue = WaitingQueue<TitleRequest>;

impl<W> WaitingQueue<W> {
    fn lock_state(&self) -> MutexGuard<'_, QueueState<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a caller. Returns the queue for a task that the caller must start, if none serves it.
    pub(crate) fn join(self: &Arc<Self>, caller: W) -> Option<ServedQueue<W>> {
        let mut state = self.lock_state();
        state.waiting.push(caller);
        let was_served = std::mem::replace(&mut state.is_served, true);
        (!was_served).then(|| ServedQueue { queue: self.clone(), is_done: false })
    }
}

impl<W> Default for WaitingQueue<W> {
    fn default() -> Self {
        Self(Mutex::new(QueueState { waiting: Vec::new(), is_served: false }))
    }
}

impl<W> fmt::Debug for WaitingQueue<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitingQueue").finish_non_exhaustive()
    }
}

/// A queue that a task serves. However the task ends, even by a panic, the next caller starts another one.
pub(crate) struct ServedQueue<W> {
    queue: Arc<WaitingQueue<W>>,
    is_done: bool,
}

impl<W> ServedQueue<W> {
    /// The next callers, at most `limit`. `None` if there are none; then no task serves the queue any more.
    pub(crate) fn take_next(&mut self, limit: usize) -> Option<Vec<W>> {
        let mut state = self.queue.lock_state();
        state.is_served = !state.waiting.is_empty();
        self.is_done = !state.is_served;
        let count = state.waiting.len().min(limit);
        state.is_served.then(|| state.waiting.drain(..count).collect())
    }
}

impl<W> Drop for ServedQueue<W> {
    /// Tells waiting callers that the task has failed, by dropping their requests.
    fn drop(&mut self) {
        if !self.is_done {
            let mut state = self.queue.lock_state();
            state.waiting.clear();
            state.is_served = false;
        }
    }
}
