//! Notes that nobody marked as notes: a short mark that links to a later text, which links back, or a raised
//! one that links to a later text that begins with the same mark.

use std::collections::{HashMap, HashSet};

use super::notes::is_bare_number;
use crate::model::{Attrs, Block, BlockKind, Href, Inline, Section, Style, Target, plain_text, walk_blocks};

/// Makes references of the links that are such marks. What they point at is made a note by
/// [`super::notes::resolve_notes`].
pub(crate) fn recognize_references(sections: &mut [Section]) {
    let mut found = LinkIndex::default();
    for section in &*sections {
        for block in &section.blocks {
            found.visit_block(&section.path, block);
        }
    }
    let notes = found.note_targets();
    if notes.is_empty() {
        return;
    }
    for section in sections {
        section.drop_uncounted(|blocks| convert_links(blocks, &notes));
    }
}

/// A link that could be a reference.
struct ReferenceMark {
    target: Target,
    /// The places by which the note can link back to it.
    own_places: Vec<Target>,
    position: usize,
    /// Its text, if it is raised in a line of words.
    raised: Option<String>,
}

#[derive(Default)]
struct LinkIndex {
    marks: Vec<ReferenceMark>,
    /// Position of each place, and the targets of the links in its block.
    places: HashMap<Target, usize>,
    links: Vec<Vec<Target>>,
    /// The beginning of the block of each place; empty for blocks without ids.
    first_lines: Vec<String>,
    /// Number of superscripts around the inline that is visited.
    raised: usize,
    /// True if the line that is visited has words. Rows of numbers lead to verses and pages.
    has_words: bool,
}

impl LinkIndex {
    fn visit_block(&mut self, path: &str, block: &Block) {
        self.record_block(path, &block.attrs, std::slice::from_ref(block));
        match &block.kind {
            BlockKind::List(list) => {
                list.items.iter().for_each(|item| self.record_block(path, &item.attrs, &item.blocks));
            }
            BlockKind::Definitions(terms) => {
                for term in terms {
                    self.record_block(path, &term.attrs, &term.blocks);
                }
            }
            _ => {}
        }
        let text = plain_text(block.inlines());
        self.has_words = text.split_whitespace().any(is_word);
        self.visit_line(path, block.inlines(), &block.attrs.ids);
        for child in block.children() {
            self.visit_block(path, child);
        }
    }

    /// Notes the ids of a block, and the links in it when it has any.
    fn record_block(&mut self, path: &str, attrs: &Attrs, blocks: &[Block]) {
        let mut ids: Vec<String> = attrs.ids.clone();
        if let [only] = blocks {
            only.walk_inlines(&mut |inline| ids.extend_from_slice(inline.attr_ids()));
        }
        let mut links = Vec::new();
        if !ids.is_empty() {
            walk_blocks(blocks, &mut |block| {
                block.walk_inlines(&mut |inline| {
                    if let Inline::Link { href: Href::Inside(target), .. } = inline {
                        links.push(target.clone());
                    }
                });
            });
        }
        let first_line = if ids.is_empty() { None } else { blocks.iter().find_map(first_line) };
        self.first_lines.push(first_line.unwrap_or_default());
        for id in ids {
            self.places.entry(Target { path: path.to_owned(), id: Some(id) }).or_insert(self.links.len());
        }
        self.links.push(links);
    }

    /// Visits a line. Empty anchors right before a link are its places, as in books of Project Gutenberg.
    fn visit_line(&mut self, path: &str, inlines: &[Inline], around: &[String]) {
        let mut anchors: Vec<String> = Vec::new();
        for inline in inlines {
            match inline {
                Inline::Span { attrs, inlines } if inlines.is_empty() => {
                    anchors.extend(attrs.ids.iter().cloned());
                }
                Inline::Text(text) if text.trim().is_empty() => {}
                _ => {
                    let mut around = around.to_vec();
                    around.append(&mut anchors);
                    self.visit_inline(path, inline, &around);
                }
            }
        }
    }

    fn visit_inline(&mut self, path: &str, inline: &Inline, around: &[String]) {
        if let Inline::Link { attrs, href: Href::Inside(target), inlines } = inline
            && target.id.is_some()
            && is_mark(&plain_text(inlines))
        {
            let mut ids = around.to_vec();
            ids.extend(attrs.ids.clone());
            ids.extend(inlines.iter().flat_map(Inline::attr_ids).cloned());
            let own = ids.into_iter().map(|id| Target { path: path.to_owned(), id: Some(id) }).collect();
            let is_raised = self.has_words && (self.raised > 0 || inlines.iter().all(is_superscript));
            self.marks.push(ReferenceMark {
                target: target.clone(),
                own_places: own,
                position: self.links.len(),
                raised: is_raised.then(|| plain_text(inlines)),
            });
            return;
        }
        self.raised += usize::from(is_superscript(inline));
        let mut around = around.to_vec();
        around.extend_from_slice(inline.attr_ids());
        self.visit_line(path, inline.children(), &around);
        self.raised -= usize::from(is_superscript(inline));
    }

    /// The places that marks before them point at and that point back, or begin with the same raised mark.
    fn note_targets(&self) -> HashSet<Target> {
        let notes = self.marks.iter().filter(|mark| {
            self.places.get(&mark.target).is_some_and(|place| {
                let begins_with = |text: &String| begins_with_mark(&self.first_lines[*place], text);
                *place >= mark.position
                    && (self.links[*place].iter().any(|link| mark.own_places.contains(link))
                        || mark.raised.as_ref().is_some_and(begins_with))
            })
        });
        notes.map(|mark| mark.target.clone()).collect()
    }
}

/// Returns true if a word is more than the mark of a note.
fn is_word(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).nth(1).is_some()
}

fn is_superscript(inline: &Inline) -> bool {
    matches!(inline, Inline::Styled { style: Style::Superscript, .. })
}

/// The beginning of the first line in a block that has any.
fn first_line(block: &Block) -> Option<String> {
    const MAX_CHARS: usize = 80;
    let text = plain_text(block.inlines());
    match text.trim() {
        "" => block.children().find_map(first_line),
        text => Some(text.chars().take(MAX_CHARS).collect()),
    }
}

/// Returns true if a text begins with this mark of a note, as `[1] See` and `1. See` begin with `1`.
fn begins_with_mark(text: &str, mark: &str) -> bool {
    let is_around = |c: char| matches!(c, '[' | ']' | '(' | ')' | '.') || c.is_whitespace();
    let mark = mark.trim_matches(is_around);
    let rest = text.trim_start_matches(is_around).strip_prefix(mark).filter(|_| !mark.is_empty());
    rest.is_some_and(|rest| {
        let ends = |c: char| {
            if mark.ends_with(|c: char| c.is_ascii_digit()) {
                !c.is_ascii_digit() && !c.is_lowercase()
            } else {
                !c.is_alphanumeric()
            }
        };
        rest.starts_with(ends) && rest.contains(char::is_alphanumeric)
    })
}

/// `1`, `[12]`, `(a)`, `*`, `†`, `(iv)`, `※1`, `注2`.
pub(super) fn is_mark(text: &str) -> bool {
    let text = text.trim();
    let inner = text.trim_start_matches(['[', '(']).trim_end_matches([']', ')', '.']);
    let count = inner.chars().count();
    (1..=4).contains(&count)
        && (inner.chars().all(char::is_numeric)
            || inner.chars().all(|c| matches!(c, '*' | '†' | '‡' | '§' | '¶'))
            || count == 1 && inner.chars().all(char::is_alphabetic))
        || is_bare_number(inner)
}

fn convert_links(blocks: &mut [Block], notes: &HashSet<Target>) {
    let mut convert = |block: &mut Block| {
        block.inlines_mut().into_iter().flatten().for_each(|inline| convert_inline_links(inline, notes));
    };
    for block in blocks {
        block.walk_mut(&mut convert);
    }
}

fn convert_inline_links(inline: &mut Inline, notes: &HashSet<Target>) {
    match inline {
        Inline::Link { attrs, href: Href::Inside(target), inlines }
            if notes.contains(target) && is_mark(&plain_text(inlines)) =>
        {
            let mut attrs = std::mem::take(attrs);
            attrs.ids.extend(inlines.iter().flat_map(Inline::attr_ids).cloned());
            let text = plain_text(inlines).trim().to_owned();
            *inline = Inline::NoteRef { attrs, target: target.clone(), text };
        }
        _ => inline.children_mut().iter_mut().for_each(|inner| convert_inline_links(inner, notes)),
    }
}

#[cfg(test)]
mod tests {
    use super::begins_with_mark;

    #[test]
    fn notes_begin_with_the_mark_of_their_reference() {
        for (text, mark) in [
            ("1. See", "1"),
            ("[1] See", "[1]"),
            ("1See", "1"),
            ("* See", "*"),
            ("(a) See", "a"),
            ("1 3 boats", "1"),
        ] {
            assert!(begins_with_mark(text, mark), "{text}");
        }
        for (text, mark) in
            [("12. See", "1"), ("1st boat", "1"), ("a boat", "*"), ("as seen", "a"), ("1", "1")]
        {
            assert!(!begins_with_mark(text, mark), "{text}");
        }
    }
}
