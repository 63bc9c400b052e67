//! Editions of periodicals.

use std::collections::HashSet;

use domain::periodicals::Edition;
use domain::{AccountId, EditionId, Series, SeriesId, wire_enum};
use jiff::Timestamp;

use crate::json::{lock_and_change_document, lock_and_change_documents, new_document};
use crate::sql::{ROWS_PER_STATEMENT, TableRow, update_rows};
use crate::{Conn, PageRequest, Result, RowPosition, Sql, Tx};

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
    let row = edition_row(edition, new_document(edition)?).set("source_hash", source_hash);
    conn.execute(row.insert()).await.map(drop)
}

/// Replaces an edition's record; the hash of its source stays. False if the edition does not exist.
pub async fn update(tx: &mut Tx, edition: &Edition) -> Result<bool> {
    let document = lock_and_change_document(tx, edition.id.as_str(), edition).await?;
    tx.affects_rows(edition_row(edition, document).update()).await
}

/// Replaces the records of many editions, in two statements for each 500.
pub async fn update_many(tx: &mut Tx, editions: &[Edition]) -> Result<()> {
    for chunk in editions.chunks(ROWS_PER_STATEMENT) {
        let records: Vec<(&str, &Edition)> =
            chunk.iter().map(|edition| (edition.id.as_str(), edition)).collect();
        let documents = lock_and_change_documents(tx, &records).await?;
        let rows = chunk.iter().zip(documents).map(|(edition, document)| edition_row(edition, document));
        tx.execute_each(update_rows(rows)).await?;
    }
    Ok(())
}

fn edition_row(edition: &Edition, document: String) -> TableRow<'static> {
    TableRow::new("editions")
        .set("id", &edition.id)
        .set("series_id", &edition.series)
        .set("sort_name", edition.sort_name())
        .set("published_at", edition.published)
        .set("gone_from", edition.unavailable_from())
        .set("withdrawn_at", edition.withdrawn)
        .set("document", document)
}

/// One edition, current or not.
pub async fn get(mut conn: impl Conn, id: &EditionId) -> Result<Option<Edition>> {
    conn.fetch_optional(Sql::new("SELECT document FROM editions WHERE id = $1").bind(id)).await
}

/// One edition, locked until the transaction ends.
pub async fn get_for_update(tx: &mut Tx, id: &EditionId) -> Result<Option<Edition>> {
    let text = format!("SELECT document FROM editions WHERE id = $1{}", tx.lock_clause());
    tx.fetch_optional(Sql::new(text).bind(id)).await
}

/// These editions with their periodicals, locked until the transaction ends, in no order. Unknown ones are
/// left out.
pub async fn get_many_for_update(tx: &mut Tx, ids: &[EditionId]) -> Result<Vec<(Series, Edition)>> {
    let select = Sql::new(format!("SELECT id FROM editions WHERE id IN (?) ORDER BY id{}", tx.lock_clause()));
    tx.fetch_each::<Vec<EditionId>>(select.for_keys(ids)).await?;
    with_series(tx, ids).await
}

/// These editions with their periodicals, in no order; unknown ones are left out.
pub async fn with_series(mut conn: impl Conn, ids: &[EditionId]) -> Result<Vec<(Series, Edition)>> {
    let select = Sql::new(
        "SELECT s.document, e.document AS edition FROM editions e JOIN series s ON s.id = e.series_id \
         WHERE e.id IN (?)",
    );
    conn.fetch_each(select.for_keys(ids)).await
}

/// The edition of a periodical that was made from a source file with this hash.
pub async fn find_by_source_hash(
    mut conn: impl Conn,
    series: &SeriesId,
    hash: &str,
) -> Result<Option<EditionId>> {
    let statement =
        Sql::new("SELECT id FROM editions WHERE series_id = $1 AND source_hash = $2").bind(series).bind(hash);
    conn.fetch_optional(statement).await
}

/// Editions with greater identifiers, by identifier, current or not: a walk through all begins with the empty
/// one.
pub async fn list_after(mut conn: impl Conn, id: &EditionId, limit: u32) -> Result<Vec<Edition>> {
    let statement =
        Sql::new("SELECT document FROM editions WHERE id > $1 ORDER BY id LIMIT $2").bind(id).bind(limit);
    conn.fetch_all(statement).await
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
    conn.fetch_each(select.bind(account).for_keys(ids)).await
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
    let text = format!("SELECT {key}, e.id, e.document FROM editions e WHERE e.series_id = $1");
    let statement = Sql::new(text).bind(series);
    let statement = match current_at {
        Some(now) => statement.append(" AND ").append(&current_condition("e", 2)).bind(now),
        None => statement,
    };
    conn.fetch_all(page_request.complete(statement, key, "e.id")).await
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
    );
    let (fetched, preparing) = conn.fetch_one::<(u64, u64)>(statement.bind(since).bind(id)).await?;
    Ok(EditionUsage { fetched, preparing })
}

/// Counts the current editions of a periodical.
pub async fn count(mut conn: impl Conn, series: &SeriesId, now: Timestamp) -> Result<u64> {
    let text =
        format!("SELECT COUNT(*) FROM editions e WHERE e.series_id = $1 AND {}", current_condition("e", 2));
    conn.fetch_one(Sql::new(text).bind(series).bind(now)).await
}

/// Counts all editions of a periodical, also withdrawn and expired ones.
pub async fn count_all(mut conn: impl Conn, series: &SeriesId) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM editions WHERE series_id = $1").bind(series)).await
}
