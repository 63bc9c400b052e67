//! Lists, and the blocks that all pieces become.

use crate::layout::{PageLine, WordLevel};
use books::model::{Attrs, Block, BlockKind, Inline, List, ListItem, Numbering};

use super::page_break;
use super::pieces::{PagePiece, PiecePart, PieceRole};
use super::vocabulary::Vocabulary;
use super::words::{build_inlines, build_lines};

/// The marker at the beginning of a list item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListMarker {
    Bullet,
    /// A dash, which may also begin speech.
    Dash,
    Number(Numbering, i32),
}

impl ListMarker {
    /// The marker that a line begins with.
    pub(super) fn from_line(line: &PageLine) -> Option<Self> {
        let [first, next, ..] = line.words.as_slice() else { return None };
        // Word draws bullets as letters in fonts of their own.
        let is_letter_bullet = first.text == "o" && first.mono && !next.mono
            || first.symbol && !next.symbol && first.text.chars().nth(1).is_none();
        if is_letter_bullet { Some(Self::Bullet) } else { Self::parse(&first.text) }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        let mut letters = word.chars();
        if let (Some(only), None) = (letters.next(), letters.next()) {
            return match only {
                '•' | '◦' | '▪' | '▫' | '■' | '□' | '●' | '○' | '‣' | '⁃' | '∙' | '·' | '➢' | '✓' | '➤'
                | '\u{F0A7}' | '\u{F0B7}' | '\u{F0D8}' | '\u{F076}' | '\u{F0FC}' => Some(Self::Bullet),
                '-' | '–' | '—' | '*' => Some(Self::Dash),
                _ => None,
            };
        }
        let body = word.strip_prefix('(').unwrap_or(word);
        let body = body.strip_suffix([')', '.'])?;
        if let Ok(number) = body.parse::<u16>() {
            return (body.len() <= 3).then_some(Self::Number(Numbering::Decimal, i32::from(number)));
        }
        let mut letters = body.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let value = super::furniture::parse_roman_numeral(body)?;
            let numbering = if body.starts_with(char::is_uppercase) {
                Numbering::UpperRoman
            } else {
                Numbering::LowerRoman
            };
            return Some(Self::Number(numbering, i32::try_from(value).ok()?));
        };
        let place = |first: char| i32::try_from(u32::from(letter) - u32::from(first) + 1).ok();
        match letter {
            'a'..='z' => Some(Self::Number(Numbering::LowerLetter, place('a')?)),
            'A'..='Z' => Some(Self::Number(Numbering::UpperLetter, place('A')?)),
            _ => None,
        }
    }

    /// Returns true if nothing but an item of a list begins like this.
    pub(super) fn is_plain(self) -> bool {
        matches!(self, Self::Bullet | Self::Number(Numbering::Decimal, _))
    }

    fn numbering(self) -> Option<Numbering> {
        match self {
            Self::Number(numbering, _) => Some(numbering),
            Self::Bullet | Self::Dash => None,
        }
    }

    /// Returns true if an item with this marker may follow one with the other in the same list.
    pub(crate) fn can_follow(self, before: Self) -> bool {
        match (before, self) {
            (Self::Bullet, Self::Bullet) | (Self::Dash, Self::Dash) => true,
            (Self::Number(a, n), Self::Number(b, m)) => a == b && m == n + 1,
            _ => false,
        }
    }
}

/// Marks the items of lists. A number alone makes no list, nor does a dash.
pub(super) fn mark_lists(pieces: &mut Vec<PagePiece>) {
    join_lone_bullets(pieces);
    let mut markers: Vec<Option<ListMarker>> = pieces
        .iter()
        .map(|piece| {
            piece.lines().next().filter(|_| piece.role == PieceRole::Body).and_then(ListMarker::from_line)
        })
        .collect();
    resolve_roman(&mut markers);
    for n in 0..pieces.len() {
        let Some(marker) = markers[n] else { continue };
        let near = |other: &Option<ListMarker>, after: bool| {
            other.is_some_and(|other| if after { other.can_follow(marker) } else { marker.can_follow(other) })
        };
        // Items of nested lists are between those of the outer list.
        let after = markers[n + 1..].iter().take(30).any(|other| near(other, true));
        let before = markers[n.saturating_sub(30)..n].iter().any(|other| near(other, false));
        if marker == ListMarker::Bullet || after || before {
            pieces[n].role = PieceRole::Item(marker);
        }
    }
}

/// Single letters that are Roman numerals: `i` unless it follows `h`, others after the numeral before them.
pub(crate) fn resolve_roman(markers: &mut [Option<ListMarker>]) {
    for n in 0..markers.len() {
        let Some(ListMarker::Number(numbering, letter)) = markers[n] else { continue };
        let (roman, first) = match numbering {
            Numbering::LowerLetter => (Numbering::LowerRoman, 'a'),
            Numbering::UpperLetter => (Numbering::UpperRoman, 'A'),
            _ => continue,
        };
        let letter =
            u32::try_from(letter).ok().and_then(|place| char::from_u32(u32::from(first) + place - 1));
        let Some(value) =
            letter.and_then(|letter| super::furniture::parse_roman_numeral(letter.encode_utf8(&mut [0; 4])))
        else {
            continue;
        };
        let Ok(value) = i32::try_from(value) else { continue };
        let near = &markers[n.saturating_sub(30)..n];
        let before = |marker: ListMarker| near.contains(&Some(marker));
        let continues = before(ListMarker::Number(roman, value - 1));
        if continues || (value == 1 && !before(ListMarker::Number(numbering, 8))) {
            markers[n] = Some(ListMarker::Number(roman, value));
        }
    }
}

/// Returns true for a small number or sign right before the text of a note.
fn is_note_sign(text: &str, piece: &PagePiece, next: &PagePiece) -> bool {
    const MAX_SIZE_RATIO: f32 = 0.85;
    let is_sign = text.bytes().all(|byte| byte.is_ascii_digit()) || matches!(text, "*" | "†" | "‡");
    is_sign
        && text.len() <= 3
        && piece.size <= next.size * MAX_SIZE_RATIO
        && next.rect.x0 - piece.rect.x1 <= next.size
}

/// A bullet or the sign of a note that was taken for a block of its own belongs to the text next to it.
fn join_lone_bullets(pieces: &mut Vec<PagePiece>) {
    let mut n = 0;
    while n + 1 < pieces.len() {
        let lone = {
            let (piece, next) = (&pieces[n], &pieces[n + 1]);
            let text = piece.text();
            let (_, middle) = piece.rect.center();
            piece.role == PieceRole::Body
                && next.role == PieceRole::Body
                && (ListMarker::parse(&text).is_some() || is_note_sign(&text, piece, next))
                && next.lines().next().is_some_and(|line| line.rect.y0 <= middle && middle <= line.rect.y1)
                && next.rect.x0 >= piece.rect.x1
        };
        if lone {
            let bullet = pieces.remove(n);
            let is_sign = is_note_sign(&bullet.text(), &bullet, &pieces[n]);
            let mut words = bullet.lines().flat_map(|line| line.words.clone()).collect::<Vec<_>>();
            if is_sign {
                for word in &mut words {
                    word.level = WordLevel::Raised;
                }
            }
            pieces[n].rect = pieces[n].rect.union(bullet.rect);
            if let Some(PiecePart::Line(line)) = pieces[n].parts.first_mut() {
                line.words.splice(0..0, words);
                line.rect = line.rect.union(bullet.rect);
            }
        }
        n += 1;
    }
}

/// A list that is being built.
struct OpenList {
    left_edge: f32,
    last: ListMarker,
    list: List,
}

/// Code, line by line, indented as on the page.
fn code_inlines(piece: &PagePiece) -> Vec<Inline> {
    let left_edge = piece.lines().map(|line| line.rect.x0).fold(f32::MAX, f32::min);
    let mut out: Vec<Inline> = Vec::new();
    let mut text = String::new();
    for part in &piece.parts {
        match part {
            PiecePart::Page(number, label) => {
                out.push(Inline::Text(std::mem::take(&mut text)));
                out.push(Inline::PageBreak(page_break(*number, label)));
            }
            PiecePart::Line(line) => {
                if !text.is_empty() || !out.is_empty() {
                    text.push('\n');
                }
                // Letters of one width are about as wide as 0.6 of their size.
                let mut room = line.rect.x0 - left_edge;
                while room > line.size * 0.5 && line.size > 1.0 {
                    text.push(' ');
                    room -= line.size * 0.6;
                }
                text.push_str(&line.text());
            }
        }
    }
    out.push(Inline::Text(text));
    out
}

pub(super) fn build_blocks(all: Vec<PagePiece>, vocabulary: &Vocabulary) -> Vec<Block> {
    let mut out = Vec::new();
    let mut open: Vec<OpenList> = Vec::new();
    for piece in all {
        let ids: Vec<String> = piece.id.clone().into_iter().collect();
        let attrs = Attrs { ids, ..Attrs::default() };
        match piece.role {
            PieceRole::Item(marker) => add_item(&mut open, &mut out, &piece, marker, vocabulary),
            PieceRole::Page => {
                let breaks = piece.parts.iter().filter_map(|part| match part {
                    PiecePart::Page(number, label) => Some(page_break(*number, label)),
                    PiecePart::Line(_) => None,
                });
                let breaks = breaks.map(|page| Block::new(BlockKind::PageBreak(page)));
                // A page that begins between two items ends no list.
                match open.last_mut() {
                    Some(list) => list
                        .list
                        .items
                        .extend(breaks.map(|block| ListItem { blocks: vec![block], ..ListItem::default() })),
                    None => out.extend(breaks),
                }
            }
            PieceRole::Heading(level) => {
                close_lists(&mut open, &mut out);
                let inlines = build_inlines(&piece.parts, vocabulary, true);
                out.push(Block { attrs, kind: BlockKind::Heading { level, inlines } });
            }
            PieceRole::Picture(image) => {
                close_lists(&mut open, &mut out);
                out.push(Block { attrs, kind: BlockKind::Image(image) });
            }
            PieceRole::Body if piece.is_code() && piece.lines().count() > 1 => {
                close_lists(&mut open, &mut out);
                out.push(Block { attrs, kind: BlockKind::Preformatted(code_inlines(&piece)) });
            }
            PieceRole::Body => {
                close_lists(&mut open, &mut out);
                let inlines = if piece.keeps_lines {
                    build_lines(&piece.parts)
                } else {
                    build_inlines(&piece.parts, vocabulary, false)
                };
                out.push(Block { attrs, kind: BlockKind::Paragraph(inlines) });
            }
        }
    }
    close_lists(&mut open, &mut out);
    out
}

fn add_item(
    open: &mut Vec<OpenList>,
    out: &mut Vec<Block>,
    piece: &PagePiece,
    marker: ListMarker,
    vocabulary: &Vocabulary,
) {
    let left_edge = piece.rect.x0;
    let step = piece.size.max(1.0) * 0.8;
    // An item further out ends the lists inside.
    while open.len() > 1 && open.last().is_some_and(|list| left_edge < list.left_edge - step) {
        close_last(open, out);
    }
    let nested =
        open.last().is_some_and(|list| left_edge > list.left_edge + step && !marker.can_follow(list.last));
    if !nested && open.last().is_some_and(|list| !marker.can_follow(list.last)) {
        // Another list begins where this one was, or outside of it.
        let outer = open.iter().rposition(|list| marker.can_follow(list.last));
        let keep = outer.map_or(open.len() - 1, |at| at + 1);
        while open.len() > keep {
            close_last(open, out);
        }
    }
    let fits = open.last().is_some_and(|list| marker.can_follow(list.last)) && !nested;
    if !fits {
        let start = if let ListMarker::Number(_, number) = marker { number } else { 1 };
        let list = List { numbering: marker.numbering(), start, items: Vec::new() };
        open.push(OpenList { left_edge, last: marker, list });
    }
    let Some(list) = open.last_mut() else { return };
    list.last = marker;
    let mut parts = piece.parts.clone();
    if let Some(PiecePart::Line(line)) = parts.first_mut() {
        line.words.remove(0);
    }
    let block = Block::new(BlockKind::Plain(build_inlines(&parts, vocabulary, false)));
    list.list.items.push(ListItem { blocks: vec![block], ..ListItem::default() });
}

/// Ends the innermost list: it becomes part of the last item around it, or a block.
fn close_last(open: &mut Vec<OpenList>, out: &mut Vec<Block>) {
    let Some(mut inner) = open.pop() else { return };
    // Pages that began after the last item are after the list.
    let items = &mut inner.list.items;
    let kept = items.iter().rposition(|item| !item.is_page_break()).map_or(0, |at| at + 1);
    let pages: Vec<Block> = items.drain(kept..).flat_map(|item| item.blocks).collect();
    let block = Block::new(BlockKind::List(inner.list));
    let Some(outer) = open.last_mut() else {
        out.push(block);
        out.extend(pages);
        return;
    };
    match outer.list.items.iter_mut().rev().find(|item| !item.is_page_break()) {
        Some(item) => item.blocks.push(block),
        None => outer.list.items.push(ListItem { blocks: vec![block], ..ListItem::default() }),
    }
    let items = pages.into_iter().map(|page| ListItem { blocks: vec![page], ..ListItem::default() });
    outer.list.items.extend(items);
}

fn close_lists(open: &mut Vec<OpenList>, out: &mut Vec<Block>) {
    while !open.is_empty() {
        close_last(open, out);
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::PageWord;

    use super::*;

    #[test]
    fn a_letter_in_a_font_of_its_own_is_a_bullet() {
        let word = |text: &str, mono| PageWord { text: text.to_owned(), mono, ..PageWord::default() };
        let marker =
            |words: Vec<PageWord>| PageLine::from_words(words, 12.0).as_ref().and_then(ListMarker::from_line);
        assert_eq!(marker(vec![word("o", true), word("crabs", false)]), Some(ListMarker::Bullet));
        assert_eq!(marker(vec![word("o", false), word("mar", false)]), None);
        assert_eq!(marker(vec![word("o", true), word("=", true)]), None);
        let section = || word("\u{a7}", false);
        let symbol = PageWord { symbol: true, ..section() };
        assert_eq!(marker(vec![symbol, word("gulls", false)]), Some(ListMarker::Bullet));
        assert_eq!(marker(vec![section(), word("12", false)]), None);
        assert_eq!(marker(vec![word("\u{2022}", false), word("gulls", false)]), Some(ListMarker::Bullet));
        assert_eq!(marker(vec![word("\u{2022}", false)]), None);
    }
}
