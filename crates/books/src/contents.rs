//! The contents of an EPUB: its documents in order, and the ways into them, for readers that fetch the files
//! of a package one by one.

use std::collections::HashSet;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::epub::EpubSource;
use crate::model::{Direction, NavPoint, Target};
use crate::opf::read_metadata;
use crate::{Limits, Reporter, Result};

/// The reading order of an EPUB, and the ways into it. Paths are those of the package's entries.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The documents in reading order, each once.
    pub documents: Vec<String>,
    /// All entries of the spine, as canonical fragment identifiers count them. Empty for one without a file.
    pub spine: Vec<String>,
    /// The table of contents.
    pub toc: Vec<ContentsEntry>,
    /// The pages of the print edition.
    pub pages: Vec<ContentsEntry>,
    /// The navigation document.
    pub navigation: Option<String>,
    /// The picture of the cover.
    pub cover: Option<String>,
    /// True if pages are turned from right to left.
    pub right_to_left: bool,
    /// True if every page of the book has a fixed layout.
    pub fixed_layout: bool,
}

/// A way into a book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentsEntry {
    /// Its text.
    pub title: String,
    /// The document that it leads to.
    pub path: String,
    /// The id in the document. `None` for its beginning.
    pub fragment: Option<String>,
    /// The entries below it.
    pub children: Vec<ContentsEntry>,
}

/// Reads how an EPUB is read. Of documents outside the reading order, and of entries that lead nowhere, there
/// is nothing; a heading over other entries leads to the first of them.
///
/// # Errors
/// The container or its package document is broken.
pub fn read_contents(bytes: Bytes, limits: &Limits) -> Result<Contents> {
    let source = EpubSource::open(bytes, limits, Reporter::default())?;
    let opf = &source.opf;
    let mut known = HashSet::new();
    let spine = opf.spine.iter().filter(|entry| entry.linear);
    let documents = spine.filter_map(|entry| opf.items[entry.item].path.clone());
    let documents = documents.filter(|path| known.insert(path.clone())).collect();
    let mut spine = vec![String::new(); opf.spine.last().map_or(0, |last| last.position + 1)];
    for entry in &opf.spine {
        spine[entry.position] = opf.items[entry.item].path.clone().unwrap_or_default();
    }
    let navigation = source.read_navigation()?;
    let file = |property: &str| {
        let item = opf.items.iter().find(|item| item.has_property(property))?;
        item.path.clone().filter(|path| source.package.contains(path))
    };
    let is_there = |target: &Target| source.package.contains(&target.path);
    let pages = navigation.pages.iter().filter(|page| is_there(&page.target)).map(|page| ContentsEntry {
        title: page.label.clone(),
        path: page.target.path.clone(),
        fragment: page.target.id.clone(),
        children: Vec::new(),
    });
    Ok(Contents {
        documents,
        spine,
        toc: navigation.toc.iter().filter_map(|point| to_entry(point, &is_there)).collect(),
        pages: pages.collect(),
        navigation: file("nav"),
        cover: file("cover-image"),
        right_to_left: opf.direction == Some(Direction::Rtl),
        fixed_layout: source.with_opf(|opf, document| read_metadata(opf, document).pre_paginated)?,
    })
}

fn to_entry(point: &NavPoint, is_there: &impl Fn(&Target) -> bool) -> Option<ContentsEntry> {
    let children: Vec<_> = point.children.iter().filter_map(|child| to_entry(child, is_there)).collect();
    let own = point.target.as_ref().filter(|target| is_there(target));
    let own = own.map(|target| (target.path.clone(), target.id.clone()));
    let of_first = || children.first().map(|first| (first.path.clone(), first.fragment.clone()));
    let (path, fragment) = own.or_else(of_first)?;
    Some(ContentsEntry { title: point.label.clone(), path, fragment, children })
}
