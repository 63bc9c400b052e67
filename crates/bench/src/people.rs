//! People of the library, already signed in.

use domain::accounts::{Account, Role};
use domain::sites::MAIN_SITE;
use jiff::{SignedDuration, Timestamp};
use store::tokens::NewPair;
use store::{Db, Tx};

use crate::library::KEY;

/// When they signed in: their tokens are valid for a hundred years.
const LONG_AGO: Timestamp = Timestamp::constant(1_600_000_000, 0);

/// Creates a person of the main site unless the name exists; returns the token.
pub async fn sign_in(db: &Db, name: &str, role: Role) -> anyhow::Result<String> {
    let token = token_of(name);
    let account = account(name, role);
    if store::accounts::get(db, &account.id).await?.is_some() {
        return Ok(token);
    }
    let mut tx = db.begin().await?;
    store::accounts::insert(&mut tx, &account, None).await?;
    hold(&mut tx, &account).await?;
    tx.commit().await?;
    Ok(token)
}

/// A minimal account of the main site.
pub fn account(name: &str, role: Role) -> Account {
    Account::new(name.into(), MAIN_SITE.into(), role, LONG_AGO)
}

/// The token of this person.
pub fn token_of(name: &str) -> String {
    format!("token-of-{name}")
}

/// Stores the token of a person.
pub async fn hold(tx: &mut Tx, account: &Account) -> anyhow::Result<()> {
    let now = LONG_AGO;
    let token = token_of(account.id.as_str());
    let (hash, refresh) = (oauth::tokens::hash(&token), oauth::tokens::hash(&format!("refresh-{token}")));
    let expires = now + SignedDuration::from_hours(24 * 365 * 100);
    let pair = NewPair {
        access_hash: &hash,
        access_expires: expires,
        refresh_hash: &refresh,
        refresh_expires: expires,
        client: &KEY.into(),
        account: &account.id,
        family: &hash,
        replaces: None,
    };
    store::tokens::insert_pair(tx, &pair, now).await?;
    Ok(())
}
