//! Bookmarks, in reading order (docs/rules/reading.md#rule-1).

use domain::bookmarks::Bookmark;
use domain::{AccountId, Format, TitleId};

use crate::annotations::{self, Annotation, AnnotationScope};
use crate::locations::digest_locations;
use crate::{Conn, Result, Sql, record};

/// Sets a bookmark, replacing the one at the same location, whose date of creation stays. One statement, so
/// that two concurrent devices never mix their values. False if the reader has the maximum number in the
/// title.
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
    .bind(account)
    .bind(bookmark.title.0)
    .bind(bookmark.format.as_str())
    .bind(digest_locations(&[&at.location]))
    .bind(at.order_key(bookmark.format))
    .bind(at.location.as_str())
    .bind(at.position.map(i64::from))
    .bind(at.progression)
    .bind(at.total_progression)
    .bind(bookmark.text.as_deref())
    .bind(bookmark.created);
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
    let scope = AnnotationScope { account, title, format };
    annotations::remove::<Bookmark>(conn, scope, digest_locations(&[location])).await
}

record! {
    Bookmark {
        title: "title_id",
        format,
        place: "location, position, progression, total_progression",
        text,
        created: "created_at",
    }
}

impl Annotation for Bookmark {
    const TABLE: &'static str = "bookmarks";
}
