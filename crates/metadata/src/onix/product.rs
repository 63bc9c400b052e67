//! Converts a product to a record.

use domain::titles::Metadata;
use domain::{UsageRestriction, countries, grades, isbn, languages, onix};

use super::codes::code_meaning;
use super::tags::Tag;
use super::tree::OnixNode;
use super::write::{OPENSHELF_SOURCE, PRODUCT_ID_NAME};
use super::{accessibility, audience, people, rights, titles};
use crate::entry::Notes;
use crate::record::add_once;
use crate::years::{FIRST_UNAMBIGUOUS_YEAR, parse_leading_year, parse_stated_year};
use crate::{Action, Parts, Record, RecordSubject, Scheme, plain};

/// The record, or why it is refused.
pub(super) fn map_product(
    product: &OnixNode,
    default_language: Option<&str>,
    notes: &mut Notes,
) -> Result<Record, String> {
    let reference = plain::to_printable(product.code_of(Tag::RecordReference));
    if reference.is_empty() {
        return Err("RecordReference is missing".into());
    }
    if reference.len() > MAX_REFERENCE_BYTES {
        return Err(format!("RecordReference is longer than {MAX_REFERENCE_BYTES} bytes"));
    }
    let kind = product.code_of(Tag::NotificationType);
    let description = product.first_child(Tag::DescriptiveDetail);
    let text = product.first_child(Tag::CollateralDetail);
    let publishing = product.first_child(Tag::PublishingDetail);
    let related = product.first_child(Tag::RelatedMaterial);
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
    map_identifiers(product, &mut record.metadata, notes);
    if let Some(detail) = description {
        map_description(detail, &mut record, notes);
        let languages = &mut record.metadata.languages;
        if languages.is_empty() {
            languages.extend(default_language.and_then(languages::alpha3).map(str::to_owned));
        }
    }
    if let Some(detail) = text {
        let metadata = &mut record.metadata;
        (metadata.synopsis, metadata.stated_languages.synopsis) =
            map_synopsis(detail, &metadata.languages, notes);
    }
    if let Some(detail) = publishing {
        map_publishing(detail, &mut record, notes);
    }
    if let Some(material) = related {
        map_related(material, &mut record.metadata, notes);
    }
    if record.metadata.title.is_empty() && (action == Action::Full || parts.description) {
        return Err("there is no TitleText".into());
    }
    Ok(record)
}

const MAX_REFERENCE_BYTES: usize = 255;

/// ISBNs of a product or a related one.
fn find_isbns(node: &OnixNode, notes: &mut Notes) -> Vec<String> {
    let mut found = Vec::new();
    for identifier in node.children_of(Tag::ProductIdentifier) {
        let kind = identifier.code_of(Tag::ProductIDType);
        let value = identifier.code_of(Tag::IDValue);
        if code_meaning(5, kind, "ProductIDType", notes) != "isbn" || value.is_empty() {
            continue;
        }
        match isbn::parse(value) {
            Ok(isbn) => add_once(&mut found, isbn.to_string()),
            // A trade number of a product that is not a book.
            Err(isbn::InvalidIsbn::Prefix) if kind == "03" => {}
            Err(error) => notes.add(format!("IDValue {value:.40}: {error}")),
        }
    }
    found
}

fn map_identifiers(product: &OnixNode, metadata: &mut Metadata, notes: &mut Notes) {
    let own = |one: &&OnixNode| {
        one.code_of(Tag::ProductIDType) == "01" && one.code_of(Tag::IDTypeName) == PRODUCT_ID_NAME
    };
    metadata.product_identifier =
        product.children_of(Tag::ProductIdentifier).find(own).and_then(|one| one.line_of(Tag::IDValue));
    let mut found = find_isbns(product, notes).into_iter();
    metadata.isbn13 = found.next();
    metadata.related_isbns = found.collect();
}

fn map_description(detail: &OnixNode, record: &mut Record, notes: &mut Notes) {
    let metadata = &mut record.metadata;
    titles::map_titles(detail, metadata);
    metadata.contributors = people::map_contributors(detail, notes);
    metadata.edition = detail.line_of(Tag::EditionStatement).or_else(|| detail.line_of(Tag::EditionNumber));
    metadata.languages = map_languages(detail, notes);
    metadata.num_pages = map_page_count(detail, notes);
    metadata.num_images = detail.text_of(Tag::NumberOfIllustrations).and_then(|number| number.parse().ok());
    audience::map_audience(detail, metadata, notes);
    let mut subjects: Vec<&OnixNode> = detail.children_of(Tag::Subject).collect();
    // The order of codes counts, and the main subject need not be the first.
    subjects.sort_by_key(|subject| subject.first_child(Tag::MainSubject).is_none());
    record.subjects = subjects.into_iter().flat_map(map_subject).collect();
    let level = |one: &&OnixNode| one.code_of(Tag::SubjectSchemeIdentifier) == BIC_EDUCATIONAL_PURPOSE;
    for code in detail.children_of(Tag::Subject).filter(level).filter_map(|one| one.text_of(Tag::SubjectCode))
    {
        if grades::is_grade(code) {
            add_once(&mut metadata.grades, code.to_owned());
        }
    }
    record.accessibility = accessibility::map_accessibility(detail, notes);
    record.usage = map_license(detail);
}

fn map_languages(detail: &OnixNode, notes: &mut Notes) -> Vec<String> {
    let mut codes = Vec::new();
    for language in detail.children_of(Tag::Language) {
        let role = language.code_of(Tag::LanguageRole);
        // Without a role, it is the language of the text.
        if !role.is_empty() && code_meaning(22, role, "LanguageRole", notes) != "text" {
            continue;
        }
        let code = language.code_of(Tag::LanguageCode);
        match languages::alpha3(code) {
            Some(code) => add_once(&mut codes, code.to_owned()),
            None => notes.add(format!("LanguageCode: {code:.20} is not a language of ISO 639-2")),
        }
    }
    codes
}

/// The most meaningful number of pages of a printed book.
fn map_page_count(detail: &OnixNode, notes: &mut Notes) -> Option<i32> {
    let mut best: Option<(&str, i32)> = None;
    for extent in detail.children_of(Tag::Extent) {
        let rank = code_meaning(23, extent.code_of(Tag::ExtentType), "ExtentType", notes);
        let pages = code_meaning(24, extent.code_of(Tag::ExtentUnit), "ExtentUnit", notes) == "pages";
        let value = extent.text_of(Tag::ExtentValue).and_then(parse_whole_number).filter(|n| *n > 0);
        if let Some(value) = value.filter(|_| pages && !rank.is_empty())
            && best.is_none_or(|(other, _)| rank < other)
        {
            best = Some((rank, value));
        }
    }
    best.map(|(_, value)| value)
}

/// A whole number, which may be written with decimals: `345.00`.
fn parse_whole_number(text: &str) -> Option<i32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    whole.parse().ok().filter(|_| decimals.bytes().all(|byte| byte == b'0'))
}

/// Qualifiers of BIC for educational purpose: British school levels.
const BIC_EDUCATIONAL_PURPOSE: &str = "16";

/// A subject; several, if its code is a list of codes.
fn map_subject(subject: &OnixNode) -> Vec<RecordSubject> {
    let scheme = match subject.code_of(Tag::SubjectSchemeIdentifier) {
        "10" => Scheme::Bisac,
        "93" => Scheme::Thema,
        // Qualifiers of Thema: place, language, time, educational purpose, readers, style. Their words alone
        // would be taken for subjects.
        "94" | "95" | "96" | "97" | "98" | "99" => {
            let code = subject.line_of(Tag::SubjectCode);
            if !code.is_some_and(|code| code.starts_with(|first: char| first.is_ascii_digit())) {
                return Vec::new();
            }
            Scheme::Thema
        }
        "24" if subject.code_of(Tag::SubjectSchemeName) == OPENSHELF_SOURCE => Scheme::Own,
        // Grades are not subjects, keywords are for machines, and qualifiers of other subjects are not
        // subjects by themselves.
        BIC_EDUCATIONAL_PURPOSE | "20" | "B2" => return Vec::new(),
        _ => Scheme::Other,
    };
    let code = subject.line_of(Tag::SubjectCode);
    let name = subject.line_of(Tag::SubjectHeadingText);
    match &code {
        Some(codes) if matches!(scheme, Scheme::Bisac | Scheme::Thema) => {
            let codes: Vec<&str> =
                codes.split([';', ',']).map(str::trim).filter(|code| !code.is_empty()).collect();
            let name = name.filter(|_| codes.len() == 1);
            let of_code = |code: &&str| Some(code.to_ascii_uppercase());
            codes
                .iter()
                .map(|code| RecordSubject { scheme, code: of_code(code), name: name.clone() })
                .collect()
        }
        None if name.is_none() => Vec::new(),
        _ => vec![RecordSubject { scheme, code, name }],
    }
}

/// The usage restriction of a public license, by its URL.
fn map_license(detail: &OnixNode) -> Option<UsageRestriction> {
    let links = detail
        .children_of(Tag::EpubLicense)
        .flat_map(|license| license.children_of(Tag::EpubLicenseExpression))
        .filter_map(|expression| expression.text_of(Tag::EpubLicenseExpressionLink));
    links.map(str::to_ascii_lowercase).find_map(|link| crate::record::usage_of_license(&link))
}

/// The description for readers, and its stated language; the long one takes precedence over the short one,
/// and among equals one that is not in a foreign language.
fn map_synopsis(
    detail: &OnixNode,
    own_languages: &[String],
    notes: &mut Notes,
) -> (Option<String>, Option<String>) {
    let is_foreign = |node: &OnixNode| {
        let code = node.language.as_deref().and_then(languages::alpha3);
        code.is_some_and(|code| !own_languages.is_empty() && own_languages.iter().all(|own| own != code))
    };
    let mut best: Option<((&str, bool), String, Option<String>)> = None;
    for content in detail.children_of(Tag::TextContent) {
        let rank = code_meaning(153, content.code_of(Tag::TextType), "TextType", notes);
        let audiences: Vec<&str> =
            content.children_of(Tag::ContentAudience).filter_map(OnixNode::text).collect();
        let closed = |code: &&str| code_meaning(154, code, "ContentAudience", notes) == "closed";
        if rank.is_empty() || (!audiences.is_empty() && audiences.iter().all(closed)) {
            continue;
        }
        for node in content.children_of(Tag::Text) {
            let order = (rank, is_foreign(node));
            if best.as_ref().is_none_or(|(other, ..)| order < *other)
                && let Some(text) =
                    node.text().and_then(|text| plain::to_plain_text_with_notes(text, "Text", notes))
            {
                best = Some((order, text, node.stated_language()));
            }
        }
    }
    best.map_or((None, None), |(_, text, language)| (Some(text), language))
}

fn map_publishing(detail: &OnixNode, record: &mut Record, notes: &mut Notes) {
    let metadata = &mut record.metadata;
    let publishers = detail.children_of(Tag::Publisher);
    metadata.publisher = publishers
        .filter(|one| {
            let role = one.code_of(Tag::PublishingRole);
            // Without a role, it is the publisher.
            role.is_empty() || code_meaning(45, role, "PublishingRole", notes) == "publisher"
        })
        .find_map(|one| one.line_of(Tag::PublisherName))
        .or_else(|| detail.children_of(Tag::Imprint).find_map(|imprint| imprint.line_of(Tag::ImprintName)));
    metadata.origin_country = detail.text_of(Tag::CountryOfPublication).and_then(|code| {
        let country = countries::normalize(code).map(str::to_owned);
        if country.is_none() {
            notes.add(format!("CountryOfPublication: {code:.20} is not a country of ISO 3166-1"));
        }
        country
    });
    let statement = detail.first_child(Tag::CopyrightStatement);
    metadata.copyright_date = statement
        .and_then(|statement| parse_year(statement.text_of(Tag::CopyrightYear)?))
        .or_else(|| find_publication_year(detail, notes));
    metadata.copyright_holder = statement.and_then(|statement| {
        let owner = statement.first_child(Tag::CopyrightOwner)?;
        owner.line_of(Tag::PersonName).or_else(|| owner.line_of(Tag::CorporateName))
    });
    record.territory = rights::map_territory(detail, notes);
    let status = detail.code_of(Tag::PublishingStatus);
    if let Some((_, meaning)) = UNAVAILABLE_STATES.iter().find(|(code, _)| *code == status) {
        notes.add(format!(
            "PublishingStatus {status} ({meaning}): the title stays; NotificationType 05 withdraws it"
        ));
    }
}

/// States in which a product is not sold, by code list 64. What is out of print remains in libraries.
const UNAVAILABLE_STATES: [(&str, &str); 5] = [
    ("01", "canceled"),
    ("11", "withdrawn from sale"),
    ("15", "recalled"),
    ("16", "temporarily withdrawn from sale"),
    ("17", "permanently withdrawn from sale"),
];

/// The year of the most meaningful publication date.
fn find_publication_year(detail: &OnixNode, notes: &mut Notes) -> Option<i16> {
    let mut dates: Vec<(&str, i16)> = Vec::new();
    for date in detail.children_of(Tag::PublishingDate) {
        let role = code_meaning(163, date.code_of(Tag::PublishingDateRole), "PublishingDateRole", notes);
        // Earlier years are of another calendar.
        let year = date.text_of(Tag::Date).and_then(parse_year);
        if let Some(year) = year.filter(|year| *year >= FIRST_UNAMBIGUOUS_YEAR) {
            dates.push((role, year));
        }
    }
    ["published", "first", "print"]
        .into_iter()
        .find_map(|role| dates.iter().find(|(other, _)| *other == role).map(|(_, year)| *year))
}

/// A year, coded or in words.
fn parse_year(text: &str) -> Option<i16> {
    parse_leading_year(text).or_else(|| parse_stated_year(text))
}

fn map_related(material: &OnixNode, metadata: &mut Metadata, notes: &mut Notes) {
    for product in material.children_of(Tag::RelatedProduct) {
        let codes: Vec<&str> =
            product.children_of(Tag::ProductRelationCode).filter_map(OnixNode::text).collect();
        let other_form =
            codes.iter().any(|code| code_meaning(51, code, "ProductRelationCode", notes) == "form");
        for isbn in find_isbns(product, notes) {
            if other_form && metadata.isbn13.as_ref() != Some(&isbn) {
                add_once(&mut metadata.related_isbns, isbn);
            }
        }
    }
}
