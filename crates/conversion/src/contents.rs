//! How an EPUB is read.

use books::{Contents, Limits};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::files::{SOURCE, read};
use crate::task::{Task, Tools};

/// Reads the order and the table of contents of the EPUB [`SOURCE`].
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ReadContents;

impl Task for ReadContents {
    type Made = Contents;

    fn run(self, tools: &mut Tools<'_>) -> Result<Contents> {
        Ok(books::read_contents(read(tools.folder, SOURCE)?, &Limits::default())?)
    }
}
