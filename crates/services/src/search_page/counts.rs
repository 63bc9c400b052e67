//! The number of titles that each choice of a filter would leave.

use std::collections::HashSet;

use domain::{Format, NarratorType, Preferences, WireEnum as _};
use jiff::Timestamp;

use super::{SearchFacet, SearchForm, new_search};
use crate::titles::{self, AccessFacets, CollectionSearch, SearchPage, days_before};
use crate::{Operation, Result};

/// Maximum number of categories in a form. They include the BISAC headings, so there are more than languages.
const MAX_CATEGORIES: usize = CollectionSearch::MAX_CATEGORIES_PER_FACET;

/// Takes the counts of one facet from those of another search.
type CountsSetter = fn(&mut AccessFacets, AccessFacets);

const ACCESS_FACETS: [(SearchFacet, CountsSetter); 6] = [
    (SearchFacet::NonvisualReading, |counts, others| counts.nonvisual_reading = others.nonvisual_reading),
    (SearchFacet::VisualAdjustments, |counts, others| counts.visual_adjustments = others.visual_adjustments),
    (SearchFacet::Narration, |counts, others| counts.narration = others.narration),
    (SearchFacet::BrailleCode, |counts, others| counts.braille_codes = others.braille_codes),
    (SearchFacet::BrailleGrade, |counts, others| counts.braille_grades = others.braille_grades),
    (SearchFacet::BrailleVolumes, |counts, others| counts.braille_volumes = others.braille_volumes),
];

/// Values with their exact numbers of titles, the most frequent first.
#[derive(Debug)]
pub struct FilterCounts {
    pub formats: Vec<(Format, u64)>,
    /// Languages, ISO 639-2 alpha-3.
    pub languages: Vec<(String, u64)>,
    pub categories: Vec<(String, u64)>,
    /// Categories that are only BISAC headings, not categories of the library's own.
    pub bisac: HashSet<String>,
    pub voices: Vec<(NarratorType, u64)>,
    /// Titles added within a number of days, for each of the periods of the request.
    pub periods: Vec<(i16, u64)>,
    /// The accessibility properties of the titles.
    pub access: AccessFacets,
    /// The format that the reader prefers, and how many titles are left in it. `None` without a preference.
    pub my_format: Option<(Format, u64)>,
    /// The formats that the reader reads, and how many titles are left that are available in all of them.
    /// `None` if the reader has named none.
    pub my_formats: Option<(Vec<Format>, u64)>,
}

/// A search that counts everything that a form offers.
///
/// # Errors
/// Those of [`CollectionSearch::new`].
pub fn counting_search<'a, F: SearchForm>(
    op: &'a Operation,
    form: &F,
    added_periods: &[i16],
) -> Result<CollectionSearch<'a>> {
    let search = new_search(op, form)?.with_format_facets().with_categories(MAX_CATEGORIES);
    Ok(search.with_accessibility().with_added(period_starts(op, added_periods)))
}

/// The number of passes over the index by a search of this form: the values of a facet with a condition are
/// counted as if it had none.
pub fn count_index_passes<F: SearchForm>(form: &F) -> u64 {
    1 + SearchFacet::ALL.iter().filter(|facet| form.without_facet(**facet).is_some()).count() as u64
}

fn period_starts(op: &Operation, periods: &[i16]) -> Vec<Timestamp> {
    periods.iter().map(|days| days_before(op.today(), *days)).collect()
}

impl FilterCounts {
    /// The counts of a search that has found these titles, for a reader with these preferences. Where any
    /// value of a facet with a condition is enough, its values are counted as if it had none, so that other
    /// values can be chosen: one more pass over the index for each such facet.
    pub(super) async fn load<F: SearchForm>(
        op: &Operation,
        form: &F,
        results: &SearchPage,
        preferences: &Preferences,
        added_periods: &[i16],
    ) -> Result<Self> {
        let mut access = results.facets.access.clone();
        for (facet, set_counts) in ACCESS_FACETS {
            if let Some(others) = count_without_facet(op, form, facet, added_periods).await? {
                set_counts(&mut access, others.facets.access);
            }
        }
        // Each counts no more than its own values.
        let formats = count_without_facet(op, form, SearchFacet::Format, added_periods).await?;
        let languages = count_without_facet(op, form, SearchFacet::Language, added_periods).await?;
        let voices = count_without_facet(op, form, SearchFacet::Voice, added_periods).await?;
        let categories = count_without_facet(op, form, SearchFacet::Category, added_periods).await?;
        let categories = &categories.as_ref().unwrap_or(results).facets;
        let added = count_without_facet(op, form, SearchFacet::Added, added_periods).await?;
        let added = &added.as_ref().unwrap_or(results).facets.added_counts;
        Ok(Self {
            my_format: my_format(form, results, preferences),
            my_formats: my_formats(op, form, results, preferences).await?,
            formats: formats.as_ref().unwrap_or(results).facets.formats.clone(),
            languages: languages.as_ref().unwrap_or(results).facets.languages.clone(),
            categories: categories.categories.clone(),
            bisac: categories.bisac.iter().cloned().collect(),
            voices: voices.as_ref().unwrap_or(results).facets.narrators.clone(),
            periods: added_periods.iter().copied().zip(added.iter().copied()).collect(),
            access,
        })
    }
}

/// Counts the values of a facet as if it had no condition. `None` if it has none.
async fn count_without_facet<F: SearchForm>(
    op: &Operation,
    form: &F,
    facet: SearchFacet,
    added_periods: &[i16],
) -> Result<Option<SearchPage>> {
    let Some(wider) = form.without_facet(facet) else { return Ok(None) };
    let search = new_search(op, &wider)?;
    let search = match facet {
        SearchFacet::Category => search.with_categories(MAX_CATEGORIES),
        SearchFacet::Added => search.with_added(period_starts(op, added_periods)),
        facet if ACCESS_FACETS.iter().any(|(one, _)| *one == facet) => search.with_accessibility(),
        _ => search.with_format_facets(),
    };
    Ok(Some(search.find_page(None, 0).await?))
}

fn my_format<F: SearchForm>(
    form: &F,
    results: &SearchPage,
    preferences: &Preferences,
) -> Option<(Format, u64)> {
    let format = preferences.format?;
    let counted =
        results.facets.formats.iter().find(|(one, _)| *one == format).map_or(0, |(_, count)| *count);
    Some((format, if form.is_in_my_format() { results.total } else { counted }))
}

async fn my_formats<F: SearchForm>(
    op: &Operation,
    form: &F,
    results: &SearchPage,
    preferences: &Preferences,
) -> Result<Option<(Vec<Format>, u64)>> {
    let mut query = form.to_query(op.today());
    let formats = preferences.formats();
    if formats.is_empty() {
        return Ok(None);
    }
    if query.in_all_my_formats {
        return Ok(Some((formats, results.total)));
    }
    query.in_all_my_formats = true;
    let counted = titles::count_all_queries(op, vec![query]).await?;
    Ok(Some((formats, counted.into_iter().sum())))
}
