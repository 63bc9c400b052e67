//! The caller's reading lists and subscriptions (docs/rules/lists.md#rule-3).
//! `GET /v2/myLists`: owned, subscribed, assigned, and those of the caller's organization.
//! `POST /v2/myLists`: creates an empty list owned by the caller.

pub mod subscription;

use domain::lists::ListAccess;
use services::lists::{self, ListScope, ListSort, NewList};

use crate::http::{
    InRole, Json, ListAddress, ListMaker, OneOf, OrderParams, ParamDraft, Params, Result, ShortText,
    SignedIn, Text, ValidatedParam,
};
use crate::lists::{ListOfLists, list_page};
use crate::records::ReadingListRecord;
use crate::{endpoints, params};

endpoints! {
    "Reading lists": list_my_lists, create_list;
    with subscription;
}

/// List the caller's reading lists
#[endpoint::get("/v2/myLists", returns "A page of lists")]
pub async fn list_my_lists(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(order): Params<OrderParams<ListSort>>,
) -> Result<Json<ListOfLists>> {
    list_page(&api, &op, ListScope::Mine, &order, &address).await
}

params! {
    /// A new list.
    pub struct CreateList into NewList {
        /// Name; need not be unique.
        name: ValidatedParam<ShortText>,
        /// Who sees it; only sponsors may create lists of their organization.
        access: ValidatedParam<OneOf<ListAccess>>,
        /// Description.
        description: Option<Text<2000>>,
    }
}

/// Create a reading list
#[endpoint::post("/v2/myLists", returns "The new list")]
pub async fn create_list(
    InRole { api, op, .. }: InRole<ListMaker>,
    draft: ParamDraft<CreateList>,
) -> Result<Json<ReadingListRecord>> {
    let (form, faults) = draft.valid_params()?;
    let view = lists::create(&op, form.into_request(), faults).await?;
    Ok(Json(ReadingListRecord::new(&api, &view, op.account()?)))
}
