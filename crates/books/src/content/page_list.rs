//! Pages of the page list that no element of the text begins: those of whole documents, and those whose place
//! does not exist.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::anchors::visit_ids;
use crate::model::{Block, BlockKind, PageBreak, PageTarget, Section, Target, walk_blocks};
use crate::report::{FindingKind, Reporter};

/// A position in a book: the number of the section, and of the block in it.
type BlockPlace = (usize, usize);

/// Makes a page of every entry of the page list that has none yet, at its place, or at the nearest one.
pub(crate) fn place_pages(sections: &mut [Section], pages: &mut [PageTarget], reporter: &Reporter) {
    if pages.is_empty() {
        return;
    }
    let by_path: HashMap<&str, usize> =
        sections.iter().enumerate().rev().map(|(n, section)| (section.path.as_str(), n)).collect();
    let mut found = PageIndex::from_sections(sections, pages);
    let mut places: Vec<Option<BlockPlace>> = Vec::with_capacity(pages.len());
    let mut missing = Vec::new();
    for (n, page) in pages.iter().enumerate() {
        let section = by_path.get(page.target.path.as_str()).copied();
        let exact = match (section, &page.target.id) {
            (None, _) => None,
            (Some(section), None) => Some((section, 0)),
            (Some(section), Some(id)) if sections[section].ids.contains(id) => Some((section, 0)),
            (Some(_), Some(_)) => found.places.get(&page.target).copied(),
        };
        if let Some(place) = found.take_page(page) {
            places.push(Some(place));
            continue;
        }
        if exact.is_none() {
            reporter.report(FindingKind::DanglingPage, &page.target.path, &page.label);
        }
        missing.push(n);
        places.push(exact);
    }
    if missing.is_empty() {
        return;
    }
    let mut by_section: HashMap<usize, Vec<(usize, usize)>> = HashMap::new();
    for n in missing {
        let section = by_path.get(pages[n].target.path.as_str()).copied();
        let of_section = |place: &&BlockPlace| section.is_none_or(|section| place.0 == section);
        let next = || places[n + 1..].iter().flatten().take(1).find(of_section).copied();
        let end = |place: BlockPlace| (place.0, sections[place.0].blocks.len());
        let before = || places[..n].iter().rev().flatten().take(1).find(of_section).copied().map(end);
        let place = places[n].or_else(next).or_else(before).or(section.map(|section| (section, 0)));
        let (section, block) = place.unwrap_or_else(|| (sections.len() - 1, 0));
        by_section.entry(section).or_default().push((block, n));
    }
    let is_new = |target: &Target| !found.places.contains_key(target);
    let mut moved: Vec<(usize, String)> = Vec::new();
    for (section, mut breaks) in by_section {
        breaks.sort_unstable();
        let section = &mut sections[section];
        let mut breaks = breaks.into_iter().peekable();
        let mut blocks = Vec::with_capacity(section.blocks.len() + breaks.len());
        let mut own = std::mem::take(&mut section.blocks).into_iter().enumerate();
        loop {
            let next = own.next();
            let at = next.as_ref().map_or(usize::MAX, |(at, _)| *at);
            while let Some((_, n)) = breaks.next_if(|(block, _)| *block <= at) {
                let page = &pages[n];
                let id =
                    page.target.id.clone().filter(|id| is_new(&page.target) && !section.ids.contains(id));
                let ids = id.into_iter().collect();
                blocks.push(Block::new(BlockKind::PageBreak(PageBreak { label: page.label.clone(), ids })));
                moved.push((n, section.path.clone()));
            }
            match next {
                Some((_, block)) => blocks.push(block),
                None => break,
            }
        }
        section.blocks = blocks;
    }
    for (n, path) in moved {
        pages[n].target.path = path;
    }
}

/// The pages that begin in the text at places of their own, as a page list.
pub(crate) fn list_pages(sections: &[Section]) -> Vec<PageTarget> {
    let mut found = Vec::new();
    for section in sections {
        let mut add = |page: &PageBreak| {
            let id = page.ids.first().filter(|_| !page.label.is_empty()).cloned();
            found.extend(id.map(|id| PageTarget {
                label: page.label.clone(),
                target: Target { path: section.path.clone(), id: Some(id) },
            }));
        };
        walk_blocks(&section.blocks, &mut |block| block.walk_page_breaks(&mut add));
    }
    found
}

/// The pages of the page list that are in the text.
#[derive(Default)]
struct PageIndex {
    places: HashMap<Target, BlockPlace>,
    /// Pages that begin in the text, by document and label, and by document and id.
    labels: HashMap<(String, String), VecDeque<BlockPlace>>,
    ids: HashMap<Target, VecDeque<BlockPlace>>,
}

impl PageIndex {
    fn from_sections(sections: &[Section], pages: &[PageTarget]) -> Self {
        let mut wanted: HashMap<&str, HashSet<&str>> = HashMap::new();
        for page in pages {
            if let Some(id) = &page.target.id {
                wanted.entry(&page.target.path).or_default().insert(id);
            }
        }
        let mut found = Self::default();
        for (n, section) in sections.iter().enumerate() {
            let own = wanted.get(section.path.as_str());
            let listed_target = |id: &String| {
                let is_listed = own.is_some_and(|own| own.contains(id.as_str()));
                is_listed.then(|| Target { path: section.path.clone(), id: Some(id.clone()) })
            };
            for (at, block) in section.blocks.iter().enumerate() {
                block.walk(&mut |block| {
                    visit_ids(block, &mut |ids| {
                        for target in ids.iter().filter_map(listed_target) {
                            found.places.entry(target).or_insert((n, at));
                        }
                    });
                    block.walk_page_breaks(&mut |page| {
                        for target in page.ids.iter().filter_map(listed_target) {
                            found.ids.entry(target).or_default().push_back((n, at));
                        }
                        let key = (section.path.clone(), page.label.clone());
                        found.labels.entry(key).or_default().push_back((n, at));
                    });
                });
            }
        }
        found
    }

    /// Takes the page that an entry of the page list represents, and returns where it begins. `None` if the
    /// text does not have it.
    fn take_page(&mut self, page: &PageTarget) -> Option<BlockPlace> {
        if let Some(place) = self.ids.get_mut(&page.target).and_then(VecDeque::pop_front) {
            return Some(place);
        }
        let key = (page.target.path.clone(), page.label.clone());
        self.labels.get_mut(&key)?.pop_front()
    }
}
