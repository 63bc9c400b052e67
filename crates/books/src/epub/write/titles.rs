//! Titles of documents that have none: validators count that as an error, and screen readers then say the
//! name of the file.

use roxmltree::Node;

use super::patch::TextEdits;
use crate::xml::{before_end_tag, escape, find_child, text_of, written_prefix};

/// Adds a title to a document that has none, or an empty one. Returns whether it had none.
pub(super) fn add_missing_title(text: &str, root: Node<'_, '_>, title: &str, edits: &mut TextEdits) -> bool {
    let prefix = written_prefix(text, root);
    let element = format!("<{prefix}title>{}</{prefix}title>", escape(title));
    let Some(head) = find_child(root, "head") else {
        let Some(body) = find_child(root, "body") else { return false };
        edits.insert(body.range().start, format!("<{prefix}head>{element}</{prefix}head>"));
        return true;
    };
    match find_child(head, "title") {
        Some(old) if !text_of(old).is_empty() => return false,
        Some(old) => edits.replace(old.range(), element),
        None => match before_end_tag(text, head) {
            Some(end) => edits.insert(end, element),
            None => edits.replace(head.range(), format!("<{prefix}head>{element}</{prefix}head>")),
        },
    }
    true
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    #[test]
    fn a_document_without_a_title_gets_one() {
        let titled = "<html><head><title>A &amp; B</title></head><body/></html>";
        for text in [
            "<html><head><title/></head><body/></html>",
            "<html><head><title> </title></head><body/></html>",
            "<html><head></head><body/></html>",
            "<html><head/><body/></html>",
            "<html><body/></html>",
            titled,
        ] {
            let document = Document::parse(text).unwrap();
            let mut edits = TextEdits::default();
            assert_eq!(add_missing_title(text, document.root_element(), "A & B", &mut edits), text != titled);
            assert_eq!(edits.apply(text), titled);
        }
    }
}
