//! Notes and the references to them.

use std::collections::HashSet;

use crate::footnotes::leads_back;
use crate::model::{Attrs, Block, BlockKind, Href, Inline, NoteKind, Section, Target};

/// Makes notes of the blocks that references point at, and plain links of references that point at
/// no note.
pub(crate) fn resolve(sections: &mut [Section]) {
    let wanted = targets(sections);
    let mut notes: HashSet<Target> = HashSet::new();
    for section in &mut *sections {
        let ids: HashSet<&str> = wanted
            .iter()
            .filter(|target| target.path == section.path)
            .filter_map(|target| target.id.as_deref())
            .collect();
        if !ids.is_empty() {
            promote(&mut section.blocks, &ids);
        }
        for block in &section.blocks {
            block.walk(&mut |block| {
                if let BlockKind::Note { .. } = block.kind {
                    let of = |id: &String| Target { path: section.path.clone(), id: Some(id.clone()) };
                    notes.extend(block.attrs.ids.iter().map(of));
                }
            });
        }
    }
    for section in sections {
        section.blocks.iter_mut().for_each(|block| demote(block, &notes));
        section.blocks.iter_mut().for_each(drop_ways_back);
    }
}

/// Removes links that only lead back to the reference from notes: where a note is read in its place, they are
/// noise.
fn drop_ways_back(block: &mut Block) {
    if let BlockKind::Note { blocks, .. } = &mut block.kind {
        without_ways_back(blocks, &mut block.attrs.ids);
        return;
    }
    block.child_lists_mut().into_iter().flatten().for_each(drop_ways_back);
}

/// The same inside a note. Ids stay, those of paragraphs that held nothing else at the note.
fn without_ways_back(blocks: &mut Vec<Block>, ids: &mut Vec<String>) {
    blocks.retain_mut(|block| {
        let mut freed = Vec::new();
        let Some(inlines) = block.inlines_mut() else {
            block.child_lists_mut().into_iter().for_each(|list| without_ways_back(list, ids));
            return true;
        };
        let before = inlines.len();
        inlines.retain_mut(|inline| keep(inline, &mut freed));
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

/// Whether an inline stays; the ids of one that does not are freed.
fn keep(inline: &mut Inline, freed: &mut Vec<String>) -> bool {
    if leads_back(inline) {
        inline
            .walk(&mut |inline| freed.extend(inline.attrs().into_iter().flat_map(|attrs| attrs.ids.clone())));
        return false;
    }
    if let Inline::Styled { inlines, attrs, .. } | Inline::Span { inlines, attrs } = inline {
        let before = inlines.len();
        inlines.retain_mut(|inline| keep(inline, freed));
        if inlines.is_empty() && before > 0 {
            freed.append(&mut attrs.ids);
            return false;
        }
    }
    true
}

/// Everything that references point at.
fn targets(sections: &[Section]) -> HashSet<Target> {
    let mut found = HashSet::new();
    for block in sections.iter().flat_map(|section| &section.blocks) {
        block.walk(&mut |block| {
            for inline in block.inlines() {
                inline.walk(&mut |inline| {
                    if let Inline::NoteRef { target, .. } = inline {
                        found.insert(target.clone());
                    }
                });
            }
        });
    }
    found
}

/// Wraps the blocks with these ids into notes. What is inside a note already stays.
fn promote(blocks: &mut [Block], wanted: &HashSet<&str>) {
    for block in blocks {
        match &mut block.kind {
            BlockKind::Note { .. } => continue,
            BlockKind::List(list) => {
                for item in &mut list.items {
                    wrap_all(&mut item.attrs, &mut item.blocks, wanted);
                }
            }
            BlockKind::Definitions(terms) => {
                for term in terms.iter_mut().filter(|term| term.definition) {
                    wrap_all(&mut term.attrs, &mut term.blocks, wanted);
                }
            }
            BlockKind::Heading { .. } | BlockKind::Table(_) | BlockKind::PageBreak(_) => {}
            _ => {
                let mut ids = matching(&block.attrs.ids, wanted);
                if let BlockKind::Paragraph(inlines) | BlockKind::Plain(inlines) = &mut block.kind {
                    ids.extend(take_inline_ids(inlines, wanted));
                }
                if !ids.is_empty() {
                    block.attrs.ids.retain(|id| !ids.contains(id));
                    let inner = std::mem::replace(block, Block::new(BlockKind::Separator));
                    *block = note(ids, vec![inner]);
                    continue;
                }
            }
        }
        for list in block.child_lists_mut() {
            promote(list, wanted);
        }
    }
}

fn wrap_all(attrs: &mut Attrs, blocks: &mut Vec<Block>, wanted: &HashSet<&str>) {
    let ids = matching(&attrs.ids, wanted);
    if !ids.is_empty() {
        attrs.ids.retain(|id| !ids.contains(id));
        *blocks = vec![note(ids, std::mem::take(blocks))];
    }
}

fn note(ids: Vec<String>, blocks: Vec<Block>) -> Block {
    let attrs = Attrs { ids, ..Attrs::default() };
    Block { attrs, kind: BlockKind::Note { kind: NoteKind::Endnote, blocks } }
}

fn matching(ids: &[String], wanted: &HashSet<&str>) -> Vec<String> {
    ids.iter().filter(|id| wanted.contains(id.as_str())).cloned().collect()
}

/// `<p><a id="n1"/>1. Text</p>`: the anchor's id becomes the note's.
fn take_inline_ids(inlines: &mut [Inline], wanted: &HashSet<&str>) -> Vec<String> {
    let mut taken = Vec::new();
    for inline in inlines {
        if let Inline::Span { attrs, inlines }
        | Inline::Link { attrs, inlines, .. }
        | Inline::Styled { attrs, inlines, .. } = inline
        {
            let ids = matching(&attrs.ids, wanted);
            attrs.ids.retain(|id| !ids.contains(id));
            taken.extend(ids);
            taken.extend(take_inline_ids(inlines, wanted));
        }
    }
    taken
}

fn demote(block: &mut Block, notes: &HashSet<Target>) {
    for inline in block.inlines_mut().into_iter().flatten() {
        demote_inline(inline, notes);
    }
    for list in block.child_lists_mut() {
        for child in list {
            demote(child, notes);
        }
    }
}

fn demote_inline(inline: &mut Inline, notes: &HashSet<Target>) {
    match inline {
        Inline::NoteRef { attrs, target, text } if !notes.contains(target) => {
            *inline = Inline::Link {
                attrs: std::mem::take(attrs),
                href: Href::Inside(target.clone()),
                inlines: vec![Inline::Text(std::mem::take(text))],
            };
        }
        Inline::Styled { inlines, .. } | Inline::Span { inlines, .. } | Inline::Link { inlines, .. } => {
            for inline in inlines {
                demote_inline(inline, notes);
            }
        }
        _ => {}
    }
}
