//! GET /v2/myLists/{readingListId}/subscription (docs/rules/lists.md#rule-4).

use axum::extract::State;
use services::lists;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};
use crate::records::ListUserView;
use crate::state::Api;

/// Get the caller's subscription to a reading list
#[utoipa::path(
    get, path = "/v2/myLists/{readingListId}/subscription", tag = "Reading lists",
    operation_id = "get_list_subscription",
    params(("readingListId" = String, Path, description = "Reading list identifier")),
    extensions(("x-who" = json!("Users who can see the list"))),
    responses(
        (status = 200, description = "The list as the caller sees it", body = ListUserView),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn get_list_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
) -> Result<Json<ListUserView>> {
    let view = lists::get(&op, &id).await?;
    let account = op.account()?;
    Ok(Json(ListUserView::new(&api, &view, account, account)))
}
