//! The search for titles, with the numbers of reports that wait.

use domain::conversion_reports::ConversionReport;
use domain::problem_reports::ProblemReport;
use store::open_reports;

use crate::catalog::{self, CatalogSearch, TitleNeed, count_in_need};
use crate::titles::SearchPage;
use crate::{Operation, Result};

#[derive(Debug, Clone)]
pub struct CollectionStart {
    pub titles: SearchPage,
    /// Open reports of problems with titles that the staff member manages.
    pub open_problems: u64,
    /// Open reports of conversions of titles that the staff member manages.
    pub open_conversion_reports: u64,
    /// Titles of which the library has only a record.
    pub without_book: u64,
    /// Titles whose last change was not applied.
    pub to_retry: u64,
}

/// Finds titles in any status, and counts what waits: as many statements for many titles as for one.
///
/// # Errors
/// Those of [`catalog::search`].
pub async fn find_titles(op: &Operation, search: CatalogSearch<'_>) -> Result<CollectionStart> {
    op.require_collection_staff()?;
    let (db, site) = (op.db(), op.managed_collection_site());
    // The search waits for the index, so that the numbers show every change too.
    let titles = catalog::search(op, search).await?;
    Ok(CollectionStart {
        titles,
        open_problems: open_reports::count::<ProblemReport>(db, site).await?,
        open_conversion_reports: open_reports::count::<ConversionReport>(db, site).await?,
        without_book: count_in_need(op, TitleNeed::Book).await?,
        to_retry: count_in_need(op, TitleNeed::Retry).await?,
    })
}
