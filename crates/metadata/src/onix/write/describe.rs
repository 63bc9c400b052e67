//! Description of a product: form, titles, people, languages, subjects; and its text.

use std::io::{self, Write};

use domain::artifacts::Content;
use domain::contributors::has_family_name_first;
use domain::titles::Metadata;
use domain::{Contributor, ContributorType, UsageRestriction, languages};

use super::{OPENSHELF_SOURCE, accessibility, audience};
use crate::markup::{UNTITLED_PLACEHOLDER, XmlWriter, xml_line};
use crate::names::is_same_person;
use crate::{Issue, Record, RecordSubject, Scheme};

const CREATIVE_COMMONS_PREFIX: &str = "https://creativecommons.org/licenses/";
const PUBLIC_DOMAIN_URL: &str = "https://creativecommons.org/publicdomain/mark/1.0/";

/// Types of titles, by code list 15.
const DISTINCTIVE_TITLE_CODE: &str = "01";
const ALTERNATIVE_TITLE_CODE: &str = "14";

/// The codes of the content, the main one first. Text is not named next to statements on accessibility that
/// do not name it: there it would say that the text can be read without sight.
fn content_codes(issue: &Issue) -> Vec<&'static str> {
    let code = |content: &Content| match content {
        Content::Text => Some("10"),
        Content::Audiobook => Some("01"),
        Content::Audio => Some("22"),
        Content::Video => Some("06"),
        Content::Mathematics => Some("48"),
        Content::FixedLayout | Content::AudibleSupplements => None,
    };
    let music = issue.music.then_some("11");
    let said = match &issue.record.accessibility {
        Some(said) => said.contents.iter().filter_map(code).collect(),
        None if issue.music => Vec::new(),
        None => vec!["10"],
    };
    music.into_iter().chain(said).collect()
}

pub(super) fn write_description<W: Write>(out: &mut XmlWriter<W>, issue: &Issue) -> io::Result<()> {
    let record = &issue.record;
    let m = &issue.record.metadata;
    out.write_nested("DescriptiveDetail", |out| {
        // One item, delivered electronically.
        out.write_line("ProductComposition", "00")?;
        out.write_line("ProductForm", "EA")?;
        for format in &issue.formats {
            out.write_line("ProductFormDetail", format.facts().onix_detail)?;
        }
        if let Some(said) = &record.accessibility {
            for code in accessibility::detail_codes(said) {
                out.write_line("ProductFormDetail", code)?;
            }
            accessibility::write_features(out, said)?;
        }
        for (at, code) in content_codes(issue).into_iter().enumerate() {
            out.write_line(if at == 0 { "PrimaryContentType" } else { "ProductContentType" }, code)?;
        }
        write_license(out, record.usage)?;
        write_collection(out, m)?;
        write_titles(out, m)?;
        write_contributors(out, &m.contributors)?;
        if let Some(edition) = &m.edition {
            let number = edition.bytes().all(|byte| byte.is_ascii_digit()).then_some(edition);
            out.write_optional(
                "EditionNumber",
                number.filter(|number| number.parse::<u32>().is_ok_and(|n| n > 0)),
            )?;
            out.write_line("EditionStatement", edition)?;
        }
        for code in m.languages.iter().filter_map(|code| languages::to_bibliographic(code)) {
            out.write_lines("Language", &[("LanguageRole", "01"), ("LanguageCode", code)])?;
        }
        if let Some(pages) = m.num_pages.filter(|pages| *pages > 0) {
            let pages = pages.to_string();
            // Pages of the main content.
            out.write_lines(
                "Extent",
                &[("ExtentType", "00"), ("ExtentValue", &pages), ("ExtentUnit", "03")],
            )?;
        }
        let images = m.num_images.filter(|images| *images >= 0);
        out.write_optional("NumberOfIllustrations", images.map(|images| images.to_string()))?;
        for subject in &record.subjects {
            write_subject(out, subject)?;
        }
        audience::write_levels(out, m)?;
        audience::write_audience(out, m)
    })
}

fn write_license<W: Write>(out: &mut XmlWriter<W>, usage: Option<UsageRestriction>) -> io::Result<()> {
    let (name, link) = match usage {
        Some(UsageRestriction::CreativeCommons) => ("Creative Commons", CREATIVE_COMMONS_PREFIX),
        Some(UsageRestriction::PublicDomain) => ("Public Domain Mark 1.0", PUBLIC_DOMAIN_URL),
        Some(UsageRestriction::Copyright) | None => return Ok(()),
    };
    out.write_nested("EpubLicense", |out| {
        out.write_line("EpubLicenseName", name)?;
        out.write_nested("EpubLicenseExpression", |out| {
            out.write_line("EpubLicenseExpressionType", "01")?;
            out.write_line("EpubLicenseExpressionLink", link)
        })
    })
}

/// Returns true if a number has the form of a sequence number: `3`, `3.1`.
fn is_sequence_number(number: &str) -> bool {
    number
        .split('.')
        .all(|part| !part.starts_with('0') && part.parse::<u32>().is_ok() && !part.starts_with('+'))
}

fn write_collection<W: Write>(out: &mut XmlWriter<W>, m: &Metadata) -> io::Result<()> {
    let Some(series) = m.series_title.as_deref().filter(|series| !xml_line(series).is_empty()) else {
        return Ok(());
    };
    let number = m.series_number.as_deref().map(xml_line).filter(|number| !number.is_empty());
    let (sequence, part) = match number {
        Some(number) if is_sequence_number(&number) => (Some(number), None),
        number => (None, number),
    };
    let stated = m.stated_languages.series_title.as_deref();
    out.write_nested("Collection", |out| {
        out.write_line("CollectionType", "10")?;
        if let Some(number) = sequence {
            // In the order of the collection's titles.
            let lines = [("CollectionSequenceType", "02"), ("CollectionSequenceNumber", number.as_str())];
            out.write_lines("CollectionSequence", &lines)?;
        }
        write_title_detail(out, DISTINCTIVE_TITLE_CODE, |out| {
            if let Some(part) = part {
                out.write_lines("TitleElement", &[("TitleElementLevel", "01"), ("PartNumber", &part)])?;
            }
            out.write_nested("TitleElement", |out| {
                out.write_line("TitleElementLevel", "02")?;
                write_text(out, "TitleText", series, stated)?;
                out.write_optional("Subtitle", m.series_subtitle.as_deref())
            })
        })
    })
}

fn write_titles<W: Write>(out: &mut XmlWriter<W>, m: &Metadata) -> io::Result<()> {
    let title = if xml_line(&m.title).is_empty() { UNTITLED_PLACEHOLDER } else { &m.title };
    write_title_detail(out, DISTINCTIVE_TITLE_CODE, |out| {
        out.write_nested("TitleElement", |out| {
            out.write_line("TitleElementLevel", "01")?;
            if m.series_title.is_none() {
                out.write_optional("PartNumber", m.series_number.as_deref())?;
            }
            let stated = &m.stated_languages;
            write_text(out, "TitleText", title, stated.title.as_deref())?;
            write_text(out, "Subtitle", m.subtitle.as_deref().unwrap_or_default(), stated.subtitle.as_deref())
        })
    })?;
    for variant in m.variant_titles.iter().filter(|title| !xml_line(title).is_empty()) {
        write_title_detail(out, ALTERNATIVE_TITLE_CODE, |out| {
            out.write_lines("TitleElement", &[("TitleElementLevel", "01"), ("TitleText", variant)])
        })?;
    }
    Ok(())
}

/// Writes a text on one line, with its stated language; nothing if the text is empty.
fn write_text<W: Write>(
    out: &mut XmlWriter<W>,
    name: &'static str,
    text: &str,
    language: Option<&str>,
) -> io::Result<()> {
    let text = xml_line(text);
    if text.is_empty() {
        Ok(())
    } else {
        out.write_text(name, super::language_attribute(language).as_slice(), &text)
    }
}

fn write_title_detail<W: Write>(
    out: &mut XmlWriter<W>,
    kind: &str,
    elements: impl FnOnce(&mut XmlWriter<W>) -> io::Result<()>,
) -> io::Result<()> {
    out.write_nested("TitleDetail", |out| {
        out.write_line("TitleType", kind)?;
        elements(out)
    })
}

/// Writes people in order; consecutive roles of the same person are merged.
fn write_contributors<W: Write>(out: &mut XmlWriter<W>, all: &[Contributor]) -> io::Result<()> {
    let named: Vec<&Contributor> =
        all.iter().filter(|contributor| !xml_line(&contributor.display_name).is_empty()).collect();
    for (number, roles) in (1_u32..).zip(named.chunk_by(|a, b| is_same_person(a, b))) {
        let contributor = roles[0];
        out.write_nested("Contributor", |out| {
            out.write_line("SequenceNumber", &number.to_string())?;
            for role in roles {
                out.write_line("ContributorRole", role_code(role.kind))?;
            }
            let is_person = has_family_name_first(&contributor.display_name);
            match &contributor.index_name {
                // A name of several words, or with a comma, and without a sort form is a corporate body.
                None if !is_person
                    && contributor.display_name.trim().contains(|c: char| c.is_whitespace() || c == ',') =>
                {
                    out.write_line("CorporateName", &contributor.display_name)
                }
                index => {
                    out.write_line("PersonName", &contributor.display_name)?;
                    out.write_optional("PersonNameInverted", index.as_deref())
                }
            }
        })?;
    }
    Ok(())
}

/// Code list 17.
fn role_code(kind: ContributorType) -> &'static str {
    match kind {
        ContributorType::Author => "A01",
        ContributorType::CoWriter => "A02",
        ContributorType::Lyricist => "A05",
        ContributorType::Composer => "A06",
        ContributorType::Illustrator => "A12",
        ContributorType::EpilogueBy => "A22",
        ContributorType::ForwardBy => "A23",
        ContributorType::IntroductionBy => "A24",
        ContributorType::Editor => "B01",
        ContributorType::Abridger => "B04",
        ContributorType::Adapter => "B05",
        ContributorType::Translator => "B06",
        ContributorType::Arranger => "B25",
        ContributorType::Transcriber => "B33",
    }
}

fn write_subject<W: Write>(out: &mut XmlWriter<W>, subject: &RecordSubject) -> io::Result<()> {
    let (scheme, name) = match subject.scheme {
        Scheme::Bisac => ("10", None),
        Scheme::Thema => (thema_list(subject.code.as_deref().unwrap_or_default()), None),
        Scheme::Own => ("24", Some(OPENSHELF_SOURCE)),
        // A publisher's own.
        Scheme::Other => ("23", None),
    };
    let code = subject.code.as_deref().filter(|_| subject.scheme != Scheme::Own);
    let said = [code, subject.name.as_deref()].into_iter().flatten().any(|text| !xml_line(text).is_empty());
    if !said {
        return Ok(());
    }
    out.write_nested("Subject", |out| {
        out.write_line("SubjectSchemeIdentifier", scheme)?;
        out.write_optional("SubjectSchemeName", name)?;
        out.write_optional("SubjectCode", code)?;
        out.write_optional("SubjectHeadingText", subject.name.as_deref())
    })
}

/// Code list 27: subjects of Thema, or the kind of qualifier, by the first sign of the code.
fn thema_list(code: &str) -> &'static str {
    match code.as_bytes().first() {
        Some(digit @ b'1'..=b'6') => ["94", "95", "96", "97", "98", "99"][usize::from(digit - b'1')],
        _ => "93",
    }
}

/// The description for a general audience.
pub(super) fn write_synopsis<W: Write>(out: &mut XmlWriter<W>, record: &Record) -> io::Result<()> {
    let Some(synopsis) = record.metadata.synopsis.as_deref().filter(|text| !xml_line(text).is_empty()) else {
        return Ok(());
    };
    out.write_nested("CollateralDetail", |out| {
        out.write_nested("TextContent", |out| {
            out.write_line("TextType", "03")?;
            out.write_line("ContentAudience", "00")?;
            let language = super::language_attribute(record.metadata.stated_languages.synopsis.as_deref());
            let attributes: Vec<_> = [("textformat", "05")].into_iter().chain(language).collect();
            out.write_paragraphs("Text", &attributes, synopsis)
        })
    })
}
