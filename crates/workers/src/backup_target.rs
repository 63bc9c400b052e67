//! The folder and the database of a process that takes the backups that administrators start.

use std::path::PathBuf;

/// The folder for backups, and the database of the library.
pub struct BackupTarget {
    pub folder: PathBuf,
    pub database: LibraryDatabase,
}

pub enum LibraryDatabase {
    /// The file of the embedded database.
    File(PathBuf),
    /// The address of a database server.
    Server(String),
}
