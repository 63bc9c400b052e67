//! A publisher's statement of a product's accessibility: code list 196, and the hazards of list 143, mapped
//! to the schema.org vocabulary.

use domain::artifacts::{Accessibility, Certification};

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
            "credential" => certification.credential = text.map(str::to_owned),
            "report" => certification.report = text.map(str::to_owned),
            _ => {}
        }
    }
    conformance(&standard, wcag, level, &mut said.conformances);
    if certification != Certification::default() {
        said.certifications.push(certification);
    }
    (said != Accessibility::default()).then_some(said)
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
