//! Turning an ill-formed document into well-formed XHTML, the way browsers read it.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, Namespace, QualName};

use super::html::{self, BoundedSink, ParseStop};
use super::{bounds, escape};
use crate::{Error, Limits, Result};

/// Factor by which a tree may be deeper while it is built than in the end, when its parser checks it.
const DEPTH_FACTOR: usize = 2;
/// Steps among the children of an element, for each node of a tree.
const CHILD_STEPS_PER_NODE: u64 = 64;

/// Reads tag soup and writes it as well-formed XHTML with every element closed.
///
/// # Errors
/// The document, or what it becomes, is too large or too deep, or a tag has too many attributes.
pub(crate) fn repair_html(entry: &str, text: &str, limits: &Limits) -> Result<String> {
    bounds::check_size(entry, text.len())?;
    let opened = open_self_closed(text);
    let tree = html::parse_bounded(opened.as_ref(), ParseTree::new(limits)).map_err(|stopped| {
        let entry = entry.to_owned();
        match stopped {
            ParseStop::Attributes => Error::TooManyAttributes { entry, limit: Limits::MAX_ATTRIBUTES },
            ParseStop::Nodes => Error::TooManyNodes { entry, limit: limits.xml_nodes },
            ParseStop::Depth => Error::TooDeep { entry, limit: limits.xml_depth },
        }
    })?;
    tree.to_xhtml(entry)
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
        let is_void = |name: &str| VOID.iter().any(|void| name.eq_ignore_ascii_case(void));
        match name.filter(|name| name.chars().all(char::is_alphanumeric) && !is_void(name)) {
            Some(name) => out.extend(["></", name, ">"]),
            None => out.push_str("/>"),
        }
        rest = &rest[end + 2..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

#[derive(Debug)]
enum NodeContent {
    Document,
    Element { name: QualName, attributes: Vec<Attribute> },
    Text(String),
    Nothing,
}

#[derive(Debug)]
struct TreeItem {
    content: NodeContent,
    parent: Option<usize>,
    children: Vec<usize>,
    /// Elements around it, when it was put where it is.
    depth: usize,
}

/// A tree in one vector, as the HTML parser builds it.
#[derive(Debug)]
struct ParseTree {
    items: RefCell<Vec<TreeItem>>,
    /// Nodes and attributes that may still be added.
    room: Cell<u64>,
    /// Steps that may still be done among children.
    steps: Cell<u64>,
    /// Deepest so far, and the most that is allowed.
    deepest: Cell<usize>,
    depth: usize,
}

impl BoundedSink for ParseTree {
    fn check_bounds(&self) -> Result<(), ParseStop> {
        if self.room.get() == 0 || self.steps.get() == 0 {
            return Err(ParseStop::Nodes);
        }
        if self.deepest.get() > self.depth { Err(ParseStop::Depth) } else { Ok(()) }
    }
}

impl ParseTree {
    fn new(limits: &Limits) -> Self {
        let nodes = u64::from(limits.xml_nodes);
        let document =
            TreeItem { content: NodeContent::Document, parent: None, children: Vec::new(), depth: 0 };
        Self {
            items: RefCell::new(vec![document]),
            room: Cell::new(nodes),
            steps: Cell::new(nodes.saturating_mul(CHILD_STEPS_PER_NODE)),
            deepest: Cell::new(0),
            depth: limits.xml_depth.saturating_mul(DEPTH_FACTOR),
        }
    }

    fn add_node(&self, content: NodeContent) -> usize {
        let cost = match &content {
            NodeContent::Element { attributes, .. } => 1 + attributes.len() as u64,
            _ => 1,
        };
        self.room.set(self.room.get().saturating_sub(cost));
        let mut items = self.items.borrow_mut();
        items.push(TreeItem { content, parent: None, children: Vec::new(), depth: 0 });
        items.len() - 1
    }

    /// The place of a child, looked for from the end, where it mostly is.
    fn child_position(&self, children: &[usize], child: usize) -> Option<usize> {
        let place = children.iter().rposition(|other| *other == child);
        let steps = children.len() - place.unwrap_or_default();
        self.steps.set(self.steps.get().saturating_sub(steps as u64));
        place
    }

    fn detach_node(&self, node: usize) {
        let mut items = self.items.borrow_mut();
        if let Some(parent) = items[node].parent.take()
            && let Some(place) = self.child_position(&items[parent].children, node)
        {
            items[parent].children.remove(place);
        }
    }

    /// Puts a child at a place among its parent's children; text joins the text before it.
    fn insert_child(&self, parent: usize, place: usize, child: NodeOrText<usize>) {
        let node = match child {
            NodeOrText::AppendNode(node) => {
                self.detach_node(node);
                node
            }
            NodeOrText::AppendText(text) => {
                let mut items = self.items.borrow_mut();
                let before = place.checked_sub(1).and_then(|at| items[parent].children.get(at)).copied();
                if let Some(before) = before
                    && let NodeContent::Text(existing) = &mut items[before].content
                {
                    existing.push_str(&text);
                    return;
                }
                drop(items);
                self.add_node(NodeContent::Text(text.to_string()))
            }
        };
        let mut items = self.items.borrow_mut();
        items[node].parent = Some(parent);
        items[node].depth = items[parent].depth + 1;
        self.deepest.set(self.deepest.get().max(items[node].depth));
        let place = place.min(items[parent].children.len());
        items[parent].children.insert(place, node);
    }

    fn to_xhtml(&self, entry: &str) -> Result<String> {
        let items = self.items.borrow();
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n");
        // A stack instead of recursion: tag soup nests as deep as it likes.
        let mut stack: Vec<(usize, bool)> =
            items[0].children.iter().rev().map(|child| (*child, false)).collect();
        while let Some((at, leaving)) = stack.pop() {
            // The copied text of each paragraph may be long.
            bounds::check_size(entry, out.len())?;
            match &items[at].content {
                NodeContent::Element { name, .. } if leaving => {
                    out.extend(["</", &valid_local_name(name), ">"]);
                }
                NodeContent::Element { name, attributes } => {
                    let around = items[at].parent.and_then(|parent| match &items[parent].content {
                        NodeContent::Element { name, .. } => Some(&name.ns),
                        _ => None,
                    });
                    start_tag(&mut out, name, attributes, around);
                    stack.push((at, true));
                    stack.extend(items[at].children.iter().rev().map(|child| (*child, false)));
                }
                NodeContent::Text(text) => out.push_str(&escape(text)),
                NodeContent::Document | NodeContent::Nothing => {}
            }
        }
        Ok(out)
    }
}

/// `around`: the namespace of the element that it is in; `None` for the root.
fn start_tag(out: &mut String, name: &QualName, attributes: &[Attribute], around: Option<&Namespace>) {
    out.extend(["<", &valid_local_name(name)]);
    if around != Some(&name.ns) {
        out.extend([" xmlns=\"", &name.ns, "\""]);
    }
    if around.is_none() {
        out.push_str(" xmlns:epub=\"http://www.idpf.org/2007/ops\"");
    }
    let mut seen: Vec<String> = Vec::new();
    for attribute in attributes {
        let key = attribute_name(&attribute.name);
        if key.is_empty() || key.starts_with("xmlns") || seen.contains(&key) {
            continue;
        }
        out.push(' ');
        // Any attribute may have the prefix, in any element; each element declares it for itself.
        if key.starts_with("xlink:") && !seen.iter().any(|key| key.starts_with("xlink:")) {
            out.push_str("xmlns:xlink=\"http://www.w3.org/1999/xlink\" ");
        }
        out.extend([key.as_str(), "=\"", &escape(&attribute.value), "\""]);
        seen.push(key);
    }
    out.push('>');
}

/// An element name that XML accepts; a prefix is dropped.
fn valid_local_name(name: &QualName) -> String {
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

impl TreeSink for ParseTree {
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
            NodeContent::Element { name, .. } => name,
            // The parser asks for the names of elements only.
            _ => unreachable!("not an element"),
        })
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _flags: ElementFlags) -> usize {
        self.add_node(NodeContent::Element { name, attributes })
    }

    fn is_mathml_annotation_xml_integration_point(&self, target: &usize) -> bool {
        let items = self.items.borrow();
        let NodeContent::Element { attributes, .. } = &items[*target].content else { return false };
        // The parser asks about `annotation-xml` only.
        attributes.iter().any(|attribute| {
            &*attribute.name.local == "encoding"
                && ["text/html", "application/xhtml+xml"]
                    .iter()
                    .any(|html| attribute.value.eq_ignore_ascii_case(html))
        })
    }

    fn create_comment(&self, _text: StrTendril) -> usize {
        self.add_node(NodeContent::Nothing)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> usize {
        self.add_node(NodeContent::Nothing)
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        let end = self.items.borrow()[*parent].children.len();
        self.insert_child(*parent, end, child);
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
            self.detach_node(*node);
        }
        let items = self.items.borrow();
        let Some(parent) = items[*sibling].parent else { return };
        let place = self.child_position(&items[parent].children, *sibling).unwrap_or_default();
        drop(items);
        self.insert_child(parent, place, child);
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
        self.room.set(self.room.get().saturating_sub(more.len() as u64));
        if let NodeContent::Element { attributes, .. } = &mut self.items.borrow_mut()[*target].content {
            self.steps.set(self.steps.get().saturating_sub((attributes.len() * more.len()) as u64));
            for attribute in more {
                if !attributes.iter().any(|existing| existing.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.detach_node(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut items = self.items.borrow_mut();
        let moved = std::mem::take(&mut items[*node].children);
        self.steps.set(self.steps.get().saturating_sub(moved.len() as u64));
        for child in &moved {
            items[*child].parent = Some(*new_parent);
        }
        items[*new_parent].children.extend(moved);
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use html5ever::tendril::TendrilSink;
    use html5ever::{ParseOpts, parse_document};
    use proptest::prelude::*;

    use super::*;

    fn repair_text(text: &str) -> Result<String> {
        repair_html("a", text, &Limits::default())
    }

    /// Repairs a document in one piece, by the parser alone.
    fn repair_by_parser_alone(text: &str) -> String {
        let tree = ParseTree::new(&Limits::default());
        let tree = parse_document(tree, ParseOpts::default()).one(open_self_closed(text).as_ref());
        tree.to_xhtml("a").unwrap()
    }

    #[test]
    fn tag_soup_becomes_well_formed() {
        let xhtml = repair_text(
            "<html><head><title/></head><body><p>a<br>b & c<p epub:type=x>d <i>e<b>f</i>g</b></body>",
        )
        .unwrap();
        let document = crate::xml::parse("a", &xhtml, &Limits::default()).unwrap();
        let body = crate::xml::find_child(document.root_element(), "body").unwrap();
        assert_eq!(crate::xml::text_of(body), "ab & cd efg");
    }

    #[test]
    fn the_prefix_of_links_is_declared_wherever_it_is_written() {
        for text in [
            "<body xlink:epub=a><p>b",
            "<svg><a xlink:href=a xlink:title=b>c</a></svg>",
            "<p xlink:href=a xlink:x=b>",
        ] {
            let xhtml = repair_text(text).unwrap();
            assert!(crate::xml::parse("a", &xhtml, &Limits::default()).is_ok(), "{xhtml}");
        }
    }

    #[test]
    fn each_element_has_the_namespace_that_it_has_in_a_browser() {
        let xhtml = repair_text(
            "<div>a<svg><g><svg><path/></svg><foreignObject><div>b<i>c</i><svg><title><b>d</b></title></svg>\
             </div></foreignObject><desc><p>e</p></desc></g></svg><math><mtext><span>f</span></mtext><mi>g</mi>\
             <annotation-xml encoding='text/html'><p>h</p></annotation-xml>\
             <annotation-xml><svg><path/></svg></annotation-xml></math></div><table><tr><td>i",
        )
        .unwrap();
        let document = crate::xml::parse("a", &xhtml, &Limits::default()).unwrap();
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name();
            let expected = match name.name() {
                "svg" | "g" | "path" | "foreignObject" | "title" | "desc" => crate::xml::SVG_NAMESPACE,
                "math" | "mtext" | "mi" | "annotation-xml" => crate::xml::MATHML_NAMESPACE,
                _ => crate::xml::XHTML_NAMESPACE,
            };
            assert_eq!(name.namespace(), Some(expected), "{}: {xhtml}", name.name());
        }
        // Declared where it changes, and nowhere else.
        assert_eq!(xhtml.matches(" xmlns=").count(), 10, "{xhtml}");
    }

    #[test]
    fn pieces_make_the_same_tree_as_the_whole() {
        for text in [
            "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'><p><table><tr><td>a</table>b<!doctype html>",
            "<script>if (a<b) '<i c=\"'; <!-- <script> </script> --> x</script e><p f='</p>'>g",
            "<title>a <b> c</TITLE x><textarea>\n<p></textarea ><style></p></style/><svg><title><b></title><style><c/></style>",
            "<p>1 < 2 << 3 <4 </ 5 </> <? b > <! c > <!--> d <!---> e <!-- f --!> g <!-- > -- h --> i",
            "<svg><![CDATA[ <b> ]]></svg><![CDATA[ <b> ]]> <math><mi><![CDATA[ c ]]></mi></math>",
            "<p>a<plaintext></p> b <i>",
            "<p>a&amp;b &notit; &#x; c<d",
            "<pre>\na</pre><noscript><p></noscript><iframe><p></iframe><xmp></p></xmp><noembed><b></noembed>",
            "<frameset><frame></frameset><noframes><b></noframes>",
            "<table>a<!-- b --> <tr><td>c<!></table><table>d</> </table><table>e</ > </table><table>f<?g> <p>",
            "<pre><!-- a -->\nb</pre><textarea></>\nc</textarea><listing><![CDATA[d>\ne</listing>",
            "<textarea>a</textarea b='>c</textarea d=\">e",
            "<script>a<!--b<script c</script d>e</script f='>'>g</script>h",
            "<script><!--><script></script>a<script><!-- --><!--<scripts></script>b<script><!--<script--></script>c",
        ] {
            assert_eq!(repair_text(text).unwrap(), repair_by_parser_alone(text), "{text}");
        }
    }

    #[test]
    fn documents_that_would_take_too_long_are_stopped() {
        let attributes = |count: usize| {
            (0..count).fold(String::new(), |mut all, n| {
                let _ = write!(all, " a{n}");
                all
            })
        };
        let many = attributes(100_000);
        // Where the parser reads a tag, whatever else it may look like.
        for text in [
            format!("<p{many}>"),
            format!("</p{many}>"),
            format!("<p b='>'{many}>"),
            format!("<svg><title><p{many}>"),
            format!("<script><!-- <script> </script b='</script>'> --> </script><p{many}>"),
        ] {
            assert!(
                matches!(repair_text(&text), Err(Error::TooManyAttributes { limit: 200, .. })),
                "{text:.60}"
            );
        }
        assert!(repair_text(&format!("<title></title{many}><p>a")).is_ok(), "they are dropped");
        let deep = "<div>".repeat(200_000);
        assert!(matches!(repair_text(&deep), Err(Error::TooDeep { limit: 200, .. })));
        // Each paragraph opens again what is open.
        let bold = (0..300).map(|n| format!("<b c={n}>")).collect::<Vec<_>>().concat();
        let copied = format!("<p>{bold}{}", "<p>a".repeat(50_000));
        let limits = Limits { xml_nodes: 1_000_000, ..Limits::default() };
        assert!(matches!(
            repair_html("a", &copied, &limits),
            Err(Error::TooManyNodes { limit: 1_000_000, .. })
        ));
        let long = format!("<p><b c='{}'>{}", "d".repeat(1 << 20), "<p>a".repeat(1000));
        assert!(matches!(repair_text(&long), Err(Error::EntryTooLarge { .. })));
        // Tags that are put before a table again and again.
        let table = format!("<table>{}", "<b></b>a".repeat(20_000));
        assert!(repair_text(&table).is_ok());
        let merged = (0..50_000).fold(String::new(), |mut all, n| {
            let _ = write!(all, "<html a{n}=''>");
            all
        });
        assert!(matches!(repair_html("a", &merged, &limits), Err(Error::TooManyNodes { .. })));
    }

    proptest! {
        #[test]
        fn any_input_becomes_well_formed(text in "(<[/a-z!?]{0,6}[ a-z=\"':]{0,12}/?>|\\PC{0,8}|&[a-z]{0,5};?){0,30}") {
            let xhtml = repair_text(&text).unwrap();
            prop_assert!(crate::xml::parse("a", &xhtml, &Limits::default()).is_ok(), "{xhtml}");
        }

        #[test]
        fn pieces_of_any_input_make_the_same_tree_as_the_whole(
            text in "(</?(p|b|a|table|td|script|style|title|textarea|svg|math|mi|template|select|xmp|plaintext)( [a-z'\"=<>/]{0,8}){0,2}/?>|<!--|-->|<!\\[CDATA\\[|\\]\\]>|<[a-z!?/<]?|[a-z '\"&>]{0,4}){0,25}"
        ) {
            prop_assert_eq!(repair_text(&text).unwrap(), repair_by_parser_alone(&text));
        }
    }
}
