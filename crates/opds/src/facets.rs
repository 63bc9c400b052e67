//! The facets of a feed: subsets of its titles, and the orders.

use domain::accessibility::AccessibilityFeature;
use domain::formats::Format;
use domain::languages;
use domain::wire::WireEnum;
use services::titles::{Found, Sort};

use crate::access::value_name;
use crate::feed::{Facet, FacetGroup};
use crate::filters::Filters;
use crate::formats::format_name;

/// Facets of languages beyond the most frequent would only be noise.
const LANGUAGES: usize = 12;

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
    let features =
        access.features.iter().filter(|(feature, _)| AccessibilityFeature::OFFERED.contains(feature));
    let features: Vec<(AccessibilityFeature, u64)> = features.copied().collect();
    let by_access = |title,
                     name: &str,
                     active: &Option<String>,
                     counted: Vec<(&'static str, u64)>,
                     change: fn(&mut Filters, Option<String>)| {
        let counted =
            counted.into_iter().map(|(value, count)| (value_name(name, value), value.into(), count));
        group(title, active.as_deref().map(|value| value_name(name, value)), counted.collect(), change)
    };
    all.extend([
        by_access(
            "Can be read without sight",
            "nonvisualReading",
            &filters.nonvisual_reading,
            words(&access.nonvisual_reading),
            |f, v| f.nonvisual_reading = v,
        ),
        by_access(
            "Text and colors can be changed",
            "visualAdjustments",
            &filters.visual_adjustments,
            words(&access.visual_adjustments),
            |f, v| f.visual_adjustments = v,
        ),
        by_access("Read aloud by", "narration", &filters.narration, words(&access.narration), |f, v| {
            f.narration = v;
        }),
        by_access(
            "Accessibility",
            "accessibilityFeature",
            &filters.accessibility_feature,
            words(&features),
            |f, v| f.accessibility_feature = v,
        ),
        by_access(
            "Known to be free of",
            "excludedHazard",
            &filters.excluded_hazard,
            words(&access.excluded_hazards),
            |f, v| f.excluded_hazard = v,
        ),
        by_access(
            "Braille code",
            "brailleCode",
            &filters.braille_code,
            words(&access.braille_codes),
            |f, v| f.braille_code = v,
        ),
        by_access(
            "Braille grade",
            "brailleGrade",
            &filters.braille_grade,
            words(&access.braille_grades),
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

/// Values as addresses have them, each with its number of titles.
fn words<T: WireEnum>(values: &[(T, u64)]) -> Vec<(&'static str, u64)> {
    values.iter().map(|(value, count)| (value.as_str(), *count)).collect()
}
