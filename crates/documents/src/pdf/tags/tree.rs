//! The tree of structure elements.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use crate::pdf::fields::{AnnotationBudget, read_shown_words};
use crate::pdf::objects::PdfObjects;

use super::roles::{ElementTypes, INLINE_TYPES};

/// Bounds on the tree: what is deeper or more than this is not read.
const MAX_TREE_DEPTH: usize = 80;
const MAX_TREE_NODES: usize = 400_000;
/// Maximum length of a reference to an object: `12 0 R`.
const MAX_REFERENCE_BYTES: usize = 32;

/// A structure element.
#[derive(Debug, Default)]
pub(super) struct TagNode {
    /// Its standard type.
    pub(super) kind: &'static str,
    pub(super) alt: Option<String>,
    pub(super) actual_text: Option<String>,
    pub(super) expansion: Option<String>,
    pub(super) lang: Option<String>,
    /// Its attributes, of all owners.
    pub(super) attributes: Vec<(String, Value)>,
    pub(super) kids: Vec<TagKid>,
}

/// A child of an element.
#[derive(Debug)]
pub(super) enum TagKid {
    Node(TagNode),
    /// Marked content: its page, and its number among all leaves.
    Leaf(Option<usize>, usize),
    /// A reference to an annotation or the like.
    Object(TagObject),
}

/// An annotation or the like that an element refers to.
#[derive(Debug)]
pub(super) struct TagObject {
    pub(super) reference: Value,
    page: Option<usize>,
    /// The words that it shows on the page, which no marked content has.
    words: Option<String>,
}

impl TagObject {
    /// The words that it shows, and their page.
    pub(super) fn shown_words(&self) -> Option<(Option<usize>, &str)> {
        Some((self.page, self.words.as_deref()?))
    }
}

#[derive(Debug)]
pub(super) struct TagTree {
    pub(super) root: TagNode,
    pub(super) leaves: usize,
    /// Types of elements that the tool which reads the texts does not know.
    pub(super) unmapped_types: BTreeSet<String>,
}

impl TagTree {
    /// Returns true if it holds any element that says more than that there is text.
    pub(super) fn tells_structure(&self) -> bool {
        fn has_structure(node: &TagNode) -> bool {
            let tells = matches!(
                node.kind,
                "P" | "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "L" | "TOC" | "Table" | "Figure"
            );
            tells || node.kids.iter().any(|kid| matches!(kid, TagKid::Node(node) if has_structure(node)))
        }
        has_structure(&self.root)
    }
}

impl TagNode {
    pub(super) fn child_nodes(&self) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter_map(|kid| match kid {
            TagKid::Node(node) => Some(node),
            _ => None,
        })
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    pub(super) fn first_page(&self) -> Option<usize> {
        self.kids.iter().find_map(|kid| match kid {
            TagKid::Node(node) => node.first_page(),
            TagKid::Leaf(page, _) => *page,
            TagKid::Object(object) => object.shown_words().and_then(|(page, _)| page),
        })
    }
}

pub(super) fn read_tree(objects: &PdfObjects) -> Option<TagTree> {
    let root = objects.entry(objects.catalog(), "/StructTreeRoot");
    let mut reader = TreeReader {
        objects,
        types: ElementTypes::new(objects, root),
        visited: HashSet::new(),
        budget: AnnotationBudget::default(),
        leaves: 0,
        nodes: 0,
    };
    let kids = reader.read_kids(objects.raw_entry(root, "/K"), ("Document", None), 0)?;
    // Only elements are below the root.
    let root = TagNode { kind: "Document", kids, ..TagNode::default() };
    Some(TagTree { root, leaves: reader.leaves, unmapped_types: reader.types.unmapped })
}

struct TreeReader<'o> {
    objects: &'o PdfObjects,
    types: ElementTypes<'o>,
    visited: HashSet<String>,
    budget: AnnotationBudget,
    leaves: usize,
    nodes: usize,
}

impl TreeReader<'_> {
    /// Reads the children of an element, by its type and page. `None` if the tree is beyond all bounds.
    fn read_kids(
        &mut self,
        value: &Value,
        (around, page): (&str, Option<usize>),
        depth: usize,
    ) -> Option<Vec<TagKid>> {
        let objects = self.objects;
        let mut kids = Vec::new();
        for item in objects.items(value) {
            self.nodes += 1;
            if self.nodes > MAX_TREE_NODES || depth > MAX_TREE_DEPTH {
                return None;
            }
            let followed = objects.follow(item);
            if followed.is_u64() || followed.is_i64() {
                kids.push(self.read_leaf(page));
                continue;
            }
            if !followed.is_object() {
                continue;
            }
            let own_page = objects.page_number(objects.raw_entry(followed, "/Pg")).or(page);
            match objects.name(objects.raw_entry(followed, "/Type")) {
                Some("MCR") => kids.push(self.read_leaf(own_page)),
                Some("OBJR") => kids.push(self.read_object(objects.raw_entry(followed, "/Obj"), own_page)),
                _ => {
                    if let Some(reference) = item.as_str()
                        && !self.visited.insert(reference.to_owned())
                    {
                        continue;
                    }
                    let Some(kind) = self.types.find_type(followed, around) else { continue };
                    kids.push(TagKid::Node(self.read_node(followed, kind, own_page, depth)?));
                }
            }
        }
        Some(kids)
    }

    fn read_object(&mut self, reference: &Value, page: Option<usize>) -> TagKid {
        let objects = self.objects;
        let own_page = objects.page_number(objects.raw_entry(reference, "/P"));
        let words = read_shown_words(objects, reference, &mut self.budget);
        // It must be a reference; anything else may be long, and shared by many elements.
        let is_short = reference.as_str().is_some_and(|text| text.len() <= MAX_REFERENCE_BYTES);
        let reference = if is_short { reference.clone() } else { Value::Null };
        TagKid::Object(TagObject { reference, page: own_page.or(page), words })
    }

    fn read_leaf(&mut self, page: Option<usize>) -> TagKid {
        self.leaves += 1;
        TagKid::Leaf(page, self.leaves - 1)
    }

    fn read_node(
        &mut self,
        value: &Value,
        kind: &'static str,
        page: Option<usize>,
        depth: usize,
    ) -> Option<TagNode> {
        let objects = self.objects;
        let text = |key: &str| objects.tidy_text(value, key);
        let mut attributes = Vec::new();
        for dictionary in objects.items(objects.raw_entry(value, "/A")) {
            if let Value::Object(entries) = objects.follow(dictionary) {
                attributes.extend(
                    entries.iter().map(|(name, value)| (name.clone(), objects.follow(value).clone())),
                );
            }
        }
        Some(TagNode {
            kind,
            alt: text("/Alt"),
            actual_text: text("/ActualText"),
            expansion: text("/E"),
            lang: text("/Lang"),
            attributes,
            kids: self.read_kids(objects.raw_entry(value, "/K"), (kind, page), depth + 1)?,
        })
    }
}

/// Records for each leaf the number of its block `own`; `count` is the number of the last block.
pub(super) fn find_owners(node: &TagNode, own: usize, count: &mut usize, owners: &mut [usize]) {
    for kid in &node.kids {
        match kid {
            TagKid::Leaf(_, number) => {
                if let Some(owner) = owners.get_mut(*number) {
                    *owner = own;
                }
            }
            TagKid::Node(inner) if is_block(inner) => {
                *count += 1;
                find_owners(inner, *count, count, owners);
            }
            TagKid::Node(inner) => find_owners(inner, own, count, owners),
            TagKid::Object(_) => {}
        }
    }
}

/// Returns true if an element is a block, or contains blocks.
pub(super) fn is_block(node: &TagNode) -> bool {
    match node.kind {
        kind if INLINE_TYPES.contains(&kind) => false,
        "NonStruct" | "Private" | "Form" | "Code" => node.child_nodes().any(is_block),
        // An inline figure is distinguished from a block one by its placement.
        "Figure" => node.attribute("/Placement").and_then(Value::as_str) != Some("/Inline"),
        _ => true,
    }
}
