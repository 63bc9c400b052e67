//! An opened EPUB.

use std::sync::Arc;

use bytes::Bytes;
use roxmltree::Document;

use super::nav::{Navigation, read_nav, read_ncx};
use super::{Opf, container};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::package::Package;
use crate::report::Reporter;
use crate::xml;

/// The container, its package document, and nothing else read yet.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) package: Arc<Package>,
    pub(crate) opf: Opf,
    /// The package document as text.
    pub(crate) opf_text: String,
}

impl Source {
    pub(crate) fn open(bytes: Bytes, limits: &Limits, reporter: Reporter) -> Result<Self> {
        let package = Arc::new(Package::open_reporting(bytes, *limits, reporter)?);
        container::refuse_protected(&package)?;
        let path = container::package_document(&package)?;
        let opf_text = xml::decode(&path, package.read(&path, "META-INF/container.xml")?)?;
        let document = xml::parse(&path, &opf_text, limits)?;
        let opf = Opf::read(&path, &document, &package)?;
        Ok(Self { package, opf, opf_text })
    }

    /// Reads the package document.
    pub(crate) fn with_opf<T>(&self, read: impl FnOnce(&Opf, &Document<'_>) -> T) -> Result<T> {
        let document = xml::parse(&self.opf.path, &self.opf_text, self.package.limits())?;
        Ok(read(&self.opf, &document))
    }

    /// Reads a document of text; one that is not well-formed is repaired first, and `read` learns of that.
    pub(crate) fn with_text<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        let text = xml::decode(path, self.package.read(path, place)?)?;
        xml::with_text(path, &text, self.package.limits(), read)
    }

    /// The table of contents and page list: from the navigation document, otherwise from the NCX. A book
    /// without either still has its text, so a missing or broken one is not an error.
    pub(crate) fn navigation(&self) -> Result<Navigation> {
        let mut found = Navigation::default();
        if let Some(path) = self.opf.nav().and_then(|item| item.path.clone())
            && self.package.contains(&path)
        {
            found = self.with_text(&path, &self.opf.path, |document, _| read_nav(&path, document))?;
        }
        if !found.toc.is_empty() && !found.pages.is_empty() {
            return Ok(found);
        }
        let ncx = self.opf.ncx.and_then(|at| self.opf.items[at].path.clone());
        if let Some(path) = ncx.filter(|path| self.package.contains(path)) {
            let text = xml::decode(&path, self.package.read(&path, &self.opf.path)?)?;
            match xml::parse(&path, &text, self.package.limits()) {
                Ok(document) => {
                    let old = read_ncx(&path, &document);
                    found.toc = if found.toc.is_empty() { old.toc } else { found.toc };
                    found.pages = if found.pages.is_empty() { old.pages } else { found.pages };
                }
                Err(Error::BadXml { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}
