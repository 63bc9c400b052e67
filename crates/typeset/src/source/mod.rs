//! The book as a source for the typesetter: our own template, and the book's text as strings in it.

mod blocks;
mod front;
mod inlines;
mod lists;
mod math;
mod plan;
mod tables;

use std::collections::HashSet;
use std::fmt::Write as _;

use books::model::{
    Attrs, Block, BlockKind, Book, Direction, Division, Inline, Section, plain_text, squeezed,
};
use books::{Anchors, Footnotes, LetterTally};

use crate::Care;
use crate::escape::{literal, push_literal};
use crate::links;
use crate::numbers::DIGITS;
use crate::pictures::{Data, Pictures};

use plan::{Draft, Path};

pub(crate) use front::heading_name;
pub(crate) use math::content as formula;
pub(crate) use plan::Plan;

/// It has an empty header because on pages with something before the text, the text is referenced; on others
/// the typesetter copies the text of all pages, glyph by glyph, in each layout, on one core.
const TEMPLATE: &str = include_str!("template.typ");
/// Delimits the name of a place until it is known which places exist. No text contains it.
const MARK: char = '\u{1}';
/// The label of placeholder headings for those above a part, which are not part of it.
pub(crate) const ABOVE: &str = "above";
/// The label of places where a block begins with a numbered sentence.
pub(crate) const SENTENCE: &str = "book-sentence";
/// Boxes in boxes; deeper ones are written without.
const DEPTH: usize = 10;

/// Input of the typesetter.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) pictures: Vec<Data>,
}

/// The text being written.
struct Writer<'a> {
    book: &'a Book,
    care: Care,
    notes: &'a Footnotes<'a>,
    anchors: &'a Anchors,
    pass: Pass<'a>,
    out: String,
    section: &'a Section,
    pictures: Pictures,
    /// Footnotes that were already called.
    called: HashSet<usize>,
    /// Footnotes of a heading, to be called in the next paragraph: in the heading they would also be called
    /// in the table of contents.
    postponed: Vec<usize>,
    written: HashSet<String>,
    /// Ids that wait for the next possible place.
    waiting: Vec<String>,
    in_note: bool,
    /// Characters of the line to skip: the footnote has its own number.
    skip: usize,
    in_heading: bool,
    linked: bool,
    /// Whether headings are those of the book, not of a box.
    outline: bool,
    depth: usize,
    /// Line width in points.
    room: f64,
    /// The level of the last heading; 0 before the first.
    level: u8,
    /// Letters of the book that were written.
    letters: LetterTally,
}

/// The pass that is written.
enum Pass<'a> {
    /// All of the book, to find its parts.
    Draft(Draft),
    /// One part.
    Part(&'a Plan<'a>, usize),
}

impl<'a> Plan<'a> {
    /// Writes a part.
    pub(crate) fn part(&'a self, number: usize, care: Care) -> Written {
        let part = &self.parts[number];
        let mut writer = Writer::new(self.book, &self.notes, &self.anchors, Pass::Part(self, number));
        writer.care = care;
        writer.pictures = Pictures::without(self.refused());
        // Without the headings above it, a part that begins within a chapter would skip levels.
        if part.level > 0 {
            let _ = writeln!(writer.out, "#show <{ABOVE}>: none");
        }
        for level in 1..=part.level {
            let _ = writeln!(writer.out, "#heading(level: {level})[-]<{ABOVE}>");
        }
        if part.notes > 0 {
            let _ = writeln!(writer.out, "#counter(footnote).update({})", part.notes);
        }
        for (n, section) in self.book.sections.iter().enumerate() {
            writer.section(n, section);
        }
        writer.settle();
        let text = format!("{}{}", header(self.book), writer.linked());
        Written { text, pictures: writer.pictures.into_data() }
    }

    /// The number of headings [above](ABOVE) a part.
    pub(crate) fn headings_above(&self, part: usize) -> usize {
        self.parts[part].level.into()
    }
}

/// The beginning of every document of a book.
fn header(book: &Book) -> String {
    let metadata = &book.metadata;
    let title = if metadata.title.trim().is_empty() { "\u{2014}" } else { metadata.title.trim() };
    let list = |names: &[&str]| {
        let all: Vec<String> = names.iter().map(|name| format!("{},", literal(name))).collect();
        format!("({})", all.join(" "))
    };
    let subjects: Vec<&str> =
        metadata.subjects.iter().map(|subject| subject.name.as_str()).take(20).collect();
    let language = arguments(Some(metadata.language()), None);
    let mut out = format!(
        "#set document(title: {}, author: {}, keywords: {})\n{TEMPLATE}",
        literal(title),
        list(&metadata.names("aut")),
        list(&subjects)
    );
    // An unknown language is declared as the typesetter's default, because otherwise each document would take
    // that of its first words.
    out.push_str(if language.is_empty() { "#set text(lang: \"en\")\n" } else { "" });
    out.push_str(&settings(Some(metadata.language()), metadata.direction.filter(|_| language.is_empty())));
    out
}

/// The page with the notice of a copy.
pub(crate) fn notice(text: &str, lang: &str) -> Written {
    let mut out = format!("#set document(title: {})\n", literal(text));
    // Only what one paragraph needs of the template: unused rules take time, too.
    let rules =
        |line: &&str| ["#set page(", "#set text(", "#set par("].iter().any(|rule| line.starts_with(rule));
    for line in TEMPLATE.lines().filter(rules) {
        out.extend([line, "\n"]);
    }
    out.push_str("#set page(numbering: none, header: none)\n");
    out.push_str(&settings(Some(lang), None));
    let _ = writeln!(out, "#par[#{}]", literal(text));
    Written { text: out, pictures: Vec::new() }
}

/// A page with one picture, to find out whether it can be set.
pub(crate) fn picture(data: Data) -> Written {
    let text = format!("#set document(title: \"-\")\n#image({}, alt: \"-\")\n", literal(&data.name));
    Written { text, pictures: vec![data] }
}

/// A page without text, and with all digits at its foot.
pub(crate) fn digits(lang: &str) -> Written {
    let mut out = format!("{TEMPLATE}{}", settings(Some(lang), None));
    let _ = writeln!(out, "#set page(footer: [#{}])", literal(DIGITS));
    Written { text: out, pictures: Vec::new() }
}

/// Language and direction for all that follows.
fn settings(lang: Option<&str>, dir: Option<Direction>) -> String {
    match arguments(lang, dir) {
        none if none.is_empty() => String::new(),
        some => format!("#set text({some})\n"),
    }
}

/// Language and direction as arguments; empty if the typesetter does not support the language.
fn arguments(lang: Option<&str>, dir: Option<Direction>) -> String {
    let mut out = String::new();
    let mut parts = lang.unwrap_or_default().split('-');
    let main = parts.next().unwrap_or_default().to_ascii_lowercase();
    if (2..=3).contains(&main.len()) && main.bytes().all(|byte| byte.is_ascii_alphabetic()) && main != "und" {
        let region =
            parts.find(|part| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let _ = write!(out, "lang: \"{main}\"");
        match region {
            Some(region) => {
                let _ = write!(out, ", region: \"{}\"", region.to_ascii_uppercase());
            }
            None => out.push_str(", region: none"),
        }
    }
    if let Some(dir) = dir {
        let _ = write!(out, "{}dir: {}", if out.is_empty() { "" } else { ", " }, dir.name());
    }
    out
}

impl<'a> Writer<'a> {
    fn new(book: &'a Book, notes: &'a Footnotes<'a>, anchors: &'a Anchors, pass: Pass<'a>) -> Self {
        Self {
            book,
            care: Care::Full,
            notes,
            anchors,
            pass,
            out: String::new(),
            section: &book.sections[0],
            pictures: Pictures::default(),
            called: HashSet::new(),
            postponed: Vec::new(),
            written: HashSet::new(),
            waiting: Vec::new(),
            in_note: false,
            letters: LetterTally::default(),
            skip: 0,
            in_heading: false,
            linked: false,
            outline: true,
            depth: 0,
            room: blocks::WIDTH,
            level: 0,
        }
    }

    /// The output, with links to existing places; for others only the text stays.
    fn linked(&mut self) -> String {
        let text = std::mem::take(&mut self.out);
        let mut out = String::with_capacity(text.len());
        let mut pieces = text.split(MARK);
        out.push_str(pieces.next().unwrap_or_default());
        while let (Some(name), Some(said), Some(behind)) = (pieces.next(), pieces.next(), pieces.next()) {
            if self.written.contains(name) {
                let _ = write!(out, "#link(<{name}>)");
            } else if self.elsewhere(name) {
                let _ = write!(out, "#link({})", literal(&links::address(name, said)));
            } else {
                out.push('#');
            }
            out.push_str(behind);
        }
        out
    }

    /// Whether a place is in another part.
    fn elsewhere(&self, name: &str) -> bool {
        match &self.pass {
            Pass::Draft(_) => false,
            Pass::Part(plan, part) => plan.places.get(name).is_some_and(|known| known != part),
        }
    }

    /// Opens a link to a place; [`Writer::linked`] resolves it. `said`: its text.
    fn mark(&mut self, name: &str, said: &str) {
        let said: String = squeezed(said).chars().filter(|c| *c != MARK).take(200).collect();
        self.out.extend([MARK.encode_utf8(&mut [0; 4]), name]);
        self.out.push(MARK);
        self.out.push_str(&said);
        self.out.push(MARK);
        if let Pass::Draft(draft) = &mut self.pass {
            draft.link(name.to_owned());
        }
    }

    fn section(&mut self, n: usize, section: &'a Section) {
        let (begins_here, reached) = self.covers(&[n]);
        if !reached {
            return;
        }
        self.section = section;
        let taken = self.notes.takes_all(section);
        if !taken {
            self.cut_before_section(n, section);
        }
        if begins_here && let Some(start) = self.anchors.of_start(&section.path).map(str::to_owned) {
            self.waiting.push(start);
        }
        if taken {
            return;
        }
        let own = section.lang.as_deref().filter(|lang| *lang != self.book.metadata.language());
        let around = arguments(own, section.dir);
        if !around.is_empty() {
            let _ = writeln!(self.out, "#text({around})[");
        }
        let division = section.division();
        if let Some(Division { level, name, said_by: None }) = division
            && begins_here
        {
            let from = self.open_heading(level);
            self.text(name);
            self.close_heading(from, name.to_owned());
        }
        let said = division.and_then(|division| Some((division.said_by?, division.level)));
        self.run(&section.blocks, &mut vec![n], said);
        if !around.is_empty() {
            self.settle();
            self.out.push_str("]\n");
        }
    }

    /// The blocks of a section, or of a group in it, between which it may be cut. `said`: the block with the
    /// name of the section, and the level of that.
    fn run(&mut self, blocks: &'a [Block], path: &mut Path, said: Option<(usize, u8)>) {
        // A name is not separated from the following content.
        let mut heads = false;
        for (n, block) in blocks.iter().enumerate() {
            path.push(n);
            let (begins_here, reached) = self.covers(path);
            if reached {
                if begins_here && !heads {
                    self.cut_before_block(path);
                }
                match &block.kind {
                    _ if said.is_some_and(|(at, _)| at == n) => {
                        let level = said.map_or(1, |(_, level)| level);
                        self.heading(&block.attrs, level, block.inlines());
                        heads = true;
                    }
                    BlockKind::Group(inner) if !self.notes.takes(&self.section.path, block) => {
                        let opened =
                            if begins_here { self.enter(&block.attrs) } else { self.open(&block.attrs) };
                        self.run(inner, path, None);
                        self.leave(opened);
                        heads = false;
                    }
                    kind => {
                        self.block(block);
                        heads = matches!(kind, BlockKind::Heading { .. } | BlockKind::PageBreak(_));
                    }
                }
            }
            path.pop();
        }
    }

    /// Whether something is written in this pass, and whether it or something in it is.
    fn covers(&self, path: &[usize]) -> (bool, bool) {
        match &self.pass {
            Pass::Draft(_) => (true, true),
            Pass::Part(plan, part) => plan.covers(*part, path),
        }
    }

    /// Writes text, in content.
    fn text(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.push('#');
            push_literal(&mut self.out, text);
        }
    }

    /// The next place gets the name that links to these ids point at.
    fn wait_for(&mut self, ids: &[String]) {
        if let Some(name) = self.anchors.of_ids(&self.section.path, ids) {
            self.waiting.push(name.to_owned());
        }
    }

    /// Writes pending places, in content.
    fn settle(&mut self) {
        if self.in_heading {
            return;
        }
        for name in std::mem::take(&mut self.waiting) {
            if !self.elsewhere(&name) && self.written.insert(name.clone()) {
                let _ = write!(self.out, "#metadata(none)<{name}>");
                if let Pass::Draft(draft) = &mut self.pass {
                    draft.place(&name);
                }
            }
        }
        if !self.in_note {
            for number in std::mem::take(&mut self.postponed) {
                self.call(number);
            }
        }
    }

    /// Begins another language or direction; returns whether it must be closed.
    fn enter(&mut self, attrs: &Attrs) -> bool {
        self.wait_for(&attrs.ids);
        self.begin_sentence(attrs);
        self.open(attrs)
    }

    /// Marks the place of the sentence that a block begins with.
    fn begin_sentence(&mut self, attrs: &Attrs) {
        if attrs.sentence > 0 && !self.in_note && matches!(self.pass, Pass::Part(..)) {
            let _ = write!(self.out, "#metadata({})<{SENTENCE}>", attrs.sentence);
        }
    }

    /// The same for something that began in another part.
    fn open(&mut self, attrs: &Attrs) -> bool {
        let around = arguments(attrs.lang.as_deref(), attrs.dir);
        if around.is_empty() {
            return false;
        }
        let _ = write!(self.out, "#text({around})[");
        true
    }

    fn leave(&mut self, opened: bool) {
        if opened {
            self.out.push(']');
        }
    }

    /// Opens a heading; returns its start.
    fn open_heading(&mut self, level: u8) -> usize {
        self.level = level.clamp(1, 6);
        let from = self.out.len();
        let _ = write!(self.out, "#heading(level: {})[", self.level);
        from
    }

    fn close_heading(&mut self, from: usize, plain: String) {
        self.out.push_str("]\n");
        if let Pass::Draft(draft) = &mut self.pass {
            draft.heading(self.level, &self.out[from..], plain);
        }
    }

    fn heading(&mut self, attrs: &Attrs, level: u8, inlines: &'a [Inline]) {
        if plain_text(inlines).trim().is_empty() {
            self.wait_for(&attrs.ids);
            // It may still contain a picture.
            return self.paragraph(inlines);
        }
        self.wait_for(&attrs.ids);
        let opened = self.open(attrs);
        self.before_heading(inlines);
        self.settle();
        let from = self.open_heading(level);
        let calls = self.inlines_of_heading(inlines);
        self.close_heading(from, squeezed(&plain_text(inlines)));
        // Before the heading of a chapter is the end of the page before it.
        self.begin_sentence(attrs);
        self.leave(opened);
        self.postponed.extend(calls);
    }
}
