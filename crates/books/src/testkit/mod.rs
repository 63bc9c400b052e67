//! Small books made in code, and the outside validators, for tests.

mod audio;
mod braille;
mod document;
mod epub;
mod python;
mod validators;

pub use audio::{Tone, audio_tools, faults_of_audio, heard, mp3_of};
pub use braille::{ReadBack, faults_of_braille, read_back};
pub use document::{
    Letters, PdfBuilder, PdfPage, PdfTag, PptxBuilder, document_tools, made_by, picture_of_text,
};
pub use epub::{Epub2Builder, EpubBuilder, PNG, small_book, zip_of};
pub use python::{python, python_docx};
pub use validators::{Report, epubcheck, samples, validate_daisy, xmllint};

use std::collections::HashSet;
use std::io::{Cursor, Read};

/// The files of a container, in its order.
///
/// # Panics
/// The bytes are no container.
pub fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip container");
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).expect("an entry");
            let name = file.name().expect("a name").into_owned();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("an entry that unpacks");
            (name, bytes)
        })
        .collect()
}

/// One file of a container as text.
///
/// # Panics
/// There is no such file, or it is not UTF-8.
pub fn unzip_text(bytes: &[u8], name: &str) -> String {
    let files = unzip(bytes);
    let file = files.into_iter().find(|(path, _)| path == name);
    String::from_utf8(file.unwrap_or_else(|| panic!("no {name}")).1).expect("UTF-8")
}

/// The words of a document in reading order: letters and digits, nothing of what is hidden, and
/// nothing of the elements named.
///
/// # Panics
/// The document is not well-formed.
pub fn words(xml: &str, without: &[&str]) -> Vec<String> {
    let text = crate::xml::decode("document", xml.as_bytes().to_vec()).expect("UTF-8");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options).expect("well-formed XML");
    let mut skipped: HashSet<roxmltree::NodeId> = HashSet::new();
    let mut out = String::new();
    let breaks = |node: roxmltree::Node<'_, '_>| {
        let page = node.attribute((crate::xml::OPS, "type")).is_some_and(|kind| kind.contains("pagebreak"));
        // The number of a verse stands apart from its last word.
        let number = node.attribute("class") == Some("lnum");
        node.is_element() && (page || number || !INLINE.contains(&node.tag_name().name()))
    };
    for node in document.descendants() {
        if breaks(node) || node.prev_sibling().is_some_and(breaks) {
            out.push(' ');
        }
        let inside = node.parent().is_some_and(|parent| skipped.contains(&parent.id()));
        if inside
            || (node.is_element()
                && (crate::epub::is_hidden(node) || without.contains(&node.tag_name().name())))
        {
            skipped.insert(node.id());
        } else if node.is_text() {
            out.push_str(node.text().unwrap_or_default());
        }
    }
    out.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

const INLINE: [&str; 24] = [
    "a", "abbr", "annoref", "b", "bdi", "bdo", "cite", "code", "dfn", "em", "i", "kbd", "mark", "noteref",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var",
];

/// Whether all of `words` stand in `text` in their order, other words between them allowed. The
/// first word that is missing, with a few before it, is the error.
///
/// # Errors
/// A word is missing.
pub fn in_order(words: &[String], text: &[String]) -> Result<(), String> {
    let mut rest = text.iter();
    for (n, word) in words.iter().enumerate() {
        if !rest.any(|candidate| candidate == word) {
            return Err(words[n.saturating_sub(8)..=n].join(" "));
        }
    }
    Ok(())
}
