//! Page labels: those of the print edition, so that a reader who is asked to open page 12 can go there.
//!
//! Large print takes several pages per print page: the page on which 12 begins is labeled `12`, the following
//! ones `12-2`, `12-3`. Pages before the first print page are `0-1`, `0-2`. A book without print pages keeps
//! its own numbering.

use typst::foundations::{Selector, Value};
use typst::introspection::{Introspector as _, MetadataElem};
use typst::model::{Numbering, NumberingPattern};
use typst_layout::{Page, PagedDocument};

use crate::links::find_label;

/// The label of the positions where print pages begin; [`source`](crate::source) writes it.
pub(crate) const PRINT_PAGE_LABEL: &str = "print-page";

/// Labels pages in order. A book without print pages keeps its own numbering.
#[derive(Debug, Clone)]
pub(crate) struct PageLabels {
    /// The current print page, and the number of its pages so far.
    print: String,
    following: u64,
    has_print_pages: bool,
}

impl PageLabels {
    /// For a book with these print pages.
    pub(crate) fn from_print_pages(print_pages: &[String]) -> Self {
        let named = print_pages.iter().any(|name| parse_numbering(name).is_some());
        Self { print: "0".to_owned(), following: 0, has_print_pages: named }
    }

    pub(crate) fn skip(&mut self, pages: usize) {
        self.following += pages as u64;
    }

    /// Labels the next pages, which are those of a document.
    pub(crate) fn label_pages(&mut self, pages: &mut [Page], document: &PagedDocument) {
        if !self.has_print_pages {
            return;
        }
        for (page, begun) in pages.iter_mut().zip(find_print_pages(document)) {
            let named = if let Some(last) = begun.last() {
                self.print.clone_from(last);
                self.following = 1;
                parse_numbering(&begun.join(", "))
            } else {
                self.following += 1;
                numbering_with_prefix(&format!("{}-", self.print), "1", self.following)
            };
            if let Some((pattern, number)) = named {
                (page.numbering, page.number) = (Some(Numbering::Pattern(pattern)), number);
            }
        }
    }
}

fn find_print_pages(document: &PagedDocument) -> Vec<Vec<String>> {
    let mut starts = vec![Vec::new(); document.pages().len()];
    let Some(label) = find_label(PRINT_PAGE_LABEL) else {
        return starts;
    };
    let introspector = document.introspector();
    for place in introspector.query(&Selector::Label(label)) {
        let name = place.to_packed::<MetadataElem>().map(|metadata| &metadata.value);
        let page = place.location().and_then(|location| introspector.page(location));
        // A name without letters and digits does not help, and PDF numbering uses Latin letters and digits.
        if let (Some(Value::Str(name)), Some(page)) = (name, page)
            && parse_numbering(name).is_some()
            && let Some(begun) = starts.get_mut(page.get() - 1)
        {
            begun.push(name.to_string());
        }
    }
    starts
}

/// A name as the numbering of one page: its last letter or number is counted, everything before is the
/// prefix.
fn parse_numbering(name: &str) -> Option<(NumberingPattern, u64)> {
    let end = name.rfind(|c: char| c.is_ascii_alphanumeric())? + 1;
    let (counted_part, suffix) = name.split_at(end);
    let last = *counted_part.as_bytes().last()?;
    let (prefix, system, number) = if last.is_ascii_digit() {
        let digits = counted_part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        // Leading zeros belong to the name, and a number has at most nine digits.
        let zeros = counted_part[digits..].len() - counted_part[digits..].trim_start_matches('0').len();
        let start = (digits + zeros).max(counted_part.len().saturating_sub(9));
        (&counted_part[..start], "1", counted_part[start..].parse().ok()?)
    } else {
        let base = if last.is_ascii_uppercase() { b'A' } else { b'a' };
        let system = if last.is_ascii_uppercase() { "A" } else { "a" };
        (&counted_part[..end - 1], system, u64::from(last - base) + 1)
    };
    let (mut pattern, number) = numbering_with_prefix(prefix, system, number)?;
    pattern.suffix = suffix.into();
    Some((pattern, number))
}

fn numbering_with_prefix(prefix: &str, system: &str, number: u64) -> Option<(NumberingPattern, u64)> {
    let mut pattern: NumberingPattern = system.parse().ok()?;
    pattern.pieces.make_mut().first_mut()?.0 = prefix.into();
    Some((pattern, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_name_survives_as_numbering() {
        for name in ["12", "xii", "A-3", "007", "cover", "12, 13", "3*", "S. 12 (b)", "1999999999999"] {
            let (pattern, number) = parse_numbering(name).unwrap();
            assert_eq!(pattern.apply(None, &[number]).unwrap(), name);
        }
        // Names that PDF cannot count: empty, and without letters and digits.
        for name in ["", "—", "0", "א"] {
            assert!(parse_numbering(name).is_none(), "{name}");
        }
    }
}
