//! Traces a copy by its fingerprints.

use books::Limits;
use marks::Key;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::files::{SOURCE, read};
use crate::task::{Task, Tools};

/// Reads the fingerprints of [`SOURCE`]: a whole copy, or a text taken from one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Trace {
    /// The key that fingerprints are signed with.
    pub key: [u8; 32],
}

/// Content of a copy's fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traced {
    /// The number of the download record.
    pub record: u64,
    /// The number of places where the fingerprint was found.
    pub places: usize,
}

impl Task for Trace {
    type Made = Option<Traced>;

    fn run(self, tools: &mut Tools<'_>) -> Result<Option<Traced>> {
        let found =
            marks::trace_copy(&read(tools.folder, SOURCE)?, &Key::new(&self.key), &Limits::default())?;
        Ok(found.map(|trace| Traced { record: trace.record, places: trace.places_found }))
    }
}
