//! The contents of an EPUB.

use books::{Contents, Limits};
use serde::{Deserialize, Serialize};

use crate::files::read_file;
use crate::{Result, SOURCE_NAME, Task, TaskTools};

/// Reads the order and the table of contents of the EPUB [`SOURCE_NAME`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ReadContents;

impl Task for ReadContents {
    type Output = Contents;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<Contents> {
        Ok(books::read_contents(read_file(tools.folder, SOURCE_NAME)?, &Limits::default())?)
    }
}
