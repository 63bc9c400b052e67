//! The titles of a reading list.

pub mod add;
pub mod list;
pub mod remove;

use domain::lists::ReadingList;
use services::Place;
use services::lists::{TitleSort, titles};

use crate::access::summaries;
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::listing::{Listing, Order};
use crate::http::roles::SignedIn;
use crate::records::{ReadingListTitle, ReadingListTitles, TitleList};
use crate::state::Api;

/// One list's titles in one order.
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

    /// The page of the list.
    async fn page(
        &self,
        api: &Api,
        list: &ReadingList,
        address: &ListAddress,
    ) -> Result<Json<ReadingListTitles>> {
        let page = titles::list(&api.library, self.user, list, self.list.part()).await?;
        let shown = self.list.paged(page, address)?;
        let titles = summaries(api, &shown.items).into_iter().map(ReadingListTitle::from);
        let titles = titles.collect();
        let envelope = TitleList {
            allows: list.is_filled_by(&self.user.reader.account).then(|| vec!["POST"]),
            ..TitleList::of(shown, titles)
        };
        Ok(Json(ReadingListTitles { list: envelope, reading_list_id: list.id.clone() }))
    }
}
