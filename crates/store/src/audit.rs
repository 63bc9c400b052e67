//! The audit of accesses to disability data: reader, person, key, endpoint and time. Rows are only added, and
//! purged after their retention period.

use domain::{AccountId, ClientId, SiteId};
use jiff::Timestamp;

use crate::sql::{hide_from_indexes, typed_rows};
use crate::{Conn, Record as _, Result, Sql, Tx, record};

/// One request that shows disability data.
#[derive(Debug, Clone, Copy)]
pub struct AuditedRequest<'a> {
    /// The account that read; `None` if not signed in.
    pub reader: Option<&'a AccountId>,
    /// The key of the client that read.
    pub client: &'a ClientId,
    /// Method and path, as the description of the interface writes them.
    pub endpoint: &'a str,
    pub read_at: Timestamp,
}

/// A person whose data was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    pub read_at: Timestamp,
    /// The account that read; `None` if not signed in.
    pub reader: Option<AccountId>,
    /// By which key.
    pub client: ClientId,
    /// Method and path.
    pub endpoint: String,
    /// The account whose data was read.
    pub account: AccountId,
}

/// The time and the number of an entry.
pub type EntryPosition = (Timestamp, i64);

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
    /// The entry after which the page begins.
    pub after: Option<EntryPosition>,
}

/// Names of columns of a table of entries `u`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryColumns {
    pub(crate) at: &'static str,
    pub(crate) actor: &'static str,
    pub(crate) site: &'static str,
}

impl EntrySearch<'_> {
    /// Continues a statement about entries `u` with the conditions, only those by this act if there is one,
    /// and the order: newest first, at most `limit`. One index leads to the page: by person, else by actor,
    /// else by site and act, and then by time. Other conditions skip entries there, but not many: entries
    /// about one person are few, and people act on their own site.
    pub(crate) fn complete(
        self,
        statement: Sql,
        columns: EntryColumns,
        act: Option<&str>,
        limit: u32,
    ) -> Sql {
        let EntryColumns { at, actor, site } = columns;
        let by_person = self.account.is_some();
        let statement = statement
            .and_if_some("u.account_id = ?", self.account.map(AccountId::as_str))
            .and_if_some(&equality_condition(actor, by_person), self.actor.map(AccountId::as_str));
        let by_people = by_person || self.actor.is_some();
        let of_site = self.site.map(SiteId::as_str);
        let statement = match act.zip(of_site) {
            Some((act, of_site)) if !by_people => statement
                .and_if_some(&format!("{site} || ' ' || u.act = ?"), Some(format!("{of_site} {act}"))),
            _ => statement
                .and_if_some(&equality_condition("u.act", by_people), act)
                .and_if_some(&equality_condition(site, by_people), of_site),
        };
        let statement = statement.and_if_some(&format!("{at} >= ?"), self.since);
        // An entry in the period is the narrower bound.
        let after = self.after.filter(|(time, _)| self.until.is_none_or(|until| *time < until));
        let statement = match after {
            Some((time, id)) => {
                let number = statement.next_number();
                let text = format!(" AND ({at}, u.id) < (${number}, ${})", number + 1);
                statement.append(&text).bind(time).bind(id)
            }
            None => statement.and_if_some(&format!("{at} < ?"), self.until),
        };
        statement.append(&format!(" ORDER BY {at} DESC, u.id DESC LIMIT {limit}"))
    }
}

/// The condition that a column has a value, in entries that the index of another condition leads to or not.
fn equality_condition(column: &str, has_other_index: bool) -> String {
    let column = if has_other_index { hide_from_indexes(column) } else { column.to_owned() };
    format!("{column} = ?")
}

/// Records whose data a request shows: one statement for a whole page.
pub async fn record(mut conn: impl Conn, reading: AuditedRequest<'_>, accounts: &[&AccountId]) -> Result<()> {
    if accounts.is_empty() {
        return Ok(());
    }
    let number = accounts.len();
    let statement = Sql::new(format!(
        "INSERT INTO audit (read_at, reader_id, client_id, endpoint, account_id, site_id) \
         WITH shown (account_id) AS (VALUES {}) \
         SELECT CAST(${} AS BIGINT), CAST(${} AS TEXT), CAST(${} AS TEXT), CAST(${} AS TEXT), s.account_id, \
             (SELECT a.site_id FROM accounts a WHERE a.id = s.account_id) FROM shown s",
        typed_rows(&["TEXT"], number),
        number + 1,
        number + 2,
        number + 3,
        number + 4,
    ))
    .bind_list(accounts.iter().map(|account| account.as_str()))
    .bind(reading.read_at)
    .bind(reading.reader.map(AccountId::as_str))
    .bind(reading.client.as_str())
    .bind(reading.endpoint);
    conn.execute(statement).await.map(drop)
}

record! {
    AuditEntry {
        read_at: "u.read_at",
        reader: "u.reader_id",
        client: "u.client_id",
        endpoint: "u.endpoint",
        account: "u.account_id",
    }
}

/// Reads that a search finds, newest first: at most `limit`.
pub async fn list(conn: impl Conn, search: EntrySearch<'_>, limit: u32) -> Result<Vec<AuditEntry>> {
    Ok(page(conn, search, limit).await?.into_iter().map(|(_, entry)| entry).collect())
}

/// A page of reads that a search finds, newest first, each with its number: at most `limit`.
pub async fn page(
    mut conn: impl Conn,
    search: EntrySearch<'_>,
    limit: u32,
) -> Result<Vec<(i64, AuditEntry)>> {
    let statement = Sql::new(format!("SELECT u.id, {} FROM audit u WHERE TRUE", AuditEntry::COLUMNS));
    let columns = EntryColumns { at: "u.read_at", actor: "u.reader_id", site: "u.site_id" };
    conn.fetch_all(search.complete(statement, columns, None, limit)).await
}

/// Lets the staff of the site that a person has moved to see the entries about the person, instead of those
/// of the site before.
pub async fn move_to_site(tx: &mut Tx, account: &AccountId, site: &SiteId) -> Result<()> {
    let statement = Sql::new("UPDATE audit SET site_id = $2 WHERE account_id = $1");
    tx.execute(statement.bind(account).bind(site)).await.map(drop)
}

/// Fills in the sites of entries that programs of the release before have written. Returns how many.
pub async fn fill_in_sites(mut conn: impl Conn) -> Result<u64> {
    let text = "UPDATE audit SET site_id = (SELECT a.site_id FROM accounts a WHERE a.id = audit.account_id) \
         WHERE site_id IS NULL";
    conn.execute(Sql::new(text)).await
}

/// Deletes the entries from before a moment. Returns the number of entries.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM audit WHERE read_at < $1").bind(before)).await
}
