//! Periodicals: series, their editions, and their events. Each record is a document, with columns for the
//! values that SQL filters and sorts by.

pub mod by_id;
pub mod editions;
pub mod follows;
pub mod history;

use domain::normalization::SearchWord;
use domain::periodicals::Edition;
use domain::{AccountId, Series, SeriesId, SiteId, wire_enum};
use jiff::Timestamp;
use serde::Serialize;

use crate::json::{lock_and_change_document, new_document};
use crate::sql::{TableRow, starts_with_pattern};
use crate::{Conn, PageRequest, Result, RowPosition, Sql, Tx};

wire_enum! {
    /// Orders of periodicals (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum SeriesSort {
        /// Title, without its leading article.
        #[default]
        Title = "title",
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SeriesFilter {
    /// Of this site; of all sites when none.
    pub site: Option<SiteId>,
    /// Each of these, in one of the ways to write it, begins a word of the title.
    pub words: Vec<SearchWord>,
    /// This ISSN, as printed.
    pub issn: Option<String>,
    /// One of the languages, alpha-3.
    pub language: Option<String>,
    pub followed_by: Option<AccountId>,
}

pub type EditionName = (String, String);

/// A periodical with the counts of its editions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesView {
    pub series: Series,
    /// Editions that are neither withdrawn nor expired.
    pub editions: u64,
    pub latest: Option<EditionName>,
}

/// Adds a periodical. Conflict `series_pkey`.
pub async fn insert(mut conn: impl Conn, series: &Series) -> Result<()> {
    conn.execute(series_row(series, new_document(series)?).insert()).await.map(drop)
}

/// Replaces a periodical's record. False if the periodical does not exist.
pub async fn update(tx: &mut Tx, series: &Series) -> Result<bool> {
    let document = lock_and_change_document(tx, series.id.as_str(), series).await?;
    tx.affects_rows(series_row(series, document).update()).await
}

fn series_row(series: &Series, document: String) -> TableRow<'static> {
    TableRow::new("series")
        .set("id", &series.id)
        .set("site_id", &series.site)
        .set("sort_title", series.sort_title())
        .set("searched", pad_with_spaces(&series.search_text()))
        .set("languages", pad_with_spaces(&series.languages.join(" ")))
        .set("issn", series.issn.as_deref())
        .set("document", document)
}

/// Words between spaces, so that each of them begins with one.
fn pad_with_spaces(words: &str) -> String {
    format!(" {words} ")
}

pub async fn get(mut conn: impl Conn, id: &SeriesId) -> Result<Option<Series>> {
    conn.fetch_optional(Sql::new("SELECT document FROM series WHERE id = $1").bind(id)).await
}

/// One periodical, locked until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &SeriesId) -> Result<Option<Series>> {
    let text = format!("SELECT document FROM series WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(id)).await
}

type ViewColumns = (Series, u64, Option<Edition>);

/// The query of [`ViewColumns`], behind other columns. `$1` is the present moment.
fn select_views(other_columns: &str) -> String {
    let current = format!("x.series_id = s.id AND {}", editions::current_condition("x", 1));
    format!(
        "SELECT {other_columns}s.document, (SELECT COUNT(*) FROM editions x WHERE {current}), l.document \
         FROM series s LEFT JOIN editions l ON l.id = (SELECT x.id FROM editions x WHERE {current} \
             ORDER BY x.published_at DESC, x.id DESC LIMIT 1)"
    )
}

fn view_from_columns((series, editions, latest): ViewColumns) -> SeriesView {
    SeriesView { series, editions, latest: latest.map(|edition| (edition.id.0, edition.name)) }
}

/// One periodical with its counts.
pub async fn find(mut conn: impl Conn, id: &SeriesId, now: Timestamp) -> Result<Option<SeriesView>> {
    let text = format!("{} WHERE s.id = $2", select_views(""));
    let row = conn.fetch_optional(Sql::new(text).bind(now).bind(id)).await?;
    Ok(row.map(view_from_columns))
}

/// A page of the periodicals that match, each with its position.
pub async fn page(
    mut conn: impl Conn,
    filter: &SeriesFilter,
    page_request: PageRequest<'_, SeriesSort, String>,
    now: Timestamp,
) -> Result<Vec<(RowPosition<String>, SeriesView)>> {
    let SeriesSort::Title = page_request.sort;
    let key = "s.sort_title";
    let (conditions, values) = filter.sql_conditions(2);
    let text = format!("{} WHERE {conditions}", select_views(&format!("{key}, s.id, ")));
    let statement = page_request.complete(Sql::new(text).bind(now).bind_list(values), key, "s.id");
    let rows = conn.fetch_all::<(RowPosition<String>, ViewColumns)>(statement).await?;
    Ok(rows.into_iter().map(|(position, columns)| (position, view_from_columns(columns))).collect())
}

/// The periodicals that match, ordered by their latest edition, newest first: at most `limit`. Periodicals
/// without an edition are left out.
pub async fn list_newest(
    mut conn: impl Conn,
    filter: &SeriesFilter,
    limit: u32,
    now: Timestamp,
) -> Result<Vec<SeriesView>> {
    let (conditions, values) = filter.sql_conditions(3);
    // Editions are counted only for the periodicals that are returned.
    let text = format!(
        "{} JOIN (SELECT id, newest FROM (SELECT s.id, (SELECT x.published_at FROM editions x \
             WHERE x.series_id = s.id AND {} ORDER BY x.published_at DESC LIMIT 1) AS newest \
             FROM series s WHERE {conditions}) w WHERE newest IS NOT NULL ORDER BY newest DESC, id LIMIT $2) n \
         ON n.id = s.id ORDER BY n.newest DESC, n.id",
        select_views(""),
        editions::current_condition("x", 1),
    );
    let statement = Sql::new(text).bind(now).bind(limit).bind_list(values);
    Ok(conn.fetch_all(statement).await?.into_iter().map(view_from_columns).collect())
}

pub async fn count(mut conn: impl Conn, filter: &SeriesFilter) -> Result<u64> {
    let (conditions, values) = filter.sql_conditions(1);
    let text = format!("SELECT COUNT(*) FROM series s WHERE {conditions}");
    conn.fetch_one(Sql::new(text).bind_list(values)).await
}

impl SeriesFilter {
    /// The condition on `s`, and the values of its placeholders, which begin at `first`.
    fn sql_conditions(&self, first: usize) -> (String, Vec<String>) {
        let mut parts = vec!["s.id <> ''".to_owned()];
        let mut values = Vec::new();
        let mut add_any = |condition: &str, any: Vec<String>| {
            let numbers = (first + values.len()..).take(any.len());
            let conditions: Vec<String> =
                numbers.map(|number| condition.replace("$?", &format!("${number}"))).collect();
            parts.push(format!("({})", conditions.join(" OR ")));
            values.extend(any);
        };
        if let Some(site) = &self.site {
            add_any("s.site_id = $?", vec![site.0.clone()]);
        }
        for word in &self.words {
            let forms = word.iter().map(|form| format!("%{}", starts_with_pattern(&format!(" {form}"))));
            add_any("s.searched LIKE $? ESCAPE '\\'", forms.collect());
        }
        if let Some(issn) = &self.issn {
            add_any("s.issn = $?", vec![issn.clone()]);
        }
        if let Some(language) = &self.language {
            add_any(
                "s.languages LIKE $? ESCAPE '\\'",
                vec![format!("%{}", starts_with_pattern(&pad_with_spaces(language)))],
            );
        }
        if let Some(account) = &self.followed_by {
            let follows = "SELECT 1 FROM series_follows f WHERE f.series_id = s.id AND f.account_id = $?";
            add_any(&format!("EXISTS ({follows})"), vec![account.0.clone()]);
        }
        (parts.join(" AND "), values)
    }
}
