//! XML in and out: decoding, bounded parsing, repair of ill-formed documents, writing.

mod bounds;
pub(crate) mod count;
mod doctype;
mod document;
mod encoding;
mod entities;
mod escaped;
mod html;
mod mend;
mod patch;
mod plain_text;
mod raw_text;
pub(crate) mod repair;
mod swallowed_words;
mod tag;
pub(crate) mod writer;

use std::collections::HashSet;

use roxmltree::{Document, Node, ParsingOptions};

use crate::{Error, Limits, Reporter, Result};

pub use document::decode_part;
pub(crate) use document::with_document;
pub(crate) use encoding::DecodedDocument;
pub(crate) use escaped::{remove_word_tags, unescape_again};
pub(crate) use mend::{is_html as is_html_name, root_name};
pub use patch::{before_end_tag, declare_utf8, unused_id, written_prefix};
pub(crate) use plain_text::{is_plain_text, plain_text_document};
pub use vocabulary::xml::escape;
pub(crate) use writer::{XmlWriter, push_attribute};

/// The namespace of `xml:lang`.
pub(crate) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of XHTML.
pub const XHTML_NAMESPACE: &str = "http://www.w3.org/1999/xhtml";
/// The namespace of `epub:type`.
pub(crate) const OPS_NAMESPACE: &str = "http://www.idpf.org/2007/ops";
/// The namespace of SVG.
pub const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
pub(crate) const MATHML_NAMESPACE: &str = "http://www.w3.org/1998/Math/MathML";
/// The namespace of `xlink:href`.
pub const XLINK_NAMESPACE: &str = "http://www.w3.org/1999/xlink";

/// Decodes a document, in whatever encoding it is. Named HTML entities become characters.
///
/// # Errors
/// The document is too large.
pub fn decode_text(entry: &str, bytes: Vec<u8>) -> Result<String> {
    Ok(DecodedDocument::from_bytes(entry, bytes, None, &Reporter::default())?.text)
}

/// Parses a document within the limits. No external entity is ever read.
pub fn parse<'t>(entry: &str, text: &'t str, limits: &Limits) -> Result<Document<'t>> {
    bounds::check_document(entry, text, limits.xml_nodes)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: limits.xml_nodes, entity_resolver: None };
    let document = Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            Error::TooManyNodes { entry: entry.to_owned(), limit: limits.xml_nodes }
        }
        other => Error::BadXml {
            entry: entry.to_owned(),
            line: other.pos().row,
            column: other.pos().col,
            reason: other.to_string(),
        },
    })?;
    check_depth(entry, &document, limits.xml_depth)?;
    // The parser reads each half of a character as one that is unknown.
    if let Some(at) = entities::find_surrogate(text) {
        let position = document.text_pos_at(at);
        return Err(Error::BadXml {
            entry: entry.to_owned(),
            line: position.row,
            column: position.col,
            reason: "a reference to half of a character".to_owned(),
        });
    }
    Ok(document)
}

/// Parses a document that is part of another, such as a formula or a drawing, with up to this many nodes; its
/// depth is for the caller to check. `None` if it is not well-formed, or too large.
pub fn parse_part(text: &str, nodes: u32, allow_dtd: bool) -> Option<Document<'_>> {
    // Each element may have two tags.
    bounds::check_document("", text, nodes.saturating_mul(2)).ok()?;
    let options = ParsingOptions { allow_dtd, nodes_limit: nodes, entity_resolver: None };
    Document::parse_with_options(text, options).ok()
}

/// Everything after this walks the tree by recursion, so its depth is bounded first.
fn check_depth(entry: &str, document: &Document<'_>, limit: usize) -> Result<()> {
    let mut depths: Vec<usize> = Vec::new();
    for node in document.root().descendants() {
        let parent = node.parent().map_or(0, |parent| depths[parent.id().get_usize()]);
        depths.push(parent + 1);
        if parent + 1 > limit {
            return Err(Error::TooDeep { entry: entry.to_owned(), limit });
        }
    }
    Ok(())
}

/// The text of an element and all below it, white space collapsed.
pub fn text_of(node: Node<'_, '_>) -> String {
    let mut out = String::new();
    for text in node.descendants().filter(Node::is_text).filter_map(|text| text.text()) {
        push_collapsed(&mut out, text);
    }
    out.trim().to_owned()
}

/// Appends text with every run of white space as one space.
pub(crate) fn push_collapsed(out: &mut String, text: &str) {
    let mut space = out.ends_with(' ');
    for c in text.chars() {
        if matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}') {
            if !space {
                out.push(' ');
            }
            space = true;
        } else {
            out.push(c);
            space = false;
        }
    }
}

/// The first child element of this name, whatever its namespace.
pub fn find_child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    find_children(node, name).next()
}

/// Child elements of this name, whatever their namespace.
pub fn find_children<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// Returns true if an element is one of HTML, or of no language in particular.
pub(crate) fn is_html_element(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().namespace(), None | Some(XHTML_NAMESPACE))
}

/// The language that an element states for its text, as it is written.
pub(crate) fn language_attribute<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute((XML_NAMESPACE, "lang")).or_else(|| node.attribute("lang"))
}

/// A language tag fit for `xml:lang` in every schema, or `None`.
pub fn schema_language(tag: &str) -> Option<&str> {
    let tag = tag.trim();
    let fit =
        !tag.is_empty() && tag.len() <= 64 && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    fit.then_some(tag)
}

/// A language tag of the form that BCP 47 wants, or `None`.
pub fn well_formed_language(tag: &str) -> Option<&str> {
    let tag = schema_language(tag)?;
    let mut parts = tag.split('-');
    let main = parts.next()?;
    let fit = (2..=8).contains(&main.len())
        && main.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| (1..=8).contains(&part.len()))
        && tag.split('-').next_back().is_some_and(|last| last.len() > 1);
    fit.then_some(tag)
}

/// Takes the attribute away where it names a place that was not written, such as an empty cell. `attribute`
/// is all from the space before its name to its opening quotation mark.
pub(crate) fn unlink_missing(text: &str, attribute: &str, written: &HashSet<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Quotation marks in text are escaped, so this is found in start tags only.
    while let Some(at) = rest.find(attribute) {
        let id_start = at + attribute.len();
        let id_end = rest[id_start..].find('"').map_or(rest.len(), |end| id_start + end);
        if written.contains(&rest[id_start..id_end]) {
            out.push_str(&rest[..id_end]);
            rest = &rest[id_end..];
        } else {
            out.push_str(&rest[..at]);
            rest = rest.get(id_end + 1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_that_would_take_much_is_refused_and_never_repaired() {
        let limits = Limits::default();
        let entity =
            format!("<!DOCTYPE a [<!ENTITY b '{}'>]><a>{}</a>", "x".repeat(100_000), "&b;".repeat(60_000));
        let attributes = (0..50_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        let read = |text: &str| {
            let decoded = DecodedDocument { text: text.to_owned(), is_recoded: false };
            with_document("a", &decoded, &limits, &Reporter::default(), |document, repaired| {
                (text_of(document.root_element()), repaired)
            })
        };
        let refused = |text: &str| read(text).unwrap_err();
        assert!(matches!(refused(&entity), Error::ExpandsEntities { limit: 4_194_304, .. }));
        assert!(matches!(refused(&format!("<a{attributes}/>")), Error::TooManyAttributes { limit: 200, .. }));
        let small = "<!DOCTYPE a [<!ENTITY b 'c &d;'><!ENTITY d '<e>f</e>'>]><a g='&#169;'>&b;</a>";
        assert_eq!(read(small).unwrap(), ("c f".to_owned(), false));
    }

    #[test]
    fn an_error_names_file_and_line() {
        let error = parse("t/a.xhtml", "<a>\n<b>\n</a>", &Limits::default()).unwrap_err();
        assert!(error.to_string().starts_with("t/a.xhtml, line 3, column 1: "), "{error}");
    }

    #[test]
    fn entity_bombs_and_external_entities_are_refused() {
        let bomb = r#"<!DOCTYPE a [<!ENTITY x "aaaaaaaaaa"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;&x;&x;">
            <!ENTITY z "&y;&y;&y;&y;&y;&y;&y;&y;&y;&y;"><!ENTITY w "&z;&z;&z;&z;&z;&z;&z;&z;&z;&z;">]><a>&w;&w;&w;</a>"#;
        assert!(matches!(parse("a", bomb, &Limits::default()), Err(Error::BadXml { .. })));
        let external = r#"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#;
        assert!(matches!(parse("a", external, &Limits::default()), Err(Error::BadXml { .. })));
    }

    #[test]
    fn depth_and_node_limits_hold() {
        let deep = format!("{}{}", "<a>".repeat(300), "</a>".repeat(300));
        assert!(matches!(parse("a", &deep, &Limits::default()), Err(Error::TooDeep { limit: 200, .. })));
        let few = Limits { xml_nodes: 10, ..Limits::default() };
        assert!(matches!(
            parse("a", &format!("<a>{}</a>", "<b/>".repeat(20)), &few),
            Err(Error::TooManyNodes { .. })
        ));
    }
}
