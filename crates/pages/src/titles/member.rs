//! The member for whom a sponsor gets a book.

use std::sync::Arc;

use domain::accounts::Role;
use services::PageRequest;
use services::devices::members::list_members;
use services::roles::{FromCaller as _, Sponsor};
use services::rosters::RosterSort;
use services::titles::my_preferences;

use crate::fields::Fields;
use crate::page::percent_encode;
use crate::problem::Result;
use crate::state::Pages;
use crate::visitor::Visitor;

/// Maximum number of members in the list of the form. Those of a larger organization are found by typing
/// their user names.
const MAX_MEMBERS: u32 = 200;

/// A member to choose.
pub(crate) struct MemberChoice {
    /// The account's identifier.
    pub(crate) id: String,
    /// The name for people.
    pub(crate) name: String,
    pub(crate) is_chosen: bool,
}

/// The form with which a sponsor chooses a member.
pub(crate) struct MemberForm {
    /// The members. Empty if there are too many to list.
    pub(crate) members: Vec<MemberChoice>,
    /// The typed or chosen name.
    pub(crate) typed_name: String,
}

/// The member that an address names. `None` for visitors who are not sponsors.
pub(crate) fn requested_member<'a>(visitor: &Visitor, fields: &'a Fields) -> Option<&'a str> {
    fields.get("for").filter(|_| is_sponsor(visitor))
}

/// The visitor as a sponsor who looks for this member.
pub(crate) async fn view_as_sponsor(
    pages: &Pages,
    visitor: Visitor,
    member: Option<&str>,
) -> Result<Visitor> {
    let Some(member) = member else { return Ok(visitor) };
    let caller = visitor.caller.clone().for_member(&pages.library, member).await?;
    let preferences = Arc::new(my_preferences(&pages.library, &caller).await?);
    Ok(Visitor { caller, preferences, ..visitor })
}

/// The part of an address that names the member. Empty without one.
pub(crate) fn member_query(member: Option<&str>) -> String {
    member.map(|member| format!("?for={}", percent_encode(member))).unwrap_or_default()
}

impl MemberForm {
    /// The form for a sponsor. `None` for other visitors.
    pub(crate) async fn load(pages: &Pages, visitor: &Visitor, typed: Option<&str>) -> Result<Option<Self>> {
        if !is_sponsor(visitor) {
            return Ok(None);
        }
        let sponsor = Sponsor::from_caller(&visitor.caller)?;
        let part = PageRequest {
            sort: RosterSort::LastName,
            descending: false,
            after: None,
            backward: false,
            limit: MAX_MEMBERS + 1,
        };
        let rows = list_members(&pages.library, &sponsor, part).await?;
        let typed = typed.unwrap_or_default().to_owned();
        let member = |id: String, name: String| MemberChoice { is_chosen: id == typed, id, name };
        let all = rows.items.into_iter().map(|one| member(one.id.to_string(), one.name));
        let members = if rows.total > u64::from(MAX_MEMBERS) { Vec::new() } else { all.collect() };
        Ok(Some(Self { members, typed_name: typed }))
    }
}

fn is_sponsor(visitor: &Visitor) -> bool {
    visitor.caller.reader.as_ref().is_some_and(|reader| reader.account.has_role(Role::OrganizationSponsor))
}
