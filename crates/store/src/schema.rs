//! The schema of a database: which migrations it has, and which programs can use it (docs/upgrading.md).

use sqlx::migrate::Migrator;

use crate::conn::Conn as _;
use crate::migrations::{POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS};
use crate::{Backend, Db, PROGRAM_VERSION, Result, Sql, StoreError};

/// The migration that created the table `_schema`.
const SCHEMA_TABLE_SINCE: i64 = 49;

/// A migration that removes or changes what programs used before it.
#[derive(Debug, Clone, Copy)]
struct Contraction {
    migration: i64,
    /// The oldest schema that a program must support to keep working.
    oldest_program_schema: i64,
}

/// All contractions. Migrations that are not here only add, so that programs from before them keep working.
const CONTRACTIONS: &[Contraction] = &[];

/// A migration that the database does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingMigration {
    pub number: i64,
    /// The words of its file name.
    pub description: String,
}

/// The migrations of a database compared with those of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaState {
    /// Number of the database's newest migration; 0 if it has no tables.
    pub applied: i64,
    /// Number of this program's newest migration.
    pub known: i64,
    /// This program's migrations that the database does not have.
    pub pending: Vec<PendingMigration>,
    /// The oldest schema that a program must support to use this database.
    pub oldest_program_schema: i64,
    /// The version of the program that migrated last. `None` if that was not noted yet.
    pub migrated_by: Option<String>,
}

impl SchemaState {
    pub async fn read(db: &Db) -> Result<Self> {
        let applied = db.read_applied_migrations().await?;
        let migrations = migrations(db.backend());
        let pending = migrations
            .iter()
            .filter(|migration| !applied.contains(&migration.version))
            .map(|migration| PendingMigration {
                number: migration.version,
                description: migration.description.clone().into_owned(),
            })
            .collect();
        let (oldest_program_schema, migrated_by) =
            if applied.contains(&SCHEMA_TABLE_SINCE) { read_schema_table(db).await? } else { (0, None) };
        Ok(Self {
            applied: applied.last().copied().unwrap_or_default(),
            known: migrations.iter().map(|migration| migration.version).max().unwrap_or_default(),
            pending,
            oldest_program_schema,
            migrated_by,
        })
    }

    /// Returns true if the database has no tables yet.
    pub fn is_new(&self) -> bool {
        self.applied == 0
    }

    /// Returns true if a later program has changed what this one needs.
    pub fn is_too_new(&self) -> bool {
        self.oldest_program_schema > self.known
    }

    /// Returns true if programs that know the present schema keep working while and after the pending
    /// migrations are applied.
    pub fn keeps_nodes_running(&self) -> bool {
        self.oldest_after_migration() <= self.applied
    }

    /// The oldest schema that a program must support once the pending migrations are applied.
    fn oldest_after_migration(&self) -> i64 {
        let is_pending = |contraction: &&Contraction| {
            self.pending.iter().any(|migration| migration.number == contraction.migration)
        };
        let contractions = CONTRACTIONS.iter().filter(is_pending);
        let oldest = contractions.map(|contraction| contraction.oldest_program_schema).max();
        oldest.unwrap_or_default().max(self.oldest_program_schema)
    }
}

/// The migrations for a kind of database.
fn migrations(backend: Backend) -> &'static Migrator {
    match backend {
        Backend::Sqlite => &SQLITE_MIGRATIONS,
        Backend::Postgres => &POSTGRES_MIGRATIONS,
    }
}

async fn read_schema_table(mut db: &Db) -> Result<(i64, Option<String>)> {
    let statement = Sql::new("SELECT oldest_program_schema, migrated_by FROM _schema WHERE id = 1");
    let (oldest, program): (i64, String) = db.fetch_one(statement).await?;
    Ok((oldest, Some(program).filter(|program| !program.is_empty())))
}

impl Db {
    /// Applies the migrations that are missing, in one transaction: after an error the database is as before.
    /// Does nothing to a database that a later program has migrated and that this one can still use.
    ///
    /// # Errors
    /// [`StoreError::SchemaTooNew`]; a migration fails; the database cannot be written.
    pub async fn migrate(&self) -> Result<()> {
        let state = SchemaState::read(self).await?;
        if state.is_too_new() {
            let (needed, known) = (state.oldest_program_schema, state.known);
            return Err(StoreError::SchemaTooNew { needed, known });
        }
        if state.pending.is_empty() {
            return Ok(());
        }
        let note = Sql::new("UPDATE _schema SET oldest_program_schema = $1, migrated_by = $2 WHERE id = 1")
            .bind_all((state.oldest_after_migration(), PROGRAM_VERSION));
        self.apply_migrations(migrations(self.backend()), note).await
    }

    /// Numbers of the migrations that this program has and the database has not.
    pub async fn pending_migrations(&self) -> Result<Vec<i64>> {
        let state = SchemaState::read(self).await?;
        Ok(state.pending.into_iter().map(|migration| migration.number).collect())
    }
}

#[cfg(test)]
mod tests {
    use sqlx::SqlStr;
    use sqlx::migrate::{Migration, MigrationType, Migrator};

    use crate::conn::Conn as _;
    use crate::migrations::SQLITE_MIGRATIONS;
    use crate::testkit::TestDb;
    use crate::{Db, Sql};

    fn migration(number: i64, text: &'static str) -> Migration {
        Migration::new(number, "".into(), MigrationType::Simple, SqlStr::from_static(text), false)
    }

    async fn count_tables(mut db: &Db, name: &str) -> i64 {
        let text = format!("SELECT COUNT(*) FROM sqlite_master WHERE name = '{name}'");
        db.fetch_one(Sql::new(text)).await.unwrap()
    }

    #[tokio::test]
    async fn a_failed_migration_leaves_the_database_as_it_was() {
        let test = TestDb::create_sqlite().await;
        let before = test.db.read_applied_migrations().await.unwrap();
        let broken = [
            migration(9001, "CREATE TABLE first (id BIGINT)"),
            migration(9002, "CREATE TABLE second (id BIGINT); INSERT INTO nowhere VALUES (1)"),
        ];
        let all = SQLITE_MIGRATIONS.iter().cloned().chain(broken).collect::<Vec<_>>();
        let migrator = Migrator::with_migrations(all);
        let note = Sql::new("UPDATE _schema SET migrated_by = 'broken'");
        assert!(test.db.apply_migrations(&migrator, note).await.is_err());
        assert_eq!(test.db.read_applied_migrations().await.unwrap(), before);
        assert_eq!((count_tables(&test.db, "first").await, count_tables(&test.db, "second").await), (0, 0));
        assert!(test.db.check_schema().await.is_ok());
        test.drop().await;
    }
}
