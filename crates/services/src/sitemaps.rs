//! The lists of everything that guests see, in parts, as robots read them.

use std::num::NonZeroI64;

use domain::SeriesId;

use crate::periodicals::{PeriodicalFilter, PeriodicalSearch};
use crate::titles::by_number::{self, Stretch};
use crate::{Operation, Result};

/// The parts of the lists of titles and periodicals.
#[derive(Debug)]
pub struct SitemapParts {
    /// The stretches of numbers in which there are titles.
    pub stretches: Vec<Stretch>,
    /// The periodicals that the second and all further parts begin after.
    pub periodicals: Vec<SeriesId>,
}

/// The parts of the lists, each with this many numbers of titles, or this many periodicals.
///
/// # Errors
/// Those of the database and of the search index.
pub async fn list_parts(op: &Operation, numbers: NonZeroI64, periodicals: u32) -> Result<SitemapParts> {
    let search = PeriodicalSearch::new(op, PeriodicalFilter::default());
    let (stretches, periodicals) =
        tokio::try_join!(by_number::list_stretches(op, numbers), search.every_nth(op, periodicals))?;
    Ok(SitemapParts { stretches, periodicals })
}
