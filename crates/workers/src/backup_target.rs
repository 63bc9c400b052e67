//! The library that is backed up: its database, and the folder of a process that takes the backups that
//! administrators start.

use std::path::PathBuf;

/// The folder for backups, and the database of the library.
pub struct BackupTarget {
    pub folder: PathBuf,
    pub database: LibraryDatabase,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LibraryDatabase {
    /// The file of the embedded database.
    File(PathBuf),
    /// The address of a database server.
    Server(String),
}

impl LibraryDatabase {
    /// The database at an address.
    ///
    /// # Errors
    /// The address of an embedded database is not valid.
    pub fn from_url(url: String) -> store::Result<Self> {
        let file = store::backup::database_path(&url)?;
        Ok(file.map_or(Self::Server(url), Self::File))
    }
}
