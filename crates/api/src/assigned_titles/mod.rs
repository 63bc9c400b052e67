//! What sponsors and membership staff assign to others (document 2, "Assigned titles").

pub mod assign;
pub mod list;
mod page;
pub mod unassign;

pub use page::Shelf;

use domain::accounts::Account;
use domain::assignments::{may_assign, may_assign_to};
use domain::ids::AccountId;
use store::Tx;

use crate::http::caller::Caller;
use crate::http::errors::{ErrorKey, Result};
use crate::http::roles::{FromCaller, SignedIn};
use crate::state::Api;

/// A sponsor or membership staff; 403 `FORBIDDEN` for other users.
#[derive(Debug, Clone)]
pub struct Assigner(pub SignedIn);

impl Assigner {
    /// The account named in the path: a member of the sponsor's organization, or an account of the staff's
    /// site; 404 for all others (spec 4, 4.8).
    async fn member(&self, api: &Api, identifier: &str) -> Result<Account> {
        let account = store::accounts::by_identifier(&api.db, identifier).await?;
        let theirs = account.filter(|account| may_assign_to(&self.0.reader.account, account));
        theirs.ok_or_else(|| ErrorKey::UserNotFound.into())
    }

    /// The same account, held until the transaction ends: nothing is assigned to somebody who is leaving the
    /// organization at this moment.
    async fn demand_held(&self, tx: &mut Tx, id: &AccountId) -> Result<()> {
        let account = store::accounts::for_update(tx, id).await?;
        let theirs = account.filter(|account| may_assign_to(&self.0.reader.account, account));
        theirs.map(drop).ok_or_else(|| ErrorKey::UserNotFound.into())
    }
}

impl FromCaller for Assigner {
    fn from_caller(caller: &Caller) -> services::Result<Self> {
        let user = SignedIn::from_caller(caller)?;
        if may_assign(&user.reader.account) { Ok(Self(user)) } else { Err(ErrorKey::Forbidden.into()) }
    }
}
