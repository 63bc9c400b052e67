//! GET /v2/myLists/{readingListId}/subscription (docs/rules/lists.md#rule-4).

use services::lists;

use crate::http::{InRole, Json, Result, Segments, SignedIn};
use crate::records::ListUserView;

/// Get the caller's subscription to a reading list
#[endpoint::get(
    "/v2/myLists/{readingListId}/subscription", returns "The list as the caller sees it",
    who "Users who can see the list", errors(ListNotFound),
)]
pub async fn get_list_subscription(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<Json<ListUserView>> {
    let view = lists::get(&op, &id).await?;
    let account = op.account()?;
    Ok(Json(ListUserView::new(&api, &view, account, account)))
}
