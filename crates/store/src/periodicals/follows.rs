//! The periodicals that people follow (docs/rules/periodicals.md#rule-6).

use domain::{AccountId, SeriesId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Result, Sql};

/// Makes an account follow or unfollow a periodical. False if nothing changed.
pub async fn set(
    mut conn: impl Conn,
    account: &AccountId,
    series: &SeriesId,
    followed: bool,
    now: Timestamp,
) -> Result<bool> {
    let row = TableRow::new("series_follows").set("account_id", account).set("series_id", series);
    conn.affects_rows(if followed { row.set("date_added", now).insert_if_new() } else { row.delete() }).await
}

pub async fn is_followed(mut conn: impl Conn, account: &AccountId, series: &SeriesId) -> Result<bool> {
    let statement = Sql::new("SELECT series_id FROM series_follows WHERE account_id = $1 AND series_id = $2")
        .bind_all((account, series));
    Ok(conn.fetch_optional::<String>(statement).await?.is_some())
}
