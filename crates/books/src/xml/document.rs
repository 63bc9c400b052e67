//! One way into the documents of a book, whatever they are: well-formed ones are read as they are, others
//! after repair.

use std::borrow::Cow;

use roxmltree::{Document, Node};

use super::count::{AllText, count_markup};
use super::encoding::DecodedDocument;
use super::mend::{MendOutput, mend_document};
use super::raw_text::close_raw_text;
use super::swallowed_words::find_swallowed_words;
use super::{doctype, is_html_element, parse, repair};
use crate::letters::is_reported_loss;
use crate::{Error, Finding, FindingKind, Limits, Reporter, Result};

/// Reads a document. One that is not well-formed, is HTML in capitals, or has words where programs do not
/// show them, is repaired first, and that is reported; `read` learns whether the document differs from what
/// its file holds.
///
/// # Errors
/// The document is out of bounds, or not even repair makes sense of it.
pub(crate) fn with_document<T>(
    entry: &str,
    decoded: &DecodedDocument,
    limits: &Limits,
    reporter: &Reporter,
    read: impl FnOnce(&Document<'_>, bool) -> T,
) -> Result<T> {
    let error = match parse(entry, &decoded.text, limits) {
        Ok(document) => {
            let swallowed = find_swallowed_words(&document);
            if swallowed.is_none() && !has_capitals(&document) {
                return Ok(read(&document, decoded.is_recoded));
            }
            if let Some(node) = swallowed {
                let line = document.text_pos_at(node.range().start).row;
                let finding = Finding::new(FindingKind::ChangedElement, entry, node.tag_name().name());
                reporter.add(finding.at_line(line));
            }
            None
        }
        Err(error @ Error::BadXml { .. }) => Some(error),
        Err(error) => return Err(error),
    };
    let text = repair_document(entry, &decoded.text, error.as_ref(), limits, reporter)?;
    match (parse(entry, &text, limits), error) {
        (Ok(document), _) => {
            report_loss(entry, &decoded.text, &text, reporter);
            Ok(read(&document, true))
        }
        // The error in the document that the author knows.
        (Err(Error::BadXml { .. }), Some(error)) | (Err(error), _) => Err(error),
    }
}

/// Decodes a document that must be XML. Characters, references and prefixes that XML does not allow are
/// mended, and that is reported; one whose elements are not nested well is returned unchanged.
///
/// # Errors
/// The document is out of bounds.
pub fn decode_part(entry: &str, bytes: Vec<u8>, limits: &Limits, reporter: &Reporter) -> Result<String> {
    let decoded = DecodedDocument::from_bytes(entry, bytes, None, reporter)?;
    let Err(Error::BadXml { line, reason, .. }) = parse(entry, &decoded.text, limits) else {
        return Ok(decoded.text);
    };
    let mended = mend_document(entry, &decoded.text, limits, &Reporter::default(), MendOutput::Xml)?;
    if mended.is_unbalanced || parse(entry, &mended.text, limits).is_err() {
        return Ok(decoded.text);
    }
    reporter.add(Finding::new(FindingKind::IllFormed, entry, &reason).at_line(line));
    Ok(mended.text)
}

/// Reports words that repair has lost.
fn report_loss(entry: &str, source: &str, repaired: &str, reporter: &Reporter) {
    let count = |text: &str| count_markup(text, &mut AllText);
    let (source, repaired) = (count(after_doctype(source)), count(after_doctype(repaired)));
    if is_reported_loss(source.letters.saturating_sub(repaired.letters), source.letters) {
        let lost = source.words.saturating_sub(repaired.words).max(1);
        let subject = format!("{lost} of {} words", source.words);
        reporter.add(Finding::new(FindingKind::WordsLost, entry, &subject));
    }
}

/// The text after the document type, whose declarations are not text.
fn after_doctype(text: &str) -> &str {
    let end = text.find("<!DOCTYPE").and_then(|start| {
        let doctype = doctype::read_leniently(&text[start..])?;
        Some(start + doctype.length)
    });
    text.get(end.unwrap_or_default()..).unwrap_or(text)
}

/// Makes a document well-formed, and reports where it was not.
fn repair_document(
    entry: &str,
    text: &str,
    error: Option<&Error>,
    limits: &Limits,
    reporter: &Reporter,
) -> Result<String> {
    let closed = if error.is_some() { close_raw_text(text) } else { Cow::Borrowed(text) };
    let has_open = matches!(closed, Cow::Owned(_));
    let text: &str = &closed;
    let mended = mend_document(entry, text, limits, reporter, MendOutput::Xml);
    if let (Some(Error::BadXml { line, reason, .. }), true) =
        (error, mended.as_ref().map_or(true, |mended| mended.is_ill_formed || has_open))
    {
        reporter.add(Finding::new(FindingKind::IllFormed, entry, reason).at_line(*line));
    }
    match mended {
        Ok(mended) if !mended.is_html && error.is_some() => return Ok(mended.text),
        Ok(mended)
            if error.is_some()
                && !mended.is_unbalanced
                && parse(entry, &mended.text, limits).is_ok_and(|document| !has_capitals(&document)) =>
        {
            return Ok(mended.text);
        }
        // Elements that are never closed are not nested in HTML.
        Ok(_) | Err(Error::TooDeep { .. }) => {}
        Err(error) => return Err(error),
    }
    let tags = mend_document(entry, text, limits, reporter, MendOutput::Tags)?;
    repair::repair_html(entry, &tags.text, limits)
}

/// Elements that are recognized in capitals among others in small letters.
const CAPITAL_ELEMENTS: [&str; 24] = [
    "A", "B", "BLOCKQUOTE", "BODY", "BR", "DIV", "EM", "FONT", "H1", "H2", "H3", "H4", "HR", "I", "IMG",
    "LI", "OL", "P", "SPAN", "STRONG", "TABLE", "TD", "TR", "UL",
];

/// Returns true if it is HTML or SMIL 1.0 in capital letters, which happens to be well-formed.
fn has_capitals(document: &Document<'_>) -> bool {
    let root = document.root_element();
    let is_html = |node: &Node<'_, '_>| is_html_element(*node);
    let name = root.tag_name().name();
    if !is_html(&root) || !["html", "smil"].iter().any(|known| name.eq_ignore_ascii_case(known)) {
        return false;
    }
    let is_capital = |name: &str| name.bytes().any(|byte| byte.is_ascii_uppercase());
    // The attributes of SMIL 2 have capitals, and some that programs add to XHTML.
    let declares_xhtml =
        || root.tag_name().namespace().is_some() && super::find_child(root, "body").is_some();
    if name == "smil" {
        return false;
    }
    if name == "html" && declares_xhtml() {
        return document.descendants().filter(is_html).any(|node| {
            is_capital(node.tag_name().name()) && CAPITAL_ELEMENTS.contains(&node.tag_name().name())
        });
    }
    document.descendants().filter(is_html).any(|node| {
        is_capital(node.tag_name().name()) || node.attributes().any(|attribute| is_capital(attribute.name()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_elements_without_content_and_in_the_head_become_text() {
        for (text, expected) in [
            ("<html><body><p>One<br> two</br> three</p></body></html>", "One two three"),
            (
                "<html><body><p><img src='a' alt='b'>One</img> two<hr>three</hr></p></body></html>",
                "One twothree",
            ),
            ("<html><head><title/><p>One</p></head><body><p> two</p></body></html>", "One two"),
            ("<html><head><body><p>One</p></body></head></html>", "One"),
        ] {
            let decoded = DecodedDocument { text: text.to_owned(), is_recoded: false };
            let reporter = Reporter::default();
            let read =
                with_document("a", &decoded, &Limits::default(), &reporter, |document, is_repaired| {
                    let body = crate::xml::find_child(document.root_element(), "body").unwrap();
                    let has_swallowed = find_swallowed_words(document).is_some();
                    (crate::xml::text_of(body), has_swallowed, is_repaired)
                });
            assert_eq!(read.unwrap(), (expected.to_owned(), false, true), "{text}");
        }
    }

    #[test]
    fn the_document_type_ends_where_its_declarations_end() {
        let external = "<!DOCTYPE a [<!ENTITY % b PUBLIC 'c' 'd'> %b; ]\n><a>Words</a>";
        assert_eq!(after_doctype(external), "<a>Words</a>");
        let section = "<a><![CDATA[Words]]></a>";
        assert_eq!(after_doctype(&format!("<!DOCTYPE a>{section}")), section);
        assert_eq!(after_doctype(section), section);
    }
}
