//! Documents that the table of contents or links lead to, although the spine does not name them.

use std::collections::HashSet;

use super::documents::DocumentReader;
use super::nav::Navigation;
use crate::model::{Href, Inline, Section, walk_blocks};
use crate::{FindingKind, Progress, Result};

/// Documents outside of the spine that a book may have.
const MAX_LINKED_DOCUMENTS: usize = 2_000;

impl DocumentReader<'_, '_> {
    /// Reads the documents that can be reached although the spine does not name them, after the others: first
    /// those of the table of contents and the page list, then those that links lead to. Documents without
    /// words, such as covers, and tables of contents are left out.
    pub(super) fn read_linked(&mut self, navigation: &Navigation, progress: &mut dyn Progress) -> Result<()> {
        let contents = navigation.landmarks.iter().filter(|landmark| landmark.kind == "toc");
        let mut seen: HashSet<String> = contents.map(|landmark| landmark.target.path.clone()).collect();
        seen.extend(self.source.opf.nav_item().and_then(|item| item.path.clone()));
        let mut waiting = listed_paths(navigation);
        let mut visited = 0;
        let mut count = 0;
        loop {
            for section in &self.reading.sections[visited..] {
                collect_linked_paths(section, &mut waiting);
            }
            visited = self.reading.sections.len();
            for path in std::mem::take(&mut waiting) {
                if seen.contains(&path) || !self.is_unread_document(&path) {
                    continue;
                }
                count += 1;
                if count > MAX_LINKED_DOCUMENTS {
                    let reporter = self.source.package.reporter();
                    let limit = format!("more than {MAX_LINKED_DOCUMENTS} documents");
                    reporter.report(FindingKind::UnlistedDocument, &path, &limit);
                    return Ok(());
                }
                let before = self.reading.sections.len();
                self.read_document(&path, None, progress)?;
                if self.reading.sections[before..].iter().all(|section| !has_words(section)) {
                    self.reading.sections.truncate(before);
                    self.reading.kinds.truncate(before);
                }
                seen.insert(path);
            }
            if self.reading.sections.len() == visited {
                return Ok(());
            }
        }
    }

    /// Returns true if a path leads to a document that neither the spine nor a frame or description shows.
    fn is_unread_document(&self, path: &str) -> bool {
        self.source.package.contains(path) && self.files.is_document(path) && !self.files.has_read(path)
    }
}

/// The documents that the table of contents and the page list lead to.
fn listed_paths(navigation: &Navigation) -> Vec<String> {
    let mut paths = Vec::new();
    for point in &navigation.toc {
        point.walk(1, &mut |point, _| {
            paths.extend(point.target.as_ref().map(|target| target.path.clone()));
        });
    }
    paths.extend(navigation.pages.iter().map(|page| page.target.path.clone()));
    paths
}

/// Adds the documents that links of a section lead to.
fn collect_linked_paths(section: &Section, paths: &mut Vec<String>) {
    let mut visit = |inline: &Inline| {
        let (Inline::NoteRef { target, .. } | Inline::Link { href: Href::Inside(target), .. }) = inline
        else {
            return;
        };
        if target.path != section.path && paths.last() != Some(&target.path) {
            paths.push(target.path.clone());
        }
    };
    walk_blocks(&section.blocks, &mut |block| block.walk_inlines(&mut visit));
}

fn has_words(section: &Section) -> bool {
    section.blocks.iter().any(|block| block.plain_text().contains(char::is_alphanumeric))
}
