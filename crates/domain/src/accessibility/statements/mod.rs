//! The statements about a title, by the techniques for EPUB and ONIX of the Accessibility Metadata Display
//! Guide for Digital Publications. Claims of ONIX records have been translated to schema.org's names when
//! they were imported, so one set of rules reads both, and differs only where the
//! [techniques](crate::artifacts::Techniques) do.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use jiff::civil::Date;
use vocabulary::Language;

use crate::artifacts::{Certification, Content, Techniques};
use crate::email::is_email;
use crate::{Accessibility, Artifact};

use super::conformance::Conformance;
use super::facts::{has_alternatives, nonvisual_reading, publisher_claims};
use super::wording::{StatementText, Style, join_texts};
use super::{AccessibilityFeature as Feature, Inspection, NonvisualReading};

/// The parts of the display, in the guide's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    WaysOfReading,
    Conformance,
    Navigation,
    RichContent,
    Hazards,
    /// The publisher's own summary.
    Summary,
    /// Exemptions from laws.
    Legal,
    Additional,
}

impl Section {
    pub fn heading(self, language: Language) -> StatementText {
        let key = match self {
            Self::WaysOfReading => "ways-of-reading-title",
            Self::Conformance => "conformance-title",
            Self::Navigation => "navigation-title",
            Self::RichContent => "rich-content-title",
            Self::Hazards => "hazards-title",
            Self::Summary => "accessibility-summary-title",
            Self::Legal => "legal-considerations-title",
            Self::Additional => "additional-accessibility-information-title",
        };
        join_texts(language, &[key], Style::Compact)
    }

    pub fn details_heading(language: Language) -> StatementText {
        join_texts(language, &["conformance-details-title"], Style::Compact)
    }

    /// Returns true if the guide wants it in the display even if nothing is known (3.1 and 3.2).
    fn is_always_shown(self) -> bool {
        matches!(self, Self::WaysOfReading | Self::Conformance)
    }
}

/// A text of the publisher in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Words, in a language of the title.
    Text(String),
    /// An address on the web: a link.
    Address(String),
    /// An email address: a link.
    Mail(String),
    Date(Date),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessibilityStatement {
    /// The ids of its texts in the guide, one after the other. Empty for the publisher's summary.
    keys: Vec<&'static str>,
    /// Value after the text.
    pub value: Option<Value>,
    /// The language of that as a BCP 47 tag. `None` if it is the title's.
    pub value_language: Option<String>,
    /// True if it says something, and not only that no information is available.
    pub informs: bool,
    /// True if the guide lets it be left out if it says nothing, also where its section is always shown.
    optional: bool,
    /// True if it belongs to the detailed information about conformance.
    pub detail: bool,
}

impl AccessibilityStatement {
    /// The guide's words, without the [value](Self::value) that follows them.
    pub fn text(&self, language: Language, style: Style) -> StatementText {
        join_texts(language, &self.keys, style)
    }

    /// The ids of its texts in the guide.
    pub fn keys(&self) -> &[&'static str] {
        &self.keys
    }

    /// Returns true if its words are the name of the address that is its value.
    pub fn names_its_link(&self) -> bool {
        self.keys == ["conformance-details-certifier-report"]
    }

    fn new(key: &'static str) -> Self {
        Self {
            keys: vec![key],
            value: None,
            value_language: None,
            informs: true,
            optional: false,
            detail: false,
        }
    }

    fn without_information(key: &'static str) -> Self {
        Self { informs: false, ..Self::new(key) }
    }

    fn with_value(key: &'static str, value: &str) -> Self {
        let value = value.trim().to_owned();
        let address = value.starts_with("https://") || value.starts_with("http://");
        let value = if address { Value::Address(value) } else { Value::Text(value) };
        Self { value: Some(value), ..Self::new(key) }
    }

    fn with_date(key: &'static str, date: &str) -> Self {
        let date = date.trim();
        // The time of a full timestamp does not matter.
        let day: Option<Date> = date.get(..10).and_then(|day| day.parse().ok()).or_else(|| date.parse().ok());
        Self { value: Some(day.map_or_else(|| Value::Text(date.to_owned()), Value::Date)), ..Self::new(key) }
    }

    fn with_text(text: &str, language: Option<&String>) -> Self {
        Self {
            keys: Vec::new(),
            value: Some(Value::Text(text.to_owned())),
            value_language: language.cloned(),
            informs: true,
            optional: false,
            detail: false,
        }
    }

    fn with_contact(address: &str) -> Self {
        let key = "accessibility-summary-publisher-contact";
        let mail = address.trim();
        let mail = mail.strip_prefix("mailto:").unwrap_or(mail);
        if is_email(mail) {
            Self { value: Some(Value::Mail(mail.to_owned())), ..Self::new(key) }
        } else {
            Self::with_value(key, address)
        }
    }

    fn in_detail(self) -> Self {
        Self { detail: true, ..self }
    }
}

/// All statements about a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statements {
    sections: Vec<(Section, Vec<AccessibilityStatement>)>,
}

impl Statements {
    /// The statements that the claims about a title with these formats make. Of what was found in its book,
    /// the layout alone counts, because it is what the package document says.
    pub fn from_artifacts(artifacts: &[Artifact], inspection: Option<&Inspection>) -> Self {
        let fixed = inspection.is_some_and(|book| book.fixed_layout);
        Self::from_claims(publisher_claims(artifacts).unwrap_or(&Accessibility::default()), fixed)
    }

    /// The statements of claims about a book whose layout is fixed or not.
    pub fn from_claims(claims: &Accessibility, fixed_layout: bool) -> Self {
        let features = |texts: &[FeatureTexts], otherwise| list_feature_statements(claims, texts, otherwise);
        let sections = vec![
            (Section::WaysOfReading, ways_of_reading(claims, fixed_layout)),
            (Section::Conformance, conformance_statements(claims)),
            (Section::Navigation, features(&NAVIGATION, Some("navigation-no-metadata"))),
            (Section::RichContent, features(&RICH_CONTENT, Some("rich-content-unknown"))),
            (Section::Hazards, hazard_statements(&claims.hazards)),
            (Section::Summary, summary_statements(claims)),
            (Section::Legal, legal_statements(claims)),
            (Section::Additional, features(&ADDITIONAL, None)),
        ];
        Self { sections }
    }

    /// The sections with their statements. A section without any has no entry in the display.
    pub fn sections(&self) -> impl Iterator<Item = (Section, &[AccessibilityStatement])> {
        let all = self.sections.iter().map(|(section, statements)| (*section, statements.as_slice()));
        all.filter(|(_, statements)| !statements.is_empty())
    }

    /// The sections of the display: ways of reading and conformance always, even if no information is
    /// available; others only if they have a statement.
    pub fn displayed_sections(&self) -> impl Iterator<Item = (Section, Vec<&AccessibilityStatement>)> {
        let all = self.sections.iter().map(|(section, statements)| {
            let always = section.is_always_shown();
            let shown = statements.iter().filter(|one| one.informs || always && !one.optional);
            (*section, shown.collect::<Vec<_>>())
        });
        all.filter(|(_, statements)| !statements.is_empty())
    }
}

type FeatureTexts = (Feature, &'static str);

const NAVIGATION: [FeatureTexts; 4] = [
    (Feature::PageNavigation, "navigation-page-navigation"),
    (Feature::StructuralNavigation, "navigation-structural"),
    (Feature::Index, "navigation-index"),
    (Feature::TableOfContents, "navigation-toc"),
];
const RICH_CONTENT: [FeatureTexts; 9] = [
    (Feature::LongDescription, "rich-content-extended"),
    (Feature::LatexChemistry, "rich-content-accessible-chemistry-as-latex"),
    (Feature::MathMlChemistry, "rich-content-accessible-chemistry-as-mathml"),
    (Feature::DescribedMath, "rich-content-accessible-math-described"),
    (Feature::Latex, "rich-content-accessible-math-as-latex"),
    (Feature::MathMl, "rich-content-accessible-math-as-mathml"),
    (Feature::ClosedCaptions, "rich-content-closed-captions"),
    (Feature::OpenCaptions, "rich-content-open-captions"),
    (Feature::Transcript, "rich-content-transcript"),
];
const ADDITIONAL: [FeatureTexts; 18] = [
    (Feature::PageBreakMarkers, "additional-accessibility-information-page-breaks"),
    (Feature::Aria, "additional-accessibility-information-aria"),
    (Feature::AudioDescription, "additional-accessibility-information-audio-descriptions"),
    (Feature::Braille, "additional-accessibility-information-braille"),
    (
        Feature::ColorNotSoleMeans,
        "additional-accessibility-information-color-not-sole-means-of-conveying-information",
    ),
    (Feature::DyslexiaReadability, "additional-accessibility-information-dyslexia-readability"),
    (Feature::FullRubyAnnotations, "additional-accessibility-information-full-ruby-annotations"),
    (
        Feature::HighContrastAudio,
        "additional-accessibility-information-high-contrast-between-foreground-and-background-audio",
    ),
    (
        Feature::HighContrastDisplay,
        "additional-accessibility-information-high-contrast-between-text-and-background",
    ),
    (Feature::LargePrint, "additional-accessibility-information-large-print"),
    (Feature::RubyAnnotations, "additional-accessibility-information-ruby-annotations"),
    (Feature::SignLanguage, "additional-accessibility-information-sign-language"),
    (Feature::TactileGraphic, "additional-accessibility-information-tactile-graphics"),
    (Feature::TactileObject, "additional-accessibility-information-tactile-objects"),
    (Feature::TtsMarkup, "additional-accessibility-information-text-to-speech-hinting"),
    (
        Feature::UltraHighContrastDisplay,
        "additional-accessibility-information-ultra-high-contrast-between-text-and-background",
    ),
    (Feature::VisiblePageNumbering, "additional-accessibility-information-visible-page-numbering"),
    (Feature::WithoutBackgroundSounds, "additional-accessibility-information-without-background-sounds"),
];

/// The features that are claimed. Version 2.0 of the techniques reads two more from a record: page numbers of
/// the print edition are a way to go to pages, and formulas are described where all images are.
fn claimed_features(claims: &Accessibility) -> BTreeSet<Feature> {
    let mut features = Feature::from_claims(&claims.features);
    if claims.techniques == Techniques::Onix {
        let written = [Feature::MathMl, Feature::Latex].iter().any(|way| features.contains(way));
        let described = claims.contents.contains(&Content::Mathematics)
            && features.contains(&Feature::AlternativeText)
            && !written;
        let pages = features.contains(&Feature::PageBreakMarkers);
        features.extend(described.then_some(Feature::DescribedMath));
        features.extend(pages.then_some(Feature::PageNavigation));
    }
    features
}

fn list_feature_statements(
    claims: &Accessibility,
    texts: &[FeatureTexts],
    otherwise: Option<&'static str>,
) -> Vec<AccessibilityStatement> {
    let claimed = claimed_features(claims);
    let texts = texts.iter().filter(|(feature, _)| claimed.contains(feature));
    collect_statements(texts.map(|(_, key)| AccessibilityStatement::new(key)), otherwise)
}

/// Collects the statements of a section. If there are none, adds the one that says so, if the section has it.
fn collect_statements(
    statements: impl IntoIterator<Item = AccessibilityStatement>,
    otherwise: Option<&'static str>,
) -> Vec<AccessibilityStatement> {
    let mut statements: Vec<_> = statements.into_iter().collect();
    if statements.is_empty() {
        statements.extend(otherwise.map(AccessibilityStatement::without_information));
    }
    statements
}

fn ways_of_reading(claims: &Accessibility, fixed_layout: bool) -> Vec<AccessibilityStatement> {
    let features = Feature::from_claims(&claims.features);
    let contains = |content| claims.contents.contains(&content);
    let mut statements = vec![if features.contains(&Feature::DisplayTransformability) {
        AccessibilityStatement::new("ways-of-reading-visual-adjustments-modifiable")
    } else if fixed_layout || contains(Content::FixedLayout) {
        AccessibilityStatement::new("ways-of-reading-visual-adjustments-unmodifiable")
    } else {
        AccessibilityStatement::without_information("ways-of-reading-visual-adjustments-unknown")
    }];
    statements.push(match nonvisual_reading(claims) {
        Some(NonvisualReading::Yes) => {
            AccessibilityStatement::new("ways-of-reading-nonvisual-reading-readable")
        }
        Some(NonvisualReading::Partly) => {
            AccessibilityStatement::new("ways-of-reading-nonvisual-reading-not-fully")
        }
        Some(NonvisualReading::No) => AccessibilityStatement::new("ways-of-reading-nonvisual-reading-none"),
        Some(NonvisualReading::Unknown) | None => {
            AccessibilityStatement::without_information("ways-of-reading-nonvisual-reading-no-metadata")
        }
    });
    if has_alternatives(claims) {
        statements.push(AccessibilityStatement::new("ways-of-reading-nonvisual-reading-alt-text"));
    }
    statements.push(prerecorded_audio(claims));
    statements
}

/// The techniques for ONIX read the content of a record before anything else. What is synchronized must there
/// be heard as a whole, too, and being heard as a whole does not mean that there is nothing but audio. Either
/// code of synchronized audio counts, as its definition has it.
fn prerecorded_audio(claims: &Accessibility) -> AccessibilityStatement {
    let contains = |content| claims.contents.contains(&content);
    let auditory = |modes: &[String]| modes.iter().any(|mode| mode == "auditory");
    let all_heard = auditory(&claims.access_modes_sufficient);
    let is_record = claims.techniques == Techniques::Onix;
    let synchronized = Feature::from_claims(&claims.features).contains(&Feature::SynchronizedAudioText);
    let (only, clips) =
        ("ways-of-reading-prerecorded-audio-only", "ways-of-reading-prerecorded-audio-complementary");
    if contains(Content::AudibleSupplements) && !synchronized {
        AccessibilityStatement::new(only)
    } else if contains(Content::Audiobook)
        || contains(Content::Audio)
        || contains(Content::Video) && !all_heard
    {
        AccessibilityStatement::new(clips)
    } else if synchronized && (all_heard || !is_record) {
        AccessibilityStatement::new("ways-of-reading-prerecorded-audio-synchronized")
    } else if all_heard && !is_record {
        AccessibilityStatement::new(only)
    } else if auditory(&claims.access_modes) {
        AccessibilityStatement::new(clips)
    } else {
        let nothing =
            AccessibilityStatement::without_information("ways-of-reading-prerecorded-audio-no-metadata");
        AccessibilityStatement { optional: true, ..nothing }
    }
}

/// A record may name a certifier without a claim; a book's certifier certifies one.
fn conformance_statements(claims: &Accessibility) -> Vec<AccessibilityStatement> {
    let conformance = Conformance::from_claims(&claims.conformances);
    if conformance.is_none() && claims.techniques == Techniques::Epub {
        return vec![AccessibilityStatement::without_information("conformance-no")];
    }
    let nobody = Certification::default();
    let certification = claims.certifications.first().unwrap_or(&nobody);
    let value = |key, value: &Option<String>| {
        value
            .as_deref()
            .filter(|value| !value.trim().is_empty())
            .map(|value| AccessibilityStatement::with_value(key, value))
    };
    let mut statements =
        vec![conformance.map_or(AccessibilityStatement::without_information("conformance-no"), |claim| {
            AccessibilityStatement::new(claim.key())
        })];
    statements.extend(value("conformance-certifier", &certification.certified_by));
    statements.extend(value("conformance-certifier-credentials", &certification.credential));
    let details = conformance.map(Conformance::details).unwrap_or_default();
    if !details.is_empty() {
        statements.push(AccessibilityStatement {
            keys: details,
            ..AccessibilityStatement::new("conformance-details-claim").in_detail()
        });
    }
    let date = certification.date.as_deref().filter(|date| !date.trim().is_empty());
    let date =
        date.map(|date| AccessibilityStatement::with_date("conformance-details-certification-info", date));
    statements.extend(date.map(AccessibilityStatement::in_detail));
    let report = value("conformance-details-certifier-report", &certification.report);
    statements.extend(report.map(AccessibilityStatement::in_detail));
    statements
}

fn hazard_statements(claims: &[String]) -> Vec<AccessibilityStatement> {
    let says = |word: &str| claims.iter().any(|claim| claim == word);
    let all = |words: [&str; 3]| words.into_iter().all(says);
    if says("none") || all(["noFlashingHazard", "noMotionSimulationHazard", "noSoundHazard"]) {
        return vec![AccessibilityStatement::new("hazards-none")];
    }
    let unknown = ["unknownFlashingHazard", "unknownMotionSimulationHazard", "unknownSoundHazard"];
    if says("unknown") || all(unknown) {
        return vec![AccessibilityStatement::new("hazards-unknown")];
    }
    let known = [
        ("flashing", "hazards-flashing"),
        ("motionSimulation", "hazards-motion"),
        ("sound", "hazards-sound"),
        ("unknownFlashingHazard", "hazards-flashing-unknown"),
        ("unknownMotionSimulationHazard", "hazards-motion-unknown"),
        ("unknownSoundHazard", "hazards-sound-unknown"),
        ("noFlashingHazard", "hazards-flashing-none"),
        ("noMotionSimulationHazard", "hazards-motion-none"),
        ("noSoundHazard", "hazards-sound-none"),
    ];
    let known = known.into_iter().filter(|(word, _)| says(word));
    collect_statements(known.map(|(_, key)| AccessibilityStatement::new(key)), Some("hazards-no-metadata"))
}

/// Statements of the summary. What is not accessible comes first. An addendum replaces the summary, because
/// the other statements say most of it. The publisher's address for questions is last.
fn summary_statements(claims: &Accessibility) -> Vec<AccessibilityStatement> {
    let written = |text: &Option<String>, language: &Option<String>| {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(|text| AccessibilityStatement::with_text(text, language.as_ref()))
    };
    let languages = &claims.languages;
    let limitations = written(&claims.limitations, &languages.limitations);
    let addendum = written(&claims.addendum, &languages.addendum);
    let summary = addendum.or_else(|| written(&claims.summary, &languages.summary));
    let contact = claims.contact.as_deref().filter(|address| !address.trim().is_empty());
    let contact = contact.map(AccessibilityStatement::with_contact);
    let found = limitations.into_iter().chain(summary).chain(contact);
    collect_statements(found, Some("accessibility-summary-no-metadata"))
}

fn legal_statements(claims: &Accessibility) -> Vec<AccessibilityStatement> {
    let known = ["eaa-microenterprise", "eaa-disproportionate-burden", "eaa-fundamental-alteration"];
    let is_exempt = claims.exemptions.iter().any(|claim| known.contains(&claim.trim()));
    let exempt = is_exempt.then(|| AccessibilityStatement::new("legal-considerations-exempt"));
    collect_statements(exempt, Some("legal-considerations-no-metadata"))
}
