//! The pictures of the package that pages show.

use std::collections::HashMap;

use books::epub::EpubSource;
use books::{Package, read_picture_size, xml};

use super::MAX_DRAWING_NODES;
use crate::{MAX_PICTURE_BYTES, PICTURE_TYPES};

/// Bytes of the largest drawing that is put into a page.
const MAX_DRAWING_BYTES: u64 = 512 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PictureKind {
    /// A file that browsers show by its address.
    Bitmap,
    /// SVG.
    Drawing,
}

#[derive(Debug)]
pub(super) struct PictureFiles<'s> {
    package: &'s Package,
    kinds: HashMap<String, PictureKind>,
    sizes: HashMap<String, Option<(f64, f64)>>,
}

impl<'s> PictureFiles<'s> {
    pub(super) fn new(source: &'s EpubSource) -> Self {
        let kinds = source.listed_files().filter_map(|(path, media_type)| {
            let kind = match media_type {
                "image/svg+xml" => PictureKind::Drawing,
                other if PICTURE_TYPES.contains(&other) => PictureKind::Bitmap,
                _ => return None,
            };
            Some((path.to_owned(), kind))
        });
        Self { package: source.package(), kinds: kinds.collect(), sizes: HashMap::new() }
    }

    pub(super) fn package(&self) -> &'s Package {
        self.package
    }

    /// The kind of a picture of the package. `None` if browsers do not show it.
    pub(super) fn picture_kind(&self, path: &str) -> Option<PictureKind> {
        self.kinds.get(path).copied()
    }

    /// The size of a picture in pixels.
    pub(super) fn picture_size(&mut self, path: &str) -> Option<(f64, f64)> {
        if let Some(known) = self.sizes.get(path) {
            return *known;
        }
        let size = match self.picture_kind(path) {
            Some(PictureKind::Bitmap)
                if self.package.size(path).is_some_and(|size| size <= MAX_PICTURE_BYTES) =>
            {
                let bytes = self.package.read(path, path).ok();
                let size = bytes.and_then(|bytes| read_picture_size(&bytes));
                size.map(|(width, height)| (f64::from(width), f64::from(height)))
            }
            Some(PictureKind::Drawing) => self.read_drawing(path).and_then(|text| {
                let document = xml::parse_part(&text, MAX_DRAWING_NODES, true)?;
                super::drawing_size(document.root_element())
            }),
            _ => None,
        };
        self.sizes.insert(path.to_owned(), size);
        size
    }

    /// The text of a drawing of the package.
    pub(super) fn read_drawing(&self, path: &str) -> Option<String> {
        if self.package.size(path)? > MAX_DRAWING_BYTES {
            return None;
        }
        xml::decode_text(path, self.package.read(path, path).ok()?).ok()
    }
}
