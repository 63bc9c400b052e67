//! The words of documents, as a listener hears them.

use std::collections::{BTreeSet, HashSet};

use roxmltree::Node;

use crate::model::collapse_spaces;

/// Around the name of a page of the print edition, in a text that is to be taken apart.
const PAGE_BRACKETS: [char; 2] = ['\u{e000}', '\u{e001}'];

/// The words of a document in reading order: letters and digits, nothing of what is hidden, and
/// nothing of the elements named.
///
/// # Panics
/// The document is not well-formed.
pub fn document_words(xml: &str, without: &[&str]) -> Vec<String> {
    split_words(&read_text(xml, without, false).expect("well-formed XML"))
}

/// The words of a document as in [`document_words`], with the pages of the print edition among them, each
/// as `[12]`. `None` if the document is not well-formed.
pub fn document_words_and_pages(xml: &str, without: &[&str]) -> Option<Vec<String>> {
    read_text(xml, without, true).map(|text| split_words(&text))
}

/// The words of a plain text. Text in brackets is a page if it is the name of one.
pub fn words_of_text(text: &str, pages: &BTreeSet<String>) -> Vec<String> {
    let [begin, end] = PAGE_BRACKETS;
    let mut out = String::with_capacity(text.len());
    for (n, part) in text.split('[').enumerate() {
        let page = part.split_once(']').filter(|(name, _)| n > 0 && pages.contains(&format!("[{name}]")));
        match page {
            Some((name, rest)) => out.extend([&begin.to_string(), name, &end.to_string(), rest]),
            None => out.extend(["[", part]),
        }
    }
    split_words(&out)
}

/// The alternatives of a document's images, except decorative ones.
pub fn image_alternatives(xml: &str) -> Vec<String> {
    let parsed = crate::xml::decode_text("document", xml.as_bytes().to_vec()).ok();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let Some(Ok(document)) =
        parsed.as_deref().map(|text| roxmltree::Document::parse_with_options(text, options))
    else {
        return Vec::new();
    };
    let images = document.descendants().filter(|node| {
        node.tag_name().name() == "img"
            && !matches!(node.attribute("role"), Some("presentation" | "none"))
            && !node.ancestors().any(crate::content::is_hidden)
    });
    images
        .filter_map(|node| node.attribute("alt"))
        .map(collapse_spaces)
        .filter(|alt| !alt.is_empty())
        .collect()
}

fn split_words(text: &str) -> Vec<String> {
    let [begin, end] = PAGE_BRACKETS;
    let mut out = Vec::new();
    for (n, part) in text.split(begin).enumerate() {
        let (page, rest) =
            part.split_once(end).filter(|_| n > 0).map_or((None, part), |(name, rest)| (Some(name), rest));
        out.extend(page.map(|name| format!("[{}]", name.trim())));
        let mut seen = String::with_capacity(rest.len());
        for c in rest.chars().filter(|c| !is_unseen(*c)) {
            if is_ideograph(c) {
                seen.extend([' ', c, ' ']);
            } else {
                seen.push(c);
            }
        }
        out.extend(
            seen.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned),
        );
    }
    out
}

/// Signs of Chinese and Japanese, each a word here: a line may end after any of them.
fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Invisible marks that do not separate words: soft hyphens, joiners of words, directions.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn read_text(xml: &str, without: &[&str], pages: bool) -> Option<String> {
    let text = crate::xml::decode_text("document", xml.as_bytes().to_vec()).ok()?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(&text, options).ok()?;
    let mut skipped: HashSet<roxmltree::NodeId> = HashSet::new();
    let mut out = String::new();
    let breaks = |node: Node<'_, '_>| {
        // The number of a verse is separate from its last word.
        let number = node.attribute("class") == Some("lnum");
        node.is_element() && (is_page(node) || number || !INLINE_ELEMENTS.contains(&node.tag_name().name()))
    };
    for node in document.descendants() {
        if breaks(node) || node.prev_sibling().is_some_and(breaks) {
            out.push(' ');
        }
        let inside = node.parent().is_some_and(|parent| skipped.contains(&parent.id()));
        if inside
            || (node.is_element()
                && (crate::content::is_hidden(node) || without.contains(&node.tag_name().name())))
        {
            skipped.insert(node.id());
        } else if pages && is_page(node) {
            skipped.insert(node.id());
            let written: String =
                node.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
            let named = ["title", "aria-label"].into_iter().find_map(|name| node.attribute(name));
            let name = named.filter(|name| !name.trim().is_empty()).unwrap_or(&written).trim();
            let name = name.strip_prefix("Page ").unwrap_or(name).trim_end_matches('.');
            if !name.is_empty() {
                out.extend([PAGE_BRACKETS[0].to_string(), name.to_owned(), PAGE_BRACKETS[1].to_string()]);
            }
        } else if node.is_text() {
            out.push_str(node.text().unwrap_or_default());
        }
    }
    Some(out)
}

/// A page of the print edition, in EPUB, DAISY 3 and DAISY 2.02.
fn is_page(node: Node<'_, '_>) -> bool {
    let kind = |name: &str, kind: &str| node.attribute(name).is_some_and(|value| value.contains(kind));
    node.attribute((crate::xml::OPS_NAMESPACE, "type")).is_some_and(|kind| kind.contains("pagebreak"))
        || kind("role", "doc-pagebreak")
        || node.tag_name().name() == "pagenum"
        || node
            .attribute("class")
            .is_some_and(|class| ["page-front", "page-normal", "page-special"].contains(&class))
}

const INLINE_ELEMENTS: [&str; 24] = [
    "a", "abbr", "annoref", "b", "bdi", "bdo", "cite", "code", "dfn", "em", "i", "kbd", "mark", "noteref",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var",
];

/// Checks that all of `words` are in `text` in order, with other words allowed between them. The first
/// missing word, with a few before it, is the error.
///
/// # Errors
/// A word is missing.
pub fn check_order(words: &[String], text: &[String]) -> Result<(), String> {
    let mut rest = text.iter();
    for (n, word) in words.iter().enumerate() {
        if !rest.any(|candidate| candidate == word) {
            return Err(words[n.saturating_sub(8)..=n].join(" "));
        }
    }
    Ok(())
}
