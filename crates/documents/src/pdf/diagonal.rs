//! Text that is written across a page, such as a watermark. The tools find a word in every letter or two of
//! it, between the lines of the text.

use std::collections::BTreeMap;

use crate::layout::{DocumentPage, PageLine, PageWord, Rect, TextBlock};

/// Minimum height of the parts of such a text, relative to the words of the page.
const MIN_HEIGHT_RATIO: f32 = 1.5;
/// Minimum number of its parts, and maximum number of parts that are compared with one another.
const MIN_PARTS: usize = 4;
const MAX_PARTS: usize = 60;
/// Slopes of lines that are neither horizontal nor vertical.
const SLOPES: std::ops::Range<f32> = 0.2..5.0;
/// Maximum distance of the middle of a part from the line, relative to its height.
const MAX_DRIFT_RATIO: f32 = 0.15;
/// Maximum distance of the middles of two parts, relative to the larger side of the first.
const MAX_STEP_RATIO: f32 = 2.5;
/// Minimum gap between two words, relative to the larger side of the part before it.
const WORD_GAP_RATIO: f32 = 0.1;

/// The block, the line and the number of a word of a page.
type WordPlace = (usize, usize, usize);

/// Takes texts that are written across the page out of its blocks.
pub(super) fn take_diagonal_text(page: &mut DocumentPage) {
    let mut heights: Vec<f32> = page.words().map(|word| word.rect.height()).collect();
    heights.sort_by(f32::total_cmp);
    let Some(usual) = heights.get(heights.len() / 2).copied() else { return };
    let mut parts = Vec::new();
    for (b, block) in page.blocks.iter().enumerate() {
        for (l, line) in block.lines.iter().enumerate() {
            let large = line.words.iter().enumerate();
            let large = large.filter(|(_, word)| word.rect.height() > usual * MIN_HEIGHT_RATIO);
            parts.extend(large.map(|(w, word)| ((b, l, w), word.clone())));
        }
    }
    if !(MIN_PARTS..=MAX_PARTS).contains(&parts.len()) {
        return;
    }
    parts.sort_by(|(_, a), (_, b)| a.rect.center().0.total_cmp(&b.rect.center().0));
    let taken = find_longest_line(&parts);
    let Some((_, first)) = taken.first() else { return };
    let text = join_parts(&taken);
    let word = PageWord { text, rect: first.rect, ..PageWord::default() };
    let places: Vec<WordPlace> = taken.iter().map(|(place, _)| *place).collect();
    remove_words(page, &places);
    page.diagonal.extend(PageLine::from_words(vec![word], usual));
}

/// Puts each text that is written across pages at the end of the last page that has it.
pub(super) fn append_to_last_page(pages: &mut [DocumentPage]) {
    let mut last: BTreeMap<String, (usize, PageLine)> = BTreeMap::new();
    for (number, page) in pages.iter_mut().enumerate() {
        for line in std::mem::take(&mut page.diagonal) {
            last.insert(line.text(), (number, line));
        }
    }
    for (number, line) in last.into_values() {
        pages[number].blocks.push(TextBlock { lines: vec![line] });
    }
}

/// The parts on the slanted line that has most of them; none if they are too few or too far apart.
fn find_longest_line(parts: &[(WordPlace, PageWord)]) -> Vec<&(WordPlace, PageWord)> {
    let mut longest = Vec::new();
    for (n, (_, from)) in parts.iter().enumerate() {
        for (_, to) in &parts[n + 1..] {
            let Some(direction) = find_direction(from.rect, to.rect) else { continue };
            let is_near = |(_, word): &&(WordPlace, PageWord)| {
                let (x, y) = offset(from.rect, word.rect);
                (x * direction.1 - y * direction.0).abs() <= word.rect.height() * MAX_DRIFT_RATIO
            };
            let near: Vec<_> = parts.iter().filter(is_near).collect();
            if near.len() > longest.len() {
                longest = near;
            }
        }
    }
    let follows = |pair: &[&(WordPlace, PageWord)]| {
        let (before, next) = (pair[0].1.rect, pair[1].1.rect);
        distance(before, next) <= before.height().max(before.width()) * MAX_STEP_RATIO
    };
    if longest.len() < MIN_PARTS || !longest.windows(2).all(follows) || is_in_grid(&longest, parts) {
        longest.clear();
    }
    longest
}

/// Returns true if most parts of a line have others in their rows: the diagonal of a grid is as straight.
fn is_in_grid(line: &[&(WordPlace, PageWord)], parts: &[(WordPlace, PageWord)]) -> bool {
    let has_neighbor = |word: &PageWord| {
        parts.iter().any(|(place, next)| {
            let (_, y) = offset(word.rect, next.rect);
            y.abs() <= word.rect.height() * MAX_DRIFT_RATIO && line.iter().all(|(own, _)| own != place)
        })
    };
    line.iter().filter(|(_, word)| has_neighbor(word)).count() * 2 > line.len()
}

/// The direction of a slanted line through the middles of two parts, of length 1.
fn find_direction(from: Rect, to: Rect) -> Option<(f32, f32)> {
    let (x, y) = offset(from, to);
    let length = x.hypot(y);
    SLOPES.contains(&(y / x).abs()).then_some((x / length, y / length))
}

fn offset(from: Rect, to: Rect) -> (f32, f32) {
    (to.center().0 - from.center().0, to.center().1 - from.center().1)
}

fn distance(from: Rect, to: Rect) -> f32 {
    let (x, y) = offset(from, to);
    x.hypot(y)
}

/// The text of the parts of a line. Those of one word touch in one of the two directions.
fn join_parts(parts: &[&(WordPlace, PageWord)]) -> String {
    let Some((_, first)) = parts.first() else { return String::new() };
    let mut text = first.text.clone();
    for pair in parts.windows(2) {
        let (before, next) = (pair[0].1.rect, &pair[1].1);
        let gap = (next.rect.x0 - before.x1).max(next.rect.y0 - before.y1).max(before.y0 - next.rect.y1);
        if gap > before.height().max(before.width()) * WORD_GAP_RATIO {
            text.push(' ');
        }
        text.push_str(&next.text);
    }
    text
}

fn remove_words(page: &mut DocumentPage, places: &[WordPlace]) {
    for (b, block) in page.blocks.iter_mut().enumerate() {
        for (l, line) in block.lines.iter_mut().enumerate() {
            if !places.iter().any(|(block, line, _)| (*block, *line) == (b, l)) {
                continue;
            }
            let words = std::mem::take(&mut line.words).into_iter().enumerate();
            let words = words.filter(|(w, _)| !places.contains(&(b, l, *w))).map(|(_, word)| word);
            let words: Vec<PageWord> = words.collect();
            let size = words.iter().map(PageWord::letter_size).fold(0.0, f32::max);
            if let Some(rest) = PageLine::from_words(words, size) {
                *line = rest;
            }
        }
    }
    page.remove_empty();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with three lines of text, and letters across it from the lower left.
    fn page_with(letters: &[(&str, f32)]) -> DocumentPage {
        let line = |text: &str, rect: Rect| {
            PageLine::from_words(vec![PageWord { text: text.to_owned(), rect, ..PageWord::default() }], 10.0)
        };
        let text = (0_u8..12).filter_map(|n| {
            let y = f32::from(n) * 20.0;
            line("tide", Rect { x0: 10.0, y0: y, x1: 40.0, y1: y + 10.0 })
        });
        let slanted = letters.iter().filter_map(|(text, at)| {
            line(text, Rect { x0: 50.0 + at, y0: 400.0 - at, x1: 100.0 + at, y1: 428.3 - at })
        });
        let blocks = text.chain(slanted).map(|line| TextBlock { lines: vec![line] }).collect();
        DocumentPage { blocks, ..DocumentPage::default() }
    }

    #[test]
    fn letters_across_the_page_are_one_text_at_the_end_of_the_last_page() {
        // Letters that touch one another in height, and a space.
        let draft = [("D", 0.0), ("R", 28.3), ("A", 56.6), ("N", 94.8), ("O", 123.1)];
        let mut pages = [page_with(&draft), page_with(&draft), page_with(&[])];
        pages.iter_mut().for_each(take_diagonal_text);
        assert_eq!(pages[0].lines().count(), 12);
        append_to_last_page(&mut pages);
        let texts = pages.iter().map(|page| page.lines().map(PageLine::text).last().unwrap_or_default());
        assert_eq!(texts.collect::<Vec<_>>(), ["tide", "DRA NO", "tide"]);
    }

    #[test]
    fn the_diagonal_of_a_grid_of_large_letters_stays() {
        let mut page = page_with(&[]);
        page.blocks.extend(page_with(&[]).blocks);
        for n in 0_u8..16 {
            let x = f32::from(n % 4) * 40.0;
            let y = 400.0 + f32::from(n / 4) * 40.0;
            let rect = Rect { x0: x, y0: y, x1: x + 30.0, y1: y + 30.0 };
            let word = PageWord { text: "A".to_owned(), rect, ..PageWord::default() };
            page.blocks
                .push(TextBlock { lines: PageLine::from_words(vec![word], 30.0).into_iter().collect() });
        }
        take_diagonal_text(&mut page);
        assert_eq!(page.lines().count(), 24 + 16);
    }

    #[test]
    fn large_words_in_other_places_stay() {
        let line = [("D", 0.0), ("R", 28.3), ("A", 300.0), ("N", 328.3)];
        for letters in [&line[..], &line[..2]] {
            let mut page = page_with(letters);
            take_diagonal_text(&mut page);
            assert_eq!(page.lines().count(), 12 + letters.len());
        }
    }
}
