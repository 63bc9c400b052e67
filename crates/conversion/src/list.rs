//! The files of a package.

use books::{Limits, PackageFile};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::files::{SOURCE, read};
use crate::task::{Task, Tools};

/// Lists the files of the package [`SOURCE`], in package order.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct List;

impl Task for List {
    type Made = Vec<PackageFile>;

    fn run(self, tools: &mut Tools<'_>) -> Result<Vec<PackageFile>> {
        Ok(books::list_resources(read(tools.folder, SOURCE)?, &Limits::default())?)
    }
}
