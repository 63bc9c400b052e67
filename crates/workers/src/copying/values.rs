//! Values that another database cannot store.

use anyhow::bail;
use store::moves::{self, TableInfo};
use store::{Backend, Db};

/// Refuses values that the target cannot store, and names their rows.
pub(crate) async fn check_values(db: &Db, tables: &[TableInfo], target: Backend) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    for table in tables {
        faults.extend(moves::find_unsupported(db, table, target).await?);
    }
    if !faults.is_empty() {
        bail!(
            "{target} cannot store some values (a NUL character in text, or a number that is not one); \
             correct them first:\n  {}",
            faults.join("\n  ")
        );
    }
    Ok(())
}
