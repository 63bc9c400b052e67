//! Accessibility as codes of list 196, and hazards as codes of list 143. Values without a code are omitted.

use std::io::{self, Write};

use domain::artifacts::Accessibility;
use domain::onix;

use crate::markup::{Markup, line};

/// Kinds of features.
const ACCESSIBILITY: &str = "09";
const HAZARD: &str = "12";

/// How books claim EPUB Accessibility 1.0, and how records express it.
const OLDER: &str = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";

pub(super) fn features<W: Write>(out: &mut Markup<W>, said: &Accessibility) -> io::Result<()> {
    if let Some(summary) = said.summary.as_deref().filter(|summary| !line(summary).is_empty()) {
        feature(out, ACCESSIBILITY, "00", Some(summary))?;
    }
    for code in conformances(&said.conformances) {
        feature(out, ACCESSIBILITY, code, None)?;
    }
    for (code, text) in [("09", &said.limitations), ("92", &said.addendum)] {
        if let Some(text) = text.as_deref().filter(|text| !line(text).is_empty()) {
            feature(out, ACCESSIBILITY, code, Some(text))?;
        }
    }
    for (kind, words) in [
        ("sufficient", &said.access_modes_sufficient),
        ("feature", &said.features),
        ("exemption", &said.exemptions),
    ] {
        for code in words.iter().filter_map(|word| onix::code(196, &format!("{kind} {word}"))) {
            feature(out, ACCESSIBILITY, code, None)?;
        }
    }
    if let Some(first) = said.certifications.first() {
        // A page of the certifier, or a name.
        let credential = first.credential.as_deref();
        let address =
            credential.is_some_and(|text| text.starts_with("http://") || text.starts_with("https://"));
        for (code, text) in [
            ("90", first.certified_by.as_deref()),
            ("91", first.date.as_deref()),
            (if address { "93" } else { "88" }, credential),
            ("94", first.report.as_deref()),
        ] {
            if let Some(text) = text.filter(|text| !line(text).is_empty()) {
                feature(out, ACCESSIBILITY, code, Some(text))?;
            }
        }
    }
    for code in said.hazards.iter().filter_map(|hazard| onix::code(143, hazard)) {
        feature(out, HAZARD, code, None)?;
    }
    Ok(())
}

fn feature<W: Write>(out: &mut Markup<W>, kind: &str, code: &str, text: Option<&str>) -> io::Result<()> {
    out.within("ProductFormFeature", |out| {
        out.line("ProductFormFeatureType", kind)?;
        out.line("ProductFormFeatureValue", code)?;
        out.some("ProductFormFeatureDescription", text)
    })
}

/// The codes of the claims. The standard, its guidelines and their level have separate codes, so only one
/// pair of guidelines and level can be expressed: that of the first claim.
fn conformances(claims: &[String]) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Vec::new();
    let mut resting: Option<Vec<&'static str>> = None;
    for claim in claims {
        let claim = match claim.strip_prefix(OLDER) {
            Some(level) => format!("EPUB Accessibility 1.0 - WCAG 2.0 Level {}", level.to_ascii_uppercase()),
            None => claim.clone(),
        };
        if let Some(code) = onix::code(196, &format!("conformance {claim}")) {
            codes.push(code);
        } else if let Some((standard, guidelines)) = composed(&claim)
            && (guidelines.is_empty() || resting.is_none() || resting.as_ref() == Some(&guidelines))
        {
            codes.extend(standard);
            if resting.is_none() && !guidelines.is_empty() {
                codes.extend(&guidelines);
                resting = Some(guidelines);
            }
        }
    }
    codes
}

/// `EPUB Accessibility 1.1 - WCAG 2.1 Level AA`: the code of the standard, and those of the guidelines and
/// the level.
fn composed(claim: &str) -> Option<(Option<&'static str>, Vec<&'static str>)> {
    let standard = |text: &str| onix::code(196, &format!("standard {text}"));
    let (first, guidelines) = match claim.split_once(" - ") {
        Some((first, rest)) => (Some(standard(first)?), rest),
        None => match standard(claim) {
            Some(alone) => return Some((Some(alone), Vec::new())),
            None => (None, claim),
        },
    };
    let (wcag, level) = match guidelines.split_once(" Level ") {
        Some((wcag, level)) => (wcag, Some(onix::code(196, &format!("level Level {level}"))?)),
        None => (guidelines, None),
    };
    let wcag = onix::code(196, &format!("wcag {wcag}"))?;
    Some((first, [wcag].into_iter().chain(level).collect()))
}
