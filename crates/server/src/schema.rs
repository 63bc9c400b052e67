//! Brings the tables of the database up to date, or refuses to (docs/upgrading.md).

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use jiff::Timestamp;
use store::{Db, PROGRAM_VERSION, PendingMigration, SchemaState};

use crate::config::Config;
use crate::folders::find_folder;

/// Between the name of a database's file and the rest of the name of its copy.
const COPY_INFIX: &str = ".before-migration-";

/// Makes the database usable by this program: creates its tables if there are none, and applies missing
/// migrations if the configuration allows it.
///
/// # Errors
/// Migrations are missing and may not be applied; a later program has changed what this one needs.
pub async fn prepare(config: &Config, db: &Db, now: Timestamp) -> anyhow::Result<()> {
    let state = SchemaState::read(db).await?;
    refuse_too_new(&state)?;
    if state.pending.is_empty() {
        if state.applied > state.known {
            tracing::warn!(
                applied = state.applied,
                known = state.known,
                "a later program has migrated the database; this one can still use it"
            );
        }
        return Ok(());
    }
    if !state.is_new() && !config.migrates_by_itself() {
        bail!(
            "{}; this is openshelf {PROGRAM_VERSION}, which needs schema {}: run `openshelf migrate`, or set \
             database.migrate = true (docs/upgrading.md)",
            describe(&state),
            state.known
        );
    }
    if let Some(copy) = migrate(config, db, &state, CopyPolicy::Copy(now)).await? {
        tracing::info!(copy = %copy.display(), "the database was copied before its migration");
    }
    Ok(())
}

/// Refuses a database that a later program has changed.
///
/// # Errors
/// It is such a database; the message names both versions.
pub fn refuse_too_new(state: &SchemaState) -> anyhow::Result<()> {
    if state.is_too_new() {
        bail!(
            "{}, which needs a program that knows schema {}; this is openshelf {PROGRAM_VERSION}, which knows schema \
             {}: start the later program, or go back to the copy from before the migration (docs/upgrading.md)",
            describe(state),
            state.oldest_program_schema,
            state.known
        );
    }
    Ok(())
}

/// The schema of a database and the program that made it.
fn describe(state: &SchemaState) -> String {
    if state.is_new() {
        return "the database has no tables yet".to_owned();
    }
    let program = match &state.migrated_by {
        Some(program) => format!("made by openshelf {program}"),
        None => "made by an earlier openshelf".to_owned(),
    };
    format!("the database has schema {} ({program})", state.applied)
}

/// The pending migrations, and their effect on running programs.
pub fn describe_pending(state: &SchemaState) -> Vec<String> {
    let mut lines =
        vec![format!("{}; openshelf {PROGRAM_VERSION} knows schema {}.", describe(state), state.known)];
    if state.pending.is_empty() {
        lines.push("No migrations are pending.".to_owned());
        return lines;
    }
    lines.push("Pending migrations:".to_owned());
    let line = |migration: &PendingMigration| format!("  {:04} {}", migration.number, migration.description);
    lines.extend(state.pending.iter().map(line));
    if !state.is_new() {
        let consequence = if state.keeps_nodes_running() {
            "Programs that use the database can keep running meanwhile."
        } else {
            "Stop all programs that use the database first: they could not use it afterwards."
        };
        lines.push(consequence.to_owned());
    }
    lines
}

/// True if an embedded database is copied before its migration.
#[derive(Debug, Clone, Copy)]
pub enum CopyPolicy {
    /// It is, at this time.
    Copy(Timestamp),
    Skip,
}

/// Applies the pending migrations; either all or none. Returns the copy of an embedded database from before,
/// if it had tables already.
///
/// # Errors
/// The copy cannot be written; a migration fails.
pub async fn migrate(
    config: &Config,
    db: &Db,
    state: &SchemaState,
    copies: CopyPolicy,
) -> anyhow::Result<Option<PathBuf>> {
    let copy = match store::backup::database_path(&config.database_url())? {
        Some(file) if !state.is_new() => match copies {
            CopyPolicy::Copy(now) => Some(copy_before_migration(&file, state.applied, now).await?),
            CopyPolicy::Skip => None,
        },
        _ => None,
    };
    db.migrate().await.with_context(|| match &copy {
        Some(copy) => format!("migrating the database, which is unchanged; its copy is {}", copy.display()),
        None => "migrating the database, which is unchanged".to_owned(),
    })?;
    Ok(copy)
}

/// Copies a database, and returns the copy once it is on the disk. An unfinished copy has another name.
async fn copy_before_migration(file: &Path, schema: i64, now: Timestamp) -> anyhow::Result<PathBuf> {
    let mut name: OsString = file.file_name().context("the database has no file name")?.to_owned();
    name.push(format!("{COPY_INFIX}{schema:04}-{}", now.strftime("%Y%m%dT%H%M%SZ")));
    let copy = file.with_file_name(&name);
    name.push(".part");
    let part = file.with_file_name(&name);
    let finish = async {
        store::backup::copy_database(file, &part).await?;
        let (from, to) = (part.clone(), copy.clone());
        tokio::task::spawn_blocking(move || {
            std::fs::File::open(&from)?.sync_all()?;
            std::fs::rename(&from, &to)?;
            std::fs::File::open(to.parent().unwrap_or_else(|| Path::new(".")))?.sync_all()
        })
        .await??;
        anyhow::Ok(())
    };
    if let Err(error) = finish.await {
        // A partial copy would occupy the space that the next attempt needs.
        let _ = std::fs::remove_file(&part);
        let reason =
            "copying the database before its migration; `openshelf migrate --no-copy` migrates without";
        return Err(error).context(reason);
    }
    Ok(copy)
}

/// The copies of a database from before migrations, by name, which is by age.
///
/// # Errors
/// The folder cannot be read.
pub fn list_copies(database: &Path) -> std::io::Result<Vec<PathBuf>> {
    let Some(name) = database.file_name().and_then(|name| name.to_str()) else { return Ok(Vec::new()) };
    let prefix = format!("{name}{COPY_INFIX}");
    let mut copies = Vec::new();
    for entry in std::fs::read_dir(find_folder(database))? {
        let path = entry?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(&prefix)) {
            copies.push(path);
        }
    }
    copies.sort();
    Ok(copies)
}
