//! Positions of readers in titles, as reading apps report them over OPDS, each with its device
//! (docs/opds.md).

use jiff::Timestamp;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use serde_json::Value;

use crate::Format;
use crate::locations::LOCATION_LENGTH;
use crate::reading::DESCRIPTION_LENGTH;

/// Characters that the name or identifier of a device may have.
pub const DEVICE_LENGTH: usize = 255;

/// References that a document may have.
pub const REFERENCES: usize = 20;

/// Bytes that a locator may have as JSON.
pub const LOCATOR_LENGTH: usize = 16 * 1024;

/// ASCII characters that a URI reference has only percent-encoded (RFC 3986). Brackets may be in the host of
/// an address, which no place in a book needs.
const RESERVED_CHARACTERS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Characters that a fragment has only percent-encoded, if nothing in it is percent-encoded yet.
const FRAGMENT: &AsciiSet = &RESERVED_CHARACTERS.add(b'#').add(b'%');

/// The location of an event whose app says only how far the reader is begins with this.
pub const SHARE_ONLY: &str = "#progression=";

/// A reader's place in a title.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgressionDocument {
    /// The place in words the reader recognizes, such as a chapter heading.
    pub title: Option<String>,
    /// Time at which the reader was there.
    pub modified: Timestamp,
    /// The device that reported the position.
    pub device: ReadingDevice,
    /// Position as a share of the title, from 0 to 1.
    pub progression: f64,
    /// The place more exactly: URI references, the most useful first.
    pub references: Vec<String>,
    /// The place as a locator of Readium, verbatim. `None` if the app did not send one.
    pub locator: Option<Value>,
    /// The place in one of the book's files. `None` if it is not known. It is not stored.
    pub file_position: Option<FilePosition>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FilePosition {
    /// The path of the file in the package.
    pub path: String,
    /// Position as a share of the file, from 0 to 1. `None` if it is not known.
    pub progression: Option<f64>,
}

/// The device or app that reported a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingDevice {
    /// The device's own identifier. `None` if the place comes from elsewhere in the library.
    pub id: Option<String>,
    pub name: String,
}

impl ProgressionDocument {
    /// Returns true if it can be kept: a share between 0 and 1, and texts within their lengths.
    pub fn is_valid(&self) -> bool {
        let storable = |text: &str, most: usize| !text.contains('\0') && text.chars().nth(most).is_none();
        let reference = |text: &String| is_reference(text) && storable(text, LOCATION_LENGTH);
        let locator = self.locator.as_ref().map(Value::to_string).unwrap_or_default();
        (0.0..=1.0).contains(&self.progression)
            && storable(self.title.as_deref().unwrap_or_default(), DESCRIPTION_LENGTH)
            && storable(self.device.id.as_deref().unwrap_or_default(), DEVICE_LENGTH)
            && !self.device.name.is_empty()
            && storable(&self.device.name, DEVICE_LENGTH)
            && self.references.len() <= REFERENCES
            && self.references.iter().all(reference)
            // JSON writes a NUL as an escape, which PostgreSQL keeps in text unchanged.
            && locator.len() <= LOCATOR_LENGTH
    }

    /// The format that the place is in, as the media type of the locator or the kind of the references says,
    /// the first before the others. Otherwise EPUB, which reading apps read.
    pub fn format(&self) -> Format {
        let media_type =
            self.locator.as_ref().and_then(|locator| locator["type"].as_str()).unwrap_or_default();
        let at = |fits: &dyn Fn(&str) -> bool| self.references.iter().position(|reference| fits(reference));
        let has = |sign: &str| at(&|reference| reference.starts_with(sign)).is_some();
        let in_epub = at(&|reference| !reference.starts_with('#') || reference.starts_with("#epubcfi("));
        let in_document = at(&|reference| !reference.starts_with('#')).is_some();
        let page = at(&|reference| reference.starts_with("#page="));
        let is_page = page.is_some_and(|page| in_epub.is_none_or(|epub| page < epub));
        if media_type == "application/pdf" || (media_type.is_empty() && is_page) {
            Format::Pdf
        } else if media_type.starts_with("audio/") || (media_type.is_empty() && has("#t=") && !in_document) {
            Format::DaisyAudio
        } else {
            Format::Epub3
        }
    }

    /// Returns true if its locator leads into a file, so that an app that reads file by file can open it.
    pub fn has_file(&self) -> bool {
        let href = self.locator.as_ref().and_then(|locator| locator["href"].as_str());
        href.is_some_and(|href| !href.is_empty() && !href.starts_with('#'))
    }

    /// Returns true if references or locator say more than how far the reader is in the book and in one of
    /// its files.
    pub fn is_exact(&self) -> bool {
        self.references.iter().any(|reference| reference.contains('#'))
    }

    /// The place as the location of a reading event: a canonical fragment identifier if there is one,
    /// otherwise the first reference, otherwise only the share.
    pub fn location(&self) -> String {
        let first = || self.references.first().cloned();
        // An app that reads a PDF may have a place in the EPUB behind its own.
        let exact = self.references.iter().find_map(|reference| canonical_cfi(reference));
        let exact = exact.filter(|_| self.format() == Format::Epub3).or_else(first);
        exact.unwrap_or_else(|| format!("{SHARE_ONLY}{}", self.progression))
    }
}

/// The location of a reading event as references. Empty if it is in words that only its own app understands.
pub fn references(format: Format, location: &str) -> Vec<String> {
    let reference = if location.starts_with("epubcfi(") {
        format!("#{}", utf8_percent_encode(location, FRAGMENT))
    } else if let Some(page) = page_number(format, location) {
        format!("#page={page}")
    } else {
        location.to_owned()
    };
    let usable = reference.contains('#') && !reference.starts_with(SHARE_ONLY) && is_reference(&reference);
    usable.then_some(reference).into_iter().collect()
}

/// The number of a page, alone or as `page=12;sentence=2`.
fn page_number(format: Format, location: &str) -> Option<&str> {
    let page = location.split(';').next()?;
    let page = page.strip_prefix("page=").unwrap_or(page);
    let is_number = !page.is_empty() && page.bytes().all(|b| b.is_ascii_digit());
    (format == Format::Pdf && is_number).then_some(page)
}

/// The path of the file that a reference or a location in a book leads to. `None` if it is none of a file.
pub fn file_path(reference: &str) -> Option<String> {
    let path = reference.split(['#', '?']).next()?;
    let is_file = path.contains('.') && !path.starts_with("/body/") && !path.starts_with("epubcfi(");
    let path = percent_decode_str(path).decode_utf8().ok().filter(|_| is_file)?;
    let path = path.trim_start_matches('/');
    (!path.contains(char::is_control)).then(|| path.to_owned())
}

/// The canonical fragment identifier of a reference to `#epubcfi(...)`, without percent-encoding.
pub fn canonical_cfi(reference: &str) -> Option<String> {
    let (_, fragment) = reference.split_once('#')?;
    let decoded = || {
        let text = percent_decode_str(fragment).decode_utf8().ok()?;
        (!text.contains(char::is_control)).then(|| text.into_owned())
    };
    fragment.starts_with("epubcfi(").then(|| decoded().unwrap_or_else(|| fragment.to_owned()))
}

/// A text as a URI reference: characters that it may not have are percent-encoded, those that are encoded
/// already are kept.
pub fn as_reference(text: &str) -> String {
    match text.split_once('#') {
        Some((path, fragment)) => {
            format!("{}#{}", percent_encode(path), percent_encode(fragment).replace('#', "%23"))
        }
        None => percent_encode(text),
    }
}

fn percent_encode(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for (at, part) in text.split('%').enumerate() {
        let is_code = part.len() > 1 && part.bytes().take(2).all(|b| b.is_ascii_hexdigit());
        match at {
            0 => {}
            _ if is_code => all.push('%'),
            _ => all.push_str("%25"),
        }
        all.extend(utf8_percent_encode(part, RESERVED_CHARACTERS));
    }
    all
}

/// Returns true if a text may be a URI reference. Letters of any script may be in it.
fn is_reference(text: &str) -> bool {
    let excluded = |c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c);
    !text.is_empty() && !text.contains(excluded)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn new_document(references: &[&str]) -> ProgressionDocument {
        ProgressionDocument {
            title: None,
            modified: Timestamp::UNIX_EPOCH,
            device: ReadingDevice { id: Some("urn:x".into()), name: "Phone".into() },
            progression: 0.25,
            references: references.iter().map(|&text| text.to_owned()).collect(),
            locator: None,
            file_position: None,
        }
    }

    #[test]
    fn the_references_say_format_and_location() {
        for (of, format, location) in [
            (&[][..], Format::Epub3, "#progression=0.25"),
            (&["c1.xhtml#p2"], Format::Epub3, "c1.xhtml#p2"),
            (&["c1.xhtml", "#epubcfi(/6/4!/4/2)"], Format::Epub3, "epubcfi(/6/4!/4/2)"),
            (&["#epubcfi(/6/4%5Bc%201%5D!/4/2)"], Format::Epub3, "epubcfi(/6/4[c 1]!/4/2)"),
            (&["#epubcfi(/6/4%00)"], Format::Epub3, "epubcfi(/6/4%00)"),
            (&["#page=17"], Format::Pdf, "#page=17"),
            (&["#t=849.25"], Format::DaisyAudio, "#t=849.25"),
            (&["#t=40.2", "c1.xhtml#par36"], Format::Epub3, "#t=40.2"),
            (&["c1.xhtml#p2", "#page=17"], Format::Epub3, "c1.xhtml#p2"),
            (&["#page=17", "#epubcfi(/6/4!/4/2)"], Format::Pdf, "#page=17"),
        ] {
            let document = new_document(of);
            assert!(document.is_valid(), "{of:?}");
            assert_eq!((document.format(), document.location().as_str()), (format, location), "{of:?}");
        }
        let pdf =
            ProgressionDocument { locator: Some(json!({"type": "application/pdf"})), ..new_document(&[]) };
        assert_eq!(pdf.format(), Format::Pdf);
    }

    #[test]
    fn locations_are_references_where_apps_understand_them() {
        for (format, location, expected) in [
            (Format::Epub3, "epubcfi(/6/4!/4/2/1:3)", Some("#epubcfi(/6/4!/4/2/1:3)")),
            (Format::Epub3, "epubcfi(/6/4[c 1^]%]!/4)", Some("#epubcfi(/6/4%5Bc%201%5E%5D%25%5D!/4)")),
            (Format::Epub3, "c1.xhtml#p2", Some("c1.xhtml#p2")),
            (Format::Epub3, "/body/DocFragment[7]/body/p[3]/text().0", None),
            (Format::Epub3, "#progression=0.5", None),
            (Format::Epub3, "a b#c", None),
            (Format::Pdf, "77", Some("#page=77")),
            (Format::Pdf, "page=77;sentence=3", Some("#page=77")),
            (Format::Brf, "page=12;line=7", None),
            (Format::Daisy, "77", None),
            (Format::Pdf, "", None),
        ] {
            let expected: Vec<String> = expected.map(str::to_owned).into_iter().collect();
            assert_eq!(references(format, location), expected, "{location}");
        }
    }

    #[test]
    fn a_reference_may_lead_into_a_file() {
        for (reference, path) in [
            ("OEBPS/chapter%201.xhtml#p2", Some("OEBPS/chapter 1.xhtml")),
            ("/OEBPS/c1.xhtml", Some("OEBPS/c1.xhtml")),
            ("#epubcfi(/6/4!/4/2/1:3)", None),
            ("epubcfi(/6/4!/4/2/1:3)", None),
            ("/body/DocFragment[7]/body/p[3]/text().0", None),
            ("page=12;line=7", None),
            ("", None),
        ] {
            assert_eq!(file_path(reference).as_deref(), path, "{reference}");
        }
    }

    #[test]
    fn a_reference_has_the_characters_of_a_uri() {
        for (text, reference) in [
            ("c1.xhtml#p2", "c1.xhtml#p2"),
            ("#epubcfi(/6/4[c1]!/4/2,/1:3,/1:9)", "#epubcfi(/6/4%5Bc1%5D!/4/2,/1:3,/1:9)"),
            ("chapter 1.xhtml#é", "chapter%201.xhtml#%C3%A9"),
            ("a%20b.xhtml#:~:text=50%25", "a%20b.xhtml#:~:text=50%25"),
            ("100%.xhtml#a#b", "100%25.xhtml#a%23b"),
            ("https://books.example/c1?x=1&y=2", "https://books.example/c1?x=1&y=2"),
        ] {
            assert_eq!(as_reference(text), reference);
            assert_eq!(as_reference(reference), reference, "once is enough");
        }
    }

    #[test]
    fn rejects_what_cannot_be_stored() {
        let whole = new_document(&["#a"]);
        let device = |id: &str, name: &str| ReadingDevice { id: Some(id.into()), name: name.into() };
        for wrong in [
            ProgressionDocument { progression: 1.001, ..whole.clone() },
            ProgressionDocument { progression: -0.1, ..whole.clone() },
            ProgressionDocument { progression: f64::NAN, ..whole.clone() },
            ProgressionDocument { title: Some("x".repeat(1_001)), ..whole.clone() },
            ProgressionDocument { title: Some("a\0".into()), ..whole.clone() },
            ProgressionDocument { device: device("urn:x", ""), ..whole.clone() },
            ProgressionDocument { device: device(&"x".repeat(256), "x"), ..whole.clone() },
            ProgressionDocument { locator: Some(json!("x".repeat(LOCATOR_LENGTH))), ..whole.clone() },
            new_document(&["a b"]),
            new_document(&[""]),
            new_document(&["#a"; REFERENCES + 1]),
            new_document(&[&"x".repeat(4_001)]),
        ] {
            assert!(!wrong.is_valid(), "{wrong:?}");
        }
        assert!(whole.is_valid());
    }

    proptest! {
        #[test]
        fn a_canonical_fragment_identifier_survives_as_a_reference(inner in "[ -~é]{1,30}") {
            let location = format!("epubcfi({inner})");
            let references = super::references(Format::Epub3, &location);
            prop_assert_eq!(canonical_cfi(&references[0]), Some(location));
            prop_assert_eq!(as_reference(&references[0]), references[0].clone());
        }

        #[test]
        fn a_location_of_a_document_comes_back_as_one_of_its_references(
            references in prop::collection::vec("[a-z]{0,3}#[a-z0-9()/=!,:]{1,9}", 0..4),
        ) {
            let texts: Vec<&str> = references.iter().map(String::as_str).collect();
            let document = new_document(&texts);
            let back = super::references(document.format(), &document.location());
            prop_assert!(back.is_empty() || references.contains(&back[0]) || back[0].starts_with("#epubcfi("));
        }
    }
}
