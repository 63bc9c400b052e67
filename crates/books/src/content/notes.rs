//! Notes and the references to them.

use std::collections::{HashMap, HashSet};

use crate::footnotes::leads_back;
use crate::model::{
    Attrs, Block, BlockKind, Href, Inline, NoteKind, Section, Target, Term, is_reference_sign, plain_text,
    walk_blocks,
};

/// Makes notes of the blocks that references point at, and plain links of references that point at
/// no note.
pub(crate) fn resolve_notes(sections: &mut [Section]) {
    super::concealed::settle_concealed(sections, std::iter::empty());
    let wanted = reference_targets(sections);
    // Notes, and the signs that they begin with.
    let mut notes: HashMap<Target, String> = HashMap::new();
    for section in &mut *sections {
        let ids: HashSet<&str> = wanted
            .iter()
            .filter(|target| target.path == section.path)
            .filter_map(|target| target.id.as_deref())
            .collect();
        if !ids.is_empty() {
            promote_blocks(&mut section.blocks, &ids);
        }
        walk_blocks(&section.blocks, &mut |block| {
            if let BlockKind::Note { blocks, .. } = &block.kind {
                let of = |id: &String| Target { path: section.path.clone(), id: Some(id.clone()) };
                let sign = first_sign(blocks);
                notes.extend(block.attrs.ids.iter().map(|id| (of(id), sign.clone())));
            }
        });
    }
    for section in sections {
        let mut demote = |block: &mut Block| {
            if let Some(inlines) = block.inlines_mut() {
                demote_inlines(inlines, &notes);
            }
        };
        section.blocks.iter_mut().for_each(|block| block.walk_mut(&mut demote));
        section.drop_uncounted(|blocks| blocks.iter_mut().for_each(drop_ways_back));
    }
}

/// Removes links that only lead back to the reference from notes: where a note is read in its place, they are
/// noise.
fn drop_ways_back(block: &mut Block) {
    if let BlockKind::Note { blocks, .. } = &mut block.kind {
        drop_ways_back_in_note(blocks, &mut block.attrs.ids);
        return;
    }
    block.child_lists_mut().into_iter().flatten().for_each(drop_ways_back);
}

/// Removes links back to the reference inside a note. Ids of paragraphs that held nothing else move to the
/// note.
fn drop_ways_back_in_note(blocks: &mut Vec<Block>, ids: &mut Vec<String>) {
    blocks.retain_mut(|block| {
        let mut freed = Vec::new();
        let Some(inlines) = block.inlines_mut() else {
            block.child_lists_mut().into_iter().for_each(|list| drop_ways_back_in_note(list, ids));
            return true;
        };
        let before = inlines.len();
        inlines.retain_mut(|inline| keep_inline(inline, &mut freed));
        if inlines.len() < before
            && let Some(Inline::Text(text)) = inlines.last_mut()
        {
            text.truncate(text.trim_end().len());
        }
        let emptied = inlines.len() < before && !block.has_content();
        if emptied {
            ids.append(&mut block.attrs.ids);
            ids.append(&mut freed);
        } else {
            block.attrs.ids.append(&mut freed);
        }
        !emptied
    });
}

/// Returns true if an inline stays; the ids of one that does not are freed.
fn keep_inline(inline: &mut Inline, freed: &mut Vec<String>) -> bool {
    if leads_back(inline) {
        inline.walk(&mut |inline| freed.extend_from_slice(inline.attr_ids()));
        return false;
    }
    if let Inline::Styled { inlines, attrs, .. } | Inline::Span { inlines, attrs } = inline {
        let before = inlines.len();
        inlines.retain_mut(|inline| keep_inline(inline, freed));
        if inlines.is_empty() && before > 0 {
            freed.append(&mut attrs.ids);
            return false;
        }
    }
    true
}

fn reference_targets(sections: &[Section]) -> HashSet<Target> {
    let mut found = HashSet::new();
    walk_blocks(sections.iter().flat_map(|section| &section.blocks), &mut |block| {
        block.walk_inlines(&mut |inline| {
            if let Inline::NoteRef { target, .. } = inline {
                found.insert(target.clone());
            }
        });
    });
    found
}

/// Wraps the blocks with these ids into notes. What is inside a note already stays.
fn promote_blocks(blocks: &mut [Block], note_ids: &HashSet<&str>) {
    for block in blocks {
        match &mut block.kind {
            BlockKind::Note { .. } => continue,
            BlockKind::List(list) => {
                for item in &mut list.items {
                    wrap_blocks(&mut item.attrs, &mut item.blocks, note_ids);
                }
            }
            BlockKind::Definitions(terms) => {
                // A list may have nothing but one note.
                if let Some(first) = terms.first_mut() {
                    first.attrs.ids.extend(take_ids(&mut block.attrs.ids, note_ids));
                }
                join_numbers(terms, note_ids);
                for term in terms.iter_mut().filter(|term| term.definition) {
                    wrap_blocks(&mut term.attrs, &mut term.blocks, note_ids);
                }
            }
            BlockKind::Heading { .. } | BlockKind::Table(_) | BlockKind::PageBreak(_) => {}
            _ => {
                // The number of a note whose words are elsewhere, as in the next cell, stays a place.
                if is_bare_number(plain_text(block.inlines()).trim()) {
                    continue;
                }
                let mut ids = take_ids(&mut block.attrs.ids, note_ids);
                if let BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) = &mut block.kind {
                    ids.extend(take_inline_ids(inlines, note_ids));
                }
                if !ids.is_empty() {
                    let inner = std::mem::replace(block, Block::new(BlockKind::Separator));
                    *block = note_block(ids, vec![inner]);
                    continue;
                }
            }
        }
        for list in block.child_lists_mut() {
            promote_blocks(list, note_ids);
        }
    }
}

/// Joins terms that are only the number of a wanted note to their definitions, which are the notes.
fn join_numbers(terms: &mut Vec<Term>, wanted: &HashSet<&str>) {
    let mut rest = std::mem::take(terms).into_iter().peekable();
    while let Some(term) = rest.next() {
        if is_wanted_number(&term, wanted)
            && let Some(mut note) = rest.next_if(|next| next.definition)
        {
            put_number(term, &mut note, wanted);
            terms.push(note);
        } else {
            terms.push(term);
        }
    }
}

/// Returns true if a term is nothing but the number or sign of a wanted note.
fn is_wanted_number(term: &Term, wanted: &HashSet<&str>) -> bool {
    const MAX_CHARS: usize = 6;
    let text: String = term.blocks.iter().map(Block::plain_text).collect();
    let count = text.trim().chars().count();
    let holds_any = |attrs: &Attrs| attrs.ids.iter().any(|id| wanted.contains(id.as_str()));
    let mut is_wanted = holds_any(&term.attrs);
    for block in &term.blocks {
        is_wanted |= holds_any(&block.attrs);
        block.walk_inlines(&mut |inline| is_wanted |= inline.attrs().is_some_and(holds_any));
    }
    !term.definition && is_wanted && (1..=MAX_CHARS).contains(&count) && is_reference_sign(&text)
}

/// Puts the number of a note before its words. The note gets the ids.
fn put_number(number: Term, note: &mut Term, wanted: &HashSet<&str>) {
    note.attrs.ids.extend(number.attrs.ids);
    let mut line = Vec::new();
    for mut block in number.blocks {
        note.attrs.ids.append(&mut block.attrs.ids);
        if let Some(inlines) = block.inlines_mut() {
            note.attrs.ids.extend(take_inline_ids(inlines, wanted));
            line.append(inlines);
        }
    }
    match note.blocks.first_mut() {
        Some(Block { kind: BlockKind::Paragraph(words) | BlockKind::Plain(words), .. }) => {
            line.push(Inline::Text(" ".to_owned()));
            words.splice(0..0, line);
        }
        _ => note.blocks.insert(0, Block::new(BlockKind::Plain(line))),
    }
}

/// Returns true if a text is the number of a note without its words.
pub(super) fn is_bare_number(text: &str) -> bool {
    const MAX_BARE_NUMBER_CHARS: usize = 6;
    text.contains(|c: char| c.is_alphanumeric() || "*†‡§¶".contains(c))
        && text.chars().count() <= MAX_BARE_NUMBER_CHARS
        && is_reference_sign(text)
}

fn wrap_blocks(attrs: &mut Attrs, blocks: &mut Vec<Block>, wanted: &HashSet<&str>) {
    let ids = take_ids(&mut attrs.ids, wanted);
    if !ids.is_empty() {
        *blocks = vec![note_block(ids, std::mem::take(blocks))];
    }
}

fn note_block(ids: Vec<String>, blocks: Vec<Block>) -> Block {
    let attrs = Attrs { ids, ..Attrs::default() };
    Block { attrs, kind: BlockKind::Note { kind: NoteKind::Endnote, blocks } }
}

fn take_ids(ids: &mut Vec<String>, wanted: &HashSet<&str>) -> Vec<String> {
    ids.extract_if(.., |id| wanted.contains(id.as_str())).collect()
}

/// `<p><a id="n1"/>1. Text</p>`: the anchor's id becomes the note's.
fn take_inline_ids(inlines: &mut [Inline], wanted: &HashSet<&str>) -> Vec<String> {
    let mut taken = Vec::new();
    for inline in inlines {
        inline.walk_attrs_mut(&mut |attrs| taken.extend(take_ids(&mut attrs.ids, wanted)));
    }
    taken
}

fn demote_inlines(inlines: &mut Vec<Inline>, notes: &HashMap<Target, String>) {
    for at in 0..inlines.len() {
        demote_inline(&mut inlines[at], notes);
        // The words of a reference are not a second link to its note.
        if let Some(Inline::NoteRef { target, .. }) = inlines.get(at + 1)
            && notes.contains_key(target)
            && matches!(&inlines[at], Inline::Link { href: Href::Inside(own), .. } if own == target)
            && let Inline::Link { attrs, inlines: words, .. } = &mut inlines[at]
        {
            let attrs = Attrs { kinds: Vec::new(), ..std::mem::take(attrs) };
            inlines[at] = Inline::Span { attrs, inlines: std::mem::take(words) };
        }
    }
    // A reference that follows its words has no text of its own.
    inlines.retain(|inline| match inline {
        Inline::NoteRef { target, text, .. } => !text.is_empty() || notes.contains_key(target),
        _ => true,
    });
}

fn demote_inline(inline: &mut Inline, notes: &HashMap<Target, String>) {
    match inline {
        Inline::NoteRef { target, text, .. } if text.is_empty() => {
            if let Some(sign) = notes.get(target) {
                text.clone_from(sign);
            }
        }
        Inline::NoteRef { attrs, target, text } if !notes.contains_key(target) => {
            *inline = Inline::Link {
                attrs: std::mem::take(attrs),
                href: Href::Inside(target.clone()),
                inlines: vec![Inline::Text(std::mem::take(text))],
            };
        }
        other => {
            if let Some((_, inlines)) = other.parts_mut() {
                demote_inlines(inlines, notes);
            }
        }
    }
}

/// The number or sign that a note begins with, such as `3` of "3. See"; empty if it has none.
fn first_sign(blocks: &[Block]) -> String {
    const MAX_NUMBER_CHARS: usize = 4;
    let text = blocks.first().map(|block| plain_text(block.inlines())).unwrap_or_default();
    let text = text.trim_start().trim_start_matches(['[', '(']);
    let sign: String = text.chars().take_while(|c| c.is_ascii_digit() || "*†‡§".contains(*c)).collect();
    let rest = &text[sign.len()..];
    let ends = rest.starts_with(['.', ')', ']', ':']) && !rest[1..].starts_with(|c: char| c.is_ascii_digit());
    if sign.chars().count() <= MAX_NUMBER_CHARS && ends { sign } else { String::new() }
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind, Book, Inline, plain_text};
    use crate::testkit::EpubBuilder;

    #[test]
    fn notes_that_anchors_and_numbers_before_them_name_are_notes() {
        for (reference, note, expected) in [
            (
                "<a id='r1' href='#n1'>\u{ff08}\u{6ce8}2\u{ff09}</a>",
                "<p id='n1'><a href='#r1'>\u{ff08}\u{6ce8}2\u{ff09}</a> Deep.</p>",
                "\u{ff08}\u{6ce8}2\u{ff09} Deep.",
            ),
            (
                "<a id='r1' href='#n1'>ii</a>",
                "<div id='n1'><p><a href='#r1'>ii</a> Deep.</p><p>Very.</p></div>\
                 <div id='s'><p><a href='#s'>4</a> No note.</p><p>None.</p></div>",
                "ii Deep.Very.",
            ),
            (
                "<a id='r1'></a><a href='#n1' class='fnanchor'>[1]</a>",
                "<div class='footnote'><p><a id='n1'></a><a href='#r1'><span>[1]</span></a> Deep.</p></div>",
                "[1] Deep.",
            ),
            (
                "<a id='r1' href='#n1'>1</a>",
                "<dl><dt id='n1'><a href='#r1'>1</a></dt><dd><p>Deep.</p></dd><dt id='t'>7</dt><dd>No note.</dd></dl>",
                "1 Deep.",
            ),
            (
                "<sup><a href='#n1'>1</a></sup>",
                "<p><sup id='n1'>1</sup> Deep.</p><p id='t'>7. No note.</p><p>See <a href='#t'>7</a>.</p>",
                "1 Deep.",
            ),
            (
                "<sup><a class='duokan-footnote' href='#n1'><img src='a.png' alt='note'/></a></sup>",
                "<ol><li class='duokan-footnote-item' id='n1'><p>Deep.</p></li></ol>",
                "Deep.",
            ),
            (
                "<sup><a id='r1' href='#n1'>1</a></sup>",
                "<dl id='n1'><dt>[<a href='#r1'>1</a>]</dt><dd><p>Deep.</p></dd></dl>",
                "[1] Deep.",
            ),
        ] {
            let book =
                EpubBuilder::new("Notes").chapter("", &format!("<p>Sea{reference}.</p>{note}")).build();
            let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
            let (mut notes, mut references) = (Vec::new(), 0);
            book.walk(&mut |block| {
                if let BlockKind::Note { .. } = &block.kind {
                    notes.push(block.plain_text());
                }
                block.walk_inlines(&mut |inline| {
                    references += usize::from(matches!(inline, Inline::NoteRef { .. }));
                });
            });
            assert_eq!((notes, references), (vec![expected.to_owned()], 1), "{note}");
        }
    }

    fn read_book(text: &str) -> Book {
        let notes = "<aside epub:type=\"footnote\" id=\"n1\"><p>First note.</p></aside>\
            <aside epub:type=\"footnote\" id=\"n2\"><p>7. Second note.</p></aside>";
        let book = EpubBuilder::new("Notes").chapter("One", &format!("{text}{notes}")).build();
        crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap()
    }

    /// The text of the first paragraph, with the signs of references in braces.
    fn first_line(book: &Book) -> String {
        let mut out = String::new();
        for inline in book.sections[0]
            .blocks
            .last()
            .into_iter()
            .chain(&book.sections[0].blocks)
            .flat_map(Block::inlines)
        {
            match inline {
                Inline::NoteRef { text, .. } => out.extend(["{", text, "}"]),
                Inline::Link { .. } => {
                    out.extend(["<", &plain_text(std::slice::from_ref(inline)), ">"]);
                }
                other => out.push_str(&plain_text(std::slice::from_ref(other))),
            }
        }
        out
    }

    #[test]
    fn words_of_a_reference_are_read_and_signs_mark_the_place() {
        let reference =
            |note: &str, text: &str| format!("<a epub:type=\"noteref\" href=\"#{note}\">{text}</a>");
        for (text, expected) in [
            (
                format!("<p>As {} wrote.</p>", reference("n1", "Harbor <em>and</em> Vance")),
                "As Harbor and Vance{} wrote.",
            ),
            (format!("<p>As {} wrote.</p>", reference("n2", "Vance")), "As Vance{7} wrote."),
            (format!("<p>The pier{} fell.</p>", reference("n1", "[2]")), "The pier{[2]} fell."),
            (format!("<p>{} fell.</p>", reference("n1", "The pier<sup>2</sup>")), "The pier{2} fell."),
            // What is not a note is a link.
            (format!("<p id=\"x\">As {} wrote.</p>", reference("gone", "Vance")), "As <Vance> wrote."),
        ] {
            let book = read_book(&text);
            assert!(first_line(&book).contains(expected), "{text}: {}", first_line(&book));
        }
    }
}
