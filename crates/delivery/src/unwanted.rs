//! Ending work whose result nobody waits for any longer.

use speech::Stop;

/// Held by whoever waits for work on another thread. Dropped, it ends the work: the server stops, the reader has gone.
#[derive(Default)]
pub(crate) struct Unwanted(Stop);

impl Unwanted {
    /// What the work looks at.
    pub(crate) fn stop(&self) -> Stop {
        self.0.clone()
    }
}

impl Drop for Unwanted {
    fn drop(&mut self) {
        self.0.stop();
    }
}
