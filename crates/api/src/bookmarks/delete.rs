//! DELETE /v2/myBookmarks (docs/rules/reading.md#rule-1): removes a bookmark and returns the rest.

use domain::Format;
use domain::bookmarks::Bookmark;
use services::bookmarks::{self, BookmarkAddress};

use super::list::BookmarkList;
use crate::annotations::AnnotationShelf;
use crate::http::{InRole, Json, ListAddress, Params, RequiredParam, Result, SignedIn};
use crate::params;

params! {
    /// The bookmark.
    pub struct DeleteBookmark {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Its location, exactly as it was set.
        location: RequiredParam<String>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
    }
}

/// Remove a bookmark
///
/// Returns the first page of the remaining ones.
#[endpoint::delete(
    "/v2/myBookmarks", returns "The remaining bookmarks", errors(TitleNotFound, BookmarkNotFound),
)]
pub async fn delete_bookmark(
    InRole { api, op, .. }: InRole<SignedIn>,
    address: ListAddress,
    Params(params): Params<DeleteBookmark>,
) -> Result<Json<BookmarkList>> {
    let shelf = AnnotationShelf::new(&params.service_id.0, params.format)?;
    let (title, format, location) = (shelf.title, shelf.format, params.location.0.as_str());
    let bookmark = BookmarkAddress { title, format, location };
    let list = shelf.first_page::<Bookmark>(&api, &op)?;
    let rest = bookmarks::remove_and_list(&op, bookmark, &list.page()).await?;
    let page = list.to_page(rest, &shelf.list_address::<Bookmark>(address))?;
    Ok(Json(BookmarkList::new(&api, page)))
}
