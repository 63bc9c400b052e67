//! Sessions of people who use the library's own pages in a browser (docs/rules/authentication.md#rule-16).

use domain::accounts::Account;
use domain::sessions::Session;
use oauth::Secret;
use oauth::tokens::hash;

use crate::caller::Caller;
use crate::error::Result;
use crate::library::Library;
use crate::roles::{FromCaller as _, SignedIn};

/// Begins a session of an account that has proved its password. The secret goes into the browser's cookie;
/// its hash is stored.
///
/// # Errors
/// Those of the database.
pub async fn begin(library: &Library, account: &Account) -> Result<Secret> {
    let secret = Secret::generate(&mut library.rng());
    let session = Session::start(account.id.clone(), library.now());
    store::sessions::insert(&library.db, &secret.hash(), &session).await?;
    tracing::info!(account = %account.id, "session begun");
    Ok(secret)
}

/// The user of a cookie's value. `None` if the session has ended, or its account is locked or deleted.
///
/// # Errors
/// Those of the database.
pub async fn resume(library: &Library, cookie: &str) -> Result<Option<SignedIn>> {
    let (now, hash) = (library.now(), hash(cookie));
    let session = store::sessions::get(&library.db, &hash).await?;
    let Some(session) = session.filter(|session| session.is_live(now)) else { return Ok(None) };
    let reader = store::readers::by_account(&library.db, &session.account, now).await?;
    let Some(reader) = reader.filter(|one| !one.account.locked && !one.account.deleted) else {
        return Ok(None);
    };
    let Some(site) = store::sites::get(&library.db, &reader.account.site).await? else { return Ok(None) };
    if session.is_due(now) {
        store::sessions::touch(&library.db, &hash, now).await?;
    }
    SignedIn::from_caller(&Caller::on_pages(site, reader, now)).map(Some)
}

/// Ends the session of a cookie's value, if there is one.
///
/// # Errors
/// Those of the database.
pub async fn end(library: &Library, cookie: &str) -> Result<()> {
    Ok(store::sessions::end(&library.db, &hash(cookie)).await?)
}
