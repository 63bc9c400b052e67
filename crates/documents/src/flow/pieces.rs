//! Pieces of text: what is together on a page and looks alike. Most become one paragraph each.

use crate::layout::{DocumentPage, PageLine, Rect, TextBlock};
use books::model::Image;

use super::line_starts::{are_rows, find_items, keeps_lines};
use super::lists::ListMarker;

/// Blocks of a page that are checked for the width of a column.
const MAX_COLUMN_BLOCKS: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum PieceRole {
    Body,
    /// A heading of this level.
    Heading(u8),
    Item(ListMarker),
    Picture(Image),
    /// A page begins.
    Page,
}

/// A line of a piece, or a page that begins inside it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PiecePart {
    Line(PageLine),
    Page(usize, String),
}

/// A piece of text, a picture, or the beginning of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PagePiece {
    pub(super) page: usize,
    pub(super) rect: Rect,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) parts: Vec<PiecePart>,
    pub(super) role: PieceRole,
    pub(super) id: Option<String>,
    /// True if its lines stay lines, such as those of a poem.
    pub(super) keeps_lines: bool,
    /// True if it continues nothing before it, such as an entry of an index.
    is_apart: bool,
    /// The right edge of its column.
    edge: f32,
}

impl PagePiece {
    pub(super) fn page_start(number: usize, label: &str) -> Self {
        let parts = vec![PiecePart::Page(number, label.to_owned())];
        Self { parts, role: PieceRole::Page, ..Self::without_text(number, Rect::default()) }
    }

    pub(super) fn from_picture(number: usize, rect: Rect, image: Image) -> Self {
        Self { role: PieceRole::Picture(image), ..Self::without_text(number, rect) }
    }

    fn without_text(page: usize, rect: Rect) -> Self {
        Self {
            page,
            rect,
            size: 0.0,
            bold: false,
            parts: vec![],
            role: PieceRole::Body,
            id: None,
            keeps_lines: false,
            is_apart: false,
            edge: rect.x1,
        }
    }

    fn from_lines(lines: Vec<PageLine>, page: usize, edge: f32) -> Option<Self> {
        let rect = lines.iter().map(|line| line.rect).reduce(Rect::union)?;
        let size = lines.iter().max_by_key(|line| line.count_alphanumeric()).map_or(0.0, |line| line.size);
        let bold = lines.iter().all(PageLine::is_bold);
        let parts = lines.into_iter().map(PiecePart::Line).collect();
        Some(Self { size, bold, parts, edge, ..Self::without_text(page, rect) })
    }

    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = &PageLine> {
        self.parts.iter().filter_map(|part| match part {
            PiecePart::Line(line) => Some(line),
            PiecePart::Page(..) => None,
        })
    }

    pub(super) fn text(&self) -> String {
        self.lines().map(PageLine::text).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.role, PieceRole::Body | PieceRole::Item(_) | PieceRole::Heading(_))
    }

    /// Returns true if it is an entry of a printed table of contents.
    pub(super) fn is_entry(&self) -> bool {
        self.lines().any(|line| line.entry)
    }

    /// Returns true if it is code: lines of letters of one width.
    pub(super) fn is_code(&self) -> bool {
        let mut lines = self.lines().peekable();
        lines.peek().is_some() && lines.all(PageLine::is_monospaced)
    }

    /// Returns true if the last line continues to the right edge, as lines inside a paragraph do.
    fn is_full(&self) -> bool {
        self.lines().next_back().is_some_and(|line| {
            let room = (line.size * 3.0).max((self.edge - self.rect.x0) * 0.3);
            line.rect.x1 >= self.edge - room
        })
    }

    /// Returns true if two pieces are set in the same letters.
    fn is_like(&self, other: &Self) -> bool {
        let mono = |piece: &Self| piece.lines().all(PageLine::is_monospaced);
        is_same_size(self.size, other.size)
            && self.bold == other.bold
            && mono(self) == mono(other)
            && !self.is_entry()
    }
}

/// Returns true if two sizes are the same but for rounding.
pub(super) fn is_same_size(a: f32, b: f32) -> bool {
    (a - b).abs() <= a.max(b) * 0.08
}

/// The pieces of a page, in reading order.
pub(super) fn split_page(page: &DocumentPage, number: usize) -> Vec<PagePiece> {
    let rects: Vec<Rect> = page.blocks.iter().map(TextBlock::bounding_rect).collect();
    let mut pieces = Vec::new();
    for (block, rect) in page.blocks.iter().zip(&rects) {
        // The column of a block is as wide as what is above and below it, up to what is right of it.
        let others = || rects.iter().take(MAX_COLUMN_BLOCKS);
        let is_right_of = |other: &&Rect| other.x0 >= rect.x1 && other.y0 < rect.y1 && other.y1 > rect.y0;
        let end = others().filter(is_right_of).map(|other| other.x0).fold(f32::MAX, f32::min);
        let is_in_column = |other: &&Rect| other.x0 <= rect.x1 && other.x1 >= rect.x0 && other.x1 <= end;
        let column = others().filter(is_in_column);
        let edge = column.map(|other| other.x1).fold(rect.x1, f32::max);
        let mut own = split_block(block, *rect, number);
        let are_rows = are_rows(&block.lines);
        for piece in &mut own {
            let lines: Vec<&PageLine> = piece.lines().collect();
            let is_divided =
                |line: &&PageLine| line.words.last().is_some_and(|word| ends_with_hyphen(&word.text));
            piece.keeps_lines = keeps_lines(&lines, edge) && !lines.iter().any(is_divided);
            piece.is_apart = are_rows || piece.keeps_lines;
        }
        pieces.append(&mut own);
    }
    pieces
}

fn split_block(block: &TextBlock, rect: Rect, number: usize) -> Vec<PagePiece> {
    let left = usual_left(&block.lines);
    let items = find_items(&block.lines);
    let mut pieces = Vec::new();
    let mut lines: Vec<PageLine> = Vec::new();
    for (line, is_item) in block.lines.iter().zip(items) {
        if lines.last().is_some_and(|last| is_item || begins_piece(last, line, left, rect)) {
            pieces.extend(PagePiece::from_lines(std::mem::take(&mut lines), number, rect.x1));
        }
        lines.push(line.clone());
    }
    pieces.extend(PagePiece::from_lines(lines, number, rect.x1));
    pieces
}

/// The left edge that most lines share.
fn usual_left(lines: &[PageLine]) -> f32 {
    let near = |x: f32| lines.iter().filter(|line| (line.rect.x0 - x).abs() <= line.size * 0.3).count();
    let best = lines.iter().map(|line| line.rect.x0).max_by_key(|x| near(*x));
    best.unwrap_or_default()
}

/// Returns true if a line begins something new after the one above it.
fn begins_piece(above: &PageLine, line: &PageLine, left: f32, block: Rect) -> bool {
    let size = line.size.max(above.size);
    let gap = line.rect.y0 - above.rect.y1;
    let differs = above.is_bold() != line.is_bold() || above.is_monospaced() != line.is_monospaced();
    if !is_same_size(above.size, line.size) || differs || gap > size * 0.9 || above.entry || line.entry {
        return true;
    }
    if ListMarker::from_line(line).is_some_and(ListMarker::is_plain) {
        return true;
    }
    if line.is_monospaced() {
        return false;
    }
    // The first line of a paragraph is moved in, or the others are.
    let moved = |line: &PageLine| line.rect.x0 - left;
    let inwards = moved(line) > size * 0.8 && moved(line) < block.width() * 0.25 && moved(above) < size * 0.4;
    let outwards = moved(line) < -size * 0.8 && moved(above) > -size * 0.4;
    let short = above.rect.x1 < block.x1 - block.width() * 0.2;
    inwards && (short || ends_sentence(&above.text())) || outwards || (short && ends_sentence(&above.text()))
}

/// Returns true if a text ends where a sentence may end.
fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', '»', ')', ']', '\'']);
    text.ends_with(['.', '!', '?', ':', '…', '。', '؟'])
}

/// Returns true if a text ends inside a word or a number.
fn ends_with_hyphen(text: &str) -> bool {
    let start = text.strip_suffix(['-', '\u{AD}', '\u{2010}', '\u{2011}']);
    start.is_some_and(|start| start.ends_with(char::is_alphanumeric))
}

fn first_char(piece: &PagePiece) -> Option<char> {
    piece.lines().next()?.words.first()?.text.chars().next()
}

/// Joins what continues after the end of a block, a column or a page.
pub(super) fn join_continued(all: Vec<PagePiece>) -> Vec<PagePiece> {
    let mut joined: Vec<PagePiece> = Vec::with_capacity(all.len());
    for piece in all {
        let target = find_continued(&joined, &piece);
        match target {
            Some(at) => {
                // Pages that begin between the two begin inside the whole.
                let between: Vec<usize> =
                    (at + 1..joined.len()).filter(|n| joined[*n].role == PieceRole::Page).collect();
                for n in between.into_iter().rev() {
                    let page = joined.remove(n);
                    let place = joined[at].parts.len();
                    joined[at].parts.splice(place..place, page.parts);
                }
                let whole = &mut joined[at];
                whole.parts.extend(piece.parts);
                whole.edge = piece.edge;
            }
            None => joined.push(piece),
        }
    }
    joined
}

fn find_continued(before: &[PagePiece], piece: &PagePiece) -> Option<usize> {
    if piece.role != PieceRole::Body || piece.is_apart {
        return None;
    }
    let first = first_char(piece)?;
    let mut crossed = false;
    for (n, earlier) in before.iter().enumerate().rev() {
        match &earlier.role {
            PieceRole::Page if !crossed => crossed = true,
            // Notes at the foot of a page, and pictures at its head, interrupt no paragraph.
            PieceRole::Picture(_) => {}
            PieceRole::Body | PieceRole::Item(_) if earlier.is_like(piece) && !earlier.keeps_lines => {
                let text = earlier.text();
                let open = !ends_sentence(&text) && earlier.is_full();
                // A paragraph that continues in the next column or on the next page may continue with a name.
                let moved = (crossed || piece.rect.y0 < earlier.rect.y0) && earlier.role == PieceRole::Body;
                let goes_on = first.is_lowercase()
                    || (moved && first.is_alphanumeric() && earlier.lines().count() > 1 && !piece.bold);
                return ((open && goes_on) || (ends_with_hyphen(&text) && first.is_alphanumeric()))
                    .then_some(n);
            }
            PieceRole::Body if crossed && earlier.size < piece.size => {}
            _ => return None,
        }
    }
    None
}
