//! Counts matching titles by what they offer readers with disabilities.

use domain::capabilities::Capabilities;
use tantivy::schema::Field;

use crate::access::{AccessFacets, facet_values};
use crate::bits::ComparedSet;
use crate::error::Error;
use crate::filters::Filter;
use crate::segments::IndexSegment;

/// Counts of matching titles, one for each value of each facet.
#[derive(Debug, Clone, Default)]
pub(crate) struct AccessCounts(Vec<u64>);

impl AccessCounts {
    /// Counts the matching documents of a segment. The sets of documents are those of the filters, kept in
    /// memory between searches.
    pub(crate) fn count_segment(
        &mut self,
        matched: &ComparedSet,
        segment: &IndexSegment,
        tag: Field,
        can: Capabilities,
    ) -> Result<(), Error> {
        let values = facet_values(can);
        self.0.resize(values.len(), 0);
        for (count, tags) in self.0.iter_mut().zip(values) {
            *count += matched.count_common(&[&*Filter::Any(tags).filter_cached(segment, tag)?]);
        }
        Ok(())
    }

    /// The counts by value.
    pub(crate) fn to_facets(&self) -> AccessFacets {
        AccessFacets::new(&self.0)
    }
}
