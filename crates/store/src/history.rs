//! Events of titles (docs/rules/records.md#rule-15, docs/rules/titles.md#rule-5).

use std::collections::HashMap;

use domain::{Format, HistoryEvent, SiteId, TitleId};
use jiff::Timestamp;

use crate::sql::{TableRow, hide_from_indexes};
use crate::{Conn, KeyPage, OnConflict, Record as _, Result, Sql, Tx, insert_rows, record};

/// Appends an event and returns its key. Its date is never before that of the previous event, even if the
/// clocks of several machines differ. Therefore the caller must lock the title
/// ([`titles::lock`](crate::titles::lock)).
pub async fn append(tx: &mut Tx, event: &HistoryEvent) -> Result<i64> {
    let statement = Sql::new(
        "INSERT INTO history (title_id, date_at, person, action, comment, format) \
         VALUES ($1, (SELECT MAX(moment) FROM (SELECT CAST($2 AS BIGINT) AS moment UNION ALL \
         SELECT moment FROM (SELECT date_at AS moment FROM history WHERE title_id = $1 ORDER BY id DESC \
         LIMIT 1) AS newest) AS moments), $3, $4, $5, $6) RETURNING id",
    )
    .bind(event.title.0)
    .bind(event.date)
    .bind(event.person.as_deref())
    .bind(event.action.as_str())
    .bind(event.comment.as_deref())
    .bind(event.format.map(Format::as_str));
    tx.fetch_one(statement).await
}

pub async fn append_many(tx: &mut Tx, events: &[HistoryEvent]) -> Result<()> {
    let row = |event: &HistoryEvent| {
        TableRow::new("history")
            .set("title_id", event.title)
            .set("date_at", event.date)
            .set("person", event.person.as_deref())
            .set("action", event.action)
            .set("comment", event.comment.as_deref())
            .set("format", event.format)
    };
    tx.execute_each(insert_rows(events.iter().map(row), OnConflict::Fail)).await.map(drop)
}

/// Appends one event for each of several titles, which the caller must have locked: its date is never before
/// that of the title's previous event, as with [`append`].
pub async fn append_to_each(tx: &mut Tx, events: &[HistoryEvent]) -> Result<()> {
    let newest = Sql::new(
        "SELECT title_id, date_at FROM history \
         WHERE id IN (SELECT MAX(id) FROM history WHERE title_id IN (?) GROUP BY title_id)",
    );
    let newest = newest.for_keys(events.iter().map(|event| event.title.0));
    let newest: HashMap<TitleId, Timestamp> = tx.fetch_each(newest).await?;
    let mut events = events.to_vec();
    for event in &mut events {
        if let Some(date) = newest.get(&event.title) {
            event.date = event.date.max(*date);
        }
    }
    append_many(tx, &events).await
}

record! { HistoryEvent { title: "title_id", date: "date_at", person, action, comment, format } }

/// A title's events with their keys, newest first.
pub async fn list(
    mut conn: impl Conn,
    title: TitleId,
    page: &KeyPage<i64>,
) -> Result<Vec<(i64, HistoryEvent)>> {
    let statement = Sql::new(format!(
        "SELECT id, {} FROM history WHERE title_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3",
        HistoryEvent::COLUMNS
    ))
    .bind_all((title, page.after.unwrap_or(i64::MAX), page.limit));
    conn.fetch_all(statement).await
}

pub async fn count(mut conn: impl Conn, title: TitleId) -> Result<u64> {
    conn.fetch_one(Sql::new("SELECT COUNT(*) FROM history WHERE title_id = $1").bind(title)).await
}

/// Titles of one site, or of all, whose newest event says that a change was not applied: up to `limit`, by
/// number. Removed titles and readers' documents are left out.
pub async fn list_failed_titles(
    mut conn: impl Conn,
    site: Option<&SiteId>,
    limit: u32,
) -> Result<Vec<TitleId>> {
    // The first condition is that of the index `history_failures`, which has few rows. SQLite would begin
    // with all titles of the site.
    let statement = Sql::new(
        "SELECT h.title_id FROM history h JOIN titles t ON t.id = h.title_id \
         WHERE h.comment LIKE '%failed: %' AND (h.comment LIKE 'failed: %' OR h.comment LIKE '% failed: %') \
         AND NOT EXISTS (SELECT 1 FROM history n WHERE n.title_id = h.title_id AND n.id > h.id) \
         AND t.status <> 'removed' AND t.owner_id IS NULL",
    )
    .bind(limit)
    .and_if_some(&format!("{} = ?", hide_from_indexes("t.site_id")), site)
    .append(" ORDER BY h.title_id LIMIT $1");
    conn.fetch_all(statement).await
}
