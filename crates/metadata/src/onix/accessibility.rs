//! A publisher's statement of a product's accessibility: code list 196, the hazards of list 143, and what
//! lists 81 and 175 say about the content, mapped to the schema.org vocabulary where it has terms (Display
//! Techniques for ONIX Accessibility Metadata).

use domain::artifacts::{Certification, Content, Techniques};
use domain::{Accessibility, WireEnum as _};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;
use crate::plain;
use crate::record::add_once;

pub(super) fn map_accessibility(detail: &OnixNode, notes: &mut Notes) -> Option<Accessibility> {
    let mut said = Accessibility::default();
    let (mut standard, mut wcag, mut level): (Option<&str>, Option<&str>, Option<&str>) = (None, None, None);
    let mut certification = Certification::default();
    let (mut credentialled, mut scheme): (Option<&str>, Option<&str>) = (None, None);
    for feature in detail.children_of(Tag::ProductFormFeature) {
        let value = feature.code_of(Tag::ProductFormFeatureValue);
        let described = feature.first_with_text(Tag::ProductFormFeatureDescription);
        let text = described.and_then(OnixNode::text);
        let words = || (text.and_then(plain::to_plain_text), described.and_then(OnixNode::stated_language));
        let kind =
            code_meaning(79, feature.code_of(Tag::ProductFormFeatureType), "ProductFormFeatureType", notes);
        if kind == "hazard" {
            let hazard = code_meaning(143, value, "ProductFormFeatureValue", notes);
            if !hazard.is_empty() {
                add_once(&mut said.hazards, hazard.to_owned());
            }
        }
        if kind != "accessibility" {
            continue;
        }
        let meaning = code_meaning(196, value, "ProductFormFeatureValue", notes);
        let (word, rest) = meaning.split_once(' ').unwrap_or((meaning, ""));
        match word {
            "summary" => (said.summary, said.languages.summary) = words(),
            "hazard" => add_once(&mut said.hazards, rest.to_owned()),
            "feature" => add_once(&mut said.features, rest.to_owned()),
            "sufficient" => add_once(&mut said.access_modes_sufficient, rest.to_owned()),
            "conformance" => add_once(&mut said.conformances, rest.to_owned()),
            // The newest and highest claim.
            "standard" => standard = standard.max(Some(rest)),
            "wcag" => wcag = wcag.max(Some(rest)),
            "level" => level = level.max(Some(rest)),
            "certifier" => certification.certified_by = text.map(plain::to_plain_line),
            "credential" => credentialled = text,
            "scheme" => scheme = text,
            "date" => certification.date = text.map(plain::to_plain_line),
            "limitations" => (said.limitations, said.languages.limitations) = words(),
            "addendum" => (said.addendum, said.languages.addendum) = words(),
            "contact" => said.contact = text.map(plain::to_plain_line),
            "exemption" => add_once(&mut said.exemptions, rest.to_owned()),
            "content" => said.contents.extend(Content::parse(rest)),
            "report" => certification.report = text.map(plain::to_plain_line),
            _ => {}
        }
    }
    map_conformance(standard, wcag, level, &mut said.conformances);
    // The certifier's page is its credential; older records name who accredited the certifier.
    certification.credential = scheme.or(credentialled).map(plain::to_plain_line);
    if certification != Certification::default() {
        said.certifications.push(certification);
    }
    map_form_features(detail, &mut said.features);
    // That there is text in a book says nothing about its accessibility if nothing else is said.
    let silent = said == Accessibility::default();
    map_contents(detail, &mut said.contents);
    if silent && said.contents.iter().all(|content| *content == Content::Text) {
        return None;
    }
    said.techniques = Techniques::Onix;
    Some(said)
}

/// Features by code list 175.
pub(super) const FORM_FEATURES: [(&str, &str); 7] = [
    ("A305", "synchronizedAudioText"),
    ("A312", "withoutBackgroundSounds"),
    ("E205", "visiblePageNumbering"),
    ("V210", "closedCaptions"),
    ("V211", "openCaptions"),
    ("V212", "transcript"),
    ("V213", "signLanguage"),
];
/// A fixed layout, and one that adapts, by code list 175.
pub(super) const FIXED_LAYOUT_CODE: &str = "E201";
const REFLOWABLE_CODE: &str = "E200";

fn map_form_features(detail: &OnixNode, features: &mut Vec<String>) {
    for code in detail.children_of(Tag::ProductFormDetail).filter_map(OnixNode::text) {
        if let Some((_, feature)) = FORM_FEATURES.iter().find(|(known, _)| *known == code) {
            add_once(features, (*feature).to_owned());
        }
    }
}

/// Content by code lists 81 and 175.
fn map_contents(detail: &OnixNode, contents: &mut Vec<Content>) {
    let kinds =
        detail.children_of(Tag::PrimaryContentType).chain(detail.children_of(Tag::ProductContentType));
    for code in kinds.filter_map(OnixNode::text) {
        let content = match code {
            "01" => Content::Audiobook,
            "06" | "25" | "26" | "27" | "28" | "29" | "30" => Content::Video,
            "10" => Content::Text,
            "21" | "22" => Content::Audio,
            "48" => Content::Mathematics,
            _ => continue,
        };
        add_once(contents, content);
    }
    let form = |code: &str| {
        detail.children_of(Tag::ProductFormDetail).filter_map(OnixNode::text).any(|one| one == code)
    };
    if form(FIXED_LAYOUT_CODE) && !form(REFLOWABLE_CODE) {
        add_once(contents, Content::FixedLayout);
    }
}

/// Prefix of claims of EPUB Accessibility 1.0, whose codes also name guidelines and level.
const OLDER_CLAIM_PREFIX: &str = "EPUB Accessibility 1.0";

/// The standard, its guidelines and their level have separate codes; together they are one claim, of the
/// newest and highest of each. Without a level, they remain apart and claim nothing.
fn map_conformance(standard: Option<&str>, wcag: Option<&str>, level: Option<&str>, out: &mut Vec<String>) {
    let mut whole = (standard, wcag, level);
    for older in out.iter().filter_map(|claim| claim.strip_prefix(OLDER_CLAIM_PREFIX)?.strip_prefix(" - ")) {
        let (older_wcag, older_level) = older.split_at(older.find(" Level").unwrap_or(older.len()));
        whole = (
            whole.0.or(Some(OLDER_CLAIM_PREFIX)),
            whole.1.max(Some(older_wcag)),
            whole.2.max(Some(older_level.trim_start())),
        );
    }
    let apart = |text: &str| text.to_owned();
    let claims = match whole {
        (Some(standard), Some(wcag), Some(level)) => vec![format!("{standard} - {wcag} {level}")],
        (Some(standard), None, Some(level)) => vec![format!("{standard} - {level}")],
        (None, Some(wcag), Some(level)) => vec![format!("{wcag} {level}")],
        (standard, wcag, None) => standard.into_iter().chain(wcag).map(apart).collect(),
        (None, None, Some(_)) => Vec::new(),
    };
    for claim in claims {
        add_once(out, claim);
    }
}
