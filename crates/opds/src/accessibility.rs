//! Accessibility metadata of a publication, as the Readium Web Publication Manifest writes it. Its
//! schema knows the values of schema.org; others are left out.

use domain::Accessibility;
use domain::accessibility::AccessibilityFeature;
use domain::artifacts::Certification;
use serde::Serialize;

use crate::non_blank::non_blank;

const ACCESS_MODES: &[&str] = &[
    "auditory", "chartOnVisual", "chemOnVisual", "colorDependent", "diagramOnVisual", "mathOnVisual",
    "musicOnVisual", "tactile", "textOnVisual", "textual", "visual",
];
const SUFFICIENT_MODES: &[&str] = &["auditory", "tactile", "textual", "visual"];
const SCHEMA_FEATURES: &[&str] = &[
    "annotations",
    "ARIA",
    "bookmarks",
    "index",
    "pageBreakMarkers",
    "printPageNumbers",
    "pageNavigation",
    "readingOrder",
    "structuralNavigation",
    "tableOfContents",
    "taggedPDF",
    "alternativeText",
    "audioDescription",
    "closedCaptions",
    "captions",
    "describedMath",
    "longDescription",
    "openCaptions",
    "signLanguage",
    "transcript",
    "displayTransformability",
    "synchronizedAudioText",
    "timingControl",
    "unlocked",
    "ChemML",
    "latex",
    "latex-chemistry",
    "MathML",
    "MathML-chemistry",
    "ttsMarkup",
    "highContrastAudio",
    "highContrastDisplay",
    "largePrint",
    "braille",
    "tactileGraphic",
    "tactileObject",
    "fullRubyAnnotations",
    "horizontalWriting",
    "rubyAnnotations",
    "verticalWriting",
    "withAdditionalWordSegmentation",
    "withoutAdditionalWordSegmentation",
    "none",
    "unknown",
];
const SCHEMA_HAZARDS: &[&str] = &[
    "flashing", "motionSimulation", "sound", "none", "noFlashingHazard", "noMotionSimulationHazard",
    "noSoundHazard", "unknown", "unknownFlashingHazard", "unknownMotionSimulationHazard",
    "unknownSoundHazard",
];

const SCHEMA_EXEMPTIONS: &[&str] =
    &["eaa-disproportionate-burden", "eaa-fundamental-alteration", "eaa-microenterprise"];

/// The accessibility statement about a publication in the words of the schema.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessibilityStatement<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conforms_to: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    access_mode: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    access_mode_sufficient: Vec<SufficientModes<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    feature: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hazard: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exemption: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certification: Option<Certificate<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a str>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
enum SufficientModes<'a> {
    One(&'a str),
    Together(Vec<&'a str>),
}

/// The certifier of a publication and its credentials.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Certificate<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    certified_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credential: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<&'a str>,
}

impl<'a> AccessibilityStatement<'a> {
    /// The statement about a publication. `None` if there is nothing that the schema can express.
    pub(crate) fn from_metadata(claims: &'a Accessibility) -> Option<Self> {
        let all = Self {
            conforms_to: claims.conformances.iter().filter_map(|claim| standard_url(claim)).collect(),
            access_mode: filter_known(&claims.access_modes, ACCESS_MODES).collect(),
            access_mode_sufficient: claims
                .access_modes_sufficient
                .iter()
                .filter_map(|set| parse_sufficient(set))
                .collect(),
            feature: known_features(&claims.features),
            hazard: filter_known(&claims.hazards, SCHEMA_HAZARDS).collect(),
            // The schema has a single one.
            exemption: filter_known(&claims.exemptions, SCHEMA_EXEMPTIONS).next(),
            certification: claims.certifications.first().and_then(Certificate::from_certification),
            summary: claims.summary.as_deref().and_then(non_blank),
        };
        (all != Self::default()).then_some(all)
    }
}

impl<'a> Certificate<'a> {
    fn from_certification(said: &'a Certification) -> Option<Self> {
        let text = |text: &'a Option<String>| text.as_deref().and_then(non_blank);
        let all = Self {
            certified_by: text(&said.certified_by),
            credential: text(&said.credential),
            report: text(&said.report),
        };
        (all != Self::default()).then_some(all)
    }
}

/// Features by their names in the schema, each once.
fn known_features(values: &[String]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for value in values.iter().map(|value| value.trim()) {
        let named = AccessibilityFeature::from_claim(value).map(AccessibilityFeature::as_str);
        let name = [value].into_iter().chain(named).find(|name| SCHEMA_FEATURES.contains(name));
        found.extend(name.filter(|name| !found.contains(name)));
    }
    found
}

fn filter_known<'a>(values: &'a [String], table: &'static [&'static str]) -> impl Iterator<Item = &'a str> {
    values.iter().map(|value| value.trim()).filter(|value| table.contains(value))
}

/// One set of modes that is sufficient: `textual`, or `textual,visual` for both together.
fn parse_sufficient(set: &str) -> Option<SufficientModes<'_>> {
    let modes: Vec<&str> = set.split(',').map(str::trim).filter(|mode| !mode.is_empty()).collect();
    let all_known = !modes.is_empty() && modes.iter().all(|mode| SUFFICIENT_MODES.contains(mode));
    all_known.then(|| {
        if let [only] = modes[..] { SufficientModes::One(only) } else { SufficientModes::Together(modes) }
    })
}

/// The address of the standard that a claim names: `EPUB Accessibility 1.1 - WCAG 2.2 Level AA`, or an
/// address already. Apps compare it with those that the specification of manifests lists, as texts.
fn standard_url(claim: &str) -> Option<String> {
    let claim = claim.trim();
    if claim.starts_with("http://") || claim.starts_with("https://") {
        return Some(claim.replacen("/TR/epub-a11y-11/#", "/TR/epub-a11y-11#", 1));
    }
    let (standard, wcag) = claim.split_once(" - WCAG ")?;
    let (version, level) = wcag.split_once(" Level ")?;
    let level = level.to_ascii_lowercase();
    let known = ["2.0", "2.1", "2.2"].contains(&version) && ["a", "aa", "aaa"].contains(&level.as_str());
    match standard {
        "EPUB Accessibility 1.1" if known => {
            Some(format!("https://www.w3.org/TR/epub-a11y-11#wcag-{version}-{level}"))
        }
        "EPUB Accessibility 1.0" if known && version == "2.0" => {
            Some(format!("http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-{level}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use domain::Accessibility;
    use domain::artifacts::Certification;
    use serde_json::json;

    use super::AccessibilityStatement;

    #[test]
    fn values_of_the_schema_are_written() {
        let said = Accessibility {
            summary: Some("Plain and clear.".into()),
            conformances: vec![
                "EPUB Accessibility 1.1 - WCAG 2.2 Level AA".into(),
                "My own standard".into(),
                "https://www.w3.org/TR/epub-a11y-11/#wcag-2.1-a".into(),
            ],
            certifications: vec![Certification {
                certified_by: Some("Ada".into()),
                report: Some(" ".into()),
                ..Certification::default()
            }],
            features: ["alternativeText", "sparkling", "aria", "longDescriptions", "longDescription", "none"]
                .map(String::from)
                .into(),
            hazards: vec!["none".into()],
            access_modes: vec!["textual".into(), "visual".into()],
            access_modes_sufficient: vec!["textual".into(), "textual, visual".into(), "smell".into()],
            exemptions: vec!["no-time".into(), "eaa-microenterprise".into()],
            ..Accessibility::default()
        };
        assert_eq!(
            serde_json::to_value(AccessibilityStatement::from_metadata(&said).unwrap()).unwrap(),
            json!({
                "conformsTo": [
                    "https://www.w3.org/TR/epub-a11y-11#wcag-2.2-aa",
                    "https://www.w3.org/TR/epub-a11y-11#wcag-2.1-a",
                ],
                "accessMode": ["textual", "visual"],
                "accessModeSufficient": ["textual", ["textual", "visual"]],
                "feature": ["alternativeText", "ARIA", "longDescription", "none"],
                "hazard": ["none"],
                "exemption": "eaa-microenterprise",
                "certification": {"certifiedBy": "Ada"},
                "summary": "Plain and clear.",
            })
        );
        assert_eq!(AccessibilityStatement::from_metadata(&Accessibility::default()), None);
    }
}
