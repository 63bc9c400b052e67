//! Lines in generated fonts.

use typst::layout::{Abs, Em, FrameItem, Point};
use typst::syntax::Span;
use typst::text::{Glyph, TextItem};
use unicode_bidi::{BidiClass, bidi_class};

use super::face::{FaceBuilder, GeneratedFaces, GlyphDrawing, PlacedGlyph};
use super::line::{GlyphCluster, TextLine};

/// Minimum width of a character in text from right to left, in ems. Poppler treats characters that begin
/// within a tenth of an em as duplicates, and ends the word there.
const MIN_CHAR_WIDTH_EMS: f64 = 0.12;

/// Poppler reverses a word only from its first letter on, and marks do not count. In visual order a word that
/// ends in a mark begins with it, so this character precedes it. Poppler also joins text at the left of a
/// number to it, up to a letter from right to left, so this character separates them.
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';

pub(super) fn collect_drawings(line: &TextLine<'_>, faces: &mut FaceBuilder) {
    for glyph in split_words(line).into_iter().flat_map(|word| word.glyphs) {
        faces.add_glyph(&line.style.font, glyph.drawing);
    }
}

/// The text of a line in a generated font, and its position. `None` if there is no such font.
pub(super) fn write_line_text(line: &TextLine<'_>, faces: &GeneratedFaces) -> Option<Vec<(Point, TextItem)>> {
    let face = faces.face(&line.style.font)?;
    let piece = |word: LineWord| {
        let mut text = String::new();
        let mut glyphs = Vec::new();
        for glyph in word.glyphs {
            let start = u16::try_from(text.len()).ok()?;
            text.push_str(&glyph.drawing.text);
            glyphs.push(Glyph {
                id: face.glyph_id(&glyph.drawing)?,
                x_advance: glyph.advance,
                x_offset: Em::zero(),
                y_advance: Em::zero(),
                y_offset: Em::zero(),
                range: start..u16::try_from(text.len()).ok()?,
                span: glyph.span,
            });
        }
        let item = TextItem { font: face.instance.clone(), text: text.into(), glyphs, ..line.style.clone() };
        Some((Point::new(word.start, line.baseline), item))
    };
    split_words(line).into_iter().map(piece).collect()
}

/// Sorts pieces of text into reading order, which is that of the source.
pub(super) fn sort_pieces(pieces: &mut [(Point, FrameItem)]) {
    let place = |item: &FrameItem| match item {
        FrameItem::Text(text) => {
            text.glyphs.iter().map(|glyph| (glyph.span.0.into_raw(), glyph.span.1)).min()
        }
        _ => None,
    };
    pieces.sort_by_key(|(_, item)| place(item));
}

/// A part of a line that is written as a unit.
struct LineWord {
    start: Abs,
    glyphs: Vec<DrawnGlyph>,
}

struct DrawnGlyph {
    drawing: GlyphDrawing,
    advance: Em,
    span: (Span, u16),
}

/// A line from left to right as a unit; the words of one from right to left, and the spaces between them, in
/// reading order.
fn split_words(line: &TextLine<'_>) -> Vec<LineWord> {
    if line.rtl != Some(true) {
        let glyphs = line.clusters.iter().map(|cluster| draw_cluster(line, cluster)).collect();
        return line
            .clusters
            .first()
            .map(|first| LineWord { start: first.start, glyphs })
            .into_iter()
            .collect();
    }
    let is_space = |cluster: &GlyphCluster<'_>| cluster.text.chars().all(char::is_whitespace);
    let words = line.clusters.chunk_by(|one, other| is_space(one) == is_space(other));
    let words = words.rev().enumerate();
    let word = |(at, word): (usize, &[GlyphCluster<'_>])| LineWord {
        start: word[0].start,
        glyphs: draw_letters(line, word, at == 0 && line.behind_ltr),
    };
    words.map(word).collect()
}

fn draw_cluster(line: &TextLine<'_>, cluster: &GlyphCluster<'_>) -> DrawnGlyph {
    draw_with_offset(line, cluster, cluster.text.to_owned(), Em::zero(), cluster.advance)
}

/// A glyph that starts at this offset from its cluster and draws all of it.
fn draw_with_offset(
    line: &TextLine<'_>,
    cluster: &GlyphCluster<'_>,
    text: String,
    behind: Em,
    advance: Em,
) -> DrawnGlyph {
    let ems = |length| Em::from_abs(length, line.style.size);
    let parts = cluster.parts.iter().map(|part| PlacedGlyph {
        glyph: part.glyph,
        x: to_font_units(line, ems(part.x - cluster.start) - behind),
        y: to_font_units(line, ems(part.y)),
    });
    DrawnGlyph {
        drawing: GlyphDrawing { text, advance: to_font_units(line, advance), parts: parts.collect() },
        advance,
        span: cluster.span,
    }
}

/// The width of one of `parts` equal parts.
fn divide_width(width: Em, parts: usize) -> Em {
    width / f64::from(u16::try_from(parts).unwrap_or(u16::MAX))
}

#[expect(clippy::cast_possible_truncation, reason = "a glyph is a few thousand units wide, and more is cut")]
fn to_font_units(line: &TextLine<'_>, length: Em) -> i16 {
    (length.get() * line.style.font.units_per_em()).round() as i16
}

/// A word from right to left, in visual order. PDF readers reverse it letter by letter, so each character is
/// a glyph: the first of a cluster, which comes last, draws it, the others are blank.
fn draw_letters(line: &TextLine<'_>, word: &[GlyphCluster<'_>], behind_ltr: bool) -> Vec<DrawnGlyph> {
    let mut letters = Vec::new();
    let mut pen = Em::zero();
    let mut turns = false;
    for (at, cluster) in word.iter().enumerate() {
        let mut text: Vec<(char, bool)> =
            cluster.text.char_indices().rev().map(|(at, c)| (c, at == 0)).collect();
        if !turns && text.first().is_some_and(|(c, _)| bidi_class(*c) == BidiClass::NSM) {
            text.insert(0, (RIGHT_TO_LEFT_MARK, false));
        }
        let runs = text.iter().any(|(c, _)| matches!(bidi_class(*c), BidiClass::R | BidiClass::AL));
        if behind_ltr && !runs && at + 1 == word.len() {
            text.push((RIGHT_TO_LEFT_MARK, false));
        }
        turns |= runs;
        let width = divide_width(cluster.advance, text.len());
        let mut start = pen;
        for (letter, draws) in text {
            letters.push(RtlLetter { c: letter, start, draws: draws.then_some(pen), cluster });
            start += width;
        }
        pen += cluster.advance;
    }
    spread_letters(&mut letters, pen);
    let ends: Vec<Em> = letters.iter().skip(1).map(|letter| letter.start).chain([pen]).collect();
    let glyph = |(letter, end): (RtlLetter<'_>, Em)| {
        let text = letter.c.to_string();
        let advance = end - letter.start;
        let cluster = letter.cluster;
        match letter.draws {
            Some(start) => draw_with_offset(line, cluster, text, letter.start - start, advance),
            None => DrawnGlyph {
                drawing: GlyphDrawing::blank(text, to_font_units(line, advance)),
                advance,
                span: cluster.span,
            },
        }
    };
    letters.into_iter().zip(ends).map(glyph).collect()
}

/// A character of a word from right to left.
struct RtlLetter<'a> {
    c: char,
    /// Offset from the left of the word.
    start: Em,
    /// Offset of its cluster, if it draws that.
    draws: Option<Em>,
    cluster: &'a GlyphCluster<'a>,
}

/// Spreads letters that are too close, within the width of their word.
fn spread_letters(letters: &mut [RtlLetter<'_>], width: Em) {
    let least = Em::new(MIN_CHAR_WIDTH_EMS).min(divide_width(width, letters.len()));
    let mut from = Em::zero();
    for letter in letters.iter_mut() {
        letter.start = letter.start.max(from);
        from = letter.start + least;
    }
    let mut to = width - least;
    for letter in letters.iter_mut().rev() {
        letter.start = letter.start.min(to);
        to = letter.start - least;
    }
}
