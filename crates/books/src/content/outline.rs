//! The outline of the book: which part each section belongs to, and the depth of every heading.

use std::collections::{HashMap, HashSet};

use super::media::lowercase_words;
use crate::anchors::visit_ids;
use crate::model::{
    Block, BlockKind, Landmark, Matter, NamedPlace, NavPoint, Section, has_id, is_wordless_heading,
    plain_text,
};

const FRONT_MATTER_KINDS: [&str; 17] = [
    "frontmatter", "cover", "titlepage", "halftitlepage", "copyright-page", "dedication", "epigraph",
    "foreword", "preface", "toc", "loi", "lot", "imprint", "doc-foreword", "doc-preface", "doc-toc",
    "doc-dedication",
];
const BACK_MATTER_KINDS: [&str; 17] = [
    "backmatter", "appendix", "glossary", "bibliography", "index", "endnotes", "rearnotes", "footnotes",
    "colophon", "afterword", "doc-appendix", "doc-glossary", "doc-bibliography", "doc-index", "doc-endnotes",
    "doc-colophon", "doc-afterword",
];

/// Sorts the sections into front matter, body and back matter; the three never mix.
pub(crate) fn set_matter(sections: &mut [Section], kinds: &[Vec<String>], landmarks: &[Landmark]) {
    let start = landmarks
        .iter()
        .find(|landmark| landmark.kind == "bodymatter")
        .and_then(|landmark| sections.iter().position(|section| section.path == landmark.target.path));
    for (n, (section, kinds)) in sections.iter_mut().zip(kinds).enumerate() {
        let is = |list: &[&str]| kinds.iter().any(|kind| list.contains(&kind.as_str()));
        let body = kinds.iter().any(|kind| kind == "bodymatter");
        section.matter = if !body && (is(&FRONT_MATTER_KINDS) || start.is_some_and(|start| n < start)) {
            Matter::Front
        } else if !body && is(&BACK_MATTER_KINDS) {
            Matter::Back
        } else {
            Matter::Body
        };
    }
    order_matters(sections);
}

/// Makes body of everything between front matter and back matter, because the three never mix; of everything
/// if nothing is between the two.
pub(crate) fn order_matters(sections: &mut [Section]) {
    let front = sections.iter().take_while(|section| section.matter == Matter::Front).count();
    let back = sections.iter().rev().take_while(|section| section.matter == Matter::Back).count();
    let between = front..sections.len() - back;
    let body = if between.is_empty() { sections } else { &mut sections[between] };
    for section in body {
        section.matter = Matter::Body;
    }
}

/// An entry of the table of contents: depth from 1, and text.
type Entry<'a> = (u8, &'a str);
/// The entries that lead into a document, by id.
type DocumentEntries<'a> = HashMap<Option<&'a str>, Entry<'a>>;

/// Sets the depth of every heading in the book. A heading in the table of contents has the depth of its
/// entry; others are relative to it by their ranks.
pub(crate) fn set_levels(sections: &mut [Section], toc: &[NavPoint]) {
    let mut entries: HashMap<&str, DocumentEntries<'_>> = HashMap::new();
    for point in toc {
        point.walk(1, &mut |point, depth| {
            if let Some(target) = &point.target {
                let document = entries.entry(&target.path).or_default();
                document.entry(target.id.as_deref()).or_insert((depth, &point.label));
            }
        });
    }
    let mut levels = Levels { lowest: highest_unlisted_rank(sections, &entries), current_level: 0 };
    let mut matter = None;
    for section in sections {
        if matter.replace(section.matter) != Some(section.matter) {
            levels.current_level = 0;
        }
        levels.set_section_levels(section, entries.get(section.path.as_str()));
    }
}

/// The highest rank of heading in documents that the table of contents does not name.
fn highest_unlisted_rank(sections: &[Section], entries: &HashMap<&str, DocumentEntries<'_>>) -> u8 {
    let unnamed = sections.iter().filter(|section| !entries.contains_key(section.path.as_str()));
    unnamed.flat_map(|section| &section.blocks).filter_map(heading_rank).min().unwrap_or(1)
}

fn heading_rank(block: &Block) -> Option<u8> {
    match block.kind {
        BlockKind::Heading { level, .. } => Some(level),
        _ => None,
    }
}

struct Levels {
    lowest: u8,
    current_level: u8,
}

impl Levels {
    fn set_section_levels(&mut self, section: &mut Section, entries: Option<&DocumentEntries<'_>>) {
        let entry = |id: Option<&str>| entries.and_then(|entries| entries.get(&id)).copied();
        let whole = entry(None).or_else(|| section.ids.iter().find_map(|id| entry(Some(id))));
        let mut pending = whole;
        // The id of the block that the entry names, unless it is the whole document.
        let mut pending_id: Option<String> = None;
        let mut begun = false;
        // Rank and level of the last heading that the table of contents named.
        let mut anchor: Option<(u8, u8)> = None;
        // Level of the heading just before, while nothing has followed it.
        let mut just_before: Option<u8> = None;
        let mut is_wordless_before = false;
        let listed = find_listed_headings(&section.blocks);
        for (n, block) in section.blocks.iter_mut().enumerate() {
            if let Some((id, named)) = block_ids(block).find_map(|id| Some((id, entry(Some(id))?))) {
                pending = Some(named);
                pending_id = Some(id.to_owned());
            }
            let is_promoted = pending.is_some_and(|(_, label)| promote_title(block, label, !begun));
            let BlockKind::Heading { level, .. } = &mut block.kind else {
                if is_content(block) {
                    just_before = None;
                    let image = matches!(block.kind, BlockKind::Image(_));
                    let own = pending_id.clone();
                    if !begun && !image {
                        begun = true;
                        section.starts =
                            pending.take().map(|(depth, label)| (self.next_level(depth), label.to_owned()));
                    } else if !image && let (Some(entry), Some(id)) = (pending.take(), pending_id.take()) {
                        section.named_places.push(self.name_place(id, entry));
                    }
                    for (id, entry) in entries_inside(block, entries) {
                        if own.as_ref() != Some(&id) {
                            section.named_places.push(self.name_place(id, entry));
                        }
                    }
                }
                lower_inner_headings(block, self.current_level);
                continue;
            };
            begun = true;
            let rank = *level;
            let mut unsaid: Option<&str> = None;
            let wanted = if let Some((depth, label)) = pending.take() {
                if !is_promoted {
                    anchor = Some((rank, depth));
                }
                unsaid = Some(label);
                depth
            } else {
                let relative = match anchor {
                    Some((first, depth)) => i16::from(depth) + i16::from(rank) - i16::from(first),
                    None => i16::from(rank) - i16::from(self.lowest) + 1,
                };
                let relative = u8::try_from(relative.max(1)).unwrap_or(1);
                // Two headings in a row: the second is the first one's subtitle.
                let is_subtitle = |before: &u8| relative <= *before && !listed.contains(&n);
                just_before.filter(is_subtitle).map_or(relative, |before| before + 1)
            };
            let reached = self.next_level(wanted);
            *level = reached;
            just_before = Some(reached);
            let named_by = pending_id.take();
            if is_wordless_heading(block) {
                let own = named_by.filter(|id| has_id(block, id));
                let id = own.or_else(|| block.attrs.ids.first().cloned());
                if let Some(label) = unsaid.filter(|_| id.is_some() || !is_wordless_before) {
                    section.named_places.push(NamedPlace { id, level: reached, label: label.to_owned() });
                }
                is_wordless_before = true;
            }
        }
        if !begun {
            section.starts = pending.map(|(depth, label)| (self.next_level(depth), label.to_owned()));
        }
    }

    /// The place with this id, which an entry of the table of contents leads to.
    fn name_place(&mut self, id: String, (depth, label): Entry<'_>) -> NamedPlace {
        NamedPlace { id: Some(id), level: self.next_level(depth), label: label.to_owned() }
    }

    /// The level that is reached: never more than one below the last, never below the sixth.
    fn next_level(&mut self, wanted: u8) -> u8 {
        self.current_level = wanted.clamp(1, (self.current_level + 1).min(6));
        self.current_level
    }
}

/// The entries that lead into a block and what is in it, each with its id.
fn entries_inside<'e>(block: &Block, entries: Option<&DocumentEntries<'e>>) -> Vec<(String, Entry<'e>)> {
    let mut inside = Vec::new();
    let Some(entries) = entries else { return inside };
    block.walk(&mut |block| {
        visit_ids(block, &mut |ids| {
            for id in ids {
                if let Some(entry) = entries.get(&Some(id.as_str())) {
                    inside.push((id.clone(), *entry));
                }
            }
        });
    });
    inside
}

/// Makes a heading of a paragraph with the words of its entry in the table of contents; one that is not the
/// first of its document may have only the first of them.
fn promote_title(block: &mut Block, label: &str, is_first: bool) -> bool {
    let BlockKind::Paragraph(inlines) = &mut block.kind else { return false };
    let title = lowercase_words(&plain_text(inlines));
    let label = lowercase_words(label);
    if title.is_empty() || !label.starts_with(&title) || is_first && label.len() > title.len() {
        return false;
    }
    let inlines = std::mem::take(inlines);
    block.kind = BlockKind::Heading { level: 1, inlines };
    true
}

/// Ids of a block and of its inline content.
pub(crate) fn block_ids(block: &Block) -> impl Iterator<Item = &str> {
    let mut found: Vec<&str> = block.attrs.ids.iter().map(String::as_str).collect();
    if let BlockKind::PageBreak(page) = &block.kind {
        found.extend(page.ids.iter().map(String::as_str));
    }
    block.walk_inlines(&mut |inline| found.extend(inline.ids().iter().map(String::as_str)));
    found.into_iter()
}

/// Returns true for a block that is read, and does more than divide what is around it.
fn is_content(block: &Block) -> bool {
    !matches!(block.kind, BlockKind::PageBreak(_) | BlockKind::Separator) && block.has_content()
}

/// The positions of headings that are among three or more of one rank in a row: a list, in which none is the
/// subtitle of another.
fn find_listed_headings(blocks: &[Block]) -> HashSet<usize> {
    let contents = blocks.iter().enumerate().filter(|(_, block)| is_content(block));
    let ranks: Vec<(usize, Option<u8>)> = contents.map(|(n, block)| (n, heading_rank(block))).collect();
    let runs = ranks.chunk_by(|(_, rank), (_, next)| rank == next);
    let lists = runs.filter(|run| run.len() > 2 && run[0].1.is_some());
    lists.flatten().map(|(n, _)| *n).collect()
}

/// Headings inside a quotation or box are below the heading that they follow.
fn lower_inner_headings(block: &mut Block, current: u8) {
    block.walk_mut(&mut |inner| {
        if let BlockKind::Heading { level, .. } = &mut inner.kind {
            *level = (current + 1).min(6);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Inline;

    /// The levels of headings of these ranks, before a paragraph.
    fn find_levels(ranks: &[u8]) -> Vec<u8> {
        let heading = |level: &u8| {
            Block::new(BlockKind::Heading { level: *level, inlines: vec![Inline::Text("One".to_owned())] })
        };
        let blocks = ranks.iter().map(heading).chain([Block::from_text("Words.")]).collect();
        let mut sections = [Section::new("a.xhtml".to_owned(), Matter::Body, blocks)];
        set_levels(&mut sections, &[]);
        sections[0].blocks.iter().filter_map(heading_rank).collect()
    }

    #[test]
    fn the_second_of_two_headings_in_a_row_is_a_subtitle_and_none_of_three_is() {
        assert_eq!(find_levels(&[1, 1]), [1, 2]);
        assert_eq!(find_levels(&[1, 1, 1]), [1, 1, 1]);
        assert_eq!(find_levels(&[1, 2, 2, 2, 2]), [1, 2, 2, 2, 2]);
    }
}
