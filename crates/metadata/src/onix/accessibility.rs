//! A publisher's statement of a product's accessibility: code list 196, the hazards of list 143, and what
//! lists 81 and 175 say about the content, mapped to the schema.org vocabulary as far as it reaches (Display
//! Techniques for ONIX Accessibility Metadata 2.0).

use domain::artifacts::{Accessibility, Certification, Content};
use domain::wire::WireEnum as _;

use super::codes::meaning;
use super::tags::Tag;
use super::tree::Node;
use crate::entry::Notes;
use crate::plain;
use crate::record::add;

pub(super) fn accessibility(detail: &Node, notes: &mut Notes) -> Option<Accessibility> {
    let mut said = Accessibility::default();
    let mut standard: Vec<&str> = Vec::new();
    let (mut wcag, mut level): (Option<&str>, Option<&str>) = (None, None);
    let mut certification = Certification::default();
    let (mut credentialled, mut scheme): (Option<&str>, Option<&str>) = (None, None);
    for feature in detail.all(Tag::ProductFormFeature) {
        let value = feature.code(Tag::ProductFormFeatureValue);
        let text = feature.text(Tag::ProductFormFeatureDescription);
        let kind = meaning(79, feature.code(Tag::ProductFormFeatureType), "ProductFormFeatureType", notes);
        if kind == "hazard" {
            let hazard = meaning(143, value, "ProductFormFeatureValue", notes);
            if !hazard.is_empty() {
                add(&mut said.hazards, hazard.to_owned());
            }
        }
        if kind != "accessibility" {
            continue;
        }
        let meaning = meaning(196, value, "ProductFormFeatureValue", notes);
        let (word, rest) = meaning.split_once(' ').unwrap_or((meaning, ""));
        match word {
            "summary" => said.summary = text.and_then(plain::text),
            "hazard" => add(&mut said.hazards, rest.to_owned()),
            "feature" => add(&mut said.features, rest.to_owned()),
            "sufficient" => add(&mut said.access_modes_sufficient, rest.to_owned()),
            "conformance" => add(&mut said.conformances, rest.to_owned()),
            "standard" => standard.push(rest),
            // The newest and highest claim.
            "wcag" => wcag = wcag.max(Some(rest)),
            "level" => level = level.max(Some(rest)),
            "certifier" => certification.certified_by = text.map(str::to_owned),
            "credential" => credentialled = text,
            "scheme" => scheme = text,
            "date" => certification.date = text.map(str::to_owned),
            "limitations" => said.limitations = text.and_then(plain::text),
            "addendum" => said.addendum = text.and_then(plain::text),
            "exemption" => add(&mut said.exemptions, rest.to_owned()),
            "content" => said.contents.extend(Content::parse(rest)),
            "report" => certification.report = text.map(str::to_owned),
            _ => {}
        }
    }
    conformance(&standard, wcag, level, &mut said.conformances);
    // The certifier's page is its credential; older records name who credentialled the certifier.
    certification.credential = scheme.or(credentialled).map(str::to_owned);
    if certification != Certification::default() {
        said.certifications.push(certification);
    }
    features_of_form(detail, &mut said.features);
    // That there is text in a book says nothing about a statement of accessibility.
    if said == Accessibility::default() {
        return None;
    }
    contents(detail, &mut said.contents);
    Some(said)
}

/// Features by code list 175.
fn features_of_form(detail: &Node, features: &mut Vec<String>) {
    for code in detail.all(Tag::ProductFormDetail).filter_map(Node::said) {
        let feature = match code {
            "A305" => "synchronizedAudioText",
            "A312" => "withoutBackgroundSounds",
            "E205" => "visiblePageNumbering",
            "V210" => "closedCaptions",
            "V211" => "openCaptions",
            "V212" => "transcript",
            "V213" => "signLanguage",
            _ => continue,
        };
        add(features, feature.to_owned());
    }
}

/// Content by code lists 81 and 175.
fn contents(detail: &Node, contents: &mut Vec<Content>) {
    let kinds = detail.all(Tag::PrimaryContentType).chain(detail.all(Tag::ProductContentType));
    for code in kinds.filter_map(Node::said) {
        let content = match code {
            "01" => Content::Audiobook,
            "06" | "25" | "26" | "27" | "28" | "29" | "30" => Content::Video,
            "10" => Content::Text,
            "21" | "22" => Content::Audio,
            "48" => Content::Mathematics,
            _ => continue,
        };
        add(contents, content);
    }
    let form = |code: &str| detail.all(Tag::ProductFormDetail).filter_map(Node::said).any(|one| one == code);
    if form("E201") && !form("E200") {
        add(contents, Content::FixedLayout);
    }
}

/// The standard, its guidelines and their level have separate codes; together they are one statement.
fn conformance(standard: &[&str], wcag: Option<&str>, level: Option<&str>, out: &mut Vec<String>) {
    let guidelines = wcag.map(|wcag| match level {
        Some(level) => format!("{wcag} {level}"),
        None => wcag.to_owned(),
    });
    for standard in standard {
        add(
            out,
            match &guidelines {
                Some(guidelines) => format!("{standard} - {guidelines}"),
                None => (*standard).to_owned(),
            },
        );
    }
    if let Some(guidelines) = guidelines.filter(|_| standard.is_empty()) {
        add(out, guidelines);
    }
}
