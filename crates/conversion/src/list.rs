//! The files of a package.

use books::{Limits, PackageFile};
use serde::{Deserialize, Serialize};

use crate::files::read_file;
use crate::{Result, SOURCE_NAME, Task, TaskTools};

/// Lists the files of the package [`SOURCE_NAME`], in package order.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ListFiles;

impl Task for ListFiles {
    type Output = Vec<PackageFile>;

    fn run(self, tools: &mut TaskTools<'_>) -> Result<Vec<PackageFile>> {
        Ok(books::list_resources(read_file(tools.folder, SOURCE_NAME)?, &Limits::default())?)
    }
}
