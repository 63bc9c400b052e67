//! Files of members that schools' systems put into folders.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Files of members (docs/rosters.md#from-a-folder).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rosters {
    /// The folder with a folder for each organization. Without it no files are taken.
    pub folder: Option<PathBuf>,
}
