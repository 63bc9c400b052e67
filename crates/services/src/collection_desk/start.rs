//! The search for titles, with the numbers of reports that wait.

use crate::catalog::{self, CatalogSearch};
use crate::titles::SearchPage;
use crate::{Operation, Result};

#[derive(Debug, Clone)]
pub struct CollectionStart {
    pub titles: SearchPage,
    /// Open reports of problems with titles that the staff member manages.
    pub open_problems: u64,
    /// Open reports of conversions of titles that the staff member manages.
    pub open_conversion_reports: u64,
}

/// Finds titles in any status, and counts the reports that wait.
///
/// # Errors
/// Those of [`catalog::search`].
pub async fn find_titles(op: &Operation, search: CatalogSearch<'_>) -> Result<CollectionStart> {
    op.require_collection_staff()?;
    let (db, site) = (op.db(), op.managed_collection_site());
    Ok(CollectionStart {
        open_problems: store::problem_reports::open_count(db, site).await?,
        open_conversion_reports: store::conversion_reports::open_count(db, site).await?,
        titles: catalog::search(op, search).await?,
    })
}
