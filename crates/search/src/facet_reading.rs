//! Reads the sets of documents by which facets are counted.

use std::sync::{Arc, PoisonError};

use domain::{Capabilities, Format, NarratorType, WireEnum as _};
use tantivy::schema::Field;

use crate::access::facet_values;
use crate::facet_sets::FacetSets;
use crate::filters::{format_tags, narrator_filters};
use crate::{DocBits, Error, Filter, IndexSegment, terms};

impl FacetSets {
    /// The sets of a segment, cached unless the capabilities have changed since the last search.
    pub(crate) fn for_segment(
        segment: &IndexSegment,
        tag: Field,
        can: Capabilities,
    ) -> Result<Arc<Self>, Error> {
        let memory = || segment.data.facet_sets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sets) = memory().as_ref().filter(|sets| sets.can == can) {
            return Ok(Arc::clone(sets));
        }
        let sets = Arc::new(Self::read(segment, tag, can)?);
        *memory() = Some(Arc::clone(&sets));
        Ok(sets)
    }

    fn read(segment: &IndexSegment, tag: Field, can: Capabilities) -> Result<Self, Error> {
        let any = |tags: Vec<String>| Filter::Any(tags).filter_cached(segment, tag);
        let formats = Format::ALL.iter().map(|format| any(format_tags(&[*format], can)));
        let narrators = NarratorType::ALL.iter().map(|kind| -> Result<Vec<_>, Error> {
            let filters = narrator_filters(*kind, can).into_iter();
            filters.map(|filter| filter.filter_cached(segment, tag)).collect()
        });
        Ok(Self {
            can,
            languages: read_languages(segment, tag)?,
            formats: formats.collect::<Result<_, _>>()?,
            narrators: narrators.collect::<Result<_, _>>()?,
            access: facet_values(can).into_iter().map(any).collect::<Result<_, _>>()?,
        })
    }
}

fn read_languages(segment: &IndexSegment, tag: Field) -> Result<Vec<(String, Arc<DocBits>)>, Error> {
    let prefix = terms::language("");
    let inverted = segment.inverted_index(tag)?;
    let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
    let mut languages = Vec::new();
    while stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
        let term = String::from_utf8_lossy(stream.key()).into_owned();
        let code = term[prefix.len()..].to_owned();
        languages.push((code, Filter::Any(vec![term]).filter_cached(segment, tag)?));
    }
    Ok(languages)
}
