//! Titles that need something from collection staff, as parts of the catalog.

use domain::conversion_reports::ConversionReport;
use domain::problem_reports::ProblemReport;
use domain::wire_enum;
use search::TitleSubset;
use store::open_reports;

use crate::{Operation, Result};

/// Maximum number of titles with a report or a failed change that a search considers: those with the lowest
/// numbers.
const MAX_LISTED_TITLES: u32 = 10_000;

wire_enum! {
    /// Something that collection staff can do for a title.
    pub enum TitleNeed {
        /// The library has only a record.
        Book = "book",
        /// The last change was not applied: most often, the book could not be converted.
        Retry = "retry",
        /// Something is missing from the book or a format, and nobody has acknowledged it.
        ConversionReport = "conversionReport",
        /// A reader has reported a problem that nobody has closed.
        ProblemReport = "problemReport",
    }
}

impl TitleNeed {
    /// The titles that need it, among those that the staff member manages.
    pub(super) async fn find_subset(self, op: &Operation) -> Result<TitleSubset> {
        let (db, site) = (op.db(), op.managed_collection_site());
        let titles = match self {
            Self::Book => return Ok(TitleSubset::WithoutBook),
            Self::Retry => store::history::list_failed_titles(db, site, MAX_LISTED_TITLES).await?,
            Self::ConversionReport => {
                open_reports::list_titles::<ConversionReport>(db, site, MAX_LISTED_TITLES).await?
            }
            Self::ProblemReport => {
                open_reports::list_titles::<ProblemReport>(db, site, MAX_LISTED_TITLES).await?
            }
        };
        Ok(TitleSubset::Listed(titles.into_iter().collect()))
    }
}
