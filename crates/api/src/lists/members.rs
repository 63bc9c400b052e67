//! The members of an organization that sponsors put on a reading list (docs/rules/lists.md#rule-3).
//! `POST /v2/lists/{readingListId}/members`: adds members of the sponsor's organization, all of them or none;
//! those already on the list are unchanged.

use services::lists::members::{self, ListMember, ListedMembers, NewListMembers};
use services::rosters::RosterSort;
use services::{Operation, RowPosition};

use crate::http::{
    AtLeastOne, ErrorKey, Field, InRole, Json, ListAddress, Listing, OrderParams, ParamDraft, Params, Result,
    Segments, SignedIn, Sponsor,
};
use crate::records::MemberSummaries;
use crate::{Api, endpoints, params, routes};

endpoints! {
    "Reading lists": list_list_members, add_list_members, remove_list_member;
}

/// The requested page; `id` is the list in the path.
fn open_page(
    api: &Api,
    op: &Operation,
    id: &str,
    order: &OrderParams<RosterSort>,
) -> Result<Listing<RowPosition<String>, RosterSort>> {
    order.open(&api.cursor_key, op.now, &("listMembers", id, op.account_id()?))
}

fn to_record(
    api: &Api,
    op: &Operation,
    page: &Listing<RowPosition<String>, RosterSort>,
    listed: ListedMembers,
    address: &ListAddress,
) -> Result<Json<MemberSummaries>> {
    let ListedMembers { list, members } = listed;
    let may_change_members = list.allows_member_changes_by(op.account()?);
    Ok(Json(MemberSummaries::new(api, page.to_page(members, address)?, op, may_change_members)?))
}

/// List the members on a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}/members", returns "A page of members",
    who "The owner, sponsors of the owner's organization, membership assistants",
    errors(OperationNotAllowed, ListNotFound),
)]
pub async fn list_list_members(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<RosterSort>>,
) -> Result<Json<MemberSummaries>> {
    let page = open_page(&api, &op, &id, &order)?;
    let listed = members::list(&op, &id, page.page_request()).await?;
    to_record(&api, &op, &page, listed, &address)
}

const MAX_MEMBERS_PER_REQUEST: usize = 1000;

params! {
    /// Members to put on the list.
    pub struct AddListMembers {
        /// User names or userAccountIds of members of the caller's organization; repeat for more.
        user_identifier: AtLeastOne<String>,
    }
}

/// Put members on a reading list
///
/// They are subscribed immediately. Returns the first page of the list's members.
#[endpoint::post(
    "/v2/lists/{readingListId}/members", returns "The list's members", who "Sponsors who may edit the list",
    errors(OperationNotAllowed, ListNotFound, UserNotFound: "not a member of the organization"),
)]
pub async fn add_list_members(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments(id): Segments<String>,
    address: ListAddress,
    mut draft: ParamDraft<AddListMembers>,
) -> Result<Json<MemberSummaries>> {
    if draft
        .peek_param::<Vec<String>>(Field::UserIdentifier)
        .is_some_and(|names| names.len() > MAX_MEMBERS_PER_REQUEST)
    {
        let reason = format!("at most {MAX_MEMBERS_PER_REQUEST} in one request");
        draft.faults.add(ErrorKey::InvalidParameter, Field::UserIdentifier, reason);
    }
    let names = draft.finish()?.user_identifier.0;
    let page = open_page(&api, &op, &id, &OrderParams::default())?;
    let new = NewListMembers { list: &id, names: &names };
    let listed = members::add(&op, new, page.page_request()).await?;
    to_record(&api, &op, &page, listed, &address.with_path(&routes::list_members(&id), &[]))
}

/// Remove a member from a reading list
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/lists/{readingListId}/members/{userIdentifier}", returns "The remaining members",
    who "Sponsors who may edit the list",
    errors(OperationNotAllowed, ListNotFound, UserNotFound: "not on the list"),
)]
pub async fn remove_list_member(
    InRole { api, op, .. }: InRole<Sponsor>,
    Segments((id, name)): Segments<(String, String)>,
    address: ListAddress,
) -> Result<Json<MemberSummaries>> {
    let page = open_page(&api, &op, &id, &OrderParams::default())?;
    let member = ListMember { list: &id, name: &name };
    let rest = members::remove(&op, member, page.page_request()).await?;
    to_record(&api, &op, &page, rest, &address.with_path(&routes::list_members(&id), &[]))
}
