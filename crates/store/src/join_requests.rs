//! Requests to join a library whose email address is not confirmed yet (docs/rules/joining.md). The keys of
//! the links are stored as hashes.

use domain::dates::time_before;
use domain::joining::{JOIN_PERIOD, JoinRequest};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, Tx, record, replaced_value};

record! {
    JoinRequest {
        id: "r.id",
        site: "r.site_id",
        email: "r.email",
        applicant: "r.applicant",
        language: "r.language",
        requested: "r.requested_at",
    }
}

pub async fn insert(mut conn: impl Conn, new: &JoinRequest) -> Result<()> {
    let row = TableRow::new("join_requests")
        .set("id", &new.id)
        .set("site_id", &new.site)
        .set("email", &new.email)
        .set("applicant", replaced_value(&new.applicant)?)
        .set("language", &new.language)
        .set("requested_at", new.requested);
    conn.execute(row.insert()).await.map(drop)
}

/// A request by its identifier. `None` if it was confirmed, or is too old.
pub async fn get(mut conn: impl Conn, id: &str, now: Timestamp) -> Result<Option<JoinRequest>> {
    let statement = JoinRequest::select_from("join_requests r WHERE r.id = $1 AND r.requested_at > $2");
    conn.fetch_optional(statement.bind(id).bind(time_before(now, JOIN_PERIOD))).await
}

/// Adds a key that is sent in an email, as a hash; earlier ones of the same request stay valid.
pub async fn add_key(mut conn: impl Conn, id: &str, hash: &str) -> Result<()> {
    let statement =
        Sql::new("INSERT INTO join_request_keys (hash, request_id) VALUES ($1, $2)").bind(hash).bind(id);
    conn.execute(statement).await.map(drop)
}

/// The request that a key is for. `None` if it was confirmed, or is too old.
pub async fn find_by_key(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<Option<JoinRequest>> {
    let statement = JoinRequest::select_from(
        "join_requests r JOIN join_request_keys k ON k.request_id = r.id \
         WHERE k.hash = $1 AND r.requested_at > $2",
    );
    conn.fetch_optional(statement.bind(hash).bind(time_before(now, JOIN_PERIOD))).await
}

/// Uses up a request. Returns false if another one has just used it.
pub async fn delete(tx: &mut Tx, id: &str) -> Result<bool> {
    tx.affects_rows(Sql::new("DELETE FROM join_requests WHERE id = $1").bind(id)).await
}

/// Removes requests that are too old, with their keys. Returns how many.
pub async fn purge(mut conn: impl Conn, now: Timestamp) -> Result<u64> {
    let statement = Sql::new("DELETE FROM join_requests WHERE requested_at <= $1");
    conn.execute(statement.bind(time_before(now, JOIN_PERIOD))).await
}
