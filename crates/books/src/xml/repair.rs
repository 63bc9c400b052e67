//! Turning an ill-formed document into well-formed XHTML, the way browsers read it.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

use super::escape;

/// Reads tag soup and writes it as well-formed XHTML with every element closed.
pub(crate) fn repair(text: &str) -> String {
    let opened = open_self_closed(text);
    let tree = parse_document(Tree::default(), ParseOpts::default()).one(opened.as_ref());
    tree.to_xhtml()
}

/// `<title/>` is one element in XML and swallows the rest of the document in HTML.
fn open_self_closed(text: &str) -> Cow<'_, str> {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
        "track", "wbr",
    ];
    if !text.contains("/>") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(end) = rest.find("/>") {
        let head = &rest[..end];
        let name =
            head.rfind('<').map(|at| &head[at + 1..]).and_then(|tag| tag.split_ascii_whitespace().next());
        out.push_str(head);
        match name.filter(|name| name.chars().all(char::is_alphanumeric) && !VOID.contains(name)) {
            Some(name) => {
                out.push_str("></");
                out.push_str(name);
                out.push('>');
            }
            None => out.push_str("/>"),
        }
        rest = &rest[end + 2..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[derive(Debug)]
enum Content {
    Document,
    Element { name: QualName, attributes: Vec<Attribute> },
    Text(String),
    Nothing,
}

#[derive(Debug)]
struct Item {
    content: Content,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// A tree in one vector, as the HTML parser builds it.
#[derive(Debug)]
struct Tree {
    items: RefCell<Vec<Item>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            items: RefCell::new(vec![Item {
                content: Content::Document,
                parent: None,
                children: Vec::new(),
            }]),
        }
    }
}

impl Tree {
    fn add(&self, content: Content) -> usize {
        let mut items = self.items.borrow_mut();
        items.push(Item { content, parent: None, children: Vec::new() });
        items.len() - 1
    }

    fn detach(&self, node: usize) {
        let mut items = self.items.borrow_mut();
        if let Some(parent) = items[node].parent.take() {
            items[parent].children.retain(|child| *child != node);
        }
    }

    /// Puts a child at a place among its parent's children; text joins the text before it.
    fn insert(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let node = match child {
            NodeOrText::AppendNode(node) => {
                self.detach(node);
                node
            }
            NodeOrText::AppendText(text) => {
                let mut items = self.items.borrow_mut();
                let before = place.checked_sub(1).and_then(|at| items[parent].children.get(at)).copied();
                if let Some(before) = before
                    && let Content::Text(existing) = &mut items[before].content
                {
                    existing.push_str(&text);
                    return;
                }
                drop(items);
                self.add(Content::Text(text.to_string()))
            }
        };
        let mut items = self.items.borrow_mut();
        items[node].parent = Some(parent);
        let place = place.min(items[parent].children.len());
        items[parent].children.insert(place, node);
    }

    fn to_xhtml(&self) -> String {
        let items = self.items.borrow();
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n");
        // A stack instead of recursion: tag soup nests as deep as it likes.
        let mut stack: Vec<(usize, bool)> =
            items[0].children.iter().rev().map(|child| (*child, false)).collect();
        while let Some((at, leaving)) = stack.pop() {
            match &items[at].content {
                Content::Element { name, .. } if leaving => {
                    out.push_str("</");
                    out.push_str(&local(name));
                    out.push('>');
                }
                Content::Element { name, attributes } => {
                    start_tag(&mut out, name, attributes, items[at].parent == Some(0));
                    stack.push((at, true));
                    stack.extend(items[at].children.iter().rev().map(|child| (*child, false)));
                }
                Content::Text(text) => out.push_str(&escape(text)),
                Content::Document | Content::Nothing => {}
            }
        }
        out
    }
}

fn start_tag(out: &mut String, name: &QualName, attributes: &[Attribute], root: bool) {
    let local = local(name);
    out.push('<');
    out.push_str(&local);
    if root {
        out.push_str(" xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\"");
    } else if local == "svg" || local == "math" {
        out.push_str(" xmlns=\"");
        out.push_str(&name.ns);
        out.push('"');
    }
    let mut seen: Vec<String> = Vec::new();
    for attribute in attributes {
        let key = attribute_name(&attribute.name);
        if key.is_empty() || key.starts_with("xmlns") || seen.contains(&key) {
            continue;
        }
        out.push(' ');
        out.push_str(&key);
        if key == "xlink:href" {
            out.insert_str(out.len() - key.len(), "xmlns:xlink=\"http://www.w3.org/1999/xlink\" ");
        }
        out.push_str("=\"");
        out.push_str(&escape(&attribute.value));
        out.push('"');
        seen.push(key);
    }
    out.push('>');
}

/// An element name that XML accepts; a prefix is dropped.
fn local(name: &QualName) -> String {
    let local = name.local.rsplit(':').next().unwrap_or_default();
    if is_name(local) { local.to_owned() } else { "span".to_owned() }
}

/// `lang`, `epub:type`, `xlink:href`, `xml:lang`; empty for what XML does not accept.
fn attribute_name(name: &QualName) -> String {
    let local = &*name.local;
    let full = match &name.prefix {
        Some(prefix) if !prefix.is_empty() => format!("{prefix}:{local}"),
        _ => local.to_owned(),
    };
    match full.split_once(':') {
        None if is_name(&full) => full,
        Some(("epub" | "xlink" | "xml", rest)) if is_name(rest) => full,
        _ => String::new(),
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

impl TreeSink for Tree {
    type Handle = usize;
    type Output = Self;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Ref<'a, QualName> {
        Ref::map(self.items.borrow(), |items| match &items[*target].content {
            Content::Element { name, .. } => name,
            // The parser asks for the names of elements only.
            _ => unreachable!("not an element"),
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> usize {
        self.add(Content::Element { name, attributes })
    }

    fn create_comment(&self, _text: StrTendril) -> usize {
        self.add(Content::Nothing)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.add(Content::Nothing)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let end = self.items.borrow()[*parent].children.len();
        self.insert(*parent, end, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        if self.items.borrow()[*element].parent.is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.detach(*node);
        }
        let items = self.items.borrow();
        let Some(parent) = items[*sibling].parent else { return };
        let place = items[parent].children.iter().position(|child| child == sibling).unwrap_or_default();
        drop(items);
        self.insert(parent, place, child);
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, x: &usize, y: &usize) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &usize, more: Vec<Attribute>) {
        if let Content::Element { attributes, .. } = &mut self.items.borrow_mut()[*target].content {
            for attribute in more {
                if !attributes.iter().any(|existing| existing.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut items = self.items.borrow_mut();
        let moved = std::mem::take(&mut items[*node].children);
        for child in &moved {
            items[*child].parent = Some(*new_parent);
        }
        items[*new_parent].children.extend(moved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tag_soup_becomes_well_formed() {
        let xhtml =
            repair("<html><head><title/></head><body><p>a<br>b & c<p epub:type=x>d <i>e<b>f</i>g</b></body>");
        let document = crate::xml::parse("a", &xhtml, &crate::Limits::default()).unwrap();
        let body = crate::xml::child(document.root_element(), "body").unwrap();
        assert_eq!(crate::xml::text_of(body), "ab & cd efg");
    }

    proptest! {
        #[test]
        fn any_input_becomes_well_formed(text in "(<[/a-z!?]{0,6}[ a-z=\"':]{0,12}/?>|\\PC{0,8}|&[a-z]{0,5};?){0,30}") {
            let xhtml = repair(&text);
            prop_assert!(crate::xml::parse("a", &xhtml, &crate::Limits::default()).is_ok(), "{xhtml}");
        }
    }
}
