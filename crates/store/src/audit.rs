//! The audit of accesses to disability data: by whom, to whose, by which key, where and when. Rows are only
//! ever added, and purged when their time has passed.

use domain::ids::{AccountId, ClientId};
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

/// Entries, newest first.
pub async fn list(mut conn: impl Conn, search: &AuditSearch, limit: u32) -> Result<Vec<AuditEntry>> {
    let statement =
        Sql::new("SELECT read_at, reader_id, client_id, endpoint, account_id FROM audit WHERE TRUE")
            .and_if_some("account_id = ?", search.account.as_ref().map(AccountId::as_str))
            .and_if_some("reader_id = ?", search.reader.as_ref().map(AccountId::as_str))
            .and_if_some("read_at >= ?", search.since.map(Timestamp::as_microsecond))
            .append(&format!(" ORDER BY read_at DESC, id DESC LIMIT {limit}"));
    let rows = conn.fetch_all::<(i64, Option<String>, String, String, String)>(statement).await?;
    rows.into_iter()
        .map(|(at, reader, client, endpoint, account)| {
            Ok(AuditEntry {
                read_at: to_timestamp(at)?,
                reader: reader.map(AccountId),
                client: ClientId(client),
                endpoint,
                account: AccountId(account),
            })
        })
        .collect()
}

/// Deletes the entries from before a moment. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM audit WHERE read_at < $1").bind_time(before)).await
}
