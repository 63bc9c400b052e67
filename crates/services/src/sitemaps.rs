//! The lists of everything that guests see, in parts, as robots read them.

use std::num::NonZeroI64;

use domain::SeriesId;

use crate::periodicals::{PeriodicalFilter, PeriodicalSearch};
use crate::titles::by_number::{self, NumberBlock};
use crate::{Operation, Result};

/// The parts of the lists of titles and periodicals.
#[derive(Debug)]
pub struct SitemapParts {
    /// The blocks of numbers in which there are titles.
    pub blocks: Vec<NumberBlock>,
    /// The periodicals that the second and all further parts begin after.
    pub periodicals: Vec<SeriesId>,
}

/// The parts of the lists, each with this many numbers of titles, or this many periodicals.
pub async fn list_parts(op: &Operation, numbers: NonZeroI64, periodicals: u32) -> Result<SitemapParts> {
    let search = PeriodicalSearch::new(op, PeriodicalFilter::default());
    let (blocks, periodicals) =
        tokio::try_join!(by_number::list_number_blocks(op, numbers), search.every_nth(op, periodicals))?;
    Ok(SitemapParts { blocks, periodicals })
}
