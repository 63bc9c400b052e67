//! The sentences of an EPUB.

use books::Limits;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::files::{SOURCE, read, write_map};
use crate::task::{Task, Tools};

/// Writes to [`MAP`](crate::MAP) where the sentences of the EPUB [`SOURCE`] are in the EPUB 3 that is made of
/// it: the only map that [`Convert`](crate::Convert) does not write. There is none for a source that is no
/// EPUB.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Locate {}

impl Task for Locate {
    type Made = ();

    fn run(self, tools: &mut Tools<'_>) -> Result<()> {
        let source = read(tools.folder, SOURCE)?;
        if let Some(map) = books::locate_sentences(source, &Limits::default(), &mut tools.watch)? {
            write_map(tools.folder, &map.bytes)?;
        }
        Ok(())
    }
}
