//! Names of elements: their prefixes, and how they nest.

use std::borrow::Cow;

use super::super::{MATHML_NAMESPACE, OPS_NAMESPACE, SVG_NAMESPACE, XHTML_NAMESPACE, XLINK_NAMESPACE};

/// Prefix and local name; `None` for what is not a name of XML.
pub(super) fn split_name(name: &str) -> Option<(Option<&str>, &str)> {
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, name),
    };
    (prefix.is_none_or(is_name_part) && is_name_part(local)).then_some((prefix, local))
}

fn is_name_part(name: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_' || c >= '\u{c0}' && c.is_alphabetic();
    name.starts_with(is_start)
        && name.chars().all(|c| is_start(c) || c.is_ascii_digit() || matches!(c, '-' | '.'))
}

pub(super) fn known_namespace(prefix: &str) -> Cow<'static, str> {
    Cow::Borrowed(match prefix {
        "epub" => OPS_NAMESPACE,
        "xlink" => XLINK_NAMESPACE,
        "m" | "mml" | "math" | "mathml" => MATHML_NAMESPACE,
        "svg" => SVG_NAMESPACE,
        "h" | "html" | "xhtml" => XHTML_NAMESPACE,
        "opf" => "http://www.idpf.org/2007/opf",
        "dc" => "http://purl.org/dc/elements/1.1/",
        "dcterms" => "http://purl.org/dc/terms/",
        "ncx" => "http://www.daisy.org/z3986/2005/ncx/",
        "dtb" | "dtbook" => "http://www.daisy.org/z3986/2005/dtbook/",
        "smil" => "http://www.w3.org/2001/SMIL20/",
        "ssml" => "http://www.w3.org/2001/10/synthesis",
        "xsi" => "http://www.w3.org/2001/XMLSchema-instance",
        "calibre" => "http://calibre.kovidgoyal.net/2009/metadata",
        other => return Cow::Owned(format!("urn:undeclared:{other}")),
    })
}

/// Returns true if a document that begins with this element is HTML.
pub(crate) fn is_html(name: &str) -> bool {
    const NAMES: [&str; 41] = [
        "html", "head", "body", "title", "meta", "base", "script", "style", "div", "p", "span", "h1", "h2",
        "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "table", "tr", "td", "a", "b", "i", "em", "strong",
        "br", "hr", "img", "font", "center", "blockquote", "pre", "section", "article", "nav", "header",
        "frameset",
    ];
    let local = name.rsplit(':').next().unwrap_or(name);
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(local))
}

/// Returns true if an element of XML never has content, so that its end tag may have been forgotten.
pub(super) fn is_void(name: &str, has: &dyn Fn(&str) -> bool) -> bool {
    match name.rsplit(':').next().unwrap_or(name) {
        "item" | "itemref" | "reference" | "rootfile" | "link" | "img" | "br" | "hr" | "col" => true,
        "meta" => has("content"),
        "content" | "text" | "audio" => has("src"),
        _ => false,
    }
}

/// The number of open elements above the innermost one that end with it when an element of this name
/// begins. `None` if nothing ends. `open`: from the innermost.
pub(super) fn count_implied_ends<'a>(name: &str, open: impl Iterator<Item = &'a str>) -> Option<usize> {
    const LINE_ELEMENTS: [&str; 10] = ["p", "h1", "h2", "h3", "h4", "h5", "h6", "hd", "line", "docauthor"];
    const INLINE_ELEMENTS: [&str; 13] =
        ["em", "strong", "span", "a", "sent", "w", "sub", "sup", "q", "cite", "abbr", "acronym", "dfn"];
    let level = |name: &str| match name.as_bytes() {
        [b'l', b'e', b'v', b'e', b'l', rank @ b'1'..=b'6'] => Some(*rank),
        _ => None,
    };
    let is_block = LINE_ELEMENTS.contains(&name) || level(name).is_some() || name == "level";
    for (depth, above) in open.take(32).enumerate() {
        let ends = if is_block && LINE_ELEMENTS.contains(&above) {
            true
        } else if let (Some(own), Some(other)) = (level(name), level(above)) {
            own <= other
        } else {
            name == above && matches!(name, "li" | "par" | "navLabel" | "docTitle" | "tr" | "td" | "th")
        };
        if ends {
            return Some(depth);
        }
        let passes = INLINE_ELEMENTS.contains(&above)
            || level(name).is_some() && level(above).is_none()
            || LINE_ELEMENTS.contains(&above) && matches!(name, "li" | "tr" | "td" | "th");
        if !passes {
            return None;
        }
    }
    None
}
