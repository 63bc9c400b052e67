//! The footnotes that the text calls.

use crate::footnotes::Footnotes;
use crate::model::{Book, Target};

/// The notes of the book, and those that have been called.
pub(super) struct NoteCalls<'a> {
    pub(super) book_notes: Footnotes<'a>,
    /// In the order of their footnotes.
    called: Vec<usize>,
    /// True if output goes into the footnotes.
    pub(super) is_writing: bool,
    /// Leading characters of the line that are not written: the number that a footnote has by itself.
    pub(super) skip: usize,
}

/// What a reference to a note becomes.
pub(super) enum NoteCall {
    /// The footnote with this number, from 1; the note has this number in the book.
    First { footnote: usize, note: usize },
    /// A link to the first reference to the note with this number in the book.
    Again(usize),
    /// A link, or text.
    Other,
}

impl<'a> NoteCalls<'a> {
    pub(super) fn from_book(book: &'a Book) -> Self {
        Self { book_notes: Footnotes::from_book(book), called: Vec::new(), is_writing: false, skip: 0 }
    }

    /// Calls the note that a reference leads to. A footnote calls none.
    pub(super) fn call(&mut self, target: &Target) -> NoteCall {
        match self.book_notes.number_for_target(target).filter(|_| !self.is_writing) {
            Some(note) if !self.called.contains(&note) => {
                self.called.push(note);
                NoteCall::First { footnote: self.called.len(), note }
            }
            Some(note) => NoteCall::Again(note),
            None => NoteCall::Other,
        }
    }

    /// The notes that were called, in the order of their footnotes; output goes into these from now on.
    pub(super) fn begin_writing(&mut self) -> Vec<usize> {
        self.is_writing = true;
        std::mem::take(&mut self.called)
    }
}
