//! The names that facets count, each with one number that holds in every segment.

use indexmap::IndexSet;

/// How many of the first numbers belong to no one: they fill rows that hold fewer names.
pub(crate) const NOBODYS: usize = 8;
/// Prefix of a name in the index: an author's display name,
pub(crate) const AUTHOR: char = 'A';
/// one of the library's own categories,
pub(crate) const SERVICE: char = 'S';
/// or a BISAC heading.
pub(crate) const BISAC: char = 'B';
/// A category here, of either kind.
const CATEGORY: char = 'C';

/// Authors' and categories' names.
#[derive(Debug)]
pub(crate) struct Names {
    /// Each after the sign of its kind. The first belong to no one ([`NOBODYS`]).
    names: IndexSet<Box<str>>,
    /// What each is the name of.
    kinds: Vec<Kind>,
}

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An author.
    Author,
    /// A BISAC heading.
    Bisac,
    /// One of the library's own categories.
    Service,
}

impl Default for Names {
    fn default() -> Self {
        let names: IndexSet<Box<str>> = (0..NOBODYS).map(|slot| slot.to_string().into()).collect();
        Self { kinds: vec![Kind::Author; names.len()], names }
    }
}

impl Names {
    /// The number of a name as the index writes it, given now if the name is new.
    pub(crate) fn number(&mut self, term: &str) -> u32 {
        let category = term.strip_prefix([SERVICE, BISAC]).map(|name| format!("{CATEGORY}{name}"));
        let key = category.as_deref().unwrap_or(term);
        let at = match self.names.get_index_of(key) {
            Some(at) => at,
            None => self.names.insert_full(key.into()).0,
        };
        let kind = match term.chars().next() {
            Some(SERVICE) => Kind::Service,
            Some(BISAC) => Kind::Bisac,
            _ => Kind::Author,
        };
        if at == self.kinds.len() {
            self.kinds.push(kind);
        } else if kind == Kind::Service {
            self.kinds[at] = kind;
        }
        u32::try_from(at).expect("a collection has fewer than 4 billion names")
    }

    /// The name of a number.
    pub(crate) fn name(&self, number: u32) -> &str {
        &self.names[number as usize][1..]
    }

    /// The number of an author who is known.
    pub(crate) fn find_author(&self, name: &str) -> Option<u32> {
        let at = self.names.get_index_of(format!("{AUTHOR}{name}").as_str())?;
        u32::try_from(at).ok()
    }

    /// What a number is the name of.
    pub(crate) fn kind(&self, number: u32) -> Kind {
        self.kinds[number as usize]
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Names};

    #[test]
    fn a_name_has_one_number_for_each_kind() {
        let mut names = Names::default();
        let numbers = ["ATravel", "BTravel", "STravel", "BArt"].map(|term| names.number(term));
        assert_eq!(numbers[1], numbers[2]);
        assert_ne!(numbers[0], numbers[1]);
        assert_eq!(numbers.map(|number| names.name(number)), ["Travel", "Travel", "Travel", "Art"]);
        let kinds = [Kind::Author, Kind::Service, Kind::Service, Kind::Bisac];
        assert_eq!(numbers.map(|number| names.kind(number)), kinds);
        assert_eq!(names.find_author("Travel"), Some(numbers[0]));
        assert_eq!(names.find_author("Art"), None);
    }
}
