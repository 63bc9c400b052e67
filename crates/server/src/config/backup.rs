//! Backups that administrators start in the browser.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Backups (docs/backup.md#from-the-browser).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// The folder into which this process takes backups that administrators start. Without it, it takes none.
    pub folder: Option<PathBuf>,
}
