//! The periodicals that people follow (docs/rules/periodicals.md#rule-6).

use domain::{AccountId, SeriesId};
use jiff::Timestamp;

use crate::{Conn, Result, Sql};

/// Makes an account follow or unfollow a periodical. False if nothing changed.
pub async fn set(
    mut conn: impl Conn,
    account: &AccountId,
    series: &SeriesId,
    followed: bool,
    now: Timestamp,
) -> Result<bool> {
    let statement = if followed {
        Sql::new(
            "INSERT INTO series_follows (account_id, series_id, date_added) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(account.as_str())
        .bind(series.as_str())
        .bind_time(now)
    } else {
        Sql::new("DELETE FROM series_follows WHERE account_id = $1 AND series_id = $2")
            .bind(account.as_str())
            .bind(series.as_str())
    };
    conn.affects_rows(statement).await
}

pub async fn is_followed(mut conn: impl Conn, account: &AccountId, series: &SeriesId) -> Result<bool> {
    let statement = Sql::new("SELECT series_id FROM series_follows WHERE account_id = $1 AND series_id = $2")
        .bind(account.as_str())
        .bind(series.as_str());
    Ok(conn.fetch_optional::<(String,)>(statement).await?.is_some())
}
