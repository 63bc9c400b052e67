//! Lists: numbers and bullets by the numbering part.

use crate::model::{List, ListItem, Numbering, Term};

use super::parts::begin_part;
use super::text::TextWriter;

/// Word knows nine levels.
const MAX_LEVELS: u8 = 9;
/// Twentieths of a point that one level is indented by.
pub(super) const INDENT_TWIPS: u32 = 560;

/// A numbered list: how it counts, its first number and its level.
#[derive(Debug, Clone, Copy)]
pub(super) struct NumberedList {
    kind: usize,
    start: i32,
    level: u8,
}

#[derive(Debug, Default)]
pub(super) struct ListNumbering {
    pub(super) lists: Vec<NumberedList>,
    /// The number of the item whose first paragraph is still to come.
    pub(super) pending: Option<ItemNumber>,
}

#[derive(Debug)]
pub(super) enum ItemNumber {
    /// One that Word writes, of this list.
    Counted { list: usize, level: u8 },
    /// One as text, because Word cannot count it.
    Text(String),
}

impl ListNumbering {
    /// Begins a list of its own; returns its number.
    fn add(&mut self, list: NumberedList) -> usize {
        self.lists.push(list);
        BULLET_LIST + self.lists.len()
    }
}

/// Ways of counting, in the order of their abstract lists; bullets are the first.
const NUMBER_FORMATS: [&str; 6] =
    ["bullet", "decimal", "lowerLetter", "upperLetter", "lowerRoman", "upperRoman"];
const BULLET_LIST: usize = 1;

fn number_format_index(numbering: Option<Numbering>) -> usize {
    match numbering {
        None => 0,
        Some(Numbering::Decimal | Numbering::Unmarked) => 1,
        Some(Numbering::LowerLetter) => 2,
        Some(Numbering::UpperLetter) => 3,
        Some(Numbering::LowerRoman) => 4,
        Some(Numbering::UpperRoman) => 5,
    }
}

/// Returns true for numbers that Word can give an item: none below zero, and no zero in letters or Roman
/// numbers.
fn is_countable(numbering: Numbering, number: i32) -> bool {
    number > 0 || number == 0 && numbering == Numbering::Decimal
}

impl<'a> TextWriter<'a> {
    pub(super) fn write_list(&mut self, list: &'a List) {
        // An item that begins with a list keeps its own number.
        if !matches!(self.numbering.pending, Some(ItemNumber::Counted { list: BULLET_LIST, .. })) {
            self.settle_number();
        }
        let level = self.place.list_level.min(MAX_LEVELS - 1);
        // The numbered list of the item before, and the number that Word gives to the next item by itself.
        let mut numbered = BULLET_LIST;
        let mut next = None;
        let outer = self.place;
        self.place.list_level = level + 1;
        self.place.indent += INDENT_TWIPS;
        if self.place.style == "Normal" {
            self.place.style = "ListParagraph";
        }
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            if self.notes.book_notes.are_blocks_taken(&self.section.path, &item.blocks) {
                item.blocks.iter().for_each(|block| self.letters.add_omitted_headings(block));
                continue;
            }
            let item_number = match (list.numbering, number) {
                (Some(Numbering::Unmarked), _) | (_, None) => None,
                (None, Some(_)) => Some(ItemNumber::Counted { list: BULLET_LIST, level }),
                (Some(numbering), Some(number)) if !is_countable(numbering, number) => {
                    next = None;
                    Some(ItemNumber::Text(format!("{}. ", numbering.format_number(number))))
                }
                (numbering, Some(number)) => {
                    if next != Some(number) {
                        let kind = number_format_index(numbering);
                        numbered = self.numbering.add(NumberedList { kind, start: number, level });
                    }
                    next = number.checked_add(1);
                    Some(ItemNumber::Counted { list: numbered, level })
                }
            };
            self.write_item(item, item_number);
        }
        self.place = outer;
    }

    fn write_item(&mut self, item: &'a ListItem, number: Option<ItemNumber>) {
        let outer = self.enter_context(&item.attrs);
        self.numbering.pending = number;
        self.write_blocks(&item.blocks);
        // An item without text counts as well.
        self.settle_number();
        self.leave_context(outer);
    }

    /// Writes an empty paragraph when an item's number is still to be shown.
    pub(super) fn settle_number(&mut self) {
        if self.numbering.pending.is_some() {
            self.write_empty_paragraph();
        }
    }

    pub(super) fn write_definitions(&mut self, terms: &'a [Term]) {
        for term in terms {
            let outer = self.enter_context(&term.attrs);
            let before = self.place;
            self.place.style = if term.definition { "Definition" } else { "DefinitionTerm" };
            self.write_blocks(&term.blocks);
            self.place = before;
            self.leave_context(outer);
        }
    }
}

pub(super) fn write_numbering(lists: &[NumberedList]) -> String {
    let mut xml = begin_part("w:numbering");
    xml.end_line();
    for (id, kind) in NUMBER_FORMATS.iter().enumerate() {
        xml.open("w:abstractNum").attr("w:abstractNumId", &id.to_string());
        xml.open("w:multiLevelType").attr("w:val", "hybridMultilevel").close();
        for level in 0..MAX_LEVELS {
            xml.open("w:lvl").attr("w:ilvl", &level.to_string());
            xml.open("w:start").attr("w:val", "1").close().open("w:numFmt").attr("w:val", kind).close();
            let text = if id == 0 { "\u{2022}".to_owned() } else { format!("%{}.", level + 1) };
            xml.open("w:lvlText").attr("w:val", &text).close().open("w:lvlJc").attr("w:val", "start").close();
            let edge = (u32::from(level) + 1) * INDENT_TWIPS;
            xml.open("w:pPr").open("w:ind").attr("w:start", &edge.to_string());
            xml.attr("w:hanging", &INDENT_TWIPS.to_string()).close().close().close();
        }
        xml.close().end_line();
    }
    xml.open("w:num").attr("w:numId", &BULLET_LIST.to_string());
    xml.open("w:abstractNumId").attr("w:val", "0").close().close().end_line();
    for (n, list) in lists.iter().enumerate() {
        xml.open("w:num").attr("w:numId", &(BULLET_LIST + 1 + n).to_string());
        xml.open("w:abstractNumId").attr("w:val", &list.kind.to_string()).close();
        xml.open("w:lvlOverride").attr("w:ilvl", &list.level.to_string());
        xml.open("w:startOverride")
            .attr("w:val", &list.start.max(0).to_string())
            .close()
            .close()
            .close()
            .end_line();
    }
    xml.finish()
}
