//! Accessibility as codes of lists 196 and 175, and hazards as codes of list 143. Values without a code are
//! omitted.

use std::io::{self, Write};

use domain::artifacts::Content;
use domain::{Accessibility, onix};

use crate::markup::{XmlWriter, xml_paragraph};
use crate::onix::accessibility::{FIXED_LAYOUT_CODE, FORM_FEATURES};

/// Kinds of features.
const ACCESSIBILITY_KIND: &str = "09";
const HAZARD_KIND: &str = "12";

/// Prefix of claims of EPUB Accessibility 1.0 in books.
const OLDER_CLAIM_PREFIX: &str = "http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-";

pub(super) fn write_features<W: Write>(out: &mut XmlWriter<W>, claims: &Accessibility) -> io::Result<()> {
    write_text_feature(out, "00", claims.summary.as_deref(), claims.languages.summary.as_deref())?;
    for code in conformance_codes(&claims.conformances) {
        write_feature(out, ACCESSIBILITY_KIND, code)?;
    }
    write_text_feature(out, "09", claims.limitations.as_deref(), claims.languages.limitations.as_deref())?;
    write_text_feature(out, "92", claims.addendum.as_deref(), claims.languages.addendum.as_deref())?;
    write_text_feature(out, "99", claims.contact.as_deref(), None)?;
    if claims.contents.contains(&Content::AudibleSupplements) {
        write_feature(out, ACCESSIBILITY_KIND, "39")?;
    }
    for (kind, words) in [
        ("sufficient", &claims.access_modes_sufficient),
        ("feature", &claims.features),
        ("exemption", &claims.exemptions),
    ] {
        for code in words.iter().filter_map(|word| onix::code(196, &format!("{kind} {word}"))) {
            write_feature(out, ACCESSIBILITY_KIND, code)?;
        }
    }
    if let Some(first) = claims.certifications.first() {
        // A page of the certifier, or a name.
        let credential = first.credential.as_deref();
        let address =
            credential.is_some_and(|text| text.starts_with("http://") || text.starts_with("https://"));
        for (code, claims) in [
            ("90", first.certified_by.as_deref()),
            ("91", first.date.as_deref()),
            (if address { "93" } else { "88" }, credential),
            ("94", first.report.as_deref()),
        ] {
            write_text_feature(out, code, claims, None)?;
        }
    }
    for code in claims.hazards.iter().filter_map(|hazard| onix::code(143, hazard)) {
        write_feature(out, HAZARD_KIND, code)?;
    }
    Ok(())
}

/// Details of the form: codes of list 175.
pub(super) fn detail_codes(said: &Accessibility) -> impl Iterator<Item = &'static str> {
    let features = FORM_FEATURES.iter().filter(|(_, name)| said.features.iter().any(|one| one == name));
    let fixed = said.contents.contains(&Content::FixedLayout).then_some(FIXED_LAYOUT_CODE);
    features.map(|(code, _)| *code).chain(fixed)
}

fn write_feature<W: Write>(out: &mut XmlWriter<W>, kind: &str, code: &str) -> io::Result<()> {
    out.write_lines(
        "ProductFormFeature",
        &[("ProductFormFeatureType", kind), ("ProductFormFeatureValue", code)],
    )
}

/// A feature that is a text, in a language that is stated if it is not the product's; nothing if the text is
/// empty.
fn write_text_feature<W: Write>(
    out: &mut XmlWriter<W>,
    code: &str,
    text: Option<&str>,
    language: Option<&str>,
) -> io::Result<()> {
    let Some(text) = text.map(xml_paragraph).filter(|text| !text.is_empty()) else { return Ok(()) };
    let language = super::language_attribute(language);
    out.write_nested("ProductFormFeature", |out| {
        out.write_line("ProductFormFeatureType", ACCESSIBILITY_KIND)?;
        out.write_line("ProductFormFeatureValue", code)?;
        out.write_text("ProductFormFeatureDescription", language.as_slice(), &text)
    })
}

/// The codes of the claims. The standard, its guidelines and their level have separate codes, so only one
/// pair of guidelines and level can be expressed: that of the first claim.
fn conformance_codes(claims: &[String]) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = Vec::new();
    let mut resting: Option<Vec<&'static str>> = None;
    for claim in claims {
        let claim = match claim.strip_prefix(OLDER_CLAIM_PREFIX) {
            Some(level) => format!("EPUB Accessibility 1.0 - WCAG 2.0 Level {}", level.to_ascii_uppercase()),
            None => claim.clone(),
        };
        if let Some(code) = onix::code(196, &format!("conformance {claim}")) {
            codes.push(code);
        } else if let Some((standard, guidelines)) = parse_claim(&claim)
            && (guidelines.is_empty() || resting.is_none() || resting.as_ref() == Some(&guidelines))
        {
            // The code of the older standard names a level, so either of its codes is enough.
            let is_named = standard == Some(LOWEST_CONFORMANCE_CODE)
                && codes.iter().any(|code| ["02", "03"].contains(code));
            codes.extend(standard.filter(|code| !is_named && !codes.contains(code)));
            if resting.is_none() && !guidelines.is_empty() {
                codes.extend(&guidelines);
                resting = Some(guidelines);
            }
        }
    }
    codes
}

/// EPUB Accessibility 1.0 at the lowest level.
const LOWEST_CONFORMANCE_CODE: &str = "02";

/// `EPUB Accessibility 1.1 - WCAG 2.1 Level AA`: the code of the standard, and those of the guidelines and
/// the level.
fn parse_claim(claim: &str) -> Option<(Option<&'static str>, Vec<&'static str>)> {
    let standard = |text: &str| match text {
        "EPUB Accessibility 1.0" => Some(LOWEST_CONFORMANCE_CODE),
        text => onix::code(196, &format!("standard {text}")),
    };
    let (first, guidelines) = match claim.split_once(" - ") {
        Some((first, rest)) => (Some(standard(first)?), rest),
        None => match standard(claim) {
            Some(alone) => return Some((Some(alone), Vec::new())),
            None => (None, claim),
        },
    };
    let (wcag, level) = guidelines.split_at(guidelines.find("Level ").unwrap_or(guidelines.len()));
    let code = |kind: &str, text: &str| match text.trim() {
        "" => Some(None),
        text => onix::code(196, &format!("{kind} {text}")).map(Some),
    };
    let codes: Vec<_> = code("wcag", wcag)?.into_iter().chain(code("level", level)?).collect();
    Some((first, codes))
}
