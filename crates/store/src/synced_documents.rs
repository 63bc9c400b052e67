//! Readers' positions in documents, as their apps report them (docs/kosync.md).

use domain::AccountId;
use domain::synced_documents::{CopiedItem, SyncedProgress, UNKNOWN_KEPT};

use crate::downloads::item_columns;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// Replaces the reader's position in a document. Without `copied`, the library does not know the document;
/// only the newest of such documents are kept.
pub async fn put(
    tx: &mut Tx,
    account: &AccountId,
    document: &str,
    copied: Option<&CopiedItem>,
    progress: &SyncedProgress,
) -> Result<()> {
    let (title, edition) = copied.map(|copied| item_columns(&copied.item)).unwrap_or_default();
    // A device without an identifier keeps that of the last one, as KOReader's own server does.
    let statement = Sql::new(
        "INSERT INTO synced_documents (account_id, document, title_id, edition_id, format, progress, \
         percentage, device, device_id, synced_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT (account_id, document) DO UPDATE SET title_id = excluded.title_id, \
         edition_id = excluded.edition_id, format = excluded.format, progress = excluded.progress, \
         percentage = excluded.percentage, device = excluded.device, \
         device_id = COALESCE(excluded.device_id, synced_documents.device_id), \
         synced_at = excluded.synced_at",
    )
    .bind(account)
    .bind(document)
    .bind(title)
    .bind(edition)
    .bind(copied.map(|copied| copied.format))
    .bind(&progress.progress)
    .bind(progress.percentage)
    .bind(&progress.device)
    .bind(progress.device_id.as_deref())
    .bind(progress.date);
    tx.execute(statement).await?;
    if copied.is_none() { trim_unknown(tx, account).await } else { Ok(()) }
}

/// Removes unknown documents of an account beyond the newest.
async fn trim_unknown(tx: &mut Tx, account: &AccountId) -> Result<()> {
    let statement = Sql::new(
        "DELETE FROM synced_documents WHERE account_id = $1 AND format IS NULL AND (synced_at, document) <= \
         (SELECT synced_at, document FROM synced_documents WHERE account_id = $1 AND format IS NULL \
         ORDER BY synced_at DESC, document DESC LIMIT 1 OFFSET $2)",
    )
    .bind_all((account, UNKNOWN_KEPT));
    tx.execute(statement).await.map(drop)
}

record! { SyncedProgress { progress, percentage, device, device_id, date: "synced_at" } }

/// The reader's newest position in a document, or in another copy of it in the same format. `None` if
/// there is none.
pub async fn find_newest_progress(
    mut conn: impl Conn,
    account: &AccountId,
    document: &str,
    copied: Option<&CopiedItem>,
) -> Result<Option<SyncedProgress>> {
    const COLUMNS: &str = SyncedProgress::COLUMNS;
    // Each half uses an index of its own.
    let column = copied.map(|copied| if copied.item.title().is_some() { "title_id" } else { "edition_id" });
    let others = column.map_or_else(String::new, |column| {
        format!(
            " UNION ALL SELECT {COLUMNS} FROM synced_documents \
             WHERE account_id = $1 AND {column} = $3 AND format = $4"
        )
    });
    let mut statement = SyncedProgress::select_from(&format!(
        "synced_documents WHERE account_id = $1 AND document = $2{others} ORDER BY synced_at DESC LIMIT 1"
    ))
    .bind_all((account, document));
    if let Some(copied) = copied {
        statement = match item_columns(&copied.item) {
            (_, Some(edition)) => statement.bind(edition),
            (title, None) => statement.bind(title),
        };
        statement = statement.bind(copied.format);
    }
    conn.fetch_optional(statement).await
}
