//! The titles of a list, in its orders.

use domain::{TitleId, wire_enum};

use crate::{Conn, PageRequest, Result, RowPosition, Sql};

wire_enum! {
    /// Orders of a list's titles (docs/rules/requests.md#rule-13).
    #[derive(Default)]
    pub enum TitleSort {
        /// Title, without its leading article.
        #[default]
        Title = "title",
        /// Time at which it was put on the list.
        DateAddedToReadingList = "dateAddedToReadingList",
        /// Index name of the first author.
        Author = "author",
    }
}

/// A page of a list's titles, each with its position. Permanently removed titles are left out; withdrawn ones
/// stay (docs/rules/lists.md#rule-1).
pub async fn titles_page(
    mut conn: impl Conn,
    list: &str,
    page_request: PageRequest<'_, TitleSort, i64>,
) -> Result<Vec<(RowPosition<i64>, TitleId)>> {
    let key = match page_request.sort {
        TitleSort::Title => "t.sort_title",
        TitleSort::DateAddedToReadingList => "CAST(x.date_added AS TEXT)",
        TitleSort::Author => "t.sort_author",
    };
    let statement = Sql::new(format!(
        "SELECT {key}, x.title_id FROM reading_list_titles x JOIN titles t ON t.id = x.title_id \
         WHERE x.list_id = $1 AND t.status <> 'removed'"
    ))
    .bind(list);
    let rows =
        conn.fetch_all::<RowPosition<i64>>(page_request.complete(statement, key, "x.title_id")).await?;
    Ok(rows.into_iter().map(|(key, id)| ((key, id), TitleId(id))).collect())
}

/// Counts the titles of a list, without those removed permanently.
pub async fn count_titles(mut conn: impl Conn, list: &str) -> Result<u64> {
    let statement = Sql::new(
        "SELECT COUNT(*) FROM reading_list_titles x JOIN titles t ON t.id = x.title_id \
         WHERE x.list_id = $1 AND t.status <> 'removed'",
    )
    .bind(list);
    conn.fetch_one(statement).await
}
