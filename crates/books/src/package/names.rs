//! Names of files, found as they are written or by an equivalent name.

use std::collections::HashMap;
use std::sync::OnceLock;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GBK, IBM866, KOI8_R, MACINTOSH, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254,
};
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;

#[derive(Debug, Clone, Default)]
pub(super) struct EntryNames {
    by_name: HashMap<String, usize>,
    /// Entries by the bytes of names that are not ASCII.
    by_bytes: HashMap<Vec<u8>, usize>,
    /// Made when a name is looked up that no file has.
    equivalent: OnceLock<EquivalentNames>,
}

/// Entries by what their names have in common with equivalent ones. `None` if several have it: then none of
/// them is meant. One entry of each table for each name, however many names are equivalent.
#[derive(Debug, Clone, Default)]
struct EquivalentNames {
    by_form: HashMap<String, Option<usize>>,
    by_case: HashMap<String, Option<usize>>,
}

impl EntryNames {
    pub(super) fn insert(&mut self, name: String, entry: usize) {
        self.by_name.insert(name, entry);
        self.equivalent = OnceLock::new();
    }

    /// Adds the bytes of a name of an entry that are not ASCII.
    pub(super) fn insert_bytes(&mut self, name: Vec<u8>, entry: usize) {
        self.by_bytes.insert(name, entry);
    }

    /// The only entry whose name has the bytes that this name has in an older encoding.
    fn find_in_old_encoding(&self, name: &str) -> Option<usize> {
        if self.by_bytes.is_empty() || name.is_ascii() {
            return None;
        }
        let form = to_nfc(name);
        // Programs have written names in all of these without saying so.
        let encodings = [
            GBK, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1252, WINDOWS_1251, IBM866, KOI8_R, WINDOWS_1250,
            WINDOWS_1253, WINDOWS_1254, MACINTOSH,
        ];
        let mut matches = encodings.into_iter().filter_map(|encoding| {
            let (bytes, _, has_unknown) = encoding.encode(&form);
            self.by_bytes.get(&*bytes).copied().filter(|_| !has_unknown)
        });
        let first = matches.next()?;
        matches.all(|other| other == first).then_some(first)
    }

    pub(super) fn get_exact(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The only entry whose name differs from this in Unicode form, or else in case too (full case folding,
    /// as OCF compares names), or else in its encoding.
    pub(super) fn find_equivalent(&self, name: &str) -> Option<usize> {
        let tables = self.equivalent.get_or_init(|| EquivalentNames::from_exact(&self.by_name));
        let form = to_nfc(name);
        let by_form = tables.by_form.get(&form).copied().flatten();
        by_form
            .or_else(|| *tables.by_case.get(&fold_case(&form))?)
            .or_else(|| self.find_in_old_encoding(name))
    }
}

impl EquivalentNames {
    fn from_exact(exact: &HashMap<String, usize>) -> Self {
        let mut tables = Self::default();
        for (name, entry) in exact {
            let form = to_nfc(name);
            add_name(&mut tables.by_case, fold_case(&form), *entry);
            add_name(&mut tables.by_form, form, *entry);
        }
        tables
    }
}

fn add_name(table: &mut HashMap<String, Option<usize>>, key: String, entry: usize) {
    // A renamed entry has two names.
    let clear_if_ambiguous = |known: &mut Option<usize>| *known = known.filter(|own| *own == entry);
    table.entry(key).and_modify(clear_if_ambiguous).or_insert(Some(entry));
}

fn to_nfc(name: &str) -> String {
    if name.is_ascii() { name.to_owned() } else { name.nfc().collect() }
}

fn fold_case(composed: &str) -> String {
    if composed.is_ascii() {
        composed.to_ascii_lowercase()
    } else {
        UniCase::unicode(composed).to_folded_case().nfc().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry_names(all: &[&str]) -> EntryNames {
        let mut names = EntryNames::default();
        for (n, name) in all.iter().enumerate() {
            names.insert((*name).to_owned(), n);
        }
        names
    }

    #[test]
    fn a_name_is_found_in_another_form_or_case_if_it_is_the_only_one() {
        let names = entry_names(&["e\u{301}.png", "Strasse.xhtml", "A.css", "a.css", "\u{398}.png", "I.png"]);
        assert_eq!(names.find_equivalent("\u{e9}.png"), Some(0));
        assert_eq!(names.find_equivalent("\u{c9}.PNG"), Some(0));
        assert_eq!(names.find_equivalent("stra\u{df}e.xhtml"), Some(1));
        assert_eq!(names.find_equivalent("\u{3b8}.PNG"), Some(4));
        assert_eq!(names.find_equivalent("A.CSS"), None);
        assert_eq!(names.find_equivalent("b.css"), None);
        assert_eq!(names.get_exact("A.css"), Some(2));
    }

    #[test]
    fn another_form_is_nearer_than_another_case() {
        let names = entry_names(&["\u{e9}.png", "\u{c9}.png"]);
        assert_eq!(names.find_equivalent("e\u{301}.png"), Some(0));
        assert_eq!(names.find_equivalent("E\u{301}.png"), Some(1));
    }
}
