//! State of the writer between two blocks.

use std::collections::HashSet;

use books::Footnotes;

use super::blocks::TEXT_WIDTH_POINTS;
use super::words::TEXT_POINTS;

/// Footnotes, and those that were called.
pub(super) struct NoteCalls<'a> {
    pub(super) all: &'a Footnotes<'a>,
    /// Footnotes that were already called.
    pub(super) called: HashSet<usize>,
    /// Footnotes of a heading, to be called in the next paragraph: in the heading they would also be called
    /// in the table of contents.
    pub(super) postponed: Vec<usize>,
    /// True within a footnote.
    pub(super) is_inside: bool,
    /// Characters of the line to skip: the footnote has its own number.
    pub(super) skip: usize,
}

impl<'a> NoteCalls<'a> {
    pub(super) fn new(all: &'a Footnotes<'a>) -> Self {
        Self { all, called: HashSet::new(), postponed: Vec::new(), is_inside: false, skip: 0 }
    }
}

/// Places that links and the table of contents lead to.
#[derive(Default)]
pub(super) struct LinkedPlaces<'a> {
    /// Names of the places that were written.
    pub(super) written: HashSet<String>,
    /// Ids that wait for the next possible place.
    pub(super) pending: Vec<String>,
    /// Entries of the table of contents that wait for it.
    pub(super) pending_entries: Vec<PendingEntry<'a>>,
}

/// A place in the text that the table of contents lists.
pub(super) struct PendingEntry<'a> {
    /// Depth, from 1.
    pub(super) level: u8,
    pub(super) name: &'a str,
    /// Depth, document, id and name, separated by [`ENTRY_SEPARATOR`](super::ENTRY_SEPARATOR): what the
    /// layout knows of it.
    pub(super) data: String,
}

/// The last heading, and where the next one belongs.
pub(super) struct HeadingState {
    /// True within a heading.
    pub(super) is_inside: bool,
    /// True if headings are those of the book, not of a box.
    pub(super) outline: bool,
    /// True if the page of the next chapter has begun with what precedes its heading.
    pub(super) chapter_page_begun: bool,
    /// The level of the last heading; 0 before the first.
    pub(super) level: u8,
}

impl Default for HeadingState {
    fn default() -> Self {
        Self { is_inside: false, outline: true, chapter_page_begun: false, level: 0 }
    }
}

/// The surroundings of the text being written.
pub(super) struct TextContext {
    /// Boxes and inline elements around it.
    pub(super) depth: usize,
    /// Line width in points.
    pub(super) room: f64,
    /// Points of letters outside of headings.
    pub(super) font_size: f64,
    pub(super) is_in_link: bool,
    /// True within an inline quotation.
    pub(super) is_quoted: bool,
    /// The letters at the end of the line so far after which it cannot end.
    pub(super) open_word: String,
}

impl Default for TextContext {
    fn default() -> Self {
        Self {
            depth: 0,
            room: TEXT_WIDTH_POINTS,
            font_size: TEXT_POINTS,
            is_in_link: false,
            is_quoted: false,
            open_word: String::new(),
        }
    }
}
