//! Pieces of text: what is together on a page and looks alike. Most become one paragraph each.

use crate::layout::{Line, Page, Rect, TextBlock};
use books::model::Image;

use super::lists::Marker;

/// What a piece is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Role {
    Body,
    /// A heading of this level.
    Heading(u8),
    /// An item of a list.
    Item(Marker),
    Picture(Image),
    /// A page begins.
    Page,
}

/// A line of a piece, or a page that begins inside it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Line(Line),
    Page(usize, String),
}

/// A piece of text, a picture, or the beginning of a page.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    pub(super) page: usize,
    pub(super) rect: Rect,
    pub(super) size: f32,
    pub(super) bold: bool,
    pub(super) parts: Vec<Part>,
    pub(super) role: Role,
    pub(super) id: Option<String>,
    /// The right edge of its column.
    edge: f32,
}

impl Piece {
    pub(super) fn page(number: usize, label: &str) -> Self {
        let parts = vec![Part::Page(number, label.to_owned())];
        Self { parts, role: Role::Page, ..Self::empty(number, Rect::default()) }
    }

    pub(super) fn picture(number: usize, rect: Rect, image: Image) -> Self {
        Self { role: Role::Picture(image), ..Self::empty(number, rect) }
    }

    fn empty(page: usize, rect: Rect) -> Self {
        Self { page, rect, size: 0.0, bold: false, parts: vec![], role: Role::Body, id: None, edge: rect.x1 }
    }

    fn of(lines: Vec<Line>, page: usize, edge: f32) -> Option<Self> {
        let rect = lines.iter().map(|line| line.rect).reduce(Rect::union)?;
        let size = lines.iter().max_by_key(|line| line.letters()).map_or(0.0, |line| line.size);
        let bold = lines.iter().all(Line::bold);
        let parts = lines.into_iter().map(Part::Line).collect();
        Some(Self { size, bold, parts, edge, ..Self::empty(page, rect) })
    }

    pub(super) fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.parts.iter().filter_map(|part| match part {
            Part::Line(line) => Some(line),
            Part::Page(..) => None,
        })
    }

    pub(super) fn text(&self) -> String {
        self.lines().map(Line::text).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.role, Role::Body | Role::Item(_) | Role::Heading(_))
    }

    /// Whether it is an entry of a printed table of contents.
    pub(super) fn is_entry(&self) -> bool {
        self.lines().any(|line| line.entry)
    }

    /// Whether it is code: lines of letters of one width.
    pub(super) fn is_code(&self) -> bool {
        let mut lines = self.lines().peekable();
        lines.peek().is_some() && lines.all(Line::mono)
    }

    /// Whether the last line continues to the right edge, as lines inside a paragraph do.
    fn is_full(&self) -> bool {
        self.lines().next_back().is_some_and(|line| {
            let room = (line.size * 3.0).max((self.edge - self.rect.x0) * 0.3);
            line.rect.x1 >= self.edge - room
        })
    }

    /// Whether two pieces are set in the same letters.
    fn is_like(&self, other: &Self) -> bool {
        let mono = |piece: &Self| piece.lines().all(Line::mono);
        alike(self.size, other.size)
            && self.bold == other.bold
            && mono(self) == mono(other)
            && !self.is_entry()
    }
}

/// Whether two sizes are the same but for rounding.
pub(super) fn alike(a: f32, b: f32) -> bool {
    (a - b).abs() <= a.max(b) * 0.08
}

/// The pieces of a page, in reading order.
pub(super) fn of_page(page: &Page, number: usize) -> Vec<Piece> {
    page.blocks.iter().flat_map(|block| of_block(block, number)).collect()
}

fn of_block(block: &TextBlock, number: usize) -> Vec<Piece> {
    let rect = block.rect();
    let left = usual_left(&block.lines);
    let mut pieces = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    for line in &block.lines {
        if lines.last().is_some_and(|last| begins(last, line, left, rect)) {
            pieces.extend(Piece::of(std::mem::take(&mut lines), number, rect.x1));
        }
        lines.push(line.clone());
    }
    pieces.extend(Piece::of(lines, number, rect.x1));
    pieces
}

/// The left edge that most lines share.
fn usual_left(lines: &[Line]) -> f32 {
    let near = |x: f32| lines.iter().filter(|line| (line.rect.x0 - x).abs() <= line.size * 0.3).count();
    let best = lines.iter().map(|line| line.rect.x0).max_by_key(|x| near(*x));
    best.unwrap_or_default()
}

/// Whether a line begins something new after the one above it.
fn begins(above: &Line, line: &Line, left: f32, block: Rect) -> bool {
    let size = line.size.max(above.size);
    let gap = line.rect.y0 - above.rect.y1;
    let differs = above.bold() != line.bold() || above.mono() != line.mono();
    if !alike(above.size, line.size) || differs || gap > size * 0.9 || above.entry || line.entry {
        return true;
    }
    if Marker::of(line).is_some_and(Marker::is_plain) {
        return true;
    }
    if line.mono() {
        return false;
    }
    // The first line of a paragraph is moved in, or the others are.
    let moved = |line: &Line| line.rect.x0 - left;
    let inwards = moved(line) > size * 0.8 && moved(line) < block.width() * 0.25 && moved(above) < size * 0.4;
    let outwards = moved(line) < -size * 0.8 && moved(above) > -size * 0.4;
    let short = above.rect.x1 < block.x1 - block.width() * 0.2;
    inwards && (short || ends_sentence(&above.text())) || outwards || (short && ends_sentence(&above.text()))
}

/// Whether a text ends where a sentence may end.
fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(['"', '”', '’', '»', ')', ']', '\'']);
    text.ends_with(['.', '!', '?', ':', '…', '。', '؟'])
}

/// Whether a text ends inside a word or a number.
fn ends_with_hyphen(text: &str) -> bool {
    let start = text.strip_suffix(['-', '\u{AD}', '\u{2010}', '\u{2011}']);
    start.is_some_and(|start| start.ends_with(char::is_alphanumeric))
}

fn first_char(piece: &Piece) -> Option<char> {
    piece.lines().next()?.words.first()?.text.chars().next()
}

/// Joins what continues after the end of a block, a column or a page.
pub(super) fn join(all: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(all.len());
    for piece in all {
        let target = goes_on_in(&joined, &piece);
        match target {
            Some(at) => {
                // Pages that begin between the two begin inside the whole.
                let between: Vec<usize> =
                    (at + 1..joined.len()).filter(|n| joined[*n].role == Role::Page).collect();
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

/// The piece that this one continues.
fn goes_on_in(before: &[Piece], piece: &Piece) -> Option<usize> {
    if piece.role != Role::Body {
        return None;
    }
    let first = first_char(piece)?;
    let mut crossed = false;
    for (n, earlier) in before.iter().enumerate().rev() {
        match &earlier.role {
            Role::Page if !crossed => crossed = true,
            // Notes at the foot of a page, and pictures at its head, interrupt no paragraph.
            Role::Picture(_) => {}
            Role::Body | Role::Item(_) if earlier.is_like(piece) => {
                let text = earlier.text();
                let open = !ends_sentence(&text) && earlier.is_full();
                // A paragraph that goes on in the next column or on the next page may go on with a name.
                let moved = (crossed || piece.rect.y0 < earlier.rect.y0) && earlier.role == Role::Body;
                let goes_on = first.is_lowercase()
                    || (moved && first.is_alphanumeric() && earlier.lines().count() > 1 && !piece.bold);
                return ((open && goes_on) || (ends_with_hyphen(&text) && first.is_alphanumeric()))
                    .then_some(n);
            }
            Role::Body if crossed && earlier.size < piece.size => {}
            _ => return None,
        }
    }
    None
}
