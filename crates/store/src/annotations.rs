//! Common parts of bookmarks and highlights. A row belongs to a reader, a title, a format and a location, and
//! is listed in reading order (docs/rules/reading.md#rule-1).

use domain::{AccountId, Format, TitleId};

use crate::{Conn, KeyPage, Record, Result, Sql};

/// The position of an annotation in its list: order key and location key.
pub type AnnotationKey = (String, String);

/// Maximum number of bookmarks and of highlights of a reader in one title.
pub const MAX_MARKS_PER_TITLE: u32 = 20_000;

/// The condition that a reader may add another annotation to a title, or already has one at this location.
/// `$1` is the account, `$2` the title, `$3` the format, `$4` the location key.
pub(crate) fn room_condition(table: &str) -> String {
    format!(
        "(SELECT COUNT(*) FROM bookmarks WHERE account_id = $1 AND title_id = $2) \
         + (SELECT COUNT(*) FROM highlights WHERE account_id = $1 AND title_id = $2) < {MAX_MARKS_PER_TITLE} \
         OR EXISTS (SELECT 1 FROM {table} \
             WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4)"
    )
}

/// A kind of annotation, with a table of its own.
pub trait Annotation: Record {
    /// The table. It has the columns `account_id`, `title_id`, `format`, `place` and `sort_key`.
    const TABLE: &'static str;
}

/// A reader's annotations in one format of a title.
#[derive(Debug, Clone, Copy)]
pub struct AnnotationScope<'a> {
    pub account: &'a AccountId,
    pub title: TitleId,
    pub format: Format,
}

impl AnnotationScope<'_> {
    fn bind_to(self, statement: Sql) -> Sql {
        statement.bind(self.account.as_str()).bind(self.title.0).bind(self.format.as_str())
    }
}

/// A page of annotations, in reading order.
pub async fn list<A: Annotation>(
    mut conn: impl Conn,
    scope: AnnotationScope<'_>,
    page: &KeyPage<AnnotationKey>,
) -> Result<Vec<(AnnotationKey, A)>> {
    let (sort_key, place) = page.after.clone().unwrap_or_default();
    let statement = Sql::new(format!(
        "SELECT sort_key, place, {} FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3 \
         AND (sort_key, place) > ($4, $5) ORDER BY sort_key, place LIMIT $6",
        A::COLUMNS,
        A::TABLE,
    ));
    conn.fetch_all(scope.bind_to(statement).bind(sort_key).bind(place).bind(page.limit)).await
}

/// The reader's annotations in other formats of the title, in the order of the formats; at most `limit`.
pub async fn list_in_other_formats<A: Annotation>(
    mut conn: impl Conn,
    scope: AnnotationScope<'_>,
    limit: u32,
) -> Result<Vec<A>> {
    let statement = Sql::new(format!(
        "SELECT {} FROM {} WHERE account_id = $1 AND title_id = $2 AND format <> $3 \
         ORDER BY format, sort_key, place LIMIT {limit}",
        A::COLUMNS,
        A::TABLE,
    ));
    conn.fetch_all(scope.bind_to(statement)).await
}

pub async fn count<A: Annotation>(mut conn: impl Conn, scope: AnnotationScope<'_>) -> Result<u64> {
    let statement = Sql::new(format!(
        "SELECT COUNT(*) FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3",
        A::TABLE,
    ));
    conn.fetch_one(scope.bind_to(statement)).await
}

/// Removes an annotation. `false` if there is none at this location.
pub(crate) async fn remove<A: Annotation>(
    mut conn: impl Conn,
    scope: AnnotationScope<'_>,
    place: String,
) -> Result<bool> {
    let statement = Sql::new(format!(
        "DELETE FROM {} WHERE account_id = $1 AND title_id = $2 AND format = $3 AND place = $4",
        A::TABLE,
    ));
    conn.affects_rows(scope.bind_to(statement).bind(place)).await
}
