//! Images with their alternatives.

use speech::Announcement;

use crate::model::{Attrs, Block, BlockKind, Image, ImageSource};
use crate::path;

use super::blocks::Place;
use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

/// Where the data of a picture comes from.
#[derive(Debug)]
pub(super) enum Data {
    /// A file of the source, by its path.
    File(String),
    /// An SVG document.
    Text(String),
}

/// A picture of the package.
#[derive(Debug)]
pub(super) struct Picture {
    /// Path in the package that is written.
    pub(super) name: String,
    pub(super) media_type: String,
    pub(super) data: Data,
}

impl<'a> TextWriter<'a> {
    /// Writes an image as a group with its alternative and caption; answers whether anything was
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
            let outer = self.begin_skippable(Skippable::ProducerNote);
            self.announce(&Announcement::Image);
            self.xml.open("prodnote");
            note(self);
            self.blocks(&image.description, Place::Mixed);
            self.end_skippable(outer);
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

    /// The name in the package of an image's file; `None` when DAISY knows no such format or the
    /// file does not exist.
    fn picture(&mut self, image: &Image) -> Option<String> {
        let (data, media_type, ending) = match &image.source {
            ImageSource::Svg(text) => (Data::Text(text.clone()), "image/svg+xml", "svg"),
            ImageSource::File(path) => {
                let resource = self.book.resources.get(path)?;
                let known = self
                    .images
                    .iter()
                    .find(|picture| matches!(&picture.data, Data::File(other) if other == path));
                if let Some(known) = known {
                    return Some(known.name.clone());
                }
                let (media_type, ending) =
                    match (resource.media_type.as_str(), path::extension(path).as_str()) {
                        ("image/jpeg" | "image/jpg", _) => ("image/jpeg", "jpg"),
                        ("image/png", _) => ("image/png", "png"),
                        ("image/svg+xml", _) => ("image/svg+xml", "svg"),
                        _ => return None,
                    };
                (Data::File(path.clone()), media_type, ending)
            }
        };
        let name = format!("images/image{}.{ending}", self.images.len() + 1);
        self.images.push(Picture { name: name.clone(), media_type: media_type.to_owned(), data });
        Some(name)
    }
}
