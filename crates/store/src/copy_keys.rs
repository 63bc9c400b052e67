//! Keys that identify copies in apps that know only the file (docs/kosync.md): keys of the file and of
//! its names, noted when a package is finished.

use std::collections::BTreeSet;

use domain::AccountId;
use domain::copy_keys::CopyKey;
use domain::synced_documents::CopiedItem;
use jiff::Timestamp;

use crate::downloads::item_columns;
use crate::{Conn, Record as _, Result, Sql, placeholders, record};

record! { CopiedItem { item: "title_id, edition_id", format } }

const COLUMN_COUNT: usize = 6;

/// A key, and whose copy it identifies. `None` if several people share the file.
pub type KeyOwner = (CopyKey, Option<AccountId>);

/// Notes what these keys identify, in one statement; of several copies with the same key the newest is found.
pub async fn record_keys(
    mut conn: impl Conn,
    keys: Vec<KeyOwner>,
    copied: &CopiedItem,
    now: Timestamp,
) -> Result<()> {
    // One statement must not change a row twice.
    let keys: BTreeSet<KeyOwner> = keys.into_iter().collect();
    if keys.is_empty() {
        return Ok(());
    }
    let row = |row: usize| format!("({})", placeholders(row * COLUMN_COUNT + 1, COLUMN_COUNT));
    let mut statement = Sql::new(format!(
        "INSERT INTO copy_keys (key, account_id, title_id, edition_id, format, noted_at) VALUES {} \
         ON CONFLICT (key, COALESCE(account_id, '')) DO UPDATE SET title_id = excluded.title_id, \
         edition_id = excluded.edition_id, format = excluded.format, noted_at = excluded.noted_at",
        (0..keys.len()).map(row).collect::<Vec<_>>().join(", ")
    ));
    let (title, edition) = item_columns(&copied.item);
    for (key, account) in &keys {
        statement = statement
            .bind(key.as_str())
            .bind(account.as_ref().map(AccountId::as_str))
            .bind(title)
            .bind(edition)
            .bind(copied.format.as_str())
            .bind(now);
    }
    conn.execute(statement).await.map(drop)
}

/// Finds the copy that a key identifies for an account: one of its own copies before one that several
/// people share.
pub async fn find(mut conn: impl Conn, account: &AccountId, key: &str) -> Result<Option<CopiedItem>> {
    let statement = CopiedItem::select_from(
        "copy_keys WHERE key = $1 AND COALESCE(account_id, '') IN ($2, '') \
         ORDER BY COALESCE(account_id, '') DESC LIMIT 1",
    )
    .bind_all((key, account));
    conn.fetch_optional(statement).await
}
