//! An opened EPUB.

use std::sync::Arc;

use bytes::Bytes;
use roxmltree::Document;

use super::container::{self, LocatedPackageDocument};
use super::nav::{Navigation, read_links, read_nav, read_ncx, read_page_map};
use crate::model::{NavPoint, Target};
use crate::opf::Opf;
use crate::{FindingKind, Limits, Package, Reporter, Result, path, xml};

/// The function that reads a list of places.
type ReadNavigation = fn(&Package, &str, &Document<'_>) -> Navigation;

/// An EPUB whose container and package document are read, and nothing else yet.
#[derive(Debug)]
pub struct EpubSource {
    pub(crate) package: Arc<Package>,
    pub(crate) opf: Opf,
    /// The package document as well-formed text.
    pub(crate) opf_text: String,
    /// True if the container names the package document before any other.
    pub(crate) is_named: bool,
}

impl EpubSource {
    /// Opens an EPUB.
    ///
    /// # Errors
    /// The container is broken, hostile or protected, or the package document cannot be read.
    pub fn open(bytes: Bytes, limits: &Limits, reporter: Reporter) -> Result<Self> {
        Self::from_package(Package::open_reporting(bytes, *limits, reporter)?)
    }

    pub(crate) fn from_package(mut package: Package) -> Result<Self> {
        container::refuse_protected(&package)?;
        let LocatedPackageDocument { path, is_named } = container::locate_package_document(&package)?;
        let (mut opf, opf_text) =
            package.with_document(&path, "META-INF/container.xml", |document, _| {
                Ok::<_, crate::Error>((
                    Opf::read(&path, document, &package)?,
                    document.input_text().to_owned(),
                ))
            })??;
        opf.rename_files(&mut package);
        Ok(Self { package: Arc::new(package), opf, opf_text, is_named })
    }

    /// The files of the container.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// The files that the package document lists and that exist: path and media type.
    pub fn listed_files(&self) -> impl Iterator<Item = (&str, &str)> {
        let listed =
            self.opf.items.iter().filter_map(|item| Some((item.path.as_deref()?, &*item.media_type)));
        listed.filter(move |(path, _)| self.package.contains(path))
    }

    /// The documents of the spine in order: the index of the `itemref` in the package document, and the path.
    pub fn spine_documents(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.opf.spine.iter();
        all.filter_map(move |one| Some((one.position, self.opf.items[one.item].path.as_deref()?)))
    }

    /// Reads the package document.
    ///
    /// # Errors
    /// It is not well-formed, or exceeds the limits.
    pub fn with_package_document<T>(&self, read: impl FnOnce(&Document<'_>) -> T) -> Result<T> {
        self.with_opf(|_, document| read(document))
    }

    /// Reads the package document, together with its content.
    pub(crate) fn with_opf<T>(&self, read: impl FnOnce(&Opf, &Document<'_>) -> T) -> Result<T> {
        let document = xml::parse(&self.opf.path, &self.opf_text, self.package.limits())?;
        Ok(read(&self.opf, &document))
    }

    /// Reads a document of the book; `read` learns whether it differs from what its file holds.
    pub(crate) fn with_text<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        self.package.with_document(path, place, read)
    }

    /// The table of contents and page list: from the navigation document, or else from the NCX, or else from
    /// the page of contents that the guide names or whose name says so, and for pages the page map. A book
    /// without any of them still has its text, so a missing or broken one is not an error; a table of
    /// contents that leads nowhere counts as missing.
    pub(crate) fn read_navigation(&self) -> Result<Navigation> {
        let reporter = self.package.reporter();
        let mut navigation = Navigation::default();
        let nav = self.opf.nav_item().and_then(|item| item.path.as_deref());
        let has_nav = nav.is_some_and(|path| self.package.contains(path));
        if let Some(path) = nav {
            navigation = self.read_list(path, read_nav);
        }
        let is_usable = self.has_reachable_entry(&navigation.toc);
        if is_usable && !navigation.pages.is_empty() {
            return Ok(navigation);
        }
        let ncx =
            self.opf.ncx.and_then(|at| self.opf.items[at].path.clone()).or_else(|| self.find_unlisted_ncx());
        if let Some(path) = ncx {
            let old = self.read_list(&path, read_ncx);
            if !is_usable && self.has_reachable_entry(&old.toc) {
                if has_nav {
                    reporter.report(FindingKind::NoContents, nav.unwrap_or_default(), &path);
                }
                navigation.toc = old.toc;
            }
            if navigation.pages.is_empty() {
                navigation.pages = old.pages;
            }
        }
        if let Some(path) = self.opf.page_map().filter(|_| navigation.pages.is_empty()) {
            navigation.pages = self.read_list(path, read_page_map).pages;
        }
        if !self.has_reachable_entry(&navigation.toc) {
            navigation.toc.clear();
            let mut used = String::new();
            let guided = self.find_contents_page()?.map(|path| (path, read_links as ReadNavigation));
            let named = self.named_contents().map(|path| (path, read_nav as ReadNavigation));
            for (path, read) in guided.into_iter().chain(named) {
                let list = self.read_list(&path, read);
                if self.has_reachable_entry(&list.toc) {
                    (navigation.toc, used) = (list.toc, path);
                    break;
                }
            }
            reporter.report(FindingKind::NoContents, &self.opf.path, &used);
        }
        Ok(navigation)
    }

    /// Reads a list of places. One that cannot be read is empty, and reported.
    fn read_list(
        &self,
        path: &str,
        read: impl FnOnce(&Package, &str, &Document<'_>) -> Navigation,
    ) -> Navigation {
        let reporter = self.package.reporter();
        if !self.package.contains(path) {
            reporter.report(FindingKind::MissingFile, &self.opf.path, path);
            return Navigation::default();
        }
        let list = self.with_text(path, &self.opf.path, |document, _| read(&self.package, path, document));
        list.unwrap_or_else(|error| {
            reporter.report(FindingKind::UnreadableDocument, path, &error.to_string());
            Navigation::default()
        })
    }

    /// Returns true if an entry leads to a file of the book.
    fn has_reachable_entry(&self, toc: &[NavPoint]) -> bool {
        let exists = |target: &Target| self.package.contains(&target.path);
        toc.iter().any(|point| {
            point.target.as_ref().is_some_and(exists) || self.has_reachable_entry(&point.children)
        })
    }

    /// An NCX that the manifest does not list.
    fn find_unlisted_ncx(&self) -> Option<String> {
        self.package.names().find(|name| path::extension(name) == "ncx").map(str::to_owned)
    }

    /// The documents whose names say that they are the table of contents, for a package that marks none.
    fn named_contents(&self) -> impl Iterator<Item = String> {
        const NAMES: [&str; 4] = ["contents", "nav", "navigation", "toc"];
        let is_named = |path: &String| {
            let stem = path::file_name(path).split('.').next().unwrap_or_default();
            NAMES.iter().any(|name| stem.eq_ignore_ascii_case(name))
        };
        let documents = self.opf.items.iter().filter(|item| item.is_text() && !item.has_property("nav"));
        let paths = documents.filter_map(|item| item.path.clone());
        paths.filter(is_named).filter(move |path| self.package.contains(path)).take(NAMES.len())
    }

    /// The document that the guide names as the table of contents.
    fn find_contents_page(&self) -> Result<Option<String>> {
        let guide =
            self.with_opf(|opf, document| super::nav::read_guide(&self.package, &opf.path, document))?;
        let page = guide.into_iter().find(|landmark| landmark.kind == "toc");
        Ok(page.map(|landmark| landmark.target.path).filter(|path| self.package.contains(path)))
    }
}
