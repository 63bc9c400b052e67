//! Groups of members: classes from files, and groups that sponsors make by hand
//! (docs/rules/organizations.md#rule-17): those of the sponsor's organization, or of the one for which the
//! operator acts. Who is in a group is changed by acts on members ([`member_acts`](crate::member_acts)) and
//! by files ([`roster_imports`](crate::roster_imports)).

use domain::AuditedAct;
use domain::groups::{GroupOrigin, MAX_GROUPS_PER_ORGANIZATION, parse_group_name};
use store::StoreError;
use store::groups::{self, NewGroup};

use crate::roles::lock_organization;
use crate::{Error, ErrorKey, Fault, Field, Operation, PageRequest, Result, RowPosition, Rows};

pub use domain::groups::MAX_GROUP_NAME_CHARS;
pub use store::groups::Group;

/// A page of the groups of the organization by name, each with the number of its members.
///
/// # Errors
/// `NOT_SPONSOR`.
pub async fn list(
    op: &Operation,
    page_request: PageRequest<'_, (), i64>,
) -> Result<Rows<RowPosition<i64>, (Group, u64)>> {
    let organization = &op.require_member_manager()?.id;
    let total = groups::count(op.db(), organization).await?;
    let rows = groups::page(op.db(), organization, page_request).await?;
    Ok(Rows::from_part_rows(rows, &page_request, total))
}

/// A group of the organization, with the number of its members.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND`.
pub async fn get(op: &Operation, id: i64) -> Result<(Group, u64)> {
    let organization = &op.require_member_manager()?.id;
    let group = groups::get(op.db(), organization, id).await?.ok_or(ErrorKey::RecordNotFound)?;
    let members = groups::count_members(op.db(), group.id).await?;
    Ok((group, members))
}

/// Makes an empty group in the organization.
///
/// # Errors
/// `NOT_SPONSOR`; `MISSING_PARAMETER` or `INVALID_PARAMETER` for a name that is empty or too long;
/// `ALREADY_EXISTS` if a group has the name; `OPERATION_NOT_ALLOWED` if there are too many groups.
pub async fn create(op: &Operation, name: &str) -> Result<Group> {
    let organization = op.require_member_manager()?;
    let new = NewGroup { name: read_name(name)?, origin: GroupOrigin::ByHand, source: None };
    let mut tx = op.db().begin().await?;
    let organization = lock_organization(&mut tx, organization).await?.id;
    let count = groups::count(&mut tx, &organization).await?;
    if count >= MAX_GROUPS_PER_ORGANIZATION as u64 {
        let sentence = format!("An organization has at most {MAX_GROUPS_PER_ORGANIZATION} groups.");
        return Err(Error::Explained(ErrorKey::OperationNotAllowed, sentence));
    }
    let group = groups::add(&mut tx, &organization, &new, op.now).await.map_err(name_taken_on_conflict)?;
    op.commit_change(tx, AuditedAct::CreateGroup, &organization).await?;
    Ok(group)
}

/// Gives a group of the organization another name. Files still find the class of a renamed group.
///
/// # Errors
/// Those of [`create`]; `RECORD_NOT_FOUND`.
pub async fn rename(op: &Operation, id: i64, name: &str) -> Result<()> {
    let organization = op.require_member_manager()?;
    let name = read_name(name)?;
    let mut tx = op.db().begin().await?;
    let organization = lock_organization(&mut tx, organization).await?.id;
    let renamed = groups::rename(&mut tx, &organization, id, &name).await.map_err(name_taken_on_conflict)?;
    if !renamed {
        return Err(ErrorKey::RecordNotFound.into());
    }
    op.commit_change(tx, AuditedAct::RenameGroup, &organization).await
}

/// Deletes a group of the organization; its members stay members. A class comes back with the next
/// file that names it.
///
/// # Errors
/// `NOT_SPONSOR`; `RECORD_NOT_FOUND`.
pub async fn delete(op: &Operation, id: i64) -> Result<()> {
    let organization = op.require_member_manager()?;
    let mut tx = op.db().begin().await?;
    let organization = lock_organization(&mut tx, organization).await?.id;
    if !groups::delete(&mut tx, &organization, id).await? {
        return Err(ErrorKey::RecordNotFound.into());
    }
    op.commit_change(tx, AuditedAct::DeleteGroup, &organization).await
}

fn read_name(text: &str) -> Result<String> {
    if text.trim().is_empty() {
        return Err(Fault::new(ErrorKey::MissingParameter, Field::Name, "is required").into());
    }
    let fault = || {
        let reason = format!("must be a name of at most {MAX_GROUP_NAME_CHARS} characters");
        Fault::new(ErrorKey::InvalidParameter, Field::Name, reason)
    };
    Ok(parse_group_name(text).ok_or_else(fault)?)
}

fn name_taken_on_conflict(error: StoreError) -> Error {
    if !error.is_conflict() {
        return error.into();
    }
    Fault::new(ErrorKey::AlreadyExists, Field::Name, "is the name of another group").into()
}
