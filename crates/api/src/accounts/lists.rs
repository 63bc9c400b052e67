//! The reading lists of an account, for membership staff (docs/rules/lists.md#rule-7).
//! `GET /v2/accounts/{userIdentifier}/lists`: the lists that the person sees at /v2/myLists.
//! `POST /v2/accounts/{userIdentifier}/lists`: creates an empty list for another owner.

use services::lists::{self, ListSort};

use crate::endpoints;
use crate::http::{
    InRole, Json, ListAddress, MembershipStaff, OrderParams, ParamDraft, Params, Result, Segments,
};
use crate::lists::ListOfLists;
use crate::my_lists::CreateList;
use crate::records::ReadingListRecord;

endpoints! {
    "Membership: accounts": list_account_lists, create_account_list;
}

/// List another user's reading lists
///
/// The lists that the person owns, subscribes to or was put on, and those of the person's organization. Lists
/// of other sites are for administrators only.
#[endpoint::get("/v2/accounts/{userIdentifier}/lists", returns "A page of lists", errors(UserNotFound))]
pub async fn list_account_lists(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<ListSort>>,
) -> Result<Json<ListOfLists>> {
    let viewer = op.account()?;
    // Bound to the account in the path: an invalid token is reported before a missing account.
    let list = order.open(&api.cursor_key, op.now, &("accountLists", &name, &viewer.id))?;
    let (owner, lists) = lists::list_for_account(&op, &name, list.page_request()).await?;
    let page = list.to_page(lists, &address)?;
    Ok(Json(ListOfLists::new(&api, page, &owner, viewer, viewer.may_change_account(&owner))))
}

/// Create a reading list for another user
#[endpoint::post(
    "/v2/accounts/{userIdentifier}/lists", returns "The new list",
    errors(
        InvalidParameter: "also an org list whose owner is not a sponsor",
        OperationNotAllowed: "an administrator's account, for others", UserNotFound,
    ),
)]
pub async fn create_account_list(
    InRole { api, op, .. }: InRole<MembershipStaff>,
    Segments(name): Segments<String>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create_for(&op, &name, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
