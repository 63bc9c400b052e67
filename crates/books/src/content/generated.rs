//! Text that style sheets add to the text: the `content` of `::before` and `::marker`, with counters.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::list::{number_in_style, unescaped};
use super::presentation::Presentation;
use crate::css::{DocumentRules, PseudoElement};
use crate::xml::{MATHML, SVG};

/// Characters of the longest text that is added to an element.
const MAX_TEXT_CHARS: usize = 100;
/// Bytes of all texts that are added to a document.
const MAX_DOCUMENT_BYTES: usize = 1 << 20;
/// Counters that are in scope.
const MAX_COUNTERS: usize = 256;
/// Signs that say something, other than letters and digits.
const MEANINGFUL_SIGNS: &str = "§¶†‡#%✓✔✗✘☐☑☒";

/// The text that style sheets put before the contents of elements, by node id.
#[derive(Debug, Default)]
pub(super) struct Generated {
    texts: HashMap<u32, String>,
    /// Items whose text is in place of their marker.
    markers: HashSet<u32>,
}

impl Generated {
    /// Reads what the style sheets of a document add to elements that are shown.
    pub(super) fn read(
        document: &Document<'_>,
        rules: Option<&DocumentRules>,
        presentation: &Presentation,
    ) -> Self {
        let Some(rules) = rules.filter(|rules| rules.has_generated_content()) else { return Self::default() };
        let mut walk = Walk {
            rules,
            presentation,
            counters: Vec::new(),
            left: MAX_DOCUMENT_BYTES,
            generated: Self::default(),
        };
        // Rules that would cost too much add nothing more.
        let _ = walk.element(document.root_element(), 0);
        walk.generated
    }

    /// The text before the contents of an element.
    pub(super) fn text(&self, node: Node<'_, '_>) -> Option<&str> {
        if self.texts.is_empty() {
            return None;
        }
        self.texts.get(&node.id().get()).map(String::as_str)
    }

    /// Whether the text of an item is its marker.
    pub(super) fn is_marker(&self, item: Node<'_, '_>) -> bool {
        self.markers.contains(&item.id().get())
    }
}

/// A part of the value of `content`.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Counter {
        name: String,
        style: String,
    },
    /// All counters of a name, with a text between them.
    Counters {
        name: String,
        between: String,
        style: String,
    },
}

/// A walk over the elements in their order, with the counters that are in scope.
struct Walk<'a> {
    rules: &'a DocumentRules,
    presentation: &'a Presentation,
    counters: Vec<(String, i32)>,
    left: usize,
    generated: Generated,
}

impl Walk<'_> {
    /// Reads an element and those in it. `scope`: where the counters of its siblings begin. `None` if it
    /// would be too much.
    fn element(&mut self, node: Node<'_, '_>, scope: usize) -> Option<()> {
        if self.presentation.skips(node) || matches!(node.tag_name().namespace(), Some(SVG | MATHML)) {
            return Some(());
        }
        self.count(node, scope)?;
        if !is_reference(node) {
            self.generate(node, PseudoElement::Before, scope)?;
            if node.tag_name().name() == "li" && self.generated.text(node).is_none() {
                self.generate(node, PseudoElement::Marker, scope)?;
            }
        }
        let inner = self.counters.len();
        for child in node.children().filter(Node::is_element) {
            self.element(child, inner)?;
        }
        self.counters.truncate(inner);
        Some(())
    }

    /// Resets and increments the counters that an element names.
    fn count(&mut self, node: Node<'_, '_>, scope: usize) -> Option<()> {
        let integer = |name: &str| node.attribute(name).and_then(|number| number.trim().parse::<i32>().ok());
        let (mut reset, mut increment) = (String::new(), String::new());
        self.rules.cascade(node, |name, value, _| match name {
            "counter-reset" => value.clone_into(&mut reset),
            "counter-increment" => value.clone_into(&mut increment),
            _ => {}
        })?;
        match node.tag_name().name() {
            "ol" | "ul" => {
                self.reset("list-item", integer("start").unwrap_or(1).saturating_sub(1), scope);
            }
            "li" => match integer("value") {
                Some(value) => self.set("list-item", value),
                None => self.increment("list-item", 1, scope),
            },
            _ => {}
        }
        self.change(&reset, &increment, scope);
        Some(())
    }

    fn change(&mut self, reset: &str, increment: &str, scope: usize) {
        for (name, value) in pairs(reset, 0) {
            self.reset(&name, value, scope);
        }
        for (name, value) in pairs(increment, 1) {
            self.increment(&name, value, scope);
        }
    }

    /// A new counter, or the one of a sibling again.
    fn reset(&mut self, name: &str, value: i32, scope: usize) {
        let own = self.counters.iter().skip(scope).position(|(own, _)| own == name);
        if let Some(at) = own {
            self.counters[scope + at].1 = value;
        } else if self.counters.len() < MAX_COUNTERS {
            self.counters.push((name.to_owned(), value));
        }
    }

    fn set(&mut self, name: &str, value: i32) {
        if let Some((_, own)) = self.counters.iter_mut().rev().find(|(own, _)| own == name) {
            *own = value;
        }
    }

    fn increment(&mut self, name: &str, by: i32, scope: usize) {
        match self.counters.iter_mut().rev().find(|(own, _)| own == name) {
            Some((_, own)) => *own = own.saturating_add(by),
            None => self.reset(name, by, scope),
        }
    }

    /// Notes the text that a pseudo-element adds.
    fn generate(&mut self, node: Node<'_, '_>, pseudo: PseudoElement, scope: usize) -> Option<()> {
        let (mut content, mut reset, mut increment) = (String::new(), String::new(), String::new());
        let mut is_displayed = true;
        self.rules.cascade_of_pseudo(node, pseudo, |name, value| match name {
            "content" => value.clone_into(&mut content),
            "counter-reset" => value.clone_into(&mut reset),
            "counter-increment" => value.clone_into(&mut increment),
            "display" => is_displayed = !value.eq_ignore_ascii_case("none"),
            "visibility" => is_displayed = value.eq_ignore_ascii_case("visible"),
            _ => {}
        })?;
        let Some(pieces) = pieces(&content).filter(|_| is_displayed) else { return Some(()) };
        self.change(&reset, &increment, scope);
        let text = self.write(&pieces);
        let is_short = text.chars().count() <= MAX_TEXT_CHARS;
        if is_short && text.chars().any(|c| c.is_alphanumeric() || MEANINGFUL_SIGNS.contains(c)) {
            self.left = self.left.checked_sub(text.len())?;
            self.generated.texts.insert(node.id().get(), text);
            if pseudo == PseudoElement::Marker {
                self.generated.markers.insert(node.id().get());
            }
        }
        Some(())
    }

    fn write(&self, pieces: &[Piece]) -> String {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Counter { name, style } => {
                    let value = self.counters.iter().rev().find(|(own, _)| own == name);
                    out.push_str(&number_in_style(value.map_or(0, |(_, value)| *value), style));
                }
                Piece::Counters { name, between, style } => {
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

/// Whether an element is a page or a reference to a note, whose text is not text of the book.
fn is_reference(node: Node<'_, '_>) -> bool {
    super::kinds(node).iter().any(|kind| {
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
fn pairs(value: &str, usual: i32) -> Vec<(String, i32)> {
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

/// The parts of a value of `content`. `None` if it is not made of strings and counters alone. What is after a
/// slash is the alternative for those who do not see it.
fn pieces(value: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = value.trim();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'') {
            let (text, after) = string(rest)?;
            pieces.push(Piece::Text(text));
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
                pieces.push(Piece::Counter { name: counter, style: inside.trim().to_owned() });
            } else if name.eq_ignore_ascii_case("counters") {
                let (between, style) = string(inside.trim_start())?;
                inside = style.trim_start_matches([',', ' ']);
                pieces.push(Piece::Counters { name: counter, between, style: inside.trim().to_owned() });
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
fn string(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let inner = &text[1..];
    let mut is_escaped = false;
    let end = inner.char_indices().find(|(_, c)| {
        let ends = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    let (end, _) = end?;
    Some((unescaped(&inner[..end]), &inner[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_strings_and_counters_are_read_and_others_are_not() {
        let counter =
            |name: &str, style: &str| Piece::Counter { name: name.to_owned(), style: style.to_owned() };
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(pieces(r#""\A7 ""#), Some(vec![text("\u{a7}")]));
        assert_eq!(
            pieces("'Chapter ' counter( c , upper-roman ) '. '"),
            Some(vec![text("Chapter "), counter("c", "upper-roman"), text(". ")])
        );
        assert_eq!(
            pieces("counters(s, '.', decimal) ' '"),
            Some(vec![
                Piece::Counters {
                    name: "s".to_owned(),
                    between: ".".to_owned(),
                    style: "decimal".to_owned()
                },
                text(" ")
            ])
        );
        assert_eq!(pieces("'\u{2713}' / 'done: '"), Some(vec![text("done: ")]));
        assert_eq!(pieces(r"'it\'s'"), Some(vec![text("it's")]));
        for other in
            ["none", "normal", "", "url(a.png)", "attr(title)", "open-quote", "'a", "counter(a", "'a' /"]
        {
            assert_eq!(pieces(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_counters_may_have_numbers() {
        let owned = |pairs: &[(&str, i32)]| -> Vec<(String, i32)> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
        };
        assert_eq!(pairs("a 3 b c -1", 0), owned(&[("a", 3), ("b", 0), ("c", -1)]));
        assert_eq!(pairs("none", 0), owned(&[]));
    }
}
