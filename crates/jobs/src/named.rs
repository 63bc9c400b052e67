//! Files of the file store that the database names.

use std::collections::HashSet;

use delivery::{Key, artifacts, keys};
use domain::ids::{EditionId, TitleId};
use domain::titles::Files;
use store::periodicals::editions;
use store::{Db, documents, titles};

/// Titles read at once.
const BATCH: u32 = 500;

/// What titles, documents and editions name.
#[derive(Debug, Default)]
pub(crate) struct Named {
    /// The files themselves.
    keys: HashSet<Key>,
    /// The contents of sources, which name what is made of them.
    contents: HashSet<String>,
}

impl Named {
    /// Reads all of them.
    pub(crate) async fn read(db: &Db) -> store::Result<Self> {
        let mut named = Self::default();
        let mut after = TitleId(0);
        loop {
            let batch = titles::after(db, after, BATCH).await?;
            let Some(last) = batch.last() else { break };
            after = last.id;
            for title in &batch {
                named.add(&title.files);
            }
        }
        let mut after = TitleId(0);
        loop {
            let batch = documents::after(db, after, BATCH).await?;
            let Some(last) = batch.last() else { break };
            after = last.title;
            named.keys.extend(batch.iter().filter_map(|document| Key::parse(&document.file).ok()));
        }
        let mut after = EditionId::from("");
        loop {
            let batch = editions::after(db, &after, BATCH).await?;
            let Some(last) = batch.last() else { return Ok(named) };
            after = last.id.clone();
            for edition in &batch {
                named.add(&edition.files);
            }
        }
    }

    /// Sources, documents and covers: what cannot be made again.
    pub(crate) fn keys(&self) -> &HashSet<Key> {
        &self.keys
    }

    /// Whether a file is named, or was made as it is made now of one that is.
    pub(crate) fn has(&self, key: &Key) -> bool {
        let made_of = |content| self.contents.contains(content) && artifacts::is_current(key);
        self.keys.contains(key) || key.folder() == keys::ARTIFACTS && key.content().is_some_and(made_of)
    }

    fn add(&mut self, files: &Files) {
        for source in files.sources().filter_map(|key| Key::parse(key).ok()) {
            self.contents.extend(source.content().map(str::to_owned));
            self.keys.insert(source);
        }
        if let Some(cover) = files.cover.as_deref().and_then(|key| Key::parse(key).ok()) {
            self.keys.insert(cover.thumbnail());
            self.keys.insert(cover);
        }
    }
}
