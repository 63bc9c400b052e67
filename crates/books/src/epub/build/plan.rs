//! The names of the files that are written.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::{Block, BlockKind, Book, Image, ImageSource, Inline};

use super::FOLDER;

/// Where the data of an image comes from.
#[derive(Debug)]
pub(super) enum Data {
    /// A file of the book, by its path.
    File(String),
    /// An SVG document.
    Text(String),
}

/// An image that is written.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) media_type: &'static str,
    pub(super) data: Data,
}

/// The names of sections and images.
#[derive(Debug)]
pub(super) struct Plan {
    /// The path of each section of the book.
    pub(super) sections: Vec<String>,
    pub(super) images: Vec<Picture>,
    /// The sections whose beginning must have a place of its own.
    pub(super) narrated: HashSet<usize>,
    by_path: HashMap<String, usize>,
    by_source: BTreeMap<String, usize>,
}

impl Plan {
    pub(super) fn of(book: &Book) -> Self {
        let mut plan = Self {
            sections: (1..=book.sections.len()).map(|n| format!("{FOLDER}/text/part{n:04}.xhtml")).collect(),
            images: Vec::new(),
            narrated: HashSet::new(),
            by_path: HashMap::new(),
            by_source: BTreeMap::new(),
        };
        for (n, section) in book.sections.iter().enumerate() {
            plan.by_path.entry(section.path.clone()).or_insert(n);
        }
        if let Some(cover) = &book.metadata.cover {
            plan.add(book, &ImageSource::File(cover.clone()));
        }
        book.walk(&mut |block| plan.block(book, block));
        plan
    }

    fn block(&mut self, book: &Book, block: &Block) {
        if let BlockKind::Image(image) = &block.kind {
            self.image(book, image);
        }
        for inline in block.inlines() {
            inline.walk(&mut |inline| {
                if let Inline::Image(image) = inline {
                    self.image(book, image);
                }
            });
        }
    }

    fn image(&mut self, book: &Book, image: &Image) {
        self.add(book, &image.source);
        for block in &image.description {
            block.walk(&mut |block| self.block(book, block));
        }
    }

    fn add(&mut self, book: &Book, source: &ImageSource) {
        let (key, data, media_type, ending) = match source {
            ImageSource::Svg(text) => (text, Data::Text(text.clone()), "image/svg+xml", "svg"),
            ImageSource::File(path) => {
                let Some(resource) = book.resources.get(path) else { return };
                let Some((media_type, ending)) = known(&resource.media_type) else { return };
                (path, Data::File(path.clone()), media_type, ending)
            }
        };
        if !self.by_source.contains_key(key) {
            let name = format!("{FOLDER}/images/image{:04}.{ending}", self.images.len() + 1);
            self.by_source.insert(key.clone(), self.images.len());
            self.images.push(Picture { name, media_type, data });
        }
    }

    /// The image that is written for a source.
    pub(super) fn picture(&self, source: &ImageSource) -> Option<&Picture> {
        let (ImageSource::File(key) | ImageSource::Svg(key)) = source;
        self.by_source.get(key).map(|at| &self.images[*at])
    }

    /// The number of the section with this path.
    pub(super) fn section(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }
}

/// The image formats that every EPUB reader must know.
fn known(media_type: &str) -> Option<(&'static str, &'static str)> {
    Some(match media_type {
        "image/jpeg" | "image/jpg" => ("image/jpeg", "jpg"),
        "image/png" => ("image/png", "png"),
        "image/gif" => ("image/gif", "gif"),
        "image/svg+xml" => ("image/svg+xml", "svg"),
        "image/webp" => ("image/webp", "webp"),
        _ => return None,
    })
}
