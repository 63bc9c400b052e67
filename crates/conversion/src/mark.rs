//! A copy for one recipient (docs/rules/downloads.md#rule-6).

use std::fs::File;

use domain::formats::Format;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::convert::name;
use crate::error::Result;
use crate::files::{MADE, SOURCE, create};
use crate::task::{Task, Tools};

/// Writes the artifact [`SOURCE`] to [`MADE`] with the notice and the fingerprints of one copy.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mark {
    /// The format of the artifact.
    pub format: Format,
    /// The recipient, first name before last.
    pub recipient: String,
    /// The day of the request.
    pub date: Date,
    /// The number of the download record.
    pub record: u64,
    /// Signs fingerprints.
    pub key: [u8; 32],
}

impl Task for Mark {
    type Made = ();

    fn run(self, tools: &mut Tools<'_>) -> Result<()> {
        let package = File::open(tools.folder.join(SOURCE))?;
        let out = create(tools.folder, MADE)?;
        let mark = marks::Watermark::new(&self.recipient, self.date, self.record);
        let key = marks::Key::new(&self.key);
        let notices = tools.writers.notices();
        marks::mark_with(notices, name(self.format), package, out, &mark, &key)?;
        Ok(())
    }
}
