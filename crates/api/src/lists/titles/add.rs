//! POST /v2/lists/{readingListId}/titles: only live titles; adding a title again changes nothing
//! (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-5).

use services::lists::titles::{self, ListEntry};

use super::ListShelf;
use crate::http::{
    InRole, Json, ListAddress, OrderParams, Params, RequiredParam, Result, Segments, SignedIn, title_id,
};
use crate::records::ReadingListTitles;
use crate::{params, routes};

params! {
    /// What to add.
    pub struct AddListTitle {
        /// Title identifier.
        service_id: RequiredParam<String>,
    }
}

/// Add a title to a reading list
///
/// Returns the first page of the list's titles.
#[endpoint::post(
    "/v2/lists/{readingListId}/titles", returns "The list's titles",
    who "The owner, sponsors for their organization's lists, membership assistants",
    errors(TitleCannotBeListed, OperationNotAllowed, ListNotFound, TitleNotFound),
)]
pub async fn add_list_title(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(params): Params<AddListTitle>,
) -> Result<Json<ReadingListTitles>> {
    let shelf = ListShelf::from_order(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&params.service_id.0)? };
    let listed = titles::add_and_list(&op, entry, shelf.page_request()).await?;
    shelf.page(&api, listed, &address.with_path(&routes::list_titles(&id), &[]))
}
