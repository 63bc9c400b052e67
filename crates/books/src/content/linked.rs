//! Drawings (SVG) that elements of a document refer to.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::files::{BookFiles, Frame};
use super::presentation::Presentation;
use super::{Reader, drawing, embedded, media};
use crate::model::{Block, Target, plain_text, walk_blocks};
use crate::{path, xml};

/// Limit of the size of all drawings that are read for one document. The text of further ones is ignored.
const MAX_DRAWING_BYTES: usize = 32 << 20;

/// The content that an element refers to and shows.
#[derive(Debug)]
pub(super) enum LinkedContent {
    /// The words of a drawing. None for those whose words follow in the document, as in DAISY books that were
    /// made of others.
    Drawing(Vec<Block>),
    /// The words of a document.
    Document(Vec<Block>),
    /// A document that is in the book anyway.
    Elsewhere(Target),
}

/// Reads drawings without an alternative and documents that elements show, by node id.
pub(super) fn read_linked(
    place: &str,
    document: &Document<'_>,
    presentation: &Presentation,
    files: &BookFiles<'_>,
) -> HashMap<u32, LinkedContent> {
    let mut found = HashMap::new();
    let mut known: HashMap<String, Vec<Block>> = HashMap::new();
    let mut left = MAX_DRAWING_BYTES;
    for node in document.descendants().filter(Node::is_element) {
        if !matches!(node.tag_name().name(), "img" | "object" | "embed" | "iframe" | "frame")
            || presentation.is_never_read(node)
        {
            continue;
        }
        let written = read_inline_document(place, node, presentation, files);
        if let Some(linked) = written.or_else(|| read_framed_document(place, node, presentation, files)) {
            found.insert(node.id().get(), linked);
            continue;
        }
        let Some(path) =
            drawing_address(node).and_then(|href| files.resolve(place, href)).map(|(path, _)| path)
        else {
            continue;
        };
        if !known.contains_key(&path) {
            let words = read_drawing_blocks(place, &path, files, &mut left).unwrap_or_default();
            known.insert(path.clone(), words);
        }
        // What is shown again has the same words, but links lead to the first.
        if let Some(words) = known.get_mut(&path).filter(|words| !words.is_empty()) {
            if is_followed_by(node, words) {
                found.insert(node.id().get(), LinkedContent::Drawing(Vec::new()));
                continue;
            }
            found.insert(node.id().get(), LinkedContent::Drawing(words.clone()));
            for block in words.iter_mut() {
                block.attrs.ids.clear();
            }
        }
    }
    found
}

/// The document that is written in a frame (`srcdoc`).
fn read_inline_document(
    place: &str,
    node: Node<'_, '_>,
    presentation: &Presentation,
    files: &BookFiles<'_>,
) -> Option<LinkedContent> {
    let source = node.attribute("srcdoc").filter(|_| node.tag_name().name() == "iframe")?;
    if presentation.is_inside_concealed(node) {
        return None;
    }
    files.inline_frame_blocks(place, source).map(LinkedContent::Document)
}

/// The document of the book that an element shows.
fn read_framed_document(
    place: &str,
    node: Node<'_, '_>,
    presentation: &Presentation,
    files: &BookFiles<'_>,
) -> Option<LinkedContent> {
    let address = node.attribute(embedded::address_attribute(node))?;
    if node.tag_name().name() == "img" && address.is_empty() {
        return None;
    }
    let (path, id) = files.resolve(place, address)?;
    let path = files.follow_fallbacks(path);
    if !files.is_document(&path) || !files.package().contains(&path) || presentation.is_inside_concealed(node)
    {
        return None;
    }
    match files.frame_blocks(place, &path) {
        Frame::Words(blocks) => Some(LinkedContent::Document(blocks)),
        Frame::Elsewhere(target) => Some(LinkedContent::Elsewhere(Target { id, ..target })),
        Frame::Unreadable => None,
    }
}

/// The drawing that an element refers to; `None` if it has an alternative, or is decoration.
fn drawing_address<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    if matches!(node.tag_name().namespace(), Some(xml::SVG_NAMESPACE | xml::MATHML_NAMESPACE))
        || media::is_decorative(node)
    {
        return None;
    }
    let labelled = || node.attribute("aria-label").is_some_and(|label| !label.trim().is_empty());
    let href = match node.tag_name().name() {
        "img" if node.attribute("alt").is_none() && !labelled() => node.attribute("src"),
        "object" if !embedded::has_text(node) && !labelled() => node.attribute("data"),
        "embed" | "iframe" if !labelled() => node.attribute("src"),
        _ => None,
    }?;
    let name = href.split(['#', '?']).next().unwrap_or(href);
    let typed = node.attribute("type").is_some_and(|kind| kind.trim() == "image/svg+xml");
    (typed || path::extension(name) == "svg").then_some(href)
}

/// Returns true if the text after an element begins with these words.
fn is_followed_by(node: Node<'_, '_>, words: &[Block]) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<Vec<_>>();
    let mut expected = Vec::new();
    walk_blocks(words, &mut |inner| expected.extend(letters(&plain_text(inner.inlines()))));
    let after = node.ancestors().flat_map(|around| around.next_siblings().skip(1)).flat_map(|next| {
        next.descendants().filter(Node::is_text).flat_map(|text| letters(text.text().unwrap_or_default()))
    });
    !expected.is_empty() && after.take(expected.len()).eq(expected)
}

fn read_drawing_blocks(
    place: &str,
    path: &str,
    files: &BookFiles<'_>,
    left: &mut usize,
) -> Option<Vec<Block>> {
    let package = files.package();
    let size = package.size(path).and_then(|size| usize::try_from(size).ok())?;
    *left = left.checked_sub(size)?;
    let text = xml::decode_text(path, package.read(path, place).ok()?).ok()?;
    let document = xml::parse(path, &text, package.limits()).ok()?;
    let root = document.root_element();
    let reader = Reader::new(path, &document, None, None);
    if !drawing::has_text(root) || media::is_decorative(root) || reader.styles.is_hidden(root) {
        return None;
    }
    Some(reader.read_drawing_text(root).blocks)
}
