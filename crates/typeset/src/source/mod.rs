//! The book as a source for the typesetter: our own template, and the book's text as strings in it.

mod blocks;
mod front;
mod inlines;
mod lists;
mod math;
mod plan;
mod state;
mod tables;
mod words;

use std::fmt::Write as _;

use books::model::{
    Attrs, Block, BlockKind, Book, Direction, Division, Inline, Section, collapse_spaces, has_picture,
    leading_heading_level, plain_text,
};
use books::{Anchors, Footnotes, LetterTally};

use crate::escape::string_literal;
use crate::numbers::SAMPLE_DIGITS;
use crate::pictures::{PictureData, Pictures};
use crate::{Fallback, links};

use inlines::has_text;
use plan::{BlockPath, PlanDraft};
use state::{HeadingState, LinkedPlaces, NoteCalls, PendingEntry, TextContext};

pub(crate) use front::heading_label;
pub(crate) use math::push_formula as formula;
pub(crate) use plan::BookPlan;

/// It has an empty header because on pages with something before the text, the text is referenced; on others
/// the typesetter copies the text of all pages, glyph by glyph, in each layout, on one core.
const DOCUMENT_TEMPLATE: &str = include_str!("template.typ");
/// Delimits the name of a place until it is known which places exist. No text contains it.
const PLACE_DELIMITER: char = '\u{1}';
/// The label of placeholder headings for those above a part, which are not part of it.
pub(crate) const HEADING_ABOVE_LABEL: &str = "above";
/// The label of places where a block begins with a numbered sentence.
pub(crate) const SENTENCE_LABEL: &str = "book-sentence";
/// The label of places in the text that the table of contents lists.
pub(crate) const ENTRY_LABEL: &str = "book-entry";
/// Separates depth, id and name of such a place.
pub(crate) const ENTRY_SEPARATOR: char = '\n';
/// Boxes in boxes; deeper ones are written without.
const MAX_BOX_DEPTH: usize = 10;

/// Input of the typesetter.
#[derive(Debug)]
pub(crate) struct TypstSource {
    pub(crate) text: String,
    pub(crate) pictures: Vec<PictureData>,
}

/// The text being written.
struct SourceWriter<'a> {
    book: &'a Book,
    care: Fallback,
    notes: NoteCalls<'a>,
    anchors: &'a Anchors,
    pass: WritingPass<'a>,
    out: String,
    section: &'a Section,
    pictures: Pictures,
    places: LinkedPlaces<'a>,
    heading: HeadingState,
    context: TextContext,
    /// Letters of the book that were written.
    letters: LetterTally,
}

enum WritingPass<'a> {
    /// All of the book, to find its parts.
    Draft(PlanDraft),
    Part(&'a BookPlan<'a>, usize),
}

impl<'a> BookPlan<'a> {
    pub(crate) fn write_part(&'a self, number: usize, care: Fallback) -> TypstSource {
        let part = &self.parts[number];
        let mut writer =
            SourceWriter::new(self.book, &self.notes, &self.anchors, WritingPass::Part(self, number));
        writer.care = care;
        writer.pictures = Pictures::without_pictures(self.rejected_pictures());
        // Without the headings above it, a part that begins within a chapter would skip levels.
        if part.level > 0 {
            let _ = writeln!(writer.out, "#show <{HEADING_ABOVE_LABEL}>: none");
        }
        for level in 1..=part.level {
            let _ = writeln!(writer.out, "#heading(level: {level})[-]<{HEADING_ABOVE_LABEL}>");
        }
        if part.notes > 0 {
            let _ = writeln!(writer.out, "#counter(footnote).update({})", part.notes);
        }
        for (n, section) in self.book.sections.iter().enumerate() {
            writer.write_section(n, section);
        }
        writer.write_pending_places();
        let text = format!("{}{}", write_header(self.book), writer.resolve_links());
        TypstSource { text, pictures: writer.pictures.into_data() }
    }

    /// The number of headings [above](HEADING_ABOVE_LABEL) a part.
    pub(crate) fn headings_above(&self, part: usize) -> usize {
        self.parts[part].level.into()
    }
}

/// The beginning of every document of a book.
fn write_header(book: &Book) -> String {
    let metadata = &book.metadata;
    let title = if metadata.title.trim().is_empty() { "\u{2014}" } else { metadata.title.trim() };
    let list = |names: &[&str]| {
        let all: Vec<String> = names.iter().map(|name| format!("{},", string_literal(name))).collect();
        format!("({})", all.join(" "))
    };
    let subjects: Vec<&str> =
        metadata.subjects.iter().map(|subject| subject.name.as_str()).take(20).collect();
    let language = text_arguments(Some(metadata.language()), None);
    let mut out = format!(
        "#set document(title: {}, author: {}, keywords: {})\n{DOCUMENT_TEMPLATE}",
        string_literal(title),
        list(&metadata.names("aut")),
        list(&subjects)
    );
    // An unknown language is declared as the typesetter's default, because otherwise each document would take
    // that of its first words.
    out.push_str(if language.is_empty() { "#set text(lang: \"en\")\n" } else { "" });
    out.push_str(&set_rules(Some(metadata.language()), metadata.direction.filter(|_| language.is_empty())));
    out
}

pub(crate) fn notice_page(text: &str, lang: &str) -> TypstSource {
    let mut out = format!("#set document(title: {})\n", string_literal(text));
    // Only what one paragraph needs of the template: unused rules take time, too.
    let rules =
        |line: &&str| ["#set page(", "#set text(", "#set par("].iter().any(|rule| line.starts_with(rule));
    for line in DOCUMENT_TEMPLATE.lines().filter(rules) {
        out.extend([line, "\n"]);
    }
    out.push_str("#set page(numbering: none, header: none)\n");
    out.push_str(&set_rules(Some(lang), None));
    let _ = writeln!(out, "#par[#{}]", string_literal(text));
    TypstSource { text: out, pictures: Vec::new() }
}

/// A page with one picture, to find out whether it can be set.
pub(crate) fn picture_page(data: PictureData) -> TypstSource {
    let text = format!("#set document(title: \"-\")\n#image({}, alt: \"-\")\n", string_literal(&data.name));
    TypstSource { text, pictures: vec![data] }
}

/// A page without text, and with all digits at its foot.
pub(crate) fn digits_page(lang: &str) -> TypstSource {
    let mut out = format!("{DOCUMENT_TEMPLATE}{}", set_rules(Some(lang), None));
    let _ = writeln!(out, "#set page(footer: [#{}])", string_literal(SAMPLE_DIGITS));
    TypstSource { text: out, pictures: Vec::new() }
}

/// Language and direction for all that follows.
fn set_rules(lang: Option<&str>, dir: Option<Direction>) -> String {
    match text_arguments(lang, dir) {
        none if none.is_empty() => String::new(),
        some => format!("#set text({some})\n"),
    }
}

/// Language and direction as arguments; empty if the typesetter does not support the language.
fn text_arguments(lang: Option<&str>, dir: Option<Direction>) -> String {
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

/// The place with this id, if the table of contents names it.
fn pending_entry<'a>(section: &'a Section, id: &str) -> Option<PendingEntry<'a>> {
    let (level, name) = section.named_place(id)?;
    let data = format!("{level}{ENTRY_SEPARATOR}{}#{id}{ENTRY_SEPARATOR}{name}", section.path);
    Some(PendingEntry { level, name, data })
}

impl<'a> SourceWriter<'a> {
    fn new(book: &'a Book, notes: &'a Footnotes<'a>, anchors: &'a Anchors, pass: WritingPass<'a>) -> Self {
        Self {
            book,
            care: Fallback::Full,
            notes: NoteCalls::new(notes),
            anchors,
            pass,
            out: String::new(),
            section: &book.sections[0],
            pictures: Pictures::default(),
            places: LinkedPlaces::default(),
            heading: HeadingState::default(),
            context: TextContext::default(),
            letters: LetterTally::default(),
        }
    }

    /// The output, with links to existing places; for others only the text stays.
    fn resolve_links(&mut self) -> String {
        let text = std::mem::take(&mut self.out);
        let mut out = String::with_capacity(text.len());
        let mut pieces = text.split(PLACE_DELIMITER);
        out.push_str(pieces.next().unwrap_or_default());
        while let (Some(name), Some(said), Some(behind)) = (pieces.next(), pieces.next(), pieces.next()) {
            if self.places.written.contains(name) {
                let _ = write!(out, "#link(<{name}>)");
            } else if self.is_in_other_part(name) {
                let _ = write!(out, "#link({})", string_literal(&links::place_address(name, said)));
            } else {
                out.push('#');
            }
            out.push_str(behind);
        }
        out
    }

    /// Returns true if a place is in another part.
    fn is_in_other_part(&self, name: &str) -> bool {
        match &self.pass {
            WritingPass::Draft(_) => false,
            WritingPass::Part(plan, part) => plan.places.get(name).is_some_and(|known| known != part),
        }
    }

    /// Opens a link to a place; [`SourceWriter::resolve_links`] resolves it. `said`: its text.
    fn open_link(&mut self, name: &str, said: &str) {
        let said: String =
            collapse_spaces(said).chars().filter(|c| *c != PLACE_DELIMITER).take(200).collect();
        self.out.extend([PLACE_DELIMITER.encode_utf8(&mut [0; 4]), name]);
        self.out.push(PLACE_DELIMITER);
        self.out.push_str(&said);
        self.out.push(PLACE_DELIMITER);
        if let WritingPass::Draft(draft) = &mut self.pass {
            draft.add_link(name.to_owned());
        }
    }

    fn write_section(&mut self, n: usize, section: &'a Section) {
        let (begins_here, reached) = self.covers(&[n]);
        if !reached {
            return;
        }
        self.section = section;
        self.heading.chapter_page_begun = false;
        let taken = self.notes.all.is_section_taken(section);
        if !taken {
            self.cut_before_section(n, section);
        }
        if begins_here
            && let Some(start) = self.anchors.id_for_document_start(&section.path).map(str::to_owned)
        {
            self.places.pending.push(start);
        }
        if taken {
            section.blocks.iter().for_each(|block| self.letters.add_omitted_headings(block));
            return;
        }
        let own = section.lang.as_deref().filter(|lang| *lang != self.book.metadata.language());
        let around = text_arguments(own, section.dir);
        if !around.is_empty() {
            let _ = writeln!(self.out, "#text({around})[");
        }
        let division = section.division();
        if let Some(Division { level, name, said_by: None }) = division
            && begins_here
        {
            self.write_named_heading(level, name);
        }
        let said = division.and_then(|division| Some((division.said_by?, division.level)));
        self.write_run(&section.blocks, &mut vec![n], said);
        if !around.is_empty() {
            self.write_pending_places();
            self.out.push_str("]\n");
        }
    }

    /// The blocks of a section, or of a group in it, between which it may be cut. `said`: the block with the
    /// name of the section, and the level of that.
    fn write_run(&mut self, blocks: &'a [Block], path: &mut BlockPath, said: Option<(usize, u8)>) {
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
                        self.write_heading(&block.attrs, level, block.inlines(), None);
                        heads = true;
                    }
                    BlockKind::Group(inner) if !self.notes.all.is_taken(&self.section.path, block) => {
                        let opened = if begins_here {
                            self.enter_language(&block.attrs)
                        } else {
                            self.reopen_language(&block.attrs)
                        };
                        self.write_run(inner, path, None);
                        self.leave_language(opened);
                        heads = false;
                    }
                    kind => {
                        // The number of the page on which a chapter begins is on that page.
                        let named = said.is_some_and(|(at, level)| n < at && level <= 1);
                        if matches!(kind, BlockKind::PageBreak(_))
                            && (named || leading_heading_level(&blocks[n + 1..]) == Some(1))
                        {
                            self.begin_chapter_page(1);
                        }
                        self.write_block(block);
                        heads = matches!(kind, BlockKind::Heading { .. } | BlockKind::PageBreak(_));
                    }
                }
            }
            path.pop();
        }
    }

    /// Returns true if something is written in this pass, and whether it or something in it is.
    fn covers(&self, path: &[usize]) -> (bool, bool) {
        match &self.pass {
            WritingPass::Draft(_) => (true, true),
            WritingPass::Part(plan, part) => plan.covers(*part, path),
        }
    }

    /// Labels the next element with the anchor that links to these ids use.
    fn add_pending_places(&mut self, ids: &[String]) {
        if let Some(name) = self.anchors.id_for_element(&self.section.path, ids) {
            self.places.pending.push(name.to_owned());
        }
        self.add_pending_entries(ids);
    }

    /// Lists the next possible place in the table of contents, if the book's own leads to these ids. In a
    /// note it would be a place at the bottom of some page.
    fn add_pending_entries(&mut self, ids: &[String]) {
        let section = self.section;
        if !self.notes.is_inside && !self.heading.is_inside {
            let entries = ids.iter().filter_map(|id| pending_entry(section, id));
            self.places.pending_entries.extend(entries);
        }
    }

    /// Does not list the ids of a heading that is written with the name of its entry.
    fn skip_entries(&mut self, attrs: &Attrs, inlines: &[Inline]) {
        let section = self.section;
        let mut skip = |ids: &[String]| {
            let entries = ids.iter().filter_map(|id| pending_entry(section, id));
            self.places.written.extend(entries.map(|entry| entry.data));
        };
        skip(&attrs.ids);
        for inline in inlines {
            inline.walk(&mut |inline| skip(inline.ids()));
        }
    }

    /// Writes the pending entries of the table of contents, in content.
    fn write_pending_entries(&mut self) {
        for PendingEntry { level, name, data } in std::mem::take(&mut self.places.pending_entries) {
            if !self.is_in_other_part(&data) && self.places.written.insert(data.clone()) {
                let _ = write!(self.out, "#metadata({})<{ENTRY_LABEL}>", string_literal(&data));
                if let WritingPass::Draft(draft) = &mut self.pass {
                    draft.add_place(&data);
                    let text = format!("#heading(level: {level})[#{}]", string_literal(name));
                    draft.add_heading(level, &text, name.to_owned(), false);
                }
            }
        }
    }

    /// Writes pending places, in content.
    fn write_pending_places(&mut self) {
        if self.heading.is_inside {
            return;
        }
        self.write_pending_entries();
        for name in std::mem::take(&mut self.places.pending) {
            if !self.is_in_other_part(&name) && self.places.written.insert(name.clone()) {
                let _ = write!(self.out, "#metadata(none)<{name}>");
                if let WritingPass::Draft(draft) = &mut self.pass {
                    draft.add_place(&name);
                }
            }
        }
        if !self.notes.is_inside {
            for number in std::mem::take(&mut self.notes.postponed) {
                self.call_footnote(number);
            }
        }
    }

    /// Begins another language or direction; returns whether it must be closed.
    fn enter_language(&mut self, attrs: &Attrs) -> bool {
        self.add_pending_places(&attrs.ids);
        self.begin_sentence(attrs);
        self.reopen_language(attrs)
    }

    /// Marks the place of the sentence that a block begins with.
    fn begin_sentence(&mut self, attrs: &Attrs) {
        if attrs.sentence > 0 && !self.notes.is_inside && matches!(self.pass, WritingPass::Part(..)) {
            let _ = write!(self.out, "#metadata({})<{SENTENCE_LABEL}>", attrs.sentence);
        }
    }

    /// Begins the language or direction of something that began in another part; returns whether it must be
    /// closed.
    fn reopen_language(&mut self, attrs: &Attrs) -> bool {
        self.open_language(attrs.lang.as_deref(), attrs.dir)
    }

    fn open_language(&mut self, language: Option<&str>, direction: Option<Direction>) -> bool {
        let around = text_arguments(language, direction);
        if around.is_empty() {
            return false;
        }
        let _ = write!(self.out, "#text({around})[");
        true
    }

    fn leave_language(&mut self, opened: bool) {
        if opened {
            self.out.push(']');
        }
    }

    /// Begins the page of a chapter, unless what precedes its heading has.
    fn begin_chapter_page(&mut self, level: u8) {
        if level <= 1 && !std::mem::replace(&mut self.heading.chapter_page_begun, true) {
            // Notes of the heading before belong to its page.
            for number in std::mem::take(&mut self.notes.postponed) {
                self.call_footnote(number);
            }
            self.out.push_str("#pagebreak(weak: true)\n");
        }
    }

    /// Opens a heading; returns its start.
    fn open_heading(&mut self, level: u8) -> usize {
        self.heading.level = level.clamp(1, 6);
        self.begin_chapter_page(self.heading.level);
        self.heading.chapter_page_begun = false;
        let from = self.out.len();
        let _ = write!(self.out, "#heading(level: {})[", self.heading.level);
        from
    }

    fn close_heading(&mut self, from: usize, plain: String) {
        self.out.push_str("]\n");
        if let WritingPass::Draft(draft) = &mut self.pass {
            draft.add_heading(self.heading.level, &self.out[from..], plain, false);
        }
    }

    /// Closes a heading with a picture, which the table of contents lists by its alternative.
    fn close_picture_heading(&mut self, has_text: bool, plain: String) {
        if !has_text {
            // The typesetter takes the title of a heading, which PDF/UA demands, from its text alone.
            let _ = write!(self.out, "#box(width: 0pt, height: 0pt, hide[#{}])", string_literal(&plain));
        }
        self.out.push_str("]\n");
        if let WritingPass::Draft(draft) = &mut self.pass {
            let text = format!("#heading(level: {})[#{}]", self.heading.level, string_literal(&plain));
            draft.add_heading(self.heading.level, &text, plain, true);
        }
    }

    /// Writes a heading that the text does not have.
    fn write_named_heading(&mut self, level: u8, name: &str) {
        let from = self.open_heading(level);
        self.heading.is_inside = true;
        self.write_text(name);
        self.heading.is_inside = false;
        self.close_heading(from, name.to_owned());
    }

    /// Writes a heading. `name`: that of the table of contents, for a heading without words.
    fn write_heading(&mut self, attrs: &Attrs, level: u8, inlines: &'a [Inline], name: Option<&str>) {
        if plain_text(inlines).trim().is_empty() {
            if name.is_some() {
                self.skip_entries(attrs, inlines);
            }
            self.add_pending_places(&attrs.ids);
            if let Some(name) = name {
                self.begin_chapter_page(level);
                self.write_pending_places();
                self.write_named_heading(level, name);
            }
            self.heading.chapter_page_begun = false;
            // It may still contain a picture.
            return self.write_paragraph(inlines);
        }
        self.add_pending_places(&attrs.ids);
        let opened = self.reopen_language(attrs);
        self.begin_chapter_page(level);
        self.write_before_heading(inlines);
        self.write_pending_places();
        let from = self.open_heading(level);
        let calls = self.write_heading_inlines(inlines);
        let plain = collapse_spaces(&plain_text(inlines));
        if has_picture(inlines) {
            self.close_picture_heading(has_text(inlines), plain);
        } else {
            self.close_heading(from, plain);
        }
        // Before the heading of a chapter is the end of the page before it.
        self.begin_sentence(attrs);
        self.leave_language(opened);
        self.notes.postponed.extend(calls);
    }
}
