//! The facets of a feed: subsets of its titles, and the orders.

use domain::accessibility::AccessibilityFeature;
use domain::formats::Format;
use domain::wire::WireEnum;
use layout::Wording;
use layout::access::{filter_name, value_name};
use layout::formats::{format_name, language_name};
use services::titles::{Found, Sort};

use crate::feed::{Facet, FacetGroup};
use crate::filters::Filters;

/// Facets of languages beyond the most frequent would only be noise.
const LANGUAGES: usize = 12;

/// Subsets of the titles that were found, with their exact numbers, and the orders. Where a filter is active,
/// there is the way back to all.
pub(crate) fn facets(
    words: Wording<'_>,
    path: &str,
    filters: &Filters,
    usual: Sort,
    found: &Found,
) -> Vec<FacetGroup> {
    let with = |change: fn(&mut Filters, Option<String>), value: Option<String>| {
        let mut changed = filters.clone();
        change(&mut changed, value);
        changed.path(path)
    };
    let group = |title: String,
                 active: Option<String>,
                 counted: Vec<(String, String, u64)>,
                 change: fn(&mut Filters, Option<String>)| {
        let all = || words.t("feed-everything");
        let facets = if let Some(name) = active {
            vec![
                Facet { title: name, path: filters.path(path), count: Some(found.total), active: true },
                Facet { title: all(), path: with(change, None), count: None, active: false },
            ]
        } else {
            let values = counted.into_iter().map(|(title, value, count)| Facet {
                title,
                path: with(change, Some(value)),
                count: Some(count),
                active: false,
            });
            let mut facets: Vec<Facet> = values.collect();
            // OPDS 2.0 wants two links in a group, and some apps reject a feed with fewer: a single value has
            // the way to all of them next to it.
            if facets.len() == 1 {
                let path = filters.path(path);
                facets.insert(0, Facet { title: all(), path, count: Some(found.total), active: true });
            }
            facets
        };
        FacetGroup { title, facets }
    };
    let format_named = |text: &String| Format::from_path(text).map(|of| format_name(words, of));
    let formats = found.format_facets.iter();
    let formats = formats.map(|(of, count)| (format_name(words, *of), of.to_string(), *count)).collect();
    let spoken = found.language_facets.iter().take(LANGUAGES);
    let spoken = spoken.map(|(code, count)| (language_name(words, code), code.clone(), *count)).collect();
    let categories = found.category_facets.iter();
    let categories = categories.map(|(name, count)| (name.clone(), name.clone(), *count)).collect();
    let language = filters.language.as_deref().map(|code| language_name(words, code));
    let listed = |names: Vec<String>| (!names.is_empty()).then(|| names.join(", "));
    let format = listed(filters.format.iter().filter_map(format_named).collect());
    let mut all = vec![
        group(words.t("field-format"), format, formats, |f, v| f.format = v.into_iter().collect()),
        group(words.t("field-language"), language, spoken, |f, v| f.language = v),
        group(words.t("field-category"), listed(filters.category.clone()), categories, |f, v| {
            f.category = v.into_iter().collect();
        }),
    ];
    let access = &found.access_facets;
    let features =
        access.features.iter().filter(|(feature, _)| AccessibilityFeature::OFFERED.contains(feature));
    let features: Vec<(AccessibilityFeature, u64)> = features.copied().collect();
    let by_access = |name: &str,
                     active: &[String],
                     counted: Vec<(&'static str, u64)>,
                     change: fn(&mut Filters, Option<String>)| {
        let said = |value: &str| value_name(words, name, value);
        let counted = counted.into_iter().map(|(value, count)| (said(value), value.into(), count)).collect();
        group(
            filter_name(words, name),
            listed(active.iter().map(|value| said(value)).collect()),
            counted,
            change,
        )
    };
    all.extend([
        by_access(
            "nonvisualReading",
            &filters.nonvisual_reading,
            counts(&access.nonvisual_reading),
            |f, v| f.nonvisual_reading = v.into_iter().collect(),
        ),
        by_access(
            "visualAdjustments",
            &filters.visual_adjustments,
            counts(&access.visual_adjustments),
            |f, v| f.visual_adjustments = v.into_iter().collect(),
        ),
        by_access("narration", &filters.narration, counts(&access.narration), |f, v| {
            f.narration = v.into_iter().collect();
        }),
        by_access("accessibilityFeature", &filters.accessibility_feature, counts(&features), |f, v| {
            f.accessibility_feature = v.into_iter().collect();
        }),
        by_access("excludedHazard", &filters.excluded_hazard, counts(&access.excluded_hazards), |f, v| {
            f.excluded_hazard = v.into_iter().collect();
        }),
        by_access("brailleCode", &filters.braille_code, counts(&access.braille_codes), |f, v| {
            f.braille_code = v.into_iter().collect();
        }),
        by_access(
            "brailleGrade",
            filters.braille_grade.as_slice(),
            counts(&access.braille_grades),
            |f, v| {
                f.braille_grade = v;
            },
        ),
        by_access("brailleVolumes", &filters.braille_volumes, counts(&access.braille_volumes), |f, v| {
            f.braille_volumes = v.into_iter().collect();
        }),
        orders(words, path, filters, usual),
    ]);
    all.retain(|group| !group.facets.is_empty());
    all
}

fn orders(words: Wording<'_>, path: &str, filters: &Filters, usual: Sort) -> FacetGroup {
    let names = [
        ("relevance", "order-relevance"),
        ("title", "order-title"),
        ("author", "order-author"),
        ("new", "order-new"),
        ("year", "order-year"),
        ("series", "order-series"),
    ];
    let usual = match usual {
        Sort::Relevance => "relevance",
        Sort::DateAdded => "new",
        Sort::SeriesNumber => "series",
        _ => "title",
    };
    let active = filters.sort.as_deref().unwrap_or(usual);
    // Without words there is nothing to match, and without a series there are no numbers in it.
    let special = ["relevance", "series"];
    let names = names.into_iter().filter(|(name, _)| !special.contains(name) || *name == usual);
    let facet = |(name, title): (&str, &str)| Facet {
        title: words.t(title),
        path: Filters { sort: Some(name.to_owned()), ..filters.clone() }.path(path),
        count: None,
        active: name == active,
    };
    FacetGroup { title: words.t("field-sort"), facets: names.map(facet).collect() }
}

/// Values as addresses have them, each with its number of titles.
fn counts<T: WireEnum>(values: &[(T, u64)]) -> Vec<(&'static str, u64)> {
    values.iter().map(|(value, count)| (value.as_str(), *count)).collect()
}
