//! Lists: numbers and bullets by the numbering part.

use crate::model::{List, ListItem, Numbering, Term};

use super::parts::part;
use super::text::TextWriter;

/// Word knows nine levels.
const LEVELS: u8 = 9;
/// Twentieths of a point that one level is indented by.
pub(super) const STEP: u32 = 560;

/// A numbered list: how it counts, its first number and its level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbered {
    kind: usize,
    start: i32,
    level: u8,
}

/// Ways of counting, in the order of their abstract lists; bullets are the first.
const KINDS: [&str; 6] = ["bullet", "decimal", "lowerLetter", "upperLetter", "lowerRoman", "upperRoman"];
/// The concrete list of all bullets.
const BULLETS: usize = 1;

fn kind(numbering: Option<Numbering>) -> usize {
    match numbering {
        None => 0,
        Some(Numbering::Decimal | Numbering::Unmarked) => 1,
        Some(Numbering::LowerLetter) => 2,
        Some(Numbering::UpperLetter) => 3,
        Some(Numbering::LowerRoman) => 4,
        Some(Numbering::UpperRoman) => 5,
    }
}

impl<'a> TextWriter<'a> {
    pub(super) fn list(&mut self, list: &'a List) {
        let level = self.place.list_level.min(LEVELS - 1);
        // The numbered list of the item before, and the number that Word gives to the next item by itself.
        let mut numbered = BULLETS;
        let mut next = None;
        let outer = self.place;
        self.place.list_level = level + 1;
        self.place.indent += STEP;
        if self.place.style == "Normal" {
            self.place.style = "ListParagraph";
        }
        for (item, number) in list.items.iter().zip(list.numbers()) {
            if self.notes.takes_each(&self.section.path, &item.blocks) {
                continue;
            }
            let concrete = match (list.numbering, number) {
                (None, _) => Some(BULLETS),
                (Some(Numbering::Unmarked), _) | (_, None) => None,
                (numbering, Some(number)) => {
                    if next != Some(number) {
                        self.lists.push(Numbered { kind: kind(numbering), start: number, level });
                        numbered = BULLETS + self.lists.len();
                    }
                    next = number.checked_add(1);
                    Some(numbered)
                }
            };
            self.item(item, concrete.map(|concrete| (concrete, level)));
        }
        self.place = outer;
    }

    fn item(&mut self, item: &'a ListItem, number: Option<(usize, u8)>) {
        let outer = self.enter(&item.attrs);
        self.number = number;
        self.blocks(&item.blocks);
        // An item without text counts as well.
        self.settle_number();
        self.leave(outer);
    }

    /// Writes an empty paragraph when an item's number is still to be shown.
    pub(super) fn settle_number(&mut self) {
        if self.number.is_some() {
            self.empty_paragraph();
        }
    }

    pub(super) fn definitions(&mut self, terms: &'a [Term]) {
        for term in terms {
            let outer = self.enter(&term.attrs);
            let before = self.place;
            self.place.style = if term.definition { "Definition" } else { "DefinitionTerm" };
            self.blocks(&term.blocks);
            self.place = before;
            self.leave(outer);
        }
    }
}

/// The numbering part.
pub(super) fn write(lists: &[Numbered]) -> String {
    let mut xml = part("w:numbering");
    xml.line();
    for (id, kind) in KINDS.iter().enumerate() {
        xml.open("w:abstractNum").attr("w:abstractNumId", &id.to_string());
        xml.open("w:multiLevelType").attr("w:val", "hybridMultilevel").close();
        for level in 0..LEVELS {
            xml.open("w:lvl").attr("w:ilvl", &level.to_string());
            xml.open("w:start").attr("w:val", "1").close().open("w:numFmt").attr("w:val", kind).close();
            let text = if id == 0 { "\u{2022}".to_owned() } else { format!("%{}.", level + 1) };
            xml.open("w:lvlText").attr("w:val", &text).close().open("w:lvlJc").attr("w:val", "start").close();
            let edge = (u32::from(level) + 1) * STEP;
            xml.open("w:pPr").open("w:ind").attr("w:start", &edge.to_string());
            xml.attr("w:hanging", &STEP.to_string()).close().close().close();
        }
        xml.close().line();
    }
    xml.open("w:num").attr("w:numId", &BULLETS.to_string());
    xml.open("w:abstractNumId").attr("w:val", "0").close().close().line();
    for (n, list) in lists.iter().enumerate() {
        xml.open("w:num").attr("w:numId", &(BULLETS + 1 + n).to_string());
        xml.open("w:abstractNumId").attr("w:val", &list.kind.to_string()).close();
        xml.open("w:lvlOverride").attr("w:ilvl", &list.level.to_string());
        xml.open("w:startOverride")
            .attr("w:val", &list.start.max(0).to_string())
            .close()
            .close()
            .close()
            .line();
    }
    xml.finish()
}
