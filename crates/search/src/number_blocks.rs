//! The titles of a view by number: the catalog as robots read it.

use std::collections::BTreeMap;
use std::num::NonZeroI64;
use std::ops::Range;

use domain::access::View;
use domain::{TitleId, TitleStatus};
use jiff::Timestamp;

use crate::search::visible_filter;
use crate::{Error, Filter, Index};

/// Consecutive numbers of titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberBlock {
    /// The first number divided by how many numbers a block has.
    pub number: i64,
    /// Time of the last change of one of its titles, to the second.
    pub updated: Timestamp,
}

impl Index {
    /// The blocks of this many consecutive numbers that have live titles of a view, in order.
    pub fn number_blocks(&self, view: &View, numbers: NonZeroI64) -> Result<Vec<NumberBlock>, Error> {
        let mut blocks: BTreeMap<i64, i64> = BTreeMap::new();
        self.visit_titles(view, |title, updated| {
            let last = blocks.entry(title.div_euclid(numbers.get())).or_insert(updated);
            *last = updated.max(*last);
        })?;
        let block = |(number, updated)| NumberBlock { number, updated: to_timestamp(updated) };
        Ok(blocks.into_iter().map(block).collect())
    }

    /// The live titles of a view whose numbers are in this range, by number, each with when it last changed,
    /// to the second.
    pub fn list_titles_between(
        &self,
        view: &View,
        numbers: Range<i64>,
    ) -> Result<Vec<(TitleId, Timestamp)>, Error> {
        let mut titles = Vec::new();
        self.visit_titles(view, |title, updated| {
            if numbers.contains(&title) {
                titles.push((TitleId(title), to_timestamp(updated)));
            }
        })?;
        titles.sort_unstable();
        Ok(titles)
    }

    /// Visits the number of each live title of a view, and the second of its last change.
    fn visit_titles(&self, view: &View, mut visit: impl FnMut(i64, i64)) -> Result<(), Error> {
        let filters = [visible_filter(view, &[TitleStatus::Live])];
        for segment in &self.snapshot().segments {
            let allowed = Filter::filter_all(&filters, segment, self.fields().tag)?;
            let updated = segment.number_column("updated")?;
            for doc in allowed.iter() {
                visit(segment.data.ids[doc as usize], updated.first(doc).unwrap_or_default());
            }
        }
        Ok(())
    }
}

fn to_timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}
