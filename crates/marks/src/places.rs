//! Where in a text fingerprints go.

use crate::changes::Text;
use crate::form::Form;

/// Words and runs that one text carries.
const EACH: usize = 3;

/// How a word is put on a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carrier {
    /// As its id: the paragraphs of an EPUB seldom have one.
    Id,
    /// As its class: every paragraph of a DAISY book has an id.
    Class,
}

impl Carrier {
    fn name(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Class => "class",
        }
    }
}

/// Puts fingerprints into a text, spread over its paragraphs; one without paragraphs carries a run
/// before its last end tag.
pub(crate) fn put(into: &mut Text, carrier: Carrier) {
    let text = into.text.as_str();
    // In a CDATA section a tag is not a tag.
    let searchable = !text.contains("<![CDATA[");
    let starts: Vec<usize> = if searchable { starts(text, carrier).collect() } else { Vec::new() };
    let ends: Vec<usize> = if searchable {
        text.match_indices("</p>").map(|(at, tag)| at + tag.len()).collect()
    } else {
        Vec::new()
    };
    let last = text.rfind("</body").or_else(|| text.rfind("</")).filter(|_| ends.is_empty());
    for at in spread(&starts, EACH) {
        into.insert(at, Form::default().text(format!(" {}=\"", carrier.name())).word().text("\""));
    }
    for at in spread(&ends, EACH) {
        into.insert(at, Form::default().text("\n").run());
    }
    if let Some(at) = last {
        into.insert(at, Form::default().text("\n").run().text("\n"));
    }
}

/// Places after the names of paragraph tags that may take the attribute.
fn starts(text: &str, carrier: Carrier) -> impl Iterator<Item = usize> {
    text.match_indices("<p").filter_map(move |(at, open)| {
        let rest = &text[at + open.len()..];
        let tag = &rest[..rest.find('>')?];
        let is_paragraph = tag.is_empty() || tag.starts_with(char::is_whitespace);
        let taken =
            tag.contains(&format!("{}=", carrier.name())) || tag.contains(&format!("{} =", carrier.name()));
        (is_paragraph && !taken && !tag.ends_with('/')).then_some(at + open.len())
    })
}

/// A few of many, spread evenly and away from the ends.
pub(crate) fn spread(places: &[usize], most: usize) -> impl Iterator<Item = usize> {
    let count = places.len().min(most);
    (0..count).map(move |n| places[(2 * n + 1) * places.len() / (2 * count)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{Key, find};
    use crate::form::Filling;
    use crate::mark::Mark;

    fn put(text: &str, carrier: Carrier, key: &Key) -> String {
        let mut into = Text::new(text.to_owned());
        super::put(&mut into, carrier);
        into.filled(&mut Filling::new(&Mark::new("A", jiff::civil::date(2026, 1, 2), 9), key)).unwrap()
    }

    #[test]
    fn a_text_carries_words_and_runs() {
        let key = Key::new(b"k");
        let text = format!("<body>{}</body>", "<p>a</p><p class=\"b\">c</p><pre/>".repeat(20));
        let marked = put(&text, Carrier::Id, &key);
        assert_eq!(find(&key, marked.as_bytes()), vec![9; 2 * EACH]);
        assert_eq!(marked.matches("<pre/>").count(), 20);
    }

    #[test]
    fn a_text_without_paragraphs_carries_a_run() {
        let key = Key::new(b"k");
        for text in ["<html><body><div>a</div></body></html>", "<a><![CDATA[<p></p>]]></a>"] {
            let marked = put(text, Carrier::Class, &key);
            assert_eq!(find(&key, marked.as_bytes()), [9], "{text}");
        }
    }

    #[test]
    fn paragraphs_that_have_the_attribute_are_left() {
        let key = Key::new(b"k");
        let marked = put("<p id=\"x\">a</p><p id = 'y'>b</p>", Carrier::Id, &key);
        assert!(marked.contains("<p id=\"x\">a</p>") && marked.contains("<p id = 'y'>"));
    }
}
