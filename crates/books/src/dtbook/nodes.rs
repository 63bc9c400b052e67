//! Nodes of texts: what they show, and where they are.

use roxmltree::Node;

use crate::xml::MATHML_NAMESPACE;

/// Elements that contain lines of text.
pub(super) const LINE_ELEMENTS: [&str; 22] = [
    "p", "line", "lic", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hd", "em", "strong", "span", "a", "cite",
    "q", "sub", "sup", "bridgehead", "sent", "address",
];
/// Characters before this one belong to scripts with spaces between sentences; Chinese and Japanese follow.
const FIRST_UNSPACED_CHARACTER: char = '\u{2E80}';
/// Marks that directly follow a word.
const CLOSING_MARKS: [char; 10] = [',', '.', ';', ':', '!', '?', ')', ']', '\u{2019}', '\u{201D}'];

/// Returns true if a node shows nothing: white space, a comment.
pub(super) fn is_blank(node: Node<'_, '_>) -> bool {
    !node.is_element() && node.text().filter(|_| node.is_text()).is_none_or(|text| text.trim().is_empty())
}

/// The formula that is all a paragraph holds.
pub(super) fn sole_formula<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let mut inside = node.children().filter(|inner| !is_blank(*inner));
    let only = inside.next().filter(|only| only.has_tag_name((MATHML_NAMESPACE, "math")));
    only.filter(|_| node.tag_name().name() == "p" && inside.next().is_none())
}

/// Returns true if a space is missing between an element and the one directly before it, if that is one of
/// these: in a script that has spaces between sentences, and not before a mark that ends words.
pub(super) fn lacks_space_before<'a, 'i>(
    node: Node<'a, 'i>,
    is_wanted: impl Fn(Node<'a, 'i>) -> bool,
) -> bool {
    let before = node.prev_sibling().filter(|before| before.is_element() && is_wanted(*before));
    let first = texts_of(node).flat_map(str::chars).find(|c| !c.is_whitespace());
    let last = before.and_then(|before| {
        texts_of(before).rev().flat_map(|text| text.chars().rev()).find(|c| !c.is_whitespace())
    });
    last.is_some_and(|c| c < FIRST_UNSPACED_CHARACTER) && first.is_some_and(|c| !CLOSING_MARKS.contains(&c))
}

fn texts_of<'a>(node: Node<'a, '_>) -> impl DoubleEndedIterator<Item = &'a str> {
    node.descendants().filter(Node::is_text).filter_map(|text| text.text())
}
