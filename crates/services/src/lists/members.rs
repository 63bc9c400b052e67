//! The members of an organization whom sponsors put on a reading list (docs/rules/lists.md#rule-3).

use std::sync::LazyLock;

use domain::{Account, AccountId, OrganizationId, ReadingList};
use store::Tx;

use super::{get, lock_visible, require_allowed};
use crate::queries::sort_unique;
use crate::rosters::{self, Member, RosterQuery, RosterSort};
use crate::{Error, ErrorKey, Fault, Field, Operation, PageRequest, Result, RowPosition, Rows};

static NO_ORGANIZATION: LazyLock<OrganizationId> = LazyLock::new(|| OrganizationId::from(""));

/// A list, and a page of the members on it whom the user may know.
#[derive(Debug, Clone)]
pub struct ListedMembers {
    pub list: ReadingList,
    pub members: Rows<RowPosition<String>, Member>,
}

/// A page of the members on a list: `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED` if the user may not see them.
/// The audit records who is shown.
pub async fn list(
    op: &Operation,
    id: &str,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<ListedMembers> {
    let view = get(op, id).await?;
    require_allowed(view.list.shows_members_to(op.account()?, &view.owner))?;
    list_roster(op, view.list, page_request).await
}

async fn list_roster(
    op: &Operation,
    list: ReadingList,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<ListedMembers> {
    let members = rosters::list(op, &visible_roster(op.account()?, &list), page_request).await?;
    Ok(ListedMembers { list, members })
}

/// The people on the list whom the user may know: staff of the site see all, sponsors the members of their
/// own organization, and an owner who does not sponsor an organization (or no longer does) sees none.
fn visible_roster<'a>(account: &'a Account, list: &'a ReadingList) -> RosterQuery<'a> {
    let own = account.membership.as_ref().map(|place| &place.organization);
    let organization = if account.manages_membership(&list.site) {
        None
    } else {
        Some(own.filter(|own| account.is_sponsor_of(own)).unwrap_or(&NO_ORGANIZATION))
    };
    RosterQuery::for_list(&list.id, organization, &account.id)
}

/// People who are put on a list.
#[derive(Debug, Clone, Copy)]
pub struct NewListMembers<'a> {
    pub list: &'a str,
    /// The identifiers or user names of the people.
    pub names: &'a [String],
}

#[derive(Debug, Clone, Copy)]
pub struct ListMember<'a> {
    pub list: &'a str,
    /// The identifier or user name of the person.
    pub name: &'a str,
}

/// Puts members of the sponsor's organization on the list: all of them or none;
/// they are subscribed immediately, and members already on the list stay as they were. Returns a page of the
/// list's members.
///
/// # Errors
/// `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`; `USER_NOT_FOUND` naming everyone who is not a member.
pub async fn add(
    op: &Operation,
    new: NewListMembers<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<ListedMembers> {
    let NewListMembers { list: id, names } = new;
    let own = &op.require_sponsor()?.organization.id;
    let mut tx = op.db().begin().await?;
    // Leaving the organization locks it too: no one is put on a list while leaving.
    op.require_sponsor()?.lock_organization(&mut tx).await?;
    let list = lock_for_member_changes(op, &mut tx, id).await?;
    let found = store::lists::find_members_of_organization(&mut tx, own, names).await?;
    let members = require_all(names, found)?;
    store::lists::add_members(&mut tx, id, &members, op.account_id()?, op.now).await?;
    tx.commit().await?;
    list_roster(op, list, page_request).await
}

/// A list that the sponsor puts members on: `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`.
pub(crate) async fn find_for_member_changes(op: &Operation, id: &str) -> Result<ReadingList> {
    let list = get(op, id).await?.list;
    require_allowed(list.allows_member_changes_by(op.account()?))?;
    Ok(list)
}

/// A list that the sponsor puts members on, as [`find_for_member_changes`] finds it, locked until the
/// transaction ends.
pub(crate) async fn lock_for_member_changes(op: &Operation, tx: &mut Tx, id: &str) -> Result<ReadingList> {
    let list = lock_visible(op, tx, id).await?;
    require_allowed(list.allows_member_changes_by(op.account()?))?;
    Ok(list)
}

/// Takes a member off the list: `LIST_NOT_FOUND`, `OPERATION_NOT_ALLOWED`, `USER_NOT_FOUND`. Returns a page
/// of the remaining members.
pub async fn remove(
    op: &Operation,
    member: ListMember<'_>,
    page_request: PageRequest<'_, RosterSort, String>,
) -> Result<ListedMembers> {
    op.require_sponsor()?;
    let ListMember { list: id, name } = member;
    let mut tx = op.db().begin().await?;
    let list = lock_for_member_changes(op, &mut tx, id).await?;
    let member = store::rosters::find(&mut tx, &visible_roster(op.account()?, &list), name).await?;
    let member = member.ok_or(ErrorKey::UserNotFound)?.account.id;
    if !store::lists::remove_member(&mut tx, id, &member, op.now).await? {
        return Err(ErrorKey::UserNotFound.into());
    }
    tx.commit().await?;
    list_roster(op, list, page_request).await
}

/// The members with these names; the error names each that is unknown.
fn require_all(names: &[String], found: Vec<Option<Account>>) -> Result<Vec<AccountId>> {
    let unknown = |name: &String| {
        let reason = format!("{name} is not a member of the organization");
        Fault::new(ErrorKey::UserNotFound, Field::UserIdentifier, reason)
    };
    let missing = names.iter().zip(&found).filter(|(_, account)| account.is_none());
    let unknown: Vec<Fault> = missing.map(|(name, _)| unknown(name)).collect();
    if !unknown.is_empty() {
        return Err(Error::Invalid(unknown));
    }
    Ok(sort_unique(found.into_iter().flatten().map(|account| account.id)))
}
