//! How places in titles are kept: given values unchanged, a digest as a key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::formats::Format;
use domain::ids::{AccountId, TitleId};
use domain::locations::Place;
use sha2::{Digest, Sha256};

use crate::conn::Conn;
use crate::error::Result;
use crate::sql::Sql;
use crate::values::number;

/// Names locations in keys: they are too long for an index. The lengths tell where one ends.
pub(crate) fn digest(locations: &[&str]) -> String {
    let mut hash = Sha256::new();
    for location in locations {
        hash.update((location.len() as u64).to_be_bytes());
        hash.update(location);
    }
    URL_SAFE_NO_PAD.encode(hash.finalize())
}

/// A place from its four columns.
pub(crate) fn place(
    location: String,
    position: Option<i64>,
    progression: Option<f64>,
    total_progression: Option<f64>,
) -> Result<Place> {
    Ok(Place { location, position: position.map(number).transpose()?, progression, total_progression })
}

/// How many rows of a table of places a reader has in one format of a title.
pub(crate) async fn count(
    mut conn: impl Conn,
    table: &'static str,
    account: &AccountId,
    title: TitleId,
    format: Format,
) -> Result<u64> {
    let statement = Sql::new(format!(
        "SELECT COUNT(*) FROM {table} WHERE account_id = $1 AND title_id = $2 AND format = $3"
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str());
    number(conn.one::<(i64,)>(statement).await?.0)
}
