//! The files of a book whose makers did not mind the case of letters, nor how names are written.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::archive::is_litter;
use crate::epub::smil::Place;
use crate::error::{Error, Result};
use crate::package::Package;
use crate::path;
use crate::xml::{self, repair::repair};

pub(super) struct Files<'a> {
    package: &'a Package,
    /// The names by their small letters; `None` where two differ in these alone.
    by_letters: HashMap<String, Option<&'a str>>,
    /// The encoding of documents that declare none.
    pub(super) charset: Option<String>,
}

impl<'a> Files<'a> {
    pub(super) fn new(package: &'a Package) -> Self {
        let mut by_letters: HashMap<String, Option<&str>> = HashMap::new();
        for name in package.names().filter(|name| !is_litter(name)) {
            by_letters.entry(name.to_lowercase()).and_modify(|known| *known = None).or_insert(Some(name));
        }
        Self { package, by_letters, charset: None }
    }

    /// The place that a reference leads to; the file need not exist.
    pub(super) fn place(&self, from: &str, href: &str) -> Result<Place> {
        let (path, id) = path::resolve(from, &href.replace('\\', "/"))
            .ok_or_else(|| Error::UnsafePath { path: href.to_owned(), place: from.to_owned() })?;
        if self.package.contains(&path) {
            return Ok((path, id));
        }
        let known = self.by_letters.get(&path.to_lowercase()).copied().flatten();
        Ok((known.map_or(path, str::to_owned), id))
    }

    /// The place of a file that must be there.
    pub(super) fn existing(&self, from: &str, href: &str) -> Result<Place> {
        let place = self.place(from, href)?;
        if self.package.contains(&place.0) {
            return Ok(place);
        }
        Err(Error::MissingEntry { entry: place.0, place: from.to_owned() })
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.package.contains(path)
    }

    /// Reads a document of XHTML, HTML or SMIL; `read` is told whether it had to be repaired.
    pub(super) fn document<T>(
        &self,
        path: &str,
        place: &str,
        read: impl FnOnce(&Document<'_>, bool) -> T,
    ) -> Result<T> {
        let bytes = self.package.read(path, place)?;
        let text = xml::decode_forgiving(path, bytes, self.charset.as_deref())?;
        let limits = self.package.limits();
        match xml::parse(path, &text, limits) {
            Ok(document) if has_capitals(&document) => {
                let document = repair(&text);
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
