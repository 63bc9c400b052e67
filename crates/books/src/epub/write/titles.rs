//! Titles of documents that have none: validators count that as an error, and screen readers then say the
//! name of the file.

use roxmltree::Node;

use super::patch::Edits;
use crate::xml::{before_end_tag, child, escape, prefix_of, text_of};

/// Adds a title to a document that has none, or an empty one. Returns whether it had none.
pub(super) fn add(text: &str, root: Node<'_, '_>, title: &str, edits: &mut Edits) -> bool {
    let prefix = prefix_of(text, root);
    let element = format!("<{prefix}title>{}</{prefix}title>", escape(title));
    let Some(head) = child(root, "head") else {
        let Some(body) = child(root, "body") else { return false };
        edits.insert(body.range().start, format!("<{prefix}head>{element}</{prefix}head>"));
        return true;
    };
    match child(head, "title") {
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
            let mut edits = Edits::default();
            assert_eq!(add(text, document.root_element(), "A & B", &mut edits), text != titled);
            assert_eq!(edits.apply(text), titled);
        }
    }
}
