//! The text of the book, section by section, and its footnotes.

use std::collections::HashSet;

use crate::anchors::Anchors;
use crate::balance::LetterTally;
use crate::error::Result;
use crate::footnotes::Footnotes;
use crate::model::{Attrs, Block, Book, Direction, Division, Matter, Section, squeezed};
use crate::picture::Spool;
use crate::progress::{Progress, step};
use crate::xml::{self, Writer};

use super::figures::Picture;
use super::lists::Numbered;
use super::parts::{Relations, part};
use super::runs::{Run, is_rtl};

/// The texts, and everything that the other parts need to know about them.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) document: String,
    pub(super) footnotes: String,
    pub(super) relations: Relations,
    pub(super) images: Vec<Picture>,
    pub(super) lists: Vec<Numbered>,
    /// Numbered sentences, and the paragraphs of the document, from 1, in which they are.
    pub(super) sentences: Vec<(u32, usize)>,
    /// Letters of the book that were written.
    pub(super) letters: LetterTally,
}

/// What surrounds a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    /// The style of plain paragraphs.
    pub(super) style: &'static str,
    /// The indent on the side where lines begin, in twentieths of a point.
    pub(super) indent: u32,
    pub(super) list_level: u8,
    pub(super) lang: Option<&'a str>,
    pub(super) dir: Direction,
    /// Whether headings here are those of the book, not of a box.
    pub(super) outline: bool,
}

/// An entry of the table of contents.
#[derive(Debug)]
struct Entry {
    level: u8,
    label: String,
    bookmark: String,
}

/// The text being written.
pub(super) struct TextWriter<'a> {
    pub(super) book: &'a Book,
    pub(super) notes: Footnotes<'a>,
    pub(super) anchors: Anchors,
    pub(super) xml: Writer,
    pub(super) section: &'a Section,
    pub(super) place: Place<'a>,
    pub(super) relations: Relations,
    pub(super) images: Vec<Picture>,
    /// The folder where made pictures wait.
    pub(super) spool: Spool,
    /// Pictures that cannot be shown; to be checked only once.
    pub(super) refused: HashSet<String>,
    pub(super) lists: Vec<Numbered>,
    /// The number of the list's item whose first paragraph is still to come: list and level.
    pub(super) number: Option<(usize, u8)>,
    /// Bookmarks of the next paragraph.
    pub(super) waiting: Vec<String>,
    /// Descriptions of pictures in the paragraph being written.
    pub(super) described: Vec<&'a [Block]>,
    /// The footnotes that have been called, in this order.
    pub(super) called: Vec<usize>,
    /// Whether output goes into the footnotes.
    pub(super) in_notes: bool,
    /// Leading characters of the line that are not written: the number that a footnote has by itself.
    pub(super) skip: usize,
    pub(super) drawings: usize,
    /// Letters of the book that were written.
    pub(super) letters: LetterTally,
    written: HashSet<String>,
    /// The number of the sentence with which the next paragraph begins; 0 if it is not known.
    pub(super) sentence: u32,
    sentences: Vec<(u32, usize)>,
    /// Paragraphs of the document so far.
    paragraphs: usize,
    bookmarks: usize,
    contents: Vec<Entry>,
    /// Whether the next heading of the first level need not begin a page.
    at_top: bool,
}

/// Writes the text.
pub(super) fn write(book: &Book, progress: &mut dyn Progress) -> Result<Text> {
    let none = Section::new(String::new(), Matter::Front, Vec::new());
    let place = Place {
        style: "Normal",
        indent: 0,
        list_level: 0,
        lang: None,
        dir: if is_rtl(book.metadata.language()) { Direction::Rtl } else { Direction::Ltr },
        outline: true,
    };
    let mut writer = TextWriter {
        book,
        notes: Footnotes::of(book),
        anchors: Anchors::of(book),
        xml: Writer::default(),
        section: &none,
        place,
        relations: Relations::default(),
        images: Vec::new(),
        spool: Spool::default(),
        refused: HashSet::new(),
        lists: Vec::new(),
        number: None,
        waiting: Vec::new(),
        described: Vec::new(),
        called: Vec::new(),
        in_notes: false,
        skip: 0,
        drawings: 0,
        letters: LetterTally::default(),
        written: HashSet::new(),
        sentence: 0,
        sentences: Vec::new(),
        paragraphs: 0,
        bookmarks: 0,
        contents: Vec::new(),
        at_top: true,
    };
    let total = book.sections.len();
    for (n, section) in book.sections.iter().enumerate() {
        step(progress, n, total)?;
        writer.letters.begin_section();
        writer.section(section, place);
    }
    if !writer.waiting.is_empty() {
        writer.empty_paragraph();
    }
    let body = std::mem::take(&mut writer.xml).finish();
    writer.place = place;
    let (mut sentences, before) = (std::mem::take(&mut writer.sentences), writer.paragraphs);
    writer.front();
    let ahead = writer.paragraphs - before;
    for (_, paragraph) in &mut sentences {
        *paragraph += ahead;
    }
    let front = std::mem::take(&mut writer.xml).finish();
    writer.letters.begin_section();
    let notes = writer.footnotes(place);
    let rtl = place.dir == Direction::Rtl;
    let document = unlinked(&whole(&front, &body, rtl), &writer.written);
    let footnotes = unlinked(&notes, &writer.written);
    let TextWriter { relations, images, lists, letters, .. } = writer;
    Ok(Text { document, footnotes, relations, images, lists, sentences, letters })
}

fn unlinked(text: &str, written: &HashSet<String>) -> String {
    xml::unlink_missing(text, " w:anchor=\"", written)
}

fn whole(front: &str, body: &str, rtl: bool) -> String {
    let mut xml = part("w:document");
    xml.line().open("w:body").line().raw(front).raw(body);
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
    fn section(&mut self, section: &'a Section, place: Place<'a>) {
        self.section = section;
        self.place = place;
        self.begin(section.lang.as_deref(), section.dir);
        if let Some(start) = self.anchors.of_start(&section.path).map(str::to_owned) {
            self.waiting.push(start);
        }
        if self.notes.takes_all(section) {
            return;
        }
        let mut blocks = section.blocks.as_slice();
        if let Some(Division { level, name, said_by }) = section.division() {
            if let Some(at) = said_by {
                self.blocks(&blocks[..at]);
                self.heading(&blocks[at].attrs, level, blocks[at].inlines());
                blocks = &blocks[at + 1..];
            } else {
                let bookmark = self.heading_bookmark(level, name);
                self.open_heading(level, &Attrs::default(), &bookmark);
                self.run(&Run::default(), name);
                self.close_paragraph();
            }
        }
        self.blocks(blocks);
    }

    /// Sets language and direction for what follows.
    fn begin(&mut self, lang: Option<&'a str>, dir: Option<Direction>) {
        if let Some(lang) = lang {
            // A language that is that of the whole document is not repeated at every run.
            self.place.lang = (lang != self.book.metadata.language()).then_some(lang);
            self.place.dir = if is_rtl(lang) { Direction::Rtl } else { Direction::Ltr };
        }
        if let Some(dir) = dir {
            self.place.dir = dir;
        }
    }

    /// Enters something with these ids, language and direction; returns what was around it.
    pub(super) fn enter(&mut self, attrs: &'a Attrs) -> Place<'a> {
        let outer = self.place;
        if attrs.sentence > 0 {
            self.sentence = attrs.sentence;
        }
        self.wait_for(&attrs.ids);
        self.begin(attrs.lang.as_deref(), attrs.dir);
        outer
    }

    pub(super) fn leave(&mut self, outer: Place<'a>) {
        self.place = outer;
    }

    /// The next paragraph gets the bookmark that links to these ids point at.
    pub(super) fn wait_for(&mut self, ids: &[String]) {
        if let Some(name) = self.anchors.of_ids(&self.section.path, ids) {
            self.waiting.push(name.to_owned());
        }
    }

    /// Writes the bookmarks that wait, where runs are allowed.
    pub(super) fn settle_bookmarks(&mut self) {
        for name in std::mem::take(&mut self.waiting) {
            self.bookmark(&name);
        }
    }

    /// Writes one bookmark, unless it exists already.
    pub(super) fn bookmark(&mut self, name: &str) {
        if self.written.insert(name.to_owned()) {
            let id = self.bookmarks.to_string();
            self.bookmarks += 1;
            self.xml.open("w:bookmarkStart").attr("w:id", &id).attr("w:name", name).close();
            self.xml.open("w:bookmarkEnd").attr("w:id", &id).close();
        }
    }

    /// Opens a paragraph of a style, with what waits for one.
    pub(super) fn open_paragraph(&mut self, style: &'static str) {
        self.open_with(style, false);
    }

    fn open_with(&mut self, style: &'static str, new_page: bool) {
        let number = self.number.take();
        self.xml.open("w:p");
        self.paragraph_begins();
        let rtl = self.place.dir == Direction::Rtl;
        // A numbered paragraph has its own edge.
        let edge = if number.is_some() { 0 } else { self.edge(style) };
        if style != "Normal" || number.is_some() || rtl || edge > 0 || new_page {
            self.xml.open("w:pPr");
            if style != "Normal" {
                self.xml.open("w:pStyle").attr("w:val", style).close();
            }
            if new_page {
                self.xml.open("w:pageBreakBefore").close();
            }
            if let Some((list, level)) = number {
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
        self.settle_bookmarks();
    }

    /// Counts a paragraph of the document, and reports the sentence that waits for one.
    pub(super) fn paragraph_begins(&mut self) {
        let sentence = std::mem::take(&mut self.sentence);
        if !self.in_notes {
            self.paragraphs += 1;
            self.sentences.push((sentence, self.paragraphs));
        }
    }

    /// The edge of a paragraph, if it is not that of its style.
    fn edge(&self, style: &'static str) -> u32 {
        let own = match style {
            "Quote" | "Epigraph" | "Verse" | "Definition" => super::lists::STEP,
            "Sidebar" | "ImageDescription" => 360,
            _ => 0,
        };
        if self.place.indent == 0 { 0 } else { self.place.indent + own }
    }

    /// Closes the paragraph; descriptions of its pictures follow.
    pub(super) fn close_paragraph(&mut self) {
        self.xml.close().line();
        for blocks in std::mem::take(&mut self.described) {
            self.description(blocks);
        }
    }

    pub(super) fn empty_paragraph(&mut self) {
        self.open_paragraph(self.place.style);
        self.close_paragraph();
    }

    /// Writes a run of plain text.
    pub(super) fn run(&mut self, run: &Run<'_>, text: &str) {
        let run = Run { lang: run.lang.or(self.place.lang), ..*run };
        run.text(&mut self.xml, text, self.place.dir);
    }

    /// The name of a heading's bookmark; the heading becomes part of the table of contents.
    pub(super) fn heading_bookmark(&mut self, level: u8, label: &str) -> String {
        let bookmark = format!("_Toc{:08}", self.contents.len() + 1);
        let label = squeezed(label);
        if !label.is_empty() {
            self.contents.push(Entry { level, label, bookmark: bookmark.clone() });
        }
        bookmark
    }

    pub(super) fn open_heading(&mut self, level: u8, attrs: &Attrs, bookmark: &str) {
        const STYLES: [&str; 6] = ["Heading1", "Heading2", "Heading3", "Heading4", "Heading5", "Heading6"];
        self.wait_for(&attrs.ids);
        self.waiting.push(bookmark.to_owned());
        let new_page = level == 1 && !std::mem::take(&mut self.at_top);
        self.open_with(STYLES[usize::from(level.clamp(1, 6)) - 1], new_page);
    }

    /// Front matter: title, authors, table of contents.
    fn front(&mut self) {
        let metadata = &self.book.metadata;
        let mut lines = vec![("Title", metadata.title.as_str())];
        lines.extend(metadata.subtitle.as_deref().map(|subtitle| ("Subtitle", subtitle)));
        lines.extend(metadata.names("aut").into_iter().map(|name| ("Author", name)));
        for (style, text) in lines {
            self.open_paragraph(style);
            self.run(&Run::default(), text);
            self.close_paragraph();
        }
        let own = self.book.landmarks.iter().any(|landmark| {
            landmark.kind == "toc"
                && self.book.sections.iter().any(|section| section.path == landmark.target.path)
        });
        if !own && self.contents.len() > 1 {
            self.table_of_contents();
        }
    }

    /// A field that Word can update, filled with links to the headings.
    fn table_of_contents(&mut self) {
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
        self.xml.open("w:docPartUnique").close().close().close().open("w:sdtContent").line();
        if let Some(word) = contents_word(self.book.metadata.language()) {
            self.open_paragraph("TOCHeading");
            self.run(&Run::default(), word);
            self.close_paragraph();
        }
        let mut first = true;
        for entry in entries.iter().filter(|entry| entry.level <= depth) {
            self.open_paragraph(["TOC1", "TOC2", "TOC3"][usize::from(entry.level.clamp(1, 3)) - 1]);
            if std::mem::take(&mut first) {
                self.field("begin");
                let code = format!(" TOC \\o \"1-{depth}\" \\n \\h \\z ");
                self.xml
                    .open("w:r")
                    .open("w:instrText")
                    .attr("xml:space", "preserve")
                    .text(&code)
                    .close()
                    .close();
                self.field("separate");
            }
            self.xml.open("w:hyperlink").attr("w:anchor", &entry.bookmark).attr("w:history", "1");
            self.run(&Run { linked: true, ..Run::default() }, &entry.label);
            self.xml.close();
            self.close_paragraph();
        }
        self.xml.open("w:p");
        self.paragraph_begins();
        self.field("end");
        self.xml.close().close().close().line();
    }

    fn field(&mut self, kind: &str) {
        self.xml.open("w:r").open("w:fldChar").attr("w:fldCharType", kind).close().close();
    }

    /// The footnotes that the text calls. A footnote cannot call one that is not in the list yet, so it is
    /// complete.
    fn footnotes(&mut self, place: Place<'a>) -> String {
        self.xml = part("w:footnotes");
        self.xml.line();
        for (id, kind, mark) in
            [("-1", "separator", "w:separator"), ("0", "continuationSeparator", "w:continuationSeparator")]
        {
            self.xml.open("w:footnote").attr("w:type", kind).attr("w:id", id).open("w:p").open("w:r");
            self.xml.open(mark).close().close().close().close().line();
        }
        self.in_notes = true;
        for (n, number) in std::mem::take(&mut self.called).into_iter().enumerate() {
            let Some((section, block)) = self.notes.get(number) else { continue };
            self.section = section;
            self.place = Place { style: "FootnoteText", outline: false, ..place };
            self.begin(section.lang.as_deref(), section.dir);
            self.xml.open("w:footnote").attr("w:id", &(n + 1).to_string());
            self.footnote(block, self.notes.own_number(number));
            self.xml.close().line();
        }
        std::mem::take(&mut self.xml).finish()
    }
}

/// The heading of a table of contents in the languages known here.
fn contents_word(language: &str) -> Option<&'static str> {
    Some(match language.split('-').next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "en" => "Contents",
        "es" => "Índice",
        "fr" => "Table des matières",
        "de" => "Inhalt",
        "it" => "Indice",
        "pt" => "Sumário",
        "nl" => "Inhoud",
        _ => return None,
    })
}
