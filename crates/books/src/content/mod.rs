//! Reading a content document (XHTML) into blocks.

mod classed_notes;
mod concealed;
mod content_math;
mod controls;
mod count;
mod counters;
mod drawing;
mod elements;
mod embedded;
mod files;
mod flow;
mod fonts;
pub(crate) mod frames;
mod generated;
mod inline;
mod lengths;
mod link_targets;
mod linked;
mod list;
mod math;
mod media;
mod notes;
mod outline;
mod page_list;
mod pages;
mod positioned;
mod presentation;
mod quotes;
mod ruby;
mod scenes;
mod table;
mod text_style;
mod unmarked;
mod verse;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;

use roxmltree::{Document, Node};

use crate::FindingKind;
use crate::css::{self, DocumentRules, Sheets};
use crate::language::canonical_tag;
use crate::letters::SourceCount;
use crate::model::{Attrs, Block, Direction, Scope};
use crate::path;
use crate::symbol_fonts::SymbolFont;
use crate::xml::{self, OPS_NAMESPACE, XML_NAMESPACE, find_child, text_of};

pub(crate) use concealed::settle_concealed;
pub(crate) use content_math::present_content;
pub use elements::is_block;
#[cfg(any(test, feature = "testkit"))]
pub(crate) use elements::is_hidden;
pub(crate) use files::BookFiles;
use flow::BlockFlow;
use flow::note_kind;
use generated::GeneratedText;
use linked::LinkedContent;
pub use math::parse_math;
pub(crate) use media::{NOTE_ATTRIBUTE, find_lazy_attribute};
pub(crate) use notes::resolve_notes;
pub(crate) use outline::{block_ids, order_matters, set_levels, set_matter};
pub(crate) use page_list::{list_pages, place_pages};
pub(crate) use pages::bare_label;
use positioned::PositionedText;
use presentation::Presentation;
pub(crate) use scenes::recognize_scene_breaks;
pub(crate) use unmarked::recognize_references as recognize_unmarked;

/// The kind of blocks and inlines that the book hides, until it is known whether something refers to them. No
/// book can state a kind with a space.
pub(crate) const CONCEALED_KIND: &str = " concealed";

/// Pages of the print edition by document and id, from the page list.
pub(crate) type PageIds = HashMap<String, HashMap<String, String>>;

#[derive(Debug, Default)]
pub(crate) struct Content {
    pub(crate) lang: Option<String>,
    pub(crate) dir: Option<Direction>,
    pub(crate) title: Option<String>,
    pub(crate) kinds: Vec<String>,
    pub(crate) ids: Vec<String>,
    pub(crate) blocks: Vec<Block>,
    /// Letters and words that the document presents.
    pub(crate) source_count: SourceCount,
}

pub(crate) struct Reader<'a, 'i> {
    path: &'a str,
    document: &'a Document<'i>,
    /// By node id: whether a block is somewhere inside.
    blocky: Vec<bool>,
    /// Ids that the page list points at, with their labels.
    pages: Option<&'a HashMap<String, String>>,
    /// The files around the document, if they are to be read.
    files: Option<&'a BookFiles<'a>>,
    /// The content of files that elements show, by node id.
    linked_content: HashMap<u32, LinkedContent>,
    styles: drawing::DrawingStyles,
    /// The rules of style sheets for what is read.
    rules: Option<DocumentRules>,
    /// The rules of style sheets for the style of words.
    text_rules: Option<DocumentRules>,
    /// True if anything in the document may keep the ends of its lines.
    has_kept_lines: bool,
    /// True if the parts of anything in the document may be boxes next to each other.
    has_item_boxes: bool,
    /// True if styles may state the direction of anything in the document.
    has_directions: bool,
    /// True if anything in the document may be in a font of symbols.
    has_symbol_fonts: bool,
    /// The fonts of symbols that were looked up, by node id.
    symbol_fonts: RefCell<HashMap<u32, Option<SymbolFont>>>,
    presentation: Presentation,
    generated_text: GeneratedText,
    positioned: PositionedText,
    /// Nodes by id; made at the first question.
    by_id: OnceCell<HashMap<&'a str, Node<'a, 'i>>>,
    /// The cells that others name as their headers, by node id; made at the first question.
    named_headers: OnceCell<HashMap<u32, Scope>>,
    /// Nodes that extended descriptions may still take.
    description_nodes: Cell<usize>,
}

impl<'a, 'i> Reader<'a, 'i> {
    fn new(
        path: &'a str,
        document: &'a Document<'i>,
        pages: Option<&'a HashMap<String, String>>,
        files: Option<&'a BookFiles<'a>>,
    ) -> Self {
        let rules_of = |files: &BookFiles<'_>, sheets: &RefCell<Sheets>| {
            DocumentRules::from_document(files.package(), path, document, &mut sheets.borrow_mut())
        };
        let rules = files
            .and_then(|files| rules_of(files, &files.sheets))
            .filter(|rules| rules.has_declaration(|_, _| true) || rules.has_generated_content());
        let presentation = Presentation::from_document(document, rules.as_ref());
        if let Some(files) = files.filter(|_| presentation.has_closed_dialog) {
            files.report(FindingKind::InactiveContent, path, "dialog");
        }
        let generated = GeneratedText::from_document(document, rules.as_ref(), &presentation);
        let positioned = files
            .filter(|_| PositionedText::is_fixed(document))
            .and_then(|files| rules_of(files, &files.positions))
            .map(|rules| PositionedText::from_document(document, &rules, &presentation))
            .unwrap_or_default();
        let text_rules = files.and_then(|files| rules_of(files, &files.text_sheets));
        let linked =
            files.map(|files| linked::read_linked(path, document, &presentation, files)).unwrap_or_default();
        Self {
            path,
            document,
            blocky: mark_elements_with_blocks(document, &linked, &presentation),
            pages,
            files,
            linked_content: linked,
            styles: drawing::DrawingStyles::from_document(document),
            rules,
            has_kept_lines: text_style::has_kept_lines(document, text_rules.as_ref()),
            has_item_boxes: text_style::has_item_boxes(document, text_rules.as_ref()),
            has_directions: text_style::has_directions(document, text_rules.as_ref()),
            has_symbol_fonts: text_style::has_symbol_fonts(document, text_rules.as_ref()),
            symbol_fonts: RefCell::default(),
            text_rules,
            presentation,
            generated_text: generated,
            positioned,
            by_id: OnceCell::new(),
            named_headers: OnceCell::new(),
            description_nodes: Cell::new(media::MAX_DESCRIPTION_NODES),
        }
    }
}

/// Reads a document of XHTML. `files` finds what it refers to.
pub(crate) fn read_document(
    path: &str,
    document: &Document<'_>,
    pages: &PageIds,
    files: Option<&BookFiles<'_>>,
) -> Content {
    let reader = Reader::new(path, document, pages.get(path), files);
    let root = document.root_element();
    if root.tag_name().namespace() == Some(xml::SVG_NAMESPACE) {
        return reader.read_svg_document(root);
    }
    let body = find_child(root, "body").or_else(|| find_child(root, "frameset")).unwrap_or(root);
    let (html_attrs, body_attrs) = (read_attrs(root), read_attrs(body));
    let mut flow = BlockFlow::new(true);
    reader.read_flow(body, &mut flow);
    // Nodes next to the body belong to it, as in documents that were joined.
    let is_other =
        |other: &Node<'_, '_>| *other != body && !matches!(other.tag_name().name(), "head" | "noframes");
    let others: Vec<Node<'_, '_>> = root.children().filter(|other| body != root && is_other(other)).collect();
    for other in &others {
        reader.read_node(*other, &mut flow);
    }
    let title = find_child(root, "head").and_then(|head| find_child(head, "title")).map(text_of);
    Content {
        lang: body_attrs.lang.or(html_attrs.lang),
        dir: body_attrs.dir.or(html_attrs.dir).or_else(|| reader.styled_direction(body)),
        title: title.filter(|title| !title.is_empty()),
        kinds: document_kinds(root, body),
        ids: html_attrs.ids.into_iter().chain(body_attrs.ids).collect(),
        source_count: others.iter().fold(reader.count_document(body), |mut count, other| {
            count += reader.count_document(*other);
            count
        }),
        blocks: flow.finish(),
    }
}

/// The kinds of the document: those of the body, and of a section that is all the body has.
fn document_kinds<'a, 'i>(root: Node<'a, 'i>, body: Node<'a, 'i>) -> Vec<String> {
    let parts = std::iter::successors(Some(body), |part| {
        let mut elements = part.children().filter(Node::is_element);
        elements.next().filter(|only| {
            elements.next().is_none()
                && matches!(only.tag_name().name(), "section" | "div" | "article" | "main")
        })
    });
    std::iter::once(root).chain(parts).flat_map(read_kinds).collect()
}

/// Marks every element that has a block somewhere inside, in one pass.
fn mark_elements_with_blocks(
    document: &Document<'_>,
    linked: &HashMap<u32, LinkedContent>,
    presentation: &Presentation,
) -> Vec<bool> {
    let mut marks: Vec<bool> = Vec::new();
    let shows_blocks = |node: Node<'_, '_>| {
        matches!(linked.get(&node.id().get()), Some(LinkedContent::Drawing(_) | LinkedContent::Document(_)))
    };
    for node in document.root().descendants() {
        marks.push(false);
        if !node.is_element()
            || !is_block(node) && !shows_blocks(node)
            || presentation.is_never_read(node)
            || presentation.is_concealed(node)
        {
            continue;
        }
        for above in node.ancestors().skip(1) {
            let mark = &mut marks[above.id().get_usize()];
            // A formula is read as one, whatever is annotated in it.
            if *mark || above.tag_name().name() == "math" {
                break;
            }
            *mark = true;
            // Hidden content makes no block of what is around it.
            if presentation.is_concealed(above) {
                break;
            }
        }
    }
    marks
}

impl<'i> Reader<'_, 'i> {
    fn has_block(&self, node: Node<'_, 'i>) -> bool {
        self.blocky[node.id().get_usize()]
    }

    /// The path that a reference of this document leads to.
    fn resolve_path(&self, href: &str) -> Option<String> {
        self.resolve_place(href).map(|(path, _)| path)
    }

    /// The path and the fragment that a reference of this document leads to.
    fn resolve_place(&self, href: &str) -> Option<(String, Option<String>)> {
        match self.files {
            Some(files) => files.package().resolve(self.path, href),
            None => path::resolve(self.path, href),
        }
    }

    fn find_by_id(&self, id: &str) -> Option<Node<'_, 'i>> {
        let known = self.by_id.get_or_init(|| {
            let mut known = HashMap::new();
            for node in self.document.descendants() {
                for id in element_ids(node) {
                    known.entry(id).or_insert(node);
                }
            }
            known
        });
        known.get(id).copied()
    }
}

/// Visits the declarations for an element, those that take precedence last. Rules that would cost too much
/// state nothing; without rules, only the attribute of the element counts.
fn visit_declarations(node: Node<'_, '_>, rules: Option<&DocumentRules>, mut visit: impl FnMut(&str, &str)) {
    match rules {
        Some(rules) => drop(rules.cascade(node, |name, value, _| visit(name, value))),
        None => {
            for (name, value, _) in node.attribute("style").map(css::parse_declarations).unwrap_or_default() {
                visit(&name, &value);
            }
        }
    }
}

/// Reads the ids, language, direction and kinds of an element.
fn read_attrs(node: Node<'_, '_>) -> Attrs {
    let lang = node.attribute((XML_NAMESPACE, "lang")).or_else(|| node.attribute("lang"));
    Attrs {
        ids: element_ids(node).map(str::to_owned).collect(),
        lang: lang.and_then(canonical_tag),
        dir: node.attribute("dir").and_then(|dir| Direction::from_name(&dir.trim().to_ascii_lowercase())),
        kinds: read_kinds(node),
        ..Attrs::default()
    }
}

/// The ids by which links lead to an element: also the name of an anchor, as in HTML 4.
fn element_ids<'n>(node: Node<'n, '_>) -> impl Iterator<Item = &'n str> {
    let id = node.attribute("id").or_else(|| node.attribute((XML_NAMESPACE, "id"))).map(str::trim);
    let name = node.attribute("name").filter(|_| node.tag_name().name() == "a").map(str::trim);
    let name = name.filter(|name| id != Some(*name));
    id.into_iter().chain(name).filter(|id| !id.is_empty())
}

/// Reads the words of `epub:type` and `role`.
fn read_kinds(node: Node<'_, '_>) -> Vec<String> {
    let words = |value: Option<&str>| -> Vec<String> {
        value.into_iter().flat_map(str::split_ascii_whitespace).map(str::to_owned).collect()
    };
    let mut kinds = words(node.attribute((OPS_NAMESPACE, "type")));
    kinds.extend(words(node.attribute("role")));
    kinds
}
