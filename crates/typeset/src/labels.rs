//! Names of the pages: those of the print edition, so that whoever is asked to open page 12 can go there.
//!
//! Large print takes several pages for one of print: the page on which 12 begins is named `12`, those that
//! follow `12-2`, `12-3`. What stands before the first is `0-1`, `0-2`. A book without print pages keeps its
//! own count.

use typst::foundations::{Selector, Value};
use typst::introspection::{Introspector as _, MetadataElem};
use typst::model::{Numbering, NumberingPattern};
use typst_layout::{Page, PagedDocument};

use crate::links::label;

/// The label of the places where print pages begin; [`source`](crate::source) writes it.
pub(crate) const PLACE: &str = "print-page";

/// Names pages as they come. A book in which no print page begins keeps its own count.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// The print page that the next page goes on with, and which of its pages the last was.
    print: String,
    following: u64,
    named: bool,
}

impl Names {
    /// For a book with these print pages.
    pub(crate) fn of(print_pages: &[String]) -> Self {
        let named = print_pages.iter().any(|name| pattern(name).is_some());
        Self { print: "0".to_owned(), following: 0, named }
    }

    /// Passes over the next pages.
    pub(crate) fn skip(&mut self, pages: usize) {
        self.following += pages as u64;
    }

    /// Names the next pages, which are those of a document.
    pub(crate) fn give(&mut self, pages: &mut [Page], document: &PagedDocument) {
        if !self.named {
            return;
        }
        for (page, begun) in pages.iter_mut().zip(starts(document)) {
            let named = if let Some(last) = begun.last() {
                self.print.clone_from(last);
                self.following = 1;
                pattern(&begun.join(", "))
            } else {
                self.following += 1;
                counted(&format!("{}-", self.print), "1", self.following)
            };
            if let Some((pattern, number)) = named {
                (page.numbering, page.number) = (Some(Numbering::Pattern(pattern)), number);
            }
        }
    }
}

/// The print pages that begin on each page.
fn starts(document: &PagedDocument) -> Vec<Vec<String>> {
    let mut starts = vec![Vec::new(); document.pages().len()];
    let Some(label) = label(PLACE) else {
        return starts;
    };
    let introspector = document.introspector();
    for place in introspector.query(&Selector::Label(label)) {
        let name = place.to_packed::<MetadataElem>().map(|metadata| &metadata.value);
        let page = place.location().and_then(|location| introspector.page(location));
        // A name of signs alone is no help, and a PDF counts in Latin letters and digits.
        if let (Some(Value::Str(name)), Some(page)) = (name, page)
            && pattern(name).is_some()
            && let Some(begun) = starts.get_mut(page.get() - 1)
        {
            begun.push(name.to_string());
        }
    }
    starts
}

/// A name as the numbering of one page: its last letter or number is what is counted, all before it the
/// prefix.
fn pattern(name: &str) -> Option<(NumberingPattern, u64)> {
    let end = name.rfind(|c: char| c.is_ascii_alphanumeric())? + 1;
    let (counted_part, suffix) = name.split_at(end);
    let last = *counted_part.as_bytes().last()?;
    let (prefix, system, number) = if last.is_ascii_digit() {
        let digits = counted_part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        // Zeros in front belong to the name, and a number has no more than nine digits.
        let zeros = counted_part[digits..].len() - counted_part[digits..].trim_start_matches('0').len();
        let start = (digits + zeros).max(counted_part.len().saturating_sub(9));
        (&counted_part[..start], "1", counted_part[start..].parse().ok()?)
    } else {
        let base = if last.is_ascii_uppercase() { b'A' } else { b'a' };
        let system = if last.is_ascii_uppercase() { "A" } else { "a" };
        (&counted_part[..end - 1], system, u64::from(last - base) + 1)
    };
    let (mut pattern, number) = counted(prefix, system, number)?;
    pattern.suffix = suffix.into();
    Some((pattern, number))
}

fn counted(prefix: &str, system: &str, number: u64) -> Option<(NumberingPattern, u64)> {
    let mut pattern: NumberingPattern = system.parse().ok()?;
    pattern.pieces.make_mut().first_mut()?.0 = prefix.into();
    Some((pattern, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back() {
        for name in ["12", "xii", "A-3", "007", "cover", "12, 13", "3*", "S. 12 (b)", "1999999999999"] {
            let (pattern, number) = pattern(name).unwrap();
            assert_eq!(pattern.apply(None, &[number]).unwrap(), name);
        }
        // What a PDF cannot count: nothing, and signs alone.
        for name in ["", "—", "0", "א"] {
            assert!(pattern(name).is_none(), "{name}");
        }
    }
}
