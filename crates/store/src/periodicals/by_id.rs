//! Periodicals by identifier: the list that robots read, which new titles and words do not reorder.

use domain::SeriesId;
use jiff::Timestamp;

use super::{SeriesFilter, editions};
use crate::{Conn, Result, Sql};

/// Every `nth` identifier of the periodicals that match, in their order. Each page of the list begins after
/// one.
pub async fn every_nth(mut conn: impl Conn, filter: &SeriesFilter, nth: u32) -> Result<Vec<SeriesId>> {
    let (conditions, values) = filter.sql_conditions(2);
    let text = format!(
        "SELECT id FROM (SELECT s.id AS id, ROW_NUMBER() OVER (ORDER BY s.id) AS n FROM series s \
         WHERE {conditions}) w WHERE n % $1 = 0 ORDER BY id"
    );
    conn.fetch_all(Sql::new(text).bind(nth).bind_list(values)).await
}

/// Up to `limit` of the periodicals that are wanted, from after an identifier on, each with when its latest
/// edition was published. An empty identifier is before all others.
pub async fn list_after(
    mut conn: impl Conn,
    filter: &SeriesFilter,
    id: &SeriesId,
    limit: u32,
    now: Timestamp,
) -> Result<Vec<(SeriesId, Option<Timestamp>)>> {
    let (conditions, values) = filter.sql_conditions(4);
    let text = format!(
        "SELECT s.id, (SELECT MAX(x.published_at) FROM editions x WHERE x.series_id = s.id AND {}) \
         FROM series s WHERE s.id > $2 AND {conditions} ORDER BY s.id LIMIT $3",
        editions::current_condition("x", 1),
    );
    conn.fetch_all(Sql::new(text).bind(now).bind(id).bind(limit).bind_list(values)).await
}
