//! POST /v2/lists/{readingListId}/members (docs/rules/lists.md#rule-3): adds members of the sponsor's
//! organization, all of them or none; those already on the list are unchanged.

use services::lists::members::{self, NewListMembers};

use super::ListRoster;
use crate::http::{
    AtLeastOne, ErrorKey, Field, InRole, Json, ListAddress, OrderParams, ParamDraft, Result, Segments,
    Sponsor,
};
use crate::records::MemberSummaries;
use crate::{params, routes};

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
    let roster = ListRoster::from_order(&api, &op, &id, &OrderParams::default())?;
    let new = NewListMembers { list: &id, names: &names };
    let listed = members::add(&op, new, roster.page_request()).await?;
    roster.page(&api, listed, &address.with_path(&routes::list_members(&id), &[]))
}
