//! Pages cut to the part of them that is shown: print shops keep marks and notes around it, and some programs
//! cut a page by showing less of it.

use serde_json::Value;

use crate::layout::{DocumentPage, PageLine, Rect};

use super::objects::PdfObjects;

/// Maximum difference of lengths that are the same, in points.
const TOLERANCE: f32 = 2.0;

/// Distances of the shown part from the edges of the whole page.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PageMargins {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl PageMargins {
    /// The same margins on a page that is turned clockwise by a right angle.
    fn turn_right(self) -> Self {
        Self { left: self.bottom, top: self.left, right: self.top, bottom: self.right }
    }
}

/// Leaves out of each page what its viewers do not show.
pub(super) fn crop_pages(objects: &PdfObjects, pages: &mut [DocumentPage]) {
    for (page, reference) in pages.iter_mut().zip(objects.pages()) {
        if let Some(margins) = find_margins(objects, reference, (page.width, page.height)) {
            crop_page(page, margins);
        }
    }
}

/// The margins of a page that is this wide and high as a whole. `None` if all of it is shown.
fn find_margins(objects: &PdfObjects, page: &Value, (width, height): (f32, f32)) -> Option<PageMargins> {
    let whole = parse_rect(objects, objects.find_inherited(page, "/MediaBox")?)?;
    let shown = parse_rect(objects, objects.find_inherited(page, "/CropBox")?)?;
    let mut margins = PageMargins {
        left: (shown.x0 - whole.x0).max(0.0),
        top: (whole.y1 - shown.y1).max(0.0),
        right: (whole.x1 - shown.x1).max(0.0),
        bottom: (shown.y0 - whole.y0).max(0.0),
    };
    let turns = objects.page_rotation(page) / 90;
    for _ in 0..turns {
        margins = margins.turn_right();
    }
    let (wide, high) =
        if turns % 2 == 0 { (whole.width(), whole.height()) } else { (whole.height(), whole.width()) };
    let is_known = (wide - width).abs() < TOLERANCE && (high - height).abs() < TOLERANCE;
    let shown_width = wide - margins.left - margins.right;
    let shown_height = high - margins.top - margins.bottom;
    let is_cut = wide - shown_width > TOLERANCE || high - shown_height > TOLERANCE;
    (is_known && is_cut && shown_width > TOLERANCE && shown_height > TOLERANCE).then_some(margins)
}

fn crop_page(page: &mut DocumentPage, margins: PageMargins) {
    let shown = Rect {
        x0: margins.left,
        y0: margins.top,
        x1: page.width - margins.right,
        y1: page.height - margins.bottom,
    };
    let shift = |rect: Rect| Rect {
        x0: rect.x0 - shown.x0,
        y0: rect.y0 - shown.y0,
        x1: rect.x1 - shown.x0,
        y1: rect.y1 - shown.y0,
    };
    for block in &mut page.blocks {
        for line in std::mem::take(&mut block.lines) {
            let PageLine { mut words, size, entry, .. } = line;
            words.retain(|word| shown.contains(word.rect.center()));
            for word in &mut words {
                word.rect = shift(word.rect);
            }
            block.lines.extend(PageLine::from_words(words, size).map(|line| PageLine { entry, ..line }));
        }
    }
    page.remove_empty();
    page.pictures.retain(|placed| {
        let rect = placed.rect;
        rect.x0 < shown.x1 && rect.x1 > shown.x0 && rect.y0 < shown.y1 && rect.y1 > shown.y0
    });
    for placed in &mut page.pictures {
        placed.rect = shift(placed.rect);
    }
    page.width = shown.width();
    page.height = shown.height();
}

/// The place on the visible part of a page of a rectangle on its sheet. `None` on pages that are turned.
pub(super) fn to_visible_place(objects: &PdfObjects, page: &Value, rect: Rect) -> Option<Rect> {
    let whole = parse_rect(objects, objects.find_inherited(page, "/MediaBox")?)?;
    let shown = objects.find_inherited(page, "/CropBox").and_then(|shown| parse_rect(objects, shown));
    let shown = shown.unwrap_or(whole);
    // Beyond the sheet there is nothing to see.
    let left = shown.x0.max(whole.x0);
    let top = shown.y1.min(whole.y1);
    (objects.page_rotation(page) == 0).then_some(Rect {
        x0: rect.x0 - left,
        y0: top - rect.y1,
        x1: rect.x1 - left,
        y1: top - rect.y0,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page need no more digits")]
pub(super) fn parse_rect(objects: &PdfObjects, value: &Value) -> Option<Rect> {
    let values: Vec<f32> = value
        .as_array()?
        .iter()
        .filter_map(|value| objects.number(value))
        .map(|value| value as f32)
        .collect();
    match values.as_slice() {
        [x0, y0, x1, y1] if values.iter().all(|value| value.abs() < 1e6) => {
            Some(Rect { x0: x0.min(*x1), y0: y0.min(*y1), x1: x0.max(*x1), y1: y0.max(*y1) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::layout::{PageWord, TextBlock};

    use super::*;

    fn page_of_words(width: f32, height: f32, places: &[(&str, f32, f32)]) -> DocumentPage {
        let lines = places.iter().filter_map(|(text, x, y)| {
            let rect = Rect { x0: *x, y0: *y, x1: x + 20.0, y1: y + 10.0 };
            let word = PageWord { text: (*text).to_owned(), rect, ..PageWord::default() };
            PageLine::from_words(vec![word], 10.0)
        });
        let block = TextBlock { lines: lines.collect() };
        DocumentPage { width, height, blocks: vec![block], ..DocumentPage::default() }
    }

    fn crop(page: &Value, mut looks: DocumentPage) -> (Vec<(String, f32, f32)>, f32, f32) {
        let all = json!({"pages": [{"object": "3 0 R"}], "qpdf": [{}, {"obj:3 0 R": {"value": page}}]});
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        crop_pages(&objects, std::slice::from_mut(&mut looks));
        let words = looks.words();
        (
            words.map(|word| (word.text.clone(), word.rect.x0, word.rect.y0)).collect(),
            looks.width,
            looks.height,
        )
    }

    #[test]
    fn words_outside_of_the_shown_part_of_a_page_are_left_out() {
        let page = json!({"/MediaBox": [0, 0, 600, 800], "/CropBox": [50, 100, 560, 760]});
        let words = [("Slug", 100.0, 780.0), ("Text", 100.0, 140.0), ("Mark", 5.0, 300.0)];
        let (found, width, height) = crop(&page, page_of_words(600.0, 800.0, &words));
        assert_eq!(found, [("Text".to_owned(), 50.0, 100.0)]);
        assert_eq!((width, height), (510.0, 660.0));
        // Turned, the left edge is at the top.
        let turned = json!({"/MediaBox": [0, 0, 600, 800], "/CropBox": [50, 0, 600, 800], "/Rotate": 90});
        let words = [("Mark", 100.0, 10.0), ("Text", 100.0, 90.0)];
        let (found, width, height) = crop(&turned, page_of_words(800.0, 600.0, &words));
        assert_eq!(found, [("Text".to_owned(), 100.0, 40.0)]);
        assert_eq!((width, height), (800.0, 550.0));
    }

    #[test]
    fn a_page_whose_boxes_are_wrong_is_kept_whole() {
        for crop_box in
            [json!([0, 0, 600, 800]), json!([700, 0, 900, 800]), json!("x"), json!([-9, -9, 609, 809])]
        {
            let page = json!({"/MediaBox": [0, 0, 600, 800], "/CropBox": crop_box});
            let (found, width, _) = crop(&page, page_of_words(600.0, 800.0, &[("Text", 0.0, 0.0)]));
            assert_eq!((found.len(), width), (1, 600.0));
        }
    }
}
