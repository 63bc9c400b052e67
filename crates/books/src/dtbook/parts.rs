//! Documents as makers divided them, made into one section for each division of the first level.

use std::collections::{HashMap, HashSet};

use crate::anchors::visit_ids;
use crate::content::frames::visit_targets;
use crate::content::order_matters;
use crate::letters::SourceCount;
use crate::model::{Block, BlockKind, Matter, Section, Target, walk_blocks};
use crate::path;

/// The new positions of places in the documents.
#[derive(Debug, Default)]
pub(crate) struct MovedPlaces(HashMap<String, MovedDocument>);

#[derive(Debug, Default)]
struct MovedDocument {
    /// The section that it begins with.
    first: String,
    /// The sections of its ids.
    ids: HashMap<String, String>,
}

impl MovedPlaces {
    /// The place that a place of a document has become; `None` if nothing was written for it.
    pub(crate) fn find_place(&self, target: &Target) -> Option<Target> {
        let document = self.0.get(&target.path)?;
        let path = match &target.id {
            Some(id) => document.ids.get(id)?,
            None => &document.first,
        };
        Some(Target { path: path.clone(), id: target.id.clone() })
    }

    /// Records the sections that a document has become: the first one, and the one of each of its ids.
    pub(crate) fn add_document(&mut self, path: &str, first: String, ids: HashMap<String, String>) {
        self.0.insert(path.to_owned(), MovedDocument { first, ids });
    }

    pub(crate) fn redirect_target(&self, target: &mut Target) {
        if let Some(place) = self.find_place(target) {
            *target = place;
        }
    }

    pub(crate) fn redirect_links(&self, sections: &mut [Section]) {
        if self.0.is_empty() {
            return;
        }
        for block in sections.iter_mut().flat_map(|section| &mut section.blocks) {
            visit_targets(block, &mut |target| self.redirect_target(target));
        }
    }
}

/// The ids of the parts before and after the text.
#[derive(Debug, Default)]
pub(crate) struct MatterIds {
    pub(crate) front_ids: HashSet<Target>,
    pub(crate) back_ids: HashSet<Target>,
}

/// Divides the sections, and turns their links to where the places are now.
pub(crate) fn divide_sections(sections: Vec<Section>, matters: &MatterIds) -> (Vec<Section>, MovedPlaces) {
    let mut divided: Vec<Section> = Vec::new();
    let mut moved = MovedPlaces::default();
    for mut section in sections {
        let document = moved.0.entry(section.path.clone()).or_default();
        let begins = divided.len();
        let all = std::mem::take(&mut section.blocks);
        let Section { path: source, starts, ids, .. } = &section;
        for (n, blocks) in split_chapters(all).into_iter().enumerate() {
            // What a section refers to is found from the folder of its document.
            let path = path::sibling_path(source, &format!("daisy-part{}.xhtml", divided.len() + 1));
            let mut matter = None;
            let mut note = |id: &String| {
                let target = Target { path: source.clone(), id: Some(id.clone()) };
                let front = matters.front_ids.contains(&target).then_some(Matter::Front);
                matter = matter.or(front).or(matters.back_ids.contains(&target).then_some(Matter::Back));
                document.ids.entry(id.clone()).or_insert_with(|| path.clone());
            };
            if n == 0 {
                document.first.clone_from(&path);
                ids.iter().for_each(&mut note);
            }
            for block in &blocks {
                block.walk(&mut |block| visit_ids(block, &mut |ids| ids.iter().for_each(&mut note)));
                visit_description_ids(block, &mut note);
            }
            let first = n == 0;
            divided.push(Section {
                path,
                matter: matter.unwrap_or(Matter::Body),
                starts: starts.clone().filter(|_| first),
                ids: if first { ids.clone() } else { Vec::new() },
                blocks,
                counted: None,
                part_of: Some(source.clone()),
                ..section.clone()
            });
        }
        share_count(section.counted, &mut divided[begins..]);
    }
    order_matters(&mut divided);
    moved.redirect_links(&mut divided);
    (divided, moved)
}

/// Gives the first division what the source has more than the others.
fn share_count(counted: Option<SourceCount>, divisions: &mut [Section]) {
    if let (Some(counted), Some((first, others))) = (counted, divisions.split_first_mut()) {
        let mut rest = SourceCount::default();
        for section in others {
            rest += section.source_count();
        }
        first.counted = Some(counted.saturating_sub(rest));
    }
}

/// The blocks of each division of the first level. Blocks before the first of them are a division, too.
fn split_chapters(blocks: Vec<Block>) -> Vec<Vec<Block>> {
    let mut chapters: Vec<Vec<Block>> = vec![Vec::new()];
    for block in blocks {
        let last = chapters.len() - 1;
        if matches!(block.kind, BlockKind::Heading { level: 1, .. }) {
            // A page that begins just before a heading belongs to it.
            let before = &mut chapters[last];
            let pages = before.iter().rev().take_while(|b| matches!(b.kind, BlockKind::PageBreak(_))).count();
            let own = before.split_off(before.len() - pages);
            if before.iter().any(|block| block.has_content() || !block.attrs.ids.is_empty()) {
                chapters.push(own);
            } else {
                before.extend(own);
            }
        }
        let last = chapters.len() - 1;
        chapters[last].push(block);
    }
    chapters
}

/// The ids in the descriptions of images, which are not part of the surrounding text.
fn visit_description_ids(block: &Block, note: &mut dyn FnMut(&String)) {
    block.walk(&mut |block| {
        block.walk_images(&mut |image| {
            walk_blocks(&image.description, &mut |block| {
                visit_ids(block, &mut |ids| ids.iter().for_each(&mut *note));
            });
        });
    });
}
