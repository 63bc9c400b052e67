//! A book as pages for a browser.

use std::io::{BufWriter, Write as _};

use books::Limits;
use books::web::MadeFor;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::files::{MADE, SOURCE, create, read};
use crate::task::{Task, Tools};

/// Writes the EPUB [`SOURCE`] as pages for a browser ([`books::web::write_copy`]) to [`MADE`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Present {
    /// What the notice of a marked copy says. `None` if that is not known.
    pub made_for: Option<MadeFor>,
}

impl Task for Present {
    type Made = ();

    fn run(self, tools: &mut Tools<'_>) -> Result<()> {
        let source = read(tools.folder, SOURCE)?;
        let mut out = BufWriter::new(create(tools.folder, MADE)?);
        books::web::write_copy(source, self.made_for, &Limits::default(), &mut out, &mut tools.watch)?;
        out.flush()?;
        Ok(())
    }
}
