//! Content of a document besides its pages: comments, attached files, forms that only one program shows, and
//! fonts whose characters have no names.

use std::collections::HashSet;

use books::draft::tidy_text;
use books::model::{Attrs, Block, BlockKind, Inline, List, ListItem};
use books::xml;
use serde_json::Value;

use super::crop;
use super::fields::{AnnotationBudget, EMPTY_BOX, decode_up_to, is_invisible, read_name, read_shown_words};
use super::objects::PdfObjects;
use crate::layout::{DocumentPage, Rect};

/// Maximum numbers of comments and of attached files that are read.
const MAX_COMMENTS: usize = 5_000;
const MAX_ATTACHMENTS: usize = 1_000;
/// Limits of the tree of names.
const MAX_NAME_TREE_NODES: usize = 10_000;
const MAX_NAME_TREE_DEPTH: usize = 20;
/// Marks and notes that people put on pages. What is drawn on the page itself is part of its text.
const COMMENT_KINDS: [&str; 19] = [
    "Text", "Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Ink", "Line", "Square", "Circle",
    "Polygon", "PolyLine", "Stamp", "FileAttachment", "Sound", "Movie", "Screen", "RichMedia", "3D",
];
/// Films, sounds and models. Their descriptions are read like comments.
const MEDIA_KINDS: [&str; 5] = ["Sound", "Movie", "Screen", "RichMedia", "3D"];
/// Maximum number of bytes and of XML nodes of a comment with markup.
const MAX_RICH_TEXT_BYTES: usize = 16 << 10;
const MAX_RICH_TEXT_NODES: u32 = 2_000;

#[derive(Debug)]
pub(super) struct PageComment {
    pub(super) page: usize,
    author: String,
    pub(super) text: String,
    /// The place of the words that an annotation shows, on the visible part of the page. `None` if it is not
    /// known.
    place: Option<Rect>,
}

impl PageComment {
    /// Returns true if a page has these words in their place. Fields without an appearance have none there. A
    /// box that is not checked is never missing.
    pub(super) fn is_shown_on(&self, page: &DocumentPage) -> bool {
        let text = remove_spaces(&self.text);
        let is_mark = !text.contains(char::is_alphanumeric);
        let mut words = page.words();
        match self.place {
            _ if text == EMPTY_BOX => true,
            Some(place) => words.any(|word| {
                place.contains(word.rect.center()) && (is_mark || text.contains(&remove_spaces(&word.text)))
            }),
            None => is_on_page(page, &self.text),
        }
    }
}

/// Returns true if the words of a page, in their order, contain a text.
pub(super) fn is_on_page(page: &DocumentPage, text: &str) -> bool {
    let own: String = page.lines().map(|line| remove_spaces(&line.text())).collect();
    own.contains(&remove_spaces(text))
}

fn remove_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[derive(Debug, Default)]
pub(super) struct PdfExtras {
    pub(super) comments: Vec<PageComment>,
    /// Words that annotations show on pages, and that no tag refers to.
    pub(super) untagged_words: Vec<PageComment>,
    /// Names of attached files.
    pub(super) attachments: Vec<String>,
    /// Films and the like: their pages, from 0, and their kinds.
    pub(super) media: Vec<(usize, String)>,
    /// Number of comments that were read as texts with markup.
    rich_texts: usize,
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
        if MEDIA_KINDS.contains(&kind) && extras.media.len() < MAX_ATTACHMENTS {
            extras.media.push((number, kind.to_owned()));
        }
        let is_untagged = objects.entry(annotation, "/StructParent").is_null();
        if is_untagged
            && extras.untagged_words.len() < MAX_COMMENTS
            && let Some(words) = read_shown_words(objects, annotation, budget)
        {
            // People who type onto a page are named, fields by what they ask for.
            let author = read_name(objects, annotation).unwrap_or_default();
            if !author.is_empty() || words.contains(char::is_alphanumeric) {
                let rect = crop::parse_rect(objects, objects.entry(annotation, "/Rect"));
                let place = rect.and_then(|rect| crop::to_visible_place(objects, page, rect));
                extras.untagged_words.push(PageComment { page: number, author, text: words, place });
            }
        }
        let is_state = !objects.entry(annotation, "/StateModel").is_null();
        if !COMMENT_KINDS.contains(&kind) || is_invisible(objects, annotation) || is_state {
            continue;
        }
        let mut contents = objects.tidy_text(annotation, "/Contents");
        if contents.is_none() && extras.rich_texts < MAX_COMMENTS {
            extras.rich_texts += 1;
            contents = read_rich_text(objects, annotation);
        }
        if let Some(contents) = contents.filter(|_| extras.comments.len() < MAX_COMMENTS) {
            let author = objects.tidy_text(annotation, "/T").unwrap_or_default();
            extras.comments.push(PageComment { page: number, author, text: contents, place: None });
        }
    }
}

/// The words of a comment that has only a text with markup.
fn read_rich_text(objects: &PdfObjects, annotation: &Value) -> Option<String> {
    let text = decode_up_to(MAX_RICH_TEXT_BYTES, objects, objects.raw_entry(annotation, "/RC"))?;
    let document = xml::parse_part(text.trim_start_matches('\u{FEFF}'), MAX_RICH_TEXT_NODES, false)?;
    let parts = document.descendants().filter(roxmltree::Node::is_text).filter_map(|part| part.text());
    let words = tidy_text(&parts.collect::<Vec<_>>().join(" "));
    Some(words).filter(|words| !words.is_empty())
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
    others: &[&PageComment],
    label: impl Fn(usize) -> String,
    is_on_page: impl Fn(usize, &str) -> bool,
) -> Vec<Block> {
    let own = comments.iter().filter(|comment| !is_on_page(comment.page, &comment.text));
    let mut all: Vec<&PageComment> = own.chain(others.iter().copied()).collect();
    all.sort_by_key(|comment| comment.page);
    let items: Vec<ListItem> = all
        .into_iter()
        .map(|PageComment { page, author, text, .. }| {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::layout::{PageLine, PageWord, TextBlock};

    #[test]
    fn words_of_fields_are_shown_if_they_are_in_the_place_of_the_field() {
        let annotation = |text: &str, rect: Value| {
            json!({
                "/Subtype": "/Widget", "/FT": "/Tx", "/V": format!("u:{text}"), "/Rect": rect, "/TU": "u:Name",
            })
        };
        let page = json!({
            "/MediaBox": [0, 0, 600, 800],
            "/Annots": [
                annotation("Ada Harbor", json!([100, 680, 200, 700])),
                annotation("Harbor", json!([100, 500, 200, 520])),
                annotation("Quay", json!([100, 680, 200, 700])),
            ],
        });
        let all = json!({"pages": [{"object": "3 0 R"}], "qpdf": [{}, {"obj:3 0 R": {"value": page}}]});
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let rect = Rect { x0: 110.0, y0: 105.0, x1: 130.0, y1: 115.0 };
        let word = PageWord { text: "Harbor".to_owned(), rect, ..PageWord::default() };
        let lines = PageLine::from_words(vec![word], 10.0).into_iter().collect();
        let looks = DocumentPage { blocks: vec![TextBlock { lines }], ..DocumentPage::default() };
        let extras = read_extras(&objects);
        let shown: Vec<bool> = extras.untagged_words.iter().map(|words| words.is_shown_on(&looks)).collect();
        assert_eq!(shown, [true, false, false]);
    }

    #[test]
    fn comments_with_markup_only_and_descriptions_of_films_are_read() {
        let page = json!({"/Annots": [
            {"/Subtype": "/Text", "/RC": "u:<body><p>Why</p><p>twice?</p></body>"},
            {"/Subtype": "/Text", "/RC": "u:<body><p>"},
            {"/Subtype": "/RichMedia", "/Contents": "u:A film of the bay"},
        ]});
        let all = json!({"pages": [{"object": "3 0 R"}], "qpdf": [{}, {"obj:3 0 R": {"value": page}}]});
        let objects = PdfObjects::parse(all.to_string().as_bytes()).unwrap();
        let extras = read_extras(&objects);
        let texts: Vec<&str> = extras.comments.iter().map(|comment| comment.text.as_str()).collect();
        assert_eq!(texts, ["Why twice?", "A film of the bay"]);
        assert_eq!(extras.media, [(0, "RichMedia".to_owned())]);
    }
}
