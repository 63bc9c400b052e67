//! Sessions of people who use the library's own pages in a browser (docs/rules/authentication.md#rule-16).

use domain::sessions::{Browser, MAX_SESSIONS, Session};
use domain::{AccountId, Peer, SessionKind};
use secrets::{OpaqueToken, hash_token};
use store::Tx;

use crate::sign_in::{PasswordSignIn, VerifiedAccount, lock_verified, verify_password};
use crate::{Error, Library, Operation, Result};

/// Begins a session of an account that has proved its password. The secret goes into the browser's cookie;
/// its hash is stored. If the account has too many sessions then, the one that was not used for the longest
/// time ends.
///
/// # Errors
/// [`Error::Credentials`] if the account has another password by now, or may no longer sign in; those of the
/// database.
pub async fn begin(op: &Operation, verified: &VerifiedAccount, browser: Browser) -> Result<OpaqueToken> {
    let mut tx = op.db().begin().await?;
    let account = lock_verified(&mut tx, &verified.to_proof()).await?.ok_or(Error::Credentials)?;
    let secret = insert_session(op, &mut tx, &account.id, (SessionKind::Password, browser)).await?;
    tx.commit().await?;
    tracing::info!(account = %account.id, "session begun");
    Ok(secret)
}

/// Adds a session to an account that the transaction has locked.
pub(crate) async fn insert_session(
    op: &Operation,
    tx: &mut Tx,
    account: &AccountId,
    (kind, browser): (SessionKind, Browser),
) -> Result<OpaqueToken> {
    let secret = OpaqueToken::generate(&mut op.rng());
    let session = Session::start(account.clone(), kind, browser, op.now);
    let hash = secret.hash();
    store::sessions::insert(&mut *tx, &hash, &session).await?;
    store::sessions::end_oldest(&mut *tx, account, &hash, MAX_SESSIONS).await?;
    Ok(secret)
}

pub struct BrowserSignIn<'a> {
    /// User name or email address.
    pub name: &'a str,
    pub password: &'a str,
    /// The network address by which wrong passwords are counted.
    pub peer: &'a Peer,
    /// The value of the cookie that the browser still has. `None` if it has none.
    pub previous: Option<&'a str>,
    pub browser: Browser,
}

pub struct BegunSession {
    /// The value of its cookie.
    pub secret: OpaqueToken,
    /// True if somebody else made the person's password.
    pub needs_new_password: bool,
}

/// Checks name and password, ends the browser's previous session, and begins one as [`begin`] does.
///
/// # Errors
/// Those of [`verify_password`] and [`begin`].
pub async fn sign_in(op: &Operation, form: BrowserSignIn<'_>) -> Result<BegunSession> {
    let BrowserSignIn { name, password, peer, previous, browser } = form;
    let verified = verify_password(op, PasswordSignIn { name, password, peer }).await?;
    if let Some(previous) = previous {
        end(op, previous).await?;
    }
    let secret = begin(op, &verified, browser).await?;
    Ok(BegunSession { secret, needs_new_password: verified.account.needs_new_password })
}

/// The user of a cookie's value. `None` if the session has ended, or its account is locked or deleted.
pub async fn resume(library: &Library, cookie: &str) -> Result<Option<Operation>> {
    let now = library.current_time();
    let hash = hash_token(cookie);
    let session = store::sessions::get(library.db(), &hash).await?;
    let Some(session) = session.filter(|session| session.is_live(now)) else { return Ok(None) };
    let reader = store::readers::find_by_account(library.db(), &session.account, now).await?;
    let Some(reader) = reader.filter(|one| one.account.may_sign_in()) else { return Ok(None) };
    let Some(site) = store::sites::get(library.db(), &reader.account.site).await? else { return Ok(None) };
    if session.is_due(now) {
        store::sessions::touch(library.db(), &hash, now).await?;
    }
    let must_choose_password = session.requires_new_password(&reader.account);
    let mut op = Operation::on_pages(library, site, reader, &hash, now);
    op.must_choose_password = must_choose_password;
    Ok(Some(op))
}

/// Ends the session of a cookie's value, if there is one.
pub async fn end(op: &Operation, cookie: &str) -> Result<()> {
    Ok(store::sessions::end(op.db(), &hash_token(cookie)).await?)
}

/// A browser that is signed in to the user's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenSession {
    /// The hash of its cookie's value.
    pub hash: String,
    /// Start and last use of the session.
    pub session: Session,
    /// True if it is the browser of this request.
    pub is_this: bool,
}

/// The browsers that are signed in to the user's account, newest use first. `cookie` is the value that this
/// browser sent.
pub async fn list(op: &Operation, cookie: &str) -> Result<Vec<OpenSession>> {
    let own = hash_token(cookie);
    let all = store::sessions::list(op.db(), op.account_id()?, op.now).await?;
    Ok(all.into_iter().map(|(hash, session)| OpenSession { is_this: hash == own, hash, session }).collect())
}

/// Ends the user's session whose hash is selected; of several only the one used last. It is no error
/// if none is selected: the session may have ended already.
pub async fn end_first_selected(op: &Operation, is_selected: impl Fn(&str) -> bool) -> Result<()> {
    let all = store::sessions::list(op.db(), op.account_id()?, op.now).await?;
    if let Some((hash, _)) = all.iter().find(|(hash, _)| is_selected(hash)) {
        store::sessions::end_of_account(op.db(), op.account_id()?, hash).await?;
    }
    Ok(())
}

/// Ends the user's sessions in other browsers. Returns how many.
pub async fn end_others(op: &Operation, cookie: &str) -> Result<u64> {
    let ended = store::sessions::end_all_but(op.db(), op.account_id()?, &hash_token(cookie)).await?;
    tracing::info!(account = %op.account_id()?, ended, "other sessions ended");
    Ok(ended)
}
