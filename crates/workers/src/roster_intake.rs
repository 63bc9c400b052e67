//! The interface for importing files of members, an operation of a higher floor that the program injects.

use std::pin::Pin;

pub type IntakeFuture<'a> = Pin<Box<dyn Future<Output = anyhow::Result<()>> + Send + 'a>>;

/// Imports the files that wait in the folders of organizations.
pub trait RosterIntake: Send + Sync {
    /// Imports every file that waits, each on its own. May run again after an interruption at any point.
    /// Fails if the folders cannot be read at all.
    fn take_files(&self) -> IntakeFuture<'_>;
}
