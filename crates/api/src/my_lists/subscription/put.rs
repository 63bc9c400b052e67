//! PUT /v2/myLists/{readingListId}/subscription (docs/rules/lists.md#rule-4): subscribes to or unsubscribes
//! from another owner's list.

use axum::extract::State;
use services::lists;

use crate::http::errors::{ErrorBody, Result};
use crate::http::json::Json;
use crate::http::params::{Params, RequiredParam};
use crate::http::path::Segments;
use crate::http::roles::{InRole, SignedIn};
use crate::params;
use crate::records::ListUserView;
use crate::state::Api;

params! {
    /// The subscription.
    pub struct PutListSubscription {
        /// Subscribed or not.
        enabled: RequiredParam<bool>,
    }
}

/// Subscribe to a reading list
#[utoipa::path(
    put, path = "/v2/myLists/{readingListId}/subscription", tag = "Reading lists",
    operation_id = "put_list_subscription",
    params(("readingListId" = String, Path, description = "Reading list identifier")),
    request_body(content = PutListSubscription, content_type = "application/x-www-form-urlencoded"),
    extensions(("x-who" = json!("Users who can see the list, except its owner"))),
    responses(
        (status = 200, description = "The list as the caller sees it", body = ListUserView),
        (status = 400, description = "MISSING_PARAMETER, INVALID_PARAMETER, OWN_LIST", body = ErrorBody),
        (status = 404, description = "LIST_NOT_FOUND", body = ErrorBody),
    )
)]
pub async fn put_list_subscription(
    State(api): State<Api>,
    InRole(op, _): InRole<SignedIn>,
    Segments(id): Segments<String>,
    Params(params): Params<PutListSubscription>,
) -> Result<Json<ListUserView>> {
    let view = lists::set_subscribed(&op, &id, params.enabled.0).await?;
    let account = op.account()?;
    Ok(Json(ListUserView::new(&api, &view, account, account)))
}
