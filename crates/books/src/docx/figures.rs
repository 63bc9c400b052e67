//! Pictures with their alternatives.

use crate::model::{Block, Image};

use super::runs::RunStyle;
use super::text::TextWriter;

/// English Metric Units of a pixel at 96 to the inch.
const EMU_PER_PIXEL: u32 = 9525;
/// Pixels between the margins.
const MAX_WIDTH_PIXELS: u32 = 624;
/// Pixels that a picture may be high, so that its caption fits the page.
const MAX_HEIGHT_PIXELS: u32 = 760;
impl<'a> TextWriter<'a> {
    /// A picture on a line of its own, and its extended description.
    pub(super) fn write_image(&mut self, image: &'a Image, keep: bool) {
        if self.pictures.find_picture(self.book, &self.section.path, image).is_none()
            && image.alt.as_deref().is_none_or(|alt| alt.trim().is_empty())
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
        let Some(at) = self.pictures.find_picture(self.book, &self.section.path, image) else {
            if let Some(alt) = alt {
                self.letters.add_alternative(image);
                self.write_run(&RunStyle::default(), &format!("[{alt}]"));
            }
            return;
        };
        let shown = self.pictures.show(at);
        let mut relate =
            |target: &str| self.relations.relation_id(self.notes.is_writing, "image", target, false);
        let relation = relate(&shown.target);
        let vector = shown.vector.as_deref().map(relate);
        let (width, height) = fit_to_page(shown.size);
        let id = shown.number.to_string();
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
