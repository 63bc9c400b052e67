//! Downloads by a reader, or for a reader: the list of docs/rules/records.md#rule-17, in its three
//! orders.

use domain::{Account, AccountId, Download, Format, Item, TitleId, wire_enum};
use jiff::Timestamp;

use crate::downloads::{self, DownloadRow};
use crate::{Conn, OnConflict, PageRequest, Result, RowPosition, Sql, insert_rows, to_count};

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
    // Times have sixteen digits from 2001 to 2286, so that they sort as texts.
    let key = match page_request.sort {
        // An edition is called by its periodical's title and its own name.
        HistorySort::Title => "COALESCE(t.sort_title, s.sort_title || ' ' || e.sort_name)",
        HistorySort::Author => "t.sort_author",
        HistorySort::DateDownloaded => "CAST(d.date_downloaded AS TEXT)",
    };
    let columns = downloads::columns_of_table("d.");
    let owner = owner.into();
    let (beyond, order) =
        (page_request.after_condition(key, "d.id", 2), page_request.order_and_limit(key, "d.id"));
    let statement = Sql::new(format!(
        "SELECT {columns}, {key} AS sort_key FROM downloads d LEFT JOIN titles t ON t.id = d.title_id \
         LEFT JOIN editions e ON e.id = d.edition_id LEFT JOIN series s ON s.id = e.series_id \
         WHERE {} {beyond} {order}",
        owner.sql_condition()
    ))
    .bind(owner.account.as_str());
    let rows = conn.fetch_all::<HistoryRow>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|row| Ok(((row.sort_key, row.download.id), downloads::download_from_row(row.download)?)))
        .collect()
}

/// Copies for an account that were requested or fetched since a moment, the last requested first: at most
/// `limit`.
pub async fn list_recent(
    mut conn: impl Conn,
    account: &AccountId,
    since: Timestamp,
    limit: u32,
) -> Result<Vec<Download>> {
    let columns = downloads::columns_of_table("d.");
    let statement = Sql::new(format!(
        "SELECT {columns} FROM downloads d WHERE d.recipient_id = $1 \
         AND (d.pending_since >= $2 OR d.date_downloaded >= $2) \
         ORDER BY d.pending_since DESC, d.id DESC LIMIT {limit}"
    ))
    .bind(account.as_str())
    .bind_time(since);
    let rows = conn.fetch_all::<DownloadRow>(statement).await?;
    rows.into_iter().map(downloads::download_from_row).collect()
}

/// Counts the records made by the account or for it.
pub async fn count(mut conn: impl Conn, owner: impl Into<HistoryOwner<'_>>) -> Result<u64> {
    let owner = owner.into();
    let text = format!("SELECT COUNT(*) FROM downloads d WHERE {}", owner.sql_condition());
    let statement = Sql::new(text).bind(owner.account.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// A record with its sort key.
struct HistoryRow {
    sort_key: Option<String>,
    download: DownloadRow,
}

/// The columns of a download, and one more.
impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for HistoryRow
where
    &'static str: sqlx::ColumnIndex<R>,
    Option<String>: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    DownloadRow: sqlx::FromRow<'r, R>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        Ok(Self { sort_key: row.try_get("sort_key")?, download: DownloadRow::from_row(row)? })
    }
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

/// Records downloads of the past; existing ones are left unchanged. At most a thousand in one call.
pub async fn add_past(mut conn: impl Conn, downloads: &[PastDownload]) -> Result<()> {
    if downloads.is_empty() {
        return Ok(());
    }
    let columns = [
        "caller_id", "recipient_id", "title_id", "format", "artifact_version", "status", "failure_told",
        "charge", "date_requested", "pending_since", "date_packaged", "date_downloaded",
    ];
    let row = |past: &PastDownload| {
        let reader = past.reader.as_str();
        let date = past.date.as_microsecond();
        [
            reader.into(),
            reader.into(),
            past.title.0.into(),
            past.format.as_str().into(),
            1_i64.into(),
            "EXPIRED".into(),
            false.into(),
            "nobody".into(),
            date.into(),
            date.into(),
            date.into(),
            date.into(),
        ]
    };
    let rows = downloads.iter().map(row).collect();
    conn.execute(insert_rows("downloads", columns, rows, OnConflict::Keep)).await.map(|_| ())
}

/// The titles and editions that an account has copies of, the last requested first: at most `limit`.
pub async fn list_items(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<Item>> {
    let statement = Sql::new(format!(
        "SELECT title_id, edition_id, MAX(date_requested) AS latest FROM downloads \
         WHERE recipient_id = $1 AND status <> 'FAILED' AND (title_id IS NOT NULL OR edition_id IS NOT NULL) \
         GROUP BY title_id, edition_id \
         ORDER BY latest DESC, COALESCE(title_id, 0) DESC, COALESCE(edition_id, '') DESC LIMIT {limit}"
    ))
    .bind(account.as_str());
    let rows = conn.fetch_all::<(Option<i64>, Option<String>, i64)>(statement).await?;
    rows.into_iter().map(|(title, edition, _)| downloads::item_from_columns(title, edition)).collect()
}
