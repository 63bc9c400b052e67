//! Blocks whose white space matters.

use roxmltree::Node;

use crate::xml::XML_NAMESPACE;

/// Elements of lines of text, in which code is a part of a sentence.
const LINE_ELEMENTS: [&str; 26] = [
    "a", "abbr", "acronym", "bdo", "cite", "code", "dfn", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6",
    "hd", "kbd", "lic", "line", "p", "q", "samp", "sent", "span", "strong", "w",
];

/// Returns true for a paragraph that says so, and for a block of code with several lines, whose white space
/// matters unless it says otherwise.
pub(super) fn keeps_lines(name: &str, node: Node<'_, '_>) -> bool {
    let stated = node.attribute((XML_NAMESPACE, "space"));
    if name == "p" {
        return stated == Some("preserve");
    }
    let is_word =
        |next: Node<'_, '_>| next.is_text() && next.text().is_some_and(|text| !text.trim().is_empty());
    let is_in_line = |above: Node<'_, '_>| {
        LINE_ELEMENTS.contains(&above.tag_name().name())
            || [node.prev_sibling(), node.next_sibling()].into_iter().flatten().any(is_word)
    };
    let texts = node.descendants().filter(Node::is_text).filter_map(|inner| inner.text());
    stated != Some("default")
        && texts.collect::<String>().trim().contains('\n')
        && node.parent_element().is_some_and(|above| !is_in_line(above))
}
