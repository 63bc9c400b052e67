//! Requests to join a library whose email address is not confirmed yet (docs/rules/joining.md). The keys of
//! the links are stored as hashes.

use domain::SiteId;
use domain::joining::{JOIN_PERIOD, JoinRequest};
use jiff::Timestamp;

use crate::{Conn, Result, Sql, Tx, from_row, parse_record, replaced_value, to_timestamp};

const COLUMNS: &str = "r.id, r.site_id, r.email, r.applicant, r.language, r.requested_at";

from_row! {
    struct JoinRequestRow {
        id: String,
        site_id: String,
        email: String,
        applicant: String,
        language: String,
        requested_at: i64,
    }
}

fn join_request(row: JoinRequestRow) -> Result<JoinRequest> {
    Ok(JoinRequest {
        id: row.id,
        site: SiteId(row.site_id),
        email: row.email,
        applicant: parse_record(&row.applicant)?,
        language: row.language,
        requested: to_timestamp(row.requested_at)?,
    })
}

fn open_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(JOIN_PERIOD).unwrap_or(Timestamp::MIN)
}

pub async fn insert(mut conn: impl Conn, new: &JoinRequest) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO join_requests (id, site_id, email, applicant, language, requested_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(new.id.as_str())
    .bind(new.site.as_str())
    .bind(new.email.as_str())
    .bind(replaced_value(&new.applicant)?)
    .bind(new.language.as_str())
    .bind_time(new.requested);
    conn.execute(statement).await.map(drop)
}

/// A request by its identifier. `None` if it was confirmed, or is too old.
pub async fn get(mut conn: impl Conn, id: &str, now: Timestamp) -> Result<Option<JoinRequest>> {
    let text = format!("SELECT {COLUMNS} FROM join_requests r WHERE r.id = $1 AND r.requested_at > $2");
    let statement = Sql::new(text).bind(id).bind_time(open_since(now));
    conn.fetch_optional::<JoinRequestRow>(statement).await?.map(join_request).transpose()
}

/// Adds a key that is sent in an email, as a hash; earlier ones of the same request stay valid.
pub async fn add_key(mut conn: impl Conn, id: &str, hash: &str) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO join_request_keys (hash, request_id) VALUES ($1, $2)").bind(hash).bind(id);
    conn.execute(statement).await.map(drop)
}

/// The request that a key is for. `None` if it was confirmed, or is too old.
pub async fn find_by_key(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<JoinRequest>> {
    let text = format!(
        "SELECT {COLUMNS} FROM join_requests r JOIN join_request_keys k ON k.request_id = r.id \
         WHERE k.hash = $1 AND r.requested_at > $2"
    );
    let statement = Sql::new(text).bind(hash).bind_time(open_since(now));
    conn.fetch_optional::<JoinRequestRow>(statement).await?.map(join_request).transpose()
}

/// Uses up a request. Returns false if another one has just used it.
pub async fn delete(tx: &mut Tx, id: &str) -> Result<bool> {
    tx.affects_rows(Sql::new("DELETE FROM join_requests WHERE id = $1").bind(id)).await
}

/// Removes requests that are too old, with their keys. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM join_requests WHERE requested_at <= $1").bind_time(open_since(now)))
        .await
}
