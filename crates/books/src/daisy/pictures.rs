//! The pictures of the package.

use std::collections::HashSet;

use image::ImageFormat;

use crate::model::{Book, Image, ImageSource};
use crate::picture::{self, Drawing, PictureData, PictureStore, SVG_TYPE, Spool, report_missing};

/// The formats of bitmaps that the standards know.
pub(super) const BITMAP_FORMATS: [ImageFormat; 2] = [ImageFormat::Jpeg, ImageFormat::Png];
/// Pixels of the longer side of a drawing for players that do not support drawings.
const MAX_DRAWING_SIDE_PIXELS: u32 = 1200;
/// Bytes of pictures that stay in memory until they are written.
pub(super) const MAX_HELD_BYTES: usize = 16 << 20;

impl Picture {
    /// A drawing as PNG; `None` if it is not a drawing, or cannot be drawn.
    pub(super) fn draw_as_png(&self, book: &Book, spool: &mut Spool) -> Option<Self> {
        if self.media_type != SVG_TYPE {
            return None;
        }
        let text = String::from_utf8(self.data.read(book).ok()?).ok()?;
        let drawing =
            Drawing { text: &text, longest: MAX_DRAWING_SIDE_PIXELS, enlarged: 2.0, picture: &|_| None };
        let Some(png) = picture::draw_png(&drawing) else {
            report_missing(book, "", &ImageSource::File(self.source.clone()));
            return None;
        };
        let data = PictureData::Made(spool.keep(&png).ok()?);
        let (name, source) = (self.name.clone(), self.source.clone());
        Some(Self { name, media_type: "image/png", data, source })
    }
}

#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// Path in the package that is written.
    pub(super) name: String,
    pub(super) media_type: &'static str,
    pub(super) data: PictureData,
    /// Its path or text in the source.
    pub(super) source: String,
}

/// The pictures that the text shows.
#[derive(Debug)]
pub(super) struct PackagePictures {
    list: Vec<Picture>,
    store: PictureStore,
    /// Pictures that cannot be shown; to be checked only once.
    refused: HashSet<String>,
}

impl PackagePictures {
    pub(super) fn new() -> Self {
        let store = PictureStore::holding(MAX_HELD_BYTES);
        Self { list: Vec::new(), store, refused: HashSet::new() }
    }

    /// The name in the package of an image's file; `None` if it does not exist or cannot be read. What DAISY
    /// does not know becomes PNG.
    pub(super) fn find_or_add(&mut self, book: &Book, document: &str, image: &Image) -> Option<String> {
        let key = image.source.picture_key();
        if let Some(known) = self.list.iter().find(|picture| picture.source == key) {
            return Some(known.name.clone());
        }
        if self.refused.contains(key) {
            return None;
        }
        let stored = self.store.load(book, document, &image.source, &BITMAP_FORMATS);
        let Some((data, media_type, extension)) = stored else {
            self.refused.insert(key.to_owned());
            return None;
        };
        let name = format!("images/image{}.{extension}", self.list.len() + 1);
        let source = key.to_owned();
        self.list.push(Picture { name: name.clone(), media_type, data, source });
        Some(name)
    }

    pub(super) fn into_list(self) -> Vec<Picture> {
        self.list
    }
}
