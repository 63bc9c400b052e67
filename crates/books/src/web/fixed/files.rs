//! The pictures of the package that pages show.

use std::collections::HashMap;

use crate::epub::Source;
use crate::package::Package;
use crate::picture::look;
use crate::web::inlines::PICTURES;
use crate::xml;

/// Bytes of the largest picture whose size is read.
const LARGEST: u64 = 64 << 20;
/// Bytes of the largest drawing that is put into a page.
const DRAWING: u64 = 512 << 10;

/// A kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One that browsers show by its address.
    Bitmap,
    /// SVG.
    Drawing,
}

#[derive(Debug)]
pub(super) struct Files<'s> {
    package: &'s Package,
    kinds: HashMap<String, Kind>,
    sizes: HashMap<String, Option<(f64, f64)>>,
}

impl<'s> Files<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        let kinds = source.opf.items.iter().filter_map(|item| {
            let kind = match item.media_type.as_str() {
                "image/svg+xml" => Kind::Drawing,
                other if PICTURES.contains(&other) => Kind::Bitmap,
                _ => return None,
            };
            Some((item.path.clone().filter(|path| source.package.contains(path))?, kind))
        });
        Self { package: &source.package, kinds: kinds.collect(), sizes: HashMap::new() }
    }

    pub(super) fn package(&self) -> &'s Package {
        self.package
    }

    /// The kind of a picture of the package. `None` if browsers do not show it.
    pub(super) fn kind(&self, path: &str) -> Option<Kind> {
        self.kinds.get(path).copied()
    }

    /// The size of a picture in pixels.
    pub(super) fn size(&mut self, path: &str) -> Option<(f64, f64)> {
        if let Some(known) = self.sizes.get(path) {
            return *known;
        }
        let size = match self.kind(path) {
            Some(Kind::Bitmap) if self.package.size(path).is_some_and(|size| size <= LARGEST) => {
                let bytes = self.package.read(path, path).ok();
                let size = bytes.and_then(|bytes| look(&bytes)).map(|(_, size)| size);
                size.map(|(width, height)| (f64::from(width), f64::from(height)))
            }
            Some(Kind::Drawing) => self.drawing(path).and_then(|text| {
                let document = xml::parse_part(&text, 200_000, true)?;
                super::drawing_size(document.root_element())
            }),
            _ => None,
        };
        self.sizes.insert(path.to_owned(), size);
        size
    }

    /// The text of a drawing of the package.
    pub(super) fn drawing(&self, path: &str) -> Option<String> {
        if self.package.size(path)? > DRAWING {
            return None;
        }
        xml::decode(path, self.package.read(path, path).ok()?).ok()
    }
}
