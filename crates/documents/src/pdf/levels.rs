//! Small words above and below the line: exponents, indices, signs of notes. They touch the word that they
//! belong to.

use crate::layout::{DocumentPage, PageLine, PageWord, WordLevel};

use super::bidi;

/// Longer words are not exponents, but text of another size.
const MAX_RAISED_CHARS: usize = 8;
/// Maximum height of a small word, relative to the words of its line.
const MAX_SMALL_HEIGHT_RATIO: f32 = 0.85;
/// Maximum number of small words between a small word and a word of its line.
const MAX_SMALL_NEIGHBORS: usize = 8;
/// Minimum distances of the lower edges of a small word and of the line, relative to the words of the line.
const MIN_RISE_RATIO: f32 = 0.2;
const MIN_DROP_RATIO: f32 = 0.06;
/// Minimum drop of a digit or a single letter. On the line, the lower edges of small letters are above those
/// of large ones.
const MIN_INDEX_DROP_RATIO: f32 = 0.01;
/// Maximum gap between words that touch, relative to their height: spaces are wider.
const MAX_TOUCHING_GAP_RATIO: f32 = 0.12;

/// Finds the small words of a page, before its lines are put into the order of reading.
pub(super) fn mark_levels(page: &mut DocumentPage) {
    for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
        let is_rtl = line.words.iter().flat_map(|word| word.text.chars()).any(bidi::is_right_to_left);
        // The words of a turned line are below one another.
        if line.words.len() > 1 && !is_rtl && !line.is_turned() {
            mark_line(line);
        }
    }
}

fn mark_line(line: &mut PageLine) {
    let height = usual_height(&line.words);
    for n in 0..line.words.len() {
        let (before, rest) = line.words.split_at_mut(n);
        let Some((word, after)) = rest.split_first_mut() else { continue };
        let touches_last = before.last().is_some_and(|last| touches(last, word, height));
        // What follows an exponent without a gap belongs to the same word.
        word.is_joined = touches_last && n > 1 && before[n - 1].level != WordLevel::OnLine;
        if !is_small(word, height) || word.text.chars().count() > MAX_RAISED_CHARS {
            continue;
        }
        // The first word of a line may be the sign of a note.
        let touches_next =
            before.is_empty() && after.first().is_some_and(|next| touches(word, next, height * 2.0));
        let near =
            before.iter().rev().take(MAX_SMALL_NEIGHBORS).chain(after.iter().take(MAX_SMALL_NEIGHBORS));
        let base = near.filter(|_| touches_last || touches_next).find(|near| !is_small(near, height));
        let Some(base) = base else { continue };
        let rise = base.rect.y1 - word.rect.y1;
        let min_drop = if is_index(&word.text) { MIN_INDEX_DROP_RATIO } else { MIN_DROP_RATIO };
        word.level = if rise > height * MIN_RISE_RATIO {
            WordLevel::Raised
        } else if -rise > height * min_drop && touches_last {
            WordLevel::Lowered
        } else {
            WordLevel::OnLine
        };
        word.is_joined |= touches_last && word.level != WordLevel::OnLine;
    }
}

fn is_index(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) || text.chars().nth(1).is_none()
}

fn is_small(word: &PageWord, height: f32) -> bool {
    word.rect.height() < height * MAX_SMALL_HEIGHT_RATIO
}

/// The height of the words that have most of the letters.
fn usual_height(words: &[PageWord]) -> f32 {
    let mut heights: Vec<(f32, usize)> =
        words.iter().map(|word| (word.rect.height(), word.text.chars().count())).collect();
    heights.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut usual, mut same) = ((0.0, 0), (0.0, 0));
    for (height, letters) in heights {
        if height > same.0 * 1.05 {
            same = (height, 0);
        }
        same.1 += letters;
        if same.1 >= usual.1 {
            usual = same;
        }
    }
    usual.0
}

fn touches(word: &PageWord, next: &PageWord, height: f32) -> bool {
    let gap = next.rect.x0 - word.rect.x1;
    gap < height * MAX_TOUCHING_GAP_RATIO && gap > -height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Rect, TextBlock};

    /// A page of one line of words: text, left and right edge, lower edge and height.
    fn mark_words(words: &[(&str, f32, f32, f32, f32)]) -> Vec<(String, WordLevel, bool)> {
        let words = words.iter().map(|(text, x0, x1, y1, height)| PageWord {
            text: (*text).to_owned(),
            rect: Rect { x0: *x0, y0: y1 - height, x1: *x1, y1: *y1 },
            ..PageWord::default()
        });
        let lines = PageLine::from_words(words.collect(), 10.0).into_iter().collect();
        let mut page = DocumentPage { blocks: vec![TextBlock { lines }], ..DocumentPage::default() };
        mark_levels(&mut page);
        let words = page.words();
        words.map(|word| (word.text.clone(), word.level, word.is_joined)).collect()
    }

    #[test]
    fn words_of_a_turned_line_are_words_of_their_own() {
        let marked = mark_words(&[
            ("arXiv:2401.12345v1", 20.0, 30.0, 700.0, 120.0),
            ("3", 20.0, 30.0, 575.0, 8.0),
            ("Jan", 20.0, 30.0, 560.0, 20.0),
        ]);
        assert!(marked.iter().all(|(_, level, is_joined)| *level == WordLevel::OnLine && !is_joined));
    }

    #[test]
    fn small_words_that_touch_another_are_above_or_below_it() {
        use WordLevel::{Lowered, OnLine, Raised};
        let marked = mark_words(&[
            ("1", 72.0, 76.0, 130.0, 6.5),
            ("area", 77.0, 100.0, 134.0, 10.0),
            ("10", 103.0, 115.0, 134.0, 10.0),
            ("3", 115.5, 119.0, 129.5, 6.5),
            ("metres", 123.0, 160.0, 134.0, 10.0),
            ("H", 163.0, 170.0, 134.0, 10.0),
            ("2", 170.2, 174.0, 136.5, 6.5),
            ("O", 174.5, 182.0, 134.0, 10.0),
            ("CO", 182.5, 184.0, 134.0, 10.0),
            ("2", 184.0, 184.5, 134.2, 8.0),
            ("small", 187.0, 200.0, 133.3, 7.0),
            ("9", 205.0, 209.0, 129.5, 6.5),
            ("words", 213.0, 240.0, 134.0, 10.0),
        ]);
        let expected = [
            ("1", Raised, false),
            ("area", OnLine, false),
            ("10", OnLine, false),
            ("3", Raised, true),
            ("metres", OnLine, false),
            ("H", OnLine, false),
            ("2", Lowered, true),
            ("O", OnLine, true),
            ("CO", OnLine, false),
            ("2", Lowered, true),
            ("small", OnLine, false),
            ("9", OnLine, false),
            ("words", OnLine, false),
        ];
        assert_eq!(marked, expected.map(|(text, level, joined)| (text.to_owned(), level, joined)));
    }
}
