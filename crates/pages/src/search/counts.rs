//! The number of titles that each choice of a filter would leave.

use std::collections::HashSet;

use domain::artifacts::NarratorType;
use domain::formats::Format;
use domain::preferences::Preferences;
use jiff::Timestamp;
use services::Operation;
use services::titles::{self, AccessFacets, CollectionSearch, Query, SearchPage, days_before};

use super::access;
use super::filters::{ADDED_PERIODS, Filters, MY_FORMAT};
use crate::problem::Result;
use crate::visitor::Visitor;

/// Maximum number of categories in the form. They include the BISAC headings, so there are more than
/// languages.
const MAX_CATEGORIES: usize = CollectionSearch::MAX_CATEGORIES_PER_FACET;

/// Values with their exact numbers of titles, the most frequent first.
pub(crate) struct FilterCounts {
    pub(crate) formats: Vec<(Format, u64)>,
    /// Languages, ISO 639-2 alpha-3.
    pub(crate) languages: Vec<(String, u64)>,
    pub(crate) categories: Vec<(String, u64)>,
    /// Categories that are only BISAC headings, not categories of the library's own.
    pub(crate) bisac: HashSet<String>,
    /// Kinds of voices.
    pub(crate) voices: Vec<(NarratorType, u64)>,
    /// Titles added within a number of days, for each of [`ADDED_PERIODS`].
    pub(crate) periods: Vec<(i16, u64)>,
    /// The accessibility properties of the titles.
    pub(crate) access: AccessFacets,
    /// The format that the visitor prefers, and how many titles are left in it. `None` without a preference.
    pub(crate) my_format: Option<(Format, u64)>,
    /// The formats that the visitor reads, and how many titles are left that are available in all of them.
    /// `None` if they have named none.
    pub(crate) my_formats: Option<(Vec<Format>, u64)>,
}

/// A search that counts everything that the form offers.
pub(crate) fn counting_search(op: &Operation, query: Query) -> Result<CollectionSearch<'_>> {
    let search = CollectionSearch::new(op, query)?.with_kinds().with_categories(MAX_CATEGORIES);
    Ok(search.with_accessibility().with_added(period_starts(op)))
}

/// The number of passes over the index by a search with these filters: [`FilterCounts::load`] counts the
/// values of some filters as if these were not active.
pub(crate) fn index_passes(filters: &Filters) -> u64 {
    let widened = ["format", "language", "voice", "category", "added"].iter().chain(access::ANY_OF_FILTERS);
    1 + widened.filter(|name| !filters.value(name).is_empty()).count() as u64
}

/// The beginnings of the [`ADDED_PERIODS`].
fn period_starts(op: &Operation) -> Vec<Timestamp> {
    ADDED_PERIODS.iter().map(|days| days_before(op.today(), *days)).collect()
}

impl FilterCounts {
    /// The counts of a search that has found these titles, for a visitor with these preferences. Where any
    /// value of an active filter is enough, its values are counted as if it were not active, so that other
    /// values can be chosen: one more pass over the index for each such filter.
    pub(crate) async fn load(
        visitor: &Visitor,
        filters: &Filters,
        found: &SearchPage,
        preferences: &Preferences,
    ) -> Result<Self> {
        let caller = &visitor.op;
        let without = |name: &str| -> Result<Option<CollectionSearch<'_>>> {
            let wider = filters.without_field(name);
            Ok(wider
                .map(|filters| CollectionSearch::new(caller, filters.to_query(caller.today())))
                .transpose()?)
        };
        let count = async |search: Option<CollectionSearch<'_>>| -> Result<Option<SearchPage>> {
            let Some(search) = search else { return Ok(None) };
            Ok(Some(search.find_page(None, 0).await?))
        };
        // Each counts no more than its own values.
        let kinds = async |name: &str| count(without(name)?.map(CollectionSearch::with_kinds)).await;
        let mut access = found.facets.access.clone();
        for name in access::ANY_OF_FILTERS {
            if let Some(found) = count(without(name)?.map(CollectionSearch::with_accessibility)).await? {
                access::replace_counts(&mut access, name, found.facets.access);
            }
        }
        let (formats, languages, voices) =
            (kinds("format").await?, kinds("language").await?, kinds("voice").await?);
        let categories =
            count(without("category")?.map(|search| search.with_categories(MAX_CATEGORIES))).await?;
        let categories = &categories.as_ref().unwrap_or(found).facets;
        let added = count(without("added")?.map(|search| search.with_added(period_starts(caller)))).await?;
        let added = &added.as_ref().unwrap_or(found).facets.added_counts;
        Ok(Self {
            my_format: my_format(filters, found, preferences),
            my_formats: my_formats(visitor, filters, found, preferences).await?,
            formats: formats.as_ref().unwrap_or(found).facets.formats.clone(),
            languages: languages.as_ref().unwrap_or(found).facets.languages.clone(),
            categories: categories.categories.clone(),
            bisac: categories.bisac.iter().cloned().collect(),
            voices: voices.as_ref().unwrap_or(found).facets.narrators.clone(),
            periods: ADDED_PERIODS.iter().copied().zip(added.iter().copied()).collect(),
            access,
        })
    }
}

fn my_format(filters: &Filters, found: &SearchPage, preferences: &Preferences) -> Option<(Format, u64)> {
    let format = preferences.format?;
    let counted = found.facets.formats.iter().find(|(one, _)| *one == format).map_or(0, |(_, count)| *count);
    Some((format, if filters.value(MY_FORMAT).is_empty() { counted } else { found.total }))
}

async fn my_formats(
    visitor: &Visitor,
    filters: &Filters,
    found: &SearchPage,
    preferences: &Preferences,
) -> Result<Option<(Vec<Format>, u64)>> {
    let mut query = filters.to_query(visitor.op.today());
    let formats = preferences.formats();
    if formats.is_empty() {
        return Ok(None);
    }
    if query.in_all_my_formats {
        return Ok(Some((formats, found.total)));
    }
    query.in_all_my_formats = true;
    let counted = titles::count_all_queries(&visitor.op, vec![query]).await?;
    Ok(Some((formats, counted.into_iter().sum())))
}
