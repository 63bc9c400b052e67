//! The tree of structure elements.

use std::collections::HashSet;

use serde_json::Value;

use crate::pdf::objects::Objects;

/// Bounds on the tree: what is deeper or more than this is not read.
const DEPTH: usize = 80;
const NODES: usize = 400_000;

/// The types of PDF 1.7, which is what the tool that reads the texts knows.
const TYPES: [&str; 50] = [
    "Document",
    "Part",
    "Art",
    "Sect",
    "Div",
    "Span",
    "Quote",
    "Note",
    "Reference",
    "BibEntry",
    "Code",
    "Link",
    "Annot",
    "BlockQuote",
    "Caption",
    "NonStruct",
    "TOC",
    "TOCI",
    "Index",
    "Private",
    "P",
    "H",
    "H1",
    "H2",
    "H3",
    "H4",
    "H5",
    "H6",
    "L",
    "LI",
    "Lbl",
    "LBody",
    "Table",
    "TR",
    "TH",
    "TD",
    "THead",
    "TFoot",
    "TBody",
    "Figure",
    "Formula",
    "Form",
    "Ruby",
    "RB",
    "RT",
    "RP",
    "Warichu",
    "WT",
    "WP",
    "WarichuText",
];

/// A structure element.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// Its standard type.
    pub(super) kind: &'static str,
    pub(super) alt: Option<String>,
    pub(super) actual: Option<String>,
    pub(super) expansion: Option<String>,
    pub(super) lang: Option<String>,
    /// Its attributes, of all owners.
    pub(super) attributes: Vec<(String, Value)>,
    pub(super) kids: Vec<Kid>,
}

/// What an element holds.
#[derive(Debug)]
pub(super) enum Kid {
    Node(Node),
    /// Marked content: its page, and its number among all leaves.
    Leaf(Option<usize>, usize),
    /// A reference to an annotation or the like.
    Object(Value),
}

/// The whole tree.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) root: Node,
    pub(super) leaves: usize,
}

impl Tree {
    /// Whether it holds any element that says more than that there is text.
    pub(super) fn tells_structure(&self) -> bool {
        fn any(node: &Node) -> bool {
            let tells = matches!(
                node.kind,
                "P" | "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6" | "L" | "Table" | "Figure"
            );
            tells || node.kids.iter().any(|kid| matches!(kid, Kid::Node(node) if any(node)))
        }
        any(&self.root)
    }
}

impl Node {
    pub(super) fn nodes(&self) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter_map(|kid| match kid {
            Kid::Node(node) => Some(node),
            _ => None,
        })
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// The page of its first text.
    pub(super) fn first_page(&self) -> Option<usize> {
        self.kids.iter().find_map(|kid| match kid {
            Kid::Node(node) => node.first_page(),
            Kid::Leaf(page, _) => *page,
            Kid::Object(_) => None,
        })
    }
}

pub(super) fn read(objects: &Objects) -> Option<Tree> {
    let root = objects.at(objects.catalog(), "/StructTreeRoot");
    let mut reader =
        Reader { objects, roles: objects.at(root, "/RoleMap"), seen: HashSet::new(), leaves: 0, nodes: 0 };
    let kids = reader.kids(objects.raw(root, "/K"), None, 0)?;
    // Only elements are below the root.
    let root = Node { kind: "Document", kids, ..Node::default() };
    Some(Tree { root, leaves: reader.leaves })
}

struct Reader<'o> {
    objects: &'o Objects,
    roles: &'o Value,
    seen: HashSet<String>,
    leaves: usize,
    nodes: usize,
}

impl Reader<'_> {
    /// `None` if the tree is beyond all bounds.
    fn kids(&mut self, value: &Value, page: Option<usize>, depth: usize) -> Option<Vec<Kid>> {
        let objects = self.objects;
        let mut kids = Vec::new();
        for item in objects.items(value) {
            self.nodes += 1;
            if self.nodes > NODES || depth > DEPTH {
                return None;
            }
            let followed = objects.follow(item);
            if followed.is_u64() || followed.is_i64() {
                kids.push(self.leaf(page));
                continue;
            }
            if !followed.is_object() {
                continue;
            }
            let own_page = objects.page_number(objects.raw(followed, "/Pg")).or(page);
            match objects.name(objects.raw(followed, "/Type")) {
                Some("MCR") => kids.push(self.leaf(own_page)),
                Some("OBJR") => kids.push(Kid::Object(objects.raw(followed, "/Obj").clone())),
                _ => {
                    if let Some(reference) = item.as_str()
                        && !self.seen.insert(reference.to_owned())
                    {
                        continue;
                    }
                    let Some(kind) = self.kind(objects.name(objects.raw(followed, "/S"))) else { continue };
                    kids.push(Kid::Node(self.node(followed, kind, own_page, depth)?));
                }
            }
        }
        Some(kids)
    }

    fn leaf(&mut self, page: Option<usize>) -> Kid {
        self.leaves += 1;
        Kid::Leaf(page, self.leaves - 1)
    }

    fn node(&mut self, value: &Value, kind: &'static str, page: Option<usize>, depth: usize) -> Option<Node> {
        let objects = self.objects;
        let text = |key: &str| {
            objects
                .text(objects.raw(value, key))
                .map(|text| books::draft::tidy(&text))
                .filter(|text| !text.is_empty())
        };
        let mut attributes = Vec::new();
        for dictionary in objects.items(objects.raw(value, "/A")) {
            if let Value::Object(entries) = objects.follow(dictionary) {
                attributes.extend(
                    entries.iter().map(|(name, value)| (name.clone(), objects.follow(value).clone())),
                );
            }
        }
        Some(Node {
            kind,
            alt: text("/Alt"),
            actual: text("/ActualText"),
            expansion: text("/E"),
            lang: text("/Lang"),
            attributes,
            kids: self.kids(objects.raw(value, "/K"), page, depth + 1)?,
        })
    }

    /// The standard type that a type is mapped to.
    fn kind(&self, name: Option<&str>) -> Option<&'static str> {
        let mut name = name?;
        for _ in 0..8 {
            if let Some(known) = TYPES.iter().find(|known| **known == name) {
                return Some(known);
            }
            name = self.objects.name(self.objects.raw(self.roles, &format!("/{name}")))?;
        }
        None
    }
}
