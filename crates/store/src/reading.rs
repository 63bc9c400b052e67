//! Reading events, only ever added to, and the position that the newest gives (docs/rules/reading.md#rule-5).

use std::collections::HashMap;

use domain::reading::{NewestEvent, ReadingEvent, ReadingPosition};
use domain::{AccountId, Format, TitleId, WireEnum};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, record};

record! {
    NewestEvent { format, location, total_progression, description, date: "date_at", device, device_name }
}

const EVENT_COLUMNS: &str = NewestEvent::COLUMNS;

/// Maximum number of the newest events of a format that are searched for positions of different devices.
const MAX_SEARCHED_EVENTS: u32 = 200;

/// Maximum number of devices whose positions in one format are returned.
const MAX_DEVICES: u32 = 6;

/// Records an event. Several at one location are all kept (docs/rules/reading.md#rule-5).
pub async fn record_event(conn: impl Conn, account: &AccountId, event: &ReadingEvent) -> Result<()> {
    record_event_of_device(conn, account, event, None, None).await
}

pub async fn record_event_of_device(
    mut conn: impl Conn,
    account: &AccountId,
    event: &ReadingEvent,
    device: Option<&str>,
    device_name: Option<&str>,
) -> Result<()> {
    let row = TableRow::new("reading_events")
        .set("account_id", account)
        .set("title_id", event.title)
        .set("format", event.format)
        .set("location", &event.location)
        .set("metric", i64::from(event.metric))
        .set("metric_type", event.metric_type.as_str())
        .set("description", event.description.as_deref())
        .set("date_at", event.date)
        .set("total_progression", event.total_progression)
        .set("device", device)
        .set("device_name", device_name.filter(|name| !name.trim().is_empty()));
    conn.execute(row.insert()).await.map(drop)
}

/// The reader's position in one format of a title: the location of the newest event; of two at the same time
/// the one that was recorded last. Its dates are those of the title. `None` if nothing was read in this
/// format.
pub async fn get_position(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
) -> Result<Option<ReadingPosition>> {
    // Each format's first and last event is one step into the index, however many events there are.
    let of_title = |end: &str| {
        let formats: Vec<String> = <Format as WireEnum>::ALL
            .iter()
            .map(|format| {
                format!(
                    "SELECT {end}(date_at) AS date FROM reading_events \
                     WHERE account_id = $1 AND title_id = $2 AND format = '{format}'"
                )
            })
            .collect();
        format!("(SELECT {end}(date) FROM ({}) AS dates)", formats.join(" UNION ALL "))
    };
    let statement = Sql::new(format!(
        "SELECT location, {}, {} FROM reading_events \
         WHERE account_id = $1 AND title_id = $2 AND format = $3 ORDER BY date_at DESC, id DESC LIMIT 1",
        of_title("MAX"),
        of_title("MIN")
    ))
    .bind_all((account, title, format));
    let row = conn.fetch_optional(statement).await?;
    Ok(row.map(|(location, modified, added)| ReadingPosition { title, format, location, added, modified }))
}

/// Numbers of the events from before a moment that are not the newest of their reader, title and format:
/// those after `after`, at most `limit`.
pub async fn list_superseded(
    mut conn: impl Conn,
    before: Timestamp,
    after: i64,
    limit: u32,
) -> Result<Vec<i64>> {
    let statement = Sql::new(format!(
        "SELECT e.id FROM reading_events e WHERE e.id > $1 AND e.date_at < $2 AND EXISTS \
         (SELECT 1 FROM reading_events n WHERE n.account_id = e.account_id AND n.title_id = e.title_id \
             AND n.format = e.format AND (n.date_at > e.date_at OR (n.date_at = e.date_at AND n.id > e.id))) \
         ORDER BY e.id LIMIT {limit}"
    ))
    .bind_all((after, before));
    conn.fetch_all(statement).await
}

/// Deletes events, at most as many as a statement can bind. Returns how many.
pub async fn delete_events(mut conn: impl Conn, ids: &[i64]) -> Result<u64> {
    let delete = Sql::new("DELETE FROM reading_events WHERE id IN (?)");
    conn.execute(delete.bind_in(ids.iter().copied())).await
}

/// The titles that an account read in, the last read first: at most `limit`.
pub async fn list_titles(mut conn: impl Conn, account: &AccountId, limit: u32) -> Result<Vec<TitleId>> {
    let statement = Sql::new(format!(
        "SELECT title_id, MAX(date_at) AS latest FROM reading_events WHERE account_id = $1 \
         GROUP BY title_id ORDER BY latest DESC, title_id DESC LIMIT {limit}"
    ))
    .bind(account);
    conn.fetch_all(statement).await
}

/// The newest event of the account in each title, with the title, the newest first: at most `limit`.
pub async fn list_newest_events(
    mut conn: impl Conn,
    account: &AccountId,
    limit: u32,
) -> Result<Vec<(TitleId, NewestEvent)>> {
    let statement = Sql::new(format!(
        "SELECT title_id, {EVENT_COLUMNS} FROM (SELECT title_id, id, {EVENT_COLUMNS}, ROW_NUMBER() OVER \
         (PARTITION BY title_id ORDER BY date_at DESC, id DESC) AS nth \
         FROM reading_events WHERE account_id = $1) AS numbered \
         WHERE nth = 1 ORDER BY date_at DESC, id DESC LIMIT {limit}"
    ))
    .bind(account);
    conn.fetch_all(statement).await
}

/// The newest event of each format of a title in which the reader has read, the newest first; of two at the
/// same time the one that was recorded last is first.
pub async fn newest_events(conn: impl Conn, account: &AccountId, title: TitleId) -> Result<Vec<NewestEvent>> {
    // Each format's newest event is one step into the index, however many events there are.
    let of_format =
        |from: &str| format!("SELECT id, {EVENT_COLUMNS} {from} ORDER BY date_at DESC, id DESC LIMIT 1");
    list_events(conn, account, title, None, of_format).await
}

/// Returns the newest event of each format as of a moment.
pub async fn newest_events_before(
    conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    moment: Timestamp,
) -> Result<Vec<NewestEvent>> {
    let of_format = |from: &str| {
        format!("SELECT id, {EVENT_COLUMNS} {from} AND date_at < $3 ORDER BY date_at DESC, id DESC LIMIT 1")
    };
    list_events(conn, account, title, Some(moment), of_format).await
}

/// The newest event of each device in each format of a title, the newest first: of up to [`MAX_DEVICES`]
/// devices, among the newest [`MAX_SEARCHED_EVENTS`] events. Events without a device count as those of one
/// device.
pub async fn newest_events_of_devices(
    conn: impl Conn,
    account: &AccountId,
    title: TitleId,
) -> Result<Vec<NewestEvent>> {
    let of_format = |from: &str| {
        format!(
            "SELECT id, {EVENT_COLUMNS} FROM (SELECT recent.*, ROW_NUMBER() OVER \
             (PARTITION BY device ORDER BY date_at DESC, id DESC) AS nth \
             FROM (SELECT id, {EVENT_COLUMNS} {from} ORDER BY date_at DESC, id DESC LIMIT {MAX_SEARCHED_EVENTS}) \
             AS recent) AS numbered WHERE nth = 1 ORDER BY date_at DESC, id DESC LIMIT {MAX_DEVICES}"
        )
    };
    list_events(conn, account, title, None, of_format).await
}

/// The newest event of the account in each of these titles: the share of the title that was read, from 0 to
/// 1, if the event says it. Titles without an event are left out. One statement.
pub async fn list_shares_read(
    mut conn: impl Conn,
    account: &AccountId,
    titles: &[TitleId],
) -> Result<HashMap<TitleId, Option<f64>>> {
    // Each format's newest event is one step into the index, however many events there are.
    let of_format = |format: &Format| {
        format!(
            "SELECT e.title_id, e.total_progression, e.date_at, e.id FROM titles t JOIN reading_events e ON e.id = \
             (SELECT n.id FROM reading_events n WHERE n.account_id = $1 AND n.title_id = t.id \
             AND n.format = '{format}' ORDER BY n.date_at DESC, n.id DESC LIMIT 1) WHERE t.id IN (?)"
        )
    };
    let formats: Vec<String> = <Format as WireEnum>::ALL.iter().map(of_format).collect();
    let select = Sql::new(formats.join(" UNION ALL ")).bind(account);
    let mut rows: Vec<(TitleId, Option<f64>, i64, i64)> =
        conn.fetch_each(select.for_keys(titles.iter().copied())).await?;
    rows.sort_unstable_by_key(|(_, _, date, id)| (*date, *id));
    // The newest comes last and stays.
    Ok(rows.into_iter().map(|(title, share, _, _)| (title, share)).collect())
}

/// The event of a title that was recorded last of those at one moment. `None` if there is none.
pub async fn last_event_at(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    moment: Timestamp,
) -> Result<Option<NewestEvent>> {
    let statement = Sql::new(format!(
        "SELECT {EVENT_COLUMNS} FROM reading_events WHERE account_id = $1 AND title_id = $2 AND date_at = $3 \
         ORDER BY id DESC LIMIT 1"
    ));
    conn.fetch_optional(statement.bind(account).bind(title).bind(moment)).await
}

/// Clears the devices of a selection from their events, because their sign-ins have ended. The positions
/// stay. The selection is one column of devices, and its values are bound by `bound`.
pub(crate) async fn forget_devices(
    mut conn: impl Conn,
    selection: &str,
    bound: impl FnOnce(Sql) -> Sql,
) -> Result<()> {
    let statement = Sql::new(format!(
        "UPDATE reading_events SET device = NULL WHERE device IS NOT NULL AND device IN ({selection})"
    ));
    conn.execute(bound(statement)).await.map(drop)
}

/// Lists the events that a statement returns of each format, the newest first. The statement is made of where
/// the events of a format are.
async fn list_events(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    moment: Option<Timestamp>,
    of_format: impl Fn(&str) -> String,
) -> Result<Vec<NewestEvent>> {
    let formats: Vec<String> = <Format as WireEnum>::ALL
        .iter()
        .map(|format| {
            let from = format!(
                "FROM reading_events WHERE account_id = $1 AND title_id = $2 AND format = '{format}'"
            );
            format!("SELECT * FROM ({}) AS of_format", of_format(&from))
        })
        .collect();
    let statement = Sql::new(format!(
        "SELECT {EVENT_COLUMNS} FROM ({}) AS newest ORDER BY date_at DESC, id DESC",
        formats.join(" UNION ALL ")
    ));
    let statement = statement.bind(account).bind(title);
    conn.fetch_all(if let Some(moment) = moment { statement.bind(moment) } else { statement }).await
}
