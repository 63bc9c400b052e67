use domain::artifacts::{BrailleType, Gender, Narrator, ScoreLayout};
use domain::{
    Accessibility, Artifact, BrailleGrade, Contributor, ContributorType, Format, NarratorType, access,
};

use super::{NameRecord, TitleSight, format_timestamp};
use crate::http::Link;
use crate::routes;

/// One format of a title in detail (docs/rules/records.md#rule-12, docs/rules/records.md#rule-10).
#[endpoint::record]
pub struct ArtifactRecord {
    /// The plain identifier.
    #[schema(value_type = String)]
    pub format: Format,
    /// Identifier in the partners' common catalog.
    pub global_book_service_id: Option<String>,
    /// Producers joined by `; `.
    pub producer: Option<String>,
    /// Supplier.
    pub supplier: Option<String>,
    /// The narrator.
    pub narrator: Option<NarratorRecord>,
    /// contracted or uncontracted.
    #[schema(value_type = Option<String>)]
    pub braille_grade: Option<BrailleGrade>,
    /// For example `ueb`.
    pub braille_code: Option<String>,
    /// automated or transcribed.
    #[schema(value_type = Option<String>)]
    pub braille_type: Option<BrailleType>,
    /// barOverBar or barByBar.
    #[schema(value_type = Option<String>)]
    pub braille_music_score_layout: Option<ScoreLayout>,
    /// ISO 8601 duration.
    pub duration: Option<String>,
    /// The funding source.
    pub funding_source: Option<String>,
    /// Volumes of embossed braille.
    pub number_of_volumes: Option<u32>,
    /// A code in an outside catalog.
    pub external_identifier_code: Option<String>,
    /// Transcriber.
    pub transcriber: Option<NameRecord>,
    /// From the publisher's files.
    pub accessibility: Option<AccessibilityRecord>,
    /// When it was added.
    pub date_added: String,
    /// GET and PUT for collection assistants; null for others.
    pub allows: Option<Vec<&'static str>>,
    /// self, for collection assistants: URL to read and change it.
    pub links: Vec<Link>,
}

impl ArtifactRecord {
    /// The record of one of a title's artifacts, as the caller sees it.
    pub fn new(sight: &TitleSight<'_>, artifact: &Artifact) -> Self {
        let address = || sight.api.absolute_url(&routes::title_artifact(sight.title.id, artifact.format));
        let verbs = access::artifact_allows(sight.title, sight.is_staff());
        let details = artifact.details.clone();
        let transcriber = details
            .transcriber
            .map(|name| Contributor::new(ContributorType::Transcriber, name).name().into());
        Self {
            format: artifact.format,
            global_book_service_id: details.global_book_service_id,
            producer: (!details.producers.is_empty()).then(|| details.producers.join("; ")),
            supplier: details.supplier,
            narrator: details.narrator.map(NarratorRecord::from),
            braille_grade: details.braille_grade,
            braille_code: details.braille_code,
            braille_type: details.braille_type,
            braille_music_score_layout: details.braille_music_score_layout,
            duration: details.duration_seconds.map(domain::duration::format),
            funding_source: details.funding_source,
            number_of_volumes: details.number_of_volumes,
            external_identifier_code: details.external_identifier_code,
            transcriber,
            accessibility: details.accessibility.map(AccessibilityRecord::from),
            date_added: format_timestamp(artifact.date_added),
            allows: (!verbs.is_empty()).then(|| verbs.iter().map(|verb| verb.as_str()).collect()),
            links: sight.is_staff().then(|| Link::new("self", address())).into_iter().collect(),
        }
    }
}

/// The narrator (docs/rules/records.md#rule-12).
#[endpoint::record]
pub struct NarratorRecord {
    /// Display name.
    pub name: String,
    /// male, female or otherNonBinary.
    #[schema(value_type = Option<String>)]
    pub gender: Option<Gender>,
    /// tts or human.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub kind: NarratorType,
}

impl From<Narrator> for NarratorRecord {
    fn from(narrator: Narrator) -> Self {
        Self { name: narrator.name, gender: narrator.gender, kind: narrator.kind }
    }
}

/// Accessibility metadata (docs/rules/records.md#rule-12).
#[endpoint::record]
pub struct AccessibilityRecord {
    /// A sentence or two for readers.
    pub accessibility_summary: Option<String>,
    /// Standards it claims to meet.
    pub accessibility_conformances: Vec<String>,
    /// Certifications.
    pub accessibility_certifications: Vec<CertificationRecord>,
    /// Features.
    pub accessibility_features: Vec<FeatureRecord>,
    /// Hazards.
    pub accessibility_hazards: Vec<String>,
    /// Ways to perceive it.
    pub access_modes: Vec<String>,
    /// Ways that suffice.
    pub access_modes_sufficient: Vec<String>,
}

/// One certification.
#[endpoint::record]
pub struct CertificationRecord {
    /// The certifier.
    pub certified_by: Option<String>,
    /// Credential.
    pub certifier_credential: Option<String>,
    /// Address of the report.
    pub certifier_report: Option<String>,
}

/// One feature with its description.
#[endpoint::record]
pub struct FeatureRecord {
    /// schema.org value.
    pub accessibility_feature: String,
    /// In words.
    pub description: String,
}

impl From<Accessibility> for AccessibilityRecord {
    fn from(from: Accessibility) -> Self {
        Self {
            accessibility_summary: from.summary,
            accessibility_conformances: from.conformances,
            accessibility_certifications: from
                .certifications
                .into_iter()
                .map(|c| CertificationRecord {
                    certified_by: c.certified_by,
                    certifier_credential: c.credential,
                    certifier_report: c.report,
                })
                .collect(),
            accessibility_features: from.features.into_iter().map(FeatureRecord::new).collect(),
            accessibility_hazards: from.hazards,
            access_modes: from.access_modes,
            access_modes_sufficient: from.access_modes_sufficient,
        }
    }
}

impl FeatureRecord {
    /// `tableOfContents` reads `table of contents`.
    fn new(feature: String) -> Self {
        let mut description = String::with_capacity(feature.len() + 4);
        for c in feature.chars() {
            if c.is_uppercase() && !description.ends_with(char::is_uppercase) && !description.is_empty() {
                description.push(' ');
                description.extend(c.to_lowercase());
            } else {
                description.push(c);
            }
        }
        Self { accessibility_feature: feature, description }
    }
}
