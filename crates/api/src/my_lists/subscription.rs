//! The caller's subscription to a list (docs/rules/lists.md#rule-4).
//! `PUT /v2/myLists/{readingListId}/subscription`: subscribes to or unsubscribes from another owner's list.

use services::lists;

use crate::http::{InRole, Json, Params, RequiredParam, Result, Segments, SignedIn};
use crate::records::ListUserView;
use crate::{endpoints, params};

endpoints! {
    "Reading lists": get_list_subscription, put_list_subscription;
}

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
    Ok(Json(ListUserView::for_user(&api, &view, op.account()?)))
}

params! {
    /// The subscription.
    pub struct PutListSubscription {
        /// Subscribed or not.
        enabled: RequiredParam<bool>,
    }
}

/// Subscribe to a reading list
#[endpoint::put(
    "/v2/myLists/{readingListId}/subscription", returns "The list as the caller sees it",
    who "Users who can see the list, except its owner", errors(OwnList, ListNotFound),
)]
pub async fn put_list_subscription(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    Params(params): Params<PutListSubscription>,
) -> Result<Json<ListUserView>> {
    let view = lists::set_subscribed(&op, &id, params.enabled.0).await?;
    Ok(Json(ListUserView::for_user(&api, &view, op.account()?)))
}
