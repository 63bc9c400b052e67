//! Content of a document besides its pages: comments, attached files, forms that only one program shows, and
//! fonts whose characters have no names.

use std::collections::HashSet;

use books::draft::tidy_text;
use books::model::{Attrs, Block, BlockKind, Inline, List, ListItem};
use serde_json::Value;

use super::fields::{AnnotationBudget, is_invisible, read_name, read_shown_words};
use super::objects::PdfObjects;

/// Maximum numbers of comments and of attached files that are read.
const MAX_COMMENTS: usize = 5_000;
const MAX_ATTACHMENTS: usize = 1_000;
/// Limits of the tree of names.
const MAX_NAME_TREE_NODES: usize = 10_000;
const MAX_NAME_TREE_DEPTH: usize = 20;
/// Marks and notes that people put on pages. What is drawn on the page itself is part of its text.
const COMMENT_KINDS: [&str; 13] = [
    "Text", "Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Ink", "Line", "Square", "Circle",
    "Polygon", "PolyLine", "Stamp",
];

#[derive(Debug)]
pub(super) struct PageComment {
    pub(super) page: usize,
    author: String,
    pub(super) text: String,
}

#[derive(Debug, Default)]
pub(super) struct PdfExtras {
    pub(super) comments: Vec<PageComment>,
    /// Words that annotations show on pages, and that no tag refers to.
    pub(super) untagged_words: Vec<PageComment>,
    /// Names of attached files.
    pub(super) attachments: Vec<String>,
    /// True for a form whose pages are made only when a certain program opens it.
    pub(super) is_dynamic_form: bool,
    /// Pages that use fonts without names of characters.
    pub(super) nameless_pages: HashSet<usize>,
    /// Pages that use fonts with names of some characters only.
    pub(super) incomplete_pages: HashSet<usize>,
}

pub(super) fn read_extras(objects: &PdfObjects) -> PdfExtras {
    let mut extras = PdfExtras::default();
    let catalog = objects.catalog();
    let form = objects.entry(catalog, "/AcroForm");
    extras.is_dynamic_form = !objects.entry(form, "/XFA").is_null()
        && objects.entry(catalog, "/NeedsRendering").as_bool() == Some(true);
    read_attachments(objects, &mut extras.attachments);
    let mut budget = AnnotationBudget::default();
    for (number, page) in objects.pages().iter().enumerate() {
        read_annotations(objects, number, page, &mut budget, &mut extras);
        if has_nameless_font(objects, page) {
            extras.nameless_pages.insert(number);
        }
    }
    extras
}

/// The files of the tree of names.
fn read_attachments(objects: &PdfObjects, out: &mut Vec<String>) {
    let names = objects.entry(objects.catalog(), "/Names");
    let mut nodes = vec![(objects.entry(names, "/EmbeddedFiles"), 0)];
    let mut visited = 0;
    while let Some((node, depth)) = nodes.pop() {
        visited += 1;
        for pair in objects.items(objects.raw_entry(node, "/Names")).chunks_exact(2) {
            push_attachment(objects, objects.follow(&pair[1]), out);
        }
        if depth < MAX_NAME_TREE_DEPTH && visited < MAX_NAME_TREE_NODES {
            let kids = objects.items(objects.raw_entry(node, "/Kids"));
            nodes.extend(kids.iter().map(|kid| (objects.follow(kid), depth + 1)));
        }
    }
}

fn push_attachment(objects: &PdfObjects, file: &Value, out: &mut Vec<String>) {
    let text = |key: &str| objects.decode_text(objects.raw_entry(file, key));
    let name = text("/UF").or_else(|| text("/F")).map(|name| tidy_text(&name)).unwrap_or_default();
    if out.len() < MAX_ATTACHMENTS && !out.contains(&name) {
        out.push(name);
    }
}

fn read_annotations(
    objects: &PdfObjects,
    number: usize,
    page: &Value,
    budget: &mut AnnotationBudget,
    extras: &mut PdfExtras,
) {
    for item in objects.items(objects.raw_entry(page, "/Annots")) {
        let annotation = objects.follow(item);
        let Some(kind) = objects.name(objects.raw_entry(annotation, "/Subtype")) else { continue };
        if kind == "FileAttachment" {
            push_attachment(objects, objects.entry(annotation, "/FS"), &mut extras.attachments);
        }
        let is_untagged = objects.entry(annotation, "/StructParent").is_null();
        if is_untagged
            && extras.untagged_words.len() < MAX_COMMENTS
            && let Some(words) = read_shown_words(objects, annotation, budget)
        {
            // People who type onto a page are named, fields by what they ask for.
            let author = read_name(objects, annotation).unwrap_or_default();
            if !author.is_empty() || words.contains(char::is_alphanumeric) {
                extras.untagged_words.push(PageComment { page: number, author, text: words });
            }
        }
        let is_state = !objects.entry(annotation, "/StateModel").is_null();
        if !COMMENT_KINDS.contains(&kind) || is_invisible(objects, annotation) || is_state {
            continue;
        }
        let text =
            |key: &str| objects.decode_text(objects.raw_entry(annotation, key)).map(|text| tidy_text(&text));
        let contents = text("/Contents").filter(|text| !text.is_empty());
        if let Some(contents) = contents.filter(|_| extras.comments.len() < MAX_COMMENTS) {
            let author = text("/T").unwrap_or_default();
            extras.comments.push(PageComment { page: number, author, text: contents });
        }
    }
}

/// Returns true if a font of a page has only the numbers of its glyphs: its letters are seen, but not read.
fn has_nameless_font(objects: &PdfObjects, page: &Value) -> bool {
    let Some(resources) = objects.find_inherited(page, "/Resources") else { return false };
    let Value::Object(fonts) = objects.entry(resources, "/Font") else { return false };
    fonts.values().any(|font| {
        let font = objects.follow(font);
        let encoding = objects.name(objects.raw_entry(font, "/Encoding")).unwrap_or_default();
        let inner = objects.items(objects.raw_entry(font, "/DescendantFonts")).first();
        let system = inner.map(|inner| objects.entry(inner, "/CIDSystemInfo"));
        let ordering = system.and_then(|system| objects.decode_text(objects.raw_entry(system, "/Ordering")));
        encoding.starts_with("Identity")
            && objects.entry(font, "/ToUnicode").is_null()
            && ordering.is_some_and(|ordering| ordering == "Identity")
    })
}

/// The comments at the end of the book, each with its page. Those that repeat words of the page, as marks do,
/// are left out, but not `others`.
pub(super) fn comment_blocks(
    comments: &[PageComment],
    others: &[PageComment],
    label: impl Fn(usize) -> String,
    is_on_page: impl Fn(usize, &str) -> bool,
) -> Vec<Block> {
    let own = comments.iter().filter(|comment| !is_on_page(comment.page, &comment.text));
    let mut all: Vec<&PageComment> = own.chain(others).collect();
    all.sort_by_key(|comment| comment.page);
    let items: Vec<ListItem> = all
        .into_iter()
        .map(|PageComment { page, author, text }| {
            let author = if author.is_empty() { String::new() } else { format!(", {author}") };
            let line = format!("Page {}{author}: {text}", label(*page));
            let blocks = vec![Block::new(BlockKind::Plain(vec![Inline::Text(line)]))];
            ListItem { blocks, ..ListItem::default() }
        })
        .collect();
    if items.is_empty() {
        return Vec::new();
    }
    let attrs = Attrs { ids: vec!["heading-comments".into()], ..Attrs::default() };
    let heading = BlockKind::Heading { level: 1, inlines: vec![Inline::Text("Comments".into())] };
    let list = BlockKind::List(List { numbering: None, start: 1, items });
    vec![Block { attrs, kind: heading }, Block::new(list)]
}
