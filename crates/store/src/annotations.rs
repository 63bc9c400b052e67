//! Common parts of bookmarks and highlights: a row belongs to a reader, a title, a format and a place,
//! and is listed in reading order (docs/rules/reading.md#rule-1).

use domain::formats::Format;
use domain::ids::{AccountId, TitleId};

use crate::conn::{Conn, Row};
use crate::error::Result;
use crate::page::KeyPage;
use crate::sql::Sql;
use crate::values::to_count;

/// The position of an annotation in its list: order key and place.
pub type AnnotationKey = (String, String);

/// Bookmarks and highlights together that a reader may have in one title.
pub const MAX_MARKS_PER_TITLE: u32 = 20_000;

/// The condition that a reader has room for another annotation in a title, or has one in this place already.
/// `$1` is the account, `$2` the title, `$3` the format, `$4` the place.
pub(crate) fn room_condition(table: &str) -> String {
    format!(
        "(SELECT COUNT(*) FROM bookmarks WHERE account_id = $1 AND title_id = $2) \
         + (SELECT COUNT(*) FROM highlights WHERE account_id = $1 AND title_id = $2) < {MAX_MARKS_PER_TITLE} \
         OR EXISTS (SELECT 1 FROM {table} \
             WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4)"
    )
}

/// A row of a table of annotations.
pub(crate) trait AnnotationRow: Row {
    /// The table. It has the columns `account_id`, `title_id`, `format`, `place` and `sort_key`.
    const TABLE: &'static str;

    const COLUMNS: &'static str;

    /// The annotation that a row contains.
    type Annotation;

    /// Returns the annotation of the row, with its position in the list.
    fn into_annotation(self) -> Result<(AnnotationKey, Self::Annotation)>;
}

/// A reader's annotations in one format of a title, in reading order.
pub(crate) async fn list<A: AnnotationRow>(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    page: &KeyPage<AnnotationKey>,
) -> Result<Vec<(AnnotationKey, A::Annotation)>> {
    let (sort_key, place) = page.after.clone().unwrap_or_default();
    let statement = Sql::new(format!(
        "SELECT {} FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3 \
         AND (sort_key, place) > ($4, $5) ORDER BY sort_key, place LIMIT $6",
        A::COLUMNS,
        A::TABLE,
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str())
    .bind(sort_key)
    .bind(place)
    .bind(i64::from(page.limit));
    conn.fetch_all::<A>(statement).await?.into_iter().map(A::into_annotation).collect()
}

/// A reader's annotations in other formats of a title than this one, in the order of the formats: at most
/// `limit`.
pub(crate) async fn list_in_other_formats<A: AnnotationRow>(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    limit: u32,
) -> Result<Vec<A::Annotation>> {
    let statement = Sql::new(format!(
        "SELECT {} FROM {} WHERE account_id = $1 AND title_id = $2 AND format <> $3 \
         ORDER BY format, sort_key, place LIMIT {limit}",
        A::COLUMNS,
        A::TABLE,
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str());
    let rows = conn.fetch_all::<A>(statement).await?;
    rows.into_iter().map(|row| Ok(row.into_annotation()?.1)).collect()
}

/// Counts a reader's annotations in one format of a title.
pub(crate) async fn count<A: AnnotationRow>(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
) -> Result<u64> {
    let statement = Sql::new(format!(
        "SELECT COUNT(*) FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3",
        A::TABLE,
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str());
    to_count(conn.fetch_one::<(i64,)>(statement).await?.0)
}

/// Removes an annotation. `false` if there is none at this place.
pub(crate) async fn remove<A: AnnotationRow>(
    mut conn: impl Conn,
    account: &AccountId,
    title: TitleId,
    format: Format,
    place: String,
) -> Result<bool> {
    let statement = Sql::new(format!(
        "DELETE FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4",
        A::TABLE,
    ))
    .bind(account.as_str())
    .bind(title.0)
    .bind(format.as_str())
    .bind(place);
    conn.affects_rows(statement).await
}
