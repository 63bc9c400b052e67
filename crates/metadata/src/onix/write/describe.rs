//! Description of a product: form, titles, people, languages, subjects; and its text.

use std::io::{self, Write};

use domain::artifacts::Content;
use domain::contributors::{Contributor, ContributorType};
use domain::formats::Format;
use domain::languages;
use domain::titles::{Metadata, UsageRestriction};

use super::{OWN, accessibility, audience};
use crate::issue::Issue;
use crate::markup::{Markup, NAMELESS, line};
use crate::record::{Record, Scheme, Subject};

/// URL prefix of licenses of this kind.
const COMMONS: &str = "https://creativecommons.org/licenses/";
const PUBLIC_DOMAIN: &str = "https://creativecommons.org/publicdomain/mark/1.0/";

/// The codes of the content, the main one first. Text is not named next to statements on accessibility that
/// do not name it: there it would say that the text can be read without sight.
fn contents(issue: &Issue) -> Vec<&'static str> {
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

pub(super) fn describe<W: Write>(out: &mut Markup<W>, issue: &Issue) -> io::Result<()> {
    let (record, m) = (&issue.record, &issue.record.metadata);
    out.within("DescriptiveDetail", |out| {
        // One item, delivered electronically.
        out.line("ProductComposition", "00")?;
        out.line("ProductForm", "EA")?;
        for format in &issue.formats {
            out.line("ProductFormDetail", detail(*format))?;
        }
        if let Some(said) = &record.accessibility {
            for code in accessibility::details(said) {
                out.line("ProductFormDetail", code)?;
            }
            accessibility::features(out, said)?;
        }
        for (at, code) in contents(issue).into_iter().enumerate() {
            out.line(if at == 0 { "PrimaryContentType" } else { "ProductContentType" }, code)?;
        }
        license(out, record.usage)?;
        collection(out, m)?;
        titles(out, m)?;
        contributors(out, &m.contributors)?;
        if let Some(edition) = &m.edition {
            let number = edition.bytes().all(|byte| byte.is_ascii_digit()).then_some(edition);
            out.some("EditionNumber", number.filter(|number| number.parse::<u32>().is_ok_and(|n| n > 0)))?;
            out.line("EditionStatement", edition)?;
        }
        for code in m.languages.iter().filter_map(|code| languages::bibliographic(code)) {
            out.within("Language", |out| {
                out.line("LanguageRole", "01")?;
                out.line("LanguageCode", code)
            })?;
        }
        if let Some(pages) = m.num_pages.filter(|pages| *pages > 0) {
            out.within("Extent", |out| {
                // Pages of the main content.
                out.line("ExtentType", "00")?;
                out.line("ExtentValue", &pages.to_string())?;
                out.line("ExtentUnit", "03")
            })?;
        }
        let images = m.num_images.filter(|images| *images >= 0);
        out.some("NumberOfIllustrations", images.map(|images| images.to_string()))?;
        for subject in &record.subjects {
            write_subject(out, subject)?;
        }
        audience::levels(out, m)?;
        audience::audience(out, m)
    })
}

/// Code list 175.
fn detail(format: Format) -> &'static str {
    match format {
        Format::Epub3 => "E101",
        Format::Docx => "E104",
        Format::Pdf => "E107",
        Format::Brf => "E146",
        Format::Daisy => "A212",
        Format::DaisyAudio => "A210",
        Format::Daisy2Audio => "A204",
    }
}

fn license<W: Write>(out: &mut Markup<W>, usage: Option<UsageRestriction>) -> io::Result<()> {
    let (name, link) = match usage {
        Some(UsageRestriction::CreativeCommons) => ("Creative Commons", COMMONS),
        Some(UsageRestriction::PublicDomain) => ("Public Domain Mark 1.0", PUBLIC_DOMAIN),
        Some(UsageRestriction::Copyright) | None => return Ok(()),
    };
    out.within("EpubLicense", |out| {
        out.line("EpubLicenseName", name)?;
        out.within("EpubLicenseExpression", |out| {
            out.line("EpubLicenseExpressionType", "01")?;
            out.line("EpubLicenseExpressionLink", link)
        })
    })
}

/// Whether a number has the form of a sequence number: `3`, `3.1`.
fn is_sequence(number: &str) -> bool {
    number
        .split('.')
        .all(|part| !part.starts_with('0') && part.parse::<u32>().is_ok() && !part.starts_with('+'))
}

fn collection<W: Write>(out: &mut Markup<W>, m: &Metadata) -> io::Result<()> {
    let Some(series) = m.series_title.as_deref().filter(|series| !line(series).is_empty()) else {
        return Ok(());
    };
    let number = m.series_number.as_deref().map(line).filter(|number| !number.is_empty());
    let (sequence, part) = match number {
        Some(number) if is_sequence(&number) => (Some(number), None),
        number => (None, number),
    };
    let stated = m.stated_languages.series_title.as_deref();
    out.within("Collection", |out| {
        out.line("CollectionType", "10")?;
        if let Some(number) = sequence {
            out.within("CollectionSequence", |out| {
                // In the order of the collection's titles.
                out.line("CollectionSequenceType", "02")?;
                out.line("CollectionSequenceNumber", &number)
            })?;
        }
        title_detail(out, |out| {
            if let Some(part) = part {
                out.within("TitleElement", |out| {
                    out.line("TitleElementLevel", "01")?;
                    out.line("PartNumber", &part)
                })?;
            }
            out.within("TitleElement", |out| {
                out.line("TitleElementLevel", "02")?;
                words(out, "TitleText", series, stated)?;
                out.some("Subtitle", m.series_subtitle.as_deref())
            })
        })
    })
}

fn titles<W: Write>(out: &mut Markup<W>, m: &Metadata) -> io::Result<()> {
    let title = if line(&m.title).is_empty() { NAMELESS } else { &m.title };
    title_detail(out, |out| {
        out.within("TitleElement", |out| {
            out.line("TitleElementLevel", "01")?;
            if m.series_title.is_none() {
                out.some("PartNumber", m.series_number.as_deref())?;
            }
            let stated = &m.stated_languages;
            words(out, "TitleText", title, stated.title.as_deref())?;
            words(out, "Subtitle", m.subtitle.as_deref().unwrap_or_default(), stated.subtitle.as_deref())
        })
    })
}

/// Writes a text on one line, with its stated language; nothing if the text is empty.
fn words<W: Write>(
    out: &mut Markup<W>,
    name: &'static str,
    text: &str,
    language: Option<&str>,
) -> io::Result<()> {
    let text = line(text);
    if text.is_empty() { Ok(()) } else { out.text(name, super::language(language).as_slice(), &text) }
}

/// A distinctive title.
fn title_detail<W: Write>(
    out: &mut Markup<W>,
    elements: impl FnOnce(&mut Markup<W>) -> io::Result<()>,
) -> io::Result<()> {
    out.within("TitleDetail", |out| {
        out.line("TitleType", "01")?;
        elements(out)
    })
}

/// Writes people in order; consecutive roles of the same person are merged.
fn contributors<W: Write>(out: &mut Markup<W>, all: &[Contributor]) -> io::Result<()> {
    let named: Vec<&Contributor> = all.iter().filter(|one| !line(&one.display_name).is_empty()).collect();
    let same = |a: &&Contributor, b: &&Contributor| {
        (&a.display_name, &a.index_name) == (&b.display_name, &b.index_name)
    };
    for (number, roles) in (1_u32..).zip(named.chunk_by(same)) {
        let one = roles[0];
        out.within("Contributor", |out| {
            out.line("SequenceNumber", &number.to_string())?;
            for role in roles {
                out.line("ContributorRole", code(role.kind))?;
            }
            match &one.index_name {
                // A name of several words without a sort form is a corporate body.
                None if one.display_name.trim().contains(char::is_whitespace) => {
                    out.line("CorporateName", &one.display_name)
                }
                index => {
                    out.line("PersonName", &one.display_name)?;
                    out.some("PersonNameInverted", index.as_deref())
                }
            }
        })?;
    }
    Ok(())
}

/// Code list 17.
fn code(kind: ContributorType) -> &'static str {
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

fn write_subject<W: Write>(out: &mut Markup<W>, subject: &Subject) -> io::Result<()> {
    let (scheme, name) = match subject.scheme {
        Scheme::Bisac => ("10", None),
        Scheme::Thema => (thema_list(subject.code.as_deref().unwrap_or_default()), None),
        Scheme::Own => ("24", Some(OWN)),
        // A publisher's own.
        Scheme::Other => ("23", None),
    };
    let code = subject.code.as_deref().filter(|_| subject.scheme != Scheme::Own);
    let said = [code, subject.name.as_deref()].into_iter().flatten().any(|text| !line(text).is_empty());
    if !said {
        return Ok(());
    }
    out.within("Subject", |out| {
        out.line("SubjectSchemeIdentifier", scheme)?;
        out.some("SubjectSchemeName", name)?;
        out.some("SubjectCode", code)?;
        out.some("SubjectHeadingText", subject.name.as_deref())
    })
}

/// Code list 27: subjects of Thema, or the kind of qualifier, by the first sign of the code.
fn thema_list(code: &str) -> &'static str {
    match code.as_bytes().first() {
        Some(b'1') => "94",
        Some(b'2') => "95",
        Some(b'3') => "96",
        Some(b'4') => "97",
        Some(b'5') => "98",
        Some(b'6') => "99",
        _ => "93",
    }
}

/// The description for a general audience.
pub(super) fn text<W: Write>(out: &mut Markup<W>, record: &Record) -> io::Result<()> {
    let Some(synopsis) = record.metadata.synopsis.as_deref().filter(|text| !line(text).is_empty()) else {
        return Ok(());
    };
    out.within("CollateralDetail", |out| {
        out.within("TextContent", |out| {
            out.line("TextType", "03")?;
            out.line("ContentAudience", "00")?;
            let language = super::language(record.metadata.stated_languages.synopsis.as_deref());
            let attributes: Vec<_> = [("textformat", "05")].into_iter().chain(language).collect();
            out.paragraphs("Text", &attributes, synopsis)
        })
    })
}
