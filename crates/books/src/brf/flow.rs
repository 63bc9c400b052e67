//! A book as elements to lay out, each set as transcribers set it.

use std::cell::RefCell;
use std::collections::HashMap;

use braille::{Piece, Text, Translator, from_ascii};

use super::inlines::{Line, RunContext, text_piece};
use super::phrases::{self, Phrases};
use super::raised::to_line;
use super::settings::Settings;
use super::sheet::{Element, Para};
use super::wrap;
use crate::footnotes::begins_with_sign;
use crate::model::{
    Attrs, Block, BlockKind, Book, Image, Inline, List, Math, NoteKind, Numbering, Section, Target, Term,
    collapse_spaces, has_picture, plain_text,
};
use crate::progress::Watch;
use crate::{LetterTally, Progress, Result};

/// A heading or another place of the text, as the table of contents lists it.
#[derive(Debug, Clone)]
pub(super) struct Heading {
    /// Depth, from 1.
    pub(super) level: u8,
    pub(super) text: Text,
}

/// A book on its way to elements.
pub(super) struct Flow<'a> {
    pub(super) settings: Settings,
    pub(super) phrases: &'static Phrases,
    /// The signs by which the text refers to notes.
    pub(super) references: HashMap<Target, &'a str>,
    pub(super) path: &'a str,
    pub(super) elements: Vec<Element>,
    /// Headings and other entries of the contents so far.
    headings: RefCell<Vec<Heading>>,
    section: Option<&'a Section>,
    /// Places of the section that the table of contents names and that were not written yet, by id.
    places: RefCell<HashMap<&'a str, Heading>>,
    /// Translators, the innermost language last.
    translators: Vec<(Option<&'a str>, Translator)>,
    /// The levels of headings that are centered, and begin a page if parts are long.
    centered: u8,
    new_pages: bool,
    margin: usize,
    /// The deepest indent level of the current poem.
    verse: Option<u8>,
    /// Checked between formulas, which are slow.
    pub(super) watch: Watch<'a>,
    /// Letters of the book that were written.
    pub(super) letters: RefCell<LetterTally>,
    /// Images of lines whose extended descriptions follow the block.
    pub(super) described_images: RefCell<Vec<&'a Image>>,
}

pub(super) fn collect_elements<'a>(
    book: &'a Book,
    translator: &Translator,
    settings: Settings,
    progress: &'a mut dyn Progress,
) -> Result<(Vec<Element>, Vec<Heading>, LetterTally)> {
    let (centered, new_pages) = plan_divisions(book, settings);
    let mut flow = Flow {
        settings,
        phrases: phrases::for_language(book.metadata.language()),
        references: note_signs(book),
        path: "",
        elements: Vec::new(),
        headings: RefCell::default(),
        section: None,
        places: RefCell::default(),
        translators: vec![(None, *translator)],
        centered,
        new_pages,
        margin: 0,
        verse: None,
        watch: Watch::new(progress, book.sections.len()),
        letters: RefCell::default(),
        described_images: RefCell::default(),
    };
    for (done, section) in book.sections.iter().enumerate() {
        flow.watch.step(done)?;
        flow.path = &section.path;
        flow.section = Some(section);
        let places = flow.named_places(section)?;
        *flow.places.get_mut() = places;
        flow.letters.get_mut().begin_section();
        let lang = section.lang.as_deref();
        if let Some((level, name)) = &section.starts {
            let name = flow.translator().text(&[Piece::from_text(name.as_str())])?;
            flow.mark_heading(*level, name);
        }
        flow.in_language(lang, |flow| flow.push_blocks(&section.blocks))?;
        flow.elements.push(Element::Blank);
    }
    flow.watch.check_stopped()?;
    Ok((flow.elements, flow.headings.into_inner(), flow.letters.into_inner()))
}

/// Finds the depth of the headings that divide the book, and whether the parts below them are long enough
/// for pages of their own.
fn plan_divisions(book: &Book, settings: Settings) -> (u8, bool) {
    let mut counts = [0_usize; 7];
    let mut letters = 0_usize;
    for section in &book.sections {
        if let Some((level, _)) = &section.starts {
            counts[usize::from(*level).min(6)] += 1;
        }
        for block in &section.blocks {
            if let BlockKind::Heading { level, .. } = block.kind {
                counts[usize::from(level).min(6)] += 1;
            }
            block.walk(&mut |block| letters += plain_text(block.inlines()).len());
        }
    }
    let deepest = (1..=3).find(|level| counts[*level] >= 2).unwrap_or(1);
    let parts: usize = counts[1..=deepest].iter().sum();
    let page = usize::from(settings.cells) * 20;
    (u8::try_from(deepest).unwrap_or(1), letters / parts.max(1) > 2 * page)
}

/// The sign of each note: the text of the first reference to it.
fn note_signs(book: &Book) -> HashMap<Target, &str> {
    let mut found = HashMap::new();
    book.walk(&mut |block| {
        block.walk_inlines(&mut |inline| {
            if let Inline::NoteRef { target, text, .. } = inline {
                found.entry(target.clone()).or_insert(text.trim());
            }
        });
    });
    found
}

impl<'a> Flow<'a> {
    pub(super) fn translator(&self) -> &Translator {
        &self.translators[self.translators.len() - 1].1
    }

    /// Does something in another language. One without a table of its own stays in that of the book.
    fn in_language(
        &mut self,
        lang: Option<&'a str>,
        work: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let ueb = self.settings.ueb;
        let own = self.translators[0].1;
        let other =
            lang.and_then(|lang| braille::code(lang, ueb)).filter(|code| *code != self.translator().code());
        let Some(other) = other else { return work(self) };
        // Contractions are learned for one language, that of the book.
        let contracted = own.is_contracted() && other == own.code();
        self.translators.push((lang, Translator::new(other.language, contracted, ueb)));
        let done = work(self);
        self.translators.pop();
        done
    }

    /// The places of a section that the table of contents names, in braille.
    fn named_places(&self, section: &'a Section) -> Result<HashMap<&'a str, Heading>> {
        let mut places = HashMap::new();
        for place in &section.named_places {
            if let Some(id) = &place.id {
                let text = self.translator().text(&[Piece::from_text(place.label.as_str())])?;
                places.insert(id.as_str(), Heading { level: place.level, text });
            }
        }
        Ok(places)
    }

    /// Adds the places with these ids to the contents, each once; returns their numbers.
    pub(super) fn take_entries(&self, ids: &[String]) -> Vec<usize> {
        let mut places = self.places.borrow_mut();
        if places.is_empty() {
            return Vec::new();
        }
        let mut headings = self.headings.borrow_mut();
        let begin = headings.len();
        headings.extend(ids.iter().filter_map(|id| places.remove(id.as_str())));
        (begin..headings.len()).collect()
    }

    /// Marks the places with these ids where the next line begins.
    pub(super) fn mark_entries(&mut self, ids: &[String]) {
        let entries = self.take_entries(ids);
        self.elements.extend(entries.into_iter().map(Element::Heading));
    }

    /// An indent in cells, smaller on narrow displays.
    fn indent(&self, cells: usize) -> usize {
        if self.settings.cells < 28 { cells.min(2) } else { cells }
    }

    pub(super) fn push_blocks(&mut self, blocks: &'a [Block]) -> Result<()> {
        blocks.iter().try_for_each(|block| self.push_block(block))
    }

    fn push_block(&mut self, block: &'a Block) -> Result<()> {
        self.watch.check_stopped()?;
        self.in_language(block.attrs.lang.as_deref(), |flow| {
            flow.push_block_content(block)?;
            let described = std::mem::take(flow.described_images.get_mut());
            described.into_iter().try_for_each(|image| flow.push_description(image))
        })
    }

    /// Marks where a block begins: its sentence, if the book is numbered, and its entry of the contents. A
    /// heading is an entry itself.
    pub(super) fn mark_start(&mut self, block: &Block) {
        if block.attrs.sentence > 0 {
            self.elements.push(Element::Sentence(block.attrs.sentence));
        }
        if !matches!(block.kind, BlockKind::Heading { .. }) {
            self.mark_entries(&block.attrs.ids);
        }
    }

    fn push_block_content(&mut self, block: &'a Block) -> Result<()> {
        self.mark_start(block);
        match &block.kind {
            BlockKind::Heading { level, inlines } => self.push_heading(block, *level, inlines),
            BlockKind::Paragraph(inlines) => self.push_paragraph(inlines, self.indent(2), 0),
            BlockKind::Plain(inlines) => self.push_paragraph(inlines, 0, self.indent(2)),
            BlockKind::List(list) => self.push_displayed(|flow| flow.push_list(list, 0, list_depth(list))),
            BlockKind::Definitions(terms) => self.push_displayed(|flow| flow.push_definitions(terms)),
            BlockKind::Table(table) if table.layout => {
                self.push_blocks(&table.caption)?;
                table.rows().flat_map(|row| &row.cells).try_for_each(|cell| {
                    self.mark_entries(&cell.attrs.ids);
                    self.in_language(cell.attrs.lang.as_deref(), |flow| flow.push_blocks(&cell.blocks))
                })
            }
            BlockKind::Table(table) => self.push_displayed(|flow| flow.push_table(table)),
            BlockKind::Image(image) => self.push_image(image),
            BlockKind::Figure { blocks, caption } => self.push_displayed(|flow| {
                flow.push_blocks(blocks)?;
                flow.push_indented(4, caption)
            }),
            BlockKind::Note { kind, blocks } => self.push_note(&block.attrs, *kind, blocks),
            BlockKind::PageBreak(page) => {
                self.mark_entries(&page.ids);
                let label = page.label.trim();
                if !label.is_empty() {
                    self.elements.push(Element::PrintPage(label.to_owned()));
                }
                Ok(())
            }
            BlockKind::Math(math) => self.push_displayed_formula(math),
            BlockKind::Poem(blocks) | BlockKind::LineGroup(blocks) => {
                let before = self.verse;
                self.verse = before.or_else(|| blocks.iter().map(deepest_indent).max());
                let done = self.push_displayed(|flow| flow.push_blocks(blocks));
                self.verse = before;
                done
            }
            BlockKind::Line(inlines) => self.push_verse_line(inlines, block.attrs.indent),
            BlockKind::Quote(blocks) => self.push_displayed(|flow| flow.push_indented(2, blocks)),
            BlockKind::Aside(blocks) => self.push_boxed(blocks),
            BlockKind::Preformatted(inlines) => self.push_displayed(|flow| flow.push_preformatted(inlines)),
            BlockKind::Separator => self.push_separator(),
            BlockKind::Group(blocks) if is_set_off(&block.attrs) => {
                self.push_displayed(|flow| flow.push_indented(2, blocks))
            }
            BlockKind::Group(blocks) => self.push_blocks(blocks),
        }
    }

    /// Blank lines before and after.
    fn push_displayed(&mut self, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.elements.push(Element::Blank);
        work(self)?;
        self.elements.push(Element::Blank);
        Ok(())
    }

    /// A margin that is wider, as long as half of the line is left.
    fn with_margin(&mut self, cells: usize, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let before = self.margin;
        self.margin = (before + cells).min(usize::from(self.settings.cells) / 3);
        let done = work(self);
        self.margin = before;
        done
    }

    fn push_indented(&mut self, cells: usize, blocks: &'a [Block]) -> Result<()> {
        self.with_margin(self.indent(cells), |flow| flow.push_blocks(blocks))
    }

    fn push_line(&mut self, line: &Line<'_>, first: usize, runover: usize) -> Result<()> {
        let para = self.translate_line(line)?;
        let (first, runover) = (first + self.margin, runover + self.margin);
        self.elements.push(Element::Para(Para { first, runover, ..para }));
        Ok(())
    }

    fn push_paragraph(&mut self, inlines: &'a [Inline], first: usize, runover: usize) -> Result<()> {
        for (n, line) in self.collect_lines(inlines, RunContext::default()).into_iter().enumerate() {
            // A forced end of a line in prose is an address or the like.
            self.push_line(&line, if n == 0 { first } else { runover }, runover)?;
        }
        Ok(())
    }

    /// A line of verse. Indented lines get two cells per level; runover lines are indented after all of
    /// them.
    fn push_verse_line(&mut self, inlines: &'a [Inline], indent: u8) -> Result<()> {
        let level = if self.settings.cells < 28 { 1 } else { 2 };
        let runover = (level * (usize::from(self.verse.unwrap_or(indent)) + 1)).max(self.indent(4));
        self.push_paragraph(inlines, level * usize::from(indent), runover)
    }

    fn mark_heading(&mut self, level: u8, text: Text) {
        if level <= self.centered && self.new_pages {
            self.elements.push(Element::NewPage);
        }
        let headings = self.headings.get_mut();
        self.elements.push(Element::Heading(headings.len()));
        headings.push(Heading { level, text });
    }

    fn push_heading(&mut self, block: &'a Block, level: u8, inlines: &'a [Inline]) -> Result<()> {
        let mut paras = Vec::new();
        for line in self.collect_lines(inlines, RunContext::for_heading()) {
            paras.push(self.translate_line(&line)?);
        }
        self.elements.push(Element::Blank);
        let listed = self.heading_in_contents(block, inlines, &paras)?;
        self.mark_heading(level, listed);
        let display = !self.settings.paper && self.settings.cells < 32;
        let centered = level <= self.centered && !display;
        let indent = if centered || display {
            0
        } else if level == self.centered + 1 {
            4
        } else {
            6
        };
        for para in paras {
            self.elements.push(Element::Para(Para {
                first: indent,
                runover: indent,
                centered,
                keep: true,
                ..para
            }));
        }
        if level <= self.centered {
            self.elements.push(Element::Blank);
        }
        Ok(())
    }

    /// The text of a heading in the contents: its own; of pictures their alternatives; of one without words
    /// the name that the book's table of contents has for it.
    fn heading_in_contents(&self, block: &Block, inlines: &[Inline], paras: &[Para]) -> Result<Text> {
        let name = self.section.and_then(|section| section.wordless_heading_name(block));
        if let Some(text) =
            name.map(str::to_owned).or_else(|| has_picture(inlines).then(|| plain_text(inlines)))
        {
            return Ok(self.translator().text(&[Piece::from_text(collapse_spaces(&text))])?);
        }
        let mut whole = Text::default();
        for para in paras {
            if !whole.cells.is_empty() {
                whole.cells.push(0);
            }
            whole.cells.extend(&para.text.cells);
        }
        Ok(whole)
    }

    /// A list whose items are indented the further the deeper they are; all run over to the same cell.
    fn push_list(&mut self, list: &'a List, level: usize, deepest: usize) -> Result<()> {
        let (first, runover) = (2 * level, 2 * deepest + 2);
        for (item, number) in list.items.iter().zip(list.item_numbers()) {
            let mut sign = Some(match (list.numbering, number) {
                (None, _) => "\u{2022} ".to_owned(),
                (Some(Numbering::Unmarked), _) | (_, None) => String::new(),
                (Some(numbering), Some(number)) => format!("{}. ", numbering.format_number(number)),
            });
            self.mark_entries(&item.attrs.ids);
            self.in_language(item.attrs.lang.as_deref(), |flow| {
                for block in &item.blocks {
                    // A note begins with the mark by which the text refers to it.
                    let is_signed_note = matches!(block.kind, BlockKind::Note { .. })
                        && flow.note_sign(&block.attrs.ids).is_some();
                    if is_signed_note {
                        sign = None;
                    }
                    // The number of a table, a formula or another list has a line of its own.
                    let is_in_line = matches!(block.kind, BlockKind::Plain(_) | BlockKind::Paragraph(_));
                    if !is_in_line && list.numbering.is_some() && block.has_content() {
                        let own = sign.take().filter(|sign| !sign.is_empty());
                        let own =
                            own.map(|sign| Line { pieces: vec![Piece::from_text(sign)], marks: vec![] });
                        own.iter().try_for_each(|line| flow.push_line(line, first, runover))?;
                    }
                    match &block.kind {
                        BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) => {
                            flow.mark_start(block);
                            for mut line in flow.collect_lines(inlines, RunContext::default()) {
                                let begins = sign.take();
                                let starts = if begins.is_some() { first } else { runover };
                                if let Some(sign) = begins.filter(|sign| !sign.is_empty()) {
                                    line.insert_sign(sign);
                                }
                                flow.push_line(&line, starts, runover)?;
                            }
                        }
                        BlockKind::List(inner) => flow.push_list(inner, level + 1, deepest)?,
                        _ if is_signed_note => flow.push_block(block)?,
                        _ => flow.with_margin(runover, |flow| flow.push_block(block))?,
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn push_definitions(&mut self, terms: &'a [Term]) -> Result<()> {
        for term in terms {
            let margin = if term.definition { self.indent(2) } else { 0 };
            self.mark_entries(&term.attrs.ids);
            self.in_language(term.attrs.lang.as_deref(), |flow| {
                flow.with_margin(margin, |flow| {
                    for block in &term.blocks {
                        match &block.kind {
                            BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) => {
                                flow.mark_start(block);
                                flow.push_paragraph(inlines, 0, flow.indent(2))?;
                            }
                            _ => flow.push_block(block)?,
                        }
                    }
                    Ok(())
                })
            })?;
        }
        Ok(())
    }

    /// Adds a transcriber's note about something that braille cannot show.
    pub(super) fn push_transcribers_note(&mut self, texts: &[&str], spoken: bool) -> Result<()> {
        let (open, close) = self.note_signs();
        let mut pieces = vec![Piece::Cells(open)];
        for text in texts {
            // Our own words are English in a book whose language we do not speak.
            let language = (spoken && self.phrases.language == "en").then_some("en");
            let language = language.filter(|_| self.translator().code().language != "en");
            let said = text_piece(*text, RunContext { language, ..RunContext::default() });
            pieces.extend([said, Piece::from_text(" ")]);
        }
        pieces.pop();
        pieces.push(Piece::Cells(close));
        let (first, runover) = (self.indent(6), self.indent(4));
        self.push_line(&Line { pieces, marks: Vec::new() }, first, runover)
    }

    fn push_image(&mut self, image: &'a Image) -> Result<()> {
        let alt = image.alt.as_deref().map(str::trim).filter(|alt| !alt.is_empty() && !image.decorative);
        if let Some(alt) = alt {
            self.letters.get_mut().add_alternative(image);
            self.push_displayed(|flow| {
                let text = format!("{} {alt}", flow.phrases.image);
                flow.push_transcribers_note(&[&text], false)
            })?;
        }
        self.push_description(image)
    }

    /// The extended description of an image, after it or after the block whose line shows it.
    fn push_description(&mut self, image: &'a Image) -> Result<()> {
        if !image.description.iter().any(Block::has_content) {
            return Ok(());
        }
        self.push_displayed(|flow| {
            flow.push_transcribers_note(&[flow.phrases.description], true)?;
            flow.push_indented(4, &image.description)
        })
    }

    /// A note at its position in the book, after the sign that the text calls it by.
    fn push_note(&mut self, attrs: &Attrs, kind: NoteKind, blocks: &'a [Block]) -> Result<()> {
        let mut sign = self.note_sign(&attrs.ids).filter(|sign| {
            let own = blocks.first().map(|block| plain_text(block.inlines())).unwrap_or_default();
            !begins_with_sign(&own, sign)
        });
        let margin = if kind == NoteKind::Endnote { 0 } else { self.indent(4) };
        let runover = self.indent(2);
        self.with_margin(margin, |flow| {
            for block in blocks {
                match &block.kind {
                    BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines) => {
                        flow.mark_start(block);
                        for mut line in flow.collect_lines(inlines, RunContext::default()) {
                            if let Some(sign) = sign.take() {
                                line.insert_sign((to_line(sign) + " ").into_owned());
                            }
                            flow.push_line(&line, runover, 0)?;
                        }
                    }
                    _ => flow.push_block(block)?,
                }
            }
            Ok(())
        })
    }

    fn push_displayed_formula(&mut self, math: &'a Math) -> Result<()> {
        let mut lines = vec![Line::default()];
        self.push_formula(math, &mut lines);
        let (first, runover) = (self.indent(2), self.indent(4));
        lines.into_iter().try_for_each(|line| self.push_line(&line, first, runover))
    }

    /// Text next to the main text, between two lines.
    fn push_boxed(&mut self, blocks: &'a [Block]) -> Result<()> {
        if !blocks.iter().any(Block::has_content) {
            return self.push_blocks(blocks);
        }
        let line =
            |sign: &str| Element::Rows(vec![from_ascii(&sign.repeat(usize::from(self.settings.cells)))]);
        let (top, bottom) = (line("7"), line("G"));
        self.push_displayed(|flow| {
            flow.elements.push(top);
            flow.push_blocks(blocks)?;
            flow.elements.push(bottom);
            Ok(())
        })
    }

    fn push_preformatted(&mut self, inlines: &'a [Inline]) -> Result<()> {
        let runover = self.indent(4);
        for line in self.collect_lines(inlines, RunContext::for_code()) {
            let para = self.translate_line(&line)?;
            let indent = wrap::count_leading_blanks(&para.text.cells);
            let runover = (self.margin + indent + runover).min(usize::from(self.settings.cells) / 2);
            self.elements.push(Element::Para(Para {
                first: self.margin,
                runover,
                keeps_spaces: true,
                ..para
            }));
        }
        Ok(())
    }

    fn push_separator(&mut self) -> Result<()> {
        let text = self.translator().text(&[Piece::from_text("* * *")])?;
        self.push_displayed(|flow| {
            flow.elements.push(Element::Para(Para { text, centered: true, ..Para::default() }));
            Ok(())
        })
    }
}

/// Kinds of groups that print sets off from the text around them.
fn is_set_off(attrs: &Attrs) -> bool {
    ["epigraph", "doc-epigraph", "dedication", "doc-dedication", "letter", "example", "doc-example"]
        .iter()
        .any(|kind| attrs.has_kind(kind))
}

/// The deepest indent of a poem's lines.
fn deepest_indent(block: &Block) -> u8 {
    let mut found = 0;
    block.walk(&mut |inner| found = found.max(inner.attrs.indent));
    found
}

/// The nesting depth of lists below this one.
fn list_depth(list: &List) -> usize {
    let inner = list.items.iter().flat_map(|item| &item.blocks).filter_map(|block| match &block.kind {
        BlockKind::List(list) => Some(1 + list_depth(list)),
        _ => None,
    });
    inner.max().unwrap_or_default().min(4)
}
