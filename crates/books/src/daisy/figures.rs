//! Images with their alternatives.

use speech::Announcement;

use crate::model::{Attrs, Block, BlockKind, Image};

use super::blocks::BlockContext;
use super::script::pause;
use super::smil::Skippable;
use super::text::TextWriter;

impl<'a> TextWriter<'a> {
    /// Writes an image as a group with its alternative and caption; returns whether anything was
    /// written.
    pub(super) fn write_image(
        &mut self,
        image: &'a Image,
        caption: &'a [Block],
        attrs: Option<&Attrs>,
    ) -> bool {
        let file = self.pictures.find_or_add(self.book, &self.section.path, image);
        let words = image.alt.is_some() || !image.description.is_empty();
        if file.is_none() && !words && caption.is_empty() {
            return false;
        }
        let none = Attrs::default();
        self.open_plain("imggroup", attrs.unwrap_or(&none));
        self.write_image_parts(image, file.as_deref());
        if !caption.is_empty() {
            self.open_mixed("caption", &none, caption);
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
        let alt = image
            .alt
            .as_deref()
            .filter(|alt| image.description.is_empty() || has_file && adds_words(alt, image));
        self.announce_before(&Announcement::Image);
        if let Some(alt) = alt {
            self.open_step("prodnote", None, Some(Skippable::ProducerNote));
            self.say_text(alt, pause::PARAGRAPH_MILLISECONDS);
            note(self);
            self.xml.text(alt).close();
        }
        if !image.description.is_empty() {
            let around = self.steps.line_step.take();
            let outer = self.steps.begin_skippable(Skippable::ProducerNote);
            self.xml.open("prodnote");
            note(self);
            // Without a picture there is no attribute for the alternative.
            if let Some(alt) = image.alt.as_deref().filter(|_| !has_file) {
                self.open_synced("p", None);
                self.say_text(alt, pause::PARAGRAPH_MILLISECONDS);
                self.xml.text(alt).close();
            }
            self.write_blocks(&image.description, BlockContext::Mixed);
            self.steps.end_skippable(outer);
            self.steps.line_step = around;
            self.xml.close();
        }
    }

    pub(super) fn write_figure(
        &mut self,
        attrs: &Attrs,
        blocks: &'a [Block],
        caption: &'a [Block],
        context: BlockContext,
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
            let own = &blocks[0].attrs;
            let ids = attrs.ids.iter().chain(&own.ids).cloned().collect();
            // The caption is not in the language of the alternative.
            let lang = own.lang.clone().filter(|_| caption.is_empty()).or_else(|| attrs.lang.clone());
            return self.write_image(image, caption, Some(&Attrs { ids, lang, ..attrs.clone() }));
        }
        if !blocks.iter().chain(caption).any(Block::has_content) {
            return self.write_blocks(blocks, context);
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
}

/// Returns true if an alternative says something that the description does not repeat.
fn adds_words(alt: &str, image: &Image) -> bool {
    let description: String = image.description.iter().map(Block::plain_text).collect();
    !alt.trim().is_empty() && description.trim() != alt.trim()
}
