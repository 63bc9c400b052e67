//! The texts of an element as the engine of `KOReader` (crengine) has them. Its pointers count in them.
//!
//! The source between two signs of markup is a text of its own, in which white space is one space. It is
//! dropped where it is nothing but white space at the beginning of a block, or next to a block within one.

use roxmltree::Node;

/// A text has at most this many characters of the source; it ends after the last space or line break in them.
const MAX_TEXT_CHARS: usize = 8192;
/// Tabs of preformatted text advance to a multiple of this many columns.
const TAB_COLUMNS: u64 = 8;

/// A text, or a part of the source that is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextPiece {
    /// Its number among the texts of its element, from 1. 0 if there is no such text.
    pub(crate) nth: u64,
    /// True if white space counts as it is.
    is_pre: bool,
    /// Bytes at its beginning that are dropped: the line break after the tag of preformatted text.
    dropped_bytes: usize,
}

impl TextPiece {
    pub(crate) fn outside_texts() -> Self {
        Self { nth: 0, is_pre: false, dropped_bytes: 0 }
    }

    /// Code points of what has become of a piece.
    pub(crate) fn collapsed_width(&self, text: &str) -> u64 {
        let mut width = CollapsedWidth::default();
        width.add_text(self, text);
        width.characters
    }
}

/// Code points of what has become of the beginning of a piece.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CollapsedWidth {
    pub(crate) characters: u64,
    /// Bytes of the piece so far.
    bytes: usize,
    /// Code points after the last line break.
    column: u64,
    is_spaced: bool,
}

impl CollapsedWidth {
    /// Adds what follows in the piece.
    pub(crate) fn add_text(&mut self, piece: &TextPiece, further: &str) {
        let dropped = piece.dropped_bytes.saturating_sub(self.bytes);
        self.bytes += further.len();
        let further = further.get(dropped..).unwrap_or_default();
        if piece.is_pre {
            further.chars().for_each(|c| self.add_preformatted(c));
        } else {
            // By bytes, because all texts of all books pass here: each character has one that begins it.
            let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
            let Some(last) = further.bytes().next_back() else { return };
            let begins: u64 = further.bytes().map(|byte| u64::from(byte & 0xc0 != 0x80)).sum();
            let pairs = further.bytes().zip(further.bytes().skip(1));
            let doubled: u64 = pairs.map(|(one, next)| u64::from(is_space(one) & is_space(next))).sum();
            let continues = self.is_spaced && further.bytes().next().is_some_and(is_space);
            self.characters += begins - doubled - u64::from(continues);
            self.is_spaced = is_space(last);
        }
    }

    fn add_preformatted(&mut self, c: char) {
        let width = if c == '\t' { TAB_COLUMNS - self.column % TAB_COLUMNS } else { 1 };
        self.column = if c == '\n' { 0 } else { self.column + width };
        self.characters += width;
    }
}

pub(crate) struct ElementTexts<'a> {
    /// True if white space counts in it as it is.
    pub(crate) is_pre: bool,
    /// The pieces of each text node of the document, each followed by an empty one that ends it.
    pub(crate) pieces: Vec<(&'a str, TextPiece)>,
}

enum ElementItem<'a> {
    /// A piece of the source, whether it is kept, and bytes at its beginning that are not.
    Text(&'a str, bool, usize),
    /// The end of a text node of the document.
    End,
    Element {
        is_block: bool,
    },
}

impl<'a> ElementTexts<'a> {
    /// The texts of an element. `inside_pre`: within preformatted text.
    pub(crate) fn from_node(node: Node<'a, '_>, inside_pre: bool) -> Self {
        let name = node.tag_name().name();
        let is_pre = inside_pre || PREFORMATTED_ELEMENTS.contains(&name);
        let mut items = element_items(node);
        if !is_pre {
            keep_words(&mut items, name);
        } else if matches!(name, "pre" | "textarea")
            && let Some(ElementItem::Text(text, _, dropped)) = items.first_mut()
            && text.starts_with('\n')
        {
            *dropped = 1;
        }
        let mut nth = 0;
        let mut pieces = Vec::new();
        for item in items {
            match item {
                ElementItem::Text(text, kept, dropped) => {
                    nth += u64::from(kept);
                    pieces.push((
                        text,
                        TextPiece { nth: if kept { nth } else { 0 }, is_pre, dropped_bytes: dropped },
                    ));
                }
                ElementItem::End => pieces.push(("", TextPiece::outside_texts())),
                ElementItem::Element { .. } => {}
            }
        }
        Self { is_pre, pieces }
    }

    pub(crate) fn count(&self) -> u64 {
        self.pieces.iter().map(|(_, piece)| piece.nth).max().unwrap_or_default()
    }
}

fn element_items<'a>(node: Node<'a, '_>) -> Vec<ElementItem<'a>> {
    let mut items = Vec::new();
    for inside in node.children() {
        if inside.is_element() {
            items.push(ElementItem::Element { is_block: is_block(inside.tag_name().name()) });
        } else if let Some(text) = inside.text().filter(|_| inside.is_text()) {
            let source = node.document().input_text().get(inside.range()).unwrap_or_default();
            // No character of the source becomes more than one of the text.
            let is_whole = source.len() < MAX_TEXT_CHARS && text.len() < MAX_TEXT_CHARS;
            let parts = if is_whole { Vec::new() } else { divide_text(text, source) };
            let parts = is_whole.then_some(text).into_iter().chain(parts);
            items.extend(parts.filter(|part| !part.is_empty()).map(|part| ElementItem::Text(part, true, 0)));
            items.push(ElementItem::End);
        }
    }
    items
}

/// Drops white space at the beginning of a block, or next to a block.
fn keep_words(items: &mut [ElementItem<'_>], name: &str) {
    if WORDLESS_ELEMENTS.contains(&name) {
        for item in items.iter_mut() {
            if let ElementItem::Text(_, kept, _) = item {
                *kept = false;
            }
        }
    }
    let has_blocks = items.iter().any(|item| matches!(item, ElementItem::Element { is_block: true }));
    drop_edge_space(items.iter_mut(), is_block(name) || has_blocks);
    if has_blocks {
        drop_edge_space(items.iter_mut().rev(), true);
    }
}

/// Drops white space at an edge: a block, or where the items begin if these are `at_edge`.
fn drop_edge_space<'i, 't: 'i>(items: impl Iterator<Item = &'i mut ElementItem<'t>>, mut at_edge: bool) {
    for item in items {
        match item {
            ElementItem::Text(text, kept, _) => {
                let blank = is_blank(text);
                *kept &= !(blank && at_edge);
                at_edge &= blank;
            }
            ElementItem::End => {}
            ElementItem::Element { is_block } => at_edge = *is_block,
        }
    }
}

/// A text of the document as the engine divides it: by the length of its source.
fn divide_text<'a>(text: &'a str, source: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut source = source.chars();
    let (mut from, mut length) = (0, 0);
    // Behind the last space: where, and the characters of the source after it.
    let mut space: Option<(usize, usize)> = None;
    for (at, c) in text.char_indices() {
        let cost = source_chars(&mut source);
        let behind = at + c.len_utf8();
        length += cost;
        space = match space {
            _ if matches!(c, ' ' | '\n' | '\r') => Some((behind, 0)),
            Some((place, after)) => Some((place, after + cost)),
            None => None,
        };
        if length >= MAX_TEXT_CHARS {
            let (end, after) = space.take().unwrap_or((behind, 0));
            parts.push(&text[from..end]);
            (from, length) = (end, after);
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Characters of the source that the next one of the text is written with.
fn source_chars(source: &mut std::str::Chars<'_>) -> usize {
    match source.next() {
        Some('&') => 2 + source.by_ref().take_while(|c| *c != ';').count(),
        // A line break of two characters is read as one.
        Some('\r') if source.as_str().starts_with('\n') => 1 + usize::from(source.next().is_some()),
        _ => 1,
    }
}

/// White space, as the engine understands it: a space that does not break is none.
fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

const PREFORMATTED_ELEMENTS: [&str; 4] = ["pre", "listing", "textarea", "xmp"];

/// Elements in which no text is kept: nothing but rows and cells is in a table.
const WORDLESS_ELEMENTS: [&str; 7] = ["table", "thead", "tbody", "tfoot", "tr", "colgroup", "col"];

/// Elements that are blocks unless a style sheet overrides it.
const BLOCK_ELEMENTS: [&str; 56] = [
    "address", "article", "aside", "blockquote", "body", "button", "canvas", "caption", "center", "col",
    "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "iframe", "legend", "li",
    "listing", "main", "menu", "nav", "noscript", "ol", "p", "pre", "search", "section", "select", "summary",
    "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "video",
];

fn is_block(name: &str) -> bool {
    BLOCK_ELEMENTS.contains(&name)
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::{ElementTexts, MAX_TEXT_CHARS, divide_text};

    /// The texts of the root of a document, by number.
    fn root_texts(xml: &str) -> Vec<(String, u64)> {
        let document = Document::parse(xml).unwrap();
        let texts = ElementTexts::from_node(document.root_element(), false);
        let kept = texts.pieces.iter().filter(|(_, piece)| piece.nth > 0);
        let all: Vec<_> =
            kept.map(|(text, piece)| ((*text).to_owned(), piece.collapsed_width(text))).collect();
        assert_eq!(texts.count(), all.len() as u64);
        all
    }

    fn text_words(xml: &str) -> Vec<String> {
        root_texts(xml).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn white_space_is_dropped_next_to_blocks_only() {
        assert_eq!(text_words("<div>\n <p>a</p>\n <p>b</p>\n</div>"), [""; 0]);
        assert_eq!(
            text_words("<div>\n a <em>b</em>\n <p>c</p>\n <em>d</em>\n e\n</div>"),
            ["\n a ", "\n e\n"]
        );
        assert_eq!(text_words("<p>\n <em>a</em>\n <em>b</em>\n</p>"), ["\n ", "\n"]);
        assert_eq!(text_words("<em>\n <b>a</b> b</em>"), ["\n ", " b"]);
        assert_eq!(text_words("<td>\u{a0}</td>"), ["\u{a0}"]);
        assert_eq!(text_words("<tr> a <td>b</td></tr>"), [""; 0]);
        assert_eq!(text_words("<p>a<!-- b -->c</p>"), ["a", "c"]);
        assert_eq!(text_words("<p>a<em/><![CDATA[]]><em/>c</p>"), ["a", "c"]);
        assert_eq!(text_words("<pre>\n a<b>b</b>\n</pre>"), ["\n a", "\n"]);
        assert_eq!(root_texts("<pre>\n<b>b</b></pre>"), [("\n".to_owned(), 0)], "an empty text counts");
    }

    #[test]
    fn white_space_is_one_space_but_in_preformatted_text() {
        let lengths =
            |xml: &str| -> Vec<u64> { root_texts(xml).into_iter().map(|(_, length)| length).collect() };
        assert_eq!(lengths("<p>\n\n  It \t rained.\n</p>"), [" It rained. ".len() as u64]);
        assert_eq!(lengths("<p>a\u{a0} \u{a0}\u{1d11e}</p>"), [5]);
        assert_eq!(lengths("<pre>\n\ta\n\n bc\td</pre>"), [8 + 3 + 8 + 1]);
    }

    #[test]
    fn long_texts_are_divided_after_a_space() {
        let text = "word ".repeat(2_000);
        let lengths: Vec<usize> = divide_text(&text, &text).iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [8_190, 1_810]);
        // The source counts.
        let (source, text) = ("&amp; ".repeat(2_000), "& ".repeat(2_000));
        let lengths: Vec<usize> = divide_text(&text, &source).iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [2_730, 1_270]);
        let endless = "x".repeat(20_000);
        let lengths: Vec<usize> = divide_text(&endless, &endless).iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [MAX_TEXT_CHARS, MAX_TEXT_CHARS, 20_000 - 2 * MAX_TEXT_CHARS]);
        assert_eq!(divide_text("short", "short"), ["short"]);
    }
}
