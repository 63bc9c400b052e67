//! New reading lists.

use domain::lists::{ListAccess, MAX_LISTS_PER_OWNER, organization_of};
use domain::{Account, ReadingList};
use store::Tx;

use super::{ListView, get, org_list_requires_sponsor};
use crate::accounts::lock_managed;
use crate::error::already_exists_on_conflict;
use crate::{Error, ErrorKey, Faults, Operation, RequiredField, Result};

#[derive(Debug, Clone)]
pub struct NewList {
    /// Name; need not be unique.
    pub name: RequiredField<String>,
    /// The list's access; only sponsors make lists of their organization.
    pub access: RequiredField<ListAccess>,
    pub description: Option<String>,
}

/// Creates an empty list of the user's own.
///
/// # Errors
/// The faults of the request, among them an org list of a user who sponsors no organization
/// (docs/rules/lists.md#rule-1); `OPERATION_NOT_ALLOWED` for a user who has enough lists.
pub async fn create(op: &Operation, new: NewList, faults: Faults) -> Result<ListView> {
    op.require_list_maker()?;
    let list = new.into_list(op, op.account()?, faults)?;
    add_own(op, list).await
}

/// Creates an empty list of the user's own with this identifier, so that a form that is sent again creates
/// nothing.
///
/// # Errors
/// Those of [`create`]; `ALREADY_EXISTS` if a list has the identifier.
pub async fn create_with_id(op: &Operation, id: String, new: NewList, faults: Faults) -> Result<ListView> {
    op.require_list_maker()?;
    let list = new.into_list(op, op.account()?, faults)?;
    add_own(op, ReadingList { id, ..list }).await
}

async fn add_own(op: &Operation, list: ReadingList) -> Result<ListView> {
    let mut tx = op.db().begin().await?;
    insert_limited(&mut tx, &list).await?;
    tx.commit().await?;
    get(op, &list.id).await
}

/// Creates an empty list that another account owns.
///
/// # Errors
/// The faults of the request; `USER_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub async fn create_for(op: &Operation, person: &str, new: NewList, faults: Faults) -> Result<ListView> {
    op.require_membership_staff()?;
    let mut tx = op.db().begin().await?;
    let (owner, faults) = faults.report_before(lock_managed(op, &mut tx, person).await)?;
    let list = new.into_list(op, &owner, faults)?;
    insert_limited(&mut tx, &list).await?;
    tx.commit().await?;
    get(op, &list.id).await
}

/// Adds a list, unless its owner has enough of them.
async fn insert_limited(tx: &mut Tx, list: &ReadingList) -> Result<()> {
    if store::lists::lock_and_count_owned(tx, &list.owner).await? >= MAX_LISTS_PER_OWNER {
        let sentence = format!(
            "An account has at most {MAX_LISTS_PER_OWNER} reading lists; delete one that is not used."
        );
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, sentence));
    }
    store::lists::insert(&mut *tx, list).await.map_err(already_exists_on_conflict)
}

impl NewList {
    fn into_list(self, op: &Operation, owner: &Account, mut faults: Faults) -> Result<ReadingList> {
        let access = self.access.into_value();
        let organization = access.map(|access| organization_of(access, owner));
        if matches!(organization, Some(Err(_))) {
            faults.push(org_list_requires_sponsor());
        }
        let organization = organization.and_then(Result::ok);
        let whole = self.name.into_value().zip(access).zip(organization);
        let ((name, access), organization) = faults.complete_with(whole)?;
        Ok(ReadingList {
            id: op.random_id(),
            site: owner.site.clone(),
            owner: owner.id.clone(),
            organization,
            name,
            description: self.description.unwrap_or_default(),
            access,
            updated: op.now,
        })
    }
}
