//! GET /v2/myBookmarks (docs/rules/reading.md#rule-1, docs/rules/reading.md#rule-9): the caller's bookmarks
//! in one format of a title, in reading order.

use domain::bookmarks::Bookmark;

use crate::Api;
use crate::annotations::{self, ListAnnotations};
use crate::http::{CutPage, InRole, Json, Link, ListAddress, Params, Result, SignedIn};
use crate::records::{BookmarkRecord, TranslatedBookmarkRecord};

/// A page of bookmarks.
#[endpoint::record]
pub struct BookmarkList {
    /// POST: set a bookmark.
    pub allows: Option<Vec<&'static str>>,
    /// The page, in reading order.
    pub bookmarks: Vec<BookmarkRecord>,
    /// Effective page size.
    pub limit: usize,
    /// `self`, and `next` if there is another page.
    pub links: Vec<Link>,
    /// Token of the next page.
    pub next: Option<String>,
    /// Exact count.
    pub total_results: u64,
    /// With `anyFormat`, on the first page: bookmarks of other formats, translated to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translated: Option<Vec<TranslatedBookmarkRecord>>,
}

impl BookmarkList {
    pub(super) fn new(api: &Api, page: CutPage<Bookmark>) -> Self {
        Self {
            allows: Some(vec!["POST"]),
            bookmarks: page.items.into_iter().map(|bookmark| BookmarkRecord::new(api, bookmark)).collect(),
            limit: page.limit,
            links: page.links,
            next: page.next,
            total_results: page.total_results,
            translated: None,
        }
    }
}

/// List bookmarks
///
/// The caller's bookmarks in one format of a title, in reading order.
#[endpoint::get("/v2/myBookmarks", returns "A page of bookmarks", errors(TitleNotFound))]
pub async fn list_bookmarks(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<ListAnnotations>,
) -> Result<Json<BookmarkList>> {
    let (page, others) = annotations::list(&api, &op, &address, &params).await?;
    let translated =
        others.map(|all| all.into_iter().map(|one| TranslatedBookmarkRecord::new(&api, one)).collect());
    Ok(Json(BookmarkList { translated, ..BookmarkList::new(&api, page) }))
}
