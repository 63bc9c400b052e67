//! The tree of structure elements.

use std::collections::HashSet;

use serde_json::Value;

use crate::pdf::objects::PdfObjects;

/// Bounds on the tree: what is deeper or more than this is not read.
const MAX_TREE_DEPTH: usize = 80;
const MAX_TREE_NODES: usize = 400_000;

/// The types of PDF 1.7, which is what the tool that reads the texts knows.
const STANDARD_TYPES: [&str; 50] = [
    "Document", "Part", "Art", "Sect", "Div", "Span", "Quote", "Note", "Reference", "BibEntry", "Code",
    "Link", "Annot", "BlockQuote", "Caption", "NonStruct", "TOC", "TOCI", "Index", "Private", "P", "H", "H1",
    "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "THead", "TFoot",
    "TBody", "Figure", "Formula", "Form", "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "WarichuText",
];

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
    Object(Value),
}

#[derive(Debug)]
pub(super) struct TagTree {
    pub(super) root: TagNode,
    pub(super) leaves: usize,
}

impl TagTree {
    /// Returns true if it holds any element that says more than that there is text.
    pub(super) fn tells_structure(&self) -> bool {
        fn has_structure(node: &TagNode) -> bool {
            let tells = matches!(
                node.kind,
                "P" | "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "L" | "Table" | "Figure"
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

    /// The page of its first text.
    pub(super) fn first_page(&self) -> Option<usize> {
        self.kids.iter().find_map(|kid| match kid {
            TagKid::Node(node) => node.first_page(),
            TagKid::Leaf(page, _) => *page,
            TagKid::Object(_) => None,
        })
    }
}

pub(super) fn read_tree(objects: &PdfObjects) -> Option<TagTree> {
    let root = objects.entry(objects.catalog(), "/StructTreeRoot");
    let mut reader = TreeReader {
        objects,
        roles: objects.entry(root, "/RoleMap"),
        visited: HashSet::new(),
        leaves: 0,
        nodes: 0,
    };
    let kids = reader.read_kids(objects.raw_entry(root, "/K"), None, 0)?;
    // Only elements are below the root.
    let root = TagNode { kind: "Document", kids, ..TagNode::default() };
    Some(TagTree { root, leaves: reader.leaves })
}

struct TreeReader<'o> {
    objects: &'o PdfObjects,
    roles: &'o Value,
    visited: HashSet<String>,
    leaves: usize,
    nodes: usize,
}

impl TreeReader<'_> {
    /// `None` if the tree is beyond all bounds.
    fn read_kids(&mut self, value: &Value, page: Option<usize>, depth: usize) -> Option<Vec<TagKid>> {
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
                Some("OBJR") => kids.push(TagKid::Object(objects.raw_entry(followed, "/Obj").clone())),
                _ => {
                    if let Some(reference) = item.as_str()
                        && !self.visited.insert(reference.to_owned())
                    {
                        continue;
                    }
                    let Some(kind) = self.standard_type(objects.name(objects.raw_entry(followed, "/S")))
                    else {
                        continue;
                    };
                    kids.push(TagKid::Node(self.read_node(followed, kind, own_page, depth)?));
                }
            }
        }
        Some(kids)
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
        let text = |key: &str| {
            objects
                .decode_text(objects.raw_entry(value, key))
                .map(|text| books::draft::tidy_text(&text))
                .filter(|text| !text.is_empty())
        };
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
            kids: self.read_kids(objects.raw_entry(value, "/K"), page, depth + 1)?,
        })
    }

    /// The standard type that a type is mapped to.
    fn standard_type(&self, name: Option<&str>) -> Option<&'static str> {
        let mut name = name?;
        for _ in 0..8 {
            if let Some(known) = STANDARD_TYPES.iter().find(|known| **known == name) {
                return Some(known);
            }
            name = self.objects.name(self.objects.raw_entry(self.roles, &format!("/{name}")))?;
        }
        None
    }
}
