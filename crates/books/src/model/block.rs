//! Blocks: what follows one below the other.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::inline::{Inline, Target, plain_text};
use super::numbering::Numbering;

/// Writing direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

impl Direction {
    /// `ltr` or `rtl`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Ltr, Self::Rtl].into_iter().find(|direction| direction.name() == name)
    }

    /// Right to left for a language that is usually written so, `None` for others: a direction that documents
    /// have to state.
    pub(crate) fn rtl_for_language(tag: &str) -> Option<Self> {
        Some(Self::from_language(tag)).filter(|direction| *direction == Self::Rtl)
    }

    /// The direction that a part states in a section with this direction: its own, or where neither has one,
    /// that of its language (BCP 47), unless that and the language of the document are written from left to
    /// right.
    pub(crate) fn for_part(attrs: &Attrs, section: Option<Self>, document_language: &str) -> Option<Self> {
        if attrs.dir.is_some() || section.is_some() {
            return attrs.dir;
        }
        let direction = Self::from_language(attrs.lang.as_deref()?);
        let is_stated = [direction, Self::from_language(document_language)].contains(&Self::Rtl);
        is_stated.then_some(direction)
    }

    /// The direction in which a language (BCP 47) is usually written: by its script if the tag states one.
    pub(crate) fn from_language(tag: &str) -> Self {
        const RTL_SCRIPTS: [&str; 6] = ["arab", "hebr", "syrc", "thaa", "nkoo", "adlm"];
        const RTL_LANGUAGES: [&str; 15] =
            ["ar", "he", "iw", "fa", "ur", "yi", "ji", "ps", "sd", "ug", "dv", "ckb", "syr", "arc", "nqo"];
        let mut parts = tag.split('-');
        let main = parts.next().unwrap_or_default().to_ascii_lowercase();
        let is_rtl = match parts.next().filter(|script| script.len() == 4) {
            Some(script) => RTL_SCRIPTS.contains(&script.to_ascii_lowercase().as_str()),
            None => RTL_LANGUAGES.contains(&main.as_str()),
        };
        if is_rtl { Self::Rtl } else { Self::Ltr }
    }
}

/// Attributes that any block or span can have.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Attrs {
    /// Ids by which links, the table of contents and the narration point here. More than one when
    /// containers without a meaning of their own were dissolved.
    pub ids: Vec<String>,
    /// Language (BCP 47), if it differs from what surrounds it.
    pub lang: Option<String>,
    /// Writing direction, if it differs.
    pub dir: Option<Direction>,
    /// Its kinds, in the words of `epub:type` or ARIA: `epigraph`, `dedication`.
    pub kinds: Vec<String>,
    /// Indent level of a line of verse.
    pub indent: u8,
    /// A phrase that narration steps through: set when a writer divides paragraphs, never by a source.
    pub phrase: bool,
    /// In a numbered book, the number of a block with text, or that of its first sentence
    /// ([`number_sentences`](crate::sentences::number_sentences)), from 1; 0 for
    /// other blocks.
    pub sentence: u32,
}

impl fmt::Debug for Attrs {
    /// Only what is said: most blocks carry nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Attrs");
        for (name, list) in [("ids", &self.ids), ("kinds", &self.kinds)] {
            if !list.is_empty() {
                out.field(name, list);
            }
        }
        for (name, value) in [("lang", self.lang.as_deref()), ("dir", self.dir.map(Direction::name))] {
            if let Some(value) = value {
                out.field(name, &value);
            }
        }
        if self.indent > 0 {
            out.field("indent", &self.indent);
        }
        if self.phrase {
            out.field("phrase", &true);
        }
        if self.sentence > 0 {
            out.field("sentence", &self.sentence);
        }
        out.finish()
    }
}

impl Attrs {
    /// Returns true if nothing is said.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
            && self.lang.is_none()
            && self.dir.is_none()
            && self.kinds.is_empty()
            && self.indent == 0
            && !self.phrase
    }

    /// Returns true if one of the kinds is this one; a prefix (`z3998:`) is ignored.
    pub fn has_kind(&self, kind: &str) -> bool {
        self.kinds.iter().any(|k| k.rsplit(':').next() == Some(kind))
    }
}

/// A block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Ids, language, direction, kind.
    pub attrs: Attrs,
    /// What it is.
    pub kind: BlockKind,
}

/// The kinds of block.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind {
    /// A heading. Headings among a section's own blocks carry the book's outline; their levels never
    /// skip one downwards. Headings inside other blocks are titles of those blocks.
    Heading {
        /// Depth in the book, from 1 to 6.
        level: u8,
        /// Its text.
        inlines: Vec<Inline>,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// Text directly inside a list item, cell or the like, without a paragraph.
    Plain(Vec<Inline>),
    /// A list.
    List(List),
    /// Terms and their definitions.
    Definitions(Vec<Term>),
    /// A table.
    Table(Table),
    /// An image by itself.
    Image(Image),
    /// A figure: images, tables or text with a caption.
    Figure {
        /// What it shows.
        blocks: Vec<Block>,
        /// Its caption.
        caption: Vec<Block>,
    },
    /// A footnote, endnote or annotation; its ids are what references point at.
    Note {
        /// The kind of the element.
        kind: NoteKind,
        /// Its text.
        blocks: Vec<Block>,
    },
    /// A page of the print edition begins here.
    PageBreak(PageBreak),
    /// A displayed formula.
    Math(Math),
    /// A poem: headings, line groups and lines.
    Poem(Vec<Block>),
    /// A stanza or another group of lines.
    LineGroup(Vec<Block>),
    /// One line of verse.
    Line(Vec<Inline>),
    /// A quotation.
    Quote(Vec<Block>),
    /// Something next to the main text: sidebar, tip, box.
    Aside(Vec<Block>),
    /// Text whose white space matters: code, ASCII art.
    Preformatted(Vec<Inline>),
    /// A break between scenes or themes.
    Separator,
    /// Blocks that belong together, of the kind in [`Attrs::kinds`]: epigraph, letter.
    Group(Vec<Block>),
}

impl Block {
    /// A block that carries nothing.
    pub fn new(kind: BlockKind) -> Self {
        Self { attrs: Attrs::default(), kind }
    }

    /// A paragraph of plain text.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self::new(BlockKind::Paragraph(vec![Inline::Text(text.into())]))
    }

    /// Makes plain text of a paragraph, as an item or a cell has it that contains nothing else.
    pub fn make_plain(&mut self) {
        if let BlockKind::Paragraph(inlines) = &mut self.kind {
            self.kind = BlockKind::Plain(std::mem::take(inlines));
        }
    }

    /// The blocks directly inside, in reading order.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        match &self.kind {
            BlockKind::List(list) => Box::new(list.items.iter().flat_map(|item| &item.blocks)),
            BlockKind::Definitions(terms) => Box::new(terms.iter().flat_map(|term| &term.blocks)),
            BlockKind::Table(table) => Box::new(
                table
                    .caption
                    .iter()
                    .chain(table.rows().flat_map(|row| row.cells.iter().flat_map(|cell| &cell.blocks))),
            ),
            BlockKind::Figure { blocks, caption } => Box::new(blocks.iter().chain(caption)),
            BlockKind::Note { blocks, .. }
            | BlockKind::Poem(blocks)
            | BlockKind::LineGroup(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Aside(blocks)
            | BlockKind::Group(blocks) => Box::new(blocks.iter()),
            _ => Box::new(std::iter::empty()),
        }
    }

    /// The inlines directly inside.
    pub fn inlines(&self) -> &[Inline] {
        match &self.kind {
            BlockKind::Heading { inlines, .. }
            | BlockKind::Paragraph(inlines)
            | BlockKind::Plain(inlines)
            | BlockKind::Line(inlines)
            | BlockKind::Preformatted(inlines) => inlines,
            _ => &[],
        }
    }

    /// The lists of blocks directly inside, to be changed.
    pub fn child_lists_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match &mut self.kind {
            BlockKind::List(list) => list.items.iter_mut().map(|item| &mut item.blocks).collect(),
            BlockKind::Definitions(terms) => terms.iter_mut().map(|term| &mut term.blocks).collect(),
            BlockKind::Table(table) => {
                let rows = table.head.iter_mut().chain(&mut table.body).chain(&mut table.foot);
                let cells = rows.flat_map(|row| row.cells.iter_mut().map(|cell| &mut cell.blocks));
                std::iter::once(&mut table.caption).chain(cells).collect()
            }
            BlockKind::Figure { blocks, caption } => vec![blocks, caption],
            BlockKind::Note { blocks, .. }
            | BlockKind::Poem(blocks)
            | BlockKind::LineGroup(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Aside(blocks)
            | BlockKind::Group(blocks) => vec![blocks],
            _ => Vec::new(),
        }
    }

    /// The inlines directly inside, to be changed.
    pub fn inlines_mut(&mut self) -> Option<&mut Vec<Inline>> {
        match &mut self.kind {
            BlockKind::Heading { inlines, .. }
            | BlockKind::Paragraph(inlines)
            | BlockKind::Plain(inlines)
            | BlockKind::Line(inlines)
            | BlockKind::Preformatted(inlines) => Some(inlines),
            _ => None,
        }
    }

    /// The words of it and of the blocks in it, without formatting.
    pub fn plain_text(&self) -> String {
        let mut out = String::new();
        self.walk(&mut |block| out.push_str(&plain_text(block.inlines())));
        out
    }

    /// Returns true if anything in it is read: text, an image, a formula.
    pub fn has_content(&self) -> bool {
        let mut found = false;
        self.walk(&mut |block| {
            found |= matches!(block.kind, BlockKind::Image(_) | BlockKind::Math(_))
                || !plain_text(block.inlines()).trim().is_empty();
        });
        found
    }
}

/// The level of the heading that is the first thing to be read, such as after pages of print. `None` if
/// something else is read first.
pub fn leading_heading_level(blocks: &[Block]) -> Option<u8> {
    match &blocks.iter().find(|block| is_read(block))?.kind {
        BlockKind::Heading { level, .. } => Some(*level),
        BlockKind::Group(blocks) => leading_heading_level(blocks),
        _ => None,
    }
}

/// Returns true for headings, also without words, and for what has content.
fn is_read(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Heading { .. } => true,
        BlockKind::Group(blocks) => blocks.iter().any(is_read),
        _ => block.has_content(),
    }
}

/// A list.
#[derive(Debug, Clone, PartialEq)]
pub struct List {
    /// The number format; `None` for an unordered list.
    pub numbering: Option<Numbering>,
    /// The number of the first item.
    pub start: i32,
    /// Its items.
    pub items: Vec<ListItem>,
}

impl List {
    /// The number of each item. `None` for an item that is only a page break, because it does not count.
    pub fn item_numbers(&self) -> impl Iterator<Item = Option<i32>> + '_ {
        let mut next = self.start;
        self.items.iter().map(move |item| {
            if item.is_page_break() {
                return None;
            }
            let number = item.number.unwrap_or(next);
            next = number.saturating_add(1);
            Some(number)
        })
    }

    /// Returns true if every item has the number that follows that of the item before it.
    pub fn is_consecutive(&self) -> bool {
        let mut next = self.start;
        self.item_numbers()
            .flatten()
            .all(|number| number == std::mem::replace(&mut next, number.saturating_add(1)))
    }
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListItem {
    /// Ids, language, direction, kind.
    pub attrs: Attrs,
    /// Its number, where that does not follow the number of the item before it.
    pub number: Option<i32>,
    /// Its text.
    pub blocks: Vec<Block>,
}

impl ListItem {
    /// Returns true if it is only the place where a page begins between two items.
    pub fn is_page_break(&self) -> bool {
        matches!(self.blocks.as_slice(), [Block { kind: BlockKind::PageBreak(_), .. }])
    }
}

/// A term, or its definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Ids, language, direction, kind.
    pub attrs: Attrs,
    /// True if this is the definition and not the term.
    pub definition: bool,
    /// Its text.
    pub blocks: Vec<Block>,
}

/// A table. Rows may be shorter than others; spans are as the source has them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Its caption.
    pub caption: Vec<Block>,
    /// A summary that is not displayed.
    pub summary: Option<String>,
    /// True if it only arranges its contents and has no rows and columns in the logical sense.
    pub layout: bool,
    /// Rows of headings.
    pub head: Vec<Row>,
    /// Rows of data.
    pub body: Vec<Row>,
    /// Rows of totals and the like.
    pub foot: Vec<Row>,
}

impl Table {
    /// All rows: head, body, foot.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.head.iter().chain(&self.body).chain(&self.foot)
    }

    /// All rows, to be changed.
    pub(crate) fn rows_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Row> {
        self.head.iter_mut().chain(&mut self.body).chain(&mut self.foot)
    }
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// Ids, language, direction, kind.
    pub attrs: Attrs,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// The cells that a header cell is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Its row.
    Row,
    /// Its column.
    Column,
    /// Its group of rows.
    RowGroup,
    /// Its group of columns.
    ColumnGroup,
}

impl Scope {
    /// The value of the attribute `scope`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "col",
            Self::RowGroup => "rowgroup",
            Self::ColumnGroup => "colgroup",
        }
    }

    /// The scope that an attribute `scope` states, if it does.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Row, Self::Column, Self::RowGroup, Self::ColumnGroup];
        all.into_iter().find(|scope| scope.name() == name)
    }
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Ids, language, direction, kind.
    pub attrs: Attrs,
    /// True if it is a header.
    pub header: bool,
    /// The cells that it heads, if the source says so.
    pub scope: Option<Scope>,
    /// Rows it covers, at least 1.
    pub row_span: u16,
    /// Columns it covers, at least 1.
    pub column_span: u16,
    /// Its text.
    pub blocks: Vec<Block>,
}

/// The source of an image's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageSource {
    /// A file of the package, by its path.
    File(String),
    /// An SVG document written inside the text.
    Svg(String),
}

impl ImageSource {
    /// The path or text by which a writer finds the same picture again.
    pub fn picture_key(&self) -> &str {
        let (Self::File(key) | Self::Svg(key)) = self;
        key
    }
}

/// An image.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Its data.
    pub source: ImageSource,
    /// The short alternative. `None`: the source gives none, which is not the same as decorative.
    pub alt: Option<String>,
    /// The extended description.
    pub description: Vec<Block>,
    /// True if it adds nothing to the text.
    pub decorative: bool,
    /// True if the words drawn in it follow it as text.
    pub words_follow: bool,
}

impl Image {
    /// The picture of a file of the package, with a short alternative.
    pub fn from_file(path: impl Into<String>, alt: Option<String>) -> Self {
        let source = ImageSource::File(path.into());
        Self { source, alt, description: Vec::new(), decorative: false, words_follow: false }
    }
}

/// The kinds of note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// At the foot of its page.
    Footnote,
    /// After the chapter or the book.
    Endnote,
    /// A comment on the text.
    Annotation,
}

/// The beginning of a page of the print edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageBreak {
    /// The page's number or name, such as `xii`; may be empty.
    pub label: String,
    /// Ids by which links and the page list point here.
    pub ids: Vec<String>,
}

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Math {
    /// The MathML, without prefixes and without its fallback picture.
    pub mathml: String,
    /// The alternative that the source gives in words.
    pub alt: Option<String>,
    /// The picture of it that the source brings along (`altimg`): its path.
    pub picture: Option<String>,
    /// The formula on one line, made from the MathML: `(a+b)/c`.
    pub linear: String,
    /// True if it is on a line of its own.
    pub display: bool,
}

impl Math {
    /// The words to use where MathML cannot be shown.
    pub fn text(&self) -> &str {
        self.alt.as_deref().unwrap_or(&self.linear)
    }
}

impl PageBreak {
    /// A reference to this page in a document.
    pub fn target(&self, path: &str) -> Target {
        Target { path: path.to_owned(), id: self.ids.first().cloned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leading_heading_follows_nothing_that_is_read() {
        let heading =
            |level| Block::new(BlockKind::Heading { level, inlines: vec![Inline::Text("A".into())] });
        let page = || Block::new(BlockKind::PageBreak(PageBreak { label: "1".into(), ids: Vec::new() }));
        let text = |text: &str| Block::from_text(text);
        let group = |blocks| Block::new(BlockKind::Group(blocks));
        for (blocks, level) in [
            (vec![page(), page(), heading(2)], Some(2)),
            (vec![text(" "), group(vec![page()]), group(vec![page(), group(vec![heading(1)])])], Some(1)),
            (vec![text("Words."), heading(1)], None),
            (vec![group(vec![text("Words.")]), heading(1)], None),
            (vec![page()], None),
        ] {
            assert_eq!(leading_heading_level(&blocks), level, "{blocks:?}");
        }
    }

    #[test]
    fn a_language_has_the_direction_of_its_script() {
        use Direction::{Ltr, Rtl};
        for (tag, expected) in [("he-IL", Rtl), ("az-Arab", Rtl), ("en", Ltr), ("ar-Latn", Ltr)] {
            assert_eq!(Direction::from_language(tag), expected, "{tag}");
        }
    }
}
