//! Work on another thread.

use std::panic::resume_unwind;
use std::thread::{Builder, Scope};

/// Waits for work that was begun, and returns what came of it.
pub(crate) type Wait<'s, T> = Box<dyn FnOnce() -> T + 's>;

/// Begins work on another thread. Without room for one, the work is done when it is waited for.
pub(crate) fn spawn_or_defer<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() -> T + Copy + Send + 's,
) -> Wait<'s, T> {
    match Builder::new().spawn_scoped(scope, work) {
        Ok(thread) => Box::new(|| thread.join().unwrap_or_else(|panic| resume_unwind(panic))),
        Err(_) => Box::new(work),
    }
}
