//! POST /v2/myBookmarks: sets a bookmark, or updates the one at the same location
//! (docs/rules/reading.md#rule-1, docs/rules/requests.md#rule-14).

use domain::Format;
use domain::bookmarks::{Bookmark, TEXT_LENGTH};
use domain::locations::{BookPosition, LOCATION_LENGTH};
use services::bookmarks;

use crate::http::{InRole, Json, Params, RequiredParam, Result, SignedIn, Text, title_id};
use crate::params;
use crate::records::{StatusKey, StatusRecord};

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
    let bookmark = Bookmark {
        title: title_id(&params.service_id.0)?,
        format: params.format.unwrap_or(Format::Epub3),
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
