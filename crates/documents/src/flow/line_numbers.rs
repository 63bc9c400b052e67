//! Numbers of lines in the margin, as manuscripts, laws and records of courts have them: they are not text.

use crate::layout::{DocumentPage, PageLine, Rect};

/// Minimum numbers of lines on a page.
const MIN_NUMBERS: usize = 5;
/// Words that may be such numbers on one page; a page with more has none.
const MAX_NUMBERS: usize = 500;
/// Distances between numbers that are printed.
const USUAL_STEPS: [u32; 4] = [1, 2, 5, 10];
/// Maximum distance of the edges of numbers from one another, relative to their size.
const MAX_EDGE_DRIFT_RATIO: f32 = 0.2;
/// Minimum gap between a number and its line, relative to their size: a space is narrower.
const MIN_GAP_RATIO: f32 = 0.6;
/// Minimum length of the longest line, relative to the width of the page.
const MIN_TEXT_WIDTH_RATIO: f32 = 0.4;
/// Minimum length of a line of a paragraph, relative to the longest line.
const MIN_LONG_LINE_RATIO: f32 = 0.75;

/// A number that a line of the page begins with, or that is all of it.
struct LineNumber {
    block: usize,
    line: usize,
    value: u32,
    rect: Rect,
    size: f32,
}

/// Takes the numbers of lines out of a page: numbers below one another, left of the text, that count on from
/// line to line of running text. In tables and lists the words after the numbers begin with capitals.
pub(super) fn remove_line_numbers(page: &mut DocumentPage) {
    let mut numbers = find_numbers(page);
    if !(MIN_NUMBERS..=MAX_NUMBERS).contains(&numbers.len()) {
        return;
    }
    keep_aligned(&mut numbers);
    numbers.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0));
    if numbers.len() < MIN_NUMBERS || !counts_on(&numbers) || !numbers_running_text(page, &numbers) {
        return;
    }
    for number in &numbers {
        let line = &mut page.blocks[number.block].lines[number.line];
        line.words.remove(0);
        if let Some(rect) = line.words.iter().map(|word| word.rect).reduce(Rect::union) {
            line.rect = rect;
        }
    }
    page.remove_empty();
}

fn find_numbers(page: &DocumentPage) -> Vec<LineNumber> {
    let mut numbers = Vec::new();
    for (block, own) in page.blocks.iter().enumerate() {
        for (n, line) in own.lines.iter().enumerate() {
            let Some((first, rest)) = line.words.split_first() else { continue };
            let is_apart =
                rest.first().is_none_or(|next| next.rect.x0 - first.rect.x1 >= line.size * MIN_GAP_RATIO);
            if is_apart && first.text.len() <= 4 && first.text.bytes().all(|byte| byte.is_ascii_digit()) {
                let Ok(value) = first.text.parse() else { continue };
                numbers.push(LineNumber { block, line: n, value, rect: first.rect, size: line.size });
            }
        }
    }
    numbers
}

/// Keeps the numbers that end, or begin, where most of them do.
fn keep_aligned(numbers: &mut Vec<LineNumber>) {
    let count = |edge: fn(&LineNumber) -> f32| {
        let near = |own: &LineNumber| {
            numbers.iter().filter(|other| is_near(edge(own), edge(other), own.size)).count()
        };
        numbers.iter().map(|own| (near(own), edge(own))).max_by_key(|(near, _)| *near).unwrap_or_default()
    };
    let (ends, end) = count(|number| number.rect.x1);
    let (starts, start) = count(|number| number.rect.x0);
    if ends >= starts {
        numbers.retain(|number| is_near(number.rect.x1, end, number.size));
    } else {
        numbers.retain(|number| is_near(number.rect.x0, start, number.size));
    }
}

fn is_near(a: f32, b: f32, size: f32) -> bool {
    (a - b).abs() <= size * MAX_EDGE_DRIFT_RATIO
}

fn counts_on(numbers: &[LineNumber]) -> bool {
    let step = numbers[1].value.saturating_sub(numbers[0].value);
    USUAL_STEPS.contains(&step)
        && numbers.windows(2).all(|pair| pair[0].value.checked_add(step) == Some(pair[1].value))
}

/// Returns true if the numbers are left of all text, and most are at lines of which many go on a sentence and
/// as many are as long as the lines of paragraphs. Lists of words, whose numbers are text, have short lines.
fn numbers_running_text(page: &DocumentPage, numbers: &[LineNumber]) -> bool {
    let edge = numbers.iter().map(|number| number.rect.x1).fold(f32::MIN, f32::max);
    let mut line_ends: Vec<f32> = Vec::new();
    let mut continued = 0;
    for number in numbers {
        let line = &page.blocks[number.block].lines[number.line];
        let own = line.words.get(1).map(|word| (word, line.rect.x1));
        let beside = || {
            let (_, middle) = number.rect.center();
            let is_beside =
                |line: &&PageLine| line.rect.y0 <= middle && middle <= line.rect.y1 && line.rect.x0 > edge;
            let line = page.lines().find(is_beside)?;
            Some((line.words.first()?, line.rect.x1))
        };
        let Some((word, end)) = own.or_else(beside) else { continue };
        line_ends.push(end);
        continued += usize::from(word.text.starts_with(char::is_lowercase));
    }
    let at_lines = line_ends.len();
    let width = line_ends.iter().copied().fold(f32::MIN, f32::max) - edge;
    let long = line_ends.iter().filter(|end| **end - edge >= width * MIN_LONG_LINE_RATIO).count();
    at_lines * 10 >= numbers.len() * 8
        && continued * 3 >= at_lines
        && width >= page.width * MIN_TEXT_WIDTH_RATIO
        && long * 2 >= at_lines
        && page.lines().all(|line| {
            line.rect.x0 > edge || line.words.first().is_some_and(|first| first.rect.x1 <= edge + 1.0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{PageWord, TextBlock};

    /// A page whose lines begin with numbers, apart from the text.
    fn numbered_page(texts: &[&str]) -> DocumentPage {
        let lines = (1_u16..).zip(texts).filter_map(|(number, text)| {
            let y0 = f32::from(number) * 14.0;
            let word = |text: &str, x0: f32, x1: f32| PageWord {
                text: text.to_owned(),
                rect: Rect { x0, y0, x1, y1: y0 + 10.0 },
                ..PageWord::default()
            };
            let words = vec![word(&number.to_string(), 50.0, 55.0), word(text, 80.0, 500.0)];
            PageLine::from_words(words, 10.0)
        });
        let blocks = vec![TextBlock { lines: lines.collect() }];
        DocumentPage { width: 600.0, height: 800.0, blocks, ..DocumentPage::default() }
    }

    fn texts_without_numbers(texts: &[&str]) -> Vec<String> {
        let mut page = numbered_page(texts);
        remove_line_numbers(&mut page);
        page.lines().map(PageLine::text).collect()
    }

    #[test]
    fn numbers_of_lines_are_not_text() {
        let text = ["The", "tide", "comes", "twice", "a", "day."];
        assert_eq!(texts_without_numbers(&text), text);
        // Rows of a table.
        let rows = ["Crab", "Gull", "Fish", "Snail", "Seal", "Whale"];
        assert_eq!(texts_without_numbers(&rows)[0], "1 Crab");
    }
}
