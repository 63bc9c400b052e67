//! Settings for starting worker processes.

use std::ffi::OsString;
use std::path::PathBuf;

/// The command of worker processes, and the number started in advance.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program. It must call [`crate::worker::serve`] when started with `arguments`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Maximum number of idle processes, which spare callers the wait for a start.
    pub spare: usize,
}
