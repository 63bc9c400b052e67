//! The book, apart from any format: what a reader needs to know of it, and nothing of how a source
//! wrote it down.

mod block;
mod inline;
mod isbn;
mod metadata;
mod nav;
mod overlay;
mod resource;
mod survey;

pub use block::{
    Attrs, Block, BlockKind, Cell, Direction, Image, ImageSource, List, ListItem, Math, NoteKind, Numbering,
    PageBreak, Row, Scope, Table, Term, flat_lines,
};
pub use inline::{Href, Inline, Style, Target, plain_text};
pub use isbn::isbn13;
pub use metadata::{Accessibility, Certification, Contributor, Identifier, Metadata, Series, Subject};
pub use nav::{Landmark, NavPoint, PageTarget};
pub use overlay::{Clip, Overlay};
pub use resource::{Resource, Resources};
pub use survey::Survey;

/// A whole book.
#[derive(Debug, Clone)]
pub struct Book {
    /// What the package says of itself.
    pub metadata: Metadata,
    /// The text in reading order, one section per document of the source.
    pub sections: Vec<Section>,
    /// The table of contents.
    pub nav: Vec<NavPoint>,
    /// The pages of the print edition, when the book has them.
    pub pages: Vec<PageTarget>,
    /// Places that the source names: cover, start of the text, index.
    pub landmarks: Vec<Landmark>,
    /// Recorded narration, synchronized with the text.
    pub overlays: Vec<Overlay>,
    /// Every other file: images, audio, styles, fonts.
    pub resources: Resources,
}

impl Book {
    /// All blocks in reading order, containers before their contents.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        for section in &self.sections {
            for block in &section.blocks {
                block.walk(visit);
            }
        }
    }

    /// What the book holds, counted.
    pub fn survey(&self) -> Survey {
        Survey::of(self)
    }
}

/// The part of a book that a section belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matter {
    /// Before the text: cover, title page, preface.
    Front,
    /// The text.
    Body,
    /// After the text: notes, index, colophon.
    Back,
}

/// One document of the spine.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Path in the package; with an id it makes a [`Target`].
    pub path: String,
    /// Whether it is part of the reading order; others are reached by links only.
    pub linear: bool,
    /// Which part of the book. Never goes back: once `Body`, no later section is `Front`.
    pub matter: Matter,
    /// Language of the document (BCP 47), when it says so.
    pub lang: Option<String>,
    /// Writing direction of the document.
    pub dir: Option<Direction>,
    /// The title of the document's head; often the name of the chapter.
    pub title: Option<String>,
    /// The depth (from 1) at which the section begins a division although it has no heading, and
    /// the division's name from the table of contents.
    pub starts: Option<(u8, String)>,
    /// The text.
    pub blocks: Vec<Block>,
    /// The ids of the document's own element and body.
    pub ids: Vec<String>,
    /// Whether the source was ill-formed and is given here as it could be understood.
    pub repaired: bool,
}
