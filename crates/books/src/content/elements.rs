//! Kinds of the elements of XHTML.

use roxmltree::Node;

use crate::model::Style;
use crate::xml::{MATHML_NAMESPACE, SVG_NAMESPACE};

const BLOCK_ELEMENTS: [&str; 47] = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frameset", "h1", "h2", "h3", "h4",
    "h5", "h6", "header", "hgroup", "hr", "legend", "li", "listing", "main", "menu", "nav", "ol", "p", "pre",
    "search", "section", "summary", "table", "tbody", "td", "th", "tr", "ul", "xmp",
];

const SILENT_ELEMENTS: [&str; 13] = [
    "script", "style", "template", "head", "title", "link", "meta", "base", "param", "source", "track",
    "col", "datalist",
];

/// Elements from an item or cell up to the list or row that it is in, at most.
const MAX_ROLE_DISTANCE: usize = 3;
/// Bytes of the longest `role` that is read: for each item or cell, those around it are read again.
const MAX_ROLE_BYTES: usize = 200;

/// Returns true if the element begins a block of its own. A drawing with text does: its words are
/// paragraphs.
pub fn is_block(node: Node<'_, '_>) -> bool {
    let namespace = node.tag_name().namespace();
    if namespace == Some(SVG_NAMESPACE) {
        return super::drawing::has_text(node);
    }
    namespace != Some(MATHML_NAMESPACE)
        && (BLOCK_ELEMENTS.binary_search(&structural_name(node)).is_ok() || has_role(node, "heading"))
}

/// The name of an element, or of the element of HTML whose place it has by its role: items and cells that are
/// written as `div` and `span` (WAI-ARIA 1.2, 5.4).
pub(super) fn structural_name<'n>(node: Node<'n, '_>) -> &'n str {
    let name = node.tag_name().name();
    if !matches!(name, "article" | "div" | "p" | "section" | "span") {
        return name;
    }
    let is_in = |roles: &[&str]| {
        let mut around = node.ancestors().skip(1).take(MAX_ROLE_DISTANCE);
        around.any(|above| first_role(above).is_some_and(|role| roles.contains(&role)))
    };
    match first_role(node) {
        Some("list") => "ul",
        Some("listitem") if is_in(&["list"]) => "li",
        Some("table" | "grid" | "treegrid") => "table",
        Some("rowgroup") if is_in(&["table", "grid", "treegrid"]) => "tbody",
        Some("row") if is_in(&["rowgroup", "table", "grid", "treegrid"]) => "tr",
        Some("cell" | "gridcell") if is_in(&["row"]) => "td",
        Some("columnheader" | "rowheader") if is_in(&["row"]) => "th",
        _ => name,
    }
}

/// The role of an element: the first of those that it names.
pub(super) fn first_role<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    let roles = node.attribute("role").filter(|roles| roles.len() <= MAX_ROLE_BYTES)?;
    roles.split_ascii_whitespace().next()
}

/// Returns true if a list has an item. The role of a list alone makes none.
pub(super) fn has_list_item(list: Node<'_, '_>) -> bool {
    list.children().any(|child| {
        structural_name(child) == "li"
            || child.is_element() && child.children().any(|inner| structural_name(inner) == "li")
    })
}

/// Returns true if an element is never presented to anyone.
pub(super) fn is_silent(node: Node<'_, '_>) -> bool {
    match node.tag_name().name() {
        "script" => !is_formula_source(node),
        "style" => true,
        name => SILENT_ELEMENTS.contains(&name) && node.tag_name().namespace() != Some(SVG_NAMESPACE),
    }
}

/// Returns true if a script is a formula in TeX that nothing before it shows.
fn is_formula_source(node: Node<'_, '_>) -> bool {
    let kind = node.attribute("type").unwrap_or_default().trim();
    let is_for_eyes =
        |inner: Node<'_, '_>| inner.ancestors().any(|above| above.attribute("aria-hidden") == Some("true"));
    let says_something = |inner: Node<'_, '_>| {
        inner.tag_name().name() == "math"
            || inner.is_text() && inner.text().is_some_and(|text| !text.trim().is_empty())
    };
    let shows = |before: Node<'_, '_>| {
        before.attribute("class").is_some_and(|class| class.starts_with("MathJax"))
            && before.descendants().any(|inner| says_something(inner) && !is_for_eyes(inner))
    };
    kind.starts_with("math/tex") && !node.prev_sibling_element().is_some_and(shows)
}

/// Returns true if the element and all inside it is not presented to anyone, by its own name and
/// attributes.
#[cfg(any(test, feature = "testkit"))]
pub(crate) fn is_hidden(node: Node<'_, '_>) -> bool {
    node.attribute("hidden").is_some()
        || node.attribute("aria-hidden") == Some("true") && node.tag_name().namespace() != Some(SVG_NAMESPACE)
        || is_silent(node)
}

pub(super) fn has_role(node: Node<'_, '_>, role: &str) -> bool {
    node.attribute("role").is_some_and(|roles| roles.split_ascii_whitespace().any(|one| one == role))
}

/// Returns true for a reference to a note, by its kind or as Chinese reading apps mark it.
pub(super) fn is_note_reference(node: Node<'_, '_>) -> bool {
    let kinds = super::read_kinds(node);
    kinds.iter().any(|kind| matches!(kind.as_str(), "noteref" | "annoref" | "doc-noteref"))
        || has_class(node, &["duokan-footnote"])
}

pub(super) fn inline_style(node: Node<'_, '_>) -> Option<Style> {
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
        "span" => return node.attribute("role")?.split_ascii_whitespace().find_map(style_of_role),
        _ => return None,
    })
}

/// The style of a role of words in a line (WAI-ARIA 1.2, 5.4).
fn style_of_role(role: &str) -> Option<Style> {
    Some(match role {
        "emphasis" => Style::Emphasis,
        "strong" => Style::Strong,
        "subscript" => Style::Subscript,
        "superscript" => Style::Superscript,
        "code" => Style::Code,
        "deletion" => Style::Deleted,
        "insertion" => Style::Underlined,
        "mark" => Style::Highlighted,
        _ => return None,
    })
}

/// The rank of a heading, 1 to 6: by `aria-level`, by the name of the element, or 2 (WAI-ARIA 1.2, 5.4).
pub(super) fn heading_rank(node: Node<'_, '_>) -> Option<u8> {
    let named = match node.tag_name().name().as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(rank - b'0'),
        _ => None,
    };
    if has_role(node, "heading") {
        let stated = node.attribute("aria-level").and_then(|level| level.trim().parse::<u32>().ok());
        let stated = stated.filter(|level| *level > 0).and_then(|level| u8::try_from(level.min(6)).ok());
        return Some(stated.or(named).unwrap_or(2));
    }
    named.filter(|_| !has_role(node, "presentation") && !has_role(node, "none"))
}

/// Returns true if one of the words of a class attribute is one of these.
pub(super) fn has_class(node: Node<'_, '_>, wanted: &[&str]) -> bool {
    let classes = node.attribute("class").unwrap_or_default();
    classes.split_ascii_whitespace().any(|class| wanted.iter().any(|w| class.eq_ignore_ascii_case(w)))
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_ELEMENTS, inline_style};
    use crate::model::Style;

    #[test]
    fn the_names_are_in_order_for_the_search() {
        assert!(BLOCK_ELEMENTS.is_sorted());
    }

    #[test]
    fn words_may_have_their_style_by_a_role() {
        for (markup, style) in [
            ("<span role='superscript'>2</span>", Some(Style::Superscript)),
            ("<span role=' code '>x</span>", Some(Style::Code)),
            ("<span role='suggestion deletion'>x</span>", Some(Style::Deleted)),
            ("<span role='note'>x</span>", None),
            ("<span>x</span>", None),
        ] {
            let document = roxmltree::Document::parse(markup).unwrap();
            assert_eq!(inline_style(document.root_element()), style, "{markup}");
        }
    }
}
