//! Traces a copy by its fingerprints.

use books::Limits;
use marks::Key;
use serde::{Deserialize, Serialize};

use crate::files::read_file;
use crate::{Result, SOURCE_NAME, Task, TaskTools};

/// Reads the fingerprints of [`SOURCE_NAME`]: a whole copy, or a text taken from one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TraceCopy {
    /// The key that fingerprints are signed with.
    pub key: [u8; 32],
}

/// Content of a copy's fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyTrace {
    /// The number of the download record.
    pub record: u64,
    /// The number of places where the fingerprint was found.
    pub places: usize,
}

impl Task for TraceCopy {
    type Output = Option<CopyTrace>;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<Option<CopyTrace>> {
        let found = marks::trace_copy(
            &read_file(tools.folder, SOURCE_NAME)?,
            &Key::new(&self.key),
            &Limits::default(),
        )?;
        Ok(found.map(|trace| CopyTrace { record: trace.record, places: trace.places_found }))
    }
}
