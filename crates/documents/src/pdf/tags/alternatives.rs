//! Links and other parts of lines: their addresses, and the words of those that show none.

use books::draft::tidy_text;

use crate::layout::count_alphanumeric;
use crate::pdf::fields::decode_up_to;
use crate::pdf::objects::PdfObjects;

use super::tree::{TagKid, TagNode};

/// Maximum number of bytes of a description: many links may share it.
const MAX_CONTENTS_BYTES: usize = 1_000;

/// The address that a link leads to.
pub(super) fn link_address(objects: &PdfObjects, node: &TagNode) -> Option<String> {
    node.kids.iter().find_map(|kid| match kid {
        TagKid::Object(object) => {
            let action = objects.entry(&object.reference, "/A");
            objects.decode_text(objects.raw_entry(action, "/URI"))
        }
        TagKid::Node(inner) => link_address(objects, inner),
        TagKid::Leaf(..) => None,
    })
}

/// The words in place of a part of a line that shows none, such as a link that is a sign of a font.
pub(super) fn find_words(objects: &PdfObjects, leaves: &[String], node: &TagNode) -> Option<String> {
    if !matches!(node.kind, "Link" | "Span" | "Form" | "Reference") || has_words(leaves, node) {
        return None;
    }
    node.alt.clone().or_else(|| if node.kind == "Link" { find_contents(objects, node) } else { None })
}

/// Returns true if an element has words, or something else that says what it is.
fn has_words(leaves: &[String], node: &TagNode) -> bool {
    node.actual_text.is_some()
        || node.kids.iter().any(|kid| match kid {
            TagKid::Leaf(_, number) => leaves.get(*number).is_some_and(|leaf| count_alphanumeric(leaf) > 0),
            TagKid::Object(object) => object.shown_words().is_some(),
            TagKid::Node(inner) => {
                matches!(inner.kind, "Figure" | "Formula") || inner.alt.is_some() || has_words(leaves, inner)
            }
        })
}

/// The description of the annotation of a link.
fn find_contents(objects: &PdfObjects, node: &TagNode) -> Option<String> {
    node.kids.iter().find_map(|kid| match kid {
        TagKid::Object(object) => {
            let contents = objects.raw_entry(&object.reference, "/Contents");
            let contents = decode_up_to(MAX_CONTENTS_BYTES, objects, contents)?;
            Some(tidy_text(&contents)).filter(|text| !text.is_empty())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_lines_without_words_have_those_of_their_alternative() {
        let objects = PdfObjects::parse(br#"{"pages":[],"qpdf":[{},{}]}"#).unwrap();
        let leaves = [":-)".to_owned(), "harbor".to_owned()];
        let find = |kind: &'static str, alt: Option<&str>, kids: Vec<TagKid>| {
            let node = TagNode { kind, alt: alt.map(str::to_owned), kids, ..TagNode::default() };
            find_words(&objects, &leaves, &node)
        };
        let sign = || vec![TagKid::Leaf(None, 0)];
        let smile = Some("smiling face");
        assert_eq!(find("Span", smile, sign()).as_deref(), smile);
        assert_eq!(find("Link", smile, Vec::new()).as_deref(), smile);
        assert_eq!(find("Span", None, sign()), None);
        assert_eq!(find("Span", smile, vec![TagKid::Leaf(None, 1)]), None);
        assert_eq!(find("P", smile, sign()), None);
        let figure = TagNode { kind: "Figure", ..TagNode::default() };
        assert_eq!(find("Link", smile, vec![TagKid::Node(figure)]), None);
    }
}
