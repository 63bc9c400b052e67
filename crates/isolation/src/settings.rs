//! How worker processes are started.

use std::ffi::OsString;
use std::path::PathBuf;

/// How worker processes are started, and how many in advance.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program. It must call [`crate::worker::serve`] when started with `arguments`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// How many processes without work there are at most, so that callers do not wait for their start.
    pub spare: usize,
}
