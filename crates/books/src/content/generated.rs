//! Text that style sheets add to the text: the `content` of `::before`, `::after` and `::marker`, with
//! counters and values of attributes.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::elements::has_class;
use super::list::{number_in_style, unescape};
use super::pages::PAGE_NUMBER_CLASSES;
use super::presentation::Presentation;
use crate::css::{DocumentRules, PseudoElement};
use crate::xml::{MATHML_NAMESPACE, SVG_NAMESPACE};

/// Characters of the longest text that is added to an element.
const MAX_TEXT_CHARS: usize = 100;
/// Bytes of all texts that are added to a document.
const MAX_DOCUMENT_BYTES: usize = 1 << 20;
/// Counters that are in scope.
const MAX_COUNTERS: usize = 256;
/// Signs that say something, other than letters and digits.
const MEANINGFUL_SIGNS: &str = "§¶†‡#%✓✔✗✘☐☑☒";

/// The text that style sheets put before and after the contents of elements, by node id.
#[derive(Debug, Default)]
pub(super) struct GeneratedText {
    texts: HashMap<u32, String>,
    texts_after: HashMap<u32, String>,
    /// Items whose text is in place of their marker.
    markers: HashSet<u32>,
}

impl GeneratedText {
    /// Reads what the style sheets of a document add to elements that are shown.
    pub(super) fn from_document(
        document: &Document<'_>,
        rules: Option<&DocumentRules>,
        presentation: &Presentation,
    ) -> Self {
        let Some(rules) = rules.filter(|rules| rules.has_generated_content()) else { return Self::default() };
        let mut walk = CounterWalk {
            rules,
            presentation,
            counters: Vec::new(),
            bytes_left: MAX_DOCUMENT_BYTES,
            generated_text: Self::default(),
        };
        // Rules that would cost too much add nothing more.
        let _ = walk.visit_element(document.root_element(), 0);
        walk.generated_text
    }

    /// The text before the contents of an element.
    pub(super) fn text_before(&self, node: Node<'_, '_>) -> Option<&str> {
        if self.texts.is_empty() {
            return None;
        }
        self.texts.get(&node.id().get()).map(String::as_str)
    }

    /// The text after the contents of an element.
    pub(super) fn text_after(&self, node: Node<'_, '_>) -> Option<&str> {
        if self.texts_after.is_empty() {
            return None;
        }
        self.texts_after.get(&node.id().get()).map(String::as_str)
    }

    /// Returns true if the text of an item is its marker.
    pub(super) fn is_marker(&self, item: Node<'_, '_>) -> bool {
        self.markers.contains(&item.id().get())
    }
}

/// A part of the value of `content`.
#[derive(Debug, PartialEq, Eq)]
enum ContentPiece {
    Text(String),
    /// The value of an attribute.
    Attribute(String),
    Counter {
        name: String,
        style: String,
    },
    /// All counters of a name, with a text between them.
    Counters {
        name: String,
        separator: String,
        style: String,
    },
}

/// A walk over the elements in their order, with the counters that are in scope.
struct CounterWalk<'a> {
    rules: &'a DocumentRules,
    presentation: &'a Presentation,
    counters: Vec<(String, i32)>,
    bytes_left: usize,
    generated_text: GeneratedText,
}

impl CounterWalk<'_> {
    /// Reads an element and those in it. `scope`: where the counters of its siblings begin. `None` if it
    /// would be too much.
    fn visit_element(&mut self, node: Node<'_, '_>, scope: usize) -> Option<()> {
        if self.presentation.is_skipped(node)
            || matches!(node.tag_name().namespace(), Some(SVG_NAMESPACE | MATHML_NAMESPACE))
        {
            return Some(());
        }
        self.apply_counters(node, scope)?;
        if !is_reference(node) {
            self.record_text(node, PseudoElement::Before, scope)?;
            if node.tag_name().name() == "li" && self.generated_text.text_before(node).is_none() {
                self.record_text(node, PseudoElement::Marker, scope)?;
            }
        }
        let inner = self.counters.len();
        for child in node.children().filter(Node::is_element) {
            self.visit_element(child, inner)?;
        }
        if !is_reference(node) {
            self.record_text(node, PseudoElement::After, inner)?;
        }
        self.counters.truncate(inner);
        Some(())
    }

    /// Resets and increments the counters that an element names.
    fn apply_counters(&mut self, node: Node<'_, '_>, scope: usize) -> Option<()> {
        let integer = |name: &str| node.attribute(name).and_then(|number| number.trim().parse::<i32>().ok());
        let (mut reset, mut increment) = (String::new(), String::new());
        self.rules.cascade(node, |name, value, _| match name {
            "counter-reset" => value.clone_into(&mut reset),
            "counter-increment" => value.clone_into(&mut increment),
            _ => {}
        })?;
        match node.tag_name().name() {
            "ol" | "ul" => {
                self.reset_counter("list-item", integer("start").unwrap_or(1).saturating_sub(1), scope);
            }
            "li" => match integer("value") {
                Some(value) => self.set_counter("list-item", value),
                None => self.increment_counter("list-item", 1, scope),
            },
            _ => {}
        }
        self.change_counters(&reset, &increment, scope);
        Some(())
    }

    fn change_counters(&mut self, reset: &str, increment: &str, scope: usize) {
        for (name, value) in parse_counter_pairs(reset, 0) {
            self.reset_counter(&name, value, scope);
        }
        for (name, value) in parse_counter_pairs(increment, 1) {
            self.increment_counter(&name, value, scope);
        }
    }

    /// A new counter, or the one of a sibling again.
    fn reset_counter(&mut self, name: &str, value: i32, scope: usize) {
        let own = self.counters.iter().skip(scope).position(|(own, _)| own == name);
        if let Some(at) = own {
            self.counters[scope + at].1 = value;
        } else if self.counters.len() < MAX_COUNTERS {
            self.counters.push((name.to_owned(), value));
        }
    }

    fn set_counter(&mut self, name: &str, value: i32) {
        if let Some((_, own)) = self.counters.iter_mut().rev().find(|(own, _)| own == name) {
            *own = value;
        }
    }

    fn increment_counter(&mut self, name: &str, by: i32, scope: usize) {
        match self.counters.iter_mut().rev().find(|(own, _)| own == name) {
            Some((_, own)) => *own = own.saturating_add(by),
            None => self.reset_counter(name, by, scope),
        }
    }

    /// Notes the text that a pseudo-element adds.
    fn record_text(&mut self, node: Node<'_, '_>, pseudo: PseudoElement, scope: usize) -> Option<()> {
        let (mut content, mut reset, mut increment) = (String::new(), String::new(), String::new());
        let mut is_displayed = true;
        self.rules.cascade_pseudo(node, pseudo, |name, value| match name {
            "content" => value.clone_into(&mut content),
            "counter-reset" => value.clone_into(&mut reset),
            "counter-increment" => value.clone_into(&mut increment),
            "display" => is_displayed = !value.eq_ignore_ascii_case("none"),
            "visibility" => is_displayed = value.eq_ignore_ascii_case("visible"),
            _ => {}
        })?;
        let Some(pieces) = parse_pieces(&content).filter(|_| is_displayed) else { return Some(()) };
        self.change_counters(&reset, &increment, scope);
        let text = self.write_pieces(node, &pieces);
        let is_short = text.chars().count() <= MAX_TEXT_CHARS;
        if is_short && text.chars().any(|c| c.is_alphanumeric() || MEANINGFUL_SIGNS.contains(c)) {
            self.bytes_left = self.bytes_left.checked_sub(text.len())?;
            let texts = match pseudo {
                PseudoElement::After => &mut self.generated_text.texts_after,
                PseudoElement::Before | PseudoElement::Marker => &mut self.generated_text.texts,
            };
            texts.insert(node.id().get(), text);
            if pseudo == PseudoElement::Marker {
                self.generated_text.markers.insert(node.id().get());
            }
        }
        Some(())
    }

    fn write_pieces(&self, node: Node<'_, '_>, pieces: &[ContentPiece]) -> String {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                ContentPiece::Text(text) => out.push_str(text),
                ContentPiece::Attribute(name) => {
                    out.push_str(node.attribute(name.as_str()).unwrap_or_default());
                }
                ContentPiece::Counter { name, style } => {
                    let value = self.counters.iter().rev().find(|(own, _)| own == name);
                    out.push_str(&number_in_style(value.map_or(0, |(_, value)| *value), style));
                }
                ContentPiece::Counters { name, separator: between, style } => {
                    let values = self.counters.iter().filter(|(own, _)| own == name);
                    let written: Vec<String> =
                        values.map(|(_, value)| number_in_style(*value, style)).collect();
                    out.push_str(&written.join(between));
                }
            }
        }
        out
    }
}

/// Returns true if an element is a page or a reference to a note, whose text is not text of the book.
fn is_reference(node: Node<'_, '_>) -> bool {
    has_class(node, &PAGE_NUMBER_CLASSES)
        || super::read_kinds(node).iter().any(|kind| {
            matches!(
                kind.as_str(),
                "pagebreak"
                    | "doc-pagebreak"
                    | "noteref"
                    | "doc-noteref"
                    | "annoref"
                    | "backlink"
                    | "doc-backlink"
            )
        })
}

/// Names and numbers of `counter-reset` and `counter-increment`.
fn parse_counter_pairs(value: &str, usual: i32) -> Vec<(String, i32)> {
    let mut pairs: Vec<(String, i32)> = Vec::new();
    for word in value.split_ascii_whitespace().take(MAX_COUNTERS) {
        if let Ok(number) = word.parse::<i32>() {
            if let Some((_, last)) = pairs.last_mut() {
                *last = number;
            }
        } else if !word.eq_ignore_ascii_case("none") {
            pairs.push((word.to_owned(), usual));
        }
    }
    pairs
}

/// The parts of a value of `content`. `None` if it is not made of strings, counters and attributes alone.
/// After a slash is the alternative for those who do not see it.
fn parse_pieces(value: &str) -> Option<Vec<ContentPiece>> {
    let mut pieces = Vec::new();
    let mut rest = value.trim();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'') {
            let (text, after) = parse_string(rest)?;
            pieces.push(ContentPiece::Text(text));
            rest = after;
        } else if first == '/' {
            pieces.clear();
            rest = &rest[1..];
        } else {
            let (name, inside) = rest.split_once('(')?;
            let (inside, after) = inside.split_once(')')?;
            let (counter, mut inside) = inside.split_once(',').unwrap_or((inside, ""));
            let counter = counter.trim().to_owned();
            if name.eq_ignore_ascii_case("counter") {
                pieces.push(ContentPiece::Counter { name: counter, style: inside.trim().to_owned() });
            } else if name.eq_ignore_ascii_case("counters") {
                let (between, style) = parse_string(inside.trim_start())?;
                inside = style.trim_start_matches([',', ' ']);
                pieces.push(ContentPiece::Counters {
                    name: counter,
                    separator: between,
                    style: inside.trim().to_owned(),
                });
            } else if name.eq_ignore_ascii_case("attr") {
                pieces.push(ContentPiece::Attribute(counter.split_ascii_whitespace().next()?.to_owned()));
            } else {
                return None;
            }
            rest = after;
        }
        rest = rest.trim_start();
    }
    Some(pieces).filter(|pieces| !pieces.is_empty())
}

/// The string that a text begins with, and what is after it.
fn parse_string(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let inner = &text[1..];
    let mut is_escaped = false;
    let end = inner.char_indices().find(|(_, c)| {
        let ends = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    let (end, _) = end?;
    Some((unescape(&inner[..end]), &inner[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_strings_and_counters_are_read_and_others_are_not() {
        let counter = |name: &str, style: &str| ContentPiece::Counter {
            name: name.to_owned(),
            style: style.to_owned(),
        };
        let text = |text: &str| ContentPiece::Text(text.to_owned());
        assert_eq!(parse_pieces(r#""\A7 ""#), Some(vec![text("\u{a7}")]));
        assert_eq!(
            parse_pieces("'Chapter ' counter( c , upper-roman ) '. '"),
            Some(vec![text("Chapter "), counter("c", "upper-roman"), text(". ")])
        );
        assert_eq!(
            parse_pieces("counters(s, '.', decimal) ' '"),
            Some(vec![
                ContentPiece::Counters {
                    name: "s".to_owned(),
                    separator: ".".to_owned(),
                    style: "decimal".to_owned()
                },
                text(" ")
            ])
        );
        assert_eq!(parse_pieces("'\u{2713}' / 'done: '"), Some(vec![text("done: ")]));
        assert_eq!(parse_pieces(r"'it\'s'"), Some(vec![text("it's")]));
        let title = ContentPiece::Attribute("title".to_owned());
        assert_eq!(parse_pieces("' (' attr( title string ) ')'"), Some(vec![text(" ("), title, text(")")]));
        for other in ["none", "normal", "", "url(a.png)", "attr()", "open-quote", "'a", "counter(a", "'a' /"]
        {
            assert_eq!(parse_pieces(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_counters_may_have_numbers() {
        let owned = |pairs: &[(&str, i32)]| -> Vec<(String, i32)> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
        };
        assert_eq!(parse_counter_pairs("a 3 b c -1", 0), owned(&[("a", 3), ("b", 0), ("c", -1)]));
        assert_eq!(parse_counter_pairs("none", 0), owned(&[]));
    }
}
