//! The files of a book whose makers did not mind the case of letters, nor how names are written.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::daisy::Standard;
use crate::epub::smil::Place;
use crate::error::{Error, Result};
use crate::litter::is_litter;
use crate::package::Package;
use crate::path;
use crate::xml::{self, repair::repair};

pub(in crate::daisy::read) struct Files<'a> {
    package: &'a Package,
    standard: Standard,
    /// The names by their small letters; `None` if two differ in these alone.
    by_letters: HashMap<String, Option<&'a str>>,
    /// The encoding of documents that declare none.
    pub(in crate::daisy::read) charset: Option<String>,
}

impl<'a> Files<'a> {
    pub(in crate::daisy::read) fn new(package: &'a Package, standard: Standard) -> Self {
        let mut by_letters: HashMap<String, Option<&str>> = HashMap::new();
        for name in package.names().filter(|name| !is_litter(name)) {
            by_letters.entry(name.to_lowercase()).and_modify(|known| *known = None).or_insert(Some(name));
        }
        Self { package, standard, by_letters, charset: None }
    }

    /// The place that a reference leads to; the file need not exist.
    pub(in crate::daisy::read) fn place(&self, from: &str, href: &str) -> Result<Place> {
        let (path, id) = path::resolve(from, &href.replace('\\', "/"))
            .ok_or_else(|| Error::UnsafePath { path: href.to_owned(), place: from.to_owned() })?;
        if self.package.contains(&path) {
            return Ok((path, id));
        }
        let known = self.by_letters.get(&path.to_lowercase()).copied().flatten();
        Ok((known.map_or(path, str::to_owned), id))
    }

    /// Fails if a file is missing.
    pub(super) fn require(&self, path: &str, from: &str) -> Result<()> {
        if self.package.contains(path) {
            return Ok(());
        }
        Err(Error::MissingEntry { entry: path.to_owned(), place: from.to_owned() })
    }

    pub(super) fn standard(&self) -> Standard {
        self.standard
    }

    pub(in crate::daisy::read) fn contains(&self, path: &str) -> bool {
        self.package.contains(path)
    }

    /// Reads a document of XHTML, HTML, SMIL or NCX; `read` learns whether it had to be repaired. DAISY 3
    /// requires valid XML.
    pub(in crate::daisy::read) fn document<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        let bytes = self.package.read(path, place)?;
        let limits = self.package.limits();
        if self.standard == Standard::Daisy3 {
            let text = xml::decode(path, bytes)?;
            return Ok(read(&xml::parse(path, &text, limits)?, false));
        }
        let text = xml::decode_forgiving(path, bytes, self.charset.as_deref())?;
        match xml::parse(path, &text, limits) {
            Ok(document) if has_capitals(&document) => {
                let document = repair(path, &text, limits)?;
                Ok(read(&xml::parse(path, &document, limits)?, true))
            }
            Err(Error::BadXml { .. }) => xml::with_text(path, &text, limits, read),
            Ok(document) => Ok(read(&document, false)),
            Err(error) => Err(error),
        }
    }
}

/// Whether it is HTML in capital letters, which happens to be well-formed.
fn has_capitals(document: &Document<'_>) -> bool {
    let capital = |name: &str| name.bytes().any(|byte| byte.is_ascii_uppercase());
    let html = |node: &Node<'_, '_>| matches!(node.tag_name().namespace(), None | Some(xml::XHTML));
    document.descendants().filter(html).any(|node| {
        capital(node.tag_name().name()) || node.attributes().any(|attribute| capital(attribute.name()))
    })
}
