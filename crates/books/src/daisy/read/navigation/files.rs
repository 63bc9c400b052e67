//! The files of a book that navigation leads through.

use roxmltree::Document;

use crate::daisy::Standard;
use crate::{FindingKind, Package, Result};

pub(in crate::daisy::read) struct SourceFiles<'a> {
    pub(in crate::daisy::read) package: &'a Package,
    pub(super) standard: Standard,
    /// The encoding of documents that declare none.
    pub(in crate::daisy::read) charset: Option<String>,
}

impl<'a> SourceFiles<'a> {
    pub(in crate::daisy::read) fn new(package: &'a Package, standard: Standard) -> Self {
        Self { package, standard, charset: None }
    }

    /// Returns true if the book has a file that another one needs; one that is missing is reported.
    pub(super) fn has_text(&self, path: &str, from: &str) -> bool {
        let is_present = self.package.contains(path);
        if !is_present {
            self.package.reporter().report(FindingKind::MissingFile, from, path);
        }
        is_present
    }

    /// Reads a document of XHTML, HTML, SMIL or NCX; `read` learns whether it had to be repaired.
    pub(in crate::daisy::read) fn with_document<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        self.package.with_document_in_charset(path, place, self.charset.as_deref(), read)
    }
}
