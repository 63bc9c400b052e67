//! Images with their alternatives.

use image::ImageFormat;
use speech::Announcement;

use crate::error::Result;
use crate::model::{Attrs, Block, BlockKind, Book, Image, ImageSource};
use crate::picture::{self, Drawing, Spool, SpooledBytes, load_picture, report_missing};

use super::blocks::BlockContext;
use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

const SVG_TYPE: &str = "image/svg+xml";
/// Pixels of the longer side of a drawing for players that know no drawings.
const MAX_DRAWING_SIDE_PIXELS: u32 = 1200;

/// Bytes of pictures that stay in memory until they are written; further ones are read again.
const MAX_HELD_BYTES: usize = 16 << 20;

/// The data of a picture.
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

/// A picture of the package.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// Path in the package that is written.
    pub(super) name: String,
    pub(super) media_type: String,
    pub(super) data: PictureData,
    /// Its path or text in the source.
    pub(super) source: String,
}

impl<'a> TextWriter<'a> {
    /// Writes an image as a group with its alternative and caption; returns whether anything was
    /// written.
    pub(super) fn write_image(
        &mut self,
        image: &'a Image,
        caption: &'a [Block],
        attrs: Option<&Attrs>,
    ) -> bool {
        let file = self.picture_name(image);
        let words = image.alt.is_some() || !image.description.is_empty();
        if file.is_none() && !words && caption.is_empty() {
            return false;
        }
        let none = Attrs::default();
        self.open_plain("imggroup", attrs.unwrap_or(&none));
        self.write_image_parts(image, file.as_deref());
        if !caption.is_empty() {
            self.open_mixed("caption", &none, caption, BlockContext::Mixed);
            self.xml.close();
        }
        self.xml.close();
        true
    }

    fn write_image_parts(&mut self, image: &'a Image, file: Option<&str>) {
        let id = self.required_id(&[]);
        let has_file = file.is_some();
        self.letters.add_alternative(image);
        if let Some(file) = file {
            self.xml.open("img").attr("id", &id).attr("src", file);
            self.xml.attr("alt", image.alt.as_deref().unwrap_or_default()).close();
        }
        if image.description.is_empty() && image.alt.is_none() {
            return;
        }
        let note = |writer: &mut Self| {
            writer.xml.attr("render", "optional");
            if has_file {
                writer.xml.attr("imgref", &id);
            }
        };
        // A player that reads along reads notes, but no attributes.
        if image.description.is_empty() {
            self.announce_before(&Announcement::Image);
            self.open_step("prodnote", None, Some(Skippable::ProducerNote));
            self.say_text(image.alt.as_deref().unwrap_or_default(), pause::PARAGRAPH_MILLISECONDS);
            note(self);
            self.xml.text(image.alt.as_deref().unwrap_or_default());
        } else {
            let around = self.said_by.take();
            let outer = self.begin_skippable(Skippable::ProducerNote);
            self.announce_before(&Announcement::Image);
            self.xml.open("prodnote");
            note(self);
            // Without a picture there is no attribute for the alternative.
            if let Some(alt) = image.alt.as_deref().filter(|_| !has_file) {
                self.open_synced("p", None);
                self.say_text(alt, pause::PARAGRAPH_MILLISECONDS);
                self.xml.text(alt).close();
            }
            self.write_blocks(&image.description, BlockContext::Mixed);
            self.end_skippable(outer);
            self.said_by = around;
        }
        self.xml.close();
    }

    pub(super) fn write_figure(
        &mut self,
        attrs: &Attrs,
        blocks: &'a [Block],
        caption: &'a [Block],
        place: BlockContext,
    ) -> bool {
        let images: Vec<&'a Image> = blocks
            .iter()
            .filter_map(|block| match &block.kind {
                BlockKind::Image(image) => Some(image),
                _ => None,
            })
            .collect();
        if let [image] = images.as_slice()
            && blocks.len() == 1
        {
            let ids = attrs.ids.iter().chain(&blocks[0].attrs.ids).cloned().collect();
            return self.write_image(image, caption, Some(&Attrs { ids, ..attrs.clone() }));
        }
        if !blocks.iter().chain(caption).any(Block::has_content) {
            return self.write_blocks(blocks, place);
        }
        self.open_plain("div", attrs);
        self.xml.attr("class", "figure").end_line();
        let mut any = self.write_blocks(blocks, BlockContext::Blocks);
        any |= self.write_blocks(caption, BlockContext::Blocks);
        if !any {
            self.write_filler();
        }
        self.xml.close().end_line();
        true
    }

    /// The name in the package of an image's file; `None` if it does not exist or cannot be read. What
    /// DAISY does not know becomes PNG.
    fn picture_name(&mut self, image: &Image) -> Option<String> {
        let key = image.source.picture_key();
        if let Some(known) = self.images.iter().find(|picture| picture.source == key) {
            return Some(known.name.clone());
        }
        if self.refused_pictures.contains(key) {
            return None;
        }
        let made = convert_for_daisy(
            self.book,
            &self.section.path,
            &image.source,
            &mut self.spool,
            &mut self.held_bytes,
        );
        let Some((data, media_type, ending)) = made else {
            self.refused_pictures.insert(key.to_owned());
            return None;
        };
        let name = format!("images/image{}.{ending}", self.images.len() + 1);
        self.images.push(Picture {
            name: name.clone(),
            media_type: media_type.to_owned(),
            data,
            source: key.to_owned(),
        });
        Some(name)
    }
}

/// A picture as DAISY knows it, with its media type and the ending of its name. `None`, which is reported, if
/// it does not exist or cannot be read. `held`: bytes that are in memory already.
pub(super) fn convert_for_daisy(
    book: &Book,
    document: &str,
    source: &ImageSource,
    spool: &mut Spool,
    held: &mut usize,
) -> Option<(PictureData, &'static str, &'static str)> {
    let mut keep_bytes = |bytes: Vec<u8>| match source {
        ImageSource::File(path) if *held + bytes.len() > MAX_HELD_BYTES => PictureData::File(path.clone()),
        _ => {
            *held += bytes.len();
            PictureData::Held(bytes)
        }
    };
    Some(match load_picture(book, document, source)? {
        picture::Picture::Bitmap(ImageFormat::Jpeg, _, bytes) => (keep_bytes(bytes), "image/jpeg", "jpg"),
        picture::Picture::Bitmap(ImageFormat::Png, _, bytes) => (keep_bytes(bytes), "image/png", "png"),
        picture::Picture::Bitmap(_, _, bytes) => {
            let Some(png) = picture::to_png(&bytes) else {
                report_missing(book, document, source);
                return None;
            };
            (PictureData::Made(spool.keep(&png).ok()?), "image/png", "png")
        }
        picture::Picture::Drawing(text) => {
            (PictureData::Made(spool.keep(text.as_bytes()).ok()?), SVG_TYPE, "svg")
        }
    })
}
