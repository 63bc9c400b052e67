//! Properties of one format of a title (docs/rules/records.md#rule-12).

mod edit;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Format, FormatStatus, wire_enum};

pub use edit::ArtifactEdit;

wire_enum! {
    pub enum NarratorType {
        /// A synthetic voice.
        Tts = "tts",
        Human = "human",
    }
}

wire_enum! {
    pub enum Gender {
        Male = "male",
        Female = "female",
        /// Neither.
        OtherNonBinary = "otherNonBinary",
    }
}

wire_enum! {
    /// Contracted braille shortens frequent words and letter groups.
    pub enum BrailleGrade {
        /// Grade 2.
        Contracted = "contracted",
        /// Grade 1.
        Uncontracted = "uncontracted",
    }
}

wire_enum! {
    /// Origin of a braille text.
    pub enum BrailleType {
        Automated = "automated",
        Transcribed = "transcribed",
    }
}

wire_enum! {
    pub enum BrailleCode {
        /// English Braille, American Edition.
        Ebae = "ebae",
        /// Unified English Braille.
        Ueb = "ueb",
        /// British English braille of before.
        StandardEnglishBraille = "standardEnglishBraille",
        MusicBrailleCode = "musicBrailleCode",
        French = "french",
        FrenchQuebec = "frenchQuebec",
        FrenchUnified = "frenchUnified",
        Spanish = "spanish",
    }
}

wire_enum! {
    /// Number of volumes of a braille text on paper.
    pub enum BrailleVolumes {
        One = "one",
        /// 2 to 5.
        TwoToFive = "twoToFive",
        /// More than 5.
        More = "more",
    }
}

impl BrailleVolumes {
    /// The range of a number of volumes. `None` for 0, which says nothing.
    pub fn from_count(volumes: u32) -> Option<Self> {
        match volumes {
            0 => None,
            1 => Some(Self::One),
            2..=5 => Some(Self::TwoToFive),
            _ => Some(Self::More),
        }
    }
}

wire_enum! {
    /// Layout of a braille music score.
    pub enum ScoreLayout {
        BarOverBar = "barOverBar",
        BarByBar = "barByBar",
    }
}

wire_enum! {
    /// The tools that a format with audio needs. Each value includes those before it.
    pub enum AudioTools {
        /// None: MP3 recordings are delivered as they are.
        None = "none",
        /// The encoder: recordings become MP3.
        Encoder = "encoder",
        /// The encoder and a speech engine.
        Speech = "speech",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrator {
    pub name: String,
    pub gender: Option<Gender>,
    /// A person or a synthetic voice.
    #[serde(rename = "type")]
    pub kind: NarratorType,
}

/// Accessibility metadata from the publisher's files: read only (docs/rules/records.md#rule-12).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Accessibility {
    /// The display techniques that read what follows.
    #[serde(skip_serializing_if = "is_default")]
    pub techniques: Techniques,
    /// A sentence or two for readers.
    pub summary: Option<String>,
    /// For example `EPUB Accessibility 1.1 - WCAG 2.2 Level AA`.
    pub conformances: Vec<String>,
    pub certifications: Vec<Certification>,
    /// schema.org `accessibilityFeature` values.
    pub features: Vec<String>,
    /// schema.org `accessibilityHazard` values.
    pub hazards: Vec<String>,
    /// schema.org `accessMode` values.
    pub access_modes: Vec<String>,
    /// schema.org `accessModeSufficient` values.
    pub access_modes_sufficient: Vec<String>,
    /// Exemptions from laws that the publisher claims, by the names of EPUB Accessibility
    /// (`eaa-microenterprise`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exemptions: Vec<String>,
    /// Inaccessible parts and the reasons, by the publisher (ONIX code list 196, code 09).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limitations: Option<String>,
    /// Information that the other fields cannot express (ONIX code list 196, code 92).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addendum: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    pub languages: TextLanguages,
    /// The publisher's address for questions about accessibility (ONIX code list 196, code 99).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// General description of the content from a supplier's record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contents: Vec<Content>,
}

/// Languages of a publisher's texts, as BCP 47 tags. `None` if a text does not state its language, which is
/// then the title's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TextLanguages {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limitations: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addendum: Option<String>,
}

wire_enum! {
    /// The display techniques that read claims: the same claim may say more in a book than in a record.
    #[derive(Default)]
    pub enum Techniques {
        #[default]
        Epub = "epub",
        Onix = "onix",
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

wire_enum! {
    /// Content of a product that its accessibility depends on (ONIX code lists 81, 175 and 196).
    pub enum Content {
        Text = "text",
        /// A recording of a whole text.
        Audiobook = "audiobook",
        /// Recordings in addition to other content.
        Audio = "audio",
        Video = "video",
        /// Formulas.
        Mathematics = "mathematics",
        FixedLayout = "fixedLayout",
        /// Everything that an audiobook shows can also be heard.
        AudibleSupplements = "audibleSupplements",
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Certification {
    /// Name of the certifier.
    pub certified_by: Option<String>,
    pub credential: Option<String>,
    pub report: Option<String>,
    /// Date of the publication's last assessment, as the publisher writes it: nearly always a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
}

/// One format of a title, made or to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    pub format: Format,
    pub status: FormatStatus,
    pub date_added: Timestamp,
    /// Grows by one with each change of what is delivered; part of the download record's identity.
    pub version: u32,
    /// Everything else that is shown about it.
    #[serde(flatten)]
    pub details: ArtifactDetails,
}

impl Artifact {
    /// Tools that a format with audio needs. Records from before this was stored name the voice: a
    /// recording by a person needs no tool.
    pub fn audio_tools(&self) -> AudioTools {
        let recorded = self.details.narrator.as_ref().is_some_and(|one| one.kind == NarratorType::Human);
        let likely = if recorded { AudioTools::None } else { AudioTools::Speech };
        self.details.audio_tools.unwrap_or(likely)
    }

    /// Returns true if a copy is spoken by the engine, which takes minutes.
    pub fn is_spoken(&self) -> bool {
        self.format.is_audio() && self.audio_tools() == AudioTools::Speech
    }
}

/// The descriptive part of an artifact; all of it may be absent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ArtifactDetails {
    /// Identifier in the partners' common catalog.
    pub global_book_service_id: Option<String>,
    /// Producers, in order; shown joined by `; `.
    pub producers: Vec<String>,
    pub supplier: Option<String>,
    pub narrator: Option<Narrator>,
    pub braille_grade: Option<BrailleGrade>,
    /// Braille code, lower case, for example `ueb`.
    pub braille_code: Option<String>,
    pub braille_type: Option<BrailleType>,
    pub braille_music_score_layout: Option<ScoreLayout>,
    /// Duration of an audio format, in whole seconds.
    pub duration_seconds: Option<u64>,
    /// Funder of the format.
    pub funding_source: Option<String>,
    /// Volumes of embossed braille.
    pub number_of_volumes: Option<u32>,
    /// A code in an outside catalog.
    pub external_identifier_code: Option<String>,
    /// Transcriber's display name.
    pub transcriber: Option<String>,
    pub accessibility: Option<Accessibility>,
    /// The tools that a format with audio needs; not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audio_tools: Option<AudioTools>,
}
