//! Images with their alternatives.

use std::borrow::Cow;

use speech::Announcement;

use crate::cover::resource_near;
use crate::model::{Attrs, Block, BlockKind, Image, ImageSource, Resources};
use crate::picture::{self, Drawing, Kept, Spool};
use crate::xml;

use super::blocks::Place;
use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

const SVG: &str = "image/svg+xml";
/// Pixels of the longer side of a drawing for players that know no drawings.
const LONGEST: u32 = 1200;

/// Where the data of a picture comes from.
#[derive(Debug, Clone)]
pub(super) enum Data {
    /// A file of the source, by its path.
    File(String),
    /// An SVG document.
    Text(String),
    /// A picture that was made of one that the standards do not know.
    Made(Kept),
}

impl Picture {
    /// A drawing as PNG; `None` if it is not a drawing, or cannot be drawn.
    pub(super) fn drawn(&self, resources: &Resources, spool: &mut Spool) -> Option<Self> {
        let (text, from) = match &self.data {
            Data::Text(text) => (text.clone(), None),
            Data::File(path) if self.media_type == SVG => {
                (xml::decode(path, resources.read(path).ok()?).ok()?, Some(path))
            }
            _ => return None,
        };
        let inside = |href: &str| resource_near(resources, from?, href);
        let drawing = Drawing { text: &text, longest: LONGEST, enlarged: 2.0, picture: &inside };
        let data = Data::Made(spool.keep(&picture::draw(&drawing)?).ok()?);
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
    pub(super) data: Data,
    /// Its path or text in the source.
    pub(super) source: String,
}

impl<'a> TextWriter<'a> {
    /// Writes an image as a group with its alternative and caption; returns whether anything was
    /// written.
    pub(super) fn image(&mut self, image: &'a Image, caption: &'a [Block], attrs: Option<&Attrs>) -> bool {
        let file = self.picture(image);
        let words = image.alt.is_some() || !image.description.is_empty();
        if file.is_none() && !words && caption.is_empty() {
            return false;
        }
        let none = Attrs::default();
        self.open_plain("imggroup", attrs.unwrap_or(&none));
        self.image_parts(image, file.as_deref());
        if !caption.is_empty() {
            self.mixed("caption", &none, caption, Place::Mixed);
            self.xml.close();
        }
        self.xml.close();
        true
    }

    fn image_parts(&mut self, image: &'a Image, file: Option<&str>) {
        let id = self.id(&[]);
        let has_file = file.is_some();
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
            self.announce(&Announcement::Image);
            self.open_step("prodnote", None, Some(Skippable::ProducerNote));
            self.say_text(image.alt.as_deref().unwrap_or_default(), pause::PARAGRAPH);
            note(self);
            self.xml.text(image.alt.as_deref().unwrap_or_default());
        } else {
            let around = self.said_by.take();
            let outer = self.begin_skippable(Skippable::ProducerNote);
            self.announce(&Announcement::Image);
            self.xml.open("prodnote");
            note(self);
            self.blocks(&image.description, Place::Mixed);
            self.end_skippable(outer);
            self.said_by = around;
        }
        self.xml.close();
    }

    pub(super) fn figure(
        &mut self,
        attrs: &Attrs,
        blocks: &'a [Block],
        caption: &'a [Block],
        place: Place,
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
            return self.image(image, caption, Some(&Attrs { ids, ..attrs.clone() }));
        }
        if !blocks.iter().chain(caption).any(Block::has_content) {
            return self.blocks(blocks, place);
        }
        self.open_plain("div", attrs);
        self.xml.attr("class", "figure").line();
        let mut any = self.blocks(blocks, Place::Blocks);
        any |= self.blocks(caption, Place::Blocks);
        if !any {
            self.filler();
        }
        self.xml.close().line();
        true
    }

    /// The name in the package of an image's file; `None` if it does not exist or cannot be read. What
    /// DAISY does not know becomes PNG.
    fn picture(&mut self, image: &Image) -> Option<String> {
        let (ImageSource::File(source) | ImageSource::Svg(source)) = &image.source;
        if let Some(known) = self.images.iter().find(|picture| picture.source == *source) {
            return Some(known.name.clone());
        }
        if self.refused.contains(source) {
            return None;
        }
        let made = self.made(image);
        let Some((data, media_type, ending)) = made else {
            self.refused.insert(source.clone());
            return None;
        };
        let name = format!("images/image{}.{ending}", self.images.len() + 1);
        self.images.push(Picture {
            name: name.clone(),
            media_type: media_type.to_owned(),
            data,
            source: source.clone(),
        });
        Some(name)
    }

    fn made(&mut self, image: &Image) -> Option<(Data, &'static str, &'static str)> {
        match &image.source {
            ImageSource::Svg(text) => Some((Data::Text(picture::clean(text)?.into_owned()), SVG, "svg")),
            ImageSource::File(path) => known_to_daisy(&self.book.resources, path, &mut self.spool),
        }
    }
}

/// A file as DAISY knows it, with its media type and the ending of its name. `None` if it does not exist or
/// cannot be read.
pub(super) fn known_to_daisy(
    resources: &Resources,
    path: &str,
    spool: &mut Spool,
) -> Option<(Data, &'static str, &'static str)> {
    Some(match resources.get(path)?.media_type.as_str() {
        "image/jpeg" | "image/jpg" => (Data::File(path.to_owned()), "image/jpeg", "jpg"),
        "image/png" => (Data::File(path.to_owned()), "image/png", "png"),
        SVG => {
            clean(path, resources.read(path).ok()?)?;
            (Data::File(path.to_owned()), SVG, "svg")
        }
        _ => {
            let png = picture::png(&resources.read(path).ok()?)?;
            (Data::Made(spool.keep(&png).ok()?), "image/png", "png")
        }
    })
}

/// A drawing without scripts and references to other places; `None` if it cannot be read.
pub(super) fn clean(path: &str, bytes: Vec<u8>) -> Option<Vec<u8>> {
    let text = xml::decode(path, bytes.clone()).ok()?;
    Some(match picture::clean(&text)? {
        Cow::Borrowed(_) => bytes,
        Cow::Owned(cleaned) => cleaned.into_bytes(),
    })
}
