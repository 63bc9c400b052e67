//! Marking a Word document.

use std::io::{Read, Seek};

use books::docx::{CUSTOM, NOTES, TEXT};
use books::{Error, Result};

use crate::changes::{Changes, Text};
use crate::form::Form;
use crate::places::spread;
use crate::rewrite::Rewrite;

/// Fingerprints that the text carries, and the footnotes.
const EACH: usize = 6;
/// Numbers of bookmarks; those of the document are lower.
const FIRST: usize = 1_000_000;

pub(super) fn changes<R: Read + Seek>(package: &mut Rewrite<R>) -> Result<Changes> {
    for part in [TEXT, CUSTOM] {
        if !package.contains(part) {
            return Err(Error::MissingEntry { entry: part.to_owned(), place: "the Word document".into() });
        }
    }
    let mut changes = Changes::default();
    changes.put(CUSTOM, described(&package.xml(CUSTOM)?)?);
    let mut next = FIRST;
    let mut text = Text::new(package.xml(TEXT)?);
    let front = front(&text.text).ok_or_else(|| broken(TEXT))?;
    text.insert(front, notice());
    bookmarks(&mut text, &mut next);
    changes.put(TEXT, text);
    if package.contains(NOTES) {
        let mut notes = Text::new(package.xml(NOTES)?);
        bookmarks(&mut notes, &mut next);
        changes.put(NOTES, notes);
    }
    Ok(changes)
}

fn broken(entry: &str) -> Error {
    Error::BadPackage { entry: entry.to_owned(), reason: "it is none of our Word documents".to_owned() }
}

/// The properties with the fingerprint.
fn described(custom: &str) -> Result<Text> {
    let open = custom.find("<Properties").ok_or_else(|| broken(CUSTOM))?;
    let tag_end = custom[open..].find('>').map(|at| open + at).ok_or_else(|| broken(CUSTOM))?;
    let mut text = format!("{}>", custom[..tag_end].trim_end_matches('/'));
    let at = text.len();
    // Ours are empty. What others have would take the number of this one.
    let empty = custom[tag_end + 1..].trim() == "</Properties>" && tag_end + 1 == at;
    text.push_str(if empty { &custom[at..] } else { "</Properties>\n" });
    let property = "<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"2\" name=\"openshelf:copy\"><vt:lpwstr>";
    let mut described = Text::new(text);
    described.insert(at, Form::default().text(property).word().text("</vt:lpwstr></property>"));
    Ok(described)
}

/// Where the notice goes: after title and authors, or else before all.
fn front(text: &str) -> Option<usize> {
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

fn notice() -> Form {
    Form::default()
        .text("\n<w:p><w:r>")
        .language("<w:rPr><w:lang w:val=\"", "\"/></w:rPr>", "")
        .text("<w:t xml:space=\"preserve\">")
        .notice()
        .text("</w:t></w:r></w:p>\n")
}

/// Hidden bookmarks at the ends of paragraphs that are spread over a text.
fn bookmarks(text: &mut Text, next: &mut usize) {
    let ends: Vec<usize> = text.text.match_indices("</w:p>").map(|(at, _)| at).collect();
    for at in spread(&ends, EACH) {
        // A name that begins so is not shown in Word's list of bookmarks.
        let start = format!("<w:bookmarkStart w:id=\"{next}\" w:name=\"_");
        let form = Form::default().text(start).word();
        text.insert(at, form.text(format!("\"/><w:bookmarkEnd w:id=\"{next}\"/>")));
        *next += 1;
    }
}
