//! A product as a small tree of the supported elements; all others are skipped.

use std::io::BufRead;

use domain::languages;

use super::tags::Tag;
use crate::entry::Broken;
use crate::plain;
use crate::xml::{Event, Xml, attribute};

/// Limit of elements per product.
const ELEMENTS: usize = 50_000;

/// An element.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) tag: Tag,
    pub(super) text: String,
    /// The code of its language, as it or an element around it states it.
    pub(super) language: Option<String>,
    pub(super) children: Vec<Node>,
}

impl Node {
    fn new(tag: Tag, language: Option<String>) -> Self {
        Self { tag, text: String::new(), language, children: Vec::new() }
    }

    /// Elements of one kind in it.
    pub(super) fn all(&self, tag: Tag) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.tag == tag)
    }

    /// The first of a kind.
    pub(super) fn first(&self, tag: Tag) -> Option<&Self> {
        self.all(tag).next()
    }

    /// The text of an element; `None` if it is empty.
    pub(super) fn said(&self) -> Option<&str> {
        Some(self.text.trim()).filter(|text| !text.is_empty())
    }

    /// Its stated language, as a tag of BCP 47. `None` if none is stated, or it is not one of ISO 639-2.
    pub(super) fn stated_language(&self) -> Option<String> {
        languages::tag(languages::alpha3(self.language.as_deref()?)?).map(str::to_owned)
    }

    /// The first child of a kind that has a text.
    pub(super) fn filled(&self, tag: Tag) -> Option<&Self> {
        self.all(tag).find(|node| node.said().is_some())
    }

    /// The text of the first child of a kind.
    pub(super) fn text(&self, tag: Tag) -> Option<&str> {
        self.filled(tag)?.said()
    }

    /// The text of the first child of a kind on one line, and its stated language.
    pub(super) fn words(&self, tag: Tag) -> Option<(String, Option<String>)> {
        let node = self.filled(tag)?;
        Some((plain::one_line(node.said()?), node.stated_language()))
    }

    /// The same, with collapsed white space.
    pub(super) fn line(&self, tag: Tag) -> Option<String> {
        self.text(tag).map(plain::one_line)
    }

    /// The same, trimmed; empty if there is none.
    pub(super) fn code(&self, tag: Tag) -> &str {
        self.text(tag).unwrap_or_default()
    }
}

/// The tree, and its fault.
pub(super) struct Product {
    pub(super) node: Node,
    pub(super) fault: Option<String>,
}

/// Reads a product after its start tag.
pub(super) fn product<R: BufRead>(xml: &mut Xml<R>, buffer: &mut Vec<u8>) -> Result<Product, Broken> {
    let outside = xml.depth() - 1;
    let mut stack = vec![Node::new(Tag::Product, None)];
    let mut fault = None;
    // Depth within a skipped element.
    let mut skipped: Option<usize> = None;
    let mut count = 0;
    loop {
        match xml.next(buffer)? {
            Event::Start(start) if skipped.is_none() => {
                match (stack.last_mut(), Tag::of(start.local_name().as_ref())) {
                    // Markup in a text is kept until the text is converted to plain text.
                    (Some(node), _) if node.tag == Tag::Text => {
                        markup(&mut node.text, "<", start.local_name().as_ref());
                    }
                    (around, Some(tag)) if count < ELEMENTS => {
                        count += 1;
                        let own = attribute(&start, b"language").or_else(|| attribute(&start, b"lang"));
                        let language = own.or_else(|| around?.language.clone());
                        stack.push(Node::new(tag, language));
                    }
                    (_, Some(_)) => {
                        fault = Some(format!("more than {ELEMENTS} elements"));
                        skipped = Some(xml.depth());
                    }
                    (_, None) => skipped = Some(xml.depth()),
                }
            }
            Event::End(end) => {
                let inner = xml.depth() >= outside + stack.len();
                match (skipped, stack.last_mut()) {
                    (Some(depth), _) => skipped = skipped.filter(|_| xml.depth() >= depth),
                    (None, Some(node)) if inner => markup(&mut node.text, "</", end.local_name().as_ref()),
                    (None, _) => {
                        let Some(node) = stack.pop() else { continue };
                        match stack.last_mut() {
                            Some(parent) => parent.children.push(node),
                            None => return Ok(Product { node, fault }),
                        }
                    }
                }
            }
            Event::Text(text) => {
                let within = xml.depth() > outside + stack.len();
                if let Some(node) = stack.last_mut().filter(|_| skipped.is_none()) {
                    if within {
                        // Next to real elements, a character of markup is literal.
                        node.text.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
                    } else {
                        node.text.push_str(&text);
                    }
                }
            }
            Event::Unknown(name) if skipped.is_none() && fault.is_none() => {
                fault =
                    Some(format!("the entity &{}; is not known", name.chars().take(40).collect::<String>()));
            }
            Event::Start(_) | Event::Unknown(_) | Event::Other => {}
            Event::Eof => return Err(Broken::new(xml.line(), "the file ends in the middle")),
        }
    }
}

fn markup(text: &mut String, begin: &str, name: &[u8]) {
    text.push_str(begin);
    text.push_str(&String::from_utf8_lossy(name));
    text.push('>');
}
