//! Highlights, in reading order (docs/rules/reading.md#rule-2, docs/rules/records.md#rule-18).

use domain::highlights::Highlight;
use domain::locations::stretch_key;
use domain::{AccountId, Format, TitleId};
use jiff::Timestamp;

use crate::annotations::{self, Annotation, AnnotationScope};
use crate::locations::digest_locations;
use crate::{Conn, Result, Sql, record};

/// The range of a highlight, between two locations in one format of a title.
#[derive(Debug, Clone, Copy)]
pub struct HighlightRange<'a> {
    pub title: TitleId,
    pub format: Format,
    pub start: &'a str,
    pub end: &'a str,
}

/// A change of a nullable value: `None` leaves it unchanged, `Some(None)` clears it.
pub type FieldChange<'a> = Option<Option<&'a str>>;

/// Adds a highlight. False if the reader already has one of the same range, which stays unchanged, or the
/// maximum number of them in the title.
pub async fn insert(mut conn: impl Conn, account: &AccountId, highlight: &Highlight) -> Result<bool> {
    let (start, end) = (&highlight.start, &highlight.end);
    let statement = Sql::new(format!(
        "INSERT INTO highlights (account_id, title_id, format, place, sort_key, start_location, \
         start_position, start_progression, start_total_progression, end_location, end_position, \
         end_progression, end_total_progression, text, note, color, updated_at) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17 WHERE {} \
         ON CONFLICT (account_id, title_id, format, place) DO NOTHING",
        annotations::room_condition("highlights")
    ))
    .bind(account)
    .bind(highlight.title.0)
    .bind(highlight.format.as_str())
    .bind(digest_locations(&[&start.location, &end.location]))
    .bind(stretch_key(start, end, highlight.format))
    .bind(start.location.as_str())
    .bind(start.position.map(i64::from))
    .bind(start.progression)
    .bind(start.total_progression)
    .bind(end.location.as_str())
    .bind(end.position.map(i64::from))
    .bind(end.progression)
    .bind(end.total_progression)
    .bind(highlight.text.as_deref())
    .bind(highlight.note.as_deref())
    .bind(highlight.color.as_deref())
    .bind(highlight.updated);
    conn.affects_rows(statement).await
}

pub async fn exists(mut conn: impl Conn, account: &AccountId, range: HighlightRange<'_>) -> Result<bool> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM highlights WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4",
    )
    .bind(account)
    .bind(range.title.0)
    .bind(range.format.as_str())
    .bind(digest_locations(&[range.start, range.end]));
    Ok(conn.fetch_one::<i64>(statement).await? > 0)
}

/// Changes note and color. `false` if the highlight does not exist. Only the given values are written, so
/// that two devices can change different ones.
pub async fn update(
    mut conn: impl Conn,
    account: &AccountId,
    range: HighlightRange<'_>,
    note: FieldChange<'_>,
    color: FieldChange<'_>,
    now: Timestamp,
) -> Result<bool> {
    let statement = Sql::new(
        "UPDATE highlights SET updated_at = $1, note = CASE WHEN $2 THEN CAST($3 AS TEXT) ELSE note END, \
         color = CASE WHEN $4 THEN CAST($5 AS TEXT) ELSE color END \
         WHERE account_id = $6 AND title_id = $7 AND format = $8 AND place = $9",
    )
    .bind(now)
    .bind(note.is_some())
    .bind(note.flatten())
    .bind(color.is_some())
    .bind(color.flatten())
    .bind(account)
    .bind(range.title.0)
    .bind(range.format.as_str())
    .bind(digest_locations(&[range.start, range.end]));
    conn.affects_rows(statement).await
}

/// Removes a highlight. `false` if there is none of this range.
pub async fn remove(conn: impl Conn, account: &AccountId, range: HighlightRange<'_>) -> Result<bool> {
    let HighlightRange { title, format, start, end } = range;
    let scope = AnnotationScope { account, title, format };
    annotations::remove::<Highlight>(conn, scope, digest_locations(&[start, end])).await
}

record! {
    Highlight {
        title: "title_id",
        format,
        start: "start_location, start_position, start_progression, start_total_progression",
        end: "end_location, end_position, end_progression, end_total_progression",
        text,
        note,
        color,
        updated: "updated_at",
    }
}

impl Annotation for Highlight {
    const TABLE: &'static str = "highlights";
}
