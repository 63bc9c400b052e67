//! Finds headings and their levels: by the document's outline, by larger letters, by bold ones.

use crate::layout::{DocumentPage, PageLine};

use super::pieces::{PagePiece, PieceRole, is_same_size};
use books::draft::OutlineEntry;

/// Letters of a heading are larger than those of the text by at least this.
const MIN_HEADING_SIZE_RATIO: f32 = 1.13;
/// Longer pieces are not headings, whatever their size.
const MAX_HEADING_CHARS: usize = 200;

/// The size that most letters have.
pub(super) fn body_size(pages: &[DocumentPage]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = pages
        .iter()
        .flat_map(DocumentPage::lines)
        .map(|line| (line.size, line.count_alphanumeric()))
        .collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best = (0.0, 0);
    let mut start = 0;
    let mut weight = 0;
    // The window of sizes that are alike with the most letters in it.
    for end in 0..sizes.len() {
        weight += sizes[end].1;
        while sizes[end].0 > sizes[start].0 * 1.06 {
            weight -= sizes[start].1;
            start += 1;
        }
        if weight > best.1 {
            best = (sizes[usize::midpoint(start, end)].0, weight);
        }
    }
    best.0
}

/// Marks headings. An outline entry whose words are on its page makes them a heading.
pub(super) fn mark_headings(pieces: &mut [PagePiece], body: f32, outline: &mut [OutlineEntry]) {
    let mut outlined = 0;
    for (n, entry) in outline.iter_mut().enumerate() {
        entry.id = Some(super::page_id(entry.page));
        let found = pieces.iter().position(|piece| {
            piece.page == entry.page
                && piece.role == PieceRole::Body
                && piece.id.is_none()
                && matches_title(piece, &entry.title)
        });
        if let Some(at) = found {
            let id = format!("heading-{}", n + 1);
            pieces[at].role = PieceRole::Heading(entry.level);
            pieces[at].id = Some(id.clone());
            entry.id = Some(id);
            outlined += 1;
        }
    }
    let bold_text = pieces
        .iter()
        .filter(|piece| piece.bold && is_same_size(piece.size, body))
        .map(text_weight)
        .sum::<usize>()
        * 3
        > pieces.iter().filter(|piece| is_same_size(piece.size, body)).map(text_weight).sum::<usize>();
    let followed: Vec<bool> = (0..pieces.len())
        .map(|n| {
            let next = pieces[n + 1..].iter().find(|next| next.role != PieceRole::Page);
            next.is_some_and(|next| {
                next.is_text() && !next.bold || matches!(next.role, PieceRole::Picture(_))
            })
        })
        .collect();
    let named: Vec<bool> = (0..pieces.len())
        .map(|n| is_named_chapter(&pieces[n]) && !ends_inside_sentence(&pieces[..n], body))
        .collect();
    let is_named =
        |n: usize| named[n] && !named.get(n + 1).is_some_and(|next| *next) && (n == 0 || !named[n - 1]);
    let mut sizes: Vec<f32> = Vec::new();
    for piece in pieces.iter().filter(|piece| is_large(piece, body)) {
        if !sizes.iter().any(|size| is_same_size(*size, piece.size)) {
            sizes.push(piece.size);
        }
    }
    sizes.sort_by(|a, b| b.total_cmp(a));
    let below = u8::try_from(sizes.len()).unwrap_or(5).min(5) + 1;
    // Headings that the outline does not name are below those that it names.
    let mut current = 0;
    for (n, piece) in pieces.iter_mut().enumerate() {
        let level = match piece.role {
            PieceRole::Heading(level) => {
                current = level;
                continue;
            }
            PieceRole::Body if is_large(piece, body) => {
                let at = sizes.iter().position(|size| is_same_size(*size, piece.size)).unwrap_or_default();
                u8::try_from(at).unwrap_or(5) + 1
            }
            PieceRole::Body if is_bold(piece, body) && followed[n] && !bold_text => below,
            PieceRole::Body if is_named(n) && followed[n] => below,
            _ => continue,
        };
        let level = if outlined > 0 { level.max(current.saturating_add(1)) } else { level };
        piece.role = PieceRole::Heading(level.min(6));
    }
    settle_levels(pieces.iter_mut().filter_map(|piece| match &mut piece.role {
        PieceRole::Heading(level) => Some(level),
        _ => None,
    }));
}

/// Makes levels begin with 1 and never skip one downwards.
pub(crate) fn settle_levels<'a>(levels: impl Iterator<Item = &'a mut u8>) {
    let mut open: Vec<u8> = Vec::new();
    for level in levels {
        while open.last().is_some_and(|above| above >= level) {
            open.pop();
        }
        open.push(*level);
        *level = u8::try_from(open.len()).unwrap_or(6).min(6);
    }
}

fn text_weight(piece: &PagePiece) -> usize {
    piece.lines().map(PageLine::count_alphanumeric).sum()
}

fn is_short(piece: &PagePiece) -> bool {
    let text = piece.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2
        && text.chars().count() <= MAX_HEADING_CHARS
        && piece.lines().count() <= 4
        && !piece.lines().any(PageLine::is_turned)
}

fn is_large(piece: &PagePiece, body: f32) -> bool {
    piece.is_text() && piece.size >= body * MIN_HEADING_SIZE_RATIO && is_short(piece) && !piece.is_entry()
}

fn is_bold(piece: &PagePiece, body: f32) -> bool {
    piece.bold
        && !piece.is_entry()
        && piece.size >= body * 0.95
        && is_short(piece)
        && piece.lines().count() <= 2
        && !piece.text().ends_with(['.', ',', ';', ':', '!'])
}

/// Returns true for a line that is nothing but the word for a chapter or part and its number: `Chapter 3`.
fn is_named_chapter(piece: &PagePiece) -> bool {
    const WORDS: [&str; 9] =
        ["chapter", "part", "kapitel", "teil", "chapitre", "partie", "capítulo", "capitulo", "parte"];
    if piece.role != PieceRole::Body || piece.lines().count() != 1 {
        return false;
    }
    let text = piece.text().to_lowercase();
    let mut words = text.split_whitespace();
    let (word, number, end) = (words.next(), words.next(), words.next());
    let is_number = |number: &str| {
        let number = number.trim_end_matches(['.', ':']);
        number.parse::<u16>().is_ok() || super::furniture::parse_roman_numeral(number).is_some()
    };
    word.is_some_and(|word| WORDS.contains(&word)) && number.is_some_and(is_number) && end.is_none()
}

/// Returns true if the last paragraph of some pieces ends inside a sentence, as before the end of a page.
fn ends_inside_sentence(pieces: &[PagePiece], body: f32) -> bool {
    let last = pieces.iter().rev().find(|piece| piece.role != PieceRole::Page);
    last.is_some_and(|last| {
        last.role == PieceRole::Body
            && last.lines().count() > 1
            && !is_large(last, body)
            && last.text().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '('))
    })
}

/// Returns true if a piece says what an entry says, with or without its number.
fn matches_title(piece: &PagePiece, title: &str) -> bool {
    let bare = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (text, title) = (bare(&piece.text()), bare(title));
    if title.is_empty() || text.is_empty() || piece.text().chars().count() > MAX_HEADING_CHARS + title.len() {
        return false;
    }
    let number = |whole: &str, part: &str| {
        whole
            .strip_suffix(part)
            .is_some_and(|rest| rest.len() <= 12 && rest.chars().any(|c| c.is_ascii_digit()))
    };
    text == title || number(&text, &title) || number(&title, &text)
}
