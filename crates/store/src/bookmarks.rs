//! Bookmarks, in reading order (docs/rules/reading.md#rule-1).

use domain::bookmarks::Bookmark;
use domain::formats::Format;
use domain::ids::{AccountId, TitleId};

use crate::annotations::{self, AnnotationRow};
use crate::conn::Conn;
use crate::error::Result;
use crate::from_row::from_row;
use crate::locations::{digest_locations, place_from_columns};
use crate::page::KeyPage;
use crate::sql::Sql;
use crate::values::{parse_enum, to_timestamp};

pub use crate::annotations::{AnnotationKey, MAX_MARKS_PER_TITLE};

/// Sets a bookmark, replacing the one at the same location, whose date of creation stays. One
/// statement, so that of two concurrent devices each sets the whole. False if the reader has enough marks in
/// the title.
pub async fn put(mut conn: impl Conn, account: &AccountId, bookmark: &Bookmark) -> Result<bool> {
    let at = &bookmark.place;
    let statement = Sql::new(format!(
        "INSERT INTO bookmarks (account_id, title_id, format, place, sort_key, location, position, \
         progression, total_progression, text, created_at) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 WHERE {} \
         ON CONFLICT (account_id, title_id, format, place) DO UPDATE SET sort_key = excluded.sort_key, \
         position = excluded.position, progression = excluded.progression, \
         total_progression = excluded.total_progression, text = excluded.text",
        annotations::room_condition("bookmarks")
    ))
    .bind(account.as_str())
    .bind(bookmark.title.0)
    .bind(bookmark.format.as_str())
    .bind(digest_locations(&[&at.location]))
    .bind(at.order_key(bookmark.format))
    .bind(at.location.as_str())
    .bind(at.position.map(i64::from))
    .bind(at.progression)
    .bind(at.total_progression)
    .bind(bookmark.text.as_deref())
    .bind_time(bookmark.created);
    conn.affects_rows(statement).await
}

/// Removes a bookmark. False if there is none at this location.
pub async fn remove(
    conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    location: &str,
) -> Result<bool> {
    annotations::remove::<BookmarkRow>(conn, account, title, format, digest_locations(&[location])).await
}

from_row! {
    struct BookmarkRow {
        title_id: i64,
        format: String,
        place: String,
        sort_key: String,
        location: String,
        position: Option<i64>,
        progression: Option<f64>,
        total_progression: Option<f64>,
        text: Option<String>,
        created_at: i64,
    }
}

impl AnnotationRow for BookmarkRow {
    const TABLE: &'static str = "bookmarks";

    const COLUMNS: &'static str = "title_id, format, place, sort_key, location, position, progression, \
                                   total_progression, text, created_at";

    type Annotation = Bookmark;

    fn into_annotation(self) -> Result<(AnnotationKey, Bookmark)> {
        let bookmark = Bookmark {
            title: TitleId(self.title_id),
            format: parse_enum(&self.format)?,
            place: place_from_columns(
                self.location,
                self.position,
                self.progression,
                self.total_progression,
            )?,
            text: self.text,
            created: to_timestamp(self.created_at)?,
        };
        Ok(((self.sort_key, self.place), bookmark))
    }
}

/// A reader's bookmarks in one format of a title, in reading order.
pub async fn list(
    conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    page: &KeyPage<AnnotationKey>,
) -> Result<Vec<(AnnotationKey, Bookmark)>> {
    annotations::list::<BookmarkRow>(conn, account, title, format, page).await
}

/// A reader's bookmarks in other formats of a title than this one, in the order of the formats: at most
/// `limit`.
pub async fn list_in_other_formats(
    conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    limit: u32,
) -> Result<Vec<Bookmark>> {
    annotations::list_in_other_formats::<BookmarkRow>(conn, account, title, format, limit).await
}

/// Counts a reader's bookmarks in one format of a title.
pub async fn count(conn: impl Conn, account: &AccountId, title: TitleId, format: Format) -> Result<u64> {
    annotations::count::<BookmarkRow>(conn, account, title, format).await
}
