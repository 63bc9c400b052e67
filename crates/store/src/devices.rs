//! Devices: apps and reading devices that sign in to an account with a name and a password of their own
//! (docs/rules/authentication.md#rule-14).

use domain::dates::time_before;
use domain::{AccountId, Device, DeviceId};
use jiff::{SignedDuration, Timestamp};

use crate::accounts::fold_login;
use crate::sql::TableRow;
use crate::{Conn, Record as _, Result, Sql, record};

/// Minimum time between two records of a device's last use.
const TOUCH_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

record! {
    Device {
        id: "d.id",
        account: "d.account_id",
        name: "d.name",
        sign_in: "d.sign_in",
        scope: "d.scope",
        created: "d.created_at",
        last_used: "d.last_used_at",
        last_app: "d.last_app",
        revoked: "d.revoked_at",
    }
}

/// Adds a device with the hash of its proof. `false` if its sign-in name is taken, also by a revoked device.
pub async fn insert(mut conn: impl Conn, device: &Device, proof_hash: &str) -> Result<bool> {
    let row = TableRow::new("devices")
        .set("id", &device.id)
        .set("account_id", &device.account)
        .set("name", &device.name)
        .set("sign_in", &device.sign_in)
        .set("scope", device.scope)
        .set("proof_hash", proof_hash)
        .set("created_at", device.created)
        .set("last_used_at", device.last_used)
        .set("last_app", device.last_app.as_deref())
        .set("revoked_at", device.revoked);
    conn.affects_rows(row.insert().append(" ON CONFLICT (sign_in) DO NOTHING")).await
}

/// The live devices that a name can mean, each with the hash of its proof: the one with this sign-in name,
/// and all of the account with this user name or email address, in any case.
pub async fn list_by_sign_in(mut conn: impl Conn, name: &str) -> Result<Vec<(Device, String)>> {
    let statement = Sql::new(format!(
        "SELECT {}, d.proof_hash FROM devices d WHERE d.revoked_at IS NULL AND d.id IN ( \
             SELECT id FROM devices WHERE sign_in = $1 \
             UNION SELECT o.id FROM logins l JOIN devices o ON o.account_id = l.account_id WHERE l.folded = $1) \
         ORDER BY d.id",
        Device::COLUMNS
    ));
    conn.fetch_all(statement.bind(fold_login(name))).await
}

/// The live devices of an account, newest first.
pub async fn list(mut conn: impl Conn, account: &AccountId) -> Result<Vec<Device>> {
    let statement = Device::select_from(
        "devices d WHERE d.account_id = $1 AND d.revoked_at IS NULL ORDER BY d.created_at DESC, d.id",
    );
    conn.fetch_all(statement.bind(account)).await
}

/// Returns true if there is a device with this identifier, of any account, also a revoked one.
pub async fn exists(mut conn: impl Conn, id: &DeviceId) -> Result<bool> {
    let statement = Sql::new("SELECT id FROM devices WHERE id = $1").bind(id);
    Ok(conn.fetch_optional::<String>(statement).await?.is_some())
}

pub async fn count(mut conn: impl Conn, account: &AccountId) -> Result<usize> {
    let statement =
        Sql::new("SELECT COUNT(*) FROM devices WHERE account_id = $1 AND revoked_at IS NULL").bind(account);
    conn.fetch_one(statement).await
}

/// Revokes a live device of an account. `false` if the account has none with this identifier.
pub async fn revoke(mut conn: impl Conn, account: &AccountId, id: &DeviceId, now: Timestamp) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE devices SET revoked_at = $3 WHERE id = $1 AND account_id = $2 AND revoked_at IS NULL",
    )
    .bind_all((id, account, now));
    conn.affects_rows(statement).await
}

/// Revokes all devices of an account. Returns how many were live.
pub async fn revoke_account(conn: impl Conn, account: &AccountId, now: Timestamp) -> Result<u64> {
    revoke_accounts(conn, &[account], now).await
}

/// Revokes all devices of these accounts, at most as many as a statement can bind. Returns how many were
/// live.
pub async fn revoke_accounts(mut conn: impl Conn, accounts: &[&AccountId], now: Timestamp) -> Result<u64> {
    let update =
        Sql::new("UPDATE devices SET revoked_at = $1 WHERE revoked_at IS NULL AND account_id IN (?)");
    conn.execute(update.bind(now).bind_in(accounts.iter().copied())).await
}

/// Notes that a device is used, and by which app, unless that was noted within the last hour. Returns true if
/// it was noted now.
pub async fn touch(mut conn: impl Conn, device: &Device, app: Option<&str>, now: Timestamp) -> Result<bool> {
    let latest = time_before(now, TOUCH_INTERVAL);
    if device.last_used.is_some_and(|used| used > latest) {
        return Ok(false);
    }
    // The condition is repeated, so that only one of concurrent requests writes.
    let statement = Sql::new(
        "UPDATE devices SET last_used_at = $2, last_app = $3 \
         WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)",
    )
    .bind_all((device.id.as_str(), now, app, latest));
    conn.affects_rows(statement).await
}

/// Removes devices that were revoked before a moment. Returns how many.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    conn.execute(Sql::new("DELETE FROM devices WHERE revoked_at < $1").bind(before)).await
}
