//! The names that facets count, each with one number for all segments.

use indexmap::IndexSet;

/// Count of the first numbers, which belong to no name: they fill rows that contain fewer names.
pub(crate) const RESERVED_NUMBERS: usize = 8;
/// Prefix of a name in the index: an author's display name,
pub(crate) const AUTHOR_PREFIX: char = 'A';
/// one of the library's own categories,
pub(crate) const SERVICE_PREFIX: char = 'S';
/// or a BISAC heading.
pub(crate) const BISAC_PREFIX: char = 'B';
/// A category here, of either kind.
const CATEGORY_PREFIX: char = 'C';

/// Authors' and categories' names.
#[derive(Debug)]
pub(crate) struct FacetNames {
    /// Each with the prefix of its kind. The first entries are not names ([`RESERVED_NUMBERS`]).
    names: IndexSet<Box<str>>,
    kinds: Vec<NameKind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameKind {
    Author,
    Bisac,
    /// One of the library's own categories.
    Service,
}

impl Default for FacetNames {
    fn default() -> Self {
        let names: IndexSet<Box<str>> = (0..RESERVED_NUMBERS).map(|slot| slot.to_string().into()).collect();
        Self { kinds: vec![NameKind::Author; names.len()], names }
    }
}

impl FacetNames {
    /// The number of a name as the index writes it, given now if the name is new.
    pub(crate) fn number_of(&mut self, term: &str) -> u32 {
        let category =
            term.strip_prefix([SERVICE_PREFIX, BISAC_PREFIX]).map(|name| format!("{CATEGORY_PREFIX}{name}"));
        let key = category.as_deref().unwrap_or(term);
        let at = match self.names.get_index_of(key) {
            Some(at) => at,
            None => self.names.insert_full(key.into()).0,
        };
        let kind = match term.chars().next() {
            Some(SERVICE_PREFIX) => NameKind::Service,
            Some(BISAC_PREFIX) => NameKind::Bisac,
            _ => NameKind::Author,
        };
        if at == self.kinds.len() {
            self.kinds.push(kind);
        } else if kind == NameKind::Service {
            self.kinds[at] = kind;
        }
        u32::try_from(at).expect("a collection has fewer than 4 billion names")
    }

    pub(crate) fn name_of(&self, number: u32) -> &str {
        &self.names[number as usize][1..]
    }

    /// The number of an author; `None` if unknown.
    pub(crate) fn find_author(&self, name: &str) -> Option<u32> {
        let at = self.names.get_index_of(format!("{AUTHOR_PREFIX}{name}").as_str())?;
        u32::try_from(at).ok()
    }

    pub(crate) fn kind_of(&self, number: u32) -> NameKind {
        self.kinds[number as usize]
    }

    /// Number of assigned numbers.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{FacetNames, NameKind};

    #[test]
    fn a_name_has_one_number_for_each_kind() {
        let mut names = FacetNames::default();
        let numbers = ["ATravel", "BTravel", "STravel", "BArt"].map(|term| names.number_of(term));
        assert_eq!(numbers[1], numbers[2]);
        assert_ne!(numbers[0], numbers[1]);
        assert_eq!(numbers.map(|number| names.name_of(number)), ["Travel", "Travel", "Travel", "Art"]);
        let kinds = [NameKind::Author, NameKind::Service, NameKind::Service, NameKind::Bisac];
        assert_eq!(numbers.map(|number| names.kind_of(number)), kinds);
        assert_eq!(names.find_author("Travel"), Some(numbers[0]));
        assert_eq!(names.find_author("Art"), None);
    }
}
