//! The bookmarks that links lead to.

use std::collections::HashSet;

use crate::xml::XmlWriter;

#[derive(Debug, Default)]
pub(super) struct Bookmarks {
    /// Those of the next paragraph.
    pending: Vec<String>,
    written: HashSet<String>,
    count: usize,
}

impl Bookmarks {
    /// Labels the next paragraph.
    pub(super) fn queue(&mut self, name: impl Into<String>) {
        self.pending.push(name.into());
    }

    /// Returns true if a bookmark waits for a paragraph.
    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Writes the bookmarks that wait, where runs are allowed.
    pub(super) fn flush(&mut self, xml: &mut XmlWriter) {
        for name in std::mem::take(&mut self.pending) {
            self.write(xml, &name);
        }
    }

    /// Writes one bookmark, unless it exists already.
    pub(super) fn write(&mut self, xml: &mut XmlWriter, name: &str) {
        if self.written.insert(name.to_owned()) {
            let id = self.count.to_string();
            self.count += 1;
            xml.open("w:bookmarkStart").attr("w:id", &id).attr("w:name", name).close();
            xml.open("w:bookmarkEnd").attr("w:id", &id).close();
        }
    }

    pub(super) fn written_names(&self) -> &HashSet<String> {
        &self.written
    }
}
