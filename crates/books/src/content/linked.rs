//! Drawings (SVG) and documents that elements of a document show or contain.

use std::borrow::Cow;
use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::files::{BookFiles, Frame, decode_data};
use super::presentation::Presentation;
use super::{Reader, drawing, embedded, media};
use crate::model::{Block, Target, plain_text, walk_blocks};
use crate::{path, xml};

/// Limit of the size of all drawings that are read for one document. The text of further ones is ignored.
const MAX_DRAWING_BYTES: usize = 32 << 20;

#[derive(Debug)]
pub(super) enum LinkedContent {
    /// The words of a drawing. None for those whose words follow in the document, as in DAISY books that were
    /// made of others.
    Drawing(Vec<Block>),
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
    let mut reader =
        LinkedReader { place, presentation, files, drawings: HashMap::new(), bytes_left: MAX_DRAWING_BYTES };
    let nodes = document.descendants().filter(|node| {
        matches!(node.tag_name().name(), "img" | "object" | "embed" | "iframe" | "frame")
            && !presentation.is_never_read(*node)
    });
    nodes.filter_map(|node| Some((node.id().get(), reader.read_content(node)?))).collect()
}

struct LinkedReader<'r> {
    /// The document whose elements show something.
    place: &'r str,
    presentation: &'r Presentation,
    files: &'r BookFiles<'r>,
    /// The words of drawings, by path.
    drawings: HashMap<String, Vec<Block>>,
    bytes_left: usize,
}

impl LinkedReader<'_> {
    fn read_content(&mut self, node: Node<'_, '_>) -> Option<LinkedContent> {
        let document = self.read_inline_document(node).or_else(|| self.read_framed_document(node));
        if document.is_some() {
            return document;
        }
        let address = drawing_address(node)?;
        if is_written_drawing(address) {
            let words = self.read_written_drawing(address).filter(|words| !words.is_empty())?;
            let blocks = if is_followed_by(node, &words) { Vec::new() } else { words };
            return Some(LinkedContent::Drawing(blocks));
        }
        let (path, _) = self.files.package().resolve(self.place, address)?;
        if !self.drawings.contains_key(&path) {
            let words = self.read_drawing(&path).unwrap_or_default();
            self.drawings.insert(path.clone(), words);
        }
        let words = self.drawings.get_mut(&path).filter(|words| !words.is_empty())?;
        if is_followed_by(node, words) {
            return Some(LinkedContent::Drawing(Vec::new()));
        }
        // What is shown again has the same words, but links lead to the first.
        let shown = words.clone();
        for block in words {
            block.attrs.ids.clear();
        }
        Some(LinkedContent::Drawing(shown))
    }

    /// The document that is written in a frame (`srcdoc`), or in the address of an element that shows it.
    fn read_inline_document(&self, node: Node<'_, '_>) -> Option<LinkedContent> {
        let source = node.attribute("srcdoc").filter(|_| node.tag_name().name() == "iframe");
        let source = source.map(Cow::Borrowed).or_else(|| decode_data_document(node).map(Cow::Owned))?;
        if self.presentation.is_inside_concealed(node) {
            return None;
        }
        self.files.inline_frame_blocks(self.place, &source).map(LinkedContent::Document)
    }

    fn read_framed_document(&self, node: Node<'_, '_>) -> Option<LinkedContent> {
        let address = node.attribute(embedded::address_attribute(node))?;
        if node.tag_name().name() == "img" && address.is_empty() {
            return None;
        }
        let (path, id) = self.files.package().resolve(self.place, address)?;
        let path = self.files.follow_fallbacks(path);
        let is_text = self.files.is_document(&path) || path::extension(&path) == "txt";
        if !is_text || !self.files.package().contains(&path) || self.presentation.is_inside_concealed(node) {
            return None;
        }
        match self.files.frame_blocks(self.place, &path) {
            Frame::Words(blocks) => Some(LinkedContent::Document(blocks)),
            Frame::Elsewhere(target) => Some(LinkedContent::Elsewhere(Target { id, ..target })),
            Frame::Unreadable => None,
        }
    }

    fn read_drawing(&mut self, path: &str) -> Option<Vec<Block>> {
        let package = self.files.package();
        let size = package.size(path).and_then(|size| usize::try_from(size).ok())?;
        self.bytes_left = self.bytes_left.checked_sub(size)?;
        parse_drawing(path, package.read(path, self.place).ok()?, self.files)
    }

    /// The words of a drawing that an address contains. No links lead to their places.
    fn read_written_drawing(&mut self, address: &str) -> Option<Vec<Block>> {
        self.bytes_left = self.bytes_left.checked_sub(address.len())?;
        let (_, bytes) = decode_data(address.trim_start())?;
        let mut words = parse_drawing(self.place, bytes, self.files)?;
        words.iter_mut().for_each(super::frames::clear_ids);
        Some(words)
    }
}

/// The text of a document that an address contains (`data:`).
fn decode_data_document(node: Node<'_, '_>) -> Option<String> {
    let address = node.attribute(embedded::address_attribute(node))?.trim_start();
    let is_document = path::is_data(address, "text/html") || path::is_data(address, "application/xhtml+xml");
    if !is_document || node.tag_name().name() == "img" {
        return None;
    }
    let (_, bytes) = decode_data(address)?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
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
        "object" if xml::text_of(node).is_empty() && !labelled() => node.attribute("data"),
        "embed" | "iframe" if !labelled() => node.attribute("src"),
        _ => None,
    }?;
    let name = href.split(['#', '?']).next().unwrap_or(href);
    let typed = node.attribute("type").is_some_and(|kind| kind.trim() == "image/svg+xml");
    (typed || path::extension(name) == "svg" || is_written_drawing(href)).then_some(href)
}

/// Returns true if an address contains a drawing (`data:`).
fn is_written_drawing(address: &str) -> bool {
    path::is_data(address.trim_start(), "image/svg+xml")
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

fn parse_drawing(path: &str, bytes: Vec<u8>, files: &BookFiles<'_>) -> Option<Vec<Block>> {
    let text = xml::decode_text(path, bytes).ok()?;
    let document = xml::parse(path, &text, files.package().limits()).ok()?;
    let root = document.root_element();
    let reader = Reader::new(path, &document, None, None);
    if !drawing::has_text(root) || media::is_decorative(root) || reader.styles.is_hidden(root) {
        return None;
    }
    Some(reader.read_drawing_text(root).blocks)
}

#[cfg(test)]
mod tests {
    use crate::model::{plain_text, walk_blocks};
    use crate::testkit::EpubBuilder;

    fn read_words(markup: &str) -> String {
        let builder = EpubBuilder::new("Addresses").file("a.txt", "text/plain", b"High tide");
        let book = builder.chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let mut words: Vec<String> = Vec::new();
        walk_blocks(&book.sections[0].blocks, &mut |block| words.push(plain_text(block.inlines())));
        words.retain(|words| !words.is_empty());
        words.join(" ")
    }

    #[test]
    fn drawings_and_documents_that_addresses_contain_have_their_words() {
        let drawing = "data:image/svg+xml;charset=utf-8,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E\
                       %3Ctext id='a'%3EHigh tide%3C/text%3E%3C/svg%3E";
        for (attributes, expected) in [("", "High tide Behind."), (" alt=''", "Behind.")] {
            let markup = format!("<img src=\"{drawing}\"{attributes}/><p>Behind.</p>");
            assert_eq!(read_words(&markup), expected, "{attributes}");
        }
        for element in [
            "<iframe src='data:text/html,%3Cp%3EHigh tide%3C/p%3E'></iframe>",
            "<object data='data:text/html;base64,PHA+SGlnaCB0aWRlPC9wPg=='><p>None</p></object>",
            "<object data='a.txt' type='text/plain'></object>",
        ] {
            assert_eq!(read_words(element), "High tide", "{element}");
        }
    }
}
