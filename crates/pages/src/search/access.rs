//! Filters by accessibility: the parameters of `GET /v2/titles` with the same names.

use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{BrailleCode, BrailleGrade, BrailleVolumes};
use domain::wire::WireEnum;
pub(crate) use layout::access::{filter_name, value_name};
use services::titles::{AccessFacets, AccessFilter};

use super::choices::Choice;
use super::filters::{Filter, Filters};
use crate::page::Page;

/// The names of the filters, as in the interface for apps.
pub(crate) const NAMES: &[&str] = &[
    "nonvisualReading",
    "visualAdjustments",
    "narration",
    "accessibilityFeature",
    "excludedHazard",
    "brailleCode",
    "brailleGrade",
    "brailleVolumes",
];

/// The filters of which a title needs one of the chosen values, or of which only one can be chosen.
pub(crate) const ANY_OF: &[&str] =
    &["nonvisualReading", "visualAdjustments", "narration", "brailleCode", "brailleGrade", "brailleVolumes"];

/// Takes over the counts of one filter of [`ANY_OF`].
pub(crate) fn take(facets: &mut AccessFacets, name: &str, others: AccessFacets) {
    match name {
        "nonvisualReading" => facets.nonvisual_reading = others.nonvisual_reading,
        "visualAdjustments" => facets.visual_adjustments = others.visual_adjustments,
        "narration" => facets.narration = others.narration,
        "brailleCode" => facets.braille_codes = others.braille_codes,
        "brailleGrade" => facets.braille_grades = others.braille_grades,
        _ => facets.braille_volumes = others.braille_volumes,
    }
}

/// A filter of the form, with what it offers.
pub(crate) struct Group {
    /// Its name in addresses.
    pub(crate) name: &'static str,
    pub(crate) label: String,
    /// Whether several values may be chosen.
    pub(crate) many: bool,
    /// The values that titles have which were found.
    pub(crate) options: Vec<Choice>,
}

impl Group {
    /// Whether the search has a value of this filter.
    pub(crate) fn is_chosen(&self) -> bool {
        self.options.iter().any(|option| option.chosen && !option.value.is_empty())
    }
}

/// Whether the value of a filter is one of its kind.
pub(crate) fn is_known(filter: &Filter) -> bool {
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

/// The filters as the search takes them.
pub(crate) fn filter(filters: &Filters) -> AccessFilter {
    AccessFilter {
        nonvisual_reading: values(filters, "nonvisualReading"),
        visual_adjustments: values(filters, "visualAdjustments"),
        narration: values(filters, "narration"),
        features: values(filters, "accessibilityFeature"),
        excluded_hazards: values(filters, "excludedHazard"),
        braille_codes: values(filters, "brailleCode"),
        braille_grade: values(filters, "brailleGrade").into_iter().next(),
        braille_volumes: values(filters, "brailleVolumes"),
        ..AccessFilter::default()
    }
}

fn values<T: WireEnum>(filters: &Filters, name: &str) -> Vec<T> {
    filters.iter().filter(|one| one.name == name).filter_map(|one| T::parse(&one.value).ok()).collect()
}

/// The filters of the form, with the exact number of titles of each value.
pub(crate) fn groups(page: &Page<'_>, filters: &Filters, facets: &AccessFacets) -> Vec<Group> {
    let features = facets.features.iter().filter(|(feature, _)| {
        AccessibilityFeature::OFFERED.contains(feature)
            || filters.has("accessibilityFeature", feature.as_str())
    });
    let features: Vec<_> = features.copied().collect();
    let mut all = vec![
        group(page, filters, ("nonvisualReading", true), &facets.nonvisual_reading),
        group(page, filters, ("visualAdjustments", true), &facets.visual_adjustments),
        group(page, filters, ("narration", true), &facets.narration),
        group(page, filters, ("accessibilityFeature", true), &features),
        group(page, filters, ("excludedHazard", true), &facets.excluded_hazards),
        group(page, filters, ("brailleCode", true), &facets.braille_codes),
        group(page, filters, ("brailleGrade", false), &facets.braille_grades),
        group(page, filters, ("brailleVolumes", true), &facets.braille_volumes),
    ];
    all.retain(|group| !group.options.is_empty());
    all
}

fn group<T: WireEnum + Copy>(
    page: &Page<'_>,
    filters: &Filters,
    (name, many): (&'static str, bool),
    counted: &[(T, u64)],
) -> Group {
    let option = |(value, count): &(T, u64)| Choice {
        value: value.as_str().to_owned(),
        text: format!("{} ({count})", value_name(page, name, value.as_str())),
        lang: "",
        chosen: filters.has(name, value.as_str()),
    };
    // What was chosen stays in the form, even if no title has it.
    let chosen = values::<T>(filters, name).into_iter();
    let unseen = chosen.filter(|value| counted.iter().all(|(other, _)| other.as_str() != value.as_str()));
    let all: Vec<_> = counted.iter().copied().chain(unseen.map(|value| (value, 0))).collect();
    let mut options: Vec<_> = all.iter().map(option).collect();
    // One of several can only be taken back by choosing another.
    if !many && !options.is_empty() {
        let none = options.iter().all(|option| !option.chosen);
        options.insert(0, Choice { value: String::new(), text: page.text("any"), lang: "", chosen: none });
    }
    let label = filter_name(page, name);
    Group { name, label, many, options }
}
