//! DELETE /v2/lists/{readingListId}/titles/{serviceId} (docs/rules/lists.md#rule-3).

use services::lists::titles::{self, ListEntry};

use super::ListShelf;
use crate::http::{InRole, Json, ListAddress, OrderParams, Result, Segments, SignedIn, title_id};
use crate::records::ReadingListTitles;
use crate::routes;

/// Remove a title from a reading list
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/lists/{readingListId}/titles/{serviceId}", returns "The remaining titles",
    who "The owner, sponsors for their organization's lists, membership assistants",
    errors(OperationNotAllowed, ListNotFound, TitleNotFound: "not on the list"),
)]
pub async fn remove_list_title(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments((id, title)): Segments<(String, String)>,
    address: ListAddress,
) -> Result<Json<ReadingListTitles>> {
    let shelf = ListShelf::from_order(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&title)? };
    let rest = titles::remove_and_list(&op, entry, shelf.page_request()).await?;
    shelf.page(&api, rest, &address.with_path(&routes::list_titles(&id), &[]))
}
