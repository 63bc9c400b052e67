//! Lists and definitions.

use roxmltree::Node;

use super::counters::{find_number_writer, separator_of_number};
use super::elements::structural_name;
use super::flow::note_kind;
use super::link_targets::{are_places, id_attrs, ids_of_blocks};
use super::pages::begin_page;
use super::{Reader, visit_declarations};
use crate::model::{Attrs, Block, BlockKind, Inline, List, ListItem, Numbering, Term};

#[derive(Debug, Clone)]
enum Marker {
    Bullet,
    Number(Numbering),
    /// A number that the model cannot express, written as text.
    Text(fn(i32) -> String),
    /// One text before each item.
    Fixed(String),
}

impl<'i> Reader<'_, 'i> {
    /// Reads a list, and what is before its first item; no list if it has no item.
    pub(super) fn read_list(&self, node: Node<'_, 'i>) -> (Vec<Block>, Option<List>) {
        let mut parts = Vec::new();
        self.collect_parts(node, Vec::new(), &mut parts);
        let counts = node.tag_name().name() == "ol";
        let has_items = parts.iter().any(|(_, part)| structural_name(*part) == "li");
        let mut before: Vec<Block> = Vec::new();
        let mut items: Vec<ListItem> = Vec::new();
        let mut is_displayed_otherwise = false;
        let mut has_begun = false;
        let mut waiting: Vec<String> = Vec::new();
        for (ids, child) in parts {
            waiting.extend(ids);
            if self.presentation.is_never_read(child)
                || child.is_text() && child.text().is_none_or(|text| text.trim().is_empty())
            {
                waiting.extend(self.all_ids(child));
                continue;
            }
            if self.presentation.is_concealed(child) {
                let hidden = self.read_concealed(child);
                items.extend(hidden.map(|block| ListItem { blocks: vec![block], ..ListItem::default() }));
                continue;
            }
            let name = structural_name(child);
            if name == "li" {
                is_displayed_otherwise |=
                    self.is_displayed_otherwise(child) || self.generated_text.is_marker(child);
                let mut item = self.read_item(child);
                item.attrs.ids.splice(0..0, std::mem::take(&mut waiting));
                has_begun |= !item.is_page_break();
                items.push(item);
                continue;
            }
            let is_list = matches!(name, "ul" | "ol" | "menu" | "dir");
            let is_before = has_items && !has_begun;
            let mut ids = Vec::new();
            let blocks = if is_list {
                let (mut blocks, list) = self.read_list(child);
                let attrs = super::read_attrs(child);
                ids.clone_from(&attrs.ids);
                blocks.extend(list.map(|list| Block { attrs, kind: BlockKind::List(list) }));
                blocks
            } else {
                self.read_node_blocks(child, is_before)
            };
            let item = ListItem { blocks, ..ListItem::default() };
            let is_page = !is_list && item.is_page_break();
            if are_places(&item.blocks) {
                waiting.extend(ids_of_blocks(&item.blocks));
                waiting.extend(ids);
            } else if is_before && !is_page {
                before.extend(items.drain(..).flat_map(|item| item.blocks));
                before.extend(item.blocks);
            } else if let Some(last) = items.last_mut()
                && (is_list || counts && !is_page && !last.is_page_break())
            {
                // A list directly inside a list belongs to the item before it. Anything else has no number,
                // and takes none from the items after it.
                last.blocks.extend(item.blocks);
            } else {
                // A page break between items keeps its place.
                items.push(item);
            }
        }
        let Some(final_item) = items.last_mut() else {
            if !waiting.is_empty() {
                // An empty block keeps the places that links point to.
                before.push(Block { attrs: id_attrs(waiting), kind: BlockKind::Plain(Vec::new()) });
            }
            return (before, None);
        };
        // The last id of an element is its own.
        final_item.attrs.ids.splice(0..0, waiting);
        // Only items have markers.
        let has_role_only = structural_name(node) != node.tag_name().name();
        let is_unmarked = is_displayed_otherwise || has_role_only || !has_items && counts;
        let marker = if is_unmarked { Marker::Number(Numbering::Unmarked) } else { self.list_marker(node) };
        let integer = |name: &str| node.attribute(name).and_then(|number| number.trim().parse::<i32>().ok());
        let start = if counts { integer("start").or_else(|| self.styled_start(node)) } else { None };
        let mut list = List { numbering: None, start: start.unwrap_or(1), items };
        if counts && node.has_attribute("reversed") {
            count_down(&mut list, start);
        }
        match marker {
            Marker::Bullet => {}
            Marker::Number(numbering) => list.numbering = Some(numbering),
            Marker::Text(write) => write_markers(&mut list, |number| {
                let written = write(number);
                format!("{written}{}", separator_of_number(&written))
            }),
            Marker::Fixed(text) => write_markers(&mut list, |_| text.clone()),
        }
        (before, Some(list))
    }

    /// Collects the parts of a list, each with ids for the next item. An element around items, where none is
    /// allowed, is dissolved.
    fn collect_parts<'n>(
        &self,
        list: Node<'n, 'i>,
        mut ids: Vec<String>,
        parts: &mut Vec<(Vec<String>, Node<'n, 'i>)>,
    ) {
        let holds_items = |part: Node<'_, 'i>| {
            matches!(structural_name(part), "div" | "span" | "section" | "center" | "form" | "p" | "b" | "i")
                && part.children().any(|inner| structural_name(inner) == "li")
                && !self.presentation.is_skipped(part)
        };
        for part in list.children() {
            let attrs = if holds_items(part) { Some(super::read_attrs(part)) } else { None };
            match attrs.filter(|attrs| attrs.lang.is_none() && attrs.dir.is_none()) {
                Some(attrs) => {
                    ids.extend(attrs.ids);
                    self.collect_parts(part, std::mem::take(&mut ids), parts);
                }
                None => parts.push((std::mem::take(&mut ids), part)),
            }
        }
    }

    /// The markers of a list's items: by its style, by its `type`, or by its name.
    fn list_marker(&self, node: Node<'_, 'i>) -> Marker {
        if node.ancestors().any(|above| above.tag_name().name() == "nav") {
            // EPUB 3.3, 7.3.2, wants them shown as by `list-style: none`.
            return Marker::Number(Numbering::Unmarked);
        }
        let counts = node.tag_name().name() == "ol";
        let items = || node.children().filter(|child| child.tag_name().name() == "li");
        let mut styled_items = items();
        let first = styled_items.next().and_then(|item| self.list_style(item));
        // A style of the first item alone is not that of the list.
        let is_shared = styled_items.next().is_none_or(|second| self.list_style(second).is_some());
        let styled = first.filter(|_| is_shared).or_else(|| self.list_style(node));
        if let Some(marker) = styled {
            return marker;
        }
        // In HTML 4, all items may state it instead.
        let item_type = items()
            .next()
            .and_then(|item| item.attribute("type"))
            .filter(|kind| items().all(|item| item.attribute("type") == Some(*kind)));
        match node.attribute("type").or(item_type).map(str::trim) {
            Some("a") if counts => Marker::Number(Numbering::LowerLetter),
            Some("A") if counts => Marker::Number(Numbering::UpperLetter),
            Some("i") if counts => Marker::Number(Numbering::LowerRoman),
            Some("I") if counts => Marker::Number(Numbering::UpperRoman),
            Some("none") => Marker::Number(Numbering::Unmarked),
            _ if counts => Marker::Number(Numbering::Decimal),
            _ => Marker::Bullet,
        }
    }

    fn list_style(&self, node: Node<'_, 'i>) -> Option<Marker> {
        let mut found = None;
        visit_declarations(node, self.rules.as_ref(), |name, value| {
            if matches!(name, "list-style" | "list-style-type") {
                found = styled_marker(name, value).or(found.take());
            }
        });
        found
    }

    /// The number of the first item by styles (`counter-reset: list-item 4`).
    fn styled_start(&self, node: Node<'_, 'i>) -> Option<i32> {
        let mut start = None;
        visit_declarations(node, self.rules.as_ref(), |name, value| {
            if name == "counter-reset" {
                let mut words = value.split_ascii_whitespace().skip_while(|word| *word != "list-item");
                let number = words.nth(1).and_then(|word| word.parse::<i32>().ok());
                start = number.map(|number| number.saturating_add(1));
            }
        });
        start
    }

    /// Returns true if styles say that an item is not displayed as one, and so has no marker.
    fn is_displayed_otherwise(&self, item: Node<'_, 'i>) -> bool {
        let mut otherwise = false;
        visit_declarations(item, self.rules.as_ref(), |name, value| {
            if name == "display" {
                otherwise = !value.eq_ignore_ascii_case("list-item");
            }
        });
        otherwise
    }

    fn read_item(&self, node: Node<'_, 'i>) -> ListItem {
        let mut attrs = super::read_attrs(node);
        let page = self.read_page_of_part(node);
        if let Some((page, true)) = page {
            let blocks = vec![Block::new(BlockKind::PageBreak(page))];
            return ListItem { blocks, ..ListItem::default() };
        }
        let mut blocks = self.read_blocks(node, false);
        if let Some((page, _)) = page {
            begin_page(&mut blocks, page);
        }
        if let Some(kind) = note_kind(&attrs) {
            let of_note = Attrs { ids: std::mem::take(&mut attrs.ids), ..Attrs::default() };
            blocks = vec![Block { attrs: of_note, kind: BlockKind::Note { kind, blocks } }];
        }
        let counted = node.parent().is_some_and(|list| list.tag_name().name() == "ol");
        let number = node.attribute("value").filter(|_| counted).and_then(|value| value.trim().parse().ok());
        ListItem { attrs, number, blocks }
    }

    /// Reads terms and definitions, also when groups of them are wrapped in `div`.
    pub(super) fn read_definitions(&self, node: Node<'_, 'i>) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        let mut waiting = Vec::new();
        self.collect_terms(node, &mut waiting, &mut terms);
        if let Some(last) = terms.last_mut() {
            last.attrs.ids.splice(0..0, waiting);
        }
        terms
    }

    /// Collects terms and definitions; `waiting` are ids for the next of them.
    fn collect_terms(&self, node: Node<'_, 'i>, waiting: &mut Vec<String>, terms: &mut Vec<Term>) {
        for child in node.children() {
            if self.presentation.is_never_read(child) {
                waiting.extend(self.all_ids(child));
                continue;
            }
            if self.presentation.is_concealed(child) {
                terms.extend(self.read_concealed(child).map(|block| unnamed_definition(vec![block])));
                continue;
            }
            match child.tag_name().name() {
                "dt" | "dd" => {
                    let blocks = self.read_part_blocks(child);
                    let definition = child.tag_name().name() == "dd";
                    let mut attrs = super::read_attrs(child);
                    attrs.ids.splice(0..0, waiting.drain(..));
                    terms.push(Term { attrs, definition, blocks });
                }
                "div" => {
                    waiting.extend(super::element_ids(child).map(str::to_owned));
                    self.collect_terms(child, waiting, terms);
                }
                _ => {
                    // Anything else, such as text, keeps its place.
                    let blocks = self.read_node_blocks(child, false);
                    let is_shown =
                        |block: &Block| block.has_content() || matches!(block.kind, BlockKind::PageBreak(_));
                    if blocks.iter().any(is_shown) {
                        terms.push(unnamed_definition(blocks));
                    } else {
                        waiting.extend(ids_of_blocks(&blocks));
                    }
                }
            }
        }
    }
}

fn unnamed_definition(blocks: Vec<Block>) -> Term {
    Term { attrs: Attrs::default(), definition: true, blocks }
}

fn count_down(list: &mut List, start: Option<i32>) {
    let counted = list.items.iter().filter(|item| !item.is_page_break()).count();
    let mut next = start.unwrap_or_else(|| i32::try_from(counted).unwrap_or(i32::MAX));
    list.start = next;
    for item in list.items.iter_mut().filter(|item| !item.is_page_break()) {
        let number = *item.number.get_or_insert(next);
        next = number.saturating_sub(1);
    }
}

/// Writes what marks each item as text, and leaves the list without markers of its own.
fn write_markers(list: &mut List, marker: impl Fn(i32) -> String) {
    let numbers: Vec<Option<i32>> = list.item_numbers().collect();
    list.numbering = Some(Numbering::Unmarked);
    for (item, number) in list.items.iter_mut().zip(numbers) {
        let Some(number) = number else { continue };
        item.number = None;
        let text = Inline::Text(marker(number));
        match item.blocks.first_mut().and_then(Block::inlines_mut) {
            Some(inlines) => inlines.insert(0, text),
            None => item.blocks.insert(0, Block::new(BlockKind::Plain(vec![text]))),
        }
    }
}

fn styled_marker(name: &str, value: &str) -> Option<Marker> {
    let value = value.trim();
    if let Some(text) = quoted_string(value) {
        return Some(Marker::Fixed(text));
    }
    let mut words = value.split_ascii_whitespace();
    let marker = words.find_map(|word| {
        Some(match word.to_ascii_lowercase().as_str() {
            "none" => Marker::Number(Numbering::Unmarked),
            "disc" | "circle" | "square" | "disclosure-open" | "disclosure-closed" => Marker::Bullet,
            "decimal" => Marker::Number(Numbering::Decimal),
            "lower-alpha" | "lower-latin" => Marker::Number(Numbering::LowerLetter),
            "upper-alpha" | "upper-latin" => Marker::Number(Numbering::UpperLetter),
            "lower-roman" => Marker::Number(Numbering::LowerRoman),
            "upper-roman" => Marker::Number(Numbering::UpperRoman),
            style => Marker::Text(find_number_writer(style)?),
        })
    });
    // A picture as marker is a bullet, and `none` next to it is for those who do not see it.
    let is_picture = name == "list-style" && value.to_ascii_lowercase().contains("url(");
    if is_picture { Some(Marker::Bullet) } else { marker }
}

/// The string that a value has, without quotation marks.
fn quoted_string(value: &str) -> Option<String> {
    let at = value.find(['"', '\''])?;
    let quote = value[at..].chars().next()?;
    let text = value[at + 1..].split(quote).next().filter(|text| text.chars().count() <= 20)?;
    (!value[..at].contains("url(")).then(|| unescape(text))
}

/// A string of CSS with `\2013 ` as the character of that number.
pub(super) fn unescape(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        match u32::from_str_radix(&part[..digits], 16).ok().and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                out.push_str(part[digits..].strip_prefix(' ').unwrap_or(&part[digits..]));
            }
            None => out.push_str(part),
        }
    }
    out
}

/// A number as a style of list writes it, without a sign after it.
pub(super) fn number_in_style(number: i32, style: &str) -> String {
    match styled_marker("list-style-type", style) {
        Some(Marker::Number(Numbering::Unmarked)) => String::new(),
        Some(Marker::Number(numbering)) => numbering.format_number(number),
        Some(Marker::Text(written)) => written(number),
        Some(Marker::Bullet) => "\u{2022}".to_owned(),
        Some(Marker::Fixed(_)) | None => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind, Numbering};
    use crate::testkit::EpubBuilder;

    fn read_first_block(markup: &str) -> Block {
        let book = EpubBuilder::new("Lists").chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        book.sections[0].blocks[0].clone()
    }

    #[test]
    fn items_are_known_by_their_roles() {
        let block = read_first_block(
            "<div role='list'><div role='listitem'>One<div role='list'><span role='listitem'>In it</span></div>\
             </div><div><p role='listitem'>Two</p></div></div>",
        );
        let BlockKind::List(list) = &block.kind else { panic!("{block:?}") };
        assert_eq!(list.numbering, Some(Numbering::Unmarked));
        let [first, second] = list.items.as_slice() else { panic!("{list:?}") };
        assert!(matches!(first.blocks[1].kind, BlockKind::List(_)), "{first:?}");
        assert_eq!(
            (first.blocks[0].plain_text(), second.blocks[0].plain_text()),
            ("One".into(), "Two".into())
        );
        // Without an item, it is text. Headings stay in the outline.
        let block = read_first_block("<div role='list'>None yet.</div>");
        assert!(matches!(block.kind, BlockKind::Paragraph(_)), "{block:?}");
        let block = read_first_block("<div role='list'><div role='listitem'><h2>Tides</h2>x</div></div>");
        assert!(matches!(block.kind, BlockKind::Heading { .. }), "{block:?}");
    }
}
