//! The notes of a book that become footnotes: those that the text calls.

use std::collections::HashMap;

use crate::model::{Attrs, Block, BlockKind, Book, Inline, Section, Target, plain_text, walk_blocks};

/// The notes of a book that its text refers to. Formats with real footnotes write them where they are called
/// and omit them at their original position; all other notes stay.
#[derive(Debug, Default)]
pub struct Footnotes<'a> {
    notes: Vec<(&'a Section, &'a Block)>,
    /// For each, the letters at its beginning that only repeat the sign it is called by.
    numbers: Vec<usize>,
    by_id: HashMap<&'a str, HashMap<&'a str, usize>>,
}

/// The rest of a block after its footnotes are taken out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RemainingBlock {
    /// Something to read.
    Text,
    /// Nothing but headings, page breaks and lines.
    Frame,
    /// Nothing but these, and there were footnotes.
    Moved,
}

impl<'a> Footnotes<'a> {
    /// Finds them. A note that only other notes refer to is none: footnotes cannot have footnotes.
    pub fn from_book(book: &'a Book) -> Self {
        let mut called: HashMap<&Target, &str> = HashMap::new();
        for block in book.sections.iter().flat_map(|section| &section.blocks) {
            collect_calls(block, &mut called);
        }
        let mut found = Self::default();
        for section in &book.sections {
            walk_blocks(&section.blocks, &mut |block| found.add_note(section, block, &called));
        }
        found
    }

    fn add_note(&mut self, section: &'a Section, block: &'a Block, called: &HashMap<&Target, &str>) {
        let BlockKind::Note { blocks, .. } = &block.kind else { return };
        let target = |id: &String| Target { path: section.path.clone(), id: Some(id.clone()) };
        if let Some(sign) = block.attrs.ids.iter().find_map(|id| called.get(&target(id))) {
            let ids = self.by_id.entry(&section.path).or_default();
            for id in &block.attrs.ids {
                ids.entry(id).or_insert(self.notes.len());
            }
            self.notes.push((section, block));
            self.numbers.push(own_number(blocks, sign));
        }
    }

    /// The number of the footnote that a reference points at.
    pub fn number_for_target(&self, target: &Target) -> Option<usize> {
        self.by_id.get(target.path.as_str())?.get(target.id.as_deref()?).copied()
    }

    /// The section that a footnote is taken from, and its block.
    pub fn get(&self, number: usize) -> Option<(&'a Section, &'a Block)> {
        self.notes.get(number).copied()
    }

    /// Number of characters at the beginning of a footnote's first paragraph that only repeat the sign by
    /// which it is called, with its point, its brackets and the space after: a real footnote brings its
    /// number along.
    pub fn own_number(&self, number: usize) -> usize {
        self.numbers.get(number).copied().unwrap_or_default()
    }

    /// Returns true if this block is a footnote or holds nothing but footnotes, perhaps under a heading.
    pub fn is_taken(&self, path: &str, block: &Block) -> bool {
        self.remaining_block(path, block) == RemainingBlock::Moved
    }

    /// Returns true if a section holds nothing but footnotes, perhaps under a heading.
    pub fn is_section_taken(&self, section: &Section) -> bool {
        self.remaining_blocks(&section.path, section.blocks.iter()) == RemainingBlock::Moved
    }

    /// Returns true if these blocks, as those of a list's item, are nothing but footnotes.
    pub fn are_blocks_taken(&self, path: &str, blocks: &[Block]) -> bool {
        self.remaining_blocks(path, blocks.iter()) == RemainingBlock::Moved
    }

    fn remaining_block(&self, path: &str, block: &Block) -> RemainingBlock {
        match &block.kind {
            BlockKind::Note { .. } if self.is_note(path, &block.attrs) => RemainingBlock::Moved,
            BlockKind::Heading { .. } | BlockKind::PageBreak(_) | BlockKind::Separator => {
                RemainingBlock::Frame
            }
            BlockKind::List(_)
            | BlockKind::Definitions(_)
            | BlockKind::Aside(_)
            | BlockKind::Quote(_)
            | BlockKind::Group(_) => self.remaining_blocks(path, block.children()),
            _ => RemainingBlock::Text,
        }
    }

    fn remaining_blocks<'b>(&self, path: &str, blocks: impl Iterator<Item = &'b Block>) -> RemainingBlock {
        let mut rest = RemainingBlock::Frame;
        for block in blocks {
            match self.remaining_block(path, block) {
                RemainingBlock::Text => return RemainingBlock::Text,
                RemainingBlock::Moved => rest = RemainingBlock::Moved,
                RemainingBlock::Frame => {}
            }
        }
        rest
    }

    fn is_note(&self, path: &str, attrs: &Attrs) -> bool {
        self.by_id.get(path).is_some_and(|ids| attrs.ids.iter().any(|id| ids.contains_key(id.as_str())))
    }
}

/// Collects the targets of references outside of notes.
fn collect_calls<'a>(block: &'a Block, called: &mut HashMap<&'a Target, &'a str>) {
    if let BlockKind::Note { .. } = block.kind {
        return;
    }
    block.walk_inlines(&mut |inline| {
        if let Inline::NoteRef { target, text, .. } = inline {
            called.entry(target).or_insert(text);
        }
    });
    for child in block.children() {
        collect_calls(child, called);
    }
}

/// The length of the sign that a note begins with, when it is that of its reference.
fn own_number(blocks: &[Block], sign: &str) -> usize {
    let sign = sign.trim_matches(surrounds_number);
    let Some(Block { kind: BlockKind::Paragraph(line) | BlockKind::Plain(line), .. }) = blocks.first() else {
        return 0;
    };
    let text = plain_text(line);
    let begun = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '[' | '('));
    let Some(rest) = begun.strip_prefix(sign).filter(|_| !sign.is_empty()) else { return 0 };
    let behind = rest.trim_start_matches(|c: char| !c.is_whitespace() && surrounds_number(c));
    // A number that is neither pointed nor an element of its own may be the first word: "3 boats came". A
    // star is none.
    let symbol = !sign.contains(char::is_alphanumeric) && !rest.starts_with(sign);
    let pointed = behind.len() < rest.len() || symbol;
    let first = line.iter().find(|inline| !plain_text(std::slice::from_ref(*inline)).trim().is_empty());
    let apart = first.is_some_and(|inline| {
        !matches!(inline, Inline::Text(_))
            && plain_text(std::slice::from_ref(inline)).trim_matches(surrounds_number) == sign
    });
    let ends = behind.is_empty() || behind.starts_with(char::is_whitespace) || apart || symbol;
    if ends && (pointed || apart) { text.chars().count() - behind.trim_start().chars().count() } else { 0 }
}

/// Returns true if a note begins with the sign that it is called by: 12 does not begin with 1.
pub(crate) fn begins_with_sign(note: &str, sign: &str) -> bool {
    let bare = sign.trim_matches(['[', ']', '(', ')', ' ']);
    let rest = note.trim_start_matches(['[', '(', ' ']).strip_prefix(bare);
    let is_letter = |c: char| c.is_alphanumeric();
    rest.is_some_and(|rest| !(bare.ends_with(is_letter) && rest.starts_with(is_letter)))
}

/// Returns true for characters that may surround the number of a note.
fn surrounds_number(c: char) -> bool {
    c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')' | '.' | ':')
}

/// Returns true if an inline only leads back from a note to its reference. The number of the note is more
/// than that.
pub fn leads_back(inline: &Inline) -> bool {
    let Inline::Link { attrs, inlines, .. } = inline else { return false };
    let text = plain_text(inlines);
    let bare = text.trim_matches(surrounds_number);
    if !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit() || c == '*') {
        return false;
    }
    attrs.has_kind("backlink")
        || attrs.has_kind("doc-backlink")
        || (!text.trim().is_empty()
            && text
                .trim()
                .chars()
                .all(|c| matches!(c, '\u{2190}'..='\u{21ff}' | '\u{fe0e}' | '\u{fe0f}' | '^')))
}

/// The rest of an inline after characters at its beginning are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkippedInline<'a> {
    /// All is written, or what is inside tells more.
    None,
    /// Nothing is left but its ids.
    Whole,
    /// This text.
    Before(&'a str),
}

/// Counts an inline off the characters that are still to be left out.
pub fn skip_inline<'a>(inline: &'a Inline, left: &mut usize) -> SkippedInline<'a> {
    let length = if *left == 0 { 0 } else { plain_text(std::slice::from_ref(inline)).chars().count() };
    if length == 0 {
        return SkippedInline::None;
    }
    if length <= *left {
        *left -= length;
        return SkippedInline::Whole;
    }
    match inline {
        Inline::Text(text) => {
            let at = text.char_indices().nth(*left).map_or(text.len(), |(at, _)| at);
            *left = 0;
            SkippedInline::Before(&text[at..])
        }
        _ => SkippedInline::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::EpubBuilder;

    fn read_book(text: &str, notes: &str) -> Book {
        let book = EpubBuilder::new("Notes").chapter("One", text).chapter("Notes", notes).build();
        crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap()
    }

    #[test]
    fn the_sign_of_a_note_is_not_repeated_after_its_number() {
        for (sign, text, own) in [
            ("*", "* Stars", 2),
            ("\u{2020}", "\u{2020}Daggers", 1),
            ("*", "** Two stars", 0),
            ("1", "1. One", 3),
            ("3", "3 boats", 0),
            ("*", "Without", 0),
        ] {
            let call = format!("<p>x<a epub:type=\"noteref\" href=\"chapter2.xhtml#n\">{sign}</a></p>");
            let note = format!("<aside epub:type=\"footnote\" id=\"n\"><p>{text}</p></aside>");
            let book = read_book(&call, &note);
            assert_eq!(Footnotes::from_book(&book).own_number(0), own, "{text}");
        }
    }

    #[test]
    fn a_section_of_called_notes_is_taken_as_a_whole() {
        let call = |n: u32| format!("<p>x<a epub:type=\"noteref\" href=\"chapter2.xhtml#n{n}\">{n}</a></p>");
        let list = "<ol><li id=\"n1\"><p>a</p></li><li id=\"n2\"><p>b</p></li></ol>";
        let book = read_book(&format!("{}{}", call(1), call(2)), list);
        let notes = Footnotes::from_book(&book);
        assert!(notes.is_section_taken(&book.sections[1]) && !notes.is_section_taken(&book.sections[0]));
        assert_eq!(
            notes.number_for_target(&Target { path: "OEBPS/chapter2.xhtml".into(), id: Some("n2".into()) }),
            Some(1)
        );
        // A note without a call stays, and so does its section.
        let book = read_book(&call(1), list);
        let notes = Footnotes::from_book(&book);
        assert!(!notes.is_section_taken(&book.sections[1]));
        assert!(notes.get(0).is_some() && notes.get(1).is_none());
    }
}
