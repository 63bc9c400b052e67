//! Members of an organization, as membership staff and sponsors manage them
//! (docs/rules/organizations.md#rule-2, docs/rules/organizations.md#rule-10,
//! docs/rules/organizations.md#rule-1).

mod change;
mod create;
pub(crate) mod import;
mod new;
mod overview;
mod search;
mod selection;

pub use change::{ChangeMember, MemberAddress, change};
pub use create::{MemberAddition, MemberPlacement, create, create_as_staff, create_own};
pub use new::NewMember;
pub use overview::{MemberOverview, RosterOverview, RosterRequest, count_for_sponsor, list_for_sponsor};
pub(crate) use overview::{count_found, list_tags_and_lists};
pub use search::{MAX_NAME_MATCHES, MemberSearch};
pub use selection::{FilterNames, MAX_SELECTED_MEMBERS, MemberSelection};
pub(crate) use selection::{SelectedMembers, list_found};

use domain::members::is_member_of;
use domain::{Account, AccountId, Organization, OrganizationId, Role, name_key};
use store::members::Member;
use store::rosters::{RosterFilter, RosterPerson, RosterQuery, RosterSort};

use crate::roster_runs::remove_with_snapshot;
use crate::{
    ErrorKey, Faults, Field, Operation, PageRequest, Result, RowPosition, Rows, organizations, rosters,
};

/// The members of an organization that a list consists of.
#[derive(Debug, Clone, Copy)]
pub struct OrganizationRoster<'a> {
    pub organization: &'a str,
    pub filter: RosterFilter<'a>,
}

/// A page of an organization's members, as membership staff see it. The audit records who is shown.
///
/// # Errors
/// `ORGANIZATION_NOT_FOUND`.
pub async fn list(
    op: &Operation,
    OrganizationRoster { organization: id, filter }: OrganizationRoster<'_>,
    part: PageRequest<'_, RosterSort, String>,
) -> Result<Rows<RowPosition<String>, Member>> {
    let organization = organizations::find_managed(op, id).await?;
    let roster = RosterQuery { filter, ..RosterQuery::for_members(&organization.id, quick_list_owner(op)) };
    rosters::list(op, &roster, part).await
}

/// One member of an organization, to be shown: the audit records who reads it.
///
/// # Errors
/// `USER_NOT_FOUND` for anyone who is not a member of it, and for those who do not manage its members.
pub async fn get(op: &Operation, organization: &OrganizationId, who: &str) -> Result<Member> {
    let person = find_person(op, organization, who).await?;
    rosters::show_with_audit(op, vec![person]).await?.pop().ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// Removes a member: the person leaves the organization, its lists and what was assigned. An account that is
/// nothing else becomes deleted (docs/rules/organizations.md#rule-6). The removal can be undone for 30 days
/// (docs/rules/organizations.md#rule-14).
///
/// # Errors
/// `USER_NOT_FOUND` as for [`get`].
pub async fn remove(op: &Operation, organization: &OrganizationId, who: &str) -> Result<Account> {
    let id = find_person(op, organization, who).await?.account.id;
    let mut tx = op.db().begin().await?;
    // The organization is always locked before the people in it.
    let organization = store::organizations::get_for_update(&mut tx, organization).await?;
    let organization = organization.ok_or(ErrorKey::UserNotFound)?.id;
    let account = store::accounts::get_for_update(&mut tx, &id).await?;
    let theirs = account.filter(|account| is_member_of(account, &organization));
    let mut account = theirs.ok_or(ErrorKey::UserNotFound)?;
    remove_with_snapshot(op, &mut tx, &organization, vec![account.clone()]).await?;
    tx.commit().await?;
    account.leave_organization(Role::OrganizationMember);
    Ok(account)
}

/// One member of an organization.
///
/// # Errors
/// `USER_NOT_FOUND` as for [`get`].
pub async fn find_person(op: &Operation, organization: &OrganizationId, who: &str) -> Result<RosterPerson> {
    if !op.manages_members(organization) {
        return Err(ErrorKey::UserNotFound.into());
    }
    let roster = RosterQuery::for_members(organization, quick_list_owner(op));
    store::rosters::find(op.db(), &roster, who).await?.ok_or_else(|| ErrorKey::UserNotFound.into())
}

/// Adds a fault unless the roster tag is the organization's.
async fn check_tag(
    op: &Operation,
    organization: &Organization,
    tag: Option<i64>,
    faults: &mut Faults,
) -> Result<()> {
    if let Some(id) = tag
        && store::roster_tags::get(op.db(), &organization.id, id).await?.is_none()
    {
        faults.add(
            ErrorKey::InvalidParameter,
            Field::RosterTagId,
            "must be a roster tag of the organization",
        );
    }
    Ok(())
}

/// The order of members: by family name, given name and identifier.
pub(crate) fn member_sort_key(account: &Account) -> (String, String, AccountId) {
    (name_key(&account.name.last), name_key(&account.name.first), account.id.clone())
}

/// The account whose quick list is meant; the operator has none.
fn quick_list_owner(op: &Operation) -> &AccountId {
    /// No account has this identifier.
    static NO_ACCOUNT: AccountId = AccountId(String::new());
    op.signed_in_id().unwrap_or(&NO_ACCOUNT)
}
