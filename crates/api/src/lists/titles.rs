//! The titles of a reading list (docs/rules/lists.md#rule-3).
//! `POST /v2/lists/{readingListId}/titles`: only live titles; adding a title again changes nothing
//! (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-5).

use services::lists::TitleSort;
use services::lists::titles::{self, ListEntry, ListedTitles};
use services::{Operation, RowPosition};

use crate::access::title_summaries;
use crate::http::{
    InRole, Json, ListAddress, Listing, OrderParams, Params, RequiredParam, Result, Segments, SignedIn,
    title_id,
};
use crate::records::{ReadingListTitle, ReadingListTitles, TitleList};
use crate::{Api, endpoints, params, routes};

endpoints! {
    "Reading lists": list_list_titles, add_list_title, remove_list_title;
}

/// The requested page; `id` is the list in the path.
fn open_page(
    api: &Api,
    op: &Operation,
    id: &str,
    order: &OrderParams<TitleSort>,
) -> Result<Listing<RowPosition<i64>, TitleSort>> {
    order.open(&api.cursor_key, op.now, &("listTitles", id, op.account_id()?))
}

fn to_record(
    api: &Api,
    op: &Operation,
    page: &Listing<RowPosition<i64>, TitleSort>,
    listed: ListedTitles,
    address: &ListAddress,
) -> Result<Json<ReadingListTitles>> {
    let ListedTitles { list, titles } = listed;
    let shown = page.to_page(titles, address)?;
    let titles = title_summaries(api, &shown.items).into_iter().map(ReadingListTitle::from).collect();
    let envelope = TitleList {
        allows: list.allows_title_changes_by(op.account()?).then(|| vec!["POST"]),
        ..TitleList::from_page(shown, titles)
    };
    Ok(Json(ReadingListTitles { list: envelope, reading_list_id: list.id }))
}

/// List the titles of a reading list
#[endpoint::get(
    "/v2/lists/{readingListId}/titles", returns "A page of titles", who "Users who can see the list",
    errors(ListNotFound),
)]
pub async fn list_list_titles(
    InRole { api, op, .. }: InRole<SignedIn>,
    Segments(id): Segments<String>,
    address: ListAddress,
    Params(order): Params<OrderParams<TitleSort>>,
) -> Result<Json<ReadingListTitles>> {
    let page = open_page(&api, &op, &id, &order)?;
    let listed = titles::list(&op, &id, page.page_request()).await?;
    to_record(&api, &op, &page, listed, &address)
}

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
    let page = open_page(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&params.service_id.0)? };
    let listed = titles::add_and_list(&op, entry, page.page_request()).await?;
    to_record(&api, &op, &page, listed, &address.with_path(&routes::list_titles(&id), &[]))
}

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
    let page = open_page(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&title)? };
    let rest = titles::remove_and_list(&op, entry, page.page_request()).await?;
    to_record(&api, &op, &page, rest, &address.with_path(&routes::list_titles(&id), &[]))
}
