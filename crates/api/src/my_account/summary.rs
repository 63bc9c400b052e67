//! Loads what an account summary is made from.

use domain::clients::Privilege;
use domain::ids::AccountId;
use domain::readers::Reader;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::records::AccountSummary;
use crate::state::Api;

/// The summary of one reader; keys with membership privileges see roles and credits too (spec 4, 2.5).
pub(super) async fn of(api: &Api, caller: &Caller, reader: &Reader) -> Result<AccountSummary> {
    let id = &reader.account.id;
    let student = store::students::get(&api.db, id).await?;
    let credits = if caller.client.may(Privilege::Membership) {
        Some(store::credits::balance(&api.db, id).await?)
    } else {
        None
    };
    Ok(AccountSummary::new(api, reader, &student, credits, caller.now))
}

/// The summary of an account as it is now, after a change.
pub(super) async fn reread(api: &Api, caller: &Caller, id: &AccountId) -> Result<AccountSummary> {
    let reader = store::readers::by_account(&api.db, id, caller.now).await?.ok_or(ErrorKey::UserNotFound)?;
    of(api, caller, &reader).await
}
