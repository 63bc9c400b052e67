//! Bookmarks of the caller (docs/rules/reading.md#rule-1, docs/rules/reading.md#rule-9): open to every user
//! who can see the title (docs/rules/reading.md#rule-1).
//! `POST /v2/myBookmarks`: sets a bookmark, or updates the one at the same location
//! (docs/rules/reading.md#rule-1, docs/rules/requests.md#rule-14).
//! `DELETE /v2/myBookmarks`: removes a bookmark and returns the rest.

use domain::Format;
use domain::bookmarks::{Bookmark, TEXT_LENGTH};
use domain::locations::{BookPosition, LOCATION_LENGTH};
use services::bookmarks::{self, BookmarkAddress};

use crate::annotations::{self, AnnotationShelf, ListAnnotations};
use crate::http::{CutPage, InRole, Json, Link, ListAddress, Params, RequiredParam, Result, SignedIn, Text};
use crate::records::{BookmarkRecord, StatusKey, StatusRecord, TranslatedBookmarkRecord};
use crate::{Api, endpoints, params};

endpoints! {
    "Bookmarks, highlights, reading": list_bookmarks, save_bookmark, delete_bookmark;
}

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
    fn new(api: &Api, page: CutPage<Bookmark>) -> Self {
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

params! {
    /// A bookmark.
    pub struct SaveBookmark {
        /// Title identifier.
        service_id: RequiredParam<String>,
        /// Location in the format's notation; a canonical fragment identifier in EPUB.
        location: RequiredParam<Text<LOCATION_LENGTH>>,
        /// Its format; EPUB3 by default.
        format: Option<Format>,
        /// The reader's text.
        text: Option<Text<TEXT_LENGTH>>,
        /// Index of the spine item.
        position: Option<i32>,
        /// Progress within the section.
        progression: Option<f64>,
        /// Progress within the title.
        total_progression: Option<f64>,
    }
}

/// Set a bookmark
///
/// Saving the same title, format and location again replaces the bookmark.
#[endpoint::post("/v2/myBookmarks", returns "SUCCESS", errors(InvalidFormat, TitleNotFound))]
pub async fn save_bookmark(
    InRole { op, .. }: InRole<SignedIn>,
    Params(params): Params<SaveBookmark>,
) -> Result<Json<StatusRecord>> {
    let AnnotationShelf { title, format } = AnnotationShelf::new(&params.service_id.0, params.format)?;
    let bookmark = Bookmark {
        title,
        format,
        place: BookPosition {
            location: params.location.0.0,
            position: params.position,
            progression: params.progression,
            total_progression: params.total_progression,
        },
        text: params.text.map(|text| text.0),
        created: op.now,
    };
    bookmarks::set(&op, &bookmark).await?;
    Ok(Json(StatusRecord::new(StatusKey::Success, "The bookmark is set.")))
}

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
    let bookmark = BookmarkAddress { title: shelf.title, format: shelf.format, location: &params.location.0 };
    let list = shelf.first_page::<Bookmark>(&api, &op)?;
    let rest = bookmarks::remove_and_list(&op, bookmark, &list.page()).await?;
    let page = list.to_page(rest, &shelf.list_address::<Bookmark>(address))?;
    Ok(Json(BookmarkList::new(&api, page)))
}
