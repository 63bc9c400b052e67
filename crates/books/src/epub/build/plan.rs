//! The names of the files that are written.

use std::collections::{BTreeMap, HashMap, HashSet};

use image::ImageFormat;

use crate::model::{Block, Book, Image, ImageSource, walk_blocks};
use crate::picture::{PictureData, PictureStore};

use super::ROOT_FOLDER;

/// The formats of bitmaps that every EPUB reader must know.
const FORMATS: [ImageFormat; 4] = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::Gif, ImageFormat::WebP];

#[derive(Debug)]
pub(super) struct PlannedImage {
    pub(super) name: String,
    pub(super) media_type: &'static str,
    pub(super) data: PictureData,
    /// The path or address of the source.
    pub(super) source: String,
}

/// The names of sections and images.
#[derive(Debug)]
pub(super) struct PackagePlan {
    /// The path of each section of the book.
    pub(super) sections: Vec<String>,
    pub(super) images: Vec<PlannedImage>,
    /// The sections whose beginning must have a place of its own.
    pub(super) narrated: HashSet<usize>,
    /// The sections with an overlay, which have a style for what is spoken.
    pub(super) overlaid: HashSet<usize>,
    by_path: HashMap<String, usize>,
    /// By path or address of the source; `None` for those that cannot be shown.
    by_source: BTreeMap<String, Option<usize>>,
    store: PictureStore,
}

impl PackagePlan {
    pub(super) fn from_book(book: &Book) -> Self {
        let mut plan = Self {
            sections: (1..=book.sections.len())
                .map(|n| format!("{ROOT_FOLDER}/text/part{n:04}.xhtml"))
                .collect(),
            images: Vec::new(),
            narrated: HashSet::new(),
            overlaid: HashSet::new(),
            by_path: HashMap::new(),
            by_source: BTreeMap::new(),
            store: PictureStore::default(),
        };
        for (n, section) in book.sections.iter().enumerate() {
            plan.by_path.entry(section.path.clone()).or_insert(n);
        }
        if let Some(cover) = &book.metadata.cover {
            plan.add_source(book, "", &ImageSource::File(cover.clone()));
        }
        for section in &book.sections {
            walk_blocks(&section.blocks, &mut |block| plan.add_block(book, &section.path, block));
        }
        plan
    }

    fn add_block(&mut self, book: &Book, path: &str, block: &Block) {
        block.walk_images(&mut |image| self.add_image(book, path, image));
    }

    fn add_image(&mut self, book: &Book, path: &str, image: &Image) {
        self.add_source(book, path, &image.source);
        walk_blocks(&image.description, &mut |block| self.add_block(book, path, block));
    }

    fn add_source(&mut self, book: &Book, path: &str, source: &ImageSource) {
        let key = source.picture_key();
        if self.by_source.contains_key(key) {
            return;
        }
        let made = self.store.load(book, path, source, &FORMATS);
        self.by_source.insert(key.to_owned(), made.is_some().then_some(self.images.len()));
        if let Some((data, media_type, extension)) = made {
            let name = format!("{ROOT_FOLDER}/images/image{:04}.{extension}", self.images.len() + 1);
            self.images.push(PlannedImage { name, media_type, data, source: key.to_owned() });
        }
    }

    pub(super) fn find_image(&self, source: &ImageSource) -> Option<&PlannedImage> {
        let at = self.by_source.get(source.picture_key()).copied().flatten()?;
        self.images.get(at)
    }

    pub(super) fn section_index(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }
}
