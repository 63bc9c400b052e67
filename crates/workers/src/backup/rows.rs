//! Rows and hashes of the tables of a backup's database.

use std::path::Path;

use store::moves::{self, RowSource};
use tokio_util::sync::CancellationToken;

use super::database::connect_copy;
use super::manifest::Manifest;
use super::{BackupProgress, BackupStep};
use crate::copying::{DEFAULT_BATCH, TableProof, hash_tables};

/// Hashes the tables of a database without other users, and leaves it as one file. `None` if it was stopped.
pub(super) async fn hash_database(
    database: &Path,
    stop: &CancellationToken,
    on_progress: &mut impl FnMut(BackupProgress),
) -> anyhow::Result<Option<Vec<TableProof>>> {
    let db = connect_copy(database).await?;
    let progress = |done, total| on_progress(BackupProgress { step: BackupStep::HashRows, done, total });
    let tables = moves::list_tables(&db).await?;
    let hashed = hash_tables(&RowSource::from_db(&db), &tables, DEFAULT_BATCH, stop, progress).await;
    db.close().await;
    store::backup::finish_copy(database, &[]).await?;
    hashed
}

/// Compares the tables of a restored database, which has not been opened yet, with the manifest of its
/// backup. Returns the differences; none if the manifest has no hashes. `None` if it was stopped.
pub async fn compare_rows(
    database: &Path,
    manifest: &Manifest,
    stop: &CancellationToken,
    mut on_progress: impl FnMut(BackupProgress),
) -> anyhow::Result<Option<Vec<String>>> {
    if manifest.tables.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let hashed = hash_database(database, stop, &mut on_progress).await?;
    Ok(hashed.map(|tables| describe_differences(&tables, &manifest.tables)))
}

/// Describes the tables that differ from those of a manifest.
pub(super) fn describe_differences(tables: &[TableProof], expected: &[TableProof]) -> Vec<String> {
    let find = |tables: &[TableProof], name: &str| tables.iter().find(|table| table.name == name).cloned();
    let changed = tables.iter().filter_map(|table| match find(expected, &table.name) {
        None => Some(format!("the table {} is not in the manifest", table.name)),
        Some(expected) if expected == *table => None,
        Some(expected) if expected.rows == table.rows => {
            Some(format!("the rows of the table {} were changed", table.name))
        }
        Some(expected) => Some(format!(
            "the table {} has {} rows, and {} according to the manifest",
            table.name, table.rows, expected.rows
        )),
    });
    let missing = expected.iter().filter(|expected| find(tables, &expected.name).is_none());
    changed.chain(missing.map(|table| format!("the table {} is missing", table.name))).collect()
}
