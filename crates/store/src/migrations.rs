//! The migrations of both databases, which the program carries with it: `migrations/sqlite` and
//! `migrations/postgres`, files named `NUMBER_what_it_does.sql`.

use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

pub(crate) static SQLITE_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| new_migrator(SQLITE));

pub(crate) static POSTGRES_MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| new_migrator(POSTGRES));

fn new_migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    Migrator::with_migrations(files.iter().map(|(name, text)| to_migration(name, text)).collect())
}

/// One migration; its number, description and checksum are those that sqlx gives the file.
fn to_migration(name: &'static str, text: &'static str) -> Migration {
    let (number, description) = name.split_once('_').expect("a migration is named NUMBER_what_it_does");
    let version = number.parse().expect("the name of a migration begins with its number");
    let no_transaction = text.starts_with("-- no-transaction");
    let description = description.replace('_', " ").into();
    Migration::new(version, description, MigrationType::Simple, SqlStr::from_static(text), no_transaction)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::migrate::{MigrationSource as _, Migrator};

    use super::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};

    /// A library that was migrated by the files themselves stays valid: number, description and checksum are
    /// compared with those that sqlx reads.
    async fn assert_equal_files(folder: &str, migrations: &Migrator) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(folder);
        let read = folder.as_path().resolve().await.unwrap();
        assert!(!read.is_empty());
        assert_eq!(migrations.iter().count(), read.len());
        for (ours, theirs) in migrations.iter().zip(&read) {
            assert_eq!(
                (ours.version, &ours.description, &ours.checksum, ours.no_tx),
                (theirs.version, &theirs.description, &theirs.checksum, theirs.no_tx)
            );
        }
    }

    #[tokio::test]
    async fn the_program_carries_every_migration_as_sqlx_reads_it() {
        assert_equal_files("sqlite", &SQLITE_MIGRATIONS).await;
        assert_equal_files("postgres", &POSTGRES_MIGRATIONS).await;
    }
}
