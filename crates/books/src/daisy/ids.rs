//! The ids of elements.

use std::collections::HashSet;

use crate::anchors::Anchors;

/// The ids that links expect, and those that elements got.
#[derive(Debug)]
pub(super) struct ElementIds {
    pub(super) anchors: Anchors,
    written: HashSet<String>,
    made: usize,
    /// The section has begun, and no element of it is written yet.
    pub(super) at_section_start: bool,
}

impl ElementIds {
    pub(super) fn new(anchors: Anchors) -> Self {
        Self { anchors, written: HashSet::new(), made: 0, at_section_start: false }
    }

    /// The id that links point at, if there is one and no element has it yet.
    pub(super) fn expected_id(&mut self, document: &str, ids: &[String]) -> Option<String> {
        let id = self.anchors.id_for_element(document, ids)?;
        self.written.insert(id.to_owned()).then(|| id.to_owned())
    }

    pub(super) fn required_id(&mut self, document: &str, ids: &[String]) -> String {
        let start = std::mem::take(&mut self.at_section_start)
            .then(|| self.anchors.id_for_document_start(document))
            .flatten();
        let wanted = self.anchors.id_for_element(document, ids).or(start).map(str::to_owned);
        if let Some(id) = wanted.filter(|id| self.written.insert(id.clone())) {
            return id;
        }
        self.made += 1;
        format!("x{}", self.made)
    }

    /// All ids that links may point at.
    pub(super) fn written_ids(&self) -> &HashSet<String> {
        &self.written
    }
}
