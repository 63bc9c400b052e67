//! The files of a book that navigation leads through.

use roxmltree::Document;

use crate::daisy::Standard;
use crate::smil::{PackagePlace, is_present};
use crate::{FindingKind, Package, Result};

pub(in crate::daisy::read) struct SourceFiles<'a> {
    package: &'a Package,
    standard: Standard,
    /// The encoding of documents that declare none.
    pub(in crate::daisy::read) charset: Option<String>,
}

impl<'a> SourceFiles<'a> {
    pub(in crate::daisy::read) fn new(package: &'a Package, standard: Standard) -> Self {
        Self { package, standard, charset: None }
    }

    /// The place that a reference leads to; the file need not exist. `None` for an address outside the book.
    pub(in crate::daisy::read) fn resolve_place(&self, from: &str, href: &str) -> Option<PackagePlace> {
        self.package.resolve(from, href)
    }

    /// Returns true if the book has a file that another one needs; one that is missing is reported.
    pub(super) fn has_text(&self, path: &str, from: &str) -> bool {
        let is_present = self.package.contains(path);
        if !is_present {
            self.package.reporter().report(FindingKind::MissingFile, from, path);
        }
        is_present
    }

    /// Returns true if the book has a recording; one that is missing is reported.
    pub(super) fn has_recording(&self, path: &str, from: &str) -> bool {
        is_present(self.package, from, path)
    }

    pub(super) fn standard(&self) -> Standard {
        self.standard
    }

    pub(in crate::daisy::read) fn package(&self) -> &'a Package {
        self.package
    }

    pub(in crate::daisy::read) fn contains(&self, path: &str) -> bool {
        self.package.contains(path)
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
