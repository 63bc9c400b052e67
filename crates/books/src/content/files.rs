//! The files around the documents of a book, as far as these show them.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use bytes::Bytes;

use super::presentation::{PRESENTATION_PROPERTIES, READING_MEDIA};
use super::{Content, PageIds, positioned, text_style};
use crate::css::Sheets;
use crate::media_types::media_type;
use crate::model::{Block, BlockKind, Target, walk_blocks};
use crate::opf::{ManifestItem, Opf};
use crate::{FindingKind, Package, path, xml};

/// Maximum nesting depth of documents in frames.
const MAX_FRAME_DEPTH: usize = 4;
/// Documents that frames and descriptions of a book may show.
const MAX_FRAMES: usize = 2_000;
/// Bytes of all pictures of a book that are written in its documents.
const MAX_PICTURE_BYTES: usize = 64 << 20;
/// Bytes of all bitmaps that are written into drawings of a book.
const MAX_BITMAP_BYTES: u64 = 64 << 20;
/// Blocks of documents outside of the reading order that descriptions of a book may repeat.
const MAX_DESCRIPTION_BLOCKS: usize = 100_000;

/// A picture that a document contains as a `data:` address.
#[derive(Debug)]
pub(crate) struct AddedPicture {
    pub(crate) path: String,
    pub(crate) media_type: String,
    pub(crate) bytes: Bytes,
}

/// The files around the documents of a book, with those that were read.
#[derive(Debug)]
pub(crate) struct BookFiles<'a> {
    package: &'a Package,
    manifest: HashMap<&'a str, &'a ManifestItem>,
    opf: Option<&'a Opf>,
    pub(super) sheets: RefCell<Sheets>,
    /// The style sheets again, read for the positions of text.
    pub(super) positions: RefCell<Sheets>,
    /// The style sheets again, read for the style of words.
    pub(super) text_sheets: RefCell<Sheets>,
    /// The documents of the reading order, and those that a frame shows.
    in_book: RefCell<HashSet<String>>,
    /// Documents outside of the reading order, by path; `None` for those that cannot be read.
    documents: RefCell<HashMap<String, Option<Rc<Content>>>>,
    depth: Cell<usize>,
    description_blocks: Cell<usize>,
    /// New places of framed documents: the document that shows them, and the prefix of their ids there.
    moved_documents: RefCell<HashMap<String, (String, String)>>,
    pictures: RefCell<Vec<AddedPicture>>,
    picture_bytes: Cell<usize>,
    bitmap_bytes: Cell<u64>,
}

impl<'a> BookFiles<'a> {
    pub(crate) fn new(package: &'a Package, opf: Option<&'a Opf>) -> Self {
        let items = opf.map(|opf| opf.items.as_slice()).unwrap_or_default();
        let spine = opf.into_iter().flat_map(|opf| &opf.spine);
        let in_book = spine.filter_map(|entry| items[entry.item].path.clone()).collect();
        Self {
            package,
            manifest: items.iter().filter_map(|item| Some((item.path.as_deref()?, item))).collect(),
            opf,
            sheets: RefCell::new(Sheets::new(&READING_MEDIA).limit_to_properties(&PRESENTATION_PROPERTIES)),
            positions: RefCell::new(
                Sheets::new(&["screen"]).limit_to_properties(&positioned::POSITION_PROPERTIES),
            ),
            text_sheets: RefCell::new(
                Sheets::new(&READING_MEDIA).limit_to_properties(&text_style::TEXT_STYLE_PROPERTIES),
            ),
            in_book: RefCell::new(in_book),
            documents: RefCell::default(),
            depth: Cell::new(0),
            description_blocks: Cell::new(MAX_DESCRIPTION_BLOCKS),
            moved_documents: RefCell::default(),
            pictures: RefCell::default(),
            picture_bytes: Cell::new(MAX_PICTURE_BYTES),
            bitmap_bytes: Cell::new(MAX_BITMAP_BYTES),
        }
    }

    pub(super) fn package(&self) -> &'a Package {
        self.package
    }

    pub(super) fn contains(&self, path: &str) -> bool {
        self.package.contains(path) || self.pictures.borrow().iter().any(|picture| picture.path == path)
    }

    pub(super) fn report(&self, kind: FindingKind, file: &str, subject: &str) {
        self.package.reporter().report(kind, file, subject);
    }

    /// The first file of a chain of fallbacks of the manifest that can be shown; the file itself if none can.
    pub(super) fn follow_fallbacks(&self, path: String) -> String {
        let mut at = self.manifest.get(path.as_str()).copied();
        // A chain that is longer than the manifest is a cycle.
        for _ in 0..self.manifest.len() {
            let Some(item) = at else { break };
            if item.is_text() || item.is_picture() || item.media_type == "image/svg+xml" {
                return item.path.clone().unwrap_or(path);
            }
            at = item.fallback.as_deref().and_then(|id| self.opf?.find_item(id));
        }
        path
    }

    /// Returns true if the files are those of an EPUB, whose manifest lists them.
    pub(super) fn has_manifest(&self) -> bool {
        self.opf.is_some()
    }

    /// Returns true if a document is in the book: in the spine, or where a frame or a description shows it.
    pub(crate) fn has_read(&self, path: &str) -> bool {
        self.in_book.borrow().contains(path) || self.documents.borrow().contains_key(path)
    }

    pub(crate) fn is_document(&self, path: &str) -> bool {
        match self.manifest.get(path) {
            Some(item) => item.is_text(),
            None => matches!(path::extension(path).as_str(), "xhtml" | "html" | "htm" | "xht"),
        }
    }

    /// Adds a picture that is written as an address (`data:`). Returns the path that it gets.
    pub(super) fn add_picture(&self, place: &str, address: &str) -> Option<String> {
        let found = decode_data(address).and_then(|(media_type, bytes)| {
            let extension = match media_type.as_str() {
                "image/png" => "png",
                "image/jpeg" | "image/jpg" => "jpg",
                "image/gif" => "gif",
                "image/webp" => "webp",
                "image/svg+xml" => "svg",
                _ => return None,
            };
            self.picture_bytes.set(self.picture_bytes.get().checked_sub(bytes.len())?);
            let mut pictures = self.pictures.borrow_mut();
            if let Some(same) = pictures.iter().rev().take(64).find(|one| one.bytes == bytes) {
                return Some(same.path.clone());
            }
            let path = path::sibling_path(place, &format!("data-url-{}.{extension}", pictures.len() + 1));
            if self.package.contains(&path) {
                return None;
            }
            pictures.push(AddedPicture { path: path.clone(), media_type, bytes: bytes.into() });
            Some(path)
        });
        if found.is_none() {
            self.report(FindingKind::MissingPicture, place, address.get(..40).unwrap_or(address));
        }
        found
    }

    pub(crate) fn take_pictures(&self) -> Vec<AddedPicture> {
        self.pictures.take()
    }

    /// A bitmap of the package as an address that contains it.
    pub(super) fn data_url(&self, path: &str) -> Option<String> {
        let media_type = media_type(path);
        if !matches!(media_type, "image/png" | "image/jpeg" | "image/gif" | "image/webp") {
            return None;
        }
        let left = self.bitmap_bytes.get().checked_sub(self.package.size(path)?)?;
        self.bitmap_bytes.set(left);
        let bytes = self.package.read(path, path).ok()?;
        Some(format!("data:{media_type};base64,{}", STANDARD.encode(bytes)))
    }

    /// A document outside of the reading order, read within bounds.
    fn load_document(&self, place: &str, path: &str) -> Option<Rc<Content>> {
        if let Some(known) = self.documents.borrow().get(path) {
            return known.clone();
        }
        if self.depth.get() >= MAX_FRAME_DEPTH || self.documents.borrow().len() >= MAX_FRAMES {
            return None;
        }
        // It is not found while it is read: no document contains itself.
        self.documents.borrow_mut().insert(path.to_owned(), None);
        self.depth.set(self.depth.get() + 1);
        let content = self.read_document(place, path).map(Rc::new);
        self.depth.set(self.depth.get() - 1);
        self.documents.borrow_mut().insert(path.to_owned(), content.clone());
        content
    }

    fn read_document(&self, place: &str, path: &str) -> Option<Content> {
        let read = self.package.with_document(path, place, |document, _| {
            self.package.count_nodes(path, document)?;
            Ok(super::read_document(path, document, &PageIds::new(), Some(self)))
        });
        read.flatten().map_err(|error| self.package.report_lost_document(path, &error)).ok()
    }

    /// The blocks of a document that a frame shows: once in a book, and not if it is in the reading order.
    /// Ids and links are those of the document that shows it.
    pub(super) fn frame_blocks(&self, place: &str, path: &str) -> Frame {
        if path == place || self.in_book.borrow().contains(path) {
            return Frame::Elsewhere(Target { path: path.to_owned(), id: None });
        }
        let Some(content) = self.load_document(place, path).filter(|content| !content.blocks.is_empty())
        else {
            return Frame::Unreadable;
        };
        self.in_book.borrow_mut().insert(path.to_owned());
        let prefix = format!("frame{}-", self.moved_documents.borrow().len() + 1);
        let mut blocks = content.blocks.clone();
        for block in &mut blocks {
            super::frames::prefix_ids(block, &prefix);
        }
        if let Some(first) = blocks.first_mut() {
            let own = content.ids.iter().map(|id| format!("{prefix}{id}"));
            first.attrs.ids.extend(own.chain([super::frames::start_id(&prefix)]));
        }
        self.moved_documents.borrow_mut().insert(path.to_owned(), (place.to_owned(), prefix));
        Frame::Words(blocks)
    }

    /// The blocks of a document that is written in a frame (`srcdoc`). What it refers to is looked for next
    /// to the document around it. `None` if it has nothing to read.
    pub(super) fn inline_frame_blocks(&self, place: &str, source: &str) -> Option<Vec<Block>> {
        let number = self.moved_documents.borrow().len() + 1;
        if self.depth.get() >= MAX_FRAME_DEPTH || number > MAX_FRAMES {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let content = self.read_inline_document(place, source);
        self.depth.set(self.depth.get() - 1);
        let mut blocks = content?.blocks;
        let prefix = format!("frame{number}-");
        // No file can have this name.
        self.moved_documents
            .borrow_mut()
            .insert(format!("{place}?srcdoc={number}"), (place.to_owned(), prefix.clone()));
        let mut ids: HashSet<String> = HashSet::new();
        for block in &mut blocks {
            super::frames::visit_ids(block, &mut |own| ids.extend(own.iter().cloned()));
        }
        for block in &mut blocks {
            super::frames::prefix_ids(block, &prefix);
            super::frames::visit_targets(block, &mut |target| {
                if let Some(id) =
                    target.id.as_mut().filter(|id| target.path == place && ids.contains(id.as_str()))
                {
                    id.insert_str(0, &prefix);
                }
            });
        }
        Some(blocks).filter(|blocks| !blocks.is_empty())
    }

    fn read_inline_document(&self, place: &str, source: &str) -> Option<Content> {
        let limits = self.package.limits();
        let read = xml::repair::repair_html(place, source, limits).and_then(|text| {
            let document = xml::parse(place, &text, limits)?;
            self.package.count_nodes(place, &document)?;
            Ok(super::read_document(place, &document, &PageIds::new(), Some(self)))
        });
        read.map_err(|error| self.package.report_lost_document(place, &error)).ok()
    }

    /// The place in the book that a place of a framed document has become.
    pub(crate) fn moved_target(&self, target: &Target) -> Option<Target> {
        let moved = self.moved_documents.borrow();
        let mut place = target.clone();
        // A document that contains another is itself contained in at most so many.
        for _ in 0..=MAX_FRAME_DEPTH {
            let Some((path, prefix)) = moved.get(&place.path) else { break };
            let id = match place.id {
                Some(id) => format!("{prefix}{id}"),
                None => super::frames::start_id(prefix),
            };
            place = Target { path: path.clone(), id: Some(id) };
        }
        (place != *target).then_some(place)
    }

    pub(crate) fn has_moved_documents(&self) -> bool {
        !self.moved_documents.borrow().is_empty()
    }

    /// A description in a document outside of the reading order: the document, or the part of it with this
    /// id.
    pub(super) fn description_blocks(&self, place: &str, path: &str, id: Option<&str>) -> Vec<Block> {
        if self.in_book.borrow().contains(path) || !self.is_document(path) || !self.package.contains(path) {
            return Vec::new();
        }
        let Some(content) = self.load_document(place, path) else { return Vec::new() };
        let mut blocks = super::frames::blocks_from_id(&content.blocks, id).to_vec();
        let mut count = 0;
        walk_blocks(&blocks, &mut |_| count += 1);
        let Some(left) = self.description_blocks.get().checked_sub(count) else { return Vec::new() };
        self.description_blocks.set(left);
        blocks.iter_mut().for_each(super::frames::clear_ids);
        blocks.retain(|block| block.has_content() || matches!(block.kind, BlockKind::Separator));
        blocks
    }
}

pub(super) enum Frame {
    Words(Vec<Block>),
    /// Words that are in the book anyway.
    Elsewhere(Target),
    Unreadable,
}

/// The media type and the contents of a `data:` address.
pub(super) fn decode_data(address: &str) -> Option<(String, Vec<u8>)> {
    let (head, data) = address.get(5..)?.split_once(',')?;
    let mut parts = head.split(';').map(str::trim);
    let media_type = parts.next()?.to_ascii_lowercase();
    let bytes = if parts.any(|part| part.eq_ignore_ascii_case("base64")) {
        let data: String = path::percent_decode(data).chars().filter(|c| !c.is_whitespace()).collect();
        STANDARD_NO_PAD.decode(data.trim_end_matches('=')).ok()?
    } else {
        path::percent_decode(data).into_bytes()
    };
    Some((media_type, bytes))
}
