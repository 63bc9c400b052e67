//! Reading lists (document 2, "Reading lists"; spec 4, 1.5 and 4.7). Who may what is `domain::lists`.

pub mod delete;
pub mod get;
pub mod members;
mod page;
pub mod put;
pub mod search;
pub mod titles;

pub use page::{ListOfLists, Lists};

use domain::lists::ReadingList;
use store::Tx;
use store::lists::ListView;

use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::SignedIn;
use crate::state::Api;

/// A list that the user sees, or 404.
pub(crate) async fn seen(api: &Api, user: &SignedIn, id: &str) -> Result<ListView> {
    let view = store::lists::view(&api.db, id, &user.reader.account).await?;
    let seen = view.filter(|view| view.list.is_seen_by(&user.reader.account, view.is_member));
    seen.ok_or_else(|| ErrorKey::ListNotFound.into())
}

/// A list that the user sees, kept as it is until the transaction ends, or 404: the rules are asked about
/// what stands when the change is made.
pub(crate) async fn held(tx: &mut Tx, user: &SignedIn, id: &str) -> Result<ReadingList> {
    let list = store::lists::for_update(&mut *tx, id).await?.ok_or(ErrorKey::ListNotFound)?;
    let is_member = store::lists::is_member(&mut *tx, id, user.id()).await?;
    if list.is_seen_by(&user.reader.account, is_member) {
        Ok(list)
    } else {
        Err(ErrorKey::ListNotFound.into())
    }
}

/// 403 for a verb that the list does not allow the user (spec 4, 4.3).
pub(crate) fn demand(allowed: bool) -> Result<()> {
    if allowed { Ok(()) } else { Err(ErrorKey::OperationNotAllowed.into()) }
}

/// Only sponsors make org lists (spec 4, 4.7).
pub(crate) fn no_org_list() -> (ErrorKey, String) {
    (ErrorKey::InvalidParameter, "access: only sponsors can make a list of their organization".to_owned())
}
