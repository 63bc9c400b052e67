//! The sentences of an EPUB.

use books::Limits;
use serde::{Deserialize, Serialize};

use crate::files::{read_file, write_map};
use crate::{Result, SOURCE_NAME, Task, TaskTools};

/// Writes to [`MAP_NAME`](crate::MAP_NAME) where the sentences of the EPUB [`SOURCE_NAME`] are in the EPUB 3
/// that is made of it: the only map that [`Convert`](crate::Convert) does not write. There is none for a
/// source that is not an EPUB.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct LocateSentences {}

impl Task for LocateSentences {
    type Output = ();

    fn run(self, tools: &mut TaskTools<'_>) -> Result<()> {
        let source = read_file(tools.folder, SOURCE_NAME)?;
        if let Some(map) = books::locate_sentences(source, &Limits::default(), &mut tools.watch)? {
            write_map(tools.folder, &map.bytes)?;
        }
        Ok(())
    }
}
