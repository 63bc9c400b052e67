//! Events of periodicals and their editions (docs/rules/periodicals.md#rule-4).

use domain::periodicals::PeriodicalEvent;
use domain::{EditionId, SeriesId};

use crate::{Conn, KeyPage, OnConflict, Result, Sql, Tx, insert_rows, parse_enum, to_timestamp};

pub async fn append(tx: &mut Tx, event: &PeriodicalEvent) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO periodical_history (series_id, edition_id, date_at, person, action, comment) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(event.series.as_str())
    .bind(event.edition.as_ref().map(EditionId::as_str))
    .bind_time(event.date)
    .bind(event.person.as_deref())
    .bind(event.action.as_str())
    .bind(event.comment.as_deref());
    tx.execute(statement).await.map(|_| ())
}

pub async fn append_many(tx: &mut Tx, events: &[PeriodicalEvent]) -> Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let columns = ["series_id", "edition_id", "date_at", "person", "action", "comment"];
    let row = |event: &PeriodicalEvent| {
        [
            event.series.as_str().into(),
            event.edition.as_ref().map(EditionId::as_str).into(),
            event.date.as_microsecond().into(),
            event.person.as_deref().into(),
            event.action.as_str().into(),
            event.comment.as_deref().into(),
        ]
    };
    let rows = events.iter().map(row).collect();
    tx.execute(insert_rows("periodical_history", columns, rows, OnConflict::Fail)).await.map(|_| ())
}

type EventRow = (i64, Option<String>, i64, Option<String>, String, Option<String>);

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
    let statement = Sql::new(
        "SELECT id, edition_id, date_at, person, action, comment FROM periodical_history \
         WHERE series_id = $1 AND id < $2",
    )
    .bind(series.as_str())
    .bind(page.after.unwrap_or(i64::MAX))
    .bind(i64::from(page.limit))
    .and_if_some("edition_id = ?", edition.map(EditionId::as_str))
    .append(" ORDER BY id DESC LIMIT $3");
    let rows = conn.fetch_all::<EventRow>(statement).await?;
    rows.into_iter()
        .map(|(id, edition, date, person, action, comment)| {
            let (date, action) = (to_timestamp(date)?, parse_enum(&action)?);
            let series = series.clone();
            let edition = edition.map(EditionId);
            Ok((id, PeriodicalEvent { series, edition, date, person, action, comment }))
        })
        .collect()
}
