//! Diagrams (`SmartArt`): their texts as a list, one inside the other as the diagram arranges them.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::error::Result;
use books::draft::tidy_text;
use books::model::{Block, BlockKind, Inline, List, ListItem};
use books::report::FindingKind;
use books::xml::find_child;

use super::text::{is_blank, read_line};
use super::{DeckPart, descendants_named, reference_attribute};

/// Texts deeper than this are not read.
const MAX_DIAGRAM_DEPTH: u8 = 20;

struct Diagram {
    texts: HashMap<String, Vec<Inline>>,
    /// The children of each node, in order.
    children: HashMap<String, Vec<(i64, String)>>,
    /// The points that stand for the lines to each node and to the one after it, which may have texts too.
    lines: HashMap<String, [Option<String>; 2]>,
}

pub(super) fn read_diagram(deck_part: &DeckPart) -> Result<Vec<Block>> {
    let document = deck_part.parse()?;
    let root = document.root_element();
    let mut diagram = Diagram { texts: HashMap::new(), children: HashMap::new(), lines: HashMap::new() };
    let mut order = Vec::new();
    for point in descendants_named(root, "pt") {
        let kind = point.attribute("type").unwrap_or("node");
        let Some(id) = point.attribute("modelId") else { continue };
        match kind {
            "node" | "asst" | "doc" => order.push((id.to_owned(), kind == "doc")),
            "parTrans" | "sibTrans" => {}
            _ => continue,
        }
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
            let lines = ["parTransId", "sibTransId"].map(|name| link.attribute(name).map(str::to_owned));
            diagram.lines.insert(id.to_owned(), lines);
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
    let list = Block::new(BlockKind::List(List { numbering: None, start: 1, items }));
    let list = Some(list).filter(|list| !list.plain_text().is_empty());
    Ok(list.into_iter().chain(describe_pictures(root, deck_part)).collect())
}

/// The descriptions of the pictures of a diagram, which are left out.
fn describe_pictures(root: Node<'_, '_>, deck_part: &DeckPart) -> Vec<Block> {
    let mut seen = HashSet::new();
    for id in descendants_named(root, "blip").filter_map(|blip| reference_attribute(blip, "embed")) {
        if seen.insert(id) {
            let target = deck_part.find_relation(id).map_or(id, |relation| relation.target.as_str());
            deck_part.report(FindingKind::MissingPicture, target);
        }
    }
    let texts = descendants_named(root, "cNvPr").filter_map(|about| about.attribute("descr"));
    texts.map(tidy_text).filter(|text| !text.is_empty()).map(Block::from_text).collect()
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
        let own = match self.text_item(id) {
            None => inner,
            Some(mut item) => {
                if !inner.is_empty() {
                    let list = List { numbering: None, start: 1, items: inner };
                    item.blocks.push(Block::new(BlockKind::List(list)));
                }
                vec![item]
            }
        };
        let [before, after] =
            self.lines.get(id).map_or([None, None], |lines| lines.each_ref().map(Option::as_deref));
        let before = self.line_item(before, seen);
        let after = self.line_item(after, seen);
        before.into_iter().chain(own).chain(after).collect()
    }

    /// The text of a line as an item, once.
    fn line_item(&self, id: Option<&str>, seen: &mut HashSet<String>) -> Option<ListItem> {
        id.filter(|id| seen.insert((*id).to_owned())).and_then(|id| self.text_item(id))
    }

    /// The text of a point as an item.
    fn text_item(&self, id: &str) -> Option<ListItem> {
        let blocks = vec![Block::new(BlockKind::Plain(self.texts.get(id)?.clone()))];
        Some(ListItem { blocks, ..ListItem::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_on_the_lines_between_nodes_are_read() {
        let point = |id: &str, kind: &str, text: &str| {
            format!("<pt modelId=\"{id}\" type=\"{kind}\"><t><p><r><t>{text}</t></r></p></t></pt>")
        };
        let points = [
            point("0", "doc", ""),
            point("1", "node", "Ebb"),
            point("2", "node", "Flood"),
            point("3", "sibTrans", "turns to"),
            point("4", "pres", "Layout"),
        ];
        let link = |place: u8, id: &str, line: &str| {
            format!("<cxn srcId=\"0\" destId=\"{id}\" srcOrd=\"{place}\" sibTransId=\"{line}\"/>")
        };
        let links = link(1, "2", "9") + &link(0, "1", "3");
        let picture = "<pt modelId=\"5\" type=\"pres\"><spPr><blip r:embed=\"rId1\"/></spPr>\
                       <extLst><cNvPr descr=\"A gull\"/></extLst></pt>";
        let text = format!(
            "<dataModel xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
             <ptLst>{}{picture}</ptLst><cxnLst>{links}</cxnLst></dataModel>",
            points.concat()
        );
        let part = DeckPart { text, ..DeckPart::default() };
        let blocks = read_diagram(&part).unwrap();
        assert_eq!(blocks[1].plain_text(), "A gull");
        assert_eq!(part.reporter.to_report().findings.len(), 1);
        let BlockKind::List(list) = &blocks[0].kind else { panic!("a list") };
        let texts: Vec<String> =
            list.items.iter().flat_map(|item| &item.blocks).map(Block::plain_text).collect();
        assert_eq!(texts, ["Ebb", "turns to", "Flood"]);
    }
}
