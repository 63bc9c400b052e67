//! The number at the foot of each page, written when all pages are laid out.
//!
//! A number of the typesetter's own asks where its page is. The table of contents is empty in the first
//! layout and pushes all pages on in the second, so every page would be laid out three times. These numbers
//! ask nothing: the second layout makes the table of contents and finds all else as it was.

use typst::foundations::{Content, NativeElement as _};
use typst::introspection::{Location, Tag, TagFlags};
use typst::layout::{Abs, Em, Frame, FrameItem, GroupItem, Point, Transform};
use typst::pdf::{ArtifactElem, ArtifactKind};
use typst::text::{Glyph, TextItem};
use typst_layout::{Page, PagedDocument};

/// What stands at the foot of the only page of the [sample](crate::source::digits).
pub(crate) const DIGITS: &str = "0123456789";

/// Digits in the type of the book, and where the foot of a page is.
pub(crate) struct Digits {
    /// The glyph of each.
    glyphs: Vec<Glyph>,
    like: TextItem,
    baseline: Abs,
}

impl Digits {
    /// The digits of the sample; `None` when they are not there.
    pub(crate) fn of(sample: &PagedDocument) -> Option<Self> {
        let (baseline, like) = text_in(&sample.pages().first()?.frame, Transform::identity())?;
        let glyph = |at: usize| like.glyphs.iter().find(|glyph| glyph.range() == (at..at + 1)).cloned();
        let glyphs = (0..DIGITS.len()).map(glyph).collect::<Option<_>>()?;
        Some(Self { glyphs, like: like.clone(), baseline })
    }

    /// Writes the number of a page, which no reader of the text hears. `place`: which of its document it is.
    pub(crate) fn write(&self, page: &mut Page, place: usize) {
        let text = page.number.to_string();
        let glyphs: Vec<Glyph> = (0_u16..)
            .zip(text.bytes())
            .filter_map(|(at, digit)| {
                let glyph = self.glyphs.get(usize::from(digit.wrapping_sub(b'0')))?.clone();
                Some(Glyph { range: at..at + 1, ..glyph })
            })
            .collect();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<Em>().at(self.like.size);
        let item = TextItem { text: text.into(), glyphs, ..self.like.clone() };
        // No element of the book has such a place: theirs are hashes.
        let location = Location::new(place as u128);
        let flags = TagFlags { introspectable: false, tagged: true };
        let mut artifact = ArtifactElem::new(Content::empty()).with_kind(ArtifactKind::Footer).pack();
        artifact.set_location(location);
        // What the typesetter remembers is not changed, which would copy it, but put into a new frame.
        let mut frame = Frame::hard(page.frame.size());
        let at = Point::new((frame.width() - width) / 2.0, self.baseline);
        let mut body = std::mem::replace(&mut page.frame, Frame::soft(frame.size()));
        drop_header(&mut body);
        frame.push_multiple([
            (Point::zero(), FrameItem::Group(GroupItem::new(body))),
            (at, FrameItem::Tag(Tag::Start(artifact, flags))),
            (at, FrameItem::Text(item)),
            (at, FrameItem::Tag(Tag::End(location, 0, flags))),
        ]);
        page.frame = frame;
    }
}

/// Takes out the marks around the empty header, which only the typesetter had a use for.
fn drop_header(body: &mut Frame) {
    let header = body.items().find_map(|(_, item)| match item {
        FrameItem::Tag(Tag::Start(element, _)) if element.is::<ArtifactElem>() => element.location(),
        _ => None,
    });
    if let Some(header) = header {
        body.retain(|item| !matches!(item, FrameItem::Tag(tag) if tag.location() == header));
    }
}

/// The first text of a frame, and how far down it stands.
fn text_in(frame: &Frame, outer: Transform) -> Option<(Abs, &TextItem)> {
    frame.items().find_map(|(position, item)| match item {
        FrameItem::Text(text) => Some((position.transform(outer).y, text)),
        FrameItem::Group(group) => {
            let inner = outer.pre_concat(Transform::translate(position.x, position.y));
            text_in(&group.frame, inner.pre_concat(group.transform))
        }
        _ => None,
    })
}
