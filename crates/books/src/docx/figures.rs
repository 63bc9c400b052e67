//! Pictures with their alternatives.

use image::ImageFormat;

use crate::error::Result;
use crate::limits::Limits;
use crate::model::{Block, Image, ImageSource, Resources};
use crate::picture::{self, Drawing, SpooledBytes, load_picture, report_missing};
use crate::xml;

use super::runs::RunStyle;
use super::text::TextWriter;

/// English Metric Units of a pixel at 96 to the inch.
const EMU_PER_PIXEL: u32 = 9525;
/// Pixels between the margins.
const MAX_WIDTH_PIXELS: u32 = 624;
/// Pixels that a picture may be high, so that its caption fits the page.
const MAX_HEIGHT_PIXELS: u32 = 760;
/// Pixels of the longer side of a drawing for programs that know no SVG: twice as fine as the page.
const MAX_DRAWING_SIDE_PIXELS: u32 = 1500;
/// A picture of one transparent point, for drawings that cannot be drawn.
const CLEAR_PNG: &[u8] = &[
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63,
    0x60, 0, 2, 0, 0, 5, 0, 1, 0xE9, 0xFA, 0xDC, 0xD8, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
    0x82,
];

/// A picture of the package.
#[derive(Debug)]
pub(super) struct DocxPicture {
    /// Its path or text in the source.
    source: String,
    number: usize,
    pub(super) ending: &'static str,
    pub(super) media_type: &'static str,
    data: PictureData,
    /// Pixels.
    size: (u32, u32),
    /// The picture for programs that do not know this kind.
    fallback: Option<usize>,
}

/// The bytes of a picture.
#[derive(Debug)]
enum PictureData {
    /// In the file of the book that is its source.
    Source,
    /// Made of it.
    Made(SpooledBytes),
    Clear,
}

impl DocxPicture {
    /// The path in the package.
    pub(super) fn part_path(&self) -> String {
        format!("word/{}", self.relation_target())
    }

    fn relation_target(&self) -> String {
        format!("media/image{}.{}", self.number, self.ending)
    }

    pub(super) fn bytes(&self, resources: &Resources) -> Result<Vec<u8>> {
        match &self.data {
            PictureData::Source => resources.read(&self.source),
            PictureData::Made(kept) => kept.read(),
            PictureData::Clear => Ok(CLEAR_PNG.to_vec()),
        }
    }
}

impl<'a> TextWriter<'a> {
    /// A picture on a line of its own, and its extended description.
    pub(super) fn write_image(&mut self, image: &'a Image, keep: bool) {
        if self.find_picture(image).is_none() && image.alt.as_deref().is_none_or(|alt| alt.trim().is_empty())
        {
            return self.write_description(&image.description);
        }
        self.open_paragraph(if keep { "FigureAbove" } else { "Figure" });
        self.write_drawing(image);
        self.close_paragraph();
        self.write_description(&image.description);
    }

    pub(super) fn write_description(&mut self, blocks: &'a [Block]) {
        if !blocks.is_empty() {
            self.write_in_style("ImageDescription", 0, blocks);
        }
    }

    /// A picture in a line; its alternative in brackets when it cannot be shown.
    pub(super) fn write_drawing(&mut self, image: &Image) {
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty() && !image.decorative);
        let Some(at) = self.find_picture(image) else {
            if let Some(alt) = alt {
                self.letters.add_alternative(image);
                self.write_run(&RunStyle::default(), &format!("[{alt}]"));
            }
            return;
        };
        let shown = self.images[at].fallback.unwrap_or(at);
        let (target, size) = (self.images[shown].relation_target(), self.images[at].size);
        let own = (shown != at).then(|| self.images[at].relation_target());
        let relation = self.relations.relation_id(self.in_notes, "image", &target, false);
        let vector = own.map(|target| self.relations.relation_id(self.in_notes, "image", &target, false));
        let (width, height) = fit_to_page(size);
        self.drawings += 1;
        let id = self.drawings.to_string();
        let name = format!("Picture {id}");
        let xml = &mut self.xml;
        xml.open("w:r").open("w:drawing").open("wp:inline");
        for side in ["distT", "distB", "distL", "distR"] {
            xml.attr(side, "0");
        }
        xml.open("wp:extent").attr("cx", &width).attr("cy", &height).close();
        xml.open("wp:docPr").attr("id", &id).attr("name", &name);
        xml.attr_opt("descr", if image.decorative { Some("") } else { alt });
        self.letters.add_alternative(image);
        if image.decorative {
            xml.open("a:extLst").open("a:ext").attr("uri", "{C183D7F6-B498-43B3-948B-1728B52AA6E4}");
            xml.open("adec:decorative").attr("val", "1").close().close().close();
        }
        xml.close().open("wp:cNvGraphicFramePr").open("a:graphicFrameLocks").attr("noChangeAspect", "1");
        xml.close().close();
        xml.open("a:graphic").open("a:graphicData");
        xml.attr("uri", "http://schemas.openxmlformats.org/drawingml/2006/picture").open("pic:pic");
        xml.open("pic:nvPicPr")
            .open("pic:cNvPr")
            .attr("id", &id)
            .attr("name", &name)
            .attr_opt("descr", alt)
            .close();
        xml.open("pic:cNvPicPr")
            .close()
            .close()
            .open("pic:blipFill")
            .open("a:blip")
            .attr("r:embed", &relation);
        if let Some(vector) = vector {
            xml.open("a:extLst").open("a:ext").attr("uri", "{96DAC541-7B7A-43D3-8B79-37D633B846F1}");
            xml.open("asvg:svgBlip").attr("r:embed", &vector).close().close().close();
        }
        xml.close().open("a:stretch").open("a:fillRect").close().close().close();
        xml.open("pic:spPr").open("a:xfrm").open("a:off").attr("x", "0").attr("y", "0").close();
        xml.open("a:ext").attr("cx", &width).attr("cy", &height).close().close();
        xml.open("a:prstGeom").attr("prst", "rect").open("a:avLst").close().close().close();
        for _ in 0..6 {
            xml.close();
        }
    }

    /// The picture of the package for an image; `None`, which is reported, if it cannot be shown.
    fn find_picture(&mut self, image: &Image) -> Option<usize> {
        let key = image.source.picture_key();
        if let Some(known) = self.images.iter().position(|picture| picture.source == key) {
            return Some(known);
        }
        if self.refused_pictures.contains(key) {
            return None;
        }
        let document = &self.section.path;
        let loaded = load_picture(self.book, document, &image.source);
        let made = loaded.and_then(|loaded| {
            let made = match loaded {
                picture::Picture::Drawing(text) => self.add_vector(key, &text),
                picture::Picture::Bitmap(format, size, bytes) => {
                    self.add_bitmap(&image.source, format, size, &bytes)
                }
            };
            if made.is_none() {
                report_missing(self.book, document, &image.source);
            }
            made
        });
        if made.is_none() {
            self.refused_pictures.insert(key.to_owned());
        }
        made
    }

    fn add_picture(&mut self, picture: DocxPicture) -> usize {
        let number = self.images.len() + 1;
        self.images.push(DocxPicture { number, ..picture });
        self.images.len() - 1
    }

    /// Pictures in formats that Word does not know become PNG.
    fn add_bitmap(
        &mut self,
        source: &ImageSource,
        format: ImageFormat,
        size: (u32, u32),
        bytes: &[u8],
    ) -> Option<usize> {
        let mut data = |bytes: &[u8]| match source {
            ImageSource::File(_) => Some(PictureData::Source),
            ImageSource::Svg(_) => Some(PictureData::Made(self.spool.keep(bytes).ok()?)),
        };
        let (ending, media_type, data) = match format {
            ImageFormat::Jpeg => ("jpg", "image/jpeg", data(bytes)?),
            ImageFormat::Png => ("png", "image/png", data(bytes)?),
            ImageFormat::Gif => ("gif", "image/gif", data(bytes)?),
            _ => ("png", "image/png", PictureData::Made(self.spool.keep(&picture::to_png(bytes)?).ok()?)),
        };
        let source = source.picture_key().to_owned();
        Some(self.add_picture(DocxPicture {
            source,
            number: 0,
            ending,
            media_type,
            data,
            size,
            fallback: None,
        }))
    }

    /// A drawing, and the same as PNG for programs that know no drawings.
    fn add_vector(&mut self, source: &str, text: &str) -> Option<usize> {
        let size = svg_size(text)?;
        let drawing = Drawing { text, longest: MAX_DRAWING_SIDE_PIXELS, enlarged: 2.0, picture: &|_| None };
        let drawn = picture::draw_png(&drawing).and_then(|png| self.spool.keep(&png).ok());
        let data = PictureData::Made(self.spool.keep(text.as_bytes()).ok()?);
        let png = |data| DocxPicture {
            source: String::new(),
            number: 0,
            ending: "png",
            media_type: "image/png",
            data,
            size,
            fallback: None,
        };
        let instead = match drawn {
            Some(kept) => self.add_picture(png(PictureData::Made(kept))),
            None => match self.images.iter().position(|picture| matches!(picture.data, PictureData::Clear)) {
                Some(known) => known,
                None => self.add_picture(png(PictureData::Clear)),
            },
        };
        Some(self.add_picture(DocxPicture {
            source: source.to_owned(),
            number: 0,
            ending: "svg",
            media_type: "image/svg+xml",
            data,
            size,
            fallback: Some(instead),
        }))
    }
}

/// The size of a drawing.
fn svg_size(text: &str) -> Option<(u32, u32)> {
    let document = xml::parse("image.svg", text, &Limits::default()).ok()?;
    let root = document.root_element();
    let length = |value: &str| value.trim().trim_end_matches("px").parse::<f64>().ok().filter(|v| *v >= 1.0);
    let stated = |name: &str| root.attribute(name).and_then(length);
    let area: Vec<f64> = root
        .attribute("viewBox")
        .map(|area| area.split([' ', ',']).filter_map(|part| part.parse().ok()).collect())
        .unwrap_or_default();
    let (width, height) = match (stated("width"), stated("height"), area.as_slice()) {
        (Some(width), Some(height), _) => (width, height),
        (_, _, [_, _, width, height]) if *width > 0.0 && *height > 0.0 => (*width, *height),
        _ => (300.0, 150.0),
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    let whole = |side: f64| side.clamp(1.0, 20_000.0).round() as u32;
    Some((whole(width), whole(height)))
}

/// Width and height on the page: as large as it is, at most as large as fits.
fn fit_to_page((width, height): (u32, u32)) -> (String, String) {
    let (width, height) = (u64::from(width), u64::from(height));
    let (most_wide, most_high) = (u64::from(MAX_WIDTH_PIXELS), u64::from(MAX_HEIGHT_PIXELS));
    let (mut wide, mut high) = (width, height);
    if wide > most_wide {
        (wide, high) = (most_wide, height * most_wide / width);
    }
    if high > most_high {
        (wide, high) = (width * most_high / height, most_high);
    }
    let units = |side: u64| (side.max(1) * u64::from(EMU_PER_PIXEL)).to_string();
    (units(wide), units(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fits_the_page_and_keeps_its_shape() {
        let of = |width, height| {
            let (wide, high) = fit_to_page((width, height));
            (wide.parse::<u32>().unwrap() / EMU_PER_PIXEL, high.parse::<u32>().unwrap() / EMU_PER_PIXEL)
        };
        assert_eq!(of(100, 50), (100, 50));
        assert_eq!(of(1248, 624), (624, 312));
        assert_eq!(of(100, 7600), (10, 760));
        assert_eq!(of(u32::MAX, 1), (624, 1));
    }
}
