//! The titles of a reading list (docs/rules/lists.md#rule-3).
//! `POST /v2/lists/{readingListId}/titles`: only live titles; adding a title again changes nothing
//! (docs/rules/lists.md#rule-3, docs/rules/lists.md#rule-5).

use services::lists::TitleSort;
use services::lists::titles::{self, ListEntry, ListedTitles};
use services::{Operation, PageRequest, RowPosition};

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

/// The page of a list's titles that is requested.
struct ListShelf<'a> {
    op: &'a Operation,
    list: Listing<RowPosition<i64>, TitleSort>,
}

impl<'a> ListShelf<'a> {
    /// The requested page; `id` is the list in the path.
    fn from_order(api: &Api, op: &'a Operation, id: &str, order: &OrderParams<TitleSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, op.now, &("listTitles", id, op.account_id()?))?;
        Ok(Self { op, list })
    }

    fn page_request(&self) -> PageRequest<'_, TitleSort, i64> {
        self.list.page_request()
    }

    fn page(
        &self,
        api: &Api,
        listed: ListedTitles,
        address: &ListAddress,
    ) -> Result<Json<ReadingListTitles>> {
        let ListedTitles { list, titles } = listed;
        let shown = self.list.to_page(titles, address)?;
        let titles = title_summaries(api, &shown.items).into_iter().map(ReadingListTitle::from).collect();
        let envelope = TitleList {
            allows: list.allows_title_changes_by(self.op.account()?).then(|| vec!["POST"]),
            ..TitleList::from_page(shown, titles)
        };
        Ok(Json(ReadingListTitles { list: envelope, reading_list_id: list.id }))
    }
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
    let shelf = ListShelf::from_order(&api, &op, &id, &order)?;
    let listed = titles::list(&op, &id, shelf.page_request()).await?;
    shelf.page(&api, listed, &address)
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
    let shelf = ListShelf::from_order(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&params.service_id.0)? };
    let listed = titles::add_and_list(&op, entry, shelf.page_request()).await?;
    shelf.page(&api, listed, &address.with_path(&routes::list_titles(&id), &[]))
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
    let shelf = ListShelf::from_order(&api, &op, &id, &OrderParams::default())?;
    let entry = ListEntry { list: &id, title: title_id(&title)? };
    let rest = titles::remove_and_list(&op, entry, shelf.page_request()).await?;
    shelf.page(&api, rest, &address.with_path(&routes::list_titles(&id), &[]))
}
