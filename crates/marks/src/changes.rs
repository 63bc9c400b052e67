//! Changes to a package that are the same for every recipient.

use books::Result;

use crate::form::{FormTemplate, TemplateFiller};

#[derive(Debug, Default)]
pub(crate) struct PackageChanges {
    /// Files that carry marks, in the order of their fingerprints.
    pub(crate) files: Vec<(String, MarkedText)>,
    /// A file that is new, and the one that it follows.
    pub(crate) new: Option<NewFile>,
    pub(crate) comment: Option<FormTemplate>,
}

/// A file that only copies have.
#[derive(Debug)]
pub(crate) struct NewFile {
    pub(crate) name: String,
    pub(crate) follows: String,
    pub(crate) form: FormTemplate,
}

/// A text and the forms that are inserted into it.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct MarkedText {
    pub(crate) text: String,
    places: Vec<(usize, FormTemplate)>,
}

impl MarkedText {
    pub(crate) fn new(text: String) -> Self {
        Self { text, places: Vec::new() }
    }

    pub(crate) fn insert_form(&mut self, at: usize, form: FormTemplate) {
        self.places.push((at, form));
    }

    /// Returns the text and its insertions in the order of the text; those at one position keep the order
    /// in which they were made.
    pub(crate) fn into_insertions(mut self) -> (String, Vec<(usize, FormTemplate)>) {
        self.places.sort_by_key(|(at, _)| *at);
        (self.text, self.places)
    }

    /// Returns the text of one copy, with all forms filled in.
    pub(crate) fn fill_in(self, filling: &mut TemplateFiller<'_>) -> Result<String> {
        let (text, places) = self.into_insertions();
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

impl PackageChanges {
    /// Adds a file, or replaces the one of the same name.
    pub(crate) fn set_file(&mut self, name: &str, text: MarkedText) {
        self.files.retain(|(known, _)| known != name);
        self.files.push((name.to_owned(), text));
    }
}
