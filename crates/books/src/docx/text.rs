//! The text of the book, section by section, and its footnotes.

use std::collections::HashSet;

use crate::model::{Attrs, Block, BlockKind, Book, Direction, Division, Matter, Section, collapse_spaces};
use crate::progress::report_step;
use crate::xml::{self, XmlWriter};
use crate::{Anchors, LetterTally, Progress, Result};

use super::bookmarks::Bookmarks;
use super::lists::{ItemNumber, ListNumbering, NumberedList};
use super::notes::NoteCalls;
use super::paragraphs::ParagraphCount;
use super::parts::{PartRelations, begin_part};
use super::pictures::{DocxPicture, PackagePictures};
use super::runs::RunStyle;

/// The texts, and all facts about them that the other parts need.
#[derive(Debug)]
pub(super) struct WrittenText {
    pub(super) document: String,
    pub(super) footnotes: String,
    pub(super) relations: PartRelations,
    pub(super) images: Vec<DocxPicture>,
    pub(super) lists: Vec<NumberedList>,
    /// Numbered sentences, and the paragraphs of the document, from 1, in which they are.
    pub(super) sentences: Vec<(u32, usize)>,
    /// Letters of the book that were written.
    pub(super) letters: LetterTally,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct BlockContext<'a> {
    /// The style of plain paragraphs.
    pub(super) style: &'static str,
    /// The indent on the side where lines begin, in twentieths of a point.
    pub(super) indent: u32,
    pub(super) list_level: u8,
    pub(super) lang: Option<&'a str>,
    pub(super) dir: Direction,
    /// True if headings here are those of the book, not of a box.
    pub(super) outline: bool,
}

#[derive(Debug)]
struct ContentsEntry {
    level: u8,
    label: String,
    bookmark: String,
}

pub(super) struct TextWriter<'a> {
    pub(super) book: &'a Book,
    pub(super) notes: NoteCalls<'a>,
    pub(super) anchors: Anchors,
    pub(super) xml: XmlWriter,
    pub(super) section: &'a Section,
    pub(super) place: BlockContext<'a>,
    pub(super) relations: PartRelations,
    pub(super) pictures: PackagePictures,
    pub(super) numbering: ListNumbering,
    pub(super) bookmarks: Bookmarks,
    paragraphs: ParagraphCount,
    /// Descriptions of pictures in the paragraph being written.
    pub(super) pending_descriptions: Vec<&'a [Block]>,
    /// Letters of the book that were written.
    pub(super) letters: LetterTally,
    contents: Vec<ContentsEntry>,
    /// True if the next heading of the first level need not begin a page.
    at_top: bool,
    pub(super) in_heading: bool,
}

pub(super) fn write_text(book: &Book, progress: &mut dyn Progress) -> Result<WrittenText> {
    let none = Section::new(String::new(), Matter::Front, Vec::new());
    let context = BlockContext {
        style: "Normal",
        indent: 0,
        list_level: 0,
        lang: None,
        dir: Direction::from_language(book.metadata.language()),
        outline: true,
    };
    let mut writer = TextWriter {
        book,
        notes: NoteCalls::from_book(book),
        anchors: Anchors::from_book(book),
        xml: XmlWriter::default(),
        section: &none,
        place: context,
        relations: PartRelations::default(),
        pictures: PackagePictures::default(),
        numbering: ListNumbering::default(),
        bookmarks: Bookmarks::default(),
        paragraphs: ParagraphCount::default(),
        pending_descriptions: Vec::new(),
        letters: LetterTally::default(),
        contents: Vec::new(),
        at_top: true,
        in_heading: false,
    };
    let total = book.sections.len();
    for (n, section) in book.sections.iter().enumerate() {
        report_step(progress, n, total)?;
        writer.letters.begin_section();
        writer.write_section(section, context);
    }
    if writer.bookmarks.has_pending() {
        writer.write_empty_paragraph();
    }
    let body = std::mem::take(&mut writer.xml).finish();
    writer.place = context;
    let mut sentences = writer.paragraphs.take_sentences();
    let before = writer.paragraphs.count();
    writer.write_front_matter();
    let ahead = writer.paragraphs.count() - before;
    for (_, paragraph) in &mut sentences {
        *paragraph += ahead;
    }
    let front = std::mem::take(&mut writer.xml).finish();
    writer.letters.begin_section();
    let notes = writer.write_footnotes(context);
    let rtl = context.dir == Direction::Rtl;
    let document =
        unlink_missing_anchors(&assemble_document(&front, &body, rtl), writer.bookmarks.written_names());
    let footnotes = unlink_missing_anchors(&notes, writer.bookmarks.written_names());
    let TextWriter { relations, pictures, numbering, letters, .. } = writer;
    let images = pictures.into_list();
    let lists = numbering.lists;
    Ok(WrittenText { document, footnotes, relations, images, lists, sentences, letters })
}

fn unlink_missing_anchors(text: &str, written: &HashSet<String>) -> String {
    xml::unlink_missing(text, " w:anchor=\"", written)
}

fn assemble_document(front: &str, body: &str, rtl: bool) -> String {
    let mut xml = begin_part("w:document");
    xml.end_line().open("w:body").end_line().raw_markup(front).raw_markup(body);
    xml.open("w:sectPr");
    xml.open("w:footerReference").attr("w:type", "default").attr("r:id", "footer1").close();
    xml.open("w:pgSz").attr("w:w", "12240").attr("w:h", "15840").close();
    xml.open("w:pgMar");
    for side in ["w:top", "w:right", "w:bottom", "w:left"] {
        xml.attr(side, "1440");
    }
    for (side, width) in [("w:header", "720"), ("w:footer", "720"), ("w:gutter", "0")] {
        xml.attr(side, width);
    }
    xml.close();
    if rtl {
        xml.open("w:bidi").close();
    }
    xml.close();
    xml.finish()
}

impl<'a> TextWriter<'a> {
    fn write_section(&mut self, section: &'a Section, context: BlockContext<'a>) {
        self.section = section;
        self.place = context;
        self.set_language_and_direction(section.lang.as_deref(), section.dir);
        if let Some(start) = self.anchors.id_for_document_start(&section.path).map(str::to_owned) {
            self.bookmarks.queue(start);
        }
        if self.notes.book_notes.is_section_taken(section) {
            section.blocks.iter().for_each(|block| self.letters.add_omitted_headings(block));
            return;
        }
        let mut blocks = section.blocks.as_slice();
        if let Some(Division { level, name, said_by }) = section.division() {
            if let Some(at) = said_by {
                for block in &blocks[..at] {
                    match &block.kind {
                        BlockKind::PageBreak(page) => {
                            self.write_page_break_block(&block.attrs, page, Some(level));
                        }
                        _ => self.write_blocks(std::slice::from_ref(block)),
                    }
                }
                self.write_heading(&blocks[at].attrs, level, blocks[at].inlines());
                blocks = &blocks[at + 1..];
            } else {
                let bookmark = self.add_heading_bookmark(level, name);
                self.open_heading(level, &Attrs::default(), &bookmark);
                self.write_run(&RunStyle::default(), name);
                self.close_paragraph();
            }
        }
        self.write_blocks(blocks);
    }

    fn set_language_and_direction(&mut self, lang: Option<&'a str>, dir: Option<Direction>) {
        if let Some(lang) = lang {
            // A language that is that of the whole document is not repeated at every run.
            self.place.lang = (lang != self.book.metadata.language()).then_some(lang);
            self.place.dir = Direction::from_language(lang);
        }
        if let Some(dir) = dir {
            self.place.dir = dir;
        }
    }

    /// Enters something with these ids, language and direction; returns what was around it.
    pub(super) fn enter_context(&mut self, attrs: &'a Attrs) -> BlockContext<'a> {
        let outer = self.place;
        if attrs.sentence > 0 {
            self.paragraphs.sentence = attrs.sentence;
        }
        self.queue_bookmarks(&attrs.ids);
        self.set_language_and_direction(attrs.lang.as_deref(), attrs.dir);
        outer
    }

    pub(super) fn leave_context(&mut self, outer: BlockContext<'a>) {
        self.place = outer;
    }

    /// Labels the next paragraph with the bookmark that links to these ids use.
    pub(super) fn queue_bookmarks(&mut self, ids: &[String]) {
        if let Some(name) = self.anchors.id_for_element(&self.section.path, ids) {
            self.bookmarks.queue(name);
        }
    }

    /// Writes the bookmarks that wait, where runs are allowed.
    pub(super) fn flush_bookmarks(&mut self) {
        self.bookmarks.flush(&mut self.xml);
    }

    /// Opens a paragraph of a style, with what waits for one.
    pub(super) fn open_paragraph(&mut self, style: &'static str) {
        self.open_with(style, false);
    }

    fn open_with(&mut self, style: &'static str, new_page: bool) {
        let number = self.numbering.pending.take();
        self.xml.open("w:p");
        self.begin_paragraph();
        let rtl = self.place.dir == Direction::Rtl;
        // A numbered paragraph has its own edge.
        let is_counted = matches!(number, Some(ItemNumber::Counted { .. }));
        let edge = if is_counted { 0 } else { self.edge_indent(style) };
        if style != "Normal" || is_counted || rtl || edge > 0 || new_page {
            self.xml.open("w:pPr");
            if style != "Normal" {
                self.xml.open("w:pStyle").attr("w:val", style).close();
            }
            if new_page {
                self.xml.open("w:pageBreakBefore").close();
            }
            if let Some(ItemNumber::Counted { list, level }) = &number {
                self.xml.open("w:numPr").open("w:ilvl").attr("w:val", &level.to_string()).close();
                self.xml.open("w:numId").attr("w:val", &list.to_string()).close().close();
            }
            if rtl {
                self.xml.open("w:bidi").close();
            }
            if edge > 0 {
                self.xml.open("w:ind").attr("w:start", &edge.to_string()).close();
            }
            self.xml.close();
        }
        self.flush_bookmarks();
        if let Some(ItemNumber::Text(text)) = number {
            self.write_run(&RunStyle::default(), &text);
        }
    }

    /// Counts a paragraph of the document, and reports the sentence that waits for one.
    pub(super) fn begin_paragraph(&mut self) {
        if self.notes.is_writing {
            self.paragraphs.sentence = 0;
        } else {
            self.paragraphs.begin();
        }
    }

    /// The edge of a paragraph, if it is not that of its style.
    fn edge_indent(&self, style: &'static str) -> u32 {
        let own = match style {
            "Quote" | "Epigraph" | "Verse" | "Definition" => super::lists::INDENT_TWIPS,
            "Sidebar" | "ImageDescription" => 360,
            _ => 0,
        };
        if self.place.indent == 0 { 0 } else { self.place.indent + own }
    }

    /// Closes the paragraph; descriptions of its pictures follow.
    pub(super) fn close_paragraph(&mut self) {
        self.xml.close().end_line();
        for blocks in std::mem::take(&mut self.pending_descriptions) {
            self.write_description(blocks);
        }
    }

    pub(super) fn write_empty_paragraph(&mut self) {
        self.open_paragraph(self.place.style);
        self.close_paragraph();
    }

    /// Writes a run of plain text.
    pub(super) fn write_run(&mut self, run: &RunStyle<'_>, text: &str) {
        let run = RunStyle { lang: run.lang.or(self.place.lang), ..*run };
        run.write_text(&mut self.xml, text, self.place.dir);
    }

    /// The name of a heading's bookmark; the heading becomes part of the table of contents.
    pub(super) fn add_heading_bookmark(&mut self, level: u8, label: &str) -> String {
        let bookmark = format!("_Toc{:08}", self.contents.len() + 1);
        let label = collapse_spaces(label);
        if !label.is_empty() {
            self.contents.push(ContentsEntry { level, label, bookmark: bookmark.clone() });
        }
        bookmark
    }

    pub(super) fn open_heading(&mut self, level: u8, attrs: &Attrs, bookmark: &str) {
        const STYLES: [&str; 6] = ["Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6"];
        self.queue_bookmarks(&attrs.ids);
        self.bookmarks.queue(bookmark);
        let new_page = level == 1 && !std::mem::take(&mut self.at_top);
        self.open_with(STYLES[usize::from(level.clamp(1, 6)) - 1], new_page);
    }

    /// Opens a paragraph that precedes a heading of this level, on the page that the heading would begin.
    pub(super) fn open_before_heading(&mut self, style: &'static str, level: u8) {
        let new_page = level == 1 && !self.at_top;
        self.at_top |= level == 1;
        self.open_with(style, new_page);
    }

    /// Front matter: title, authors, table of contents.
    fn write_front_matter(&mut self) {
        let metadata = &self.book.metadata;
        let mut lines = vec![("Title", metadata.title.as_str())];
        lines.extend(metadata.subtitle.as_deref().map(|subtitle| ("Subtitle", subtitle)));
        lines.extend(metadata.names("aut").into_iter().map(|name| ("Author", name)));
        for (style, text) in lines {
            self.open_paragraph(style);
            self.write_run(&RunStyle::default(), text);
            self.close_paragraph();
        }
        let own = self.book.landmarks.iter().any(|landmark| {
            landmark.kind == "toc"
                && self.book.sections.iter().any(|section| section.path == landmark.target.path)
        });
        if !own && self.contents.len() > 1 {
            self.write_table_of_contents();
        }
    }

    /// A field that Word can update, filled with links to the headings.
    fn write_table_of_contents(&mut self) {
        let entries = std::mem::take(&mut self.contents);
        // As deep as fits a few pages.
        let count = |depth: u8| entries.iter().filter(|entry| entry.level <= depth).count();
        let depth = if count(3) <= 120 {
            3
        } else if count(2) <= 250 {
            2
        } else {
            1
        };
        self.xml.open("w:sdt").open("w:sdtPr").open("w:docPartObj");
        self.xml.open("w:docPartGallery").attr("w:val", "Table of Contents").close();
        self.xml.open("w:docPartUnique").close().close().close().open("w:sdtContent").end_line();
        if let Some(word) = contents_heading(self.book.metadata.language()) {
            self.open_paragraph("TOCHeading");
            self.write_run(&RunStyle::default(), word);
            self.close_paragraph();
        }
        let mut first = true;
        for entry in entries.iter().filter(|entry| entry.level <= depth) {
            self.open_paragraph(["TOC1", "TOC2", "TOC3"][usize::from(entry.level.clamp(1, 3)) - 1]);
            if std::mem::take(&mut first) {
                self.write_field("begin");
                let code = format!(" TOC \\o \"1-{depth}\" \\n \\h \\z ");
                self.xml
                    .open("w:r")
                    .open("w:instrText")
                    .attr("xml:space", "preserve")
                    .text(&code)
                    .close()
                    .close();
                self.write_field("separate");
            }
            self.xml.open("w:hyperlink").attr("w:anchor", &entry.bookmark).attr("w:history", "1");
            self.write_run(&RunStyle { is_link: true, ..RunStyle::default() }, &entry.label);
            self.xml.close();
            self.close_paragraph();
        }
        self.xml.open("w:p");
        self.begin_paragraph();
        self.write_field("end");
        self.xml.close().close().close().end_line();
    }

    fn write_field(&mut self, kind: &str) {
        self.xml.open("w:r").open("w:fldChar").attr("w:fldCharType", kind).close().close();
    }

    /// The footnotes that the text calls. A footnote cannot call one that is not in the list yet, so it is
    /// complete.
    fn write_footnotes(&mut self, context: BlockContext<'a>) -> String {
        self.xml = begin_part("w:footnotes");
        self.xml.end_line();
        for (id, kind, mark) in
            [("-1", "separator", "w:separator"), ("0", "continuationSeparator", "w:continuationSeparator")]
        {
            self.xml.open("w:footnote").attr("w:type", kind).attr("w:id", id).open("w:p").open("w:r");
            self.xml.open(mark).close().close().close().close().end_line();
        }
        for (n, number) in self.notes.begin_writing().into_iter().enumerate() {
            let Some((section, block)) = self.notes.book_notes.get(number) else { continue };
            self.section = section;
            self.place = BlockContext { style: "FootnoteText", outline: false, ..context };
            self.set_language_and_direction(section.lang.as_deref(), section.dir);
            self.xml.open("w:footnote").attr("w:id", &(n + 1).to_string());
            self.write_footnote(block, self.notes.book_notes.own_number(number));
            self.xml.close().end_line();
        }
        std::mem::take(&mut self.xml).finish()
    }
}

/// The heading of a table of contents in the languages known here.
fn contents_heading(language: &str) -> Option<&'static str> {
    Some(match language.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "en" => "Contents",
        "es" | "gl" => "Índice",
        "fr" => "Table des matières",
        "de" => "Inhalt",
        "it" => "Indice",
        "pt" => "Sumário",
        "nl" | "af" => "Inhoud",
        "ca" => "Índex",
        "da" => "Indhold",
        "sv" => "Innehåll",
        "nb" | "nn" | "no" => "Innhold",
        "fi" => "Sisällys",
        "pl" => "Spis treści",
        "cs" | "sk" => "Obsah",
        "hu" => "Tartalom",
        "ro" => "Cuprins",
        "tr" => "İçindekiler",
        "el" => "Περιεχόμενα",
        "ru" => "Содержание",
        "uk" => "Зміст",
        "ar" => "المحتويات",
        "he" => "תוכן העניינים",
        "ja" => "目次",
        "ko" => "목차",
        "zh" => "目录",
        "vi" => "Mục lục",
        _ => return None,
    })
}
