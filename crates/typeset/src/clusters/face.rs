//! Fonts with a glyph for each cluster.

use std::collections::HashMap;
use std::error::Error;

use kurbo::{BezPath, CubicBez, Point, Vec2};
use ttf_parser::{GlyphId, OutlineBuilder, Tag};
use typst::foundations::Bytes;
use typst::layout::Abs;
use typst::text::{Font, FontInstance, FontVariations};
use write_fonts::FontBuilder;
use write_fonts::tables::glyf::{GlyfLocaBuilder, Glyph, SimpleGlyph};
use write_fonts::tables::head::Head;
use write_fonts::tables::hhea::Hhea;
use write_fonts::tables::hmtx::{Hmtx, LongMetric};
use write_fonts::tables::maxp::Maxp;
use write_fonts::types::FWord;

/// A glyph of the original font, and its position, in units of that font.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct PlacedGlyph {
    pub(super) glyph: u16,
    pub(super) x: i16,
    pub(super) y: i16,
}

/// The text and the outlines of a glyph.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct GlyphDrawing {
    pub(super) text: String,
    pub(super) advance: i16,
    pub(super) parts: Vec<PlacedGlyph>,
}

impl GlyphDrawing {
    /// A text that is drawn by another glyph.
    pub(super) fn blank(text: String, advance: i16) -> Self {
        Self { text, advance, parts: Vec::new() }
    }
}

/// The required glyphs, by original font. Glyph 0 is the one for missing characters.
#[derive(Default)]
pub(super) struct FaceBuilder(HashMap<FontInstance, HashMap<GlyphDrawing, u16>>);

/// The new fonts, by original font.
pub(super) struct GeneratedFaces(HashMap<FontInstance, GeneratedFace>);

pub(super) struct GeneratedFace {
    pub(super) instance: FontInstance,
    glyphs: HashMap<GlyphDrawing, u16>,
}

impl FaceBuilder {
    /// Adds a glyph for this drawing. Glyphs beyond the limit of a font are dropped.
    pub(super) fn add_glyph(&mut self, font: &FontInstance, drawing: GlyphDrawing) {
        let glyphs = match self.0.get_mut(font) {
            Some(glyphs) => glyphs,
            None => self.0.entry(font.clone()).or_default(),
        };
        if let Ok(next) = u16::try_from(glyphs.len() + 1)
            && next < u16::MAX
        {
            glyphs.entry(drawing).or_insert(next);
        }
    }

    /// Builds the fonts; `None` if none is needed. A font that cannot be built is skipped and logged.
    #[expect(clippy::mutable_key_type, reason = "a font is compared by its file, which never changes")]
    pub(super) fn build(self) -> Option<GeneratedFaces> {
        let faces = self.0.into_iter().filter_map(|(source, glyphs)| {
            let made = if is_colored(&source) { None } else { build_font(&source, &glyphs) };
            Some((source, GeneratedFace { instance: made?, glyphs }))
        });
        let faces: HashMap<_, _> = faces.collect();
        (!faces.is_empty()).then_some(GeneratedFaces(faces))
    }
}

impl GeneratedFaces {
    pub(super) fn face(&self, source: &FontInstance) -> Option<&GeneratedFace> {
        self.0.get(source)
    }
}

impl GeneratedFace {
    pub(super) fn glyph_id(&self, drawing: &GlyphDrawing) -> Option<u16> {
        self.glyphs.get(drawing).copied()
    }
}

/// Returns true if the glyphs of a font are more than outlines.
fn is_colored(font: &FontInstance) -> bool {
    let tables = font.ttf().tables();
    tables.colr.is_some() || tables.svg.is_some() || tables.sbix.is_some() || tables.cbdt.is_some()
}

fn build_font(source: &FontInstance, glyphs: &HashMap<GlyphDrawing, u16>) -> Option<FontInstance> {
    let bytes = build_font_file(source, glyphs)
        .inspect_err(|problem| tracing::warn!(?source, %problem, "a font for clusters could not be made"))
        .ok()?;
    let font = Font::new(Bytes::new(bytes), 0)?;
    let variant = font.info().variant;
    Some(font.instantiate(variant, Abs::zero(), &FontVariations::default()))
}

/// The font file. Names, weight and metrics are those of the source.
fn build_font_file(
    source: &FontInstance,
    glyphs: &HashMap<GlyphDrawing, u16>,
) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut drawings: Vec<_> = glyphs.iter().map(|(drawing, id)| (*id, drawing)).collect();
    drawings.sort_unstable_by_key(|(id, _)| *id);
    let mut outlines = GlyfLocaBuilder::new();
    outlines.add_glyph(&Glyph::Empty)?;
    let mut metrics = vec![LongMetric { advance: 0, side_bearing: 0 }];
    for (_, drawing) in drawings {
        let glyph = merge_outlines(source, drawing)?;
        let side_bearing = glyph.bbox().map_or(0, |bbox| bbox.x_min);
        metrics.push(LongMetric { advance: drawing.advance.max(0).unsigned_abs(), side_bearing });
        outlines.add_glyph(&glyph)?;
    }
    let (glyf, loca, format) = outlines.build();
    let ttf = source.ttf();
    let all = ttf.global_bounding_box();
    let count = u16::try_from(metrics.len()).unwrap_or(u16::MAX);
    let head = Head {
        units_per_em: ttf.units_per_em(),
        x_min: all.x_min,
        y_min: all.y_min,
        x_max: all.x_max,
        y_max: all.y_max,
        index_to_loc_format: format as i16,
        ..Head::default()
    };
    let hhea = Hhea {
        ascender: FWord::new(ttf.ascender()),
        descender: FWord::new(ttf.descender()),
        line_gap: FWord::new(ttf.line_gap()),
        number_of_h_metrics: count,
        ..Hhea::default()
    };
    let mut file = FontBuilder::new();
    file.add_table(&head)?;
    file.add_table(&hhea)?;
    file.add_table(&Maxp::new(count))?;
    file.add_table(&Hmtx::new(metrics, Vec::new()))?;
    file.add_table(&glyf)?;
    file.add_table(&loca)?;
    for tag in [b"OS/2", b"name", b"post"] {
        if let Some(table) = source.ttf().raw_face().table(Tag::from_bytes(tag)) {
            file.add_raw(write_fonts::types::Tag::new(tag), table);
        }
    }
    Ok(file.build())
}

fn merge_outlines(source: &FontInstance, drawing: &GlyphDrawing) -> Result<Glyph, Box<dyn Error>> {
    let mut outline = OutlinePath::default();
    for part in &drawing.parts {
        outline.origin = Vec2::new(f64::from(part.x), f64::from(part.y));
        source.ttf().outline_glyph(GlyphId(part.glyph), &mut outline);
    }
    if outline.path.is_empty() {
        return Ok(Glyph::Empty);
    }
    let glyph = SimpleGlyph::from_bezpath(&outline.path).map_err(|problem| format!("{problem:?}"))?;
    Ok(Glyph::Simple(glyph))
}

/// A path of quadratic curves, with an origin that moves.
#[derive(Default)]
struct OutlinePath {
    path: BezPath,
    origin: Vec2,
    last: Point,
}

/// Limit of the deviation of a quadratic curve from the cubic one that it approximates, in units of the font.
const MAX_CURVE_DEVIATION: f64 = 0.25;

impl OutlinePath {
    fn translate(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x), f64::from(y)) + self.origin
    }
}

impl OutlineBuilder for OutlinePath {
    fn move_to(&mut self, x: f32, y: f32) {
        self.last = self.translate(x, y);
        self.path.move_to(self.last);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.last = self.translate(x, y);
        self.path.line_to(self.last);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.last = self.translate(x, y);
        self.path.quad_to(self.translate(x1, y1), self.last);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let cubic =
            CubicBez::new(self.last, self.translate(x1, y1), self.translate(x2, y2), self.translate(x, y));
        for (_, _, quad) in cubic.to_quads(MAX_CURVE_DEVIATION) {
            self.path.quad_to(quad.p1, quad.p2);
        }
        self.last = cubic.p3;
    }

    fn close(&mut self) {
        self.path.close_path();
    }
}
