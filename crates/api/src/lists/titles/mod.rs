//! The titles of a reading list.

pub mod add;
pub mod list;
pub mod remove;

use services::lists::TitleSort;
use services::lists::titles::ListedTitles;
use services::{Operation, PageRequest, RowPosition};

use crate::access::title_summaries;
use crate::http::{Json, ListAddress, Listing, OrderParams, Result};
use crate::records::{ReadingListTitle, ReadingListTitles, TitleList};
use crate::{Api, endpoints};

endpoints! {
    "Reading lists": list::list_list_titles, add::add_list_title, remove::remove_list_title;
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
