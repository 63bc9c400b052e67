//! The pictures of the package.

use std::collections::HashSet;

use image::ImageFormat;

use crate::error::Result;
use crate::model::{Book, Image, ImageSource};
use crate::picture::{self, Drawing, Spool, SpooledBytes, load_picture, report_missing};

const SVG_TYPE: &str = "image/svg+xml";
/// Pixels of the longer side of a drawing for players that do not support drawings.
const MAX_DRAWING_SIDE_PIXELS: u32 = 1200;

/// Bytes of pictures that stay in memory until they are written; further ones are read again.
const MAX_HELD_BYTES: usize = 16 << 20;

#[derive(Debug, Clone)]
pub(super) enum PictureData {
    /// A file of the source, by its path.
    File(String),
    /// The contents of a file.
    Held(Vec<u8>),
    /// A picture that was made of one that the standards do not know, or a drawing.
    Made(SpooledBytes),
}

impl PictureData {
    /// The picture.
    pub(super) fn read(&self, book: &Book) -> Result<Vec<u8>> {
        match self {
            Self::File(path) => book.resources.read(path),
            Self::Held(bytes) => Ok(bytes.clone()),
            Self::Made(kept) => kept.read(),
        }
    }
}

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
        Some(Self { name, media_type: "image/png".to_owned(), data, source })
    }
}

#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// Path in the package that is written.
    pub(super) name: String,
    pub(super) media_type: String,
    pub(super) data: PictureData,
    /// Its path or text in the source.
    pub(super) source: String,
}

/// Where the data of pictures waits until it is written.
#[derive(Debug, Default)]
pub(super) struct PictureStore {
    /// The folder of made pictures.
    pub(super) spool: Spool,
    /// Bytes of pictures that are in memory.
    held_bytes: usize,
}

impl PictureStore {
    /// A picture as DAISY knows it, with its media type and the extension of its name. `None`, which is
    /// reported, if it does not exist or cannot be read.
    pub(super) fn convert(
        &mut self,
        book: &Book,
        document: &str,
        source: &ImageSource,
    ) -> Option<(PictureData, &'static str, &'static str)> {
        Some(match load_picture(book, document, source)? {
            picture::Picture::Bitmap(ImageFormat::Jpeg, _, bytes) => {
                (self.hold(source, bytes), "image/jpeg", "jpg")
            }
            picture::Picture::Bitmap(ImageFormat::Png, _, bytes) => {
                (self.hold(source, bytes), "image/png", "png")
            }
            picture::Picture::Bitmap(_, _, bytes) => {
                let Some(png) = picture::to_png(&bytes) else {
                    report_missing(book, document, source);
                    return None;
                };
                (PictureData::Made(self.spool.keep(&png).ok()?), "image/png", "png")
            }
            picture::Picture::Drawing(text) => {
                (PictureData::Made(self.spool.keep(text.as_bytes()).ok()?), SVG_TYPE, "svg")
            }
        })
    }

    /// Keeps the contents of a file, as long as they fit into memory.
    fn hold(&mut self, source: &ImageSource, bytes: Vec<u8>) -> PictureData {
        match source {
            ImageSource::File(path) if self.held_bytes + bytes.len() > MAX_HELD_BYTES => {
                PictureData::File(path.clone())
            }
            _ => {
                self.held_bytes += bytes.len();
                PictureData::Held(bytes)
            }
        }
    }
}

/// The pictures that the text shows.
#[derive(Debug, Default)]
pub(super) struct PackagePictures {
    list: Vec<Picture>,
    store: PictureStore,
    /// Pictures that cannot be shown; to be checked only once.
    refused: HashSet<String>,
}

impl PackagePictures {
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
        let Some((data, media_type, extension)) = self.store.convert(book, document, &image.source) else {
            self.refused.insert(key.to_owned());
            return None;
        };
        let name = format!("images/image{}.{extension}", self.list.len() + 1);
        self.list.push(Picture {
            name: name.clone(),
            media_type: media_type.to_owned(),
            data,
            source: key.to_owned(),
        });
        Some(name)
    }

    /// All pictures, in the order of their numbers.
    pub(super) fn into_list(self) -> Vec<Picture> {
        self.list
    }
}
