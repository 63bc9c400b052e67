//! The elements of the text that are referred to, and the ids that they get.

use std::collections::{HashMap, HashSet};

use crate::model::{Block, BlockKind, Book, Href, Inline, PageBreak, Target, walk_blocks};

/// Link targets of a book, each with a short name that writers use as id or bookmark: `a1`, `a2`.
#[derive(Debug, Default)]
pub struct Anchors {
    ids: HashMap<String, HashMap<Option<String>, String>>,
    next: usize,
}

impl Anchors {
    /// Finds all places that links and references point at and gives each an id.
    pub fn from_book(book: &Book) -> Self {
        let mut wanted: HashMap<&str, HashSet<Option<&str>>> = HashMap::new();
        book.walk(&mut |block| {
            block.walk_inlines(&mut |inline| {
                if let Inline::Link { href: Href::Inside(target), .. } | Inline::NoteRef { target, .. } =
                    inline
                {
                    wanted.entry(&target.path).or_default().insert(target.id.as_deref());
                }
            });
        });
        let mut anchors = Self::default();
        for section in &book.sections {
            let Some(wanted) = wanted.get(section.path.as_str()) else { continue };
            let mut start: Vec<Option<&str>> = vec![None];
            start.extend(section.ids.iter().map(|id| Some(id.as_str())));
            let first = start.iter().any(|id| wanted.contains(id)).then(|| section.blocks.first()).flatten();
            if let Some(first) = first {
                let mut all = start;
                all.extend(block_ids(first).map(Some));
                anchors.assign_id(&section.path, &all, wanted);
            }
            walk_blocks(&section.blocks, &mut |block| anchors.visit_block(&section.path, block, wanted));
        }
        anchors
    }

    fn visit_block<'a>(&mut self, path: &str, block: &'a Block, wanted: &HashSet<Option<&'a str>>) {
        visit_ids(block, &mut |ids| {
            let ids: Vec<Option<&str>> = ids.iter().map(|id| Some(id.as_str())).collect();
            self.assign_id(path, &ids, wanted);
        });
    }

    /// Gives one id to all of these that are wanted, unless they have one.
    fn assign_id<'a>(&mut self, path: &str, ids: &[Option<&'a str>], wanted: &HashSet<Option<&'a str>>) {
        if !ids.iter().any(|id| wanted.contains(id)) {
            return;
        }
        let known = self.ids.entry(path.to_owned()).or_default();
        let existing = ids.iter().find_map(|id| known.get(&id.map(str::to_owned)).cloned());
        let anchor = existing.unwrap_or_else(|| {
            self.next += 1;
            format!("a{}", self.next)
        });
        for id in ids {
            known.entry(id.map(str::to_owned)).or_insert_with(|| anchor.clone());
        }
    }

    /// The id of the element that a link points at.
    pub fn target_id(&self, target: &Target) -> Option<&str> {
        let document = self.ids.get(&target.path)?;
        document.get(&target.id).or_else(|| document.get(&None)).map(String::as_str)
    }

    /// The id that an element with these source ids must have.
    pub fn id_for_element(&self, path: &str, ids: &[String]) -> Option<&str> {
        let document = self.ids.get(path)?;
        ids.iter().find_map(|id| document.get(&Some(id.clone()))).map(String::as_str)
    }

    /// The id of the beginning of a document.
    pub fn id_for_document_start(&self, path: &str) -> Option<&str> {
        self.ids.get(path)?.get(&None).map(String::as_str)
    }
}

/// Visits the ids of a block and of its parts that are not blocks: items, cells, inlines; grouped by
/// element.
pub(crate) fn visit_ids<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a [String])) {
    visit(&block.attrs.ids);
    match &block.kind {
        BlockKind::List(list) => list.items.iter().for_each(|item| visit(&item.attrs.ids)),
        BlockKind::Definitions(terms) => terms.iter().for_each(|term| visit(&term.attrs.ids)),
        BlockKind::Table(table) => table.rows().for_each(|row| {
            visit(&row.attrs.ids);
            row.cells.iter().for_each(|cell| visit(&cell.attrs.ids));
        }),
        BlockKind::PageBreak(page) => visit(&page.ids),
        _ => {}
    }
    block.walk_inlines(&mut |inline| visit(inline.ids()));
}

fn block_ids(block: &Block) -> impl Iterator<Item = &str> {
    let page: &[String] = match &block.kind {
        BlockKind::PageBreak(PageBreak { ids, .. }) => ids,
        _ => &[],
    };
    block.attrs.ids.iter().chain(page).map(String::as_str)
}
