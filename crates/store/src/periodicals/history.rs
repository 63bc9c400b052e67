//! Events of periodicals and their editions (docs/rules/periodicals.md#rule-4).

use std::slice;

use domain::periodicals::PeriodicalEvent;
use domain::{EditionId, SeriesId};

use crate::sql::TableRow;
use crate::{Conn, KeyPage, OnConflict, Record as _, Result, Sql, Tx, insert_rows, record};

pub async fn append(tx: &mut Tx, event: &PeriodicalEvent) -> Result<()> {
    append_many(tx, slice::from_ref(event)).await
}

pub async fn append_many(tx: &mut Tx, events: &[PeriodicalEvent]) -> Result<()> {
    let row = |event: &PeriodicalEvent| {
        TableRow::new("periodical_history")
            .set("series_id", &event.series)
            .set("edition_id", &event.edition)
            .set("date_at", event.date)
            .set("person", event.person.as_deref())
            .set("action", event.action)
            .set("comment", event.comment.as_deref())
    };
    tx.execute_each(insert_rows(events.iter().map(row), OnConflict::Fail)).await.map(drop)
}

record! {
    PeriodicalEvent { series: "series_id", edition: "edition_id", date: "date_at", person, action, comment }
}

/// The events of a periodical and of its editions with their keys, newest first.
pub async fn list(
    conn: impl Conn,
    series: &SeriesId,
    page: &KeyPage<i64>,
) -> Result<Vec<(i64, PeriodicalEvent)>> {
    list_page(conn, series, None, page).await
}

/// The newest events of an edition of a periodical, newest first: at most `limit`.
pub async fn list_for_edition(
    conn: impl Conn,
    series: &SeriesId,
    edition: &EditionId,
    limit: u32,
) -> Result<Vec<PeriodicalEvent>> {
    let rows = list_page(conn, series, Some(edition), &KeyPage::first_page(limit)).await?;
    Ok(rows.into_iter().map(|(_, event)| event).collect())
}

/// The events of one edition, or of the periodical and all its editions.
async fn list_page(
    mut conn: impl Conn,
    series: &SeriesId,
    edition: Option<&EditionId>,
    page: &KeyPage<i64>,
) -> Result<Vec<(i64, PeriodicalEvent)>> {
    let statement = Sql::new(format!(
        "SELECT id, {} FROM periodical_history WHERE series_id = $1 AND id < $2",
        PeriodicalEvent::COLUMNS
    ))
    .bind_all((series, page.after.unwrap_or(i64::MAX), page.limit))
    .and_if_some("edition_id = ?", edition)
    .append(" ORDER BY id DESC LIMIT $3");
    conn.fetch_all(statement).await
}
