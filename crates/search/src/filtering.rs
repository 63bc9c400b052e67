//! The documents of a segment that may match a search at all: those that pass its filters.

use std::sync::Arc;

use domain::access::View;
use domain::{TitleId, TitleStatus};
use tantivy::DocSet;
use tantivy::schema::{Field, IndexRecordOption};

use crate::columns::SortColumn;
use crate::{DocBits, Error, Filter, IndexSegment, Sort, terms};

impl Filter {
    /// Returns true if other searches are likely to use the same filter.
    fn is_worth_caching(&self) -> bool {
        !matches!(self, Self::Between(Sort::UpdatedDate, ..) | Self::Duration(_) | Self::Listed(_))
    }

    /// The documents of a segment that pass all filters and are not deleted.
    pub(crate) fn filter_all(
        filters: &[Self],
        segment: &IndexSegment,
        tag: Field,
    ) -> Result<Arc<DocBits>, Error> {
        let mut allowed: Option<Arc<DocBits>> = segment.undeleted.clone();
        for filter in filters {
            let passed = filter.filter_cached(segment, tag)?;
            allowed = Some(match allowed {
                None => passed,
                Some(mut bits) => {
                    Arc::make_mut(&mut bits).intersect_with(&passed);
                    bits
                }
            });
        }
        Ok(allowed.unwrap_or_else(|| Arc::new(DocBits::with_all(segment.len()))))
    }

    /// The documents that pass this filter, including deleted ones; cached if it was used recently.
    pub(crate) fn filter_cached(&self, segment: &IndexSegment, tag: Field) -> Result<Arc<DocBits>, Error> {
        if let Some(known) = segment.data.filters.get(self) {
            return Ok(known);
        }
        let bits = Arc::new(self.evaluate(segment, tag)?);
        if self.is_worth_caching() {
            segment.data.filters.insert(self.clone(), Arc::clone(&bits));
        }
        Ok(bits)
    }

    fn evaluate(&self, segment: &IndexSegment, tag: Field) -> Result<DocBits, Error> {
        let all_but = |bits: &DocBits| {
            let mut rest = DocBits::with_all(segment.len());
            rest.subtract(bits);
            rest
        };
        match self {
            Self::Visible(view, statuses) => filter_visible(view, statuses, segment, tag),
            Self::Any(tags) => docs_with_any_tag(tags, segment, tag),
            Self::None(tags) => Ok(all_but(&docs_with_any_tag(tags, segment, tag)?)),
            Self::AnyPrefix(prefixes) => find_docs_with_prefix(prefixes, segment, tag),
            Self::NoPrefix(prefixes) => Ok(all_but(&find_docs_with_prefix(prefixes, segment, tag)?)),
            Self::Age(age) => {
                let (from, to) = (segment.number_column("age_from")?, segment.number_column("age_to")?);
                Ok(filter_docs(segment, |doc| match (from.first(doc), to.first(doc)) {
                    (None, None) => false,
                    (from, to) => from.is_none_or(|from| from <= *age) && to.is_none_or(|to| *age <= to),
                }))
            }
            Self::Duration(most) => {
                let durations = segment.number_column("duration")?;
                Ok(filter_docs(segment, |doc| durations.first(doc).is_some_and(|seconds| seconds <= *most)))
            }
            Self::Listed(titles) => {
                Ok(filter_docs(segment, |doc| titles.contains(&TitleId(segment.data.ids[doc as usize]))))
            }
            Self::Between(sort, from, to) => match segment.sort_column(*sort)? {
                Some(SortColumn::Numbers(numbers)) => {
                    Ok(filter_docs(segment, |doc| (*from..=*to).contains(&numbers[doc as usize])))
                }
                _ => Ok(DocBits::with_none(segment.len())),
            },
        }
    }
}

/// Live titles of the caller's site and those shared with it, as far as they may be shown
/// (docs/rules/search.md#rule-5).
fn filter_visible(
    view: &View,
    statuses: &[TitleStatus],
    segment: &IndexSegment,
    tag: Field,
) -> Result<DocBits, Error> {
    let mut bits = match &view.site {
        None => DocBits::with_all(segment.len()),
        Some(site) if !view.shared => docs_with_any_tag(&[terms::site(site)], segment, tag)?,
        Some(site) => {
            let shared =
                [terms::site(site), terms::shared_with_site(site), terms::SHARED_WITH_ALL_TERM.to_owned()];
            docs_with_any_tag(&shared, segment, tag)?
        }
    };
    if !statuses.is_empty() {
        let statuses: Vec<String> = statuses.iter().copied().map(terms::status).collect();
        bits.intersect_with(&docs_with_any_tag(&statuses, segment, tag)?);
    }
    if view.hide_adult {
        bits.subtract(&docs_with_any_tag(&[terms::ADULT_TERM.to_owned()], segment, tag)?);
    }
    if let Some(place) = &view.offered_at {
        bits.intersect_with(&docs_with_any_tag(&terms::offered_in_country(place), segment, tag)?);
        bits.intersect_with(&docs_with_any_tag(&terms::offered_in_state(place), segment, tag)?);
    }
    Ok(bits)
}

fn filter_docs(segment: &IndexSegment, holds: impl Fn(u32) -> bool) -> DocBits {
    let mut bits = DocBits::with_none(segment.len());
    (0..segment.len()).filter(|doc| holds(*doc)).for_each(|doc| bits.insert(doc));
    bits
}

fn docs_with_any_tag(tags: &[String], segment: &IndexSegment, tag: Field) -> Result<DocBits, Error> {
    let mut bits = DocBits::with_none(segment.len());
    for term in tags {
        if let Some(postings) = segment.postings(tag, term, IndexRecordOption::Basic)? {
            insert_all(postings, &mut bits);
        }
    }
    Ok(bits)
}

fn find_docs_with_prefix(prefixes: &[String], segment: &IndexSegment, tag: Field) -> Result<DocBits, Error> {
    let mut bits = DocBits::with_none(segment.len());
    let inverted = segment.inverted_index(tag)?;
    for prefix in prefixes {
        let mut terms = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        while terms.advance() && terms.key().starts_with(prefix.as_bytes()) {
            let postings = inverted.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
            insert_all(postings, &mut bits);
        }
    }
    Ok(bits)
}

fn insert_all(mut postings: impl DocSet, bits: &mut DocBits) {
    let mut doc = postings.doc();
    while doc != tantivy::TERMINATED {
        bits.insert(doc);
        doc = postings.advance();
    }
}
