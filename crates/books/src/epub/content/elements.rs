//! What the elements of XHTML are.

use roxmltree::Node;

use crate::model::Style;
use crate::xml::{MATHML, SVG};

/// Elements that begin a block of their own.
const BLOCKS: [&str; 41] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "th",
    "tr",
    "ul",
];

/// Elements that are never read.
const SILENT: [&str; 17] = [
    "script", "style", "template", "head", "title", "link", "meta", "base", "param", "source", "track",
    "area", "wbr", "input", "select", "textarea", "col",
];

/// Whether the element begins a block of its own. A drawing with text does: its words are paragraphs.
pub(crate) fn is_block(node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace();
    if namespace == Some(SVG) {
        return super::drawing::has_text(node);
    }
    namespace != Some(MATHML) && BLOCKS.binary_search(&node.tag_name().name()).is_ok()
}

/// Whether the element and all inside it is not presented to anyone.
pub(crate) fn hidden(node: Node<'_, '_>) -> bool {
    node.attribute("hidden").is_some() || SILENT.contains(&node.tag_name().name())
}

/// The style of an inline element.
pub(super) fn style(node: Node<'_, '_>) -> Option<Style> {
    Some(match node.tag_name().name() {
        "em" | "i" | "var" => Style::Emphasis,
        "strong" | "b" => Style::Strong,
        "sub" => Style::Subscript,
        "sup" => Style::Superscript,
        "code" | "kbd" | "samp" | "tt" => Style::Code,
        "cite" => Style::Citation,
        "q" => Style::Quotation,
        "dfn" => Style::Defined,
        "abbr" | "acronym" => Style::Abbreviation(
            node.attribute("title").map(|title| title.trim().to_owned()).filter(|title| !title.is_empty()),
        ),
        "del" | "s" | "strike" => Style::Deleted,
        "u" | "ins" => Style::Underlined,
        "small" => Style::Small,
        "mark" => Style::Highlighted,
        _ => return None,
    })
}

/// The rank of a heading, 1 to 6.
pub(super) fn heading(node: Node<'_, '_>) -> Option<u8> {
    if node.attribute("role") == Some("heading") {
        return node
            .attribute("aria-level")
            .and_then(|level| level.parse().ok())
            .map(|level: u8| level.clamp(1, 6));
    }
    match node.tag_name().name().as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(rank - b'0'),
        _ => None,
    }
}

/// Whether one of the words of a class attribute is one of these.
pub(super) fn has_class(node: Node<'_, '_>, wanted: &[&str]) -> bool {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| wanted.iter().any(|w| class.eq_ignore_ascii_case(w)))
}

#[cfg(test)]
mod tests {
    use super::BLOCKS;

    #[test]
    fn the_names_are_in_order_for_the_search() {
        assert!(BLOCKS.is_sorted());
    }
}
