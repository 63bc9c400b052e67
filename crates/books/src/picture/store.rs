//! Pictures on their way from a book into a package.

use std::io::{Seek, Write};

use image::ImageFormat;

use super::{Picture, Spool, SpooledBytes, load_picture, report_missing, to_png};
use crate::model::{Book, ImageSource};
use crate::{Archive, Result};

pub(crate) const SVG_TYPE: &str = "image/svg+xml";

#[derive(Debug, Clone)]
pub(crate) enum PictureData {
    /// A file of the book, by its path.
    File(String),
    /// The contents of a file.
    Held(Vec<u8>),
    /// A drawing, or a picture that was made of one in another format.
    Made(SpooledBytes),
}

impl PictureData {
    pub(crate) fn read(&self, book: &Book) -> Result<Vec<u8>> {
        match self {
            Self::File(path) => book.resources.read(path),
            Self::Held(bytes) => Ok(bytes.clone()),
            Self::Made(kept) => kept.read(),
        }
    }

    /// Adds the picture to a package under a name.
    pub(crate) fn add_to<W: Write + Seek>(
        &self,
        out: &mut Archive<W>,
        name: &str,
        media_type: &str,
        book: &Book,
    ) -> Result<()> {
        let bytes = self.read(book)?;
        // All kinds but drawings are compressed already.
        if media_type == SVG_TYPE { out.add(name, &bytes) } else { out.store(name, &bytes) }
    }
}

/// Where the data of pictures waits until it is written.
#[derive(Debug, Default)]
pub(crate) struct PictureStore {
    pub(crate) spool: Spool,
    /// Bytes of files that may still be held in memory; further ones are read again.
    held_left: usize,
}

impl PictureStore {
    /// A store that holds up to this many bytes of files in memory.
    pub(crate) fn holding(bytes: usize) -> Self {
        Self { held_left: bytes, ..Self::default() }
    }

    /// The picture of an image, with its media type and the extension of its name: a drawing, or a bitmap in
    /// one of these formats; those in others become PNG. `None`, which is reported, if it does not exist or
    /// cannot be read.
    pub(crate) fn load(
        &mut self,
        book: &Book,
        document: &str,
        source: &ImageSource,
        formats: &[ImageFormat],
    ) -> Option<(PictureData, &'static str, &'static str)> {
        let stored = match load_picture(book, document, source)? {
            Picture::Drawing(text) => {
                self.spool.keep(text.as_bytes()).ok().map(|kept| (PictureData::Made(kept), SVG_TYPE, "svg"))
            }
            Picture::Bitmap(format, _, bytes) if formats.contains(&format) => {
                self.hold(source, bytes).map(|data| (data, format.to_mime_type(), format.extensions_str()[0]))
            }
            Picture::Bitmap(_, _, bytes) => {
                let kept = to_png(&bytes).and_then(|png| self.spool.keep(&png).ok());
                kept.map(|kept| (PictureData::Made(kept), "image/png", "png"))
            }
        };
        if stored.is_none() {
            report_missing(book, document, source);
        }
        stored
    }

    /// Keeps a picture in memory while there is room. Otherwise a file is read again, and a picture that is
    /// not one waits in the spool. `None` if the spool cannot be written.
    fn hold(&mut self, source: &ImageSource, bytes: Vec<u8>) -> Option<PictureData> {
        if bytes.len() <= self.held_left {
            self.held_left -= bytes.len();
            return Some(PictureData::Held(bytes));
        }
        match source {
            ImageSource::File(path) => Some(PictureData::File(path.clone())),
            ImageSource::Svg(_) => self.spool.keep(&bytes).ok().map(PictureData::Made),
        }
    }
}
