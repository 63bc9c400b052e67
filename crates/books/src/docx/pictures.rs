//! The pictures of the package.

use std::collections::HashSet;

use image::ImageFormat;

use crate::model::{Book, Image, ImageSource, Resources};
use crate::picture::{self, Drawing, Spool, SpooledBytes};
use crate::{Limits, Result, load_picture, report_missing, xml};

/// Pixels of the longer side of a drawing for programs that know no SVG: twice as fine as the page.
const MAX_DRAWING_SIDE_PIXELS: u32 = 1500;
/// Extension and media type of PNG.
const PNG: (&str, &str) = ("png", "image/png");
/// A picture of one transparent point, for drawings that cannot be drawn.
const CLEAR_PNG: &[u8] = &[
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0,
    0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0B, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63,
    0x60, 0, 2, 0, 0, 5, 0, 1, 0xE9, 0xFA, 0xDC, 0xD8, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
    0x82,
];

#[derive(Debug)]
pub(super) struct DocxPicture {
    /// Its path or text in the source.
    source: String,
    number: usize,
    pub(super) extension: &'static str,
    pub(super) media_type: &'static str,
    data: PictureData,
    /// Pixels.
    size: (u32, u32),
    /// The picture for programs that do not know this kind.
    fallback: Option<usize>,
}

#[derive(Debug)]
enum PictureData {
    /// In the file of the book that is its source.
    Source,
    Made(SpooledBytes),
    Clear,
}

impl DocxPicture {
    pub(super) fn part_path(&self) -> String {
        format!("word/{}", self.relation_target())
    }

    fn relation_target(&self) -> String {
        format!("media/image{}.{}", self.number, self.extension)
    }

    pub(super) fn bytes(&self, resources: &Resources) -> Result<Vec<u8>> {
        match &self.data {
            PictureData::Source => resources.read(&self.source),
            PictureData::Made(kept) => kept.read(),
            PictureData::Clear => Ok(CLEAR_PNG.to_vec()),
        }
    }
}

/// The pictures of the package, as far as the text shows them.
#[derive(Debug, Default)]
pub(super) struct PackagePictures {
    list: Vec<DocxPicture>,
    /// The folder where made pictures wait.
    spool: Spool,
    /// Pictures that cannot be shown; to be checked only once.
    refused: HashSet<String>,
    /// Number of times that the text shows a picture.
    drawings: usize,
}

/// A picture where the text shows it.
pub(super) struct ShownPicture {
    /// The number among all pictures that the text shows, from 1.
    pub(super) number: usize,
    /// The target of the relation to a picture that every program shows.
    pub(super) target: String,
    /// The target of the relation to the drawing that it was made of.
    pub(super) vector: Option<String>,
    /// Pixels.
    pub(super) size: (u32, u32),
}

impl PackagePictures {
    pub(super) fn into_list(self) -> Vec<DocxPicture> {
        self.list
    }

    /// Counts a picture that the text shows, and returns what it needs for that.
    pub(super) fn show(&mut self, at: usize) -> ShownPicture {
        self.drawings += 1;
        let shown = self.list[at].fallback.unwrap_or(at);
        ShownPicture {
            number: self.drawings,
            target: self.list[shown].relation_target(),
            vector: (shown != at).then(|| self.list[at].relation_target()),
            size: self.list[at].size,
        }
    }

    /// The picture of the package for an image; `None`, which is reported, if it cannot be shown.
    pub(super) fn find_picture(&mut self, book: &Book, document: &str, image: &Image) -> Option<usize> {
        let key = image.source.picture_key();
        if let Some(known) = self.list.iter().position(|picture| picture.source == key) {
            return Some(known);
        }
        if self.refused.contains(key) {
            return None;
        }
        let loaded = load_picture(book, document, &image.source);
        let made = loaded.and_then(|loaded| {
            let made = match loaded {
                picture::Picture::Drawing(text) => self.add_vector(key, &text),
                picture::Picture::Bitmap(format, size, bytes) => {
                    self.add_bitmap(&image.source, format, size, &bytes)
                }
            };
            if made.is_none() {
                report_missing(book, document, &image.source);
            }
            made
        });
        if made.is_none() {
            self.refused.insert(key.to_owned());
        }
        made
    }

    /// Adds a picture of this extension and media type; returns its index.
    fn add_picture(
        &mut self,
        source: &str,
        (extension, media_type): (&'static str, &'static str),
        data: PictureData,
        size: (u32, u32),
        fallback: Option<usize>,
    ) -> usize {
        let number = self.list.len() + 1;
        let source = source.to_owned();
        self.list.push(DocxPicture { source, number, extension, media_type, data, size, fallback });
        number - 1
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
        let (kind, data) = match format {
            ImageFormat::Jpeg => (("jpg", "image/jpeg"), data(bytes)?),
            ImageFormat::Png => (PNG, data(bytes)?),
            ImageFormat::Gif => (("gif", "image/gif"), data(bytes)?),
            _ => (PNG, PictureData::Made(self.spool.keep(&picture::to_png(bytes)?).ok()?)),
        };
        Some(self.add_picture(source.picture_key(), kind, data, size, None))
    }

    /// A drawing, and the same as PNG for programs that know no drawings.
    fn add_vector(&mut self, source: &str, text: &str) -> Option<usize> {
        let size = svg_size(text)?;
        let drawing = Drawing { text, longest: MAX_DRAWING_SIDE_PIXELS, enlarged: 2.0, picture: &|_| None };
        let drawn = picture::draw_png(&drawing).and_then(|png| self.spool.keep(&png).ok());
        let data = PictureData::Made(self.spool.keep(text.as_bytes()).ok()?);
        let instead = match drawn {
            Some(kept) => self.add_picture("", PNG, PictureData::Made(kept), size, None),
            None => match self.list.iter().position(|picture| matches!(picture.data, PictureData::Clear)) {
                Some(known) => known,
                None => self.add_picture("", PNG, PictureData::Clear, size, None),
            },
        };
        Some(self.add_picture(source, ("svg", "image/svg+xml"), data, size, Some(instead)))
    }
}

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
