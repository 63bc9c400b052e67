//! The titles of a reading list.

pub mod add;
pub mod list;
pub mod remove;

use domain::ids::TitleId;
use domain::lists::ReadingList;
use store::lists::TitleSort;
use store::{Part, Place};

use crate::access::{page, summaries};
use crate::http::errors::Result;
use crate::http::json::Json;
use crate::http::links::ListAddress;
use crate::http::paging::{Cursors, cut, one_more};
use crate::http::roles::SignedIn;
use crate::records::{ReadingListTitle, ReadingListTitles, TitleList};
use crate::state::Api;

/// One list's titles in one order.
struct Shelf<'a> {
    user: &'a SignedIn,
    id: &'a str,
    sort: TitleSort,
    descending: bool,
    limit: usize,
    after: Option<Place<i64>>,
}

impl<'a> Shelf<'a> {
    /// The first page in the default order: what POST and DELETE answer with.
    fn first(user: &'a SignedIn, id: &'a str) -> Self {
        Self { user, id, sort: TitleSort::Title, descending: false, limit: 10, after: None }
    }

    fn cursors(&self, api: &Api) -> Cursors {
        let bound = ("listTitles", self.id, self.user.id(), self.sort, self.descending);
        Cursors::new(&api.cursor_key, self.user.now(), &bound)
    }

    /// The page: four statements, however long it is.
    async fn page(
        &self,
        api: &Api,
        list: &ReadingList,
        address: &ListAddress,
    ) -> Result<Json<ReadingListTitles>> {
        let part = Part {
            sort: self.sort,
            descending: self.descending,
            after: self.after.as_ref(),
            limit: one_more(self.limit),
        };
        let total_results = store::lists::count_titles(&api.db, &list.id).await?;
        let mut rows = store::lists::titles_page(&api.db, &list.id, part).await?;
        let more = cut(&mut rows, self.limit);
        let next = more.map(|place| self.cursors(api).encode(&place)).transpose()?;
        let ids: Vec<TitleId> = rows.into_iter().map(|(_, id)| id).collect();
        let titles = page(api, &self.user.caller, &ids).await?;
        let titles = summaries(api, &self.user.caller, &titles);
        let envelope = TitleList {
            allows: list.is_filled_by(&self.user.reader.account).then(|| vec!["POST"]),
            author_facets: None,
            category_facets: None,
            limit: self.limit,
            links: address.links(next.as_deref()),
            message: None,
            next,
            titles: titles.into_iter().map(ReadingListTitle::from).collect(),
            total_results,
        };
        Ok(Json(ReadingListTitles { list: envelope, reading_list_id: list.id.clone() }))
    }
}
