//! Copies for one recipient, and where a copy came from (docs/rules/downloads.md#rule-6).

use std::fs::File;

use books::Limits;
use domain::Format;
use jiff::civil::Date;
use marks::Key;
use serde::{Deserialize, Serialize};

use crate::files::{create_file, read_file};
use crate::{OUTPUT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// Writes the artifact [`SOURCE_NAME`] to [`OUTPUT_NAME`] with the notice and the fingerprints of one copy.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MarkCopy {
    pub format: Format,
    /// The recipient, first name before last.
    pub recipient: String,
    pub date: Date,
    /// The number of the download record.
    pub record: u64,
    /// Signs fingerprints.
    pub key: [u8; 32],
}

impl Task for MarkCopy {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let package = File::open(tools.folder.join(SOURCE_NAME))?;
        let out = create_file(tools.folder, OUTPUT_NAME)?;
        let mark = marks::Watermark::new(&self.recipient, self.date, self.record);
        let key = Key::new(&self.key);
        let notices = tools.writers.notices();
        marks::mark_with(notices, self.format, package, out, &mark, &key)?;
        Ok(())
    }
}

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
        let source = read_file(tools.folder, SOURCE_NAME)?;
        let found = marks::trace_copy(&source, &Key::new(&self.key), &Limits::default())?;
        Ok(found.map(|trace| CopyTrace { record: trace.record, places: trace.places_found }))
    }
}
