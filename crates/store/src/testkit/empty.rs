//! Databases without tables.

use std::sync::atomic::Ordering;

use super::{DbHome, NEXT_DATABASE, everything_must_run, template};
use crate::Backend;

/// A database without tables, which is removed by [`EmptyDb::drop`].
#[derive(Debug)]
pub struct EmptyDb {
    /// Its address.
    pub url: String,
    home: DbHome,
}

impl EmptyDb {
    /// A new database of this kind; `None` for PostgreSQL without a server.
    ///
    /// # Panics
    /// The database cannot be made, or there is no server and [`everything_must_run`].
    pub async fn create(backend: Backend) -> Option<Self> {
        let number = NEXT_DATABASE.fetch_add(1, Ordering::Relaxed);
        match backend {
            Backend::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let url = format!("sqlite:{}", folder.path().join("library.db").display());
                Some(Self { url, home: DbHome::Folder(folder) })
            }
            Backend::Postgres => {
                let Ok(server) = std::env::var("OPENSHELF_TEST_POSTGRES") else {
                    assert!(!everything_must_run(), "OPENSHELF_TEST_POSTGRES is not set");
                    return None;
                };
                let name = format!("test_{}_{number}", std::process::id());
                template::create_empty(&server, &name).await;
                Some(Self { url: super::database_url(&server, &name), home: DbHome::Server { server, name } })
            }
        }
    }

    /// Removes the database.
    pub async fn drop(self) {
        if let DbHome::Server { server, name } = &self.home {
            template::remove(server, name).await;
        }
    }
}
