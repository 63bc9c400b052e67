//! Marking a Word document.

use std::io::{Read, Seek};

use books::docx::{CUSTOM_PROPERTIES_PATH, NOTES_PATH, TEXT_PATH};
use books::{Error, Result};

use crate::places::spread_evenly;
use crate::{FormTemplate, MarkedText, PackageChanges, PackageRewriter};

/// Fingerprints in the text, and as many in the footnotes.
const FINGERPRINTS_PER_PART: usize = 6;
/// First id of the bookmarks that copies add; those of the document are lower.
const FIRST_BOOKMARK_ID: usize = 1_000_000;

pub(super) fn find_changes<R: Read + Seek>(package: &mut PackageRewriter<R>) -> Result<PackageChanges> {
    for part in [TEXT_PATH, CUSTOM_PROPERTIES_PATH] {
        if !package.contains(part) {
            return Err(Error::MissingEntry { entry: part.to_owned(), place: "the Word document".into() });
        }
    }
    let mut changes = PackageChanges::default();
    changes.set_file(CUSTOM_PROPERTIES_PATH, mark_properties(&package.read_xml(CUSTOM_PROPERTIES_PATH)?)?);
    let mut next = FIRST_BOOKMARK_ID;
    let mut text = MarkedText::new(package.read_xml(TEXT_PATH)?);
    let front = find_notice_position(&text.text).ok_or_else(|| broken_package_error(TEXT_PATH))?;
    text.insert_form(front, notice_template());
    insert_bookmarks(&mut text, &mut next);
    changes.set_file(TEXT_PATH, text);
    if package.contains(NOTES_PATH) {
        let mut notes = MarkedText::new(package.read_xml(NOTES_PATH)?);
        insert_bookmarks(&mut notes, &mut next);
        changes.set_file(NOTES_PATH, notes);
    }
    Ok(changes)
}

fn broken_package_error(entry: &str) -> Error {
    Error::bad_package(entry, "it is none of our Word documents")
}

/// Returns the properties with the fingerprint.
fn mark_properties(custom: &str) -> Result<MarkedText> {
    let open = custom.find("<Properties").ok_or_else(|| broken_package_error(CUSTOM_PROPERTIES_PATH))?;
    let tag_end = custom[open..]
        .find('>')
        .map(|at| open + at)
        .ok_or_else(|| broken_package_error(CUSTOM_PROPERTIES_PATH))?;
    let mut text = format!("{}>", custom[..tag_end].trim_end_matches('/'));
    let at = text.len();
    // Ours are empty. What others have would take the number of this one.
    let empty = custom[tag_end + 1..].trim() == "</Properties>" && tag_end + 1 == at;
    text.push_str(if empty { &custom[at..] } else { "</Properties>\n" });
    let property = "<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"2\" name=\"openshelf:copy\"><vt:lpwstr>";
    let mut described = MarkedText::new(text);
    described.insert_form(
        at,
        FormTemplate::default().push_text(property).push_word().push_text("</vt:lpwstr></property>"),
    );
    Ok(described)
}

/// Finds the position of the notice: after title and authors, or else before everything.
fn find_notice_position(text: &str) -> Option<usize> {
    let body = text.find("<w:body>")? + "<w:body>".len();
    let mut at = body;
    loop {
        let rest = text[at..].trim_start();
        let begins = ["Title", "Subtitle", "Author"]
            .iter()
            .any(|style| rest.starts_with(&format!("<w:p><w:pPr><w:pStyle w:val=\"{style}\"")));
        if !begins {
            return Some(at);
        }
        at += text[at..].find("</w:p>")? + "</w:p>".len();
    }
}

fn notice_template() -> FormTemplate {
    FormTemplate::default()
        .push_text("\n<w:p><w:r>")
        .push_language("<w:rPr><w:lang w:val=\"", "\"/></w:rPr>", "")
        .push_text("<w:t xml:space=\"preserve\">")
        .push_notice()
        .push_text("</w:t></w:r></w:p>\n")
}

/// Inserts hidden bookmarks at the ends of paragraphs that are spread over a text.
fn insert_bookmarks(text: &mut MarkedText, next: &mut usize) {
    let ends: Vec<usize> = text.text.match_indices("</w:p>").map(|(at, _)| at).collect();
    for at in spread_evenly(&ends, FINGERPRINTS_PER_PART) {
        // A name that begins so is not shown in Word's list of bookmarks.
        let start = format!("<w:bookmarkStart w:id=\"{next}\" w:name=\"_");
        let form = FormTemplate::default().push_text(start).push_word();
        text.insert_form(at, form.push_text(format!("\"/><w:bookmarkEnd w:id=\"{next}\"/>")));
        *next += 1;
    }
}
