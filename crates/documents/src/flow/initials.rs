//! Words whose letters differ in size: drop caps, capitals in two sizes, digits below the line. They come as
//! several words, and a drop cap as one of a line far from its own.

use crate::layout::{DocumentPage, PageWord, Rect, WordLevel};

use super::Vocabulary;
use super::edges::LinePlace;

/// A page with more drop caps is none: each is looked for among all lines.
const MAX_CAPS_PER_PAGE: usize = 40;
/// Minimum height of a drop cap relative to the letters of the text.
const MIN_DROP_CAP_HEIGHT_RATIO: f32 = 1.5;
/// Minimum height of the first letter of a word in two sizes, relative to the rest.
const MIN_FIRST_LETTER_HEIGHT_RATIO: f32 = 1.12;
/// Maximum distance between letters of one word, relative to their height.
const MAX_LETTER_GAP_RATIO: f32 = 0.06;
/// Minimum height of a raised first letter relative to the letters of the text.
const MIN_RAISED_HEIGHT_RATIO: f32 = 1.25;
/// Maximum distance of a raised first letter from its word, relative to its height.
const MAX_RAISED_GAP_RATIO: f32 = 0.14;
/// English words that begin with a letter that is also a word.
const COMMON_WORDS: &str = "about above across after again against ago all almost alone along already also although always am \
    among an and another any anyone anything are around as at away ii in indeed inside instead into is it its if iv \
    of off often old on once one only open or other our out outside over own";

/// Puts words together that are one.
pub(super) fn join_initials(pages: &mut [DocumentPage]) {
    let mut vocabulary = None;
    for number in 0..pages.len() {
        let usual = usual_height(&pages[number]);
        for cap in find_drop_caps(&pages[number], usual) {
            let vocabulary = vocabulary.get_or_insert_with(|| Vocabulary::from_pages(pages));
            join_drop_cap(&mut pages[number], cap, usual, vocabulary);
        }
    }
    // A drop cap may touch a word of the line that it reaches down to, so the words of a line come after
    // them.
    for page in pages {
        for line in page.blocks.iter_mut().flat_map(|block| &mut block.lines) {
            join_sizes(&mut line.words);
        }
    }
}

/// Puts the parts of a word of several sizes together: they touch each other.
fn join_sizes(words: &mut Vec<PageWord>) {
    let mut n = 1;
    // True if the word before ends with a lowered number, after which a formula continues.
    let mut lowered = false;
    while n < words.len() {
        let (before, word) = (&words[n - 1], &words[n]);
        let continues = lowered && word.text.starts_with(char::is_uppercase);
        // Exponents and indices stay apart: the line joins them.
        let is_on_line = before.level == WordLevel::OnLine && word.level == WordLevel::OnLine;
        if is_on_line && touches_word(before, word, n == 1) && (continues || is_one_word(before, word)) {
            lowered = word.text.ends_with(|c: char| c.is_ascii_digit());
            let word = words.remove(n);
            let before = &mut words[n - 1];
            if word.text.chars().count() > before.text.chars().count() {
                (before.bold, before.italic, before.mono) = (word.bold, word.italic, word.mono);
            }
            before.text.push_str(&word.text);
            before.rect = before.rect.union(word.rect);
        } else {
            lowered = false;
            n += 1;
        }
    }
}

/// Returns true if two words touch each other. The first letter of a text may be a little apart.
fn touches_word(before: &PageWord, word: &PageWord, begins_line: bool) -> bool {
    let height = before.rect.height().max(word.rect.height());
    let gap = word.rect.x0 - before.rect.x1;
    let begins =
        begins_line && is_initial(&before.text) && height >= word.rect.height() * MIN_RAISED_HEIGHT_RATIO;
    gap.abs() <= height * if begins { MAX_RAISED_GAP_RATIO } else { MAX_LETTER_GAP_RATIO }
}

/// Returns true if letters of two sizes that touch are of one word. A raised number is a reference to a
/// note.
fn is_one_word(before: &PageWord, word: &PageWord) -> bool {
    let (Some(last), Some(first)) = (before.text.chars().next_back(), word.text.chars().next()) else {
        return false;
    };
    let (large, small) = (before.rect.height(), word.rect.height());
    let differ = large.max(small) >= large.min(small) * MIN_FIRST_LETTER_HEIGHT_RATIO;
    let letters = last.is_alphabetic() && first.is_alphabetic();
    let lowered = word.text.chars().all(|c| c.is_ascii_digit())
        && small * MIN_FIRST_LETTER_HEIGHT_RATIO <= large
        && word.rect.y1 > before.rect.y1 + large * 0.05;
    (differ && letters && large >= small) || (last.is_alphabetic() && lowered)
}

/// The lines of a page that begin with drop caps, from its end to its beginning, so that taking one away
/// moves none of the others.
fn find_drop_caps(page: &DocumentPage, usual: f32) -> Vec<LinePlace> {
    let mut caps = Vec::new();
    for (block, text) in page.blocks.iter().enumerate() {
        for (line, words) in text.lines.iter().enumerate() {
            let first = words.words.first();
            if first.is_some_and(|word| {
                word.rect.height() >= usual * MIN_DROP_CAP_HEIGHT_RATIO && is_initial(&word.text)
            }) {
                caps.push((block, line));
            }
        }
    }
    caps.truncate(MAX_CAPS_PER_PAGE);
    caps.reverse();
    caps
}

/// The height that most words have.
fn usual_height(page: &DocumentPage) -> f32 {
    let mut heights: Vec<(f32, usize)> = page
        .words()
        .map(|word| (word.rect.height(), word.text.chars().count()))
        .filter(|(height, letters)| *height > 0.0 && *letters > 1)
        .collect();
    heights.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = heights.iter().map(|(_, letters)| letters).sum::<usize>() / 2;
    let mut seen = 0;
    let middle = heights.iter().find(|(_, letters)| {
        seen += letters;
        seen > half
    });
    middle.map_or(f32::MAX, |(height, _)| *height)
}

/// Returns true if a word is one capital, with a quotation mark before it or an apostrophe after it.
fn is_initial(text: &str) -> bool {
    let text = text.trim_start_matches(['“', '”', '"', '„', '«', '»', '‘', '’', '\'', '¡', '¿', '(', '[']);
    let mut letters = text.trim_end_matches(['’', '\'']).chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
}

/// Moves a drop cap to the first of the lines next to it, and these to where it begins.
fn join_drop_cap(page: &mut DocumentPage, at: LinePlace, usual: f32, vocabulary: &Vocabulary) {
    let (cap_block, cap_line) = at;
    let cap = page.blocks[cap_block].lines[cap_line].words[0].clone();
    let beside = lines_next_to_cap(page, at, cap.rect, usual);
    let Some(&(block, line)) = beside.iter().min_by(|a, b| {
        let top = |(block, line): &LinePlace| page.blocks[*block].lines[*line].rect.center().1;
        top(a).total_cmp(&top(b))
    }) else {
        return;
    };
    // The cap of the line that contains it is its first word.
    let own = (block, line) == at;
    let target = &mut page.blocks[block].lines[line].words;
    let Some(first) = target.get_mut(usize::from(own)) else { return };
    let is_word = is_own_word(&cap.text, &first.text, vocabulary);
    if is_word {
        // As high as the words of its line, it is not mistaken for one of their letters.
        let rect = Rect { y0: first.rect.y0, y1: first.rect.y1, ..cap.rect };
        let word = PageWord { rect, ..cap.clone() };
        if own {
            target[0] = word;
        } else {
            target.insert(0, word);
        }
    } else {
        first.text.insert_str(0, &cap.text);
    }
    for (block, line) in beside {
        let rect = &mut page.blocks[block].lines[line].rect;
        rect.x0 = rect.x0.min(cap.rect.x0);
    }
    if !(own && is_word) {
        remove_word(page, at);
    }
}

/// Finds the lines of text to the right of a drop cap that are next to it.
fn lines_next_to_cap(page: &DocumentPage, at: LinePlace, cap: Rect, usual: f32) -> Vec<LinePlace> {
    let mut beside = Vec::new();
    for (block, text) in page.blocks.iter().enumerate() {
        for (number, line) in text.lines.iter().enumerate() {
            let skip = usize::from((block, number) == at);
            let Some(first) = line.words.get(skip) else { continue };
            let gap = first.rect.x0 - cap.x1;
            let (_, middle) = first.rect.center();
            let near = gap >= -cap.height() * 0.15 && gap <= usual * 1.2;
            let level = middle >= cap.y0 - cap.height() * 0.15 && middle <= cap.y1;
            let smaller = first.rect.height() * MIN_DROP_CAP_HEIGHT_RATIO <= cap.height() * 1.05;
            if near && level && smaller {
                beside.push((block, number));
            }
        }
    }
    let begins_with_letter = |&(block, line): &LinePlace| {
        let skip = usize::from((block, line) == at);
        let first = page.blocks[block].lines[line].words.get(skip);
        first
            .is_some_and(|word| word.text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '\'' | '’')))
    };
    // Only text has a drop cap.
    if beside.iter().any(begins_with_letter) { beside } else { Vec::new() }
}

/// Returns true if a letter is a word before the next: `A harbor`, but `After`.
fn is_own_word(cap: &str, next: &str, vocabulary: &Vocabulary) -> bool {
    let letter = cap.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if !matches!(letter.as_str(), "a" | "i" | "o" | "y" | "e" | "à" | "u" | "ó" | "é")
        || !cap.ends_with(char::is_alphabetic)
    {
        return false;
    }
    let word: String = next.chars().take_while(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    let joined = format!("{letter}{word}");
    let is_common = COMMON_WORDS.split_ascii_whitespace().any(|common| common == joined);
    !is_common && !vocabulary.contains(&joined) && vocabulary.contains(&word)
}

/// Removes a word, with its line and its block if they were nothing else.
fn remove_word(page: &mut DocumentPage, (block, line): LinePlace) {
    let line = &mut page.blocks[block].lines[line];
    line.words.remove(0);
    if let Some(rect) = line.words.iter().map(|word| word.rect).reduce(Rect::union) {
        line.rect = Rect { x0: rect.x0.min(line.rect.x0), ..rect };
    }
    page.remove_empty();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageLine, TextBlock};

    fn sample_word(text: &str, x: f32, y: f32, size: f32) -> PageWord {
        let letters = f32::from(u8::try_from(text.chars().count()).unwrap());
        PageWord {
            text: text.into(),
            rect: Rect { x0: x, y0: y, x1: x + letters * size * 0.5, y1: y + size },
            ..PageWord::default()
        }
    }

    /// A line of words of size 10.
    fn sample_line(text: &str, x: f32, y: f32) -> PageLine {
        let mut at = x;
        let mut words = Vec::new();
        for text in text.split(' ') {
            let word = sample_word(text, at, y, 10.0);
            at = word.rect.x1 + 3.0;
            words.push(word);
        }
        PageLine::from_words(words, 10.0).unwrap()
    }

    fn sample_block(lines: Vec<PageLine>) -> TextBlock {
        TextBlock { lines }
    }

    fn join_and_read(blocks: Vec<TextBlock>) -> Vec<String> {
        let mut pages = [DocumentPage { width: 300.0, height: 400.0, blocks, ..DocumentPage::default() }];
        join_initials(&mut pages);
        pages[0].lines().map(PageLine::text).collect()
    }

    fn cap_line(text: &str, y: f32, size: f32) -> PageLine {
        PageLine::from_words(vec![sample_word(text, 20.0, y, size)], size).unwrap()
    }

    #[test]
    fn a_drop_cap_begins_the_first_line_beside_it() {
        let text = || {
            vec![
                sample_line("he harbor was built", 36.0, 100.0),
                sample_line("long ago by people", 36.0, 112.0),
                sample_line("from over the sea", 20.0, 124.0),
            ]
        };
        let expected = ["The harbor was built", "long ago by people", "from over the sea"];
        assert_eq!(
            join_and_read(vec![sample_block(text()), sample_block(vec![cap_line("T", 98.0, 26.0)])]),
            expected,
            "after its text"
        );
        assert_eq!(
            join_and_read(vec![sample_block(vec![cap_line("T", 98.0, 26.0)]), sample_block(text())]),
            expected,
            "before its text"
        );
        assert_eq!(
            join_and_read(vec![sample_block(vec![cap_line("T", 84.0, 26.0)]), sample_block(text())]),
            expected,
            "raised"
        );
        let mut inside = text();
        inside[1].words.insert(0, sample_word("T", 20.0, 98.0, 26.0));
        assert_eq!(join_and_read(vec![sample_block(inside)]), expected, "in the second line");
        let mut apart = text();
        apart[0] = sample_line("he harbor was built", 50.0, 100.0);
        let quoted = join_and_read(vec![sample_block(apart), sample_block(vec![cap_line("“T", 98.0, 26.0)])]);
        assert_eq!(quoted[0], "“The harbor was built");
    }

    #[test]
    fn a_letter_that_is_a_word_stays_one() {
        let text = |first: &str| {
            vec![
                sample_line(first, 36.0, 100.0),
                sample_line("is a harbor and", 36.0, 112.0),
                sample_line("a harbor is old", 20.0, 124.0),
            ]
        };
        assert_eq!(
            join_and_read(vec![
                sample_block(text("harbor was built")),
                sample_block(vec![cap_line("A", 98.0, 26.0)])
            ])[0],
            "A harbor was built"
        );
        assert_eq!(
            join_and_read(vec![
                sample_block(text("fter the harbor")),
                sample_block(vec![cap_line("A", 98.0, 26.0)])
            ])[0],
            "After the harbor"
        );
    }

    #[test]
    fn a_letter_above_its_entries_is_a_heading() {
        let lines = vec![sample_line("abacus and", 20.0, 130.0), sample_line("abbot or so", 20.0, 142.0)];
        let all = join_and_read(vec![sample_block(vec![cap_line("A", 98.0, 26.0)]), sample_block(lines)]);
        assert_eq!(all, ["A", "abacus and", "abbot or so"]);
    }

    #[test]
    fn capitals_in_two_sizes_and_lowered_digits_are_one_word() {
        let mut words = vec![
            sample_word("H", 20.0, 100.0, 12.0),
            sample_word("ARBOR", 26.0, 102.0, 9.0),
            sample_word("H", 60.0, 100.0, 12.0),
            sample_word("2", 66.0, 106.0, 8.0),
            sample_word("O", 70.0, 100.0, 12.0),
            sample_word("sea", 80.0, 100.0, 12.0),
            sample_word("1", 98.0, 98.0, 8.0),
        ];
        join_sizes(&mut words);
        let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["HARBOR", "H2O", "sea", "1"], "a raised number is a note");
    }
}
