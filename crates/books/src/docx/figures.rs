//! Pictures with their alternatives.

use image::ImageFormat;

use crate::error::Result;
use crate::limits::Limits;
use crate::model::{Block, Image, ImageSource, Resources};
use crate::picture::{self, Drawing, Kept, load_picture, report_missing};
use crate::xml;

use super::runs::Run;
use super::text::TextWriter;

/// English Metric Units of a pixel at 96 to the inch.
const PIXEL: u32 = 9525;
/// Pixels between the margins.
const WIDTH: u32 = 624;
/// Pixels that a picture may be high, so that its caption fits the page.
const HEIGHT: u32 = 760;
/// Pixels of the longer side of a drawing for programs that know no SVG: twice as fine as the page.
const DRAWN: u32 = 1500;
/// What they show of a drawing that cannot be drawn: a picture of one clear point.
const CLEAR: &[u8] = &[
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63,
    0x60, 0, 2, 0, 0, 5, 0, 1, 0xE9, 0xFA, 0xDC, 0xD8, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
    0x82,
];

/// A picture of the package.
#[derive(Debug)]
pub(super) struct Picture {
    /// Its path or text in the source.
    source: String,
    number: usize,
    pub(super) ending: &'static str,
    pub(super) media_type: &'static str,
    data: Data,
    /// Pixels.
    size: (u32, u32),
    /// The picture for programs that do not know this kind.
    instead: Option<usize>,
}

/// Where the bytes of a picture are.
#[derive(Debug)]
enum Data {
    /// In the file of the book that is its source.
    Source,
    /// Made of it.
    Made(Kept),
    Clear,
}

impl Picture {
    /// Its path in the package.
    pub(super) fn part(&self) -> String {
        format!("word/{}", self.target())
    }

    fn target(&self) -> String {
        format!("media/image{}.{}", self.number, self.ending)
    }

    pub(super) fn bytes(&self, resources: &Resources) -> Result<Vec<u8>> {
        match &self.data {
            Data::Source => resources.read(&self.source),
            Data::Made(kept) => kept.read(),
            Data::Clear => Ok(CLEAR.to_vec()),
        }
    }
}

impl<'a> TextWriter<'a> {
    /// A picture on a line of its own, and its extended description.
    pub(super) fn image(&mut self, image: &'a Image, keep: bool) {
        if self.picture(image).is_none() && image.alt.as_deref().is_none_or(|alt| alt.trim().is_empty()) {
            return self.description(&image.description);
        }
        self.open_paragraph(if keep { "FigureAbove" } else { "Figure" });
        self.drawing(image);
        self.close_paragraph();
        self.description(&image.description);
    }

    pub(super) fn description(&mut self, blocks: &'a [Block]) {
        if !blocks.is_empty() {
            self.within("ImageDescription", 0, blocks);
        }
    }

    /// A picture in a line; its alternative in brackets when it cannot be shown.
    pub(super) fn drawing(&mut self, image: &Image) {
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty() && !image.decorative);
        let Some(at) = self.picture(image) else {
            if let Some(alt) = alt {
                self.letters.add_alternative(image);
                self.run(&Run::default(), &format!("[{alt}]"));
            }
            return;
        };
        let shown = self.images[at].instead.unwrap_or(at);
        let (target, size) = (self.images[shown].target(), self.images[at].size);
        let own = (shown != at).then(|| self.images[at].target());
        let relation = self.relations.id(self.in_notes, "image", &target, false);
        let vector = own.map(|target| self.relations.id(self.in_notes, "image", &target, false));
        let (width, height) = fitted(size);
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
    fn picture(&mut self, image: &Image) -> Option<usize> {
        let key = image.source.key();
        if let Some(known) = self.images.iter().position(|picture| picture.source == key) {
            return Some(known);
        }
        if self.refused.contains(key) {
            return None;
        }
        let document = &self.section.path;
        let loaded = load_picture(self.book, document, &image.source);
        let made = loaded.and_then(|loaded| {
            let made = match loaded {
                picture::Picture::Drawing(text) => self.vector(key, &text),
                picture::Picture::Bitmap(format, size, bytes) => {
                    self.bitmap(&image.source, format, size, &bytes)
                }
            };
            if made.is_none() {
                report_missing(self.book, document, &image.source);
            }
            made
        });
        if made.is_none() {
            self.refused.insert(key.to_owned());
        }
        made
    }

    fn keep(&mut self, picture: Picture) -> usize {
        let number = self.images.len() + 1;
        self.images.push(Picture { number, ..picture });
        self.images.len() - 1
    }

    /// Pictures in formats that Word does not know become PNG.
    fn bitmap(
        &mut self,
        source: &ImageSource,
        format: ImageFormat,
        size: (u32, u32),
        bytes: &[u8],
    ) -> Option<usize> {
        let mut data = |bytes: &[u8]| match source {
            ImageSource::File(_) => Some(Data::Source),
            ImageSource::Svg(_) => Some(Data::Made(self.spool.keep(bytes).ok()?)),
        };
        let (ending, media_type, data) = match format {
            ImageFormat::Jpeg => ("jpg", "image/jpeg", data(bytes)?),
            ImageFormat::Png => ("png", "image/png", data(bytes)?),
            ImageFormat::Gif => ("gif", "image/gif", data(bytes)?),
            _ => ("png", "image/png", Data::Made(self.spool.keep(&picture::png(bytes)?).ok()?)),
        };
        let source = source.key().to_owned();
        Some(self.keep(Picture { source, number: 0, ending, media_type, data, size, instead: None }))
    }

    /// A drawing, and the same as PNG for programs that know no drawings.
    fn vector(&mut self, source: &str, text: &str) -> Option<usize> {
        let size = svg_size(text)?;
        let drawing = Drawing { text, longest: DRAWN, enlarged: 2.0, picture: &|_| None };
        let drawn = picture::draw(&drawing).and_then(|png| self.spool.keep(&png).ok());
        let data = Data::Made(self.spool.keep(text.as_bytes()).ok()?);
        let png = |data| Picture {
            source: String::new(),
            number: 0,
            ending: "png",
            media_type: "image/png",
            data,
            size,
            instead: None,
        };
        let instead = match drawn {
            Some(kept) => self.keep(png(Data::Made(kept))),
            None => match self.images.iter().position(|picture| matches!(picture.data, Data::Clear)) {
                Some(known) => known,
                None => self.keep(png(Data::Clear)),
            },
        };
        Some(self.keep(Picture {
            source: source.to_owned(),
            number: 0,
            ending: "svg",
            media_type: "image/svg+xml",
            data,
            size,
            instead: Some(instead),
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
fn fitted((width, height): (u32, u32)) -> (String, String) {
    let (width, height) = (u64::from(width), u64::from(height));
    let (most_wide, most_high) = (u64::from(WIDTH), u64::from(HEIGHT));
    let (mut wide, mut high) = (width, height);
    if wide > most_wide {
        (wide, high) = (most_wide, height * most_wide / width);
    }
    if high > most_high {
        (wide, high) = (width * most_high / height, most_high);
    }
    let units = |side: u64| (side.max(1) * u64::from(PIXEL)).to_string();
    (units(wide), units(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fits_the_page_and_keeps_its_shape() {
        let of = |width, height| {
            let (wide, high) = fitted((width, height));
            (wide.parse::<u32>().unwrap() / PIXEL, high.parse::<u32>().unwrap() / PIXEL)
        };
        assert_eq!(of(100, 50), (100, 50));
        assert_eq!(of(1248, 624), (624, 312));
        assert_eq!(of(100, 7600), (10, 760));
        assert_eq!(of(u32::MAX, 1), (624, 1));
    }
}
