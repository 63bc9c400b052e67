//! The titles of a reading list.

pub mod add;
pub mod list;
pub mod remove;

use services::lists::TitleSort;
use services::lists::titles::ListedTitles;
use services::{Part, Place};

use crate::access::summaries;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::{ReadingListTitle, ReadingListTitles, TitleList};
use crate::state::Api;

/// The page of a list's titles that is requested.
struct Shelf<'a> {
    user: &'a SignedIn,
    list: Listing<Place<i64>, TitleSort>,
}

impl<'a> Shelf<'a> {
    /// The requested page; `id` is the list in the path.
    fn asked(api: &Api, user: &'a SignedIn, id: &str, order: &Order<TitleSort>) -> Result<Self> {
        let list = order.open(&api.cursor_key, user.now(), &("listTitles", id, user.id()))?;
        Ok(Self { user, list })
    }

    /// The query of the page.
    fn part(&self) -> Part<'_, TitleSort, i64> {
        self.list.part()
    }

    /// The page with these titles.
    fn page(
        &self,
        api: &Api,
        listed: ListedTitles,
        address: &ListAddress,
    ) -> Result<Json<ReadingListTitles>> {
        let ListedTitles { list, titles } = listed;
        let shown = self.list.paged(titles, address)?;
        let titles = summaries(api, &shown.items).into_iter().map(ReadingListTitle::from).collect();
        let envelope = TitleList {
            allows: list.is_filled_by(&self.user.reader.account).then(|| vec!["POST"]),
            ..TitleList::of(shown, titles)
        };
        Ok(Json(ReadingListTitles { list: envelope, reading_list_id: list.id }))
    }
}
