//! Filters by accessibility: the parameters of `GET /v2/titles` with the same names.

use domain::WireEnum;
use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{BrailleCode, BrailleGrade, BrailleVolumes};
pub(crate) use layout::access::{filter_name, value_name};
use services::titles::{AccessFacets, AccessFilter};

use super::filters::{Filter, Filters};
use crate::Page;
use crate::inputs::Choice;

/// The names of the filters, which are also those of the interface for apps.
pub(crate) const FILTER_NAMES: &[&str] = &[
    "nonvisualReading", "visualAdjustments", "narration", "accessibilityFeature", "excludedHazard",
    "brailleCode", "brailleGrade", "brailleVolumes",
];

/// A filter of the form with its options.
pub(crate) struct FilterGroup {
    pub(crate) name: &'static str,
    pub(crate) label: String,
    /// True if several values may be chosen.
    pub(crate) allows_many: bool,
    /// The values that titles have which were found.
    pub(crate) options: Vec<Choice>,
}

impl FilterGroup {
    pub(crate) fn is_chosen(&self) -> bool {
        self.options.iter().any(|option| option.is_chosen && !option.value.is_empty())
    }
}

/// Returns true if the value of a filter is one of its kind.
pub(crate) fn has_valid_value(filter: &Filter) -> bool {
    let value = filter.value.as_str();
    match filter.name {
        "nonvisualReading" => NonvisualReading::parse(value).is_ok(),
        "visualAdjustments" => VisualAdjustments::parse(value).is_ok(),
        "narration" => Narration::parse(value).is_ok(),
        "accessibilityFeature" => AccessibilityFeature::parse(value).is_ok(),
        "excludedHazard" => Hazard::parse(value).is_ok(),
        "brailleCode" => BrailleCode::parse(value).is_ok(),
        "brailleGrade" => BrailleGrade::parse(value).is_ok(),
        _ => BrailleVolumes::parse(value).is_ok(),
    }
}

pub(crate) fn to_access_filter(filters: &Filters) -> AccessFilter {
    AccessFilter {
        nonvisual_reading: parse_values(filters, "nonvisualReading"),
        visual_adjustments: parse_values(filters, "visualAdjustments"),
        narration: parse_values(filters, "narration"),
        features: parse_values(filters, "accessibilityFeature"),
        excluded_hazards: parse_values(filters, "excludedHazard"),
        braille_codes: parse_values(filters, "brailleCode"),
        braille_grade: parse_values(filters, "brailleGrade").into_iter().next(),
        braille_volumes: parse_values(filters, "brailleVolumes"),
        ..AccessFilter::default()
    }
}

fn parse_values<T: WireEnum>(filters: &Filters, name: &str) -> Vec<T> {
    filters.iter().filter(|one| one.name == name).filter_map(|one| T::parse(&one.value).ok()).collect()
}

/// The filters of the form, with the exact number of titles of each value.
pub(crate) fn filter_groups(page: &Page<'_>, filters: &Filters, facets: &AccessFacets) -> Vec<FilterGroup> {
    let features = facets.features.iter().filter(|(feature, _)| {
        AccessibilityFeature::OFFERED_FEATURES.contains(feature)
            || filters.has_value("accessibilityFeature", feature.as_str())
    });
    let features: Vec<_> = features.copied().collect();
    let mut all = vec![
        filter_group(page, filters, ("nonvisualReading", true), &facets.nonvisual_reading),
        filter_group(page, filters, ("visualAdjustments", true), &facets.visual_adjustments),
        filter_group(page, filters, ("narration", true), &facets.narration),
        filter_group(page, filters, ("accessibilityFeature", true), &features),
        filter_group(page, filters, ("excludedHazard", true), &facets.excluded_hazards),
        filter_group(page, filters, ("brailleCode", true), &facets.braille_codes),
        filter_group(page, filters, ("brailleGrade", false), &facets.braille_grades),
        filter_group(page, filters, ("brailleVolumes", true), &facets.braille_volumes),
    ];
    all.retain(|group| !group.options.is_empty());
    all
}

fn filter_group<T: WireEnum + Copy>(
    page: &Page<'_>,
    filters: &Filters,
    (name, many): (&'static str, bool),
    counted: &[(T, u64)],
) -> FilterGroup {
    let option = |(value, count): &(T, u64)| {
        let text = format!("{} ({count})", value_name(page, name, value.as_str()));
        Choice::new(value.as_str(), text, filters.has_value(name, value.as_str()))
    };
    // The chosen value stays in the form, even if no title has it.
    let chosen = parse_values::<T>(filters, name).into_iter();
    let unseen = chosen.filter(|value| counted.iter().all(|(other, _)| other.as_str() != value.as_str()));
    let all: Vec<_> = counted.iter().copied().chain(unseen.map(|value| (value, 0))).collect();
    let mut options: Vec<_> = all.iter().map(option).collect();
    // One of several can only be taken back by choosing another.
    if !many && !options.is_empty() {
        let none = options.iter().all(|option| !option.is_chosen);
        options.insert(0, Choice::new("", page.text("any"), none));
    }
    let label = filter_name(page, name);
    FilterGroup { name, label, allows_many: many, options }
}
