//! Copies of a title that a sponsor ordered for several members, each the member's own.

use std::collections::HashMap;

use domain::accounts::Account;
use domain::downloads::{COPY_BATCH_LIFETIME, Download};
use domain::formats::Format;
use domain::ids::{AccountId, CopyBatchId, DownloadId, TitleId};
use jiff::Timestamp;

use crate::conn::Conn;
use crate::downloads::{DownloadRow, columns_of_table, download_from_row};
use crate::error::Result;
use crate::from_row::from_row;
use crate::sql::{OnConflict, Sql, insert_rows};
use crate::tx::Tx;
use crate::values::{parse_enum, parse_record, to_timestamp};

/// Rows of one statement: few enough for the values that a statement may have.
const ROWS_PER_STATEMENT: usize = 500;

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

/// What became of the order for one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderOutcome {
    /// The record of the member's copy.
    Copy(DownloadId),
    /// Why no copy was ordered, as a word of the caller.
    Refusal(String),
}

/// A member of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchMember {
    pub account: Account,
    /// The record of the copy. `None` if no copy was ordered, or if it was canceled.
    pub download: Option<Download>,
    /// Why no copy was ordered, as a word of the caller that stored it. `None` if one was.
    pub refusal: Option<String>,
}

from_row! {
    struct BatchRow {
        id: String,
        account_id: String,
        title_id: i64,
        format: String,
        ordered_at: i64,
    }
}

from_row! {
    struct MemberRow {
        document: String,
        download_id: Option<i64>,
        refusal: Option<String>,
    }
}

/// Stores an order with its members, in this order.
pub async fn insert(tx: &mut Tx, batch: &CopyBatch, members: &[(AccountId, OrderOutcome)]) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO copy_batches (id, account_id, title_id, format, ordered_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(batch.id.as_str())
    .bind(batch.sponsor.as_str())
    .bind(batch.title.0)
    .bind(batch.format.as_str())
    .bind_time(batch.ordered);
    tx.execute(statement).await?;
    let columns = ["batch_id", "account_id", "position", "download_id", "refusal"];
    let numbered: Vec<(i64, &(AccountId, OrderOutcome))> = (0..).zip(members).collect();
    for some in numbered.chunks(ROWS_PER_STATEMENT) {
        let row = |(position, (account, outcome)): &(i64, &(AccountId, OrderOutcome))| {
            let (download, refusal) = match outcome {
                OrderOutcome::Copy(id) => (Some(id.0), None),
                OrderOutcome::Refusal(word) => (None, Some(word.as_str())),
            };
            [
                batch.id.as_str().into(),
                account.as_str().into(),
                (*position).into(),
                download.into(),
                refusal.into(),
            ]
        };
        let rows = some.iter().map(row).collect();
        tx.execute(insert_rows("copy_batch_members", columns, rows, OnConflict::Fail)).await?;
    }
    Ok(())
}

/// An order of this sponsor. `None` if it has expired.
pub async fn get(
    mut conn: impl Conn,
    sponsor: &AccountId,
    id: &CopyBatchId,
    now: Timestamp,
) -> Result<Option<CopyBatch>> {
    let statement = Sql::new(
        "SELECT id, account_id, title_id, format, ordered_at FROM copy_batches \
         WHERE id = $1 AND account_id = $2 AND ordered_at > $3",
    )
    .bind(id.as_str())
    .bind(sponsor.as_str())
    .bind_time(earliest_order(now));
    conn.fetch_optional::<BatchRow>(statement).await?.map(batch_from_row).transpose()
}

fn batch_from_row(row: BatchRow) -> Result<CopyBatch> {
    Ok(CopyBatch {
        id: CopyBatchId(row.id),
        sponsor: AccountId(row.account_id),
        title: TitleId(row.title_id),
        format: parse_enum(&row.format)?,
        ordered: to_timestamp(row.ordered_at)?,
    })
}

/// The members of an order in their order: two statements.
pub async fn list_members(mut conn: impl Conn, id: &CopyBatchId) -> Result<Vec<BatchMember>> {
    let statement = Sql::new(format!(
        "SELECT {} FROM downloads d WHERE d.id IN \
         (SELECT m.download_id FROM copy_batch_members m WHERE m.batch_id = $1)",
        columns_of_table("d.")
    ))
    .bind(id.as_str());
    let rows = conn.fetch_all::<DownloadRow>(statement).await?;
    let mut downloads: HashMap<i64, Download> = HashMap::new();
    for row in rows {
        downloads.insert(row.id, download_from_row(row)?);
    }
    let statement = Sql::new(
        "SELECT a.document, m.download_id, m.refusal FROM copy_batch_members m \
         JOIN accounts a ON a.id = m.account_id WHERE m.batch_id = $1 ORDER BY m.position, m.account_id",
    )
    .bind(id.as_str());
    let rows = conn.fetch_all::<MemberRow>(statement).await?;
    let member = |row: MemberRow| {
        Ok(BatchMember {
            account: parse_record(&row.document)?,
            download: row.download_id.and_then(|id| downloads.remove(&id)),
            refusal: row.refusal,
        })
    };
    rows.into_iter().map(member).collect()
}

/// Removes orders whose lifetime has ended. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM copy_batches WHERE ordered_at <= $1");
    conn.execute(statement.bind_time(earliest_order(now))).await
}

/// Later orders have not expired.
fn earliest_order(now: Timestamp) -> Timestamp {
    now.saturating_sub(COPY_BATCH_LIFETIME).unwrap_or(Timestamp::MIN)
}
