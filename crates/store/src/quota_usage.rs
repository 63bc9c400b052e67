//! Books that count against quotas (docs/rules/quotas.md): reserved when a copy is requested, counted for
//! good when it was fetched; and when the next book is available.

use domain::dates::time_before;
use domain::downloads::{DELIVERY_LIFETIME, FILES_LIFETIME, PACKAGE_LIFETIME};
use domain::quotas::{Quota, WINDOW, organization_window_start};
use domain::{AccountId, DownloadId, TitleId};
use jiff::{SignedDuration, Timestamp};

use crate::downloads::QuotaCharge;
use crate::reservations::release;
use crate::{Backend, Conn, Result, Sql, Tx};

/// Time after a copy's expiry in which it still counts: its last delivery address works for an hour, and a
/// transfer that began before may take another.
pub const RESERVATION_GRACE: SignedDuration = SignedDuration::from_hours(2);

/// Longest time between two records of a running transfer, so that it still counts.
pub const RECORDING_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaUsage {
    /// Books in the window.
    pub used_books: u32,
    /// True if the title in question is one of them for the reader in question.
    pub has_title: bool,
}

/// Counts the books of a quota from `since` on. Other transactions that count the same quota wait until this
/// one ends, so each counts the reservations of those before it.
pub async fn lock_and_count(
    tx: &mut Tx,
    charge: &QuotaCharge,
    recipient: &AccountId,
    title: TitleId,
    since: Timestamp,
) -> Result<QuotaUsage> {
    let (holder, condition, id) = match charge {
        QuotaCharge::Nobody => return Ok(QuotaUsage { used_books: 0, has_title: true }),
        QuotaCharge::Own => ("reader", "account_id = $1 AND organization_id IS NULL", recipient.as_str()),
        QuotaCharge::Organization(id) => ("organization", "organization_id = $1", id.as_str()),
    };
    // A lock of its own, because transactions lock rows of accounts and organizations in many orders. SQLite
    // has one writer.
    if tx.backend() == Backend::Postgres {
        let lock = Sql::new("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");
        tx.execute(lock.bind(format!("quota of {holder} {id}"))).await?;
    }
    let statement = Sql::new(format!(
        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN account_id = $3 AND title_id = $4 THEN 1 ELSE 0 END), 0) \
         FROM (SELECT DISTINCT account_id, title_id FROM quota_usage WHERE {condition} AND taken_at >= $2) AS books"
    ))
    .bind_all((id, since, recipient, title));
    let (used_books, with_title) = tx.fetch_one::<(u32, i64)>(statement).await?;
    Ok(QuotaUsage { used_books, has_title: with_title > 0 })
}

/// Reserves a book in a quota for the package of this record. [`release`] and [`release_expired`] undo the
/// reservation; a fetch makes it permanent.
pub async fn reserve_book(
    tx: &mut Tx,
    download: DownloadId,
    charge: &QuotaCharge,
    recipient: &AccountId,
    title: TitleId,
    now: Timestamp,
) -> Result<()> {
    let organization = match charge {
        QuotaCharge::Nobody => return release(tx, download).await,
        QuotaCharge::Own => None,
        QuotaCharge::Organization(id) => Some(id),
    };
    let statement = Sql::new(
        "INSERT INTO quota_usage (account_id, title_id, organization_id, taken_at, download_id, reserved) \
         VALUES ($1, $2, $3, $4, $5, TRUE) ON CONFLICT (download_id) WHERE reserved \
         DO UPDATE SET organization_id = excluded.organization_id, taken_at = excluded.taken_at",
    )
    .bind_all((recipient, title, organization, now, download));
    tx.execute(statement).await.map(drop)
}

/// Releases the reservations of copies that have expired and can no longer be fetched, if at most half of the
/// book was sent in all its copies together. Returns how many.
pub async fn release_expired(tx: &mut Tx, now: Timestamp, limit: u32) -> Result<u64> {
    // A record without a date was given up while it was packaged again. What was sent lately may still be on
    // its way: a running transfer is recorded at intervals.
    let statement = Sql::new(
        "DELETE FROM quota_usage WHERE id IN ( \
             SELECT q.id FROM quota_usage q JOIN downloads d ON d.id = q.download_id \
             WHERE q.reserved AND d.status = 'EXPIRED' AND (d.sent_at IS NULL OR d.sent_at <= $1) \
             AND (d.date_packaged IS NULL OR d.date_packaged <= CASE WHEN d.day IS NULL THEN $2 ELSE $3 END) \
             AND 500 >= ( \
                 SELECT COALESCE(SUM(o.bytes_sent * 1000 / o.package_size), 0) FROM downloads o \
                 WHERE o.recipient_id = d.recipient_id AND o.title_id = d.title_id \
                 AND o.package_size > 0 AND o.pending_since >= $4) \
             ORDER BY q.id LIMIT $5)",
    )
    .bind(time_before(now, DELIVERY_LIFETIME))
    .bind(time_before(now, PACKAGE_LIFETIME + RESERVATION_GRACE))
    .bind(time_before(now, FILES_LIFETIME + RESERVATION_GRACE))
    .bind(organization_window_start(now))
    .bind(limit);
    tx.execute(statement).await
}

/// Returns when a used-up quota over 30 days has room again, because the earliest books leave the window.
/// `None` if it is not used up.
pub async fn next_free_at(
    mut conn: impl Conn,
    charge: &QuotaCharge,
    recipient: &AccountId,
    quota: Quota,
    now: Timestamp,
) -> Result<Option<Timestamp>> {
    let Some(surplus) = quota.allowed.and_then(|allowed| quota.taken.checked_sub(allowed)) else {
        return Ok(None);
    };
    let (whose, books, id) = match charge {
        QuotaCharge::Nobody => return Ok(None),
        QuotaCharge::Own => ("account_id = $1 AND organization_id IS NULL", "title_id", recipient.as_str()),
        QuotaCharge::Organization(id) => ("organization_id = $1", "account_id, title_id", id.as_str()),
    };
    // A book counts once, until its last reservation leaves the window.
    let statement = Sql::new(format!(
        "SELECT MAX(taken_at) FROM quota_usage WHERE {whose} AND taken_at >= $2 GROUP BY {books} \
         ORDER BY MAX(taken_at) LIMIT 1 OFFSET $3"
    ))
    .bind_all((id, organization_window_start(now), surplus));
    let last = conn.fetch_optional::<Timestamp>(statement).await?;
    Ok(last.map(|at| at.saturating_add(WINDOW).unwrap_or(Timestamp::MAX)))
}
