//! Competent authorities confirm disabilities (spec 4, 1.3 and 2.9). They have no account: who has the identifier that
//! went out in the letter is the authority.

pub mod confirm;
pub mod get;

use domain::accounts::Account;
use domain::confirmations::Confirmation;
use domain::ids::AccountId;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::state::Api;

/// The unanswered request that a key is for; `RECORD_NOT_FOUND` when there is none, or none any more.
async fn by_key(api: &Api, caller: &Caller, key: &str) -> Result<(Confirmation, Account)> {
    let hash = oauth::tokens::hash(key);
    let asked = store::confirmations::by_key(&api.db, &hash, caller.now).await?;
    let asked = asked.ok_or(ErrorKey::RecordNotFound)?;
    let account = member(api, caller, &asked.account).await?;
    Ok((asked, account))
}

/// The member, of the key's site; who is locked or gone has no records.
async fn member(api: &Api, caller: &Caller, id: &AccountId) -> Result<Account> {
    let account = store::accounts::get(&api.db, id).await?;
    let here = |account: &Account| !account.locked && !account.deleted && account.site == caller.site.id;
    Ok(account.filter(here).ok_or(ErrorKey::RecordNotFound)?)
}
