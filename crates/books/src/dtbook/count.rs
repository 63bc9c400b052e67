//! Counts the letters of a text as its source has it, apart from the readers that turn it into XHTML.

use std::borrow::Cow;
use std::ops::Range;

use super::has_same_words;
use crate::letters::SourceCount;
use crate::model::is_reference_sign;
use crate::xml::count::{CountRule, OmissionDoubt, StartTag, TextTreatment, count_markup};

/// The parts of a text, as places in its source.
pub(crate) struct SourceParts {
    /// The part of the source that is the text.
    pub(crate) text_range: Range<usize>,
    pub(crate) parts: Vec<Vec<Range<usize>>>,
    /// Elements that become metadata.
    pub(crate) omitted_ranges: Vec<Range<usize>>,
}

/// Counts each part. What is in none of them counts with the first.
pub(crate) fn count_parts(source: &str, parts: &SourceParts, rule: &mut dyn CountRule) -> Vec<SourceCount> {
    let mut counts = vec![SourceCount::default(); parts.parts.len()];
    let mut pieces: Vec<(Range<usize>, Option<usize>)> = Vec::new();
    for (n, ranges) in parts.parts.iter().enumerate() {
        pieces.extend(ranges.iter().cloned().map(|range| (range, Some(n))));
    }
    pieces.extend(parts.omitted_ranges.iter().cloned().map(|range| (range, None)));
    pieces.sort_by_key(|(range, _)| range.start);
    let mut count = |range: Range<usize>, part: usize| {
        if let (Some(text), Some(count)) = (source.get(range), counts.get_mut(part)) {
            *count += count_markup(text, rule);
        }
    };
    let mut at = parts.text_range.start;
    for (range, part) in pieces {
        // The replacement of an entity has no position of its own.
        if range.start < at || range.end > parts.text_range.end {
            continue;
        }
        count(at..range.start, 0);
        at = range.end;
        if let Some(part) = part {
            count(range, part);
        }
    }
    count(at..parts.text_range.end, 0);
    counts
}

/// Parts of `DTBook` that are left out by rule: labels of pages, signs of references, formulas, hidden
/// text, and producers' notes that repeat an alternative.
#[derive(Default)]
pub(super) struct DtbookRule {
    alternatives: Alternatives,
}

impl CountRule for DtbookRule {
    fn treatment(&mut self, tag: &StartTag<'_>) -> TextTreatment {
        match tag.name {
            _ if tag.is_hidden() => TextTreatment::Omitted,
            "pagenum" | "math" => TextTreatment::Omitted,
            "noteref" | "annoref" => TextTreatment::Undecided(OmissionDoubt::Reference),
            "prodnote" => TextTreatment::Undecided(OmissionDoubt::Description),
            _ => self.alternatives.record_element(tag, tag.name == "imggroup"),
        }
    }

    fn omits_text(&mut self, doubt: OmissionDoubt, text: &str) -> bool {
        match doubt {
            OmissionDoubt::Reference => is_reference_sign(text),
            OmissionDoubt::Description => self.alternatives.has_alternative(text),
            OmissionDoubt::Page => false,
        }
    }
}

/// The alternatives of the pictures of a group.
#[derive(Default)]
pub(crate) struct Alternatives(Vec<String>);

impl Alternatives {
    /// Notes an element that may be a picture, or a group of them.
    pub(crate) fn record_element(&mut self, tag: &StartTag<'_>, is_group: bool) -> TextTreatment {
        if is_group {
            self.0.clear();
        } else if tag.name.eq_ignore_ascii_case("img") {
            self.0.extend(tag.attribute("alt").map(Cow::into_owned));
        }
        TextTreatment::Counted
    }

    /// Returns true if a picture of the group has this alternative.
    pub(crate) fn has_alternative(&self, text: &str) -> bool {
        self.0.iter().any(|alt| has_same_words(alt, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_apart_and_what_is_in_none_with_the_first() {
        let source = "<book>lost<f><t>Title</t></f><b><l>One<pagenum>1</pagenum></l><l>Three</l>x</b></book>";
        let place = |text: &str| {
            let start = source.find(text).unwrap();
            start..start + text.len()
        };
        let parts = SourceParts {
            text_range: place(source),
            parts: vec![vec![place("<l>One<pagenum>1</pagenum></l>")], vec![place("<l>Three</l>")]],
            omitted_ranges: vec![place("<t>Title</t>")],
        };
        let counts = count_parts(source, &parts, &mut DtbookRule::default());
        assert_eq!(counts.iter().map(|count| count.letters).collect::<Vec<_>>(), [3 + 4 + 1, 5]);
    }

    #[test]
    fn notes_that_repeat_an_alternative_and_signs_of_references_are_left_out() {
        let letters = |text: &str| {
            let count = count_markup(text, &mut DtbookRule::default());
            (count.letters, count.alternatives)
        };
        let note =
            |text: &str| format!("<imggroup><img alt='A seal'/><prodnote>{text}</prodnote></imggroup>");
        assert_eq!(letters(&note("a  seal")), (0, 5));
        assert_eq!(letters(&note("A gray seal")), (9, 5));
        assert_eq!(letters("<p>a<noteref>12</noteref><annoref>Harbor and Vance</annoref></p>"), (15, 0));
    }
}
