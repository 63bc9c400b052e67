//! Lists.

use std::fmt::Write as _;

use books::model::{Block, BlockKind, List, Numbering, PageBreak, plain_text};

use super::blocks::narrow_width;
use super::{MAX_BOX_DEPTH, SourceWriter};

/// Lines of an item that certainly fit on a page.
const MAX_UNBREAKABLE_LINES: usize = 16;
/// Minimum number of letters per line.
const MIN_CHARS_PER_LINE: usize = 30;

impl<'a> SourceWriter<'a> {
    pub(super) fn write_list(&mut self, list: &'a List) {
        if self.context.depth >= MAX_BOX_DEPTH {
            return list.items.iter().for_each(|item| self.write_blocks(&item.blocks));
        }
        self.write_pending_places();
        // The typesetter does not count below zero.
        let lowest = list.item_numbers().flatten().fold(list.start, i32::min);
        let shift = i64::from(lowest).min(0).abs();
        match list.numbering {
            None => self.out.push_str("#list(tight: false"),
            Some(Numbering::Unmarked) => self.out.push_str("#list(tight: false, marker: []"),
            Some(numbering) => {
                let pattern = match numbering {
                    Numbering::Decimal | Numbering::Unmarked => "1.",
                    Numbering::LowerLetter => "a.",
                    Numbering::UpperLetter => "A.",
                    Numbering::LowerRoman => "i.",
                    Numbering::UpperRoman => "I.",
                };
                let start = i64::from(list.start) + shift;
                let _ = write!(self.out, "#enum(tight: false, start: {start}, numbering: ");
                if shift > 0 || lowest == 0 && numbering != Numbering::Decimal {
                    // Letters and Roman numbers begin with one.
                    let _ = write!(
                        self.out,
                        "n => if n > {shift} {{ numbering(\"{pattern}\", n - {shift}) }} \
                         else {{ str(n - {shift}) + \".\" }}"
                    );
                } else {
                    let _ = write!(self.out, "\"{pattern}\"");
                }
            }
        }
        let outline = std::mem::replace(&mut self.heading.outline, false);
        self.context.depth += 1;
        let room = self.context.room;
        self.context.room = narrow_width(room);
        // The number that the typesetter gives to the next item by itself.
        let mut next = list.start;
        // A page that begins between two items belongs to the one after it.
        let mut waiting: Vec<&'a PageBreak> = Vec::new();
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            if self.notes.all.are_blocks_taken(&self.section.path, &item.blocks) {
                item.blocks.iter().for_each(|block| self.letters.add_omitted_headings(block));
                continue;
            }
            if let [Block { kind: BlockKind::PageBreak(page), .. }] = item.blocks.as_slice() {
                waiting.push(page);
                continue;
            }
            let number = number.filter(|_| !matches!(list.numbering, None | Some(Numbering::Unmarked)));
            match number.filter(|number| *number != next) {
                Some(number) => {
                    let _ = write!(self.out, ", enum.item({})[", i64::from(number) + shift);
                }
                None => self.out.push_str(", ["),
            }
            next = number.unwrap_or(next).saturating_add(1);
            let start = self.out.len();
            let opened = self.enter_language(&item.attrs);
            waiting.drain(..).for_each(|page| self.write_page_break(page));
            self.write_container(&item.blocks);
            self.leave_language(opened);
            // The typesetter tags the call and its long note outside the item if a page ends between them.
            let written = &self.out[start..];
            if written.contains("#footnote[") && !written.contains("image(") && is_short(&item.blocks) {
                self.out.insert_str(start, "#block(breakable: false)[");
                self.out.push(']');
            }
            self.out.push(']');
        }
        self.context.room = room;
        self.context.depth -= 1;
        self.heading.outline = outline;
        self.out.push_str(")\n");
        for page in waiting {
            self.write_page_break(page);
        }
    }
}

/// Returns true if an item is only a few lines of text.
fn is_short(blocks: &[Block]) -> bool {
    estimate_lines(blocks).is_some_and(|lines| lines <= MAX_UNBREAKABLE_LINES)
}

/// Upper bound of the lines of blocks, with the space between them; `None` if they are not only text.
fn estimate_lines(blocks: &[Block]) -> Option<usize> {
    let each = blocks.iter().map(|block| match &block.kind {
        BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) => {
            Some(plain_text(inlines).chars().count() / MIN_CHARS_PER_LINE + 2)
        }
        BlockKind::List(list) => list.items.iter().map(|item| estimate_lines(&item.blocks)).sum(),
        _ => None,
    });
    each.sum()
}
