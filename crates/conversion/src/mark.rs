//! A copy for one recipient (docs/rules/downloads.md#rule-6).

use std::fs::File;

use domain::Format;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::files::create_file;
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
        let key = marks::Key::new(&self.key);
        let notices = tools.writers.notices();
        marks::mark_with(notices, self.format, package, out, &mark, &key)?;
        Ok(())
    }
}
