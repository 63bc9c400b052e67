//! Documents of users: the file behind a title that has an owner, and the owner's list of them
//! (docs/rules/documents.md#rule-2).

use std::collections::BTreeSet;

use domain::documents::{Document, DocumentState, DocumentUsage};
use domain::{AccountId, DownloadId, TitleId, wire_enum};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::values::to_bigint;
use crate::{Conn, PageRequest, Record as _, Result, RowPosition, Sql, Tx, changes, record};

wire_enum! {
    /// Orders of a user's documents (docs/rules/documents.md#rule-4).
    #[derive(Default)]
    pub enum DocumentSort {
        /// Title, without its leading article.
        #[default]
        Title = "title",
        /// Time of the upload.
        DateAdded = "dateAdded",
    }
}

record! {
    Document {
        title: "title_id",
        owner: "owner_id",
        kind: "media_type",
        file,
        size,
        state,
        pending_since,
    }
}

record! { DocumentUsage { documents: "COUNT(*)", bytes: "CAST(COALESCE(SUM(size), 0) AS BIGINT)" } }

/// The unique key of the job that converts a document.
pub fn job_key(title: TitleId) -> String {
    format!("document:{title}")
}

/// Adds the file behind a title that was just added.
pub async fn insert(tx: &mut Tx, document: &Document) -> Result<()> {
    let row = TableRow::new("documents")
        .set("title_id", document.title)
        .set("owner_id", &document.owner)
        .set("media_type", document.kind)
        .set("file", &document.file)
        .set("size", to_bigint(document.size)?)
        .set("state", document.state)
        .set("pending_since", document.pending_since);
    tx.execute(row.insert()).await.map(drop)
}

pub async fn get(mut conn: impl Conn, title: TitleId) -> Result<Option<Document>> {
    conn.fetch_optional(Document::select_from("documents WHERE title_id = $1").bind(title)).await
}

/// Documents with greater numbers, by number: a walk through all of them begins with 0.
pub async fn list_after(mut conn: impl Conn, title: TitleId, limit: u32) -> Result<Vec<Document>> {
    let statement = Document::select_from("documents WHERE title_id > $1 ORDER BY title_id LIMIT $2");
    conn.fetch_all(statement.bind(title).bind(limit)).await
}

/// Counts a user's documents and their bytes. In the transaction that adds to them, call it after the log
/// of titles is locked, so that of two concurrent documents the second is counted with the first.
pub async fn count_stored(mut conn: impl Conn, owner: &AccountId) -> Result<DocumentUsage> {
    conn.fetch_one(DocumentUsage::select_from("documents WHERE owner_id = $1").bind(owner)).await
}

pub async fn page(
    mut conn: impl Conn,
    owner: &AccountId,
    page_request: PageRequest<'_, DocumentSort, i64>,
) -> Result<Vec<(RowPosition<i64>, TitleId)>> {
    let key = match page_request.sort {
        DocumentSort::Title => "t.sort_title",
        DocumentSort::DateAdded => "CAST(t.created_at AS TEXT)",
    };
    let statement = Sql::new(format!(
        "SELECT {key}, t.id FROM documents d JOIN titles t ON t.id = d.title_id \
         WHERE d.owner_id = $1"
    ))
    .bind(owner);
    let rows = conn.fetch_all::<RowPosition<i64>>(page_request.complete(statement, key, "t.id")).await?;
    Ok(rows.into_iter().map(|(key, id)| ((key, id), TitleId(id))).collect())
}

/// Returns the conversion states of those of these titles that are documents of this user, in one
/// statement.
pub async fn list_states(
    mut conn: impl Conn,
    owner: &AccountId,
    titles: &[TitleId],
) -> Result<Vec<(TitleId, DocumentState)>> {
    let select = Sql::new("SELECT title_id, state FROM documents WHERE owner_id = $1 AND title_id IN (?)");
    conn.fetch_each(select.bind(owner).for_keys(titles.iter().copied())).await
}

/// Stores the state of a conversion that has ended. False if the document does not exist.
pub async fn set_state(mut conn: impl Conn, title: TitleId, state: DocumentState) -> Result<bool> {
    let statement = Sql::new("UPDATE documents SET state = $2 WHERE title_id = $1").bind(title).bind(state);
    conn.affects_rows(statement).await
}

/// Sets documents to pending again whose conversion has failed, and returns their titles.
pub async fn restart_many(
    mut conn: impl Conn,
    titles: &[TitleId],
    now: Timestamp,
) -> Result<BTreeSet<TitleId>> {
    let update = Sql::new(
        "UPDATE documents SET state = 'pending', pending_since = $1 WHERE title_id IN (?) AND state = 'failed' \
         RETURNING title_id",
    )
    .bind(now);
    conn.fetch_each(update.for_keys(titles.iter().copied())).await
}

/// Documents that no unfinished job will ever convert, because its worker died with it too often, or because
/// it was canceled.
pub async fn list_stranded(
    mut conn: impl Conn,
    pending_before: Timestamp,
    limit: u32,
) -> Result<Vec<TitleId>> {
    let statement = Sql::new(
        "SELECT d.title_id FROM documents d WHERE d.state = 'pending' AND d.pending_since < $1 \
         AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.unique_key = 'document:' || CAST(d.title_id AS TEXT) \
             AND j.state IN ('ready', 'running')) ORDER BY d.title_id LIMIT $2",
    )
    .bind_all((pending_before, limit));
    conn.fetch_all(statement).await
}

/// The remains of a removed document that its caller cleans up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedDocument {
    /// The key of the uploaded file.
    pub file: String,
    /// The keys of packages that were made of it.
    pub packages: Vec<String>,
}

/// The tables that refer to a title. Removing a document deletes its rows from all of them: its owner's
/// notes, reading history and copies. A new table that refers to titles must be listed here.
pub const DEPENDENT_TABLES: [&str; 15] = [
    "bookmarks", "highlights", "reading_events", "progressions", "copy_keys", "synced_documents",
    "assignments", "reading_list_titles", "quota_usage", "downloads", "artifacts", "history",
    "problem_reports", "conversion_reports", "documents",
];

/// Removes a document with its title and everything that was noted about it; unfinished jobs for it are
/// canceled. `None` if the document does not exist, or it is another user's. A constant number of
/// statements.
pub async fn remove(
    tx: &mut Tx,
    owner: &AccountId,
    title: TitleId,
    now: Timestamp,
) -> Result<Option<RemovedDocument>> {
    // The log's lock first, as all writers of titles.
    changes::lock(tx).await?;
    let statement =
        Sql::new("SELECT file FROM documents WHERE title_id = $1 AND owner_id = $2").bind(title).bind(owner);
    let Some(file) = tx.fetch_optional(statement).await? else { return Ok(None) };
    changes::append(tx, &[title]).await?;
    let statement = Sql::new("SELECT id, package FROM downloads WHERE title_id = $1 ORDER BY id").bind(title);
    let downloads = tx.fetch_all::<(DownloadId, Option<String>)>(statement).await?;
    let keys = downloads.iter().map(|(id, _)| crate::downloads::job_key(*id));
    let keys: Vec<String> = keys.chain([job_key(title)]).collect();
    crate::jobs::cancel_keys(&mut *tx, &keys, now).await?;
    for table in DEPENDENT_TABLES {
        tx.execute(Sql::new(format!("DELETE FROM {table} WHERE title_id = $1")).bind(title)).await?;
    }
    tx.execute(Sql::new("DELETE FROM titles WHERE id = $1").bind(title)).await?;
    Ok(Some(RemovedDocument {
        file,
        packages: downloads.into_iter().filter_map(|(_, package)| package).collect(),
    }))
}
