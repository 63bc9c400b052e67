//! Serving a person by telephone, at the membership desk or by a sponsor at a school
//! (docs/rules/memberships.md#rule-15): each act is on behalf of the person, and the audit records who did
//! it. Nobody acts as the person.

mod books;
mod notes;
mod reading;
mod sign_in;
mod view;

pub use crate::downloads::OrderedCopy;
pub use books::{BookOrder, OfferedBook, OrderOutcome, assign_title, order_copy};
pub use domain::call_notes::{CallNote, MAX_NOTE_CHARS};
pub use notes::add_note;
pub use reading::{change_preferences, create_device, revoke_device};
pub use sign_in::{NewSignIn, SignInBar, SignInReset, reset_sign_in};
pub use view::{FoundBooks, MAX_BOOKS, ServiceView, open_person};

use domain::members::is_member_of;
use domain::{Account, AccountId, OrganizationId, Reader};
use store::Tx;

use crate::{ErrorKey, Operation, Result};

/// The place where a person is served: it decides whom the caller serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServicePoint {
    /// Membership staff serve people of the sites that they manage.
    Desk,
    /// Sponsors serve the members of their own organization.
    School,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedPerson {
    pub point: ServicePoint,
    pub id: AccountId,
}

impl ServedPerson {
    /// Refuses callers who serve nobody here: 401 for guests, 403 `FORBIDDEN` or `NOT_SPONSOR`.
    fn require_role(&self, op: &Operation) -> Result<()> {
        match self.point {
            ServicePoint::Desk => op.require_membership_staff(),
            ServicePoint::School => op.require_sponsor().map(drop),
        }
    }

    /// Returns true if the caller serves the owner of this account here.
    fn is_served(&self, op: &Operation, account: &Account) -> bool {
        match self.point {
            ServicePoint::Desk => !account.deleted && op.manages_membership(&account.site),
            ServicePoint::School => {
                op.require_sponsor().is_ok_and(|sponsor| is_member_of(account, &sponsor.organization.id))
            }
        }
    }

    /// The person: `USER_NOT_FOUND` for people whom the caller does not serve here.
    async fn find(&self, op: &Operation) -> Result<Reader> {
        self.require_role(op)?;
        let reader = store::readers::find_by_account(op.db(), &self.id, op.now).await?;
        let served = reader.filter(|reader| self.is_served(op, &reader.account));
        served.ok_or_else(|| ErrorKey::UserNotFound.into())
    }

    /// The person's account, locked until the transaction ends: `USER_NOT_FOUND` as for
    /// [`find`](Self::find).
    async fn lock(&self, op: &Operation, tx: &mut Tx) -> Result<Account> {
        self.require_role(op)?;
        if self.point == ServicePoint::School {
            op.require_sponsor()?.lock_organization(tx).await?;
        }
        let account = store::accounts::get_for_update(tx, &self.id).await?;
        let served = account.filter(|account| self.is_served(op, account));
        served.ok_or_else(|| ErrorKey::UserNotFound.into())
    }

    /// The organization whose sponsors read the notes that are written here. `None` at the membership desk.
    fn note_readers<'a>(&self, op: &'a Operation) -> Result<Option<&'a OrganizationId>> {
        Ok(match self.point {
            ServicePoint::Desk => None,
            ServicePoint::School => Some(&op.require_sponsor()?.organization.id),
        })
    }
}
