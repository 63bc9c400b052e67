//! Competent authorities confirm disabilities (spec 4, 1.3 and 2.9). They have no account: whoever has the key in the
//! email is the authority.

use domain::accounts::Account;
use domain::confirmations::{Confirmation, Statement};
use domain::ids::AccountId;
use jobs::letters::{SendLetter, enqueue};
use store::proofs::Proof;

use crate::error::{Error, Fault, Result};
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::roles::AuthorityKey;

/// An open request to an authority.
#[derive(Debug, Clone)]
pub struct Requested {
    /// The request.
    pub confirmation: Confirmation,
    /// The member who asks.
    pub account: Account,
    /// The member's proofs.
    pub proofs: Vec<Proof>,
}

/// The open request that a key is for: `RECORD_NOT_FOUND` if there is none, or if it was confirmed. The audit records
/// that it was read.
pub async fn get(library: &Library, caller: &AuthorityKey, key: &str) -> Result<Requested> {
    let (confirmation, account) = by_key(library, caller, key).await?;
    caller.reads(library, [&account.id]).await?;
    let proofs = store::proofs::of_account(&library.db, &account.id).await?;
    Ok(Requested { confirmation, account, proofs })
}

/// Confirms a disability: the member has an active proof of each disability named. A request is confirmed once. It is
/// identified by the key in the email, or by the member's user name or identifier; `email` is the address that it went
/// to.
///
/// # Errors
/// `RECORD_NOT_FOUND`; `INVALID_EMAIL` if the request went to another address.
pub async fn confirm(
    library: &Library,
    caller: &AuthorityKey,
    identifier: &str,
    email: &str,
    statement: &Statement,
) -> Result<()> {
    let (confirmation, account) = requested(library, caller, identifier, email).await?;
    let mut tx = library.db.begin().await?;
    if !store::confirmations::confirm(&mut tx, &confirmation, statement, caller.now).await? {
        tx.rollback().await?;
        return Err(ErrorKey::RecordNotFound.into());
    }
    enqueue(&mut tx, &SendLetter::ConfirmationGiven { account: account.id }, caller.now).await?;
    Ok(tx.commit().await?)
}

/// The request that is confirmed. It must have gone to this address.
async fn requested(
    library: &Library,
    caller: &AuthorityKey,
    identifier: &str,
    email: &str,
) -> Result<(Confirmation, Account)> {
    let (requests, account) = match by_key(library, caller, identifier).await {
        Ok((confirmation, account)) => (vec![confirmation], account),
        Err(Error::Refused(ErrorKey::RecordNotFound)) => {
            let account = store::accounts::by_identifier(&library.db, identifier).await?;
            let account = account.ok_or(ErrorKey::RecordNotFound)?;
            let account = member(library, caller, &account.id).await?;
            (store::confirmations::open_of(&library.db, &account.id, caller.now).await?, account)
        }
        Err(error) => return Err(error),
    };
    if requests.is_empty() {
        return Err(ErrorKey::RecordNotFound.into());
    }
    let asked = requests.into_iter().find(|confirmation| confirmation.went_to(email));
    let asked = asked.ok_or_else(|| {
        Error::Invalid(vec![Fault {
            key: ErrorKey::InvalidEmail,
            field: "emailAddress".to_owned(),
            reason: "must be the address that the letter went to".to_owned(),
        }])
    })?;
    Ok((asked, account))
}

async fn by_key(library: &Library, caller: &AuthorityKey, key: &str) -> Result<(Confirmation, Account)> {
    let hash = oauth::tokens::hash(key);
    let confirmation = store::confirmations::by_key(&library.db, &hash, caller.now).await?;
    let confirmation = confirmation.ok_or(ErrorKey::RecordNotFound)?;
    let account = member(library, caller, &confirmation.account).await?;
    Ok((confirmation, account))
}

/// The member, of the key's site; locked and deleted accounts have no requests.
async fn member(library: &Library, caller: &AuthorityKey, id: &AccountId) -> Result<Account> {
    let account = store::accounts::get(&library.db, id).await?;
    let here = |account: &Account| !account.locked && !account.deleted && account.site == caller.site.id;
    account.filter(here).ok_or_else(|| ErrorKey::RecordNotFound.into())
}
