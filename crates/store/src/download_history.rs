//! Downloads by a reader, or for a reader: the list of docs/rules/records.md#rule-17, in its three
//! orders.

use domain::{Account, AccountId, Download, DownloadStatus, Format, Item, TitleId, wire_enum};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, OnConflict, PageRequest, Record as _, Result, RowPosition, Sql, insert_rows};

wire_enum! {
    /// Orders of the history (docs/rules/requests.md#rule-13).
    pub enum HistorySort {
        /// Title, without its leading article.
        Title = "title",
        /// Index name of the first author.
        Author = "author",
        /// First complete fetch.
        DateDownloaded = "dateDownloaded",
    }
}

#[derive(Debug, Clone, Copy)]
pub struct HistoryOwner<'a> {
    pub account: &'a AccountId,
    /// The caller manages accounts and may see whom the downloads were for.
    pub is_staff: bool,
}

impl<'a> From<&'a Account> for HistoryOwner<'a> {
    fn from(account: &'a Account) -> Self {
        Self { account: &account.id, is_staff: account.is_staff() }
    }
}

impl<'a> From<&'a AccountId> for HistoryOwner<'a> {
    fn from(account: &'a AccountId) -> Self {
        Self { account, is_staff: false }
    }
}

impl HistoryOwner<'_> {
    /// The records of the table `downloads d` made by `$1` or for it. What a sponsor requested for a member
    /// is listed while both belong to one organization: sponsors do not see people who have left
    /// (docs/rules/organizations.md#rule-1).
    fn sql_condition(self) -> String {
        let known =
            if self.is_staff { "" } else { "AND r.is_member AND r.organization_id = c.organization_id" };
        format!(
            "(d.recipient_id = $1 OR (d.caller_id = $1 AND (d.recipient_id IS NULL OR EXISTS (\
             SELECT 1 FROM accounts r JOIN accounts c ON c.id = $1 \
             WHERE r.id = d.recipient_id AND NOT r.deleted {known}))))"
        )
    }
}

/// A page of the records made by the account or for it, each with its position. Of two with one key the older
/// comes first, in both directions (docs/rules/requests.md#rule-13).
pub async fn page(
    mut conn: impl Conn,
    owner: impl Into<HistoryOwner<'_>>,
    page_request: PageRequest<'_, HistorySort, i64>,
) -> Result<Vec<(RowPosition<i64>, Download)>> {
    let key = match page_request.sort {
        // An edition is called by its periodical's title and its own name.
        HistorySort::Title => "COALESCE(t.sort_title, s.sort_title || ' ' || e.sort_name)",
        HistorySort::Author => "t.sort_author",
        HistorySort::DateDownloaded => "CAST(d.date_downloaded AS TEXT)",
    };
    let owner = owner.into();
    let statement = Sql::new(format!(
        "SELECT {key}, d.id, {} FROM downloads d LEFT JOIN titles t ON t.id = d.title_id \
         LEFT JOIN editions e ON e.id = d.edition_id LEFT JOIN series s ON s.id = e.series_id \
         WHERE {}",
        Download::columns_of("d"),
        owner.sql_condition()
    ))
    .bind(owner.account);
    conn.fetch_all(page_request.complete(statement, key, "d.id")).await
}

/// Copies for an account that were requested or fetched since a moment, the last requested first: at most
/// `limit`.
pub async fn list_recent(
    mut conn: impl Conn,
    account: &AccountId,
    since: Timestamp,
    limit: u32,
) -> Result<Vec<Download>> {
    let statement = Download::select_from(&format!(
        "downloads WHERE recipient_id = $1 AND (pending_since >= $2 OR date_downloaded >= $2) \
         ORDER BY pending_since DESC, id DESC LIMIT {limit}"
    ));
    conn.fetch_all(statement.bind(account).bind(since)).await
}

/// Counts the records made by the account or for it.
pub async fn count(mut conn: impl Conn, owner: impl Into<HistoryOwner<'_>>) -> Result<u64> {
    let owner = owner.into();
    let text = format!("SELECT COUNT(*) FROM downloads d WHERE {}", owner.sql_condition());
    conn.fetch_one(Sql::new(text).bind(owner.account.as_str())).await
}

/// A download that was over before the library had it: no package is left, and it counts against no quota.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastDownload {
    pub reader: AccountId,
    pub title: TitleId,
    /// The format, in the first version of the artifact.
    pub format: Format,
    /// Times of the request and of the fetch.
    pub date: Timestamp,
}

/// Records downloads of the past; existing ones are left unchanged.
pub async fn add_past(mut conn: impl Conn, downloads: &[PastDownload]) -> Result<()> {
    let row = |past: &PastDownload| {
        TableRow::new("downloads")
            .set("caller_id", &past.reader)
            .set("recipient_id", &past.reader)
            .set("title_id", past.title)
            .set("format", past.format)
            .set("artifact_version", 1_i64)
            .set("status", DownloadStatus::Expired)
            .set("failure_told", false)
            .set("charge", "nobody")
            .set("date_requested", past.date)
            .set("pending_since", past.date)
            .set("date_packaged", past.date)
            .set("date_downloaded", past.date)
    };
    conn.execute_each(insert_rows(downloads.iter().map(row), OnConflict::Keep)).await.map(drop)
}

/// The titles and editions that an account has copies of, the last requested first: at most `limit`.
pub async fn list_items(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<Item>> {
    let statement = Sql::new(format!(
        "SELECT title_id, edition_id, MAX(date_requested) AS latest FROM downloads \
         WHERE recipient_id = $1 AND status <> 'FAILED' AND (title_id IS NOT NULL OR edition_id IS NOT NULL) \
         GROUP BY title_id, edition_id \
         ORDER BY latest DESC, COALESCE(title_id, 0) DESC, COALESCE(edition_id, '') DESC LIMIT {limit}"
    ))
    .bind(account);
    conn.fetch_all(statement).await
}
