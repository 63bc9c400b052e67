//! The categories of the collection, and the BISAC headings in use.

use domain::access;
use domain::categories::CategoryType;

use crate::caller::Caller;
use crate::error::Result;
use crate::index_thread::run_on_index_thread;
use crate::library::Library;
use crate::rows::{KeyPage, Rows};

pub use store::bisac::{BisacHeading, HeadingPrefix};

/// The names of the categories in the caller's view of the collection, each with the number of its titles, by
/// name.
pub async fn count_titles(library: &Library, caller: &Caller) -> Result<Vec<(String, u64)>> {
    let view = access::view_of(&caller.access_facts(), &caller.site.id, caller.today());
    run_on_index_thread(library, move |index| index.count_categories(&view, CategoryType::Service)).await
}

/// A page of the BISAC headings in use, by code: two statements.
pub async fn bisac_headings(
    library: &Library,
    prefix: HeadingPrefix<'_>,
    page: &KeyPage<String>,
) -> Result<Rows<String, BisacHeading>> {
    let total = store::bisac::count(&library.db, prefix).await?;
    let rows = store::bisac::page(&library.db, prefix, page).await?;
    let rows = rows.into_iter().map(|heading| (heading.code.clone(), heading)).collect();
    Ok(Rows::from_forward_rows(rows, page.limit, total))
}

/// Changes with titles, and so whenever a category gets its first one: results about categories stay valid
/// while the position is equal.
pub fn change_position(library: &Library) -> i64 {
    library.index.position()
}

/// The names of all of the library's own categories.
pub async fn list_names(library: &Library) -> Result<Vec<String>> {
    Ok(store::categories::list_all(&library.db).await?)
}

/// The BISAC headings with these codes or descriptions, ignoring case.
pub async fn find_bisac_headings(library: &Library, names: &[&str]) -> Result<Vec<BisacHeading>> {
    Ok(store::bisac::find_by_names(&library.db, names).await?)
}
