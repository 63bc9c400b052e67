//! Tasks that read a package whose format is known.

use std::io::{BufWriter, Write as _};

use books::{Contents, Limits, PackageFile};
use serde::{Deserialize, Serialize};
use web_reader::MadeFor;

use crate::files::{create_file, read_file, write_map};
use crate::{OUTPUT_NAME, Result, SOURCE_NAME, Task, TaskTools};

/// Lists the files of the package [`SOURCE_NAME`], in package order.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ListFiles;

impl Task for ListFiles {
    type Output = Vec<PackageFile>;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<Vec<PackageFile>> {
        Ok(books::list_resources(read_file(tools.folder, SOURCE_NAME)?, &Limits::default())?)
    }
}

/// Reads the order and the table of contents of the EPUB [`SOURCE_NAME`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ReadContents;

impl Task for ReadContents {
    type Output = Contents;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<Contents> {
        Ok(books::read_contents(read_file(tools.folder, SOURCE_NAME)?, &Limits::default())?)
    }
}

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
