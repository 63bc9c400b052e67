//! Counts matching titles by what they offer readers with disabilities.

use domain::capabilities::Capabilities;
use tantivy::schema::Field;

use crate::access::{AccessFacets, values};
use crate::bits::Compared;
use crate::error::Error;
use crate::filters::Filter;
use crate::segments::Segment;

/// Counts of matching titles, one for each value of each facet.
#[derive(Debug, Clone, Default)]
pub(crate) struct AccessCounts(Vec<u64>);

impl AccessCounts {
    /// Counts the matching documents of a segment. The sets of documents are those of the filters, kept in
    /// memory between searches.
    pub(crate) fn add(
        &mut self,
        matched: &Compared,
        segment: &Segment,
        tag: Field,
        can: Capabilities,
    ) -> Result<(), Error> {
        let values = values(can);
        self.0.resize(values.len(), 0);
        for (count, tags) in self.0.iter_mut().zip(values) {
            *count += matched.count_common(&[&*Filter::Any(tags).passed(segment, tag)?]);
        }
        Ok(())
    }

    /// The counts by value.
    pub(crate) fn facets(&self) -> AccessFacets {
        AccessFacets::new(&self.0)
    }
}
