//! Copies of a title that a sponsor ordered for several members, each the member's own.

use std::collections::{HashMap, HashSet};

use domain::dates::time_before;
use domain::downloads::COPY_BATCH_LIFETIME;
use domain::{Account, AccountId, CopyBatchId, Download, DownloadId, Format, TitleId};
use jiff::Timestamp;

use crate::sql::{ROWS_PER_STATEMENT, TableRow, typed_rows};
use crate::{Conn, OnConflict, Record as _, Result, Sql, Tx, insert_rows, record};

/// Maximum number of orders in a list of recent ones.
const MAX_RECENT_BATCHES: u32 = 20;

/// An order of copies for several members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyBatch {
    pub id: CopyBatchId,
    /// The sponsor who ordered it.
    pub sponsor: AccountId,
    pub title: TitleId,
    pub format: Format,
    pub ordered: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchMember {
    pub account: Account,
    /// True if no copy has been requested yet.
    pub is_open: bool,
    /// The record of the copy. `None` if no copy was ordered, or if it was canceled.
    pub download: Option<Download>,
    /// The reason why no copy was ordered, in the caller's form. `None` if one was ordered.
    pub refusal: Option<String>,
}

record! {
    CopyBatch { id, sponsor: "account_id", title: "title_id", format, ordered: "ordered_at" }
}

/// Stores an order for these members, in this order. No copy is requested yet: [`set_copy`] and
/// [`set_refusals`] record what becomes of the order for each.
pub async fn insert(tx: &mut Tx, batch: &CopyBatch, members: &[AccountId]) -> Result<()> {
    let row = TableRow::new("copy_batches")
        .set("id", &batch.id)
        .set("account_id", &batch.sponsor)
        .set("title_id", batch.title)
        .set("format", batch.format)
        .set("ordered_at", batch.ordered);
    tx.execute(row.insert()).await?;
    let row = |(position, account): (i64, &AccountId)| {
        TableRow::new("copy_batch_members")
            .set("batch_id", &batch.id)
            .set("account_id", account)
            .set("position", position)
    };
    tx.execute_each(insert_rows((0..).zip(members).map(row), OnConflict::Fail)).await.map(drop)
}

/// Sets the copy of a member in an order, even if it was refused before. False if the order already has a
/// copy for the member, or the member is no longer in it.
pub async fn set_copy(
    tx: &mut Tx,
    batch: &CopyBatchId,
    account: &AccountId,
    download: DownloadId,
) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE copy_batch_members SET download_id = $3, refusal = NULL \
         WHERE batch_id = $1 AND account_id = $2 AND download_id IS NULL",
    )
    .bind_all((batch, account, download));
    tx.affects_rows(statement).await
}

/// Records why no copies were ordered for these members, as words of the caller. Members for whom that is
/// decided stay unchanged.
pub async fn set_refusals(
    mut conn: impl Conn,
    batch: &CopyBatchId,
    refusals: &[(AccountId, &'static str)],
) -> Result<()> {
    for some in refusals.chunks(ROWS_PER_STATEMENT) {
        let values = some.iter().flat_map(|(account, word)| [account.as_str(), *word]);
        let statement = Sql::new(format!(
            "WITH refused (account_id, word) AS (VALUES {}) UPDATE copy_batch_members SET refusal = refused.word \
             FROM refused WHERE copy_batch_members.batch_id = ${} \
             AND copy_batch_members.account_id = refused.account_id \
             AND copy_batch_members.download_id IS NULL AND copy_batch_members.refusal IS NULL",
            typed_rows(&["TEXT", "TEXT"], some.len()),
            2 * some.len() + 1
        ));
        conn.execute(statement.bind_list(values).bind(batch)).await?;
    }
    Ok(())
}

/// The latest order like this one, of the same sponsor for the same members, that has members for whom no
/// copy was requested yet, because it is under way or was interrupted.
pub async fn find_unfinished(
    mut conn: impl Conn,
    batch: &CopyBatch,
    members: &[AccountId],
) -> Result<Option<CopyBatchId>> {
    let statement = Sql::new(
        "SELECT b.id, m.account_id FROM copy_batches b JOIN copy_batch_members m ON m.batch_id = b.id \
         WHERE b.account_id = $1 AND b.title_id = $2 AND b.format = $3 AND b.ordered_at > $4 AND EXISTS ( \
             SELECT 1 FROM copy_batch_members open_member WHERE open_member.batch_id = b.id \
             AND open_member.download_id IS NULL AND open_member.refusal IS NULL) \
         ORDER BY b.ordered_at DESC, b.id",
    )
    .bind(batch.sponsor.as_str())
    .bind(batch.title.0)
    .bind(batch.format.as_str())
    .bind(time_before(batch.ordered, COPY_BATCH_LIFETIME));
    let rows = conn.fetch_all::<(CopyBatchId, AccountId)>(statement).await?;
    let wanted: HashSet<&AccountId> = members.iter().collect();
    let order = rows.chunk_by(|one, next| one.0 == next.0).find(|order| {
        order.len() == wanted.len() && order.iter().all(|(_, account)| wanted.contains(account))
    });
    Ok(order.and_then(|order| order.first()).map(|(id, _)| id.clone()))
}

/// The latest orders of a sponsor for a title that have not expired, newest first.
pub async fn list_recent(
    mut conn: impl Conn,
    sponsor: &AccountId,
    title: TitleId,
    now: Timestamp,
) -> Result<Vec<CopyBatch>> {
    let statement = CopyBatch::select_from(
        "copy_batches WHERE account_id = $1 AND title_id = $2 AND ordered_at > $3 \
         ORDER BY ordered_at DESC, id LIMIT $4",
    )
    .bind_all((sponsor, title, time_before(now, COPY_BATCH_LIFETIME), MAX_RECENT_BATCHES));
    conn.fetch_all(statement).await
}

/// An order of this sponsor. `None` if it has expired.
pub async fn get(
    mut conn: impl Conn,
    sponsor: &AccountId,
    id: &CopyBatchId,
    now: Timestamp,
) -> Result<Option<CopyBatch>> {
    let statement =
        CopyBatch::select_from("copy_batches WHERE id = $1 AND account_id = $2 AND ordered_at > $3");
    conn.fetch_optional(statement.bind(id).bind(sponsor).bind(time_before(now, COPY_BATCH_LIFETIME))).await
}

/// The members of an order in their order: two statements.
pub async fn list_members(mut conn: impl Conn, id: &CopyBatchId) -> Result<Vec<BatchMember>> {
    let statement = Download::select_from(
        "downloads WHERE id IN (SELECT m.download_id FROM copy_batch_members m WHERE m.batch_id = $1)",
    );
    let downloads = conn.fetch_all::<Download>(statement.bind(id)).await?;
    let mut downloads: HashMap<DownloadId, Download> =
        downloads.into_iter().map(|download| (download.id, download)).collect();
    let statement = Sql::new(
        "SELECT a.document, m.download_id, m.refusal FROM copy_batch_members m \
         JOIN accounts a ON a.id = m.account_id WHERE m.batch_id = $1 ORDER BY m.position, m.account_id",
    );
    let rows = conn.fetch_all::<(Account, Option<DownloadId>, Option<String>)>(statement.bind(id)).await?;
    let member = |(account, download, refusal): (Account, Option<DownloadId>, Option<String>)| BatchMember {
        account,
        is_open: download.is_none() && refusal.is_none(),
        download: download.and_then(|id| downloads.remove(&id)),
        refusal,
    };
    Ok(rows.into_iter().map(member).collect())
}

/// Removes orders whose lifetime has ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM copy_batches WHERE ordered_at <= $1");
    conn.execute(statement.bind(time_before(now, COPY_BATCH_LIFETIME))).await
}
