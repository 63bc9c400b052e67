//! Reservations of copies in quotas before they are fetched (docs/rules/quotas.md#rule-4).

use domain::{AccountId, DownloadId, OrganizationId, TitleId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, Tx};

/// A title for a reader, in the quota of an organization or in the reader's own.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BookCharge<'a> {
    pub(crate) reader: &'a AccountId,
    pub(crate) title: TitleId,
    pub(crate) organization: Option<&'a OrganizationId>,
}

/// Undoes the reservation of a record whose package was not fetched.
pub(crate) async fn release(mut conn: impl Conn, download: DownloadId) -> Result<()> {
    let statement = Sql::new("DELETE FROM quota_usage WHERE download_id = $1 AND reserved").bind(download);
    conn.execute(statement).await.map(drop)
}

/// A book counts for good: its reservation becomes permanent, and so do those of other copies of it. A copy
/// without a reservation gets a row, unless the book has been counted since the copy was requested.
pub(crate) async fn confirm(
    tx: &mut Tx,
    download: DownloadId,
    book: &BookCharge<'_>,
    requested: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let same = "account_id = $1 AND title_id = $2 AND COALESCE(organization_id, '') = COALESCE($3, '')";
    let of_book = |text: String| Sql::new(text).bind(book.reader).bind(book.title).bind(book.organization);
    let confirm = format!("UPDATE quota_usage SET reserved = FALSE WHERE {same} AND reserved");
    if tx.affects_rows(of_book(confirm)).await? {
        return Ok(());
    }
    let insert = format!(
        "INSERT INTO quota_usage (account_id, title_id, organization_id, taken_at, download_id) \
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS ( \
             SELECT 1 FROM quota_usage WHERE {same} AND taken_at >= $6)"
    );
    tx.execute(of_book(insert).bind(now).bind(download).bind(requested)).await.map(drop)
}
