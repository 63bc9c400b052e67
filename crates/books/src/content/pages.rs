//! Starts of the pages of the print edition.

use roxmltree::Node;

use super::Reader;
use super::elements::has_class;
use super::media::lowercase_words;
use crate::model::{Block, BlockKind, Inline, PageBreak};
use crate::xml::text_of;

/// Words of the longest label: `Page iv`, `Plate 12`.
const MAX_LABEL_WORDS: usize = 2;
/// Characters of the longest label that an element has as its text.
const MAX_LABEL_CHARS: usize = 16;

/// Classes of elements that have nothing but the number of a page, as in books of Project Gutenberg.
pub(super) const PAGE_NUMBER_CLASSES: [&str; 9] = [
    "pagenum", "pageno", "pagenumber", "page-number", "page_number", "pagebreak", "page-break", "pgnum",
    "x-ebookmaker-pageno",
];

#[derive(Debug)]
pub(super) enum PageStart {
    /// The element is nothing but the beginning.
    Whole(PageBreak),
    /// The element is marked as the beginning, and has words of the text in it.
    With(PageBreak),
    /// The page begins before an element of the text, which keeps its id.
    Before(PageBreak),
}

/// Returns true if an element can be referred to or is a page.
pub(super) fn is_target(node: Node<'_, '_>) -> bool {
    node.is_element() && (super::element_ids(node).next().is_some() || is_marked(node))
}

/// Returns true if an element says that it is the beginning of a page.
fn is_marked(node: Node<'_, '_>) -> bool {
    super::read_kinds(node).iter().any(|kind| matches!(kind.as_str(), "pagebreak" | "doc-pagebreak"))
}

impl<'i> Reader<'_, 'i> {
    /// The beginning of a page at an element, if there is one.
    pub(super) fn page_start(&self, node: Node<'_, 'i>) -> Option<PageStart> {
        if is_marked(node) {
            return Some(self.marked_page(node));
        }
        if let Some(page) = self.printed_page(node) {
            return Some(PageStart::Whole(page));
        }
        let page = self.listed_page(node)?;
        let is_empty = self.presentation.is_concealed(node)
            || text_of(node).is_empty() && !node.descendants().any(is_shown_without_words);
        // The element itself carries the id, unless nothing of it is read.
        Some(if is_empty && !has_own_place(node) {
            PageStart::Whole(PageBreak { ids: ids_within(node), ..page })
        } else {
            PageStart::Before(page)
        })
    }

    /// The page that the page list says to begin at an element. The element keeps its id.
    pub(super) fn listed_page(&self, node: Node<'_, 'i>) -> Option<PageBreak> {
        let pages = self.pages?;
        let label = super::element_ids(node).find_map(|id| pages.get(id))?.clone();
        Some(PageBreak { label, ids: Vec::new() })
    }

    /// The page that begins at a part of a list or table, which keeps its id; and whether the part is nothing
    /// else.
    pub(super) fn read_page_of_part(&self, node: Node<'_, 'i>) -> Option<(PageBreak, bool)> {
        Some(match self.page_start(node)? {
            PageStart::Whole(page) => (page, true),
            PageStart::With(page) | PageStart::Before(page) => (PageBreak { ids: Vec::new(), ..page }, false),
        })
    }

    /// Reads the contents of a part of a list or table, with the page that begins there.
    pub(super) fn read_part_blocks(&self, node: Node<'_, 'i>) -> Vec<Block> {
        let mut blocks = self.read_blocks(node, false);
        if let Some((page, is_all)) = self.read_page_of_part(node) {
            if is_all {
                blocks.clear();
            }
            begin_page(&mut blocks, page);
        }
        blocks
    }

    /// The page whose printed number is all that an element with a usual class for it has.
    fn printed_page(&self, node: Node<'_, 'i>) -> Option<PageBreak> {
        // Numbers in a table of contents are links or cells.
        let is_link = |node: Node<'_, '_>| node.has_attribute("href");
        if !has_class(node, &PAGE_NUMBER_CLASSES)
            || matches!(node.tag_name().name(), "td" | "th" | "li" | "dd")
            || node.ancestors().chain(node.descendants()).any(is_link)
        {
            return None;
        }
        let text = text_of(node);
        let printed = if text.is_empty() { node.attribute("title").unwrap_or_default() } else { &text };
        let mut numbers = printed.split(|c: char| !c.is_alphanumeric()).filter(|word| is_number(word));
        let number = numbers.next().filter(|_| numbers.next().is_none() && repeats_label(printed, None))?;
        let listed = node.descendants().filter(Node::is_element).find_map(|inner| self.listed_page(inner));
        let label = listed.map_or_else(|| number.to_owned(), |page| page.label);
        // Links and the page list may lead to an anchor in it.
        let ids = ids_within(node);
        let is_place = !ids.is_empty() || printed.starts_with(['[', '{']);
        is_place.then_some(PageBreak { label, ids })
    }

    /// The label that is the text of another element.
    fn find_named_label(&self, node: Node<'_, 'i>) -> Option<&str> {
        let id = node.attribute("aria-labelledby")?.split_ascii_whitespace().next()?;
        let text = self.find_by_id(id)?.text()?.trim();
        (!text.is_empty() && text.chars().count() <= MAX_LABEL_CHARS).then_some(text)
    }

    fn marked_page(&self, node: Node<'_, 'i>) -> PageStart {
        let ids: Vec<String> = super::read_attrs(node).ids;
        let listed = self.listed_page(node).map(|page| page.label);
        let alternative = node.attribute("alt").filter(|_| node.tag_name().name() == "img");
        let text = alternative.map_or_else(|| text_of(node), |text| text.trim().to_owned());
        let stated = ["title", "aria-label"]
            .into_iter()
            .find_map(|name| node.attribute(name).map(str::trim).filter(|label| !label.is_empty()))
            .or_else(|| self.find_named_label(node));
        let label = stated.or(listed.as_deref().map(str::trim).filter(|label| !label.is_empty()));
        // A picture is the number that its alternative says; with other words it is a picture of the book.
        let is_number_alone =
            alternative.is_some_and(|text| text.trim().is_empty() || text.split_whitespace().any(is_number));
        let mut elements = node.descendants().skip(usize::from(is_number_alone));
        let shows =
            elements.any(is_shown_without_words) || label.is_none() && is_word_of_sentence(node, &text);
        if self.presentation.is_concealed(node) || !shows && repeats_label(&text, label) {
            let label = stated.or(Some(text.as_str()).filter(|text| !text.is_empty())).or(label);
            let label = label.or_else(|| ids.iter().find_map(|id| number_in_id(id)));
            let label = bare_label(label.unwrap_or_default());
            // Nothing in it is read.
            let mut ids = ids;
            ids.extend(self.inner_ids(node));
            return PageStart::Whole(PageBreak { label, ids });
        }
        // Without a label elsewhere, the number that the words begin with is one.
        let first = text.split_whitespace().next().filter(|word| is_number(word));
        let label = label.or(first).or_else(|| ids.iter().find_map(|id| number_in_id(id)));
        let page = PageBreak { label: bare_label(label.unwrap_or_default()), ids };
        if is_dissolved(node) {
            PageStart::With(page)
        } else {
            PageStart::Before(PageBreak { ids: Vec::new(), ..page })
        }
    }
}

/// Returns true if only the contents of an element matter that is marked as the beginning of a page.
fn is_dissolved(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "a" | "article" | "div" | "p" | "section" | "span")
}

fn ids_within(node: Node<'_, '_>) -> Vec<String> {
    node.descendants().flat_map(super::element_ids).map(str::to_owned).collect()
}

/// Returns true if the text of a page break is a word of the sentence around it, and not the name of a page.
fn is_word_of_sentence(node: Node<'_, '_>, text: &str) -> bool {
    let has_words = |neighbor: Option<Node<'_, '_>>| {
        let text = neighbor.filter(Node::is_text).and_then(|neighbor| neighbor.text());
        text.is_some_and(|text| text.contains(char::is_alphabetic))
    };
    text.starts_with(char::is_lowercase)
        && text.chars().all(char::is_alphabetic)
        && !is_number(text)
        && has_words(node.prev_sibling())
        && has_words(node.next_sibling())
}

/// Returns true if an element is something to perceive that has no text.
fn is_shown_without_words(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "img" | "svg" | "math" | "object" | "iframe" | "audio" | "video")
}

/// Returns true if an element without words has a place in a structure, which its own reader finds.
fn has_own_place(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "li" | "tr" | "td" | "th" | "dt" | "dd" | "table" | "tbody" | "thead" | "tfoot"
    )
}

/// Returns true if the text of a page break only says which page it is, and is not text of the book.
fn repeats_label(text: &str, label: Option<&str>) -> bool {
    let own = lowercase_words(text);
    if own.is_empty() {
        return true;
    }
    if let Some(label) = label {
        let label = lowercase_words(label);
        // `Page 12`, `p. 12` and `[12]` all say what the label 12 says, and 12 what the label "Page 12" says.
        let said = own.iter().filter(|word| label.contains(word)).count();
        return said > 0 && own.len() <= said + 1 || own.len() == 1 && is_number(&own[0]);
    }
    own.len() <= MAX_LABEL_WORDS
        && text.chars().count() <= MAX_LABEL_CHARS
        && (own.len() == 1 || own.iter().any(|word| is_number(word)))
}

/// Returns true if a word is a number: of digits, perhaps with letters next to them, or Roman.
fn is_number(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.contains(|c: char| c.is_ascii_digit())
        || !word.is_empty() && word.chars().all(|c| "ivxlcdmIVXLCDM".contains(c))
}

/// The number in an id such as `page_15` or `pg-iv`, for a page that says nowhere else which one it is.
fn number_in_id(id: &str) -> Option<&str> {
    let lowercase = id.to_ascii_lowercase();
    let prefix = ["pagebreak", "page", "pg", "p"].into_iter().find(|prefix| lowercase.starts_with(prefix))?;
    let rest = id[prefix.len()..].trim_start_matches(['-', '_', '.', ':']);
    let number = rest.trim_start_matches('0');
    let is_digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_roman = prefix.len() > 1 && !rest.is_empty() && rest.chars().all(|c| "ivxlcdm".contains(c));
    (is_digits || is_roman).then_some(number)
}

/// Puts the beginning of a page before the first words of blocks.
pub(super) fn begin_page(blocks: &mut Vec<Block>, page: PageBreak) {
    match blocks.first_mut() {
        Some(Block { kind: BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines), .. }) => {
            inlines.insert(0, Inline::PageBreak(page));
        }
        _ => blocks.insert(0, Block::new(BlockKind::PageBreak(page))),
    }
}

/// Words for a page before its number in labels, and abbreviations of them.
const PAGE_WORDS: &str = "pg pg. p. pp. seite s. página pagina pág. pag. bladzijde blz. sida side sivu strana \
    strona str. stran pagină σελίδα страница стр.";

/// `Page 12.` and `[Pg 12]` are page 12.
pub(crate) fn bare_label(label: &str) -> String {
    let label = label.trim().trim_end_matches('.');
    let bracketed = [('[', ']'), ('{', '}'), ('(', ')')]
        .into_iter()
        .find_map(|(open, close)| label.strip_prefix(open)?.strip_suffix(close));
    let inner = bracketed.map_or(label, str::trim);
    let rest = inner.split_once(char::is_whitespace).filter(|(word, rest)| {
        let word = word.to_lowercase();
        word == "page" || PAGE_WORDS.split(' ').any(|known| known == word) && is_number(rest)
    });
    let bare = rest.map_or(inner, |(_, rest)| rest.trim());
    // Brackets around anything else may say something: `(blank)`.
    if is_number(bare) || bracketed.is_none() { bare.to_owned() } else { label.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_numbers_without_the_word_for_a_page() {
        for (label, bare) in [
            ("12", "12"),
            (" Page 12. ", "12"),
            ("Page A-3", "A-3"),
            ("[Pg 12]", "12"),
            ("{xii}", "xii"),
            ("[12]", "12"),
            ("p. iv", "iv"),
            ("Seite 12", "12"),
            ("Página 12", "12"),
            ("Plate 12", "Plate 12"),
            ("[blank]", "[blank]"),
            ("Side view", "Side view"),
            ("S 12", "S 12"),
            ("", ""),
        ] {
            assert_eq!(bare_label(label), bare, "{label}");
        }
    }

    #[test]
    fn a_word_of_a_sentence_is_not_the_label_of_a_page() {
        for (markup, expected) in [
            ("<p>A little <i>sapien</i> et more.</p>", true),
            ("<p>A little <i>blank</i></p>", false),
            ("<p>A little <i>xii</i> et more.</p>", false),
            ("<p>A little <i>Plate</i> et more.</p>", false),
        ] {
            let document = roxmltree::Document::parse(markup).unwrap();
            let word = document.descendants().find(|node| node.has_tag_name("i")).unwrap();
            assert_eq!(is_word_of_sentence(word, &text_of(word)), expected, "{markup}");
        }
    }

    #[test]
    fn ids_of_pages_may_have_their_numbers() {
        for (id, number) in [("page_15", "15"), ("Pg-iv", "iv"), ("p007", "7"), ("pagebreak12", "12")] {
            assert_eq!(number_in_id(id), Some(number), "{id}");
        }
        for id in ["pages", "pill", "page", "page0", "p12a", "sea12", "page-12-13"] {
            assert_eq!(number_in_id(id), None, "{id}");
        }
    }

    #[test]
    fn text_that_says_more_than_the_label_is_text_of_the_book() {
        for (text, label) in [
            ("12", Some("12")),
            ("Page 12", Some("12")),
            ("[p. 12]", Some("12")),
            ("12", Some("Page 12")),
            ("Seite 12", Some("12")),
            ("\u{2014} 12 \u{2014}", Some("12")),
            ("", Some("12")),
            ("xii", None),
            ("Page 12", None),
            ("A-3", None),
            ("13", Some("12")),
        ] {
            assert!(repeats_label(text, label), "{text} {label:?}");
        }
        for (text, label) in [
            ("The harbor opens.", Some("12")),
            ("12 boats came in", Some("12")),
            ("Chapter One begins", None),
            ("No", Some("12")),
            ("It was the year 1912 when", None),
        ] {
            assert!(!repeats_label(text, label), "{text} {label:?}");
        }
    }
}
