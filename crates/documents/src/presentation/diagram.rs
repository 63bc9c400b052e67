//! Diagrams (`SmartArt`): their texts as a list, one inside the other as the diagram arranges them.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::error::Result;
use books::Limits;
use books::model::{Block, BlockKind, Inline, List, ListItem};
use books::xml::find_child;

use super::text::{is_blank, read_line};
use super::{DeckPart, descendants_named};

/// Texts deeper than this are not read.
const MAX_DIAGRAM_DEPTH: u8 = 20;

struct Diagram {
    texts: HashMap<String, Vec<Inline>>,
    /// The children of each node, in order.
    children: HashMap<String, Vec<(i64, String)>>,
}

pub(super) fn read_diagram(deck_part: &DeckPart, limits: &Limits) -> Result<Vec<Block>> {
    let document = deck_part.parse(limits)?;
    let root = document.root_element();
    let mut diagram = Diagram { texts: HashMap::new(), children: HashMap::new() };
    let mut order = Vec::new();
    for point in descendants_named(root, "pt") {
        let kind = point.attribute("type").unwrap_or("node");
        let (Some(id), true) = (point.attribute("modelId"), matches!(kind, "node" | "asst" | "doc")) else {
            continue;
        };
        order.push((id.to_owned(), kind == "doc"));
        let text =
            find_child(point, "t").map(|text| read_line(text, deck_part)).filter(|text| !is_blank(text));
        if let Some(text) = text {
            diagram.texts.insert(id.to_owned(), text);
        }
    }
    let mut children: HashSet<String> = HashSet::new();
    for link in descendants_named(root, "cxn")
        .filter(|link| link.attribute("type").is_none_or(|kind| kind == "parOf"))
    {
        let place =
            |node: Node<'_, '_>| node.attribute("srcOrd").and_then(|place| place.parse().ok()).unwrap_or(0);
        if let (Some(above), Some(id)) = (link.attribute("srcId"), link.attribute("destId")) {
            diagram.children.entry(above.to_owned()).or_default().push((place(link), id.to_owned()));
            children.insert(id.to_owned());
        }
    }
    diagram.children.values_mut().for_each(|list| list.sort());
    let mut seen = HashSet::new();
    let mut items = Vec::new();
    for (id, whole) in &order {
        if *whole || !children.contains(id) {
            items.extend(diagram.build_items(id, &mut seen, 0));
        }
    }
    if items.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![Block::new(BlockKind::List(List { numbering: None, start: 1, items }))])
}

impl Diagram {
    /// A text with those below it; without a text of its own, those below it.
    fn build_items(&self, id: &str, seen: &mut HashSet<String>, depth: u8) -> Vec<ListItem> {
        if depth > MAX_DIAGRAM_DEPTH || !seen.insert(id.to_owned()) {
            return Vec::new();
        }
        let inner: Vec<ListItem> = self
            .children
            .get(id)
            .into_iter()
            .flatten()
            .flat_map(|(_, id)| self.build_items(id, seen, depth + 1))
            .collect();
        let Some(text) = self.texts.get(id) else { return inner };
        let mut blocks = vec![Block::new(BlockKind::Plain(text.clone()))];
        if !inner.is_empty() {
            blocks.push(Block::new(BlockKind::List(List { numbering: None, start: 1, items: inner })));
        }
        vec![ListItem { blocks, ..ListItem::default() }]
    }
}
