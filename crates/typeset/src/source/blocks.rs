//! Blocks.

use std::fmt::Write as _;

use books::model::{
    Block, BlockKind, FlatContent, Image, Inline, PageBreak, Term, collapse_spaces, flat_content, plain_text,
};

use super::inlines::has_pictures;
use super::{MAX_BOX_DEPTH, SourceWriter, WritingPass};
use crate::escape::string_literal;
use crate::{Fallback, fonts};

/// Points between the margins, and from top to bottom with room for a caption.
pub(super) const TEXT_WIDTH_POINTS: f64 = 482.0;
const PICTURE_HEIGHT_POINTS: f64 = 560.0;
/// Points from top to bottom between the margins; of a letter, and from line to line.
const PAGE_HEIGHT_POINTS: f64 = 650.0;
const CHAR_WIDTH_POINTS: f64 = 18.0;
const LINE_HEIGHT_POINTS: f64 = 28.0;
/// Weight of a picture in a part, in letters: a fixed amount, plus one per number of bytes, because line
/// drawings expand.
const PICTURE_WEIGHT_CHARS: usize = 1_500;
const PICTURE_BYTES_PER_CHAR: usize = 16;

impl<'a> SourceWriter<'a> {
    pub(super) fn write_blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            self.write_block(block);
        }
    }

    pub(super) fn write_block(&mut self, block: &'a Block) {
        if self.notes.all.is_taken(&self.section.path, block) {
            return self.letters.add_omitted_headings(block);
        }
        if let BlockKind::Heading { level, inlines } = &block.kind
            && self.heading.outline
        {
            let section = self.section;
            return self.write_heading(&block.attrs, *level, inlines, section.wordless_heading_name(block));
        }
        let opened = self.enter_language(&block.attrs);
        match &block.kind {
            BlockKind::Heading { inlines, .. } => {
                self.out.push_str("#box-title[");
                self.write_line(inlines);
                self.out.push_str("]\n");
            }
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.write_paragraph(inlines),
            BlockKind::Line(_) => self.write_verse_lines(std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => {
                self.write_pending_places();
                block.walk_inlines(&mut |inline| match inline {
                    Inline::Text(text) => self.letters.add_text(text),
                    Inline::Image(image) => self.letters.add_alternative(image),
                    _ => {}
                });
                let _ = writeln!(self.out, "#raw({}, block: true)", string_literal(&plain_text(inlines)));
            }
            BlockKind::List(list) => self.write_list(list),
            BlockKind::Definitions(terms) => self.write_definitions(terms),
            BlockKind::Table(table) => self.write_table(table),
            BlockKind::Image(image) => self.write_figure(image, &[]),
            BlockKind::Figure { blocks, caption } => {
                if let [Block { attrs, kind: BlockKind::Image(image) }] = blocks.as_slice() {
                    self.add_pending_places(&attrs.ids);
                    self.write_figure(image, caption);
                } else {
                    self.write_blocks(blocks);
                    self.write_blocks(caption);
                }
            }
            BlockKind::Note { blocks, .. } | BlockKind::Group(blocks) => self.write_blocks(blocks),
            BlockKind::PageBreak(page) => self.write_page_break(page),
            BlockKind::Math(math) => {
                self.write_pending_places();
                self.write_formula(math, true);
                self.out.push('\n');
            }
            BlockKind::Poem(blocks) => self.write_box("#inset[", blocks, Self::write_verse),
            BlockKind::LineGroup(blocks) => self.write_verse(blocks),
            BlockKind::Quote(blocks) => {
                self.write_box("#quote(block: true)[", blocks, Self::write_blocks);
            }
            BlockKind::Aside(blocks) => self.write_box("#aside[", blocks, Self::write_blocks),
            BlockKind::Separator => self.out.push_str("#scene\n"),
        }
        self.leave_language(opened);
    }

    pub(super) fn write_paragraph(&mut self, inlines: &'a [Inline]) {
        let pictures = has_pictures(inlines);
        if plain_text(inlines).trim().is_empty() && !pictures {
            // Nothing is visible; places and page numbers stay.
            self.write_line(inlines);
            return;
        }
        self.out.push_str("#par[");
        self.write_line(inlines);
        self.out.push_str("]\n");
        self.write_descriptions(inlines);
    }

    /// Writes a box around blocks, with headings as its titles. Boxes nested too deep are omitted.
    fn write_box(&mut self, open: &str, blocks: &'a [Block], inside: fn(&mut Self, &'a [Block])) {
        let outline = std::mem::replace(&mut self.heading.outline, false);
        let deep = self.context.depth >= MAX_BOX_DEPTH;
        self.context.depth += 1;
        let room = self.context.room;
        if !deep {
            self.context.room = narrow_width(room);
            self.write_pending_places();
            self.out.push_str(open);
        }
        inside(self, blocks);
        if !deep {
            self.out.push_str("]\n");
        }
        self.context.room = room;
        self.context.depth -= 1;
        self.heading.outline = outline;
    }

    /// Writes verse: the lines of a group are one paragraph.
    fn write_verse(&mut self, blocks: &'a [Block]) {
        for run in blocks.chunk_by(|one, next| is_line(one) && is_line(next)) {
            if is_line(&run[0]) {
                self.write_verse_lines(run);
            } else {
                self.write_blocks(run);
            }
        }
    }

    fn write_verse_lines(&mut self, lines: &'a [Block]) {
        self.write_pending_places();
        self.out.push_str("#stanza[");
        for line in lines {
            self.out.push_str("#par[");
            let opened = self.enter_language(&line.attrs);
            self.write_line(line.inlines());
            self.leave_language(opened);
            self.out.push(']');
        }
        self.out.push_str("]\n");
    }

    pub(super) fn write_page_break(&mut self, page: &PageBreak) {
        self.add_pending_places(&page.ids);
        let label = page.label.trim();
        if label.is_empty() {
            return;
        }
        self.write_pending_places();
        self.write_print_page(label);
        let _ = writeln!(self.out, "#page-mark({})", string_literal(label));
    }

    /// Records the name of a page of the print edition.
    pub(super) fn write_print_page(&mut self, label: &str) {
        if let WritingPass::Draft(draft) = &mut self.pass {
            draft.print_pages.push(label.to_owned());
        }
    }

    /// Writes the blocks in a container such as an item or cell: one line of text is not a paragraph.
    pub(super) fn write_container(&mut self, blocks: &'a [Block]) {
        self.write_pending_places();
        match blocks {
            [Block { attrs, kind: BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) }] => {
                let opened = self.enter_language(attrs);
                self.write_line(inlines);
                self.leave_language(opened);
                self.write_descriptions(inlines);
            }
            _ => self.write_blocks(blocks),
        }
    }

    /// Writes the blocks of a note: its first line is next to its number.
    pub(super) fn write_note(&mut self, blocks: &'a [Block]) {
        match blocks.split_first() {
            Some((first, rest)) if matches!(first.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_)) => {
                self.write_container(std::slice::from_ref(first));
                if !rest.is_empty() {
                    self.out.push_str("#parbreak()");
                }
                self.write_blocks(rest);
            }
            _ => self.write_container(blocks),
        }
    }

    fn write_definitions(&mut self, terms: &'a [Term]) {
        self.write_pending_places();
        let outline = std::mem::replace(&mut self.heading.outline, false);
        self.context.depth += 1;
        let room = self.context.room;
        self.context.room = narrow_width(room);
        let mut rest = terms;
        self.out.push_str("#terms(tight: false");
        while !rest.is_empty() {
            let names = rest.iter().take_while(|term| !term.definition).count();
            let said = rest[names..].iter().take_while(|term| term.definition).count();
            self.out.push_str(", terms.item([");
            self.write_terms(&rest[..names], ", ");
            self.out.push_str("], [");
            self.write_terms(&rest[names..names + said], "#parbreak()");
            self.out.push_str("])");
            rest = &rest[names + said..];
        }
        self.out.push_str(")\n");
        self.context.room = room;
        self.context.depth -= 1;
        self.heading.outline = outline;
    }

    fn write_terms(&mut self, terms: &'a [Term], between: &str) {
        for (n, term) in terms.iter().enumerate() {
            if n > 0 {
                if between.starts_with('#') {
                    self.out.push_str(between);
                } else {
                    self.write_text(between);
                }
            }
            let opened = self.enter_language(&term.attrs);
            self.write_container(&term.blocks);
            self.leave_language(opened);
        }
    }

    /// Writes a picture on a line of its own, its caption, and its extended description.
    fn write_figure(&mut self, image: &'a Image, caption: &'a [Block]) {
        self.write_pending_places();
        self.letters.add_alternative(image);
        let words = collapse_spaces(&caption.iter().map(Block::plain_text).collect::<Vec<_>>().join(" "));
        match self.picture_expression(image, &words) {
            Some(picture) if caption.is_empty() => {
                let _ = writeln!(self.out, "#block[#{picture}]");
            }
            Some(picture) => {
                let whole = self.fits_one_page(image, &words);
                let _ = write!(
                    self.out,
                    "#{}(figure({picture}, kind: image, caption: [",
                    if whole { "whole" } else { "identity" }
                );
                self.write_flat(caption);
                self.out.push_str("]))\n");
            }
            None => {
                self.write_alternative(image);
                self.write_blocks(caption);
            }
        }
        self.write_description(image);
    }

    /// Returns true if a picture and its caption fit on one page.
    fn fits_one_page(&mut self, image: &Image, caption: &str) -> bool {
        let Some(picture) = self.pictures.find(image, self.book, &self.section.path) else { return true };
        let high = picture.size.1 * self.picture_scale(picture.size);
        // Lines may end before the edge by the length of a word.
        let lines =
            (CHAR_WIDTH_POINTS * fonts::measure_width(caption, true) / (0.85 * self.context.room)).ceil();
        high + lines * LINE_HEIGHT_POINTS + CHAR_WIDTH_POINTS <= PAGE_HEIGHT_POINTS
    }

    /// The factor by which a picture is reduced.
    fn picture_scale(&self, (wide, high): (f64, f64)) -> f64 {
        (self.context.room / wide).min(PICTURE_HEIGHT_POINTS / high).min(1.0)
    }

    /// The alternative of a picture that cannot be shown.
    fn write_alternative(&mut self, image: &Image) {
        if let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) {
            let _ = writeln!(self.out, "#par[#{}]", string_literal(&format!("[{alt}]")));
        }
    }

    fn write_description(&mut self, image: &'a Image) {
        if !image.description.is_empty() {
            self.write_box("#inset[", &image.description, Self::write_blocks);
        }
    }

    /// Writes the extended descriptions of pictures in a line.
    pub(super) fn write_descriptions(&mut self, inlines: &'a [Inline]) {
        let mut found: Vec<&'a Image> = Vec::new();
        for inline in inlines {
            inline.walk(&mut |inline| {
                if let Inline::Image(image) = inline {
                    found.push(image);
                }
            });
        }
        for image in found {
            self.write_description(image);
        }
    }

    /// Writes blocks where only a line is allowed.
    pub(super) fn write_flat(&mut self, blocks: &'a [Block]) {
        for (n, content) in flat_content(blocks).into_iter().enumerate() {
            if n > 0 {
                self.write_text(" ");
            }
            match content {
                FlatContent::Line(line) => self.write_line(line),
                FlatContent::Image(image) => self.write_image_in_line(image),
                FlatContent::Formula(math) => self.write_formula(math, false),
                FlatContent::Page(page) => self.write_page_in_line(page),
            }
        }
    }

    /// Returns a picture as an expression; `None` if it cannot be shown.
    pub(super) fn picture_expression(&mut self, image: &Image, caption: &str) -> Option<String> {
        if self.care == Fallback::WithoutPictures {
            return None;
        }
        if let WritingPass::Draft(draft) = &mut self.pass {
            let key = image.source.picture_key();
            let bytes = self
                .book
                .resources
                .get(key)
                .map_or(key.len(), |file| usize::try_from(file.size).unwrap_or(usize::MAX));
            draft.weight += PICTURE_WEIGHT_CHARS + bytes / PICTURE_BYTES_PER_CHAR;
            // The alternative is shown in the table of contents.
            return (!self.heading.is_inside).then(|| "[]".to_owned());
        }
        let picture = self.pictures.find(image, self.book, &self.section.path)?;
        let (scale, wide) = (self.picture_scale(picture.size), picture.size.0);
        let width = if (scale * wide - self.context.room).abs() < 1.0 {
            "100%".to_owned()
        } else {
            format!("{:.1}pt", scale * wide)
        };
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
        if image.decorative {
            return Some(format!("pdf.artifact(image(\"{}\", width: {width}))", picture.name));
        }
        // The standard requires an alternative; the source has none.
        let unnamed =
            if caption.is_empty() { missing_description(self.book.metadata.language()) } else { caption };
        Some(format!(
            "image(\"{}\", alt: {}, width: {width})",
            picture.name,
            string_literal(alt.unwrap_or(unnamed))
        ))
    }
}

/// The remaining line width in a box, list or quotation.
pub(super) fn narrow_width(room: f64) -> f64 {
    (room - 40.0).max(72.0)
}

fn is_line(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Line(_))
}

/// The alternative of a picture without description.
fn missing_description(language: &str) -> &'static str {
    match language.split('-').next().unwrap_or_default() {
        "es" => "Imagen sin descripción",
        "fr" => "Image sans description",
        "de" => "Bild ohne Beschreibung",
        "it" => "Immagine senza descrizione",
        "pt" => "Imagem sem descrição",
        _ => "Image without a description",
    }
}
