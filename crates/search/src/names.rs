//! The names that facets count, each with one number that holds in every segment.

use indexmap::IndexSet;

/// The names of one facet.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: IndexSet<Box<str>>,
    /// Whether the name is one of the library's own categories.
    service: Vec<bool>,
}

impl Names {
    /// The number of a name, given now if it is new.
    pub(crate) fn number(&mut self, name: &str, service: bool) -> u32 {
        let at = match self.names.get_index_of(name) {
            Some(at) => at,
            None => self.names.insert_full(name.into()).0,
        };
        self.service.resize(self.names.len(), false);
        self.service[at] |= service;
        u32::try_from(at).expect("a collection has fewer than 4 billion names")
    }

    /// The name of a number.
    pub(crate) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// The number of a name that is known.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        self.names.get_index_of(name).and_then(|at| u32::try_from(at).ok())
    }

    /// Whether it names one of the library's own categories.
    pub(crate) fn is_service(&self, number: u32) -> bool {
        self.service[number as usize]
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

/// The names of both facets.
#[derive(Debug, Default)]
pub(crate) struct AllNames {
    /// Authors' display names.
    pub(crate) authors: Names,
    /// Categories' names.
    pub(crate) categories: Names,
}

/// What stands before a category's name in the index when it is one of the library's own.
pub(crate) const SERVICE: char = 'S';
/// The same for BISAC headings.
pub(crate) const BISAC: char = 'B';
