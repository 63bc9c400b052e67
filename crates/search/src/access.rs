//! Search by accessibility: the tags of a title, the filters and the facets.

use domain::accessibility::{AccessibilityFeature, Hazard, Narration, NonvisualReading, VisualAdjustments};
use domain::artifacts::{AudioTools, BrailleCode, BrailleGrade, BrailleVolumes};
use domain::capabilities::Capabilities;
use domain::formats::{Format, FormatStatus};
use domain::titles::Title;
use domain::wire::WireEnum;
use serde::Serialize;

use crate::terms;

/// What titles must offer readers with disabilities. All parts must hold; an empty part is no filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize)]
pub struct AccessFilter {
    /// Readable without sight to one of these extents.
    pub nonvisual_reading: Vec<NonvisualReading>,
    /// The appearance of the text can be changed, or not, or unknown: any of these values.
    pub visual_adjustments: Vec<VisualAdjustments>,
    /// Heard in one of these ways.
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

/// How many matching titles each value of an [`AccessFilter`] would leave. Values that no title has are left
/// out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccessFacets {
    /// By extent of reading without sight.
    pub nonvisual_reading: Vec<(NonvisualReading, u64)>,
    /// By whether the appearance of the text can be changed.
    pub visual_adjustments: Vec<(VisualAdjustments, u64)>,
    /// By how they are heard.
    pub narration: Vec<(Narration, u64)>,
    /// By feature.
    pub features: Vec<(AccessibilityFeature, u64)>,
    /// By hazard: titles that are known not to have it.
    pub excluded_hazards: Vec<(Hazard, u64)>,
    /// By braille code.
    pub braille_codes: Vec<(BrailleCode, u64)>,
    /// By braille grade.
    pub braille_grades: Vec<(BrailleGrade, u64)>,
    /// By number of volumes, where it is known.
    pub braille_volumes: Vec<(BrailleVolumes, u64)>,
}

/// The tags of a title.
pub(crate) fn tags(title: &Title) -> Vec<String> {
    let facts = title.accessibility_facts();
    let reading = facts.nonvisual_reading().cautious().unwrap_or(NonvisualReading::Unknown);
    let adjustable = facts.visual_adjustments().cautious().unwrap_or(VisualAdjustments::Unknown);
    let mut tags = vec![terms::nonvisual_reading(reading), terms::visual_adjustments(adjustable)];
    tags.extend(facts.narration().iter().map(|(narration, tools)| terms::heard(*narration, *tools)));
    let features = facts.features_claimed().union(facts.features_seen());
    tags.extend(features.copied().map(terms::accessibility_feature));
    let harmless = Hazard::ALL.iter().filter(|hazard| facts.hazard(**hazard) == Some(false));
    tags.extend(harmless.copied().map(terms::without_hazard));
    let braille = title.artifacts.iter().filter(|artifact| artifact.status != FormatStatus::Unavailable);
    for artifact in braille {
        tags.extend(artifact.details.braille_code.as_deref().map(terms::braille_code));
        tags.extend(artifact.details.braille_grade.map(terms::braille_grade));
        let volumes = artifact.details.number_of_volumes.and_then(BrailleVolumes::of);
        tags.extend(volumes.map(terms::braille_volumes));
    }
    tags
}

fn narration(narration: Narration, can: Capabilities) -> Vec<String> {
    let enough = AudioTools::ALL.iter().filter(|tools| **tools <= can.audio);
    enough.map(|tools| terms::heard(narration, *tools)).collect()
}

fn braille(tag: String, can: Capabilities) -> Vec<String> {
    vec![if can.braille { tag } else { terms::NOTHING.to_owned() }]
}

fn code(code: BrailleCode, can: Capabilities) -> Vec<String> {
    braille(terms::braille_code(code.as_str()), can)
}

fn volumes(volumes: BrailleVolumes, can: Capabilities) -> Vec<String> {
    braille(terms::braille_volumes(volumes), can)
}

impl AccessFilter {
    /// The conditions on titles, as far as the installation can make what is filtered by: of each, a title
    /// must have one of the tags. The formats are not among them.
    pub(crate) fn conditions(&self, can: Capabilities) -> Vec<Vec<String>> {
        let reading = self.nonvisual_reading.iter().copied().map(terms::nonvisual_reading);
        let adjustable = self.visual_adjustments.iter().copied().map(terms::visual_adjustments);
        let mut conditions = vec![
            reading.collect(),
            adjustable.collect(),
            self.narration.iter().flat_map(|value| narration(*value, can)).collect(),
            self.braille_codes.iter().flat_map(|value| code(*value, can)).collect(),
            self.braille_volumes.iter().flat_map(|value| volumes(*value, can)).collect(),
        ];
        conditions.extend(self.features.iter().map(|value| vec![terms::accessibility_feature(*value)]));
        conditions.extend(self.excluded_hazards.iter().map(|value| vec![terms::without_hazard(*value)]));
        conditions.extend(self.braille_grade.map(|grade| braille(terms::braille_grade(grade), can)));
        conditions
    }
}

impl AccessFacets {
    /// The facets of counts in the order of [`values`]. Empty if nothing was counted.
    pub(crate) fn new(counts: &[u64]) -> Self {
        let mut counts = counts.iter().copied();
        Self {
            nonvisual_reading: named(&mut counts),
            visual_adjustments: named(&mut counts),
            narration: named(&mut counts),
            features: named(&mut counts),
            excluded_hazards: named(&mut counts),
            braille_codes: named(&mut counts),
            braille_grades: named(&mut counts),
            braille_volumes: named(&mut counts),
        }
    }
}

/// The next counts, one for each value of an enumeration, without those that no title has.
fn named<T: WireEnum>(counts: &mut impl Iterator<Item = u64>) -> Vec<(T, u64)> {
    let counted: Vec<(T, u64)> = T::ALL.iter().copied().zip(counts).collect();
    counted.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// For each value of each facet, in the order of [`AccessFacets`], the tags of which a title must have one.
pub(crate) fn values(can: Capabilities) -> Vec<Vec<String>> {
    fn each<T: WireEnum>(tags: impl Fn(T) -> Vec<String>) -> Vec<Vec<String>> {
        T::ALL.iter().copied().map(tags).collect()
    }
    [
        each(|value| vec![terms::nonvisual_reading(value)]),
        each(|value| vec![terms::visual_adjustments(value)]),
        each(|value| narration(value, can)),
        each(|value| vec![terms::accessibility_feature(value)]),
        each(|value| vec![terms::without_hazard(value)]),
        each(|value| code(value, can)),
        each(|value| braille(terms::braille_grade(value), can)),
        each(|value| volumes(value, can)),
    ]
    .concat()
}
