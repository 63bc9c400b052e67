//! A product as a small tree of the supported elements; all others are skipped. Markup in texts need not be
//! well-formed. An element that does not end costs its product, and none after it.

use std::io::BufRead;

use domain::languages;
use quick_xml::escape::minimal_escape;
use quick_xml::events::BytesStart;

use super::tags::Tag;
use crate::xml::{MAX_DEPTH, XmlEvent, XmlReader, attribute_value, too_deep_error};
use crate::{BrokenFile, plain};

/// Limit of elements per product.
const MAX_ELEMENTS: usize = 50_000;

#[derive(Debug)]
pub(super) struct OnixNode {
    pub(super) tag: Tag,
    pub(super) text: String,
    /// The code of its language, as it or an element around it states it.
    pub(super) language: Option<String>,
    pub(super) children: Vec<OnixNode>,
    /// True if the text has elements in it.
    is_markup: bool,
}

impl OnixNode {
    fn new(tag: Tag, language: Option<String>) -> Self {
        Self { tag, text: String::new(), language, children: Vec::new(), is_markup: false }
    }

    pub(super) fn leaf(tag: Tag, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::new(tag, None) }
    }

    /// An element with others in it.
    pub(super) fn composite(tag: Tag, children: Vec<Self>) -> Self {
        Self { children, ..Self::new(tag, None) }
    }

    /// Renames the element.
    pub(super) fn with_tag(self, tag: Tag) -> Self {
        Self { tag, ..self }
    }

    /// Elements of one kind in it.
    pub(super) fn children_of(&self, tag: Tag) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(move |child| child.tag == tag)
    }

    pub(super) fn first_child(&self, tag: Tag) -> Option<&Self> {
        self.children_of(tag).next()
    }

    /// The text of an element; `None` if it is empty.
    pub(super) fn text(&self) -> Option<&str> {
        Some(self.text.trim()).filter(|text| !text.is_empty())
    }

    /// Its stated language, as a BCP 47 tag. `None` if none is stated, or it is not one of ISO 639-2.
    pub(super) fn stated_language(&self) -> Option<String> {
        languages::tag(languages::alpha3(self.language.as_deref()?)?).map(str::to_owned)
    }

    pub(super) fn first_with_text(&self, tag: Tag) -> Option<&Self> {
        self.children_of(tag).find(|node| node.text().is_some())
    }

    /// The text of the first child of a kind.
    pub(super) fn text_of(&self, tag: Tag) -> Option<&str> {
        self.first_with_text(tag)?.text()
    }

    /// The text of the first child of a kind on one line, without markup, and its stated language.
    pub(super) fn text_and_language_of(&self, tag: Tag) -> Option<(String, Option<String>)> {
        let node = self.first_with_text(tag)?;
        let text = node.text()?;
        let plain = if node.is_markup {
            plain::collapse_white_space(&plain::to_plain_text(text).unwrap_or_default())
        } else {
            plain::to_plain_line(text)
        };
        Some((plain, node.stated_language())).filter(|(text, _)| !text.is_empty())
    }

    /// The text of the first child of a kind on one line, without markup.
    pub(super) fn line_of(&self, tag: Tag) -> Option<String> {
        self.text_and_language_of(tag).map(|(text, _)| text)
    }

    /// Returns the trimmed text of the first child of a kind on one line; empty if there is none.
    pub(super) fn code_of(&self, tag: Tag) -> &str {
        self.text_of(tag).unwrap_or_default()
    }
}

pub(super) struct ProductTree {
    pub(super) node: OnixNode,
    pub(super) fault: Option<String>,
    /// True if the next product begins in the middle of this one, and its start tag has been read.
    pub(super) is_cut: bool,
}

/// Reads a product after its start tag.
pub(super) fn read_product<R: BufRead>(
    xml: &mut XmlReader<R>,
    buffer: &mut Vec<u8>,
) -> Result<ProductTree, BrokenFile> {
    let mut tree = TreeBuilder {
        open: vec![OpenElement { node: OnixNode::new(Tag::Product, None), name: Vec::new() }],
        skipped_elements: Vec::new(),
        depth_in_text: 0,
        count: 0,
        fault: None,
    };
    loop {
        let line = xml.line_number();
        match xml.read_event(buffer)? {
            XmlEvent::Start(start) if Tag::from_name(start.local_name().as_ref()) == Some(Tag::Product) => {
                let fault = "not well-formed XML: the next product begins in the middle of it";
                let node = tree.close_all();
                return Ok(ProductTree { node, fault: Some(fault.to_owned()), is_cut: true });
            }
            XmlEvent::Start(start) => tree.open_element(&start, line)?,
            XmlEvent::End(end) => {
                let name = end.local_name();
                if Tag::from_name(name.as_ref()) == Some(Tag::Product) {
                    tree.expect_closed(1);
                    let node = tree.close_all();
                    return Ok(ProductTree { node, fault: tree.fault, is_cut: false });
                }
                tree.end_element(name.as_ref());
            }
            XmlEvent::Text(text) => tree.push_text(&text),
            XmlEvent::Unknown(name) => tree.push_unknown_tag(&name),
            XmlEvent::Other => {}
            XmlEvent::Eof => return Err(BrokenFile::new(line, "the file ends in the middle")),
        }
    }
}

/// Reads a header after its start tag: the default language of texts.
pub(super) fn read_header<R: BufRead>(
    xml: &mut XmlReader<R>,
    buffer: &mut Vec<u8>,
) -> Result<Option<String>, BrokenFile> {
    let (mut language, mut is_in_language) = (String::new(), false);
    loop {
        let line = xml.line_number();
        match xml.read_event(buffer)? {
            XmlEvent::Start(start) => {
                is_in_language =
                    Tag::from_name(start.local_name().as_ref()) == Some(Tag::DefaultLanguageOfText);
            }
            XmlEvent::End(end) if Tag::from_name(end.local_name().as_ref()) == Some(Tag::Header) => {
                return Ok(Some(language.trim().to_owned()).filter(|code| !code.is_empty()));
            }
            XmlEvent::End(_) => is_in_language = false,
            XmlEvent::Text(text) if is_in_language => language.push_str(&text),
            XmlEvent::Text(_) | XmlEvent::Unknown(_) | XmlEvent::Other => {}
            XmlEvent::Eof => return Err(BrokenFile::new(line, "the file ends in the middle")),
        }
    }
}

/// An element that has not ended.
struct OpenElement {
    node: OnixNode,
    name: Vec<u8>,
}

struct TreeBuilder {
    open: Vec<OpenElement>,
    /// The names of an element that is skipped, and of the open elements in it.
    skipped_elements: Vec<Vec<u8>>,
    /// Open elements in the text of the last open element.
    depth_in_text: usize,
    count: usize,
    fault: Option<String>,
}

impl TreeBuilder {
    fn set_fault(&mut self, fault: impl Into<String>) {
        self.fault.get_or_insert(fault.into());
    }

    /// The last open element, if it has a text.
    fn text_node(&mut self) -> Option<&mut OnixNode> {
        self.open.last_mut().map(|open| &mut open.node).filter(|node| !node.tag.is_composite())
    }

    fn open_element(&mut self, start: &BytesStart<'_>, line: u64) -> Result<(), BrokenFile> {
        let name = start.local_name();
        let name = name.as_ref();
        if !self.skipped_elements.is_empty() {
            // Skipped markup in a text: its elements need not end.
            if !plain::is_html_element(&String::from_utf8_lossy(name)) {
                self.skipped_elements.push(name.to_vec());
            }
        } else if let Some(node) = self.text_node() {
            // Markup in a text stays until the text is converted to plain text.
            node.is_markup = true;
            push_tag(&mut node.text, "<", name);
            self.depth_in_text += 1;
        } else if let Some(tag) = Tag::from_name(name)
            && self.count < MAX_ELEMENTS
        {
            self.count += 1;
            let own = attribute_value(start, b"language").or_else(|| attribute_value(start, b"lang"));
            let around = || self.open.last()?.node.language.clone();
            let node = OnixNode::new(tag, own.or_else(around));
            self.open.push(OpenElement { node, name: name.to_vec() });
        } else {
            if Tag::from_name(name).is_some() {
                self.set_fault(format!("more than {MAX_ELEMENTS} elements"));
            }
            self.skipped_elements.push(name.to_vec());
        }
        let is_deep = self.open.len() + self.skipped_elements.len() > MAX_DEPTH;
        if is_deep { Err(too_deep_error(line)) } else { Ok(()) }
    }

    fn end_element(&mut self, name: &[u8]) {
        if let Some(at) = self.skipped_elements.iter().rposition(|open| open == name) {
            self.skipped_elements.truncate(at);
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
        self.close_from(at);
    }

    /// Fails if an element after the first ones is open.
    fn expect_closed(&mut self, count: usize) {
        let open =
            self.skipped_elements.first().or_else(|| self.open.get(count..)?.last().map(|open| &open.name));
        if let Some(name) = open {
            let name = String::from_utf8_lossy(name).chars().take(40).collect::<String>();
            self.set_fault(format!("not well-formed XML: {name} does not end"));
        }
        self.skipped_elements.clear();
    }

    /// Closes the element at a place, and those in it.
    fn close_from(&mut self, at: usize) {
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
    fn close_all(&mut self) -> OnixNode {
        self.close_from(1);
        self.open.pop().map_or_else(|| OnixNode::new(Tag::Product, None), |open| open.node)
    }

    fn push_text(&mut self, text: &str) {
        if !self.skipped_elements.is_empty() {
            return;
        }
        let is_in_markup = self.depth_in_text > 0;
        if let Some(node) = self.text_node() {
            if is_in_markup {
                // Next to real elements, a character of markup is literal.
                node.text.push_str(&minimal_escape(text));
            } else {
                node.text.push_str(text);
            }
        }
    }

    fn push_unknown_tag(&mut self, name: &str) {
        if self.skipped_elements.is_empty() {
            self.set_fault(format!(
                "the entity &{}; is not known",
                name.chars().take(40).collect::<String>()
            ));
        }
    }
}

fn push_tag(text: &mut String, begin: &str, name: &[u8]) {
    text.push_str(begin);
    text.push_str(&String::from_utf8_lossy(name));
    text.push('>');
}
