//! Authorization codes and tokens, kept as hashes (SHA-256, base64url without padding;
//! docs/rules/authentication.md).

use domain::reading::{APP, DEVICE_LENGTH};
use domain::{AccountId, ClientId};
use jiff::Timestamp;

use crate::sql::TableRow;
use crate::{Conn, Db, Record as _, Result, Sql, Tx, reading, record};

/// The tables of tokens, in the order in which every transaction locks their rows.
const TOKEN_TABLES: [&str; 2] = ["refresh_tokens", "access_tokens"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationCode {
    pub hash: String,
    pub client: ClientId,
    pub account: AccountId,
    /// The redirect address of the request; the token request must send the same.
    pub redirect_uri: String,
    /// PKCE challenge (S256), when one was sent.
    pub challenge: Option<String>,
    pub expires: Timestamp,
}

record! {
    AuthorizationCode {
        hash,
        client: "client_id",
        account: "account_id",
        redirect_uri,
        challenge,
        expires: "expires_at",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedeemedCode {
    /// Used now, for the first and only time.
    Fresh(AuthorizationCode),
    /// Used before; all tokens made from it are revoked now.
    Reused,
    /// It has run out.
    Expired,
    /// No such code of this client.
    Unknown,
}

/// An access token and its refresh token.
#[derive(Debug, Clone, Copy)]
pub struct NewTokenPair<'a> {
    pub access_hash: &'a str,
    pub access_expires: Timestamp,
    pub refresh_hash: &'a str,
    pub refresh_expires: Timestamp,
    pub client: &'a ClientId,
    pub account: &'a AccountId,
    /// All that came from one sign-in: the code's hash; for the password grant the first access token's
    /// hash; for a refresh the family of the old token.
    pub family: &'a str,
    /// Hash of the refresh token that the pair replaces; `None` if it came from a sign-in.
    pub replaces: Option<&'a str>,
}

/// The sign-in that a refresh token represents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefreshToken {
    pub client: ClientId,
    pub account: AccountId,
    /// The family for the new pair.
    pub family: String,
    pub expires: Timestamp,
}

record! { RefreshToken { client: "client_id", account: "account_id", family, expires: "expires_at" } }

/// The result of checking a refresh token. The account may be locked; the caller checks that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefreshCheck {
    /// It can be used.
    Valid(RefreshToken),
    /// No such token.
    Unknown,
    /// It has run out.
    Expired,
    Revoked,
    /// A pair that replaces it has been used: someone has an old copy. All tokens of the sign-in are revoked
    /// now.
    Replayed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RevocationOutcome {
    /// The token is revoked, now or before.
    Revoked,
    /// No such token.
    Unknown,
    /// Another client's token; it stays.
    OtherClient,
}

pub async fn insert_code(mut conn: impl Conn, code: &AuthorizationCode, now: Timestamp) -> Result<()> {
    let row = TableRow::new("authorization_codes")
        .set("hash", &code.hash)
        .set("client_id", &code.client)
        .set("account_id", &code.account)
        .set("redirect_uri", &code.redirect_uri)
        .set("challenge", code.challenge.as_deref())
        .set("created_at", now)
        .set("expires_at", code.expires);
    conn.execute(row.insert()).await.map(drop)
}

/// Uses a code, exactly once however many requests race. Commit the transaction regardless of the result: a
/// reuse revokes tokens. Another client's code is left alone.
pub async fn redeem_code(tx: &mut Tx, hash: &str, client: &ClientId, now: Timestamp) -> Result<RedeemedCode> {
    lock_account_of(tx, "authorization_codes", hash).await?;
    let statement = Sql::new(format!(
        "UPDATE authorization_codes SET redeemed_at = $3 \
         WHERE hash = $1 AND client_id = $2 AND redeemed_at IS NULL \
         RETURNING {}",
        AuthorizationCode::COLUMNS
    ))
    .bind_all((hash, client, now));
    if let Some(code) = tx.fetch_optional::<AuthorizationCode>(statement).await? {
        let is_expired = code.expires <= now;
        return Ok(if is_expired { RedeemedCode::Expired } else { RedeemedCode::Fresh(code) });
    }
    let statement = Sql::new("SELECT COUNT(*) FROM authorization_codes WHERE hash = $1 AND client_id = $2")
        .bind_all((hash, client));
    if tx.fetch_one::<i64>(statement).await? == 0 {
        return Ok(RedeemedCode::Unknown);
    }
    revoke_family(tx, hash, now).await?;
    Ok(RedeemedCode::Reused)
}

/// Records an access token and its refresh token.
pub async fn insert_pair(tx: &mut Tx, pair: &NewTokenPair<'_>, now: Timestamp) -> Result<()> {
    let rows = [
        ("access_tokens", pair.access_hash, pair.access_expires),
        ("refresh_tokens", pair.refresh_hash, pair.refresh_expires),
    ];
    for (table, hash, expires) in rows {
        let row = TableRow::new(table)
            .set("hash", hash)
            .set("family", pair.family)
            .set("client_id", pair.client)
            .set("account_id", pair.account)
            .set("created_at", now)
            .set("expires_at", expires)
            .set("replaces", pair.replaces);
        tx.execute(row.insert()).await?;
    }
    Ok(())
}

/// Uses a refresh token of a client. It stays good until a pair that replaces it is first used
/// (docs/rules/authentication.md#rule-7); one that comes after that has leaked, and ends all tokens of its
/// sign-in (RFC 9700, 4.14.2). Commit the transaction regardless of the result.
pub async fn use_refresh_token(
    tx: &mut Tx,
    hash: &str,
    client: &ClientId,
    now: Timestamp,
) -> Result<RefreshCheck> {
    lock_account_of(tx, "refresh_tokens", hash).await?;
    let statement = Sql::new(format!(
        "SELECT {}, revoked_at, spent_at, replaces FROM refresh_tokens WHERE hash = $1 AND client_id = $2",
        RefreshToken::COLUMNS
    ))
    .bind_all((hash, client));
    let row =
        tx.fetch_optional::<(RefreshToken, Option<i64>, Option<i64>, Option<String>)>(statement).await?;
    let Some((token, revoked, spent, replaces)) = row else { return Ok(RefreshCheck::Unknown) };
    if spent.is_some() {
        revoke_family(tx, &token.family, now).await?;
        return Ok(RefreshCheck::Replayed);
    }
    if revoked.is_some() {
        return Ok(RefreshCheck::Revoked);
    }
    if token.expires <= now {
        return Ok(RefreshCheck::Expired);
    }
    if let Some(replaced) = replaces {
        end_refresh_token(tx, "refresh_tokens", hash, &replaced, now).await?;
    }
    Ok(RefreshCheck::Valid(token))
}

/// Notes that a pair is used for the first time, by its access token with the hash `access`: the refresh
/// token that it `replaces` is spent. Called once for a pair; more often does no harm.
pub async fn record_first_use(db: &Db, access: &str, replaces: &str, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    end_refresh_token(&mut tx, "access_tokens", access, replaces, now).await?;
    tx.commit().await
}

/// Ends a refresh token that a pair replaces, and clears the link of the pair's token in `table` to it.
async fn end_refresh_token(
    tx: &mut Tx,
    table: &str,
    hash: &str,
    replaces: &str,
    now: Timestamp,
) -> Result<()> {
    let spent = "UPDATE refresh_tokens SET spent_at = $2 WHERE hash = $1 AND spent_at IS NULL";
    tx.execute(Sql::new(spent).bind(replaces).bind(now)).await?;
    let noted = format!("UPDATE {table} SET replaces = NULL WHERE hash = $1");
    tx.execute(Sql::new(noted).bind(hash)).await.map(drop)
}

/// Locks the account that a code or token belongs to, before any row of `table` is locked: transactions that
/// make or end sign-ins of one account run one after the other. Otherwise a pair that is being made would
/// escape the end of its sign-in, because its rows are not yet visible to the statement that revokes.
async fn lock_account_of(tx: &mut Tx, table: &str, hash: &str) -> Result<()> {
    let text = format!(
        "SELECT id FROM accounts WHERE id = (SELECT account_id FROM {table} WHERE hash = $1){}",
        tx.lock_clause()
    );
    tx.fetch_optional::<AccountId>(Sql::new(text).bind(hash)).await.map(drop)
}

/// Revokes the access or refresh token with this hash, and no other. Revoking it again is not an error.
/// Revoking a token has received it, so the refresh token that it replaces is spent.
pub async fn revoke(tx: &mut Tx, hash: &str, client: &ClientId, now: Timestamp) -> Result<RevocationOutcome> {
    for table in TOKEN_TABLES {
        let statement = Sql::new(format!(
            "UPDATE {table} SET revoked_at = COALESCE(revoked_at, $3) WHERE hash = $1 AND client_id = $2 \
             RETURNING replaces"
        ))
        .bind_all((hash, client, now));
        if let Some(replaces) = tx.fetch_optional::<Option<String>>(statement).await? {
            if let Some(replaced) = replaces {
                end_refresh_token(tx, table, hash, &replaced, now).await?;
            }
            return Ok(RevocationOutcome::Revoked);
        }
    }
    let statement = Sql::new(
        "SELECT (SELECT COUNT(*) FROM access_tokens WHERE hash = $1) \
         + (SELECT COUNT(*) FROM refresh_tokens WHERE hash = $1)",
    )
    .bind(hash);
    Ok(match tx.fetch_one::<i64>(statement).await? {
        0 => RevocationOutcome::Unknown,
        _ => RevocationOutcome::OtherClient,
    })
}

/// Revokes all tokens that came from one sign-in. Returns how many were still valid.
pub async fn revoke_family(conn: impl Conn, family: &str, now: Timestamp) -> Result<u64> {
    revoke_where(conn, "family = $2", &[family], now).await
}

/// Revokes all tokens of an account, and the codes that would give it new ones. Returns how many tokens were
/// still good.
pub async fn revoke_account(conn: impl Conn, account: &AccountId, now: Timestamp) -> Result<u64> {
    revoke_accounts(conn, &[account], now).await
}

/// Revokes the tokens and codes of these accounts, as [`revoke_account`] does of one, at most as many as a
/// statement can bind.
pub async fn revoke_accounts(mut conn: impl Conn, accounts: &[&AccountId], now: Timestamp) -> Result<u64> {
    let ids: Vec<&str> = accounts.iter().map(|account| account.as_str()).collect();
    void_codes(&mut conn, &ids, now).await?;
    revoke_where(conn, "account_id IN (?)", &ids, now).await
}

/// Revokes the tokens and codes of an account, except the sign-in of the access token with the hash `own`,
/// where its owner has chosen a new password.
pub async fn revoke_other_sign_ins(
    mut conn: impl Conn,
    account: &AccountId,
    own: &str,
    now: Timestamp,
) -> Result<u64> {
    void_codes(&mut conn, &[account.as_str()], now).await?;
    let others = "account_id = $2 AND family NOT IN (SELECT family FROM access_tokens WHERE hash = $3)";
    revoke_where(conn, others, &[account.as_str(), own], now).await
}

async fn void_codes(mut conn: impl Conn, accounts: &[&str], now: Timestamp) -> Result<()> {
    let codes = Sql::new(
        "UPDATE authorization_codes SET redeemed_at = $1 WHERE redeemed_at IS NULL AND account_id IN (?)",
    );
    conn.execute(codes.bind(now).bind_in(accounts.iter().copied())).await.map(drop)
}

/// Revokes the tokens of both kinds that are still good and for which a condition holds; its values begin at
/// `$2`, or replace `(?)`.
async fn revoke_where(mut conn: impl Conn, condition: &str, values: &[&str], now: Timestamp) -> Result<u64> {
    let mut revoked = 0;
    for table in TOKEN_TABLES {
        let text = format!("UPDATE {table} SET revoked_at = $1 WHERE revoked_at IS NULL AND {condition}");
        revoked += conn.execute(Sql::new(text).bind(now).bind_in(values.iter().copied())).await?;
    }
    Ok(revoked)
}

/// Removes codes and tokens that expired before a moment. Returns how many. Keep them for a while: a token
/// that has expired is reported differently from one that never existed. With the last token of a sign-in,
/// the app is cleared from what was read with it; the positions stay.
pub async fn purge(mut conn: impl Conn, before: Timestamp) -> Result<u64> {
    let expired = TOKEN_TABLES.map(|table| format!("SELECT family FROM {table} WHERE expires_at < $1"));
    let remain = TOKEN_TABLES.map(|table| {
        format!("EXISTS (SELECT 1 FROM {table} t WHERE t.family = expired.family AND t.expires_at >= $1)")
    });
    let devices = format!(
        "SELECT '{APP}' || substr(family, 1, {DEVICE_LENGTH}) FROM ({}) AS expired WHERE NOT ({})",
        expired.join(" UNION "),
        remain.join(" OR ")
    );
    reading::forget_devices(&mut conn, &devices, |statement| statement.bind(before)).await?;
    let mut purged = 0;
    for table in ["authorization_codes", "access_tokens", "refresh_tokens"] {
        let statement = Sql::new(format!("DELETE FROM {table} WHERE expires_at < $1")).bind(before);
        purged += conn.execute(statement).await?;
    }
    Ok(purged)
}
