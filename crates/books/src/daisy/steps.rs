//! The steps of the player, in the files in which they are.

use super::smil::{Skippable, SmilFile, SmilPar, step_href};

#[derive(Debug)]
pub(super) struct PlayerSteps {
    /// At least one.
    files: Vec<SmilFile>,
    count: usize,
    /// The kind of skippable part around the text being written.
    skipping: Option<Skippable>,
    /// Something that may be skipped has begun, and no step of it is written yet.
    skip_begins: bool,
    /// The next step begins a file.
    pub(super) splits: bool,
    /// The step that says the line being written.
    pub(super) line_step: Option<String>,
}

impl Default for PlayerSteps {
    fn default() -> Self {
        Self {
            files: vec![Vec::new()],
            count: 0,
            skipping: None,
            skip_begins: false,
            splits: false,
            line_step: None,
        }
    }
}

impl PlayerSteps {
    /// Adds a step, which gets its number here, and whose kind is that of what it is in unless it has its
    /// own; returns the reference to it.
    pub(super) fn add(&mut self, step: SmilPar) -> String {
        self.count += 1;
        if std::mem::take(&mut self.splits) && self.files.last().is_some_and(|file| !file.is_empty()) {
            self.files.push(Vec::new());
        }
        let reference = self.reference(self.count);
        let has_own_kind = step.skip.is_some();
        let step = SmilPar {
            number: self.count,
            skip: step.skip.or(self.skipping),
            begins: std::mem::take(&mut self.skip_begins) || has_own_kind,
            ..step
        };
        if let Some(file) = self.files.last_mut() {
            file.push(step);
        }
        if !has_own_kind {
            self.line_step = Some(reference.clone());
        }
        reference
    }

    /// Begins something that may be skipped as a whole; returns what it is in.
    pub(super) fn begin_skippable(&mut self, kind: Skippable) -> Option<Skippable> {
        self.skip_begins = true;
        self.skipping.replace(kind)
    }

    pub(super) fn end_skippable(&mut self, outer: Option<Skippable>) {
        self.skip_begins = false;
        self.skipping = outer;
    }

    /// The number of the step that was added last.
    pub(super) fn last_number(&self) -> usize {
        self.count
    }

    /// The step that was added last to the file being written.
    pub(super) fn last_mut(&mut self) -> Option<&mut SmilPar> {
        self.files.last_mut()?.last_mut()
    }

    /// A reference to a step of the file being written.
    pub(super) fn reference(&self, number: usize) -> String {
        step_href(self.files.len() - 1, number)
    }

    pub(super) fn into_files(self) -> Vec<SmilFile> {
        self.files
    }
}
