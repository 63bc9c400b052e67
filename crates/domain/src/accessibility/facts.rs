//! The facts of a title, derived from its record.

use std::collections::{BTreeMap, BTreeSet};

use crate::artifacts::{Content, Techniques};
use crate::{Accessibility, Artifact, AudioTools, Format, FormatStatus, NarratorType};

use super::{AccessibilityFeature, Hazard, Inspection, Narration, NonvisualReading, VisualAdjustments};

/// A fact by its two sources. `None`: the source says nothing about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcedValue<T> {
    /// The publisher's claim.
    pub claimed: Option<T>,
    /// The finding of our own reading of the book.
    pub seen: Option<T>,
}

impl<T> Default for SourcedValue<T> {
    fn default() -> Self {
        Self { claimed: None, seen: None }
    }
}

impl<T: Ord> SourcedValue<T> {
    /// The more cautious of the two: where they differ, readers are not promised the better one.
    pub fn more_cautious(self) -> Option<T> {
        self.claimed.max(self.seen)
    }
}

/// Accessibility of a title, by source.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccessibilityFacts {
    /// Readability without sight.
    pub nonvisual_reading: SourcedValue<NonvisualReading>,
    /// Adjustability of the text's appearance.
    pub visual_adjustments: SourcedValue<VisualAdjustments>,
    /// Kinds of narration, each with the tools that an installation needs for it.
    pub narration: BTreeSet<(Narration, AudioTools)>,
    pub features_claimed: BTreeSet<AccessibilityFeature>,
    /// The features that our own reading found.
    pub features_seen: BTreeSet<AccessibilityFeature>,
    hazards: BTreeMap<Hazard, bool>,
}

impl AccessibilityFacts {
    /// The facts of a title with these formats and these findings about its book.
    pub fn from_artifacts(artifacts: &[Artifact], inspection: Option<&Inspection>) -> Self {
        let nothing = Accessibility::default();
        let claims = publisher_claims(artifacts).unwrap_or(&nothing);
        let mut features_claimed = AccessibilityFeature::from_claims(&claims.features);
        if features_claimed.contains(&AccessibilityFeature::UltraHighContrastDisplay) {
            features_claimed.insert(AccessibilityFeature::HighContrastDisplay);
        }
        let features_seen = inspection.map(Inspection::features).unwrap_or_default();
        let fixed = claims.contents.contains(&Content::FixedLayout);
        let adjustable = features_claimed.contains(&AccessibilityFeature::DisplayTransformability);
        let mut narration = narrations_of(artifacts);
        let synchronized = AccessibilityFeature::SynchronizedAudioText;
        if features_claimed.contains(&synchronized) || features_seen.contains(&synchronized) {
            narration.insert((Narration::Synchronized, AudioTools::None));
        }
        Self {
            nonvisual_reading: SourcedValue {
                claimed: nonvisual_reading(claims),
                seen: inspection.and_then(Inspection::nonvisual_reading),
            },
            visual_adjustments: SourcedValue {
                claimed: adjustable
                    .then_some(VisualAdjustments::Yes)
                    .or(fixed.then_some(VisualAdjustments::No)),
                seen: inspection.and_then(Inspection::visual_adjustments),
            },
            narration,
            features_claimed,
            features_seen,
            hazards: claimed_hazards(&claims.hazards),
        }
    }

    /// Returns true if the publisher says that the title has the hazard. `None` if that is unknown.
    pub fn has_hazard(&self, hazard: Hazard) -> Option<bool> {
        self.hazards.get(&hazard).copied()
    }
}

/// The publisher's claims about a title. Every format of it has the same, unless a format was edited: that of
/// EPUB comes first.
pub(super) fn publisher_claims(artifacts: &[Artifact]) -> Option<&Accessibility> {
    let epub = artifacts.iter().filter(|artifact| artifact.format == Format::Epub3);
    epub.chain(artifacts).find_map(|artifact| artifact.details.accessibility.as_ref())
}

/// Readability without sight by claims, as the display guide reads them: only what is stated counts.
pub(super) fn nonvisual_reading(claims: &Accessibility) -> Option<NonvisualReading> {
    let only = |mode: &str| claims.access_modes.len() == 1 && claims.access_modes[0] == mode;
    let sufficient = &claims.access_modes_sufficient;
    let textual = |modes: &[String]| modes.iter().any(|modes| modes.contains("textual"));
    let contains = |content| claims.contents.contains(&content);
    if only("textual") || sufficient.iter().any(|modes| modes == "textual") {
        Some(NonvisualReading::Yes)
    } else if textual(&claims.access_modes)
        || textual(sufficient)
        || contains(Content::Text)
        || has_alternatives(claims)
    {
        Some(NonvisualReading::Partly)
    } else if only("auditory") || only("visual") || contains(Content::Audiobook) {
        Some(NonvisualReading::No)
    } else {
        None
    }
}

/// Returns true if text replaces what is not text, as claimed. In a record, descriptions of formulas alone
/// do not.
pub(super) fn has_alternatives(claims: &Accessibility) -> bool {
    use AccessibilityFeature as Feature;
    let claimed = AccessibilityFeature::from_claims(&claims.features);
    let described_math = claims.techniques == Techniques::Epub && claimed.contains(&Feature::DescribedMath);
    let others = [Feature::AlternativeText, Feature::LongDescription, Feature::Transcript];
    described_math || others.iter().any(|feature| claimed.contains(feature))
}

fn narrations_of(artifacts: &[Artifact]) -> BTreeSet<(Narration, AudioTools)> {
    let audio = artifacts
        .iter()
        .filter(|artifact| artifact.format.is_audio() && artifact.status == FormatStatus::Available);
    let voice = |artifact: &Artifact| {
        let narration = match artifact.details.narrator.as_ref()?.kind {
            NarratorType::Human => Narration::Human,
            NarratorType::Tts => Narration::Synthetic,
        };
        Some((narration, artifact.audio_tools()))
    };
    audio.filter_map(voice).collect()
}

/// A hazard that is claimed counts more than the claim that there is none.
fn claimed_hazards(claims: &[String]) -> BTreeMap<Hazard, bool> {
    let says = |word: &str| claims.iter().any(|claim| claim.eq_ignore_ascii_case(word));
    let known = |(hazard, has, has_not): (Hazard, &str, &str)| {
        let without = says(has_not) || says("none");
        says(has).then_some(true).or(without.then_some(false)).map(|known| (hazard, known))
    };
    [
        (Hazard::Flashing, "flashing", "noFlashingHazard"),
        (Hazard::MotionSimulation, "motionSimulation", "noMotionSimulationHazard"),
        (Hazard::Sound, "sound", "noSoundHazard"),
    ]
    .into_iter()
    .filter_map(known)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Title;
    use crate::artifacts::Narrator;
    use crate::fixtures::{artifact, title, with_change};

    fn title_claiming(claims: Accessibility) -> Title {
        with_change(title(), |title| title.artifacts[1].details.accessibility = Some(claims))
    }

    fn to_strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn is_unknown_without_a_claim() {
        assert_eq!(title().accessibility_facts(), AccessibilityFacts::default());
        assert_eq!(AccessibilityFacts::default().nonvisual_reading.more_cautious(), None);
        assert_eq!(AccessibilityFacts::default().has_hazard(Hazard::Sound), None);
    }

    #[test]
    fn claims_and_findings_are_kept_apart() {
        let claims = Accessibility {
            access_modes_sufficient: to_strings(&["textual"]),
            features: to_strings(&["index", "displayTransformability"]),
            ..Accessibility::default()
        };
        let book =
            Inspection { words: 10, images: 1, headings: 1, fixed_layout: true, ..Inspection::default() };
        let facts =
            with_change(title_claiming(claims), |title| title.inspection = Some(book)).accessibility_facts();
        let reading = facts.nonvisual_reading;
        assert_eq!(
            (reading.claimed, reading.seen),
            (Some(NonvisualReading::Yes), Some(NonvisualReading::Partly))
        );
        assert_eq!(reading.more_cautious(), Some(NonvisualReading::Partly), "an image has no description");
        assert_eq!(facts.visual_adjustments.more_cautious(), Some(VisualAdjustments::No));
        assert!(facts.features_claimed.contains(&AccessibilityFeature::Index));
        assert!(!facts.features_seen.contains(&AccessibilityFeature::Index));
        assert!(facts.features_seen.contains(&AccessibilityFeature::StructuralNavigation));
    }

    #[test]
    fn a_hazard_is_known_only_if_it_is_named() {
        for (claims, known) in [
            (&["none"][..], [Some(false); 3]),
            (&["noFlashingHazard", "sound"], [Some(false), None, Some(true)]),
            (&["none", "flashing"], [Some(true), Some(false), Some(false)]),
            (&["unknown"], [None; 3]),
            (&["unknownSoundHazard"], [None; 3]),
            (&["noMotionSimulationHazard"], [None, Some(false), None]),
        ] {
            let claims = Accessibility { hazards: to_strings(claims), ..Accessibility::default() };
            let facts = title_claiming(claims).accessibility_facts();
            let hazards = [Hazard::Flashing, Hazard::MotionSimulation, Hazard::Sound];
            assert_eq!(hazards.map(|hazard| facts.has_hazard(hazard)), known);
        }
    }

    #[test]
    fn voices_are_those_of_recordings_that_are_available() {
        let narrator = |kind| Some(Narrator { name: "Nora".into(), gender: None, kind });
        let mut title = title();
        let mut audio = artifact(Format::DaisyAudio);
        audio.details.narrator = narrator(NarratorType::Human);
        title.artifacts.push(audio);
        title.inspection = Some(Inspection { words: 9, clips: 3, ..Inspection::default() });
        let human = (Narration::Human, AudioTools::None);
        let synchronized = (Narration::Synchronized, AudioTools::None);
        assert_eq!(title.accessibility_facts().narration, BTreeSet::from([human, synchronized]));
        title.artifacts[2].details.narrator = narrator(NarratorType::Tts);
        title.inspection = None;
        let synthetic = (Narration::Synthetic, AudioTools::Speech);
        assert_eq!(title.accessibility_facts().narration, BTreeSet::from([synthetic]));
        title.artifacts[2].status = FormatStatus::Unavailable;
        assert!(title.accessibility_facts().narration.is_empty());
    }
}
