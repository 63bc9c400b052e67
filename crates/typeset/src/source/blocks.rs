//! Blocks.

use std::fmt::Write as _;

use books::model::{Block, BlockKind, Image, Inline, PageBreak, Term, plain_text, squeezed};

use super::{DEPTH, Pass, Writer};
use crate::Care;
use crate::escape::literal;
use crate::fonts;

/// Points between the margins, and from top to bottom with room for a caption.
pub(super) const WIDTH: f64 = 482.0;
const HEIGHT: f64 = 560.0;
/// Points from top to bottom between the margins; of a letter, and from line to line.
const PAGE: f64 = 650.0;
const LETTER: f64 = 18.0;
const LINE: f64 = 28.0;
/// Weight of a picture in a part, in letters: a fixed amount, plus one per number of bytes, because line
/// drawings expand.
const PICTURE: usize = 1_500;
const BYTES: usize = 16;

impl<'a> Writer<'a> {
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            self.block(block);
        }
    }

    pub(super) fn block(&mut self, block: &'a Block) {
        if self.notes.takes(&self.section.path, block) {
            return;
        }
        if let BlockKind::Heading { level, inlines } = &block.kind
            && self.outline
        {
            return self.heading(&block.attrs, *level, inlines);
        }
        let opened = self.enter(&block.attrs);
        match &block.kind {
            BlockKind::Heading { inlines, .. } => {
                self.out.push_str("#box-title[");
                self.line(inlines);
                self.out.push_str("]\n");
            }
            BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) => self.paragraph(inlines),
            BlockKind::Line(_) => self.lines(std::slice::from_ref(block)),
            BlockKind::Preformatted(inlines) => {
                self.settle();
                let _ = writeln!(self.out, "#raw({}, block: true)", literal(&plain_text(inlines)));
            }
            BlockKind::List(list) => self.list(list),
            BlockKind::Definitions(terms) => self.definitions(terms),
            BlockKind::Table(table) => self.table(table),
            BlockKind::Image(image) => self.figure(image, &[]),
            BlockKind::Figure { blocks, caption } => {
                if let [Block { attrs, kind: BlockKind::Image(image) }] = blocks.as_slice() {
                    self.wait_for(&attrs.ids);
                    self.figure(image, caption);
                } else {
                    self.blocks(blocks);
                    self.blocks(caption);
                }
            }
            BlockKind::Note { blocks, .. } | BlockKind::Group(blocks) => self.blocks(blocks),
            BlockKind::PageBreak(page) => self.page(page),
            BlockKind::Math(math) => {
                self.settle();
                self.formula(math, true);
                self.out.push('\n');
            }
            BlockKind::Poem(blocks) => self.boxed("#inset[", "]\n", blocks, Self::verse),
            BlockKind::LineGroup(blocks) => self.verse(blocks),
            BlockKind::Quote(blocks) => {
                self.boxed("#quote(block: true)[", "]\n", blocks, Self::blocks);
            }
            BlockKind::Aside(blocks) => self.boxed("#aside[", "]\n", blocks, Self::blocks),
            BlockKind::Separator => self.out.push_str("#scene\n"),
        }
        self.leave(opened);
    }

    pub(super) fn paragraph(&mut self, inlines: &'a [Inline]) {
        let pictures = inlines.iter().any(|inline| matches!(inline, Inline::Image(_) | Inline::Math(_)));
        if plain_text(inlines).trim().is_empty() && !pictures {
            // Nothing is visible; places and page numbers stay.
            self.line(inlines);
            return;
        }
        self.out.push_str("#par[");
        self.line(inlines);
        self.out.push_str("]\n");
        self.descriptions(inlines);
    }

    /// A box around blocks, with headings as its titles. Boxes nested too deep are omitted.
    fn boxed(&mut self, open: &str, close: &str, blocks: &'a [Block], inside: fn(&mut Self, &'a [Block])) {
        let outline = std::mem::replace(&mut self.outline, false);
        let deep = self.depth >= DEPTH;
        self.depth += 1;
        let room = self.room;
        if !deep {
            self.room = narrower(room);
            self.settle();
            self.out.push_str(open);
        }
        inside(self, blocks);
        if !deep {
            self.out.push_str(close);
        }
        self.room = room;
        self.depth -= 1;
        self.outline = outline;
    }

    /// Verse: the lines of a group are one paragraph.
    fn verse(&mut self, blocks: &'a [Block]) {
        for run in blocks.chunk_by(|one, next| is_line(one) && is_line(next)) {
            if is_line(&run[0]) {
                self.lines(run);
            } else {
                self.blocks(run);
            }
        }
    }

    fn lines(&mut self, lines: &'a [Block]) {
        self.settle();
        self.out.push_str("#stanza[");
        for line in lines {
            self.out.push_str("#par[");
            let opened = self.enter(&line.attrs);
            self.line(line.inlines());
            self.leave(opened);
            self.out.push(']');
        }
        self.out.push_str("]\n");
    }

    pub(super) fn page(&mut self, page: &PageBreak) {
        self.wait_for(&page.ids);
        let label = page.label.trim();
        if label.is_empty() {
            return;
        }
        self.settle();
        self.print_page(label);
        let _ = writeln!(self.out, "#page-mark({})", literal(label));
    }

    /// Records the name of a page of the print edition.
    pub(super) fn print_page(&mut self, label: &str) {
        if let Pass::Draft(draft) = &mut self.pass {
            draft.print_page(label);
        }
    }

    /// Blocks in a container such as an item or cell: one line of text is not a paragraph.
    pub(super) fn loose(&mut self, blocks: &'a [Block]) {
        self.settle();
        match blocks {
            [Block { attrs, kind: BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) }] => {
                let opened = self.enter(attrs);
                self.line(inlines);
                self.leave(opened);
                self.descriptions(inlines);
            }
            _ => self.blocks(blocks),
        }
    }

    /// The blocks of a note: its first line is next to its number.
    pub(super) fn note(&mut self, blocks: &'a [Block]) {
        match blocks.split_first() {
            Some((first, rest)) if matches!(first.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_)) => {
                self.loose(std::slice::from_ref(first));
                if !rest.is_empty() {
                    self.out.push_str("#parbreak()");
                }
                self.blocks(rest);
            }
            _ => self.loose(blocks),
        }
    }

    fn definitions(&mut self, terms: &'a [Term]) {
        self.settle();
        let outline = std::mem::replace(&mut self.outline, false);
        self.depth += 1;
        let room = self.room;
        self.room = narrower(room);
        let mut rest = terms;
        self.out.push_str("#terms(tight: false");
        while !rest.is_empty() {
            let names = rest.iter().take_while(|term| !term.definition).count();
            let said = rest[names..].iter().take_while(|term| term.definition).count();
            self.out.push_str(", terms.item([");
            self.terms(&rest[..names], ", ");
            self.out.push_str("], [");
            self.terms(&rest[names..names + said], "#parbreak()");
            self.out.push_str("])");
            rest = &rest[names + said..];
        }
        self.out.push_str(")\n");
        self.room = room;
        self.depth -= 1;
        self.outline = outline;
    }

    fn terms(&mut self, terms: &'a [Term], between: &str) {
        for (n, term) in terms.iter().enumerate() {
            if n > 0 {
                if between.starts_with('#') {
                    self.out.push_str(between);
                } else {
                    self.text(between);
                }
            }
            let opened = self.enter(&term.attrs);
            self.loose(&term.blocks);
            self.leave(opened);
        }
    }

    /// A picture on a line of its own, its caption, and its extended description.
    fn figure(&mut self, image: &'a Image, caption: &'a [Block]) {
        self.settle();
        self.letters.add_alternative(image);
        let words = squeezed(&caption.iter().map(Block::plain_text).collect::<Vec<_>>().join(" "));
        match self.picture(image, &words) {
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
                self.flat(caption);
                self.out.push_str("]))\n");
            }
            None => {
                self.alternative(image);
                self.blocks(caption);
            }
        }
        self.description(image);
    }

    /// Whether a picture and its caption fit on one page.
    fn fits_one_page(&mut self, image: &Image, caption: &str) -> bool {
        let Some(picture) = self.pictures.get(image, self.book, &self.section.path) else { return true };
        let high = picture.size.1 * self.scale(picture.size);
        // Lines may end before the edge by the length of a word.
        let lines = (LETTER * fonts::width(caption, true) / (0.85 * self.room)).ceil();
        high + lines * LINE + LETTER <= PAGE
    }

    /// The factor by which a picture is reduced.
    fn scale(&self, (wide, high): (f64, f64)) -> f64 {
        (self.room / wide).min(HEIGHT / high).min(1.0)
    }

    /// The alternative of a picture that cannot be shown.
    fn alternative(&mut self, image: &Image) {
        if let Some(alt) = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty()) {
            let _ = writeln!(self.out, "#par[#{}]", literal(&format!("[{alt}]")));
        }
    }

    fn description(&mut self, image: &'a Image) {
        if !image.description.is_empty() {
            self.boxed("#inset[", "]\n", &image.description, Self::blocks);
        }
    }

    /// The extended descriptions of pictures in a line.
    pub(super) fn descriptions(&mut self, inlines: &'a [Inline]) {
        let mut found: Vec<&'a Image> = Vec::new();
        for inline in inlines {
            inline.walk(&mut |inline| {
                if let Inline::Image(image) = inline {
                    found.push(image);
                }
            });
        }
        for image in found {
            self.description(image);
        }
    }

    /// Blocks where only a line is allowed.
    pub(super) fn flat(&mut self, blocks: &'a [Block]) {
        for (n, line) in books::model::flat_lines(blocks).enumerate() {
            if n > 0 {
                self.text(" ");
            }
            self.line(line);
        }
    }

    /// A picture as an expression; `None` if it cannot be shown.
    pub(super) fn picture(&mut self, image: &Image, caption: &str) -> Option<String> {
        if self.care == Care::WithoutPictures {
            return None;
        }
        if let Pass::Draft(draft) = &mut self.pass {
            let key = image.source.key();
            let bytes = self
                .book
                .resources
                .get(key)
                .map_or(key.len(), |file| usize::try_from(file.size).unwrap_or(usize::MAX));
            draft.weight += PICTURE + bytes / BYTES;
            // The alternative is shown in the table of contents.
            return (!self.in_heading).then(|| "[]".to_owned());
        }
        let picture = self.pictures.get(image, self.book, &self.section.path)?;
        let (scale, wide) = (self.scale(picture.size), picture.size.0);
        let width = if (scale * wide - self.room).abs() < 1.0 {
            "100%".to_owned()
        } else {
            format!("{:.1}pt", scale * wide)
        };
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty());
        if image.decorative {
            return Some(format!("pdf.artifact(image(\"{}\", width: {width}))", picture.name));
        }
        // The standard requires an alternative; the source has none.
        let unnamed = if caption.is_empty() { undescribed(self.book.metadata.language()) } else { caption };
        Some(format!("image(\"{}\", alt: {}, width: {width})", picture.name, literal(alt.unwrap_or(unnamed))))
    }
}

/// The remaining line width in a box, list or quotation.
pub(super) fn narrower(room: f64) -> f64 {
    (room - 40.0).max(72.0)
}

fn is_line(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Line(_))
}

/// The alternative of a picture without description.
fn undescribed(language: &str) -> &'static str {
    match language.split('-').next().unwrap_or_default() {
        "es" => "Imagen sin descripción",
        "fr" => "Image sans description",
        "de" => "Bild ohne Beschreibung",
        "it" => "Immagine senza descrizione",
        "pt" => "Imagem sem descrição",
        _ => "Image without a description",
    }
}
