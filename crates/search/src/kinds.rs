//! Counts matching titles by properties with few values: languages, formats, narrators, times.

use std::collections::HashMap;

use domain::{Format, NarratorType, WireEnum as _};
use tantivy::schema::Field;

use crate::bits::ComparedSet;
use crate::facet_sets::FacetSets;
use crate::{DocBits, Error, Filter, IndexSegment, TitleSearch};

/// Titles by language, by format, by kind of narrator, and by when they went live.
#[derive(Debug, Clone, Default)]
pub(crate) struct KindCounts {
    languages: HashMap<String, u64>,
    formats: HashMap<Format, u64>,
    narrators: HashMap<NarratorType, u64>,
    /// One number for each of [`TitleSearch::added_counts`].
    added_counts: Vec<u64>,
}

impl KindCounts {
    /// Counts the requested facets among the matching documents of a segment. The sets of documents with a
    /// language or a format are those of the filters, cached between searches.
    pub(crate) fn count_segment(
        &mut self,
        matched: &ComparedSet,
        segment: &IndexSegment,
        tag: Field,
        search: &TitleSearch,
    ) -> Result<(), Error> {
        self.added_counts.resize(search.added_counts.len(), 0);
        for (count, moment) in self.added_counts.iter_mut().zip(&search.added_counts) {
            *count += matched.count_common(&[&*Filter::added_since(*moment).filter_cached(segment, tag)?]);
        }
        if !search.format_facets {
            return Ok(());
        }
        let sets = FacetSets::for_segment(segment, tag, search.can)?;
        for (code, having) in &sets.languages {
            let count = matched.count_common(&[&**having]);
            // Most languages also occur in an earlier segment.
            match self.languages.get_mut(code) {
                Some(total) => *total += count,
                None => drop(self.languages.insert(code.clone(), count)),
            }
        }
        for (format, having) in &sets.formats {
            *self.formats.entry(*format).or_default() += matched.count_common(&[&**having]);
        }
        for (kind, having) in &sets.narrators {
            let having: Vec<&DocBits> = having.iter().map(|bits| &**bits).collect();
            *self.narrators.entry(*kind).or_default() += matched.count_common(&having);
        }
        Ok(())
    }

    /// The languages that were counted, the most frequent first, ties by code.
    pub(crate) fn language_counts(&self) -> Vec<(String, u64)> {
        let counted = self.languages.iter().filter(|(_, count)| **count > 0);
        let mut counted: Vec<(String, u64)> = counted.map(|(code, count)| (code.clone(), *count)).collect();
        counted.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        counted
    }

    /// The formats that were counted, in their order.
    pub(crate) fn format_counts(&self) -> Vec<(Format, u64)> {
        let count = |format: &Format| self.formats.get(format).copied().unwrap_or_default();
        Format::ALL.iter().map(|format| (*format, count(format))).filter(|(_, count)| *count > 0).collect()
    }

    /// The kinds of narrators that were counted, in their order.
    pub(crate) fn narrator_counts(&self) -> Vec<(NarratorType, u64)> {
        let count = |kind: &NarratorType| self.narrators.get(kind).copied().unwrap_or_default();
        let all = NarratorType::ALL.iter().map(|kind| (*kind, count(kind)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    /// The titles that went live since each of the moments of the search, in their order.
    pub(crate) fn added_counts(&self) -> Vec<u64> {
        self.added_counts.clone()
    }
}
