//! Which documents of a segment may match a search at all: those that pass its filters.

use std::sync::Arc;

use domain::access::View;
use domain::titles::TitleStatus;
use tantivy::DocSet;
use tantivy::schema::{Field, IndexRecordOption};

use crate::bits::Bits;
use crate::columns::SortColumn;
use crate::error::Error;
use crate::filters::Filter;
use crate::segments::Segment;
use crate::sort::Sort;
use crate::terms;

impl Filter {
    /// Whether other searches are likely to use the same filter.
    fn is_worth_keeping(&self) -> bool {
        !matches!(self, Self::Between(Sort::UpdatedDate, ..) | Self::Duration(_))
    }

    /// The documents of a segment that pass all filters and are not deleted.
    pub(crate) fn allowed(filters: &[Self], segment: &Segment, tag: Field) -> Result<Arc<Bits>, Error> {
        let mut allowed: Option<Arc<Bits>> = segment.alive.clone();
        for filter in filters {
            let passed = filter.passed(segment, tag)?;
            allowed = Some(match allowed {
                None => passed,
                Some(mut bits) => {
                    Arc::make_mut(&mut bits).keep(&passed);
                    bits
                }
            });
        }
        Ok(allowed.unwrap_or_else(|| Arc::new(Bits::all(segment.len()))))
    }

    /// The documents that pass this filter, deleted ones too; from memory if it was used lately.
    pub(crate) fn passed(&self, segment: &Segment, tag: Field) -> Result<Arc<Bits>, Error> {
        if let Some(known) = segment.data.filters.get(self) {
            return Ok(known);
        }
        let bits = Arc::new(self.evaluate(segment, tag)?);
        if self.is_worth_keeping() {
            segment.data.filters.insert(self.clone(), Arc::clone(&bits));
        }
        Ok(bits)
    }

    fn evaluate(&self, segment: &Segment, tag: Field) -> Result<Bits, Error> {
        let all_but = |bits: &Bits| {
            let mut rest = Bits::all(segment.len());
            rest.remove(bits);
            rest
        };
        match self {
            Self::Visible(view, statuses) => visible(view, statuses, segment, tag),
            Self::Any(tags) => with_any(tags, segment, tag),
            Self::None(tags) => Ok(all_but(&with_any(tags, segment, tag)?)),
            Self::AnyPrefix(prefixes) => with_prefix(prefixes, segment, tag),
            Self::NoPrefix(prefixes) => Ok(all_but(&with_prefix(prefixes, segment, tag)?)),
            Self::Age(age) => {
                let (from, to) = (segment.numbers("age_from")?, segment.numbers("age_to")?);
                Ok(such_that(segment, |doc| match (from.first(doc), to.first(doc)) {
                    (None, None) => false,
                    (from, to) => from.is_none_or(|from| from <= *age) && to.is_none_or(|to| *age <= to),
                }))
            }
            Self::Duration(most) => {
                let durations = segment.numbers("duration")?;
                Ok(such_that(segment, |doc| durations.first(doc).is_some_and(|seconds| seconds <= *most)))
            }
            Self::Between(sort, from, to) => match segment.sort_column(*sort)? {
                Some(SortColumn::Numbers(numbers)) => {
                    Ok(such_that(segment, |doc| (*from..=*to).contains(&numbers[doc as usize])))
                }
                _ => Ok(Bits::none(segment.len())),
            },
        }
    }
}

/// Live titles of the caller's site and those shared with it, as far as they may be shown
/// (docs/rules/search.md#rule-5).
fn visible(view: &View, statuses: &[TitleStatus], segment: &Segment, tag: Field) -> Result<Bits, Error> {
    let mut bits = match &view.site {
        None => Bits::all(segment.len()),
        Some(site) if !view.shared => with_any(&[terms::site(site)], segment, tag)?,
        Some(site) => {
            let shared = [terms::site(site), terms::shared_with(site), terms::SHARED_WITH_ALL.to_owned()];
            with_any(&shared, segment, tag)?
        }
    };
    if !statuses.is_empty() {
        let statuses: Vec<String> = statuses.iter().copied().map(terms::status).collect();
        bits.keep(&with_any(&statuses, segment, tag)?);
    }
    if view.hide_adult {
        bits.remove(&with_any(&[terms::ADULT.to_owned()], segment, tag)?);
    }
    if let Some(place) = &view.offered_at {
        bits.keep(&with_any(&terms::offered_in(place), segment, tag)?);
        bits.keep(&with_any(&terms::offered_in_state(place), segment, tag)?);
    }
    Ok(bits)
}

fn such_that(segment: &Segment, holds: impl Fn(u32) -> bool) -> Bits {
    let mut bits = Bits::none(segment.len());
    (0..segment.len()).filter(|doc| holds(*doc)).for_each(|doc| bits.insert(doc));
    bits
}

fn with_any(tags: &[String], segment: &Segment, tag: Field) -> Result<Bits, Error> {
    let mut bits = Bits::none(segment.len());
    for term in tags {
        if let Some(postings) = segment.postings(tag, term, IndexRecordOption::Basic)? {
            insert_all(postings, &mut bits);
        }
    }
    Ok(bits)
}

fn with_prefix(prefixes: &[String], segment: &Segment, tag: Field) -> Result<Bits, Error> {
    let mut bits = Bits::none(segment.len());
    let inverted = segment.inverted(tag)?;
    for prefix in prefixes {
        let mut terms = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
        while terms.advance() && terms.key().starts_with(prefix.as_bytes()) {
            let postings = inverted.read_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
            insert_all(postings, &mut bits);
        }
    }
    Ok(bits)
}

fn insert_all(mut postings: impl DocSet, bits: &mut Bits) {
    let mut doc = postings.doc();
    while doc != tantivy::TERMINATED {
        bits.insert(doc);
        doc = postings.advance();
    }
}
