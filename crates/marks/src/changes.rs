//! What is changed in a package, for nobody in particular.

use books::Result;

use crate::form::{Filling, Form};

/// The changes of a package.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// Files that carry marks, in the order of their fingerprints.
    pub(crate) files: Vec<(String, Text)>,
    /// A file that is new, and the one that it follows.
    pub(crate) new: Option<New>,
    /// The comment of the container.
    pub(crate) comment: Option<Form>,
}

/// A file that only copies have.
#[derive(Debug)]
pub(crate) struct New {
    pub(crate) name: String,
    pub(crate) behind: String,
    pub(crate) form: Form,
}

/// A text and what is put into it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    places: Vec<(usize, Form)>,
}

impl Text {
    pub(crate) fn new(text: String) -> Self {
        Self { text, places: Vec::new() }
    }

    pub(crate) fn insert(&mut self, at: usize, form: Form) {
        self.places.push((at, form));
    }

    /// The places in the order of the text; those at one place in the order in which they were made.
    pub(crate) fn places(mut self) -> (String, Vec<(usize, Form)>) {
        self.places.sort_by_key(|(at, _)| *at);
        (self.text, self.places)
    }

    /// The text as one copy has it.
    pub(crate) fn filled(self, filling: &mut Filling<'_>) -> Result<String> {
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
    /// Adds a file, in the place of one of the same name.
    pub(crate) fn put(&mut self, name: &str, text: Text) {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_owned(), text));
    }
}
