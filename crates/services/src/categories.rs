//! The categories of the collection, and the BISAC headings in use.

use domain::{CategoryType, access};

use crate::index_thread::run_on_index_thread;
use crate::{KeyPage, Operation, Result, Rows};

pub use store::bisac::{BisacHeading, HeadingPrefix};

/// The names of the categories in the caller's view of the collection, each with the number of its titles, by
/// name.
pub async fn count_titles(op: &Operation) -> Result<Vec<(String, u64)>> {
    let view = access::view_of(&op.access_caller(), &op.site.id, op.today());
    run_on_index_thread(op, move |index| index.count_categories(&view, CategoryType::Service)).await
}

/// A page of the BISAC headings in use, by code: two statements.
pub async fn bisac_headings(
    op: &Operation,
    prefix: HeadingPrefix<'_>,
    page: &KeyPage<String>,
) -> Result<Rows<String, BisacHeading>> {
    let total = store::bisac::count(op.db(), prefix).await?;
    let rows = store::bisac::page(op.db(), prefix, page).await?;
    let rows = rows.into_iter().map(|heading| (heading.code.clone(), heading)).collect();
    Ok(Rows::from_forward_rows(rows, page.limit, total))
}

/// Changes with titles, and so whenever a category gets its first one: results about categories stay valid
/// while the position is equal.
pub fn change_position(op: &Operation) -> Result<i64> {
    Ok(op.library().index()?.position())
}

pub async fn list_names(op: &Operation) -> Result<Vec<String>> {
    Ok(store::categories::list_all(op.db()).await?)
}
