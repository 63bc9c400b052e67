//! Marking a Word document.

use std::io::{Read, Seek, Write};

use super::Mark;
use super::fingerprint::{Fingerprints, Key};
use super::places::spread;
use super::rewrite::Rewrite;
use crate::docx::{CUSTOM, NOTES, TEXT};
use crate::epub::Edits;
use crate::error::{Error, Result};
use crate::xml::{self, Writer};

/// Fingerprints that the text carries, and the footnotes.
const EACH: usize = 6;
/// Numbers of bookmarks; those of the document are lower.
const FIRST: usize = 1_000_000;

pub(super) fn mark<R: Read + Seek, W: Write + Seek>(package: R, out: W, mark: &Mark, key: &Key) -> Result<W> {
    let mut rewrite = Rewrite::open(package)?;
    for part in [TEXT, CUSTOM] {
        if !rewrite.contains(part) {
            return Err(Error::MissingEntry { entry: part.to_owned(), place: "the Word document".into() });
        }
    }
    let mut prints = Fingerprints::new(key, mark.record);
    let custom = rewrite.text(CUSTOM)?;
    rewrite.changes.insert(CUSTOM.to_owned(), described(&custom, &prints.word())?);
    let mut next = FIRST;
    let text = rewrite.text(TEXT)?;
    let mut edits = Edits::default();
    edits.insert(front(&text).ok_or_else(|| broken(TEXT))?, notice(mark));
    bookmarks(&text, &mut next, &mut prints, &mut edits);
    rewrite.changes.insert(TEXT.to_owned(), edits.apply(&text));
    if rewrite.contains(NOTES) {
        let notes = rewrite.text(NOTES)?;
        let mut edits = Edits::default();
        bookmarks(&notes, &mut next, &mut prints, &mut edits);
        rewrite.changes.insert(NOTES.to_owned(), edits.apply(&notes));
    }
    rewrite.write(out, TEXT)
}

fn broken(entry: &str) -> Error {
    Error::BadPackage { entry: entry.to_owned(), reason: "it is none of our Word documents".to_owned() }
}

/// The properties with the fingerprint.
fn described(custom: &str, word: &str) -> Result<String> {
    let open = custom.find("<Properties").ok_or_else(|| broken(CUSTOM))?;
    let tag_end = custom[open..].find('>').map(|at| open + at).ok_or_else(|| broken(CUSTOM))?;
    let property = format!(
        "<property fmtid=\"{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}\" pid=\"2\" name=\"openshelf:copy\"><vt:lpwstr>{word}</vt:lpwstr></property>"
    );
    let mut out = custom[..tag_end].trim_end_matches('/').to_owned();
    out.push('>');
    out.push_str(&property);
    out.push_str("</Properties>\n");
    Ok(out)
}

/// Where the notice goes: behind title and authors, or else before all.
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

fn notice(mark: &Mark) -> String {
    let mut xml = Writer::default();
    xml.line().open("w:p").open("w:r");
    if let Some(language) = xml::language(&mark.language) {
        xml.open("w:rPr").open("w:lang").attr("w:val", language).close().close();
    }
    xml.open("w:t").attr("xml:space", "preserve").text(&mark.notice);
    xml.finish()
}

/// Hidden bookmarks at the ends of paragraphs that are spread over a text.
fn bookmarks(text: &str, next: &mut usize, prints: &mut Fingerprints<'_>, edits: &mut Edits) {
    let ends: Vec<usize> = text.match_indices("</w:p>").map(|(at, _)| at).collect();
    for at in spread(&ends, EACH) {
        // A name that begins so is not shown in Word's list of bookmarks.
        let word = prints.word();
        edits.insert(
            at,
            format!("<w:bookmarkStart w:id=\"{next}\" w:name=\"_{word}\"/><w:bookmarkEnd w:id=\"{next}\"/>"),
        );
        *next += 1;
    }
}
