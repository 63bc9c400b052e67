//! What is said about a publication's accessibility, as the Readium Web Publication Manifest writes it. Its
//! schema knows the values of schema.org; others are left out.

use domain::accessibility::AccessibilityFeature;
use domain::artifacts::Accessibility;
use serde_json::{Map, Value, json};

const MODES: &[&str] = &[
    "auditory",
    "chartOnVisual",
    "chemOnVisual",
    "colorDependent",
    "diagramOnVisual",
    "mathOnVisual",
    "musicOnVisual",
    "tactile",
    "textOnVisual",
    "textual",
    "visual",
];
const SUFFICIENT: &[&str] = &["auditory", "tactile", "textual", "visual"];
const FEATURES: &[&str] = &[
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
const HAZARDS: &[&str] = &[
    "flashing",
    "motionSimulation",
    "sound",
    "none",
    "noFlashingHazard",
    "noMotionSimulationHazard",
    "noSoundHazard",
    "unknown",
    "unknownFlashingHazard",
    "unknownMotionSimulationHazard",
    "unknownSoundHazard",
];

const EXEMPTIONS: &[&str] =
    &["eaa-disproportionate-burden", "eaa-fundamental-alteration", "eaa-microenterprise"];

/// The object. `None` if nothing is said that it can hold.
pub(crate) fn object(said: &Accessibility) -> Option<Value> {
    let mut all = Map::new();
    let mut list = |name: &str, values: Vec<Value>| {
        if !values.is_empty() {
            all.insert(name.into(), values.into());
        }
    };
    list(
        "conformsTo",
        said.conformances.iter().filter_map(|claim| standard(claim)).map(Value::from).collect(),
    );
    list("accessMode", known(&said.access_modes, MODES));
    list(
        "accessModeSufficient",
        said.access_modes_sufficient.iter().filter_map(|one| sufficient(one)).collect(),
    );
    list("feature", features(&said.features));
    list("hazard", known(&said.hazards, HAZARDS));
    // The schema has a single one.
    if let Some(exemption) = known(&said.exemptions, EXEMPTIONS).into_iter().next() {
        all.insert("exemption".into(), exemption);
    }
    if let Some(certification) = said.certifications.first() {
        let parts = [
            ("certifiedBy", &certification.certified_by),
            ("credential", &certification.credential),
            ("report", &certification.report),
        ];
        let parts =
            parts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text.as_ref()?))));
        let parts: Map<String, Value> = parts.collect();
        if !parts.is_empty() {
            all.insert("certification".into(), parts.into());
        }
    }
    if let Some(summary) = said.summary.as_deref().filter(|text| !text.trim().is_empty()) {
        all.insert("summary".into(), json!(summary));
    }
    (!all.is_empty()).then(|| all.into())
}

/// Features by the names that the schema has for them, each once.
fn features(values: &[String]) -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    for value in values.iter().map(|value| value.trim()) {
        let named = AccessibilityFeature::claimed(value).map(AccessibilityFeature::as_str);
        let name = [value].into_iter().chain(named).find(|name| FEATURES.contains(name));
        names.extend(name.filter(|name| !names.contains(name)));
    }
    names.into_iter().map(Value::from).collect()
}

fn known(values: &[String], table: &[&str]) -> Vec<Value> {
    values.iter().map(|value| value.trim()).filter(|value| table.contains(value)).map(Value::from).collect()
}

/// One set of modes that is sufficient: `textual`, or `textual,visual` for both together.
fn sufficient(set: &str) -> Option<Value> {
    let modes: Vec<&str> = set.split(',').map(str::trim).filter(|mode| !mode.is_empty()).collect();
    let all_known = !modes.is_empty() && modes.iter().all(|mode| SUFFICIENT.contains(mode));
    all_known.then(|| if modes.len() == 1 { json!(modes[0]) } else { json!(modes) })
}

/// The address of the standard that a claim names: `EPUB Accessibility 1.1 - WCAG 2.2 Level AA`, or an
/// address already. Apps compare it with those that the specification of manifests lists, as texts.
fn standard(claim: &str) -> Option<String> {
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
    use domain::artifacts::{Accessibility, Certification};
    use serde_json::json;

    use super::object;

    #[test]
    fn what_the_schema_knows_is_written() {
        let said = Accessibility {
            summary: Some("Plain and clear.".into()),
            conformances: vec![
                "EPUB Accessibility 1.1 - WCAG 2.2 Level AA".into(),
                "My own standard".into(),
                "https://www.w3.org/TR/epub-a11y-11/#wcag-2.1-a".into(),
            ],
            certifications: vec![Certification {
                certified_by: Some("Ada".into()),
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
            object(&said),
            Some(json!({
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
            }))
        );
        assert_eq!(object(&Accessibility::default()), None);
    }
}
