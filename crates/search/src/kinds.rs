//! Counts matching titles by properties with few values: languages, formats, narrators, times, accessibility.

use std::collections::HashMap;
use std::slice;
use std::sync::Arc;

use tantivy::schema::Field;

use crate::access::take_counts;
use crate::bits::ComparedSet;
use crate::facet_sets::FacetSets;
use crate::{AccessFacets, DocBits, Error, Facets, Filter, IndexSegment, TitleSearch};

/// Titles by the values of each facet other than names. All but languages are in the order of
/// [`FacetSets`].
#[derive(Debug, Default)]
pub(crate) struct KindCounts {
    languages: HashMap<String, u64>,
    formats: Vec<u64>,
    narrators: Vec<u64>,
    access: Vec<u64>,
    /// One number for each of [`TitleSearch::added_counts`].
    added_counts: Vec<u64>,
}

impl KindCounts {
    /// Counts the requested facets among the matching documents of a segment. The sets of documents with a
    /// value are those of the filters, cached between searches.
    pub(crate) fn count_segment(
        &mut self,
        matched: &ComparedSet,
        segment: &IndexSegment,
        tag: Field,
        search: &TitleSearch,
    ) -> Result<(), Error> {
        let added = |moment| Filter::added_since(moment).filter_cached(segment, tag);
        let added: Vec<Arc<DocBits>> =
            search.added_counts.iter().copied().map(added).collect::<Result<_, _>>()?;
        add_counts(&mut self.added_counts, matched, added.iter().map(slice::from_ref));
        if !search.format_facets && !search.access_facets {
            return Ok(());
        }
        let sets = FacetSets::for_segment(segment, tag, search.can)?;
        if search.access_facets {
            add_counts(&mut self.access, matched, sets.access.iter().map(slice::from_ref));
        }
        if !search.format_facets {
            return Ok(());
        }
        for (code, having) in &sets.languages {
            let count = matched.count_common(slice::from_ref(having));
            // Most languages also occur in an earlier segment.
            match self.languages.get_mut(code) {
                Some(total) => *total += count,
                None => drop(self.languages.insert(code.clone(), count)),
            }
        }
        add_counts(&mut self.formats, matched, sets.formats.iter().map(slice::from_ref));
        add_counts(&mut self.narrators, matched, sets.narrators.iter().map(Vec::as_slice));
        Ok(())
    }

    /// Adds these facets to those of names. The most frequent languages come first, ties by code.
    pub(crate) fn into_facets(self, names: Facets) -> Facets {
        let languages = self.languages.into_iter().filter(|(_, count)| *count > 0);
        let mut languages: Vec<(String, u64)> = languages.collect();
        languages.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        Facets {
            languages,
            formats: take_counts(&mut self.formats.into_iter()),
            narrators: take_counts(&mut self.narrators.into_iter()),
            added_counts: self.added_counts,
            access: AccessFacets::new(&self.access),
            ..names
        }
    }
}

/// Adds the number of matching documents with each value, which are in all sets of the value.
fn add_counts<'s>(
    counts: &mut Vec<u64>,
    matched: &ComparedSet,
    values: impl ExactSizeIterator<Item = &'s [Arc<DocBits>]>,
) {
    counts.resize(values.len(), 0);
    for (count, sets) in counts.iter_mut().zip(values) {
        *count += matched.count_common(sets);
    }
}
