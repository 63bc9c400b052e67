//! Text that style sheets add to the text: the `content` of `::before`, `::after` and `::marker`, with
//! counters and values of attributes.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::elements::has_class;
use super::list::{number_in_style, unescape};
use super::pages::PAGE_NUMBER_CLASSES;
use super::presentation::Presentation;
use super::quotes::{QuoteMarks, is_quotation_mark};
use crate::css::{DocumentRules, PseudoElement};
use crate::xml::{MATHML_NAMESPACE, SVG_NAMESPACE};

/// Characters of the longest text that is added to an element.
const MAX_TEXT_CHARS: usize = 100;
/// Bytes of all texts that are added to a document.
const MAX_DOCUMENT_BYTES: usize = 1 << 20;
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
    /// Quotations whose marks styles state.
    marked_quotations: HashSet<u32>,
}

impl GeneratedText {
    /// Reads what the style sheets of a document add to elements that are shown.
    pub(super) fn from_document(
        document: &Document<'_>,
        rules: Option<&DocumentRules>,
        presentation: &Presentation,
    ) -> Self {
        let adds_text = |rules: &&DocumentRules| {
            rules.has_generated_content() || rules.has_declaration(|name, _| name == "quotes")
        };
        let Some(rules) = rules.filter(adds_text) else { return Self::default() };
        let mut walk = CounterWalk {
            rules,
            presentation,
            counters: Vec::new(),
            quote_depth: 0,
            bytes_left: MAX_DOCUMENT_BYTES,
            generated_text: Self::default(),
        };
        // Rules that would cost too much add nothing more.
        let _ = walk.visit_element(document.root_element(), 0, &QuoteMarks::Usual);
        walk.generated_text
    }

    pub(super) fn text_before(&self, node: Node<'_, '_>) -> Option<&str> {
        self.texts.get(&node.id().get()).map(String::as_str)
    }

    pub(super) fn text_after(&self, node: Node<'_, '_>) -> Option<&str> {
        self.texts_after.get(&node.id().get()).map(String::as_str)
    }

    /// Returns true if styles state the marks of a quotation (`q`), which are text then, or nothing.
    pub(super) fn has_stated_marks(&self, quotation: Node<'_, '_>) -> bool {
        self.marked_quotations.contains(&quotation.id().get())
    }

    /// Leaves out quotation marks that are only before or only after the contents of an element: those are a
    /// decoration.
    fn settle_marks(&mut self, node: Node<'_, '_>) {
        let id = node.id().get();
        let is_marks = |text: Option<&String>| text.is_some_and(|text| is_quotation_mark(text));
        let (before, after) = (self.texts.get(&id), self.texts_after.get(&id));
        let (opens_alone, closes_alone) =
            (is_marks(before) && after.is_none(), is_marks(after) && before.is_none());
        let is_decoration = !self.marked_quotations.contains(&id);
        if opens_alone && is_decoration || before.is_some_and(String::is_empty) {
            self.texts.remove(&id);
        }
        if closes_alone && is_decoration || after.is_some_and(String::is_empty) {
            self.texts_after.remove(&id);
        }
    }

    pub(super) fn is_marker(&self, item: Node<'_, '_>) -> bool {
        self.markers.contains(&item.id().get())
    }
}

/// A part of the value of `content`.
#[derive(Debug, PartialEq, Eq)]
enum ContentPiece {
    Text(String),
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
    /// A quotation mark. One that is not written only counts.
    Quote {
        opens: bool,
        is_written: bool,
    },
}

/// The properties that change counters, in the order in which they apply.
const COUNTER_PROPERTIES: [&str; 3] = ["counter-reset", "counter-increment", "counter-set"];

/// The values of these properties for an element.
type CounterChanges = [String; COUNTER_PROPERTIES.len()];

/// Notes a declaration that changes counters. All others are ignored.
fn note_declaration(changes: &mut CounterChanges, name: &str, value: &str) {
    if let Some(at) = COUNTER_PROPERTIES.iter().position(|property| *property == name) {
        value.clone_into(&mut changes[at]);
    }
}

/// A walk over the elements in their order, with the counters that are in scope.
struct CounterWalk<'a> {
    rules: &'a DocumentRules,
    presentation: &'a Presentation,
    counters: Vec<(String, i32)>,
    /// Quotations that are open.
    quote_depth: usize,
    bytes_left: usize,
    generated_text: GeneratedText,
}

impl CounterWalk<'_> {
    /// Reads an element and those in it. `scope`: where the counters of its siblings begin. `around`: the
    /// quotation marks of the element around it. `None` if it would be too much.
    fn visit_element(&mut self, node: Node<'_, '_>, scope: usize, around: &QuoteMarks) -> Option<()> {
        if self.presentation.is_skipped(node)
            || matches!(node.tag_name().namespace(), Some(SVG_NAMESPACE | MATHML_NAMESPACE))
        {
            return Some(());
        }
        let stated = self.apply_counters(node, scope)?;
        let own = QuoteMarks::from_value(&stated);
        let quotes = own.as_ref().unwrap_or(around);
        if !is_reference(node) {
            self.record_text(node, PseudoElement::Before, scope, quotes)?;
            if node.tag_name().name() == "li" && self.generated_text.text_before(node).is_none() {
                self.record_text(node, PseudoElement::Marker, scope, quotes)?;
            }
        }
        let inner = self.counters.len();
        for child in node.children().filter(Node::is_element) {
            self.visit_element(child, inner, quotes)?;
        }
        if !is_reference(node) {
            self.record_text(node, PseudoElement::After, inner, quotes)?;
            self.generated_text.settle_marks(node);
        }
        self.counters.truncate(inner);
        Some(())
    }

    /// Resets and increments the counters that an element names. Returns the quotation marks that it states.
    fn apply_counters(&mut self, node: Node<'_, '_>, scope: usize) -> Option<String> {
        let integer = |name: &str| node.attribute(name).and_then(|number| number.trim().parse::<i32>().ok());
        let mut quotes = String::new();
        let mut changes = CounterChanges::default();
        self.rules.cascade(node, |name, value, _| match name {
            "quotes" => value.clone_into(&mut quotes),
            _ => note_declaration(&mut changes, name, value),
        })?;
        match node.tag_name().name() {
            "ol" | "ul" => {
                self.reset_counter("list-item", integer("start").unwrap_or(1).saturating_sub(1), scope);
            }
            "li" => match integer("value") {
                Some(value) => self.change_counter("list-item", scope, |_| value),
                None => self.change_counter("list-item", scope, |own| own.saturating_add(1)),
            },
            _ => {}
        }
        self.change_counters(&changes, scope);
        Some(quotes)
    }

    fn change_counters(&mut self, [reset, increment, set]: &CounterChanges, scope: usize) {
        for (name, value) in parse_counter_pairs(reset, 0) {
            self.reset_counter(&name, value, scope);
        }
        for (name, value) in parse_counter_pairs(increment, 1) {
            self.change_counter(&name, scope, |own| own.saturating_add(value));
        }
        for (name, value) in parse_counter_pairs(set, 0) {
            self.change_counter(&name, scope, |_| value);
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

    /// Changes a counter. A new one is changed from 0.
    fn change_counter(&mut self, name: &str, scope: usize, change: impl Fn(i32) -> i32) {
        match self.counters.iter_mut().rev().find(|(own, _)| own == name) {
            Some((_, own)) => *own = change(*own),
            None => self.reset_counter(name, change(0), scope),
        }
    }

    fn record_text(
        &mut self,
        node: Node<'_, '_>,
        pseudo: PseudoElement,
        scope: usize,
        quotes: &QuoteMarks,
    ) -> Option<()> {
        let mut content = String::new();
        let mut changes = CounterChanges::default();
        let mut is_displayed = true;
        self.rules.cascade_pseudo(node, pseudo, |name, value| match name {
            "content" => value.clone_into(&mut content),
            "display" => is_displayed = !value.eq_ignore_ascii_case("none"),
            "visibility" => is_displayed = value.eq_ignore_ascii_case("visible"),
            _ => note_declaration(&mut changes, name, value),
        })?;
        let mut pieces = parse_pieces(&content).filter(|_| is_displayed);
        if node.tag_name().name() == "q" {
            let is_usual = is_displayed && matches!(content.as_str(), "" | "normal");
            if is_usual {
                // Writers know the marks of languages.
                let is_written = *quotes != QuoteMarks::Usual;
                let opens = pseudo == PseudoElement::Before;
                pieces = Some(vec![ContentPiece::Quote { opens, is_written }]);
            }
            if !is_usual || *quotes != QuoteMarks::Usual {
                self.generated_text.marked_quotations.insert(node.id().get());
            }
        }
        let Some(pieces) = pieces else { return Some(()) };
        self.change_counters(&changes, scope);
        let text = self.write_pieces(node, &pieces, quotes);
        let is_short = text.chars().count() <= MAX_TEXT_CHARS;
        let has_quote = pieces.iter().any(|piece| matches!(piece, ContentPiece::Quote { .. }));
        let says_something = text.chars().any(|c| c.is_alphanumeric() || MEANINGFUL_SIGNS.contains(c))
            || has_quote
            || !text.trim().is_empty() && is_quotation_mark(&text);
        if is_short && says_something {
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

    fn write_pieces(&mut self, node: Node<'_, '_>, pieces: &[ContentPiece], quotes: &QuoteMarks) -> String {
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
                ContentPiece::Quote { opens, is_written } => {
                    // A closing mark is that of the quotation that it closes.
                    let depth = if *opens { self.quote_depth } else { self.quote_depth.saturating_sub(1) };
                    if *is_written {
                        out.push_str(&quotes.find_mark(node, depth, *opens));
                    }
                    self.quote_depth = if *opens { depth + 1 } else { depth };
                }
            }
        }
        out
    }
}

/// Returns true if an element is a page or a reference to a note, whose text is not text of the book.
fn is_reference(node: Node<'_, '_>) -> bool {
    const REFERENCE_KINDS: [&str; 7] =
        ["pagebreak", "doc-pagebreak", "noteref", "doc-noteref", "annoref", "backlink", "doc-backlink"];
    has_class(node, &PAGE_NUMBER_CLASSES)
        || super::read_kinds(node).iter().any(|kind| REFERENCE_KINDS.contains(&kind.as_str()))
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

/// The keyword for a quotation mark that a text begins with, and what is after it.
fn parse_quote(text: &str) -> Option<(ContentPiece, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(text.len());
    let (opens, is_written) = match text[..end].to_ascii_lowercase().as_str() {
        "open-quote" => (true, true),
        "close-quote" => (false, true),
        "no-open-quote" => (true, false),
        "no-close-quote" => (false, false),
        _ => return None,
    };
    Some((ContentPiece::Quote { opens, is_written }, &text[end..]))
}

/// The part of a value of `content` after a slash that is neither in a string nor in parentheses.
fn find_alternative(value: &str) -> Option<&str> {
    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (at, c) in value.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' => quote = Some(c),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => return Some(&value[at + 1..]),
            _ => {}
        }
    }
    None
}

/// The parts of a value of `content`. `None` if it is not made of strings, marks, counters, attributes and
/// pictures, or of nothing but pictures.
/// After a slash is the alternative for those who do not see it.
fn parse_pieces(value: &str) -> Option<Vec<ContentPiece>> {
    let mut pieces = Vec::new();
    let mut rest = find_alternative(value).unwrap_or(value).trim();
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'') {
            let (text, after) = parse_string(rest)?;
            pieces.push(ContentPiece::Text(text));
            rest = after;
        } else if let Some((piece, after)) = parse_quote(rest) {
            pieces.push(piece);
            rest = after;
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
            } else if !name.eq_ignore_ascii_case("url") {
                // Only a picture is known to have no words.
                return None;
            }
            rest = after;
        }
        rest = rest.trim_start();
    }
    Some(pieces).filter(|pieces| !pieces.is_empty())
}

/// The string that a text begins with, and what is after it.
pub(super) fn parse_string(text: &str) -> Option<(String, &str)> {
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
        assert_eq!(parse_pieces("url(a/b.png) / 'a/b'"), Some(vec![text("a/b")]));
        assert_eq!(parse_pieces("URL('a.png') 'b '"), Some(vec![text("b ")]));
        assert_eq!(parse_pieces(r"'it\'s'"), Some(vec![text("it's")]));
        let quote = |opens: bool, is_written: bool| ContentPiece::Quote { opens, is_written };
        assert_eq!(
            parse_pieces("no-close-quote OPEN-QUOTE'a'"),
            Some(vec![quote(false, false), quote(true, true), text("a")])
        );
        let title = ContentPiece::Attribute("title".to_owned());
        assert_eq!(parse_pieces("' (' attr( title string ) ')'"), Some(vec![text(" ("), title, text(")")]));
        for other in ["none", "normal", "", "url(a.png)", "attr()", "open", "'a", "counter(a", "'a' /"] {
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
