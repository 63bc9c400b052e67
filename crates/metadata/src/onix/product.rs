//! Converts a product to a record.

use domain::onix;
use domain::titles::{Metadata, UsageRestriction};
use domain::{countries, grades, isbn, languages};

use super::codes::meaning;
use super::tags::Tag;
use super::tree::Node;
use super::write::{OWN, PRODUCT};
use super::{accessibility, audience, people, rights, titles};
use crate::entry::Notes;
use crate::plain;
use crate::record::{Action, Parts, Record, Scheme, Subject, add};
use crate::years::{leading_year, stated_year};

/// The record, or why it is refused.
pub(super) fn record(
    product: &Node,
    default_language: Option<&str>,
    notes: &mut Notes,
) -> Result<Record, String> {
    let reference = plain::printable(product.code(Tag::RecordReference));
    if reference.is_empty() {
        return Err("RecordReference is missing".into());
    }
    if reference.len() > LONGEST {
        return Err(format!("RecordReference is longer than {LONGEST} bytes"));
    }
    let kind = product.code(Tag::NotificationType);
    let description = product.first(Tag::DescriptiveDetail);
    let text = product.first(Tag::CollateralDetail);
    let publishing = product.first(Tag::PublishingDetail);
    let related = product.first(Tag::RelatedMaterial);
    let parts = Parts {
        description: description.is_some(),
        text: text.is_some(),
        publishing: publishing.is_some(),
        related: related.is_some(),
    };
    let action = match onix::meaning(1, kind) {
        Some("full") => Action::Full,
        Some("partial") if parts == Parts::default() => Action::Nothing,
        Some("partial") => Action::Partial(parts),
        Some("delete") => Action::Withdraw,
        Some("test") => return Err("a test record, by its NotificationType".into()),
        Some(_) => Action::Nothing,
        None if kind.is_empty() => return Err("NotificationType is missing".into()),
        None => return Err(format!("NotificationType {kind:.20} is not in code list 1")),
    };
    let mut record = Record { reference, action, ..Record::default() };
    if matches!(action, Action::Withdraw | Action::Nothing) {
        return Ok(record);
    }
    identifiers(product, &mut record.metadata, notes);
    if let Some(detail) = description {
        describe(detail, &mut record, notes);
        let languages = &mut record.metadata.languages;
        if languages.is_empty() {
            languages.extend(default_language.and_then(languages::alpha3).map(str::to_owned));
        }
    }
    if let Some(detail) = text {
        let metadata = &mut record.metadata;
        (metadata.synopsis, metadata.stated_languages.synopsis) = synopsis(detail, notes);
    }
    if let Some(detail) = publishing {
        publish(detail, &mut record, notes);
    }
    if let Some(material) = related {
        relate(material, &mut record.metadata, notes);
    }
    if record.metadata.title.is_empty() && (action == Action::Full || parts.description) {
        return Err("there is no TitleText".into());
    }
    Ok(record)
}

/// Limit of a reference, in bytes.
const LONGEST: usize = 255;

/// ISBNs of a product or a related one.
fn isbns(node: &Node, notes: &mut Notes) -> Vec<String> {
    let mut found = Vec::new();
    for identifier in node.all(Tag::ProductIdentifier) {
        let kind = identifier.code(Tag::ProductIDType);
        let value = identifier.code(Tag::IDValue);
        if meaning(5, kind, "ProductIDType", notes) != "isbn" || value.is_empty() {
            continue;
        }
        match isbn::parse(value) {
            Ok(isbn) => add(&mut found, isbn.to_string()),
            // A trade number of a product that is not a book.
            Err(isbn::InvalidIsbn::Prefix) if kind == "03" => {}
            Err(error) => notes.add(format!("IDValue {value:.40}: {error}")),
        }
    }
    found
}

fn identifiers(product: &Node, metadata: &mut Metadata, notes: &mut Notes) {
    let own = |one: &&Node| one.code(Tag::ProductIDType) == "01" && one.code(Tag::IDTypeName) == PRODUCT;
    metadata.product_identifier =
        product.all(Tag::ProductIdentifier).find(own).and_then(|one| one.line(Tag::IDValue));
    let mut found = isbns(product, notes).into_iter();
    metadata.isbn13 = found.next();
    metadata.related_isbns = found.collect();
}

fn describe(detail: &Node, record: &mut Record, notes: &mut Notes) {
    let metadata = &mut record.metadata;
    titles::titles(detail, metadata);
    metadata.contributors = people::contributors(detail, notes);
    metadata.edition = detail.line(Tag::EditionStatement).or_else(|| detail.line(Tag::EditionNumber));
    metadata.languages = languages_of(detail, notes);
    metadata.num_pages = pages(detail, notes);
    metadata.num_images = detail.text(Tag::NumberOfIllustrations).and_then(|number| number.parse().ok());
    audience::audience(detail, metadata, notes);
    record.subjects = detail.all(Tag::Subject).filter_map(subject).collect();
    let level = |one: &&Node| one.code(Tag::SubjectSchemeIdentifier) == EDUCATIONAL_PURPOSE;
    for code in detail.all(Tag::Subject).filter(level).filter_map(|one| one.text(Tag::SubjectCode)) {
        if grades::is_grade(code) {
            add(&mut metadata.grades, code.to_owned());
        }
    }
    record.accessibility = accessibility::accessibility(detail, notes);
    record.usage = license(detail);
}

fn languages_of(detail: &Node, notes: &mut Notes) -> Vec<String> {
    let mut codes = Vec::new();
    for language in detail.all(Tag::Language) {
        if meaning(22, language.code(Tag::LanguageRole), "LanguageRole", notes) != "text" {
            continue;
        }
        let code = language.code(Tag::LanguageCode);
        match languages::alpha3(code) {
            Some(code) => add(&mut codes, code.to_owned()),
            None => notes.add(format!("LanguageCode: {code:.20} is not a language of ISO 639-2")),
        }
    }
    codes
}

/// The most meaningful number of pages of a printed book.
fn pages(detail: &Node, notes: &mut Notes) -> Option<i32> {
    let mut best: Option<(&str, i32)> = None;
    for extent in detail.all(Tag::Extent) {
        let rank = meaning(23, extent.code(Tag::ExtentType), "ExtentType", notes);
        let pages = meaning(24, extent.code(Tag::ExtentUnit), "ExtentUnit", notes) == "pages";
        let value = extent.text(Tag::ExtentValue).and_then(|value| value.parse().ok()).filter(|n| *n > 0);
        if let Some(value) = value.filter(|_| pages && !rank.is_empty())
            && best.is_none_or(|(other, _)| rank < other)
        {
            best = Some((rank, value));
        }
    }
    best.map(|(_, value)| value)
}

/// Qualifiers of BIC for educational purpose: British school levels.
const EDUCATIONAL_PURPOSE: &str = "16";

fn subject(subject: &Node) -> Option<Subject> {
    let scheme = match subject.code(Tag::SubjectSchemeIdentifier) {
        "10" => Scheme::Bisac,
        "93" => Scheme::Thema,
        // Qualifiers of Thema: place, language, time, educational purpose, readers, style. Their words alone
        // would be taken for subjects.
        "94" | "95" | "96" | "97" | "98" | "99" => {
            let code = subject.line(Tag::SubjectCode);
            if !code.is_some_and(|code| code.starts_with(|first: char| first.is_ascii_digit())) {
                return None;
            }
            Scheme::Thema
        }
        "24" if subject.code(Tag::SubjectSchemeName) == OWN => Scheme::Own,
        // Grades are not subjects, keywords are for machines, and qualifiers of other subjects are not
        // subjects by themselves.
        EDUCATIONAL_PURPOSE | "20" | "B2" => return None,
        _ => Scheme::Other,
    };
    let code = subject.line(Tag::SubjectCode);
    let name = subject.line(Tag::SubjectHeadingText);
    (code.is_some() || name.is_some()).then_some(Subject { scheme, code, name })
}

/// The usage restriction of a public license, by its URL.
fn license(detail: &Node) -> Option<UsageRestriction> {
    let links = detail
        .all(Tag::EpubLicense)
        .flat_map(|license| license.all(Tag::EpubLicenseExpression))
        .filter_map(|expression| expression.text(Tag::EpubLicenseExpressionLink));
    links.map(str::to_ascii_lowercase).find_map(|link| crate::record::usage_of(&link))
}

/// The description for readers, and its stated language; the long one takes precedence over the short one.
fn synopsis(detail: &Node, notes: &mut Notes) -> (Option<String>, Option<String>) {
    let mut best: Option<(&str, String, Option<String>)> = None;
    for content in detail.all(Tag::TextContent) {
        let rank = meaning(153, content.code(Tag::TextType), "TextType", notes);
        let audiences: Vec<&str> = content.all(Tag::ContentAudience).filter_map(Node::said).collect();
        let closed = |code: &&str| meaning(154, code, "ContentAudience", notes) == "closed";
        if rank.is_empty() || (!audiences.is_empty() && audiences.iter().all(closed)) {
            continue;
        }
        if best.as_ref().is_none_or(|(other, ..)| rank < *other)
            && let Some(node) = content.filled(Tag::Text)
            && let Some(text) = node.said().and_then(|text| plain::noted(text, "Text", notes))
        {
            best = Some((rank, text, node.stated_language()));
        }
    }
    best.map_or((None, None), |(_, text, language)| (Some(text), language))
}

fn publish(detail: &Node, record: &mut Record, notes: &mut Notes) {
    let metadata = &mut record.metadata;
    let publishers = detail.all(Tag::Publisher);
    metadata.publisher = publishers
        .filter(|one| meaning(45, one.code(Tag::PublishingRole), "PublishingRole", notes) == "publisher")
        .find_map(|one| one.line(Tag::PublisherName))
        .or_else(|| detail.all(Tag::Imprint).find_map(|imprint| imprint.line(Tag::ImprintName)));
    metadata.origin_country = detail.text(Tag::CountryOfPublication).and_then(|code| {
        let country = countries::normalize(code).map(str::to_owned);
        if country.is_none() {
            notes.add(format!("CountryOfPublication: {code:.20} is not a country of ISO 3166-1"));
        }
        country
    });
    let statement = detail.first(Tag::CopyrightStatement);
    metadata.copyright_date = statement
        .and_then(|statement| year(statement.text(Tag::CopyrightYear)?))
        .or_else(|| published(detail, notes));
    metadata.copyright_holder = statement.and_then(|statement| {
        let owner = statement.first(Tag::CopyrightOwner)?;
        owner.line(Tag::PersonName).or_else(|| owner.line(Tag::CorporateName))
    });
    record.territory = rights::territory(detail, notes);
}

/// The year of the most meaningful publication date.
fn published(detail: &Node, notes: &mut Notes) -> Option<i16> {
    let mut dates: Vec<(&str, i16)> = Vec::new();
    for date in detail.all(Tag::PublishingDate) {
        let role = meaning(163, date.code(Tag::PublishingDateRole), "PublishingDateRole", notes);
        if let Some(year) = date.text(Tag::Date).and_then(year) {
            dates.push((role, year));
        }
    }
    ["published", "first", "print"]
        .into_iter()
        .find_map(|role| dates.iter().find(|(other, _)| *other == role).map(|(_, year)| *year))
}

/// A year, coded or in words.
fn year(text: &str) -> Option<i16> {
    leading_year(text).or_else(|| stated_year(text))
}

fn relate(material: &Node, metadata: &mut Metadata, notes: &mut Notes) {
    for product in material.all(Tag::RelatedProduct) {
        let codes: Vec<&str> = product.all(Tag::ProductRelationCode).filter_map(Node::said).collect();
        let other_form = codes.iter().any(|code| meaning(51, code, "ProductRelationCode", notes) == "form");
        for isbn in isbns(product, notes) {
            if other_form && metadata.isbn13.as_ref() != Some(&isbn) {
                add(&mut metadata.related_isbns, isbn);
            }
        }
    }
}
