//! What goes where in a package, for nobody in particular: the one place where it is decided, whether the
//! copy is made of a prepared package or not.

use std::io::{Read, Seek};

use super::form::{Filling, Form};
use super::rewrite::Rewrite;
use super::{brf, daisy, daisy202, docx, epub};
use crate::error::{Error, Result};
use crate::format::Format;

/// The changes of a package.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Files that carry marks, in the order of their fingerprints.
    pub(super) files: Vec<(String, Text)>,
    /// A file that is new, and behind which it stands.
    pub(super) new: Option<New>,
    /// The comment of the container.
    pub(super) comment: Option<Form>,
}

/// A file that only copies have.
#[derive(Debug)]
pub(super) struct New {
    pub(super) name: String,
    pub(super) behind: String,
    pub(super) form: Form,
}

/// A text and what is put into it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) text: String,
    places: Vec<(usize, Form)>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        Self { text, places: Vec::new() }
    }

    pub(super) fn insert(&mut self, at: usize, form: Form) {
        self.places.push((at, form));
    }

    /// The places in the order of the text; those at one place in the order in which they were made.
    pub(super) fn places(mut self) -> (String, Vec<(usize, Form)>) {
        self.places.sort_by_key(|(at, _)| *at);
        (self.text, self.places)
    }

    /// The text as one copy has it.
    pub(super) fn filled(self, filling: &mut Filling<'_>) -> Result<String> {
        let (text, places) = self.places();
        let mut out = String::with_capacity(text.len() + places.len() * 64);
        let mut from = 0;
        for (at, form) in places {
            out.push_str(&text[from..at]);
            out.push_str(&filling.fill(&form)?);
            from = at;
        }
        out.push_str(&text[from..]);
        Ok(out)
    }
}

impl Changes {
    /// Looks for the places in a package of this format.
    pub(super) fn find<R: Read + Seek>(format: Format, package: &mut Rewrite<R>) -> Result<Self> {
        match format {
            Format::Brf => brf::changes(package),
            Format::Epub3 => epub::changes(package),
            Format::Daisy | Format::DaisyAudio => daisy::changes(package),
            Format::Daisy2Audio => daisy202::changes(package),
            Format::Docx => docx::changes(package),
            Format::Pdf => Err(Error::NoConversion(format)),
        }
    }

    /// Adds a file, in the place of one of the same name.
    pub(super) fn put(&mut self, name: &str, text: Text) {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_owned(), text));
    }
}
