//! A book as pages for a browser.

use std::io::{BufWriter, Write as _};

use books::Limits;
use serde::{Deserialize, Serialize};
use web_reader::MadeFor;

use crate::files::{create_file, read_file};
use crate::{OUTPUT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// Writes the EPUB [`SOURCE_NAME`] as pages for a browser ([`web_reader::write_copy`]) to [`OUTPUT_NAME`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PresentBook {
    /// The text of the notice of a marked copy. `None` if it is not known.
    pub made_for: Option<MadeFor>,
}

impl Task for PresentBook {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let source = read_file(tools.folder, SOURCE_NAME)?;
        let mut out = BufWriter::new(create_file(tools.folder, OUTPUT_NAME)?);
        web_reader::write_copy(source, self.made_for, &Limits::default(), &mut out, &mut tools.watch)?;
        out.flush()?;
        Ok(())
    }
}
