//! Bookmarks, in reading order (docs/rules/reading.md#rule-1).

use domain::bookmarks::Bookmark;
use domain::formats::Format;
use domain::ids::{AccountId, TitleId};

use crate::conn::Conn;
use crate::error::Result;
use crate::from_row::from_row;
use crate::locations::{self, digest, place};
use crate::page::Page;
use crate::sql::Sql;
use crate::values::{time, word};

/// The position of a bookmark in its list: order key and place.
pub type Key = (String, String);

/// Sets a bookmark, in the place of the one at the same location, whose date of creation stays. One
/// statement, so that of two concurrent devices each sets the whole.
pub async fn put(mut conn: impl Conn, account: &AccountId, bookmark: &Bookmark) -> Result<()> {
    let at = &bookmark.place;
    let statement = Sql::new(
        "INSERT INTO bookmarks (account_id, title_id, format, place, sort_key, location, position, \
         progression, total_progression, text, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
         ON CONFLICT (account_id, title_id, format, place) DO UPDATE SET sort_key = excluded.sort_key, \
         position = excluded.position, progression = excluded.progression, \
         total_progression = excluded.total_progression, text = excluded.text",
    )
    .bind(account.as_str())
    .bind(bookmark.title.0)
    .bind(bookmark.format.as_str())
    .bind(digest(&[&at.location]))
    .bind(at.order_key(bookmark.format))
    .bind(at.location.as_str())
    .bind(at.position.map(i64::from))
    .bind(at.progression)
    .bind(at.total_progression)
    .bind(bookmark.text.as_deref())
    .time(bookmark.created);
    conn.execute(statement).await.map(|_| ())
}

/// Removes a bookmark. False if there is none at this location.
pub async fn remove(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    location: &str,
) -> Result<bool> {
    let statement = Sql::new(
        "DELETE FROM bookmarks WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4",
    )
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str())
    .bind(digest(&[location]));
    conn.changed(statement).await
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

impl BookmarkRow {
    fn read(self) -> Result<(Key, Bookmark)> {
        let bookmark = Bookmark {
            title: TitleId(self.title_id),
            format: word(&self.format)?,
            place: place(self.location, self.position, self.progression, self.total_progression)?,
            text: self.text,
            created: time(self.created_at)?,
        };
        Ok(((self.sort_key, self.place), bookmark))
    }
}

/// A reader's bookmarks in one format of a title, in reading order.
pub async fn list(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    page: &Page<Key>,
) -> Result<Vec<(Key, Bookmark)>> {
    let (sort_key, place) = page.after.clone().unwrap_or_default();
    let statement = Sql::new(
        "SELECT title_id, format, place, sort_key, location, position, progression, total_progression, \
         text, created_at FROM bookmarks WHERE account_id = $1 AND title_id = $2 AND format = $3 \
         AND (sort_key, place) > ($4, $5) ORDER BY sort_key, place LIMIT $6",
    )
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str())
    .bind(sort_key)
    .bind(place)
    .bind(i64::from(page.limit));
    conn.all::<BookmarkRow>(statement).await?.into_iter().map(BookmarkRow::read).collect()
}

/// A reader's bookmarks in other formats of a title than this one, in the order of the formats: at most
/// `limit`.
pub async fn in_other_formats(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    limit: u32,
) -> Result<Vec<Bookmark>> {
    let statement = Sql::new(format!(
        "SELECT title_id, format, place, sort_key, location, position, progression, total_progression, \
         text, created_at \
         FROM bookmarks WHERE account_id = $1 AND title_id = $2 AND format <> $3 \
         ORDER BY format, sort_key, place LIMIT {limit}"
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str());
    let rows = conn.all::<BookmarkRow>(statement).await?;
    rows.into_iter().map(|row| Ok(row.read()?.1)).collect()
}

/// How many bookmarks a reader has in one format of a title.
pub async fn count(conn: impl Conn, account: &AccountId, title: TitleId, format: Format) -> Result<u64> {
    locations::count(conn, "bookmarks", account, title, format).await
}
