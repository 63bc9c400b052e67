//! Periodicals: series, their editions, and their events. Each record is a document, with columns for the
//! values that SQL filters and sorts by.

pub mod by_id;
pub mod editions;
pub mod follows;
pub mod history;

use domain::normalization::SearchWord;
use domain::{AccountId, Series, SeriesId, SiteId, wire_enum};
use jiff::Timestamp;
use serde::Serialize;

use crate::json::{lock_and_change_document, new_document};
use crate::sql::starts_with_pattern;
use crate::{Conn, PageRequest, Result, RowPosition, Sql, Tx, from_row, parse_record, to_count};

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
    let statement = Sql::new(
        "INSERT INTO series (id, site_id, sort_title, searched, languages, issn, document) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    );
    conn.execute(bind_columns(statement, series, new_document(series)?)).await.map(|_| ())
}

/// Replaces a periodical's record. False if the periodical does not exist.
pub async fn update(tx: &mut Tx, series: &Series) -> Result<bool> {
    let document = lock_and_change_document(tx, series.id.as_str(), series).await?;
    let statement = Sql::new(
        "UPDATE series SET site_id = $2, sort_title = $3, searched = $4, languages = $5, issn = $6, \
         document = $7 WHERE id = $1",
    );
    tx.affects_rows(bind_columns(statement, series, document)).await
}

fn bind_columns(statement: Sql, series: &Series, document: String) -> Sql {
    statement
        .bind(series.id.as_str())
        .bind(series.site.as_str())
        .bind(series.sort_title())
        .bind(pad_with_spaces(&series.search_text()))
        .bind(pad_with_spaces(&series.languages.join(" ")))
        .bind(series.issn.as_deref())
        .bind(document)
}

/// Words between spaces, so that each of them begins with one.
fn pad_with_spaces(words: &str) -> String {
    format!(" {words} ")
}

pub async fn get(mut conn: impl Conn, id: &SeriesId) -> Result<Option<Series>> {
    let statement = Sql::new("SELECT document FROM series WHERE id = $1").bind(id.as_str());
    conn.fetch_optional::<(String,)>(statement).await?.map(|(document,)| parse_record(&document)).transpose()
}

/// One periodical, locked until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &SeriesId) -> Result<Option<Series>> {
    let text = format!("SELECT document FROM series WHERE id = $1{}", tx.lock_clause());
    let row = tx.fetch_optional::<(String,)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

from_row! {
    struct ViewRow {
        document: String,
        editions: i64,
        latest_id: Option<String>,
        latest: Option<String>,
        sort_key: Option<String>,
    }
}

/// The columns of a [`ViewRow`] but its key. `$1` is the present moment.
fn select_views(key: &str) -> String {
    let current = format!("x.series_id = s.id AND {}", editions::current_condition("x", 1));
    format!(
        "SELECT s.document, (SELECT COUNT(*) FROM editions x WHERE {current}) AS editions, \
         l.id AS latest_id, l.document AS latest, {key} AS sort_key \
         FROM series s LEFT JOIN editions l ON l.id = (SELECT x.id FROM editions x WHERE {current} \
             ORDER BY x.published_at DESC, x.id DESC LIMIT 1)"
    )
}

fn view_from_row(row: ViewRow) -> Result<(RowPosition<String>, SeriesView)> {
    let series: Series = parse_record(&row.document)?;
    let latest = match (row.latest_id, row.latest) {
        (Some(id), Some(document)) => {
            Some((id, parse_record::<domain::periodicals::Edition>(&document)?.name))
        }
        _ => None,
    };
    let place = (row.sort_key, series.id.0.clone());
    Ok((place, SeriesView { series, editions: to_count(row.editions)?, latest }))
}

/// One periodical with its counts.
pub async fn find(mut conn: impl Conn, id: &SeriesId, now: Timestamp) -> Result<Option<SeriesView>> {
    let text = format!("{} WHERE s.id = $2", select_views("s.sort_title"));
    let row = conn.fetch_optional::<ViewRow>(Sql::new(text).bind_time(now).bind(id.as_str())).await?;
    Ok(row.map(view_from_row).transpose()?.map(|(_, view)| view))
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
    let beyond = page_request.after_condition(key, "s.id", 2 + values.len());
    let text = format!(
        "{} WHERE {conditions} {beyond} {}",
        select_views(key),
        page_request.order_and_limit(key, "s.id")
    );
    let statement = page_request.bind_position(Sql::new(text).bind_time(now).bind_list(values));
    conn.fetch_all::<ViewRow>(statement).await?.into_iter().map(view_from_row).collect()
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
        select_views("s.sort_title"),
        editions::current_condition("x", 1),
    );
    let statement = Sql::new(text).bind_time(now).bind(i64::from(limit)).bind_list(values);
    let rows = conn.fetch_all::<ViewRow>(statement).await?;
    rows.into_iter().map(|row| Ok(view_from_row(row)?.1)).collect()
}

pub async fn count(mut conn: impl Conn, filter: &SeriesFilter) -> Result<u64> {
    let (conditions, values) = filter.sql_conditions(1);
    let text = format!("SELECT COUNT(*) FROM series s WHERE {conditions}");
    to_count(conn.fetch_one::<(i64,)>(Sql::new(text).bind_list(values)).await?.0)
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
