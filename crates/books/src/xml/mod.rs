//! XML in and out: decoding, bounded parsing, repair of ill-formed documents, writing.

mod bounds;
mod doctype;
pub(crate) mod entities;
mod escaped;
mod html;
mod patch;
pub(crate) mod repair;
mod tag;
pub(crate) mod writer;

use std::borrow::Cow;
use std::collections::HashSet;

use encoding_rs::{Encoding, WINDOWS_1252};
use roxmltree::{Document, Node, ParsingOptions};

use crate::error::{Error, Result};
use crate::limits::Limits;

pub(crate) use escaped::unescape_again;
pub use patch::{before_end_tag, declare_utf8, free_id, prefix_of};
pub(crate) use writer::Writer;
pub use writer::escape;

/// The namespace of `xml:lang`.
pub(crate) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of XHTML.
pub const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// The namespace of `epub:type`.
pub(crate) const OPS: &str = "http://www.idpf.org/2007/ops";
/// The namespace of SVG.
pub(crate) const SVG: &str = "http://www.w3.org/2000/svg";
/// The namespace of MathML.
pub(crate) const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
/// The namespace of `xlink:href`.
pub(crate) const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Decodes a document: UTF-8, UTF-16 by its byte order mark, ISO-8859-1 and Windows-1252 by its
/// XML declaration. Named HTML entities become characters.
pub fn decode(entry: &str, bytes: Vec<u8>) -> Result<String> {
    bounds::size(entry, bytes.len())?;
    let wrong = |encoding: &str| Error::Encoding { entry: entry.to_owned(), encoding: encoding.to_owned() };
    let text = match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes).ok_or_else(|| wrong("UTF-16"))?,
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes).ok_or_else(|| wrong("UTF-16"))?,
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8(rest.to_vec()).map_err(|_| wrong("UTF-8"))?,
        _ => match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let bytes = error.into_bytes();
                match declared(&bytes).as_deref() {
                    Some("iso-8859-1" | "latin1" | "windows-1252" | "cp1252" | "us-ascii") => {
                        WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned()
                    }
                    Some(other) => return Err(wrong(other)),
                    None => return Err(wrong("UTF-8")),
                }
            }
        },
    };
    Ok(match entities::replace_named(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(replaced) => replaced,
    })
}

/// Parses a document within the limits. No external entity is ever read.
pub fn parse<'t>(entry: &str, text: &'t str, limits: &Limits) -> Result<Document<'t>> {
    bounds::check(entry, text, limits.xml_nodes)?;
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
    Ok(document)
}

/// Parses a document that is part of another, such as a formula or a drawing, with up to this many nodes; its
/// depth is for the caller to check. `None` if it is not well-formed, or too large.
pub(crate) fn parse_part(text: &str, nodes: u32, allow_dtd: bool) -> Option<Document<'_>> {
    // Each element may have two tags.
    bounds::check("", text, nodes.saturating_mul(2)).ok()?;
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

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    char::decode_utf16(units.iter().map(|pair| unit(*pair))).collect::<Result<_, _>>().ok()
}

/// The encoding that an XML declaration names, in lower case.
fn declared(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let declaration = head.strip_prefix("<?xml")?.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_ascii_lowercase())
}

/// Decodes a document as browsers do, who never refuse one: by its byte order mark, as UTF-8 when it is that,
/// by what it declares, or else by `fallback`.
pub(crate) fn decode_forgiving(entry: &str, bytes: Vec<u8>, fallback: Option<&str>) -> Result<String> {
    bounds::size(entry, bytes.len())?;
    if matches!(bytes.as_slice(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0xEF, 0xBB, 0xBF, ..]) {
        return decode(entry, bytes);
    }
    let stated = declared(&bytes).or_else(|| meta_charset(&bytes)).or_else(|| fallback.map(str::to_owned));
    let encoding = stated.as_deref().and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    // Of all encodings but this one, a text that happens to be UTF-8 is UTF-8.
    let escapes = encoding == Some(encoding_rs::ISO_2022_JP) && bytes.contains(&0x1B);
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !escapes => return Ok(entities::replace_named(&text).into_owned()),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let encoding = encoding.filter(|encoding| *encoding != encoding_rs::UTF_8).unwrap_or(WINDOWS_1252);
    let (text, wrong) = encoding.decode_without_bom_handling(&bytes);
    if wrong {
        return Err(Error::Encoding { entry: entry.to_owned(), encoding: encoding.name().to_owned() });
    }
    Ok(entities::replace_named(&text).into_owned())
}

/// The encoding that a `meta` element of HTML names, in lower case.
fn meta_charset(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).to_ascii_lowercase();
    head.split("charset").skip(1).find_map(|rest| {
        let value = rest.trim_start().strip_prefix('=')?.trim_start_matches([' ', '"', '\'']);
        let end = value.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_'));
        Some(value[..end.unwrap_or(value.len())].to_owned()).filter(|value| !value.is_empty())
    })
}

/// Parses a document of XHTML, and reads it; one that is not well-formed, or is HTML, is repaired first, and
/// `read` learns of that.
pub(crate) fn with_text<T>(
    entry: &str,
    text: &str,
    limits: &Limits,
    read: impl FnOnce(&Document<'_>, bool) -> T,
) -> Result<T> {
    match parse(entry, text, limits) {
        Ok(document) => Ok(read(&document, false)),
        Err(Error::BadXml { .. }) => {
            let repaired = repair::repair(entry, text, limits)?;
            let document = parse(entry, &repaired, limits)?;
            Ok(read(&document, true))
        }
        Err(error) => Err(error),
    }
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
pub fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

/// Child elements of this name, whatever their namespace.
pub fn children<'a, 'i>(node: Node<'a, 'i>, name: &str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// A language tag fit for `xml:lang` in every schema, or `None`.
pub fn language(tag: &str) -> Option<&str> {
    let tag = tag.trim();
    let fit =
        !tag.is_empty() && tag.len() <= 64 && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    fit.then_some(tag)
}

/// A language tag of the form that BCP 47 wants, or `None`.
pub fn well_formed_language(tag: &str) -> Option<&str> {
    let tag = language(tag)?;
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
    fn encodings_are_read_by_mark_and_by_declaration() {
        let utf16: Vec<u8> =
            std::iter::once(0xFEFF).chain("<a>é</a>".encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode("a", utf16).unwrap(), "<a>é</a>");
        assert_eq!(decode("a", b"\xEF\xBB\xBF<a/>".to_vec()).unwrap(), "<a/>");
        let latin = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9\x93</a>".to_vec();
        assert!(decode("a", latin).unwrap().ends_with("<a>é“</a>"));
        // A declaration that has no quotes declares nothing.
        assert_eq!(declared("<?xml encoding=\u{e9}utf-8\"?>".as_bytes()), None);
        assert_eq!(declared(b"<?xml encoding=\x80utf-8\"?>"), None);
        let error = decode("a.xhtml", b"<a>\xE9</a>".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), "a.xhtml is not valid UTF-8");
    }

    #[test]
    fn a_document_that_would_take_much_is_refused_and_never_repaired() {
        let limits = Limits::default();
        let entity =
            format!("<!DOCTYPE a [<!ENTITY b '{}'>]><a>{}</a>", "x".repeat(100_000), "&b;".repeat(60_000));
        let attributes = (0..50_000).map(|n| format!(" a{n}=''")).collect::<Vec<_>>().concat();
        let refused = |text: &str| with_text("a", text, &limits, |_, _| ()).unwrap_err();
        assert!(matches!(refused(&entity), Error::ExpandsEntities { limit: 4_194_304, .. }));
        assert!(matches!(refused(&format!("<a{attributes}/>")), Error::TooManyAttributes { limit: 200, .. }));
        let small = "<!DOCTYPE a [<!ENTITY b 'c &d;'><!ENTITY d '<e>f</e>'>]><a g='&#169;'>&b;</a>";
        let read =
            with_text("a", small, &limits, |document, repaired| (text_of(document.root_element()), repaired));
        assert_eq!(read.unwrap(), ("c f".to_owned(), false));
    }

    #[test]
    fn old_documents_are_read_by_what_they_declare_or_by_what_is_known_of_them() {
        let read = |bytes: &[u8], fallback| decode_forgiving("a", bytes.to_vec(), fallback);
        let meta = |charset: &str, text: &[u8]| {
            let head = format!("<meta http-equiv='Content-Type' content='text/html; charset={charset}'>");
            [head.as_bytes(), text].concat()
        };
        for (charset, bytes, text) in [
            ("windows-1252", &b"caf\xE9 \x93"[..], "caf\u{e9} \u{201c}"),
            ("ISO-8859-1", b"caf\xE9", "caf\u{e9}"),
            ("Shift_JIS", b"\x8C\x9F\x8D\xB8", "\u{691c}\u{67fb}"),
            ("iso-2022-jp", b"\x1B$B8!:w\x1B(B", "\u{691c}\u{7d22}"),
            ("utf-8", b"caf\xE9", "caf\u{e9}"),
            ("windows-1252", "caf\u{e9}".as_bytes(), "caf\u{e9}"),
            ("no-such", b"caf\xE9", "caf\u{e9}"),
        ] {
            assert!(read(&meta(charset, bytes), None).unwrap().ends_with(text), "{charset}");
        }
        assert_eq!(read(b"\x8C\x9F", Some("x-sjis")).unwrap(), "\u{691c}");
        assert_eq!(read(b"caf\xE9&nbsp;x", None).unwrap(), "caf\u{e9}\u{a0}x");
        let error = read(&meta("shift_jis", b"\xFF\xFF"), None).unwrap_err();
        assert_eq!(error.to_string(), "a is not valid Shift_JIS");
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
