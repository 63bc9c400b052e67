//! Editions of periodicals.

use std::collections::HashSet;

use domain::periodicals::Edition;
use domain::{AccountId, EditionId, Series, SeriesId, wire_enum};
use jiff::Timestamp;

use crate::json::{lock_and_change_document, lock_and_change_documents, new_document};
use crate::values::to_micros;
use crate::{Conn, PageRequest, Result, RowPosition, Sql, Tx, parse_record, sql, to_count};

wire_enum! {
    /// Orders of editions (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum EditionSort {
        #[default]
        EditionName = "editionName",
        PublicationDate = "publicationDate",
    }
}

/// The condition of an edition that is neither withdrawn nor expired: `table` is its name, `now` the number
/// of the present moment.
pub(super) fn current_condition(table: &str, now: usize) -> String {
    format!("{table}.withdrawn_at IS NULL AND ({table}.gone_from IS NULL OR {table}.gone_from > ${now})")
}

/// Adds an edition. `source_hash` is the hash of its source file, by which ingestion recognizes it.
/// Conflicts: `editions_pkey`, `editions_source_hash` (within a periodical).
pub async fn insert(mut conn: impl Conn, edition: &Edition, source_hash: Option<&str>) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO editions (id, series_id, sort_name, published_at, gone_from, withdrawn_at, document, \
         source_hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    conn.execute(bind_columns(statement, edition, new_document(edition)?).bind(source_hash)).await.map(|_| ())
}

/// Replaces an edition's record; the hash of its source stays. False if the edition does not exist.
pub async fn update(tx: &mut Tx, edition: &Edition) -> Result<bool> {
    let document = lock_and_change_document(tx, edition.id.as_str(), edition).await?;
    let statement = Sql::new(
        "UPDATE editions SET series_id = $2, sort_name = $3, published_at = $4, gone_from = $5, \
         withdrawn_at = $6, document = $7 WHERE id = $1",
    );
    tx.affects_rows(bind_columns(statement, edition, document)).await
}

/// The columns that [`update_many`] writes, and the type of each in a list of values.
const UPDATED_COLUMNS: [(&str, &str); 7] = [
    ("id", "TEXT"),
    ("series_id", "TEXT"),
    ("sort_name", "TEXT"),
    ("published_at", "BIGINT"),
    ("gone_from", "BIGINT"),
    ("withdrawn_at", "BIGINT"),
    ("document", "TEXT"),
];
/// Replaces the records of many editions, in two statements for each 500.
pub async fn update_many(tx: &mut Tx, editions: &[Edition]) -> Result<()> {
    for chunk in editions.chunks(sql::ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &Edition)> =
            chunk.iter().map(|edition| (edition.id.as_str(), edition)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let mut statement = sql::update_rows("editions", &UPDATED_COLUMNS, chunk.len());
        for (edition, document) in chunk.iter().zip(documents) {
            statement = bind_columns(statement, edition, document);
        }
        tx.execute(statement).await?;
    }
    Ok(())
}

fn bind_columns(statement: Sql, edition: &Edition, document: String) -> Sql {
    statement
        .bind(edition.id.as_str())
        .bind(edition.series.as_str())
        .bind(edition.sort_name())
        .bind_time(edition.published)
        .bind(to_micros(edition.unavailable_from()))
        .bind(to_micros(edition.withdrawn))
        .bind(document)
}

/// One edition, current or not.
pub async fn get(mut conn: impl Conn, id: &EditionId) -> Result<Option<Edition>> {
    let statement = Sql::new("SELECT document FROM editions WHERE id = $1").bind(id.as_str());
    conn.fetch_optional::<(String,)>(statement).await?.map(|(document,)| parse_record(&document)).transpose()
}

/// One edition, locked until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &EditionId) -> Result<Option<Edition>> {
    let text = format!("SELECT document FROM editions WHERE id = $1{}", tx.lock_clause());
    let row = tx.fetch_optional::<(String,)>(Sql::new(text).bind(id.as_str())).await?;
    row.map(|(document,)| parse_record(&document)).transpose()
}

/// These editions with their periodicals, locked until the transaction ends, in no order. Unknown ones are
/// left out.
pub async fn get_many_for_update(tx: &mut Tx, ids: &[EditionId]) -> Result<Vec<(Series, Edition)>> {
    let select = Sql::new(format!("SELECT id FROM editions WHERE id IN (?) ORDER BY id{}", tx.lock_clause()));
    tx.fetch_each::<(String,)>(select.for_keys(ids.iter().map(EditionId::as_str))).await?;
    with_series(tx, ids).await
}

/// These editions with their periodicals, in no order; unknown ones are left out.
pub async fn with_series(mut conn: impl Conn, ids: &[EditionId]) -> Result<Vec<(Series, Edition)>> {
    let select = Sql::new(
        "SELECT s.document, e.document AS edition FROM editions e JOIN series s ON s.id = e.series_id \
         WHERE e.id IN (?)",
    );
    let statements = select.for_keys(ids.iter().map(EditionId::as_str));
    let rows = conn.fetch_each::<(String, String)>(statements).await?;
    rows.iter().map(|(series, edition)| Ok((parse_record(series)?, parse_record(edition)?))).collect()
}

/// The edition of a periodical that was made from a source file with this hash.
pub async fn find_by_source_hash(
    mut conn: impl Conn,
    series: &SeriesId,
    hash: &str,
) -> Result<Option<EditionId>> {
    let statement = Sql::new("SELECT id FROM editions WHERE series_id = $1 AND source_hash = $2")
        .bind(series.as_str())
        .bind(hash);
    Ok(conn.fetch_optional::<(String,)>(statement).await?.map(|(id,)| EditionId(id)))
}

/// Editions with greater identifiers, by identifier, current or not: a walk through all begins with the empty
/// one.
pub async fn list_after(mut conn: impl Conn, id: &EditionId, limit: u32) -> Result<Vec<Edition>> {
    let statement = Sql::new("SELECT document FROM editions WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(id.as_str())
        .bind(i64::from(limit));
    let rows = conn.fetch_all::<(String,)>(statement).await?;
    rows.iter().map(|(document,)| parse_record(document)).collect()
}

/// Returns those of these editions of which the reader, or another person for the reader, has fetched a
/// copy.
pub async fn list_fetched_by(
    mut conn: impl Conn,
    account: &AccountId,
    ids: &[EditionId],
) -> Result<HashSet<EditionId>> {
    let select = Sql::new(
        "SELECT DISTINCT edition_id FROM downloads WHERE recipient_id = $1 AND date_downloaded IS NOT NULL \
         AND edition_id IN (?)",
    );
    let statements = select.bind(account.as_str()).for_keys(ids.iter().map(EditionId::as_str));
    Ok(conn.fetch_each::<(String,)>(statements).await?.into_iter().map(|(id,)| EditionId(id)).collect())
}

/// A page of a periodical's current editions, each with its position.
pub async fn page(
    conn: impl Conn,
    series: &SeriesId,
    page_request: PageRequest<'_, EditionSort, String>,
    now: Timestamp,
) -> Result<Vec<(RowPosition<String>, Edition)>> {
    read_page(conn, series, page_request, Some(now)).await
}

/// A page of all editions of a periodical, also withdrawn and expired ones, each with its position.
pub async fn page_all(
    conn: impl Conn,
    series: &SeriesId,
    page_request: PageRequest<'_, EditionSort, String>,
) -> Result<Vec<(RowPosition<String>, Edition)>> {
    read_page(conn, series, page_request, None).await
}

/// A page of the editions that are current at a moment. `None`: of all.
async fn read_page(
    mut conn: impl Conn,
    series: &SeriesId,
    page_request: PageRequest<'_, EditionSort, String>,
    current_at: Option<Timestamp>,
) -> Result<Vec<(RowPosition<String>, Edition)>> {
    let key = match page_request.sort {
        EditionSort::EditionName => "e.sort_name",
        // Made to have nineteen digits from the year 0 to 9999, so that they sort as texts.
        EditionSort::PublicationDate => "CAST(e.published_at + 2000000000000000000 AS TEXT)",
    };
    let condition = current_at.map(|_| format!("AND {}", current_condition("e", 2))).unwrap_or_default();
    let first = if current_at.is_some() { 3 } else { 2 };
    let text = format!(
        "SELECT e.document, {key} AS sort_key FROM editions e WHERE e.series_id = $1 {condition} {} {}",
        page_request.after_condition(key, "e.id", first),
        page_request.order_and_limit(key, "e.id"),
    );
    let statement = Sql::new(text).bind(series.as_str());
    let statement = match current_at {
        Some(now) => statement.bind_time(now),
        None => statement,
    };
    let rows = conn.fetch_all::<(String, Option<String>)>(page_request.bind_position(statement)).await?;
    rows.into_iter()
        .map(|(document, key)| {
            let edition: Edition = parse_record(&document)?;
            Ok(((key, edition.id.0.clone()), edition))
        })
        .collect()
}

/// Numbers of readers and copies of an edition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EditionUsage {
    /// Readers who have fetched a copy since a moment.
    pub fetched: u64,
    /// Copies that are being prepared.
    pub preparing: u64,
}

/// Counts the use of an edition by readers, in one statement. `since`: the moment from which fetches count.
pub async fn count_usage(mut conn: impl Conn, id: &EditionId, since: Timestamp) -> Result<EditionUsage> {
    let statement = Sql::new(
        "SELECT (SELECT COUNT(DISTINCT COALESCE(recipient_id, caller_id)) FROM downloads \
             WHERE edition_id = $2 AND date_downloaded >= $1), \
         (SELECT COUNT(*) FROM downloads WHERE edition_id = $2 AND status = 'PENDING')",
    )
    .bind_time(since)
    .bind(id.as_str());
    let (fetched, preparing) = conn.fetch_one::<(i64, i64)>(statement).await?;
    Ok(EditionUsage { fetched: to_count(fetched)?, preparing: to_count(preparing)? })
}

/// Counts the current editions of a periodical.
pub async fn count(mut conn: impl Conn, series: &SeriesId, now: Timestamp) -> Result<u64> {
    let text =
        format!("SELECT COUNT(*) FROM editions e WHERE e.series_id = $1 AND {}", current_condition("e", 2));
    to_count(conn.fetch_one::<(i64,)>(Sql::new(text).bind(series.as_str()).bind_time(now)).await?.0)
}

/// Counts all editions of a periodical, also withdrawn and expired ones.
pub async fn count_all(mut conn: impl Conn, series: &SeriesId) -> Result<u64> {
    let statement = Sql::new("SELECT COUNT(*) FROM editions WHERE series_id = $1").bind(series.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}
