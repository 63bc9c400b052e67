//! Hidden content of documents: notes that something refers to become visible, the rest is left out.

use std::collections::{HashMap, HashSet};

use super::link_targets::prepend_ids;
use super::{CONCEALED_KIND, note_kind};
use crate::model::{
    Attrs, Block, BlockKind, Href, Inline, NoteKind, Section, Table, Target, Term, any_inline, plain_text,
};

#[derive(Debug, Default)]
struct ConcealedPart {
    /// The targets of its links, and whether they are references to notes.
    references: Vec<(Target, bool)>,
    has_heading: bool,
}

/// The links of a book, and what it hides.
#[derive(Debug, Default)]
struct LinkCollector {
    /// Links in visible text, and whether they are references to notes.
    visible_links: Vec<(Target, bool)>,
    concealed: Vec<ConcealedPart>,
    /// The hidden parts by the places in them.
    by_place: HashMap<Target, usize>,
    /// True if a paragraph has both a reference and the note.
    has_references: bool,
}

/// Hidden targets to show, and whether as notes.
type WantedTargets = HashMap<Target, bool>;

/// Shows what the text refers to of what documents hide, and leaves out the rest. `others`: the places that
/// the navigation leads to, which stay places.
pub(crate) fn settle_concealed<'t>(sections: &mut [Section], others: impl Iterator<Item = &'t Target>) {
    let mut links = LinkCollector::default();
    for section in &*sections {
        for block in &section.blocks {
            links.visit_block(&section.path, block, None);
        }
    }
    if links.concealed.is_empty() && !links.has_references {
        return;
    }
    let wanted = links.wanted_targets();
    let mut places: HashSet<Target> = others.cloned().collect();
    places.extend(links.visible_links.iter().map(|(target, _)| target.clone()));
    for section in sections {
        let mut settling =
            Settling { path: &section.path, wanted_targets: &wanted, places: &places, ids: Vec::new() };
        settling.settle_blocks(&mut section.blocks);
        let ids = settling.ids;
        match section.blocks.last_mut() {
            Some(last) => last.attrs.ids.extend(ids),
            None => section.ids.extend(ids),
        }
    }
}

fn is_concealed(attrs: &Attrs) -> bool {
    attrs.kinds.iter().any(|kind| kind == CONCEALED_KIND)
}

/// Ids of the items, terms or cells that are directly in a block.
fn part_ids(block: &Block) -> Box<dyn Iterator<Item = &String> + '_> {
    match &block.kind {
        BlockKind::List(list) => Box::new(list.items.iter().flat_map(|item| &item.attrs.ids)),
        BlockKind::Definitions(terms) => Box::new(terms.iter().flat_map(|term| &term.attrs.ids)),
        BlockKind::Table(table) => {
            Box::new(table.rows().flat_map(|row| {
                row.attrs.ids.iter().chain(row.cells.iter().flat_map(|cell| &cell.attrs.ids))
            }))
        }
        _ => Box::new(std::iter::empty()),
    }
}

impl LinkCollector {
    fn visit_block(&mut self, path: &str, block: &Block, mut inside: Option<usize>) {
        inside = self.enter(Some(&block.attrs), inside);
        if let Some(at) = inside {
            self.concealed[at].has_heading |= matches!(block.kind, BlockKind::Heading { .. });
            for id in block.attrs.ids.iter().chain(part_ids(block)) {
                self.record_place(path, id, at);
            }
        }
        for inline in block.inlines() {
            self.visit_inline(path, inline, inside);
        }
        for child in block.children() {
            self.visit_block(path, child, inside);
        }
    }

    fn visit_inline(&mut self, path: &str, inline: &Inline, mut inside: Option<usize>) {
        inside = self.enter(inline.attrs(), inside);
        if let Some(at) = inside {
            for id in inline.attr_ids() {
                self.record_place(path, id, at);
            }
        }
        let link = match inline {
            Inline::NoteRef { target, .. } => Some((target.clone(), true)),
            Inline::Link { href: Href::Inside(target), .. } if target.id.is_some() => {
                Some((target.clone(), false))
            }
            _ => None,
        };
        if let Some(link) = link {
            self.has_references |= link.1 && link.0.path == path;
            match inside {
                Some(at) => self.concealed[at].references.push(link),
                None => self.visible_links.push(link),
            }
        }
        for child in inline.children() {
            self.visit_inline(path, child, inside);
        }
    }

    /// The hidden part that something with these attributes is in: the one around it, or a new one.
    fn enter(&mut self, attrs: Option<&Attrs>, around: Option<usize>) -> Option<usize> {
        if around.is_none() && attrs.is_some_and(is_concealed) {
            self.concealed.push(ConcealedPart::default());
            return Some(self.concealed.len() - 1);
        }
        around
    }

    fn record_place(&mut self, path: &str, id: &str, at: usize) {
        let target = Target { path: path.to_owned(), id: Some(id.to_owned()) };
        self.by_place.entry(target).or_insert(at);
    }

    /// The hidden places that the text refers to, also through other hidden ones, and whether as notes. A
    /// link alone does not show hidden headings, to which tables of contents lead.
    fn wanted_targets(&self) -> WantedTargets {
        let mut wanted = WantedTargets::new();
        let mut shown = vec![false; self.concealed.len()];
        let mut open: Vec<&(Target, bool)> = self.visible_links.iter().collect();
        while let Some((target, is_note)) = open.pop() {
            let Some(at) = self.by_place.get(target).copied() else { continue };
            let concealed = &self.concealed[at];
            if !is_note && concealed.has_heading {
                continue;
            }
            *wanted.entry(target.clone()).or_default() |= is_note;
            if !std::mem::replace(&mut shown[at], true) {
                open.extend(&concealed.references);
            }
        }
        wanted
    }
}

struct Settling<'s> {
    path: &'s str,
    wanted_targets: &'s WantedTargets,
    places: &'s HashSet<Target>,
    /// Ids of what was left out, for what comes next.
    ids: Vec<String>,
}

impl Settling<'_> {
    fn to_target(&self, id: &str) -> Target {
        Target { path: self.path.to_owned(), id: Some(id.to_owned()) }
    }

    /// `Some` if the text refers to one of these ids; the value is true if it does so as a note.
    fn find_reference(&self, ids: &[String]) -> Option<bool> {
        let found = ids.iter().filter_map(|id| self.wanted_targets.get(&self.to_target(id)));
        found.copied().reduce(|one, other| one || other)
    }

    fn settle_blocks(&mut self, blocks: &mut Vec<Block>) {
        let mut settled = Vec::with_capacity(blocks.len());
        for mut block in std::mem::take(blocks) {
            if is_concealed(&block.attrs) {
                self.ids.append(&mut block.attrs.ids);
                let shown = self.settle_units(vec![block]);
                self.push_all(shown, &mut settled);
                continue;
            }
            let mut notes = Vec::new();
            let mut emptied = false;
            if let Some(inlines) = block.inlines_mut()
                && any_inline(inlines, needs_settling)
            {
                let before = inlines.len();
                let own: HashSet<String> = note_reference_ids(inlines, self.path);
                self.extract_concealed(inlines, &own, &mut notes);
                trim_end(inlines);
                emptied = inlines.is_empty() && before > 0;
            }
            match &mut block.kind {
                BlockKind::List(list) => {
                    list.items.retain_mut(|item| self.settle_part(&mut item.blocks));
                    emptied |= list.items.is_empty();
                }
                BlockKind::Definitions(terms) => {
                    terms.retain_mut(|term| self.settle_part(&mut term.blocks));
                    emptied |= terms.is_empty();
                }
                _ => block.child_lists_mut().into_iter().for_each(|list| self.settle_blocks(list)),
            }
            if emptied {
                self.ids.append(&mut block.attrs.ids);
            } else {
                self.push_all(vec![block], &mut settled);
            }
            self.push_all(notes, &mut settled);
        }
        *blocks = settled;
    }

    /// Adds blocks, with the ids of what was left out before them.
    fn push_all(&mut self, blocks: Vec<Block>, settled: &mut Vec<Block>) {
        for mut block in blocks {
            prepend_ids(&mut block, std::mem::take(&mut self.ids));
            settled.push(block);
        }
    }

    /// Settles the blocks of an item or term; `false` if nothing is left of it.
    fn settle_part(&mut self, blocks: &mut Vec<Block>) -> bool {
        let was_empty = blocks.is_empty();
        self.settle_blocks(blocks);
        was_empty || !blocks.is_empty()
    }

    /// Returns the hidden blocks that are shown: those that the text refers to, and page breaks. Ids of the
    /// others that something leads to are kept for the next block.
    fn settle_units(&mut self, blocks: Vec<Block>) -> Vec<Block> {
        let mut shown = Vec::new();
        for mut block in blocks {
            let mut ids = block.attrs.ids.clone();
            block.walk_inlines(&mut |inline| ids.extend_from_slice(inline.attr_ids()));
            if let Some(is_note) = self.find_reference(&ids) {
                self.settle_unit_blocks(&mut block);
                shown.push(wrap_hidden(block, ids, is_note));
                continue;
            }
            if let BlockKind::PageBreak(_) = block.kind {
                shown.push(block);
                continue;
            }
            ids.retain(|id| self.places.contains(&self.to_target(id)));
            self.ids.append(&mut ids);
            block.walk_page_breaks(&mut |page| {
                shown.push(Block::new(BlockKind::PageBreak(page.clone())));
            });
            let parts: Vec<HiddenPart> = match block.kind {
                BlockKind::List(list) => {
                    list.items.into_iter().map(|item| (item.attrs.ids, item.blocks)).collect()
                }
                BlockKind::Definitions(terms) => self.group_terms(terms),
                BlockKind::Table(table) => divide_table(table),
                _ => {
                    let lists = block.child_lists_mut();
                    lists.into_iter().map(|list| (Vec::new(), std::mem::take(list))).collect()
                }
            };
            for (mut ids, blocks) in parts {
                if let Some(is_note) = self.find_reference(&ids) {
                    let mut note = Block::new(BlockKind::Group(blocks));
                    self.settle_unit_blocks(&mut note);
                    shown.push(wrap_hidden(note, ids, is_note));
                } else {
                    ids.retain(|id| self.places.contains(&self.to_target(id)));
                    self.ids.append(&mut ids);
                    shown.extend(self.settle_units(blocks));
                }
            }
        }
        shown
    }

    /// Terms and definitions. A reference to a term, such as the number of a note, also leads to its
    /// definitions, and to other terms with the same definitions.
    fn group_terms(&self, terms: Vec<Term>) -> Vec<HiddenPart> {
        let mut parts: Vec<HiddenPart> = Vec::new();
        let mut is_shown = false;
        let mut follows_term = false;
        for mut term in terms {
            if !term.definition {
                let is_wanted = self.find_reference(&term.attrs.ids).is_some();
                is_shown = is_wanted || is_shown && follows_term;
            }
            let is_continued = is_shown && (term.definition || follows_term);
            follows_term = !term.definition;
            match parts.last_mut().filter(|_| is_continued) {
                Some((ids, blocks)) => {
                    ids.append(&mut term.attrs.ids);
                    blocks.append(&mut term.blocks);
                }
                None => parts.push((term.attrs.ids, term.blocks)),
            }
        }
        parts
    }

    /// Settles what is hidden inside of something that is shown.
    fn settle_unit_blocks(&mut self, block: &mut Block) {
        block.attrs.kinds.retain(|kind| kind != CONCEALED_KIND);
        let mut only = vec![std::mem::replace(block, Block::new(BlockKind::Separator))];
        let mut ids = std::mem::take(&mut self.ids);
        self.settle_blocks(&mut only);
        ids.append(&mut self.ids);
        self.ids = ids;
        *block = match only.len() {
            1 => only.remove(0),
            _ => Block::new(BlockKind::Group(only)),
        };
    }

    /// Takes hidden inlines out of a line, and notes that the same line refers to. Those to show are added to
    /// the notes.
    fn extract_concealed(
        &mut self,
        inlines: &mut Vec<Inline>,
        own: &HashSet<String>,
        notes: &mut Vec<Block>,
    ) {
        inlines.retain_mut(|inline| {
            let hidden = inline.attrs().is_some_and(is_concealed);
            if let Inline::Span { attrs, inlines } | Inline::Styled { attrs, inlines, .. } = inline {
                if hidden {
                    let line = std::mem::take(inlines);
                    notes.extend(self.settle_units(vec![Block::new(BlockKind::Paragraph(line))]));
                    return false;
                }
                let is_note = attrs.ids.iter().any(|id| own.contains(id));
                if is_note && plain_text(inlines).chars().filter(|c| c.is_alphanumeric()).count() > 3 {
                    let kind = note_kind(attrs).unwrap_or(NoteKind::Footnote);
                    let paragraph = Block::new(BlockKind::Paragraph(std::mem::take(inlines)));
                    let attrs = Attrs {
                        ids: std::mem::take(&mut attrs.ids),
                        lang: attrs.lang.clone(),
                        ..Attrs::default()
                    };
                    notes.push(Block { attrs, kind: BlockKind::Note { kind, blocks: vec![paragraph] } });
                    return false;
                }
            }
            if let Some((_, inlines)) = inline.parts_mut() {
                self.extract_concealed(inlines, own, notes);
            }
            true
        });
    }
}

/// Ids of a part of something hidden, and its blocks.
type HiddenPart = (Vec<String>, Vec<Block>);

/// The caption of a table, and its rows.
fn divide_table(table: Table) -> Vec<HiddenPart> {
    let Table { caption, head, body, foot, .. } = table;
    let rows = head.into_iter().chain(body).chain(foot).map(|row| {
        let mut ids = row.attrs.ids;
        let mut blocks: Vec<Block> = Vec::new();
        for mut cell in row.cells {
            ids.append(&mut cell.attrs.ids);
            blocks.append(&mut cell.blocks);
        }
        (ids, blocks)
    });
    std::iter::once((Vec::new(), caption)).chain(rows).collect()
}

/// Returns true if an inline is hidden, or refers to a note.
fn needs_settling(inline: &Inline) -> bool {
    inline.attrs().is_some_and(is_concealed) || matches!(inline, Inline::NoteRef { .. })
}

/// The ids in its own document that a line refers to as notes.
fn note_reference_ids(inlines: &[Inline], path: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    for inline in inlines {
        inline.walk(&mut |inline| {
            if let Inline::NoteRef { target, .. } = inline
                && target.path == path
            {
                found.extend(target.id.clone());
            }
        });
    }
    found
}

/// Something hidden as a note, or, if only a link leads there, as something next to the text.
fn wrap_hidden(mut block: Block, ids: Vec<String>, is_note: bool) -> Block {
    if matches!(block.kind, BlockKind::Note { .. }) {
        return block;
    }
    let moved_ids: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let mut remove_moved = |attrs: &mut Attrs| attrs.ids.retain(|id| !moved_ids.contains(id.as_str()));
    remove_moved(&mut block.attrs);
    for inline in block.inlines_mut().into_iter().flatten() {
        inline.walk_attrs_mut(&mut remove_moved);
    }
    let blocks = match block.kind {
        BlockKind::Group(blocks) | BlockKind::Aside(blocks) => blocks,
        _ => vec![block],
    };
    let attrs = Attrs { ids, ..Attrs::default() };
    let kind =
        if is_note { BlockKind::Note { kind: NoteKind::Footnote, blocks } } else { BlockKind::Aside(blocks) };
    Block { attrs, kind }
}

/// Drops the white space that is left at the end of a line.
fn trim_end(inlines: &mut Vec<Inline>) {
    while let Some(Inline::Text(text)) = inlines.last_mut() {
        text.truncate(text.trim_end_matches([' ', '\n', '\t']).len());
        if !text.is_empty() {
            return;
        }
        inlines.pop();
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind};
    use crate::testkit::EpubBuilder;

    #[test]
    fn a_reference_shows_all_that_it_leads_to() {
        let note = "<div id='n'><p>One.</p><ul><li>Two.</li></ul></div>";
        for hidden in [
            format!("<div hidden='hidden'>{note}<p>No.</p></div>"),
            note.replace("<div", "<div hidden='hidden'"),
            format!("<section style='display:none'><h2>Notes</h2><article>{note}</article></section>"),
            "<dl hidden='hidden'><dt id='n'>One.</dt><dd>Two.</dd><dt>No.</dt><dd>No.</dd></dl>".to_owned(),
            "<dl hidden='hidden'><dd>No.</dd><dt>One.</dt><dt id='n'>Two.</dt></dl>".to_owned(),
            "<table hidden='hidden'><tr><td id='n'>One.</td><td>Two.</td></tr><tr><td>No.</td></tr></table>"
                .to_owned(),
            "<ul><li id='n' hidden='hidden'><p>One.</p><p>Two.</p></li></ul>".to_owned(),
        ] {
            let markup = format!("<p>Sea<a epub:type='noteref' href='#n'>1</a>.</p>{hidden}<p>End.</p>");
            let book = EpubBuilder::new("Notes").chapter("", &markup).build();
            let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
            let words: Vec<String> = book.sections[0].blocks.iter().map(Block::plain_text).collect();
            assert_eq!(words, ["Sea.", "One.Two.", "End."], "{hidden}");
            let mut notes = 0;
            book.walk(&mut |block| notes += usize::from(matches!(block.kind, BlockKind::Note { .. })));
            assert_eq!(notes, 1, "{hidden}");
        }
    }

    #[test]
    fn pages_in_elements_of_hidden_lines_stay_pages() {
        let page = "<span epub:type='pagebreak' id='p2' title='2'/>";
        for hidden in [page.to_owned(), format!("<b>x{page}</b>"), format!("<a href='#a'><i>{page}</i></a>")]
        {
            let markup = format!("<p id='a'>Seen.</p><p hidden='hidden'>{hidden}</p><p>End.</p>");
            let book = EpubBuilder::new("Pages").chapter("", &markup).build();
            let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
            let mut labels = Vec::new();
            book.walk(&mut |block| block.walk_page_breaks(&mut |page| labels.push(page.label.clone())));
            assert_eq!(labels, ["2"], "{hidden}");
        }
    }
}
