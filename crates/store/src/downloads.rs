//! Download records, each unique by its identity even with concurrent requests
//! (docs/rules/downloads.md#rule-1).

use std::collections::BTreeSet;

use domain::access::QuotaOf;
use domain::dates::time_before;
use domain::downloads::{FILES_LIFETIME, PACKAGE_LIFETIME};
use domain::{
    AccountId, CopySettings, Download, DownloadId, DownloadStatus, EditionId, Format, Item, OrganizationId,
    Reader, TitleId,
};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::reservations::{self, BookCharge};
use crate::values::to_bigint;
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// Owner of the quota that a complete fetch counts against (docs/rules/quotas.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuotaCharge {
    /// It does not count: free titles, own documents, editions of periodicals, guests, staff who check a
    /// title.
    Nobody,
    /// The recipient's own.
    Own,
    /// An organization's, shared by all its recipients.
    Organization(OrganizationId),
}

impl QuotaCharge {
    /// The quota that a download counts against, by the decision of the access rule.
    pub fn from_decision(quota: QuotaOf, recipient: Option<&Reader>) -> Self {
        let membership = recipient.and_then(|reader| reader.account.membership.as_ref());
        match (quota, membership) {
            (QuotaOf::Recipient, _) => Self::Own,
            (QuotaOf::Organization, Some(membership)) => Self::Organization(membership.organization.clone()),
            (QuotaOf::Organization, None) | (QuotaOf::Nobody, _) => Self::Nobody,
        }
    }

    fn columns(&self) -> (&'static str, Option<&str>) {
        match self {
            Self::Nobody => ("nobody", None),
            Self::Own => ("own", None),
            Self::Organization(id) => ("organization", Some(id.as_str())),
        }
    }
}

/// The identity of a download record and what it counts against.
#[derive(Debug, Clone)]
pub struct NewDownload<'a> {
    /// The caller; `None` for a guest.
    pub caller: Option<&'a AccountId>,
    /// The recipient. `None` for a guest.
    pub recipient: Option<&'a AccountId>,
    pub item: Item,
    pub format: Format,
    pub artifact_version: u32,
    /// The preferences of the recipient that the copy follows.
    pub settings: CopySettings,
    /// Owner of the quota that a complete fetch counts against; not part of the identity.
    pub charge: QuotaCharge,
    /// The day, when single files are read: one record a day (docs/rules/downloads.md#rule-7). `None` for a
    /// package.
    pub day: Option<Date>,
}

record! {
    Download {
        id,
        caller: "caller_id",
        recipient: "recipient_id",
        item: "title_id, edition_id",
        format,
        artifact_version,
        settings,
        status,
        package,
        date_requested,
        date_packaged,
        date_downloaded,
    }
}

/// The two columns of an item, for binding.
pub(crate) fn item_columns(item: &Item) -> (Option<i64>, Option<&str>) {
    (item.title().map(|id| id.0), item.edition().map(EditionId::as_str))
}

/// The unique key of the job that packages a download.
pub fn job_key(id: DownloadId) -> String {
    format!("package:{id}")
}

/// The record of this identity, if there is one: what a poll reads.
pub async fn find(mut conn: impl Conn, new: &NewDownload<'_>) -> Result<Option<Download>> {
    let column = match new.item {
        Item::Title(_) => "title_id",
        Item::Edition(_) => "edition_id",
    };
    let statement = Download::select_from(&format!(
        "downloads WHERE {column} = $1 AND format = $2 AND artifact_version = $3 \
         AND COALESCE(caller_id, '') = $4 AND COALESCE(recipient_id, '') = $5 AND COALESCE(day, '') = $6 \
         AND settings = $7"
    ));
    let statement = match &new.item {
        Item::Title(id) => statement.bind(id.0),
        Item::Edition(id) => statement.bind(id.as_str()),
    }
    .bind(new.format.as_str())
    .bind(i64::from(new.artifact_version))
    .bind(new.caller.map_or("", AccountId::as_str))
    .bind(new.recipient.map_or("", AccountId::as_str))
    .bind(new.day.map(|day| day.to_string()).unwrap_or_default())
    .bind(new.settings.to_string());
    conn.fetch_optional(statement).await
}

/// The record of this identity, and whether it was made now, `PENDING`: then the caller enqueues its
/// packaging in the same transaction. Of racing requests exactly one makes it.
pub async fn find_or_create(tx: &mut Tx, new: &NewDownload<'_>, now: Timestamp) -> Result<(Download, bool)> {
    if let Some(found) = find(&mut *tx, new).await? {
        return Ok((found, false));
    }
    let (charge, organization) = new.charge.columns();
    let (title, edition) = item_columns(&new.item);
    let statement = Sql::new(format!(
        "INSERT INTO downloads (title_id, edition_id, format, artifact_version, caller_id, recipient_id, day, \
         settings, status, failure_told, charge, charged_organization, date_requested, pending_since) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', FALSE, $9, $10, $11, $11) \
         ON CONFLICT DO NOTHING RETURNING {}",
        Download::COLUMNS
    ))
    .bind(title)
    .bind(edition)
    .bind(new.format.as_str())
    .bind(i64::from(new.artifact_version))
    .bind(new.caller.map(AccountId::as_str))
    .bind(new.recipient.map(AccountId::as_str))
    .bind(new.day.map(|day| day.to_string()))
    .bind(new.settings.to_string())
    .bind(charge)
    .bind(organization)
    .bind(now);
    match tx.fetch_optional(statement).await? {
        Some(download) => Ok((download, true)),
        // Another transaction made it since; it has committed, for the insert waited for it.
        None => Ok((find(tx, new).await?.ok_or(sqlx::Error::RowNotFound)?, false)),
    }
}

pub async fn get(mut conn: impl Conn, id: DownloadId) -> Result<Option<Download>> {
    conn.fetch_optional(Download::select_from("downloads WHERE id = $1").bind(id)).await
}

/// Returns true if the caller of a record can still sign in. Guests always can.
pub async fn is_caller_active(mut conn: impl Conn, id: DownloadId) -> Result<bool> {
    let statement = Sql::new(
        "SELECT NOT EXISTS (SELECT 1 FROM downloads INNER JOIN accounts ON accounts.id = downloads.caller_id WHERE \
         downloads.id = $1 AND (accounts.locked OR accounts.deleted))",
    )
    .bind(id);
    conn.fetch_one(statement).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackagePurpose {
    /// To be downloaded whole.
    Download,
    /// To be read file by file.
    Files,
}

/// Counts the packages in progress for this caller (docs/rules/downloads.md#rule-1), those for downloads or
/// those for lists of files. The account stays locked until the transaction ends: of concurrent requests each
/// counts those before it.
pub async fn count_in_progress(tx: &mut Tx, caller: &AccountId, purpose: PackagePurpose) -> Result<u64> {
    let account = format!("SELECT id FROM accounts WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional::<AccountId>(Sql::new(account).bind(caller)).await?;
    let day = match purpose {
        PackagePurpose::Download => "day IS NULL",
        PackagePurpose::Files => "day IS NOT NULL",
    };
    let statement = Sql::new(format!(
        "SELECT COUNT(*) FROM downloads WHERE caller_id = $1 AND status = 'PENDING' AND {day}"
    ))
    .bind(caller);
    tx.fetch_one(statement).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FinishedPackage<'a> {
    /// Its key in the file store.
    pub key: &'a str,
    /// Its exact size in bytes. `None` if unknown.
    pub size: Option<u64>,
}

impl<'a, T: AsRef<str> + ?Sized> From<&'a T> for FinishedPackage<'a> {
    /// A package of unknown size.
    fn from(key: &'a T) -> Self {
        Self { key: key.as_ref(), size: None }
    }
}

/// Records a finished package. False if the record was not pending. Every packaging has a key of its own:
/// an older package may still be being fetched.
pub async fn set_packaged<'a>(
    mut conn: impl Conn,
    id: DownloadId,
    package: impl Into<FinishedPackage<'a>>,
    now: Timestamp,
) -> Result<bool> {
    let package = package.into();
    let statement = Sql::new(
        "UPDATE downloads SET status = 'AVAILABLE', package = $2, date_packaged = $3, package_size = $4 \
         WHERE id = $1 AND status = 'PENDING'",
    )
    .bind_all((id, package.key, now, package.size.map(to_bigint).transpose()?));
    conn.affects_rows(statement).await
}

/// Stores the language of the email that the caller wants when the package is ready, or that none is wanted.
/// `false` if the package is not in progress.
pub async fn set_email_wish(mut conn: impl Conn, id: DownloadId, language: Option<&str>) -> Result<bool> {
    let text = "UPDATE downloads SET email_language = $2 WHERE id = $1 AND status = 'PENDING'";
    conn.affects_rows(Sql::new(text).bind(id).bind(language)).await
}

/// Clears the request for an email about a package, and returns its language. `None` if no email is wanted.
pub async fn take_email_wish(tx: &mut Tx, id: DownloadId) -> Result<Option<String>> {
    let text = format!("SELECT email_language FROM downloads WHERE id = $1{}", tx.lock_clause());
    let wish = tx.fetch_optional::<Option<String>>(Sql::new(text).bind(id)).await?;
    let Some(Some(language)) = wish else { return Ok(None) };
    let text = "UPDATE downloads SET email_language = NULL WHERE id = $1";
    tx.execute(Sql::new(text).bind(id)).await?;
    Ok(Some(language))
}

/// Records that packaging failed permanently. False if the record was not pending.
pub async fn set_failed(conn: impl Conn, id: DownloadId) -> Result<bool> {
    Ok(set_failed_many(conn, &[id]).await? > 0)
}

/// Marks many records as failed and releases their reservations in quotas. Returns how many were pending.
pub async fn set_failed_many(mut conn: impl Conn, ids: &[DownloadId]) -> Result<u64> {
    // The reservations come first: pending records have not been fetched, and after the update they cannot be
    // distinguished from records that failed before.
    let delete = Sql::new(
        "DELETE FROM quota_usage WHERE reserved AND download_id IN ( \
             SELECT id FROM downloads WHERE id IN (?) AND status = 'PENDING')",
    );
    conn.execute_each(delete.for_keys(ids.iter().copied())).await?;
    let update = Sql::new(
        "UPDATE downloads SET status = 'FAILED', failure_told = FALSE WHERE id IN (?) AND status = 'PENDING'",
    );
    conn.execute_each(update.for_keys(ids.iter().copied())).await
}

/// Returns true if this request is the one that reports a failure: true exactly once for each. The next
/// request starts over (docs/rules/downloads.md#rule-5).
pub async fn take_failure(mut conn: impl Conn, id: DownloadId) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE downloads SET failure_told = TRUE WHERE id = $1 AND status = 'FAILED' AND NOT failure_told",
    )
    .bind(id);
    conn.affects_rows(statement).await
}

/// Sets a failed or expired record to `PENDING` again and discards its old package. True for exactly one
/// of racing requests, and only if there was something to restart: that one enqueues the packaging in
/// the same transaction.
pub async fn restart(tx: &mut Tx, id: DownloadId, now: Timestamp) -> Result<bool> {
    Ok(restart_many(tx, &[id], now).await? > 0)
}

/// Restarts records as [`restart`] does with one. Returns how many.
pub async fn restart_many(tx: &mut Tx, ids: &[DownloadId], now: Timestamp) -> Result<u64> {
    let select = Download::select_from("downloads WHERE id IN (?) ORDER BY id").append(tx.lock_clause());
    let ids: BTreeSet<DownloadId> = ids.iter().copied().collect();
    let mut ended: Vec<Download> = tx.fetch_each(select.for_keys(ids)).await?;
    ended.retain(|old| matches!(old.status_at(now), DownloadStatus::Failed | DownloadStatus::Expired));
    let packages = ended.iter().filter_map(|old| old.package.as_deref()).collect();
    crate::discarded_files::add_many(&mut *tx, &packages, now).await?;
    // Bytes sent of a copy that did not count are added to those of the next: otherwise one half of
    // a book each day would never count.
    let update = Sql::new(
        "UPDATE downloads SET status = 'PENDING', package = NULL, date_packaged = NULL, package_size = NULL, \
         failure_told = FALSE, pending_since = $1, sent_at = NULL, \
         bytes_sent = CASE WHEN bytes_sent * 2 > package_size THEN 0 ELSE bytes_sent END WHERE id IN (?)",
    )
    .bind(now);
    tx.execute_each(update.for_keys(ended.iter().map(|old| old.id.0))).await
}

/// Gives up a package in progress. False if it is not in progress. A record that never had a package is
/// removed, and its job is canceled. Any other expires, because an earlier copy may have to be traced; its
/// job continues, and ends without a package unless the copy is requested again before. The reservation in
/// the quota is released.
pub async fn cancel(tx: &mut Tx, id: DownloadId, now: Timestamp) -> Result<bool> {
    let pending =
        format!("SELECT id FROM downloads WHERE id = $1 AND status = 'PENDING'{}", tx.lock_clause());
    if tx.fetch_optional::<i64>(Sql::new(pending).bind(id)).await?.is_none() {
        return Ok(false);
    }
    reservations::release(&mut *tx, id).await?;
    let new = "DELETE FROM downloads WHERE id = $1 AND status = 'PENDING' AND pending_since = date_requested";
    if tx.affects_rows(Sql::new(new).bind(id)).await? {
        crate::jobs::cancel_keys(&mut *tx, &[job_key(id)], now).await?;
        return Ok(true);
    }
    let again = "UPDATE downloads SET status = 'EXPIRED' WHERE id = $1 AND status = 'PENDING'";
    tx.affects_rows(Sql::new(again).bind(id)).await
}

/// Changes the quota that the fetch of this record's package counts against to the one at the latest request.
/// A record that was fetched has already counted, and stays unchanged.
pub async fn charge_to(mut conn: impl Conn, id: DownloadId, charge: &QuotaCharge) -> Result<()> {
    let (charge, organization) = charge.columns();
    let statement = Sql::new(
        "UPDATE downloads SET charge = $2, charged_organization = $3 \
         WHERE id = $1 AND status IN ('PENDING', 'AVAILABLE')",
    )
    .bind_all((id, charge, organization));
    conn.execute(statement).await.map(drop)
}

/// Returns true if this record's package counts against this quota already, as a reservation or as a fetched
/// book. A package that counts against no quota needs no reservation.
pub async fn is_charged_to(mut conn: impl Conn, id: DownloadId, charge: &QuotaCharge) -> Result<bool> {
    let statement = Sql::new(
        "SELECT d.charge, d.charged_organization, EXISTS ( \
             SELECT 1 FROM quota_usage q WHERE q.download_id = d.id \
             AND (q.reserved OR q.taken_at >= d.pending_since)) \
         FROM downloads d WHERE d.id = $1",
    )
    .bind(id);
    let row = conn.fetch_optional::<(String, Option<String>, bool)>(statement).await?;
    Ok(row.is_some_and(|(word, organization, is_reserved)| {
        (word.as_str(), organization.as_deref()) == charge.columns()
            && (is_reserved || *charge == QuotaCharge::Nobody)
    }))
}

/// The columns that a fetch needs besides the record.
struct FetchInfo {
    recipient: Option<AccountId>,
    title: Option<TitleId>,
    charge: String,
    organization: Option<OrganizationId>,
    pending_since: Timestamp,
}

record! {
    FetchInfo {
        recipient: "recipient_id",
        title: "title_id",
        charge,
        organization: "charged_organization",
        pending_since,
    }
}

/// Records that a piece of a package was sent, or of a single file of it that has `size` bytes. When more
/// than half of the bytes were sent, over all requests, the book counts for good; when nine tenths were, it
/// has been fetched. Returns whether it has (docs/rules/quotas.md#rule-4).
pub async fn record_sent(tx: &mut Tx, id: DownloadId, bytes: u64, size: u64, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(format!(
        "UPDATE downloads SET bytes_sent = bytes_sent + $2, sent_at = $3 WHERE id = $1 \
         RETURNING bytes_sent, status, {}",
        FetchInfo::COLUMNS
    ))
    .bind_all((id, to_bigint(bytes)?, now));
    let row = tx.fetch_optional::<(u64, DownloadStatus, FetchInfo)>(statement).await?;
    let Some((sent, status, fetch)) = row else { return Ok(false) };
    if sent.saturating_mul(2) > size {
        count_book(tx, id, &fetch, now).await?;
    }
    let is_complete = sent.saturating_mul(10) >= size.saturating_mul(9);
    let was_fetched = status == DownloadStatus::Downloaded;
    Ok(was_fetched || (is_complete && complete_fetch(tx, id, now).await?))
}

/// Records that a package was fetched completely. True the first time for each packaging: then the status,
/// the record's and the assignment's date are written, and the book counts for good
/// (docs/rules/downloads.md#rule-4).
pub async fn complete_fetch(tx: &mut Tx, id: DownloadId, now: Timestamp) -> Result<bool> {
    // A package that expired while it was being sent was still fetched.
    let statement = Sql::new(format!(
        "UPDATE downloads SET date_downloaded = COALESCE(date_downloaded, $2), \
         status = CASE status WHEN 'AVAILABLE' THEN 'DOWNLOADED' ELSE status END \
         WHERE id = $1 AND (status = 'AVAILABLE' OR (status = 'EXPIRED' AND date_downloaded IS NULL)) \
         RETURNING {}",
        FetchInfo::COLUMNS
    ))
    .bind_all((id, now));
    let Some(fetch) = tx.fetch_optional::<FetchInfo>(statement).await? else { return Ok(false) };
    count_book(tx, id, &fetch, now).await?;
    // Only titles can be assigned.
    let (Some(recipient), Some(title)) = (&fetch.recipient, fetch.title) else { return Ok(true) };
    let statement = Sql::new(
        "UPDATE assignments SET date_downloaded = $3 \
         WHERE account_id = $1 AND title_id = $2 AND date_downloaded IS NULL",
    )
    .bind_all((recipient, title, now));
    tx.execute(statement).await?;
    Ok(true)
}

/// Counts the book, regardless of what happens to its copy. Quotas count titles.
async fn count_book(tx: &mut Tx, id: DownloadId, fetch: &FetchInfo, now: Timestamp) -> Result<()> {
    let (Some(reader), Some(title)) = (&fetch.recipient, fetch.title) else { return Ok(()) };
    if fetch.charge == "nobody" {
        return Ok(());
    }
    let book = BookCharge { reader, title, organization: fetch.organization.as_ref() };
    reservations::confirm(tx, id, &book, fetch.pending_since, now).await
}

/// Marks packages that are older than their lifetime `EXPIRED` and discards their files. Returns how many.
pub async fn expire(tx: &mut Tx, now: Timestamp, limit: u32) -> Result<u64> {
    // The rows are locked, so both statements see the same ones.
    let text = format!(
        "SELECT id FROM downloads WHERE package IS NOT NULL AND date_packaged <= $1 \
         AND (day IS NULL OR date_packaged <= $2) ORDER BY date_packaged, id LIMIT $3{}",
        tx.lock_clause()
    );
    let statement =
        Sql::new(text).bind_all((time_before(now, PACKAGE_LIFETIME), time_before(now, FILES_LIFETIME)));
    let old = tx.fetch_all::<DownloadId>(statement.bind(limit)).await?;
    if old.is_empty() {
        return Ok(0);
    }
    let insert = Sql::new(
        "INSERT INTO discarded_files (key, discarded_at) \
         SELECT DISTINCT package, CAST($1 AS BIGINT) FROM downloads WHERE id IN (?) \
         ON CONFLICT (key) DO UPDATE SET discarded_at = excluded.discarded_at",
    );
    tx.execute(insert.bind(now).bind_in(old.iter().copied())).await?;
    let update = Sql::new("UPDATE downloads SET status = 'EXPIRED', package = NULL WHERE id IN (?)");
    tx.execute(update.bind_in(old.iter().copied())).await
}

/// Pending records that no unfinished job will ever finish, because its worker died with it too often.
pub async fn list_stranded(
    mut conn: impl Conn,
    pending_before: Timestamp,
    limit: u32,
) -> Result<Vec<DownloadId>> {
    let statement = Sql::new(
        "SELECT d.id FROM downloads d WHERE d.status = 'PENDING' AND d.pending_since < $1 \
         AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.unique_key = 'package:' || CAST(d.id AS TEXT) \
             AND j.state IN ('ready', 'running')) ORDER BY d.id LIMIT $2",
    )
    .bind_all((pending_before, limit));
    conn.fetch_all(statement).await
}
