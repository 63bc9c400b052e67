//! Names of files, found as they are written or by an equivalent name.

use std::collections::HashMap;
use std::sync::OnceLock;

use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

/// The entries of a container by their names.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    exact: HashMap<String, usize>,
    /// Made when a name is looked up that no file has.
    equivalent: OnceLock<Equivalents>,
}

/// Entries by what their names have in common with equivalent ones. `None` if several have it: then none of
/// them is meant. One entry of each table for each name, however many names are equivalent.
#[derive(Debug, Clone, Default)]
struct Equivalents {
    by_form: HashMap<String, Option<usize>>,
    by_case: HashMap<String, Option<usize>>,
}

impl Names {
    /// Adds a name of an entry.
    pub(super) fn insert(&mut self, name: String, entry: usize) {
        self.exact.insert(name, entry);
        self.equivalent = OnceLock::new();
    }

    /// The entry of exactly this name.
    pub(super) fn exact(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    /// The only entry whose name differs from this in Unicode form, or else in case too (full case folding,
    /// as OCF compares names).
    pub(super) fn equivalent(&self, name: &str) -> Option<usize> {
        let tables = self.equivalent.get_or_init(|| Equivalents::of(&self.exact));
        let form = composed(name);
        tables.by_form.get(&form).copied().flatten().or_else(|| *tables.by_case.get(&folded(&form))?)
    }
}

impl Equivalents {
    fn of(exact: &HashMap<String, usize>) -> Self {
        let mut tables = Self::default();
        for (name, entry) in exact {
            let form = composed(name);
            add(&mut tables.by_case, folded(&form), *entry);
            add(&mut tables.by_form, form, *entry);
        }
        tables
    }
}

fn add(table: &mut HashMap<String, Option<usize>>, key: String, entry: usize) {
    table
        .entry(key)
        .and_modify(|known| {
            // A renamed entry has two names.
            if *known != Some(entry) {
                *known = None;
            }
        })
        .or_insert(Some(entry));
}

fn composed(name: &str) -> String {
    if name.is_ascii() { name.to_owned() } else { name.nfc().collect() }
}

fn folded(composed: &str) -> String {
    if composed.is_ascii() {
        composed.to_ascii_lowercase()
    } else {
        UniCase::unicode(composed).to_folded_case().nfc().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Names {
        let mut names = Names::default();
        for (n, name) in all.iter().enumerate() {
            names.insert((*name).to_owned(), n);
        }
        names
    }

    #[test]
    fn a_name_is_found_in_another_form_or_case_if_it_is_the_only_one() {
        let names = names(&["e\u{301}.png", "Strasse.xhtml", "A.css", "a.css", "\u{398}.png", "I.png"]);
        assert_eq!(names.equivalent("\u{e9}.png"), Some(0));
        assert_eq!(names.equivalent("\u{c9}.PNG"), Some(0));
        assert_eq!(names.equivalent("stra\u{df}e.xhtml"), Some(1));
        assert_eq!(names.equivalent("\u{3b8}.PNG"), Some(4));
        assert_eq!(names.equivalent("A.CSS"), None);
        assert_eq!(names.equivalent("b.css"), None);
        assert_eq!(names.exact("A.css"), Some(2));
    }

    #[test]
    fn another_form_is_nearer_than_another_case() {
        let names = names(&["\u{e9}.png", "\u{c9}.png"]);
        assert_eq!(names.equivalent("e\u{301}.png"), Some(0));
        assert_eq!(names.equivalent("E\u{301}.png"), Some(1));
    }
}
