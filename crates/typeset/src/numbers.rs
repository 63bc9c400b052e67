//! The number at the foot of each page, written after all pages are laid out.
//!
//! The typesetter's own numbers query the position of their page. The table of contents is empty in the first
//! layout and shifts all pages in the second, so every page would be laid out three times. These numbers
//! query nothing: the second layout fills the table of contents and reuses everything else.

use typst::foundations::{Content, NativeElement as _};
use typst::introspection::{Location, Tag, TagFlags};
use typst::layout::{Abs, Em, Frame, FrameItem, GroupItem, Point, Transform};
use typst::pdf::{ArtifactElem, ArtifactKind};
use typst::text::{Glyph, TextItem};
use typst_layout::{Page, PagedDocument};

/// The foot of the only page of the [sample](crate::source::digits_page).
pub(crate) const SAMPLE_DIGITS: &str = "0123456789";

/// Digits in the font of the book, and the position of the page foot.
pub(crate) struct PageNumberFont {
    glyphs: Vec<Glyph>,
    style: TextItem,
    baseline: Abs,
}

impl PageNumberFont {
    /// The digits of the sample; `None` if they are not there.
    pub(crate) fn from_sample(sample: &PagedDocument) -> Option<Self> {
        let (baseline, like) = find_first_text(&sample.pages().first()?.frame, Transform::identity())?;
        let glyph = |at: usize| like.glyphs.iter().find(|glyph| glyph.range() == (at..at + 1)).cloned();
        let glyphs = (0..SAMPLE_DIGITS.len()).map(glyph).collect::<Option<_>>()?;
        Some(Self { glyphs, style: like.clone(), baseline })
    }

    /// Writes the number of a page, invisible to screen readers. `place`: its index in the document.
    pub(crate) fn write_number(&self, page: &mut Page, place: usize) {
        let text = page.number.to_string();
        let glyphs: Vec<Glyph> = (0_u16..)
            .zip(text.bytes())
            .filter_map(|(at, digit)| {
                let glyph = self.glyphs.get(usize::from(digit.wrapping_sub(b'0')))?.clone();
                Some(Glyph { range: at..at + 1, ..glyph })
            })
            .collect();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<Em>().at(self.style.size);
        let item = TextItem { text: text.into(), glyphs, ..self.style.clone() };
        // No element of the book has this location: theirs are hashes.
        let location = Location::new(place as u128);
        let flags = TagFlags { introspectable: false, tagged: true };
        let mut artifact = ArtifactElem::new(Content::empty()).with_kind(ArtifactKind::Footer).pack();
        artifact.set_location(location);
        // Frames in the typesetter's cache are not modified, which would copy them, but wrapped in a new
        // frame.
        let mut frame = Frame::hard(page.frame.size());
        let at = Point::new((frame.width() - width) / 2.0, self.baseline);
        let mut body = std::mem::replace(&mut page.frame, Frame::soft(frame.size()));
        remove_header(&mut body);
        frame.push_multiple([
            (Point::zero(), FrameItem::Group(GroupItem::new(body))),
            (at, FrameItem::Tag(Tag::Start(artifact, flags))),
            (at, FrameItem::Text(item)),
            (at, FrameItem::Tag(Tag::End(location, 0, flags))),
        ]);
        page.frame = frame;
    }
}

/// Removes the tags around the empty header, which only the typesetter needed.
fn remove_header(body: &mut Frame) {
    let header = body.items().find_map(|(_, item)| match item {
        FrameItem::Tag(Tag::Start(element, _)) if element.is::<ArtifactElem>() => element.location(),
        _ => None,
    });
    if let Some(header) = header {
        body.retain(|item| !matches!(item, FrameItem::Tag(tag) if tag.location() == header));
    }
}

/// The first text of a frame, and its vertical position.
fn find_first_text(frame: &Frame, outer: Transform) -> Option<(Abs, &TextItem)> {
    frame.items().find_map(|(position, item)| match item {
        FrameItem::Text(text) => Some((position.transform(outer).y, text)),
        FrameItem::Group(group) => {
            let inner = outer.pre_concat(Transform::translate(position.x, position.y));
            find_first_text(&group.frame, inner.pre_concat(group.transform))
        }
        _ => None,
    })
}
