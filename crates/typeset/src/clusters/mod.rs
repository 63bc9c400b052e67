//! Text that programs can extract from a PDF.
//!
//! A cluster is what a script draws as one: a letter with its vowel marks, a conjunct. The typesetter splits
//! its glyphs where one is raised, and the PDF library assigns the text of the whole cluster to each of them.
//! It also nests marked content, at whose end poppler stops reading the surrounding element. So before
//! export, text with such clusters, and all text from right to left, is set in [generated fonts](face): one
//! glyph draws a whole cluster, and each glyph has exactly one text.
//!
//! Text from right to left is written in visual order, from left to right, as PDF readers expect it: they
//! reverse it themselves, letter by letter. Its words are separate and in reading order.

use std::borrow::Cow;
use std::collections::HashMap;

use typst::layout::{Frame, FrameItem, GroupItem, Point};
use typst::model::Document as _;
use typst_layout::PagedDocument;

mod face;
mod line;
mod words;

use face::{FaceBuilder, GeneratedFaces};
use line::TextLine;

/// The document with its clusters as single glyphs; `None` if no text needs this.
pub(crate) fn join_clusters(document: &PagedDocument) -> Option<PagedDocument> {
    let mut faces = FaceBuilder::default();
    document.pages().iter().for_each(|page| collect_clusters(&page.frame, &mut faces));
    let faces = faces.build()?;
    let mut pages = document.pages().to_vec();
    for page in &mut pages {
        if let Some(frame) = rewrite_frame(&page.frame, &faces) {
            page.frame = frame;
        }
    }
    Some(PagedDocument::new(pages.into_iter().collect(), document.info().clone()))
}

fn collect_clusters(frame: &Frame, faces: &mut FaceBuilder) {
    let items = flatten_groups(frame);
    for (_, item) in items.iter() {
        if let FrameItem::Group(group) = item {
            collect_clusters(&group.frame, faces);
        }
    }
    let rows = line::group_lines(&items);
    for line in rows.iter().flatten().filter(|line| line.is_complex()) {
        words::collect_drawings(line, faces);
    }
}

/// The items of a frame. The typesetter groups a text of many pieces, which would hide its neighbors: here
/// its pieces are ungrouped.
fn flatten_groups(frame: &Frame) -> Cow<'_, [(Point, FrameItem)]> {
    let items = frame.items().as_slice();
    let inner = |item: &FrameItem| match item {
        FrameItem::Group(group) if is_plain_text(group) => Some(group.frame.clone()),
        _ => None,
    };
    if items.iter().all(|(_, item)| inner(item).is_none()) {
        return Cow::Borrowed(items);
    }
    let mut all = Vec::new();
    for (position, item) in items {
        match inner(item) {
            Some(frame) => all.extend(frame.items().map(|(inner, item)| (*position + *inner, item.clone()))),
            None => all.push((*position, item.clone())),
        }
    }
    Cow::Owned(all)
}

/// Returns true if a group only contains text and underlines.
fn is_plain_text(group: &GroupItem) -> bool {
    group.transform.is_identity()
        && group.clip.is_none()
        && group.label.is_none()
        && group.parent.is_none()
        && group.frame.kind().is_soft()
        && group.frame.items().all(|(_, item)| matches!(item, FrameItem::Text(_) | FrameItem::Shape(..)))
}

/// A frame with its clusters as single glyphs; `None` if unchanged.
fn rewrite_frame(frame: &Frame, faces: &GeneratedFaces) -> Option<Frame> {
    let items = flatten_groups(frame);
    let items: &[_] = &items;
    let mut changed: HashMap<usize, Vec<(Point, FrameItem)>> = HashMap::new();
    for (at, (position, item)) in items.iter().enumerate() {
        if let FrameItem::Group(group) = item
            && let Some(inner) = rewrite_frame(&group.frame, faces)
        {
            let mut group = group.clone();
            group.frame = inner;
            changed.insert(at, vec![(*position, FrameItem::Group(group))]);
        }
    }
    for row in line::group_lines(items) {
        if row.iter().any(|line| line.rtl == Some(true)) {
            let mut pieces: Vec<_> = row.iter().flat_map(|line| write_line(line, items, faces)).collect();
            words::sort_pieces(&mut pieces);
            changed.extend(row.iter().flat_map(|line| &line.members).map(|at| (*at, Vec::new())));
            let first = row.iter().filter_map(|line| line.members.first()).min();
            changed.extend(first.map(|at| (*at, pieces)));
            continue;
        }
        for line in row.iter().filter(|line| line.is_complex()) {
            let pieces = write_line(line, items, faces);
            changed.extend(line.members.iter().map(|at| (*at, Vec::new())));
            changed.insert(line.members[0], pieces);
        }
    }
    if changed.is_empty() {
        return None;
    }
    let mut new = Frame::new(frame.size(), frame.kind());
    if frame.has_baseline() {
        new.set_baseline(frame.baseline());
    }
    for (at, item) in items.iter().enumerate() {
        match changed.remove(&at) {
            Some(instead) => new.push_multiple(instead),
            None => new.push(item.0, item.1.clone()),
        }
    }
    Some(new)
}

/// The output of a line: unchanged if nothing needs to be replaced, or if there is no font for it.
fn write_line(
    line: &TextLine<'_>,
    items: &[(Point, FrameItem)],
    faces: &GeneratedFaces,
) -> Vec<(Point, FrameItem)> {
    let words = if line.is_complex() { words::write_line_text(line, faces) } else { None };
    match words {
        Some(words) => words.into_iter().map(|(position, item)| (position, FrameItem::Text(item))).collect(),
        None => line.members.iter().map(|at| items[*at].clone()).collect(),
    }
}
