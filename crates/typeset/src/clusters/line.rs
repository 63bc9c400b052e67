//! Lines: rejoins neighboring pieces of text that the typesetter has split.

use std::ops::Range;

use typst::layout::{Abs, Em, FrameItem, Point};
use typst::syntax::Span;
use typst::text::TextItem;
use unicode_bidi::{BidiClass, bidi_class};

/// Pieces are joined at this distance.
const MAX_JOIN_DISTANCE: Abs = Abs::raw(0.01);

pub(super) struct GlyphPart {
    pub(super) glyph: u16,
    pub(super) x: Abs,
    /// Upward from the baseline of the line.
    pub(super) y: Abs,
}

/// Characters that are drawn as one.
pub(super) struct GlyphCluster<'a> {
    pub(super) text: &'a str,
    pub(super) parts: Vec<GlyphPart>,
    pub(super) start: Abs,
    pub(super) advance: Em,
    pub(super) span: (Span, u16),
    /// The piece that it ends in, and its range in that piece's text.
    piece: (usize, Range<u16>),
}

/// Text of one style and one direction on one baseline.
pub(super) struct TextLine<'a> {
    /// The items of the frame that belong to the line.
    pub(super) members: Vec<usize>,
    /// The first piece, whose style all have.
    pub(super) style: &'a TextItem,
    pub(super) baseline: Abs,
    /// True if it runs from right to left; `None` if its neighbors decide.
    pub(super) rtl: Option<bool>,
    /// True if it runs from right to left after a number or other text from left to right.
    pub(super) behind_ltr: bool,
    /// From left to right.
    pub(super) clusters: Vec<GlyphCluster<'a>>,
}

impl TextLine<'_> {
    /// Returns true if programs that extract it would not find its words. A glyph for a character that no
    /// font has (0) must remain visible to the check for PDF/UA.
    pub(super) fn is_complex(&self) -> bool {
        let parts = || self.clusters.iter().flat_map(|cluster| &cluster.parts);
        (self.rtl == Some(true) || self.clusters.iter().any(|cluster| cluster.parts.len() > 1))
            && parts().all(|part| part.glyph != 0)
            && self.clusters.iter().all(|cluster| !cluster.text.is_empty())
    }
}

#[derive(Clone, Copy)]
struct TextPiece<'a> {
    index: usize,
    position: Point,
    item: &'a TextItem,
    end: Abs,
    rtl: Option<bool>,
}

/// The lines of a frame; adjacent ones with other styles or directions are grouped.
pub(super) fn group_lines(items: &[(Point, FrameItem)]) -> Vec<Vec<TextLine<'_>>> {
    let mut rows = Vec::new();
    let mut open: Vec<TextPiece<'_>> = Vec::new();
    for (at, (position, item)) in items.iter().enumerate() {
        let piece = match item {
            FrameItem::Text(item) => Some(TextPiece::new(at, *position, item)),
            // The underline of a link is drawn piece by piece.
            FrameItem::Shape(..) => continue,
            _ => None,
        };
        if !open.last().zip(piece.as_ref()).is_some_and(|(last, next)| last.is_level_with(next)) {
            close_rows(&mut open, &mut rows);
        }
        open.extend(piece);
    }
    close_rows(&mut open, &mut rows);
    rows
}

/// Groups pieces on one level into rows. If text from right to left is among them, they are not in the order
/// of the page.
fn close_rows<'a>(open: &mut Vec<TextPiece<'a>>, rows: &mut Vec<Vec<TextLine<'a>>>) {
    if open.iter().any(|piece| piece.rtl == Some(true)) {
        open.sort_by_key(|piece| piece.position.x);
        resolve_direction_of_spaces(open);
        rows.extend(open.chunk_by(|one, other| is_near(one.end, other.position.x)).map(split_lines));
    } else if !open.is_empty() {
        rows.push(split_lines(open));
    }
    open.clear();
}

fn is_near(one: Abs, other: Abs) -> bool {
    (one - other).abs() < MAX_JOIN_DISTANCE
}

/// Lets spaces of another font take the direction of adjacent text from right to left.
fn resolve_direction_of_spaces(pieces: &mut [TextPiece<'_>]) {
    for at in 0..pieces.len() {
        let runs = |other: Option<&TextPiece<'_>>| other.is_some_and(|other| other.rtl == Some(true));
        let left = at.checked_sub(1).and_then(|at| pieces.get(at));
        if pieces[at].rtl.is_none() && (runs(left) || runs(pieces.get(at + 1))) {
            pieces[at].rtl = Some(true);
        }
    }
}

fn split_lines<'a>(pieces: &[TextPiece<'a>]) -> Vec<TextLine<'a>> {
    let mut lines: Vec<TextLine<'a>> = Vec::new();
    let mut rest = pieces;
    while !rest.is_empty() {
        let mut known = None;
        let count = rest.iter().enumerate().take_while(|(at, piece)| {
            let joins = *at == 0 || rest[at - 1].is_continued_by(piece);
            let agrees = known.is_none() || piece.rtl.is_none() || known == piece.rtl;
            known = known.or(piece.rtl);
            joins && agrees
        });
        let (pieces, later) = rest.split_at(count.count());
        lines.push(join_pieces(pieces));
        rest = later;
    }
    for at in 1..lines.len() {
        lines[at - 1].behind_ltr = lines[at - 1].rtl == Some(true) && lines[at].rtl == Some(false);
    }
    lines
}

/// The direction of a text: whether from right to left; `None` if its neighbors decide.
fn find_direction(item: &TextItem) -> Option<bool> {
    let ordered = item.glyphs.windows(2).find(|pair| pair[0].range != pair[1].range);
    if let Some(pair) = ordered {
        return Some(pair[0].range.start > pair[1].range.start);
    }
    item.text.chars().find_map(|c| match bidi_class(c) {
        BidiClass::R | BidiClass::AL => Some(true),
        BidiClass::L | BidiClass::EN | BidiClass::AN => Some(false),
        _ => None,
    })
}

impl<'a> TextPiece<'a> {
    fn new(at: usize, position: Point, item: &'a TextItem) -> Self {
        Self { index: at, position, item, end: position.x + item.width(), rtl: find_direction(item) }
    }

    /// Returns true if another piece may be of the same line.
    fn is_level_with(&self, other: &Self) -> bool {
        (self.position.y - other.position.y).abs() < self.item.size
    }

    /// Returns true if another piece is adjacent, with the same style.
    fn is_continued_by(&self, next: &Self) -> bool {
        let (one, other) = (self.item, next.item);
        is_near(self.end, next.position.x)
            && one.font == other.font
            && (one.size, one.lang, one.region) == (other.size, other.lang, other.region)
            && (&one.fill, &one.stroke) == (&other.fill, &other.stroke)
    }
}

/// The line of these pieces. The widest one is on the baseline: marks have no width.
fn join_pieces<'a>(pieces: &[TextPiece<'a>]) -> TextLine<'a> {
    let widest = pieces.iter().max_by_key(|piece| piece.item.width());
    let baseline = widest.map_or(Abs::zero(), |piece| piece.position.y);
    let mut clusters: Vec<GlyphCluster<'a>> = Vec::new();
    for piece in pieces {
        let item = piece.item;
        let mut pen = piece.position.x;
        for glyph in &item.glyphs {
            let text = item.text.get(glyph.range()).unwrap_or_default();
            let glyph_part = GlyphPart {
                glyph: glyph.id,
                x: pen + glyph.x_offset.at(item.size),
                y: baseline - piece.position.y + glyph.y_offset.at(item.size),
            };
            match clusters
                .last_mut()
                .filter(|last| last.includes_glyph(piece.index, &glyph.range, glyph.span, text))
            {
                Some(last) => {
                    last.parts.push(glyph_part);
                    last.advance += glyph.x_advance;
                    last.piece = (piece.index, glyph.range.clone());
                }
                None => clusters.push(GlyphCluster {
                    text,
                    parts: vec![glyph_part],
                    start: pen,
                    advance: glyph.x_advance,
                    span: glyph.span,
                    piece: (piece.index, glyph.range.clone()),
                }),
            }
            pen += glyph.x_advance.at(item.size);
        }
    }
    TextLine {
        members: pieces.iter().map(|piece| piece.index).collect(),
        style: pieces[0].item,
        baseline,
        rtl: pieces.iter().find_map(|piece| piece.rtl),
        behind_ltr: false,
        clusters,
    }
}

impl GlyphCluster<'_> {
    /// Returns true if a glyph also belongs to this cluster. In another piece its position in the text is
    /// meaningless: there it belongs to the cluster if it comes from the same place in the source.
    fn includes_glyph(&self, piece: usize, range: &Range<u16>, span: (Span, u16), text: &str) -> bool {
        if self.piece.0 == piece {
            return self.piece.1 == *range;
        }
        self.span == span && self.text == text
    }
}
