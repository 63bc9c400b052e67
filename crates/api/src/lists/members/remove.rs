//! DELETE /v2/lists/{readingListId}/members/{userIdentifier} (docs/rules/lists.md#rule-3).

use services::lists::members::{self, ListMember};

use super::ListRoster;
use crate::http::{InRole, Json, ListAddress, OrderParams, Result, Segments, Sponsor};
use crate::records::MemberSummaries;
use crate::routes;

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
    let roster = ListRoster::from_order(&api, &op, &id, &OrderParams::default())?;
    let member = ListMember { list: &id, name: &name };
    let rest = members::remove(&op, member, roster.page_request()).await?;
    roster.page(&api, rest, &address.with_path(&routes::list_members(&id), &[]))
}
