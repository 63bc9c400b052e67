//! Lists and definitions.

use roxmltree::Node;

use super::Reader;
use super::elements::hidden;
use super::flow::note_kind;
use crate::model::{Attrs, Block, BlockKind, List, ListItem, Numbering, Term};

impl<'i> Reader<'_, 'i> {
    /// Reads a list; `None` if it has no item.
    pub(super) fn list(&self, node: Node<'_, 'i>) -> Option<List> {
        let mut items: Vec<ListItem> = Vec::new();
        for child in node.children().filter(|child| child.is_element() && !hidden(*child)) {
            match child.tag_name().name() {
                "li" => items.push(self.item(child)),
                // A list directly inside a list belongs to the item before it.
                "ul" | "ol" => {
                    if let Some(list) = self.list(child) {
                        let block = Block { attrs: super::attrs(child), kind: BlockKind::List(list) };
                        match items.last_mut() {
                            Some(item) => item.blocks.push(block),
                            None => items.push(ListItem { blocks: vec![block], ..ListItem::default() }),
                        }
                    }
                }
                _ => {
                    // Anything else, such as a page break between items, keeps its place.
                    let mut flow = super::Flow::new(false);
                    flow.push_node(self, child);
                    let blocks = flow.finish();
                    if !blocks.is_empty() {
                        items.push(ListItem { attrs: Attrs::default(), blocks });
                    }
                }
            }
        }
        let ordered = node.tag_name().name() == "ol";
        let numbering = (ordered || unmarked(node)).then(|| match node.attribute("type") {
            _ if unmarked(node) => Numbering::Unmarked,
            Some("a") => Numbering::LowerLetter,
            Some("A") => Numbering::UpperLetter,
            Some("i") => Numbering::LowerRoman,
            Some("I") => Numbering::UpperRoman,
            _ => Numbering::Decimal,
        });
        let start = node.attribute("start").and_then(|start| start.trim().parse().ok()).unwrap_or(1);
        (!items.is_empty()).then_some(List { numbering, start, items })
    }

    fn item(&self, node: Node<'_, 'i>) -> ListItem {
        let mut attrs = super::attrs(node);
        let mut blocks = self.blocks(node, false);
        if let Some(kind) = note_kind(&attrs) {
            let of_note = Attrs { ids: std::mem::take(&mut attrs.ids), ..Attrs::default() };
            blocks = vec![Block { attrs: of_note, kind: BlockKind::Note { kind, blocks } }];
        }
        ListItem { attrs, blocks }
    }

    /// Reads terms and definitions, also when groups of them are wrapped in `div`.
    pub(super) fn definitions(&self, node: Node<'_, 'i>) -> Vec<Term> {
        let mut terms = Vec::new();
        for child in node.children().filter(|child| child.is_element() && !hidden(*child)) {
            match child.tag_name().name() {
                "dt" | "dd" => terms.push(Term {
                    attrs: super::attrs(child),
                    definition: child.tag_name().name() == "dd",
                    blocks: self.blocks(child, false),
                }),
                "div" => terms.extend(self.definitions(child)),
                _ => {}
            }
        }
        terms
    }
}

/// Whether the items have neither numbers nor bullets: those of navigation (EPUB 3.3, 7.3.2, wants them shown
/// as by `list-style: none`), and those whose own style says so.
fn unmarked(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|above| above.tag_name().name() == "nav")
        || node.attribute("style").is_some_and(|style| style.split(';').any(no_marks))
}

/// Whether a CSS declaration removes the marks of a list.
fn no_marks(declaration: &str) -> bool {
    declaration.split_once(':').is_some_and(|(property, value)| {
        matches!(property.trim(), "list-style" | "list-style-type")
            && value.split_ascii_whitespace().any(|word| word == "none")
    })
}
