//! Positions of fingerprints in a text.

use crate::{FormTemplate, MarkedText};

/// Words, and runs of white space, that one text carries.
const FINGERPRINTS_PER_KIND: usize = 3;

/// The attribute of a paragraph that carries a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordAttribute {
    /// As its id: the paragraphs of an EPUB seldom have one.
    Id,
    /// As its class: every paragraph of a DAISY book has an id.
    Class,
}

impl WordAttribute {
    fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Class => "class",
        }
    }
}

/// Inserts fingerprints into a text, spread over its paragraphs; one without paragraphs carries a run of
/// white space before its last end tag.
pub(crate) fn insert_fingerprints(into: &mut MarkedText, carrier: WordAttribute) {
    let text = into.text.as_str();
    // In a CDATA section a tag is not a tag.
    let searchable = !text.contains("<![CDATA[");
    let starts: Vec<usize> =
        if searchable { find_attribute_positions(text, carrier).collect() } else { Vec::new() };
    let ends: Vec<usize> = if searchable {
        text.match_indices("</p>").map(|(at, tag)| at + tag.len()).collect()
    } else {
        Vec::new()
    };
    let last = text.rfind("</body").or_else(|| text.rfind("</")).filter(|_| ends.is_empty());
    for at in spread_evenly(&starts, FINGERPRINTS_PER_KIND) {
        into.insert_form(
            at,
            FormTemplate::default().push_text(format!(" {}=\"", carrier.name())).push_word().push_text("\""),
        );
    }
    for at in spread_evenly(&ends, FINGERPRINTS_PER_KIND) {
        into.insert_form(at, FormTemplate::default().push_text("\n").push_white_space());
    }
    if let Some(at) = last {
        into.insert_form(at, FormTemplate::default().push_text("\n").push_white_space().push_text("\n"));
    }
}

/// Positions after the names of paragraph tags that may take the attribute.
fn find_attribute_positions(text: &str, carrier: WordAttribute) -> impl Iterator<Item = usize> {
    text.match_indices("<p").filter_map(move |(at, open)| {
        let rest = &text[at + open.len()..];
        let tag = &rest[..rest.find('>')?];
        let is_paragraph = tag.is_empty() || tag.starts_with(char::is_whitespace);
        let taken =
            tag.contains(&format!("{}=", carrier.name())) || tag.contains(&format!("{} =", carrier.name()));
        (is_paragraph && !taken && !tag.ends_with('/')).then_some(at + open.len())
    })
}

/// Selects up to `most` positions, spread evenly and away from the ends.
pub(crate) fn spread_evenly<T: Copy>(places: &[T], most: usize) -> impl Iterator<Item = T> {
    let count = places.len().min(most);
    (0..count).map(move |n| places[(2 * n + 1) * places.len() / (2 * count)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{Key, find_records};
    use crate::form::TemplateFiller;
    use crate::mark::Watermark;

    fn insert_and_fill(text: &str, carrier: WordAttribute, key: &Key) -> String {
        let mut into = MarkedText::new(text.to_owned());
        super::insert_fingerprints(&mut into, carrier);
        into.fill_in(&mut TemplateFiller::new(&Watermark::new("A", jiff::civil::date(2026, 1, 2), 9), key))
            .unwrap()
    }

    #[test]
    fn a_text_carries_words_and_runs() {
        let key = Key::new(b"k");
        let text = format!("<body>{}</body>", "<p>a</p><p class=\"b\">c</p><pre/>".repeat(20));
        let marked = insert_and_fill(&text, WordAttribute::Id, &key);
        assert_eq!(find_records(&key, marked.as_bytes()), vec![9; 2 * FINGERPRINTS_PER_KIND]);
        assert_eq!(marked.matches("<pre/>").count(), 20);
    }

    #[test]
    fn a_text_without_paragraphs_carries_white_space() {
        let key = Key::new(b"k");
        for text in ["<html><body><div>a</div></body></html>", "<a><![CDATA[<p></p>]]></a>"] {
            let marked = insert_and_fill(text, WordAttribute::Class, &key);
            assert_eq!(find_records(&key, marked.as_bytes()), [9], "{text}");
        }
    }

    #[test]
    fn paragraphs_that_have_the_attribute_are_unchanged() {
        let key = Key::new(b"k");
        let marked = insert_and_fill("<p id=\"x\">a</p><p id = 'y'>b</p>", WordAttribute::Id, &key);
        assert!(marked.contains("<p id=\"x\">a</p>") && marked.contains("<p id = 'y'>"));
    }
}
