//! Which notes of a book become footnotes: those that the text calls.

use std::collections::{HashMap, HashSet};

use crate::model::{Attrs, Block, BlockKind, Book, Inline, Section, Target};

/// The notes of a book that its text refers to. A format with real footnotes writes them where they are
/// called and leaves them out where they stand in the source; all other notes stay.
#[derive(Debug, Default)]
pub struct Footnotes<'a> {
    notes: Vec<(&'a Section, &'a Block)>,
    by_id: HashMap<&'a str, HashMap<&'a str, usize>>,
}

/// What is left of a block when the footnotes are taken out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// Something to read.
    Text,
    /// Nothing but headings, page breaks and lines.
    Frame,
    /// Nothing but these, and there were footnotes.
    Moved,
}

impl<'a> Footnotes<'a> {
    /// Finds them. A note that only other notes refer to is none: footnotes cannot have footnotes.
    pub fn of(book: &'a Book) -> Self {
        let mut called: HashSet<&Target> = HashSet::new();
        for block in book.sections.iter().flat_map(|section| &section.blocks) {
            calls(block, &mut called);
        }
        let mut found = Self::default();
        for section in &book.sections {
            for block in &section.blocks {
                block.walk(&mut |block| found.add(section, block, &called));
            }
        }
        found
    }

    fn add(&mut self, section: &'a Section, block: &'a Block, called: &HashSet<&Target>) {
        let BlockKind::Note { .. } = block.kind else { return };
        let target = |id: &String| Target { path: section.path.clone(), id: Some(id.clone()) };
        if block.attrs.ids.iter().any(|id| called.contains(&target(id))) {
            let ids = self.by_id.entry(&section.path).or_default();
            for id in &block.attrs.ids {
                ids.entry(id).or_insert(self.notes.len());
            }
            self.notes.push((section, block));
        }
    }

    /// The number of the footnote that a reference points at.
    pub fn at(&self, target: &Target) -> Option<usize> {
        self.by_id.get(target.path.as_str())?.get(target.id.as_deref()?).copied()
    }

    /// The section that a footnote is taken from, and its block.
    pub fn get(&self, number: usize) -> Option<(&'a Section, &'a Block)> {
        self.notes.get(number).copied()
    }

    /// Whether this block is a footnote or holds nothing but footnotes, perhaps under a heading.
    pub fn takes(&self, path: &str, block: &Block) -> bool {
        self.rest(path, block) == Rest::Moved
    }

    /// Whether a section holds nothing but footnotes, perhaps under a heading.
    pub fn takes_all(&self, section: &Section) -> bool {
        self.rest_of(&section.path, section.blocks.iter()) == Rest::Moved
    }

    /// Whether these blocks, as those of a list's item, are nothing but footnotes.
    pub fn takes_each(&self, path: &str, blocks: &[Block]) -> bool {
        self.rest_of(path, blocks.iter()) == Rest::Moved
    }

    fn rest(&self, path: &str, block: &Block) -> Rest {
        match &block.kind {
            BlockKind::Note { .. } if self.is_note(path, &block.attrs) => Rest::Moved,
            BlockKind::Heading { .. } | BlockKind::PageBreak(_) | BlockKind::Separator => Rest::Frame,
            BlockKind::List(_)
            | BlockKind::Definitions(_)
            | BlockKind::Aside(_)
            | BlockKind::Quote(_)
            | BlockKind::Group(_) => self.rest_of(path, block.children()),
            _ => Rest::Text,
        }
    }

    fn rest_of<'b>(&self, path: &str, blocks: impl Iterator<Item = &'b Block>) -> Rest {
        let mut rest = Rest::Frame;
        for block in blocks {
            match self.rest(path, block) {
                Rest::Text => return Rest::Text,
                Rest::Moved => rest = Rest::Moved,
                Rest::Frame => {}
            }
        }
        rest
    }

    fn is_note(&self, path: &str, attrs: &Attrs) -> bool {
        self.by_id.get(path).is_some_and(|ids| attrs.ids.iter().any(|id| ids.contains_key(id.as_str())))
    }
}

/// What the text refers to, outside of notes.
fn calls<'a>(block: &'a Block, called: &mut HashSet<&'a Target>) {
    if let BlockKind::Note { .. } = block.kind {
        return;
    }
    for inline in block.inlines() {
        inline.walk(&mut |inline| {
            if let Inline::NoteRef { target, .. } = inline {
                called.insert(target);
            }
        });
    }
    for child in block.children() {
        calls(child, called);
    }
}

/// Whether an inline only leads back from a note to its reference, which a real footnote does by itself.
pub fn leads_back(inline: &Inline) -> bool {
    let Inline::Link { attrs, inlines, .. } = inline else { return false };
    let text = crate::model::plain_text(inlines);
    attrs.is("backlink")
        || attrs.is("doc-backlink")
        || (!text.trim().is_empty()
            && text
                .trim()
                .chars()
                .all(|c| matches!(c, '\u{2190}'..='\u{21ff}' | '\u{fe0e}' | '\u{fe0f}' | '^')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::EpubBuilder;

    fn read(text: &str, notes: &str) -> Book {
        let book = EpubBuilder::new("Notes").chapter("One", text).chapter("Notes", notes).build();
        crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap()
    }

    #[test]
    fn a_section_of_called_notes_is_taken_as_a_whole() {
        let call = |n: u32| format!("<p>x<a epub:type=\"noteref\" href=\"chapter2.xhtml#n{n}\">{n}</a></p>");
        let list = "<ol><li id=\"n1\"><p>a</p></li><li id=\"n2\"><p>b</p></li></ol>";
        let book = read(&format!("{}{}", call(1), call(2)), list);
        let notes = Footnotes::of(&book);
        assert!(notes.takes_all(&book.sections[1]) && !notes.takes_all(&book.sections[0]));
        assert_eq!(notes.at(&Target { path: "OEBPS/chapter2.xhtml".into(), id: Some("n2".into()) }), Some(1));
        // One that nobody calls stays, and so does its section.
        let book = read(&call(1), list);
        let notes = Footnotes::of(&book);
        assert!(!notes.takes_all(&book.sections[1]));
        assert!(notes.get(0).is_some() && notes.get(1).is_none());
    }
}
