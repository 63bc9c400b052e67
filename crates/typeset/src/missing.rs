//! Characters that no font has. The typesetter draws them as boxes, and the PDF library has no text for the
//! first box of a font: here each gets its own, so that programs and screen readers find it, and the report
//! names them.

use std::collections::BTreeMap;

use books::{FindingKind, Reporter};
use typst::layout::{Em, Frame, FrameItem};
use typst::model::Document as _;
use typst::text::{Glyph, TextItem};
use typst_layout::PagedDocument;
use unicode_script::{Script, UnicodeScript as _};

/// The glyph that fonts have for characters that they lack.
const MISSING_GLYPH: u16 = 0;

/// Characters that are drawn as boxes, by script: their number, and the first of them.
#[derive(Debug, Default)]
pub(crate) struct MissingCharacters(BTreeMap<&'static str, (usize, char)>);

impl MissingCharacters {
    pub(crate) fn count_in(&mut self, document: &PagedDocument) {
        document.pages().iter().for_each(|page| self.count_in_frame(&page.frame));
    }

    fn count_in_frame(&mut self, frame: &Frame) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => self.count_in_frame(&group.frame),
                FrameItem::Text(text) => {
                    for glyph in text.glyphs.iter().filter(|glyph| glyph.id == MISSING_GLYPH) {
                        let characters = text.text.get(glyph.range()).unwrap_or_default();
                        characters.chars().filter(|c| !c.is_whitespace()).for_each(|c| self.count(c));
                    }
                }
                _ => {}
            }
        }
    }

    fn count(&mut self, c: char) {
        let script = match c.script() {
            Script::Common | Script::Inherited | Script::Unknown => "Signs",
            script => script.full_name(),
        };
        self.0.entry(script).or_insert((0, c)).0 += 1;
    }

    /// Reports each script once.
    pub(crate) fn report(&self, reporter: &Reporter) {
        for (script, (count, first)) in &self.0 {
            let noun = if *count == 1 { "character" } else { "characters" };
            let subject = format!("{script}: {count} {noun}, first U+{:04X} {first}", u32::from(*first));
            reporter.report(FindingKind::MissingGlyph, "", &subject);
        }
    }
}

/// The document with a text for each box; `None` if it has no boxes.
pub(crate) fn keep_text_of_boxes(document: &PagedDocument) -> Option<PagedDocument> {
    if !document.pages().iter().any(|page| has_boxes(&page.frame)) {
        return None;
    }
    let mut pages = document.pages().to_vec();
    for page in pages.iter_mut().filter(|page| has_boxes(&page.frame)) {
        double_boxes_of_frame(&mut page.frame);
    }
    Some(PagedDocument::new(pages.into_iter().collect(), document.info().clone()))
}

fn has_boxes(frame: &Frame) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => has_boxes(&group.frame),
        FrameItem::Text(text) => is_boxed(text),
        _ => false,
    })
}

fn is_boxed(text: &TextItem) -> bool {
    text.glyphs.iter().any(|glyph| glyph.id == MISSING_GLYPH)
}

fn double_boxes_of_frame(frame: &mut Frame) {
    frame.retain(|item| {
        match item {
            FrameItem::Group(group) if has_boxes(&group.frame) => double_boxes_of_frame(&mut group.frame),
            FrameItem::Text(text) if is_boxed(text) => double_boxes(text),
            _ => {}
        }
        true
    });
}

/// Draws each box a second time in the same place: the PDF library states the text of glyphs that are drawn
/// for one character together (`ActualText`), also for boxes.
fn double_boxes(text: &mut TextItem) {
    let glyphs = std::mem::take(&mut text.glyphs);
    for glyph in glyphs {
        let again = (glyph.id == MISSING_GLYPH).then(|| Glyph {
            x_advance: Em::zero(),
            x_offset: glyph.x_offset - glyph.x_advance,
            ..glyph.clone()
        });
        text.glyphs.push(glyph);
        text.glyphs.extend(again);
    }
}
