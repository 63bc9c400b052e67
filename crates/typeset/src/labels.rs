//! Names of the pages: those of the print edition, so that whoever is asked to open page 12 can go there.
//!
//! Large print takes several pages for one of print: the page on which 12 begins is named `12`, those that follow
//! `12-2`, `12-3`. What stands before the first is `0-1`, `0-2`. A book without print pages keeps its own count.

use typst::foundations::{Label, Selector, Value};
use typst::introspection::{Introspector as _, MetadataElem};
use typst::model::{Numbering, NumberingPattern};
use typst::utils::PicoStr;
use typst_layout::{Page, PagedDocument};

/// The label of the places where print pages begin; [`source`](crate::source) writes it.
pub(crate) const PLACE: &str = "print-page";

/// Names the pages of a document in which print pages begin.
pub(crate) fn name(pages: &mut [Page], document: &PagedDocument) {
    let starts = starts(document);
    if starts.iter().all(Vec::is_empty) {
        return;
    }
    let mut print = "0".to_owned();
    let mut following = 0;
    for (page, begun) in pages.iter_mut().zip(starts) {
        let named = if let Some(last) = begun.last() {
            print.clone_from(last);
            following = 1;
            pattern(&begun.join(", "))
        } else {
            following += 1;
            counted(&format!("{print}-"), "1", following)
        };
        if let Some((pattern, number)) = named {
            (page.numbering, page.number) = (Some(Numbering::Pattern(pattern)), number);
        }
    }
}

/// The print pages that begin on each page.
fn starts(document: &PagedDocument) -> Vec<Vec<String>> {
    let mut starts = vec![Vec::new(); document.pages().len()];
    let Some(label) = Label::new(PicoStr::intern(PLACE)) else {
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

/// A name as the numbering of one page: its last letter or number is what is counted, all before it the prefix.
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
