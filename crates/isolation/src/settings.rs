//! How worker processes are started.

use std::ffi::OsString;
use std::path::PathBuf;

/// The command of worker processes, and the number started in advance.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program. It must call [`crate::worker::serve`] when started with `arguments`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// How many processes without work there are at most, so that callers do not wait for their start.
    pub spare: usize,
}
