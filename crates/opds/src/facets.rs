//! The facets of a feed: subsets of its titles, and the orders.

use domain::accessibility::AccessibilityFeature;
use domain::formats::Format;
use domain::languages;
use domain::wire::WireEnum;
use services::titles::{Found, Sort};

use crate::access::value_name as named;
use crate::feed::{Facet, FacetGroup};
use crate::filters::Filters;
use crate::formats::format_name;

/// Facets of languages beyond the most frequent would only be noise.
const LANGUAGES: usize = 12;

/// Features that are facets, as on the search page. Others are understood in addresses.
const OFFERED: &[AccessibilityFeature] = &[
    AccessibilityFeature::AlternativeText,
    AccessibilityFeature::LongDescription,
    AccessibilityFeature::MathMl,
    AccessibilityFeature::PageBreakMarkers,
    AccessibilityFeature::PageNavigation,
    AccessibilityFeature::StructuralNavigation,
    AccessibilityFeature::TableOfContents,
    AccessibilityFeature::SynchronizedAudioText,
];

/// Subsets of the titles that were found, with their exact numbers, and the orders. Where a filter is active,
/// there is the way back to all.
pub(crate) fn facets(path: &str, filters: &Filters, usual: Sort, found: &Found) -> Vec<FacetGroup> {
    let with = |change: fn(&mut Filters, Option<String>), value: Option<String>| {
        let mut changed = filters.clone();
        change(&mut changed, value);
        changed.path(path)
    };
    let group = |title,
                 active: Option<String>,
                 counted: Vec<(String, String, u64)>,
                 change: fn(&mut Filters, Option<String>)| {
        let facets = match active {
            Some(name) => vec![
                Facet { title: name, path: filters.path(path), count: Some(found.total), active: true },
                Facet { title: "All".into(), path: with(change, None), count: None, active: false },
            ],
            None => counted
                .into_iter()
                .map(|(title, value, count)| Facet {
                    title,
                    path: with(change, Some(value)),
                    count: Some(count),
                    active: false,
                })
                .collect(),
        };
        FacetGroup { title, facets }
    };
    let format_named = |text: &String| Format::from_path(text).map(|of| format_name(of).to_owned());
    let language_named = |code: &str| languages::name(code).unwrap_or(code).to_owned();
    let formats = found.format_facets.iter();
    let formats = formats.map(|(of, count)| (format_name(*of).to_owned(), of.to_string(), *count)).collect();
    let spoken = found.language_facets.iter().take(LANGUAGES);
    let spoken = spoken.map(|(code, count)| (language_named(code), code.clone(), *count)).collect();
    let categories = found.category_facets.iter();
    let categories = categories.map(|(name, count)| (name.clone(), name.clone(), *count)).collect();
    let language = filters.language.as_deref().map(language_named);
    let mut all = vec![
        group("Format", filters.format.as_ref().and_then(format_named), formats, |f, v| f.format = v),
        group("Language", language, spoken, |f, v| f.language = v),
        group("Category", filters.category.clone(), categories, |f, v| f.category = v),
    ];
    let access = &found.access_facets;
    let features = access.features.iter().filter(|(feature, _)| OFFERED.contains(feature));
    let features: Vec<(AccessibilityFeature, u64)> = features.copied().collect();
    all.extend([
        group(
            "Can be read without sight",
            filters.nonvisual_reading.as_deref().map(|value| named("nonvisualReading", value)),
            counted("nonvisualReading", &access.nonvisual_reading),
            |f, v| f.nonvisual_reading = v,
        ),
        group(
            "Text and colors can be changed",
            filters.visual_adjustments.as_deref().map(|value| named("visualAdjustments", value)),
            counted("visualAdjustments", &access.visual_adjustments),
            |f, v| f.visual_adjustments = v,
        ),
        group(
            "Read aloud by",
            filters.narration.as_deref().map(|value| named("narration", value)),
            counted("narration", &access.narration),
            |f, v| f.narration = v,
        ),
        group(
            "Accessibility",
            filters.accessibility_feature.as_deref().map(|value| named("accessibilityFeature", value)),
            counted("accessibilityFeature", &features),
            |f, v| f.accessibility_feature = v,
        ),
        group(
            "Known to be free of",
            filters.excluded_hazard.as_deref().map(|value| named("excludedHazard", value)),
            counted("excludedHazard", &access.excluded_hazards),
            |f, v| f.excluded_hazard = v,
        ),
        group(
            "Braille code",
            filters.braille_code.as_deref().map(|value| named("brailleCode", value)),
            counted("brailleCode", &access.braille_codes),
            |f, v| f.braille_code = v,
        ),
        group(
            "Braille grade",
            filters.braille_grade.as_deref().map(|value| named("brailleGrade", value)),
            counted("brailleGrade", &access.braille_grades),
            |f, v| f.braille_grade = v,
        ),
        orders(path, filters, usual),
    ]);
    all.retain(|group| !group.facets.is_empty());
    all
}

fn orders(path: &str, filters: &Filters, usual: Sort) -> FacetGroup {
    let names = [("relevance", "Best match"), ("title", "Title"), ("author", "Author"), ("new", "Newest")];
    let usual = match usual {
        Sort::Relevance => "relevance",
        Sort::DateAdded => "new",
        _ => "title",
    };
    let active = filters.sort.as_deref().unwrap_or(usual);
    // Without words there is nothing to match.
    let names = names.into_iter().filter(|(name, _)| *name != "relevance" || usual == "relevance");
    let facet = |(name, title): (&str, &str)| Facet {
        title: title.to_owned(),
        path: Filters { sort: Some(name.to_owned()), ..filters.clone() }.path(path),
        count: None,
        active: name == active,
    };
    FacetGroup { title: "Order", facets: names.map(facet).collect() }
}

/// Values of a filter by accessibility, each with its name for people, its name in addresses, and its number of
/// titles.
fn counted<T: WireEnum>(filter: &str, values: &[(T, u64)]) -> Vec<(String, String, u64)> {
    let value =
        |(value, count): &(T, u64)| (named(filter, value.as_str()), value.as_str().to_owned(), *count);
    values.iter().map(value).collect()
}
