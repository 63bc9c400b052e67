//! Sessions of browsers, kept by the hash of their cookie's value (SHA-256, base64url without padding;
//! docs/rules/authentication.md#rule-16).

use domain::dates::time_before;
use domain::reading::{BROWSER, DEVICE_LENGTH};
use domain::sessions::{Browser, Session};
use domain::{AccountId, SessionKind};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Column, Conn, Record as _, Result, Sql, reading, record};

record! {
    Session { account: "account_id", kind, started: "started_at", used: "used_at", browser }
}

impl Column for Browser {
    type StoredForm = Option<String>;

    fn from_stored(stored: Option<String>) -> Result<Self> {
        Ok(stored.as_deref().map(Self::parse).unwrap_or_default())
    }
}

/// The condition that a session has ended by itself. [`bind_ends`] binds its values, `$1` to `$6`.
const IS_OVER: &str = "(kind = $1 AND (used_at <= $2 OR started_at <= $3)) \
     OR (kind = $4 AND (used_at <= $5 OR started_at <= $6))";

pub async fn insert(mut conn: impl Conn, hash: &str, session: &Session) -> Result<()> {
    let row = TableRow::new("sessions")
        .set("hash", hash)
        .set("account_id", &session.account)
        .set("started_at", session.started)
        .set("used_at", session.used)
        .set("browser", session.browser.to_text())
        .set("kind", session.kind);
    conn.execute(row.insert()).await.map(drop)
}

/// Ends the sessions of an account that have not been used for the longest time, so that `limit` are left
/// with this one. Returns how many.
pub async fn end_oldest(conn: impl Conn, account: &AccountId, own: &str, limit: u32) -> Result<u64> {
    // SQLite has no OFFSET without a LIMIT.
    let oldest = "hash IN (SELECT hash FROM sessions WHERE account_id = $1 AND hash <> $2 \
                  ORDER BY used_at DESC, started_at DESC, hash LIMIT 1000000 OFFSET $3)";
    let bound = |statement: Sql| statement.bind(account).bind(own).bind(limit.saturating_sub(1));
    end_where(conn, oldest, bound).await
}

/// The session with this hash. The caller checks if it is live.
pub async fn get(mut conn: impl Conn, hash: &str) -> Result<Option<Session>> {
    conn.fetch_optional(Session::select_from("sessions WHERE hash = $1").bind(hash)).await
}

pub async fn touch(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<()> {
    let statement = Sql::new("UPDATE sessions SET used_at = $2 WHERE hash = $1").bind(hash).bind(now);
    conn.execute(statement).await.map(drop)
}

/// Ends a session. One that has ended is not an error.
pub async fn end(conn: impl Conn, hash: &str) -> Result<()> {
    end_where(conn, "hash = $1", |statement| statement.bind(hash)).await.map(drop)
}

/// The sessions of an account that have not ended by themselves, newest use first, each with its hash.
pub async fn list(
    mut conn: impl Conn,
    account: &AccountId,
    now: Timestamp,
) -> Result<Vec<(String, Session)>> {
    let statement = Sql::new(format!(
        "SELECT hash, {} FROM sessions WHERE NOT ({IS_OVER}) AND account_id = $7 ORDER BY used_at DESC, hash",
        Session::COLUMNS
    ));
    conn.fetch_all(bind_ends(statement, now).bind(account)).await
}

/// Ends a session of an account. `false` if the account has no such session.
pub async fn end_of_account(conn: impl Conn, account: &AccountId, hash: &str) -> Result<bool> {
    let own = |statement: Sql| statement.bind(account).bind(hash);
    Ok(end_where(conn, "account_id = $1 AND hash = $2", own).await? > 0)
}

/// Ends all sessions of an account but one. Returns how many.
pub async fn end_all_but(conn: impl Conn, account: &AccountId, own: &str) -> Result<u64> {
    let others = |statement: Sql| statement.bind(account).bind(own);
    end_where(conn, "account_id = $1 AND hash <> $2", others).await
}

/// Ends all sessions of these accounts, at most as many as a statement can bind.
pub async fn end_all_of_accounts(conn: impl Conn, accounts: &[&AccountId]) -> Result<()> {
    let bound = |statement: Sql| statement.bind_in(accounts.iter().copied());
    end_where(conn, "account_id IN (?)", bound).await.map(drop)
}

/// Removes sessions that have ended by themselves. Returns how many.
pub async fn purge(conn: impl Conn, now: Timestamp) -> Result<u64> {
    end_where(conn, IS_OVER, |statement| bind_ends(statement, now)).await
}

/// Binds the values of [`IS_OVER`].
fn bind_ends(statement: Sql, now: Timestamp) -> Sql {
    let bind_kind = |statement: Sql, kind: SessionKind| {
        statement.bind_all((kind, time_before(now, kind.idle_timeout()), time_before(now, kind.max_time())))
    };
    bind_kind(bind_kind(statement, SessionKind::Password), SessionKind::Enrollment)
}

/// Ends the sessions for which a condition holds, whose values are bound by `bound`, and forgets what was
/// read in them: the positions stay, without the browser. Returns how many.
async fn end_where(mut conn: impl Conn, condition: &str, bound: impl Fn(Sql) -> Sql) -> Result<u64> {
    let devices = format!("SELECT '{BROWSER}' || substr(hash, 1, {DEVICE_LENGTH}) FROM sessions");
    reading::forget_devices(&mut conn, &format!("{devices} WHERE {condition}"), &bound).await?;
    conn.execute(bound(Sql::new(format!("DELETE FROM sessions WHERE {condition}")))).await
}
