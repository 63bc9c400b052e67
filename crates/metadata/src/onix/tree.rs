//! A product as a small tree of the supported elements; all others are skipped. Markup in texts need not be
//! well-formed. An element that does not end costs its product, and none after it.

use std::io::BufRead;

use domain::languages;
use quick_xml::events::BytesStart;

use super::tags::Tag;
use crate::entry::Broken;
use crate::plain;
use crate::xml::{Event, MAX_DEPTH, Xml, attribute, too_deep};

/// Limit of elements per product.
const MAX_ELEMENTS: usize = 50_000;

/// An element.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) tag: Tag,
    pub(super) text: String,
    /// The code of its language, as it or an element around it states it.
    pub(super) language: Option<String>,
    pub(super) children: Vec<Node>,
    /// Whether the text has elements in it.
    is_markup: bool,
}

impl Node {
    fn new(tag: Tag, language: Option<String>) -> Self {
        Self { tag, text: String::new(), language, children: Vec::new(), is_markup: false }
    }

    /// An element with a text.
    pub(super) fn leaf(tag: Tag, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::new(tag, None) }
    }

    /// An element with others in it.
    pub(super) fn composite(tag: Tag, children: Vec<Self>) -> Self {
        Self { children, ..Self::new(tag, None) }
    }

    /// The same element under another name.
    pub(super) fn renamed(self, tag: Tag) -> Self {
        Self { tag, ..self }
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

    /// The text of the first child of a kind on one line, without markup, and its stated language.
    pub(super) fn words(&self, tag: Tag) -> Option<(String, Option<String>)> {
        let node = self.filled(tag)?;
        let text = node.said()?;
        let plain = if node.is_markup {
            plain::one_line(&plain::text(text).unwrap_or_default())
        } else {
            plain::line(text)
        };
        Some((plain, node.stated_language())).filter(|(text, _)| !text.is_empty())
    }

    /// The text of the first child of a kind on one line, without markup.
    pub(super) fn line(&self, tag: Tag) -> Option<String> {
        self.words(tag).map(|(text, _)| text)
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
    /// Whether the next product begins in the middle of this one, and its start tag has been read.
    pub(super) is_cut: bool,
}

/// Reads a product after its start tag.
pub(super) fn product<R: BufRead>(xml: &mut Xml<R>, buffer: &mut Vec<u8>) -> Result<Product, Broken> {
    let mut tree = Tree {
        open: vec![Open { node: Node::new(Tag::Product, None), name: Vec::new() }],
        skipped: Vec::new(),
        depth_in_text: 0,
        count: 0,
        fault: None,
    };
    loop {
        let line = xml.line();
        match xml.next(buffer)? {
            Event::Start(start) if Tag::of(start.local_name().as_ref()) == Some(Tag::Product) => {
                let fault = "not well-formed XML: the next product begins in the middle of it";
                let node = tree.close_all();
                return Ok(Product { node, fault: Some(fault.to_owned()), is_cut: true });
            }
            Event::Start(start) => tree.start(&start, line)?,
            Event::End(end) => {
                let name = end.local_name();
                if Tag::of(name.as_ref()) == Some(Tag::Product) {
                    tree.expect_closed(1);
                    let node = tree.close_all();
                    return Ok(Product { node, fault: tree.fault, is_cut: false });
                }
                tree.end(name.as_ref());
            }
            Event::Text(text) => tree.text(&text),
            Event::Unknown(name) => tree.unknown(&name),
            Event::Other => {}
            Event::Eof => return Err(Broken::new(line, "the file ends in the middle")),
        }
    }
}

/// Reads a header after its start tag: the default language of texts.
pub(super) fn header<R: BufRead>(xml: &mut Xml<R>, buffer: &mut Vec<u8>) -> Result<Option<String>, Broken> {
    let (mut language, mut is_in_language) = (String::new(), false);
    loop {
        let line = xml.line();
        match xml.next(buffer)? {
            Event::Start(start) => {
                is_in_language = Tag::of(start.local_name().as_ref()) == Some(Tag::DefaultLanguageOfText);
            }
            Event::End(end) if Tag::of(end.local_name().as_ref()) == Some(Tag::Header) => {
                return Ok(Some(language.trim().to_owned()).filter(|code| !code.is_empty()));
            }
            Event::End(_) => is_in_language = false,
            Event::Text(text) if is_in_language => language.push_str(&text),
            Event::Text(_) | Event::Unknown(_) | Event::Other => {}
            Event::Eof => return Err(Broken::new(line, "the file ends in the middle")),
        }
    }
}

/// An element that has not ended.
struct Open {
    node: Node,
    name: Vec<u8>,
}

/// A tree in progress.
struct Tree {
    /// From the product on.
    open: Vec<Open>,
    /// The names of an element that is skipped, and of the open elements in it.
    skipped: Vec<Vec<u8>>,
    /// Open elements in the text of the last open element.
    depth_in_text: usize,
    count: usize,
    fault: Option<String>,
}

impl Tree {
    fn fail(&mut self, fault: impl Into<String>) {
        self.fault.get_or_insert(fault.into());
    }

    /// The last open element, if it has a text.
    fn text_node(&mut self) -> Option<&mut Node> {
        self.open.last_mut().map(|open| &mut open.node).filter(|node| !node.tag.is_composite())
    }

    fn start(&mut self, start: &BytesStart<'_>, line: u64) -> Result<(), Broken> {
        let name = start.local_name();
        let name = name.as_ref();
        if !self.skipped.is_empty() {
            // Markup in a text that is skipped: its elements need not end.
            if !plain::is_html(&String::from_utf8_lossy(name)) {
                self.skipped.push(name.to_vec());
            }
        } else if let Some(node) = self.text_node() {
            // Markup in a text stays until the text is converted to plain text.
            node.is_markup = true;
            push_tag(&mut node.text, "<", name);
            self.depth_in_text += 1;
        } else if let Some(tag) = Tag::of(name)
            && self.count < MAX_ELEMENTS
        {
            self.count += 1;
            let own = attribute(start, b"language").or_else(|| attribute(start, b"lang"));
            let around = || self.open.last()?.node.language.clone();
            let node = Node::new(tag, own.or_else(around));
            self.open.push(Open { node, name: name.to_vec() });
        } else {
            if Tag::of(name).is_some() {
                self.fail(format!("more than {MAX_ELEMENTS} elements"));
            }
            self.skipped.push(name.to_vec());
        }
        let is_deep = self.open.len() + self.skipped.len() > MAX_DEPTH;
        if is_deep { Err(too_deep(line)) } else { Ok(()) }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(at) = self.skipped.iter().rposition(|open| open == name) {
            self.skipped.truncate(at);
            return;
        }
        let Some(at) = self.open.iter().rposition(|open| open.name == name) else {
            // An end without a start: of markup, or of nothing.
            if let Some(node) = self.text_node().filter(|node| node.is_markup) {
                push_tag(&mut node.text, "</", name);
                self.depth_in_text = self.depth_in_text.saturating_sub(1);
            }
            return;
        };
        self.expect_closed(at + 1);
        self.close(at);
    }

    /// Fails if an element after the first ones is open.
    fn expect_closed(&mut self, count: usize) {
        let open = self.skipped.first().or_else(|| self.open.get(count..)?.last().map(|open| &open.name));
        if let Some(name) = open {
            let name = String::from_utf8_lossy(name).chars().take(40).collect::<String>();
            self.fail(format!("not well-formed XML: {name} does not end"));
        }
        self.skipped.clear();
    }

    /// Closes the element at a place, and those in it.
    fn close(&mut self, at: usize) {
        self.depth_in_text = 0;
        while self.open.len() > at.max(1) {
            if let Some(closed) = self.open.pop()
                && let Some(parent) = self.open.last_mut()
            {
                parent.node.children.push(closed.node);
            }
        }
    }

    /// Closes everything; the product remains.
    fn close_all(&mut self) -> Node {
        self.close(1);
        self.open.pop().map_or_else(|| Node::new(Tag::Product, None), |open| open.node)
    }

    fn text(&mut self, text: &str) {
        if !self.skipped.is_empty() {
            return;
        }
        let is_in_markup = self.depth_in_text > 0;
        if let Some(node) = self.text_node() {
            if is_in_markup {
                // Next to real elements, a character of markup is literal.
                node.text.push_str(&text.replace('&', "&amp;").replace('<', "&lt;"));
            } else {
                node.text.push_str(text);
            }
        }
    }

    fn unknown(&mut self, name: &str) {
        if self.skipped.is_empty() {
            self.fail(format!("the entity &{}; is not known", name.chars().take(40).collect::<String>()));
        }
    }
}

fn push_tag(text: &mut String, begin: &str, name: &[u8]) {
    text.push_str(begin);
    text.push_str(&String::from_utf8_lossy(name));
    text.push('>');
}
