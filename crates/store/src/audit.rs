//! The audit of accesses to disability data: by whom, to whose, by which key, where and when. Rows are only
//! ever added, and purged when their time has passed.

use domain::ids::{AccountId, ClientId, SiteId};
use jiff::Timestamp;

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::{OnConflict, Sql, insert_rows};
use crate::values::to_timestamp;

/// One request that shows disability data.
#[derive(Debug, Clone, Copy)]
pub struct AuditedRequest<'a> {
    /// The account that read; `None` if not signed in.
    pub reader: Option<&'a AccountId>,
    /// The key of the client that read.
    pub client: &'a ClientId,
    /// Method and path, as the description of the interface writes them.
    pub endpoint: &'a str,
    /// When.
    pub read_at: Timestamp,
}

/// A person whose data was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// When.
    pub read_at: Timestamp,
    /// Who read; `None` if not signed in.
    pub reader: Option<AccountId>,
    /// By which key.
    pub client: ClientId,
    /// Method and path.
    pub endpoint: String,
    /// The account whose data was read.
    pub account: AccountId,
}

/// Criteria for audit entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditSearch {
    /// Of this person's data.
    pub account: Option<AccountId>,
    /// Read by this person.
    pub reader: Option<AccountId>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
}

/// Criteria for a page of entries, of reads or of changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EntrySearch<'a> {
    /// About this person.
    pub account: Option<&'a AccountId>,
    /// By this person.
    pub actor: Option<&'a AccountId>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
    /// About people of this site; changes also of its organizations, and of the site itself.
    pub site: Option<&'a SiteId>,
    /// The number of the entry after which the page begins.
    pub after: Option<i64>,
}

/// Records whose data a request shows: one statement for a whole page.
pub async fn record(mut conn: impl Conn, reading: AuditedRequest<'_>, accounts: &[&AccountId]) -> Result<()> {
    if accounts.is_empty() {
        return Ok(());
    }
    let columns = ["read_at", "reader_id", "client_id", "endpoint", "account_id"];
    let row = |account: &&AccountId| {
        [
            reading.read_at.as_microsecond().into(),
            reading.reader.map(AccountId::as_str).into(),
            reading.client.as_str().into(),
            reading.endpoint.into(),
            account.as_str().into(),
        ]
    };
    let rows = accounts.iter().map(row).collect();
    conn.execute(insert_rows("audit", columns, rows, OnConflict::Fail)).await.map(|_| ())
}

type EntryRow = (i64, Option<String>, String, String, String);

fn entry_from_row((at, reader, client, endpoint, account): EntryRow) -> Result<AuditEntry> {
    Ok(AuditEntry {
        read_at: to_timestamp(at)?,
        reader: reader.map(AccountId),
        client: ClientId(client),
        endpoint,
        account: AccountId(account),
    })
}

/// Entries, newest first.
pub async fn list(mut conn: impl Conn, search: &AuditSearch, limit: u32) -> Result<Vec<AuditEntry>> {
    let statement =
        Sql::new("SELECT read_at, reader_id, client_id, endpoint, account_id FROM audit WHERE TRUE")
            .and_if_some("account_id = ?", search.account.as_ref().map(AccountId::as_str))
            .and_if_some("reader_id = ?", search.reader.as_ref().map(AccountId::as_str))
            .and_if_some("read_at >= ?", search.since.map(Timestamp::as_microsecond))
            .append(&format!(" ORDER BY read_at DESC, id DESC LIMIT {limit}"));
    conn.fetch_all::<EntryRow>(statement).await?.into_iter().map(entry_from_row).collect()
}

/// A page of reads that a search finds, the last recorded first, each with its number: at most `limit`.
pub async fn page(
    mut conn: impl Conn,
    search: EntrySearch<'_>,
    limit: u32,
) -> Result<Vec<(i64, AuditEntry)>> {
    let statement = Sql::new(
        "SELECT u.id, u.read_at, u.reader_id, u.client_id, u.endpoint, u.account_id FROM audit u \
         JOIN accounts a ON a.id = u.account_id WHERE TRUE",
    )
    .and_if_some("u.account_id = ?", search.account.map(AccountId::as_str))
    .and_if_some("u.reader_id = ?", search.actor.map(AccountId::as_str))
    .and_if_some("u.read_at >= ?", search.since.map(Timestamp::as_microsecond))
    .and_if_some("u.read_at < ?", search.until.map(Timestamp::as_microsecond))
    .and_if_some("a.site_id = ?", search.site.map(SiteId::as_str))
    .and_if_some("u.id < ?", search.after)
    .append(&format!(" ORDER BY u.id DESC LIMIT {limit}"));
    let rows = conn.fetch_all::<(i64, i64, Option<String>, String, String, String)>(statement).await?;
    rows.into_iter()
        .map(|(id, at, reader, client, endpoint, account)| {
            Ok((id, entry_from_row((at, reader, client, endpoint, account))?))
        })
        .collect()
}

/// Deletes the entries from before a moment. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM audit WHERE read_at < $1").bind_time(before)).await
}
