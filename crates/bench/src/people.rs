//! People of the library, already signed in.

use domain::{Account, MAIN_SITE, Role};
use jiff::{SignedDuration, Timestamp};
use store::tokens::NewTokenPair;
use store::{Db, Tx};

use crate::library::CLIENT_KEY;

/// Time of signing in: the tokens are valid for a hundred years.
const TOKENS_ISSUED_AT: Timestamp = Timestamp::constant(1_600_000_000, 0);

/// Creates a person of the main site unless the name exists; returns the token.
pub async fn sign_in(db: &Db, name: &str, role: Role) -> anyhow::Result<String> {
    let token = token_of(name);
    let account = minimal_account(name, role);
    if store::accounts::get(db, &account.id).await?.is_some() {
        return Ok(token);
    }
    let mut tx = db.begin().await?;
    store::accounts::insert(&mut tx, &account, None).await?;
    store_token(&mut tx, &account).await?;
    tx.commit().await?;
    Ok(token)
}

/// A minimal account of the main site.
pub fn minimal_account(name: &str, role: Role) -> Account {
    Account::new(name.into(), MAIN_SITE.into(), role, TOKENS_ISSUED_AT)
}

pub fn token_of(name: &str) -> String {
    format!("token-of-{name}")
}

pub async fn store_token(tx: &mut Tx, account: &Account) -> anyhow::Result<()> {
    let now = TOKENS_ISSUED_AT;
    let token = token_of(account.id.as_str());
    let (hash, refresh) = (secrets::hash_token(&token), secrets::hash_token(&format!("refresh-{token}")));
    let expires = now + SignedDuration::from_hours(24 * 365 * 100);
    let pair = NewTokenPair {
        access_hash: &hash,
        access_expires: expires,
        refresh_hash: &refresh,
        refresh_expires: expires,
        client: &CLIENT_KEY.into(),
        account: &account.id,
        family: &hash,
        replaces: None,
    };
    store::tokens::insert_pair(tx, &pair, now).await?;
    Ok(())
}
