//! Sessions of browsers, kept by the hash of their cookie's value (SHA-256, base64url without padding;
//! docs/rules/authentication.md#rule-16).

use domain::ids::AccountId;
use domain::reading::{BROWSER, DEVICE_LENGTH};
use domain::sessions::{Browser, IDLE_TIMEOUT, MAX_SESSION_TIME, Session};
use jiff::{SignedDuration, Timestamp};

use crate::conn::Conn;
use crate::error::Result;
use crate::reading;
use crate::sql::{Sql, placeholders};
use crate::values::to_timestamp;

/// Adds a session.
pub async fn insert(mut conn: impl Conn, hash: &str, session: &Session) -> Result<()> {
    let statement = Sql::new(
        "INSERT INTO sessions (hash, account_id, started_at, used_at, browser) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(hash)
    .bind(session.account.as_str())
    .bind_time(session.started)
    .bind_time(session.used)
    .bind(session.browser.to_text());
    conn.execute(statement).await.map(|_| ())
}

/// Ends the sessions of an account that have not been used for the longest time, so that `limit` are left
/// with this one. Returns how many.
pub async fn end_oldest(conn: impl Conn, account: &AccountId, own: &str, limit: u32) -> Result<u64> {
    // SQLite has no OFFSET without a LIMIT.
    let oldest = "hash IN (SELECT hash FROM sessions WHERE account_id = $1 AND hash <> $2 \
                  ORDER BY used_at DESC, started_at DESC, hash LIMIT 1000000 OFFSET $3)";
    let bound =
        |statement: Sql| statement.bind(account.as_str()).bind(own).bind(i64::from(limit.saturating_sub(1)));
    end_where(conn, oldest, bound).await
}

/// The session with this hash. Whether it is live is the caller's to check.
pub async fn get(mut conn: impl Conn, hash: &str) -> Result<Option<Session>> {
    let statement =
        Sql::new("SELECT account_id, started_at, used_at, browser FROM sessions WHERE hash = $1").bind(hash);
    let Some((account, started, used, browser)) =
        conn.fetch_optional::<(String, i64, i64, Option<String>)>(statement).await?
    else {
        return Ok(None);
    };
    session_from_columns(AccountId(account), started, used, browser.as_deref()).map(Some)
}

/// Notes a use.
pub async fn touch(mut conn: impl Conn, hash: &str, now: Timestamp) -> Result<()> {
    let statement = Sql::new("UPDATE sessions SET used_at = $2 WHERE hash = $1").bind(hash).bind_time(now);
    conn.execute(statement).await.map(|_| ())
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
    let statement = Sql::new(
        "SELECT hash, started_at, used_at, browser FROM sessions WHERE account_id = $1 AND used_at > $2 \
         AND started_at > $3 ORDER BY used_at DESC, hash",
    )
    .bind(account.as_str())
    .bind_time(subtract_time(now, IDLE_TIMEOUT))
    .bind_time(subtract_time(now, MAX_SESSION_TIME));
    let rows = conn.fetch_all::<(String, i64, i64, Option<String>)>(statement).await?;
    let listed = |(hash, started, used, browser): (String, i64, i64, Option<String>)| {
        Ok((hash, session_from_columns(account.clone(), started, used, browser.as_deref())?))
    };
    rows.into_iter().map(listed).collect()
}

/// Ends a session of an account. `false` if the account has no such session.
pub async fn end_of_account(conn: impl Conn, account: &AccountId, hash: &str) -> Result<bool> {
    let own = |statement: Sql| statement.bind(account.as_str()).bind(hash);
    Ok(end_where(conn, "account_id = $1 AND hash = $2", own).await? > 0)
}

/// Ends all sessions of an account but one. Returns how many.
pub async fn end_all_but(conn: impl Conn, account: &AccountId, own: &str) -> Result<u64> {
    let others = |statement: Sql| statement.bind(account.as_str()).bind(own);
    end_where(conn, "account_id = $1 AND hash <> $2", others).await
}

/// Ends all sessions of these accounts: few enough for the values that a statement may have.
pub async fn end_all_of_accounts(conn: impl Conn, accounts: &[&AccountId]) -> Result<()> {
    let theirs = format!("account_id IN ({})", placeholders(1, accounts.len()));
    let bound = |statement: Sql| statement.bind_list(accounts.iter().map(|account| account.as_str()));
    end_where(conn, &theirs, bound).await.map(drop)
}

/// Removes sessions that have ended by themselves. Returns how many.
pub async fn purge(conn: impl Conn, now: Timestamp) -> Result<u64> {
    let ended = |statement: Sql| {
        statement.bind_time(subtract_time(now, IDLE_TIMEOUT)).bind_time(subtract_time(now, MAX_SESSION_TIME))
    };
    end_where(conn, "used_at <= $1 OR started_at <= $2", ended).await
}

/// Ends the sessions for which a condition holds, whose values are bound by `bound`, and forgets what was
/// read in them: the places stay, without the browser. Returns how many.
async fn end_where(mut conn: impl Conn, condition: &str, bound: impl Fn(Sql) -> Sql) -> Result<u64> {
    let devices = format!("SELECT '{BROWSER}' || substr(hash, 1, {DEVICE_LENGTH}) FROM sessions");
    reading::forget_devices(&mut conn, &format!("{devices} WHERE {condition}"), &bound).await?;
    conn.execute(bound(Sql::new(format!("DELETE FROM sessions WHERE {condition}")))).await
}

fn session_from_columns(
    account: AccountId,
    started: i64,
    used: i64,
    browser: Option<&str>,
) -> Result<Session> {
    let browser = browser.map(Browser::parse).unwrap_or_default();
    Ok(Session { account, started: to_timestamp(started)?, used: to_timestamp(used)?, browser })
}

fn subtract_time(now: Timestamp, duration: SignedDuration) -> Timestamp {
    now.saturating_sub(duration).unwrap_or(Timestamp::MIN)
}
