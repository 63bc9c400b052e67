//! The book, apart from any format: what a reader needs to know of it, and nothing of how a source
//! wrote it down.

mod block;
mod inline;
mod isbn;
mod letters;
mod metadata;
mod nav;
mod numbering;
mod overlay;
mod reference;
mod resource;
mod section;
mod survey;
mod walk;

use crate::report::Reporter;

pub use block::{
    Attrs, Block, BlockKind, Cell, Direction, Image, ImageSource, List, ListItem, Math, NoteKind, PageBreak,
    Row, Scope, Table, Term, leading_heading_level,
};
pub use inline::{Href, Inline, Style, Target, collapse_spaces, plain_text, rest_of_word};
pub use isbn::find_isbn13;
pub(crate) use isbn::{Medium, find_isbns};
pub(crate) use letters::{letters_of_alternative, letters_of_blocks, letters_of_inlines};
pub use metadata::{Accessibility, Certification, Contributor, Identifier, Metadata, Music, Series, Subject};
pub use nav::{Landmark, NavPoint, PageTarget};
pub use numbering::Numbering;
pub use overlay::{Clip, Overlay};
pub(crate) use reference::has_words;
pub use reference::{has_picture, is_reference_sign};
pub use resource::{Resource, Resources};
pub use section::{Division, Matter, Section};
pub(crate) use section::{NamedPlace, has_id, is_wordless_heading};
pub use survey::{PICTURES_ONLY, Survey};
pub use walk::{FlatContent, any_inline, flat_content, flat_lines, walk_blocks};

/// A whole book.
#[derive(Debug, Clone)]
pub struct Book {
    /// The package's metadata.
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
    /// Receives repairs and omissions of readers and writers.
    pub reporter: Reporter,
}

impl Book {
    /// A book whose headings and page breaks say all that there is to say of its parts, without narration.
    pub fn from_text(metadata: Metadata, sections: Vec<Section>, resources: Resources) -> Self {
        Self {
            metadata,
            sections,
            nav: Vec::new(),
            pages: Vec::new(),
            landmarks: Vec::new(),
            overlays: Vec::new(),
            reporter: resources.reporter(),
            resources,
        }
    }

    /// All blocks in reading order, containers before their contents.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Block)) {
        walk_blocks(self.sections.iter().flat_map(|section| &section.blocks), visit);
    }

    /// Counts the contents of the book.
    pub fn survey(&self) -> Survey {
        Survey::from_book(self)
    }
}
