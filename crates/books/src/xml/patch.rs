//! Changing a document in its source: the places where something goes, and what must fit to it.

use roxmltree::{Document, Node};

/// The place just before the end tag of an element; `None` for an element without content.
pub fn before_end_tag(text: &str, node: Node<'_, '_>) -> Option<usize> {
    let range = node.range();
    let inner = &text[range.clone()];
    (!inner.ends_with("/>")).then(|| inner.rfind("</").map(|at| range.start + at)).flatten()
}

/// The prefix with which an element is written, with its colon; empty without one.
pub fn written_prefix<'t>(text: &'t str, node: Node<'_, '_>) -> &'t str {
    let tag = &text[node.range().start + 1..];
    let name = &tag[..tag.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(0)];
    name.find(':').map_or("", |colon| &name[..=colon])
}

/// The XML declaration must not name another encoding than the one that is written.
pub fn declare_utf8(text: &str) -> String {
    match text.trim_start().strip_prefix("<?xml").and_then(|rest| rest.split_once("?>")) {
        Some((_, rest)) => format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{rest}"),
        None => text.to_owned(),
    }
}

/// An id that no element has.
pub fn unused_id(document: &Document<'_>, wanted: &str) -> String {
    let taken = |id: &str| document.descendants().any(|node| node.attribute("id") == Some(id));
    let mut id = wanted.to_owned();
    let mut n = 2;
    while taken(&id) {
        id = format!("{wanted}-{n}");
        n += 1;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::super::find_child;
    use super::*;

    #[test]
    fn places_and_prefixes_are_found_in_the_source() {
        let text = "<o:p xmlns:o='x'><o:m>\n<o:n/></o:m ></o:p>";
        let document = Document::parse(text).unwrap();
        let m = find_child(document.root_element(), "m").unwrap();
        assert_eq!(&text[before_end_tag(text, m).unwrap()..], "</o:m ></o:p>");
        assert_eq!(written_prefix(text, m), "o:");
        assert_eq!(before_end_tag(text, find_child(m, "n").unwrap()), None);
    }
}
