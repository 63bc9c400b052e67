//! Counts matching titles by their accessibility.

use domain::Capabilities;
use tantivy::schema::Field;

use crate::bits::ComparedSet;
use crate::facet_sets::FacetSets;
use crate::{AccessFacets, Error, IndexSegment};

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
        let sets = FacetSets::for_segment(segment, tag, can)?;
        self.0.resize(sets.access.len(), 0);
        for (count, having) in self.0.iter_mut().zip(&sets.access) {
            *count += matched.count_common(&[&**having]);
        }
        Ok(())
    }

    pub(crate) fn to_facets(&self) -> AccessFacets {
        AccessFacets::new(&self.0)
    }
}
