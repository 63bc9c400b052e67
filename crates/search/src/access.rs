//! Search by accessibility: the tags of a title, the filters and the facets.

use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{BrailleCode, BrailleVolumes};
use domain::{AudioTools, BrailleGrade, Capabilities, Format, FormatStatus, Title, WireEnum};
use serde::Serialize;

use crate::terms;

/// Requirements of readers with disabilities. A title must meet all of them; an empty list requires
/// nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct AccessFilter {
    /// Readable without sight to one of these extents.
    pub nonvisual_reading: Vec<NonvisualReading>,
    /// The appearance of the text can be changed, or not, or unknown: any of these values.
    pub visual_adjustments: Vec<VisualAdjustments>,
    /// Has one of these kinds of narration.
    pub narration: Vec<Narration>,
    /// Has all of these features.
    pub features: Vec<AccessibilityFeature>,
    /// Known to have none of these hazards: a title about which this is unknown is left out.
    pub excluded_hazards: Vec<Hazard>,
    /// Has braille in one of these codes.
    pub braille_codes: Vec<BrailleCode>,
    /// Has braille of this grade.
    pub braille_grade: Option<BrailleGrade>,
    /// Has braille with a known number of volumes in one of these ranges.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub braille_volumes: Vec<BrailleVolumes>,
    /// Can be downloaded in this format, in addition to the formats of the search.
    pub format: Option<Format>,
    /// Can be downloaded in each of these formats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all_formats: Vec<Format>,
}

/// Number of matching titles that each value of an [`AccessFilter`] would leave. Values that no title has
/// are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccessFacets {
    /// By extent of reading without sight.
    pub nonvisual_reading: Vec<(NonvisualReading, u64)>,
    /// By possible changes of the text's appearance.
    pub visual_adjustments: Vec<(VisualAdjustments, u64)>,
    /// By kind of narration.
    pub narration: Vec<(Narration, u64)>,
    /// By feature.
    pub features: Vec<(AccessibilityFeature, u64)>,
    /// By hazard: titles known to be without it.
    pub excluded_hazards: Vec<(Hazard, u64)>,
    /// By braille code.
    pub braille_codes: Vec<(BrailleCode, u64)>,
    /// By braille grade.
    pub braille_grades: Vec<(BrailleGrade, u64)>,
    /// By number of volumes, where it is known.
    pub braille_volumes: Vec<(BrailleVolumes, u64)>,
}

pub(crate) fn tags_of_title(title: &Title) -> Vec<String> {
    let facts = title.accessibility_facts();
    let reading = facts.nonvisual_reading.more_cautious().unwrap_or(NonvisualReading::Unknown);
    let adjustable = facts.visual_adjustments.more_cautious().unwrap_or(VisualAdjustments::Unknown);
    let mut tags = vec![terms::nonvisual_reading(reading), terms::visual_adjustments(adjustable)];
    tags.extend(
        facts.narration.iter().map(|(narration, tools)| terms::narration_made_with(*narration, *tools)),
    );
    let features = facts.features_claimed.union(&facts.features_seen);
    tags.extend(features.copied().map(terms::accessibility_feature));
    let harmless = Hazard::ALL.iter().filter(|hazard| facts.has_hazard(**hazard) == Some(false));
    tags.extend(harmless.copied().map(terms::without_hazard));
    let braille = title.artifacts.iter().filter(|artifact| artifact.status != FormatStatus::Unavailable);
    for artifact in braille {
        tags.extend(artifact.details.braille_code.as_deref().map(terms::braille_code));
        tags.extend(artifact.details.braille_grade.map(terms::braille_grade));
        let volumes = artifact.details.number_of_volumes.and_then(BrailleVolumes::from_count);
        tags.extend(volumes.map(terms::braille_volumes));
    }
    tags
}

fn narration_tags(narration: Narration, can: Capabilities) -> Vec<String> {
    let enough = AudioTools::ALL.iter().filter(|tools| **tools <= can.audio);
    enough.map(|tools| terms::narration_made_with(narration, *tools)).collect()
}

fn braille_tags(tag: String, can: Capabilities) -> Vec<String> {
    vec![if can.braille { tag } else { terms::NOTHING_TERM.to_owned() }]
}

fn code_tags(code: BrailleCode, can: Capabilities) -> Vec<String> {
    braille_tags(terms::braille_code(code.as_str()), can)
}

fn volume_tags(volumes: BrailleVolumes, can: Capabilities) -> Vec<String> {
    braille_tags(terms::braille_volumes(volumes), can)
}

impl AccessFilter {
    /// The conditions on titles except formats, limited to what the installation can make. A title must have
    /// one of the tags of each.
    pub(crate) fn to_conditions(&self, can: Capabilities) -> Vec<Vec<String>> {
        let reading = self.nonvisual_reading.iter().copied().map(terms::nonvisual_reading);
        let adjustable = self.visual_adjustments.iter().copied().map(terms::visual_adjustments);
        let mut conditions = vec![
            reading.collect(),
            adjustable.collect(),
            self.narration.iter().flat_map(|value| narration_tags(*value, can)).collect(),
            self.braille_codes.iter().flat_map(|value| code_tags(*value, can)).collect(),
            self.braille_volumes.iter().flat_map(|value| volume_tags(*value, can)).collect(),
        ];
        conditions.extend(self.features.iter().map(|value| vec![terms::accessibility_feature(*value)]));
        conditions.extend(self.excluded_hazards.iter().map(|value| vec![terms::without_hazard(*value)]));
        conditions.extend(self.braille_grade.map(|grade| braille_tags(terms::braille_grade(grade), can)));
        conditions
    }
}

impl AccessFacets {
    /// The facets of counts in the order of [`facet_values`]. Empty if nothing was counted.
    pub(crate) fn new(counts: &[u64]) -> Self {
        let mut counts = counts.iter().copied();
        Self {
            nonvisual_reading: take_counts(&mut counts),
            visual_adjustments: take_counts(&mut counts),
            narration: take_counts(&mut counts),
            features: take_counts(&mut counts),
            excluded_hazards: take_counts(&mut counts),
            braille_codes: take_counts(&mut counts),
            braille_grades: take_counts(&mut counts),
            braille_volumes: take_counts(&mut counts),
        }
    }
}

/// Takes the next counts, one for each value of an enumeration, without zeros.
pub(crate) fn take_counts<T: WireEnum>(counts: &mut impl Iterator<Item = u64>) -> Vec<(T, u64)> {
    let counted: Vec<(T, u64)> = T::ALL.iter().copied().zip(counts).collect();
    counted.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// Returns, for each value of each facet in the order of [`AccessFacets`], the tags of which a title must
/// have one.
pub(crate) fn facet_values(can: Capabilities) -> Vec<Vec<String>> {
    fn tags_by_value<T: WireEnum>(tags: impl Fn(T) -> Vec<String>) -> Vec<Vec<String>> {
        T::ALL.iter().copied().map(tags).collect()
    }
    [
        tags_by_value(|value| vec![terms::nonvisual_reading(value)]),
        tags_by_value(|value| vec![terms::visual_adjustments(value)]),
        tags_by_value(|value| narration_tags(value, can)),
        tags_by_value(|value| vec![terms::accessibility_feature(value)]),
        tags_by_value(|value| vec![terms::without_hazard(value)]),
        tags_by_value(|value| code_tags(value, can)),
        tags_by_value(|value| braille_tags(terms::braille_grade(value), can)),
        tags_by_value(|value| volume_tags(value, can)),
    ]
    .concat()
}
