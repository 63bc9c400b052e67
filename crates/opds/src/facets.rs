//! The facets of a feed: subsets of its titles, and the orders.

use domain::accessibility::AccessibilityFeature;
use domain::{Format, WireEnum};
use layout::Wording;
use layout::access::{filter_name, value_name};
use layout::formats::{format_name, language_name};
use services::shelves::NarrowedShelf;
use services::titles::{SearchPage, Sort};

use crate::SearchScope;
use crate::feed::{Facet, FacetGroup};
use crate::filters::TitleFilters;

/// Maximum length of the path of a search that has facets, in bytes, because each facet repeats it. A
/// longer one names so many conditions that its reader is not looking for more.
const MAX_FACETED_BYTES: usize = 4 * 1024;
/// Maximum number of language facets, the most frequent ones.
const MAX_LANGUAGES: usize = 12;

/// Subsets of the found titles, with their exact numbers, and the orders. A group with an active filter has
/// a link back to all.
pub(crate) fn build_facets(
    words: Wording<'_>,
    path: &str,
    filters: &TitleFilters,
    default_sort: Sort,
    results: &SearchPage,
) -> Vec<FacetGroup> {
    if filters.to_path(path).len() > MAX_FACETED_BYTES {
        return Vec::new();
    }
    let builder = FacetBuilder { words, path, filters, total: results.total };
    let mut all = builder.kind_groups(&results.facets.formats, &results.facets.languages);
    let categories = results.facets.categories.iter();
    let categories = categories.map(|(name, count)| (name.clone(), name.clone(), *count)).collect();
    let category = join_names(&filters.category);
    all.push(builder.build_group(words.text("field-category"), category, categories, |f| &mut f.category));
    let access = &results.facets.access;
    let is_offered = |(feature, _): &&(AccessibilityFeature, u64)| {
        AccessibilityFeature::OFFERED_FEATURES.contains(feature)
    };
    let features: Vec<_> = access.features.iter().filter(is_offered).copied().collect();
    all.extend([
        builder.access_group("nonvisualReading", &access.nonvisual_reading, |f| &mut f.nonvisual_reading),
        builder.access_group("visualAdjustments", &access.visual_adjustments, |f| &mut f.visual_adjustments),
        builder.access_group("narration", &access.narration, |f| &mut f.narration),
        builder.access_group("accessibilityFeature", &features, |f| &mut f.accessibility_feature),
        builder.access_group("excludedHazard", &access.excluded_hazards, |f| &mut f.excluded_hazard),
        builder.access_group("brailleCode", &access.braille_codes, |f| &mut f.braille_code),
        builder.access_group("brailleGrade", &access.braille_grades, |f| &mut f.braille_grade),
        builder.access_group("brailleVolumes", &access.braille_volumes, |f| &mut f.braille_volumes),
        build_sort_group(words, path, filters, default_sort),
    ]);
    all.retain(|group| !group.facets.is_empty());
    all
}

/// Subsets of the titles and editions on a shelf, by format and by language.
pub(crate) fn shelf_facets(
    words: Wording<'_>,
    filters: &TitleFilters,
    narrowed: &NarrowedShelf,
) -> Vec<FacetGroup> {
    let path = SearchScope::Shelf.search_path();
    let of = FacetBuilder { words, path, filters, total: narrowed.items.len() as u64 };
    let mut all = of.kind_groups(&narrowed.formats, &narrowed.languages);
    all.retain(|group| !group.facets.is_empty());
    all
}

trait FilterValues {
    fn values(&self) -> &[String];

    /// Sets the only value, or removes all.
    fn set(&mut self, value: Option<String>);
}

impl FilterValues for Vec<String> {
    fn values(&self) -> &[String] {
        self
    }

    fn set(&mut self, value: Option<String>) {
        *self = value.into_iter().collect();
    }
}

impl FilterValues for Option<String> {
    fn values(&self) -> &[String] {
        self.as_slice()
    }

    fn set(&mut self, value: Option<String>) {
        *self = value;
    }
}

type FilterSelector = fn(&mut TitleFilters) -> &mut dyn FilterValues;

/// Common inputs of the groups of a feed.
#[derive(Clone, Copy)]
struct FacetBuilder<'a> {
    words: Wording<'a>,
    path: &'a str,
    filters: &'a TitleFilters,
    total: u64,
}

impl FacetBuilder<'_> {
    fn kind_groups(self, formats: &[(Format, u64)], languages: &[(String, u64)]) -> Vec<FacetGroup> {
        let (words, filters) = (self.words, self.filters);
        let named = |text: &String| Format::from_path(text).map(|of| format_name(words, of));
        let format = join_names(&filters.format.iter().filter_map(named).collect::<Vec<_>>());
        let formats =
            formats.iter().map(|(of, count)| (format_name(words, *of), of.to_string(), *count)).collect();
        let language = filters.language.as_deref().map(|code| language_name(words, code));
        let spoken = languages.iter().take(MAX_LANGUAGES);
        let spoken = spoken.map(|(code, count)| (language_name(words, code), code.clone(), *count)).collect();
        vec![
            self.build_group(words.text("field-format"), format, formats, |f| &mut f.format),
            self.build_group(words.text("field-language"), language, spoken, |f| &mut f.language),
        ]
    }

    /// A group of the values of an accessibility filter.
    fn access_group<T: WireEnum>(
        self,
        name: &str,
        counted: &[(T, u64)],
        filter: FilterSelector,
    ) -> FacetGroup {
        let said = |value: &str| value_name(self.words, name, value);
        let mut filters = self.filters.clone();
        let active: Vec<String> =
            filter(&mut filters).values().iter().map(|value| said(value.as_str())).collect();
        let counted = counted.iter().map(|(value, count)| (value.as_str(), *count));
        let counted = counted.map(|(value, count)| (said(value), value.to_owned(), count)).collect();
        self.build_group(filter_name(self.words, name), join_names(&active), counted, filter)
    }

    /// A group of the values that were counted, each with its name; or of the active one and the way back to
    /// all.
    fn build_group(
        self,
        title: String,
        active: Option<String>,
        counted: Vec<(String, String, u64)>,
        filter: FilterSelector,
    ) -> FacetGroup {
        let all = || self.words.text("feed-everything");
        let with = |value: Option<String>| {
            let mut changed = self.filters.clone();
            filter(&mut changed).set(value);
            changed.to_path(self.path)
        };
        let own = |title: String| Facet {
            title,
            path: self.filters.to_path(self.path),
            count: Some(self.total),
            active: true,
        };
        let facets = if let Some(name) = active {
            vec![own(name), Facet { title: all(), path: with(None), count: None, active: false }]
        } else {
            let values = counted.into_iter().map(|(title, value, count)| Facet {
                title,
                path: with(Some(value)),
                count: Some(count),
                active: false,
            });
            let mut facets: Vec<Facet> = values.collect();
            // OPDS 2.0 wants two links in a group, and some apps reject a feed with fewer: a single value has
            // the way to all of them next to it.
            if facets.len() == 1 {
                facets.insert(0, own(all()));
            }
            facets
        };
        FacetGroup { title, facets }
    }
}

/// Several values of a filter as one name. `None` if there are none.
fn join_names(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

fn build_sort_group(
    words: Wording<'_>,
    path: &str,
    filters: &TitleFilters,
    default_sort: Sort,
) -> FacetGroup {
    let names = [
        ("relevance", "order-relevance"),
        ("title", "order-title"),
        ("author", "order-author"),
        ("new", "order-new"),
        ("year", "order-year"),
        ("series", "order-series"),
    ];
    let default_sort = match default_sort {
        Sort::Relevance => "relevance",
        Sort::DateAdded => "new",
        Sort::SeriesNumber => "series",
        _ => "title",
    };
    let active = filters.sort.as_deref().unwrap_or(default_sort);
    // Without words there is nothing to match, and without a series there are no numbers in it.
    let special = ["relevance", "series"];
    let names = names.into_iter().filter(|(name, _)| !special.contains(name) || *name == default_sort);
    let facet = |(name, title): (&str, &str)| Facet {
        title: words.text(title),
        path: TitleFilters { sort: Some(name.to_owned()), ..filters.clone() }.to_path(path),
        count: None,
        active: name == active,
    };
    FacetGroup { title: words.text("field-sort"), facets: names.map(facet).collect() }
}
