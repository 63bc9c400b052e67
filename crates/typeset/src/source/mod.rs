//! The book in the language of the typesetter: a template of our own, and the book's text as strings in it.

mod blocks;
mod inlines;
mod math;
mod tables;

use std::collections::HashSet;
use std::fmt::Write as _;

use books::model::{Attrs, Book, Direction, Division, Inline, Matter, Section, plain_text};
use books::{Anchors, Footnotes, Progress, Result};
use typst::foundations::Bytes;

use crate::Care;
use crate::escape::{literal, push_literal};
use crate::numbers::DIGITS;
use crate::pictures::Pictures;

pub(crate) use math::content as formula;

/// Its empty header is there because a page that has something before its text refers to the text; in one that has
/// not, the typesetter copies the text of all pages, glyph by glyph, in each layout, on one core.
const TEMPLATE: &str = include_str!("template.typ");
/// Stands around the name of a place until it is known which places exist. No text holds it.
const MARK: char = '\u{1}';
/// Boxes in boxes; deeper ones are written without.
const DEPTH: usize = 10;

/// What the typesetter gets.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) pictures: Vec<(String, Bytes)>,
}

/// The text being written.
struct Writer<'a> {
    book: &'a Book,
    care: Care,
    notes: Footnotes<'a>,
    anchors: Anchors,
    out: String,
    section: &'a Section,
    pictures: Pictures,
    /// Footnotes that are called already.
    called: HashSet<usize>,
    /// Footnotes of a heading, to be called in the next paragraph: in the heading they would be called in the
    /// table of contents as well.
    postponed: Vec<usize>,
    written: HashSet<String>,
    /// Ids that wait for the next place where one can stand.
    waiting: Vec<String>,
    in_note: bool,
    in_heading: bool,
    linked: bool,
    /// Headings are those of the book here, and not of a box.
    outline: bool,
    depth: usize,
    headings: [usize; 6],
}

/// Writes a book.
pub(crate) fn write(book: &Book, care: Care, progress: &mut dyn Progress) -> Result<Written> {
    let none = Section::new(String::new(), Matter::Front, Vec::new());
    let mut writer = Writer {
        book,
        care,
        notes: Footnotes::of(book),
        anchors: Anchors::of(book),
        out: String::new(),
        section: &none,
        pictures: Pictures::default(),
        called: HashSet::new(),
        postponed: Vec::new(),
        written: HashSet::new(),
        waiting: Vec::new(),
        in_note: false,
        in_heading: false,
        linked: false,
        outline: true,
        depth: 0,
        headings: [0; 6],
    };
    let total = book.sections.len();
    for (n, section) in book.sections.iter().enumerate() {
        crate::step(progress, n, total)?;
        writer.section(section);
    }
    writer.settle();
    let body = std::mem::take(&mut writer.out);
    let text = linked(&format!("{}{body}", writer.front()), &writer.written);
    Ok(Written { text, pictures: writer.pictures.into_data() })
}

/// The page that says whose copy this is.
pub(crate) fn notice(text: &str, lang: &str) -> Written {
    let mut out = format!("#set document(title: {})\n", literal(text));
    // Of the template what one paragraph needs: rules that nothing meets take their time, too.
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

/// Language and direction as arguments; empty when the typesetter knows no such language.
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

/// Links to places that exist; the text of others stays.
fn linked(text: &str, written: &HashSet<String>) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, piece) in text.split(MARK).enumerate() {
        if n % 2 == 0 {
            out.push_str(piece);
        } else if written.contains(piece) {
            let _ = write!(out, "#link(<{piece}>)");
        } else {
            out.push('#');
        }
    }
    out
}

impl<'a> Writer<'a> {
    /// Title, authors, table of contents.
    fn front(&self) -> String {
        let metadata = &self.book.metadata;
        let title = if metadata.title.trim().is_empty() { "\u{2014}" } else { metadata.title.trim() };
        let authors = metadata.names("aut");
        let list = |names: &[&str]| {
            let all: Vec<String> = names.iter().map(|name| format!("{},", literal(name))).collect();
            format!("({})", all.join(" "))
        };
        let subjects: Vec<&str> =
            metadata.subjects.iter().map(|subject| subject.name.as_str()).take(20).collect();
        let mut out = format!(
            "#set document(title: {}, author: {}, keywords: {})\n{TEMPLATE}",
            literal(title),
            list(&authors),
            list(&subjects)
        );
        out.push_str(&settings(
            Some(metadata.language()),
            metadata.direction.filter(|_| arguments(Some(metadata.language()), None).is_empty()),
        ));
        out.push_str("#title()\n");
        for line in metadata.subtitle.as_deref().into_iter().chain(authors) {
            let _ = writeln!(out, "#par[#{}]", literal(line));
        }
        let count = |depth: usize| self.headings[..depth].iter().sum::<usize>();
        let own = self.book.landmarks.iter().any(|landmark| {
            landmark.kind == "toc"
                && self.book.sections.iter().any(|section| section.path == landmark.target.path)
        });
        if count(6) > 1 && !own {
            let depth = if count(3) <= 120 {
                3
            } else if count(2) <= 250 {
                2
            } else {
                1
            };
            let word = match metadata.language().split('-').next().unwrap_or_default() {
                // What the typesetter says in many languages.
                "" | "und" => "title: none, ",
                _ => "",
            };
            let _ = writeln!(out, "#pagebreak()\n#outline({word}depth: {depth})");
        }
        out.push_str("#pagebreak(weak: true)\n");
        out
    }

    fn section(&mut self, section: &'a Section) {
        self.section = section;
        if let Some(start) = self.anchors.of_start(&section.path).map(str::to_owned) {
            self.waiting.push(start);
        }
        if self.notes.takes_all(section) {
            return;
        }
        let own = section.lang.as_deref().filter(|lang| *lang != self.book.metadata.language());
        let around = arguments(own, section.dir);
        if !around.is_empty() {
            let _ = writeln!(self.out, "#text({around})[");
        }
        let mut blocks = section.blocks.as_slice();
        if let Some(Division { level, name, said_by }) = section.division() {
            if let Some(at) = said_by {
                self.blocks(&blocks[..at]);
                self.heading(&blocks[at].attrs, level, blocks[at].inlines());
                blocks = &blocks[at + 1..];
            } else {
                self.open_heading(level);
                self.text(name);
                self.out.push_str("]\n");
            }
        }
        self.blocks(blocks);
        if !around.is_empty() {
            self.settle();
            self.out.push_str("]\n");
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

    /// Writes what waits, in content.
    fn settle(&mut self) {
        if self.in_heading {
            return;
        }
        for name in std::mem::take(&mut self.waiting) {
            if self.written.insert(name.clone()) {
                let _ = write!(self.out, "#metadata(none)<{name}>");
            }
        }
        if !self.in_note {
            for number in std::mem::take(&mut self.postponed) {
                self.call(number);
            }
        }
    }

    /// Opens something in another language or direction; answers whether it is to be closed.
    fn enter(&mut self, attrs: &Attrs) -> bool {
        self.wait_for(&attrs.ids);
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

    fn open_heading(&mut self, level: u8) {
        let level = level.clamp(1, 6);
        self.headings[usize::from(level) - 1] += 1;
        let _ = write!(self.out, "#heading(level: {level})[");
    }

    fn heading(&mut self, attrs: &Attrs, level: u8, inlines: &'a [Inline]) {
        if plain_text(inlines).trim().is_empty() {
            self.wait_for(&attrs.ids);
            // What is in it may still be a picture.
            return self.paragraph(inlines);
        }
        let opened = self.enter(attrs);
        self.before_heading(inlines);
        self.settle();
        self.open_heading(level);
        let calls = self.inlines_of_heading(inlines);
        self.out.push_str("]\n");
        self.leave(opened);
        self.postponed.extend(calls);
    }
}
